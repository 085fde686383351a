//! The changes of a report for people: few of them one by one, many by function, what is most interesting first.

use super::data::{ChangedPlace, DiffReport, Difference, ReportedChange, Status};
use super::lines;
use super::text::{indented, plural};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Result, Write};

/// So many are listed one by one.
const FEW: usize = 20;
/// Lines of the list when there are more.
const MOST_GROUPS: usize = 30;
/// Changes of one difference that are shown with their lines.
const WITH_LINES: usize = 3;
/// Lines of one change that are shown.
const MOST_LINES: usize = 30;

/// Changes of one function of which the same is to be said.
struct Group<'r> {
    first: &'r ReportedChange,
    count: u64,
    lines: (u32, u32),
}

impl DiffReport {
    pub(super) fn write_changes(&self, out: &mut String, verbose: bool) -> Result {
        if self.changes.is_empty() {
            return Ok(());
        }
        writeln!(out, "changes:")?;
        if verbose || self.changes.len() <= FEW {
            return self.changes.iter().try_for_each(|change| write_line(out, change, &change.summary));
        }
        let groups = groups(&self.changes);
        for group in groups.iter().take(MOST_GROUPS) {
            write_line(out, group.first, &group.summary())?;
        }
        let rest = &groups[groups.len().min(MOST_GROUPS)..];
        if rest.is_empty() {
            return Ok(());
        }
        let count: u64 = rest.iter().map(|group| group.count).sum();
        let mut of_status: BTreeMap<u8, (&str, u64)> = BTreeMap::new();
        for group in rest {
            let status = group.first.status;
            of_status.entry(interest(status)).or_insert((status_name(status), 0)).1 += group.count;
        }
        let of_status: Vec<String> = of_status.values().map(|(name, count)| format!("{count} {name}")).collect();
        let files: BTreeSet<&str> = rest.iter().map(|group| group.first.file.as_str()).collect();
        let (count, files) = (plural(count, "change", "changes"), plural(files.len() as u64, "file", "files"));
        writeln!(out, "  .. and {count} more in {files}: {} (--verbose lists them)", of_status.join(", "))
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
            writeln!(out, "  change {}: {}", change.id, change.summary)?;
            indented(out, 4, changed_lines(change))?;
        }
        let rest = &passed[passed.len().min(shown)..];
        if rest.is_empty() {
            return Ok(());
        }
        let functions: BTreeSet<&str> = rest.iter().map(|change| change.function.as_str()).collect();
        let names: Vec<&str> = functions.iter().copied().take(WITH_LINES).collect();
        let more = if functions.len() > names.len() { ", .." } else { "" };
        let count = plural(rest.len() as u64, "change", "changes");
        writeln!(out, "  and past {count} more, in {}{more} (--verbose lists them)", names.join(", "))
    }
}

impl Group<'_> {
    fn summary(&self) -> String {
        let ReportedChange { file, function, summary, .. } = self.first;
        let (first, last) = self.lines;
        match self.count {
            1 => summary.clone(),
            count => format!("{file}:{first} to {last} in {function}: {}", plural(count, "change", "changes")),
        }
    }
}

/// What is most interesting first; else in the order of the changes.
fn groups(changes: &[ReportedChange]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: BTreeMap<(u8, &str, &str, Option<&str>), usize> = BTreeMap::new();
    for change in changes {
        let key = (interest(change.status), change.file.as_str(), change.function.as_str(), change.blocked.as_deref());
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(Group { first: change, count: 0, lines: (change.line, change.line) });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.count += 1;
        group.lines = (group.lines.0.min(change.line), group.lines.1.max(change.line));
    }
    groups.sort_by_key(|group| interest(group.first.status));
    groups
}

fn write_line(out: &mut String, change: &ReportedChange, summary: &str) -> Result {
    let blocked = change.blocked.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    writeln!(out, "  {:<12} {summary}{blocked}", status_name(change.status))
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
fn changed_lines(change: &ReportedChange) -> Vec<String> {
    let text =
        |place: &Option<ChangedPlace>| place.as_ref().and_then(|place| place.text.clone()).map(String::into_bytes);
    match (text(&change.old), text(&change.new)) {
        (None, None) => Vec::new(),
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

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Differs => "differs",
        Status::NoneFound => "none found",
        Status::NotReached => "not reached",
        Status::Equal => "equal",
    }
}
