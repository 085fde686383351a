//! The path of a run in progress: what the machine tells about it becomes a path condition, flips and counts.

use crate::config::Config;
use crate::coverage::{Coverage, Edge};
use crate::hash::{PathId, QuickSet};
use crate::history::{Decided, History};
use crate::objects::{Key, Objects};
use crate::pair::{Ended, STAGES, Touched};
use crate::strategy::Flip;
use crate::summary::{Left, Totals};
use crate::task::ObjectValue;
use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::{IntPredicate, Site};
use rift_solver::{Assignment, Context, Effort, PathCondition, Query, SetId, Sets, Solver, Verdict};
use rift_vm::concolic::{Decision, DecisionKind, Path, Pin, Ruling, Side, SymbolicObject};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a path is made of so far. Every flip has a copy.
#[derive(Clone)]
pub(crate) struct Trail {
    pub condition: PathCondition,
    pub id: PathId,
    /// Decisions settled.
    pub decisions: u32,
    /// Symbolic objects made, in order.
    pub made: Rc<Vec<(Key, u32)>>,
    /// The same of the program before.
    pub made_before: Rc<Vec<(Key, u32)>>,
    /// What was run before on the same input.
    pub before: Option<Rc<Ended>>,
    /// Changes that the path came past.
    pub touched: Touched,
    /// Decisions of the programs, by stage, where two versions are compared.
    pub decided: [History; STAGES],
    /// What limits the space, in the same case.
    pub assumed: Rc<Vec<TermId>>,
    /// Inputs whose values a pin was to have and that were run already: at the decision that comes next.
    pub turned_down: Rc<Vec<Rc<Model>>>,
}

impl Trail {
    pub fn new(space: usize) -> Trail {
        Trail {
            condition: PathCondition::default(),
            id: PathId::start(space),
            decisions: 0,
            made: Rc::default(),
            made_before: Rc::default(),
            before: None,
            touched: Touched::default(),
            decided: Default::default(),
            assumed: Rc::default(),
            turned_down: Rc::default(),
        }
    }

    /// Which program of the subject is run.
    pub fn stage(&self) -> usize {
        usize::from(self.before.is_some())
    }

    /// The next program is run on the same input.
    pub fn next_stage(&mut self, ended: Ended) {
        self.follow_on(Rc::new(ended));
    }

    /// The same where that program has been run before.
    pub fn follow_on(&mut self, ended: Rc<Ended>) {
        self.before = Some(ended);
        self.made_before = std::mem::take(&mut self.made);
        self.id = self.id.next_stage();
    }

    /// Every object made, those of the program before included.
    pub fn all_made(&self) -> impl Iterator<Item = &(Key, u32)> {
        self.made_before.iter().chain(self.made.iter())
    }
}

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
    /// By stage.
    pub coverage: [Coverage; STAGES],
    /// The same of paths that came past a change, of the first program.
    pub beyond: Coverage,
    /// By stage and site.
    pub incomplete: BTreeMap<(usize, Option<Site>, Left), u64>,
    pub totals: Totals,
    /// Where inputs that were not made from one another came to decisions, by the path up to there: what could have gone
    /// otherwise is looked at by the first that comes. Of one program, the given inputs if a space has several; of
    /// two versions, all.
    pub seen: QuickSet<PathId>,
    pub is_seeding: bool,
}

impl Knowledge {
    /// What a flip is to be compared with: behind a change, only what was covered behind one.
    pub fn covered(&self, flip: &Flip) -> &Coverage {
        match flip.stage == 0 && flip.touched {
            true => &self.beyond,
            false => &self.coverage[flip.stage],
        }
    }

    pub fn new(solver: Box<dyn Solver>) -> Knowledge {
        Knowledge {
            sets: Sets::new(),
            evaluator: Evaluator::default(),
            solver,
            objects: Objects::default(),
            coverage: Default::default(),
            beyond: Coverage::default(),
            incomplete: BTreeMap::new(),
            totals: Totals::default(),
            seen: QuickSet::default(),
            is_seeding: false,
        }
    }

    /// Whether nothing came that way before.
    pub fn note_path(&mut self, path: PathId) -> bool {
        match self.seen.len() < MOST_SEEN {
            true => self.seen.insert(path),
            false => !self.seen.contains(&path),
        }
    }

    pub fn leave(&mut self, stage: usize, site: Option<Site>, what: Left) {
        *self.incomplete.entry((stage, site, what)).or_default() += 1;
    }

    /// Something that was left out was looked at after all.
    pub fn take_back(&mut self, stage: usize, site: Option<Site>, what: Left) {
        if let Some(count) = self.incomplete.get_mut(&(stage, site, what)) {
            *count -= 1;
            if *count == 0 {
                self.incomplete.remove(&(stage, site, what));
            }
        }
    }
}

/// Follows one run.
pub(crate) struct Tracker<'a> {
    pub knowledge: &'a mut Knowledge,
    pub config: &'a Config,
    pub deadline: &'a Deadline,
    pub trail: &'a mut Trail,
    pub model: &'a mut Model,
    /// Decisions that belong to the runs before this one.
    pub shared: u32,
    /// Values for objects that are not made yet.
    pub values: &'a [ObjectValue],
    /// Pause at decision number `shared` whatever is possible there.
    pub stop_there: bool,
    /// Why the machine was paused.
    pub possible: &'a mut SmallVec<[Possible; 2]>,
    /// Whether ways are possible is asked when their turn comes: of two versions, most never get it.
    pub later: bool,
    /// Whether the run came past a change.
    pub is_beyond: &'a Cell<bool>,
    /// Whether to pause at decisions that others came to as well.
    pub is_repeated: bool,
}

impl Tracker<'_> {
    pub fn record(&mut self, terms: &Terms, decision: &Decision) {
        if self.later {
            let stage = self.trail.stage();
            self.trail.decided[stage].push(Decided { site: decision.site, holds: decision.holds.condition });
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
        let stage = self.trail.stage();
        self.knowledge.coverage[stage].add(edge);
        if stage == 0 && self.is_beyond.get() {
            self.knowledge.beyond.add(edge);
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
            self.knowledge.leave(self.trail.stage(), Some(decision.site), Left::Pinned(why));
            return;
        }
        let knowledge = &mut *self.knowledge;
        let set = self.trail.condition.relevant(&mut knowledge.sets, terms, side.condition);
        if self.later {
            // What the other version decided already is decided.
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
        let is_own = is_first && !self.is_repeated && (self.knowledge.is_seeding || self.later);
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
            self.knowledge.leave(self.trail.stage(), Some(site), Left::Pinned(why));
        }
    }

    fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        if self.later {
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
