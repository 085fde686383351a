//! Several changes at once: what no run has executed yet, and what has shown nothing yet, before more of the same.
//!
//! Keeps [`Remaining`] up to date: once some changes are executed, the route to the others is measured for itself, and branches
//! behind changes that are all known to make a difference step back. Changes the order of branches only.

use super::{Board, Context, Tactic};
use crate::engine::{Finished, Learned, Notes, Outcome, PendingBranch};
use crate::targets::Remaining;

#[derive(Default)]
pub(crate) struct UnreachedChanges {
    /// The same for changes that differed when the search was put aside.
    restored: Vec<u32>,
}

impl Tactic for UnreachedChanges {
    fn name(&self) -> &'static str {
        "unreached-changes"
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        let Some(changes) = cx.engine.subject.changes.as_ref().filter(|changes| changes.map.changes.len() > 1) else {
            return;
        };
        let remaining = &mut cx.board.remaining;
        for change in std::mem::take(&mut self.restored) {
            remaining.differ(changes.map, &[change].into_iter().collect());
        }
        if finished.outcome == Outcome::Differs {
            cx.board.is_all_stale |= remaining.differ(changes.map, &finished.run.trail.executed);
        }
        if finished.run.trail.version() > 0 {
            let (executed, runs) = (&cx.engine.milestones.executed, cx.engine.knowledge.totals.runs);
            let book = &mut cx.board.targets;
            cx.board.is_all_stale |= remaining.measure((changes.map, changes.targets), book, executed, runs);
        }
    }

    fn annotate(&self, branch: &PendingBranch, board: &Board, notes: &mut Notes) {
        annotate(branch, &board.remaining, notes);
    }

    fn restore(&mut self, learned: &Learned) {
        self.restored.clone_from(&learned.differing);
    }
}

fn annotate(branch: &PendingBranch, remaining: &Remaining, notes: &mut Notes) {
    notes.remaining = match (remaining.route(), branch.place.successors) {
        (Some(route), Some(taken)) if branch.version() == 0 => route.distance(branch.edge.site, taken),
        _ => None,
    };
    notes.is_settled = remaining.is_settled(&branch.trail.executed);
}

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Shown, Versions, gates, noise, switched};
    use std::collections::BTreeSet;

    /// A change that every run executes and that shows in many ways, and one behind a word.
    fn text(plus: u32, result: u32) -> String {
        let (gates, noise) = (gates(0, "abc", ("there", "n0")), noise(0..6));
        format!(
            "{OTHER}function @plus(i32 a) -> i32 {{\ne:\n  x = add i32 a, {plus}\n  return i32 x\n}}\n\
             function @far() -> i32 {{\ne:\n  return i32 {result}\n}}\n\
             function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  z = zext i8 c to i32\n  \
             y = call @plus(i32 z) -> i32\n  jump w0\n{gates}there:\n  r = call @far() -> i32\n  return i32 r\n\
             {noise}n6:\n  return i32 y\n}}\n"
        )
    }

    /// Runs until each change has made a difference.
    fn runs_to_show_both(shown: &[Shown]) -> Option<u64> {
        let mut changes: BTreeSet<u32> = BTreeSet::new();
        let mut is_last = |one: &&Shown| {
            changes.extend(&one.changes);
            changes.len() == 2
        };
        shown.iter().find(|one| is_last(one)).map(|one| one.runs)
    }

    #[test]
    fn a_change_that_no_run_executed_comes_before_more_of_the_others() {
        let versions = Versions::new(&text(1, 300), &text(2, 400));
        let [with, without] = ["+unreached-changes", "-unreached-changes"].map(|switches| {
            let shown = versions.differences(6, &switched("auto", switches));
            runs_to_show_both(&shown).expect("both are found in the end")
        });
        assert!(with < without);
    }
}
