//! Programs to trace.

use rift_align::{ChangeMap, align};
use rift_deadline::Deadline;
use rift_env::{Config, Input, KEPT_SYMBOLS};
use rift_ingest::{Bitcode, BuildOptions, LoadOptions, Source, load};
use rift_ir::{Module, Pair};
use rift_trace::{Alignment, MAX_OCCURRENCES, Trace, why};
use rift_vm::{Limits, Memory, MemoryConfig, Program};
use std::path::PathBuf;
use std::sync::Arc;

/// Compiles a C program.
pub fn compiled(name: &str, text: &str) -> Arc<Program> {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join(name);
    // An unchanged file is answered by the cache.
    if std::fs::read_to_string(&file).ok().as_deref() != Some(text) {
        std::fs::write(&file, text).expect("a place for tests");
    }
    let bitcode = |(name, bytes): &(&str, &[u8])| Bitcode { name: (*name).to_owned(), bytes: bytes.to_vec() };
    let runtime: Vec<Bitcode> = rift_env::runtime().iter().map(bitcode).collect();
    let build = BuildOptions { cache: Some(dir.join("cache")), ..BuildOptions::default() };
    let options = LoadOptions { build, runtime: &runtime, keep: &KEPT_SYMBOLS, ..LoadOptions::default() };
    let source = Source::Files { files: vec![file], flags: vec![] };
    prepared(load(&source, &options).unwrap_or_else(|error| panic!("{error}")).module)
}

/// A program in its textual form.
pub fn parsed(text: &str) -> Arc<Program> {
    prepared(rift_ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

fn prepared(module: Module) -> Arc<Program> {
    rift_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).expect("it fits"))
}

pub fn input(args: &[&str], stdin: &str) -> Input {
    let argv = std::iter::once("program").chain(args.iter().copied()).map(|arg| arg.as_bytes().to_vec());
    Input { argv: argv.collect(), stdin: stdin.as_bytes().to_vec(), ..Input::default() }
}

pub fn trace(program: &Arc<Program>, input: &Input) -> Trace {
    let deadline = Deadline::never();
    let trace = Trace::record(program, input, &Config::default(), Limits::default(), MAX_OCCURRENCES, &deadline);
    trace.expect("it starts").expect("there is time for it")
}

pub struct Versions {
    pub programs: Pair<Arc<Program>>,
    pub map: ChangeMap,
}

impl Versions {
    /// Two versions in C, told apart by `name`.
    pub fn compiled(name: &str, old: &str, new: &str) -> Versions {
        let old = compiled(&format!("{name}-old.c"), old);
        let new = compiled(&format!("{name}-new.c"), new);
        let map = align(Pair { old: &old.module, new: &new.module });
        Versions { programs: Pair { old, new }, map }
    }

    pub fn traces(&self, input: &Input) -> Pair<Trace> {
        self.programs.as_ref().map(|program| trace(program, input))
    }

    /// The way on an input: a line for each step.
    pub fn why(&self, input: &Input) -> Vec<String> {
        let traces = self.traces(input);
        let alignment = Alignment::new(traces.as_ref(), &self.map);
        let is_own = |file: &str| file.starts_with(env!("CARGO_TARGET_TMPDIR"));
        let told = |step: rift_trace::WhyStep| {
            let (_, line, function) = step.place(alignment.trace(step.version).module()).unwrap_or(("", 0, ""));
            format!("{:?} {function}:{line} {}", step.version, step.what)
        };
        why(&alignment, &is_own).into_iter().map(told).collect()
    }
}
