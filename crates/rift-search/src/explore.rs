//! A search from its beginning to its summary: workers side by side, and their results put together.

use crate::engine::{
    Before, Config, Coverage, Events, Learned, SavedState, Shared, StopReason, Subject, Summary, Task, What,
};
use crate::strategies::Strategy;
use crate::worker::{Report, Worker};
use rift_env::{Space, StartError};
use rift_solver::{LayerStats, Solver};
use std::collections::BTreeSet;

/// What a worker is made with, in its own thread.
pub struct Makings {
    pub strategy: Strategy,
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
        let mut worker = Worker::new(number, (subject, config), &shared, make());
        let result = worker.work();
        if result.is_err() {
            shared.stop(StopReason::Interrupted);
        }
        result.map(|()| worker.report())
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

fn summarise(shared: &Shared<'_>, reports: Vec<Report>) -> (Summary, SavedState) {
    let Before { totals, left_out, coverage, .. } = &shared.before;
    let (mut totals, mut left_out, mut coverage) = (totals.clone(), left_out.clone(), coverage.clone());
    let (mut other_coverage, mut reached) = (Coverage::default(), BTreeSet::new());
    let (mut layers, mut learned): (Vec<LayerStats>, _) = (vec![], Learned::default());
    let mut tasks = shared.take_tasks();
    let mut frontier = tasks.len() as u64;
    for report in reports {
        totals.add(&report.totals);
        coverage.merge(&report.coverage);
        other_coverage.merge(&report.other_coverage);
        reached.extend(report.learned.executed.iter().copied());
        left_out.add(&report.left_out);
        tasks.extend(report.left);
        frontier += report.count;
        learned.merge(report.learned);
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
        learned,
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
