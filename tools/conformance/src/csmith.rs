//! Random C and C++ programs by csmith, whose checksum covers every global. The native build is the oracle, at every
//! level that is asked for; programs on which the native builds themselves disagree, and those that differ because they
//! are undefined, are counted apart. A seed stands for the same program in every run, so a run of many can be cut into
//! pieces or continued (`--first`).

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
    /// The first program's seed; the others follow. To continue a run that was interrupted, start at the seed that
    /// its last line of progress names.
    #[arg(long, visible_alias = "first", value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Generate C++ (csmith's --lang-cpp --cpp11) instead of C.
    #[arg(long)]
    lang_cpp: bool,
    /// Levels of the native builds to compare with.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "O0,O2")]
    levels: Vec<String>,
}

const INCLUDE: &str = "/usr/include/csmith";
/// With floating point, csmith mixes pointers to `float` and to `int32_t`.
const C_FLAGS: [&str; 2] = ["-Wno-incompatible-pointer-types", "-fno-strict-aliasing"];
/// Its C++ narrows constants in initialisers.
const CPP_FLAGS: [&str; 3] = ["-std=c++17", "-Wno-narrowing", "-fno-strict-aliasing"];
const SANITIZE: [&str; 2] = ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"];
const GENERATION: Duration = Duration::from_secs(20);
const NATIVE: Duration = Duration::from_secs(2);
/// Some 40 s in an unoptimised build of rift.
const STEPS: u64 = 2_000_000_000;
/// A program that ends natively within this cannot need that many steps.
const QUICK: Duration = Duration::from_millis(100);
/// One in this many C programs has floating point in it.
const FLOAT_EVERY: u64 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Cpp,
}

impl Language {
    fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }

    /// What the compilers are told of every program.
    fn flags(self) -> Vec<String> {
        let more: &[&str] = match self {
            Language::C => &C_FLAGS,
            Language::Cpp => &CPP_FLAGS,
        };
        let include = format!("-I{INCLUDE}");
        std::iter::once(include).chain(more.iter().map(|flag| (*flag).to_owned())).collect()
    }
}

/// What all programs of one call have in common.
struct Plan {
    language: Language,
    levels: Vec<String>,
    build: BuildOptions,
}

pub fn csmith(arguments: &CsmithArguments, jobs: usize) -> anyhow::Result<bool> {
    if !Path::new(INCLUDE).join("csmith.h").is_file() {
        bail!("`{INCLUDE}/csmith.h` is missing: apt-get install csmith libcsmith-dev");
    }
    let seeds: Vec<u64> = (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    let plan = Plan {
        language: if arguments.lang_cpp { Language::Cpp } else { Language::C },
        levels: arguments.levels.iter().map(|level| format!("-{level}")).collect(),
        build: build_options()?,
    };
    let check = |seed: &u64| plan.check(*seed).unwrap_or_else(|e| Verdict::Fail(format!("{e:#}")));
    Ok(each("csmith", &seeds, jobs, |seed| format!("csmith seed {seed}"), check).finish())
}

impl Plan {
    fn check(&self, seed: u64) -> anyhow::Result<Verdict> {
        let skip = |why: &str| Ok(Verdict::Skip(why.to_owned()));
        // Everything about one program, its cache included, goes with this directory: ten thousand fill no disk.
        let dir = temporary()?;
        let file = dir.path().join(format!("seed-{seed}.{}", self.language.extension()));
        if !generate(seed, self.language, &file)? {
            return skip("csmith itself took too long");
        }
        // With an argument, the program tells the checksum after every variable.
        let run = Run::with_args(["1"]);
        let flags = self.language.flags();
        let limits = ProcessLimits { cpu: NATIVE, ..ProcessLimits::default() };
        let mut natives = Vec::new();
        for level in &self.levels {
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
        let source = Source::Files { files: vec![file.clone()], flags };
        let build = BuildOptions { cache: Some(dir.path().join("cache")), ..self.build.clone() };
        let result = machine::prepare_with(&source, build).and_then(|prepared| {
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
            Err(_) if self.is_undefined(&file, dir.path(), &run)? => {
                skip("they differ, and the sanitizer says that the program is undefined")
            }
            Err(text) => Ok(Verdict::Fail(format!("{text}kept: {}", keep(&file)?))),
        }
    }
}

impl Plan {
    /// Whether UndefinedBehaviorSanitizer complains. With floating point, csmith converts numbers to integers that cannot
    /// hold them; compilers agree on what comes of that only by chance.
    fn is_undefined(&self, file: &Path, dir: &Path, run: &Run) -> anyhow::Result<bool> {
        let program = dir.join("sanitized");
        let mut flags = self.language.flags();
        flags.extend(SANITIZE.map(str::to_owned));
        native::clang(&[file.to_owned()], &flags, "-O0", &program)?;
        let seen = native::run(&program, "program", run, &ProcessLimits::default())?;
        Ok(seen.is_some_and(|seen| String::from_utf8_lossy(&seen.stderr).contains("runtime error: ")))
    }
}

/// Whether csmith was quick enough.
fn generate(seed: u64, language: Language, file: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new("csmith");
    command.arg("--seed").arg(seed.to_string()).arg("--output").arg(file);
    match language {
        Language::C if seed.is_multiple_of(FLOAT_EVERY) => _ = command.arg("--float"),
        Language::C => {}
        // C++03 compares pointers with a NULL that has lost its type; with floats its checksum does not compile.
        Language::Cpp => _ = command.args(["--lang-cpp", "--cpp11"]),
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
