//! Random Rust programs, made by [`generate`] and compared with the native build: output, panic message and status.
//! Every other seed is built with overflow checks, where arithmetic may panic.

mod generate;

use crate::directives::Run;
use crate::limits::ProcessLimits;
use crate::machine::{self, RunLimits};
use crate::native;
use crate::place::{build_options, kept, temporary};
use crate::seen::{Seen, compare};
use crate::tally::{Verdict, each};
use anyhow::Context;
use clap::Args;
use rift_ingest::{BuildOptions, Source};
use std::fs;
use std::path::Path;

#[derive(Args)]
pub struct RustArguments {
    /// How many programs.
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u64,
    /// The first program's seed; the others follow. To continue a run that was interrupted, start at the seed that
    /// its last line of progress names.
    #[arg(long, visible_alias = "first", value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Only print the program of the first seed.
    #[arg(long)]
    print: bool,
}

const EDITION: &str = "2024";

pub fn rust(arguments: &RustArguments, jobs: usize) -> anyhow::Result<bool> {
    if arguments.print {
        print!("{}", generate::program(arguments.seed));
        return Ok(true);
    }
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    let build = build_options()?;
    let check = |seed: &u64| check(*seed, &build).unwrap_or_else(|e| Verdict::Fail(format!("{e:#}")));
    Ok(each("rust", &seeds, jobs, |seed| format!("rust seed {seed}"), check).finish())
}

fn check(seed: u64, build: &BuildOptions) -> anyhow::Result<Verdict> {
    // Everything about one program goes with this directory.
    let dir = temporary()?;
    let file = dir.path().join(format!("seed-{seed}.rs"));
    fs::write(&file, generate::program(seed)).with_context(|| format!("cannot write `{}`", file.display()))?;
    let checks = if seed.is_multiple_of(2) { "on" } else { "off" };
    let flags = vec![format!("-Coverflow-checks={checks}")];
    let program = dir.path().join("program");
    native::rustc(&file, &flags, &program)?;
    let run = Run::with_args(["1"]);
    let Some(native) = native::run(&program, "program", &run, &ProcessLimits::default())? else {
        return Ok(Verdict::Skip("the native build took too long".to_owned()));
    };
    let source = Source::RustFile { file: file.clone(), edition: EDITION.to_owned(), flags };
    let build = BuildOptions { cache: Some(dir.path().join("cache")), ..build.clone() };
    let seen = machine::prepare_with(&source, build)
        .and_then(|prepared| machine::run(&prepared.program, "program", &run, &RunLimits::default()));
    let difference = match seen {
        Ok(seen) => compare(&native, &Seen::of_machine(seen)),
        Err(error) => Err(format!("{error:#}\n")),
    };
    match difference {
        Ok(()) => Ok(Verdict::Pass),
        Err(text) => Ok(Verdict::Fail(format!("{text}overflow checks {checks}; kept: {}", keep(&file)?))),
    }
}

fn keep(file: &Path) -> anyhow::Result<String> {
    let place = kept("rust")?.join(file.file_name().unwrap_or_default());
    fs::copy(file, &place).with_context(|| format!("cannot write `{}`", place.display()))?;
    Ok(place.display().to_string())
}
