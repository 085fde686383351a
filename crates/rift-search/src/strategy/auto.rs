//! The default for two versions.
//!
//! Leaves out what cannot come to a change. Takes the way to the nearest change first: by dependence where there is
//! one, else by distance; ways that no run has taken are as good. Once there, where the other version can still decide
//! differently comes before everything else, then decisions that a change has an effect on, then what a run that is
//! stuck hangs on (crates/rift-search/src/correlate.rs), then others behind the change. Of several changes, those that
//! no run came past come first, and what lies behind changes that are known to differ steps back
//! (crates/rift-search/src/unreached.rs). Other ways to a change that is reached have turns of their own ([`ASIDE`]),
//! unless they are at hand. A condition that was never made to hold counts more than one that was: a word is found
//! letter by letter, though all its letters are compared by the same code.

use super::{ASIDE, Flip, Rank, Strategy, Wants, Wear, logarithm};
use crate::coverage::{Coverage, Edge};
use crate::pair::STAGES;
use rift_vm::concolic::DecisionKind;
use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Auto {
    wear: Wear,
    /// Whether any run came past a change.
    reached: bool,
    /// How often the solver gave up on a way, by stage.
    hard: [HashMap<Edge, u32>; STAGES],
}

/// What a query that takes all its time counts: what can be had for less comes first.
const HARD: Rank = 8;
/// What a decision counts behind changes that are known to differ.
const SETTLED: Rank = 5;
/// What a decision of a library counts that nothing is known to hang on: the program's own say more about what it does.
const FOREIGN: Rank = 2;
/// What a decision counts at most that lies before a change on a path to it.
const LED: Rank = 2;
/// Control dependences to a change that is at hand.
const NEAR: u32 = 3;
/// What a way counts that no run has taken, before any came to a change: it may be what the known ones are stuck for.
const NEW: Rank = 1;
/// What a decision counts where the effect of the change was dead already.
const DEAD: Rank = 6;

impl Auto {
    fn worn(&self, flip: &Flip) -> Rank {
        let hard = self.hard[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        let pinned = if let DecisionKind::Pin(_) = flip.kind { 4 } else { 0 };
        self.wear.of(flip) + HARD * logarithm(hard) + pinned
    }
}

impl Strategy for Auto {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true, leads: true }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.worn(flip);
        // Towards a change that no run came past before all that is known of the others.
        let opens = flip.opens.map(|steps| 1 + (steps / 4).min(3));
        if let Some(steps) = flip.unreached.into_iter().chain(opens).min() {
            return Some(worn + steps.min(self.known(flip, coverage).unwrap_or(Rank::MAX)));
        }
        let settled = if flip.settled { SETTLED } else { 0 };
        self.known(flip, coverage).map(|rank| worn + settled + rank)
    }

    fn taken(&mut self, flip: &Flip) {
        self.wear.taken(flip);
    }

    fn undecided(&mut self, flip: &Flip) {
        *self.hard[flip.stage].entry(flip.edge).or_default() += 1;
    }

    fn forget(&mut self) {
        self.wear.forget();
    }
}

impl Auto {
    /// Without wear.
    fn known(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        if flip.stage > 0 || flip.affected || flip.wanted.is_some() {
            return Some(0);
        }
        let foreign = if flip.foreign && flip.toward.is_none() { FOREIGN } else { 0 };
        if flip.touched {
            self.reached = true;
            let behind = match flip.toward {
                Some(steps) => 1 + (steps / 4).min(3),
                None if !flip.alive => DEAD,
                None if coverage.has(flip.edge) => 3,
                None => 2,
            };
            return Some(foreign + behind);
        }
        let distance = flip.distance?;
        let way = flip.way.map_or(distance + 2, |way| way.min(distance + 2));
        if !self.reached {
            let way = if coverage.has(flip.edge) { way } else { way.min(NEW) };
            return Some(foreign + 1 + flip.toward.map_or(way, |steps| way.min(1 + steps / 4)));
        }
        // Another way to the change that is at hand is as good as what is behind it.
        if let Some(control @ ..=NEAR) = flip.control {
            return Some(foreign + 1 + control);
        }
        // Once a change is reached, what its effect hangs on is looked for behind it: before it, the way there is lost. But an
        // effect that is hidden there may need another way to the change, and other values on the way that is known.
        let way = if flip.led { way.min(LED) } else { way };
        Some(ASIDE + foreign + flip.toward.map_or(way, |steps| way.min(steps / 8)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::testing::flip;

    /// Ranks of flips, in the order that they are asked.
    fn ranks<const N: usize>(flips: [Flip; N]) -> [Rank; N] {
        let mut auto = Auto::default();
        flips.map(|flip| auto.rank(&flip, &Coverage::default()).expect("a change can be reached"))
    }

    #[test]
    fn the_programs_own_decisions_come_before_those_of_libraries() {
        let own = flip(0);
        let [own_rank, foreign] = ranks([own, Flip { foreign: true, ..own }]);
        assert!(own_rank < foreign);
        let wanted = Flip { wanted: Some(crate::Wish::Output), ..own };
        let [own_rank, foreign] = ranks([wanted, Flip { foreign: true, ..wanted }]);
        assert_eq!(own_rank, foreign, "a word is compared by the library, letter by letter");
    }

    #[test]
    fn what_lies_before_the_change_is_aside_once_it_is_reached() {
        let before = Flip { touched: false, led: false, distance: Some(9), ..flip(0) };
        let led = Flip { led: true, ..before };
        let [on_the_way, behind, other_way, same_way] = ranks([before, flip(1), before, led]);
        assert!(on_the_way < ASIDE && behind < ASIDE);
        assert!(ASIDE <= same_way && same_way < other_way);
    }
}
