//! What happens while a search runs: tests are written, progress is shown, the state is saved, Ctrl-C is seen.

use crate::search::Display;
use rift_env::Space;
use rift_report::{Directory, ProgramHash, StateError, StateView, TestWriter, WriteError};
use rift_search::{Events, Found, Progress, SavedState};
use rift_vm::Program;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub struct Watcher<'a> {
    pub program: &'a Program,
    pub spaces: &'a [Space],
    pub directory: &'a Directory,
    pub writer: TestWriter,
    pub display: Display,
    pub jobs: usize,
    pub interrupted: Arc<AtomicBool>,
    /// Computed when it is first needed: small searches end before.
    pub hash: OnceLock<ProgramHash>,
    /// The first test that could not be written.
    pub trouble: Mutex<Option<WriteError>>,
}

impl<'a> Watcher<'a> {
    pub fn save(&self, state: &SavedState) -> Result<(), StateError> {
        let hash = *self.hash.get_or_init(|| ProgramHash::of(&self.program.module));
        let tests = self.writer.entries();
        StateView::new(hash, self.spaces, state, &tests, self.writer.left_out()).save(self.directory)
    }

    /// Why a test could not be written, if one could not.
    pub fn take_trouble(&self) -> Option<WriteError> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Events for Watcher<'_> {
    fn found(&self, found: &Found) -> io::Result<()> {
        self.writer.write(&self.program.module, found).map_err(|error| {
            let kind = error.source.kind();
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            kind.into()
        })
    }

    fn progress(&self, progress: &Progress) {
        self.display.show(progress, self.jobs);
    }

    fn wants_checkpoints(&self) -> bool {
        true
    }

    fn checkpoint(&self, state: &SavedState) {
        if let Err(error) = self.save(state) {
            eprintln!("rift: the state was not saved: {error}");
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
