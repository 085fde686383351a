//! `rift diff` as a user runs it: the command line, and the report that it leaves.

use super::budget::Budget;
use super::report::Report;
use super::subject::{Change, Subject};
use super::versions::Versions;
use crate::directives::Run;
use crate::explore::measure::{Measured, measure};
use crate::explore::tool::Rift;
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What is asked for, beside the versions and the space.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub strategy: &'a str,
    /// For the search.
    pub budget: Budget,
    pub seed: u64,
    pub until: Until,
    /// What all limits of native runs are multiplied by.
    pub limits: u32,
    /// Further options of `rift diff`.
    pub options: &'a [String],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    FirstDifference,
    BudgetIsUsedUp,
}

pub enum Answer {
    Answered(Box<Answered>),
    /// This rift has no such strategy.
    Unknown,
}

pub struct Answered {
    pub report: Report,
    /// What was written beside the report.
    pub dir: PathBuf,
    pub measured: Measured,
}

/// Beyond the budget, for building, confirming and writing.
pub const SLACK: Duration = Duration::from_secs(120);
/// More than any search finds.
const ALL: &str = "100000";
const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;

/// One search. Anything but a report that agrees with the exit status is an error.
pub fn diff(rift: &Rift, subject: &Subject, versions: &Versions, asked: &Asked) -> anyhow::Result<Answer> {
    // Goes with the versions.
    let place = tempfile::Builder::new().prefix(asked.strategy).tempdir_in(versions.dir.path());
    let place = place.context("cannot make a temporary directory")?.keep();
    let (dir, json) = (place.join("out"), place.join("report.json"));
    let mut command = command(rift, subject, versions, subject.tests.as_deref());
    command.args(asked.options);
    command.args(["--strategy", asked.strategy, "--jobs", "1", "--seed", &asked.seed.to_string()]);
    command.args(["--budget", &asked.budget.to_string()]);
    if asked.limits > 1 {
        command.args(["--native-limits", &asked.limits.to_string()]);
    }
    command.arg("--json").arg(&json).arg("--out").arg(&dir);
    match asked.until {
        Until::FirstDifference => command.arg("--first"),
        Until::BudgetIsUsedUp => command.args(["--max-differences", ALL]),
    };
    let measured = measure(&mut command, asked.budget.time + SLACK)?;
    let said = String::from_utf8_lossy(&measured.stderr);
    match measured.status.code() {
        Some(0 | DIFFERENT) => {}
        Some(TROUBLE) if is_unknown_strategy(&said) => return Ok(Answer::Unknown),
        _ => bail!("rift failed ({}): {}", measured.status, said.trim_end()),
    }
    let report = Report::read(&json)?;
    let is_different = measured.status.code() == Some(DIFFERENT);
    if is_different == report.differences.is_empty() {
        bail!("{}, but the report says {:?}", measured.status, report.verdict);
    }
    Ok(Answer::Answered(Box::new(Answered { report, dir, measured })))
}

/// Has both versions compiled, so that searches can be compared: what is compiled is cached. The one input that it
/// begins with is known to show the difference, so that the builds that confirm a finding are among them. Failures show
/// later.
pub fn warm(rift: &Rift, subject: &Subject, change: &Change, versions: &Versions) -> anyhow::Result<()> {
    let tests = change.witness.as_ref().map(|witness| tests_file(witness, versions)).transpose()?;
    let mut command = command(rift, subject, versions, tests.as_deref());
    measure(command.args(["--first", "--budget", "1runs"]), SLACK).map(drop)
}

/// One input as a file for `--tests`.
fn tests_file(input: &Run, versions: &Versions) -> anyhow::Result<PathBuf> {
    let (stdin, tests) = (versions.dir.path().join("witness.stdin"), versions.dir.path().join("witness.txt"));
    let words = input.args.iter().map(|word| String::from_utf8_lossy(word).into_owned());
    let line = shell_words::join(std::iter::once("program".to_owned()).chain(words));
    for (file, text) in [(&stdin, input.stdin.clone()), (&tests, format!("{line} < witness.stdin\n").into_bytes())] {
        fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    Ok(tests)
}

fn command(rift: &Rift, subject: &Subject, versions: &Versions, tests: Option<&Path>) -> Command {
    let mut command = rift.command();
    command.arg("diff").arg(&versions.sources.old).arg(&versions.sources.new).arg("--quiet");
    for shape in &subject.space.shapes_in_words {
        // In one word: a shape may begin with a hyphen.
        command.arg(format!("--args={shape}"));
    }
    if subject.space.stdin > 0 {
        command.args(["--stdin", &subject.space.stdin.to_string()]);
    }
    if let Some(tests) = tests {
        command.arg("--tests").arg(tests);
    }
    command
}

/// As the parser of command lines words it.
fn is_unknown_strategy(said: &str) -> bool {
    said.lines().any(|line| line.contains("invalid value") && line.contains("--strategy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unknown_strategy_is_one() {
        let unknown = "error: invalid value 'reach' for '--strategy <NAME>'\n  [possible values: auto, dse]\n";
        assert!(is_unknown_strategy(unknown));
        assert!(!is_unknown_strategy("error: unexpected argument '--json' found\n"));
        assert!(!is_unknown_strategy("error: invalid value 'x' for '--budget <BUDGET>'\n"));
    }
}
