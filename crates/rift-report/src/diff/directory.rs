//! The directory of `rift diff --out DIR`.
//!
//! ```text
//! report.json          rift.report/1
//! report.txt           the same for people
//! differences/ID.sh    a test for each difference, which expects what the new version did
//! lib.sh               what the tests need to run without rift
//! state/               what `--resume` goes on with; see rift-pipeline
//! ```
//!
//! Is written again and again while a search goes on, so that a process that is killed leaves what it found: files are
//! whole, and whatever the report names is there. Tests that no report names may be left behind.

use super::data::{DiffReport, Difference, SCHEMA};
use crate::directory::{
    DirectoryError, Existing, TEMPORARY, check_writable, write_executable, write_unsynced, write_whole,
};
use rift_env::is_plain_path;
use rift_ir::Version;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const REPORT: &str = "report.json";
const TEXT: &str = "report.txt";
const TESTS: &str = "differences";
/// Seconds that one run may be given by a report.
const LONGEST_RUN: u32 = 3600;
const LIBRARY: (&str, &str) = ("lib.sh", include_str!("../script/lib.sh"));

#[derive(Debug, Clone)]
pub struct DiffDirectory {
    root: PathBuf,
}

impl DiffDirectory {
    /// Where the state of the search is, below the directory.
    pub const STATE: &str = "state";

    /// Whether the directory can be written, before there is anything to write. Leaves everything as it was. One that is
    /// there, is not empty and holds no report is refused unless `existing` says otherwise.
    pub fn check(root: &Path, existing: Existing) -> Result<(), DirectoryError> {
        refuse_foreign(root, existing)?;
        let missing: Vec<&Path> = root.ancestors().take_while(|path| !path.exists()).collect();
        let checked = fs::create_dir_all(root)
            .map_err(DirectoryError::io("create", root))
            .and_then(|()| check_writable(&root.join(REPORT)).map_err(DirectoryError::io("write in", root)));
        for directory in missing {
            // One that is not empty is somebody else's by now.
            let _ = fs::remove_dir(directory);
        }
        checked
    }

    /// Makes the directory, as [`DiffDirectory::check`] allows it. A report that is there stays until another one is
    /// written.
    pub fn create(root: &Path, existing: Existing) -> Result<DiffDirectory, DirectoryError> {
        refuse_foreign(root, existing)?;
        let tests = root.join(TESTS);
        fs::create_dir_all(&tests).map_err(DirectoryError::io("create", &tests))?;
        let directory = DiffDirectory { root: root.to_owned() };
        let library = root.join(LIBRARY.0);
        if fs::read(&library).ok().as_deref() != Some(LIBRARY.1.as_bytes()) {
            write_whole(&library, LIBRARY.1.as_bytes()).map_err(DirectoryError::io("write", &library))?;
        }
        Ok(directory)
    }

    /// The test of a difference that is a script, below the directory.
    pub fn script(id: &str) -> String {
        format!("{TESTS}/{id}.sh")
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes the report and the tests of its differences, in place of those that were there. At every moment, the report
    /// that is there is whole and has its tests: they come before it, and tests of the one before go after it.
    pub fn write(&self, report: &DiffReport) -> Result<(), DirectoryError> {
        let mut kept = BTreeSet::new();
        // Calls of Rust libraries have tests of another kind.
        let is_script = |difference: &&Difference| {
            let test = difference.call.as_ref().map(|call| call.test.as_ref());
            test.is_none_or(|test| test == Some(&DiffDirectory::script(&difference.id)))
        };
        for difference in report.differences.iter().filter(is_script) {
            let name = format!("{}.sh", difference.id);
            let mut script = Vec::new();
            let comment = format!("difference {}, as the new version did it", difference.id);
            difference.test_case(Version::New).write(&mut script, &comment);
            let path = self.root.join(TESTS).join(&name);
            // Most were there before: a difference of a report is one of the next, too.
            if fs::read(&path).ok().as_ref() != Some(&script) {
                write_executable(&path, &script).map_err(DirectoryError::io("write", &path))?;
            }
            kept.insert(name);
        }
        // Where there is room for one of them only, it is the one that programs read.
        let path = self.root.join(TEXT);
        let text = write_unsynced(&path, report.text(true).as_bytes()).map_err(DirectoryError::io("write", &path));
        let path = self.root.join(REPORT);
        write_whole(&path, &json(report, &path)?).map_err(DirectoryError::io("write", &path))?;
        self.remove_other_tests(&kept)?;
        text
    }

    fn remove_other_tests(&self, kept: &BTreeSet<String>) -> Result<(), DirectoryError> {
        let tests = self.root.join(TESTS);
        for entry in fs::read_dir(&tests).map_err(DirectoryError::io("read", &tests))? {
            let entry = entry.map_err(DirectoryError::io("read", &tests))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // With what a process that was killed had begun to write.
            let test = name.strip_suffix(TEMPORARY).unwrap_or(&name);
            let is_test = test.strip_suffix(".sh").is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_hexdigit()));
            if is_test && !kept.contains(&name) {
                fs::remove_file(entry.path()).map_err(DirectoryError::io("remove", &entry.path()))?;
            }
        }
        Ok(())
    }

    /// The report of a directory, or of a file that `rift diff --json` wrote.
    pub fn read(place: &Path) -> Result<DiffReport, DirectoryError> {
        let path = if place.is_dir() { place.join(REPORT) } else { place.to_owned() };
        let text = fs::read(&path).map_err(DirectoryError::io("read", &path))?;
        parse(&text).map_err(|reason| DirectoryError::Damaged { path, reason })
    }
}

fn refuse_foreign(root: &Path, existing: Existing) -> Result<(), DirectoryError> {
    let is_ours = |name: &OsStr| {
        let name = name.to_string_lossy();
        let name = name.strip_suffix(TEMPORARY).unwrap_or(&name);
        [REPORT, TEXT, TESTS, LIBRARY.0, DiffDirectory::STATE].contains(&name)
    };
    match fs::read_dir(root) {
        Ok(entries) => {
            let names: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name())).collect();
            let is_own = root.join(REPORT).is_file() || names.iter().all(|name| is_ours(name));
            match existing == Existing::Own && !is_own {
                true => Err(DirectoryError::Foreign(root.to_owned())),
                false => Ok(()),
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(DirectoryError::io("use the directory", root)(error)),
    }
}

/// A report as JSON that anyone may have written; the error is the reason. What becomes the name of a file, or the time
/// that somebody waits, is checked.
pub fn parse(text: &[u8]) -> Result<DiffReport, String> {
    #[derive(Deserialize)]
    struct Schema {
        schema: String,
    }
    let Schema { schema } =
        serde_json::from_slice(text).map_err(|error| format!("it is no report of rift: {error}"))?;
    if schema != SCHEMA {
        return Err(format!("its schema is {schema:?}, and this rift reads {SCHEMA}"));
    }
    let report: DiffReport = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match report.differences.iter().find_map(problem) {
        Some(problem) => Err(problem),
        None => Ok(report),
    }
}

/// Why nobody may make a test of a difference.
fn problem(difference: &Difference) -> Option<String> {
    let id = &difference.id;
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Some(format!("{id:?} is no name of a difference"));
    }
    if let Some(name) = difference.input.files.keys().find(|name| !is_plain_path(name)) {
        return Some(format!("difference {id} has an input file {name:?}, whose name leads out of its directory"));
    }
    let seconds = difference.time_limit.filter(|seconds| *seconds > LONGEST_RUN)?;
    Some(format!("difference {id} gives a run {seconds} s, and {LONGEST_RUN} s are the most"))
}

fn json(report: &DiffReport, path: &Path) -> Result<Vec<u8>, DirectoryError> {
    let text = serde_json::to_vec_pretty(report);
    let mut text = text.map_err(|error| DirectoryError::io("write", path)(error.into()))?;
    text.push(b'\n');
    Ok(text)
}
