//! `rift replay`: tests once more, in the machine and on native builds.

use crate::exit;
use crate::program::OtherBuildArguments;
use crate::sandbox::{Isolation, SandboxArguments};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rift_env::Config;
use rift_ingest::{Bounds, Branches};
use rift_pipeline::{BuildSettings, ProgramSource, ready_module};
use rift_report::{
    Different, Directory, Entry, NativeCheck, NativeLimits, Origin, Replayed, Sandbox, TestCase, harmless, in_parallel,
    replay_machine, replay_native,
};
use rift_vm::{Limits, MemoryConfig, Program};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[derive(Args)]
pub struct ReplayArguments {
    /// Directories that `rift explore` made, or single tests of them.
    #[arg(required = true, value_name = "DIR_OR_TEST")]
    tests: Vec<PathBuf>,
    /// Another program than the one that the tests come from; --cflags, --build and --bin are for it.
    #[arg(long, value_name = "PROGRAM", conflicts_with = "native")]
    program: Vec<PathBuf>,
    /// A native executable to run the tests on, instead of the machine and a build of the program.
    #[arg(long, value_name = "EXE")]
    native: Option<PathBuf>,
    /// Run the tests only in the machine, or only natively.
    #[arg(long, value_name = "WHERE", conflicts_with = "native")]
    only: Option<Where>,
    #[command(flatten)]
    building: OtherBuildArguments,
    /// The time for one native run.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = crate::sizes::duration)]
    time_limit: Duration,
    /// How many tests are run at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    #[command(flatten)]
    sandbox: SandboxArguments,
    /// Print differences only.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Where {
    Machine,
    Native,
}

/// A test file with what it says.
pub struct LoadedTest {
    pub path: PathBuf,
    pub case: TestCase,
}

pub fn replay(mut arguments: ReplayArguments) -> anyhow::Result<u8> {
    arguments.building.confinement.follow(arguments.sandbox);
    let arguments = &arguments;
    if arguments.only != Some(Where::Machine) {
        arguments.sandbox.isolation.announce()?;
    }
    let mut counts = Counts::default();
    for path in &arguments.tests {
        let path = std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))?;
        replay_one(arguments, &path, &mut counts)?;
    }
    if !arguments.quiet {
        let Counts { equal, different, skipped, .. } = counts;
        counts.text += &format!("{equal} as expected, {different} different, {skipped} skipped\n");
    }
    // A closed pipe is no reason to fail.
    let _ = io::stdout().write_all(harmless(&counts.text).as_bytes());
    Ok(if counts.different > 0 { exit::DIFFERENT } else { 0 })
}

#[derive(Default)]
struct Counts {
    equal: u64,
    different: u64,
    skipped: u64,
    /// What is to be printed.
    text: String,
}

/// All tests of one directory, or a single one.
fn replay_one(arguments: &ReplayArguments, path: &Path, counts: &mut Counts) -> anyhow::Result<()> {
    let (files, root) = match path.is_dir() {
        true => (Directory::open(path)?.0.tests()?, Some(path.to_owned())),
        false => (vec![path.to_owned()], Directory::of_test(path)),
    };
    let tests = load_tests(&files)?;
    let jobs = arguments.jobs as usize;
    if let Some(native) = &arguments.native {
        let native = std::path::absolute(native).with_context(|| format!("cannot find `{}`", native.display()))?;
        // Whoever brings an executable may have built it with a sanitizer.
        let limits = NativeLimits { time: arguments.time_limit, memory: None, ..NativeLimits::default() };
        return natively(&tests, &native, &arguments.sandbox.isolation.sandbox(limits)?, jobs, counts);
    }
    let (program, steps) = source(arguments, root.as_deref(), path)?;
    if arguments.only != Some(Where::Native) {
        let program = ready_module(program.load(Branches::Kept)?, &MemoryConfig::default())?;
        in_machine(&tests, &program, steps, jobs, counts)?;
    }
    if arguments.only != Some(Where::Machine) {
        let limits = NativeLimits { time: arguments.time_limit, ..NativeLimits::default() };
        natively(&tests, &program.load_native()?, &arguments.sandbox.isolation.sandbox(limits)?, jobs, counts)?;
    }
    Ok(())
}

/// The program that was named, else the one that the tests remember.
fn source(arguments: &ReplayArguments, root: Option<&Path>, path: &Path) -> anyhow::Result<(ProgramSource, u64)> {
    if !arguments.program.is_empty() {
        return Ok((arguments.building.source(&arguments.program), u64::MAX));
    }
    let Some(root) = root else {
        bail!("`{}` is not in a directory that `rift explore` made: say --program or --native", path.display());
    };
    let (_, origin) = Directory::open(root)?;
    let steps = origin.steps_per_run;
    let mut program = remembered(origin)?;
    program.how.confinement = arguments.building.confinement.confinement();
    Ok((program, steps))
}

/// The program of a directory. Its paths are relative to where it was explored: goes there.
pub fn remembered(origin: Origin) -> anyhow::Result<ProgramSource> {
    let Origin { directory, program, cflags, build, bin, entry, .. } = origin;
    std::env::set_current_dir(&directory).with_context(|| format!("cannot go to `{}`", directory.display()))?;
    let mut how = BuildSettings { cflags, build, bin, ..BuildSettings::default() };
    if let Some(Entry { function, bytes, elements }) = entry {
        (how.entry, how.bounds) = (Some(function), Bounds { bytes, elements });
    }
    Ok(ProgramSource { files: program, how })
}

pub fn load_tests(files: &[PathBuf]) -> anyhow::Result<Vec<LoadedTest>> {
    let load = |path: &PathBuf| {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let case = TestCase::parse(&text).with_context(|| format!("`{}` is no test", path.display()))?;
        Ok(LoadedTest { path: path.clone(), case })
    };
    files.iter().map(load).collect()
}

fn in_machine(
    tests: &[LoadedTest],
    program: &Arc<Program>,
    steps: u64,
    jobs: usize,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    let limits = Limits { steps, ..Limits::default() };
    let results = in_parallel(jobs, tests, |test| replay_machine(program, &test.case, &Config::default(), limits));
    for (test, result) in tests.iter().zip(results) {
        let result = result.with_context(|| format!("cannot run `{}`", test.path.display()))?;
        counts.add(&test.path, "in the machine", result);
    }
    Ok(())
}

fn natively(
    tests: &[LoadedTest],
    program: &Path,
    sandbox: &Sandbox,
    jobs: usize,
    counts: &mut Counts,
) -> anyhow::Result<()> {
    let results = in_parallel(jobs, tests, |test| replay_native(sandbox, program, &test.case));
    for (test, result) in tests.iter().zip(results) {
        counts.add(&test.path, "natively", result?);
    }
    Ok(())
}

impl Counts {
    fn add(&mut self, test: &Path, place: &str, result: Replayed) {
        match result {
            Replayed::Equal => self.equal += 1,
            Replayed::Skipped(_) => self.skipped += 1,
            Replayed::Different(differences) => {
                self.different += 1;
                self.text += &format!("{} differs {place}:\n", test.display());
                differences.iter().for_each(|difference| self.text += &format!("  {difference}\n"));
            }
        }
    }
}

/// Runs all tests of a directory natively, for `rift explore --verify-native`.
pub fn verify(directory: &Directory, program: &Path, isolation: Isolation, jobs: usize) -> anyhow::Result<NativeCheck> {
    let tests = load_tests(&directory.tests()?)?;
    let sandbox = isolation.sandbox(NativeLimits::default())?;
    let results = in_parallel(jobs, &tests, |test| replay_native(&sandbox, program, &test.case));
    let mut check = NativeCheck::default();
    for (test, result) in tests.iter().zip(results) {
        match result? {
            Replayed::Equal => check.equal += 1,
            Replayed::Skipped(_) => check.skipped += 1,
            Replayed::Different(differences) => {
                let name = test.path.file_name().unwrap_or_default().to_string_lossy();
                check.different.push(Different { file: format!("tests/{name}"), differences });
            }
        }
    }
    Ok(check)
}
