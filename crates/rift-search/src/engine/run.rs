//! A run in progress: how it begins, what it does at each decision, and what is kept of it.

use super::Engine;
use super::branch::PendingBranch;
use super::changes::Watch;
use super::ending::Finished;
use super::hash::PathId;
use super::path::{Ended, Trail};
use super::summary::StopReason;
use super::task::{ObjectValue, Task, What};
use super::tracker::{Possible, Tracker};
use crate::targets::Lead;
use rift_env::{Process, StartError, Visible};
use rift_expr::Model;
use rift_vm::concolic::{ConcolicProgress, Decision};
use rift_vm::{Limit, Stop};
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;

/// Instructions without a decision after which a run may have to wait for others.
const TURN_INSTRUCTIONS: u64 = 500_000;
/// The clock is looked at so often meanwhile: each instruction may make a term over the whole input.
const LOOKS_PER_TURN: u64 = 16;
/// A run of more instructions, and so many times as many as the shortest took, waits. A loop over a number of the input may
/// take as long as all other runs together.
const LONG_RUN_INSTRUCTIONS: u64 = 1_000_000;
const LONG_RUN_TIMES_SHORTEST: u64 = 32;
/// How often all budgets are looked at in a run that decides all the time; the clock is after each decision, which may cost a
/// query.
const LOOK_AFTER_DECISIONS: u32 = 1 << 11;

/// Why a run goes no further now.
enum BreakOff {
    /// The search ends.
    Stop(StopReason),
    /// Others come first.
    Others,
    /// There is not enough of it for what the run makes.
    Memory,
}

/// Other ways that a decision can go, as far as is known.
pub(crate) type Possibles = SmallVec<[Possible; 2]>;

/// Decides about runs while they run.
pub(crate) trait Pilot {
    /// At a decision that could go otherwise: leads the run another way, and says what the decision is then. Else, what was
    /// possible.
    fn decide(
        &mut self,
        engine: &mut Engine<'_>,
        run: &mut Run,
        decision: &Decision,
        possible: Possibles,
    ) -> Result<Decision, Possibles>;

    /// A branch is possible, and about to be run. Whether that run is led.
    fn taken(&mut self, engine: &mut Engine<'_>, branch: &PendingBranch) -> Option<Lead>;
}

/// What came of a run.
pub(crate) enum RunEnd {
    /// It came to an end.
    Finished(Box<Finished>),
    /// It came to the decision that it was to take another way: this is to be solved.
    Arrived(Box<PendingBranch>),
    /// It was broken off, and will be run again. It left these branches.
    PutBack(Vec<PendingBranch>),
}

/// A run in progress.
pub(crate) struct Run {
    pub space: usize,
    pub process: Process,
    pub trail: Trail,
    pub model: Model,
    /// Decisions that belong to the runs before this one.
    pub shared: u32,
    pub values: Vec<ObjectValue>,
    /// The side to take at decision number `shared`, and what a pin took there before.
    pub negate: Option<(u32, Vec<Vec<ObjectValue>>)>,
    pub new_coverage: bool,
    /// Whether others are to begin at its first decision.
    pub(super) wants_base: bool,
    /// The path when its version began.
    pub(super) began: PathId,
    /// Branches that it left. They are pending once all versions have ended: then it is known what a change has an effect on.
    pub held: Vec<PendingBranch>,
    /// Where it is led to. `None`: it is not.
    pub lead: Option<Lead>,
    /// The model that the branch before was left with: of a long input there is one for thousands of them.
    pub(super) left_with: Option<Rc<Model>>,
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
            negate: None,
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
    /// Whether it is still the run of somebody else, who left all branches up to here.
    pub fn is_repeating(&self) -> bool {
        self.lead.as_ref().is_some_and(Lead::is_repeating)
    }

    /// Its input, for a branch.
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

impl Engine<'_> {
    /// Runs a task from the first decision of its space.
    pub fn run_task(&mut self, task: Task, lead: Option<Lead>, pilot: &mut dyn Pilot) -> Result<RunEnd, StartError> {
        let Task { space, values, shared, what } = task;
        let negate = match what {
            What::Run | What::Start | What::Try => None,
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
        self.run(Run { shared, values, negate, new_coverage: true, lead, ..run }, pilot)
    }

    /// Starts the version that the trail is at.
    pub fn start(
        &mut self,
        space: usize,
        values: &[ObjectValue],
        model: &mut Model,
        trail: &mut Trail,
    ) -> Result<Process, StartError> {
        let program = self.subject.versions[trail.version()].program;
        let is_behind = Cell::new(false);
        let rules = self.rules();
        let tracker = Tracker::new(&mut self.knowledge, rules, (trail, model), &is_behind);
        let (space, world) = (&self.subject.spaces[space], self.config.world.clone());
        let mut tracker = Tracker { values, ..tracker };
        Process::start_concolic(program, space, world, self.config.limits, &mut self.terms, &mut tracker)
    }

    /// Runs to the end of all versions.
    pub fn run(&mut self, mut run: Run, pilot: &mut dyn Pilot) -> Result<RunEnd, StartError> {
        run.wants_base = !self.bases.contains_key(&(run.space, run.trail.version()));
        let (mut steps_before, mut places_before) = self.begun(&run);
        let mut since = run.process.machine().steps();
        loop {
            let (progress, possible) = self.advance(&mut run);
            match progress {
                ConcolicProgress::Paused => {
                    let steps = run.process.machine().steps();
                    let is_turn = steps >= since + TURN_INSTRUCTIONS;
                    since = if is_turn { steps } else { since };
                    if let Some(why) = self.look_up(&run, is_turn) {
                        return Ok(self.break_off(run, why));
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
                        && let Some((side, before)) = run.negate.take()
                    {
                        return Ok(self.arrive(run, &decision, side, before));
                    }
                    match pilot.decide(self, &mut run, &decision, possible) {
                        Ok(turned) => self.record(&mut run, &turned),
                        Err(possible) => {
                            if !run.is_repeating() {
                                self.leave_branches(&mut run, &decision, possible);
                            }
                            self.record(&mut run, &decision);
                        }
                    }
                    // Who decides all the time is never paused.
                    if let Some(why) = self.look_up(&run, run.trail.decisions.is_multiple_of(LOOK_AFTER_DECISIONS)) {
                        return Ok(self.break_off(run, why));
                    }
                }
                ConcolicProgress::Ended(stop) => {
                    self.knowledge.totals.instructions += run.process.machine().steps() - steps_before;
                    run.new_coverage |= self.code[run.trail.version()].places() > places_before;
                    match self.end_of_version(run, stop)? {
                        Ok(next) => run = next,
                        Err(finished) => return Ok(RunEnd::Finished(Box::new(finished))),
                    }
                    (steps_before, places_before) = self.begun(&run);
                    since = steps_before;
                }
            }
        }
    }

    /// Goes on to the next decision, or for a while.
    fn advance(&mut self, run: &mut Run) -> (ConcolicProgress, Possibles) {
        let version = run.trail.version();
        let mut executed = std::mem::take(&mut run.trail.executed);
        let is_behind = Cell::new(executed.any());
        let sites = self.subject.versions[version].sites.as_ref();
        let is_repeated = run.is_repeating();
        let rules = self.rules();
        let mut watch = Watch { code: &mut self.code[version], sites, executed: &mut executed, is_behind: &is_behind };
        let path = (&mut run.trail, &mut run.model);
        let mut tracker = Tracker {
            // The base is at the first decision, whichever one the run is to negate.
            shared: if run.wants_base { 0 } else { run.shared },
            values: &run.values,
            stop_there: run.negate.is_some() || run.wants_base,
            is_repeated,
            ..Tracker::new(&mut self.knowledge, rules, path, &is_behind)
        };
        let steps = TURN_INSTRUCTIONS / LOOKS_PER_TURN;
        let progress = run.process.machine_mut().run_concolic(steps, &mut watch, &mut self.terms, &mut tracker);
        let possible = tracker.possible;
        run.trail.executed = executed;
        (progress, possible)
    }

    /// Why a run goes no further now, if it does not. `is_turn`: everything is looked at, not only what changes quickly.
    fn look_up(&mut self, run: &Run, is_turn: bool) -> Option<BreakOff> {
        if let Some(reason) = self.shared.out_of_time() {
            return Some(BreakOff::Stop(reason));
        }
        if !is_turn && !self.has_grown() {
            return None;
        }
        if let Some(reason) = self.shared.should_stop() {
            return Some(BreakOff::Stop(reason));
        }
        self.looked_at_terms();
        if self.shared.is_memory_exhausted() {
            return Some(BreakOff::Memory);
        }
        (is_turn && self.is_to_wait(run)).then_some(BreakOff::Others)
    }

    /// Ends a run before its end.
    fn break_off(&mut self, run: Run, why: BreakOff) -> RunEnd {
        match why {
            BreakOff::Stop(reason) => self.shared.stop(reason),
            BreakOff::Others => self.pace.waiting += 1,
            // Where all paths are wanted, who has more memory can go on with all of it.
            BreakOff::Memory if !self.plan.gives_up_runs() => self.shared.stop(StopReason::Memory),
            BreakOff::Memory => {
                self.memory.is_full = true;
                return RunEnd::Finished(Box::new(self.gave_up(run, Stop::Limit(Limit::Memory))));
            }
        }
        RunEnd::PutBack(self.put_back(run))
    }

    /// Instructions, and places of the code, before a run goes on.
    fn begun(&self, run: &Run) -> (u64, u64) {
        (run.process.machine().steps(), self.code[run.trail.version()].places())
    }

    fn record(&mut self, run: &mut Run, decision: &Decision) {
        let is_behind = Cell::new(run.trail.executed.any());
        let rules = self.rules();
        let path = (&mut run.trail, &mut run.model);
        Tracker::new(&mut self.knowledge, rules, path, &is_behind).record(&self.terms, decision);
    }

    /// Keeps a run at its first decision, to begin others there. What a later version has pinned by then belongs to the path of
    /// those before: it is not kept.
    fn keep_base(&mut self, run: &mut Run) {
        let version = run.trail.version();
        if version == 0 || run.trail.id == run.began {
            let base = (run.process.snapshot(), run.trail.clone());
            self.bases.insert((run.space, version), base);
        }
    }

    /// The next version on the same input, from its first decision where that is known.
    pub(super) fn next_version(&mut self, run: Run, stop: Stop, visible: Visible) -> Result<Run, StartError> {
        let Run { space, process, mut trail, mut model, shared, values, negate, new_coverage, held, lead, .. } = run;
        trail.next_version(Rc::new(Ended { process, stop, visible }));
        let process = match self.bases.get_mut(&(space, trail.version())) {
            Some((base, begun)) => {
                let mut process = base.snapshot();
                trail.made = Rc::clone(&begun.made);
                let executed = begun.executed.clone();
                trail.executed.merge(&executed);
                self.refresh(&mut process, &model);
                process
            }
            None => self.start(space, &values, &mut model, &mut trail)?,
        };
        let wants_base = !self.bases.contains_key(&(space, trail.version()));
        let next = Run::new(space, process, trail, model);
        Ok(Run { shared, values, negate, new_coverage, wants_base, held, lead, ..next })
    }

    /// Whether a run takes so long that others come first. What somebody asked for does not wait.
    fn is_to_wait(&self, run: &Run) -> bool {
        let has_other = self.knowledge.is_seeding || self.pace.has_other || !run.held.is_empty();
        let is_long = run.process.machine().steps() > self.most_steps();
        self.plan.gives_up_runs() && !self.pace.is_patient && has_other && is_long
    }

    /// More instructions are many for one run, beside others.
    pub fn most_steps(&self) -> u64 {
        let shortest = self.pace.shortest.iter().copied().filter(|steps| *steps < u64::MAX).min().unwrap_or(0);
        LONG_RUN_INSTRUCTIONS.max(shortest.saturating_mul(LONG_RUN_TIMES_SHORTEST))
    }

    /// Whether the next run goes on to its end, however long it takes; and whether there is something else to do.
    pub fn set_pace(&mut self, is_patient: bool, has_other: bool) {
        self.pace.is_patient = is_patient;
        self.pace.has_other = has_other;
    }

    pub fn has_long_runs(&self) -> bool {
        self.pace.waiting > 0
    }

    /// Runs that were put back since they are long.
    pub fn long_runs(&mut self) -> &mut u64 {
        &mut self.pace.waiting
    }

    /// How often a run is twice as long as the shortest one that came as far.
    pub(super) fn doublings(&mut self, run: &Run) -> u32 {
        let before: u64 = run.trail.ended.iter().map(|ended| ended.process.machine().steps()).sum();
        let steps = 1 + before + run.process.machine().steps();
        let shortest = &mut self.pace.shortest[usize::from(run.trail.executed.any())];
        *shortest = steps.min(*shortest);
        (steps / *shortest).ilog2()
    }

    /// The run is to be done again, later: the budget ended in the middle of it, or others come first.
    fn put_back(&mut self, mut run: Run) -> Vec<PendingBranch> {
        let left = self.release(&mut run);
        let values = run.all_values();
        let shared = run.shared.max(run.trail.decisions);
        let what = run.negate.map_or(What::Run, |(side, before)| What::Flip { side, before });
        self.shared.give(Task { space: run.space, values, shared, what });
        left
    }
}

/// The bytes of a path's objects under a model.
pub(crate) fn values_of(trail: &Trail, model: &Model) -> Vec<ObjectValue> {
    let value = |(key, first): &(super::objects::Key, u32)| ObjectValue {
        name: key.name.clone(),
        nth: key.nth,
        bytes: (*first..first + key.bytes).map(|at| model.byte(at)).collect(),
    };
    trail.all_made().map(value).collect()
}
