//! Candidates are tried on the native builds, one after the other, and like ones put together.

use super::candidate::{Candidate, Looks};
use super::queue::Next;
use super::saved::fingerprint;
use super::{Confirming, State};
use rift_confirm::{Check, Confirmed, NativeError};
use rift_deadline::Deadline;
use rift_env::Input;
use rift_ir::Version;
use rift_report::{Finding, Unconfirmed, plural};
use std::sync::PoisonError;
use std::thread;
use std::time::{Duration, Instant};

/// How often those who wait look at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Work on what is left in the queue that takes longer is told to the user.
const LONG: Duration = Duration::from_secs(1);

/// Where a finding comes from.
struct Origin {
    changes: Vec<u32>,
    everywhere: bool,
    runs: u64,
}

/// Says that nobody judges any more, should the judge panic: a search must not wait for it.
struct Broken<'c, 'a>(&'c Confirming<'a>);

impl Drop for Broken<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state().is_broken = true;
            self.0.changed.notify_all();
        }
    }
}

impl Confirming<'_> {
    /// Judges candidates as they come, in order, until the queue was closed and is empty, or what it was closed with is over.
    pub fn judge_all(&self) {
        let _guard = Broken(self);
        let mut has_told = false;
        while let Some(candidate) = self.next() {
            if let Some((since, waiting)) = self.state().closed_since()
                && since > LONG
                && !has_told
            {
                has_told = true;
                self.events.status(&format!("confirming {}", plural(waiting as u64 + 1, "candidate", "candidates")));
            }
            self.judge(candidate);
        }
    }

    /// Waits for a candidate.
    fn next(&self) -> Option<Candidate> {
        let mut state = self.state();
        loop {
            if state.is_enough(self.goal) || state.trouble.is_some() {
                state.queue.clear();
            }
            match state.closed.as_ref() {
                Some((_, until)) if until.is_over() => return None,
                Some(_) if state.queue.is_empty() => return None,
                _ => {}
            }
            match state.queue.pop() {
                Some(Next::Judge(candidate)) => {
                    state.judging = Some(candidate.clone());
                    self.changed.notify_all();
                    return Some(candidate);
                }
                Some(Next::Similar { finding, count }) => state.findings[finding].similar += count,
                None => {
                    let waited = self.changed.wait_timeout(state, LOOK_EVERY);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    fn judge(&self, candidate: Candidate) {
        let begun = Instant::now();
        let check = self.natives.check(&candidate);
        let futile = |reason: String| {
            self.futile(&candidate, reason);
            Ok(())
        };
        let done = match check {
            Ok(Check::Different(confirmed)) => self.confirmed(&candidate, *confirmed),
            Ok(Check::Same(_)) => futile(self.why_the_same(&candidate).to_owned()),
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
            Ok(()) => {}
            Err(NativeError::OutOfTime) => self.state().late.push(candidate),
            Err(error) => _ = self.state().trouble.get_or_insert(error),
        }
        let mut state = self.state();
        state.confirming += begun.elapsed();
        state.judging = None;
        self.changed.notify_all();
    }

    /// Whether the versions differ on an input that nobody searched for. `changes` says what it executes.
    pub fn try_natively(&self, input: &Input, changes: &dyn Fn(&Input) -> Vec<u32>) {
        let (begun, print) = (Instant::now(), fingerprint(input));
        if self.state().known_before.contains(&print) {
            return;
        }
        let check = self.natives.check_plain(input);
        self.state().confirming += begun.elapsed();
        match check {
            Ok(Check::Different(confirmed)) => {
                let origin = Origin { changes: changes(input), everywhere: false, runs: 0 };
                match self.untold(&origin, &confirmed) {
                    Ok(None) => {
                        self.state().known.insert(print);
                        self.add(&origin, *confirmed, None);
                    }
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

    fn confirmed(&self, candidate: &Candidate, confirmed: Confirmed) -> Result<(), NativeError> {
        let Candidate { looks, everywhere, runs, .. } = candidate;
        let origin = Origin { changes: looks.changes.clone(), everywhere: *everywhere, runs: *runs };
        if let Some(why) = self.untold(&origin, &confirmed)? {
            self.futile(candidate, why.to_owned());
            return Ok(());
        }
        self.add(&origin, confirmed, Some(looks));
        Ok(())
    }

    /// Why nobody can be told of a difference, if so. One that looks like another is only counted, whatever its test does.
    fn untold(&self, origin: &Origin, confirmed: &Confirmed) -> Result<Option<&'static str>, NativeError> {
        let is_known = self.state().findings.iter().any(|known| is_alike(known, origin, confirmed));
        if is_known { Ok(None) } else { self.natives.untold(confirmed) }
    }

    /// Adds a finding, or counts it with one that looks alike. It stands for candidates that look like this.
    fn add(&self, origin: &Origin, confirmed: Confirmed, looks: Option<&Looks>) {
        let mut state = self.state();
        // From here on, it is one of the findings that are saved.
        state.judging = None;
        let known = state.findings.iter().position(|known| is_alike(known, origin, &confirmed));
        let place = known.unwrap_or(state.findings.len());
        if let Some(looks) = looks {
            state.queue.confirmed(looks.clone(), place);
        }
        if known.is_some() {
            state.findings[place].similar += 1;
            return;
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
        drop(state);
        self.save();
        self.keeper.confirmed(self.entry.number, finding);
    }

    fn why_the_same(&self, candidate: &Candidate) -> &'static str {
        match candidate.is_fault && self.natives.lacks_sanitizers() {
            true => "both native builds do the same, and neither can be built with sanitizers",
            false => "both native builds do the same",
        }
    }

    fn futile(&self, candidate: &Candidate, reason: String) {
        let mut state = self.state();
        state.judging = None;
        state.queue.futile(candidate.looks.clone());
        state.unconfirmed.push(Unconfirmed {
            input: candidate.input.clone(),
            reason,
            predicted: candidate.looks.ends(),
        });
    }

    /// Judges what is left in the queue until then; what there is no time for is listed as not confirmed.
    /// That time is not part of [`State::confirming`].
    pub fn finish(self, until: Deadline) -> State {
        let confirming = self.state().confirming;
        self.close(until);
        self.judge_all();
        self.state().confirming = confirming;
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        while let Some(next) = state.queue.pop() {
            match next {
                Next::Judge(candidate) => state.late.push(candidate),
                Next::Similar { finding, count } => state.findings[finding].similar += count,
            }
        }
        let late = std::mem::take(&mut state.late).into_iter().map(|candidate| Unconfirmed {
            input: candidate.input,
            reason: NativeError::OutOfTime.to_string(),
            predicted: candidate.looks.ends(),
        });
        state.unconfirmed.extend(late);
        state
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
