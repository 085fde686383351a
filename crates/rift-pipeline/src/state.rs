//! What a comparison that was cut off needs to go on: `state/` in the directory of the report.
//!
//! ```text
//! state/N.found     candidates and findings of entry N: what was judged, and what is to be judged
//! state/N.search    the search of entry N, as of its last checkpoint
//! ```
//!
//! Both are in postcard's format and packed (`packed`), written beside their places and renamed. What was found is written whenever a
//! difference is confirmed, before anybody is told of it, and before each search state. So at every moment, a candidate
//! that the search state has behind it is in the other file; what came since the checkpoint is found again, and not
//! reported twice (`confirming`).
//!
//! A finding is saved as its input alone. Whoever resumes confirms it again: nothing is reported because a file says so.

use crate::confirming::SavedCandidates;
use crate::entries::EntryPoint;
use crate::error::{PipelineError, Result, refuse};
use crate::events::Events;
use crate::packed::{Packer, unpack};
use crate::prepare::Prepared;
use crate::settings::Settings;
use rift_env::Space;
use rift_ir::Pair;
use rift_report::{DirectoryError, ProgramHash, write_unsynced_by};
use rift_search::SavedState;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Changes with the meaning of the files.
const SCHEMA: &str = "rift.diff-state/1";

/// What a state is of. One of anything else is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    schema: String,
    versions: (ProgramHash, ProgramHash),
    strategy: String,
    seed: u64,
    entry: String,
    spaces: Vec<Space>,
}

#[derive(Serialize, Deserialize)]
struct File<T> {
    identity: Identity,
    contents: T,
}

/// What there is of an entry.
#[derive(Default)]
pub struct SavedEntry {
    pub search: Option<SavedState>,
    pub candidates: Option<SavedCandidates>,
}

/// The states of all entries of one comparison.
pub struct StateDirectory<'a> {
    root: PathBuf,
    versions: (ProgramHash, ProgramHash),
    strategy: String,
    seed: u64,
    events: &'a dyn Events,
    /// Held while a state is taken and written: the last one that is taken is the last one written.
    writing: Mutex<()>,
    /// The user knows that a state could not be written.
    has_warned: AtomicBool,
}

impl<'a> StateDirectory<'a> {
    /// Below the directory of the report.
    pub fn new(out: &Path, prepared: &Prepared, settings: &Settings, events: &'a dyn Events) -> StateDirectory<'a> {
        let Pair { old, new } = prepared.programs().map(|program| ProgramHash::of(&program.module));
        StateDirectory {
            root: out.join(rift_report::DiffDirectory::STATE),
            versions: (old, new),
            strategy: settings.strategy_name.clone(),
            seed: settings.search.seed,
            events,
            writing: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    /// Removes what another comparison left.
    pub fn clear(&self) {
        match fs::remove_dir_all(&self.root) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => self.warn(&error.to_string()),
            _ => {}
        }
    }

    /// Takes what is known about candidates, and writes it down.
    pub fn save_candidates(&self, entry: &EntryPoint, take: impl FnOnce() -> SavedCandidates) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(entry, "found", &take());
    }

    /// Behind the candidates that were found until then.
    pub fn save_search(&self, entry: &EntryPoint, search: &SavedState) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(entry, "search", search);
    }

    fn write(&self, entry: &EntryPoint, kind: &str, contents: &impl Serialize) {
        let path = self.path(entry, kind);
        let file = File { identity: self.identity(entry), contents };
        let written = fs::create_dir_all(&self.root).and_then(|()| {
            write_unsynced_by(&path, |out| {
                let packer = Packer::new(BufWriter::new(out));
                let packer = postcard::to_io(&file, packer).map_err(io::Error::other)?;
                packer.finish()
            })
        });
        if let Err(error) = written {
            self.warn(&format!("cannot write `{}`: {error}", path.display()));
        }
    }

    /// A search without a state is worth having, too.
    fn warn(&self, error: &str) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            self.events.warn(&format!("the state is not saved, and --resume will not have it: {error}"));
        }
    }

    fn path(&self, entry: &EntryPoint, kind: &str) -> PathBuf {
        self.root.join(format!("{}.{kind}", entry.number))
    }

    fn identity(&self, entry: &EntryPoint) -> Identity {
        Identity {
            schema: SCHEMA.to_owned(),
            versions: self.versions,
            strategy: self.strategy.clone(),
            seed: self.seed,
            entry: entry.path.clone(),
            spaces: entry.spaces.clone(),
        }
    }

    /// What there is of all entries, in their order; of those of a map with so many changes.
    pub fn load(&self, points: &[EntryPoint], changes: usize) -> Result<Vec<SavedEntry>> {
        let saved: Result<Vec<SavedEntry>> = points.iter().map(|entry| self.load_entry(entry, changes)).collect();
        let saved = saved?;
        if saved.iter().all(|entry| entry.search.is_none() && entry.candidates.is_none()) {
            self.events.note(&format!("there is no state in `{}`: the search begins anew", self.root.display()));
        }
        Ok(saved)
    }

    fn load_entry(&self, entry: &EntryPoint, changes: usize) -> Result<SavedEntry> {
        let search: Option<SavedState> = self.read(entry, "search")?;
        let candidates: Option<SavedCandidates> = self.read(entry, "found")?;
        if search.as_ref().is_some_and(|search| !search.fits(entry.spaces.len(), changes)) {
            return Err(self.damaged(entry, "search", "it names a space or a change that there is not"));
        }
        if let Some(problem) = candidates.as_ref().and_then(|candidates| candidates.problem(changes)) {
            return Err(self.damaged(entry, "found", problem));
        }
        Ok(SavedEntry { search, candidates })
    }

    fn damaged(&self, entry: &EntryPoint, kind: &str, reason: &str) -> PipelineError {
        let reason = format!("it is damaged ({reason}); without --resume the search begins anew");
        DirectoryError::Damaged { path: self.path(entry, kind), reason }.into()
    }

    fn read<T: DeserializeOwned>(&self, entry: &EntryPoint, kind: &str) -> Result<Option<T>> {
        let path = self.path(entry, kind);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(DirectoryError::Io { verb: "read", path, source }.into()),
            Ok(bytes) => {
                unpack(&bytes).map_err(|error| self.damaged(entry, kind, &format!("it cannot be unpacked: {error}")))?
            }
        };
        // What it is of comes first, so that the contents of another schema are not looked at.
        let (identity, rest): (Identity, &[u8]) =
            postcard::take_from_bytes(&bytes).map_err(|error| self.damaged(entry, kind, &error.to_string()))?;
        if let Some(reason) = self.identity(entry).unlike(&identity) {
            refuse!("cannot resume from `{}`: {reason}; without --resume the search begins anew", path.display());
        }
        parse_contents(rest).map(Some).map_err(|reason| self.damaged(entry, kind, &reason))
    }
}

/// What comes behind the identity.
fn parse_contents<T: DeserializeOwned>(rest: &[u8]) -> Result<T, String> {
    match postcard::take_from_bytes(rest) {
        Ok((contents, [])) => Ok(contents),
        Ok(_) => Err("there is more behind its end".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// For fuzz targets: reads bytes as a file, and as what a file unpacks to, whose checksum no mutation gets past.
pub(crate) fn read_anything(bytes: &[u8]) {
    let _ = unpack(bytes);
    let Ok((_, rest)) = postcard::take_from_bytes::<Identity>(bytes) else { return };
    let _ = parse_contents::<SavedState>(rest).map(|search| search.fits(1, 4));
    let _ = parse_contents::<SavedCandidates>(rest).map(|candidates| candidates.problem(4));
}

impl Identity {
    /// Why a state is not one to go on with.
    fn unlike(&self, saved: &Identity) -> Option<String> {
        Some(match () {
            () if self.schema != saved.schema => {
                format!("its schema is {:?}, and this rift reads {SCHEMA}", saved.schema)
            }
            () if self.versions != saved.versions => "it is of other versions, or they have changed since".to_owned(),
            () if self.strategy != saved.strategy => {
                format!("it is of a search with --strategy {}", saved.strategy)
            }
            () if self.seed != saved.seed => format!("it is of a search with --seed {}", saved.seed),
            () if self.entry != saved.entry => format!("it is of the entry `{}`", saved.entry),
            () if self.spaces != saved.spaces => "it is of a search over other inputs".to_owned(),
            () => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::Silent;
    use rift_env::Part;
    use rift_ir::Module;
    use rift_search::fresh;
    use std::io::Write;

    fn entry(path: &str, max: u32) -> EntryPoint {
        let spaces = vec![Space { stdin: Some(Part::Symbolic { max }), ..Space::default() }];
        let tasks = fresh(&spaces);
        EntryPoint { number: 3, path: path.to_owned(), distance: 0, spaces, tasks, samples: vec![] }
    }

    fn directory(root: &Path, strategy: &str, seed: u64) -> StateDirectory<'static> {
        let hash = ProgramHash::of(&Module::default());
        StateDirectory {
            root: root.to_owned(),
            versions: (hash, hash),
            strategy: strategy.to_owned(),
            seed,
            events: &Silent,
            writing: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    #[test]
    fn a_state_is_read_back_or_refused_with_its_name_and_the_reason() {
        let place = tempfile::tempdir().unwrap();
        let (states, point) = (directory(place.path(), "auto", 7), entry("f", 4));
        assert!(states.load(std::slice::from_ref(&point), 9).unwrap()[0].search.is_none());
        let search = SavedState { tasks: point.tasks.clone(), ..SavedState::default() };
        states.save_candidates(&point, SavedCandidates::default);
        states.save_search(&point, &search);
        let load = |states: &StateDirectory<'_>, point: &EntryPoint, changes: usize| {
            states.load(std::slice::from_ref(point), changes).map(|mut all| all.remove(0))
        };
        let saved = load(&states, &point, 9).unwrap();
        assert_eq!(saved.search.unwrap().tasks, search.tasks);
        assert!(saved.candidates.is_some());
        let refused = |states: &StateDirectory<'_>, point: &EntryPoint, changes: usize| {
            let error = load(states, point, changes).err().unwrap().in_full();
            assert!(error.contains("3.search") || error.contains("3.found"), "{error}");
            error
        };
        assert!(refused(&directory(place.path(), "dse", 7), &point, 9).contains("--strategy auto"));
        assert!(refused(&directory(place.path(), "auto", 8), &point, 9).contains("--seed 7"));
        assert!(refused(&states, &entry("g", 4), 9).contains("entry `f`"));
        assert!(refused(&states, &entry("f", 5), 9).contains("other inputs"));
        let mut other = directory(place.path(), "auto", 7);
        let mut module = Module::default();
        module.files.push("another.c".to_owned());
        other.versions.1 = ProgramHash::of(&module);
        assert!(refused(&other, &point, 9).contains("other versions"));
    }

    /// Saves a state, and gives the reason why it is refused after its file was replaced.
    fn reload(kind: &str, check: impl Fn(Vec<u8>, &dyn Fn(&[u8]) -> Option<String>)) {
        let place = tempfile::tempdir().unwrap();
        let (states, point) = (directory(place.path(), "auto", 7), entry("f", 4));
        states.save_candidates(&point, SavedCandidates::default);
        states.save_search(&point, &SavedState { tasks: point.tasks.clone(), ..SavedState::default() });
        let path = states.path(&point, kind);
        let whole = fs::read(&path).unwrap();
        check(whole, &|damaged| {
            fs::write(&path, damaged).unwrap();
            let error = states.load(std::slice::from_ref(&point), 9).err()?.in_full();
            assert!(error.contains(&path.display().to_string()), "it does not name the file: {error}");
            Some(error)
        });
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_name() {
        for kind in ["search", "found"] {
            reload(kind, |whole, problem| {
                assert_eq!(problem(&whole), None);
                let contents = unpack(&whole).unwrap();
                let is_damaged = |file: &[u8]| problem(file).is_some_and(|error| error.contains("damaged"));
                assert!((0..whole.len()).all(|end| is_damaged(&whole[..end])));
                assert!(is_damaged(b"text") && is_damaged(&[whole.as_slice(), b"x"].concat()));
                for at in 0..whole.len() {
                    for bit in 0..8 {
                        let mut damaged = whole.clone();
                        damaged[at] ^= 1 << bit;
                        let is_same = unpack(&damaged).is_ok_and(|same| same == contents);
                        assert!(is_same || is_damaged(&damaged), "bit {bit} of byte {at}");
                    }
                }
            });
        }
    }

    /// The checksum is right, so that every byte of the contents is read.
    #[test]
    fn damaged_contents_are_refused_or_valid() {
        let pack = |bytes: &[u8]| {
            let mut file = Vec::new();
            let mut packer = Packer::new(&mut file);
            packer.write_all(bytes).unwrap();
            packer.finish().unwrap();
            file
        };
        for kind in ["search", "found"] {
            reload(kind, |whole, problem| {
                let contents = unpack(&whole).unwrap();
                assert!((0..contents.len()).all(|end| problem(&pack(&contents[..end])).is_some()));
                for at in 0..contents.len() {
                    for value in [0, 1, 0x7f, 0x80, 0xff] {
                        let mut damaged = contents.clone();
                        damaged[at] = value;
                        let _ = problem(&pack(&damaged));
                        // A length that says more than there is.
                        let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
                        let _ = problem(&pack(&[&contents[..at], &huge, &contents[at + 1..]].concat()));
                    }
                }
            });
        }
    }
}
