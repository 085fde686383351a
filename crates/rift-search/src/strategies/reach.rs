//! Qi, Roychoudhury, Liang: "Test Generation to Expose Changes in Evolved Programs" (ASE 2010), Algorithm 1.
//!
//! Until a run executes the change, the next decision to negate is the one that the change depends on most directly, in
//! the control dependence graph of the whole program. Of the paper's optimisations, two are in the machine and the solver:
//! decisions that do not depend on the input are none, and of the conditions before a branch only those count that share
//! input with it. A branch that would lead to the change but does not depend on the input is opened by negating what it
//! depends on (crate::tactics::repairs), and a branch that decisions before it forbid is tried without those that do
//! not lead to it (crate::tactics::relaxing).
//!
//! The paper measures by control dependence (`reach-paper`). Ours measures through values as well, and leads runs to the change
//! while they run. After the change, both are `dse` among the paths that executed it.

use super::dse::by_coverage;
use super::wear::doublings;
use crate::engine::{Edge, Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use std::collections::HashMap;

/// What a route is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Dependence of control, as in the paper.
    Control,
    /// Dependence of control and through values.
    Values,
}

#[derive(Debug, Clone)]
pub(crate) struct ByRoute {
    pub(super) measure: Measure,
    taken: HashMap<Edge, u32>,
}

/// A decision that no change depends on may still stand in the way of one that it does: it comes after all others.
const INDIRECT: Rank = 1 << 16;
/// Once a change is executed, what is behind it comes before other ways to it.
const BEFORE_CHANGE: Rank = 4;

impl ByRoute {
    pub fn new(measure: Measure) -> ByRoute {
        ByRoute { measure, taken: HashMap::new() }
    }

    pub fn rank_of(&self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Rank {
        if branch.is_behind_change() {
            return by_coverage(branch, seen);
        }
        let again = doublings(self.taken.get(&branch.edge).copied().unwrap_or(0));
        let pinned = if branch.is_pin() { INDIRECT } else { 0 };
        let distance = match self.measure {
            Measure::Control => branch.place.control,
            Measure::Values => branch.place.guided,
        };
        // A step of dependence back from where a run is stuck counts half: such steps are many and short.
        let route = match (distance, notes.toward) {
            _ if notes.reopens => 0,
            (Some(distance), Some(steps)) => (2 * distance).min(steps),
            (Some(distance), None) => 2 * distance,
            (None, Some(steps)) => steps,
            (None, None) => INDIRECT + branch.place.distance.unwrap_or(INDIRECT),
        };
        BEFORE_CHANGE + route + 2 * again + pinned
    }

    pub fn note_taken(&mut self, branch: &PendingBranch) {
        *self.taken.entry(branch.edge).or_default() += 1;
    }
}

impl Order for ByRoute {
    fn name(&self) -> &'static str {
        match self.measure {
            Measure::Values => "by-route",
            Measure::Control => "by-control-route",
        }
    }

    fn rank(&mut self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Option<Rank> {
        Some(self.rank_of(branch, notes, seen))
    }

    fn on_taken(&mut self, branch: &PendingBranch, _: Notes) {
        self.note_taken(branch);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{GATED_LETTERS, OTHER, Versions, gated, gates, noise};

    /// Asks for a word behind letters that have nothing to do with it.
    fn asks(result: u32) -> String {
        let (noise, gates) = (noise(0..5), gates(5, "abc", ("there", "out")));
        format!(
            "{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  jump n0\n{noise}n5:\n  jump w5\n{gates}\
             there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn what_a_change_depends_on_comes_before_what_is_not_covered() {
        let runs = Versions::new(&asks(1), &asks(2)).between(8, "reach-paper", ("", "-by-control-route,+by-coverage"));
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }

    /// Without repairs, which would find the decision as well.
    #[test]
    fn a_route_leads_through_values() {
        let switches = ("-repairs,-by-control-route,+by-route", "-repairs");
        let runs = Versions::new(&gated(1), &gated(2)).between(GATED_LETTERS, "reach-paper", switches);
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }
}
