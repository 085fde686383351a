//! The directory of `rift diff --out DIR`.
//!
//! ```text
//! report.json          rift.report/1
//! report.txt           the same for people
//! differences/ID.sh    a test for each difference, which expects what the new version did
//! lib.sh               what the tests need to run without rift
//! ```
//!
//! May be written again and again while a search goes on: files are whole, and the report comes last.

use super::data::{DiffReport, Difference, SCHEMA};
use crate::directory::{DirectoryError, Existing, write_whole};
use rift_env::is_plain_path;
use rift_ir::Version;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
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
    /// Makes the directory. One that is there, is not empty and holds no report is refused unless `existing` says
    /// otherwise.
    pub fn create(root: &Path, existing: Existing) -> Result<DiffDirectory, DirectoryError> {
        let is_ours = |name: &std::ffi::OsStr| [REPORT, TEXT, TESTS, LIBRARY.0].iter().any(|own| name == *own);
        match fs::read_dir(root) {
            Ok(entries) => {
                let names: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name())).collect();
                let is_own = root.join(REPORT).is_file() || names.iter().all(|name| is_ours(name));
                if existing == Existing::Own && !is_own {
                    return Err(DirectoryError::Foreign(root.to_owned()));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(DirectoryError::io("use the directory", root)(error)),
        }
        let tests = root.join(TESTS);
        fs::create_dir_all(&tests).map_err(DirectoryError::io("create", &tests))?;
        let directory = DiffDirectory { root: root.to_owned() };
        directory.put(&root.join(LIBRARY.0), LIBRARY.1.as_bytes())?;
        directory.remove_other_tests(&BTreeSet::new())?;
        match fs::remove_file(root.join(REPORT)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DirectoryError::io("remove", &root.join(REPORT))(error))
            }
            _ => Ok(directory),
        }
    }

    /// The test of a difference that is a script, below the directory.
    pub fn script(id: &str) -> String {
        format!("{TESTS}/{id}.sh")
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes the report and the tests of its differences, in place of those that were there.
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
            self.put(&path, &script)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
                .map_err(DirectoryError::io("change", &path))?;
            kept.insert(name);
        }
        self.remove_other_tests(&kept)?;
        self.put(&self.root.join(TEXT), report.text(true).as_bytes())?;
        let path = self.root.join(REPORT);
        self.put(&path, &json(report, &path)?)
    }

    fn remove_other_tests(&self, kept: &BTreeSet<String>) -> Result<(), DirectoryError> {
        let tests = self.root.join(TESTS);
        for entry in fs::read_dir(&tests).map_err(DirectoryError::io("read", &tests))? {
            let entry = entry.map_err(DirectoryError::io("read", &tests))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_test = name.strip_suffix(".sh").is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_hexdigit()));
            if is_test && !kept.contains(&name) {
                fs::remove_file(entry.path()).map_err(DirectoryError::io("remove", &entry.path()))?;
            }
        }
        Ok(())
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> Result<(), DirectoryError> {
        write_whole(path, bytes).map_err(DirectoryError::io("write", path))
    }

    /// The report of a directory, or of a file that `rift diff --json` wrote.
    pub fn read(place: &Path) -> Result<DiffReport, DirectoryError> {
        let path = if place.is_dir() { place.join(REPORT) } else { place.to_owned() };
        let text = fs::read(&path).map_err(DirectoryError::io("read", &path))?;
        parse(&text).map_err(|reason| DirectoryError::Damaged { path, reason })
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
