//! From what was found to what is reported.

use super::bounds::assumed;
use super::bytes::Bytes;
use super::data::version::name as version_name;
use super::data::{
    Bounds, ChangedPlace, Channel, DiffReport, Difference, DifferenceFiles, Exit, Gap, InputData, LeftOut, Observed,
    PartData, ReportedChange, SCHEMA, SanitizerError, Seconds, SeenKind, SpaceData, Stats, Status,
    UnconfirmedCandidate, Verdict,
};
use super::edits::own_changes;
use super::run::{DiffRun, Finding, Given, Step};
use super::status;
use crate::report::{left_in_words, space_in_words, stop_name};
use rift_confirm::{DifferenceKind, Ends, SanitizerReport, Seen};
use rift_env::{Input, Part, Space};
use rift_ir::{Pair, Version};
use rift_search::{Incomplete, Left, StopReason};
use std::collections::BTreeSet;

impl DiffReport {
    /// Reads the changed lines of source files, where they can be found.
    pub fn new(run: &DiffRun<'_>) -> DiffReport {
        let (verdict, because) = verdict(run);
        let candidate = |candidate: &super::run::Unconfirmed| UnconfirmedCandidate {
            input: InputData::new(&candidate.input),
            reason: candidate.reason.clone(),
            predicted: candidate.predicted.clone(),
        };
        let gap = |(what, count): &(String, u64)| Gap { what: what.clone(), count: *count };
        let (changes, numbers) = status::changes(run);
        let known = |change: &u32| numbers.get(change).copied();
        let reported = |finding: &Finding| {
            let mut difference = difference(finding, run);
            let changes: BTreeSet<u32> = difference.changes.iter().filter_map(known).collect();
            difference.changes = changes.into_iter().collect();
            difference
        };
        let mut differences: Vec<Difference> = run.findings.iter().map(reported).collect();
        differences.iter_mut().for_each(|difference| begin_at_change(difference, &changes));
        DiffReport {
            schema: SCHEMA.to_owned(),
            verdict,
            because,
            complete: run.summary.stopped != StopReason::Running,
            sources: run.sources.clone(),
            builds: None,
            strategy: run.strategy.clone(),
            sandbox: run.sandbox.clone(),
            differences,
            changes,
            unconfirmed: run.unconfirmed.iter().map(candidate).collect(),
            unsupported: run.summary.unsupported.iter().map(gap).collect(),
            bounds: bounds(run),
            entries: vec![],
            not_called: vec![],
            stats: stats(run),
            unfinished: 0,
            directory: None,
        }
    }
}

impl DiffReport {
    /// Makes one of differences that look alike now that their changes are one: that with the smallest input.
    pub fn fold(&mut self) {
        let mut kept: Vec<Difference> = Vec::new();
        for mut difference in std::mem::take(&mut self.differences) {
            let is_alike = |known: &&mut Difference| {
                known.changes == difference.changes
                    && (known.kind, &known.differs) == (difference.kind, &difference.differs)
                    && (&known.old.exit, &known.new.exit) == (&difference.old.exit, &difference.new.exit)
                    && known.old.sanitizer == difference.old.sanitizer
                    && known.new.sanitizer == difference.new.sanitizer
            };
            match kept.iter_mut().find(is_alike) {
                Some(known) => {
                    if size(&difference.input) < size(&known.input) {
                        std::mem::swap(known, &mut difference);
                    }
                    known.similar += 1 + difference.similar;
                    known.found_as.push(difference.id);
                    known.found_as.append(&mut difference.found_as);
                }
                None => kept.push(difference),
            }
        }
        self.differences = kept;
    }
}

impl DiffReport {
    /// Takes a difference out, and keeps it among what was not confirmed.
    pub fn demote(&mut self, id: &str, reason: &str) {
        let Some(place) = self.differences.iter().position(|difference| difference.id == id) else { return };
        let Difference { input, old, new, changes, .. } = self.differences.remove(place);
        let words = |seen: &Observed| match &seen.exit {
            Exit::Code(code) => format!("exit {code}"),
            Exit::Signal(signal) => format!("signal {signal}"),
            Exit::Timeout(_) => "no end".to_owned(),
            Exit::Other(what) => what.clone(),
        };
        let predicted = Pair { old: words(&old), new: words(&new) };
        self.unconfirmed.push(UnconfirmedCandidate { input, reason: reason.to_owned(), predicted });
        let still: BTreeSet<u32> = self.differences.iter().flat_map(|other| other.changes.iter().copied()).collect();
        let lost = self.changes.iter_mut().filter(|change| changes.contains(&change.id) && !still.contains(&change.id));
        lost.for_each(|change| change.status = Status::NoneFound);
        if self.differences.is_empty() {
            self.verdict = Verdict::NoneFound;
            self.because = "what rift's own runs saw, the native builds do not show".to_owned();
        }
    }
}

/// An edited declaration, macro or constant shows in the code of other lines: if no step is in the lines that were edited,
/// the explanation begins with them. Where there are several changes, nothing says which of them it is.
fn begin_at_change(difference: &mut Difference, changes: &[ReportedChange]) {
    let mut passed = changes.iter().filter(|change| difference.changes.contains(&change.id));
    let (Some(change), None) = (passed.next(), passed.next()) else { return };
    let places = [(Version::New, &change.new), (Version::Old, &change.old)];
    let is_there = |step: &Step| {
        let is_place = |(version, place): &(Version, &Option<ChangedPlace>)| {
            let lines = place.as_ref().filter(|place| place.file == step.file);
            *version == step.version && lines.is_some_and(|place| (place.line..=place.last_line).contains(&step.line))
        };
        places.iter().any(is_place)
    };
    if difference.why.is_empty() || difference.why.iter().any(is_there) {
        return;
    }
    let begin = places.into_iter().find_map(|(version, place)| {
        let place = place.as_ref()?;
        let text = place.text.as_ref()?.lines().map(str::trim).find(|line| !line.is_empty())?;
        Some(Step {
            version,
            file: place.file.clone(),
            line: place.line,
            function: place.function.clone(),
            what: "changed".to_owned(),
            text: Some(text.to_owned()),
        })
    });
    difference.why.splice(..0, begin);
}

/// Bytes of all of it.
fn size(input: &InputData) -> usize {
    let arguments: usize = input.argv.iter().map(|Bytes(argument)| argument.len() + 1).sum();
    let files: usize = input.files.values().map(|Bytes(contents)| contents.len()).sum();
    let variables: usize = input.env.0.iter().map(|(name, value)| name.len() + value.len()).sum();
    let parameters: usize = input.params.iter().map(|param| param.bytes.0.len()).sum();
    arguments + input.stdin.0.len() + files + variables + parameters
}

fn verdict(run: &DiffRun<'_>) -> (Verdict, String) {
    let all_reached = own_changes(run).iter().all(|change| run.summary.reached.contains(&change.id));
    let (verdict, because) = if !run.findings.is_empty() {
        (Verdict::Different, "the native builds behave differently")
    } else if run.summary.stopped == StopReason::Running {
        (Verdict::NoneFound, "rift was still at work when this was written")
    } else if run.map.is_empty() {
        (Verdict::Equal, "nothing that is executed changed, so no input can show a difference")
    } else if !run.unconfirmed.is_empty() {
        (Verdict::NoneFound, "what rift's own runs saw, the native builds do not show")
    } else {
        match (run.given, run.summary.exhausted()) {
            (Given::Nothing, true) if !all_reached => (Verdict::NoneFound, "no assumed input comes to every change"),
            (Given::Nothing, true) => {
                (Verdict::NoneFound, "the versions do the same on the assumed inputs, but nobody stated any")
            }
            (Given::Nothing, false) => (Verdict::NoneFound, "not all of the assumed inputs were tried"),
            (Given::Tests, true) if !all_reached => {
                (Verdict::NoneFound, "no input of the shapes that the tests have comes to every change")
            }
            (Given::Tests, true) => {
                (Verdict::NoneFound, "the versions do the same on all inputs of the shapes that the tests have")
            }
            (Given::Tests, false) => {
                (Verdict::NoneFound, "not all inputs of the shapes that the tests have were tried")
            }
            (Given::Inputs, true) => {
                (Verdict::Equal, "the solver shows that every stated input does the same in both versions")
            }
            (Given::Inputs, false) => (Verdict::NoneFound, "not all of the stated inputs were tried"),
        }
    };
    (verdict, because.to_owned())
}

fn difference(finding: &Finding, run: &DiffRun<'_>) -> Difference {
    let Finding { confirmed, changes, why, uninitialised, similar, everywhere, runs, found_as } = finding;
    let id = finding.id();
    let by = confirmed.sanitizers();
    let error = |version: Version| {
        let difference = &by?.difference;
        let report: &Option<SanitizerReport> = version.of(&difference.reports);
        let place = report.as_ref()?.place.as_deref().map(|place| run.shown(version, place));
        Some(SanitizerError { kind: difference.kind.clone(), place, count: *version.of(&difference.counts) })
    };
    let observed = |version: Version| observed(version.of(confirmed.seen()), error(version));
    let (old, new) = (observed(Version::Old), observed(Version::New));
    let signature = confirmed.signature();
    let channels = [
        (Channel::Exit, matches!(signature.ends, Ends::Different { .. })),
        (Channel::Stdout, signature.stdout),
        (Channel::Stderr, signature.stderr),
        (Channel::Files, signature.files),
        (Channel::Sanitizer, signature.sanitizers.is_some()),
    ];
    Difference {
        found_as: found_as.iter().filter(|other| **other != id).cloned().collect(),
        id,
        kind: kind(confirmed.kind(), &old.exit, &new.exit),
        differs: channels.into_iter().filter(|(_, differs)| *differs).map(|(channel, _)| channel).collect(),
        input: InputData::new(confirmed.input()),
        old,
        new,
        changes: changes.clone(),
        why: why.clone(),
        uninitialised: uninitialised.iter().map(|version| version_name(*version).to_owned()).collect(),
        similar: *similar,
        everywhere: *everywhere,
        runs: *runs,
        time_limit: None,
        sanitized: by.map(|by| by.builds.as_ref().map(|path| path.display().to_string())),
        call: None,
    }
}

fn kind(kind: DifferenceKind, old: &Exit, new: &Exit) -> SeenKind {
    match (kind, old, new) {
        (DifferenceKind::Sanitizer, _, _) => SeenKind::Sanitizer,
        (_, old, new) if old == new => SeenKind::Output,
        (_, Exit::Timeout(_) | Exit::Other(_), _) | (_, _, Exit::Timeout(_) | Exit::Other(_)) => SeenKind::Hang,
        (_, Exit::Signal(_), _) | (_, _, Exit::Signal(_)) => SeenKind::Crash,
        _ => SeenKind::Exit,
    }
}

fn observed(seen: &Seen, sanitizer: Option<SanitizerError>) -> Observed {
    let files = DifferenceFiles {
        written: seen.files.written.iter().map(|(name, bytes)| (name.clone(), Bytes(bytes.clone()))).collect(),
        removed: seen.files.removed.clone(),
        directories: seen.files.new_directories.clone(),
    };
    Observed {
        stdout: Bytes(seen.stdout.clone()),
        stderr: Bytes(seen.stderr.clone()),
        exit: Exit::from(&seen.end),
        files,
        sanitizer,
    }
}

/// A short name for an input that shows a difference in some changes: the same wherever it is found again.
pub(super) fn identity(changes: &[u32], input: &Input) -> String {
    const DIGITS: usize = 10;
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    add(&changes.iter().flat_map(|id| id.to_le_bytes()).collect::<Vec<u8>>());
    let mut list = |parts: Vec<&[u8]>| {
        add(&(parts.len() as u64).to_le_bytes());
        parts.into_iter().for_each(&mut add);
    };
    list(input.argv.iter().map(Vec::as_slice).collect());
    list(input.env.iter().flat_map(|(name, value)| [name.as_slice(), value]).collect());
    list(vec![&input.stdin]);
    list(input.files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]).collect());
    list(input.objects.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]).collect());
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}

fn bounds(run: &DiffRun<'_>) -> Bounds {
    let summary = run.summary;
    Bounds {
        assumed: if run.given == Given::Nothing { assumed(run.spaces) } else { None },
        spaces: run.spaces.iter().map(|one| space(one, run.entry.as_deref())).collect(),
        exhausted: summary.exhausted(),
        stopped: stop_name(summary.stopped).to_owned(),
        frontier: summary.frontier,
        left_out: all_left_out(run),
    }
}

fn space(space: &Space, entry: Option<&str>) -> SpaceData {
    let part = |part: &Part| match part {
        Part::Fixed(bytes) => PartData::Fixed(Bytes(bytes.clone())),
        Part::Symbolic { max } => PartData::Max(*max),
    };
    let variable = |(name, value): &(Vec<u8>, Part)| (String::from_utf8_lossy(name).into_owned(), part(value));
    SpaceData {
        words: entry.map_or_else(|| space_in_words(space), |entry| words_with_entry(entry, space)),
        argv: space.argv.iter().skip(1).map(part).collect(),
        stdin: space.stdin.as_ref().map(part),
        files: space.files.iter().map(|(name, contents)| (name.clone(), part(contents))).collect(),
        env: space.env.iter().map(variable).collect(),
    }
}

/// Arguments that were not asked for are none of a function's.
fn words_with_entry(entry: &str, space: &Space) -> String {
    let words = space_in_words(space);
    match words.strip_prefix("--args ''") {
        Some(rest) => format!("{entry}{rest}"),
        None => format!("{entry} {words}"),
    }
}

/// Places that look the same to people are one.
fn all_left_out(run: &DiffRun<'_>) -> Vec<LeftOut> {
    let mut all: Vec<LeftOut> = Vec::new();
    for place in run.summary.incomplete.iter().map(|place| left_out(run, place)) {
        let is_same = |known: &&mut LeftOut| LeftOut { count: place.count, ..(**known).clone() } == place;
        match all.iter_mut().find(is_same) {
            Some(known) => known.count += place.count,
            None => all.push(place),
        }
    }
    all
}

fn left_out(run: &DiffRun<'_>, place: &Incomplete) -> LeftOut {
    // The new version is run first.
    let version = if place.version == 0 { Version::New } else { Version::Old };
    let module = *version.of(&run.modules);
    let found = place.site.map(|site| {
        let function = &module.functions[site.function];
        let position = module.describe(function.insts[site.inst].position);
        (run.shown(version, &position), function.display.clone())
    });
    let (position, function) = found.unwrap_or_else(|| match place.what {
        Left::End => ("at the end of two runs".to_owned(), String::new()),
        _ => ("unknown position".to_owned(), "unknown function".to_owned()),
    });
    let (kind, reason) = left_in_words(place.what);
    LeftOut { version, position, function, kind: kind.to_owned(), reason: reason.to_owned(), count: place.count }
}

fn stats(run: &DiffRun<'_>) -> Stats {
    let totals = &run.summary.totals;
    let known = |runs: u64| (runs != 0).then_some(runs);
    Stats {
        runs: totals.runs,
        runs_to_reach: known(totals.runs_to_reach),
        runs_to_infect: known(totals.runs_to_infect),
        runs_to_differ: known(totals.runs_to_differ),
        paths: totals.paths,
        untouched: totals.untouched,
        queries: totals.queries,
        solver_queries: totals.solver_queries,
        solver_work: totals.solver_work,
        solver_unreproducible: totals.solver_unreproducible,
        cpu_seconds: run.usage.cpu.as_secs_f64(),
        search_cpu_seconds: totals.search_cpu_seconds,
        tactics: totals.tactics.clone(),
        seconds: Seconds {
            build: run.phases.build,
            align: run.phases.align,
            search: run.phases.search,
            confirm: run.phases.confirm,
            total: run.elapsed.as_secs_f64(),
        },
        instructions: totals.instructions,
        memory: run.usage.peak_memory,
    }
}
