//! Runs that are led to a change, or to the use of an effect, while they run.
//!
//! Qi, Roychoudhury, Liang (ASE 2010), Algorithm 1, flips the decision that a change depends on most directly and runs what
//! comes out, again and again: of five decisions on the way each takes a run. But the input of a run is not settled before
//! its end. At a decision that goes away from the change, the other way is asked for there and then, and if it is possible
//! the same run goes on with an input that takes it. Which way is nearer is told by dependence ([`rift_graph::Guide`]).
//! Inputs that somebody gave are run as they are. A turn that the path forbids may be open on another one: what forbids it is
//! looked for among the flips of the run (`reopen`).
//!
//! Behind a change the same leads to where a value would be used that waits in memory (crates/rift-search/src/waiting.rs).
//! A change that was passed without any effect is not done with: what its values hang on is decided otherwise first.
//!
//! Errs towards nothing: the way that was not taken is left behind as a flip, as every other one is.

use crate::frontier::Item;
use crate::pair::{Way, ways};
use crate::run::Run;
use crate::strategy::Flip;
use crate::tracker::{Possible, Trail};
use crate::worker::Worker;
use rift_env::{Process, SIZE_BYTES, SIZE_SUFFIX, StartError, is_word};
use rift_expr::{Model, TermId};
use rift_ir::{IntPredicate, Site};
use rift_solver::{Effort, Verdict};
use rift_vm::concolic::{Decision, DecisionKind};
use smallvec::SmallVec;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// So often is a run led the same way at the same place by the same part of the input; by other parts as well where the way
/// that it goes is known to be farther or to lead nowhere: else a loop would go on as long as it can. More would find what
/// takes three rounds of a loop in one run; less would not lead through two calls of one function. Judged, as all numbers of
/// the order of search, by runs to reach over `subjects/` (docs/BENCH.md).
const MOST_TURNS: usize = 2;
const MOST_PARTS: usize = 8;
/// So often in all: whoever was led there and did not come to a change is to go elsewhere. Each turn costs a query and leaves
/// a flip. More keeps runs at a gate that only looks near; less gives up a way that opens late.
const MOST_IN_VAIN: u32 = 12;

/// Runs for the first effect of a change before an input that nobody gave is tried.
const MOST_HEADED: usize = 4;

const LETTER: u8 = b'a';

/// So often does a run that is led to a use go the same way at the same place: a loop that comes round again has led
/// nowhere, and what is behind it does not depend on how it is left.
const MOST_ROUNDS: u32 = 1;

/// Shut turns of a run that are looked at, the last first, and flips that one of them is tried with.
const MOST_SHUT: usize = 4;
const MOST_TRIED: usize = 8;

/// Where a run is led.
#[derive(Default)]
pub(crate) struct Lead {
    /// `None`: to a change.
    to: Option<Use>,
    /// Decisions at which it was led another way.
    turns: Vec<Turn>,
    /// What would have had to hold for turns that the path forbids.
    shut: Vec<TermId>,
    /// How often it went which way of itself, where it is led to a use.
    went: HashMap<(Site, u32), u32>,
}

impl Lead {
    pub fn to_use(way: Rc<Way>, from: u32, depth: u32) -> Lead {
        Lead { to: Some(Use { way, from, depth }), ..Lead::default() }
    }

    /// So many uses, one of what the other left, did it lead to.
    pub fn depth(&self) -> u32 {
        self.to.as_ref().map_or(0, |to| to.depth)
    }

    /// Whether it has led nowhere yet, and the run is still the one that it began with.
    pub fn is_repeating(&self) -> bool {
        self.to.is_some() && self.turns.is_empty()
    }
}

/// A way that a run was led.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    site: Site,
    side: u32,
    /// The first byte that it is about.
    byte: Option<u32>,
}

/// Where something would be used on which a change has an effect.
struct Use {
    way: Rc<Way>,
    /// Decisions before the effect: up to there the run stays as it is.
    from: u32,
    depth: u32,
}

impl Worker<'_> {
    /// Whether the run of a flip, or one from the beginning, is led: as long as a change waits that it may come to.
    pub(crate) fn lead(&self, flip: Option<&Flip>) -> Option<Lead> {
        let leads = self.strategy.wants().leads && waits_for_change(flip, self.reached.any());
        leads.then(Lead::default)
    }

    /// Follows what a given input shows of the way to a change, as long as that comes nearer, before the next one is run:
    /// it may be there in less runs than there are inputs.
    pub(crate) fn head_for_change(&mut self) -> Result<(), StartError> {
        let mut nearest = u32::MAX;
        while self.strategy.wants().leads
            && !self.reached.any()
            && self.shared.should_stop().is_none()
            && let Some((steps, item)) = self.frontier.pop_nearer(nearest)
        {
            let runs = self.knowledge.totals.runs;
            self.flip(item)?;
            if self.knowledge.totals.runs > runs {
                nearest = steps;
            }
        }
        Ok(())
    }

    /// Where given inputs came past a change that had no effect, other values are wanted there: the decisions that they hang on
    /// come before inputs that nobody gave.
    pub(crate) fn head_for_effect(&mut self) -> Result<(), StartError> {
        for _ in 0..MOST_HEADED {
            let is_wanted = self.reached.any() && self.knowledge.totals.runs_to_infect == 0;
            if !is_wanted || !self.strategy.wants().uses || self.shared.should_stop().is_some() {
                break;
            }
            let Some(item) = self.frontier.pop_opening() else { break };
            let model = Rc::new(self.longer_words(&item));
            self.flip(Item { model, ..item })?;
        }
        Ok(())
    }

    /// The input of a flip, in which words that are made longer by it go on with letters, as words that begin a search do. A
    /// number does not: one more digit is ten times as much.
    fn longer_words(&self, item: &Item) -> Model {
        let mut model = Model::clone(&item.model);
        let sets = &self.knowledge.sets;
        let bound: HashSet<u32> =
            item.trail.condition.groups().into_iter().flat_map(|group| sets.support(group)).copied().collect();
        for (key, first) in item.trail.all_made().filter(|(key, _)| is_word(&key.name)) {
            let places = *first..first + key.bytes;
            let Some(end) = places.clone().find(|at| model.byte(*at) == 0) else { continue };
            let is_letter = |at: u32| !model.byte(at).is_ascii_digit() && !b"+-.".contains(&model.byte(at));
            if (*first..end).any(is_letter) {
                let free = (end + 1..places.end).filter(|at| !bound.contains(at));
                free.for_each(|at| model.set(at, LETTER));
            }
        }
        model
    }

    /// Turns a run at a decision if that is nearer to a change: the decision as it is then. Else, what was possible.
    pub(crate) fn steer(
        &mut self,
        run: &mut Run,
        decision: &Decision,
        mut possible: SmallVec<[Possible; 2]>,
    ) -> Result<Decision, SmallVec<[Possible; 2]>> {
        let Some((place, goal)) = self.turn(run, decision, &possible) else { return Err(possible) };
        let Possible { side, set, .. } = possible[place];
        self.knowledge.totals.queries += 1;
        let found = match self.check(Effort::Brief, set, goal, &run.model) {
            Verdict::Sat(found) => found,
            verdict => {
                if let (Verdict::Unsat, Some(lead)) = (verdict, &mut run.lead) {
                    lead.shut.push(goal);
                }
                return Err(possible);
            }
        };
        let turn = Turn { site: decision.site, side: side.index, byte: self.terms.support(goal).first().copied() };
        let is_repeating = run.is_repeating();
        let lead = run.lead.get_or_insert_default();
        let turned = if lead.to.is_some() { &mut self.waiting.turned } else { &mut self.turned };
        // Once for each run.
        if !lead.turns.iter().any(|other| (other.site, other.side) == (turn.site, turn.side)) {
            *turned.entry((turn.site, turn.side)).or_default() += 1;
        }
        lead.turns.push(turn);
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, decision.holds.condition);
        possible[place] = Possible { side: decision.holds, set, found: None };
        if !is_repeating {
            self.leave_flips(run, decision, possible);
        }
        let mut next = Model::clone(&run.model);
        found.apply(&mut next);
        self.refresh(&mut run.process, &next);
        run.model = next;
        // The other version makes the same objects once more.
        run.values = run.all_values();
        let all = std::iter::once(decision.holds).chain(decision.others.iter().copied());
        let others = all.filter(|other| other.index != side.index).collect();
        Ok(Decision { holds: side, others, ..decision.clone() })
    }

    /// Looks for earlier decisions of a run that came to no change whose other way opens a turn that was shut: a loop that
    /// ended at the end of a text, say, is to end at the bracket that is asked for behind it. Their flips come next.
    pub(crate) fn reopen(&mut self, run: &mut Run) {
        let Some(lead) = run.lead.as_mut().filter(|_| !run.trail.touched.any()) else { return };
        let mut shut = std::mem::take(&mut lead.shut);
        shut.reverse();
        let mut known = HashSet::new();
        shut.retain(|goal| known.insert(*goal));
        for goal in shut.into_iter().take(MOST_SHUT) {
            let concerned: HashSet<u32> = self.terms.support(goal).iter().copied().collect();
            let mut left = MOST_TRIED;
            for item in run.held.iter_mut().rev().filter(|item| item.trail.stage() == 0 && item.found.is_none()) {
                let is_shared = self.terms.support(item.goal).iter().any(|byte| concerned.contains(byte));
                if !is_shared || item.is_pin {
                    continue;
                }
                if left == 0 || self.shared.deadline.is_over() {
                    break;
                }
                left -= 1;
                let both = self.terms.and(item.goal, goal);
                let set = item.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, both);
                self.knowledge.totals.queries += 1;
                if let Verdict::Sat(found) = self.check(Effort::Quick, set, both, &item.model) {
                    item.found = Some(found);
                    item.flip.reopens = true;
                    break;
                }
            }
        }
    }

    /// Which way to turn, and what must hold for it.
    fn turn(&mut self, run: &mut Run, decision: &Decision, possible: &[Possible]) -> Option<(usize, TermId)> {
        let Run { lead, trail, process, .. } = run;
        let Lead { to, turns, went, .. } = lead.as_mut()?;
        let to = to.as_ref();
        let is_branch = matches!(decision.kind, DecisionKind::Branch | DecisionKind::Switch);
        let is_led = match to {
            Some(to) => trail.decisions >= to.from,
            None => !trail.touched.any(),
        };
        if !is_branch || !is_led || trail.stage() > 0 {
            return None;
        }
        let (way, turned): (&Way, _) = match to {
            Some(to) => (&to.way, &self.waiting.turned),
            None => (self.unreached.way().unwrap_or(&self.subject.changes.as_ref()?.targets.way), &self.turned),
        };
        let module = &self.subject.programs[0].module;
        let distance = |side| way.distance(decision.site, ways(module, decision, side)?);
        let often = |side| turned.get(&(decision.site, side)).copied().unwrap_or(0);
        let here = distance(decision.holds.index);
        let is_known = here.is_some() || self.cannot_reach(process, decision);
        let most = if to.is_none() && is_known { MOST_PARTS } else { MOST_TURNS };
        let terms = &self.terms;
        // To a use, only the run itself can be led in vain: the next effect is another one.
        let is_open = |one: &Possible| {
            let (side, byte) = (one.side.index, terms.support(one.side.condition).first().copied());
            let turn = Turn { site: decision.site, side, byte };
            !is_worn(turns, if to.is_none() { often(side) } else { 0 }, turn, most)
        };
        let far = |one: &Possible| Some((distance(one.side.index)?, often(one.side.index)));
        let open = possible.iter().map(|one| if is_open(one) { far(one) } else { None });
        let goal = |place: usize| (place, possible[place].side.condition);
        if let Some(place) = nearest(here, open) {
            return Some(goal(place));
        }
        to?;
        if let Some(size) = file_size(trail, self.terms.support(decision.holds.condition)) {
            return self.longer(size, possible);
        }
        let times = went.entry((decision.site, decision.holds.index)).or_default();
        *times += 1;
        let is_round = *times > MOST_ROUNDS;
        possible.iter().position(|one| is_round && is_open(one)).map(goal)
    }

    /// Whether no change is ever reached the way that a decision goes: no distance says so, and not only that none depends on it.
    fn cannot_reach(&self, process: &Process, decision: &Decision) -> bool {
        let Some(changes) = &self.subject.changes else { return false };
        let outer: Vec<Site> = process.machine().call_stack().iter().skip(1).map(|entry| entry.site).collect();
        changes.distance(&self.subject.programs[0].module, decision, decision.holds.index, &outer).is_none()
    }

    /// Where an effect waits and the input ends, it goes on, as long as it may be.
    fn longer(&mut self, (size, most): (u32, u32), possible: &[Possible]) -> Option<(usize, TermId)> {
        let [Possible { side, .. }] = possible else { return None };
        let (size, most) = (self.terms.read(size, SIZE_BYTES), self.terms.constant(8 * SIZE_BYTES, u64::from(most)));
        let longest = self.terms.compare(IntPredicate::Eq, size, most);
        Some((0, self.terms.and(side.condition, longest)))
    }
}

/// Whether there is a change that a run may come to and none has: that of a flip, or one from the beginning.
fn waits_for_change(flip: Option<&Flip>, is_any_reached: bool) -> bool {
    match flip {
        Some(flip) if is_any_reached => flip.unreached.is_some(),
        Some(flip) => !flip.touched,
        None => !is_any_reached,
    }
}

/// Whether a run was led that way often enough: it itself, at `most` so often, or all together.
fn is_worn(turns: &[Turn], turned: u32, turn: Turn, most: usize) -> bool {
    let same = || turns.iter().filter(|other| (other.site, other.side) == (turn.site, turn.side));
    turned >= MOST_IN_VAIN
        || same().count() >= most
        || same().filter(|other| other.byte == turn.byte).count() >= MOST_TURNS
}

/// The place of the nearest of some other ways, if it is nearer than `here`; of several, the one that was taken least often.
/// `None` is no way at all.
fn nearest(here: Option<u32>, others: impl Iterator<Item = Option<(u32, u32)>>) -> Option<usize> {
    let here = here.unwrap_or(u32::MAX);
    let nearer = others.enumerate().filter_map(|(place, other)| Some((other.filter(|(far, _)| *far < here)?, place)));
    nearer.min().map(|(_, place)| place)
}

/// If all these bytes are those of a file's size: the first of them, and the greatest size.
fn file_size(trail: &Trail, bytes: &[u32]) -> Option<(u32, u32)> {
    let at = bytes.first()?;
    let (key, first) = trail.all_made().find(|(key, first)| (*first..*first + key.bytes).contains(at))?;
    let name = key.name.strip_suffix(SIZE_SUFFIX)?;
    let (file, _) = trail.all_made().find(|(other, _)| other.name == name && other.nth == key.nth)?;
    bytes.iter().all(|at| (*first..*first + key.bytes).contains(at)).then_some((*first, file.bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Coverage;
    use crate::strategy::testing::{flip, site};
    use crate::strategy::{Auto, Rank, Strategy, Wants};
    use crate::testing::Versions;

    #[test]
    fn only_what_is_nearer_is_turned_to() {
        let to = |here, others: &[Option<u32>]| nearest(here, others.iter().map(|far| Some(((*far)?, 0))));
        assert_eq!(to(Some(3), &[Some(4), Some(1), Some(2)]), Some(1));
        assert_eq!(to(Some(3), &[Some(3), None]), None, "as far is not nearer");
        assert_eq!(to(None, &[None, Some(9)]), Some(1), "any way is better than none");
        assert_eq!(to(Some(3), &[Some(2), Some(2)]), Some(0));
        assert_eq!(to(None, &[]), None);
        assert_eq!(nearest(None, [Some((2, 1)), Some((2, 0)), Some((3, 0))].into_iter()), Some(1), "taken less often");
    }

    #[test]
    fn who_was_led_in_vain_is_led_no_more() {
        let [here, there] = [0, 1].map(|side| Turn { site: site(1), side, byte: Some(0) });
        let is_worn = |turns: &[Turn], turned| is_worn(turns, turned, here, MOST_PARTS);
        assert!(!is_worn(&[there; MOST_TURNS], 0), "it is another way");
        assert!(!is_worn(&[here; MOST_TURNS - 1], MOST_IN_VAIN - 1));
        assert!(is_worn(&[here; MOST_TURNS], 0));
        assert!(is_worn(&[], MOST_IN_VAIN));
        let others = [1, 2, 3, 4, 5, 6, 7, 8].map(|byte| Turn { byte: Some(byte), ..here });
        assert!(!is_worn(&others[1..], 0), "it is about another part of the input");
        assert!(is_worn(&others, 0));
    }

    #[test]
    fn runs_are_led_while_a_change_waits() {
        let behind = flip(0);
        let before = Flip { touched: false, ..behind };
        let other = Flip { unreached: Some(2), ..before };
        assert!(waits_for_change(None, false) && !waits_for_change(None, true));
        assert!(waits_for_change(Some(&before), false) && !waits_for_change(Some(&behind), false));
        assert!(waits_for_change(Some(&other), true) && !waits_for_change(Some(&before), true));
    }

    /// The same order of flips, but no run is led.
    #[derive(Clone)]
    struct NotLed(Auto);

    impl Strategy for NotLed {
        fn wants(&self) -> Wants {
            Wants { leads: false, ..self.0.wants() }
        }

        fn rank(&mut self, flip: &Flip, coverage: &Coverage) -> Option<Rank> {
            self.0.rank(flip, coverage)
        }
    }

    /// Gates behind each other, each about a letter of its own; behind the last one, the result.
    fn gates(result: u32) -> String {
        let gate = |at: u32| {
            let next = if at == 4 { "there".to_owned() } else { format!("gate{}", at + 1) };
            format!(
                "gate{at}:\n  p{at} = offset ptr word, {at}\n  c{at} = load i8, p{at}\n  \
                 t{at} = icmp eq i8 c{at}, {}\n  branch t{at}, {next}, out\n",
                97 + at
            )
        };
        let gates: String = (0..5).map(gate).collect();
        format!("function @main(ptr word) -> i32 {{\n{gates}there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n")
    }

    #[test]
    fn a_led_run_goes_through_all_gates_at_once() {
        let versions = Versions::new(&gates(1), &gates(2));
        let led = versions.search(5, &Auto::default());
        // The first input goes no way at all; its only flip is led through the rest.
        assert_eq!((led.totals.runs_to_reach, led.totals.runs_to_differ), (2, 2));
        let not_led = versions.search(5, &NotLed(Auto::default()));
        assert_eq!(not_led.totals.runs_to_reach, 6, "each gate takes a run of its own");
        assert!(led.exhausted() && not_led.exhausted());
    }

    /// Where a run is turned away from a second change, the way there is left as a flip.
    #[test]
    fn what_a_led_run_leaves_is_not_lost() {
        let text = |a: u32, b: u32| {
            format!(
                "function @a() -> i32 {{\ne:\n  return i32 {a}\n}}\nfunction @b() -> i32 {{\ne:\n  return i32 {b}\n}}\n\
                 function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  \
                 branch t, second, out\n\
                 second:\n  p = offset ptr word, 1\n  d = load i8, p\n  u = icmp eq i8 d, 98\n  branch u, at_a, third\n\
                 third:\n  q = offset ptr word, 2\n  e = load i8, q\n  v = icmp eq i8 e, 99\n  branch v, at_b, out\n\
                 at_a:\n  r = call @a() -> i32\n  return i32 r\n\
                 at_b:\n  s = call @b() -> i32\n  return i32 s\n\
                 out:\n  return i32 0\n}}\n"
            )
        };
        let summary = Versions::new(&text(1, 2), &text(3, 4)).search(3, &Auto::default());
        assert_eq!(summary.totals.runs_to_reach, 2);
        assert_eq!(summary.reached.len(), 2, "both changes");
        assert_eq!(summary.totals.differences, 2);
        assert!(summary.exhausted());
    }
}
