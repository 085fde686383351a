//! Which decisions to take otherwise when a way to a change stays shut, or when the effect of a change dies.
//!
//! Qi, Roychoudhury, Liang (ASE 2010). A branch on the way to a target whose condition does not depend on the input cannot
//! be flipped; decisions that its condition hangs on can (section 4.3, the second kind of correlation). The same goes for
//! an effect: a definition that nothing used wants a way to one of its uses (`PropNouse`), a value that hides the effect
//! wants to be another one (`PropTransfer`), a branch that goes the same way in spite of it wants to be decided
//! otherwise (`PropCjmp`). As long as the path stays as it is, the search has asked all of that in one query by running both
//! versions on it; what is left is what other paths can do about it, which the paper leaves open ("transitive").
//!
//! So both runs are followed once more, and from where they are stuck it goes back over dynamic data and control dependence,
//! and over potential dependence (a branch that could have led to another definition), to the nearest decisions on the
//! input. Their flips are marked with how many steps away they are, wherever they are in the frontier.
//!
//! Errs both ways: a mark changes the order of flips only. What is said about effects that are dead holds for the input
//! that was run, and others on the same path may differ.

mod about;
mod definitions;
mod marks;

pub(crate) use marks::Marks;

use crate::coverage::Edge;
use crate::follow::{Followed, Met};
use crate::hash::{PathId, QuickMap};
use crate::pair::STAGES;
use crate::run::Run;
use crate::waiting::left_behind;
use crate::worker::Worker;
use about::About;
use definitions::Users;
use rift_align::Version;
use rift_graph::ControlDistances;
use rift_ir::{Pair, Site};
use rift_trace::{Alignment, Death, Effects, FunctionFacts};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Effects that are looked at, of one pair of runs.
const MOST_LEAVES: usize = 12;

/// What is known about where effects go in the new version.
#[derive(Default)]
pub(crate) struct Correlations {
    /// By definition: where it may be used.
    users: HashMap<Site, Rc<Users>>,
    /// By places: the way to them.
    ways: HashMap<Vec<Site>, Rc<ControlDistances>>,
    /// By place, and whether callers count: branches that decide which definition it reads.
    potential: QuickMap<(Site, bool), Rc<Vec<Site>>>,
    /// Occurrences that were gone back to.
    pub visited: u64,
    /// By branch: all that may have to do with how it is come to and how it goes.
    pub leading: HashMap<Site, Rc<BTreeSet<Site>>>,
    /// What is known of functions that were followed, by stage.
    pub facts: [FunctionFacts; STAGES],
    /// How often a way was tried without what does not lead to it.
    pub relaxed: HashMap<Edge, u32>,
}

impl Worker<'_> {
    /// Marks what would bring a run that shows no difference further.
    pub(crate) fn correlate(&mut self, run: &mut Run) {
        if !self.strategy.wants().correlations {
            return;
        }
        let Some(followed) = self.follow(run) else { return };
        let deadline = &self.shared.deadline;
        let Some(changes) = &self.subject.changes else { return };
        let (graph, is_large) = (&changes.targets.graphs.new, changes.targets.is_large);
        let (mut marks, mut waiting) = (Marks::default(), Vec::new());
        let forced = forced(run, &followed[0]);
        let has_effect = self.knowledge.totals.runs_to_infect > 0;
        let knowledge = &mut self.correlations;
        match followed.as_slice() {
            [new, old] => {
                let traces = Pair { old: &old.trace, new: &new.trace };
                let alignment = Alignment::new(traces, changes.map);
                let effects = Effects::of(&alignment);
                let mut about_new = About::new(new, None, graph, knowledge);
                about_new.is_run_alone = is_large;
                for leaf in effects.leaves.iter().filter(|leaf| leaf.version == Version::New).take(MOST_LEAVES) {
                    if deadline.is_over() {
                        return;
                    }
                    about_new.revive(leaf, &mut marks.toward);
                }
                if effects.leaves.is_empty() {
                    about_new.infect(&alignment, &mut marks.toward);
                }
                let mut about_old = About::new(old, None, graph, knowledge);
                about_old.is_run_alone = true;
                for leaf in effects.leaves.iter().filter(|leaf| leaf.version == Version::Old).take(MOST_LEAVES) {
                    if deadline.is_over() {
                        return;
                    }
                    about_old.revive(leaf, &mut marks.toward);
                }
                note_dead(new, &effects, &mut marks);
                waiting = left_behind(&alignment, &effects);
                // A change that has no effect on anything is as good as not reached.
                if !has_effect && waiting.is_empty() {
                    marks.opens = marks.toward.clone();
                }
                if let Some(way) = self.unreached.way() {
                    let mut about_new = About::new(new, Some(&forced), graph, knowledge);
                    about_new.is_run_alone = is_large;
                    about_new.open(&way.control, None, &mut marks.opens);
                }
            }
            [new] => {
                let mut about_new = About::new(new, Some(&forced), graph, knowledge);
                about_new.is_run_alone = is_large;
                about_new.open(&changes.targets.way.control, None, &mut marks.toward);
            }
            _ => {}
        }
        if self.strategy.wants().uses {
            self.wait_for_use(run, &followed[0], waiting);
        }
        for item in &mut run.held {
            item.flip.mark(&marks, item.trail.id);
        }
        let Worker { frontier, strategy, knowledge, .. } = self;
        let model = Rc::new(run.model.clone());
        frontier.mark(&marks, &model, |flip| strategy.rank(flip, knowledge.covered(flip)));
    }
}

/// Decisions that a run was the first to come to, and left no flip of: the path before them leaves no choice.
fn forced(run: &Run, new: &Followed) -> HashSet<PathId> {
    let flips: HashSet<PathId> = run.held.iter().map(|item| item.trail.id).collect();
    let own = new.decisions.iter().skip(run.shared as usize).map(|met| met.path);
    own.filter(|path| !flips.contains(path)).collect()
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
    use crate::testing::{Versions, trace};
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
