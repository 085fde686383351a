//! What a search may use.

use rift_deadline::Deadline;
use rift_env::Config as WorldConfig;
use rift_vm::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// When to stop. `None` is no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Budget {
    /// Runs that come to an end.
    pub runs: Option<u64>,
    /// Instructions of all runs together.
    pub steps: Option<u64>,
    pub time: Option<Duration>,
    /// Bytes of this process. Beyond it, what can be computed again is dropped.
    pub memory: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverConfig {
    /// Steps of the solver for one query: [`rift_solver::STEPS_PER_SECOND`] of them take about a second.
    pub steps: u64,
    /// The command that starts a solver process; `None` solves in this process.
    pub worker: Option<(PathBuf, Vec<String>)>,
    /// Bytes that one solver process may use.
    pub memory: u64,
    /// Cross-check every n-th verdict with another solver, where there is one; 0 is never.
    pub check_every: u64,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig { steps: rift_solver::Limits::STEPS, worker: None, memory: 1 << 30, check_every: 0 }
    }
}

#[derive(Debug, Clone)]
pub struct Config {
    pub world: WorldConfig,
    /// Of a single run.
    pub limits: Limits,
    pub budget: Budget,
    pub jobs: usize,
    pub seed: u64,
    pub solver: SolverConfig,
    /// How many values of one pinned term are tried before the rest is given up as incomplete.
    pub pin_values: u32,
    /// Ends the search as its budget does, and whatever else is done with this configuration: an interrupt of the user's, or the
    /// end of a budget that is shared with others.
    pub deadline: Deadline,
    /// Whether somebody goes on with the state that a search leaves. To put it together takes as much memory as the pending
    /// branches have inputs.
    pub resumable: bool,
    /// How often a state is put together for who wants to keep it ([`Events::checkpoint`](crate::Events::checkpoint)).
    pub checkpoint_every: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            world: WorldConfig::default(),
            limits: Limits { steps: 50_000_000, ..Limits::default() },
            budget: Budget::default(),
            jobs: 1,
            seed: 0,
            solver: SolverConfig::default(),
            pin_values: 256,
            deadline: Deadline::never(),
            resumable: true,
            checkpoint_every: Duration::from_secs(20),
        }
    }
}
