//! What can go wrong around an exploration, done on purpose: it must be survived and told, and nothing that was written
//! may be lost or broken. The programs are in tests/explore/faults.

use super::measure::{self, Running};
use super::tool::{self, Explored};
use crate::place::{in_root, temporary};
use crate::tally::{Verdict, each};
use anyhow::{Context, bail};
use clap::Args;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct FaultsArguments {
    /// Only cases with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

struct Case {
    name: &'static str,
    /// What is wrong, if anything.
    check: fn(&Path) -> anyhow::Result<Result<(), String>>,
}

const CASES: [Case; 8] = [
    Case { name: "ten thousand calls deep", check: deep },
    Case { name: "a million branches", check: branches },
    Case { name: "solver killed", check: solver_killed },
    Case { name: "memory limit", check: memory_limit },
    Case { name: "disk full", check: disk_full },
    Case { name: "interrupted", check: interrupted },
    Case { name: "killed and resumed", check: killed },
    Case { name: "killed before there is anything to resume", check: killed_early },
];

/// Long enough for all of them on a machine with other things to do.
const LIMIT: Duration = Duration::from_secs(300);

pub fn faults(arguments: &FaultsArguments, jobs: usize) -> anyhow::Result<bool> {
    let chosen = |case: &&Case| arguments.filter.as_ref().is_none_or(|text| case.name.contains(text.as_str()));
    let cases: Vec<&Case> = CASES.iter().filter(chosen).collect();
    if cases.is_empty() {
        bail!("no case has that name");
    }
    let check = |case: &&Case| match temporary() {
        Ok(place) => Verdict::of((case.check)(place.path())),
        Err(error) => Verdict::Fail(format!("{error:#}")),
    };
    Ok(each("faults", &cases, jobs, |case| case.name.to_owned(), check).finish())
}

fn program(name: &str) -> anyhow::Result<PathBuf> {
    Ok(in_root("tests/explore/faults")?.join(name))
}

fn command(name: &str, out: &Path, options: &[&str]) -> anyhow::Result<Command> {
    let mut command = tool::command(out)?;
    command.arg(program(name)?).args(options);
    Ok(command)
}

/// To its end, without an error.
fn explored(name: &str, place: &Path, options: &[&str]) -> anyhow::Result<Explored> {
    let out = place.join("out");
    tool::explore(&mut command(name, &out, options)?, &out, LIMIT)
}

/// `Ok` if there is nothing to say.
fn nothing(wrong: Vec<String>) -> anyhow::Result<Result<(), String>> {
    Ok(if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) })
}

fn expect(wrong: &mut Vec<String>, good: bool, what: impl FnOnce() -> String) {
    if !good {
        wrong.push(what());
    }
}

/// Whether all tests of a directory are whole, no two on the same input; how many there are.
fn whole_tests(out: &Path) -> anyhow::Result<u64> {
    let dir = out.join("tests");
    let mut inputs = BTreeSet::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read `{}`", dir.display()))? {
        let path = entry?.path();
        let input = tool::read_test(&path)?.input;
        if !inputs.insert((input.argv, input.stdin, input.objects)) {
            bail!("`{}` has the input of another test", path.display());
        }
    }
    Ok(inputs.len() as u64)
}

/// Which ends the tests have, in short.
fn ends(explored: &Explored) -> BTreeSet<String> {
    let tests = explored.summary["tests"].as_array().into_iter().flatten();
    tests.filter_map(|test| test["end"].as_str()).map(str::to_owned).collect()
}

fn deep(place: &Path) -> anyhow::Result<Result<(), String>> {
    let explored = explored("deep.c", place, &["--stdin", "1", "--verify-native"])?;
    let mut wrong = Vec::new();
    expect(&mut wrong, explored.is_exhausted(), || format!("not exhausted\n{}", explored.left_out()));
    expect(&mut wrong, ends(&explored).contains("exit 3"), || format!("ends: {:?}", ends(&explored)));
    nothing(wrong)
}

fn branches(place: &Path) -> anyhow::Result<Result<(), String>> {
    let explored = explored("branches.c", place, &["--stdin", "1", "--verify-native"])?;
    let mut wrong = Vec::new();
    expect(&mut wrong, explored.is_exhausted(), || format!("not exhausted\n{}", explored.left_out()));
    let mut said = BTreeSet::new();
    for (_, test) in explored.tests()? {
        said.insert(String::from_utf8_lossy(&test.expected.stdout).trim_end().to_owned());
    }
    let wanted = ["all", "none", "some"].map(str::to_owned).into();
    expect(&mut wrong, said == wanted, || format!("outputs: {said:?}"));
    nothing(wrong)
}

/// Kills every solver process that is seen for a while: some questions stay open, everything else is as always.
fn solver_killed(place: &Path) -> anyhow::Result<Result<(), String>> {
    let out = place.join("out");
    let options = ["--stdin", "17", "--budget", "30s", "--solver-timeout", "3s"];
    let mut running = measure::start(&mut command("hard.c", &out, &options)?)?;
    let mut killed = BTreeSet::new();
    while killed.len() < 3 && running.elapsed() < Duration::from_secs(60) && running.is_running()? {
        for process in running.descendants().into_iter().filter(is_solver) {
            // A moment of work first.
            thread::sleep(Duration::from_millis(200));
            // SAFETY: a process that our own child started and that was there a moment ago.
            unsafe { libc::kill(process, libc::SIGKILL) };
            killed.insert(process);
        }
        thread::sleep(Duration::from_millis(20));
    }
    let explored = tool::finished(&out, running.wait(LIMIT)?)?;
    let mut wrong = Vec::new();
    expect(&mut wrong, !killed.is_empty(), || "no solver process was seen".to_owned());
    expect(&mut wrong, explored.measured.status.success(), || format!("rift failed: {}", explored.said()));
    expect(&mut wrong, !explored.is_exhausted(), || "exhausted, with questions that nobody answered".to_owned());
    let open = explored.left_out().contains("undecided");
    expect(&mut wrong, open, || format!("no undecided question is told\n{}", explored.left_out()));
    let found = whole_tests(&out)?;
    expect(&mut wrong, found == explored.paths(), || format!("{found} tests of {} paths", explored.paths()));
    let quick = explored.tests()?.iter().any(|(_, test)| test.expected.stdout == b"quick\n");
    expect(&mut wrong, quick, || "what is easy was not found either".to_owned());
    nothing(wrong)
}

fn is_solver(process: &libc::pid_t) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word == b"solver-worker")
}

fn memory_limit(place: &Path) -> anyhow::Result<Result<(), String>> {
    const MIB: u64 = 1 << 20;
    let explored = explored("many.c", place, &["--stdin", "12", "--memory", "96M", "--budget", "20s"])?;
    let mut wrong = Vec::new();
    let stopped = &explored.summary["stopped"];
    expect(&mut wrong, stopped == "time" || stopped == "memory", || format!("stopped: {stopped}"));
    let peak = explored.measured.peak;
    expect(&mut wrong, peak < 144 * MIB, || format!("{} MiB in use, with a limit of 96", peak / MIB));
    let found = whole_tests(&explored.dir)?;
    expect(&mut wrong, found == explored.paths() && found > 100, || {
        format!("{found} tests of {} paths", explored.paths())
    });
    nothing(wrong)
}

/// In a file system of a few hundred kilobytes, of our own.
fn disk_full(place: &Path) -> anyhow::Result<Result<(), String>> {
    let (disk, kept) = (place.join("disk"), place.join("kept"));
    fs::create_dir(&disk)?;
    let out = disk.join("out");
    // The summary that the user asked for is on another disk.
    let mut inner = tool::command_with(&out, &place.join("summary.json"))?;
    inner.arg(program("many.c")?).args(["--stdin", "12", "--budget", "60s"]);
    let line = shell_words::join(
        std::iter::once(inner.get_program()).chain(inner.get_args()).map(|word| word.to_string_lossy()),
    );
    let script = format!(
        "mount -t tmpfs -o size=512k none '{disk}' || exit 77\n{line}\nstatus=$?\ncp -r '{out}' '{kept}'\nexit $status",
        disk = disk.display(),
        out = out.display(),
        kept = kept.display()
    );
    let mut outer = Command::new("unshare");
    outer.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    inner.get_envs().for_each(|(name, value)| _ = value.map(|value| outer.env(name, value)));
    let ended = measure::measure(&mut outer, LIMIT)?;
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    if ended.status.code() == Some(77) || said.contains("unshare:") {
        bail!("cannot make a small file system here: {said}");
    }
    let mut wrong = Vec::new();
    expect(&mut wrong, ended.status.code() == Some(2), || format!("{}: {said}", ended.status));
    expect(&mut wrong, said.contains("cannot write"), || format!("the user is told: {said}"));
    let found = whole_tests(&kept)?;
    expect(&mut wrong, found > 20, || format!("{found} tests"));
    match fs::read_to_string(place.join("summary.json")) {
        Err(error) => wrong.push(format!("no summary on the other disk: {error}")),
        Ok(text) => {
            let summary: serde_json::Value = serde_json::from_str(&text)?;
            expect(&mut wrong, summary["stopped"] == "output", || format!("stopped: {}", summary["stopped"]));
        }
    }
    nothing(wrong)
}

fn interrupted(place: &Path) -> anyhow::Result<Result<(), String>> {
    let out = place.join("out");
    let mut running = measure::start(&mut command("many.c", &out, &["--stdin", "12"])?)?;
    wait_for(&mut running, &out, |tests| tests > 200)?;
    let asked = Instant::now();
    running.signal(libc::SIGINT);
    let first = tool::finished(&out, running.wait(LIMIT)?)?;
    let mut wrong = Vec::new();
    expect(&mut wrong, asked.elapsed() < Duration::from_secs(20), || format!("{} s", asked.elapsed().as_secs()));
    expect(&mut wrong, first.measured.status.code() == Some(130), || format!("{}", first.measured.status));
    expect(&mut wrong, first.summary["stopped"] == "interrupted", || format!("{}", first.summary["stopped"]));
    let found = whole_tests(&out)?;
    expect(&mut wrong, found == first.paths(), || format!("{found} tests of {} paths", first.paths()));
    let second = resume(&out, &["--budget", "3s"])?;
    let more = whole_tests(&out)?;
    expect(&mut wrong, more == second.paths() && more > found, || {
        format!("resumed with {found}: {more} tests of {} paths", second.paths())
    });
    nothing(wrong)
}

fn resume(out: &Path, options: &[&str]) -> anyhow::Result<Explored> {
    let mut command = tool::command(out)?;
    tool::explore(command.arg("--resume").args(options), out, LIMIT)
}

/// Until there are so many tests.
fn wait_for(running: &mut Running, out: &Path, enough: impl Fn(usize) -> bool) -> anyhow::Result<()> {
    let count = || fs::read_dir(out.join("tests")).map_or(0, Iterator::count);
    while !enough(count()) {
        if !running.is_running()? || running.elapsed() > LIMIT {
            bail!("it ended or stood still with {} tests", count());
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Stopped by its budget, resumed and killed, then resumed to the end: the same paths as in one go.
fn killed(place: &Path) -> anyhow::Result<Result<(), String>> {
    let whole = explored("slow.c", place, &["--stdin", "4"])?;
    let out = place.join("killed");
    let mut first = command("slow.c", &out, &["--stdin", "4", "--budget", "100runs"])?;
    let begun = tool::explore(&mut first, &out, LIMIT)?.paths();
    let mut second = tool::command(&out)?;
    let mut running = measure::start(second.arg("--resume"))?;
    wait_for(&mut running, &out, |tests| tests as u64 > begun + 50)?;
    running.signal(libc::SIGKILL);
    running.wait(LIMIT)?;
    let mut wrong = Vec::new();
    let resumed = resume(&out, &[])?;
    expect(&mut wrong, resumed.is_exhausted(), || format!("not exhausted\n{}", resumed.left_out()));
    let (paths, after) = (resumed.paths(), whole_tests(&out)?);
    expect(&mut wrong, paths == whole.paths() && after == paths, || {
        format!("{} paths in one go; stopped at {begun}, killed, resumed: {paths} paths, {after} tests", whole.paths())
    });
    nothing(wrong)
}

/// What is there is whole; going on is refused, beginning anew is not.
fn killed_early(place: &Path) -> anyhow::Result<Result<(), String>> {
    let out: PathBuf = place.join("out");
    let mut running = measure::start(&mut command("many.c", &out, &["--stdin", "12"])?)?;
    wait_for(&mut running, &out, |tests| tests > 5)?;
    running.signal(libc::SIGKILL);
    running.wait(LIMIT)?;
    let mut wrong = Vec::new();
    if let Err(error) = whole_tests(&out) {
        wrong.push(format!("{error:#}"));
    }
    let mut again = command("many.c", &out, &["--stdin", "12", "--budget", "100runs"])?;
    let anew = tool::explore(&mut again, &out, LIMIT)?;
    let tests = whole_tests(&out)?;
    expect(&mut wrong, tests == anew.paths(), || format!("{tests} tests of {} paths", anew.paths()));
    nothing(wrong)
}
