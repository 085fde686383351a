//! What happens while two versions are searched.

use crate::search::Display;
use rift_search::{Compared, Events, Found, Progress, SavedState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub struct Watcher {
    pub display: Display,
    pub jobs: usize,
    pub interrupted: Arc<AtomicBool>,
}

impl Events for Watcher {
    fn found(&self, _: &Found) -> io::Result<()> {
        Ok(())
    }

    fn different(&self, compared: &Compared) -> io::Result<()> {
        let Compared { input, predicted, runs, changes, .. } = compared;
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        println!(
            "run {runs} changes {changes:?} argv {:?} stdin {:?}: old {:?} {:?} new {:?} {:?}",
            input.argv.iter().map(|a| shown(a)).collect::<Vec<_>>(),
            shown(&input.stdin),
            predicted.old.outcome.end,
            shown(&predicted.old.stdout),
            predicted.new.outcome.end,
            shown(&predicted.new.stdout),
        );
        self.interrupted.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn progress(&self, progress: &Progress) {
        self.display.show(progress, self.jobs);
    }

    fn checkpoint(&self, _: &SavedState) {}

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
