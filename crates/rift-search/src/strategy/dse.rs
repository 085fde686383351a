//! Every path: the yardstick for all others.

use super::{Flip, Rank, Strategy};
use crate::coverage::Coverage;
use rift_vm::concolic::DecisionKind;

/// What was never covered first, other values of pinned terms last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dse;

impl Strategy for Dse {
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        Some(match flip.kind {
            DecisionKind::Pin(_) => 2,
            _ if !coverage.has(flip.edge) => 0,
            _ => 1,
        })
    }
}
