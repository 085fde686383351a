//! A search from its beginning to its summary: workers side by side, and their results put together.

use crate::config::Config;
use crate::coverage::Coverage;
use crate::hash::PathId;
use crate::pair::{Compared, Subject};
use crate::shared::{Before, LeftOut, Shared};
use crate::strategy::Strategy;
use crate::summary::{StopReason, Summary, Totals};
use crate::task::{SavedState, Task, What};
use crate::tracker::Knowledge;
use crate::worker::Worker;
use rift_env::{Input, Observation, Space, StartError};
use rift_solver::{LayerStats, Solver, Stats};
use std::collections::BTreeSet;
use std::time::Duration;

/// A path that was run to its end.
#[derive(Debug)]
pub struct Found {
    pub id: PathId,
    pub space: usize,
    pub input: Input,
    /// What the machine predicts for the input.
    pub observation: Observation,
    /// Decisions along the path.
    pub depth: u32,
    /// Whether the run executed something that no run had before.
    pub new_coverage: bool,
}

/// How far a search is.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    pub totals: Totals,
    pub frontier: u64,
    pub edges: u64,
    pub elapsed: Duration,
}

/// What a search tells while it runs. Called from all workers.
pub trait Events: Sync {
    /// An error ends the search: what was found cannot be kept.
    fn found(&self, found: &Found) -> std::io::Result<()>;
    /// Two versions differ, as the machine sees it. An error ends the search.
    fn different(&self, _: &Compared) -> std::io::Result<()> {
        Ok(())
    }
    /// About ten times a second.
    fn progress(&self, progress: &Progress);
    /// Whether `checkpoint` is wanted: to put a state together takes as much memory again.
    fn wants_checkpoints(&self) -> bool {
        false
    }
    /// Now and then: everything needed to go on later.
    fn checkpoint(&self, _: &SavedState) {}
    /// Whether the user wants to stop.
    fn is_interrupted(&self) -> bool;
    /// Whether what was found is all that is wanted.
    fn is_enough(&self) -> bool {
        false
    }
}

/// What a worker is made with, in its own thread.
pub struct Makings {
    pub strategy: Box<dyn Strategy>,
    pub solver: Box<dyn Solver>,
}

/// Where a search begins.
pub enum Start {
    /// With these tasks; see [`fresh`].
    New(Vec<Task>),
    Resumed(Box<SavedState>),
}

/// A task for every space: all bytes zero.
pub fn fresh(spaces: &[Space]) -> Vec<Task> {
    (0..spaces.len()).map(|space| Task { space, values: vec![], shared: 0, what: What::Run }).collect()
}

/// What one worker comes back with.
struct Report {
    totals: Totals,
    left_out: LeftOut,
    coverage: Coverage,
    other_coverage: Coverage,
    reached: BTreeSet<u32>,
    layers: Vec<LayerStats>,
    /// Empty if nobody goes on with them.
    left: Vec<Task>,
    /// How many there are.
    count: u64,
}

/// Explores the spaces of a subject with as many workers as the configuration says.
pub fn explore(
    subject: &Subject<'_>,
    start: Start,
    config: &Config,
    make: &(dyn Fn() -> Makings + Sync),
    events: &dyn Events,
) -> Result<(Summary, SavedState), StartError> {
    let state = match start {
        Start::New(tasks) => SavedState { tasks, ..SavedState::default() },
        Start::Resumed(state) => *state,
    };
    let shared = Shared::new(state, config, events);
    let work = |number: usize| {
        let Makings { strategy, solver } = make();
        let mut knowledge = Knowledge::new(solver);
        knowledge.coverage[0].merge(&shared.before.coverage);
        let mut worker = Worker::new(number, subject, config, &shared, strategy, knowledge);
        let result = worker.work();
        if result.is_err() {
            shared.stop(StopReason::Interrupted);
        }
        shared.tell(&mut worker);
        result.map(|()| report(worker))
    };
    let reports: Result<Vec<Report>, StartError> = match config.jobs {
        0 | 1 => work(0).map(|report| vec![report]),
        jobs => std::thread::scope(|scope| {
            let work = &work;
            let handles: Vec<_> = (0..jobs).map(|number| scope.spawn(move || work(number))).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| handle.join();
            handles.into_iter().map(|h| join(h).unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        }),
    };
    Ok(summarise(&shared, reports?))
}

fn report(worker: Worker<'_>) -> Report {
    let count = worker.frontier.len() as u64;
    let left = match worker.config.resumable {
        true => worker.frontier.iter().map(|item| worker.portable(item)).collect(),
        false => vec![],
    };
    let mut stats = Stats::default();
    worker.knowledge.solver.report(&mut stats);
    Report {
        totals: worker.totals(),
        left_out: LeftOut::of_worker(&worker),
        coverage: worker.coverage(0),
        other_coverage: worker.coverage(1),
        reached: worker.reached.changes().collect(),
        layers: stats.layers,
        left,
        count,
    }
}

fn summarise(shared: &Shared<'_>, reports: Vec<Report>) -> (Summary, SavedState) {
    let Before { totals, left_out, coverage } = &shared.before;
    let (mut totals, mut left_out, mut coverage) = (totals.clone(), left_out.clone(), coverage.clone());
    let (mut other_coverage, mut reached) = (Coverage::default(), BTreeSet::new());
    let mut layers: Vec<LayerStats> = vec![];
    let mut tasks = shared.take_tasks();
    let mut frontier = tasks.len() as u64;
    for report in reports {
        totals.add(&report.totals);
        coverage.merge(&report.coverage);
        other_coverage.merge(&report.other_coverage);
        reached.extend(report.reached);
        left_out.add(&report.left_out);
        tasks.extend(report.left);
        frontier += report.count;
        for layer in report.layers {
            match layers.iter_mut().find(|known| known.name == layer.name) {
                Some(known) => known.add(&layer),
                None => layers.push(layer),
            }
        }
    }
    let stopped = shared.reason().unwrap_or(StopReason::Finished);
    let stopped = if frontier == 0 && stopped != StopReason::Output { StopReason::Finished } else { stopped };
    let state = SavedState {
        tasks,
        found: shared.found(),
        totals,
        incomplete: left_out.incomplete(),
        unsupported: left_out.unsupported(),
        coverage,
    };
    let summary = Summary {
        stopped,
        totals: state.totals.clone(),
        incomplete: state.incomplete.clone(),
        unsupported: state.unsupported.clone(),
        coverage: state.coverage.clone(),
        other_coverage,
        reached,
        layers,
        frontier,
    };
    (summary, state)
}
