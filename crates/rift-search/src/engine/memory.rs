//! When to look at the memory, and how to give it back.

use super::{Engine, StopReason};

/// Work, in instructions and in new terms, between two looks: a look costs a system call.
const LOOK_AFTER_INSTRUCTIONS: u64 = 1_000_000;
const LOOK_AFTER_TERMS: usize = 1 << 16;
/// Giving up terms is worth its while from so many terms or pending branches on.
const COMPACT_TERMS: usize = 1 << 17;
const COMPACT_BRANCHES: usize = 1 << 10;

#[derive(Default)]
pub(super) struct MemoryWatch {
    /// How many terms there were at the last look.
    terms: usize,
    /// What was done and how many branches were pending then.
    work: u64,
    branches: usize,
    /// Whether a run needed more memory than there is.
    pub is_full: bool,
}

impl Engine<'_> {
    /// Whether terms are to be given up now. `pending`: how many branches there are.
    pub fn is_time_to_compact(&mut self, pending: usize) -> bool {
        let work = self.work_done();
        let watch = &self.memory;
        let is_time = watch.is_full
            || work > watch.work + LOOK_AFTER_INSTRUCTIONS
            || self.terms.len() > watch.terms + LOOK_AFTER_TERMS
            || pending > watch.branches + COMPACT_BRANCHES;
        if !is_time {
            return false;
        }
        let is_full = self.memory.is_full;
        self.memory = MemoryWatch { terms: self.terms.len(), work, branches: pending, is_full };
        is_full || self.shared.is_memory_short()
    }

    /// Whether there is enough to give up. If not and memory is exhausted, the search ends.
    pub fn is_worth_compacting(&self, pending: usize) -> bool {
        self.memory.is_full || self.terms.len() > COMPACT_TERMS || pending > COMPACT_BRANCHES
    }

    /// What could be given up is given up.
    pub fn compacted(&mut self) {
        if self.shared.is_memory_exhausted() {
            self.shared.stop(StopReason::Memory);
        }
        self.memory = MemoryWatch { work: self.memory.work, ..MemoryWatch::default() };
    }

    /// Whether a run has made so many terms since the last look that it is time for one.
    pub(super) fn has_grown(&self) -> bool {
        self.terms.len() > self.memory.terms + LOOK_AFTER_TERMS
    }

    pub(super) fn looked_at_terms(&mut self) {
        self.memory.terms = self.terms.len();
    }
}

/// Gives what was dropped back to the system, so that it is seen to be free.
pub(crate) fn release() {
    // SAFETY: it takes no pointer, and touches only memory that nobody uses.
    unsafe { libc::malloc_trim(0) };
}
