//! The native builds of both versions, and where they are run: what decides about every candidate.

use crate::confirming::Candidate;
use crate::events::Events;
use crate::prepare::Prepared;
use rift_confirm::{
    Build, Check, ConfirmOptions, Confirmed, Confirmer, DifferenceKind, End, Kind, NativeError, NativeLimits, Sandbox,
    SandboxConfig,
};
use rift_deadline::Deadline;
use rift_env::{Config as WorldConfig, Input, Process};
use rift_ingest::Language;
use rift_ir::{Pair, Version};
use rift_report::diff::{Builds, Check as Checks, CheckError, Checked, ExportedTest, Format};
use rift_vm::Limits;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// In nanoseconds: another year, month, day of the week, hour, minute, second and fraction of it.
const LATER: i64 = ((((402 * 24 + 5) * 60 + 7) * 60) + 11) * 1_000_000_000 + 123_456_789;
/// Longer runs are not looked at to their ends.
const STEPS_AT_ANOTHER_TIME: u64 = 5_000_000;

/// Where native programs run.
#[derive(Debug, Clone, Copy, Default)]
pub struct NativeSettings {
    /// What each run may use.
    pub limits: NativeLimits,
    /// `None`: with bubblewrap where it works, elsewhere with limits only.
    pub sandbox: Option<Kind>,
}

impl NativeSettings {
    pub fn sandbox(&self) -> Result<Sandbox, NativeError> {
        Sandbox::new(SandboxConfig { limits: self.limits, kind: self.sandbox })
    }
}

pub struct Natives<'a> {
    prepared: &'a Prepared,
    settings: NativeSettings,
    events: &'a dyn Events,
    /// Of all native runs, of builds for them, and of what the machine is asked about them.
    deadline: Deadline,
    confirmer: Confirmer,
    /// Made when a candidate needs it.
    sanitizers: OnceLock<Option<Confirmer>>,
    /// Made when there is a difference: builds that differ in what uninitialised memory holds.
    filled: OnceLock<Pair<[PathBuf; 2]>>,
}

impl<'a> Natives<'a> {
    pub fn new(
        prepared: &'a Prepared,
        settings: NativeSettings,
        deadline: Deadline,
        events: &'a dyn Events,
    ) -> Result<Natives<'a>, NativeError> {
        let builds = prepared.natives.clone().map(|program| Build { program, sanitized: vec![] });
        let confirmer = Confirmer::new(builds, settings.sandbox()?.until(deadline.clone()), options());
        let (sanitizers, filled) = (OnceLock::new(), OnceLock::new());
        Ok(Natives { prepared, settings, events, deadline, confirmer, sanitizers, filled })
    }

    /// The plain builds.
    pub fn programs(&self) -> &Pair<PathBuf> {
        &self.prepared.natives
    }

    pub fn sandbox_in_words(&self) -> String {
        let sandbox = self.confirmer.sandbox();
        match (sandbox.kind(), sandbox.why_plain()) {
            (Kind::Bubblewrap, _) => "bubblewrap".to_owned(),
            (Kind::Plain, why) => format!("limits only: {}", why.unwrap_or("--sandbox=off")),
        }
    }

    /// Of the plain builds.
    pub fn confirmer(&self) -> &Confirmer {
        &self.confirmer
    }

    /// The one that saw the difference.
    pub fn confirmer_of(&self, confirmed: &Confirmed) -> Option<&Confirmer> {
        match confirmed.kind() {
            DifferenceKind::Sanitizer => self.sanitizers(),
            DifferenceKind::Behaviour => Some(&self.confirmer),
        }
    }

    pub fn check(&self, candidate: &Candidate) -> Result<Check, NativeError> {
        let Candidate { input, is_fault, .. } = candidate;
        let check = self.check_plain(input)?;
        // A fault need not show in a plain build.
        if let (Check::Same(_), true) = (&check, is_fault) {
            match self.sanitizers() {
                Some(confirmer) => return confirmer.check_with_sanitizers(input),
                // Whether they can be built is not known.
                None if self.deadline.is_over() => return Err(NativeError::OutOfTime),
                None => {}
            }
        }
        Ok(check)
    }

    /// A difference that was confirmed before, by the builds that showed it.
    pub fn check_again(&self, input: &Input, is_sanitizers: bool) -> Result<Check, NativeError> {
        match if is_sanitizers { self.sanitizers() } else { None } {
            Some(confirmer) => confirmer.check_with_sanitizers(input),
            None => self.check_plain(input),
        }
    }

    /// By the plain builds alone.
    pub fn check_plain(&self, input: &Input) -> Result<Check, NativeError> {
        let check = self.confirmer.check(input)?;
        if !matches!(check, Check::Different(_)) {
            return Ok(check);
        }
        Ok(match self.depends_on_time(input)? {
            Some(which) => Check::Unrepeatable { which, why: "does something else at another time" },
            None => check,
        })
    }

    /// A version that does something else with the input when the clock shows something else. Two native runs are too
    /// close to each other to see that of a program that prints the date; the machine has clocks of its own.
    pub fn depends_on_time(&self, input: &Input) -> Result<Option<Version>, NativeError> {
        for version in Version::BOTH {
            let program = version.of(&self.prepared.programs);
            let at = |clock_start: i64| {
                if self.deadline.is_over() {
                    return Err(NativeError::OutOfTime);
                }
                let config = WorldConfig { clock_start, ..WorldConfig::default() };
                let limits = Limits { steps: STEPS_AT_ANOTHER_TIME, ..Limits::default() };
                let process = Process::start(program, input.clone(), config, limits).ok();
                let seen = process.map(Process::run);
                Ok(seen.map(|seen| (seen.stdout, seen.stderr, seen.files, seen.outcome.end)))
            };
            let now = WorldConfig::default().clock_start;
            if at(now)? != at(now + LATER)? {
                return Ok(Some(version));
            }
        }
        Ok(None)
    }

    /// Whether a memory error that plain builds do not show cannot be seen at all.
    pub fn lacks_sanitizers(&self) -> bool {
        matches!(self.sanitizers.get(), Some(None))
    }

    /// The versions that do something else on the input when memory that nobody initialised holds something else. `None`: there
    /// was no time to find out.
    pub fn depend_on_memory(&self, confirmed: &Confirmed) -> Option<Vec<Version>> {
        let ends = confirmed.seen();
        let is_cut_off = [&ends.old, &ends.new].iter().any(|seen| matches!(seen.end, End::Other(_)));
        // Each run that does not end costs its time; Rust has no such memory that is easily read.
        if confirmed.kind() == DifferenceKind::Sanitizer || is_cut_off || self.prepared.language == Language::Rust {
            return Some(vec![]);
        }
        if self.deadline.is_over() {
            return None;
        }
        let filled = self.filled.get_or_init(|| {
            self.events.status("building both versions with filled stacks");
            self.prepared.filled(&self.deadline)
        });
        let mut depend = Vec::new();
        for version in Version::BOTH {
            let [zero, pattern] = version.of::<[PathBuf; 2]>(filled);
            match self.confirmer.depends_on_memory([zero, pattern], confirmed.input()) {
                Ok(true) => depend.push(version),
                Err(NativeError::OutOfTime) => return None,
                Ok(false) | Err(_) => {}
            }
        }
        Some(depend)
    }

    /// Whether the test that would be exported tells the builds apart, where rift does not watch: the last check before
    /// anybody is told of a difference. If not, why.
    pub fn untold(&self, confirmed: &Confirmed) -> Result<Option<&'static str>, NativeError> {
        let seconds = u32::try_from(self.settings.limits.time.as_millis().div_ceil(1000)).unwrap_or(u32::MAX).max(1);
        let test = |version| ExportedTest::of_confirmed(confirmed, version, seconds);
        let tests = [test(Version::New), test(Version::Old)];
        // Where no test can be made at all, as with files outside of the working directory, there is none to check.
        let Some(test) = tests.into_iter().find(|test| test.obstacle(Format::Sh).is_none()) else { return Ok(None) };
        let builds = confirmed.sanitizers().map_or(&self.prepared.natives, |by| &by.builds);
        let own: &PathBuf = test.version.of(builds);
        let other: &PathBuf = test.version.other().of(builds);
        let on = Builds { own, other: Some(other) };
        match rift_report::diff::check(&[test], Format::Sh, on, self.confirmer.sandbox()) {
            Ok(Checks { results, .. }) => Ok(match results.first() {
                Some(Checked::Passed) => None,
                Some(Checked::Failed(_)) => Some("its exported test does not pass on the build that it is made of"),
                Some(Checked::Indistinct(_)) | None => Some("its exported test does not tell the builds apart"),
            }),
            Err(CheckError::Native(error)) => Err(error),
            // Nothing is written without a check; the user hears of the disk when the report is.
            Err(CheckError::Io { .. } | CheckError::Compile { .. }) => Ok(Some("its exported test cannot be run")),
        }
    }

    /// Whether an input that was made smaller has a test as well. That of the larger one was checked before.
    pub fn is_told(&self, smaller: &Confirmed, larger: &Confirmed) -> bool {
        smaller.input() == larger.input() || matches!(self.untold(smaller), Ok(None))
    }

    /// What builds took that were made while the search went on.
    pub fn built_meanwhile(&self) -> Duration {
        self.deadline.extended()
    }

    /// Another sandbox with the same limits, for what is run when the budget is over.
    pub fn another_sandbox(&self) -> Result<Sandbox, NativeError> {
        self.settings.sandbox()
    }

    fn sanitizers(&self) -> Option<&Confirmer> {
        let make = || {
            if self.prepared.has_c() {
                self.events.status("building both versions with sanitizers");
            }
            let sanitized = self.prepared.sanitized(&self.deadline);
            if sanitized.new.is_empty() {
                return None;
            }
            let sandbox = self.settings.sandbox().ok()?.until(self.deadline.clone());
            let Pair { old, new } = self.prepared.natives.clone();
            let builds = Pair {
                old: Build { program: old, sanitized: sanitized.old },
                new: Build { program: new, sanitized: sanitized.new },
            };
            Some(Confirmer::new(builds, sandbox, options()))
        };
        self.sanitizers.get_or_init(make).as_ref()
    }
}

fn options() -> ConfirmOptions {
    ConfirmOptions { normalise: true, ..ConfirmOptions::default() }
}
