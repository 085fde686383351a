//! `bench machine`: six kernels natively, in `lli -force-interpreter` and in rift, in one run. Prints processor time
//! and ratios, and fails when a target is missed. lli gets a smaller amount of work, and so does rift when it is
//! compared with it: the same amount on both sides of every ratio.

use crate::bench_explore;
use crate::diff;
use crate::limits::{self, Ended, ProcessLimits};
use crate::native;
use crate::place::{CLANG, beside, in_root, temporary};
use crate::tally::say;
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct BenchArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The machine's speed and start-up time.
    Machine,
    /// The explorer beside KLEE, on the programs of the peers.
    Explore(bench_explore::ExploreBench),
    /// The strategies of `rift diff` beside a random tester, on the changes of subjects.
    Diff(diff::bench::DiffBench),
    /// What each tactic and each tuning number of a strategy of `rift diff` is worth, on one half of the changes.
    Ablate(diff::ablate::Ablate),
}

struct Kernel {
    name: &'static str,
    /// Amounts of work: some tenths of a second natively, and some seconds in lli.
    work: u64,
    little: u64,
}

const KERNELS: [Kernel; 6] = [
    Kernel { name: "integers", work: 600_000, little: 60_000 },
    Kernel { name: "sorting", work: 300, little: 24 },
    Kernel { name: "scanning", work: 250, little: 16 },
    Kernel { name: "hashing", work: 2_500, little: 160 },
    Kernel { name: "matrix", work: 500, little: 32 },
    Kernel { name: "recursion", work: 3_000, little: 240 },
];

const LLI: &str = "lli-22";
/// For everybody: lli knows no fused multiplication.
const FLAG: &str = "-ffp-contract=off";
/// At most so many times slower than native -O0.
const NATIVE_TARGET: f64 = 60.0;
/// At least so many times faster than lli.
const LLI_TARGET: f64 = 10.0;
const STARTUP_TARGET: Duration = Duration::from_millis(60);
const STARTUPS: usize = 20;
const LIMITS: ProcessLimits =
    ProcessLimits { time: Duration::from_secs(600), cpu: Duration::from_secs(300), memory: 16 << 30, output: 1 << 20 };

pub fn bench(arguments: &BenchArguments, jobs: usize) -> anyhow::Result<bool> {
    match &arguments.what {
        What::Machine => machine(),
        What::Explore(explore) => bench_explore::explore(explore),
        What::Diff(diff) => diff::bench::bench(diff, jobs),
        What::Ablate(ablate) => diff::ablate::ablate(ablate, jobs),
    }
}

fn machine() -> anyhow::Result<bool> {
    let dir = temporary()?;
    let rift = beside()?.join("rift");
    say("processor seconds; rift/native on the full work, lli/rift both on the small work");
    say(&format!(
        "{:<10} {:>8} {:>8} {:>12}   {:>8} {:>8} {:>9}",
        "kernel", "native", "rift", "rift/native", "lli", "rift", "lli/rift"
    ));
    let (mut passed, mut failed) = (0, 0);
    let mut judge = |good: bool| if good { passed += 1 } else { failed += 1 };
    for kernel in &KERNELS {
        let times = measure(kernel, &rift, dir.path())?;
        let (slower, faster) = (ratio(times.rift, times.native), ratio(times.lli, times.rift_little));
        let good = slower <= NATIVE_TARGET && faster >= LLI_TARGET;
        judge(good);
        say(&format!(
            "{:<10} {:>8.3} {:>8.3} {:>11.1}x   {:>8.3} {:>8.3} {:>8.1}x{}",
            kernel.name,
            times.native.as_secs_f64(),
            times.rift.as_secs_f64(),
            slower,
            times.lli.as_secs_f64(),
            times.rift_little.as_secs_f64(),
            faster,
            if good { "" } else { "   target missed" }
        ));
    }
    let startup = startup(&rift)?;
    judge(startup < STARTUP_TARGET);
    say(&format!("start-up of `rift run` on a cached module: {:.1} ms (median of {STARTUPS})", millis(startup)));
    say(&format!(
        "targets: at most {NATIVE_TARGET}x slower than native -O0, at least {LLI_TARGET}x faster than lli, \
         start-up below {:.0} ms",
        millis(STARTUP_TARGET)
    ));
    say(&format!("{passed} passed, {failed} failed, 0 skipped"));
    Ok(failed == 0)
}

struct Times {
    native: Duration,
    rift: Duration,
    lli: Duration,
    rift_little: Duration,
}

fn measure(kernel: &Kernel, rift: &Path, dir: &Path) -> anyhow::Result<Times> {
    let file = in_root("tests/bench")?.join(format!("{}.c", kernel.name));
    let (program, bitcode) = (dir.join(kernel.name), dir.join(format!("{}.bc", kernel.name)));
    native::clang(std::slice::from_ref(&file), &[FLAG.to_owned()], "-O0", &program)?;
    native::build(Command::new(CLANG).args(["-O0", FLAG, "-w", "-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(&file))?;
    // Fills the cache.
    time(&mut in_rift(rift, &file, 1))?;
    let (work, little) = (kernel.work.to_string(), kernel.little.to_string());
    let native = time(Command::new(&program).arg(&work))?;
    let in_full = time(&mut in_rift(rift, &file, kernel.work))?;
    let lli = time(Command::new(LLI).arg("-force-interpreter").arg(&bitcode).arg(&little))?;
    let in_little = time(&mut in_rift(rift, &file, kernel.little))?;
    for (one, other, what) in [(&native, &in_full, "native"), (&lli, &in_little, LLI)] {
        if one.stdout != other.stdout {
            bail!("`{}`: rift and {what} print different results", kernel.name);
        }
    }
    Ok(Times { native: native.cpu, rift: in_full.cpu, lli: lli.cpu, rift_little: in_little.cpu })
}

fn in_rift(rift: &Path, file: &PathBuf, work: u64) -> Command {
    let mut command = Command::new(rift);
    command.args(["run", "--cflags", FLAG]).arg(file).arg("--").arg(work.to_string());
    command
}

fn time(command: &mut Command) -> anyhow::Result<Ended> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = limits::run(command, b"", &LIMITS)?.with_context(|| format!("`{name}` took too long"))?;
    if !ended.status.success() {
        bail!("`{name}` failed: {}", String::from_utf8_lossy(&ended.stderr).trim_end());
    }
    Ok(ended)
}

/// Wall-clock time from start to end of a program that does nothing.
fn startup(rift: &Path) -> anyhow::Result<Duration> {
    let file = in_root("tests/bench")?.join("startup.c");
    let mut times = Vec::new();
    for _ in 0..=STARTUPS {
        let started = Instant::now();
        time(Command::new(rift).arg("run").arg(&file))?;
        times.push(started.elapsed());
    }
    // The first one filled the cache.
    times.remove(0);
    times.sort();
    Ok(times[times.len() / 2])
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-3)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
