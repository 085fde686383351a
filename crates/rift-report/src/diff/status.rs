//! What became of each change.

use super::blocked::{Line, Obstacles};
use super::data::{ChangedPlace, ReportedChange, Status};
use super::edits::{Edit, edits};
use super::run::{DiffRun, Given};
use super::sources::Sources;
use crate::report::stop_name;
use rift_align::{Change, ChangeKind};
use rift_ir::{Pair, Version};
use rift_search::StopReason;
use std::collections::{BTreeMap, BTreeSet};

/// A line that runs do not get past is told with its text if that is no longer.
const LONGEST_OBSTACLE: usize = 100;

/// What became of the changes, and by which number of the report each of the alignment's goes.
pub(super) fn changes(run: &DiffRun<'_>) -> (Vec<ReportedChange>, BTreeMap<u32, u32>) {
    let differing: BTreeSet<u32> = run.findings.iter().flat_map(|finding| finding.changes.iter().copied()).collect();
    // A candidate that looked like another is not kept: it may have come past other changes.
    let all_are_known = run.unconfirmed.is_empty() && run.findings.iter().all(|finding| finding.similar == 0);
    let status = |id: u32| match run.summary.reached.contains(&id) {
        _ if differing.contains(&id) => Status::Differs,
        false => Status::NotReached,
        true if run.summary.exhausted() && all_are_known => Status::Equal,
        true => Status::NoneFound,
    };
    let mut obstacles: Pair<Option<Obstacles<'_>>> = Pair { old: None, new: None };
    let mut sources = Sources::default();
    let (mut changes, mut numbers) = (Vec::new(), BTreeMap::new());
    for edit in edits(run, &mut sources) {
        let number = edit.changes.first().copied().unwrap_or_default();
        numbers.extend(edit.changes.iter().map(|id| (*id, number)));
        let status = edit.changes.iter().map(|id| status(*id)).reduce(Status::with).unwrap_or(Status::NotReached);
        let first = run.map.changes.iter().find(|change| change.id == number);
        let blocked = first
            .filter(|_| status == Status::NotReached)
            .map(|change| blocked(run, change, &mut obstacles, &mut sources));
        changes.push(reported(number, &edit, (status, blocked), run, &mut sources));
    }
    (changes, numbers)
}

impl Status {
    /// Of two parts of one change.
    pub fn with(self, other: Status) -> Status {
        let order = [Status::Differs, Status::NoneFound, Status::Equal, Status::NotReached];
        order.into_iter().find(|status| [self, other].contains(status)).unwrap_or(self)
    }
}

fn reported(
    id: u32,
    edit: &Edit,
    (status, blocked): (Status, Option<String>),
    run: &DiffRun<'_>,
    sources: &mut Sources,
) -> ReportedChange {
    let span = |version: Version| Some((version, version.of(&edit.spans).as_ref()?));
    // What was deleted is looked for where it was.
    let first = if edit.kind == ChangeKind::Deleted { Version::Old } else { Version::New };
    let named = span(first).or_else(|| span(first.other()));
    let summary = match named {
        Some((version, span)) if span.function.is_empty() => {
            format!("{}:{}: {}", run.shown(version, &span.file), span.first, edit.what)
        }
        Some((version, span)) if !span.file.is_empty() => {
            format!("{}:{} in {}: {}", run.shown(version, &span.file), span.first, span.function, edit.what)
        }
        Some((_, span)) => format!("{}: {}", span.function, edit.what),
        None => edit.what.clone(),
    };
    let place = span(Version::New).or_else(|| span(Version::Old));
    let mut changed_place = |version: Version| {
        let span = version.of(&edit.spans).as_ref()?;
        Some(ChangedPlace {
            file: run.shown(version, &span.file),
            line: span.first,
            last_line: span.last,
            function: span.function.clone(),
            text: span.has_lines.then(|| sources.lines(&span.file, span.first, span.last)).flatten(),
        })
    };
    ReportedChange {
        id,
        file: place.map_or_else(String::new, |(version, span)| run.shown(version, &span.file)),
        line: place.map_or(0, |(_, span)| span.first),
        function: place.map_or_else(String::new, |(_, span)| span.function.clone()),
        kind: edit.kind.name().to_owned(),
        summary,
        status,
        blocked,
        old: changed_place(Version::Old),
        new: changed_place(Version::New),
    }
}

/// Why no run came to a change, and which line none got past.
fn blocked<'a>(
    run: &'a DiffRun<'_>,
    change: &Change,
    obstacles: &mut Pair<Option<Obstacles<'a>>>,
    sources: &mut Sources,
) -> String {
    let mut why = ended(run);
    // What was executed is not known yet.
    if run.summary.stopped == StopReason::Running {
        return why;
    }
    // Of every change, that the search ended is all that would be said.
    let says_more = run.summary.exhausted() || run.summary.stopped == StopReason::Finished;
    for version in [Version::New, Version::Old] {
        let Some(place) = change.place(version) else { continue };
        let obstacles = version.of_mut(obstacles);
        let module = *version.of(&run.modules);
        let obstacles = obstacles.get_or_insert_with(|| Obstacles::new(module, version.of(&run.covered)));
        if let Some(Line { file, line }) = obstacles.before(&place.sites) {
            let place = format!("no run gets past {}:{line}", run.shown(version, file));
            why = if says_more && run.given == Given::Inputs { format!("{why}; {place}") } else { place };
            let text = sources.lines(file, line, line).unwrap_or_default();
            if (1..=LONGEST_OBSTACLE).contains(&text.trim().len()) {
                why += &format!(": {}", text.trim());
            }
            break;
        }
    }
    why
}

fn ended(run: &DiffRun<'_>) -> String {
    let summary = run.summary;
    if summary.exhausted() {
        return match run.given {
            Given::Nothing => "no input that was tried comes to it".to_owned(),
            Given::Tests => "no input of the shapes that the tests have comes to it".to_owned(),
            Given::Inputs => "no input as stated comes to it".to_owned(),
        };
    }
    if summary.stopped == StopReason::Running {
        return "rift was still at work when this was written".to_owned();
    }
    if summary.stopped != StopReason::Finished {
        return format!("the search ended before: {}", stop_name(summary.stopped));
    }
    match summary.unsupported.first() {
        Some((what, _)) => format!("runs ended at what is not supported, such as {what}"),
        None => "part of the space was left out".to_owned(),
    }
}
