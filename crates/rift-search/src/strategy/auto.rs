//! The default for two versions.
//!
//! Leaves out what cannot come to a change. Takes the way to the nearest change first: by control dependence where
//! there is one, else by distance. Once there, where the other version can still decide differently comes before
//! everything else, then what was not covered behind the change.

use super::{Flip, Rank, Strategy};
use crate::coverage::{Coverage, Edge};
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Auto {
    /// By stage.
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
        let distance = flip.distance?;
        let way = flip.control.map_or(distance + 2, |control| control.min(distance + 2));
        Some(1 + way + 2 * worn + pinned)
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken[flip.stage].entry(flip.edge).or_default() += 1;
    }
}
