//! What the machine tells about a run in progress becomes a path condition, counts, and pauses where it could go otherwise.

use super::config::Config;
use super::coverage::{Coverage, Edge};
use super::hash::{PathId, QuickSet};
use super::history::Decided;
use super::objects::{Key, Objects};
use super::path::Trail;
use super::plan::Plan;
use super::summary::{Left, Totals};
use super::task::ObjectValue;
use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::{IntPredicate, Site};
use rift_solver::{Assignment, Context, Effort, Query, SetId, Sets, Solver, Verdict};
use rift_vm::concolic::{Decision, DecisionKind, Path, Pin, Ruling, Side, SymbolicObject};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Another way that a decision could go, as far as the quick layers know.
pub(crate) struct Possible {
    pub side: Side,
    pub set: SetId,
    /// `None`: the solver is to be asked.
    pub found: Option<Assignment>,
}

/// More are not kept: then some paths are run twice.
const MOST_SEEN: usize = 1 << 22;

/// What a worker keeps over all its runs.
pub(crate) struct Knowledge {
    pub sets: Sets,
    pub evaluator: Evaluator,
    pub solver: Box<dyn Solver>,
    pub objects: Objects,
    /// By version.
    pub coverage: Vec<Coverage>,
    /// The same of paths that executed a change, of the first version.
    pub behind: Coverage,
    /// By version and site.
    pub incomplete: BTreeMap<(usize, Option<Site>, Left), u64>,
    pub totals: Totals,
    /// Where inputs that were not made from one another came to decisions, by the path up to there: what could have gone
    /// otherwise is looked at by the first that comes. Of one program, the given inputs if a space has several; of
    /// two versions, all.
    pub seen: QuickSet<PathId>,
    pub is_seeding: bool,
    /// Questions about outputs that the solver did not decide.
    pub outputs_given_up: u32,
}

impl Knowledge {
    pub fn new(solver: Box<dyn Solver>, versions: usize) -> Knowledge {
        Knowledge {
            sets: Sets::new(),
            evaluator: Evaluator::default(),
            solver,
            objects: Objects::default(),
            coverage: vec![Coverage::default(); versions],
            behind: Coverage::default(),
            incomplete: BTreeMap::new(),
            totals: Totals::default(),
            seen: QuickSet::default(),
            is_seeding: false,
            outputs_given_up: 0,
        }
    }

    /// Whether nothing came that way before.
    pub fn note_path(&mut self, path: PathId) -> bool {
        match self.seen.len() < MOST_SEEN {
            true => self.seen.insert(path),
            false => !self.seen.contains(&path),
        }
    }

    pub fn leave(&mut self, version: usize, site: Option<Site>, what: Left) {
        *self.incomplete.entry((version, site, what)).or_default() += 1;
    }

    /// Something that was left out was looked at after all.
    pub fn take_back(&mut self, version: usize, site: Option<Site>, what: Left) {
        if let Some(count) = self.incomplete.get_mut(&(version, site, what)) {
            *count -= 1;
            if *count == 0 {
                self.incomplete.remove(&(version, site, what));
            }
        }
    }
}

/// Follows one run.
pub(crate) struct Tracker<'a> {
    pub(super) knowledge: &'a mut Knowledge,
    pub(super) config: &'a Config,
    pub(super) deadline: &'a Deadline,
    pub(super) plan: Plan,
    pub trail: &'a mut Trail,
    pub(super) model: &'a mut Model,
    /// Whether the run has executed a change.
    pub(super) is_behind: &'a Cell<bool>,
    /// Decisions that belong to the runs before this one.
    pub shared: u32,
    /// Values for objects that are not made yet.
    pub values: &'a [ObjectValue],
    /// Pause at decision number `shared` whatever is possible there.
    pub stop_there: bool,
    /// Whether to pause at decisions that others came to as well.
    pub is_repeated: bool,
    /// Why the machine was paused.
    pub possible: SmallVec<[Possible; 2]>,
}

/// What trackers of one search have in common.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub config: &'a Config,
    pub deadline: &'a Deadline,
    pub plan: Plan,
}

impl<'a> Tracker<'a> {
    pub fn new(
        knowledge: &'a mut Knowledge,
        Rules { config, deadline, plan }: Rules<'a>,
        (trail, model): (&'a mut Trail, &'a mut Model),
        is_behind: &'a Cell<bool>,
    ) -> Tracker<'a> {
        Tracker {
            knowledge,
            config,
            deadline,
            plan,
            trail,
            model,
            is_behind,
            shared: 0,
            values: &[],
            stop_there: false,
            is_repeated: false,
            possible: SmallVec::new(),
        }
    }
}

impl Tracker<'_> {
    pub fn record(&mut self, terms: &Terms, decision: &Decision) {
        if self.plan.keeps_history() {
            self.trail.history().push(Decided { site: decision.site, holds: decision.holds.condition });
        }
        let side = match decision.kind {
            DecisionKind::Pin(_) => self.pinned_value(terms, decision.holds.condition),
            _ => u64::from(decision.holds.index),
        };
        self.trail.id = self.trail.id.step(decision.site, side);
        self.trail.condition.assume(&mut self.knowledge.sets, terms, decision.holds.condition);
        self.trail.decisions += 1;
        if !self.trail.turned_down.is_empty() {
            self.trail.turned_down = Rc::default();
        }
        let edge = Edge { site: decision.site, side: decision.holds.index };
        let version = self.trail.version();
        self.knowledge.coverage[version].add(edge);
        if version == 0 && self.is_behind.get() {
            self.knowledge.behind.add(edge);
        }
    }

    /// The constant that a pin's condition compares with: tells pins of one decision apart.
    fn pinned_value(&self, terms: &Terms, condition: TermId) -> u64 {
        match terms.node(condition) {
            Node::Compare { predicate: IntPredicate::Eq, b, .. } if terms.as_const(b).is_some() => {
                terms.as_const(b).unwrap_or(0)
            }
            // A condition that was taken apart further: the bytes it is about say which value it is.
            _ => terms.support(condition).iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, at| {
                (hash ^ u64::from(self.model.byte(*at))).wrapping_mul(0x100_0000_01b3)
            }),
        }
    }

    /// The path goes on with a value that was pinned. Whether there was any choice about it: one that the path leaves none
    /// about costs nothing.
    pub fn take_pin(&mut self, terms: &Terms, site: Site, holds: TermId) -> bool {
        if terms.as_const(holds).is_some() {
            return false;
        }
        let before = self.trail.condition.relevant(&mut self.knowledge.sets, terms, holds);
        if self.knowledge.sets.contains(before, holds) {
            return false;
        }
        let value = self.pinned_value(terms, holds);
        self.trail.id = self.trail.id.step(site, value);
        self.trail.condition.assume(&mut self.knowledge.sets, terms, holds);
        true
    }

    /// Asks the quick layers about one side.
    fn look(&mut self, terms: &mut Terms, decision: &Decision, side: Side) {
        if let DecisionKind::Pin(why) = decision.kind
            && self.trail.turned_down.len() as u32 + 1 >= self.config.pin_values
        {
            self.knowledge.leave(self.trail.version(), Some(decision.site), Left::Pinned(why));
            return;
        }
        let knowledge = &mut *self.knowledge;
        let set = self.trail.condition.relevant(&mut knowledge.sets, terms, side.condition);
        if !self.plan.asks_at_once() {
            // What another version decided already is decided.
            if !knowledge.sets.contains(set, decision.holds.condition) {
                self.possible.push(Possible { side, set, found: None });
            }
            return;
        }
        knowledge.totals.queries += 1;
        let mut context = Context {
            terms,
            sets: &mut knowledge.sets,
            evaluator: &mut knowledge.evaluator,
            hint: self.model,
            effort: Effort::Quick,
            deadline: self.deadline,
        };
        let found = match knowledge.solver.check(&mut context, Query { set, goal: side.condition }) {
            Verdict::Unsat => return,
            Verdict::Sat(assignment) => Some(assignment),
            Verdict::Unknown(_) => None,
        };
        self.possible.push(Possible { side, set, found });
    }
}

impl Path for Tracker<'_> {
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling {
        if self.trail.decisions < self.shared {
            self.record(terms, decision);
            return Ruling::Go;
        }
        if self.stop_there {
            return Ruling::Pause;
        }
        // A pin that is asked about again is at the same decision.
        let is_first = self.trail.turned_down.is_empty();
        let is_own = is_first && !self.is_repeated && (self.knowledge.is_seeding || self.plan.notes_paths());
        if is_own && !self.knowledge.note_path(self.trail.id) {
            self.record(terms, decision);
            return Ruling::Go;
        }
        for side in &decision.others {
            self.look(terms, decision, *side);
        }
        if self.possible.is_empty() {
            self.record(terms, decision);
            return Ruling::Go;
        }
        Ruling::Pause
    }

    fn pin(&mut self, terms: &mut Terms, site: Site, why: Pin, holds: TermId) {
        if self.take_pin(terms, site, holds) {
            self.knowledge.leave(self.trail.version(), Some(site), Left::Pinned(why));
        }
    }

    fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        if self.plan.keeps_history() {
            Rc::make_mut(&mut self.trail.assumed).push(condition);
        }
        self.trail.condition.assume(&mut self.knowledge.sets, terms, condition);
    }

    fn object(&mut self, name: &str, size: u32) -> SymbolicObject {
        let nth = self.trail.made.iter().filter(|(key, _)| key.name == name).count() as u32;
        let key = Key { name: name.to_owned(), nth, bytes: size };
        let first = self.knowledge.objects.place(&key);
        let given = self.values.iter().find(|value| value.name == key.name && value.nth == nth);
        if let Some(given) = given {
            given.bytes.iter().take(size as usize).zip(first..).for_each(|(byte, at)| self.model.set(at, *byte));
        }
        let values = (first..first + size).map(|at| self.model.byte(at)).collect();
        Rc::make_mut(&mut self.trail.made).push((key, first));
        SymbolicObject { first, values }
    }
}
