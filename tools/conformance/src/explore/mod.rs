//! `rift explore` against the native build: on spaces small enough to enumerate, every behaviour that the program
//! natively has is found, none that it has not, and every path is found once.

mod enumerate;
pub mod faults;
pub mod measure;
pub mod real;
mod space;
pub mod tool;

use crate::place::{in_root, temporary};
use crate::tally::{Verdict, each, say};
use anyhow::{Context, bail};
use clap::Args;
use enumerate::{Behaviour, Count, Ending, Enumerated, enumerated};
use space::{Output, Plan};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tool::Explored;

#[derive(Args)]
pub struct ExploreArguments {
    /// Only programs with this in their path.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Say what each program took.
    #[arg(long)]
    verbose: bool,
}

/// What a folder of tests/explore is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The set of behaviours is the enumerated one.
    Complete,
    /// The number of paths is the enumerated one, and no behaviour is one that natively never happens.
    Paths,
}

struct Case {
    part: Part,
    path: PathBuf,
    name: String,
}

/// Nothing here takes this long, except on a machine that does many other things.
const LIMIT: Duration = Duration::from_secs(300);

pub fn explore(arguments: &ExploreArguments, jobs: usize) -> anyhow::Result<bool> {
    let mut cases = Vec::new();
    for (part, folder) in [(Part::Complete, "complete"), (Part::Paths, "paths")] {
        cases.extend(find(part, folder)?);
    }
    cases.retain(|case| arguments.filter.as_ref().is_none_or(|text| case.name.contains(text.as_str())));
    if cases.is_empty() {
        bail!("no program of tests/explore has that name");
    }
    let check = |case: &Case| {
        Verdict::of(check(case).map(|result| {
            let (line, wrong) = result;
            if arguments.verbose {
                say(&format!("{}: {line}", case.name));
            }
            if wrong.is_empty() { Ok(()) } else { Err(wrong) }
        }))
    };
    Ok(each("explore", &cases, jobs, |case| case.name.clone(), check).finish())
}

fn find(part: Part, folder: &str) -> anyhow::Result<Vec<Case>> {
    let dir = in_root("tests/explore")?.join(folder);
    let mut cases = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read `{}`", dir.display()))? {
        let path = entry?.path();
        let name = format!("{folder}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        cases.push(Case { part, path, name });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

/// What it took, and what is wrong.
fn check(case: &Case) -> anyhow::Result<(String, String)> {
    let text = fs::read_to_string(&case.path).with_context(|| format!("cannot read `{}`", case.path.display()))?;
    let plan = space::parse(&text)?;
    match case.part {
        Part::Complete => {
            let native = enumerated(&case.path, &plan, Count::Behaviours).context("cannot enumerate natively")?;
            let dir = temporary()?;
            let explored = explored(&case.path, &plan, &[], dir.path())?;
            let (wrong, found) = compare(&native, &explored, &plan)?;
            Ok((summary(&native, &explored), wrong + &not_found(&native, found, plan.output)))
        }
        Part::Paths => {
            let (line, wrong) = check_paths(case, &plan, Count::MergedPaths, &[])?;
            let (other_line, other_wrong) = check_paths(case, &plan, Count::Paths, &["--every-branch"])?;
            Ok((format!("{line}; every branch: {other_line}"), wrong + &other_wrong))
        }
    }
}

fn check_paths(case: &Case, plan: &Plan, count: Count, options: &[&str]) -> anyhow::Result<(String, String)> {
    let native = enumerated(&case.path, plan, count).context("cannot enumerate natively")?;
    let dir = temporary()?;
    let explored = explored(&case.path, plan, options, dir.path())?;
    let (mut wrong, _) = compare(&native, &explored, plan)?;
    if explored.paths() != native.paths {
        wrong += &format!("{} paths, natively {} {}\n", explored.paths(), native.paths, options.join(" "));
    }
    Ok((summary(&native, &explored), wrong))
}

/// All of the program's space, each test compared with the native build.
fn explored(path: &Path, plan: &Plan, options: &[&str], dir: &Path) -> anyhow::Result<Explored> {
    let out = dir.join("out");
    let mut command = tool::command(&out)?;
    command.arg(path).args(&plan.options).args(options).arg("--verify-native");
    if !plan.flags.is_empty() {
        command.arg("--cflags").arg(shell_words::join(&plan.flags));
    }
    tool::explore(&mut command, &out, LIMIT)
}

fn summary(native: &Enumerated, explored: &Explored) -> String {
    format!(
        "{} inputs, {} behaviours, {} paths, {:.1} CPU s, {} of {} queries solved",
        native.inputs,
        native.behaviours.len(),
        explored.paths(),
        explored.measured.cpu.as_secs_f64(),
        explored.stat("solver_queries"),
        explored.stat("queries"),
    )
}

/// Everything that is wrong with what was found in a whole space, a line each, and the kinds of behaviours found.
fn compare(native: &Enumerated, explored: &Explored, plan: &Plan) -> anyhow::Result<(String, BTreeSet<Behaviour>)> {
    let mut wrong = String::new();
    if !explored.is_exhausted() {
        wrong += &format!("not exhausted\n{}\n", explored.left_out());
    }
    let known: BTreeSet<&Behaviour> = native.behaviours.iter().map(|(behaviour, _)| behaviour).collect();
    let mut found = BTreeSet::new();
    let tests = explored.tests()?;
    if tests.len() as u64 != explored.paths() {
        wrong += &format!("{} paths, but {} tests\n", explored.paths(), tests.len());
    }
    for (file, test) in &tests {
        match tool::predicted(test, plan.oracle) {
            Err(error) => wrong += &format!("{file}: {error}\n"),
            Ok(behaviour) if !known.contains(&behaviour) => {
                wrong += &format!("{file}: natively, this never happens: {}\n", shown(&behaviour));
            }
            Ok(behaviour) => _ = found.insert(kind(&behaviour, plan.output)),
        }
    }
    wrong += &verified(explored);
    Ok((wrong, found))
}

/// What natively happens and is not among what was found, each kind once.
fn not_found(native: &Enumerated, mut found: BTreeSet<Behaviour>, output: Output) -> String {
    let mut wrong = String::new();
    for (behaviour, input) in &native.behaviours {
        if found.insert(kind(behaviour, output)) {
            wrong += &format!("not found: {} on {input}\n", shown(behaviour));
        }
    }
    wrong
}

/// What the comparison of all tests with the native build found; empty if they are the same.
fn verified(explored: &Explored) -> String {
    let native = &explored.summary["native"];
    let count = |name: &str| native[name].as_u64().unwrap_or(0);
    let is_same = native["different"].as_array().is_some_and(Vec::is_empty);
    match is_same && count("equal") + count("skipped") == explored.paths() {
        true => String::new(),
        false => format!("not the same natively: {native}\n"),
    }
}

/// What is compared of a behaviour: all of it, or all but which digits it prints.
fn kind(behaviour: &Behaviour, output: Output) -> Behaviour {
    let mut kind = behaviour.clone();
    if output == Output::AnyDigits {
        kind.stdout.iter_mut().filter(|byte| byte.is_ascii_digit()).for_each(|byte| *byte = b'0');
    }
    kind
}

fn shown(behaviour: &Behaviour) -> String {
    let ending = match &behaviour.ending {
        Ending::Exit(status) => format!("exit {status}"),
        Ending::Signal(number) => format!("signal {number}"),
        Ending::Fault(kind) => kind.clone(),
    };
    format!("{ending} after \"{}\"", behaviour.stdout.escape_ascii())
}

/// For other comparisons: the program that a path names.
fn named(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
