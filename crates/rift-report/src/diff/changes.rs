//! The changes of a report for people: few of them one by one, many by function or by what keeps runs from them.

use super::data::{ChangedPlace, DiffReport, Difference, ReportedChange, Status};
use super::lines;
use super::text::indented;
use crate::text::plural;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Result, Write};

/// So many are listed one by one.
const FEW: usize = 20;
/// Lines of the list for each status when there are more.
const MOST_OF_ONE_STATUS: usize = 12;
/// Functions that are named in one line.
const MOST_NAMES: usize = 4;
/// Changes that are shown with their lines, of one difference or of all.
const WITH_LINES: usize = 3;
/// Columns of a line that people like to read.
const WIDTH: usize = 100;
/// Lines of one change that are shown.
const MOST_LINES: usize = 30;

/// Changes of which the same is to be said: those of one function, or those that the same line keeps runs from.
struct Group<'r> {
    changes: Vec<&'r ReportedChange>,
}

impl DiffReport {
    pub(super) fn write_changes(&self, out: &mut String, verbose: bool) -> Result {
        if self.changes.is_empty() {
            return Ok(());
        }
        writeln!(out, "changes:")?;
        if verbose || self.changes.len() <= FEW {
            let with_lines = verbose || self.changes.len() <= WITH_LINES;
            for change in &self.changes {
                write_line(out, change, &change.summary)?;
                // Those of differences were shown there.
                if with_lines && change.status != Status::Differs {
                    indented(out, 6, changed_lines(change))?;
                }
            }
            return Ok(());
        }
        let mut rest = Vec::new();
        let mut shown: BTreeMap<u8, usize> = BTreeMap::new();
        for group in groups(&self.changes) {
            let shown = shown.entry(interest(group.status())).or_default();
            *shown += 1;
            match *shown <= MOST_OF_ONE_STATUS {
                true => write_line(out, group.changes[0], &group.summary())?,
                false => rest.extend(group.changes),
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        let mut of_status: BTreeMap<u8, (&str, u64)> = BTreeMap::new();
        for change in &rest {
            of_status.entry(interest(change.status)).or_insert((status_name(change.status), 0)).1 += 1;
        }
        let of_status: Vec<String> = of_status.values().map(|(name, count)| format!("{count} {name}")).collect();
        let files: BTreeSet<&str> = rest.iter().map(|change| change.file.as_str()).collect();
        let (count, files) = (rest.len() as u64, plural(files.len() as u64, "file", "files"));
        let count = plural(count, "more change", "more changes");
        writeln!(out, "  .. and {count} in {files}: {} (--verbose lists them)", of_status.join(", "))
    }

    /// The changes that the two runs came past: first those that the explanation speaks of.
    pub(super) fn write_passed(&self, out: &mut String, difference: &Difference, verbose: bool) -> Result {
        let mut passed: Vec<&ReportedChange> =
            self.changes.iter().filter(|change| difference.changes.contains(&change.id)).collect();
        passed.sort_by_key(|change| !is_explained(change, difference));
        let shown = match passed.iter().filter(|change| is_explained(change, difference)).count() {
            _ if verbose => passed.len(),
            0 => WITH_LINES,
            explained => explained.min(WITH_LINES),
        };
        for change in passed.iter().take(shown) {
            writeln!(out, "  change: {}", change.summary)?;
            indented(out, 4, changed_lines(change))?;
        }
        let rest = &passed[passed.len().min(shown)..];
        if rest.is_empty() {
            return Ok(());
        }
        let count = plural(rest.len() as u64, "more change", "more changes");
        writeln!(out, "  and {count} on the way, in {} (--verbose lists them)", some_of(&functions(rest)))
    }
}

impl Group<'_> {
    fn status(&self) -> Status {
        self.changes[0].status
    }

    fn summary(&self) -> String {
        let first = self.changes[0];
        let count = match self.changes.len() {
            1 => return first.summary.clone(),
            count => plural(count as u64, "change", "changes"),
        };
        let functions = functions(&self.changes);
        if functions.len() > 1 {
            return format!("{count} in {}", some_of(&functions));
        }
        let lines = || self.changes.iter().map(|change| change.line);
        let (from, to) = (lines().min().unwrap_or(0), lines().max().unwrap_or(0));
        format!("{}:{from} to {to} in {}: {count}", first.file, first.function)
    }
}

/// What is most interesting first. Of what was not reached, that is what keeps runs from most changes; of the rest,
/// the order is that of the changes.
fn groups(changes: &[ReportedChange]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: BTreeMap<(u8, &str, &str), usize> = BTreeMap::new();
    for change in changes {
        let key = match &change.blocked {
            Some(blocked) => (interest(change.status), "", blocked.as_str()),
            None => (interest(change.status), change.file.as_str(), change.function.as_str()),
        };
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(Group { changes: Vec::new() });
            groups.len() - 1
        });
        groups[place].changes.push(change);
    }
    groups.sort_by_key(|group| {
        let is_last = group.status() == Status::NotReached;
        (interest(group.status()), Reverse(if is_last { group.changes.len() } else { 0 }))
    });
    groups
}

/// In the order of the changes.
fn functions<'r>(changes: &[&'r ReportedChange]) -> Vec<&'r str> {
    let mut known = BTreeSet::new();
    changes.iter().map(|change| change.function.as_str()).filter(|function| known.insert(*function)).collect()
}

fn some_of(names: &[&str]) -> String {
    let more = if names.len() > MOST_NAMES { ", .." } else { "" };
    names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ") + more
}

fn write_line(out: &mut String, change: &ReportedChange, summary: &str) -> Result {
    let line = format!("  {:<12} {summary}", status_name(change.status));
    match &change.blocked {
        Some(why) if line.len() + why.len() + 3 > WIDTH => writeln!(out, "{line}\n{:15}({why})", ""),
        Some(why) => writeln!(out, "{line} ({why})"),
        None => writeln!(out, "{line}"),
    }
}

/// Whether a step of the explanation is in the change.
fn is_explained(change: &ReportedChange, difference: &Difference) -> bool {
    difference.why.iter().any(|step| {
        let place = match step.version {
            rift_ir::Version::Old => &change.old,
            rift_ir::Version::New => &change.new,
        };
        place.as_ref().is_some_and(|place| {
            place.file == step.file && (place.line..=place.last_line.max(place.line)).contains(&step.line)
        })
    })
}

/// The lines of a change in both versions.
pub(super) fn changed_lines(change: &ReportedChange) -> Vec<String> {
    let text =
        |place: &Option<ChangedPlace>| place.as_ref().and_then(|place| place.text.clone()).map(String::into_bytes);
    match (text(&change.old), text(&change.new)) {
        (None, None) => Vec::new(),
        (Some(old), Some(new)) if old == new => old
            .split_inclusive(|byte| *byte == b'\n')
            .take(MOST_LINES)
            .map(|line| format!("  {}", lines::line(line)))
            .collect(),
        (old, new) => lines::difference(&old.unwrap_or_default(), &new.unwrap_or_default(), MOST_LINES),
    }
}

fn interest(status: Status) -> u8 {
    match status {
        Status::Differs => 0,
        Status::NoneFound => 1,
        Status::Equal => 2,
        Status::NotReached => 3,
    }
}

pub(super) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Differs => "differs",
        Status::NoneFound => "none found",
        Status::NotReached => "not reached",
        Status::Equal => "equal",
    }
}
