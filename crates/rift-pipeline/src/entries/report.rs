//! What the report of a library has more than that of a program: one summary of all entries, and what became of each.

use super::{EntryPoint, Results};
use crate::rounds::Searched;
use rift_ir::Origin;
use rift_report::diff::{DiffReport, ReportedChange, ReportedEntry, Status, Verdict};
use rift_report::grouped;
use rift_search::{Coverage, Incomplete, StopReason, Summary, Totals};
use std::collections::{BTreeMap, BTreeSet};

/// What was searched is what was called: the words of a verdict say so.
pub fn bounded(report: &mut DiffReport) {
    let nothing_changed = report.changes.is_empty();
    match report.verdict {
        Verdict::Equal if !nothing_changed && !report.not_called.is_empty() => {
            report.verdict = Verdict::NoneFound;
            let count = grouped(report.not_called.len() as u64);
            report.because = format!("all that is called does the same, but {count} public items are not called");
        }
        Verdict::Equal if !nothing_changed => {
            report.because =
                "the solver shows that every call does the same in both versions, for all arguments of these sizes"
                    .to_owned();
        }
        Verdict::Equal => {
            report.because = "nothing that the entries execute changed, so there is no call that can differ".to_owned();
        }
        Verdict::NoneFound if report.unconfirmed.is_empty() => {
            report.because = "not all arguments of all entries were tried".to_owned();
        }
        _ => {}
    }
}

/// Something that was to be called.
pub struct Called<'a> {
    /// Its place in the list of entries.
    pub entry: usize,
    pub path: &'a str,
    /// Most bytes of its arguments.
    pub bytes: u64,
}

/// What became of an entry.
pub fn reported(called: &Called<'_>, points: &[EntryPoint], results: &Results<'_>) -> ReportedEntry {
    let Called { entry, path, bytes } = *called;
    let differs = results.presented.found.iter().any(|found| found.entry == entry);
    let point = points.iter().find(|point| point.number == entry);
    let search = results.searched.iter().find(|search| search.entry == entry);
    let is_open = |search: &Searched| !search.summary.exhausted() || search.differences.foretold > 0;
    let status = match search {
        _ if differs => Status::Differs,
        Some(search) if is_open(search) => Status::NoneFound,
        Some(_) => Status::Equal,
        None if point.is_some() => Status::NoneFound,
        None => Status::NotReached,
    };
    let stopped = match (search, point) {
        (Some(search), _) if !differs && is_open(search) => Some(why_open(&search.summary)),
        (None, Some(_)) => Some("there was no time for it".to_owned()),
        _ => None,
    };
    ReportedEntry {
        entry: path.to_owned(),
        status,
        distance: point.map(|point| point.distance),
        bytes,
        runs: search.map_or(0, |search| search.summary.totals.runs),
        seconds: search.map_or(0.0, |search| search.seconds),
        found_after: search
            .filter(|_| differs)
            .and_then(|search| Some(search.differences.first_found?.duration_since(results.begun).as_secs_f64())),
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
pub fn together(searched: &[Searched]) -> Summary {
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
pub fn own_changes(report: &mut DiffReport, is_harness: &dyn Fn(&str) -> bool) {
    let mut known: Vec<ReportedChange> = Vec::new();
    let mut names: BTreeMap<u32, u32> = BTreeMap::new();
    for mut change in std::mem::take(&mut report.changes) {
        if is_harness(&change.file) || Origin::of_place(&change.file, &change.function) == Origin::Standard {
            continue;
        }
        // Of several instances of a generic function, the compiler numbers the others.
        change.function = without_number(&change.function).to_owned();
        change.summary = change.summary.split(": ").map(without_number).collect::<Vec<_>>().join(": ");
        let same = |one: &&mut ReportedChange| one.summary == change.summary && one.file == change.file;
        match known.iter_mut().find(same) {
            Some(one) => {
                one.status = one.status.with(change.status);
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
        difference.why.retain(|step| !is_harness(&step.file));
    }
}

fn without_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((front, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => front,
        _ => name,
    }
}
