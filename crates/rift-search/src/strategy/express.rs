//! Taneja, Xie, Tillmann, de Halleux, Schulte: "eXpress: Guided Path Exploration for Regression Test Generation" (2011).
//!
//! Their engine explores all paths, what was not covered first, and leaves out branches that cannot help. So does this one,
//! without
//!
//! - flips from which no change can be reached, until a run comes to one (execution);
//! - flips behind a change where its effect is dead, or where there was none (infection, propagation). Whether there is one
//!   is seen by following both versions (crates/rift-search/src/correlate), on the input that was run. A decision that the
//!   values at the change hang on is kept: it may infect the state.
//!
//! They make infection a branch by hand, running the old code of the changed region on the new state. Here the other
//! version is run on every path that comes to a change, on the same terms: where it can decide or show something else that is
//! a branch of the pair of paths, and is asked together with earlier flips (`wishes`). Existing tests come first.
//!
//! Decisions that a change depends on, up to a few steps, and those that runs short of a change are known to be stuck at come
//! before others.
//!
//! Errs towards more: what is left out for a dead effect comes last, so that a space can still be closed.

use super::{Dse, Flip, Rank, Strategy, Wants, Wear};
use crate::coverage::Coverage;

/// What is left out where the effect is dead: it comes when nothing else is left. Another input on the same path may do what
/// the one that was followed did not, and then all is not the same in both versions.
const DEAD: Rank = 24;
/// Control dependences to a change that is at hand.
const NEAR: u32 = 3;

#[derive(Debug, Clone, Default)]
pub struct Express {
    wear: Wear,
}

impl Strategy for Express {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true, ..Wants::default() }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        if !flip.matters() {
            return None;
        }
        let worn = self.wear.of(flip);
        if flip.stage > 0 || flip.wanted.is_some() || flip.affected {
            return Some(worn);
        }
        match (flip.touched, flip.toward) {
            (true, Some(_)) => Some(1 + worn),
            (true, None) if !flip.alive => Some(DEAD + worn),
            (true, None) => Some(1 + Dse.rank(flip, coverage)? + worn),
            (false, _) if flip.control.is_some_and(|control| control <= NEAR) => Some(1 + worn),
            (false, Some(_)) => Some(1 + Dse.rank(flip, coverage)? + worn),
            (false, _) => Some(2 + Dse.rank(flip, coverage)? + worn),
        }
    }

    fn taken(&mut self, flip: &Flip) {
        self.wear.taken(flip);
    }

    fn forget(&mut self) {
        self.wear.forget();
    }
}
