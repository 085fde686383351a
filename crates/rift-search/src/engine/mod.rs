//! Runs of one or more versions on one input, and what they leave behind.
//!
//! A run follows one input and leaves a *pending branch* at every decision that could have gone another way. To take one out
//! means to solve for an input that goes that way, and to run it, from a snapshot at the decision where there is one. Every path
//! has exactly one first differing decision with the run it was made from, so no path is run twice, and when nothing is pending
//! all paths have been run. Inputs that are not made from one another (given ones, for example) share what they have in common:
//! the first that comes to a decision leaves its branches.
//!
//! The engine knows no targets, tactics or strategies: who uses it decides by a [`Pilot`] what happens at decisions, and gets
//! finished runs back.

mod branch;
mod branches;
mod changes;
mod config;
mod coverage;
mod ending;
mod events;
mod frontier;
mod hash;
mod history;
mod memory;
mod milestones;
mod objects;
mod path;
mod plan;
mod run;
mod shared;
mod state;
mod subject;
mod summary;
mod task;
mod tracker;

#[cfg(test)]
pub(crate) use branch::Origin;
pub(crate) use branch::{BranchId, Goal, Notes, PendingBranch, Place, StartingPoint};
pub(crate) use branches::Negated;
pub(crate) use changes::{ChangeSet, Watch};
pub use config::{Budget, Config, SolverConfig};
pub use coverage::{Code, Coverage, Edge, FileCoverage, Share, SourceCoverage};
pub(crate) use ending::{Finished, Outcome};
pub use events::{Events, Found, Progress};
pub(crate) use frontier::{Entry, Frontier, Queue, Rank};
pub use hash::PathId;
pub(crate) use hash::{QuickMap, QuickSet};
pub(crate) use history::{Decided, History};
pub(crate) use memory::release;
pub(crate) use milestones::{Milestones, News};
pub(crate) use path::Trail;
pub use plan::Plan;
pub(crate) use run::{Pilot, Possibles, Run, RunEnd, values_of};
pub(crate) use shared::{Before, LeftOut, Shared};
pub(crate) use subject::Changes;
pub use subject::{Compared, Subject};
pub use summary::{Incomplete, Left, StopReason, Summary, Totals};
pub use task::{Learned, ObjectValue, SavedState, Task, What};
pub(crate) use tracker::{Knowledge, Possible, Rules, Tracker};

use memory::MemoryWatch;
use rift_env::Process;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_solver::{Context, Effort, Query, SetId, Stats, Verdict};
use std::collections::BTreeMap;

/// What all that is done about a run that ended is taken to cost, in instructions. Rough: on single programs it was off by a factor
/// of three and more.
const INSTRUCTIONS_PER_RUN: u64 = 100_000;

/// One worker's: what it knows, and the runs it makes.
pub(crate) struct Engine<'a> {
    pub number: usize,
    pub subject: &'a Subject<'a>,
    pub config: &'a Config,
    pub shared: &'a Shared<'a>,
    pub plan: Plan,
    pub terms: Terms,
    pub knowledge: Knowledge,
    pub milestones: Milestones,
    /// What the runs executed, by version.
    pub code: Vec<Code>,
    pub unsupported: BTreeMap<String, u64>,
    pace: Pace,
    memory: MemoryWatch,
    /// For every space and version, the first run at its first decision: what comes before is the same for all inputs.
    bases: BTreeMap<(usize, usize), (Process, Trail)>,
    next_branch: u64,
    /// Work that is not counted otherwise, in instructions.
    pub extra_work: u64,
    /// Processor time of this thread when it was made.
    cpu_seconds_before: f64,
}

/// How long runs take.
struct Pace {
    /// Instructions of the shortest run, and of the shortest that executed a change.
    shortest: [u64; 2],
    /// Whether what is run now is run to its end, however long it takes.
    is_patient: bool,
    /// Whether there is something else to do.
    has_other: bool,
    /// Runs that wait for their turn because they are long.
    waiting: u64,
}

impl<'a> Engine<'a> {
    pub fn new(
        number: usize,
        (subject, config, plan): (&'a Subject<'a>, &'a Config, Plan),
        shared: &'a Shared<'a>,
        knowledge: Knowledge,
    ) -> Engine<'a> {
        Engine {
            number,
            subject,
            config,
            shared,
            plan,
            terms: Terms::new(),
            knowledge,
            milestones: Milestones::default(),
            code: vec![Code::default(); subject.versions.len()],
            unsupported: BTreeMap::new(),
            pace: Pace { shortest: [u64::MAX; 2], is_patient: false, has_other: false, waiting: 0 },
            memory: MemoryWatch::default(),
            bases: BTreeMap::new(),
            next_branch: 0,
            extra_work: 0,
            cpu_seconds_before: thread_cpu_seconds(),
        }
    }

    /// What was covered so far of a version.
    pub fn coverage(&self, version: usize) -> Coverage {
        let mut coverage = self.knowledge.coverage[version].clone();
        coverage.code.merge(&self.code[version]);
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
            totals.solver_unreproducible = backend.unreproducible;
        }
        totals.solver_work = stats.work();
        totals.search_cpu_seconds = thread_cpu_seconds() - self.cpu_seconds_before + totals.solver_seconds;
        totals
    }

    /// What was done so far, in instructions, those that the solver's steps are worth included: so that what is spent on something does not depend on the clock.
    pub fn work_done(&self) -> u64 {
        let runs = self.milestones.solved_runs * INSTRUCTIONS_PER_RUN;
        self.knowledge.totals.instructions + self.knowledge.solver.work() + runs + self.extra_work
    }

    /// Places of the code of all versions that runs executed.
    pub fn places(&self) -> u64 {
        self.code.iter().map(Code::places).sum()
    }

    /// An input was run that nobody solved for.
    pub fn count_guess(&mut self) {
        self.knowledge.totals.runs += 1;
    }

    pub fn is_over(&self) -> bool {
        self.shared.deadline.is_over()
    }

    /// Asks whether a goal is possible together with a set of constraints.
    pub fn check(&mut self, effort: Effort, set: SetId, goal: TermId, hint: &Model) -> Verdict {
        self.knowledge.totals.queries += 1;
        let Knowledge { sets, evaluator, solver, .. } = &mut self.knowledge;
        let deadline = &self.shared.deadline;
        let mut context = Context { terms: &mut self.terms, sets, evaluator, hint, effort, deadline };
        solver.check(&mut context, Query { set, goal })
    }

    /// The same together with a path.
    pub fn check_on(&mut self, effort: Effort, trail: &Trail, goal: TermId, hint: &Model) -> Verdict {
        let set = trail.condition.relevant(&mut self.knowledge.sets, &self.terms, goal);
        self.check(effort, set, goal, hint)
    }

    /// Gives the machine of a process the values of another input.
    pub fn refresh(&mut self, process: &mut Process, model: &Model) {
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        let terms = &self.terms;
        evaluator.reset(model);
        process.machine_mut().refresh(&mut |term| evaluator.value(terms, term));
    }

    /// What was found out before.
    pub fn restore(&mut self, coverage: &Coverage, learned: &Learned) {
        let knowledge = &mut self.knowledge;
        knowledge.coverage[0].merge(coverage);
        knowledge.coverage.iter_mut().skip(1).zip(&learned.others).for_each(|(ours, theirs)| ours.merge(theirs));
        knowledge.behind.merge(&learned.behind);
        self.milestones.executed = learned.executed.iter().copied().collect();
        self.milestones.has_effect = learned.has_effect;
    }

    /// The same for later.
    pub fn learned(&self) -> Learned {
        Learned {
            executed: self.milestones.executed.changes().collect(),
            has_effect: self.milestones.has_effect,
            others: (1..self.code.len()).map(|version| self.coverage(version)).collect(),
            behind: self.knowledge.behind.clone(),
            ..Learned::default()
        }
    }

    pub fn rules(&self) -> Rules<'a> {
        Rules { config: self.config, deadline: &self.shared.deadline, plan: self.plan }
    }

    /// Gives up terms and what is made of them: they can be computed again.
    pub fn forget_terms(&mut self) {
        self.bases.clear();
        self.knowledge.solver.forget();
        self.knowledge.sets.clear();
        self.knowledge.evaluator = Evaluator::default();
        // Not only emptied: the next run need not grow as large.
        self.terms = Terms::new();
        release();
    }
}

/// Processor time of this thread so far.
fn thread_cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to the place that it is given, and to nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
