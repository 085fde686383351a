//! What workers side by side share: tasks that nobody has, the budget, what was found, and what each told of itself last.

use super::Engine;
use super::config::Config;
use super::coverage::Coverage;
use super::events::{Events, Progress};
use super::hash::PathId;
use super::summary::{Incomplete, Left, StopReason, Totals};
use super::task::{Learned, SavedState, Task, What};
use rift_deadline::Deadline;
use rift_ir::Site;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const TELL_EVERY: Duration = Duration::from_millis(100);
/// The share of the memory budget from which on it is short: the report of a million tests needs some of it, too.
const SHORT: f64 = 0.5;
/// The share from which on a run is given up, or the search where nothing is left to drop: there is some more of it before the
/// next look.
const FULL: f64 = 0.8;

/// Checkpoints take at most one part in so many of the time.
const CHECKPOINT_SHARE: u32 = 20;

/// What the workers share.
pub(crate) struct Shared<'a> {
    pub events: &'a dyn Events,
    config: &'a Config,
    started: Instant,
    /// Of this search: that of its time, and all that end it from outside.
    pub deadline: Deadline,
    queue: Mutex<Queue>,
    /// The inputs of spaces that are given several: for the first worker.
    seeds: Mutex<Vec<Task>>,
    changed: Condvar,
    hungry: AtomicUsize,
    stopped: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    found: Mutex<HashSet<PathId>>,
    /// What each worker told last.
    told: Vec<Mutex<Told>>,
    last_tell: Mutex<Instant>,
    last_checkpoint: Mutex<Instant>,
    /// When each worker gave its last.
    checkpoints: Vec<Mutex<Instant>>,
    /// What the last one took: a state with many branches is written less often.
    checkpoint_took: Mutex<Duration>,
    /// Of the search that this one goes on with.
    pub before: Before,
}

#[derive(Default)]
pub(crate) struct Before {
    pub totals: Totals,
    pub left_out: LeftOut,
    pub coverage: Coverage,
    pub learned: Learned,
}

#[derive(Default)]
struct Queue {
    tasks: Vec<Task>,
    idle: usize,
}

#[derive(Default, Clone)]
struct Told {
    totals: Totals,
    frontier: u64,
    edges: u64,
    /// As of the last checkpoint, with the tasks taken since.
    tasks: Vec<Task>,
    /// As of the last checkpoint: what came since comes again with the tasks.
    left_out: LeftOut,
    coverage: Coverage,
    learned: Learned,
}

/// What was not explored, and how often.
#[derive(Default, Clone)]
pub(crate) struct LeftOut {
    incomplete: BTreeMap<(usize, Option<Site>, Left), u64>,
    unsupported: BTreeMap<String, u64>,
}

impl LeftOut {
    fn of(incomplete: &[Incomplete], unsupported: &[(String, u64)]) -> LeftOut {
        LeftOut {
            incomplete: incomplete.iter().map(|place| ((place.version, place.site, place.what), place.count)).collect(),
            unsupported: unsupported.iter().cloned().collect(),
        }
    }

    pub fn of_engine(engine: &Engine<'_>) -> LeftOut {
        LeftOut { incomplete: engine.knowledge.incomplete.clone(), unsupported: engine.unsupported.clone() }
    }

    pub fn add(&mut self, other: &LeftOut) {
        other.incomplete.iter().for_each(|(key, count)| *self.incomplete.entry(*key).or_default() += count);
        other.unsupported.iter().for_each(|(key, count)| *self.unsupported.entry(key.clone()).or_default() += count);
    }

    pub fn incomplete(&self) -> Vec<Incomplete> {
        self.incomplete
            .iter()
            .map(|((version, site, what), count)| Incomplete {
                version: *version,
                site: *site,
                what: *what,
                count: *count,
            })
            .collect()
    }

    pub fn unsupported(&self) -> Vec<(String, u64)> {
        self.unsupported.iter().map(|(what, count)| (what.clone(), *count)).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Shared<'a> {
    pub fn new(state: SavedState, config: &'a Config, events: &'a dyn Events) -> Shared<'a> {
        let now = Instant::now();
        let SavedState { tasks, found, totals, incomplete, unsupported, coverage, learned } = state;
        let is_root = |task: &Task| task.shared == 0 && !matches!(task.what, What::Flip { .. });
        let mut inputs: BTreeMap<usize, u32> = BTreeMap::new();
        tasks.iter().filter(|task| is_root(task)).for_each(|task| *inputs.entry(task.space).or_default() += 1);
        let is_seed = |task: &Task| is_root(task) && inputs.get(&task.space).is_some_and(|count| *count > 1);
        let (seeds, tasks): (Vec<Task>, Vec<Task>) = tasks.into_iter().rev().partition(is_seed);
        Shared {
            events,
            config,
            started: now,
            deadline: match config.budget.time {
                Some(time) => config.deadline.within(time),
                None => config.deadline.clone(),
            },
            // Taken from the end.
            queue: Mutex::new(Queue { tasks, idle: 0 }),
            seeds: Mutex::new(seeds),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            reason: Mutex::new(None),
            found: Mutex::new(found.into_iter().collect()),
            told: (0..config.jobs.max(1)).map(|_| Mutex::default()).collect(),
            last_tell: Mutex::new(now),
            last_checkpoint: Mutex::new(now),
            checkpoint_took: Mutex::default(),
            checkpoints: (0..config.jobs.max(1)).map(|_| Mutex::new(now)).collect(),
            before: Before { totals, left_out: LeftOut::of(&incomplete, &unsupported), coverage, learned },
        }
    }

    pub fn should_stop(&self) -> Option<StopReason> {
        if self.stopped.load(Ordering::Relaxed) {
            return Some(lock(&self.reason).unwrap_or(StopReason::Interrupted));
        }
        let budget = &self.config.budget;
        if budget.runs.is_some() || budget.steps.is_some() {
            let (mut runs, mut steps) = (0, 0);
            for told in &self.told {
                let told = lock(told);
                runs += told.totals.runs;
                steps += told.totals.instructions;
            }
            if budget.runs.is_some_and(|limit| runs >= limit) {
                return Some(StopReason::Runs);
            }
            if budget.steps.is_some_and(|limit| steps >= limit) {
                return Some(StopReason::Steps);
            }
        }
        self.out_of_time().or_else(|| self.events.is_enough().then_some(StopReason::Enough))
    }

    /// What every loop looks at: it costs no more than reading the clock.
    #[inline]
    pub fn out_of_time(&self) -> Option<StopReason> {
        match self.deadline.is_interrupted() || self.events.is_interrupted() {
            true => Some(StopReason::Interrupted),
            false => self.deadline.is_over().then_some(StopReason::Time),
        }
    }

    /// Whether what can be computed again is to be dropped. Costs a system call.
    pub fn is_memory_short(&self) -> bool {
        self.memory_share() > SHORT
    }

    /// Whether there is none left for what is done now.
    pub fn is_memory_exhausted(&self) -> bool {
        self.memory_share() > FULL
    }

    /// Bytes that are left of the memory; `None` is no limit. Costs a system call.
    pub fn memory_left(&self) -> Option<u64> {
        let limit = (self.config.budget.memory? as f64 * FULL) as u64;
        Some(limit.saturating_sub(memory_in_use().unwrap_or(0)))
    }

    fn memory_share(&self) -> f64 {
        match self.config.budget.memory {
            Some(limit) => memory_in_use().map_or(0.0, |bytes| bytes as f64 / limit as f64),
            None => 0.0,
        }
    }

    pub fn stop(&self, why: StopReason) {
        lock(&self.reason).get_or_insert(why);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Why the search was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        *lock(&self.reason)
    }

    /// What nobody has taken.
    pub fn take_tasks(&self) -> Vec<Task> {
        let mut tasks = std::mem::take(&mut lock(&self.queue).tasks);
        tasks.append(&mut lock(&self.seeds));
        tasks
    }

    pub fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    pub fn give(&self, task: Task) {
        lock(&self.queue).tasks.push(task);
        self.changed.notify_one();
    }

    /// Waits for a task; `None` when nobody has any left, or the search is to stop.
    pub fn next_task(&self, worker: usize) -> Option<Task> {
        let mut queue = lock(&self.queue);
        queue.idle += 1;
        self.hungry.store(queue.idle, Ordering::Relaxed);
        let task = loop {
            if self.stopped.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(task) = queue.tasks.pop() {
                break Some(task);
            }
            if queue.idle == self.told.len() {
                self.changed.notify_all();
                break None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        // Who leaves for good stays counted as idle: the others need not wait for it.
        if let Some(task) = &task {
            queue.idle -= 1;
            self.hungry.store(queue.idle, Ordering::Relaxed);
            self.note_taken(worker, task);
        }
        task
    }

    /// A task, if there is one.
    pub fn try_task(&self, worker: usize) -> Option<Task> {
        let task = lock(&self.queue).tasks.pop()?;
        self.note_taken(worker, &task);
        Some(task)
    }

    /// Until its flips are told, a task is what the worker has to do.
    fn note_taken(&self, worker: usize, task: &Task) {
        if self.events.wants_checkpoints() {
            lock(&self.told[worker]).tasks.push(task.clone());
        }
    }

    /// The next of several inputs of one space. One worker runs them all.
    pub fn next_seed(&self, worker: usize) -> Option<Task> {
        let task = if worker == 0 { lock(&self.seeds).pop() } else { None };
        if let Some(task) = &task {
            self.note_taken(worker, task);
        }
        task
    }

    /// What comes after it.
    pub fn peek_seed(&self, worker: usize) -> Option<Task> {
        if worker == 0 { lock(&self.seeds).last().cloned() } else { None }
    }

    pub fn is_new(&self, id: PathId) -> bool {
        lock(&self.found).insert(id)
    }

    /// A path that was new, but could not be kept.
    pub fn forget(&self, id: PathId) {
        lock(&self.found).remove(&id);
    }

    /// Takes over a worker's counters, and tells the user about all of them now and then. `pending`: its branches.
    /// Whether it is time for it to give a checkpoint.
    pub fn tell(&self, engine: &Engine<'_>, pending: usize) -> bool {
        {
            let mut told = lock(&self.told[engine.number]);
            let before = std::mem::take(&mut told.totals);
            told.totals = Totals {
                solver_queries: before.solver_queries,
                solver_seconds: before.solver_seconds,
                search_cpu_seconds: before.search_cpu_seconds,
                tactics: before.tactics,
                solver_work: before.solver_work,
                solver_unreproducible: before.solver_unreproducible,
                ..engine.knowledge.totals.clone()
            };
            told.frontier = pending as u64;
            told.edges = engine.knowledge.coverage.iter().map(|coverage| coverage.edges() as u64).sum();
        }
        if is_due(&self.last_tell, TELL_EVERY) {
            // The solver's counters are put together layer by layer: not after every run.
            let mut told = lock(&self.told[engine.number]);
            let tactics = std::mem::take(&mut told.totals.tactics);
            told.totals = Totals { tactics, ..engine.totals() };
            drop(told);
            self.events.progress(&self.progress());
        }
        let took = *lock(&self.checkpoint_took);
        let every = self.config.checkpoint_every.max(took * CHECKPOINT_SHARE);
        self.events.wants_checkpoints() && is_due(&self.checkpoints[engine.number], every)
    }

    /// Takes over all that a worker has to do and has learned, and has it saved.
    pub fn checkpoint(&self, engine: &Engine<'_>, totals: Totals, tasks: Vec<Task>, learned: Learned) {
        {
            let mut told = lock(&self.told[engine.number]);
            told.totals = totals;
            told.tasks = tasks;
            told.left_out = LeftOut::of_engine(engine);
            told.coverage = engine.coverage(0);
            told.learned = learned;
        }
        if is_due(&self.last_checkpoint, self.config.checkpoint_every / 2) {
            let begun = Instant::now();
            self.events.checkpoint(&self.state());
            *lock(&self.checkpoint_took) = begun.elapsed();
        }
    }

    fn progress(&self) -> Progress {
        let totals = self.before.totals.clone();
        let mut progress = Progress { totals, elapsed: self.started.elapsed(), ..Progress::default() };
        for told in &self.told {
            let told = lock(told);
            progress.totals.add(&told.totals);
            progress.frontier += told.frontier;
            progress.edges = progress.edges.max(told.edges);
        }
        progress
    }

    fn state(&self) -> SavedState {
        let mut tasks = lock(&self.queue).tasks.clone();
        tasks.extend(lock(&self.seeds).iter().cloned());
        let Before { left_out, coverage, .. } = &self.before;
        let (mut left_out, mut coverage, mut learned) = (left_out.clone(), coverage.clone(), Learned::default());
        for told in &self.told {
            let told = lock(told);
            tasks.extend(told.tasks.iter().cloned());
            left_out.add(&told.left_out);
            coverage.merge(&told.coverage);
            learned.merge(told.learned.clone());
        }
        SavedState {
            tasks,
            found: self.found(),
            totals: self.progress().totals,
            incomplete: left_out.incomplete(),
            unsupported: left_out.unsupported(),
            coverage,
            learned,
        }
    }

    pub fn found(&self) -> Vec<PathId> {
        let mut found: Vec<PathId> = lock(&self.found).iter().copied().collect();
        found.sort_unstable();
        found
    }
}

/// Whether so much time has passed; if so, it begins anew.
fn is_due(last: &Mutex<Instant>, every: Duration) -> bool {
    match last.try_lock() {
        Ok(mut last) if last.elapsed() >= every => {
            *last = Instant::now();
            true
        }
        _ => false,
    }
}

/// Resident bytes of this process.
fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    // SAFETY: a query without arguments in memory.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).unwrap_or(4096))
}
