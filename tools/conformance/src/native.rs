//! The native side: the oracle. Built by the plain compilers, not by way of ingest, so that a mistake there shows.

use crate::directives::Run;
use crate::limits::{self, ProcessLimits};
use crate::place::{CLANG, CLANGXX, temporary};
use crate::seen::{End, Seen};
use anyhow::{Context, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What builds may take.
const BUILD: ProcessLimits =
    ProcessLimits { time: Duration::from_secs(600), cpu: Duration::from_secs(300), memory: 16 << 30, output: 16 << 20 };

/// Compiles C or C++ files into one program. Flags come last, so that `-lm` finds its users.
pub fn clang(files: &[PathBuf], flags: &[String], level: &str, program: &Path) -> anyhow::Result<()> {
    let cxx = files.iter().any(|f| f.extension().is_some_and(|e| e == "cpp"));
    let mut command = Command::new(if cxx { CLANGXX } else { CLANG });
    command.args([level, "-g", "-w"]).arg("-o").arg(program).args(files).args(flags);
    build(&mut command)
}

pub fn rustc(file: &Path, flags: &[String], program: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("rustc");
    command.args(["--edition=2024", "-Copt-level=1", "-Cpanic=abort", "-Cdebuginfo=1", "--cap-lints=allow"]);
    build(command.args(flags).arg("-o").arg(program).arg(file))
}

/// Runs a build command that must succeed; the error has what it said.
pub fn build(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    match limits::run(command, b"", &BUILD)? {
        Some(ended) if ended.status.success() => Ok(()),
        Some(ended) => bail!("`{name}` failed: {}", String::from_utf8_lossy(&ended.stderr).trim_end()),
        None => bail!("`{name}` took longer than {} s", BUILD.time.as_secs()),
    }
}

/// One run in an empty directory with the run's files in it. `None`: too slow.
pub fn run(program: &Path, name: &str, run: &Run, limits: &ProcessLimits) -> anyhow::Result<Option<Seen>> {
    let dir = temporary()?;
    for (path, bytes) in &run.files {
        put(&dir.path().join(path), path, bytes)?;
    }
    let mut command = Command::new(program);
    command.arg0(name).args(run.arguments()).current_dir(dir.path()).env_clear();
    command.envs(run.env.iter().map(|(k, v)| (std::ffi::OsStr::from_bytes(k), std::ffi::OsStr::from_bytes(v))));
    let Some(ended) = limits::run(&mut command, &run.stdin, limits)? else { return Ok(None) };
    let end = match (ended.status.code(), ended.status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    };
    let mut after = Tree::default();
    after.read(dir.path(), "")?;
    let mut seen = Seen {
        end,
        stdout: ended.stdout,
        stderr: ended.stderr,
        written: BTreeMap::new(),
        removed: BTreeSet::new(),
        new_directories: after.directories.clone(),
    };
    for path in run.files.keys() {
        let plain = path.trim_end_matches('/');
        for (at, _) in plain.match_indices('/') {
            seen.new_directories.remove(&plain[..at]);
        }
        if !seen.new_directories.remove(plain) && !after.files.contains_key(plain) {
            seen.removed.insert(plain.to_owned());
        }
    }
    seen.written = after.files.into_iter().filter(|(path, bytes)| run.files.get(path) != Some(bytes)).collect();
    Ok(Some(seen))
}

fn put(place: &Path, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write `{}`", place.display());
    if path.ends_with('/') {
        return fs::create_dir_all(place).with_context(cannot);
    }
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent).with_context(cannot)?;
    }
    fs::write(place, bytes).with_context(cannot)
}

/// What a run left in its directory. Symbolic links count as files that hold their target.
#[derive(Default)]
struct Tree {
    files: BTreeMap<String, Vec<u8>>,
    directories: BTreeSet<String>,
}

impl Tree {
    fn read(&mut self, dir: &Path, prefix: &str) -> anyhow::Result<()> {
        let cannot = || format!("cannot read `{}`", dir.display());
        for entry in fs::read_dir(dir).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().with_context(cannot)?;
            if kind.is_dir() {
                self.read(&entry.path(), &format!("{name}/"))?;
                self.directories.insert(name);
            } else if kind.is_symlink() {
                let target = fs::read_link(entry.path()).with_context(cannot)?;
                self.files.insert(name, target.as_os_str().as_bytes().to_vec());
            } else {
                self.files.insert(name, fs::read(entry.path()).unwrap_or_default());
            }
        }
        Ok(())
    }
}
