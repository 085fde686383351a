//! Runs that are led to a change while they run.
//!
//! Qi, Roychoudhury, Liang (ASE 2010), Algorithm 1, flips the decision that a change depends on most directly and runs what
//! comes out, again and again: of five decisions on the way each takes a run. But the input of a run is not settled before
//! its end. At a decision that goes away from the change, the other way is asked for there and then, and if it is possible
//! the same run goes on with an input that takes it. Which way is nearer is told by dependence ([`rift_graph::Guide`]).
//! Inputs that somebody gave are run as they are.
//!
//! Errs towards nothing: the way that was not taken is left behind as a flip, as every other one is.

use crate::pair::{Way, ways};
use crate::run::Run;
use crate::strategy::Flip;
use crate::tracker::{Possible, Trail};
use crate::worker::Worker;
use rift_env::{SIZE_BYTES, SIZE_SUFFIX, StartError};
use rift_expr::{Model, TermId};
use rift_ir::{IntPredicate, Site};
use rift_solver::{Effort, Verdict};
use rift_vm::concolic::{Decision, DecisionKind};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

/// So often is a run led the same way at the same place: a loop would go on as long as it can.
const MOST_TURNS: usize = 2;
/// So often in all: whoever was led there and did not come to a change is to go elsewhere.
const MOST_IN_VAIN: u32 = 12;

/// So often does a run that is led to a use go the same way at the same place: a loop that comes round again has led
/// nowhere, and what is behind it does not depend on how it is left.
const MOST_ROUNDS: u32 = 1;

/// Where a run is led.
#[derive(Default)]
pub(crate) struct Lead {
    /// `None`: to a change.
    to: Option<Use>,
    /// Decisions at which it was led another way, and which.
    turns: Vec<(Site, u32)>,
    /// How often it went which way of itself, where it is led to a use.
    went: HashMap<(Site, u32), u32>,
}

impl Lead {
    pub fn to_use(way: Rc<Way>, from: u32) -> Lead {
        Lead { to: Some(Use { way, from }), ..Lead::default() }
    }

    /// Whether it has led nowhere yet, and the run is still the one that it began with.
    pub fn is_repeating(&self) -> bool {
        self.to.is_some() && self.turns.is_empty()
    }
}

/// Where something would be used on which a change has an effect.
struct Use {
    way: Rc<Way>,
    /// Decisions before the effect: up to there the run stays as it is.
    from: u32,
}

impl Worker<'_> {
    /// Whether the run of a flip, or one from the beginning, is led: as long as a change waits that it may come to.
    pub(crate) fn lead(&self, flip: Option<&Flip>) -> Option<Lead> {
        let leads = match flip {
            Some(flip) if self.reached.any() => flip.unreached.is_some(),
            Some(flip) => !flip.touched,
            None => !self.reached.any(),
        };
        (self.strategy.wants().leads && leads).then(Lead::default)
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
        let Verdict::Sat(found) = self.check(Effort::Brief, set, goal, &run.model) else {
            return Err(possible);
        };
        *self.turned.entry((decision.site, side.index)).or_default() += 1;
        let is_repeating = run.is_repeating();
        run.lead.get_or_insert_default().turns.push((decision.site, side.index));
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

    /// Which way to turn, and what must hold for it.
    fn turn(&mut self, run: &mut Run, decision: &Decision, possible: &[Possible]) -> Option<(usize, TermId)> {
        let Run { lead, trail, .. } = run;
        let Lead { to, turns, went } = lead.as_mut()?;
        let is_branch = matches!(decision.kind, DecisionKind::Branch | DecisionKind::Switch);
        let is_led = match to {
            Some(to) => trail.decisions >= to.from,
            None => !trail.touched.any(),
        };
        if !is_branch || !is_led || trail.stage() > 0 {
            return None;
        }
        let is_worn = |side| {
            let turn = (decision.site, side);
            let in_vain = to.is_none() && self.turned.get(&turn).is_some_and(|count| *count >= MOST_IN_VAIN);
            in_vain || turns.iter().filter(|other| **other == turn).count() >= MOST_TURNS
        };
        let open: Vec<usize> = (0..possible.len()).filter(|place| !is_worn(possible[*place].side.index)).collect();
        let way: &Way = match to {
            Some(to) => &to.way,
            None => self.unreached.way().unwrap_or(&self.subject.changes.as_ref()?.targets.way),
        };
        let goal = |place: usize| (place, possible[place].side.condition);
        if let Some(place) = self.nearer(way, decision, possible, &open) {
            return Some(goal(place));
        }
        to.as_ref()?;
        if let Some(size) = file_size(trail, self.terms.support(decision.holds.condition)) {
            return self.longer(size, possible);
        }
        let times = went.entry((decision.site, decision.holds.index)).or_default();
        *times += 1;
        open.first().filter(|_| *times > MOST_ROUNDS).map(|place| goal(*place))
    }

    /// Which of the other ways is nearer than the one that a led run goes.
    fn nearer(&self, way: &Way, decision: &Decision, possible: &[Possible], open: &[usize]) -> Option<usize> {
        let module = &self.subject.programs[0].module;
        let distance = |side| way.distance(decision.site, ways(module, decision, side)?);
        let here = distance(decision.holds.index).unwrap_or(u32::MAX);
        let far = |place: &usize| distance(possible[*place].side.index).filter(|far| *far < here);
        let taken = |place: usize| self.turned.get(&(decision.site, possible[place].side.index)).copied().unwrap_or(0);
        open.iter().filter_map(|place| Some((far(place)?, taken(*place), *place))).min().map(|(.., place)| place)
    }

    /// Where an effect waits and the input ends, it goes on, as long as it may be.
    fn longer(&mut self, (size, most): (u32, u32), possible: &[Possible]) -> Option<(usize, TermId)> {
        let [Possible { side, .. }] = possible else { return None };
        let (size, most) = (self.terms.read(size, SIZE_BYTES), self.terms.constant(8 * SIZE_BYTES, u64::from(most)));
        let longest = self.terms.compare(IntPredicate::Eq, size, most);
        Some((0, self.terms.and(side.condition, longest)))
    }
}

/// If all these bytes are those of a file's size: the first of them, and the greatest size.
fn file_size(trail: &Trail, bytes: &[u32]) -> Option<(u32, u32)> {
    let at = bytes.first()?;
    let (key, first) = trail.all_made().find(|(key, first)| (*first..*first + key.bytes).contains(at))?;
    let name = key.name.strip_suffix(SIZE_SUFFIX)?;
    let (file, _) = trail.all_made().find(|(other, _)| other.name == name && other.nth == key.nth)?;
    bytes.iter().all(|at| (*first..*first + key.bytes).contains(at)).then_some((*first, file.bytes))
}
