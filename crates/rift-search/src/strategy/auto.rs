//! The default for two versions.
//!
//! Leaves out what cannot come to a change. Takes the way to the nearest change first: by control dependence where
//! there is one, else by distance. Once there, where the other version can still decide differently comes before
//! everything else, then decisions that a change has an effect on, then others behind the change. A condition that was
//! never made to hold counts more than one that was: a word is found letter by letter, though all its letters are
//! compared by the same code.

use super::{Flip, Rank, Strategy, Wants};
use crate::coverage::{Coverage, Edge};
use rift_expr::TermId;
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Auto {
    /// How often a condition was chosen to hold, by stage.
    taken: [HashMap<TermId, u32>; 2],
    /// How often a way was chosen, by stage.
    gone: [HashMap<Edge, u32>; 2],
    /// How often the solver gave up on a way, by stage.
    hard: [HashMap<Edge, u32>; 2],
}

/// What a query that takes all its time counts: what can be had for less comes first.
const HARD: Rank = 8;
/// What a decision counts where the effect of the change was dead already.
const DEAD: Rank = 6;

fn logarithm(count: u32) -> u32 {
    u32::BITS - count.leading_zeros()
}

impl Auto {
    /// The same again and again is worth less and less.
    fn worn(&self, flip: &Flip) -> Rank {
        let taken = self.taken[flip.stage].get(&flip.goal).copied().unwrap_or(0);
        let hard = self.hard[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        let pinned = if let DecisionKind::Pin(_) = flip.kind { 4 } else { 0 };
        let gone = self.gone[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        2 * logarithm(taken) + logarithm(gone) / 2 + HARD * logarithm(hard) + pinned
    }
}

impl Strategy for Auto {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.worn(flip);
        if flip.stage > 0 || flip.affected || flip.wanted {
            return Some(worn);
        }
        if flip.touched {
            return Some(match flip.toward {
                Some(steps) => worn + 1 + (steps / 4).min(3),
                None if !flip.alive => worn + DEAD,
                None => worn + if coverage.has(flip.edge) { 3 } else { 2 },
            });
        }
        let distance = flip.distance?;
        let way = flip.control.map_or(distance + 2, |control| control.min(distance + 2));
        Some(worn + 1 + flip.toward.map_or(way, |steps| way.min(1 + steps / 4)))
    }

    fn taken(&mut self, flip: &Flip) {
        *self.taken[flip.stage].entry(flip.goal).or_default() += 1;
        *self.gone[flip.stage].entry(flip.edge).or_default() += 1;
    }

    fn undecided(&mut self, flip: &Flip) {
        *self.hard[flip.stage].entry(flip.edge).or_default() += 1;
    }

    fn forget(&mut self) {
        self.taken.iter_mut().for_each(HashMap::clear);
    }
}
