//! What happens while two versions are searched: candidates are tried on the native builds, and like ones put together.

use crate::entries::EntryPoint;
use crate::events::Events as Telling;
use crate::keep::Keeper;
use crate::natives::Natives;
use crate::settings::Goal;
use rift_confirm::{Check, Confirmed, NativeError};
use rift_env::{Input, Observation};
use rift_ir::{Pair, Version};
use rift_report::{Finding, Unconfirmed};
use rift_search::{Compared, Events, Found, Progress};
use rift_vm::Stop;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many candidates that look alike are tried; the others are counted.
const TRIED_OF_ONE_KIND: u64 = 2;
/// So many that look alike and do not show natively end the trying.
const FUTILE_OF_ONE_KIND: u64 = 8;
/// A search that has found something goes on for at least so long without finding anything else.
const SETTLED_AFTER: Duration = Duration::from_millis(1500);

pub struct Watcher<'a> {
    pub events: &'a dyn Telling,
    pub keeper: &'a Keeper<'a>,
    pub entry: &'a EntryPoint,
    pub interrupted: Arc<AtomicBool>,
    pub natives: &'a Natives<'a>,
    pub goal: Goal,
    pub started: Instant,
    pub state: Mutex<State>,
}

#[derive(Default)]
pub struct State {
    kinds: BTreeMap<Kind, Tries>,
    pub findings: Vec<Finding>,
    pub unconfirmed: Vec<Unconfirmed>,
    /// A native run that could not be carried out.
    pub trouble: Option<NativeError>,
    pub confirming: Duration,
    /// When the first difference was confirmed.
    pub first_found: Option<Instant>,
    last_news: Option<Instant>,
}

/// Where a finding comes from.
struct Origin {
    changes: Vec<u32>,
    everywhere: bool,
    runs: u64,
}

/// Candidates that look alike as the machine sees them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    changes: Vec<u32>,
    ends: (String, String),
    stdout: bool,
    stderr: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Tries {
    confirmed: u64,
    futile: u64,
    /// Which finding stands for them.
    finding: Option<usize>,
}

impl Watcher<'_> {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the candidate is worth a native run.
    fn is_worth(&self, kind: &Kind) -> bool {
        let mut state = self.state();
        let tries = state.kinds.entry(kind.clone()).or_default();
        let worth = tries.confirmed < TRIED_OF_ONE_KIND && tries.futile < FUTILE_OF_ONE_KIND;
        if let (false, Some(finding)) = (worth, tries.finding) {
            state.findings[finding].similar += 1;
        }
        worth
    }

    /// Whether the versions differ on an input that nobody searched for. `changes` says what it comes past.
    pub fn try_natively(&self, input: &Input, changes: &dyn Fn(&Input) -> Vec<u32>) {
        let begun = Instant::now();
        let check = self.natives.check_plain(input);
        self.state().confirming += begun.elapsed();
        match check {
            Ok(Check::Different(confirmed)) => {
                let found = Origin { changes: changes(input), everywhere: false, runs: 0 };
                match self.untold(&found, &confirmed) {
                    Ok(None) => _ = self.add(&found, *confirmed),
                    Ok(Some(why)) => {
                        let predicted = confirmed.seen().as_ref().map(|seen| seen.end.short());
                        let candidate = Unconfirmed { input: input.clone(), reason: why.to_owned(), predicted };
                        self.state().unconfirmed.push(candidate);
                    }
                    Err(NativeError::OutOfTime) => {}
                    Err(error) => _ = self.state().trouble.get_or_insert(error),
                }
            }
            Ok(_) | Err(NativeError::OutOfTime) => {}
            Err(error) => _ = self.state().trouble.get_or_insert(error),
        }
    }

    fn confirmed(&self, kind: Kind, compared: &Compared, confirmed: Confirmed) -> Result<(), NativeError> {
        let Compared { changes, everywhere, runs, .. } = compared;
        let origin = Origin { changes: changes.clone(), everywhere: *everywhere, runs: *runs };
        let begun = Instant::now();
        let untold = self.untold(&origin, &confirmed)?;
        self.state().confirming += begun.elapsed();
        if let Some(why) = untold {
            self.futile(kind, compared, why.to_owned());
            return Ok(());
        }
        let place = self.add(&origin, confirmed);
        let mut state = self.state();
        let tries = state.kinds.entry(kind).or_default();
        tries.confirmed += 1;
        tries.finding = Some(place);
        Ok(())
    }

    /// Why nobody can be told of a difference, if so. One that looks like another is only counted, whatever its test does.
    fn untold(&self, origin: &Origin, confirmed: &Confirmed) -> Result<Option<&'static str>, NativeError> {
        let is_known = self.state().findings.iter().any(|known| is_alike(known, origin, confirmed));
        if is_known { Ok(None) } else { self.natives.untold(confirmed) }
    }

    /// Adds a finding, or counts it with one that looks alike. Comes back with its place in the list.
    fn add(&self, origin: &Origin, confirmed: Confirmed) -> usize {
        let mut state = self.state();
        if let Some(place) = state.findings.iter().position(|known| is_alike(known, origin, &confirmed)) {
            state.findings[place].similar += 1;
            return place;
        }
        state.last_news = Some(Instant::now());
        state.first_found = state.first_found.or(state.last_news);
        let mut finding = Finding {
            confirmed,
            changes: origin.changes.clone(),
            why: vec![],
            uninitialised: vec![],
            similar: 0,
            everywhere: origin.everywhere,
            runs: origin.runs,
            found_as: vec![],
        };
        finding.found_as.push(finding.id());
        state.findings.push(finding.clone());
        let place = state.findings.len() - 1;
        drop(state);
        self.keeper.confirmed(self.entry.number, finding);
        place
    }

    fn why_the_same(&self, compared: &Compared) -> &'static str {
        let Pair { old, new } = &compared.predicted;
        let is_fault = [old, new].iter().any(|seen| matches!(seen.outcome.end, Stop::Fault(_)));
        match is_fault && self.natives.lacks_sanitizers() {
            true => "both native builds do the same, and neither can be built with sanitizers",
            false => "both native builds do the same",
        }
    }

    fn futile(&self, kind: Kind, compared: &Compared, reason: String) {
        let Pair { old, new } = &compared.predicted;
        let mut state = self.state();
        state.kinds.entry(kind).or_default().futile += 1;
        state.unconfirmed.push(Unconfirmed {
            input: compared.input.clone(),
            reason,
            predicted: Pair { old: end(old), new: end(new) },
        });
    }
}

fn is_alike(known: &Finding, origin: &Origin, confirmed: &Confirmed) -> bool {
    known.changes == origin.changes && known.confirmed.signature() == confirmed.signature()
}

fn name(version: Version) -> &'static str {
    match version {
        Version::Old => "old",
        Version::New => "new",
    }
}

/// In a few words, without what depends on the input.
fn end(observation: &Observation) -> String {
    match &observation.outcome.end {
        Stop::Exit(status) => format!("exit {status}"),
        Stop::Signal(number) => format!("signal {number}"),
        Stop::Panic { .. } => "panic".to_owned(),
        Stop::Fault(fault) => fault.name().to_owned(),
        Stop::Limit(_) => "no end".to_owned(),
        other => format!("{other:?}"),
    }
}

fn kind(compared: &Compared) -> Kind {
    let Pair { old, new } = &compared.predicted;
    Kind {
        changes: compared.changes.clone(),
        ends: (end(old), end(new)),
        stdout: old.stdout != new.stdout,
        stderr: old.stderr != new.stderr,
    }
}

impl Events for Watcher<'_> {
    fn found(&self, _: &Found) -> io::Result<()> {
        Ok(())
    }

    fn different(&self, compared: &Compared) -> io::Result<()> {
        let kind = kind(compared);
        if !self.is_worth(&kind) {
            return Ok(());
        }
        let begun = Instant::now();
        let check = self.natives.check(compared);
        self.state().confirming += begun.elapsed();
        let futile = |reason: String| {
            self.futile(kind.clone(), compared, reason);
            Ok(())
        };
        let done = match check {
            Ok(Check::Different(confirmed)) => self.confirmed(kind.clone(), compared, *confirmed),
            Ok(Check::Same(_)) => futile(self.why_the_same(compared).to_owned()),
            Ok(Check::Unstable { which, .. }) => {
                futile(format!("the {} version does not do the same twice", name(which)))
            }
            Ok(Check::Unrepeatable { which, why }) => futile(format!("the {} version {why}", name(which))),
            Ok(Check::Limited { which, limit }) => {
                let (which, limit) = (name(which), limit.name());
                futile(format!("depends on rift's {limit}: the {which} version does something else without it"))
            }
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error @ NativeError::OutOfTime) => {
                self.futile(kind, compared, error.to_string());
                Ok(())
            }
            Err(error) => {
                self.state().trouble.get_or_insert(error);
                Err(io::Error::other("a native run failed"))
            }
        }
    }

    fn progress(&self, progress: &Progress) {
        self.keeper.progress(self.entry.number, progress);
        let found = self.state().findings.len();
        self.events.progress(&self.entry.path, progress, found);
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn is_enough(&self) -> bool {
        let state = self.state();
        let Some(last_news) = state.last_news else { return false };
        let quiet = last_news.elapsed();
        let taken = last_news.duration_since(self.started);
        (self.goal.first || state.findings.len() >= self.goal.most)
            || (self.goal.settle && quiet > SETTLED_AFTER.max(2 * taken))
    }
}
