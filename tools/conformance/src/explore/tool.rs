//! `rift explore` as a user runs it: the command line, its summary (`rift.explore/1`) and the tests that it wrote.

use super::enumerate::{Behaviour, Ending};
use super::measure::{Measured, measure};
use super::space::Oracle;
use crate::place::{beside, build_options};
use anyhow::{Context, anyhow, bail};
use rift_report::{End, TestCase};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// An exploration that came to an end.
pub struct Explored {
    pub summary: Value,
    /// What it wrote.
    pub dir: PathBuf,
    pub measured: Measured,
}

/// `rift explore` with a directory for its output; the caller adds the program and what is symbolic.
pub fn command(dir: &Path) -> anyhow::Result<Command> {
    command_with(dir, &summary_path(dir))
}

/// With a place of its own for the summary.
pub fn command_with(dir: &Path, summary: &Path) -> anyhow::Result<Command> {
    let mut command = rift()?;
    command.arg("explore").arg("--quiet").arg("--out").arg(dir).arg("--json").arg(summary);
    Ok(command)
}

/// rift itself, with the cache of these tests.
pub fn rift() -> anyhow::Result<Command> {
    Ok(Rift::chosen(None)?.command())
}

/// A rift to run.
#[derive(Debug, Clone)]
pub struct Rift {
    pub program: PathBuf,
    pub cache: PathBuf,
}

impl Rift {
    /// The one of that name, else the one beside this program.
    pub fn chosen(program: Option<&Path>) -> anyhow::Result<Rift> {
        let program = match program {
            None => beside()?.join("rift"),
            Some(path) => path.canonicalize().with_context(|| format!("cannot find `{}`", path.display()))?,
        };
        Ok(Rift { program, cache: build_options()?.cache.context("there is no cache")? })
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.env("RIFT_CACHE", &self.cache);
        command
    }
}

fn summary_path(dir: &Path) -> PathBuf {
    dir.with_extension("json")
}

/// Runs it to its end; an error if it does not write a summary or takes longer than `limit`.
pub fn explore(command: &mut Command, dir: &Path, limit: Duration) -> anyhow::Result<Explored> {
    let measured = measure(command, limit)?;
    let explored = finished(dir, measured)?;
    match explored.measured.status.code() {
        Some(0 | 1) => Ok(explored),
        _ => bail!("rift failed: {}", explored.said()),
    }
}

/// What an exploration left, however it ended.
pub fn finished(dir: &Path, measured: Measured) -> anyhow::Result<Explored> {
    let path = summary_path(dir);
    let said = || {
        let text = String::from_utf8_lossy(&measured.stderr);
        anyhow!("no summary in `{}` ({}): {}", path.display(), measured.status, text.trim_end())
    };
    let text = fs::read(&path).map_err(|_| said())?;
    let summary: Value = serde_json::from_slice(&text).with_context(|| format!("`{}`", path.display()))?;
    if summary["schema"] != "rift.explore/1" {
        bail!("`{}` has the schema {}", path.display(), summary["schema"]);
    }
    Ok(Explored { summary, dir: dir.to_owned(), measured })
}

impl Explored {
    pub fn is_exhausted(&self) -> bool {
        self.summary["exhausted"] == true
    }

    pub fn paths(&self) -> u64 {
        self.summary["paths"].as_u64().unwrap_or(0)
    }

    /// A number of `stats`; 0 if it is not there.
    pub fn stat(&self, name: &str) -> u64 {
        self.summary["stats"][name].as_u64().unwrap_or(0)
    }

    pub fn said(&self) -> String {
        let Measured { stdout, stderr, .. } = &self.measured;
        let said = [stdout.as_slice(), stderr.as_slice()].concat();
        String::from_utf8_lossy(&said).trim_end().to_owned()
    }

    /// All lists of the summary that say what was left out, for people.
    pub fn left_out(&self) -> String {
        let told = |name: &&str| self.summary[*name].as_array().is_some_and(|list| !list.is_empty());
        let shown = |name: &str| format!("{name}: {}", self.summary[name]);
        ["incomplete", "unsupported"].into_iter().filter(told).map(shown).collect::<Vec<_>>().join("\n")
    }

    /// The tests that the summary lists, each a file that can be read.
    pub fn tests(&self) -> anyhow::Result<Vec<(String, TestCase)>> {
        let entries = self.summary["tests"].as_array().context("the summary lists no tests")?;
        let mut tests = Vec::with_capacity(entries.len());
        for entry in entries {
            let file = entry["file"].as_str().context("a test without a file")?;
            tests.push((file.to_owned(), read_test(&self.dir.join(file))?));
        }
        Ok(tests)
    }
}

pub fn read_test(path: &Path) -> anyhow::Result<TestCase> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    TestCase::parse(&text).with_context(|| format!("cannot read `{}`", path.display()))
}

const SIGABRT: i32 = 6;

/// What a test predicts, in the words of the native oracle.
pub fn predicted(test: &TestCase, oracle: Oracle) -> anyhow::Result<Behaviour> {
    let ending = match &test.expected.end {
        End::Exit(status) => Ending::Exit(*status),
        End::Signal(number) => Ending::Signal(*number),
        End::Panic { .. } => Ending::Signal(SIGABRT),
        End::Fault { kind, .. } if oracle == Oracle::AddressSanitizer => Ending::Fault(kind.clone()),
        End::Fault { signal: Some(signal), .. } => Ending::Signal(*signal),
        End::Fault { kind, position, .. } => bail!("a fault that natively need not show: {kind} at {position}"),
        End::Reports { kind, position, .. } => bail!("a fault that natively need not show: {kind} at {position}"),
        End::Endless(seconds) => bail!("not an end of the program: none within {seconds} s"),
        End::Other(what) => bail!("not an end of the program: {what}"),
    };
    Ok(Behaviour { ending, stdout: test.expected.stdout.clone() })
}
