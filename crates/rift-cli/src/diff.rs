//! `rift diff`: inputs on which two versions of a program behave differently.

use crate::compare::CompareArguments;
use crate::inputs::InputArguments;
use crate::program::BuildArguments;
use crate::search::interruptible;
use clap::Args;
use rift_pipeline::{ProgramJob, Settings, compare_programs};
use std::path::PathBuf;

#[derive(Args)]
pub struct DiffArguments {
    /// The old and the new version, each a file, a project directory, a cargo package, bitcode, or a git revision. One
    /// revision is compared with the working tree; without any, the working tree is compared with where it left the
    /// main branch.
    #[arg(value_name = "OLD] [NEW", num_args = 0..=2)]
    versions: Vec<String>,
    /// Where the program is in the revisions: a file, a project directory or a cargo package.
    #[arg(last = true, value_name = "PATH")]
    path: Option<PathBuf>,
    #[command(flatten)]
    how: BuildArguments,
    #[command(flatten)]
    inputs: InputArguments,
    /// At most N differences are reported; there may be more.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    max_differences: u64,
    /// Report inputs as they were found, without making them smaller.
    #[arg(long)]
    no_minimise: bool,
    #[command(flatten)]
    compare: CompareArguments,
}

pub fn diff(arguments: DiffArguments) -> anyhow::Result<u8> {
    let DiffArguments { versions, path, mut how, inputs, max_differences, no_minimise, compare } = arguments;
    let interrupted = interruptible()?;
    compare.sandbox.isolation.announce()?;
    how.confinement.follow(compare.sandbox);
    let mut build = how.settings();
    build.interrupted = Some(interrupted.clone());
    let job = ProgramJob { versions, path, build, inputs: inputs.choice() };
    let settings = Settings { minimise: !no_minimise, ..compare.settings(max_differences, &interrupted)? };
    let outcome = compare_programs(&job, &settings, &compare.display())?;
    compare.finish(outcome)
}
