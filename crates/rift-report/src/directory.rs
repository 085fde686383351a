//! The directory of an exploration.
//!
//! ```text
//! rift.json            which program, from where: Origin
//! tests/000001.sh ..   one test per path
//! lib.sh, run-all.sh   what the tests need to run without rift
//! summary.json         rift.explore/1
//! coverage.info        lines and branches that were executed, for lcov
//! state.bin            what a resumed exploration begins with; only while there is something left to do
//! ```
//!
//! Files that are read back later are written beside their place and renamed, so that they are whole or absent.

use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const ORIGIN: &str = "rift.json";
const ORIGIN_SCHEMA: &str = "rift.directory/1";
const TESTS: &str = "tests";
const SUMMARY: &str = "summary.json";
const COVERAGE: &str = "coverage.info";
const STATE: &str = "state.bin";
const SCRIPTS: [(&str, &str); 2] =
    [("lib.sh", include_str!("script/lib.sh")), ("run-all.sh", include_str!("script/run-all.sh"))];

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    #[error("`{0}` is not empty and was not made by rift; --force writes into it all the same")]
    Foreign(PathBuf),
    #[error("`{0}` is not a directory that `rift explore` made: it has no {ORIGIN}")]
    NoOrigin(PathBuf),
    #[error("cannot read `{path}`: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("cannot {verb} `{path}`: {source}")]
    Io { verb: &'static str, path: PathBuf, source: io::Error },
}

impl DirectoryError {
    pub(crate) fn io(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DirectoryError {
        move |source| DirectoryError::Io { verb, path: path.to_owned(), source }
    }
}

/// What to do with a directory that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Begin anew if rift made it, and refuse it otherwise.
    Own,
    /// Begin anew, and leave alone what rift did not make.
    Any,
}

/// Where the tests come from: what names the program on the command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// What the paths are relative to.
    pub directory: PathBuf,
    pub program: Vec<PathBuf>,
    pub cflags: String,
    pub build: Option<String>,
    pub bin: Option<String>,
    pub entry: Option<Entry>,
    /// Whether branches that only choose between values were left as they are.
    pub every_branch: bool,
    pub steps_per_run: u64,
}

/// A function that was called instead of `main`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub function: String,
    /// Of strings and buffers.
    pub bytes: u32,
    /// Of other arrays.
    pub elements: u32,
}

impl Origin {
    /// From the contents of a file that anyone may have written; the error is the reason.
    pub fn parse(text: &[u8]) -> Result<Origin, String> {
        let file: OriginFile = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        match file.schema == ORIGIN_SCHEMA {
            true => Ok(file.origin),
            false => Err(format!("its schema is {:?}, and this rift reads {ORIGIN_SCHEMA}", file.schema)),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct OriginFile {
    schema: String,
    #[serde(flatten)]
    origin: Origin,
}

/// A directory with an [`Origin`].
#[derive(Debug, Clone)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// Makes the directory, or clears what an earlier exploration left in it.
    pub fn create(root: &Path, existing: Existing, origin: &Origin) -> Result<Directory, DirectoryError> {
        let entries = match fs::read_dir(root) {
            Ok(entries) => entries.count(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(DirectoryError::io("use the directory", root)(error)),
        };
        let directory = Directory { root: root.to_owned() };
        if entries > 0 {
            if existing == Existing::Own && !root.join(ORIGIN).is_file() {
                return Err(DirectoryError::Foreign(root.to_owned()));
            }
            directory.clear()?;
        }
        let tests = directory.tests_path();
        fs::create_dir_all(&tests).map_err(DirectoryError::io("create", &tests))?;
        let file = OriginFile { schema: ORIGIN_SCHEMA.to_owned(), origin: origin.clone() };
        directory.write_json(&root.join(ORIGIN), &file)?;
        for (name, text) in SCRIPTS {
            let path = root.join(name);
            fs::write(&path, text).map_err(DirectoryError::io("write", &path))?;
        }
        Ok(directory)
    }

    /// A directory that [`Directory::create`] made.
    pub fn open(root: &Path) -> Result<(Directory, Origin), DirectoryError> {
        let path = root.join(ORIGIN);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && root.is_dir() => {
                return Err(DirectoryError::NoOrigin(root.to_owned()));
            }
            text => text.map_err(DirectoryError::io("read", &path))?,
        };
        let origin = Origin::parse(&text).map_err(|reason| DirectoryError::Damaged { path, reason })?;
        Ok((Directory { root: root.to_owned() }, origin))
    }

    /// The directory that a test file belongs to, if there is one.
    pub fn of_test(test: &Path) -> Option<PathBuf> {
        let root = test.parent()?.join("..");
        root.join(ORIGIN).is_file().then_some(root)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn tests_path(&self) -> PathBuf {
        self.root.join(TESTS)
    }

    pub fn state_path(&self) -> PathBuf {
        self.root.join(STATE)
    }

    pub fn summary_path(&self) -> PathBuf {
        self.root.join(SUMMARY)
    }

    pub fn coverage_path(&self) -> PathBuf {
        self.root.join(COVERAGE)
    }

    /// The test files by number.
    pub fn tests(&self) -> Result<Vec<PathBuf>, DirectoryError> {
        let is_empty = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() == 0);
        Ok(self.places()?.into_iter().filter(|path| !is_empty(path)).collect())
    }

    /// The same with the empty ones, which an exploration that begins anew has yet to fill.
    fn places(&self) -> Result<Vec<PathBuf>, DirectoryError> {
        let tests = self.tests_path();
        let cannot = || DirectoryError::io("read", &tests);
        let mut found = Vec::new();
        for entry in fs::read_dir(&tests).map_err(cannot())? {
            let path = entry.map_err(cannot())?.path();
            if let Some(number) = test_number(&path) {
                found.push((number, path));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Removes the tests that come after `last`: they were written after the state that is to be resumed, or are left
    /// from an earlier exploration.
    pub fn remove_tests_after(&self, last: u64) -> Result<(), DirectoryError> {
        for test in self.places()?.iter().filter(|test| test_number(test) > Some(last)) {
            fs::remove_file(test).map_err(DirectoryError::io("remove", test))?;
        }
        Ok(())
    }

    /// Writes a file as a whole, or not at all.
    pub fn write_json(&self, path: &Path, value: &impl Serialize) -> Result<(), DirectoryError> {
        // As it goes: a report of a million tests is as large as the search itself.
        let write = |file: &mut File| {
            let mut file = BufWriter::new(file);
            serde_json::to_writer_pretty(&mut file, value)?;
            file.write_all(b"\n")?;
            file.flush()
        };
        write_whole_by(path, write).map_err(DirectoryError::io("write", path))
    }

    pub fn write_text(&self, path: &Path, text: &str) -> Result<(), DirectoryError> {
        write_whole(path, text.as_bytes()).map_err(DirectoryError::io("write", path))
    }

    pub fn remove_state(&self) -> Result<(), DirectoryError> {
        remove(&self.state_path())
    }

    fn clear(&self) -> Result<(), DirectoryError> {
        if self.tests_path().is_dir() {
            // Emptied, and filled again soon: to remove and make thousands of files takes some file systems long.
            for test in self.places()? {
                File::options().write(true).truncate(true).open(&test).map_err(DirectoryError::io("write", &test))?;
            }
        }
        // The origin goes last: whoever is interrupted here still has a directory of rift's own.
        for name in [SUMMARY, COVERAGE, STATE, SCRIPTS[0].0, SCRIPTS[1].0, ORIGIN] {
            remove(&self.root.join(name))?;
        }
        Ok(())
    }
}

/// Of `000012.sh`: 12.
fn test_number(path: &Path) -> Option<u64> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".sh")?;
    stem.bytes().all(|byte| byte.is_ascii_digit()).then(|| stem.parse().ok())?
}

fn remove(path: &Path) -> Result<(), DirectoryError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(DirectoryError::io("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Behind the name of a file that is not whole yet.
pub(crate) const TEMPORARY: &str = ".tmp";

/// By way of a temporary file beside it: readers see the old contents or the new, also after a crash of the machine.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| {
        file.write_all(bytes)?;
        // Some file systems would rename it before its contents are on the disk.
        file.sync_data()
    })
}

/// The same for what can be made again: after a crash of the machine it may be empty.
pub(crate) fn write_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(bytes))
}

/// The same for what is not in memory as a whole.
pub fn write_unsynced_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    write_whole_by(path, write)
}

/// The same for a script.
pub(crate) fn write_executable(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| {
        file.write_all(bytes)?;
        file.set_permissions(fs::Permissions::from_mode(0o755))?;
        file.sync_data()
    })
}

/// Whether [`write_whole`] could write the file now. Leaves nothing behind.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // Another process may be writing the same file.
    name.push(format!(".{}{TEMPORARY}", std::process::id()));
    let temporary = path.with_file_name(name);
    File::create(&temporary)?;
    fs::remove_file(&temporary)
}

fn write_whole_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(TEMPORARY);
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| write(&mut file));
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        // What cannot be removed either is at least not taken for the real thing.
        let _ = fs::remove_file(&temporary);
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin {
            directory: "/src".into(),
            program: vec!["a.c".into()],
            cflags: "-DN=4".to_owned(),
            build: None,
            bin: None,
            entry: None,
            every_branch: false,
            steps_per_run: 1000,
        }
    }

    #[test]
    fn a_directory_remembers_its_origin() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("out");
        Directory::create(&root, Existing::Own, &origin()).unwrap();
        assert_eq!(Directory::open(&root).unwrap().1, origin());
        assert!(matches!(Directory::open(dir.path()), Err(DirectoryError::NoOrigin(_))));
        fs::write(root.join(ORIGIN), "{}").unwrap();
        assert!(matches!(Directory::open(&root), Err(DirectoryError::Damaged { .. })));
    }

    #[test]
    fn what_rift_did_not_make_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::write(root.join("thesis.txt"), "years of work").unwrap();
        let refused = Directory::create(root, Existing::Own, &origin()).unwrap_err();
        assert!(refused.to_string().contains("--force"), "{refused}");
        assert_eq!(fs::read_dir(root).unwrap().count(), 1);
        Directory::create(root, Existing::Any, &origin()).unwrap();
        fs::write(root.join("tests/000001.sh"), "old").unwrap();
        fs::write(root.join("tests/own.sh"), "own").unwrap();
        let directory = Directory::create(root, Existing::Own, &origin()).unwrap();
        assert_eq!(directory.tests().unwrap(), Vec::<PathBuf>::new());
        directory.remove_tests_after(0).unwrap();
        assert!(!root.join("tests/000001.sh").exists());
        assert!(root.join("thesis.txt").exists() && root.join("tests/own.sh").exists());
    }

    #[test]
    fn tests_are_listed_by_number() {
        let dir = tempfile::tempdir().unwrap();
        let directory = Directory::create(dir.path(), Existing::Own, &origin()).unwrap();
        for name in ["1000000.sh", "999999.sh", "000002.sh", "x.sh", "000003.txt"] {
            fs::write(directory.tests_path().join(name), "a test").unwrap();
        }
        let names = |directory: &Directory| -> Vec<String> {
            let tests = directory.tests().unwrap();
            tests.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(&directory), ["000002.sh", "999999.sh", "1000000.sh"]);
        directory.remove_tests_after(2).unwrap();
        assert_eq!(names(&directory), ["000002.sh"]);
    }
}
