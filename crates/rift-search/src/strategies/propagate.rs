//! Qi, Roychoudhury, Liang: "Test Generation to Expose Changes in Evolved Programs" (ASE 2010), Algorithm 2.
//!
//! Comes to the change by the order of `reach`, one decision after the other. Then, on each input that shows no difference, the
//! change-effect propagation tree says where the effect died, and the branches that can keep it alive come first
//! (crate::tactics::repairs): the other version deciding differently (`PropCjmp`), what hides a value (`PropTransfer`), the
//! way to a use of what was defined (`PropNouse`). Where none is left, it goes on as `dse`. The paper's own composition
//! (`propagate-paper`) does not solve branches together with what would make the versions differ, and leads no runs to uses.

use super::dse::by_coverage;
use super::reach::{ByRoute, Measure};
use super::wear::Wear;
use crate::engine::{Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use crate::tuning::Tuning;

#[derive(Debug, Clone)]
pub(crate) struct ByEffect {
    route: ByRoute,
    wear: Wear,
}

/// What nothing is known about comes after every repair.
const OTHERS: Rank = 64;
/// Other ways to the change come after what is behind it.
const BEFORE_CHANGE: Rank = 128;

impl ByEffect {
    pub fn new(measure: Measure, tuning: &Tuning) -> ByEffect {
        ByEffect { route: ByRoute::new(measure), wear: Wear::new(tuning.condition_wear) }
    }
}

impl Order for ByEffect {
    fn name(&self) -> &'static str {
        match self.route.measure {
            Measure::Values => "by-effect",
            Measure::Control => "by-control-effect",
        }
    }

    fn rank(&mut self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Option<Rank> {
        let worn = self.wear.of(branch, notes);
        if branch.version() > 0 || notes.goal.is_some() {
            return Some(worn);
        }
        Some(match (branch.is_behind_change(), notes.toward) {
            (true, Some(steps)) => 1 + steps.min(OTHERS / 2) + worn,
            (true, None) => OTHERS + by_coverage(branch, seen) + worn,
            // An earlier decision that the effect depends on: it may be lost on the way.
            (false, Some(steps)) => 3 + steps.min(OTHERS / 2) + worn,
            (false, None) => BEFORE_CHANGE + self.route.rank_of(branch, notes, seen),
        })
    }

    fn on_taken(&mut self, branch: &PendingBranch, notes: Notes) {
        self.wear.on_taken(branch, notes);
        self.route.note_taken(branch);
    }

    fn forget_terms(&mut self) {
        self.wear.forget_terms();
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{HIDDEN_LETTERS, Versions, hidden};

    #[test]
    fn what_keeps_an_effect_alive_comes_before_what_is_not_covered() {
        let versions = Versions::new(&hidden(1), &hidden(2));
        for (strategy, switches) in [
            ("propagate", ("", "-by-effect,+by-coverage")),
            ("propagate-paper", ("", "-by-control-effect,+by-coverage")),
        ] {
            let runs = versions.between(HIDDEN_LETTERS, strategy, switches);
            assert!(runs.is_sooner(|totals| totals.runs_to_differ), "{strategy}");
        }
    }
}
