//! Every path: the yardstick for all others.

use crate::engine::{Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use rift_vm::concolic::DecisionKind;

/// What was never covered first, other values of pinned terms last.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ByCoverage;

/// The rank of a branch by coverage alone.
pub(super) fn by_coverage(branch: &PendingBranch, seen: Seen<'_>) -> Rank {
    match branch.kind {
        DecisionKind::Pin(_) => 2,
        _ if !seen.coverage.has(branch.edge) => 0,
        _ => 1,
    }
}

impl Order for ByCoverage {
    fn name(&self) -> &'static str {
        "by-coverage"
    }

    fn rank(&mut self, branch: &PendingBranch, _: Notes, seen: Seen<'_>) -> Option<Rank> {
        Some(by_coverage(branch, seen))
    }
}
