//! A bounded run: each target over its corpus and a fixed number of mutations of it, the same ones every time.
//!
//! A target runs in a process of its own with limits on memory and on the time for one input, because running out of
//! stack, memory or time ends a process. It notes what it is about to read in memory that its parent shares.

use crate::mutation::{mutate, mutate_text};
use crate::random::Random;
use crate::targets::Target;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What one input may take, in seconds of processor time and wall-clock time: far more than any needs, on a busy machine.
const SECONDS: u32 = 20;
const MEMORY_BYTES: u64 = 4 << 30;
/// An input that a mutation made no longer than this; libFuzzer's own default.
const LONGEST: usize = 1 << 16;

/// The argument by which a process knows that it is to run one target.
pub const WORKER: &str = "--worker";

/// The corpus of a target, in the order of names.
pub fn corpus(target: &Target) -> anyhow::Result<Vec<Vec<u8>>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus")).join(target.name);
    let cannot = || format!("cannot read the corpus `{}`", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).with_context(cannot)? {
        files.push(entry.with_context(cannot)?.path());
    }
    files.sort();
    if files.is_empty() {
        bail!("`{}` has no files", folder.display());
    }
    files.iter().map(|file| fs::read(file).with_context(|| format!("cannot read `{}`", file.display()))).collect()
}

/// Runs a target in a process of its own, started as `program`. The error says what went wrong, and where the input is.
pub fn check(program: &Path, target: &Target, first: u64, mutations: u64) -> anyhow::Result<()> {
    let mut note = shared_file()?;
    let numbers = [first.to_string(), mutations.to_string(), note.as_raw_fd().to_string()];
    let mut command = Command::new(program);
    command.args([WORKER, target.name]).args(numbers).stdin(Stdio::null());
    let output = command.output().with_context(|| format!("cannot run `{}`", program.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let mut input = Vec::new();
    note.rewind().and_then(|()| note.read_to_end(&mut input)).context("cannot read the input again")?;
    if input.is_empty() {
        bail!("{}: {}\nbefore any input, or on an empty one", target.name, ending(&output));
    }
    let (mut kept, path) = tempfile::Builder::new()
        .prefix(&format!("rift-fuzz-{}-", target.name))
        .tempfile()
        .and_then(|file| file.keep().map_err(|error| error.error))
        .context("cannot make a file for the input")?;
    kept.write_all(&input).with_context(|| format!("cannot write `{}`", path.display()))?;
    bail!("{}: {}\nthe input is {}", target.name, ending(&output), path.display())
}

/// A file in memory that a child process has too, under the same number.
fn shared_file() -> anyhow::Result<File> {
    // SAFETY: a valid name and flags.
    let descriptor = unsafe { libc::memfd_create(c"rift-fuzz".as_ptr(), 0) };
    if descriptor < 0 {
        return Err(std::io::Error::last_os_error()).context("cannot make a file in memory");
    }
    // SAFETY: a descriptor that was just made and belongs to nobody else.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

fn ending(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = said.trim_end().lines().rev().take(12).collect();
    let said: String = said.into_iter().rev().map(|line| format!("\n  {line}")).collect();
    match output.status.signal() {
        Some(libc::SIGALRM) => format!("it took longer than {SECONDS} s{said}"),
        Some(signal) => format!("it died of signal {signal}: out of stack or of {MEMORY_BYTES} bytes of memory?{said}"),
        None => format!("it failed{said}"),
    }
}

/// The life of a process that runs one target: corpus first, then mutations number `first` and following. Whether all
/// went well.
pub fn work(target: &Target, first: u64, mutations: u64, note: i32) -> anyhow::Result<bool> {
    // SAFETY: the file that the parent made for this process, which nothing else here knows.
    let note = unsafe { File::from_raw_fd(note) };
    limit_memory();
    let corpus = corpus(target)?;
    let mutated = (first..first.saturating_add(mutations)).map(|number| mutation(&corpus, number));
    for bytes in corpus.iter().cloned().chain(mutated) {
        note.set_len(0).and_then(|()| note.write_all_at(&bytes, 0)).context("cannot note the input")?;
        // SAFETY: a system call without pointers; the signal ends this process.
        unsafe { libc::alarm(SECONDS) };
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes))).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// One input: a mutation of a file of the corpus, by bytes or by words.
fn mutation(corpus: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Random::new(number.wrapping_mul(0x1_0000_0001));
    let (from, other) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
    let mut bytes = match std::str::from_utf8(from) {
        Ok(text) if random.below(2) == 0 => mutate_text(text, &mut random).into_bytes(),
        _ => mutate(from, other, &mut random),
    };
    bytes.truncate(LONGEST);
    bytes
}

fn limit_memory() {
    let limits = libc::rlimit { rlim_cur: MEMORY_BYTES, rlim_max: MEMORY_BYTES };
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: valid structures. Where a stricter limit is in place, that holds.
    unsafe {
        libc::setrlimit(libc::RLIMIT_AS, &limits);
        libc::setrlimit(libc::RLIMIT_CORE, &none);
    }
}
