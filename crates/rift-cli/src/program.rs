//! The options that name a program and say how it is built, the same for all commands that build one.

use crate::sandbox::{Isolation, SandboxArguments};
use crate::sizes::duration;
use clap::{Args, ValueEnum};
use rift_ingest::{Bounds, Confinement, Home, Network, Reuse, Sandboxing};
use rift_pipeline::{BuildSettings, ProgramSource};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Clone, Args)]
pub struct ProgramArguments {
    /// C, C++ or Rust files, bitcode (.bc, .ll), a cargo package, a project directory, or an executable that was
    /// built with rift-cc.
    #[arg(required = true, value_name = "PROGRAM")]
    pub program: Vec<PathBuf>,
    #[command(flatten)]
    pub how: BuildArguments,
}

impl ProgramArguments {
    pub fn source(&self) -> ProgramSource {
        ProgramSource { files: self.program.clone(), how: self.how.settings() }
    }
}

/// How a program is built, and where it begins.
#[derive(Debug, Clone, Args)]
pub struct BuildArguments {
    /// Compiler and linker flags for C and C++ files (or arguments to cargo), as one shell-quoted string.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, default_value = "")]
    pub cflags: String,
    /// The build command of a project directory; guessed from its files when left out.
    #[arg(long, value_name = "COMMAND")]
    pub build: Option<String>,
    /// Which executable of a project, or which binary of a package.
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Build again even if the cache has it.
    #[arg(long)]
    pub rebuild: bool,
    /// How long the build of a project or package may take; `rift diff` and `rift explore` give up then.
    #[arg(long, value_name = "TIME", default_value = "600s", value_parser = duration)]
    pub build_timeout: Duration,
    #[command(flatten)]
    pub confinement: ConfinementArguments,
    #[command(flatten)]
    pub entry: EntryArguments,
}

impl BuildArguments {
    pub fn settings(&self) -> BuildSettings {
        let EntryArguments { entry, entry_bytes, entry_elements } = &self.entry;
        BuildSettings {
            cflags: self.cflags.clone(),
            build: self.build.clone(),
            bin: self.bin.clone(),
            reuse: if self.rebuild { Reuse::Rebuild } else { Reuse::Cached },
            timeout: self.build_timeout,
            confinement: self.confinement.confinement(),
            entry: entry.clone(),
            bounds: Bounds { bytes: *entry_bytes, elements: *entry_elements },
            ..BuildSettings::default()
        }
    }
}

/// How a program is built that is named beside something else.
#[derive(Debug, Clone, Args)]
pub struct OtherBuildArguments {
    /// Compiler and linker flags for C and C++ files of the program, as one shell-quoted string.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, default_value = "", requires = "program")]
    cflags: String,
    /// The build command of the program's project directory.
    #[arg(long, value_name = "COMMAND", requires = "program")]
    build: Option<String>,
    /// Which executable of a project, or which binary of a package.
    #[arg(long, value_name = "NAME", requires = "program")]
    bin: Option<String>,
    #[command(flatten)]
    pub confinement: ConfinementArguments,
}

impl OtherBuildArguments {
    pub fn source(&self, files: &[PathBuf]) -> ProgramSource {
        let OtherBuildArguments { cflags, build, bin, confinement } = self.clone();
        let confinement = confinement.confinement();
        ProgramSource {
            files: files.to_vec(),
            how: BuildSettings { cflags, build, bin, confinement, ..BuildSettings::default() },
        }
    }
}

/// What builds see and may do.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct ConfinementArguments {
    /// Let builds use the network. Without it, only crates are fetched, before the build.
    #[arg(long)]
    pub build_network: bool,
    /// Let builds see your files and your environment. Without it, they see the project, the compilers and the system's
    /// libraries.
    #[arg(long)]
    pub build_home: bool,
    /// Whether compilers and builds run in a sandbox: where one can be had, or not without one, or never. The default is
    /// `auto`, and `require` with `--sandbox=require`.
    #[arg(long, value_name = "WHEN", value_enum)]
    pub build_sandbox: Option<BuildSandbox>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum BuildSandbox {
    #[default]
    Auto,
    Require,
    Off,
}

impl ConfinementArguments {
    /// Where nothing may run without a sandbox, builds may not either, unless something else is said of them.
    pub fn follow(&mut self, native: SandboxArguments) {
        if native.isolation == Isolation::Require {
            self.build_sandbox.get_or_insert(BuildSandbox::Require);
        }
    }

    pub fn confinement(&self) -> Confinement {
        Confinement {
            sandbox: match self.build_sandbox.unwrap_or_default() {
                BuildSandbox::Auto => Sandboxing::Auto,
                BuildSandbox::Require => Sandboxing::Require,
                BuildSandbox::Off => Sandboxing::Off,
            },
            network: if self.build_network { Network::Open } else { Network::Closed },
            home: if self.build_home { Home::Shown } else { Home::Hidden },
        }
    }
}

/// A function as the program.
#[derive(Debug, Clone, Args)]
pub struct EntryArguments {
    /// Call this function of a C file instead of `main`, with parameters that rift makes: numbers, strings, buffers,
    /// structures. What it returns and writes through pointers is printed. `rift diff` takes `*` for all functions
    /// that both versions export, one after the other; that is what it does where there is no `main`.
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// How many bytes strings and buffers of the entry have.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().bytes, requires = "entry")]
    pub entry_bytes: u32,
    /// How many elements other arrays of the entry have.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().elements, requires = "entry")]
    pub entry_elements: u32,
}
