//! Runs that are led to a change, or to the use of an effect, while they run.
//!
//! Qi, Roychoudhury, Liang (ASE 2010), Algorithm 1, negates the decision that a change depends on most directly and runs what
//! comes out, again and again: of five decisions on the route each takes a run. But the input of a run is not settled before
//! its end. At a decision that goes away from the change, the other way is asked for there and then, and if it is possible
//! the same run goes on with an input that takes it. Which way is nearer is told by dependence ([`crate::targets::Route`]).
//! Inputs that somebody gave are run as they are. A turn that the path forbids may be open on another one: what forbids it is
//! looked for among the branches of the run.
//!
//! Adds runs and takes none away: the way that was not taken is left behind as a pending branch, as every other one is.

use super::{Board, Context, Tactic};
use crate::engine::{
    BranchId, Engine, Finished, Learned, Notes, Outcome, PendingBranch, Possible, Possibles, QuickMap, Run,
    StartingPoint, Trail,
};
use crate::targets::{Lead, Route, Turn, successors};
use rift_env::{Process, SIZE_BYTES, SIZE_SUFFIX};
use rift_expr::TermId;
use rift_ir::{IntPredicate, Site};
use rift_solver::{Effort, Verdict};
use rift_vm::concolic::{Decision, DecisionKind};
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// How often a run that is led to a use goes the same way at the same place: a loop that comes round again has led nowhere, and
/// what is behind it does not depend on how it is left.
const MAX_ROUNDS: u32 = 1;
/// Shut turns of a run that are looked at, the last first, and branches that one of them is tried with.
const MAX_SHUT_TURNS: usize = 4;
const MAX_TRIED_BRANCHES: usize = 8;

/// How often runs were led to which side of a decision.
pub(crate) type Turned = BTreeMap<(Site, u32), u32>;

#[derive(Default)]
pub(crate) struct Leading {
    steering: Steering,
    /// Branches that open a turn which a led run could not take.
    reopens: QuickMap<BranchId, StartingPoint>,
}

/// Turns runs at decisions.
#[derive(Default)]
pub(super) struct Steering {
    turned: Turned,
}

/// A decision that a led run is at.
struct Crossing<'d> {
    decision: &'d Decision,
    possible: &'d [Possible],
}

impl Steering {
    /// Which way to turn, and what must hold for it.
    fn turn(&self, run: &mut Run, crossing: &Crossing<'_>, cx: &mut Context<'_, '_>) -> Option<(usize, TermId)> {
        let Crossing { decision, possible } = *crossing;
        let Run { lead, trail, process, .. } = run;
        let lead = lead.as_mut()?;
        let is_to_use = lead.is_to_use();
        let Lead { target, from, turns, went, .. } = lead;
        let is_branch = matches!(decision.kind, DecisionKind::Branch | DecisionKind::Switch);
        let is_led = trail.decisions >= *from && (is_to_use || !trail.executed.any());
        if !is_branch || !is_led || trail.version() > 0 {
            return None;
        }
        let subject = cx.engine.subject;
        let changes = subject.changes.as_ref()?;
        let route: &Route = match target {
            Some(target) => &target.route,
            None => cx.board.remaining.route().unwrap_or(&changes.targets.route),
        };
        let module = subject.versions[0].module();
        let distance = |side| route.distance(decision.site, successors(module, decision, side)?);
        let often = |side| self.turned.get(&(decision.site, side)).copied().unwrap_or(0);
        let here = distance(decision.holds.index);
        let is_known = here.is_some() || cannot_reach(cx.engine, process, decision);
        let limits = Limits {
            same: cx.tuning.turns_by_same_byte as usize,
            all: if !is_to_use && is_known { cx.tuning.turns_by_any_byte } else { cx.tuning.turns_by_same_byte }
                as usize,
            in_vain: cx.tuning.turns_in_vain,
        };
        let terms = &cx.engine.terms;
        // To a use, only the run itself can be led in vain: the next effect is another one.
        let is_open = |one: &Possible| {
            let (side, byte) = (one.side.index, terms.support(one.side.condition).first().copied());
            let turn = Turn { site: decision.site, side, byte };
            !is_worn(turns, if is_to_use { 0 } else { often(side) }, turn, &limits)
        };
        let far = |one: &Possible| Some((distance(one.side.index)?, often(one.side.index)));
        let open = possible.iter().map(|one| if is_open(one) { far(one) } else { None });
        let goal = |place: usize| (place, possible[place].side.condition);
        if let Some(place) = nearest(here, open) {
            return Some(goal(place));
        }
        if !is_to_use {
            return None;
        }
        if let Some(size) = file_size(trail, terms.support(decision.holds.condition)) {
            return longer(cx.engine, size, possible);
        }
        let times = went.entry((decision.site, decision.holds.index)).or_default();
        *times += 1;
        let is_round = *times > MAX_ROUNDS;
        possible.iter().position(|one| is_round && is_open(one)).map(goal)
    }

    /// Turns a run at a decision if that is nearer to its target.
    pub fn steer(
        &mut self,
        run: &mut Run,
        decision: &Decision,
        possible: Possibles,
        cx: &mut Context<'_, '_>,
    ) -> Result<Decision, Possibles> {
        let Some((place, goal)) = self.turn(run, &Crossing { decision, possible: &possible }, cx) else {
            return Err(possible);
        };
        let engine = &mut *cx.engine;
        let found = match engine.check(Effort::Brief, possible[place].set, goal, &run.model) {
            Verdict::Sat(found) => found,
            verdict => {
                if let (Verdict::Unsat, Some(lead)) = (verdict, &mut run.lead) {
                    lead.shut.push(goal);
                }
                return Err(possible);
            }
        };
        let side = possible[place].side;
        let byte = engine.terms.support(goal).first().copied();
        let turn = Turn { site: decision.site, side: side.index, byte };
        let turned = engine.turn(run, decision, (place, possible, &found));
        let lead = run.lead.get_or_insert_default();
        // Once for each run.
        if !lead.turns.iter().any(|other| (other.site, other.side) == (turn.site, turn.side)) {
            *self.turned.entry((turn.site, turn.side)).or_default() += 1;
        }
        lead.turns.push(turn);
        Ok(turned)
    }
}

impl Leading {
    /// Looks for earlier decisions of a run that executed no change whose other way opens a turn that was shut: a loop that
    /// ended at the end of a text, say, is to end at the bracket that is asked for behind it. Their branches come next.
    fn reopen(&mut self, run: &mut Run, engine: &mut Engine<'_>) {
        let Some(lead) = run.lead.as_mut().filter(|_| !run.trail.executed.any()) else { return };
        let mut shut = std::mem::take(&mut lead.shut);
        shut.reverse();
        let mut known = HashSet::new();
        shut.retain(|goal| known.insert(*goal));
        for goal in shut.into_iter().take(MAX_SHUT_TURNS) {
            let concerned: HashSet<u32> = engine.terms.support(goal).iter().copied().collect();
            let mut left = MAX_TRIED_BRANCHES;
            for branch in run.held.iter().rev().filter(|branch| branch.version() == 0 && !branch.is_pin()) {
                let is_shared = engine.terms.support(branch.goal).iter().any(|byte| concerned.contains(byte));
                if !is_shared || self.reopens.contains_key(&branch.id) {
                    continue;
                }
                if left == 0 || engine.is_over() {
                    break;
                }
                left -= 1;
                let both = engine.terms.and(branch.goal, goal);
                if let Verdict::Sat(found) = engine.check_on(Effort::Quick, &branch.trail, both, &branch.model) {
                    let start = StartingPoint { model: Rc::clone(&branch.model), found: Some(found) };
                    self.reopens.insert(branch.id, start);
                    break;
                }
            }
        }
    }
}

impl Tactic for Leading {
    fn name(&self) -> &'static str {
        "leading"
    }

    fn lead(&mut self, branch: Option<(&PendingBranch, Notes)>, cx: &mut Context<'_, '_>) -> Option<Lead> {
        waits_for_change(branch, cx.engine.milestones.executed.any()).then(Lead::default)
    }

    fn on_decision(
        &mut self,
        run: &mut Run,
        decision: &Decision,
        possible: Possibles,
        cx: &mut Context<'_, '_>,
    ) -> Result<Decision, Possibles> {
        match run.lead.as_ref().is_some_and(|lead| !lead.is_to_use()) {
            true => self.steering.steer(run, decision, possible, cx),
            false => Err(possible),
        }
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        if finished.outcome == Outcome::Unchanged {
            self.reopen(&mut finished.run, cx.engine);
        }
    }

    fn annotate(&self, branch: &PendingBranch, _: &Board, notes: &mut Notes) {
        notes.reopens = self.reopens.contains_key(&branch.id);
    }

    fn starting_point(&mut self, branch: BranchId) -> Option<StartingPoint> {
        self.reopens.remove(&branch)
    }

    fn on_gone(&mut self, branch: BranchId) {
        self.reopens.remove(&branch);
    }

    fn forget_terms(&mut self) {
        self.reopens.clear();
    }

    fn save(&self, learned: &mut Learned) {
        learned.turned = self.steering.turned.iter().map(|(key, count)| (*key, *count)).collect();
    }

    fn restore(&mut self, learned: &Learned) {
        self.steering.turned = learned.turned.iter().copied().collect();
    }
}

/// Whether no change is ever executed the way that a decision goes: no distance says so, and not only that none depends on it.
fn cannot_reach(engine: &Engine<'_>, process: &Process, decision: &Decision) -> bool {
    let Some(changes) = &engine.subject.changes else { return false };
    let outer: Vec<Site> = process.machine().call_stack().iter().skip(1).map(|entry| entry.site).collect();
    let module = engine.subject.versions[0].module();
    changes.targets.distance(module, decision, decision.holds.index, &outer).is_none()
}

/// Where an effect waits and the input ends, it goes on, as long as it may be.
fn longer(engine: &mut Engine<'_>, (size, most): (u32, u32), possible: &[Possible]) -> Option<(usize, TermId)> {
    let [Possible { side, .. }] = possible else { return None };
    let terms = &mut engine.terms;
    let (size, most) = (terms.read(size, SIZE_BYTES), terms.constant(8 * SIZE_BYTES, u64::from(most)));
    let longest = terms.compare(IntPredicate::Eq, size, most);
    Some((0, terms.and(side.condition, longest)))
}

/// Whether there is a change that a run may execute and none has: that of a branch, or one from the beginning.
fn waits_for_change(branch: Option<(&PendingBranch, Notes)>, is_any_executed: bool) -> bool {
    match branch {
        Some((_, notes)) if is_any_executed => notes.remaining.is_some(),
        Some((branch, _)) => !branch.is_behind_change(),
        None => !is_any_executed,
    }
}

/// How often runs are led the same way.
struct Limits {
    /// One run, by the same part of the input.
    same: usize,
    /// One run, by any.
    all: usize,
    /// All runs together.
    in_vain: u32,
}

/// Whether a run was led that way often enough.
fn is_worn(turns: &[Turn], turned: u32, turn: Turn, limits: &Limits) -> bool {
    let same = || turns.iter().filter(|other| (other.site, other.side) == (turn.site, turn.side));
    turned >= limits.in_vain
        || same().count() >= limits.all
        || same().filter(|other| other.byte == turn.byte).count() >= limits.same
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
    use crate::strategies::Strategy;
    use crate::testing::{Versions, branch, gates, site};

    const LIMITS: Limits = Limits { same: 2, all: 8, in_vain: 12 };

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
        let is_worn = |turns: &[Turn], turned| is_worn(turns, turned, here, &LIMITS);
        assert!(!is_worn(&[there; 2], 0), "it is another way");
        assert!(!is_worn(&[here; 1], 11));
        assert!(is_worn(&[here; 2], 0));
        assert!(is_worn(&[], 12));
        let others = [1, 2, 3, 4, 5, 6, 7, 8].map(|byte| Turn { byte: Some(byte), ..here });
        assert!(!is_worn(&others[1..], 0), "it is about another part of the input");
        assert!(is_worn(&others, 0));
    }

    #[test]
    fn runs_are_led_while_a_change_waits() {
        let behind = branch(0);
        let before = PendingBranch { trail: Trail::new(0), ..branch(0) };
        let (plain, remaining) = (Notes::default(), Notes { remaining: Some(2), ..Notes::default() });
        assert!(waits_for_change(None, false) && !waits_for_change(None, true));
        assert!(waits_for_change(Some((&before, plain)), false) && !waits_for_change(Some((&behind, plain)), false));
        assert!(waits_for_change(Some((&before, remaining)), true) && !waits_for_change(Some((&before, plain)), true));
    }

    /// Gates behind each other, each about a letter of its own; behind the last one, the result.
    fn gated(result: u32) -> String {
        let gates = gates(0, "abcde", ("there", "out"));
        format!("function @main(ptr word) -> i32 {{\n{gates}there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n")
    }

    #[test]
    fn a_led_run_goes_through_all_gates_at_once() {
        let runs = Versions::new(&gated(1), &gated(2)).compare(5, "auto", "leading");
        assert!(runs.is_sooner(|totals| totals.runs_to_reach), "each gate takes a run of its own");
        assert!(runs.with.exhausted() && runs.without.exhausted());
    }

    /// Where a run is turned away from a second change, the way there is left as a branch.
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
        let auto = Strategy::named("auto").expect("there is one");
        let summary = Versions::new(&text(1, 2), &text(3, 4)).search(3, &auto);
        assert_eq!(summary.reached.len(), 2, "both changes");
        assert_eq!(summary.totals.differences, 2);
        assert!(summary.exhausted());
    }
}
