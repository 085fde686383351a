//! The native builds of both versions, and where they are run: what decides about every candidate.

use super::prepare::Prepared;
use rift_confirm::{
    Build, Check, ConfirmOptions, Confirmed, Confirmer, DifferenceKind, End, Kind, NativeError, NativeLimits, Sandbox,
    SandboxConfig,
};
use rift_env::{Input, Observation};
use rift_ingest::Language;
use rift_ir::{Pair, Version};
use rift_search::Compared;
use rift_vm::Stop;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

pub struct Natives<'a> {
    prepared: &'a Prepared,
    limits: NativeLimits,
    confirmer: Confirmer,
    /// Made when a candidate needs it.
    sanitizers: OnceLock<Option<Confirmer>>,
    /// Made when there is a difference: builds that differ in what uninitialised memory holds.
    filled: OnceLock<Pair<[PathBuf; 2]>>,
}

impl<'a> Natives<'a> {
    /// A run that takes longer than `timeout` counts as one that does not end.
    pub fn new(prepared: &'a Prepared, timeout: Duration) -> Result<Natives<'a>, NativeError> {
        let limits = NativeLimits { time: timeout, ..NativeLimits::default() };
        let builds = prepared.natives.clone().map(|program| Build { program, sanitized: None });
        let confirmer = Confirmer::new(builds, sandbox(&limits)?, options());
        Ok(Natives { prepared, limits, confirmer, sanitizers: OnceLock::new(), filled: OnceLock::new() })
    }

    pub fn sandbox_in_words(&self) -> String {
        let sandbox = self.confirmer.sandbox();
        match (sandbox.kind(), sandbox.why_plain()) {
            (Kind::Bubblewrap, _) => "bubblewrap".to_owned(),
            (Kind::Plain, why) => format!("limits only: {}", why.unwrap_or("bubblewrap was not asked for")),
        }
    }

    /// Of the plain builds.
    pub fn confirmer(&self) -> &Confirmer {
        &self.confirmer
    }

    /// The one that saw the difference.
    pub fn confirmer_of(&self, confirmed: &Confirmed) -> Option<&Confirmer> {
        match confirmed.kind() {
            DifferenceKind::Sanitizer => self.sanitizers.get().and_then(Option::as_ref),
            DifferenceKind::Behaviour => Some(&self.confirmer),
        }
    }

    pub fn check(&self, compared: &Compared) -> Result<Check, NativeError> {
        let input: &Input = &compared.input;
        let check = self.confirmer.check(input)?;
        let is_fault = |seen: &Observation| matches!(seen.outcome.end, Stop::Fault(_));
        let Pair { old, new } = &compared.predicted;
        // A fault need not show in a plain build.
        if let Check::Same(_) = check
            && (is_fault(old) || is_fault(new))
            && let Some(confirmer) = self.sanitizers()
        {
            return confirmer.check_with_sanitizers(input);
        }
        Ok(check)
    }

    /// The versions that do something else on the input when memory that nobody initialised holds something else.
    pub fn depend_on_memory(&self, confirmed: &Confirmed) -> Vec<Version> {
        let ends = confirmed.seen();
        let is_cut_off = [&ends.old, &ends.new].iter().any(|seen| matches!(seen.end, End::Other(_)));
        // Each run that does not end costs its time; Rust has no such memory that is easily read.
        if confirmed.kind() == DifferenceKind::Sanitizer || is_cut_off || self.prepared.language == Language::Rust {
            return vec![];
        }
        let filled = self.filled.get_or_init(|| self.prepared.filled());
        let depends = |version: &Version| {
            let [zero, pattern] = version.of::<[PathBuf; 2]>(filled);
            self.confirmer.depends_on_memory([zero, pattern], confirmed.input()).unwrap_or(false)
        };
        Version::BOTH.into_iter().filter(depends).collect()
    }

    fn sanitizers(&self) -> Option<&Confirmer> {
        let make = || {
            let sanitized = self.prepared.sanitized()?;
            let sandbox = sandbox(&self.limits).ok()?;
            let Pair { old, new } = self.prepared.natives.clone();
            let builds = Pair {
                old: Build { program: old, sanitized: Some(sanitized.old) },
                new: Build { program: new, sanitized: Some(sanitized.new) },
            };
            Some(Confirmer::new(builds, sandbox, options()))
        };
        self.sanitizers.get_or_init(make).as_ref()
    }
}

fn sandbox(limits: &NativeLimits) -> Result<Sandbox, NativeError> {
    Sandbox::new(SandboxConfig { limits: *limits, kind: None })
}

fn options() -> ConfirmOptions {
    ConfirmOptions { normalise: true, ..ConfirmOptions::default() }
}
