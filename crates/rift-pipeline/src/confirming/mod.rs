//! Confirmation beside the search: candidates go into a queue, and a thread of its own tries them on the native builds.
//!
//! The search goes on meanwhile. It waits for the judge where too many candidates are waiting, and where those that are
//! waiting may be all that is still wanted: not for long, but with a budget in runs or steps as long as it takes, since
//! what such a search does must not depend on the clock. Candidates are judged strictly in the order in which they were found. Once enough of them are confirmed, those behind
//! are dropped, however far the search came meanwhile.

mod candidate;
mod judge;
mod queue;
mod saved;

pub use candidate::Candidate;
pub use saved::SavedCandidates;

use crate::entries::EntryPoint;
use crate::events::Events;
use crate::keep::Keeper;
use crate::natives::Natives;
use crate::settings::Goal;
use crate::state::StateDirectory;
use queue::Queue;
use rift_confirm::NativeError;
use rift_deadline::Deadline;
use rift_report::{Finding, Unconfirmed};
use rift_search::{Compared, Config, Found, Progress, SavedState};
use saved::fingerprint;
use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Candidates that may wait to be judged before the search waits, too.
const MAX_WAITING: usize = 64;
/// How long a search with a budget in time waits for the candidates that may end it.
const WAIT_FOR_THE_LAST: Duration = Duration::from_secs(2);
/// How often a search that waits looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// A search that has found something goes on for at least this long without finding anything else.
const SETTLED_AFTER: Duration = Duration::from_millis(1500);

/// The candidates and findings of one entry.
pub struct Confirming<'a> {
    pub events: &'a dyn Events,
    pub keeper: &'a Keeper<'a>,
    pub entry: &'a EntryPoint,
    pub natives: &'a Natives<'a>,
    pub goal: Goal,
    /// Where what is known is kept.
    pub states: Option<&'a StateDirectory<'a>>,
    pub started: Instant,
    pub state: Mutex<State>,
    /// Something was put into the queue or taken out of it, or nobody judges any more.
    pub changed: Condvar,
}

#[derive(Default)]
pub struct State {
    queue: Queue,
    /// What is tried now.
    judging: Option<Candidate>,
    /// What the deadline cut off.
    late: Vec<Candidate>,
    /// Fingerprints of inputs that were put into the queue or tried, and of those that an earlier comparison knew.
    known: BTreeSet<u64>,
    known_before: BTreeSet<u64>,
    pub findings: Vec<Finding>,
    pub unconfirmed: Vec<Unconfirmed>,
    /// A native run that could not be carried out.
    pub trouble: Option<NativeError>,
    /// What judging took.
    pub confirming: Duration,
    /// When the first difference was confirmed.
    pub first_found: Option<Instant>,
    last_news: Option<Instant>,
    /// No more candidates come: since when, and until when those that are there are judged.
    closed: Option<(Instant, Deadline)>,
    /// The judge panicked.
    is_broken: bool,
}

impl State {
    fn is_enough(&self, goal: Goal) -> bool {
        self.findings.len() >= goal.findings()
    }

    fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.judging.is_none()
    }

    /// Whether the candidates that are not judged yet could be all that is still wanted.
    fn may_be_enough(&self, goal: Goal) -> bool {
        let open = self.queue.waiting() + usize::from(self.judging.is_some());
        open > 0 && self.findings.len() + open >= goal.findings()
    }

    fn closed_since(&self) -> Option<(Duration, usize)> {
        self.closed.as_ref().map(|(since, _)| (since.elapsed(), self.queue.waiting()))
    }
}

impl<'a> Confirming<'a> {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Candidates come from now on.
    pub fn open(&self) {
        self.state().closed = None;
    }

    /// Writes down what is known.
    pub fn save(&self) {
        if let Some(states) = self.states {
            states.save_candidates(self.entry, || self.state().saved());
        }
    }

    /// The same, and then the search that is behind it.
    pub fn save_with(&self, search: &SavedState) {
        self.save();
        if let Some(states) = self.states {
            states.save_search(self.entry, search);
        }
    }

    /// No more candidates come; those that are there are judged until then.
    pub fn close(&self, until: Deadline) {
        self.state().closed = Some((Instant::now(), until));
        self.changed.notify_all();
    }

    /// Whether anything was found, or may turn out to be.
    pub fn has_any(&self) -> bool {
        let state = self.state();
        !state.findings.is_empty() || !state.is_idle()
    }

    /// Whether what was found is all that is wanted.
    pub fn is_enough(&self) -> bool {
        let state = self.state();
        if state.is_enough(self.goal) || state.is_broken || state.trouble.is_some() {
            return true;
        }
        let Some(last_news) = state.last_news.filter(|_| self.goal.settle && state.is_idle()) else { return false };
        let taken = last_news.duration_since(self.started);
        last_news.elapsed() > SETTLED_AFTER.max(2 * taken)
    }

    fn push(&self, candidate: Candidate, patience: &Patience<'_>) -> io::Result<()> {
        let begun = Instant::now();
        let mut state = self.state();
        if state.trouble.is_some() {
            return Err(io::Error::other("a native run failed"));
        }
        let print = fingerprint(&candidate.input);
        // What came since the last checkpoint of an earlier search is found again.
        if !state.is_enough(self.goal) && !state.known_before.contains(&print) {
            state.known.insert(print);
            state.queue.push(candidate);
            self.changed.notify_all();
        }
        while patience.must_wait(&state, self.goal, begun) {
            let waited = self.changed.wait_timeout(state, LOOK_EVERY);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }
}

/// For how long a search waits for the judge.
struct Patience<'a> {
    deadline: &'a Deadline,
    interrupted: &'a AtomicBool,
    /// Whether what the search does may not depend on the clock.
    is_counted: bool,
}

impl Patience<'_> {
    fn must_wait(&self, state: &State, goal: Goal, since: Instant) -> bool {
        let is_over = state.is_broken || self.interrupted.load(Ordering::Relaxed) || self.deadline.is_over();
        let is_full = state.queue.waiting() > MAX_WAITING;
        let has_patience = self.is_counted || since.elapsed() < WAIT_FOR_THE_LAST;
        !is_over && (is_full || (has_patience && state.may_be_enough(goal)))
    }
}

/// What a search tells, for one turn.
pub struct Watcher<'a> {
    pub confirming: &'a Confirming<'a>,
    pub config: &'a Config,
    pub interrupted: Arc<AtomicBool>,
}

impl rift_search::Events for Watcher<'_> {
    fn found(&self, _: &Found) -> io::Result<()> {
        Ok(())
    }

    fn different(&self, compared: &Compared) -> io::Result<()> {
        let patience = Patience {
            deadline: &self.config.deadline,
            interrupted: &self.interrupted,
            is_counted: self.config.budget.time.is_none(),
        };
        self.confirming.push(Candidate::of(compared), &patience)
    }

    fn progress(&self, progress: &Progress) {
        let Confirming { keeper, events, entry, .. } = self.confirming;
        keeper.progress(entry.number, progress);
        let found = self.confirming.state().findings.len();
        events.progress(&entry.path, progress, found);
    }

    fn wants_checkpoints(&self) -> bool {
        self.confirming.states.is_some()
    }

    fn checkpoint(&self, state: &SavedState) {
        self.confirming.save_with(state);
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn is_enough(&self) -> bool {
        self.confirming.is_enough()
    }
}
