//! The C library against glibc: programs of runtime/tests that print what the library makes of generated cases
//! (`*_compare.c`, as many as asked for) or of fixed ones.

use crate::directives::Run;
use crate::limits::ProcessLimits;
use crate::machine::{self, NativeToo, RunLimits};
use crate::native;
use crate::place::{in_root, temporary};
use crate::seen::{Seen, compare};
use crate::tally::{Verdict, each, say};
use anyhow::{Context, bail};
use clap::Args;
use rift_ingest::Source;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct FormatsArguments {
    /// How many cases each comparison generates.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    count: u64,
    /// Only programs with this in their name.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

/// Not folded by the compiler: the library's answers are what is compared.
const FLAGS: [&str; 3] = ["-std=gnu17", "-fno-builtin", "-lm"];
const ENVIRONMENT: [(&str, &str); 2] = [("PATH", "/bin"), ("TESTING", "yes")];

pub fn formats(arguments: &FormatsArguments, jobs: usize) -> anyhow::Result<bool> {
    let folder = in_root("runtime/tests")?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read `{}`", folder.display()))? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.retain(|file| arguments.filter.as_ref().is_none_or(|text| name(file).contains(text.as_str())));
    // The long ones first, so that no worker is left alone with one.
    files.sort_by_key(|file| (!generates(file), file.clone()));
    if files.is_empty() {
        bail!("no program has that name");
    }
    let check = |file: &PathBuf| Verdict::of(check(file, arguments.count));
    Ok(each("formats", &files, jobs, |file| name(file), check).finish())
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn generates(file: &Path) -> bool {
    name(file).ends_with("_compare")
}

fn check(file: &Path, count: u64) -> anyhow::Result<Result<(), String>> {
    let (dir, name) = (temporary()?, name(file));
    let flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    let program = dir.path().join("native");
    native::clang(&[file.to_owned()], &flags, "-O0", &program)?;
    let mut run = Run::with_args(generates(file).then(|| count.to_string()));
    run.env = ENVIRONMENT.iter().map(|(k, v)| (k.as_bytes().to_vec(), v.as_bytes().to_vec())).collect();
    let input = file.with_extension("in");
    if input.is_file() {
        run.stdin = fs::read(&input).with_context(|| format!("cannot read `{}`", input.display()))?;
    }
    let Some(native) = native::run(&program, &name, &run, &ProcessLimits::default())? else {
        bail!("the native build took too long");
    };
    let prepared = machine::prepare(&Source::Files { files: vec![file.to_owned()], flags }, NativeToo::No)?;
    let limits = RunLimits { time: Duration::from_secs(600), ..RunLimits::default() };
    let observation = machine::run(&prepared.program, &name, &run, &limits)?;
    let place = machine::position(&prepared.program, &observation);
    let lines = native.stdout.iter().filter(|byte| **byte == b'\n').count();
    let result = compare(&native, &Seen::of_machine(observation)).map_err(|text| format!("{text}{place}"));
    if result.is_ok() {
        say(&format!("ok {name}: {lines} lines"));
    }
    Ok(result)
}
