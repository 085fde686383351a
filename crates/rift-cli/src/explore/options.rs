//! The command line of `rift explore`.

use crate::inputs::InputArguments;
use crate::program::ProgramArguments;
use crate::sandbox::SandboxArguments;
use crate::search::SearchArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
pub struct ExploreArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub inputs: InputArguments,
    #[command(flatten)]
    pub search: SearchArguments,
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
    #[command(flatten)]
    pub sandbox: SandboxArguments,
    /// Write the summary to FILE as well (`-`: standard output), as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep branches that only choose between values (`a && b`, `c ? x : y`) as branches: more paths, each simpler.
    #[arg(long)]
    pub every_branch: bool,
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
