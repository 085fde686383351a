//! The report of two versions of a program, at the end of a search and while it goes on.

use super::keep::SoFar;
use super::natives::Natives;
use super::options::DiffArguments;
use super::prepare::Prepared;
use rift_env::Space;
use rift_ir::Pair;
use rift_report::diff::Given;
use rift_report::{DiffReport, DiffRun, Finding, Phases, Unconfirmed, Usage};
use rift_search::Summary;
use std::time::{Duration, Instant};

/// What is known before the search.
pub struct Reporting<'a> {
    pub arguments: &'a DiffArguments,
    /// As the user named the versions.
    pub names: Pair<String>,
    pub prepared: &'a Prepared,
    pub natives: &'a Natives<'a>,
    pub spaces: &'a [Space],
    pub given: Given,
    /// When the work began.
    pub started: Instant,
    /// What aligning took.
    pub aligned: Duration,
}

/// What came of it.
pub struct Results<'a> {
    pub summary: &'a Summary,
    pub findings: &'a [Finding],
    pub unconfirmed: &'a [Unconfirmed],
    /// What searching took, and what native runs.
    pub search: Duration,
    pub confirm: Duration,
}

impl Reporting<'_> {
    pub fn report(&self, results: &Results<'_>) -> DiffReport {
        let Reporting { arguments, prepared, natives, .. } = self;
        let built_meanwhile = natives.built_meanwhile();
        let mut report = DiffReport::new(&DiffRun {
            sources: self.names.clone(),
            roots: prepared.roots.clone(),
            entry: prepared.sources.new.entry_in_words(),
            modules: prepared.programs().map(|program| &*program.module),
            covered: prepared.covered(results.summary),
            map: &prepared.map,
            spaces: self.spaces,
            given: self.given,
            summary: results.summary,
            findings: results.findings,
            unconfirmed: results.unconfirmed,
            strategy: arguments.strategy.name().to_owned(),
            sandbox: natives.sandbox_in_words(),
            phases: Phases {
                build: (prepared.build + built_meanwhile).as_secs_f64(),
                align: self.aligned.as_secs_f64(),
                search: results.search.as_secs_f64(),
                confirm: results.confirm.saturating_sub(built_meanwhile).as_secs_f64(),
            },
            usage: Usage::now(),
            elapsed: self.started.elapsed(),
        });
        report.fold();
        report.directory.clone_from(&arguments.out);
        report.set_time_limit(arguments.native_limits().time);
        report.builds = Some(prepared.natives.as_ref().map(|program| program.display().to_string()));
        report
    }

    /// While the search goes on.
    pub fn partial(&self, so_far: &SoFar) -> DiffReport {
        self.report(&Results {
            summary: &so_far.summary(0),
            findings: so_far.findings(0),
            unconfirmed: &[],
            search: self.started.elapsed().saturating_sub(self.prepared.build + self.aligned),
            confirm: Duration::ZERO,
        })
    }
}
