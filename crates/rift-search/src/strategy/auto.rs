//! The default for two versions.
//!
//! Leaves out what cannot come to a change. Takes the way to the nearest change first: by control dependence where
//! there is one, else by distance. Once there, where the other version can still decide differently comes before
//! everything else, then decisions that a change has an effect on, then others behind the change. A condition that was
//! never made to hold counts more than one that was: a word is found letter by letter, though all its letters are
//! compared by the same code.

use super::{Flip, Rank, Strategy};
use crate::coverage::Coverage;
use rift_expr::TermId;
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Auto {
    /// How often a condition was chosen to hold, by stage.
    taken: [HashMap<TermId, u32>; 2],
}

impl Auto {
    /// The same again and again is worth less and less.
    fn worn(&self, flip: &Flip) -> Rank {
        let taken = self.taken[flip.stage].get(&flip.goal).copied().unwrap_or(0);
        let pinned = if let DecisionKind::Pin(_) = flip.kind { 4 } else { 0 };
        2 * (u32::BITS - taken.leading_zeros()) + pinned
    }
}

impl Strategy for Auto {
    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.worn(flip);
        if flip.stage > 0 || flip.affected || flip.wanted {
            return Some(worn);
        }
        if flip.touched {
            return Some(worn + if coverage.has(flip.edge) { 2 } else { 1 });
        }
        let distance = flip.distance?;
        let way = flip.control.map_or(distance + 2, |control| control.min(distance + 2));
        Some(worn + 1 + way)
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken[flip.stage].entry(flip.goal).or_default() += 1;
    }

    fn forget(&mut self) {
        self.taken.iter_mut().for_each(HashMap::clear);
    }
}
