//! How a search is carried out: its budget, its workers, its solver, and what is shown meanwhile.

mod progress;
mod strategy;

pub use progress::{Display, say};
pub use strategy::{StrategyArguments, print_tactics};

use crate::sizes::{BudgetSet, Size, solver_steps};
use anyhow::Context;
use clap::Args;
use rift_env::{Config as WorldConfig, StdinKind};
use rift_search::{Budget, Config, SolverConfig};
use rift_solver::WorkerCommand;
use rift_vm::Limits;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a solver process is given in any case, in bytes of address space.
const LEAST_SOLVER_MEMORY: u64 = 256 << 20;

/// Without a budget, a search of two versions that finds nothing ends then.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Solver steps of one query of two versions, about a second: there is always something else to try than to wait for a hard
/// query.
const PAIR_QUERY_STEPS: u64 = rift_solver::STEPS_PER_SECOND;

/// The hidden command that a solver process is started with.
pub const SOLVER_WORKER: &str = "solver-worker";

#[derive(Debug, Clone, Args)]
pub struct SearchArguments {
    /// When to stop: `60s`, `1000runs`, `5Msteps`, or several with commas. A time is kept to within a tenth and two
    /// seconds, building not included. When it is left out, all paths of a
    /// program are looked for, and differences of two versions for a minute, or until nothing new has come for a while.
    #[arg(long, value_name = "BUDGET")]
    pub budget: Option<BudgetSet>,
    /// Memory for this process to stay within, by dropping what can be computed again. Each solver process may use as much
    /// again, at most 1 GiB.
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    pub memory: Size,
    /// Instructions after which a single run is given up.
    #[arg(long, value_name = "N", default_value = "50M")]
    pub steps_per_run: Size,
    /// Workers side by side. They find the same paths as one, but number them as they come.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub jobs: u64,
    /// Of the occasional random choice among what to look at next.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The limit of one query, as a number of solver steps such as `1Msteps`, or as a time such as `5s`, which is taken for
    /// 200,000 steps a second: steps are counted, so that a query has the same answer on a busy machine. When it is left
    /// out: `5s`, for two versions `1s`.
    #[arg(long, alias = "solver-timeout", value_name = "LIMIT", value_parser = solver_steps)]
    pub solver_limit: Option<u64>,
    /// Solve in this process. Saves a little time; a solver that dies takes everything with it.
    #[arg(long)]
    pub solver_in_process: bool,
    /// Cross-check every N-th verdict (100) with Z3, where that is installed.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", require_equals = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub check_solver: Option<u64>,
}

impl SearchArguments {
    pub fn config(&self) -> Config {
        let budget = self.budget.clone().unwrap_or_default();
        let defaults = Config::default();
        let worker = WorkerCommand::this_program([SOLVER_WORKER]);
        Config {
            world: WorldConfig { stdin_kind: StdinKind::Pipe, ..WorldConfig::default() },
            limits: Limits { steps: self.steps_per_run.0, ..defaults.limits },
            budget: Budget { runs: budget.runs, steps: budget.steps, time: budget.time, memory: Some(self.memory.0) },
            jobs: self.jobs as usize,
            seed: self.seed,
            solver: SolverConfig {
                steps: self.solver_limit.unwrap_or(defaults.solver.steps),
                worker: (!self.solver_in_process).then_some((worker.program, vec![SOLVER_WORKER.to_owned()])),
                // No more than this process may use: it is limited in address space, of which it needs some to begin with.
                memory: defaults.solver.memory.min(self.memory.0.max(LEAST_SOLVER_MEMORY)),
                check_every: self.check_solver.unwrap_or(0),
            },
            ..defaults
        }
    }
}

impl SearchArguments {
    /// The same for two versions, which are not searched to the end.
    pub fn config_of_pair(&self) -> Config {
        let mut config = self.config();
        if self.budget.is_none() {
            config.budget.time = Some(DEFAULT_TIME);
        }
        config.solver.steps = self.solver_limit.unwrap_or(PAIR_QUERY_STEPS);
        config
    }
}

/// A flag that Ctrl-C sets. The second one ends the process at once.
pub fn interruptible() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag not set yet.
        flag::register_conditional_shutdown(signal, i32::from(crate::exit::INTERRUPTED), Arc::clone(&flag))
            .and_then(|_| flag::register(signal, Arc::clone(&flag)))
            .context("cannot watch for Ctrl-C")?;
    }
    Ok(flag)
}
