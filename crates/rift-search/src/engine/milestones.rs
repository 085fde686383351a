//! What a worker has achieved so far. Tactics and the scheduler go by it.

use super::changes::ChangeSet;

#[derive(Debug, Default)]
pub(crate) struct Milestones {
    /// Changes that any run executed.
    pub executed: ChangeSet,
    /// Whether any pair of runs may have computed something else, seen or not.
    pub has_effect: bool,
    /// Pairs of paths that differ.
    pub differences: u64,
    /// Runs that were solved for, and how many of them there were when a change was first executed.
    pub solved_runs: u64,
    pub solved_runs_to_execute: u64,
    /// Things that were new, in the order of their worth, since the scheduler last looked.
    pub news: News,
}

/// What a piece of work brought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub new_code: bool,
    pub change_executed: bool,
    pub first_effect: bool,
    pub nearer: bool,
    pub difference: bool,
}
