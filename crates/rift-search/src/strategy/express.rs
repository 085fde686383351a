//! Taneja, Xie, Tillmann, de Halleux, Schulte: "eXpress: Guided Path Exploration for Regression Test Generation" (2011).
//!
//! Their engine explores all paths, and leaves out branches that cannot help to execute a change. So does this one:
//! as `dse`, without the flips from which no change can be reached. What they do by hand to see whether a state is
//! infected, and by a second run to see whether that shows, is one query here: the search runs both versions as one path.
//!
//! Their second pruning is not here: after a change, every flip is taken to help propagate it. Errs towards exploring too
//! much.

use super::{Dse, Flip, Rank, Strategy};
use crate::coverage::Coverage;

#[derive(Debug, Clone, Copy, Default)]
pub struct Express;

impl Strategy for Express {
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        if flip.matters() { Dse.rank(flip, coverage) } else { None }
    }
}
