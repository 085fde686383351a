//! The machine's side, in this process, by way of the library crates as the command line uses them.

use crate::directives::Run;
use crate::place::{build_options, runtime};
use anyhow::{Context, anyhow};
use rift_env::{Config, Input, KEPT_SYMBOLS, Observation, Process, Stream};
use rift_ingest::{BuildOptions, LoadOptions, Loaded, Source, load};
use rift_ir::Module;
use rift_vm::{Limit, Limits, Memory, MemoryConfig, Program, Progress, Stop};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program ready to run, and the native build that ingest made of it, if asked.
pub struct Prepared {
    pub program: Arc<Program>,
    pub native: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeToo {
    No,
    Yes,
}

/// What a run in the machine may use.
#[derive(Debug, Clone, Copy)]
pub struct RunLimits {
    pub steps: u64,
    pub time: Duration,
    pub memory: u64,
    pub output: u64,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits { steps: u64::MAX, time: Duration::from_secs(120), memory: 1 << 30, output: 64 << 20 }
    }
}

/// The clock is looked at this often.
const SLICE: u64 = 20_000_000;

pub fn prepare(source: &Source, native: NativeToo) -> anyhow::Result<Prepared> {
    prepare_with(source, BuildOptions { want_native: native == NativeToo::Yes, ..build_options()? })
}

/// With a cache of the caller's choice, for programs that will never be seen again.
pub fn prepare_with(source: &Source, build: BuildOptions) -> anyhow::Result<Prepared> {
    let options = LoadOptions { build, runtime: runtime(), keep: &KEPT_SYMBOLS, ..LoadOptions::default() };
    let Loaded { module, native, .. } = load(source, &options)?;
    Ok(Prepared { program: program(module)?, native })
}

/// Verifies a module and gives it memory.
pub fn program(module: Module) -> anyhow::Result<Arc<Program>> {
    let module = Arc::new(module);
    rift_ir::verify(&module).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        anyhow!("the lowered program does not verify ({} problems): {first}", errors.len())
    })?;
    let memory = MemoryConfig { limit: RunLimits::default().memory, ..MemoryConfig::default() };
    let program = Program::new(module, Memory::new(&memory));
    Ok(Arc::new(program.map_err(|stop| anyhow!("the program does not fit the machine: {stop:?}"))?))
}

pub fn run(program: &Arc<Program>, name: &str, run: &Run, limits: &RunLimits) -> anyhow::Result<Observation> {
    let argv = std::iter::once(name.as_bytes().to_vec()).chain(run.args.iter().cloned()).collect();
    let input =
        Input { argv, env: run.env.clone(), stdin: run.stdin.clone(), files: run.files.clone(), objects: vec![] };
    let config = Config { output_limit: limits.output, ..Config::default() };
    let machine = Limits { steps: limits.steps, ..Limits::default() };
    let mut process = Process::start(program, input, config, machine).context("the machine cannot start it")?;
    let started = Instant::now();
    let end = loop {
        match process.run_slice(SLICE, &mut ()) {
            Progress::Ended(stop) => break stop,
            Progress::Paused if started.elapsed() >= limits.time => break Stop::Limit(Limit::Steps),
            Progress::Paused => {}
        }
    };
    let outcome = process.outcome(end);
    let world = &process.machine().host;
    Ok(Observation {
        outcome,
        stdout: world.output_of(Stream::Stdout),
        stderr: world.output_of(Stream::Stderr),
        files: world.observed(),
    })
}

/// Where the run ended, innermost first: the line of the fault or of the gap.
pub fn position(program: &Program, observation: &Observation) -> String {
    let entry = observation.outcome.stack.first();
    entry.map_or_else(String::new, |entry| format!(" at {}", program.module.describe(entry.position)))
}
