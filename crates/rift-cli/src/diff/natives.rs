//! The native builds of both versions, and where they are run: what decides about every candidate.

use super::prepare::Prepared;
use rift_confirm::{
    Build, Check, ConfirmOptions, Confirmed, Confirmer, DifferenceKind, Kind, NativeError, NativeLimits, Sandbox,
    SandboxConfig,
};
use rift_env::{Input, Observation};
use rift_ir::Pair;
use rift_search::Compared;
use rift_vm::Stop;
use std::sync::OnceLock;
use std::time::Duration;

pub struct Natives<'a> {
    prepared: &'a Prepared,
    limits: NativeLimits,
    confirmer: Confirmer,
    /// Made when a candidate needs it.
    sanitizers: OnceLock<Option<Confirmer>>,
}

impl<'a> Natives<'a> {
    /// A run that takes longer than `timeout` counts as one that does not end.
    pub fn new(prepared: &'a Prepared, timeout: Duration) -> Result<Natives<'a>, NativeError> {
        let limits = NativeLimits { time: timeout, ..NativeLimits::default() };
        let builds = prepared.natives.clone().map(|program| Build { program, sanitized: None });
        let confirmer = Confirmer::new(builds, sandbox(&limits)?, options());
        Ok(Natives { prepared, limits, confirmer, sanitizers: OnceLock::new() })
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
