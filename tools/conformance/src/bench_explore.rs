//! `bench explore`: `rift explore` beside KLEE, on the programs and with the figures of a folder of peers. Prints one
//! table, then every target with PASS or FAIL.

use crate::explore::tool::{self, Explored};
use crate::peers::{self, Peer};
use crate::place::{root, temporary};
use crate::tally::say;
use anyhow::{Context, bail};
use clap::Args;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct ExploreBench {
    /// The folder with the programs and the peers' figures.
    #[arg(long, value_name = "DIR")]
    peers: Option<PathBuf>,
    /// Only rows with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Run every test that was written on the native build, too.
    #[arg(long)]
    verify: bool,
    /// What one row may take, as the peers had it.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    budget: u64,
    /// How often a row that takes less than a second is run; the median counts.
    #[arg(long, value_name = "N", default_value_t = 5)]
    repeat: usize,
}

/// At least so many times KLEE's paths per second of processor time.
const SPEED_TARGET: f64 = 10.0;
const MEMORY_TARGET: u64 = 1 << 30;
/// Two workers against one, by the clock on the wall.
const WORKERS_TARGET: f64 = 1.6;
/// What a second worker is worth does not show in shorter runs.
const LONG: Duration = Duration::from_secs(1);
/// Rows that KLEE does not exhaust and rift must.
const ALSO_EXHAUSTED: [&str; 3] = ["tokenizer N=5", "rangelist N=5", "rangelist N=6"];
/// Beyond the budget, for writing the summary.
const SLACK: Duration = Duration::from_secs(120);

pub fn explore(arguments: &ExploreBench) -> anyhow::Result<bool> {
    let Some(dir) = peers::find(arguments.peers.as_deref(), root()) else {
        if let Some(told) = &arguments.peers {
            bail!("there is no `{}`", told.display());
        }
        say("skipped: no folder of peers; name one with --peers or RIFT_PEERS");
        say("0 passed, 0 failed, 10 skipped");
        return Ok(true);
    };
    let mut peers = peers::read(&dir)?;
    peers.retain(|peer| arguments.filter.as_ref().is_none_or(|text| peer.name.contains(text.as_str())));
    if peers.is_empty() {
        bail!("no row has that name");
    }
    let mut targets = Targets::default();
    head();
    let mut long = Vec::new();
    for peer in &peers {
        let explored = row(peer, &dir, arguments, &mut targets)?;
        if explored.is_exhausted() && explored.measured.wall >= LONG {
            long.push((peer, explored.measured.wall, explored.paths()));
        }
    }
    for (peer, wall, paths) in long {
        workers(peer, &dir, arguments, wall, paths, &mut targets)?;
    }
    Ok(targets.finish())
}

#[derive(Default)]
struct Targets {
    lines: Vec<(bool, String)>,
}

impl Targets {
    fn judge(&mut self, good: bool, what: String) {
        self.lines.push((good, what));
    }

    fn finish(self) -> bool {
        say("");
        for (good, what) in &self.lines {
            say(&format!("{} {what}", if *good { "PASS" } else { "FAIL" }));
        }
        let failed = self.lines.iter().filter(|(good, _)| !good).count();
        say(&format!("{} passed, {failed} failed, 0 skipped", self.lines.len() - failed));
        failed == 0
    }
}

fn head() {
    say("processor seconds of the whole process tree, one worker; KLEE's figures below rift's");
    say(&format!(
        "{:<14} {:<5} {:<10} {:>8} {:>9} {:>11} {:>22} {:>11} {:>7} {:>6}",
        "program", "", "end", "CPU s", "paths", "instructions", "queries / solver", "paths/CPU s", "ratio", "MiB"
    ));
}

/// Runs one row, prints it beside KLEE's, and judges it.
fn row(peer: &Peer, dir: &Path, arguments: &ExploreBench, targets: &mut Targets) -> anyhow::Result<Explored> {
    let place = temporary()?;
    let (file, flags) = peer.source(dir);
    // Fills the cache: compiling is not what is measured.
    let mut warm = tool::rift()?;
    let warm = warm.args(["run", "--quiet", "--cflags", &flags]).arg(&file).output().context("cannot run rift")?;
    if warm.status.code() == Some(2) {
        bail!("`{}`: {}", file.display(), String::from_utf8_lossy(&warm.stderr).trim_end());
    }
    let explored = measured(peer, dir, arguments, place.path(), 1)?;
    let rate = explored.paths() as f64 / explored.measured.cpu.as_secs_f64().max(1e-3);
    let ratio = rate / peer.paths_per_second;
    print(peer, &explored, rate, ratio);
    let name = &peer.name;
    if peer.exhausted {
        let good = explored.is_exhausted() && explored.paths() == peer.paths;
        targets.judge(good, format!("{name}: {} paths, exactly {}", explored.paths(), peer.paths));
        let solver = explored.stat("solver_queries");
        targets.judge(solver <= peer.solver, format!("{name}: {solver} solver queries, at most {}", peer.solver));
    } else if ALSO_EXHAUSTED.contains(&name.as_str()) {
        targets.judge(explored.is_exhausted(), format!("{name}: exhausted"));
    }
    let distinct = distinct(&explored)?;
    targets.judge(distinct == explored.paths(), format!("{name}: {distinct} of {} paths distinct", explored.paths()));
    targets.judge(ratio >= SPEED_TARGET, format!("{name}: {ratio:.1} times KLEE's speed, at least {SPEED_TARGET}"));
    let peak = explored.measured.peak;
    targets.judge(peak < MEMORY_TARGET, format!("{name}: {} MiB, below {}", peak >> 20, MEMORY_TARGET >> 20));
    if arguments.verify {
        verify(name, &explored, targets)?;
    }
    Ok(explored)
}

fn print(peer: &Peer, explored: &Explored, rate: f64, ratio: f64) {
    let end = |exhausted: bool| if exhausted { "exhausted" } else { "stopped" };
    let line = |name: &str, who: &str, end: &str, cpu: f64, numbers: [u64; 4], rate: f64, rest: &str| {
        let [paths, instructions, queries, solver] = numbers;
        say(&format!(
            "{name:<14} {who:<5} {end:<10} {cpu:>8.2} {paths:>9} {instructions:>11} {:>22} {rate:>11.0} {rest}",
            format!("{queries} / {solver}")
        ));
    };
    let numbers =
        [explored.paths(), explored.stat("instructions"), explored.stat("queries"), explored.stat("solver_queries")];
    let rest = format!("{ratio:>6.1}x {:>6}", explored.measured.peak >> 20);
    let cpu = explored.measured.cpu.as_secs_f64();
    line(&peer.name, "rift", end(explored.is_exhausted()), cpu, numbers, rate, &rest);
    let numbers = [peer.paths, peer.instructions, peer.queries, peer.solver];
    line("", "KLEE", end(peer.exhausted), peer.cpu, numbers, peer.paths_per_second, "");
}

/// The median by processor time, if one run is too short to be told from noise.
fn measured(peer: &Peer, dir: &Path, arguments: &ExploreBench, place: &Path, jobs: usize) -> anyhow::Result<Explored> {
    let mut runs = vec![once(peer, dir, arguments, &place.join("run-0"), jobs)?];
    while runs[0].measured.cpu < LONG && runs.len() < arguments.repeat {
        runs.push(once(peer, dir, arguments, &place.join(format!("run-{}", runs.len())), jobs)?);
    }
    runs.sort_by_key(|run| run.measured.cpu);
    Ok(runs.swap_remove(runs.len() / 2))
}

fn once(peer: &Peer, dir: &Path, arguments: &ExploreBench, out: &Path, jobs: usize) -> anyhow::Result<Explored> {
    let (file, flags) = peer.source(dir);
    let mut command: Command = tool::command(out)?;
    command.arg(&file).arg("--cflags").arg(&flags).args(["--jobs", &jobs.to_string()]);
    command.args(["--budget", &format!("{}s", arguments.budget)]);
    let limit = Duration::from_secs(arguments.budget) + SLACK;
    tool::explore(&mut command, out, limit).with_context(|| format!("`{}`", peer.name))
}

/// Paths with an identity of their own, and inputs of their own where all tests were written.
fn distinct(explored: &Explored) -> anyhow::Result<u64> {
    let entries = explored.summary["tests"].as_array().context("the summary lists no tests")?;
    let identities: BTreeSet<_> = entries.iter().filter_map(|entry| entry["path"].as_str()).collect();
    if !explored.is_exhausted() {
        return Ok(identities.len() as u64);
    }
    let mut inputs = BTreeSet::new();
    for (_, test) in explored.tests()? {
        inputs.insert(test.input.objects);
    }
    Ok(identities.len().min(inputs.len()) as u64)
}

fn verify(name: &str, explored: &Explored, targets: &mut Targets) -> anyhow::Result<()> {
    let mut command = tool::rift()?;
    command.args(["replay", "--only", "native", "--jobs", "2"]).arg(&explored.dir);
    let output = command.output().context("cannot run rift")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said.lines().last().unwrap_or_default();
    targets.judge(output.status.success(), format!("{name}: native build: {last}"));
    Ok(())
}

/// The same row with two workers: the same paths, sooner.
fn workers(
    peer: &Peer,
    dir: &Path,
    arguments: &ExploreBench,
    wall: Duration,
    paths: u64,
    targets: &mut Targets,
) -> anyhow::Result<()> {
    let place = temporary()?;
    let two = measured(peer, dir, arguments, place.path(), 2)?;
    let faster = wall.as_secs_f64() / two.measured.wall.as_secs_f64().max(1e-3);
    let name = &peer.name;
    say(&format!(
        "{name}: {:.2} s with one worker, {:.2} s with two, {faster:.2} times as fast",
        wall.as_secs_f64(),
        two.measured.wall.as_secs_f64()
    ));
    targets.judge(two.paths() == paths, format!("{name}: two workers find {} paths, one {paths}", two.paths()));
    let good = faster >= WORKERS_TARGET;
    targets.judge(good, format!("{name}: two workers {faster:.2} times one, at least {WORKERS_TARGET}"));
    Ok(())
}
