//! One report of all entries: `rift.report/1`, with what a library has more.

use super::driver::Driver;
use super::findings::Sorted;
use super::reach::is_standard;
use super::rounds::{Candidate, Searched};
use super::versions::Version;
use crate::diff::Prepared;
use rift_ir::Pair;
use rift_report::diff::{DiffReport, NotCalled, ReportedChange, ReportedEntry, Status, Verdict};
use rift_report::{DiffRun, Phases, Usage, grouped};
use rift_search::{Coverage, Incomplete, StopReason, Summary, Totals};
use std::collections::{BTreeMap, BTreeSet};
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
        difference.call = Some(found.call.clone());
    }
    report.entries = parts.asked.iter().map(|entry| reported(parts, *entry)).collect();
    let not_called = driver.undriven.iter();
    report.not_called =
        not_called.map(|not| NotCalled { entry: not.path.clone(), reason: not.reason.clone() }).collect();
    report.builds = Some(prepared.natives.as_ref().map(|program| program.display().to_string()));
    own_changes(&mut report, driver);
    shorten(&mut report, versions);
    bounded(&mut report);
    report
}

/// What was searched is what was called: the words of a verdict say so.
fn bounded(report: &mut DiffReport) {
    let nothing_changed = report.changes.is_empty();
    match report.verdict {
        Verdict::Equal if !nothing_changed && !report.not_called.is_empty() => {
            report.verdict = Verdict::NoneFound;
            let count = grouped(report.not_called.len() as u64);
            report.because = format!("all that is called does the same, but {count} public items are not called");
        }
        Verdict::Equal if !nothing_changed => {
            report.because = "every partition of the arguments of all entries was closed by the solver".to_owned();
        }
        Verdict::Equal => {
            report.because = "nothing that the entries execute changed, so there is no call that can differ".to_owned();
        }
        Verdict::NoneFound if report.unconfirmed.is_empty() => {
            report.because = "not all arguments of all entries were searched".to_owned();
        }
        _ => {}
    }
}

fn reported(parts: &Parts<'_>, entry: usize) -> ReportedEntry {
    let candidate = parts.candidates.iter().find(|candidate| candidate.entry == entry);
    let search = parts.searched.iter().find(|search| search.entry == entry);
    let differs = parts.sorted.found.iter().any(|found| found.entry == entry);
    let is_open = |search: &Searched| !search.summary.exhausted() || search.differences.foretold > 0;
    let status = match search {
        _ if differs => Status::Differs,
        Some(search) if is_open(search) => Status::NoneFound,
        Some(_) => Status::Equal,
        None if candidate.is_some() => Status::NoneFound,
        None => Status::NotReached,
    };
    let stopped = match (search, candidate) {
        (Some(search), _) if !differs && is_open(search) => Some(why_open(&search.summary)),
        (None, Some(_)) => Some("there was no time for it".to_owned()),
        _ => None,
    };
    ReportedEntry {
        entry: parts.driver.path(entry).to_owned(),
        status,
        distance: candidate.map(|candidate| candidate.distance),
        bytes: parts.driver.bytes(entry) as u64,
        runs: search.map_or(0, |search| search.summary.totals.runs),
        seconds: search.map_or(0.0, |search| search.seconds),
        found_after: search
            .filter(|_| differs)
            .and_then(|search| Some(search.differences.first_found?.duration_since(parts.begun).as_secs_f64())),
        stopped,
    }
}

fn why_open(summary: &Summary) -> String {
    let runs = grouped(summary.totals.runs);
    match (summary.stopped, summary.unsupported.first()) {
        (StopReason::Finished, Some((what, _))) => format!("runs ended at what is not supported: {what}"),
        (StopReason::Finished, None) => format!("{runs} runs; some values were left out"),
        _ => format!("{runs} runs, {} decisions to look at", grouped(summary.frontier)),
    }
}

/// The summaries of all entries as one.
fn together(searched: &[Searched]) -> Summary {
    let mut totals = Totals::default();
    let mut incomplete: Vec<Incomplete> = Vec::new();
    let mut unsupported: BTreeMap<String, u64> = BTreeMap::new();
    let (mut coverage, mut other_coverage) = (Coverage::default(), Coverage::default());
    let (mut reached, mut frontier, mut stopped) = (BTreeSet::new(), 0, StopReason::Finished);
    for summary in searched.iter().map(|search| &search.summary) {
        totals.add(&summary.totals);
        coverage.code.merge(&summary.coverage.code);
        other_coverage.code.merge(&summary.other_coverage.code);
        for place in &summary.incomplete {
            let same =
                |known: &&mut Incomplete| Incomplete { count: 0, ..**known } == Incomplete { count: 0, ..*place };
            match incomplete.iter_mut().find(same) {
                Some(known) => known.count += place.count,
                None => incomplete.push(*place),
            }
        }
        summary.unsupported.iter().for_each(|(what, count)| *unsupported.entry(what.clone()).or_default() += count);
        reached.extend(&summary.reached);
        frontier += summary.frontier;
        if stopped == StopReason::Finished || summary.stopped == StopReason::Interrupted {
            stopped = summary.stopped;
        }
    }
    Summary {
        stopped,
        totals,
        incomplete,
        unsupported: unsupported.into_iter().collect(),
        coverage,
        other_coverage,
        reached,
        layers: vec![],
        frontier,
    }
}

/// Leaves the changes of the library, each once: neither those of the harness, which is ours, nor instances of the
/// standard library's code, which follow from others.
fn own_changes(report: &mut DiffReport, driver: &Driver) {
    let is_foreign = |file: &str| is_harness(driver, file) || is_standard(file);
    let mut known: Vec<ReportedChange> = Vec::new();
    let mut names: BTreeMap<u32, u32> = BTreeMap::new();
    for mut change in std::mem::take(&mut report.changes) {
        if is_foreign(&change.file) {
            continue;
        }
        // Of several instances of a generic function, the compiler numbers the others.
        change.function = without_number(&change.function).to_owned();
        change.summary = change.summary.split(": ").map(without_number).collect::<Vec<_>>().join(": ");
        let same = |one: &&mut ReportedChange| one.summary == change.summary && one.file == change.file;
        match known.iter_mut().find(same) {
            Some(one) => {
                one.status = combined(one.status, change.status);
                names.insert(change.id, one.id);
            }
            None => {
                names.insert(change.id, change.id);
                known.push(change);
            }
        }
    }
    for change in &mut known {
        change.blocked = change.blocked.take().filter(|_| change.status == Status::NotReached);
    }
    report.changes = known;
    for difference in &mut report.differences {
        let own: BTreeSet<u32> = difference.changes.iter().filter_map(|id| names.get(id)).copied().collect();
        difference.changes = own.into_iter().collect();
        difference.why.retain(|step| !is_harness(driver, &step.file));
    }
}

fn without_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((front, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => front,
        _ => name,
    }
}

/// Of two instances of one change.
fn combined(one: Status, other: Status) -> Status {
    let order = [Status::Differs, Status::NoneFound, Status::Equal, Status::NotReached];
    order.into_iter().find(|status| [one, other].contains(status)).unwrap_or(one)
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
