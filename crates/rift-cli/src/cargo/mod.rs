//! `cargo rift`: did the behaviour of a library change?
//!
//! Everything public that can be called is called by a program that rift writes, one for each version. Each entry is a
//! search of its own over this pair of programs, for arguments on which the versions differ; what it finds is confirmed
//! on the native builds, and shown as a call.

mod accepted;
mod driver;
mod export;
mod findings;
mod list;
mod options;
mod own;
mod published;
mod report;
mod shape;
mod smaller;
mod versions;

pub use options::{AcceptArguments, CargoArguments};

use crate::diff::{DEFAULT_TIME, Goal, How, Natives, Prepared, QUERY_TIME, prepare};
use crate::exit;
use crate::explore::{absolute, absolute_unless_stdout};
use crate::program::{BuildArguments, ProgramArguments};
use crate::rounds::{Candidate, Reach, Rounds, Searched};
use crate::search::{Display, interruptible};
use anyhow::{Context, bail};
use driver::{Driver, drive};
use findings::sort;
use options::{Action, HowArguments};
use rift_confirm::{Budget as MinimiseBudget, Confirmed, NativeLimits};
use rift_env::Input;
use rift_ingest::{Cache, Guard};
use rift_ir::Pair;
use rift_report::diff::{DiffReport, Verdict};
use rift_report::{DiffDirectory, Existing, Root};
use rift_search::StopReason;
use smaller::Judges;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use versions::Version;

/// Digits of a directory's name.
const DIGITS: usize = 16;

pub fn cargo(arguments: CargoArguments) -> anyhow::Result<u8> {
    match arguments.action {
        None => {
            let compare = arguments.compare;
            let versions = versions::with_baseline(&compare.package, &compare.baseline, Cache::open(None)?.root())?;
            compare_versions(&versions, compare.how, true)
        }
        Some(Action::Diff(arguments)) => {
            let cache = Cache::open(None)?;
            let versions = versions::published(&arguments.old, &arguments.new, &arguments.features, cache.root())?;
            compare_versions(&versions, arguments.how, false)
        }
        Some(Action::List(arguments)) => list::list(&arguments.package),
        Some(Action::Accept(arguments)) => accept(&arguments),
    }
}

/// Adds differences of the last comparison to those that are meant.
pub fn accept(arguments: &AcceptArguments) -> anyhow::Result<u8> {
    let directory = versions::directory(arguments.manifest_path.as_deref())?;
    let package =
        rift_harness::Package::select(&directory, arguments.package.as_deref(), rift_harness::Features::default())?;
    let last = last_report(&package.root)?;
    if !last.is_file() {
        bail!("`{}` was not compared yet; run `cargo rift` first", package.name);
    }
    let report = DiffDirectory::read(&last)?;
    let found: Result<Vec<_>, _> = arguments.ids.iter().map(|id| accepted::find(&report.differences, id)).collect();
    let path = accepted::add(&package.root, &found?, &arguments.reason)?;
    println!("rift: written to {}", path.display());
    Ok(0)
}

fn compare_versions(versions: &Pair<Version>, mut how: HowArguments, is_package: bool) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    how.out = how.out.as_deref().map(absolute).transpose()?;
    how.json = how.json.as_deref().map(absolute_unless_stdout).transpose()?;
    let meant = if is_package { accepted::read(&versions.new.package.root)? } else { vec![] };
    let place = place(versions)?;
    let say = |text: &str| {
        if !how.quiet {
            eprintln!("rift: {text}");
        }
    };
    say(&format!("comparing {} with {}", versions.old.name, versions.new.name));
    let guard = Guard { time: how.build_timeout, interrupted: Arc::clone(&interrupted) };
    let driver = drive(versions, &place, &how, &guard)?;
    driver.notes.iter().for_each(|note| say(note));
    let read = started.elapsed().as_secs_f64();
    let entries = if driver.count() == 1 { "1 entry".to_owned() } else { format!("{} entries", driver.count()) };
    say(&format!("{entries} in both versions ({read:.0} s); building"));
    let prepared = prepare_harnesses(&driver, versions, &guard)?;
    let (targets, aligned) = prepared.targets();
    let asked = asked(&driver, &how)?;
    let candidates = candidates(&driver, &prepared, &asked);
    let built = started.elapsed().as_secs_f64() - read;
    say(&format!("{} of {} can come to a change ({built:.0} s)", candidates.len(), asked.len()));
    let limits = NativeLimits { time: how.native_timeout, ..NativeLimits::default() };
    let natives = Natives::new(&prepared, limits).context("native programs cannot be run")?;
    let mut config = how.search.config();
    config.budget.time = config.budget.time.or(how.search.budget.is_none().then_some(DEFAULT_TIME));
    config.solver.time = how.search.solver_timeout.unwrap_or(QUERY_TIME);
    let display = Display::new(how.quiet);
    let searching = How {
        strategy: how.strategy,
        goal: Goal { first: how.first, most: how.max_differences as usize, settle: how.search.budget.is_none() },
        interrupted,
        display: &display,
        disagreements: place.join("disagreements"),
    };
    let smaller = |entry: usize, found: &Confirmed, budget: &MinimiseBudget, is_alike: &dyn Fn(&Input) -> bool| {
        let call = |bytes: &[u8]| driver.call(entry, bytes);
        let judges = Judges { confirmer: natives.confirmer(), call: &call, is_alike };
        let smaller = smaller::smaller(&judges, found, budget, driver.room(entry));
        if natives.is_told(&smaller, found) { smaller } else { found.clone() }
    };
    let rounds = Rounds {
        prepared: &prepared,
        targets: &targets,
        natives: &natives,
        how: &searching,
        config: &config,
        leave_when_found: how.search.budget.is_none(),
        smaller: &smaller,
    };
    let begun = Instant::now();
    let mut searched = rounds.search(&candidates)?;
    let search = begun.elapsed();
    let trouble = searched.iter_mut().find_map(|search| search.differences.trouble.take());
    let sorted = sort(&mut searched, &driver, &prepared, &natives)?;
    let mut report = report::report(&report::Parts {
        versions,
        driver: &driver,
        prepared: &prepared,
        aligned,
        asked: &asked,
        candidates: &candidates,
        searched: &searched,
        sorted: &sorted,
        strategy: how.strategy.name(),
        sandbox: natives.sandbox_in_words(),
        begun,
        search,
        elapsed: started.elapsed(),
    });
    accepted::mark(&mut report.differences, &meant);
    if let Some(out) = &how.out {
        let packages = versions.as_ref().map(|version| &version.package);
        let exported = export::export(&sorted.found, &driver, packages, &natives, &place.join("tests"), &guard)?;
        exported.notes.iter().for_each(|note| say(note));
        exported
            .indistinct
            .iter()
            .for_each(|id| report.demote(id, "its exported test does not tell the versions apart"));
        for difference in &mut report.differences {
            if let (true, Some(call)) = (exported.ids.contains(&difference.id), &mut difference.call) {
                call.test = Some(export::FILE.to_owned());
            }
        }
        report.directory = Some(out.clone());
        write_directory(out, &report, &exported.text)?;
    }
    if is_package {
        write(&last_report(&versions.new.package.root)?, &(serde_json::to_string(&report)? + "\n"))?;
    }
    publish(&how, &report)?;
    if let Some(trouble) = trouble {
        return Err(trouble).context("the search was stopped");
    }
    Ok(code(&how, &report, &searched))
}

/// Where the harnesses of two versions are: below the cache, the same for the same packages.
fn place(versions: &Pair<Version>) -> anyhow::Result<PathBuf> {
    let mut hasher = blake3::Hasher::new();
    for package in [&versions.old.package, &versions.new.package] {
        let features = format!("{:?}", package.features);
        for part in [package.root.as_os_str().as_encoded_bytes(), features.as_bytes()] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(Cache::open(None)?.root().join("libraries").join(&hasher.finalize().to_hex()[..DIGITS]))
}

fn last_report(package: &Path) -> anyhow::Result<PathBuf> {
    let name = blake3::hash(package.as_os_str().as_encoded_bytes()).to_hex();
    Ok(Cache::open(None)?.root().join("libraries").join(format!("last-{}.json", &name[..DIGITS])))
}

fn prepare_harnesses(driver: &Driver, versions: &Pair<Version>, guard: &Guard) -> anyhow::Result<Prepared> {
    let how = BuildArguments {
        build_timeout: guard.time,
        interrupted: Some(Arc::clone(&guard.interrupted)),
        ..BuildArguments::default()
    };
    let source = |directory: &Path| ProgramArguments { program: vec![directory.to_owned()], how: how.clone() };
    let roots = versions.as_ref().map(|version| Root::directory(&version.package.root, &version.package.root));
    prepare(driver.directories.as_ref().map(|directory| source(directory)), roots, true)
        .with_context(|| format!("cannot compare {} with {}", versions.old.name, versions.new.name))
}

/// The entries that the command line names; all if it names none.
fn asked(driver: &Driver, how: &HowArguments) -> anyhow::Result<Vec<usize>> {
    let is_meant = |path: &str, wanted: &String| path == wanted || path.ends_with(&format!("::{wanted}"));
    for wanted in &how.entry {
        if !(0..driver.count()).any(|entry| is_meant(driver.path(entry), wanted)) {
            let reason = driver.undriven.iter().find(|not| is_meant(&not.path, wanted));
            let reason = reason.map(|not| format!(": {}", not.reason)).unwrap_or_default();
            bail!("`{wanted}` is no entry of both versions{reason}");
        }
    }
    let is_asked = |path: &str| how.entry.is_empty() || how.entry.iter().any(|wanted| is_meant(path, wanted));
    Ok((0..driver.count()).filter(|entry| is_asked(driver.path(*entry))).collect())
}

/// The entries to search: those of them that can come to a change, the nearest first.
fn candidates(driver: &Driver, prepared: &Prepared, asked: &[usize]) -> Vec<Candidate> {
    if prepared.map.is_empty() {
        return vec![];
    }
    let reach = Reach::new(prepared, &|file| report::is_harness(driver, file));
    let candidate = |entry: usize| {
        let distance = reach.distance(&driver.function(entry))?;
        let (spaces, tasks, samples) = (vec![driver.space(entry)], driver.tasks(entry), driver.samples(entry));
        Some(Candidate { entry, path: driver.path(entry).to_owned(), distance, spaces, tasks, samples })
    };
    let mut candidates: Vec<Candidate> = asked.iter().filter_map(|entry| candidate(*entry)).collect();
    candidates.sort_by_key(|candidate| (candidate.distance, candidate.entry));
    candidates
}

/// The directory of `--out`: the report, and the tests in one file.
fn write_directory(out: &Path, report: &DiffReport, tests: &str) -> anyhow::Result<()> {
    DiffDirectory::create(out, Existing::Own)?.write(report)?;
    let path = out.join(export::FILE);
    match tests.is_empty() {
        false => write(&path, tests),
        true => match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove `{}`", path.display()))
            }
            _ => Ok(()),
        },
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

fn publish(how: &HowArguments, report: &DiffReport) -> anyhow::Result<()> {
    let to_stdout = how.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if let Some(path) = &how.json {
        let text = serde_json::to_string_pretty(report)? + "\n";
        match to_stdout {
            true => io::stdout().write_all(text.as_bytes()).context("cannot write the report")?,
            false => write(path, &text)?,
        }
    }
    if !how.quiet {
        let text = report.text(how.verbose);
        // A closed pipe is no reason to fail.
        let _ = match to_stdout {
            true => write!(io::stderr(), "{text}"),
            false => write!(io::stdout(), "{text}"),
        };
    }
    Ok(())
}

fn code(how: &HowArguments, report: &DiffReport, searched: &[Searched]) -> u8 {
    let is_interrupted = searched.iter().any(|search| search.summary.stopped == StopReason::Interrupted);
    match report.verdict {
        Verdict::Different if report.differences.iter().any(|difference| !difference.is_accepted()) => exit::DIFFERENT,
        _ if is_interrupted => exit::INTERRUPTED,
        Verdict::NoneFound if how.strict => exit::UNDECIDED,
        _ => 0,
    }
}
