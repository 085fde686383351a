//! What the report of a library has more than that of a program: the entries that were called, and differences as calls.

use super::changes::{changed_lines, status_name};
use super::data::{DiffReport, Difference, Status};
use super::lines;
use super::text::{indented, list, step, write_uninitialised};
use crate::text::{grouped, plural};
use rift_ir::Pair;
use serde::{Deserialize, Serialize};
use std::fmt::{Result, Write};

/// Changes of one call that are shown; the others are counted.
const SHOWN: usize = 4;
/// So many that are not called are listed in any case.
const FEW: usize = 5;

/// The call that shows a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// As a user writes it: `shlex::quote`, or the name of a C function.
    pub entry: String,
    /// The whole call, as Rust source or as C writes it.
    pub call: String,
    pub params: Vec<PrintedParameter>,
    /// What each version returned, as its `Debug` or `Display` shows it, or its panic; of a C function, also what it
    /// wrote that is not the same.
    pub shown: Pair<String>,
    /// Other calls that differ in the same way, by way of other changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Example>,
    /// Present if the difference was accepted: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// The `#[test]` or the script, below the directory of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// A call like another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    pub call: String,
    pub params: Vec<PrintedParameter>,
    pub shown: Pair<String>,
}

/// An argument, as source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedParameter {
    pub name: String,
    pub value: String,
}

/// Something that was called, or would have been if it could come to a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportedEntry {
    pub entry: String,
    pub status: Status,
    /// Decisions to the nearest change; absent if none can be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Most bytes of its arguments.
    pub bytes: u64,
    pub runs: u64,
    pub seconds: f64,
    /// Seconds from the beginning of the search, of all entries, to its first confirmed difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_after: Option<f64>,
    /// Why the search of it ended, and what was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// Something public that is not called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotCalled {
    pub entry: String,
    pub reason: String,
}

impl Difference {
    pub fn is_accepted(&self) -> bool {
        self.call.as_ref().is_some_and(|call| call.accepted.is_some())
    }
}

impl DiffReport {
    pub(super) fn write_call(&self, out: &mut String, difference: &Difference, call: &Call) -> Result {
        let Difference { id, changes, why, similar, .. } = difference;
        let heading = if call.accepted.is_some() { "accepted" } else { "difference" };
        writeln!(out, "{heading} {id}: {}", lines::printable(call.call.as_bytes()))?;
        writeln!(out, "  old: {}", lines::printable(call.shown.old.as_bytes()))?;
        writeln!(out, "  new: {}", lines::printable(call.shown.new.as_bytes()))?;
        if let Some(reason) = &call.accepted {
            return match reason.as_str() {
                "" => Ok(()),
                reason => writeln!(out, "  because: {}", lines::printable(reason.as_bytes())),
            };
        }
        for Example { call, shown, .. } in &call.also {
            let [call, old, new] = [call, &shown.old, &shown.new].map(|text| lines::printable(text.as_bytes()));
            writeln!(out, "  also: {call}\n    old: {old}\n    new: {new}")?;
        }
        let passed = || self.changes.iter().filter(|change| changes.contains(&change.id));
        for change in passed().take(SHOWN) {
            writeln!(out, "  change: {}", change.summary)?;
            indented(out, 4, changed_lines(change))?;
        }
        if let more @ 1.. = passed().count().saturating_sub(SHOWN) {
            writeln!(out, "  and {}", plural(more as u64, "more change", "more changes"))?;
        }
        if !why.is_empty() {
            writeln!(out, "  why:")?;
            indented(out, 4, why.iter().map(step).collect())?;
        }
        write_uninitialised(out, difference)?;
        if *similar > 0 {
            writeln!(out, "  {} more like it", grouped(*similar))?;
        }
        match (&self.directory, &call.test) {
            (Some(directory), Some(test)) => writeln!(out, "  test: {}/{test}", directory.display()),
            _ => Ok(()),
        }
    }

    /// What was called in place of what was searched.
    pub(super) fn write_entries(&self, out: &mut String, verbose: bool) -> Result {
        let (called, far): (Vec<&ReportedEntry>, Vec<_>) = self.entries.iter().partition(|e| e.distance.is_some());
        let line = |entry: &ReportedEntry| {
            let stopped = entry.stopped.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
            format!("{:<12} {}{stopped}", status_name(entry.status), entry.entry)
        };
        list(out, "called", called.into_iter().map(line), usize::MAX)?;
        if verbose {
            list(out, "cannot come to a change", far.iter().map(|entry| entry.entry.clone()), usize::MAX)?;
        } else if !far.is_empty() {
            writeln!(out, "  and {} that cannot come to a change", plural(far.len() as u64, "entry", "entries"))?;
        }
        if verbose || self.not_called.len() <= FEW {
            let not_called = self.not_called.iter().map(|not| format!("{}: {}", not.entry, not.reason));
            return list(out, "not called", not_called, usize::MAX);
        }
        let count = plural(self.not_called.len() as u64, "public item is", "public items are");
        writeln!(out, "  {count} not called; --verbose says why")
    }
}
