//! Taneja, Xie, Tillmann, de Halleux, Schulte: "eXpress: Guided Path Exploration for Regression Test Generation" (2011).
//!
//! Their engine explores all paths, and leaves out branches that cannot help. So does this one, as `dse`, without
//!
//! - flips from which no change can be reached, until a run comes to one (execution);
//! - flips behind a change where its effect is dead, or where there was none (infection, propagation). Whether there is one
//!   is seen by following both versions (crates/rift-search/src/correlate.rs), on the input that was run. A decision that the
//!   values at the change hang on is kept: it may infect the state.
//!
//! They make infection a branch by hand, running the old code of the changed region on the new state. Here the other
//! version is run on every path that comes to a change, on the same terms: where it can decide or show something else that is
//! a branch of the pair of paths, and is asked together with earlier flips (`wishes`). Existing tests come first.
//!
//! Errs towards less: what is left out for a dead effect is counted as left out, and never called equal.

use super::{Dse, Flip, Rank, Strategy, Wants};
use crate::coverage::Coverage;

#[derive(Debug, Clone, Copy, Default)]
pub struct Express;

/// What is known to help comes before all others.
const OTHERS: Rank = 2;

impl Strategy for Express {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        if !flip.matters() {
            return None;
        }
        if flip.stage > 0 || flip.wanted {
            return Some(0);
        }
        match (flip.touched, flip.toward) {
            (true, Some(_)) => Some(1),
            (true, None) if !flip.alive => None,
            _ => Some(OTHERS + Dse.rank(flip, coverage)?),
        }
    }
}
