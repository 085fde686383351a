//! What can go wrong around `rift diff`, done on purpose. Whatever happens: every difference that was shown is in the
//! report that is left, the report can be read, and the tests that it names are there. A search that was killed goes on
//! with `--resume`, and has all of them, once. The programs are in tests/diff/faults.

use crate::explore::measure::{self, Measured, Running};
use crate::explore::tool::rift;
use crate::place::{in_root, temporary};
use crate::tally::{Tally, Verdict, each, say};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use rift_fuzz::random::Random;
use rift_report::{DiffDirectory, DiffReport};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

#[derive(Args)]
pub struct FaultsArguments {
    /// How often rift is killed, at random moments.
    #[arg(long, value_name = "N", default_value_t = 50)]
    kills: usize,
    /// How often the disk is full from a random moment on.
    #[arg(long, value_name = "N", default_value_t = 10)]
    full: usize,
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Only cases with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

/// Long enough for all of them on a machine with other things to do.
const LIMIT: Duration = Duration::from_secs(120);
const SEARCH: &str = "3s";
const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;
const INTERRUPTED: i32 = 130;
/// A status of no program: the file system could not be made.
const NO_DISK: i32 = 77;

enum Case {
    /// Killed, twice, each followed by a search that goes on.
    Killed([Duration; 2]),
    /// The disk is full from then on, or for a second.
    Full(Duration, Freed),
    Named(&'static str, fn(&Path) -> Checked),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Freed {
    Never,
    Soon,
}

/// What is wrong, if anything.
type Checked = anyhow::Result<Result<(), String>>;

pub fn faults(arguments: &FaultsArguments, jobs: usize) -> anyhow::Result<bool> {
    // Compiles the versions, too: what is killed later is a search.
    let whole = undisturbed()?;
    say(&format!("{} differences in {:.1} s without faults", whole.1, whole.0.as_secs_f64()));
    let mut random = Random::new(arguments.seed);
    let mut moment = || whole.0.mul_f64(random.below(1000) as f64 / 1000.0);
    let mut cases: Vec<Case> = (0..arguments.kills.div_ceil(2)).map(|_| Case::Killed([moment(), moment()])).collect();
    // A disk that is full for a second is free again before the end.
    cases.extend((0..arguments.full).map(|number| match number % 2 {
        0 => Case::Full(moment(), Freed::Never),
        _ => Case::Full(moment() / 2, Freed::Soon),
    }));
    cases.extend([
        Case::Named("solver killed", solver_killed),
        Case::Named("solver hangs", solver_hangs),
        Case::Named("out of memory", out_of_memory),
        Case::Named("interrupted", interrupted),
        Case::Named("read-only directory", read_only),
    ]);
    cases.retain(|case| arguments.filter.as_ref().is_none_or(|text| case.name().contains(text.as_str())));
    if cases.is_empty() {
        bail!("no case has that name");
    }
    let check = |case: &Case| match temporary() {
        Ok(place) => Verdict::of(case.check(place.path())),
        Err(error) => Verdict::Fail(format!("{error:#}")),
    };
    let tally: Tally = each("faults", &cases, jobs, Case::name, check);
    Ok(tally.finish())
}

impl Case {
    fn name(&self) -> String {
        let seconds = |moment: &Duration| format!("{:.2} s", moment.as_secs_f64());
        match self {
            Case::Killed([first, second]) => format!("killed after {} and {}", seconds(first), seconds(second)),
            Case::Full(moment, Freed::Never) => format!("disk full after {}", seconds(moment)),
            Case::Full(moment, Freed::Soon) => format!("disk full after {}, for a second", seconds(moment)),
            Case::Named(name, _) => (*name).to_owned(),
        }
    }

    fn check(&self, place: &Path) -> Checked {
        match self {
            Case::Killed(moments) => killed(place, moments),
            Case::Full(moment, freed) => full(place, *moment, *freed),
            Case::Named(_, check) => check(place),
        }
    }
}

fn command(out: &Path, options: &[&str]) -> anyhow::Result<Command> {
    let mut command = plain_command()?;
    command.args(["--stdin", "8"]).arg("--out").arg(out).args(options);
    if !options.contains(&"--budget") {
        command.args(["--budget", SEARCH]);
    }
    Ok(command)
}

fn plain_command() -> anyhow::Result<Command> {
    of_versions(["old.c", "new.c"])
}

fn of_versions(versions: [&str; 2]) -> anyhow::Result<Command> {
    let programs = in_root("tests/diff/faults")?;
    let mut command = rift()?;
    command.arg("diff").args(versions.map(|name| programs.join(name)));
    command.args(["--max-differences", "100"]);
    Ok(command)
}

/// How long it takes, and how much it finds.
fn undisturbed() -> anyhow::Result<(Duration, usize)> {
    let place = temporary()?;
    let out = place.path().join("out");
    measure::measure(&mut command(&out, &[])?, LIMIT)?;
    let ended = measure::measure(&mut command(&out, &[])?, LIMIT)?;
    let report = left(&out, &ended)?.ok_or_else(|| anyhow!("there is no report"))?;
    if ended.status.code() != Some(DIFFERENT) || !report.complete || report.differences.len() < 5 {
        let count = report.differences.len();
        bail!("{}, {count} differences, complete: {}: {}", ended.status, report.complete, said(&ended));
    }
    Ok((ended.wall, report.differences.len()))
}

fn said(ended: &Measured) -> String {
    String::from_utf8_lossy(&ended.stderr).trim_end().to_owned()
}

/// Ids of the differences that the user was told of.
fn shown(ended: &Measured) -> BTreeSet<String> {
    let id = |line: &str| Some(line.strip_prefix("rift: found ")?.split(':').next()?.to_owned());
    // The last line may have been cut off.
    let text = said_whole(ended);
    text.lines().filter_map(id).collect()
}

fn said_whole(ended: &Measured) -> String {
    let text = String::from_utf8_lossy(&ended.stderr).into_owned();
    text.rfind('\n').map_or_else(String::new, |end| text[..=end].to_owned())
}

/// The report that is left, if there is one; an error if it is not whole or lacks something that was shown.
fn left(out: &Path, ended: &Measured) -> anyhow::Result<Option<DiffReport>> {
    let shown = shown(ended);
    if !out.join("report.json").exists() {
        return match shown.is_empty() {
            true => Ok(None),
            false => Err(anyhow!("{} differences were shown, and there is no report", shown.len())),
        };
    }
    let report = DiffDirectory::read(out)?;
    for id in &shown {
        if !report.differences.iter().any(|difference| difference.is_called(id)) {
            bail!("{id} was shown, and is not in the report");
        }
    }
    for difference in &report.differences {
        let test = out.join(DiffDirectory::script(&difference.id));
        let text = fs::read(&test).with_context(|| format!("no test `{}`", test.display()))?;
        if !text.ends_with(b"\n") {
            bail!("the test `{}` is cut off", test.display());
        }
    }
    Ok(Some(report))
}

/// Each kill is followed by a search that goes on, has all that was shown before, and ends.
fn killed(place: &Path, moments: &[Duration]) -> Checked {
    for (number, moment) in moments.iter().enumerate() {
        let out = place.join(format!("out{number}"));
        let mut running = measure::start(&mut command(&out, &[])?)?;
        while running.elapsed() < *moment && running.is_running()? {
            thread::sleep(Duration::from_millis(1));
        }
        running.signal(libc::SIGKILL);
        let ended = running.wait(LIMIT)?;
        let report = left(&out, &ended)?;
        let is_over = ended.status.code() == Some(DIFFERENT);
        match report {
            // One that was killed at its very end may have said so before.
            Some(report) if is_over && !report.complete => return Ok(Err("the last report is partial".to_owned())),
            Some(report) if !report.complete && !fs::read_to_string(out.join("report.txt"))?.contains("partial") => {
                return Ok(Err("report.txt does not say that it is partial".to_owned()));
            }
            _ => {}
        }
        if let Err(problem) = resumed(&out, &ended)? {
            return Ok(Err(problem));
        }
    }
    Ok(Ok(()))
}

/// Goes on with a search that was killed.
fn resumed(out: &Path, killed: &Measured) -> Checked {
    let ended = measure::measure(&mut command(out, &["--resume"])?, LIMIT)?;
    let Some(report) = left(out, &ended)? else { return Ok(Err("there is no report after --resume".to_owned())) };
    if ended.status.code() != Some(DIFFERENT) || !report.complete {
        return Ok(Err(format!("--resume: {}: {}", ended.status, said(&ended))));
    }
    let before = shown(killed);
    if let Some(id) = before.iter().find(|id| !report.differences.iter().any(|difference| difference.is_called(id))) {
        return Ok(Err(format!("{id} was shown before the kill, and is not in the report after --resume")));
    }
    if let Some(id) = shown(&ended).intersection(&before).next() {
        return Ok(Err(format!("{id} was shown before the kill, and again after --resume")));
    }
    let mut names: Vec<&String> = report.differences.iter().flat_map(|difference| &difference.found_as).collect();
    names.sort();
    Ok(match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{} is in the report twice after --resume", pair[0])),
        None => Ok(()),
    })
}

/// In a small file system of our own, which something else fills.
fn full(place: &Path, moment: Duration, freed: Freed) -> Checked {
    let (disk, kept) = (place.join("disk"), place.join("kept"));
    fs::create_dir(&disk)?;
    let out = disk.join("out");
    let free = if freed == Freed::Soon { "sleep 1; rm filler" } else { "true" };
    let script = format!(
        "mount -t tmpfs -o size=2m none '{disk}' || exit {NO_DISK}\n\
         (cd '{disk}' && sleep {seconds}; cat /dev/zero > filler 2> /dev/null; {free}) &\n\
         {line}\nstatus=$?\nwait\ncp -r '{out}' '{kept}'\nexit $status",
        disk = disk.display(),
        seconds = moment.as_secs_f64(),
        line = words(&command(&out, &[])?),
        out = out.display(),
        kept = kept.display()
    );
    let ended = in_own_mounts(&script)?;
    let report = left(&kept, &ended)?;
    let printed = String::from_utf8_lossy(&ended.stdout).matches("\ndifference ").count();
    let shown = shown(&ended).len();
    let wrong = match (ended.status.code(), report) {
        (Some(DIFFERENT), Some(report)) if report.complete => String::new(),
        (Some(TROUBLE), _) if freed == Freed::Never && said(&ended).contains("the report could not be written") => {
            match shown > 0 && printed == 0 {
                true => "nothing was printed".to_owned(),
                false => String::new(),
            }
        }
        (_, report) => {
            let complete = report.map(|report| report.complete);
            format!("{}, complete: {complete:?}, {shown} shown: {}", ended.status, said(&ended))
        }
    };
    Ok(if wrong.is_empty() { Ok(()) } else { Err(wrong) })
}

fn words(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    let variables = variables.map(|(name, value)| format!("{}={}", name.to_string_lossy(), value.to_string_lossy()));
    let all = std::iter::once(command.get_program()).chain(command.get_args());
    let all = all.map(|word| word.to_string_lossy().into_owned());
    shell_words::join(std::iter::once("env".to_owned()).chain(variables).chain(all))
}

fn in_own_mounts(script: &str) -> anyhow::Result<Measured> {
    let mut outer = Command::new("unshare");
    // SAFETY: a call without arguments that cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        outer.args(["--user", "--map-root-user"]);
    }
    outer.args(["--mount", "sh", "-c", script]);
    let ended = measure::measure(&mut outer, LIMIT)?;
    if ended.status.code() == Some(NO_DISK) || said(&ended).contains("unshare:") {
        bail!("cannot make a small file system here: {}", said(&ended));
    }
    Ok(ended)
}

fn is_solver(process: &libc::pid_t) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word == b"solver-worker")
}

fn solver_killed(place: &Path) -> Checked {
    solver(place, libc::SIGKILL)
}

/// It is stopped, and never answers.
fn solver_hangs(place: &Path) -> Checked {
    solver(place, libc::SIGSTOP)
}

/// Some questions stay open; everything else is as always.
fn solver(place: &Path, signal: i32) -> Checked {
    let out = place.join("out");
    let mut command = of_versions(["hard-old.c", "hard-new.c"])?;
    command.args(["--stdin", "17", "--budget", "10s", "--out"]).arg(&out);
    let mut running = measure::start(&mut command)?;
    let mut signalled = BTreeSet::new();
    while running.elapsed() < LIMIT && running.is_running()? {
        for process in running.descendants().into_iter().filter(is_solver) {
            if signalled.len() < 3 && signalled.insert(process) {
                // A moment of work first.
                thread::sleep(Duration::from_millis(100));
                // SAFETY: a process that our own child started and that was there a moment ago.
                unsafe { libc::kill(process, signal) };
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    let ended = running.wait(LIMIT)?;
    let report = left(&out, &ended)?;
    let is_whole = report.is_some_and(|report| report.complete && !report.differences.is_empty());
    Ok(match () {
        () if signalled.is_empty() => Err("no solver process was seen".to_owned()),
        () if ended.status.code() != Some(DIFFERENT) || !is_whole => Err(format!("{}: {}", ended.status, said(&ended))),
        () => Ok(()),
    })
}

/// Until something was found.
fn wait_for_difference(running: &mut Running, out: &Path) -> anyhow::Result<()> {
    let is_found = || DiffDirectory::read(out).is_ok_and(|report| !report.differences.is_empty());
    while !is_found() {
        if !running.is_running()? || running.elapsed() > LIMIT {
            bail!("it ended or stood still without a difference");
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// After the first difference there is hardly any more to have.
fn out_of_memory(place: &Path) -> Checked {
    let out = place.join("out");
    let mut running = measure::start(&mut command(&out, &["--budget", "60s"])?)?;
    wait_for_difference(&mut running, &out)?;
    running.limit_memory(1 << 20)?;
    let ended = running.wait(LIMIT)?;
    let report = left(&out, &ended)?;
    let is_left = report.as_ref().is_some_and(|report| !report.differences.is_empty());
    // It may notice and end by itself, or be ended by the first allocation that fails.
    Ok(match ended.status.code() {
        Some(DIFFERENT) => Err("it had enough memory: nothing was tried".to_owned()),
        None | Some(TROUBLE | 101) if is_left => Ok(()),
        _ => Err(format!("{}: {}", ended.status, said(&ended))),
    })
}

fn interrupted(place: &Path) -> Checked {
    let out = place.join("out");
    let mut running = measure::start(&mut command(&out, &["--budget", "60s"])?)?;
    wait_for_difference(&mut running, &out)?;
    running.signal(libc::SIGINT);
    let ended = running.wait(LIMIT)?;
    let report = left(&out, &ended)?.ok_or_else(|| anyhow!("there is no report"))?;
    let is_good = [Some(DIFFERENT), Some(INTERRUPTED)].contains(&ended.status.code())
        && report.complete
        && report.bounds.stopped == "interrupted";
    Ok(if is_good { Ok(()) } else { Err(format!("{}: {}", ended.status, said(&ended))) })
}

/// Refused at once, and nothing is left.
fn read_only(place: &Path) -> Checked {
    let disk = place.join("disk");
    fs::create_dir(&disk)?;
    for (option, target) in [("--out", disk.join("out")), ("--json", disk.join("report.json"))] {
        let mut command = plain_command()?;
        command.arg(option).arg(target);
        let mount = format!("mount -t tmpfs -o ro none '{}' || exit {NO_DISK}", disk.display());
        let script = format!("{mount}\n{}", words(&command));
        let ended = in_own_mounts(&script)?;
        if ended.status.code() != Some(TROUBLE) || ended.wall > Duration::from_secs(5) {
            return Ok(Err(format!("{option}: {} after {:?}: {}", ended.status, ended.wall, said(&ended))));
        }
        if !said(&ended).contains("Read-only file system") {
            return Ok(Err(format!("{option}: {}", said(&ended))));
        }
    }
    Ok(Ok(()))
}
