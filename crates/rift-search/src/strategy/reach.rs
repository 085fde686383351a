//! Qi, Roychoudhury, Liang: "Test Generation to Expose Changes in Evolved Programs" (ASE 2010), Algorithm 1.
//!
//! Until a run comes to the change, the next decision to flip is the one that the change depends on most directly, in
//! the control dependence graph of the whole program. Of the paper's optimisations, two are in the machine and the solver:
//! decisions that do not depend on the input are none, and of the conditions before a flip only those count that share
//! input with it. A branch that would lead to the change but does not depend on the input is opened by flipping what it
//! hangs on (crates/rift-search/src/correlate), and a flip that decisions before it forbid is tried without those that do
//! not lead to it (crates/rift-search/src/relax.rs).
//!
//! After the change, this is `dse` among the paths that came past it.

use super::{Dse, Flip, Rank, Strategy, Wants};
use crate::coverage::{Coverage, Edge};
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Reach {
    taken: HashMap<Edge, u32>,
}

/// A decision that no change depends on may still stand in the way of one that it does: it comes after all others.
const INDIRECT: Rank = 1 << 16;
/// Once a change is reached, what is behind it comes before other ways to it.
const BEFORE_CHANGE: Rank = 4;

impl Strategy for Reach {
    fn wants(&self) -> Wants {
        Wants { correlations: true, leads: true, ..Wants::default() }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        if flip.touched {
            return Dse.rank(flip, coverage);
        }
        let distance = flip.distance?;
        let again = self.taken.get(&flip.edge).map_or(0, |taken| u32::BITS - taken.leading_zeros());
        let pinned = if let DecisionKind::Pin(_) = flip.kind { INDIRECT } else { 0 };
        let way = match (flip.way, flip.toward) {
            _ if flip.reopens => 0,
            (Some(control), Some(steps)) => (2 * control).min(steps),
            (Some(control), None) => 2 * control,
            (None, Some(steps)) => steps,
            (None, None) => INDIRECT + distance,
        };
        Some(BEFORE_CHANGE + way + 2 * again + pinned)
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken.entry(flip.edge).or_default() += 1;
    }
}
