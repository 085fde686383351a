//! What became of each change.

use super::blocked::{Line, Obstacles};
use super::data::{ChangedPlace, ReportedChange, Status};
use super::run::DiffRun;
use super::sources::Sources;
use crate::report::stop_name;
use rift_align::{Change, ChangeKind};
use rift_ir::{Pair, Version};
use rift_search::StopReason;
use std::collections::BTreeSet;

/// A line that runs do not get past is told with its text if that is no longer.
const LONGEST_OBSTACLE: usize = 100;

pub(super) fn changes(run: &DiffRun<'_>) -> Vec<ReportedChange> {
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
    let mut one = |change: &Change| {
        let status = status(change.id);
        let blocked = (status == Status::NotReached).then(|| blocked(run, change, &mut obstacles, &mut sources));
        reported(change, status, blocked, run, &mut sources)
    };
    run.map.changes.iter().map(&mut one).collect()
}

fn reported(
    change: &Change,
    status: Status,
    blocked: Option<String>,
    run: &DiffRun<'_>,
    sources: &mut Sources,
) -> ReportedChange {
    let version = if change.new.is_some() { Version::New } else { Version::Old };
    let place = change.place(version);
    let file = place.map_or("", |place| place.file.as_str());
    let shown = run.shown(version, file);
    // Where something was added, the old version's place only says where it would have been; and the other way round.
    let has_lines = |version: Version| match version {
        Version::Old => change.kind != ChangeKind::Added,
        Version::New => change.kind != ChangeKind::Deleted,
    };
    let mut changed_place = |version: Version| {
        let place = change.place(version)?;
        let text = has_lines(version).then(|| sources.lines(&place.file, place.line, place.last_line)).flatten();
        Some(ChangedPlace {
            file: run.shown(version, &place.file).to_owned(),
            line: place.line,
            last_line: place.last_line,
            function: place.function.clone(),
            text,
        })
    };
    ReportedChange {
        id: change.id,
        file: shown.to_owned(),
        line: place.map_or(0, |place| place.line),
        function: place.map_or_else(String::new, |place| place.function.clone()),
        kind: change.kind.name().to_owned(),
        // The alignment names whole paths where it does not know the directories.
        summary: match change.summary.strip_prefix(file) {
            Some(rest) => format!("{shown}{rest}"),
            None => change.summary.clone(),
        },
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
    // Of every change, that the search ended is all that would be said.
    let says_more = run.summary.exhausted() || run.summary.stopped == StopReason::Finished;
    for version in [Version::New, Version::Old] {
        let Some(place) = change.place(version) else { continue };
        let obstacles = version.of_mut(obstacles);
        let module = *version.of(&run.modules);
        let obstacles = obstacles.get_or_insert_with(|| Obstacles::new(module, version.of(&run.covered)));
        if let Some(Line { file, line }) = obstacles.before(&place.sites) {
            let place = format!("no run gets past {}:{line}", run.shown(version, file));
            why = if says_more { format!("{why}; {place}") } else { place };
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
        return "no input of the stated space comes to it".to_owned();
    }
    if summary.stopped != StopReason::Finished {
        return format!("the search ended before: {}", stop_name(summary.stopped));
    }
    match summary.unsupported.first() {
        Some((what, _)) => format!("runs ended at what is not supported, such as {what}"),
        None => "part of the space was left out".to_owned(),
    }
}
