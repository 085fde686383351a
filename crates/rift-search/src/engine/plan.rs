//! What a search does with the branches that its runs leave behind.

/// Depends on whether all of them are to be taken in the end, or the few that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// All are taken: whether a branch is possible is asked when it is left, every one has a snapshot to go on from, and the
    /// latest comes first, which keeps them few.
    Exhaust,
    /// Most are never taken: nothing is asked or kept before a branch's turn comes. Those from which no change can be executed
    /// are dropped at once.
    Select,
    /// The same, but no branch is dropped.
    SelectAll,
}

impl Plan {
    pub(crate) fn asks_at_once(self) -> bool {
        self == Plan::Exhaust
    }

    pub(crate) fn drops_what_cannot_matter(self) -> bool {
        self == Plan::Select
    }

    /// Whether every branch has a snapshot of its run. If not, long runs only.
    pub(crate) fn keeps_snapshots(self) -> bool {
        self == Plan::Exhaust
    }

    /// Whether a path keeps its decisions, to compare them with those of another version.
    pub(crate) fn keeps_history(self) -> bool {
        self != Plan::Exhaust
    }

    /// Whether it is noted where any input came to a decision. If not, only of inputs that somebody gave.
    pub(crate) fn notes_paths(self) -> bool {
        self != Plan::Exhaust
    }

    /// Whether a run that is long beside others waits, and whether one that needs too much memory is given up alone.
    pub(crate) fn gives_up_runs(self) -> bool {
        self != Plan::Exhaust
    }
}
