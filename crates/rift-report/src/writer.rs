//! Writes tests while they are found, from all workers at once: a number from a counter, one buffer per thread, and one
//! open, write and close per test.

use crate::case::TestCase;
use crate::directory::Directory;
use rift_confirm::Seen;
use rift_ir::Module;
use rift_search::{Found, PathId};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Which paths get a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub only_new_coverage: bool,
    pub at_most: Option<u64>,
}

/// What is remembered of a test that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestEntry {
    pub number: u64,
    pub path: PathId,
    pub end: String,
    pub new_coverage: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot write `{path}`: {source}")]
pub struct WriteError {
    pub path: PathBuf,
    pub source: io::Error,
}

pub struct TestWriter {
    tests: PathBuf,
    /// Positions in tests are relative to it.
    base: PathBuf,
    choice: Choice,
    next: AtomicU64,
    written: Mutex<Vec<TestEntry>>,
    left_out: AtomicU64,
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(Vec::with_capacity(1 << 12));
}

impl TestWriter {
    /// `before` are the tests that are there already, and `left_out` the paths that got none.
    pub fn new(
        directory: &Directory,
        base: PathBuf,
        choice: Choice,
        before: Vec<TestEntry>,
        left_out: u64,
    ) -> TestWriter {
        let last = before.iter().map(|entry| entry.number).max().unwrap_or(0);
        TestWriter {
            tests: directory.tests_path(),
            base,
            choice,
            next: AtomicU64::new(last + 1),
            written: Mutex::new(before),
            left_out: AtomicU64::new(left_out),
        }
    }

    /// Writes the test of a path, if it is to have one. What could not be written as a whole is removed.
    pub fn write(&self, module: &Module, found: &Found) -> Result<(), WriteError> {
        let Some(number) = self.number(found) else {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        let mut case = TestCase { input: found.input.clone(), expected: Seen::of(module, &found.observation) };
        case.expected.end.relative_to(&self.base);
        let path = self.tests.join(file_name(number));
        let written = BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            case.write(buffer, &format!("path {}, {} decisions", found.id, found.depth));
            write(&path, buffer)
        });
        written.map_err(|source| WriteError { path, source })?;
        let entry =
            TestEntry { number, path: found.id, end: case.expected.end.short(), new_coverage: found.new_coverage };
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
        Ok(())
    }

    fn number(&self, found: &Found) -> Option<u64> {
        if self.choice.only_new_coverage && !found.new_coverage {
            return None;
        }
        let in_limit = |next: u64| (next <= self.choice.at_most.unwrap_or(u64::MAX)).then_some(next + 1);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, in_limit).ok()
    }

    /// What was written so far, by number.
    pub fn entries(&self) -> Vec<TestEntry> {
        let mut entries = self.written.lock().unwrap_or_else(PoisonError::into_inner).clone();
        entries.sort_unstable_by_key(|entry| entry.number);
        entries
    }

    /// The greatest number given out so far.
    pub fn last(&self) -> u64 {
        self.next.load(Ordering::Relaxed) - 1
    }

    /// Paths that got no file.
    pub fn left_out(&self) -> u64 {
        self.left_out.load(Ordering::Relaxed)
    }
}

impl TestEntry {
    /// Relative to the directory.
    pub fn file(&self) -> String {
        format!("tests/{}", file_name(self.number))
    }
}

fn file_name(number: u64) -> String {
    format!("{number:06}.sh")
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create(true).truncate(true).mode(0o755).open(path)?;
    let written = file.write_all(bytes);
    if written.is_err() {
        // Best effort: the error that is reported is the first one.
        let _ = fs::remove_file(path);
    }
    written
}
