//! The command line of `rift diff`.

use crate::inputs::InputArguments;
use crate::program::EntryArguments;
use crate::search::SearchArguments;
use clap::{Args, ValueEnum};
use rift_search::{Auto, Dse, Strategy};
use std::path::PathBuf;

#[derive(Args)]
pub struct DiffArguments {
    /// The old version: a file, a project directory, a cargo package, bitcode, or a git revision.
    pub old: PathBuf,
    /// The new version.
    pub new: PathBuf,
    /// Compiler and linker flags for C and C++ files (or arguments to cargo), as one shell-quoted string.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, default_value = "")]
    pub cflags: String,
    /// The build command of a project directory; guessed from its files when left out.
    #[arg(long, value_name = "COMMAND")]
    pub build: Option<String>,
    /// Which executable of a project, or which binary of a package.
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    #[command(flatten)]
    pub entry: EntryArguments,
    #[command(flatten)]
    pub inputs: InputArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    /// How to search.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyName::Auto)]
    pub strategy: StrategyName,
    /// Print nothing but errors.
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// What is nearest to a change first.
    Auto,
    /// Every path of both versions.
    Dse,
}

impl StrategyName {
    pub fn make(self) -> Box<dyn Strategy> {
        match self {
            StrategyName::Auto => Box::new(Auto::default()),
            StrategyName::Dse => Box::new(Dse),
        }
    }
}
