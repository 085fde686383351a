//! Which flips matter, and in which order.

use crate::coverage::{Coverage, Edge};
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

/// A decision that could have gone another way.
#[derive(Debug, Clone, Copy)]
pub struct Flip {
    /// The other way.
    pub edge: Edge,
    pub kind: DecisionKind,
    /// Decisions before it on its path.
    pub depth: u32,
    /// Which program of the subject it belongs to.
    pub stage: usize,
    /// Whether the path came past a change before. True where no changes are known.
    pub touched: bool,
    /// Decisions from the other way to the nearest change, at least. `None`: no change is ever reached that way.
    pub distance: Option<u32>,
}

impl Flip {
    /// Whether the two versions can differ on paths that go the other way.
    pub fn matters(&self) -> bool {
        self.touched || self.distance.is_some()
    }
}

/// Where in the frontier a flip goes: the lowest rank is taken first, and of one rank the latest.
pub type Rank = u32;

pub trait Strategy: Send {
    /// `None`: never. Asked when a flip is found, and again when its turn comes: if it is higher by then, the flip goes
    /// to its new place.
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank>;

    /// The flip is about to be run.
    fn taken(&mut self, _: &Flip) {}
}

/// Every path: what was never covered first, other values of pinned terms last.
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

/// The default for two versions: leaves out what cannot come to a change, takes what is nearest to one first, and, once
/// there, where the other version can be made to decide differently.
#[derive(Debug, Clone, Default)]
pub struct Auto {
    taken: [HashMap<Edge, u32>; 2],
}

impl Auto {
    /// The same again and again is worth less and less.
    fn worn(&self, flip: &Flip) -> u32 {
        let taken = self.taken[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        u32::BITS - taken.leading_zeros()
    }
}

impl Strategy for Auto {
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.worn(flip);
        let pinned = if let DecisionKind::Pin(_) = flip.kind { 4 } else { 0 };
        if flip.stage > 0 {
            return Some(worn + pinned);
        }
        if flip.touched {
            let known = if coverage.has(flip.edge) { 2 } else { 0 };
            return Some(1 + known + worn + pinned);
        }
        Some(1 + flip.distance? + 2 * worn + pinned)
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken[flip.stage].entry(flip.edge).or_default() += 1;
    }
}
