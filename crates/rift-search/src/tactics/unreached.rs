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
