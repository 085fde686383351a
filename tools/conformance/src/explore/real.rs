//! `rift explore` on programs of real size, for a while each: no error of the engine, paths and coverage that grow with
//! time, gaps that are told, and tests that hold natively. Each folder of tests/explore/real is a subject: C with a
//! `subject.txt` as in tests/subjects, or a cargo package beside one.

use super::named;
use super::tool::{self, Explored};
use crate::directives::Run;
use crate::fetch::fetch;
use crate::limits::ProcessLimits;
use crate::machine::{self, NativeToo};
use crate::native;
use crate::place::{in_root, temporary};
use crate::seen::{self, Seen, compare};
use crate::subjects::{Recipe, recipe};
use crate::tally::{Verdict, each, say};
use anyhow::{Context, bail};
use clap::Args;
use rift_ingest::{CargoTarget, Source};
use rift_report::{End, TestCase};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct RealArguments {
    /// How long each program is explored.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Only subjects with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How many tests of each are run natively, evenly taken.
    #[arg(long, value_name = "N", default_value_t = 300)]
    sample: usize,
}

/// Beyond the budget, for building, for the run that is under way and for writing the summary.
const SLACK: Duration = Duration::from_secs(300);

/// Coverage is to grow from here.
const FEW: &str = "20runs";

struct Subject {
    name: String,
    dir: PathBuf,
    recipe: Recipe,
}

pub fn real(arguments: &RealArguments, jobs: usize) -> anyhow::Result<bool> {
    let root = in_root("tests/explore/real")?;
    let mut subjects = Vec::new();
    for entry in fs::read_dir(&root).with_context(|| format!("cannot read `{}`", root.display()))? {
        let dir = entry?.path();
        subjects.push(Subject { name: named(&dir), recipe: recipe(&dir)?, dir });
    }
    subjects.retain(|subject| arguments.filter.as_ref().is_none_or(|text| subject.name.contains(text.as_str())));
    subjects.sort_by(|a, b| a.name.cmp(&b.name));
    if subjects.is_empty() {
        bail!("no subject has that name");
    }
    let wanted: BTreeSet<_> = subjects.iter().map(|s| s.recipe.krate.clone()).filter(|k| !k.0.is_empty()).collect();
    let crates = if wanted.is_empty() { BTreeMap::new() } else { fetch(&wanted)? };
    let check = |subject: &Subject| Verdict::of(check(subject, &crates, arguments));
    Ok(each("real programs", &subjects, jobs, |subject| subject.name.clone(), check).finish())
}

fn check(
    subject: &Subject,
    crates: &BTreeMap<String, PathBuf>,
    arguments: &RealArguments,
) -> anyhow::Result<Result<(), String>> {
    let place = temporary()?;
    let program = Built::of(subject, crates, place.path())?;
    // Some runs, and all that time allows.
    let budget = format!("{}s", arguments.seconds);
    let short = program.explore(subject, &place.path().join("short"), FEW, arguments)?;
    let long = program.explore(subject, &place.path().join("long"), &budget, arguments)?;
    let mut wrong = String::new();
    let (paths, edges) = ((short.paths(), long.paths()), (edges(&short), edges(&long)));
    if !short.is_exhausted() {
        if paths.0 >= paths.1 {
            wrong += &format!("{} paths in {FEW}, {} in {budget}\n", paths.0, paths.1);
        }
        if edges.0 >= edges.1 {
            wrong += &format!("{} edges in {FEW}, {} in {budget}\n", edges.0, edges.1);
        }
    }
    let (held, different) = program.verify(&long, arguments.sample)?;
    wrong += &different;
    say(&format!(
        "{}: {} paths, {} edges after {FEW}; {} paths, {} edges after {budget}{}; {held} tests hold natively",
        subject.name,
        paths.0,
        edges.0,
        paths.1,
        edges.1,
        if long.is_exhausted() { " (exhausted)" } else { "" },
    ));
    for gap in long.summary["unsupported"].as_array().into_iter().flatten() {
        say(&format!("{}: not supported: {} ({})", subject.name, gap["what"], gap["count"]));
    }
    Ok(if wrong.is_empty() { Ok(()) } else { Err(wrong) })
}

fn edges(explored: &Explored) -> u64 {
    explored.summary["coverage"]["edges"].as_u64().unwrap_or(0)
}

/// A subject with what is needed to run it either way.
struct Built {
    /// For rift: what it is to explore.
    sources: Vec<PathBuf>,
    flags: Vec<String>,
    native: PathBuf,
}

impl Built {
    fn of(subject: &Subject, crates: &BTreeMap<String, PathBuf>, place: &Path) -> anyhow::Result<Built> {
        if subject.dir.join("Cargo.toml").is_file() {
            let (dir, target) = (subject.dir.clone(), CargoTarget::Bin(None));
            let source = Source::Cargo { dir, target, arguments: Vec::new() };
            let native = machine::prepare(&source, NativeToo::Yes)?.native.context("there is no native build")?;
            return Ok(Built { sources: vec![subject.dir.clone()], flags: Vec::new(), native });
        }
        let krate = crates.get(&subject.recipe.krate.0).unwrap_or(&subject.dir);
        let (sources, flags) = subject.recipe.program(&subject.dir, krate)?;
        let native = place.join("native");
        native::clang(&sources, &flags, "-O0", &native)?;
        Ok(Built { sources, flags, native })
    }

    fn explore(
        &self,
        subject: &Subject,
        out: &Path,
        budget: &str,
        arguments: &RealArguments,
    ) -> anyhow::Result<Explored> {
        let mut command = tool::command(out)?;
        command.args(&self.sources).args(&subject.recipe.explore).args(["--budget", budget]);
        if !self.flags.is_empty() {
            command.arg("--cflags").arg(shell_words::join(&self.flags));
        }
        let explored = tool::explore(&mut command, out, Duration::from_secs(arguments.seconds) + SLACK)?;
        match explored.paths() {
            0 => bail!("no path in {budget}: {}", explored.said()),
            _ => Ok(explored),
        }
    }

    /// How many tests of a sample hold, and where others do not.
    fn verify(&self, explored: &Explored, sample: usize) -> anyhow::Result<(usize, String)> {
        let entries = explored.summary["tests"].as_array().context("the summary lists no tests")?;
        let every = entries.len().div_ceil(sample.max(1)).max(1);
        let (mut held, mut different) = (0, String::new());
        for entry in entries.iter().step_by(every) {
            let file = entry["file"].as_str().context("a test without a file")?;
            let test = tool::read_test(&explored.dir.join(file))?;
            let Some(expected) = expected(&test) else { continue };
            let name = test.input.argv.first().map(|name| String::from_utf8_lossy(name).into_owned());
            let run = run_of(&test);
            let seen = native::run(&self.native, &name.unwrap_or_default(), &run, &ProcessLimits::default())?;
            match compare(&seen.context("the native build took too long")?, &expected) {
                Ok(()) => held += 1,
                Err(text) => different += &format!("{file}: {text}\n{}\n", input_of(&run)),
            }
        }
        Ok((held, different))
    }
}

fn run_of(test: &TestCase) -> Run {
    Run {
        args: test.input.argv.iter().skip(1).cloned().collect(),
        stdin: test.input.stdin.clone(),
        files: test.input.files.clone(),
        env: test.input.env.clone(),
    }
}

fn input_of(run: &Run) -> String {
    let arguments: Vec<_> = run.args.iter().map(|argument| format!("\"{}\"", argument.escape_ascii())).collect();
    format!("arguments [{}], stdin \"{}\"", arguments.join(", "), run.stdin.escape_ascii())
}

const SIGABRT: i32 = 6;

/// What the native build must show; `None` where it need not notice.
fn expected(test: &TestCase) -> Option<Seen> {
    let end = match &test.expected.end {
        End::Exit(status) => seen::End::Exit(*status),
        End::Signal(number) => seen::End::Signal(*number),
        End::Panic { .. } => seen::End::Signal(SIGABRT),
        End::Fault { signal, .. } => seen::End::Signal((*signal)?),
        End::Endless(_) | End::Reports { .. } | End::Other(_) => return None,
    };
    let files = &test.expected.files;
    Some(Seen {
        end,
        stdout: test.expected.stdout.clone(),
        stderr: test.expected.stderr.clone(),
        written: files.written.clone(),
        removed: files.removed.clone(),
        new_directories: files.new_directories.clone(),
    })
}
