//! The command line of `rift diff`.

use crate::inputs::InputArguments;
use crate::program::BuildArguments;
use crate::sandbox::SandboxArguments;
use crate::search::SearchArguments;
use crate::sizes::duration;
use clap::{Args, ValueEnum};
use rift_confirm::NativeLimits;
use rift_search::{Auto, Dse, Express, Propagate, Reach, Strategy};
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
    /// How to search.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyName::Auto)]
    pub strategy: StrategyName,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// What is nearest to a change first, then where the versions can be made to part.
    Auto,
    /// Every path of both versions.
    Dse,
    /// The way to the change by control dependence (Qi et al. 2010, Algorithm 1), then every path beyond it.
    Reach,
    /// As `reach`, then what keeps the effect of the change from being seen (Qi et al. 2010, Algorithm 2).
    Propagate,
    /// Every path that can come to a change, or can show an effect of it (Taneja et al. 2011).
    Express,
}

impl StrategyName {
    pub fn make(self) -> Box<dyn Strategy> {
        match self {
            StrategyName::Auto => Box::new(Auto::default()),
            StrategyName::Dse => Box::new(Dse),
            StrategyName::Reach => Box::new(Reach::default()),
            StrategyName::Propagate => Box::new(Propagate::default()),
            StrategyName::Express => Box::new(Express::default()),
        }
    }

    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}
