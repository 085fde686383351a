//! One report of all entries: `rift.report/1`, with what a library has more.

use super::driver::Driver;
use super::findings::Sorted;
use super::versions::Version;
use crate::diff::Prepared;
use crate::rounds::{Called, Candidate, Searched, bounded, own_changes, reported, together};
use rift_ir::Pair;
use rift_report::diff::{DiffReport, Given, NotCalled};
use rift_report::{DiffRun, Phases, Usage};
use std::path::Path;
use std::time::{Duration, Instant};

/// What a report is made of.
pub struct Parts<'a> {
    pub versions: &'a Pair<Version>,
    pub driver: &'a Driver,
    pub prepared: &'a Prepared,
    /// What aligning took.
    pub aligned: Duration,
    /// The entries that were to be called.
    pub asked: &'a [usize],
    pub candidates: &'a [Candidate],
    pub searched: &'a [Searched],
    pub sorted: &'a Sorted,
    pub strategy: String,
    pub sandbox: String,
    /// When searching began.
    pub begun: Instant,
    /// What searching took, native runs included.
    pub search: Duration,
    pub elapsed: Duration,
}

pub fn report(parts: &Parts<'_>) -> DiffReport {
    let Parts { versions, driver, prepared, candidates, searched, sorted, .. } = parts;
    let summary = together(searched);
    let spaces: Vec<_> = candidates.iter().flat_map(|candidate| candidate.spaces.clone()).collect();
    let findings: Vec<_> = sorted.found.iter().map(|found| found.finding.clone()).collect();
    let confirming: Duration = searched.iter().map(|search| search.differences.confirming).sum();
    let mut report = DiffReport::new(&DiffRun {
        given: Given::Inputs,
        sources: versions.as_ref().map(|version| version.name.clone()),
        roots: prepared.roots.clone(),
        entry: None,
        covered: prepared.covered(&summary),
        modules: prepared.programs().map(|program| &*program.module),
        map: &prepared.map,
        spaces: &spaces,
        summary: &summary,
        findings: &findings,
        unconfirmed: &sorted.unconfirmed,
        strategy: parts.strategy.clone(),
        sandbox: parts.sandbox.clone(),
        phases: Phases {
            build: prepared.build.as_secs_f64(),
            align: parts.aligned.as_secs_f64(),
            search: parts.search.saturating_sub(confirming).as_secs_f64(),
            confirm: confirming.as_secs_f64(),
        },
        usage: Usage::now(),
        elapsed: parts.elapsed,
    });
    for (difference, found) in report.differences.iter_mut().zip(&sorted.found) {
        difference.id.clone_from(&found.id);
        // None of them is the id any more, which is of the call.
        difference.found_as.clone_from(&found.finding.found_as);
        difference.call = Some(found.call.clone());
    }
    let called = |entry: &usize| {
        let (entry, path, bytes) = (*entry, driver.path(*entry), driver.bytes(*entry) as u64);
        let differs = sorted.found.iter().any(|found| found.entry == entry);
        reported(&Called { entry, path, bytes, differs }, candidates, searched, parts.begun)
    };
    report.entries = parts.asked.iter().map(called).collect();
    let not_called = driver.undriven.iter();
    report.not_called =
        not_called.map(|not| NotCalled { entry: not.path.clone(), reason: not.reason.clone() }).collect();
    report.builds = Some(prepared.natives.as_ref().map(|program| program.display().to_string()));
    own_changes(&mut report, &|file| is_harness(driver, file));
    for blocked in report.changes.iter_mut().filter_map(|change| change.blocked.as_mut()) {
        let is_in = |directory: &Path| blocked.contains(&format!("{}/", directory.display()));
        // Users do not know the program that rift wrote.
        if is_in(&driver.directories.old) || is_in(&driver.directories.new) {
            "no call that was made comes near it".clone_into(blocked);
        }
    }
    shorten(&mut report, versions);
    bounded(&mut report);
    report
}

pub fn is_harness(driver: &Driver, file: &str) -> bool {
    [&driver.directories.old, &driver.directories.new]
        .into_iter()
        .any(|directory| Path::new(file).starts_with(directory))
}

/// Files as they are called inside of the package.
fn shorten(report: &mut DiffReport, versions: &Pair<Version>) {
    let roots = [&versions.old.package.root, &versions.new.package.root];
    let roots: Vec<String> = roots.iter().map(|root| format!("{}/", root.display())).collect();
    let shorter = |text: &mut String| {
        for root in &roots {
            if text.contains(root) {
                *text = text.replace(root, "");
            }
        }
    };
    for change in &mut report.changes {
        shorter(&mut change.file);
        shorter(&mut change.summary);
        change.blocked.iter_mut().for_each(&shorter);
        for place in [&mut change.old, &mut change.new].into_iter().flatten() {
            shorter(&mut place.file);
        }
    }
    for difference in &mut report.differences {
        difference.why.iter_mut().for_each(|step| shorter(&mut step.file));
        if let Some(call) = &mut difference.call {
            shorter(&mut call.shown.old);
            shorter(&mut call.shown.new);
        }
    }
}
