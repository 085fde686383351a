//! `rift explore`: all paths of a program, each with a test.

mod options;
mod watch;

pub use options::{ExploreArguments, command};

use crate::exit;
use crate::replay;
use crate::search::{Display, interruptible};
use anyhow::{Context, bail};
use rift_deadline::Deadline;
use rift_env::Space;
use rift_ingest::{Branches, Language};
use rift_pipeline::{Inputs, ProgramSource, Ready, Solvers};
use rift_report::{
    Choice, Directory, Entry, Existing, Origin, ProgramHash, Report, Run, State, TestEntry, TestWriter, Usage, lcov,
};
use rift_search::{Config, Makings, SavedState, Start, StopReason, Strategy, Subject, Summary};
use rift_vm::Program;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;
use watch::Watcher;

/// Everything that a search begins with.
struct Job {
    source: ProgramSource,
    program: Arc<Program>,
    spaces: Vec<Space>,
    start: Start,
    directory: Directory,
    hash: Option<ProgramHash>,
    tests: Vec<TestEntry>,
    left_out: u64,
}

pub fn explore(mut arguments: ExploreArguments) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    arguments.out = absolute(&arguments.out)?;
    arguments.json = arguments.json.as_deref().map(absolute_unless_stdout).transpose()?;
    if arguments.verify_native {
        arguments.sandbox.isolation.announce()?;
    }
    arguments.program.how.confinement.follow(arguments.sandbox);
    let job = if arguments.resume { resumed(&arguments, &interrupted)? } else { begun(&arguments, &interrupted)? };
    let Job { source, program, spaces, start, directory, hash, tests, left_out } = job;
    let deadline = Deadline::never().interruptible(&interrupted);
    let config = Config { deadline, ..arguments.search.config() };
    let choice = Choice { only_new_coverage: arguments.only_new_coverage(), at_most: arguments.max_tests };
    let watcher = Watcher {
        program: &program,
        spaces: &spaces,
        directory: &directory,
        writer: TestWriter::new(&directory, here()?, choice, tests, left_out),
        display: Display::new(arguments.quiet),
        jobs: config.jobs,
        interrupted,
        hash: hash.map_or_else(OnceLock::new, OnceLock::from),
        trouble: Mutex::default(),
    };
    let solvers = Solvers {
        config: config.solver.clone(),
        disagreements: directory.root().join("disagreements"),
        findings: Arc::default(),
    };
    let result = rift_search::explore(
        &Subject::one(&program, &spaces),
        start,
        &config,
        &|| Makings { strategy: Strategy::exhaustive(), solver: solvers.make() },
        &watcher,
    );
    watcher.display.finish();
    let (summary, state) = result.with_context(|| format!("cannot explore `{}`", source.name()))?;
    let source_coverage =
        summary.coverage.code.of_source(&program, &|file| !rift_ir::Origin::of_file(file).is_library());
    let mut report = Report::new(Run {
        program: source.files.iter().map(|path| path.display().to_string()).collect(),
        module: &program.module,
        source: &source_coverage,
        spaces: &spaces,
        summary: &summary,
        tests: &watcher.writer.entries(),
        tests_left_out: watcher.writer.left_out(),
        usage: Usage::now(),
        elapsed: started.elapsed(),
    });
    report.cross_check = arguments.search.check_solver.map(|_| solvers.findings());
    let kept = keep(&watcher, &summary, &state);
    // Natively, this process's memory would only be in the way.
    drop(state);
    let verified = verify(&arguments, &directory, &source, &mut report);
    let written = write(&arguments, &directory, &report, &lcov(&source_coverage));
    if !arguments.quiet {
        tell(&arguments, &directory, &report);
    }
    if let Some(trouble) = watcher.take_trouble() {
        return Err(trouble).context("the search was stopped");
    }
    kept.and(verified).and(written)?;
    Ok(code(&summary, &report))
}

/// Runs what was found on the native build, if that is wanted.
fn verify(
    arguments: &ExploreArguments,
    directory: &Directory,
    source: &ProgramSource,
    report: &mut Report,
) -> anyhow::Result<()> {
    if arguments.verify_native {
        report.native = Some(replay::verify(
            directory,
            &source.load_native()?,
            arguments.sandbox.isolation,
            arguments.search.jobs as usize,
        )?);
    }
    Ok(())
}

/// The summary for people: not where the one for programs goes.
fn tell(arguments: &ExploreArguments, directory: &Directory, report: &Report) {
    let text = report.text(arguments.verbose);
    let (tests, root) = (shown(&directory.tests_path()), shown(directory.root()));
    let text = format!("{text}tests: {tests}; without rift: sh {root}/run-all.sh PROGRAM");
    // A closed pipe is no reason to fail.
    let _ = match arguments.json.as_deref() {
        Some(path) if path.as_os_str() == "-" => writeln!(io::stderr(), "{text}"),
        _ => writeln!(io::stdout(), "{text}"),
    };
}

fn code(summary: &Summary, report: &Report) -> u8 {
    if summary.stopped == StopReason::Interrupted {
        return exit::INTERRUPTED;
    }
    let disagree = report.cross_check.as_ref().is_some_and(|check| !check.disagreements.is_empty());
    let different = report.native.as_ref().is_some_and(|native| !native.different.is_empty());
    if disagree || different { exit::DIFFERENT } else { 0 }
}

/// Saves what is needed to go on, or removes it when nothing is left to do.
fn keep(watcher: &Watcher<'_>, summary: &Summary, state: &SavedState) -> anyhow::Result<()> {
    watcher.directory.remove_tests_after(watcher.writer.last())?;
    match summary.stopped {
        StopReason::Finished => Ok(watcher.directory.remove_state()?),
        _ => Ok(watcher.save(state)?),
    }
}

/// Each as far as it goes: where one cannot be written, there may be a place for the others.
fn write(arguments: &ExploreArguments, directory: &Directory, report: &Report, coverage: &str) -> anyhow::Result<()> {
    let summary = directory.write_json(&directory.summary_path(), report);
    let covered = directory.write_text(&directory.coverage_path(), coverage);
    match arguments.json.as_deref() {
        None => {}
        Some(path) if path.as_os_str() == "-" => {
            writeln!(io::stdout(), "{}", serde_json::to_string_pretty(report)?).context("cannot write the summary")?;
        }
        Some(path) => directory.write_json(path, report)?,
    }
    Ok(summary.and(covered)?)
}

/// A search from the beginning. The directory is made last, when everything else is known to be there.
fn begun(arguments: &ExploreArguments, interrupted: &Arc<AtomicBool>) -> anyhow::Result<Job> {
    let choice = arguments.inputs.choice();
    let named = choice.read()?;
    let mut source = arguments.program.source();
    source.how.interrupted = Some(Arc::clone(interrupted));
    let (program, language) = load(&source, branches(arguments.every_branch), arguments.quiet)?;
    let name = choice.name(source.name());
    let Inputs { spaces, tasks, notes, .. } = named.inputs(&program.module, language, &name);
    if !arguments.quiet {
        notes.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    let existing = if arguments.force { Existing::Any } else { Existing::Own };
    let directory = Directory::create(&arguments.out, existing, &origin(&source, arguments)?)?;
    let start = Start::New(tasks);
    Ok(Job { source, program, spaces, start, directory, hash: None, tests: vec![], left_out: 0 })
}

/// A search that goes on where another one stopped, with the program and the spaces of that one.
fn resumed(arguments: &ExploreArguments, interrupted: &Arc<AtomicBool>) -> anyhow::Result<Job> {
    let (directory, origin) = Directory::open(&arguments.out)?;
    let State { program: expected, spaces, search, tests, left_out, .. } = State::load(&directory)?;
    let branches = branches(origin.every_branch);
    let source = match arguments.program.program.is_empty() {
        true => replay::remembered(origin)?,
        false => {
            let mut source = arguments.program.source();
            source.how.interrupted = Some(Arc::clone(interrupted));
            source
        }
    };
    let (program, _) = load(&source, branches, arguments.quiet)?;
    let hash = ProgramHash::of(&program.module);
    if hash != expected {
        bail!(
            "`{}` is not the program that `{}` was made for, or has changed since: explore it without --resume",
            source.name(),
            shown(directory.root())
        );
    }
    directory.remove_tests_after(tests.iter().map(|test| test.number).max().unwrap_or(0))?;
    let start = Start::Resumed(Box::new(search));
    Ok(Job { source, program, spaces, start, directory, hash: Some(hash), tests, left_out })
}

fn branches(every: bool) -> Branches {
    if every { Branches::Kept } else { Branches::Merged }
}

fn load(source: &ProgramSource, branches: Branches, quiet: bool) -> anyhow::Result<(Arc<Program>, Language)> {
    let Ready { program, language, notes } = source.ready(branches)?;
    if !quiet {
        notes.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    Ok((program, language))
}

fn origin(source: &ProgramSource, arguments: &ExploreArguments) -> anyhow::Result<Origin> {
    Ok(Origin {
        directory: here()?,
        program: source.files.clone(),
        cflags: source.how.cflags.clone(),
        build: source.how.build.clone(),
        bin: source.how.bin.clone(),
        entry: source.how.entry.clone().map(|function| Entry {
            function,
            bytes: source.how.bounds.bytes,
            elements: source.how.bounds.elements,
        }),
        every_branch: arguments.every_branch,
        steps_per_run: arguments.search.steps_per_run.0,
    })
}

fn here() -> anyhow::Result<PathBuf> {
    std::env::current_dir().context("cannot find the working directory")
}

pub fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
}

pub fn absolute_unless_stdout(path: &Path) -> anyhow::Result<PathBuf> {
    if path.as_os_str() == "-" { Ok(path.to_owned()) } else { absolute(path) }
}

/// Relative to the working directory where that is shorter.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
