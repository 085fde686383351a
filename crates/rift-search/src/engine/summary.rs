//! What a search found out, and what it did not.

use super::coverage::Coverage;
use rift_ir::Site;
use rift_vm::concolic::Pin;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Enough was found.
    Enough,
    /// Tests could not be written: the disk is full.
    Output,
    /// It has not: this is what is known so far.
    Running,
}

/// A place where part of the space was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Left {
    /// A term was replaced by its value, and not every other value was tried.
    Pinned(Pin),
    /// The solver did not decide whether the other way is possible.
    Undecided,
    /// The solver did not decide whether what can be seen of two versions differs.
    End,
    /// A run reached a limit (steps, memory, depth, output).
    Limit,
    /// A run decided more often than is kept of one.
    Many,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incomplete {
    /// Which version of the subject: 0 is the new one.
    pub version: usize,
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
    /// Of the search alone: processor time of its workers, and what the solver took by the clock while they waited for it.
    #[serde(default)]
    pub search_cpu_seconds: f64,
    /// Work of each tactic, in instructions: counted, so that it is the same in every search.
    #[serde(default)]
    pub tactics: BTreeMap<String, u64>,
    /// What all queries cost, in instructions: counted, so that it is the same in every search.
    #[serde(default)]
    pub solver_work: u64,
    /// Queries without an answer because the solver process hung or died: the next search may have one.
    #[serde(default)]
    pub solver_unreproducible: u64,
    pub duplicates: u64,
    /// Of two versions: paths of the first that executed no change.
    pub untouched: u64,
    /// Of two versions: pairs of paths that differ, for some input at least.
    pub differences: u64,
    /// Runs of one worker when it first executed a change; 0 if none did.
    pub runs_to_reach: u64,
    /// The same for the first pair of runs that computed something else on one input, seen or not.
    pub runs_to_infect: u64,
    /// The same for the first difference.
    pub runs_to_differ: u64,
}

/// The least that is not zero.
fn earliest(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 { a.max(b) } else { a.min(b) }
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
        self.search_cpu_seconds += other.search_cpu_seconds;
        for (tactic, work) in &other.tactics {
            *self.tactics.entry(tactic.clone()).or_default() += work;
        }
        self.solver_work += other.solver_work;
        self.solver_unreproducible += other.solver_unreproducible;
        self.duplicates += other.duplicates;
        self.untouched += other.untouched;
        self.differences += other.differences;
        self.runs_to_reach = earliest(self.runs_to_reach, other.runs_to_reach);
        self.runs_to_infect = earliest(self.runs_to_infect, other.runs_to_infect);
        self.runs_to_differ = earliest(self.runs_to_differ, other.runs_to_differ);
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
    /// Of the other versions, where there are any.
    pub other_coverage: Coverage,
    /// Changes that some run executed.
    pub reached: BTreeSet<u32>,
    /// Counters of the solver's layers, of all workers together.
    pub layers: Vec<rift_solver::LayerStats>,
    /// Branches that were never taken.
    pub frontier: u64,
}

impl Summary {
    /// Whether every path of the space was run.
    pub fn exhausted(&self) -> bool {
        let is_all = self.frontier == 0 && self.incomplete.is_empty() && self.unsupported.is_empty();
        self.stopped == StopReason::Finished && is_all
    }
}
