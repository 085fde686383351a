//! Differences as tests that need nothing of rift: shell scripts, a Rust file, a C program; and as a fuzzer's corpus.
//!
//! All kinds of tests do the same. The program runs in an empty directory that holds the files of the input, with the
//! variables of the input and no others, its standard input is a pipe, and it has ten seconds, or those of the report where
//! it is expected not to end. Then its end, both
//! outputs and the files in the directory are compared.

mod c;
mod rust;

use super::data::Difference;
use crate::case::TestCase;
use crate::directory::{DirectoryError, write_whole};
use rift_confirm::{Confirmed, End, Seen};
use rift_env::Observed;
use rift_ir::Version;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const LIBRARY: &str = include_str!("../../script/lib.sh");
const RUN_ALL: &str = include_str!("../../script/run-all.sh");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One script for each difference, with what they share.
    Sh,
    /// One file with a `#[test]` for each difference.
    Rust,
    /// One program.
    C,
    /// One file of input bytes for each difference, as libFuzzer and AFL read them.
    Corpus,
}

/// A difference as a test: what is expected is what one version did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedTest {
    pub id: String,
    pub version: Version,
    pub case: TestCase,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Relative.
    pub name: String,
    pub contents: Vec<u8>,
    pub executable: bool,
}

impl ExportedTest {
    pub fn new(difference: &Difference, version: Version) -> ExportedTest {
        ExportedTest { id: difference.id.clone(), version, case: difference.test_case(version) }
    }

    /// Of a difference that is not in a report yet. A program that does not end is given `seconds`.
    pub fn of_confirmed(confirmed: &Confirmed, version: Version, seconds: u32) -> ExportedTest {
        let mut expected = version.of::<Seen>(confirmed.seen()).clone();
        if expected.end.is_endless() {
            expected.end = End::Endless(seconds);
        }
        if let Some(by) = confirmed.sanitizers() {
            let (kind, count) = (by.difference.kind.clone(), *version.of(&by.difference.counts));
            let end = End::Reports { kind, position: "unknown position".to_owned(), count };
            expected = Seen { end, stdout: vec![], stderr: vec![], files: Observed::default() };
        }
        let case = TestCase { input: confirmed.input().clone(), expected };
        ExportedTest { id: "0".to_owned(), version, case }
    }

    /// Whether it takes a build with sanitizers to see what is expected.
    pub fn needs_sanitizers(&self) -> bool {
        matches!(self.case.expected.end, End::Fault { .. } | End::Reports { .. })
    }

    /// Why there can be no test of this in the format, if so.
    pub fn obstacle(&self, format: Format) -> Option<String> {
        if format == Format::Corpus {
            return None;
        }
        let TestCase { input, expected } = &self.case;
        if let Some(name) = input.files.keys().find(|name| name.starts_with('/')) {
            return Some(format!("it needs the file `{name}`, which a test cannot make"));
        }
        match &expected.end {
            End::Fault { kind, .. } | End::Reports { kind, .. } if format != Format::Sh => {
                Some(format!("only a sanitizer sees what is expected ({kind})"))
            }
            End::Other(what) => Some(format!("what is expected has no end of its own ({what})")),
            _ => None,
        }
    }

    /// How long it waits for a program that is expected not to end.
    pub fn seconds(&self) -> u32 {
        match self.case.expected.end {
            End::Endless(seconds) => seconds,
            _ => 0,
        }
    }

    /// Of a fuzz target the input is one string of bytes: its objects, else its standard input, else its files, else
    /// its arguments with spaces between them.
    fn fuzz_input(&self) -> Vec<u8> {
        let input = &self.case.input;
        if !input.objects.is_empty() {
            return input.objects.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        }
        if !input.stdin.is_empty() {
            return input.stdin.clone();
        }
        if input.files.values().any(|contents| !contents.is_empty()) {
            return input.files.values().flatten().copied().collect();
        }
        input.argv.get(1..).unwrap_or_default().join(&b' ')
    }

    fn says(&self) -> String {
        format!("difference {}, as the {} version did it", self.id, super::data::version::name(self.version))
    }

    /// What is to be in the working directory afterwards: names and contents.
    fn files_after(&self) -> BTreeMap<&str, &[u8]> {
        let TestCase { input, expected } = &self.case;
        let is_inside = |name: &str| !name.starts_with('/') && !name.ends_with('/');
        let given = input.files.iter().filter(|(name, _)| !expected.files.removed.contains(*name));
        let all = given.chain(&expected.files.written).filter(|(name, _)| is_inside(name));
        all.map(|(name, contents)| (name.as_str(), contents.as_slice())).collect()
    }
}

/// The names in a set that are in the working directory.
fn inside(names: &BTreeSet<String>) -> impl Iterator<Item = &str> {
    names.iter().map(String::as_str).filter(|name| !name.starts_with('/'))
}

/// Writes files into a directory, which is made if need be; each file is written as a whole, or not at all.
pub fn write_exported(directory: &Path, files: &[ExportedFile]) -> Result<(), DirectoryError> {
    for file in files {
        let path = directory.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(DirectoryError::io("create", parent))?;
        }
        write_whole(&path, &file.contents).map_err(DirectoryError::io("write", &path))?;
        if file.executable {
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&path, mode).map_err(DirectoryError::io("change", &path))?;
        }
    }
    Ok(())
}

/// The tests as files. `program` is what they run when nobody says otherwise.
pub fn exported(tests: &[ExportedTest], format: Format, program: Option<&Path>) -> Vec<ExportedFile> {
    let file = |name: &str, contents: &[u8], executable: bool| ExportedFile {
        name: name.to_owned(),
        contents: contents.to_vec(),
        executable,
    };
    match format {
        Format::Sh => {
            let mut files =
                vec![file("lib.sh", LIBRARY.as_bytes(), false), file("run-all.sh", RUN_ALL.as_bytes(), true)];
            for test in tests {
                let mut script = Vec::new();
                test.case.write(&mut script, &test.says());
                files.push(file(&script_name(&test.id), &script, true));
            }
            files
        }
        Format::Rust => vec![file(RUST_FILE, rust::tests(tests, program).as_bytes(), false)],
        Format::C => vec![file(C_FILE, c::tests(tests, program).as_bytes(), false)],
        Format::Corpus => tests.iter().map(|test| file(&test.id, &test.fuzz_input(), false)).collect(),
    }
}

pub(super) const RUST_FILE: &str = "differences.rs";
pub(super) const C_FILE: &str = "differences.c";

pub(super) fn script_name(id: &str) -> String {
    format!("tests/{id}.sh")
}

pub(super) fn rust_name(id: &str) -> String {
    format!("difference_{id}")
}
