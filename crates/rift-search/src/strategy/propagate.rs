//! Qi, Roychoudhury, Liang: "Test Generation to Expose Changes in Evolved Programs" (ASE 2010), Algorithm 2.
//!
//! Comes to the change as `reach` does, one decision after the other. Then, on each input that shows no difference, the
//! change-effect propagation tree says where the effect died, and the flips that can keep it alive come first
//! (crates/rift-search/src/correlate): the other version deciding differently (`PropCjmp`), what hides a value
//! (`PropTransfer`), the way to a use of what was defined (`PropNouse`). Where none is left, it goes on as `dse`.

use super::{Dse, Flip, Rank, Reach, Strategy, Wants, Wear};
use crate::coverage::Coverage;

#[derive(Debug, Clone, Default)]
pub struct Propagate {
    reach: Reach,
    wear: Wear,
}

/// What nothing is known about comes after every repair.
const OTHERS: Rank = 64;
/// Other ways to the change come after what is behind it.
const BEFORE_CHANGE: Rank = 128;

impl Strategy for Propagate {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true, uses: true, ..Wants::default() }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.wear.of(flip);
        if flip.stage > 0 || flip.wanted.is_some() {
            return Some(worn);
        }
        match (flip.touched, flip.toward) {
            (true, Some(steps)) => Some(1 + steps.min(OTHERS / 2) + worn),
            (true, None) => Some(OTHERS + Dse.rank(flip, coverage)? + worn),
            // An earlier decision that the effect hangs on: it may be lost on the way.
            (false, Some(steps)) => Some(3 + steps.min(OTHERS / 2) + worn),
            (false, None) => Some(BEFORE_CHANGE + self.reach.rank(flip, coverage)?),
        }
    }

    fn taken(&mut self, flip: &Flip) {
        self.wear.taken(flip);
        self.reach.taken(flip);
    }

    fn forget(&mut self) {
        self.wear.forget();
    }
}
