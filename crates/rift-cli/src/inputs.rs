//! The options that say which inputs a search is about.

use clap::Args;
use rift_pipeline::InputChoice;
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
pub struct InputArguments {
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
    /// The program's name as it sees it (argv[0]).
    #[arg(long, value_name = "NAME")]
    pub argv0: Option<String>,
}

impl InputArguments {
    pub fn choice(&self) -> InputChoice {
        let InputArguments { args, stdin, file, env, tests, argv0 } = self.clone();
        InputChoice { args, stdin, file, env, tests, argv0 }
    }
}
