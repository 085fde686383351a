//! Projects that are built by their own means: once as they are, once through `rift-cc`; then every line of
//! their `runs.txt` is compared.

use crate::limits::ProcessLimits;
use crate::machine::{self, NativeToo, RunLimits};
use crate::native;
use crate::place::{CLANG, temporary};
use crate::runs::{self, NamedRun};
use crate::seen::{Seen, compare};
use anyhow::{Context, bail};
use rift_ingest::Source;
use rift_vm::Program;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The project with `runs.txt` in its directory; configure and make build it.
pub fn check(dir: &Path) -> anyhow::Result<Result<(), String>> {
    let runs = runs::read(dir, BTreeMap::new())?;
    let Some(program) = runs.first().map(|run| run.program.clone()) else { bail!("no runs") };
    compare_builds(dir, "./configure && make", &program, &runs)
}

/// Builds both ways and compares all runs.
pub fn compare_builds(dir: &Path, build: &str, program: &str, runs: &[NamedRun]) -> anyhow::Result<Result<(), String>> {
    let temp = temporary()?;
    let copy = temp.path().join("project");
    copy_tree(dir, &copy)?;
    native::build(Command::new("sh").args(["-c", build]).current_dir(&copy).env("CC", CLANG))?;
    let source =
        Source::Project { dir: dir.to_owned(), build: build.to_owned(), program: Some(PathBuf::from(program)) };
    let prepared = machine::prepare(&source, NativeToo::No)?;
    compare_runs(&copy.join(program), &prepared.program, runs)
}

/// Every run, natively and in the machine; all differences.
pub fn compare_runs(native: &Path, program: &Arc<Program>, runs: &[NamedRun]) -> anyhow::Result<Result<(), String>> {
    let mut text = String::new();
    for NamedRun { line, program: name, run } in runs {
        let Some(native) = native::run(native, name, run, &ProcessLimits::default())? else {
            bail!("the native build took too long: {line}");
        };
        let observation = machine::run(program, name, run, &RunLimits::default())?;
        let place = machine::position(program, &observation);
        if let Err(difference) = compare(&native, &Seen::of_machine(observation)) {
            text += &format!("{line}{place}:\n{difference}");
        }
    }
    Ok(if text.is_empty() { Ok(()) } else { Err(text) })
}

pub fn copy_tree(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create `{}`", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read `{}`", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).with_context(|| format!("cannot copy to `{}`", target.display()))?;
        }
    }
    Ok(())
}
