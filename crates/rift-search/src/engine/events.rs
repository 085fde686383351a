//! What a search tells while it runs.

use super::hash::PathId;
use super::subject::Compared;
use super::summary::Totals;
use super::task::SavedState;
use rift_env::{Input, Observation};
use std::time::Duration;

/// A path that was run to its end.
#[derive(Debug)]
pub struct Found {
    pub id: PathId,
    pub space: usize,
    pub input: Input,
    /// What the machine predicts for the input.
    pub observation: Observation,
    /// Decisions along the path.
    pub depth: u32,
    /// Whether the run executed something that no run had before.
    pub new_coverage: bool,
}

/// How far a search is.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    pub totals: Totals,
    pub frontier: u64,
    pub edges: u64,
    pub elapsed: Duration,
}

/// What a search tells while it runs. Called from all workers.
pub trait Events: Sync {
    /// An error ends the search: what was found cannot be kept.
    fn found(&self, found: &Found) -> std::io::Result<()>;
    /// Two versions differ, as the machine sees it. An error ends the search.
    fn different(&self, _: &Compared) -> std::io::Result<()> {
        Ok(())
    }
    /// About ten times a second.
    fn progress(&self, progress: &Progress);
    /// Whether `checkpoint` is wanted: to put a state together takes as much memory again.
    fn wants_checkpoints(&self) -> bool {
        false
    }
    /// Now and then: everything needed to go on later.
    fn checkpoint(&self, _: &SavedState) {}
    /// Whether the user wants to stop.
    fn is_interrupted(&self) -> bool;
    /// Whether what was found is all that is wanted.
    fn is_enough(&self) -> bool {
        false
    }
}
