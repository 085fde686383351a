//! One search over two versions that are ready: which inputs, for how long, and what came of it.
//!
//! A [`Comparison`] can be run in several turns, each going on where the one before stopped. What was found stays with
//! it. Any number of them may share one [`Prepared`] pair.

use crate::confirming::{Confirming, State, Watcher};
use crate::entries::{EntryPoint, ToMinimise};
use crate::error::{Context as _, Result};
use crate::events::Events;
use crate::explain::explain;
use crate::keep::Keeper;
use crate::natives::Natives;
use crate::prepare::Prepared;
use crate::settings::Settings;
use crate::solvers::Solvers;
use crate::state::StateDirectory;
use rift_confirm::{Budget as MinimiseBudget, Confirmed, NativeError};
use rift_deadline::Deadline;
use rift_env::Input;
use rift_report::{Finding, Unconfirmed};
use rift_search::{Config, Makings, SavedState, Start, Subject, Summary, Targets};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Checks that making one input smaller may cost, each a few native runs. Most inputs are as small as they get by then.
const MINIMISE_CHECKS: usize = 120;
/// The same for all inputs of one comparison together: about ten seconds where a run takes as long as starting a process.
/// Counted, so that reports do not depend on how fast or busy a machine is.
const ALL_MINIMISE_CHECKS: usize = 480;
/// Of the time that is left for findings, this share may go into candidates that are not judged yet.
const CONFIRM_SHARE: f64 = 0.5;
/// Of what is left then, this share goes into making them smaller; the rest is for saying why they differ.
const MINIMISE_SHARE: f64 = 0.5;
/// Ends it all the same if runs take seconds each. Without a budget in time results must not depend on the clock: then it is
/// only there for native runs that never end.
const MINIMISE_TIME: Duration = Duration::from_secs(60);
const MINIMISE_TIME_WITHOUT_DEADLINE: Duration = Duration::from_secs(15 * 60);

/// What all searches over one pair of versions share.
pub struct Common<'a> {
    pub prepared: &'a Prepared,
    pub targets: &'a Targets<'a>,
    pub natives: &'a Natives<'a>,
    pub settings: &'a Settings,
    /// Has every finding on disk.
    pub keeper: &'a Keeper<'a>,
    pub events: &'a dyn Events,
    /// Where it is kept how far the searches are.
    pub states: Option<&'a StateDirectory<'a>>,
    /// Where queries are left that a second solver decides otherwise.
    pub disagreements: PathBuf,
}

/// Makes an input smaller.
pub type Smaller<'a> = dyn Fn(&ToMinimise<'_>) -> Confirmed + 'a;

pub struct Comparison<'a> {
    common: &'a Common<'a>,
    subject: Subject<'a>,
    confirming: Confirming<'a>,
}

/// What came of one turn.
pub struct Turn {
    pub summary: Summary,
    pub state: SavedState,
    /// What searching took, without the candidates that were judged afterwards.
    pub searching: Duration,
}

/// A queue that candidates may come into. Should the search panic, nobody waits for more of them.
struct Open<'c, 'a>(&'c Confirming<'a>);

impl Drop for Open<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close(Deadline::after(Some(Duration::ZERO)));
        }
    }
}

/// What was found, made smaller and explained.
pub struct Differences {
    pub findings: Vec<Finding>,
    pub unconfirmed: Vec<Unconfirmed>,
    /// How many are not confirmed.
    pub foretold: usize,
    /// A native run that could not be carried out.
    pub trouble: Option<NativeError>,
    /// When the first difference was confirmed.
    pub first_found: Option<Instant>,
    /// What native runs of candidates took.
    pub confirming: Duration,
    /// How many findings were not explained, or not checked for uninitialised memory: there was no time left.
    pub unfinished: usize,
}

impl<'a> Comparison<'a> {
    /// `state` is what is known about it before.
    pub fn new(common: &'a Common<'a>, entry: &'a EntryPoint, state: State) -> Comparison<'a> {
        let Common { prepared, targets, natives, settings, keeper, events, states, .. } = *common;
        let confirming = Confirming {
            events,
            keeper,
            entry,
            natives,
            goal: settings.goal,
            states,
            started: Instant::now(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        };
        let subject = Subject::pair(prepared.programs(), &entry.spaces, &prepared.map, targets);
        Comparison { common, subject, confirming }
    }

    /// Tries inputs on the native builds before anything is searched, in order, until a time or until enough was found.
    pub fn try_natively(&self, inputs: &[Input], until: Option<Instant>, config: &Config) {
        for input in inputs {
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            if is_late || config.deadline.is_interrupted() || self.confirming.is_enough() {
                return;
            }
            self.confirming.try_natively(input, &|input| self.subject.changes_on(input, config).unwrap_or_default());
        }
    }

    /// Searches until the budget of the configuration is used up, or something else ends it. Candidates are judged in a
    /// thread of their own meanwhile, and, when the search is over, until `judging` says. What is left then is judged in
    /// the next turn, or when the comparison is finished.
    pub fn turn(&self, start: Start, config: &Config, judging: impl FnOnce() -> Deadline) -> Result<Turn> {
        let Common { settings, disagreements, .. } = self.common;
        let begun = Instant::now();
        let solvers =
            Solvers { config: config.solver.clone(), disagreements: disagreements.clone(), findings: Arc::default() };
        let make = || Makings { strategy: settings.strategy.clone(), solver: solvers.make() };
        let interrupted = Arc::clone(&settings.interrupted);
        let watcher = Watcher { confirming: &self.confirming, config, interrupted };
        let (searched, searching) = thread::scope(|scope| {
            self.confirming.open();
            let judge = scope.spawn(|| self.confirming.judge_all());
            let open = Open(&self.confirming);
            let searched = rift_search::explore(&self.subject, start, config, &make, &watcher);
            let searching = begun.elapsed();
            self.confirming.close(judging());
            drop(open);
            if let Err(panic) = judge.join() {
                resume_unwind(panic);
            }
            (searched, searching)
        });
        let (summary, state) = searched.context("the versions cannot be run")?;
        self.confirming.save_with(&state);
        Ok(Turn { summary, state, searching })
    }

    /// How many differences were confirmed so far.
    pub fn found(&self) -> usize {
        self.confirming.state().findings.len()
    }

    /// Whether anything was found, or may turn out to be.
    pub fn has_any(&self) -> bool {
        self.confirming.has_any()
    }

    /// Whether native runs still work.
    pub fn is_in_trouble(&self) -> bool {
        self.confirming.state().trouble.is_some()
    }

    /// Makes the inputs of what was found smaller with `smaller`, and says why the versions differ on them, until the deadline of
    /// the configuration.
    pub fn finish(self, config: &Config, smaller: &Smaller<'_>) -> Differences {
        let entry = self.confirming.entry.number;
        let State { mut findings, unconfirmed, trouble, confirming, first_found, .. } =
            self.confirming.finish(config.deadline.share(CONFIRM_SHARE));
        let (count, begun) = (findings.len(), Instant::now());
        let share = |left: Duration| MINIMISE_TIME.min(left.mul_f64(MINIMISE_SHARE));
        let most = config.deadline.left().map_or(MINIMISE_TIME_WITHOUT_DEADLINE, share);
        for done in 0..count {
            let finding = &mut findings[done];
            let changes = |input: &Input| self.subject.changes_on(input, config);
            let passed = changes(finding.confirmed.input());
            let is_alike = |input: &Input| changes(input) == passed;
            let budget = minimise_budget(count, done, most.saturating_sub(begun.elapsed()));
            let natives = self.common.natives;
            let smaller =
                smaller(&ToMinimise { entry, confirmed: &finding.confirmed, natives, budget, is_alike: &is_alike });
            finding.confirmed = smaller;
            self.common.keeper.replace(entry, &findings);
        }
        let mut unfinished = 0;
        for finding in &mut findings {
            // A smaller input need not come past every change that the first one did.
            let input = finding.confirmed.input();
            if let Some(changes) = self.subject.changes_on(input, config)
                && !changes.is_empty()
            {
                finding.changes = changes;
            }
            let memory = self.common.natives.depend_on_memory(&finding.confirmed);
            let why = explain(self.common.prepared, input, config);
            unfinished += usize::from(memory.is_none() || why.is_none());
            finding.uninitialised = memory.unwrap_or_default();
            finding.why = why.unwrap_or_default();
        }
        Differences {
            findings: distinct(findings),
            foretold: unconfirmed.len(),
            unconfirmed,
            trouble,
            first_found,
            confirming,
            unfinished,
        }
    }
}

/// What the next of several inputs may cost. Checks are shared out evenly before the first; time as it is left, so that one
/// that takes long leaves something to the others.
fn minimise_budget(count: usize, done: usize, rest: Duration) -> MinimiseBudget {
    let checks = MINIMISE_CHECKS.min(ALL_MINIMISE_CHECKS.div_ceil(count.max(1)));
    let left = u32::try_from(count.saturating_sub(done).max(1)).unwrap_or(u32::MAX);
    MinimiseBudget { checks, time: rest / left }
}

/// One for each way to differ: smaller inputs may show the same.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |known: &&mut Finding| {
            known.changes == finding.changes && known.confirmed.signature() == finding.confirmed.signature()
        };
        match kept.iter_mut().find(same) {
            Some(known) => {
                known.similar += 1 + finding.similar;
                known.found_as.extend(finding.found_as);
            }
            None => kept.push(finding),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the clock says, until the very end.
    #[test]
    fn checks_depend_on_the_number_of_inputs_alone() {
        let checks = |count, done, seconds| {
            minimise_budget(count, done, Duration::from_secs(60u64.saturating_sub(seconds))).checks
        };
        assert_eq!(checks(1, 0, 0), MINIMISE_CHECKS);
        assert_eq!(checks(4, 0, 0), MINIMISE_CHECKS);
        for done in 0..20 {
            assert_eq!(checks(20, done, 59), 24);
        }
        assert_eq!(checks(100_000, 0, 0), 1);
    }

    #[test]
    fn time_that_is_left_is_shared_by_those_that_are_left() {
        let time = |count, done, seconds| {
            minimise_budget(count, done, Duration::from_secs(60u64.saturating_sub(seconds))).time.as_secs()
        };
        assert_eq!((time(1, 0, 0), time(4, 0, 0)), (60, 15));
        assert_eq!(time(4, 1, 3), 19, "what one did not need is for the others");
        assert_eq!((time(4, 3, 59), time(4, 3, 90)), (1, 0));
    }
}
