//! Which decisions to take otherwise when the route to a change stays shut, or when the effect of a change dies.
//!
//! Qi, Roychoudhury, Liang (ASE 2010). A branch on the route to a target whose condition does not depend on the input cannot
//! be negated; decisions that its condition depends on can (section 4.3, the second kind of correlation). The same goes for
//! an effect: a definition that nothing used wants a way to one of its uses (`PropNouse`), a value that hides the effect
//! wants to be another one (`PropTransfer`), a branch that goes the same way in spite of it wants to be decided
//! otherwise (`PropCjmp`). As long as the path stays as it is, the search has asked all of that in one query by running both
//! versions on it; what is left is what other paths can do about it, which the paper leaves open ("transitive").
//!
//! So both runs are followed once more, and from where they are stuck it goes back over dynamic data and control dependence,
//! and over potential dependence (a branch that could have led to another definition), to the nearest decisions on the
//! input. Their branches are noted with how many steps away they are, wherever they are pending.
//!
//! Errs both ways: a note changes the order of branches only. What is said about effects that are dead holds for the input
//! that was run, and others on the same path may differ.

mod about;
mod definitions;
mod marks;

use super::follow::{Followed, FollowedRuns, Follower, Met};
use super::uses::pending_effects;
use super::{Board, Context, Tactic};
use crate::engine::{
    BranchId, Finished, Notes, Outcome, PathId, PendingBranch, QuickMap, QuickSet, Run, StartingPoint,
};
use about::About;
use definitions::Users;
use marks::Marks;
use rift_align::Version;
use rift_graph::ControlDistances;
use rift_ir::{Pair, Site};
use rift_trace::{Alignment, Death, Effects};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Occurrences that are gone back to, of one run: as many as a run that is followed may have.
const MAX_VISITS_PER_RUN: u64 = 400_000;

/// What is known about where effects go in a version.
#[derive(Default)]
struct Known {
    /// By definition: where it may be used.
    users: HashMap<Site, Rc<Users>>,
    /// By places: the route to them.
    routes: HashMap<Vec<Site>, Rc<ControlDistances>>,
    /// By place, and whether callers count: branches that decide which definition it reads.
    potential: QuickMap<(Site, bool), Rc<Vec<Site>>>,
    /// Occurrences that were gone back to.
    visited: u64,
}

#[derive(Default)]
pub(crate) struct Repairs {
    follower: Follower,
    /// Of the new version, and of the old one.
    known: [Known; 2],
    /// Steps of dependence from branches to where a run is stuck.
    toward: QuickMap<BranchId, u32>,
    /// The same for routes to changes that no run has executed, and to the first effect of one.
    opens: QuickMap<BranchId, u32>,
    /// Where no effect was alive any more.
    dead: QuickSet<BranchId>,
    /// Inputs that came nearer: what they have come to besides is to stay as it is.
    starts: QuickMap<BranchId, StartingPoint>,
}

impl Repairs {
    /// Marks what would bring a run that shows no difference further.
    fn mark(&mut self, run: &Run, versions: Vec<Followed>, cx: &mut Context<'_, '_>) -> (Marks, FollowedRuns) {
        let mut marks = Marks::default();
        let mut followed = FollowedRuns { versions, pending_effects: vec![] };
        let subject = cx.engine.subject;
        let Some(changes) = &subject.changes else { return (marks, followed) };
        let graphs = &changes.targets.graphs;
        let is_alone = |version| cx.slices(version).is_none();
        let is_alone = Pair { old: is_alone(Version::Old), new: is_alone(Version::New) };
        let forced = followed.versions.first().map(|new| forced(run, new)).unwrap_or_default();
        match followed.versions.as_slice() {
            [new, old, ..] => {
                let alignment = Alignment::new(Pair { old: &old.trace, new: &new.trace }, changes.map);
                let effects = Effects::of(&alignment);
                if effects.has_other_values(&alignment) {
                    cx.engine.note_infected();
                }
                // Where the new version executed something of the change, what is about it leads on; the old one is asked for what was
                // deleted. To ask both of everything lost more of the gated changes than it gained.
                let is_new_touched = new.trace.occurrences().any(|one| alignment.touch(Version::New, one).is_some());
                let is_beside = |version| version == Version::Old && is_new_touched;
                for ((version, run), known) in
                    [(Version::New, new), (Version::Old, old)].into_iter().zip(&mut self.known)
                {
                    let most_visited = known.visited + MAX_VISITS_PER_RUN;
                    let mut about = About::new(run, None, version.of(graphs), known);
                    about.is_run_alone = is_beside(version) || *version.of(&is_alone);
                    for leaf in effects.leaves.iter().filter(|leaf| leaf.version == version) {
                        if cx.engine.is_over() || about.visited() > most_visited {
                            break;
                        }
                        about.revive(leaf, &mut marks.toward);
                    }
                    if !is_beside(version) && effects.leaves.is_empty() {
                        about.infect(&alignment, version, &mut marks.toward);
                    }
                }
                note_dead(new, &effects, &mut marks);
                followed.pending_effects = pending_effects(&alignment, &effects);
                // A change that has no effect on anything is as good as not executed.
                if !cx.engine.milestones.has_effect && followed.pending_effects.is_empty() {
                    marks.opens = marks.toward.clone();
                }
                if let Some(route) = cx.board.remaining.route() {
                    let mut about = About::new(new, Some(&forced), &graphs.new, &mut self.known[0]);
                    about.is_run_alone = is_alone.new;
                    about.open(&route.control, None, &mut marks.opens);
                }
            }
            [new] => {
                let mut about = About::new(new, Some(&forced), &graphs.new, &mut self.known[0]);
                about.is_run_alone = is_alone.new;
                about.open(&changes.targets.route.control, None, &mut marks.toward);
            }
            [] => {}
        }
        (marks, followed)
    }

    /// Takes over what was found out about a branch. Whether it is nearer to something than was known.
    fn note(&mut self, branch: &PendingBranch, marks: &Marks) -> Nearer {
        let (path, taken) = (branch.trail.id, branch.place.successors);
        let toward = nearer(&mut self.toward, branch.id, marks.toward.of(path, taken));
        let opens = nearer(&mut self.opens, branch.id, marks.opens.of(path, taken));
        if branch.version() == 0 && branch.is_behind_change() && marks.dead.contains(&path) {
            self.dead.insert(branch.id);
        }
        Nearer { toward, opens }
    }
}

struct Nearer {
    toward: bool,
    opens: bool,
}

/// Takes over how near something is, if it is nearer.
fn nearer(known: &mut QuickMap<BranchId, u32>, branch: BranchId, steps: Option<u32>) -> bool {
    let Some(steps) = steps else { return false };
    let known = known.entry(branch).or_insert(u32::MAX);
    let is_nearer = steps < *known;
    *known = steps.min(*known);
    is_nearer
}

impl Tactic for Repairs {
    fn name(&self) -> &'static str {
        "repairs"
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        let is_stuck = match finished.outcome {
            Outcome::GaveUp => false,
            Outcome::Differs => cx.board.remaining.route().is_some(),
            _ => true,
        };
        if !is_stuck || cx.engine.subject.changes.is_none() {
            return;
        }
        self.follower.visited = self.known.iter().map(|known| known.visited).sum();
        let Some(versions) = self.follower.follow(&finished.run, cx) else { return };
        let (marks, followed) = self.mark(&finished.run, versions, cx);
        cx.board.followed = Some(followed);
        for branch in &finished.run.held {
            self.note(branch, &marks);
        }
        let model = Rc::new(finished.run.model.clone());
        for path in marks.paths() {
            for branch in cx.board.frontier.at(path) {
                let is_nearer = self.note(branch, &marks);
                cx.board.stale.push(branch.id);
                // Branches before a change go on from the input of this run.
                if is_nearer.opens || (is_nearer.toward && !branch.is_behind_change()) {
                    self.starts.insert(branch.id, StartingPoint { model: Rc::clone(&model), found: None });
                }
            }
        }
    }

    fn annotate(&self, branch: &PendingBranch, _: &Board, notes: &mut Notes) {
        notes.toward = self.toward.get(&branch.id).copied();
        notes.opens = self.opens.get(&branch.id).copied();
        notes.is_dead = self.dead.contains(&branch.id);
    }

    fn starting_point(&mut self, branch: BranchId) -> Option<StartingPoint> {
        self.starts.remove(&branch)
    }

    fn on_gone(&mut self, branch: BranchId) {
        self.toward.remove(&branch);
        self.opens.remove(&branch);
        self.dead.remove(&branch);
        self.starts.remove(&branch);
    }

    fn forget_terms(&mut self) {
        self.toward.clear();
        self.opens.clear();
        self.dead.clear();
        self.starts.clear();
    }
}

/// Decisions that a run was the first to come to, and left no branch of: the path before them leaves no choice.
fn forced(run: &Run, new: &Followed) -> HashSet<PathId> {
    let left: HashSet<PathId> = run.held.iter().map(|branch| branch.trail.id).collect();
    let own = new.decisions.iter().skip(run.shared as usize).map(|met| met.path);
    own.filter(|path| !left.contains(path)).collect()
}

/// Decisions after the last effect, unless something that was defined may still be used.
fn note_dead(new: &Followed, effects: &Effects, marks: &mut Marks) {
    if effects.leaves.iter().any(|leaf| leaf.death == Death::Unused) {
        return;
    }
    let last = effects.new.last().copied();
    let is_dead = |met: &&Met| met.at.is_some_and(|at| last.is_none_or(|last| at > last));
    marks.dead.extend(new.decisions.iter().filter(is_dead).map(|met| met.path));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GATED_LETTERS, Versions, gated, trace};
    use rift_trace::{Action, Occurrence, Trace};

    /// Adds something to the first letter and asks whether it is large, then asks for the second one.
    fn text(plus: u32, uses: &str) -> String {
        format!(
            "global @sum size 1 align 1 = i8 0\n\
             function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  x = add i8 c, {plus}\n  {uses}\n  \
             t = icmp ugt i8 x, 200\n  branch t, large, second\n\
             second:\n  p = offset ptr word, 1\n  d = load i8, p\n  u = icmp eq i8 d, 97\n  branch u, large, out\n\
             large:\n  return i32 1\nout:\n  return i32 0\n}}\n"
        )
    }

    fn branches(trace: &Trace) -> Vec<Occurrence> {
        let is_branch = |one: &Occurrence| matches!(trace.action(*one), Action::Branched(_));
        trace.occurrences().filter(is_branch).collect()
    }

    /// Of decisions at the beginning, at the last effect, at the first branch, at the second one, and at an unknown place: which
    /// are dead?
    fn dead(uses: &str) -> Vec<bool> {
        let versions = Versions::new(&text(1, uses), &text(2, uses));
        let traces = versions.programs.as_ref().map(|program| trace(program, "bb"));
        let branches = branches(&traces.new);
        let effects = Effects::of(&Alignment::new(traces.as_ref(), &versions.map));
        let last = Some(*effects.new.last().expect("the sum differs"));
        let places = [traces.new.occurrences().next(), last, Some(branches[0]), Some(branches[1]), None];
        let decisions = places.iter().zip(1..).map(|(at, path)| Met { at: *at, path: PathId(path) }).collect();
        let mut marks = Marks::default();
        note_dead(&Followed { trace: traces.new, decisions }, &effects, &mut marks);
        (1..=5).map(|path| marks.dead.contains(&PathId(path))).collect()
    }

    #[test]
    fn what_a_shut_gate_depends_on_is_decided_otherwise_first() {
        let runs = Versions::new(&gated(1), &gated(2)).compare(GATED_LETTERS, "reach-paper", "repairs");
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }

    #[test]
    fn behind_the_last_effect_decisions_are_dead() {
        let [before, last, first, second, nowhere] = dead("").try_into().expect("five");
        assert!(!before && !last && second);
        assert!(first, "the branch goes the same way in both versions, and has no effect of its own");
        assert!(!nowhere, "nothing is known of where it is");
    }

    #[test]
    fn what_may_still_be_used_is_not_dead() {
        assert_eq!(dead("store i8 x, @sum"), [false; 5]);
    }
}
