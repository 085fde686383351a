//! The corpus: small programs, each aimed at one construct or library function.

use crate::directives::{self, Directives};
use crate::limits::ProcessLimits;
use crate::machine::{self, NativeToo, RunLimits};
use crate::place::{in_root, temporary};
use crate::seen::{Seen, compare};
use crate::tally::{Verdict, each};
use crate::{native, tool};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rift_ingest::Source;
use rift_vm::Stop;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct CorpusArguments {
    /// Only programs with this in their path.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only this part of the corpus.
    #[arg(long)]
    language: Option<Part>,
    /// Only each N-th program.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    C,
    Cpp,
    Rust,
    /// Programs that must end in a named fault.
    Faults,
    /// A project of several files, built by its own configure and make.
    Tool,
}

impl Part {
    const ALL: [Part; 5] = [Part::C, Part::Cpp, Part::Rust, Part::Faults, Part::Tool];

    fn folder(self) -> &'static str {
        match self {
            Part::C => "c",
            Part::Cpp => "cpp",
            Part::Rust => "rust",
            Part::Faults => "faults",
            Part::Tool => "tool",
        }
    }
}

struct Case {
    part: Part,
    path: PathBuf,
    name: String,
}

pub fn corpus(arguments: &CorpusArguments, jobs: usize) -> anyhow::Result<bool> {
    let mut cases = Vec::new();
    for part in Part::ALL.into_iter().filter(|part| arguments.language.is_none_or(|only| only == *part)) {
        cases.extend(find(part)?);
    }
    if let Some(filter) = &arguments.filter {
        cases.retain(|case| case.name.contains(filter.as_str()));
    }
    let mut number = 0;
    cases.retain(|_| {
        number += 1;
        number % arguments.every == 0
    });
    if cases.is_empty() {
        bail!("no program of the corpus has that name");
    }
    Ok(each("corpus", &cases, jobs, |case| case.name.clone(), check).finish())
}

fn find(part: Part) -> anyhow::Result<Vec<Case>> {
    let folder = in_root("tests/corpus")?.join(part.folder());
    if part == Part::Tool {
        return Ok(vec![Case { part, path: folder, name: "tool".to_owned() }]);
    }
    let mut cases = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read `{}`", folder.display()))? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if matches!(path.extension().and_then(|e| e.to_str()), Some("c" | "cpp" | "rs")) {
            let name = format!("{}/{file}", part.folder());
            cases.push(Case { part, path, name });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

fn check(case: &Case) -> Verdict {
    Verdict::of(match case.part {
        Part::Tool => tool::check(&case.path),
        Part::Faults => check_fault(&case.path),
        Part::C | Part::Cpp | Part::Rust => check_program(case.part, &case.path),
    })
}

fn source(path: &Path, flags: &[String]) -> Source {
    match path.extension().is_some_and(|e| e == "rs") {
        true => Source::RustFile { file: path.to_owned(), edition: "2024".to_owned(), flags: flags.to_vec() },
        false => Source::Files { files: vec![path.to_owned()], flags: flags.to_vec() },
    }
}

fn read(path: &Path) -> anyhow::Result<Directives> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    directives::parse(&text)
}

fn check_program(part: Part, path: &Path) -> anyhow::Result<Result<(), String>> {
    let mut directives = read(path)?;
    if part == Part::Cpp && !directives.flags.iter().any(|flag| flag.starts_with("-std=")) {
        directives.flags.push("-std=c++20".to_owned());
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let dir = temporary()?;
    let program = dir.path().join(&name);
    match part {
        Part::Rust => native::rustc(path, &directives.flags, &program)?,
        _ => native::clang(&[path.to_owned()], &directives.flags, "-O0", &program)?,
    }
    let prepared = machine::prepare(&source(path, &directives.flags), NativeToo::No)?;
    let mut text = String::new();
    for (index, run) in directives.runs.iter().enumerate() {
        let Some(native) = native::run(&program, &name, run, &ProcessLimits::default())? else {
            bail!("the native build took too long");
        };
        let observation = machine::run(&prepared.program, &name, run, &RunLimits::default())?;
        let place = machine::position(&prepared.program, &observation);
        if let Err(difference) = compare(&native, &Seen::of_machine(observation)) {
            text += &format!("run {}{place}:\n{difference}", index + 1);
        }
    }
    Ok(if text.is_empty() { Ok(()) } else { Err(text) })
}

/// What such a program does natively is anybody's guess; the machine must name it.
fn check_fault(path: &Path) -> anyhow::Result<Result<(), String>> {
    let directives = read(path)?;
    let Some(expected) = directives.outcome else { bail!("it has no `// rift: outcome`") };
    let prepared = machine::prepare(&source(path, &directives.flags), NativeToo::No)?;
    for run in &directives.runs {
        let observation = machine::run(&prepared.program, "program", run, &RunLimits::default())?;
        let place = machine::position(&prepared.program, &observation);
        match &observation.outcome.end {
            Stop::Fault(fault) if fault.name() == expected && place.is_empty() => {
                return Ok(Err(format!("{expected} without a position")));
            }
            Stop::Fault(fault) if fault.name() == expected => {}
            Stop::Fault(fault) => return Ok(Err(format!("expected {expected}, got {}{place}", fault.name()))),
            other => return Ok(Err(format!("expected {expected}, got {other:?}{place}"))),
        }
    }
    Ok(Ok(()))
}
