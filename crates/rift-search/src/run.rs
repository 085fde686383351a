//! A run in progress: how it begins, what it does at each decision, and what is kept of it.

use crate::frontier::Item;
use crate::hash::PathId;
use crate::pair::Watch;
use crate::steer::Lead;
use crate::summary::StopReason;
use crate::task::{ObjectValue, Task, What};
use crate::tracker::{Possible, Tracker, Trail};
use crate::worker::Worker;
use rift_env::{Process, StartError};
use rift_expr::Model;
use rift_vm::concolic::{ConcolicProgress, Decision};
use rift_vm::{Limit, Stop};
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;

/// Steps without a decision after which a run may have to wait for others.
const SLICE: u64 = 500_000;
/// The clock is looked at so often meanwhile: each step may make a term over the whole input.
const LOOKS: u64 = 16;
/// Of two versions: a run of more steps, and so many times as many as the shortest took, waits. A loop over a number of the
/// input may take as long as all other runs together.
const LONG: u64 = 1_000_000;
const TIMES_LONGER: u64 = 32;
/// How often all budgets are looked at in a run that decides all the time; the clock is after each decision, which may cost a
/// query.
const LOOK_AFTER_DECISIONS: u32 = 1 << 11;
/// Terms that a run makes between two looks at the memory.
const LOOK_AFTER_TERMS: usize = 1 << 16;

/// Why a run goes no further now.
enum BreakOff {
    /// The search ends.
    Stop(StopReason),
    /// Others come first.
    Others,
    /// There is not enough of it for what the run makes.
    Memory,
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
    /// Where it is led to. `None`: it is not.
    pub lead: Option<Lead>,
    /// The model as the flip before was left with: of a long input there is one for thousands of them.
    pub left_with: Option<Rc<Model>>,
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
            lead: None,
            left_with: None,
        }
    }
}

impl Run {
    /// Whether it is still the run of somebody else, who left all flips up to here.
    pub fn is_repeating(&self) -> bool {
        self.lead.as_ref().is_some_and(Lead::is_repeating)
    }

    /// Its input, for a flip.
    pub fn shared_model(&mut self) -> Rc<Model> {
        match &self.left_with {
            Some(known) if **known == self.model => Rc::clone(known),
            _ => Rc::clone(self.left_with.insert(Rc::new(self.model.clone()))),
        }
    }

    /// Of the objects that it has made, and those given for others.
    pub fn all_values(&self) -> Vec<ObjectValue> {
        let mut values = values_of(&self.trail, &self.model);
        let is_made = |value: &ObjectValue| values.iter().any(|made| made.name == value.name && made.nth == value.nth);
        let later: Vec<ObjectValue> = self.values.iter().filter(|value| !is_made(value)).cloned().collect();
        values.extend(later);
        values
    }
}

impl Worker<'_> {
    /// Runs a task from the first decision of its space.
    pub(crate) fn task(&mut self, task: Task, lead: Option<Lead>) -> Result<(), StartError> {
        let Task { space, values, shared, what } = task;
        let flip = match what {
            What::Run => None,
            What::Start => {
                let lead = self.lead(None);
                return self.task(Task { space, values, shared, what: What::Run }, lead);
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
        self.run(Run { shared, values, flip, new_coverage: true, lead, ..run })
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
            deadline: &self.shared.deadline,
            trail,
            model,
            shared: 0,
            values,
            stop_there: false,
            possible: &mut possible,
            later: self.subject.changes.is_some(),
            is_beyond: &Cell::new(false),
            is_repeated: false,
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
    pub(crate) fn run(&mut self, mut run: Run) -> Result<(), StartError> {
        let mut possible: SmallVec<[Possible; 2]> = SmallVec::new();
        run.wants_base = !self.bases.contains_key(&(run.space, run.trail.stage()));
        let (mut steps_before, mut places_before) = self.begun(&run);
        let mut since = run.process.machine().steps();
        loop {
            let stage = run.trail.stage();
            let mut touched = std::mem::take(&mut run.trail.touched);
            let is_beyond = Cell::new(touched.any());
            let touch = self.subject.touch(stage);
            let is_repeated = run.is_repeating();
            let mut watch = Watch { code: &mut self.code[stage], touch, touched: &mut touched, is_beyond: &is_beyond };
            let mut tracker = Tracker {
                knowledge: &mut self.knowledge,
                config: self.config,
                deadline: &self.shared.deadline,
                trail: &mut run.trail,
                model: &mut run.model,
                // The base is at the first decision, whichever one the run is to flip.
                shared: if run.wants_base { 0 } else { run.shared },
                values: &run.values,
                stop_there: run.flip.is_some() || run.wants_base,
                possible: &mut possible,
                later: self.subject.changes.is_some(),
                is_beyond: &is_beyond,
                is_repeated,
            };
            let progress =
                run.process.machine_mut().run_concolic(SLICE / LOOKS, &mut watch, &mut self.terms, &mut tracker);
            run.trail.touched = touched;
            match progress {
                ConcolicProgress::Paused => {
                    let steps = run.process.machine().steps();
                    let is_turn = steps >= since + SLICE;
                    since = if is_turn { steps } else { since };
                    if let Some(why) = self.look_up(&run, is_turn) {
                        self.break_off(run, why);
                        return Ok(());
                    }
                }
                ConcolicProgress::Decision(decision) => {
                    since = run.process.machine().steps();
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
                            if !run.is_repeating() {
                                self.leave_flips(&mut run, &decision, possible);
                            }
                            self.record(&mut run, &decision);
                        }
                    }
                    // Who decides all the time is never paused.
                    if let Some(why) = self.look_up(&run, run.trail.decisions.is_multiple_of(LOOK_AFTER_DECISIONS)) {
                        self.break_off(run, why);
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
                    since = steps_before;
                }
            }
        }
    }

    /// Why a run goes no further now, if it does not. `is_turn`: everything is looked at, not only what changes quickly.
    fn look_up(&mut self, run: &Run, is_turn: bool) -> Option<BreakOff> {
        if let Some(reason) = self.shared.out_of_time() {
            return Some(BreakOff::Stop(reason));
        }
        let has_grown = self.terms.len() > self.terms_at_look + LOOK_AFTER_TERMS;
        if !is_turn && !has_grown {
            return None;
        }
        if let Some(reason) = self.shared.should_stop() {
            return Some(BreakOff::Stop(reason));
        }
        self.terms_at_look = self.terms.len();
        if self.shared.is_memory_exhausted() {
            return Some(BreakOff::Memory);
        }
        (is_turn && self.is_to_wait(run)).then_some(BreakOff::Others)
    }

    /// Ends a run before its end.
    fn break_off(&mut self, mut run: Run, why: BreakOff) {
        match why {
            BreakOff::Stop(reason) => self.shared.stop(reason),
            BreakOff::Others => self.put_off += 1,
            // Of one program, who has more memory can go on with all of it.
            BreakOff::Memory if self.subject.changes.is_none() => self.shared.stop(StopReason::Memory),
            BreakOff::Memory => {
                self.end_of_path(&run);
                self.give_up(&run, Stop::Limit(Limit::Memory));
                self.release(&mut run);
                self.is_full = true;
                return;
            }
        }
        self.put_back(run);
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
            deadline: &self.shared.deadline,
            trail: &mut run.trail,
            model: &mut run.model,
            shared: run.shared,
            values: &run.values,
            stop_there: false,
            possible: &mut SmallVec::new(),
            later: self.subject.changes.is_some(),
            is_beyond: &is_beyond,
            is_repeated: false,
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

    /// Whether a run takes so long that others come first. What somebody asked for does not wait.
    fn is_to_wait(&self, run: &Run) -> bool {
        let has_other = self.knowledge.is_seeding || self.frontier.len() > 0 || !run.held.is_empty();
        let is_long = run.process.machine().steps() > self.most_steps();
        self.subject.changes.is_some() && !self.is_patient && has_other && is_long
    }

    /// More steps are many for one run, beside others.
    pub(crate) fn most_steps(&self) -> u64 {
        let shortest = self.shortest.iter().copied().filter(|steps| *steps < u64::MAX).min().unwrap_or(0);
        LONG.max(shortest.saturating_mul(TIMES_LONGER))
    }

    /// The run is to be done again, later: the budget ended in the middle of it, or others come first. The flips that it
    /// left are in the frontier.
    fn put_back(&mut self, mut run: Run) {
        self.release(&mut run);
        let values = run.all_values();
        let shared = run.shared.max(run.trail.decisions);
        let what = run.flip.map_or(What::Run, |(side, before)| What::Flip { side, before });
        self.shared.give(Task { space: run.space, values, shared, what });
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
