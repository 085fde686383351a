//! The default for two versions.
//!
//! Leaves out what cannot come to a change. Takes the way to the nearest change first: by dependence where there is
//! one, else by distance; ways that no run has taken are as good. Once there, where the other version can still decide
//! differently comes before everything else, then decisions that a change has an effect on, then what a run that is
//! stuck hangs on (crates/rift-search/src/correlate), then others behind the change. Of several changes, those that
//! no run came past come first, and what lies behind changes that are known to differ steps back
//! (crates/rift-search/src/unreached.rs). Other ways to a change that is reached have turns of their own ([`ASIDE`]),
//! unless they are at hand. When that has shown nothing for a while, the order of `propagate` has turns as well. A condition
//! that was never made to hold counts more than one that was: a word is found letter by letter, though all its letters are
//! compared by the same code.
//!
//! A rank counts in steps to a change, and so do the numbers below: how many steps further off something may be and still
//! come first. They are set by hand. What is recorded is how all of them do together, in runs to reach and to differ over
//! `subjects/` (`rift-conformance bench diff --budget 200runs`, docs/BENCH.md), not what a single one is worth. None changes
//! what is found in the end, only when.

use super::{ASIDE, Flip, Propagate, Rank, Strategy, Wants, Wear, logarithm};
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
    /// Whose order has its turns.
    propagate: Propagate,
}

/// What a query that takes all its time counts: what can be had for less comes first. Too much, and what only such a query can
/// open comes last. Counted once for each doubling of failures.
const HARD: Rank = 8;
/// Runs that are longer than the shortest by more than so many times two are worth less: others are to be had for less. Less
/// would put off what takes a few rounds of a loop more.
const SHORT: u32 = 2;
/// What a decision counts behind changes that are known to differ. More than anything behind a change ranks that an effect may
/// still hang on (4), less than where effects are dead: other changes first, but a second difference of the same one is
/// not given up.
const SETTLED: Rank = 5;
/// What a decision of a library counts that nothing is known to hang on: the program's own say more about what it does. Chosen
/// on a program that reads lines, where two of three flips were in `memchr`, `fgets` and `sscanf`. Too much, and a program that
/// leaves its parsing to the library is explored late.
const FOREIGN: Rank = 2;
/// What a decision counts at most that lies before a change on a path to it: it keeps the way, so that how far off it is
/// matters less. Trades other values on a known way against other ways.
const LED: Rank = 2;
/// Control dependences to a change that is at hand. More of them, and other ways to a change compete with what is behind it;
/// less, and a second way into the same condition waits for its turn aside.
const NEAR: u32 = 3;
/// What a way counts that no run has taken, before any came to a change: it may be what the known ones are stuck for. As near as
/// the last step to a change, since dependence does not see all that leads there; wear takes it back.
const NEW: Rank = 1;
/// What a decision counts where the effect of the change was dead already: behind all others there, but not never, since that
/// it is dead was seen on one input only.
const DEAD: Rank = 6;
/// What a value counts that the machine had to settle on: each other value is a path of its own, and most do the same.
const PINNED: Rank = 4;
/// Steps of dependence back from where a run is stuck that count as one to a change, and how many of these count at most: such
/// steps are many and short. The nearest decisions come before ways behind a change that nothing is known of, those far back
/// after them.
const STEPS_BACK: u32 = 4;
const MOST_BACK: Rank = 3;
/// The same for what lies aside: there, what a run is stuck at counts more than how far the change is, which is reached.
const STEPS_BACK_ASIDE: u32 = 8;
/// Behind a change, where nothing is known to hang on a decision: ways that some run took there, and new ones.
const TAKEN_BEHIND: Rank = 3;
const NEW_BEHIND: Rank = 2;
/// What a way to a change counts more that is known by decisions alone, not by dependence: that a change can be reached does
/// not say that this decision has to do with it.
const UNLED: u32 = 2;

/// From what a run is stuck at.
fn back(steps: u32) -> Rank {
    1 + (steps / STEPS_BACK).min(MOST_BACK)
}

impl Auto {
    fn worn(&self, flip: &Flip) -> Rank {
        let hard = self.hard[flip.stage].get(&flip.edge).copied().unwrap_or(0);
        let pinned = if let DecisionKind::Pin(_) = flip.kind { PINNED } else { 0 };
        self.wear.of(flip) + HARD * logarithm(hard) + pinned + flip.long.saturating_sub(SHORT)
    }
}

impl Strategy for Auto {
    fn wants(&self) -> Wants {
        Wants { wishes: true, correlations: true, leads: true, uses: true, guesses: true, second: true }
    }

    fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        let worn = self.worn(flip);
        // Towards a change that no run came past before all that is known of the others.
        let opens = flip.opens.map(back);
        if let Some(steps) = flip.unreached.into_iter().chain(opens).min() {
            return Some(worn + steps.min(self.known(flip, coverage).unwrap_or(Rank::MAX)));
        }
        let settled = if flip.settled { SETTLED } else { 0 };
        self.known(flip, coverage).map(|rank| worn + settled + rank)
    }

    fn second_rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
        self.propagate.rank(flip, coverage)
    }

    fn taken(&mut self, flip: &Flip) {
        self.wear.taken(flip);
        self.propagate.taken(flip);
    }

    fn undecided(&mut self, flip: &Flip) {
        *self.hard[flip.stage].entry(flip.edge).or_default() += 1;
    }

    fn forget(&mut self) {
        self.wear.forget();
        self.propagate.forget();
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
                Some(steps) => back(steps),
                None if !flip.alive => DEAD,
                None if coverage.has(flip.edge) => TAKEN_BEHIND,
                None => NEW_BEHIND,
            };
            return Some(foreign + behind);
        }
        let distance = flip.distance?;
        let way = flip.way.map_or(distance + UNLED, |way| way.min(distance + UNLED));
        if !self.reached {
            let way = if coverage.has(flip.edge) { way } else { way.min(NEW) };
            return Some(foreign + 1 + flip.toward.map_or(way, |steps| way.min(1 + steps / STEPS_BACK)));
        }
        // Another way to the change that is at hand is as good as what is behind it.
        if let Some(control @ ..=NEAR) = flip.control {
            return Some(foreign + 1 + control);
        }
        // Once a change is reached, what its effect hangs on is looked for behind it: before it, the way there is lost. But an
        // effect that is hidden there may need another way to the change, and other values on the way that is known.
        let way = if flip.led { way.min(LED) } else { way };
        Some(ASIDE + foreign + flip.toward.map_or(way, |steps| way.min(steps / STEPS_BACK_ASIDE)))
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
