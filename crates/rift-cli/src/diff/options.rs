//! The command line of `rift diff`.

use crate::inputs::InputArguments;
use crate::program::BuildArguments;
use crate::sandbox::SandboxArguments;
use crate::search::{SearchArguments, StrategyArguments};
use crate::sizes::duration;
use clap::Args;
use rift_confirm::NativeLimits;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct DiffArguments {
    /// The old and the new version, each a file, a project directory, a cargo package, bitcode, or a git revision. One
    /// revision is compared with the working tree; without any, the working tree is compared with where it left the
    /// main branch.
    #[arg(value_name = "OLD] [NEW", num_args = 0..=2)]
    pub versions: Vec<String>,
    /// Where the program is in the revisions: a file, a project directory or a cargo package.
    #[arg(last = true, value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[command(flatten)]
    pub how: BuildArguments,
    #[command(flatten)]
    pub inputs: InputArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub strategy: StrategyArguments,
    /// Stop at the first confirmed difference.
    #[arg(long)]
    pub first: bool,
    /// At most N differences are reported; there may be more.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_differences: u64,
    /// Exit with 3 when no difference was found but not everything was looked at.
    #[arg(long)]
    pub strict: bool,
    /// How long a native run may take; longer counts as not ending.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub native_timeout: Duration,
    #[command(flatten)]
    pub sandbox: SandboxArguments,
    /// Multiply all limits of native runs. No finding may depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, hide = true, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub native_limits: u32,
    /// Report inputs as they were found, without making them smaller.
    #[arg(long)]
    pub no_minimise: bool,
    /// Write the report to FILE (`-`: standard output), as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report and a test for each difference into DIR.
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print nothing but errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// Print everything that was left out.
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
}

impl DiffArguments {
    /// What each native run may use.
    pub fn native_limits(&self) -> NativeLimits {
        NativeLimits { time: self.native_timeout, ..NativeLimits::default() }.times(self.native_limits)
    }
}
