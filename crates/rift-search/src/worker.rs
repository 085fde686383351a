//! One worker: takes flips and tasks, runs them, and leaves new flips behind.

use crate::config::Config;
use crate::correlate::Correlations;
use crate::coverage::{Code, Coverage};
use crate::explore::{Found, Shared};
use crate::frontier::{Among, Frontier, Item};
use crate::hash::PathId;
use crate::pair::{STAGES, Subject, Touched, Watch, ways};
use crate::puzzles::Puzzles;
use crate::steer::Turns;
use crate::strategy::{Flip, Strategy};
use crate::summary::{Left, StopReason, Totals};
use crate::task::{ObjectValue, Task, What};
use crate::tracker::{Knowledge, Possible, Tracker, Trail};
use crate::unreached::Unreached;
use crate::wishes::Wishes;
use rift_env::{Process, StartError};
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::Site;
use rift_solver::{Assignment, Context, Effort, Query, SetId, Stats, Verdict, WhyUnknown};
use rift_vm::Stop;
use rift_vm::concolic::{ConcolicProgress, Decision, DecisionKind, Side};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::time::Instant;

/// Steps between two looks at the clock.
const SLICE: u64 = 2_000_000;
/// Of two versions, most flips are never taken: a run has to be so long before it is kept at each of its decisions.
const WORTH_A_SNAPSHOT: u64 = 500_000;
/// Of one run of two versions: a loop over a number of the input decides millions of times.
const MOST_SNAPSHOTS: usize = 4096;
/// How often time and memory are looked at in a run that decides all the time.
const LOOK_AFTER_DECISIONS: u32 = 1 << 12;
/// Compacting is worth its while from so many terms or flips on.
const COMPACT_TERMS: usize = 1 << 17;
const COMPACT_FLIPS: usize = 1 << 10;

pub(crate) struct Worker<'a> {
    pub number: usize,
    pub subject: &'a Subject<'a>,
    pub config: &'a Config,
    pub shared: &'a Shared<'a>,
    pub strategy: Box<dyn Strategy>,
    pub terms: Terms,
    pub knowledge: Knowledge,
    pub frontier: Frontier,
    /// For every space and program, the first run at its first decision: what comes before is the same for all inputs.
    pub bases: BTreeMap<(usize, usize), (Process, Trail)>,
    pub unsupported: BTreeMap<String, u64>,
    pub wishes: Wishes,
    /// Ends of runs of which it takes long to say whether they differ.
    pub puzzles: Puzzles,
    pub correlations: Correlations,
    pub unreached: Unreached,
    /// How often runs were led which way.
    pub turned: HashMap<(Site, u32), u32>,
    /// Occurrences of runs that were followed.
    pub followed: u64,
    /// What the runs executed, by stage.
    pub code: [Code; STAGES],
    /// Changes that any of them came past.
    pub reached: Touched,
    /// When the frontier was last saved.
    pub checkpointed: Instant,
}

/// A run in progress.
pub(crate) struct Run {
    pub space: usize,
    pub process: Process,
    pub trail: Trail,
    pub model: Model,
    /// See [`Tracker::shared`].
    pub shared: u32,
    pub values: Vec<ObjectValue>,
    /// The flip to make at decision number `shared`.
    pub flip: Option<(u32, Vec<Vec<ObjectValue>>)>,
    pub new_coverage: bool,
    /// Whether others are to begin at its first decision.
    pub wants_base: bool,
    /// The path when its program began.
    pub began: PathId,
    /// Flips of two versions wait until both have ended: then it is known what a change has an effect on.
    pub held: Vec<Item>,
    /// Where it is led to a change: the turns that it took. `None`: it is not.
    pub turns: Option<Turns>,
}

impl Run {
    pub fn new(space: usize, process: Process, trail: Trail, model: Model) -> Run {
        let began = trail.id;
        Run {
            space,
            process,
            trail,
            model,
            shared: 0,
            values: vec![],
            flip: None,
            new_coverage: false,
            wants_base: false,
            began,
            held: vec![],
            turns: None,
        }
    }
}

impl Run {
    /// Of the objects that it has made, and those given for others.
    pub fn all_values(&self) -> Vec<ObjectValue> {
        let mut values = values_of(&self.trail, &self.model);
        let is_made = |value: &ObjectValue| values.iter().any(|made| made.name == value.name && made.nth == value.nth);
        let later: Vec<ObjectValue> = self.values.iter().filter(|value| !is_made(value)).cloned().collect();
        values.extend(later);
        values
    }
}

/// Whether a decision can go another way.
enum Solved {
    Found(Assignment),
    /// It cannot, or it was not decided.
    No,
    /// To find out takes long.
    Later,
}

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        subject: &'a Subject<'a>,
        config: &'a Config,
        shared: &'a Shared<'a>,
        strategy: Box<dyn Strategy>,
        knowledge: Knowledge,
    ) -> Worker<'a> {
        Worker {
            number,
            subject,
            config,
            shared,
            strategy,
            terms: Terms::new(),
            knowledge,
            frontier: Frontier::new(config.seed, if subject.changes.is_some() { Among::Turns } else { Among::Latest }),
            bases: BTreeMap::new(),
            unsupported: BTreeMap::new(),
            wishes: Wishes::default(),
            puzzles: Puzzles::default(),
            correlations: Correlations::default(),
            unreached: Unreached::default(),
            turned: HashMap::new(),
            followed: 0,
            code: Default::default(),
            reached: Touched::default(),
            checkpointed: Instant::now(),
        }
    }

    /// What was covered so far.
    pub fn coverage(&self, stage: usize) -> Coverage {
        let mut coverage = self.knowledge.coverage[stage].clone();
        coverage.code.merge(&self.code[stage]);
        coverage
    }

    /// The counters, those of the solver included.
    pub fn totals(&self) -> Totals {
        let mut stats = Stats::default();
        self.knowledge.solver.report(&mut stats);
        let mut totals = self.knowledge.totals.clone();
        if let Some(backend) = stats.layers.last() {
            totals.solver_queries = backend.asked;
            totals.solver_seconds = backend.nanoseconds as f64 / 1e9;
        }
        totals
    }

    /// Takes work until there is none or the budget is used up.
    pub fn work(&mut self) -> Result<(), StartError> {
        self.seed()?;
        loop {
            if let Some(reason) = self.shared.should_stop() {
                self.shared.stop(reason);
                return Ok(());
            }
            if self.shared.is_hungry() {
                self.donate();
            }
            if let Some(puzzle) = self.puzzles.due(self.frontier.len(), self.knowledge.totals.runs) {
                self.take_time(puzzle);
            } else if let Some(item) = self.next_flip() {
                self.flip(item)?;
            } else if let Some(task) = self.shared.next_task(self.number) {
                self.task(task, None)?;
            } else {
                return Ok(());
            }
            let shared = self.shared;
            shared.tell(self);
            if shared.is_memory_short() {
                self.compact();
            }
        }
    }

    fn next_flip(&mut self) -> Option<Item> {
        let Worker { frontier, strategy, knowledge, .. } = self;
        frontier.pop(|flip| strategy.rank(flip, knowledge.covered(flip)))
    }

    fn taken(&mut self, flip: &Flip) {
        self.strategy.taken(flip);
        self.frontier.taken();
    }

    /// Runs the given inputs where a space has several, before anything is flipped: together they are one tree.
    fn seed(&mut self) -> Result<(), StartError> {
        self.knowledge.is_seeding = true;
        while self.shared.should_stop().is_none()
            && let Some(task) = self.shared.next_seed(self.number)
        {
            self.task(task, None)?;
            let shared = self.shared;
            shared.tell(self);
            self.head_for_change()?;
        }
        self.knowledge.is_seeding = false;
        Ok(())
    }

    /// Whether another input goes that way already.
    fn was_there(&self, item: &Item) -> bool {
        let there = || item.trail.id.step(item.flip.edge.site, u64::from(item.flip.edge.side));
        !item.is_pin && !self.knowledge.seen.is_empty() && self.knowledge.seen.contains(&there())
    }

    /// Gives up what can be computed again: terms, what the solver remembers, snapshots. The flips become tasks.
    fn compact(&mut self) {
        let worth = self.terms.len() > COMPACT_TERMS || self.frontier.len() > COMPACT_FLIPS;
        if !worth {
            if self.shared.is_memory_exhausted() {
                self.shared.stop(StopReason::Memory);
            }
            return;
        }
        for item in self.frontier.drain() {
            if !self.was_there(&item) {
                let task = self.portable(&item);
                self.shared.give(task);
            }
        }
        self.bases.clear();
        self.knowledge.solver.forget();
        self.strategy.forget();
        self.wishes = Wishes::default();
        self.puzzles.forget();
        self.knowledge.sets.clear();
        self.knowledge.evaluator = Evaluator::default();
        self.terms.clear();
    }

    /// Gives the flip that is nearest to the beginning to who has none.
    fn donate(&mut self) {
        if self.frontier.len() < 2 {
            return;
        }
        if let Some(item) = self.frontier.pop_oldest()
            && !self.was_there(&item)
        {
            let task = self.portable(&item);
            self.shared.give(task);
        }
    }

    /// A flip as any worker understands it.
    pub fn portable(&self, item: &Item) -> Task {
        let values = values_of(&item.trail, &item.model);
        let before = item.trail.turned_down.iter().map(|model| values_of(&item.trail, model)).collect();
        Task {
            space: item.space,
            values,
            shared: item.trail.decisions,
            what: What::Flip { side: item.flip.edge.side, before },
        }
    }

    /// Solves for a flip and runs what comes out.
    pub(crate) fn flip(&mut self, mut item: Item) -> Result<(), StartError> {
        if self.was_there(&item) {
            return Ok(());
        }
        if item.process.is_none() && item.is_pin {
            self.taken(&item.flip);
            let task = self.portable(&item);
            return self.task(task, None);
        }
        let found = match item.found.take().map_or_else(|| self.solve(&item), Solved::Found) {
            Solved::Found(found) => found,
            Solved::No => return self.relax(&item).map_or(Ok(()), |task| self.task(task, None)),
            Solved::Later => {
                self.frontier.put_off(Item { effort: Effort::Full, ..item });
                return Ok(());
            }
        };
        self.taken(&item.flip);
        let turns = self.lead(Some(&item.flip));
        let Item { space, mut trail, is_pin, goal, model, process, flip: Flip { edge, .. }, .. } = item;
        let mut next = Model::clone(&model);
        found.apply(&mut next);
        let Some(process) = process else {
            let (values, shared) = (values_of(&trail, &next), trail.decisions + 1);
            return self.task(Task { space, values, shared, what: What::Run }, turns);
        };
        let mut process = match Rc::try_unwrap(process) {
            Ok(own) => own.into_inner(),
            Err(shared) => shared.borrow_mut().snapshot(),
        };
        self.refresh(&mut process, &next);
        trail.condition.assume(&mut self.knowledge.sets, &self.terms, goal);
        let mut new_coverage = false;
        if is_pin {
            process.machine_mut().ask_again();
            Rc::make_mut(&mut trail.turned_down).push(model);
        } else {
            trail.id = trail.id.step(edge.site, u64::from(edge.side));
            trail.decisions += 1;
            new_coverage = self.knowledge.coverage[trail.stage()].add(edge);
        }
        let shared = trail.decisions;
        let run = Run::new(space, process, trail, next);
        self.run(Run { shared, new_coverage, turns, ..run })
    }

    pub(crate) fn refresh(&mut self, process: &mut Process, model: &Model) {
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        let terms = &self.terms;
        evaluator.reset(model);
        process.machine_mut().refresh(&mut |term| evaluator.value(terms, term));
    }

    /// Asks what the quick layers left open.
    fn solve(&mut self, item: &Item) -> Solved {
        self.knowledge.totals.queries += u64::from(self.subject.changes.is_some());
        let verdict = self.check(item.effort, item.set, item.goal, &item.model);
        match verdict {
            Verdict::Sat(found) => Solved::Found(found),
            Verdict::Unsat => Solved::No,
            Verdict::Unknown(WhyUnknown::Deferred) if item.effort < Effort::Full => Solved::Later,
            Verdict::Unknown(why) => {
                self.strategy.undecided(&item.flip);
                if why != WhyUnknown::Interrupted {
                    let Flip { stage, edge, .. } = item.flip;
                    self.knowledge.leave(stage, Some(edge.site), Left::Undecided);
                }
                Solved::No
            }
        }
    }

    pub(crate) fn check(&mut self, effort: Effort, set: SetId, goal: TermId, hint: &Model) -> Verdict {
        let knowledge = &mut self.knowledge;
        let mut context = Context {
            terms: &mut self.terms,
            sets: &mut knowledge.sets,
            evaluator: &mut knowledge.evaluator,
            hint,
            effort,
        };
        knowledge.solver.check(&mut context, Query { set, goal })
    }

    /// Runs a task from the first decision of its space; led to a change, if there are turns.
    fn task(&mut self, task: Task, turns: Option<Turns>) -> Result<(), StartError> {
        let Task { space, values, shared, what } = task;
        let flip = match what {
            What::Run => None,
            What::Start => {
                let turns = self.lead(None);
                return self.task(Task { space, values, shared, what: What::Run }, turns);
            }
            What::Try => return self.try_out(space, values),
            What::Flip { side, before } => Some((side, before)),
        };
        let mut model = Model::default();
        let (process, trail) = match self.bases.get_mut(&(space, 0)) {
            Some((base, trail)) => {
                let (mut process, trail) = (base.snapshot(), trail.clone());
                for value in &values {
                    let made = trail.made.iter().find(|(key, _)| key.name == value.name && key.nth == value.nth);
                    if let Some((_, first)) = made {
                        value.bytes.iter().zip(*first..).for_each(|(byte, at)| model.set(at, *byte));
                    }
                }
                self.refresh(&mut process, &model);
                (process, trail)
            }
            None => {
                let mut trail = Trail::new(space);
                (self.start(space, &values, &mut model, &mut trail)?, trail)
            }
        };
        let run = Run::new(space, process, trail, model);
        self.run(Run { shared, values, flip, new_coverage: true, turns, ..run })
    }

    /// Runs a guess. Only one that comes to new code leaves flips: others would only be in the way of those that did.
    fn try_out(&mut self, space: usize, values: Vec<ObjectValue>) -> Result<(), StartError> {
        let places = self.code[0].places();
        // All decisions are as good as somebody else's.
        self.task(Task { space, values: values.clone(), shared: u32::MAX, what: What::Run }, None)?;
        match self.code[0].places() > places {
            true => self.task(Task { space, values, shared: 0, what: What::Run }, None),
            false => Ok(()),
        }
    }

    /// Starts the program that the trail is at.
    pub(crate) fn start(
        &mut self,
        space: usize,
        values: &[ObjectValue],
        model: &mut Model,
        trail: &mut Trail,
    ) -> Result<Process, StartError> {
        let program = self.subject.programs[trail.stage()];
        let mut possible = SmallVec::new();
        let mut tracker = Tracker {
            knowledge: &mut self.knowledge,
            config: self.config,
            trail,
            model,
            shared: 0,
            values,
            stop_there: false,
            possible: &mut possible,
            later: self.subject.changes.is_some(),
            is_beyond: &Cell::new(false),
        };
        Process::start_concolic(
            program,
            &self.subject.spaces[space],
            self.config.world.clone(),
            self.config.limits,
            &mut self.terms,
            &mut tracker,
        )
    }

    /// Runs to the end, leaving flips behind.
    fn run(&mut self, mut run: Run) -> Result<(), StartError> {
        let mut possible: SmallVec<[Possible; 2]> = SmallVec::new();
        run.wants_base = !self.bases.contains_key(&(run.space, run.trail.stage()));
        let (mut steps_before, mut places_before) = self.begun(&run);
        loop {
            let stage = run.trail.stage();
            let mut touched = std::mem::take(&mut run.trail.touched);
            let is_beyond = Cell::new(touched.any());
            let touch = self.subject.touch(stage);
            let mut watch = Watch { code: &mut self.code[stage], touch, touched: &mut touched, is_beyond: &is_beyond };
            let mut tracker = Tracker {
                knowledge: &mut self.knowledge,
                config: self.config,
                trail: &mut run.trail,
                model: &mut run.model,
                // The base is at the first decision, whichever one the run is to flip.
                shared: if run.wants_base { 0 } else { run.shared },
                values: &run.values,
                stop_there: run.flip.is_some() || run.wants_base,
                possible: &mut possible,
                later: self.subject.changes.is_some(),
                is_beyond: &is_beyond,
            };
            let progress = run.process.machine_mut().run_concolic(SLICE, &mut watch, &mut self.terms, &mut tracker);
            run.trail.touched = touched;
            match progress {
                ConcolicProgress::Paused => {
                    if let Some(reason) = self.shared.should_stop() {
                        self.shared.stop(reason);
                        self.put_back(run);
                        return Ok(());
                    }
                }
                ConcolicProgress::Decision(decision) => {
                    if run.wants_base {
                        run.process.machine_mut().ask_again();
                        run.wants_base = false;
                        self.keep_base(&mut run);
                        continue;
                    }
                    if run.trail.decisions >= run.shared
                        && let Some((side, before)) = run.flip.take()
                    {
                        self.make_flip(run, &decision, side, before);
                        return Ok(());
                    }
                    let possible = possible.drain(..).collect();
                    match self.steer(&mut run, &decision, possible) {
                        Ok(turned) => self.record(&mut run, &turned),
                        Err(possible) => {
                            self.leave_flips(&mut run, &decision, possible);
                            self.record(&mut run, &decision);
                        }
                    }
                    // Who decides all the time is never paused.
                    if run.trail.decisions.is_multiple_of(LOOK_AFTER_DECISIONS)
                        && let Some(reason) = self.stop_within()
                    {
                        self.shared.stop(reason);
                        self.put_back(run);
                        return Ok(());
                    }
                }
                ConcolicProgress::Ended(stop) => {
                    self.knowledge.totals.instructions += run.process.machine().steps() - steps_before;
                    run.new_coverage |= self.code[stage].places() > places_before;
                    match self.end(run, stop)? {
                        Some(next) => run = next,
                        None => return Ok(()),
                    }
                    (steps_before, places_before) = self.begun(&run);
                }
            }
        }
    }

    /// Why a run is not to go on.
    fn stop_within(&self) -> Option<StopReason> {
        let is_full = || self.shared.is_memory_exhausted().then_some(StopReason::Memory);
        self.shared.should_stop().or_else(is_full)
    }

    /// Steps, and places of the code, before a run goes on.
    fn begun(&self, run: &Run) -> (u64, u64) {
        (run.process.machine().steps(), self.code[run.trail.stage()].places())
    }

    fn record(&mut self, run: &mut Run, decision: &Decision) {
        let is_beyond = Cell::new(run.trail.touched.any());
        let mut tracker = Tracker {
            knowledge: &mut self.knowledge,
            config: self.config,
            trail: &mut run.trail,
            model: &mut run.model,
            shared: run.shared,
            values: &run.values,
            stop_there: false,
            possible: &mut SmallVec::new(),
            later: self.subject.changes.is_some(),
            is_beyond: &is_beyond,
        };
        tracker.record(&self.terms, decision);
    }

    /// Keeps a run at its first decision, to begin others there. What a second program has pinned by then belongs to
    /// the path of the first one: it is not kept.
    fn keep_base(&mut self, run: &mut Run) {
        let stage = run.trail.stage();
        if stage == 0 || run.trail.id == run.began {
            let base = (run.process.snapshot(), run.trail.clone());
            self.bases.insert((run.space, stage), base);
        }
    }

    /// The run is to be done again, later: the budget ended in the middle of it. The flips that it left are in the
    /// frontier.
    fn put_back(&mut self, mut run: Run) {
        self.release(&mut run);
        let values = run.all_values();
        let shared = run.shared.max(run.trail.decisions);
        let what = run.flip.map_or(What::Run, |(side, before)| What::Flip { side, before });
        self.shared.give(Task { space: run.space, values, shared, what });
    }

    /// Puts the other ways of a decision into the frontier.
    pub(crate) fn leave_flips(&mut self, run: &mut Run, decision: &Decision, possible: SmallVec<[Possible; 2]>) {
        let mut outer = None;
        let mut ranked: SmallVec<[_; 2]> = SmallVec::new();
        for Possible { side, set, found } in possible {
            let flip = self.describe(run, decision, side, &mut outer);
            if let Some(rank) = self.strategy.rank(&flip, self.knowledge.covered(&flip)) {
                ranked.push((rank, flip, side, (set, found)));
            }
        }
        if ranked.is_empty() {
            return;
        }
        let worth = match self.subject.changes {
            None => true,
            Some(_) => run.process.machine().steps() > WORTH_A_SNAPSHOT && run.held.len() < MOST_SNAPSHOTS,
        };
        let process = worth.then(|| Rc::new(RefCell::new(run.process.snapshot())));
        let model = Rc::new(run.model.clone());
        for (rank, flip, side, answer) in ranked {
            let item = item(run, flip, side, answer, &process, &model);
            match self.subject.changes.is_some() {
                true => run.held.push(item),
                false => self.frontier.push(item, rank),
            }
        }
    }

    /// Lets go of the flips that waited.
    pub(crate) fn release(&mut self, run: &mut Run) {
        let led = run.trail.touched.any();
        for mut item in run.held.drain(..) {
            item.flip.led = led;
            if let Some(rank) = self.strategy.rank(&item.flip, self.knowledge.covered(&item.flip)) {
                self.frontier.push(item, rank);
            }
        }
    }

    /// What a strategy is told about a flip. `outer` are the calls under way, once they are known.
    fn describe(&self, run: &Run, decision: &Decision, side: Side, outer: &mut Option<Vec<Site>>) -> Flip {
        let stage = run.trail.stage();
        let touched = run.trail.touched.any();
        let target = ways(&self.subject.programs[stage].module, decision, side.index);
        let (distance, control, way) = match &self.subject.changes {
            Some(changes) if !touched => {
                let calls = || run.process.machine().call_stack().iter().skip(1).map(|entry| entry.site).collect();
                let module = &self.subject.programs[stage].module;
                let distance = changes.distance(module, decision, side.index, outer.get_or_insert_with(calls));
                let way = &changes.targets.way;
                let control = target.and_then(|ways| way.control(decision.site, ways));
                (distance, control, target.and_then(|ways| way.distance(decision.site, ways)))
            }
            _ => (Some(0), None, None),
        };
        let mut flip = Flip {
            edge: crate::Edge { site: decision.site, side: side.index },
            goal: side.condition,
            kind: decision.kind,
            stage,
            touched,
            distance,
            control,
            way,
            affected: false,
            foreign: self
                .subject
                .changes
                .as_ref()
                .is_some_and(|all| all.foreign[stage].contains(&decision.site.function)),
            led: false,
            wanted: None,
            toward: None,
            alive: true,
            target,
            unreached: None,
            opens: None,
            settled: false,
        };
        self.unreached.describe(&mut flip, &run.trail);
        flip
    }

    /// A task came to the decision it is to flip.
    fn make_flip(&mut self, mut run: Run, decision: &Decision, side: u32, before: Vec<Vec<ObjectValue>>) {
        let wanted = match decision.kind {
            DecisionKind::Pin(_) => decision.others.first(),
            _ => decision.others.iter().find(|other| other.index == side),
        };
        let Some(wanted) = wanted.copied() else {
            self.knowledge.leave(run.trail.stage(), Some(decision.site), Left::Undecided);
            return;
        };
        for values in &before {
            self.turn_down(&mut run, decision, values);
        }
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, wanted.condition);
        let model = Rc::new(run.model.clone());
        let process = Rc::new(RefCell::new(run.process.snapshot()));
        let flip = self.describe(&run, decision, wanted, &mut None);
        let item = item(&run, flip, wanted, (set, None), &Some(process), &model);
        drop(run);
        self.frontier.push(item, 0);
    }

    /// Excludes the value that an earlier run's pin took at this decision.
    fn turn_down(&mut self, run: &mut Run, decision: &Decision, values: &[ObjectValue]) {
        let mut model = run.model.clone();
        for value in values {
            let made = run.trail.all_made().find(|(key, _)| key.name == value.name && key.nth == value.nth);
            if let Some((_, first)) = made {
                value.bytes.iter().zip(*first..).for_each(|(byte, at)| model.set(at, *byte));
            }
        }
        if let Some(pinned) = decision.pinned {
            self.knowledge.evaluator.reset(&model);
            let value = self.knowledge.evaluator.value(&self.terms, pinned);
            let width = self.terms.width(pinned);
            let value = self.terms.constant(width, value);
            let same = self.terms.compare(rift_ir::IntPredicate::Eq, pinned, value);
            let other = self.terms.not(same);
            run.trail.condition.assume(&mut self.knowledge.sets, &self.terms, other);
            Rc::make_mut(&mut run.trail.turned_down).push(Rc::new(model));
        }
    }

    /// What is next for a run that ended: the other version, or nothing.
    fn end(&mut self, run: Run, stop: Stop) -> Result<Option<Run>, StartError> {
        if self.subject.changes.is_some() {
            return self.end_of_version(run, stop);
        }
        self.end_of_path(&run);
        match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => self.give_up(&run, stop),
            stop => self.found(run, stop),
        }
        Ok(None)
    }

    /// An input was run to its end.
    pub(crate) fn end_of_path(&mut self, run: &Run) {
        self.knowledge.totals.runs += 1;
        if self.knowledge.is_seeding || self.subject.changes.is_some() {
            self.knowledge.note_path(run.trail.id);
        }
    }

    /// The end is none that a native run would have.
    pub(crate) fn give_up(&mut self, run: &Run, stop: Stop) {
        match stop {
            Stop::Outside => self.knowledge.totals.outside += 1,
            Stop::Unsupported(what) => *self.unsupported.entry(what).or_default() += 1,
            _ => {
                let site = run.process.machine().call_stack().first().map(|entry| entry.site);
                self.knowledge.leave(run.trail.stage(), site, Left::Limit);
            }
        }
    }

    /// A path of a single program.
    fn found(&mut self, run: Run, stop: Stop) {
        if !self.shared.is_new(run.trail.id) {
            self.knowledge.totals.duplicates += 1;
            return;
        }
        self.knowledge.totals.paths += 1;
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        evaluator.reset(&run.model);
        let observation = run.process.observation(stop, &self.terms, evaluator);
        let input = self.subject.spaces[run.space].input(run.process.objects(), &run.model);
        let (id, depth) = (run.trail.id, run.trail.decisions);
        let found = Found { id, space: run.space, input, observation, depth, new_coverage: run.new_coverage };
        if self.shared.events.found(&found).is_err() {
            self.not_kept(&run);
        }
    }

    /// A resumed search is to find it once more. Its flips are in the frontier.
    pub(crate) fn not_kept(&mut self, run: &Run) {
        self.knowledge.totals.paths -= 1;
        self.shared.forget(run.trail.id);
        let values = values_of(&run.trail, &run.model);
        self.shared.give(Task { space: run.space, values, shared: run.trail.decisions, what: What::Run });
        self.shared.stop(StopReason::Output);
    }
}

fn item(
    run: &Run,
    flip: Flip,
    side: Side,
    (set, found): (SetId, Option<Assignment>),
    process: &Option<Rc<RefCell<Process>>>,
    model: &Rc<Model>,
) -> Item {
    Item {
        space: run.space,
        trail: run.trail.clone(),
        flip,
        is_pin: matches!(flip.kind, DecisionKind::Pin(_)),
        goal: side.condition,
        set,
        model: Rc::clone(model),
        found,
        effort: Effort::Brief,
        process: process.clone(),
    }
}

/// The bytes of a path's objects under a model.
pub(crate) fn values_of(trail: &Trail, model: &Model) -> Vec<ObjectValue> {
    let value = |(key, first): &(crate::objects::Key, u32)| ObjectValue {
        name: key.name.clone(),
        nth: key.nth,
        bytes: (*first..first + key.bytes).map(|at| model.byte(at)).collect(),
    };
    trail.all_made().map(value).collect()
}
