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

use crate::diff::{
    DEFAULT_TIME, Goal, How, Keeper, Natives, Places, Prepared, QUERY_STEPS, SoFar, note_unfinished, prepare,
};
use crate::exit;
use crate::explore::{absolute, absolute_unless_stdout};
use crate::program::{BuildArguments, ConfinementArguments, ProgramArguments};
use crate::rounds::{Candidate, Reach, Rounds, Searched, searched_so_far};
use crate::search::{Deadlines, Display, interruptible};
use anyhow::{Context, bail};
use driver::{Calls, Driver, drive};
use findings::{Shows, Sorted, sort};
use options::{Action, HowArguments};
use rift_confirm::{Budget as MinimiseBudget, Confirmed, NativeLimits};
use rift_env::Input;
use rift_harness::Features;
use rift_ingest::{BuildOptions, Cache, Confinement};
use rift_ir::Pair;
use rift_report::diff::{DiffReport, Verdict};
use rift_report::{DiffDirectory, Root, write_whole};
use rift_search::StopReason;
use smaller::Judges;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use versions::Version;

/// Digits of a directory's name.
const DIGITS: usize = 16;

pub fn cargo(arguments: CargoArguments) -> anyhow::Result<u8> {
    match arguments.action {
        None => {
            let mut compare = arguments.compare;
            compare.package.features.confinement.follow(compare.how.sandbox);
            let versions = versions::with_baseline(&compare.package, &compare.baseline, Cache::open(None)?.root())?;
            compare_versions(&versions, compare.how, compare.package.features.confinement, true)
        }
        Some(Action::Diff(mut arguments)) => {
            arguments.features.confinement.follow(arguments.how.sandbox);
            let cache = Cache::open(None)?;
            let versions = versions::published(&arguments.old, &arguments.new, &arguments.features, cache.root())?;
            compare_versions(&versions, arguments.how, arguments.features.confinement, false)
        }
        Some(Action::List(arguments)) => list::list(&arguments.package),
        Some(Action::Accept(arguments)) => accept(&arguments),
    }
}

/// Adds differences of the last comparison to those that are meant.
pub fn accept(arguments: &AcceptArguments) -> anyhow::Result<u8> {
    let directory = versions::directory(arguments.manifest_path.as_deref())?;
    let package = rift_harness::Package::select(
        &directory,
        arguments.package.as_deref(),
        Features::default(),
        &BuildOptions::default(),
    )?;
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

fn compare_versions(
    versions: &Pair<Version>,
    mut how: HowArguments,
    confinement: ConfinementArguments,
    is_package: bool,
) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    how.out = how.out.as_deref().map(absolute).transpose()?;
    how.json = how.json.as_deref().map(absolute_unless_stdout).transpose()?;
    how.sandbox.isolation.announce()?;
    let mut places = Places::new(how.out.as_deref(), how.json.as_deref())?;
    if is_package {
        let last = last_report(&versions.new.package.root)?;
        let directory = last.parent().unwrap_or(&last);
        fs::create_dir_all(directory).with_context(|| format!("cannot create `{}`", directory.display()))?;
        places.add_file(&last)?;
    }
    let meant = if is_package { accepted::read(&versions.new.package.root)? } else { vec![] };
    let place = place(versions, &confinement.confinement())?;
    let say = |text: &str| {
        if !how.quiet {
            eprintln!("rift: {text}");
        }
    };
    say(&format!("comparing {} with {}", versions.old.name, versions.new.name));
    let building = BuildArguments {
        build_timeout: how.build_timeout,
        interrupted: Some(Arc::clone(&interrupted)),
        confinement,
        ..BuildArguments::default()
    };
    let options = building.options();
    let driver = drive(versions, &place, &how, &options)?;
    driver.notes.iter().for_each(|note| say(note));
    let read = started.elapsed().as_secs_f64();
    let entries = if driver.count() == 1 { "1 entry".to_owned() } else { format!("{} entries", driver.count()) };
    say(&format!("{entries} in both versions ({read:.0} s); building"));
    let prepared = prepare_harnesses(&driver, versions, &building)?;
    let (targets, aligned) = prepared.targets();
    let asked = asked(&driver, &how)?;
    let candidates = candidates(&driver, &prepared, &asked);
    let built = started.elapsed().as_secs_f64() - read;
    say(&format!("{} of {} can come to a change ({built:.0} s)", candidates.len(), asked.len()));
    let mut config = how.search.config();
    config.budget.time = config.budget.time.or(how.search.budget.is_none().then_some(DEFAULT_TIME));
    config.solver.steps = how.search.solver_limit.unwrap_or(QUERY_STEPS);
    let deadlines = Deadlines::begin(&config.budget, &interrupted);
    let config = deadlines.searching(config);
    let limits = NativeLimits { time: how.native_timeout, ..NativeLimits::default() };
    let natives = Natives::new(&prepared, limits, how.sandbox.isolation, deadlines.finish.clone())
        .context("native programs cannot be run")?;
    let display = Display::new(how.quiet);
    let begun = Instant::now();
    let shows = Shows::new(&driver, &prepared, &natives);
    let reported = |searched: &[Searched], sorted: &Sorted, search: Duration| {
        let mut report = report::report(&report::Parts {
            versions,
            driver: &driver,
            prepared: &prepared,
            aligned,
            asked: &asked,
            candidates: &candidates,
            searched,
            sorted,
            strategy: how.strategy.name().to_owned(),
            sandbox: natives.sandbox_in_words(),
            begun,
            search,
            elapsed: started.elapsed(),
        });
        accepted::mark(&mut report.differences, &meant);
        report.directory.clone_from(&how.out);
        report
    };
    // Tests are compiled together, at the end.
    let partial = |so_far: &SoFar| {
        let mut searched = searched_so_far(so_far, &candidates);
        let sorted = sort(&mut searched, &shows)?;
        Ok(reported(&searched, &sorted, begun.elapsed()))
    };
    let keeper = Keeper::begin(&places, &display, Box::new(partial));
    let searching = How {
        strategy: how.strategy.strategy()?,
        goal: Goal { first: how.first, most: how.max_differences as usize, settle: how.search.budget.is_none() },
        interrupted,
        display: &display,
        disagreements: place.join("disagreements"),
        keeper: &keeper,
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
        deadlines: &deadlines,
        leave_when_found: how.search.budget.is_none(),
        smaller: &smaller,
    };
    let mut searched = rounds.search(&candidates)?;
    let search = begun.elapsed();
    let trouble = searched.iter_mut().find_map(|search| search.differences.trouble.take());
    let sorted = sort(&mut searched, &shows)?;
    let mut report = reported(&searched, &sorted, search);
    let unfinished = searched.iter().map(|search| search.differences.unfinished).sum();
    note_unfinished(&mut report, unfinished, how.quiet);
    let mut write_tests = |out: &Path| {
        let packages = versions.as_ref().map(|version| &version.package);
        let exported = export::export(&sorted.found, &driver, packages, &natives, &place.join("tests"), &options)?;
        exported.notes.iter().for_each(|note| say(note));
        exported
            .indistinct
            .iter()
            .for_each(|id| report.demote(id, "its exported test does not tell the versions apart"));
        write_tests(out, &exported.text)?;
        for difference in &mut report.differences {
            if let (true, Some(call)) = (exported.ids.contains(&difference.id), &mut difference.call) {
                call.test = Some(export::FILE.to_owned());
            }
        }
        anyhow::Ok(())
    };
    // Whatever happens to the tests, there is a report.
    let tests = how.out.as_deref().map_or(Ok(()), &mut write_tests);
    publish(&how, &places, &report)?;
    tests?;
    if let Some(trouble) = trouble {
        return Err(trouble).context("the search was stopped");
    }
    Ok(code(&how, &report, &searched))
}

/// Where the harnesses of two versions are: below the cache, the same for the same packages.
fn place(versions: &Pair<Version>, confinement: &Confinement) -> anyhow::Result<PathBuf> {
    let mut hasher = blake3::Hasher::new();
    // Cargo does not run a build script again that could do something else now.
    hasher.update(format!("{confinement:?}").as_bytes());
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

fn prepare_harnesses(driver: &Driver, versions: &Pair<Version>, building: &BuildArguments) -> anyhow::Result<Prepared> {
    let source = |directory: &PathBuf, version: &Version| {
        let mut depends_on = vec![version.package.root.clone()];
        if let Calls::Own(_) = driver.calls {
            // What a fuzz package depends on is in the working tree, for both versions.
            depends_on.push(versions.new.package.root.clone());
        }
        let how = BuildArguments { depends_on, ..building.clone() };
        ProgramArguments { program: vec![directory.clone()], how }
    };
    let sources = Pair {
        old: source(&driver.directories.old, &versions.old),
        new: source(&driver.directories.new, &versions.new),
    };
    let roots = versions.as_ref().map(|version| Root::directory(&version.package.root, &version.package.root));
    prepare(sources, roots, true)
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

/// The tests in one file, in the directory of `--out`. Before the report that names them.
fn write_tests(out: &Path, tests: &str) -> anyhow::Result<()> {
    let path = out.join(export::FILE);
    match tests.is_empty() {
        false => write_whole(&path, tests.as_bytes()).with_context(|| format!("cannot write `{}`", path.display())),
        true => match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove `{}`", path.display()))
            }
            _ => Ok(()),
        },
    }
}

/// What could not be written is printed all the same.
fn publish(how: &HowArguments, places: &Places, report: &DiffReport) -> anyhow::Result<()> {
    let written = places.finish(report);
    let to_stdout = how.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if to_stdout {
        let text = serde_json::to_string_pretty(report)? + "\n";
        io::stdout().write_all(text.as_bytes()).context("cannot write the report")?;
    }
    if !how.quiet {
        let text = report.text(how.verbose);
        // A closed pipe is no reason to fail.
        let _ = match to_stdout {
            true => write!(io::stderr(), "{text}"),
            false => write!(io::stdout(), "{text}"),
        };
    }
    written.context("the report could not be written")
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
