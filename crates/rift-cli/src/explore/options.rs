//! The command line of `rift explore`.

use crate::program::ProgramArguments;
use crate::sizes::{BudgetSet, Size, duration};
use clap::{Args, ValueEnum};
use rift_env::{Config as WorldConfig, StdinKind};
use rift_search::{Budget, Config, SolverConfig};
use rift_solver::WorkerCommand;
use rift_vm::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// The hidden command that a solver process is started with.
pub const SOLVER_WORKER: &str = "solver-worker";

#[derive(Args)]
pub struct ExploreArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Arguments of the program, quoted as for a shell, in which `?N` stands for any word of up to N bytes:
    /// `--args '-n ?3 file.txt'`. Repeatable: each is a shape of its own. (`??3` is the word `?3`.)
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Standard input: any bytes, up to N of them, or the contents of FILE.
    #[arg(long, value_name = "N|FILE")]
    pub stdin: Option<String>,
    /// A file the program finds in its working directory: any bytes, up to N, or the contents of PATH. Repeatable.
    #[arg(long, value_name = "NAME=N|PATH")]
    pub file: Vec<String>,
    /// An environment variable: `?N` is any value of up to N bytes. Repeatable.
    #[arg(long, value_name = "K=?N|V")]
    pub env: Vec<String>,
    /// Inputs to begin with: each line of FILE a command line as in a shell, with `< file`.
    #[arg(long, value_name = "FILE")]
    pub tests: Option<PathBuf>,
    /// When to stop: `60s`, `1000runs`, `5Msteps`, or several with commas. The default is when all paths are found.
    #[arg(long, value_name = "BUDGET")]
    pub budget: Option<BudgetSet>,
    /// Memory to stay within, by dropping what can be computed again.
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
    /// The time for one query.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub solver_timeout: Duration,
    /// Solve in this process. Saves a little time; a solver that dies takes everything with it.
    #[arg(long)]
    pub solver_in_process: bool,
    /// Cross-check every N-th verdict (100) with Z3, where that is installed.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", require_equals = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub check_solver: Option<u64>,
    /// The directory to write tests, summary and state to.
    #[arg(long, short, value_name = "DIR", default_value = "rift-out")]
    pub out: PathBuf,
    /// Write into DIR even if it holds something else.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Go on where the search in DIR stopped. The program and what is symbolic are remembered there.
    #[arg(long, conflicts_with_all = ["args", "stdin", "file", "env", "tests", "argv0", "rebuild"])]
    pub resume: bool,
    /// At most N test files; paths are counted all the same.
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Which paths get a test: all, or those that cover something new.
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = TestsFor::All)]
    tests_for: TestsFor,
    /// Afterwards, run every test on a native build, and tell where it differs from what was predicted.
    #[arg(long)]
    pub verify_native: bool,
    /// Write the summary to FILE as well (`-`: standard output), as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep branches that only choose between values (`a && b`, `c ? x : y`) as branches: more paths, each simpler.
    #[arg(long)]
    pub every_branch: bool,
    /// The program's name as it sees it (argv[0]).
    #[arg(long, value_name = "NAME")]
    pub argv0: Option<String>,
    /// Print nothing but errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// Print everything that was left out, and what each layer of the solver did.
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TestsFor {
    All,
    NewCoverage,
}

impl ExploreArguments {
    pub fn only_new_coverage(&self) -> bool {
        self.tests_for == TestsFor::NewCoverage
    }
}

/// Says what the derived definition cannot: whoever resumes need not name the program.
pub fn command(command: clap::Command) -> clap::Command {
    command.mut_arg("program", |program| program.required(false).required_unless_present("resume"))
}

pub fn config(arguments: &ExploreArguments) -> Config {
    let budget = arguments.budget.clone().unwrap_or_default();
    let defaults = Config::default();
    let worker = WorkerCommand::this_program([SOLVER_WORKER]);
    Config {
        world: WorldConfig { stdin_kind: StdinKind::Pipe, ..WorldConfig::default() },
        limits: Limits { steps: arguments.steps_per_run.0, ..defaults.limits },
        budget: Budget { runs: budget.runs, steps: budget.steps, time: budget.time, memory: Some(arguments.memory.0) },
        jobs: arguments.jobs as usize,
        seed: arguments.seed,
        solver: SolverConfig {
            time: arguments.solver_timeout,
            worker: (!arguments.solver_in_process).then_some((worker.program, vec![SOLVER_WORKER.to_owned()])),
            check_every: arguments.check_solver.unwrap_or(0),
            ..defaults.solver
        },
        ..defaults
    }
}
