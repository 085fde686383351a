//! `rift run`: a program in the machine, behaving as it would natively.

use crate::exit;
use crate::program::ProgramArguments;
use crate::sizes::LimitSet;
use crate::trace::Trace;
use anyhow::Context;
use clap::Args;
use rift_env::{Config, Input, Process, StdinKind, Stream};
use rift_ingest::Branches;
use rift_ir::{Module, Origin};
use rift_pipeline::{ready_module, unsupported};
use rift_vm::{Fault, Limit, Limits, MemoryConfig, Observer, Outcome, Progress, Stop};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Output is passed on and the clock looked at this often.
const SLICE: u64 = 20_000_000;
const TRACE_SLICE: u64 = 100_000;

#[derive(Args)]
pub struct RunArguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// What the program reads from standard input; `-` or nothing: rift's own, unless that is a terminal.
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// A file the program finds: NAME in its working directory with the contents of PATH. Repeatable.
    #[arg(long, value_name = "NAME=PATH")]
    file: Vec<String>,
    /// An environment variable. Repeatable; the program's environment is empty otherwise.
    #[arg(long, value_name = "K=V")]
    env: Vec<String>,
    /// Limits: steps, memory, depth, output, stack, time; for example `steps=1G,memory=256M,time=10s`.
    #[arg(long, value_name = "NAME=VALUE,...", default_value = "")]
    limits: LimitSet,
    /// Print the executed path, line by line, to FILE (`-`: standard error).
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", require_equals = true)]
    trace: Option<PathBuf>,
    /// Write how the run ended to FILE, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Do not tell on standard error how the program died, nor what it calls that is not supported.
    #[arg(long, short)]
    quiet: bool,
    /// The program's name as it sees it (argv[0]).
    #[arg(long, value_name = "NAME")]
    argv0: Option<OsString>,
    /// Arguments for the program.
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(arguments: &RunArguments) -> anyhow::Result<u8> {
    let input = input(arguments)?;
    let limits = &arguments.limits;
    let defaults = MemoryConfig::default();
    let stack = limits.stack.unwrap_or(defaults.stack_limit);
    let memory = MemoryConfig { limit: limits.memory.unwrap_or(defaults.limit), stack_limit: stack };
    let loaded = arguments.program.source().load(Branches::Kept)?;
    if !arguments.quiet {
        loaded.notes.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    let program = ready_module(loaded, &memory)?;
    if !arguments.quiet {
        unsupported(&program)?.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    let mut config = Config { stdin_kind: StdinKind::Pipe, ..Config::default() };
    if let Some(output) = limits.output {
        config.output_limit = output;
    }
    let machine_limits =
        Limits { steps: limits.steps.unwrap_or(u64::MAX), call_depth: limits.depth, stack_bytes: stack };
    let mut process = Process::start(&program, input, config, machine_limits)
        .with_context(|| format!("cannot run `{}`", arguments.program.program[0].display()))?;
    let end = match &arguments.trace {
        None => drive(&mut process, &mut (), limits.time, SLICE)?,
        Some(path) => {
            let out: Box<dyn Write> = match path.as_os_str() == "-" {
                true => Box::new(io::stderr()),
                false => Box::new(File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?),
            };
            let mut trace = Trace::new(out);
            let end = drive(&mut process, &mut trace, limits.time, TRACE_SLICE)?;
            trace.finish().with_context(|| format!("cannot write `{}`", path.display()))?;
            end
        }
    };
    let (outcome, timed_out) = match end {
        Some(stop) => (process.outcome(stop), false),
        None => (process.outcome(Stop::Limit(Limit::Steps)), true),
    };
    if !arguments.quiet {
        explain(&program.module, &outcome, timed_out);
    }
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&described(&program.module, &outcome, timed_out))?;
        fs::write(path, text + "\n").with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(exit::of_run(&outcome.end))
}

/// Runs in slices, passing output on as it comes. `None`: out of time.
fn drive<O: Observer>(
    process: &mut Process,
    observer: &mut O,
    time: Option<Duration>,
    slice: u64,
) -> anyhow::Result<Option<Stop>> {
    let started = Instant::now();
    loop {
        let progress = process.run_slice(slice, observer);
        match pass_on(process) {
            Ok(()) => {}
            // Whoever read our output has gone: the program would die of SIGPIPE.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Some(Stop::Signal(13))),
            Err(error) => return Err(error).context("cannot pass on the program's output"),
        }
        match progress {
            Progress::Ended(stop) => return Ok(Some(stop)),
            Progress::Paused if time.is_some_and(|limit| started.elapsed() >= limit) => return Ok(None),
            Progress::Paused => {}
        }
    }
}

fn pass_on(process: &mut Process) -> io::Result<()> {
    let (mut stdout, mut stderr) = (io::stdout().lock(), io::stderr().lock());
    for piece in process.take_output() {
        match piece.stream {
            Stream::Stdout => stdout.write_all(&piece.bytes)?,
            Stream::Stderr => {
                stdout.flush()?;
                stderr.write_all(&piece.bytes)?;
            }
        }
    }
    stdout.flush()
}

fn input(arguments: &RunArguments) -> anyhow::Result<Input> {
    let name = arguments.argv0.clone().unwrap_or_else(|| arguments.program.program[0].clone().into_os_string());
    let argv = std::iter::once(name).chain(arguments.args.iter().cloned()).map(OsStringExt::into_vec).collect();
    let mut input = Input { argv, stdin: stdin(arguments)?, ..Input::default() };
    for pair in &arguments.env {
        let (name, value) = pair.split_once('=').with_context(|| format!("--env `{pair}` is not K=V"))?;
        input.env.push((name.into(), value.into()));
    }
    for pair in &arguments.file {
        let (name, path) = pair.split_once('=').with_context(|| format!("--file `{pair}` is not NAME=PATH"))?;
        let bytes = fs::read(path).with_context(|| format!("cannot read `{path}`"))?;
        input.files.insert(name.to_owned(), bytes);
    }
    Ok(input)
}

fn stdin(arguments: &RunArguments) -> anyhow::Result<Vec<u8>> {
    let own = || -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if !io::stdin().is_terminal() {
            io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        }
        Ok(bytes)
    };
    match &arguments.stdin {
        Some(path) if path.as_os_str() != "-" => {
            fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
        }
        _ => own(),
    }
}

/// How and where the program died, for people.
fn explain(module: &Module, outcome: &Outcome, timed_out: bool) {
    let what = match &outcome.end {
        Stop::Exit(_) | Stop::Returned(_) => return,
        Stop::Signal(number) => format!("the program died of signal {number}"),
        Stop::Panic { message, location } if location.is_empty() => format!("the program panicked: {message}"),
        Stop::Panic { message, location } => format!("the program panicked at {location}: {message}"),
        Stop::Fault(fault) => format!("the program faulted: {}", fault_text(fault)),
        Stop::Unsupported(what) => format!("cannot go on: {what} is not supported"),
        Stop::Limit(_) if timed_out => "the time limit was reached".to_owned(),
        Stop::Limit(Limit::Steps) => "the step limit was reached".to_owned(),
        Stop::Limit(Limit::Memory) => "the memory limit was reached".to_owned(),
        Stop::Limit(Limit::CallDepth) => "the call depth limit was reached".to_owned(),
        Stop::Limit(Limit::Output) => "the output limit was reached".to_owned(),
        Stop::Outside => "the input violates an assumption of the program".to_owned(),
    };
    eprintln!("rift: {what}");
    print_stack(module, outcome);
}

/// Innermost first; runs of frames that are not the user's own code are only counted.
fn print_stack(module: &Module, outcome: &Outcome) {
    const SHOWN: usize = 12;
    let mut shown = 0;
    let mut library = 0;
    for entry in &outcome.stack {
        let place = module.describe(entry.position);
        if Origin::of_file(&place).is_library() {
            library += 1;
            continue;
        }
        if library > 0 {
            eprintln!("rift:   ({library} in libraries)");
            library = 0;
        }
        if shown == SHOWN {
            eprintln!("rift:   ...");
            return;
        }
        shown += 1;
        eprintln!("rift:   at {place} in {}", module.functions[entry.site.function].display);
    }
}

fn fault_text(fault: &Fault) -> String {
    match fault {
        Fault::Access { write, address, size, .. } => {
            let access = if *write { "write" } else { "read" };
            format!("{} ({access} of {size} bytes at {address:#x})", fault.name())
        }
        Fault::BadFree { address } | Fault::DoubleFree { address } => format!("{} of {address:#x}", fault.name()),
        Fault::BadCall { address } | Fault::BadJump { address } => format!("{} to {address:#x}", fault.name()),
        _ => fault.name().to_owned(),
    }
}

/// The same for programs: `rift.run/1`.
fn described(module: &Module, outcome: &Outcome, timed_out: bool) -> serde_json::Value {
    let end = match &outcome.end {
        Stop::Exit(status) => serde_json::json!({ "exit": status }),
        Stop::Returned(_) => serde_json::json!({ "exit": 0 }),
        Stop::Signal(number) => serde_json::json!({ "signal": number }),
        Stop::Panic { message, location } => {
            serde_json::json!({ "panic": { "message": message, "location": location } })
        }
        Stop::Fault(fault) => {
            serde_json::json!({ "fault": { "kind": fault.name(), "text": fault_text(fault), "signal": fault.signal() } })
        }
        Stop::Unsupported(what) => serde_json::json!({ "unsupported": what }),
        Stop::Limit(_) if timed_out => serde_json::json!({ "limit": "time" }),
        Stop::Limit(limit) => serde_json::json!({ "limit": format!("{limit:?}").to_lowercase() }),
        Stop::Outside => serde_json::json!({ "outside": true }),
    };
    let stack: Vec<_> = outcome
        .stack
        .iter()
        .map(|entry| {
            serde_json::json!({
                "function": module.functions[entry.site.function].display,
                "position": module.describe(entry.position),
            })
        })
        .collect();
    serde_json::json!({ "schema": "rift.run/1", "end": end, "stack": stack, "steps": outcome.steps })
}
