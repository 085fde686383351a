//! Random C programs by csmith, whose checksum covers every global. The native build is the oracle, at every level
//! that is asked for; programs on which the native builds themselves disagree are counted apart.

use crate::directives::Run;
use crate::limits::{self, ProcessLimits};
use crate::machine::{self, RunLimits};
use crate::native;
use crate::place::{build_options, kept, temporary};
use crate::seen::{Seen, compare};
use crate::tally::{Verdict, each};
use anyhow::{Context, bail};
use clap::Args;
use rift_ingest::{BuildOptions, Source};
use rift_vm::{Limit, Stop};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct CsmithArguments {
    /// How many programs.
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u64,
    /// The first program's seed; the others follow.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Levels of the native builds to compare with.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "O0,O2")]
    levels: Vec<String>,
}

const INCLUDE: &str = "/usr/include/csmith";
/// With floating point, csmith mixes pointers to `float` and to `int32_t`.
const FLAGS: [&str; 2] = ["-Wno-incompatible-pointer-types", "-fno-strict-aliasing"];
const GENERATION: Duration = Duration::from_secs(20);
const NATIVE: Duration = Duration::from_secs(2);
/// Some 40 s in an unoptimised build of rift.
const STEPS: u64 = 2_000_000_000;
/// A program that ends natively within this cannot need that many steps.
const QUICK: Duration = Duration::from_millis(100);
/// Every so many programs one has floating point in it.
const FLOAT_EVERY: u64 = 4;

pub fn csmith(arguments: &CsmithArguments, jobs: usize) -> anyhow::Result<bool> {
    if !Path::new(INCLUDE).join("csmith.h").is_file() {
        bail!("`{INCLUDE}/csmith.h` is missing: apt-get install csmith libcsmith-dev");
    }
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    let levels: Vec<String> = arguments.levels.iter().map(|level| format!("-{level}")).collect();
    let cache = temporary()?;
    let build = BuildOptions { cache: Some(cache.path().to_owned()), ..build_options()? };
    let check = |seed: &u64| check(*seed, &levels, &build).unwrap_or_else(|e| Verdict::Fail(format!("{e:#}")));
    Ok(each("csmith", &seeds, jobs, |seed| format!("csmith seed {seed}"), check).finish())
}

fn check(seed: u64, levels: &[String], build: &BuildOptions) -> anyhow::Result<Verdict> {
    let skip = |why: &str| Ok(Verdict::Skip(why.to_owned()));
    let dir = temporary()?;
    let file = dir.path().join(format!("seed-{seed}.c"));
    if !generate(seed, &file)? {
        return skip("csmith itself took too long");
    }
    // With an argument, the program tells the checksum after every variable.
    let run = Run::with_args(["1"]);
    let mut flags = vec![format!("-I{INCLUDE}")];
    flags.extend(FLAGS.map(str::to_owned));
    let limits = ProcessLimits { cpu: NATIVE, ..ProcessLimits::default() };
    let mut natives = Vec::new();
    for level in levels {
        let program = dir.path().join("native");
        native::clang(std::slice::from_ref(&file), &flags, level, &program)?;
        let started = Instant::now();
        match native::run(&program, "program", &run, &limits)? {
            Some(seen) => natives.push((seen, started.elapsed())),
            None => return skip("the native build took too long"),
        }
    }
    let Some((native, took)) = natives.first() else { bail!("no levels were given") };
    if natives.iter().any(|(other, _)| other != native) {
        return skip("the native builds disagree");
    }
    let source = Source::Files { files: vec![file.clone()], flags: flags.clone() };
    let result = machine::prepare_with(&source, build.clone()).and_then(|prepared| {
        machine::run(&prepared.program, "program", &run, &RunLimits { steps: STEPS, ..RunLimits::default() })
    });
    let difference = match result {
        Ok(seen) if seen.outcome.end == Stop::Limit(Limit::Steps) && *took > QUICK => {
            return skip("the machine reached its step limit");
        }
        Ok(seen) => compare(native, &Seen::of_machine(seen)),
        Err(error) => Err(format!("{error:#}\n")),
    };
    match difference {
        Ok(()) => Ok(Verdict::Pass),
        Err(text) => Ok(Verdict::Fail(format!("{text}kept: {}", keep(&file)?))),
    }
}

/// Whether csmith was quick enough.
fn generate(seed: u64, file: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new("csmith");
    command.arg("--seed").arg(seed.to_string()).arg("--output").arg(file);
    if seed.is_multiple_of(FLOAT_EVERY) {
        command.arg("--float");
    }
    // It leaves a file in its working directory.
    command.current_dir(file.parent().unwrap_or(Path::new("/")));
    let limits = ProcessLimits { cpu: GENERATION, time: 4 * GENERATION, ..ProcessLimits::default() };
    match limits::run(&mut command, b"", &limits)? {
        None => Ok(false),
        Some(ended) if ended.status.success() => Ok(true),
        Some(ended) => bail!("csmith failed: {}", String::from_utf8_lossy(&ended.stderr).trim_end()),
    }
}

fn keep(file: &Path) -> anyhow::Result<String> {
    let place = kept("csmith")?.join(file.file_name().unwrap_or_default());
    fs::copy(file, &place).with_context(|| format!("cannot write `{}`", place.display()))?;
    Ok(place.display().to_string())
}
