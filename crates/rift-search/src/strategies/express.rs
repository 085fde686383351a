//! Taneja, Xie, Tillmann, de Halleux, Schulte: "eXpress: Guided Path Exploration for Regression Test Generation" (2011).
//!
//! Their engine explores all paths, what was not covered first, and leaves out branches that cannot help. So does this one,
//! without
//!
//! - branches from which no change can be executed, until a run executes one (execution);
//! - branches behind a change where its effect is dead, or where there was none (infection, propagation). Whether there is one
//!   is seen by following both versions (crate::tactics::repairs), on the input that was run. A decision that the
//!   values at the change depend on is kept: it may infect the state.
//!
//! They make infection a branch by hand, running the old code of the changed region on the new state. Here the other
//! version is run on every path that executes a change, on the same terms: where it can decide or show something else that is
//! a branch of the pair of paths. Ours also solves earlier branches together with what would make the versions differ
//! (crate::tactics::goals), and takes decisions that a change depends on, up to a few steps, first; `express-paper` does neither.
//! Existing tests come first in both.
//!
//! Prefers more: what is left out for a dead effect comes last, so that a space can still be closed.

use super::dse::by_coverage;
use super::wear::Wear;
use crate::engine::{Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use crate::tuning::Tuning;

/// What is left out where the effect is dead: it comes when nothing else is left. Another input on the same path may do what
/// the one that was followed did not, and then all is not the same in both versions.
const DEAD: Rank = 24;

#[derive(Debug, Clone)]
pub(crate) struct ByPruning {
    /// Dependences of control to a change that is at hand; 0: none is.
    at_hand: u32,
    wear: Wear,
}

impl ByPruning {
    pub fn new(tuning: &Tuning) -> ByPruning {
        ByPruning { at_hand: tuning.at_hand, wear: Wear::new(tuning.condition_wear) }
    }

    /// As in the paper: by coverage alone.
    pub fn of_paper() -> ByPruning {
        ByPruning { at_hand: 0, wear: Wear::new(0) }
    }
}

impl Order for ByPruning {
    fn name(&self) -> &'static str {
        if self.at_hand == 0 { "by-paper-pruning" } else { "by-pruning" }
    }

    fn rank(&mut self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Option<Rank> {
        let worn = self.wear.of(branch, notes);
        if branch.version() > 0 || notes.goal.is_some() || notes.is_affected {
            return Some(worn);
        }
        let covered = by_coverage(branch, seen);
        let is_at_hand = branch.place.control.is_some_and(|control| control <= self.at_hand);
        Some(match (branch.is_behind_change(), notes.toward) {
            (true, Some(_)) => 1 + worn,
            (true, None) if notes.is_dead => DEAD + worn,
            (true, None) => 1 + covered + worn,
            (false, _) if is_at_hand => 1 + worn,
            (false, Some(_)) => 1 + covered + worn,
            (false, None) => 2 + covered + worn,
        })
    }

    fn on_taken(&mut self, branch: &PendingBranch, notes: Notes) {
        self.wear.on_taken(branch, notes);
    }

    fn forget_terms(&mut self) {
        self.wear.forget_terms();
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{HIDDEN_LETTERS, Versions, hidden};

    #[test]
    fn what_lies_behind_a_dead_effect_comes_last() {
        let versions = Versions::new(&hidden(1), &hidden(2));
        for (strategy, order) in [("express", "by-pruning"), ("express-paper", "by-paper-pruning")] {
            let runs = versions.between(HIDDEN_LETTERS, strategy, ("", &format!("-{order},+by-coverage")));
            assert!(runs.is_sooner(|totals| totals.runs_to_differ), "{strategy}");
        }
    }
}
