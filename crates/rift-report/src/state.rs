//! What a stopped exploration needs to go on: `state.bin`, in postcard's format.

use crate::directory::{Directory, DirectoryError, write_whole};
use crate::writer::TestEntry;
use rift_env::{LONGEST_PART, Part, Space};
use rift_ir::Module;
use rift_search::SavedState;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;

/// Changes with the meaning of the file.
const SCHEMA: &str = "rift.state/1";

/// Identifies a program by its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramHash([u8; 32]);

impl ProgramHash {
    /// Takes as long as the module is large.
    pub fn of(module: &Module) -> ProgramHash {
        let bytes =
            postcard::to_stdvec(module).expect("a module holds only what can be written down: the cache has it");
        ProgramHash(*blake3::hash(&bytes).as_bytes())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StateError {
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    #[error("there is nothing to resume in `{0}`: its exploration came to an end")]
    Finished(PathBuf),
    #[error("there is nothing to resume in `{0}`: its exploration was killed before it saved its state")]
    NotSaved(PathBuf),
    #[error("the state cannot be written down: {0}")]
    Encode(String),
}

#[derive(Debug, Deserialize)]
pub struct State {
    schema: String,
    pub program: ProgramHash,
    pub spaces: Vec<Space>,
    pub search: SavedState,
    pub tests: Vec<TestEntry>,
    pub left_out: u64,
}

/// The same, as it is to be written: fields as in [`State`].
#[derive(Debug, Serialize)]
pub struct StateView<'a> {
    schema: &'static str,
    program: ProgramHash,
    spaces: &'a [Space],
    search: &'a SavedState,
    tests: &'a [TestEntry],
    left_out: u64,
}

impl<'a> StateView<'a> {
    pub fn new(
        program: ProgramHash,
        spaces: &'a [Space],
        search: &'a SavedState,
        tests: &'a [TestEntry],
        left_out: u64,
    ) -> StateView<'a> {
        StateView { schema: SCHEMA, program, spaces, search, tests, left_out }
    }

    pub fn save(&self, directory: &Directory) -> Result<(), StateError> {
        let path = directory.state_path();
        let bytes = postcard::to_stdvec(self).map_err(|error| StateError::Encode(error.to_string()))?;
        Ok(write_whole(&path, &bytes).map_err(DirectoryError::io("write", &path))?)
    }
}

impl State {
    pub fn load(directory: &Directory) -> Result<State, StateError> {
        let path = directory.state_path();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let root = directory.root().to_owned();
                let finished = directory.summary_path().exists();
                return Err(if finished { StateError::Finished(root) } else { StateError::NotSaved(root) });
            }
            bytes => bytes.map_err(DirectoryError::io("read", &path))?,
        };
        Ok(State::parse(&bytes).map_err(|reason| DirectoryError::Damaged { path, reason })?)
    }

    /// From the bytes of a file that anyone may have written; the error is the reason.
    pub fn parse(bytes: &[u8]) -> Result<State, String> {
        let state: State = postcard::from_bytes(bytes).map_err(|error| error.to_string())?;
        if state.schema != SCHEMA {
            return Err(format!("its schema is {:?}, and this rift reads {SCHEMA}", state.schema));
        }
        let spaces = state.spaces.len();
        if let Some(task) = state.search.tasks.iter().find(|task| task.space >= spaces) {
            return Err(format!("a task is in space {}, and there are {spaces}", task.space));
        }
        let longest = state.spaces.iter().flat_map(Space::parts).find_map(too_long);
        match longest {
            Some(max) => Err(format!("a part of a space has {max} symbolic bytes, and {LONGEST_PART} are possible")),
            None => Ok(state),
        }
    }
}

/// The bytes of a symbolic part that has too many of them.
fn too_long(part: &Part) -> Option<u32> {
    match part {
        Part::Symbolic { max } => Some(*max).filter(|max| *max > LONGEST_PART),
        Part::Fixed(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::{Existing, Origin};
    use rift_search::{PathId, fresh};

    #[test]
    fn a_state_is_read_back_or_refused() {
        let dir = tempfile::tempdir().unwrap();
        let origin = Origin {
            directory: "/".into(),
            program: vec![],
            cflags: String::new(),
            build: None,
            bin: None,
            entry: None,
            every_branch: false,
            steps_per_run: 1,
        };
        let directory = Directory::create(dir.path(), Existing::Own, &origin).unwrap();
        assert!(matches!(State::load(&directory), Err(StateError::NotSaved(_))));
        fs::write(directory.summary_path(), "{}").unwrap();
        assert!(matches!(State::load(&directory), Err(StateError::Finished(_))));
        let spaces = [Space { argv: vec![Part::Symbolic { max: 3 }], ..Space::default() }];
        let search = SavedState { tasks: fresh(&spaces), found: vec![PathId(7)], ..SavedState::default() };
        let hash = ProgramHash::of(&Module::default());
        let entry = TestEntry { number: 3, path: PathId(7), end: "exit 0".to_owned(), new_coverage: true };
        StateView::new(hash, &spaces, &search, std::slice::from_ref(&entry), 5).save(&directory).unwrap();
        let state = State::load(&directory).unwrap();
        assert_eq!((state.program, state.spaces.as_slice(), state.left_out), (hash, &spaces[..], 5));
        assert_eq!((state.search.tasks, state.search.found, state.tests), (search.tasks, search.found, vec![entry]));
        for damage in [&b""[..], b"\x0crift.state/9", b"some text"] {
            fs::write(directory.state_path(), damage).unwrap();
            assert!(matches!(State::load(&directory), Err(StateError::Directory(DirectoryError::Damaged { .. }))));
        }
    }

    #[test]
    fn tasks_of_no_space_and_spaces_without_bounds_are_refused() {
        let hash = ProgramHash::of(&Module::default());
        let refused = |max: u32, spaces_less: usize| {
            let spaces = [Space { stdin: Some(Part::Symbolic { max }), ..Space::default() }];
            let search = SavedState { tasks: fresh(&spaces), ..SavedState::default() };
            let view = StateView::new(hash, &spaces[spaces_less..], &search, &[], 0);
            State::parse(&postcard::to_stdvec(&view).unwrap()).err()
        };
        assert_eq!(refused(7, 0), None);
        assert!(refused(7, 1).unwrap().contains("space 0, and there are 0"));
        assert!(refused(u32::MAX, 0).unwrap().contains("4294967295 symbolic bytes"));
    }
}
