//! The default for two versions.
//!
//! Takes the route to the nearest change first: by dependence where there is one, else by distance; ways that no run has taken
//! are as good. Once there, where the other version can still decide differently comes before everything else, then decisions
//! that a change has an effect on, then what blocks a run (crate::tactics::repairs), then others behind the change. Of several
//! changes, those that no run has executed come first, and what lies behind changes that are known to differ steps back
//! (crate::tactics::unreached). Other ways to a change that is executed have turns of their own ([`Side::Before`]), unless they
//! are at hand. A condition that was never made to hold counts more than one that was: a word is found letter by letter, though
//! all its letters are compared by the same code.

use super::wear::{Wear, doublings};
use crate::engine::{Edge, Learned, Notes, PendingBranch, Rank};
use crate::tactics::{Order, Seen};
use crate::tuning::Tuning;
use std::collections::BTreeMap;

/// Which side of a change, once one is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Behind,
    Before,
}

#[derive(Debug, Clone)]
pub(crate) struct ByChange {
    side: Side,
    tuning: Tuning,
    wear: Wear,
    /// How often the solver gave up on a way, by version.
    hard: BTreeMap<(usize, Edge), u32>,
}

/// How many steps of dependence back count at most, in steps to a change: the nearest decisions come before ways behind a change
/// that nothing is known of, those far back after them.
const MAX_BACK: Rank = 3;

impl ByChange {
    pub fn new(side: Side, tuning: &Tuning) -> ByChange {
        ByChange { side, tuning: tuning.clone(), wear: Wear::new(tuning.condition_wear), hard: BTreeMap::new() }
    }

    fn worn(&self, branch: &PendingBranch, notes: Notes) -> Rank {
        let hard = self.hard.get(&(branch.version(), branch.edge)).copied().unwrap_or(0);
        let pinned = if branch.is_pin() { self.tuning.pinned } else { 0 };
        let long = branch.origin.doublings.saturating_sub(self.tuning.long_run_doublings);
        self.wear.of(branch, notes) + self.tuning.hard_query * doublings(hard) + pinned + long
    }

    /// From what blocks a run.
    fn back(&self, steps: u32) -> Rank {
        1 + (steps / self.tuning.steps_back.max(1)).min(MAX_BACK)
    }

    /// Without wear, and on which side.
    fn known(&self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> (Side, Rank) {
        let tuning = &self.tuning;
        if branch.version() > 0 || notes.is_affected || notes.goal.is_some() {
            return (Side::Behind, 0);
        }
        let foreign = if branch.place.is_foreign && notes.toward.is_none() { tuning.foreign } else { 0 };
        let is_taken = seen.coverage.has(branch.edge);
        if branch.is_behind_change() {
            let behind = match notes.toward {
                Some(steps) => self.back(steps),
                None if notes.is_dead => tuning.dead,
                None => tuning.behind + u32::from(is_taken),
            };
            return (Side::Behind, foreign + behind);
        }
        let distance = branch.place.distance.unwrap_or(Rank::MAX / 2) + tuning.unguided;
        let route = branch.place.guided.map_or(distance, |guided| guided.min(distance));
        if !seen.has_executed {
            let route = if is_taken { route } else { route.min(tuning.untaken) };
            let stuck = notes.toward.map_or(route, |steps| route.min(1 + steps / tuning.steps_back.max(1)));
            return (Side::Behind, foreign + 1 + stuck);
        }
        // Another way to the change that is at hand is as good as what is behind it.
        if let Some(control) = branch.place.control.filter(|control| *control <= tuning.at_hand) {
            return (Side::Behind, foreign + 1 + control);
        }
        // Once a change is executed, what its effect depends on is looked for behind it: before it, the way there is lost. But an
        // effect that is hidden there may need another way to the change, and other values on the way that is known.
        let route = if branch.origin.reached_change { route.min(tuning.before_on_route) } else { route };
        (Side::Before, foreign + notes.toward.map_or(route, |steps| route.min(steps / (2 * tuning.steps_back.max(1)))))
    }
}

impl Order for ByChange {
    fn name(&self) -> &'static str {
        match self.side {
            Side::Behind => "by-change",
            Side::Before => "before-change",
        }
    }

    fn rank(&mut self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Option<Rank> {
        let worn = self.worn(branch, notes);
        let (side, known) = self.known(branch, notes, seen);
        // Towards a change that no run has executed before all that is known of the others.
        let opens = notes.opens.map(|steps| self.back(steps));
        if let Some(steps) = notes.remaining.into_iter().chain(opens).min() {
            let steps = if side == Side::Behind { steps.min(known) } else { steps };
            return (self.side == Side::Behind).then_some(worn.saturating_add(steps));
        }
        let settled = if notes.is_settled { self.tuning.settled } else { 0 };
        (self.side == side).then_some(worn.saturating_add(settled).saturating_add(known))
    }

    fn on_taken(&mut self, branch: &PendingBranch, notes: Notes) {
        self.wear.on_taken(branch, notes);
    }

    fn on_undecided(&mut self, branch: &PendingBranch) {
        *self.hard.entry((branch.version(), branch.edge)).or_default() += 1;
    }

    fn forget_terms(&mut self) {
        self.wear.forget_terms();
    }

    fn save(&self, learned: &mut Learned) {
        self.wear.save(learned);
        learned.undecided = self.hard.iter().map(|(key, count)| (*key, *count)).collect();
    }

    fn restore(&mut self, learned: &Learned) {
        self.wear.restore(learned);
        self.hard = learned.undecided.iter().copied().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Coverage, Goal, Place, Trail};
    use crate::testing::{HIDDEN_LETTERS, OTHER, Versions, branch, hidden, noise};

    fn rank(side: Side, branch: &PendingBranch, notes: Notes, has_executed: bool) -> Option<Rank> {
        let seen = Seen { coverage: &Coverage::default(), has_executed };
        ByChange::new(side, &Tuning::default()).rank(branch, notes, seen)
    }

    fn behind(branch: &PendingBranch, notes: Notes) -> Rank {
        rank(Side::Behind, branch, notes, true).expect("it is behind a change")
    }

    #[test]
    fn the_programs_own_decisions_come_before_those_of_libraries() {
        let own = branch(0);
        let foreign = PendingBranch { place: Place { is_foreign: true, ..Place::UNKNOWN }, ..branch(0) };
        assert!(behind(&own, Notes::default()) < behind(&foreign, Notes::default()));
        let wanted = Notes { goal: Some(Goal::Output), ..Notes::default() };
        assert_eq!(
            behind(&own, wanted),
            behind(&foreign, wanted),
            "a word is compared by the library, letter by letter"
        );
    }

    #[test]
    fn what_lies_before_a_change_has_turns_of_its_own_once_it_is_executed() {
        let place = Place { distance: Some(9), ..Place::UNKNOWN };
        let before = PendingBranch { trail: Trail::new(0), place, ..branch(0) };
        let ranks = |has| [Side::Behind, Side::Before].map(|side| rank(side, &before, Notes::default(), has).is_some());
        assert_eq!(ranks(false), [true, false], "nothing else is known of");
        assert_eq!(ranks(true), [false, true]);
        let at_hand = PendingBranch { place: Place { control: Some(1), ..place }, trail: Trail::new(0), ..branch(0) };
        assert!(rank(Side::Behind, &at_hand, Notes::default(), true).is_some());
    }

    #[test]
    fn what_keeps_an_effect_alive_comes_before_what_is_dead() {
        let notes = |toward, is_dead| Notes { toward, is_dead, ..Notes::default() };
        let [repair, other, dead] =
            [notes(Some(0), true), notes(None, false), notes(None, true)].map(|notes| behind(&branch(0), notes));
        assert!(repair < other && other < dead);
    }

    #[test]
    fn known_differences_step_back() {
        let settled = Notes { is_settled: true, ..Notes::default() };
        assert!(behind(&branch(0), Notes::default()) < behind(&branch(0), settled));
    }

    #[test]
    fn what_hides_an_effect_is_decided_otherwise_before_what_is_not_covered() {
        let switches = ("", "-by-change,+by-coverage");
        let runs = Versions::new(&hidden(1), &hidden(2)).between(HIDDEN_LETTERS, "auto", switches);
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }

    /// Keeps some bits of a letter, and shows them in a mode that another letter chooses before that.
    fn shows(bits: u32) -> String {
        let noise = noise(2..4);
        format!(
            "global @mode size 4 align 4 = i32 0\nglobal @kept size 1 align 1 = i8 0\n{OTHER}\
             function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  branch t, set, change\n\
             set:\n  store i32 1, @mode\n  jump change\nchange:\n  p = offset ptr word, 1\n  d = load i8, p\n  \
             x = and i8 d, {bits}\n  store i8 x, @kept\n  jump n2\n\
             {noise}n4:\n  m = load i32, @mode\n  u = icmp ne i32 m, 0\n  branch u, show, out\n\
             show:\n  k = load i8, @kept\n  r = zext i8 k to i32\n  return i32 r\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn an_effect_that_needs_another_route_to_the_change_is_given_turns() {
        let runs = Versions::new(&shows(31), &shows(15)).contrast(4, "auto", "before-change");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }
}
