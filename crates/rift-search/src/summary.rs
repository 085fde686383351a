//! What a search found out, and what it did not.

use crate::coverage::Coverage;
use rift_ir::Site;
use rift_vm::concolic::Pin;
use serde::{Deserialize, Serialize};

/// Why the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// Nothing is left in the frontier.
    Finished,
    Runs,
    Steps,
    Time,
    Memory,
    Interrupted,
    /// Tests could not be written: the disk is full.
    Output,
}

/// A place where part of the space was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Left {
    /// A term was replaced by its value, and not every other value was tried.
    Pinned(Pin),
    /// The solver did not decide whether the other way is possible.
    Undecided,
    /// A run reached a limit (steps, memory, depth, output).
    Limit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incomplete {
    pub site: Option<Site>,
    pub what: Left,
    pub count: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Paths that came to an end of the program's own.
    pub paths: u64,
    /// Runs, those outside the space and those given up included.
    pub runs: u64,
    /// Runs that ended at an assumption that did not hold.
    pub outside: u64,
    pub instructions: u64,
    /// Questions whether another way is possible.
    pub queries: u64,
    /// Those that reached the solver.
    pub solver_queries: u64,
    pub solver_seconds: f64,
    pub duplicates: u64,
}

impl Totals {
    pub fn add(&mut self, other: &Totals) {
        self.paths += other.paths;
        self.runs += other.runs;
        self.outside += other.outside;
        self.instructions += other.instructions;
        self.queries += other.queries;
        self.solver_queries += other.solver_queries;
        self.solver_seconds += other.solver_seconds;
        self.duplicates += other.duplicates;
    }
}

#[derive(Debug)]
pub struct Summary {
    pub stopped: StopReason,
    pub totals: Totals,
    /// Sorted by site.
    pub incomplete: Vec<Incomplete>,
    /// What the program needed and rift does not support, with how often.
    pub unsupported: Vec<(String, u64)>,
    pub coverage: Coverage,
    /// Counters of the solver's layers, of all workers together.
    pub layers: Vec<rift_solver::LayerStats>,
    /// Flips that were never looked at.
    pub frontier: u64,
}

impl Summary {
    /// Whether every path of the space was run.
    pub fn exhausted(&self) -> bool {
        self.stopped == StopReason::Finished && self.incomplete.is_empty() && self.unsupported.is_empty()
    }
}
