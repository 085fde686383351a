//! All functions that two versions of a C library export: each is a search of its own, in turns, over one pair of
//! programs, whose argument names the function to call.
//!
//! Errs as the harness does: what cannot be called is not compared, and is listed with the reason.

use super::compare::How;
use super::explain::HARNESS;
use super::keep::{Keeper, Places, SoFar};
use super::natives::Natives;
use super::options::DiffArguments;
use super::prepare::{Prepared, prepare};
use super::versions::Located;
use super::watch::Goal;
use super::{code, configured, note_unfinished, publish};
use crate::program::ProgramArguments;
use crate::rounds::{
    Called, Candidate, Reach, Rounds, Searched, bounded, own_changes, reported, searched_so_far, together,
};
use crate::search::{Deadlines, Display};
use anyhow::{Context, bail};
use rift_confirm::{Budget as MinimiseBudget, Confirmed, End, Seen};
use rift_env::{Input, Part, Space};
use rift_ingest::{Library, LibraryEntry, Results, Source};
use rift_ir::{Origin, Pair};
use rift_report::diff::{Call, DiffReport, Given, NotCalled, PrintedParameter};
use rift_report::{DiffDirectory, DiffRun, Finding, Phases, Unconfirmed, Usage, plural};
use rift_search::{ObjectValue, StopReason, Task, What};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What `--entry` says for all functions.
pub const ALL: &str = "*";
/// So many reasons are told where nothing can be called.
const REASONS: usize = 5;

/// Two versions, and when the work on them began.
pub struct Versions<'a> {
    pub located: Pair<Located>,
    pub sources: Pair<ProgramArguments>,
    pub started: Instant,
    pub interrupted: Arc<AtomicBool>,
    pub places: &'a Places,
}

/// Compares all functions that can be called.
pub fn compare_all(arguments: &DiffArguments, versions: Versions<'_>) -> anyhow::Result<u8> {
    let inputs = &arguments.inputs;
    if !(inputs.args.is_empty() && inputs.file.is_empty() && inputs.env.is_empty())
        || inputs.stdin.is_some()
        || inputs.tests.is_some()
    {
        bail!("all functions are compared, whose parameters are the input: --entry NAME takes other inputs with it");
    }
    let say = |text: &str| {
        if !arguments.quiet {
            eprintln!("rift: {text}");
        }
    };
    let Versions { located, sources, started, interrupted, places } = versions;
    let library = sources.new.library(&sources.old)?;
    if library.entries.is_empty() {
        bail!("{}", nothing_to_call(&library, &located));
    }
    let roots = located.as_ref().map(|version| version.root.clone());
    let programs =
        Pair { old: harnessed(&sources.old, &library.sources.old), new: harnessed(&sources.new, &library.sources.new) };
    let prepared = prepare(programs, roots, arguments.quiet)?;
    let (targets, aligned) = prepared.targets();
    let name = inputs.name(sources.new.name());
    let candidates = candidates(&library, &prepared, &name);
    let (functions, far) = (library.entries.len(), library.undriven.len());
    let count = candidates.len();
    let functions = plural(functions as u64, "function", "functions");
    say(&format!("{functions} can be called and {far} cannot; {count} can come to a change"));
    let deadlines = Deadlines::begin(&configured(arguments).budget, &interrupted);
    let config = deadlines.searching(configured(arguments));
    let natives =
        Natives::new(&prepared, arguments.native_limits(), arguments.sandbox.isolation, deadlines.finish.clone())
            .context("native programs cannot be run")?;
    let display = Display::new(arguments.quiet);
    let goal = Goal {
        first: arguments.first,
        most: arguments.max_differences as usize,
        settle: arguments.search.budget.is_none(),
    };
    let begun = Instant::now();
    let reported = |searched: &[Searched], unconfirmed: &[Unconfirmed], search: Duration| {
        let mut report = report(&Parts {
            library: &library,
            located: &located,
            prepared: &prepared,
            candidates: &candidates,
            searched,
            unconfirmed,
            arguments,
            sandbox: natives.sandbox_in_words(),
            times: Times { begun, search, aligned, elapsed: started.elapsed() },
        });
        report.directory.clone_from(&arguments.out);
        report
    };
    let partial = |so_far: &SoFar| Ok(reported(&searched_so_far(so_far, &candidates), &[], begun.elapsed()));
    let keeper = Keeper::begin(places, &display, Box::new(partial));
    let disagreements = arguments.out.clone().unwrap_or_else(|| PathBuf::from(".")).join("disagreements");
    let how = How {
        strategy: arguments.strategy.strategy()?,
        goal,
        interrupted,
        display: &display,
        disagreements,
        keeper: &keeper,
    };
    let smaller = |_: usize, found: &Confirmed, budget: &MinimiseBudget, _: &dyn Fn(&Input) -> bool| {
        let smaller = match natives.confirmer_of(found) {
            Some(confirmer) if !arguments.no_minimise => confirmer.minimise(found, budget),
            _ => found.clone(),
        };
        // A shorter argument may be the name of another function.
        let is_better = smaller.input().argv == found.input().argv && natives.is_told(&smaller, found);
        if is_better { smaller } else { found.clone() }
    };
    let rounds = Rounds {
        prepared: &prepared,
        targets: &targets,
        natives: &natives,
        how: &how,
        config: &config,
        deadlines: &deadlines,
        leave_when_found: arguments.search.budget.is_none(),
        smaller: &smaller,
    };
    let mut searched = rounds.search(&candidates)?;
    let search = begun.elapsed();
    let trouble = searched.iter_mut().find_map(|search| search.differences.trouble.take());
    let unconfirmed: Vec<Unconfirmed> =
        searched.iter_mut().flat_map(|search| std::mem::take(&mut search.differences.unconfirmed)).collect();
    let mut report = reported(&searched, &unconfirmed, search);
    let unfinished = searched.iter().map(|search| search.differences.unfinished).sum();
    note_unfinished(&mut report, unfinished, arguments.quiet);
    publish(arguments, places, &report)?;
    if let Some(trouble) = trouble {
        return Err(trouble).context("the search was stopped");
    }
    let is_interrupted = searched.iter().any(|search| search.summary.stopped == StopReason::Interrupted);
    Ok(code(arguments, &report, if is_interrupted { StopReason::Interrupted } else { StopReason::Finished }))
}

/// Says why.
fn nothing_to_call(library: &Library, located: &Pair<Located>) -> String {
    let mut text = format!(
        "`{}` and `{}` have no function that can be called in both versions",
        located.old.name, located.new.name
    );
    if library.undriven.is_empty() {
        text += ": one of them defines none";
    }
    for not in library.undriven.iter().take(REASONS) {
        text += &format!("\n  {}: {}", not.name, not.reason);
    }
    if library.undriven.len() > REASONS {
        text += &format!("\n  .. and {} more", library.undriven.len() - REASONS);
    }
    text
}

/// The same build with other files.
fn harnessed(version: &ProgramArguments, source: &Source) -> ProgramArguments {
    let mut how = version.how.clone();
    how.entry.entry = None;
    match source {
        Source::Files { files, flags } => {
            how.cflags = shell_words::join(flags);
            ProgramArguments { program: files.clone(), how }
        }
        other => ProgramArguments { program: vec![other.path().to_owned()], how },
    }
}

/// The functions that can come to a change, the nearest first.
fn candidates(library: &Library, prepared: &Prepared, program: &[u8]) -> Vec<Candidate> {
    if prepared.map.is_empty() {
        return vec![];
    }
    let reach = Reach::new(prepared, &is_harness);
    let candidate = |(place, entry): (usize, &LibraryEntry)| {
        let distance = reach.distance(&entry.name)?;
        let argv = vec![program.to_vec(), entry.name.clone().into_bytes()];
        let space = Space { argv: argv.iter().cloned().map(Part::Fixed).collect(), ..Space::default() };
        let objects = entry.first_objects();
        let task = |values| Task { space: 0, values, shared: 0, what: What::Run };
        let mut tasks = vec![task(vec![])];
        if !objects.is_empty() {
            tasks.push(task(values(&objects)));
        }
        Some(Candidate {
            entry: place,
            path: entry.name.clone(),
            distance,
            spaces: vec![space],
            tasks,
            samples: vec![Input { argv, objects, ..Input::default() }],
        })
    };
    let mut candidates: Vec<Candidate> = library.entries.iter().enumerate().filter_map(candidate).collect();
    candidates.sort_by_key(|candidate| (candidate.distance, candidate.entry));
    candidates
}

fn values(objects: &[(String, Vec<u8>)]) -> Vec<ObjectValue> {
    let value = |(place, (name, bytes)): (usize, &(String, Vec<u8>))| {
        let before = objects[..place].iter().filter(|(other, _)| other == name).count();
        ObjectValue { name: name.clone(), nth: u32::try_from(before).unwrap_or(u32::MAX), bytes: bytes.clone() }
    };
    objects.iter().enumerate().map(value).collect()
}

struct Times {
    begun: Instant,
    search: Duration,
    aligned: Duration,
    elapsed: Duration,
}

struct Parts<'a> {
    library: &'a Library,
    located: &'a Pair<Located>,
    prepared: &'a Prepared,
    candidates: &'a [Candidate],
    searched: &'a [Searched],
    unconfirmed: &'a [Unconfirmed],
    arguments: &'a DiffArguments,
    sandbox: String,
    times: Times,
}

fn report(parts: &Parts<'_>) -> DiffReport {
    let Parts { library, prepared, candidates, searched, times, .. } = parts;
    let summary = together(searched);
    let all = || searched.iter().flat_map(|search| search.differences.findings.iter().map(move |f| (search.entry, f)));
    let findings: Vec<Finding> = all().map(|(_, finding)| finding.clone()).collect();
    let confirming: Duration = searched.iter().map(|search| search.differences.confirming).sum();
    let spaces: Vec<Space> = candidates.iter().flat_map(|candidate| candidate.spaces.clone()).collect();
    let mut report = DiffReport::new(&DiffRun {
        given: Given::Inputs,
        sources: parts.located.as_ref().map(|version| version.name.clone()),
        roots: prepared.roots.clone(),
        entry: None,
        modules: prepared.programs().map(|program| &*program.module),
        covered: prepared.covered(&summary),
        map: &prepared.map,
        spaces: &spaces,
        summary: &summary,
        findings: &findings,
        unconfirmed: parts.unconfirmed,
        strategy: parts.arguments.strategy.name().to_owned(),
        sandbox: parts.sandbox.clone(),
        phases: Phases {
            build: prepared.build.as_secs_f64(),
            align: times.aligned.as_secs_f64(),
            search: times.search.saturating_sub(confirming).as_secs_f64(),
            confirm: confirming.as_secs_f64(),
        },
        usage: Usage::now(),
        elapsed: times.elapsed,
    });
    for (difference, (entry, finding)) in report.differences.iter_mut().zip(all()) {
        let test = parts.arguments.out.as_ref().map(|_| DiffDirectory::script(&difference.id));
        difference.call = Some(Call { test, ..called(&library.entries[entry], &finding.confirmed) });
    }
    report.set_time_limit(parts.arguments.native_limits().time);
    // The argument of the harness is ours; users name the function.
    for (space, candidate) in report.bounds.spaces.iter_mut().zip(*candidates) {
        space.words = parts.arguments.how.entry.in_words(&candidate.path);
    }
    let reported = |(place, entry): (usize, &LibraryEntry)| {
        let differs = all().any(|(of, _)| of == place);
        let called = Called { entry: place, path: &entry.name, bytes: entry.bytes(), differs };
        reported(&called, candidates, searched, times.begun)
    };
    report.entries = library.entries.iter().enumerate().map(reported).collect();
    let undriven = library.undriven.iter();
    report.not_called = undriven.map(|not| NotCalled { entry: not.name.clone(), reason: not.reason.clone() }).collect();
    report.builds = Some(prepared.natives.as_ref().map(|program| program.display().to_string()));
    own_changes(&mut report, &is_harness);
    bounded(&mut report);
    report
}

/// The call that shows a difference, as people read it.
fn called(entry: &LibraryEntry, confirmed: &Confirmed) -> Call {
    let objects = &confirmed.input().objects;
    let seen = confirmed.seen();
    let results = seen.as_ref().map(|seen| entry.results(&seen.stdout));
    let mut shown = Pair {
        old: in_words((&seen.old, &results.old), (&seen.new, &results.new)),
        new: in_words((&seen.new, &results.new), (&seen.old, &results.old)),
    };
    if let Some(by) = confirmed.sanitizers() {
        let errors = &by.difference.reports;
        for (words, error) in [(&mut shown.old, &errors.old), (&mut shown.new, &errors.new)] {
            if let Some(error) = error {
                *words = format!("{} (seen by a sanitizer)", error.kind);
            }
        }
    }
    let printed = |(name, value)| PrintedParameter { name, value };
    Call {
        entry: entry.name.clone(),
        call: entry.call(objects),
        params: entry.params(objects).into_iter().map(printed).collect(),
        shown,
        also: vec![],
        accepted: None,
        test: None,
    }
}

/// Whether the program that calls the entries has it: the user does not.
fn is_harness(file: &str) -> bool {
    file == HARNESS || Origin::of_file(file) == Origin::Harness
}

/// What was returned, and of everything else what is not the same in the other version.
fn in_words((seen, results): (&Seen, &Results), (other, other_results): (&Seen, &Results)) -> String {
    let mut words = Vec::new();
    if seen.end != End::Exit(0) {
        words.push(seen.end.to_string());
    }
    for value @ (label, text) in &results.values {
        let is_result = label.starts_with("returned");
        match label.as_str() {
            "returned" | "returned the text" => words.push(format!("returned {text}")),
            label if is_result && label.ends_with('+') => words.push(format!("{label} {text}")),
            label if is_result || !other_results.values.contains(value) => words.push(format!("{label} = {text}")),
            _ => {}
        }
    }
    if results.printed != other_results.printed && !results.printed.is_empty() {
        words.push(format!("printed \"{}\"", results.printed.escape_ascii()));
    }
    if seen.stderr != other.stderr && !seen.stderr.is_empty() {
        words.push(format!("printed \"{}\" to standard error", seen.stderr.escape_ascii()));
    }
    if seen.files != other.files {
        words.push("left other files".to_owned());
    }
    if words.is_empty() { "returned".to_owned() } else { words.join(", ") }
}
