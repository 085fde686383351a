//! What would have made two versions differ that did the same, and which branches can bring it about.
//!
//! Where a change has an effect on a decision, the versions ask about different terms, though they decide alike. They
//! diverge for inputs on which one of the two holds and the other does not; where the output is computed from other terms,
//! for inputs on which these differ. Most often the path so far forbids such inputs. Then they are goals for earlier decisions:
//! a branch that concerns the same part of the input is solved together with the goal, and if that is possible its run comes
//! next. It may take another way to the same place, and meet the goal there.
//!
//! A goal that no single branch brings about may still come nearer: paths are measured by how far they are from it (the
//! fitness of Fitnex: Xie, Tillmann, de Halleux & Schulte 2009), and those that come nearer than all before go on first.
//!
//! For what qi-2010 (section 4.3) does about correlated branches and taneja-2011 about infection. Changes the order and the
//! values of runs only.

use super::{Board, Context, Tactic};
use crate::engine::{
    BranchId, Decided, Engine, Finished, Goal, Knowledge, Notes, Outcome, PendingBranch, QuickMap, QuickSet, Run,
    StartingPoint,
};
use rift_align::Version;
use rift_expr::{TermId, Terms};
use rift_ir::{IntPredicate, Site};
use rift_solver::{Context as SolverContext, Effort, Query, Verdict, nearest};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

#[derive(Default)]
pub(crate) struct GoalQueries {
    /// Branches of decisions that the other version did not make.
    affected: QuickSet<BranchId>,
    /// Branches that can bring a goal about, with an input for it.
    granted: QuickMap<BranchId, (Goal, StartingPoint)>,
    /// Branches and goals that were tried together.
    tried: HashSet<(TermId, TermId)>,
    /// How near any path came to the goals of a site, by the first byte that they concern: what one part of the input
    /// is used for may hide what another would show.
    nearest: BTreeMap<(Site, u32), u64>,
}

/// Decisions of both versions at corresponding places that asked different terms.
struct Partners {
    new: Decided,
    old: TermId,
    /// Decisions of the path before the first one.
    depth: u32,
}

impl GoalQueries {
    /// Looks for branches that can bring about a difference. `output`: where what can be seen would differ.
    fn look(&mut self, run: &Run, output: Option<TermId>, cx: &mut Context<'_, '_>) {
        let [new, old, ..] = run.trail.decided.as_slice() else { return };
        let (new, old): (Vec<Decided>, Vec<Decided>) = (new.iter().collect(), old.iter().collect());
        self.mark_affected(run, &new, &old);
        let mut goals: Vec<(TermId, Goal)> = output.into_iter().map(|goal| (goal, Goal::Output)).collect();
        goals.extend(cx.board.state_goal.map(|goal| (goal, Goal::State)));
        let mut asked = HashSet::new();
        for Partners { new, old, depth } in partners(cx.engine, &new, &old) {
            let differ = differ(&mut cx.engine.terms, new.holds, old);
            if cx.engine.is_over() {
                return;
            }
            if cx.engine.terms.as_const(differ).is_some() || goals.iter().any(|(known, _)| *known == differ) {
                continue;
            }
            goals.push((differ, Goal::At(new.site)));
            let first = cx.engine.terms.support(differ).first().copied();
            if asked.insert((new.site, first)) {
                self.approach(run, new.site, depth, differ, cx);
            }
            if goals.len() >= cx.tuning.goals_per_run as usize {
                break;
            }
        }
        for (term, goal) in goals {
            if cx.engine.is_over() {
                return;
            }
            self.grant(run, term, goal, cx);
        }
    }

    /// Looks how near the path comes to a goal of a site. If no path came as near before, the decisions that follow are negated
    /// next, from the input that came nearest: loops that read a number digit by digit go on there.
    fn approach(&mut self, run: &Run, site: Site, depth: u32, goal: TermId, cx: &mut Context<'_, '_>) {
        let engine = &mut *cx.engine;
        let Some(&first) = engine.terms.support(goal).first() else { return };
        let best = self.nearest.entry((site, first)).or_insert(u64::MAX);
        if *best == 0 {
            return;
        }
        let Knowledge { sets, evaluator, .. } = &mut engine.knowledge;
        let set = run.trail.condition.relevant(sets, &engine.terms, goal);
        let (hint, deadline) = (&run.model, &engine.shared.deadline);
        let mut context =
            SolverContext { terms: &mut engine.terms, sets, evaluator, hint, effort: Effort::Quick, deadline };
        let Some(near) = nearest(&mut context, Query { set, goal }) else { return };
        if near.distance >= *best {
            return;
        }
        *best = near.distance;
        engine.milestones.news.nearer = true;
        let mut model = run.model.clone();
        near.assignment.apply(&mut model);
        let model = Rc::new(model);
        let is_next = |branch: &&PendingBranch| branch.version() == 0 && branch.trail.decisions > depth;
        for branch in run.held.iter().filter(is_next).take(cx.tuning.branches_after_nearer as usize) {
            let start = StartingPoint { model: Rc::clone(&model), found: None };
            self.granted.insert(branch.id, (Goal::Nearer, start));
        }
    }

    /// Branches of the first version at decisions that the second one did not make.
    fn mark_affected(&mut self, run: &Run, new: &[Decided], old: &[Decided]) {
        let asked: HashSet<TermId> = old.iter().map(|decided| decided.holds).collect();
        for branch in run.held.iter().filter(|branch| branch.version() == 0 && branch.is_behind_change()) {
            // What held there: of a switch, no other way says it.
            let place = new.len().checked_sub(branch.trail.decisions as usize + 1);
            let Some(decided) = place.and_then(|place| new.get(place)) else { continue };
            if !asked.contains(&decided.holds) {
                self.affected.insert(branch.id);
            }
        }
    }

    /// Solves branches together with a goal: those about nothing else than the goal is about first (sizes of files are in
    /// nearly every condition), then those that share some of it; of each the latest first.
    fn grant(&mut self, run: &Run, term: TermId, goal: Goal, cx: &mut Context<'_, '_>) {
        let concerned: HashSet<u32> = cx.engine.terms.support(term).iter().copied().collect();
        let mut left = cx.tuning.branches_per_goal;
        for is_only in [true, false] {
            for branch in run.held.iter().rev() {
                let bytes = cx.engine.terms.support(branch.goal);
                let shared = bytes.iter().filter(|byte| concerned.contains(byte)).count();
                let is_next = shared > 0 && (shared == bytes.len()) == is_only;
                if !is_next || self.granted.contains_key(&branch.id) {
                    continue;
                }
                if left == 0 {
                    return;
                }
                if self.tried.insert((branch.goal, term)) {
                    left -= 1;
                    self.try_together(branch, term, goal, cx.engine);
                }
            }
        }
    }

    fn try_together(&mut self, branch: &PendingBranch, term: TermId, goal: Goal, engine: &mut Engine<'_>) {
        let both = engine.terms.and(branch.goal, term);
        if let Verdict::Sat(found) = engine.check_on(Effort::Quick, &branch.trail, both, &branch.model) {
            let start = StartingPoint { model: Rc::clone(&branch.model), found: Some(found) };
            self.granted.insert(branch.id, (goal, start));
        }
    }
}

impl Tactic for GoalQueries {
    fn name(&self) -> &'static str {
        "goals"
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        if matches!(finished.outcome, Outcome::Same | Outcome::SameHere(_) | Outcome::Open(_) | Outcome::Differs) {
            self.look(&finished.run, finished.goal(), cx);
        }
    }

    fn annotate(&self, branch: &PendingBranch, _: &Board, notes: &mut Notes) {
        notes.is_affected = self.affected.contains(&branch.id);
        notes.goal = self.granted.get(&branch.id).map(|(goal, _)| *goal);
    }

    fn starting_point(&mut self, branch: BranchId) -> Option<StartingPoint> {
        self.granted.remove(&branch).map(|(_, start)| start)
    }

    fn on_gone(&mut self, branch: BranchId) {
        self.affected.remove(&branch);
        self.granted.remove(&branch);
    }

    fn forget_terms(&mut self) {
        *self = GoalQueries::default();
    }
}

/// Decisions at corresponding places that ask about different terms, the last first.
fn partners(engine: &Engine<'_>, new: &[Decided], old: &[Decided]) -> Vec<Partners> {
    let Some(changes) = &engine.subject.changes else { return vec![] };
    let own = |these: &[Decided], those: &[Decided]| -> Vec<(usize, Decided)> {
        let known: HashSet<TermId> = those.iter().map(|decided| decided.holds).collect();
        these.iter().copied().enumerate().filter(|(_, decided)| !known.contains(&decided.holds)).collect()
    };
    let mut by_site: HashMap<Site, Vec<TermId>> = HashMap::new();
    // From the end: the first of a site is its last occurrence.
    own(old, new).iter().for_each(|(_, decided)| by_site.entry(decided.site).or_default().push(decided.holds));
    let mut used: HashMap<Site, usize> = HashMap::new();
    let mut partners = Vec::new();
    for (from_end, decided) in own(new, old) {
        let Some(site) = changes.map.counterpart(Version::New, decided.site) else { continue };
        let place = used.entry(site).or_default();
        if let Some(other) = by_site.get(&site).and_then(|all| all.get(*place)) {
            partners.push(Partners { new: decided, old: *other, depth: (new.len() - 1 - from_end) as u32 });
        }
        *place += 1;
    }
    partners
}

/// One holds and the other does not.
fn differ(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    terms.compare(IntPredicate::Ne, a, b)
}

#[cfg(test)]
mod tests {
    use crate::testing::Versions;

    /// Says 1 for letters up to a limit, which the letters that it looks at first have nothing to do with.
    fn text(limit: u32) -> String {
        format!(
            "function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  s = icmp ult i8 c, 50\n  \
             branch s, small, asked\nsmall:\n  jump asked\n\
             asked:\n  r = phi i32 [0, entry], [4, small]\n  t = icmp ule i8 c, {limit}\n  branch t, few, many\n\
             few:\n  x = add i32 r, 1\n  return i32 x\nmany:\n  return i32 r\n}}\n"
        )
    }

    /// The only letter that differs is asked for together with the decision that keeps the path from it.
    #[test]
    fn a_branch_is_solved_together_with_what_would_make_a_difference() {
        let runs = Versions::new(&text(101), &text(102)).compare(1, "express", "goals");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }
}
