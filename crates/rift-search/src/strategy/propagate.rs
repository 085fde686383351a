//! Qi, Roychoudhury, Liang: "Test Generation to Expose Changes in Evolved Programs" (ASE 2010), Algorithm 2.
//!
//! Comes to the change as `reach` does. Then, on each input that shows no difference, the change-effect propagation tree
//! says where the effect died, and the flips that can keep it alive come first (crates/rift-search/src/correlate.rs): the
//! other version deciding differently (`PropCjmp`), what hides a value (`PropTransfer`), the way to a use of what was defined
//! (`PropNouse`). Where none is left, it goes on as `dse`.

use super::{Dse, Flip, Rank, Reach, Strategy, Wants};
use crate::coverage::{Coverage, Edge};
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Propagate {
    reach: Reach,
    taken: HashMap<Edge, u32>,
}

/// What nothing is known about comes after every repair.
const OTHERS: Rank = 64;
/// Other ways to the change come after what is behind it.
const BEFORE_CHANGE: Rank = 128;

impl Strategy for Propagate {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let again = self.taken.get(&flip.edge).map_or(0, |taken| u32::BITS - taken.leading_zeros());
        if flip.stage > 0 || flip.wanted {
            return Some(2 * again);
        }
        match (flip.touched, flip.toward) {
            (true, Some(steps)) => Some(1 + steps.min(OTHERS / 2) + 2 * again),
            (true, None) => Some(OTHERS + Dse.rank(flip, coverage)? + 2 * again),
            // An earlier decision that the effect hangs on is as good as one behind the change.
            (false, Some(steps)) => Some(2 + steps.min(OTHERS / 2) + 2 * again),
            (false, None) => Some(BEFORE_CHANGE + self.reach.rank(flip, coverage)?),
        }
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken.entry(flip.edge).or_default() += 1;
        self.reach.taken(flip);
    }
}
