//! What `run`, `doctor` and later commands share: naming a program, loading it, making it ready to run.

use crate::sandbox::{Isolation, SandboxArguments};
use crate::sizes::duration;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use rift_env::{Config, Input, KEPT_SYMBOLS, World, missing_functions};
use rift_ingest::{
    Bitcode, Bounds, Branches, BuildOptions, Confinement, Guard, Hints, Home, Library, LoadOptions, Loaded, Network,
    Reuse, Sandboxing, Source, Support, c_library, load, load_native, with_entries, with_entry,
};
use rift_ir::Pair;
use rift_vm::{Memory, MemoryConfig, Program};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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

/// How a program is built, and where it begins.
#[derive(Debug, Clone, Default, Args)]
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
    /// Flags that make a variant of a project or package, such as one with sanitizers.
    #[arg(skip)]
    pub extra_flags: Vec<String>,
    /// Set by those who can be interrupted.
    #[arg(skip)]
    pub interrupted: Option<Arc<AtomicBool>>,
    /// Other projects that the program is known to need.
    #[arg(skip)]
    pub depends_on: Vec<PathBuf>,
    #[command(flatten)]
    pub confinement: ConfinementArguments,
    #[command(flatten)]
    pub entry: EntryArguments,
}

impl BuildArguments {
    pub fn options(&self) -> BuildOptions {
        let guard =
            |interrupted: &Arc<AtomicBool>| Guard { time: self.build_timeout, interrupted: Arc::clone(interrupted) };
        BuildOptions {
            support: support(),
            guard: self.interrupted.as_ref().map(guard),
            confinement: self.confinement.confinement(),
            depends_on: self.depends_on.clone(),
            extra_flags: self.extra_flags.clone(),
            ..BuildOptions::default()
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
#[derive(Debug, Clone, Default, Args)]
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

impl EntryArguments {
    fn bounds(&self) -> Bounds {
        Bounds { bytes: self.entry_bytes, elements: self.entry_elements }
    }

    /// The options that ask for a function and its parameters.
    pub fn in_words(&self, entry: &str) -> String {
        let EntryArguments { entry_bytes, entry_elements, .. } = self;
        format!("--entry {entry} --entry-bytes {entry_bytes} --entry-elements {entry_elements}")
    }
}

impl ProgramArguments {
    pub fn source(&self) -> anyhow::Result<Source> {
        let source = self.detected()?;
        match &self.how.entry.entry {
            Some(entry) => Ok(with_entry(&source, entry, &self.how.entry.bounds(), &self.how.options())?),
            None => Ok(source),
        }
    }

    fn detected(&self) -> anyhow::Result<Source> {
        let flags = shell_words::split(&self.how.cflags).context("cannot read --cflags")?;
        let hints = Hints { flags, build: self.how.build.clone(), program: self.how.bin.clone(), ..Hints::default() };
        Ok(Source::detect(&self.program, &hints)?)
    }

    /// Whether its own build system compiles it.
    pub fn has_own_build(&self) -> bool {
        matches!(self.detected(), Ok(Source::Project { .. } | Source::Cargo { .. }))
    }

    /// The harness of an entry is elsewhere, and includes the program's files.
    fn build_options(&self) -> BuildOptions {
        let mut options = self.how.options();
        if self.how.entry.entry.is_some() {
            options.depends_on.extend(self.program.iter().cloned());
        }
        options
    }

    /// Whether it consists of C files that rift compiles itself.
    pub fn is_c(&self) -> bool {
        let is_c = |file: &PathBuf| file.extension().is_some_and(|end| end == "c");
        matches!(self.detected(), Ok(Source::Files { files, .. }) if files.iter().all(is_c))
    }

    /// The files of a library. Those of a project are taken without its build system, unless a command is given.
    fn library_files(&self) -> anyhow::Result<Source> {
        let mut source = self.detected()?;
        if let (Source::Project { dir, .. }, None) = (&source, &self.how.build) {
            source = c_library(dir, shell_words::split(&self.how.cflags).context("cannot read --cflags")?)?;
        }
        if let (Source::Files { flags, .. }, [dir]) = (&mut source, self.program.as_slice())
            && dir.is_dir()
        {
            // `__FILE__` is to be the same in both versions, wherever they are.
            flags.push(format!("-fmacro-prefix-map={}/=", dir.display()));
        }
        Ok(source)
    }

    /// What this version of a library and an older one export, as programs that call it.
    pub fn library(&self, old: &ProgramArguments) -> anyhow::Result<Library> {
        let sources = Pair { old: old.library_files()?, new: self.library_files()? };
        Ok(with_entries(sources.as_ref(), &self.how.entry.bounds(), &self.how.options())?)
    }

    pub fn load(&self, branches: Branches) -> anyhow::Result<Loaded> {
        let runtime: Vec<Bitcode> = rift_env::runtime()
            .iter()
            .map(|(name, bytes)| Bitcode { name: (*name).to_owned(), bytes: bytes.to_vec() })
            .collect();
        let options = LoadOptions {
            build: self.build_options(),
            runtime: &runtime,
            keep: &KEPT_SYMBOLS,
            branches,
            reuse: if self.how.rebuild { Reuse::Rebuild } else { Reuse::Cached },
            save_bitcode: None,
        };
        Ok(load(&self.source()?, &options)?)
    }

    /// The native build of the same sources.
    pub fn load_native(&self) -> anyhow::Result<PathBuf> {
        let (native, notes) = load_native(&self.source()?, &self.build_options())?;
        native.with_context(|| format!("`{}` has no native build: {}", self.name(), notes.join("; ")))
    }

    /// The name of a build: the program's own if it is that of a project or a package, which need not be called as
    /// their directories are.
    pub fn name_of(&self, native: &Path) -> String {
        let is_directory = self.program.first().is_some_and(|path| path.is_dir());
        let name = native.file_name().filter(|_| is_directory && self.how.bin.is_none());
        name.map_or_else(|| self.name(), |name| name.to_string_lossy().into_owned())
    }

    /// The options that ask for the entry and its parameters.
    pub fn entry_in_words(&self) -> Option<String> {
        Some(self.how.entry.in_words(self.how.entry.entry.as_ref()?))
    }

    /// What a user would call the program: the file's name without its extension.
    pub fn name(&self) -> String {
        let path = self.program.first().cloned().unwrap_or_default();
        // `.` and `..` have no name of their own.
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.how.bin.clone().or_else(stem).unwrap_or_else(|| "program".to_owned())
    }
}

/// What rift brings along: programs that are written for KLEE find its harness interface.
pub fn support() -> Support {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Support {
        headers: vec![owned(&("klee/klee.h", rift_env::klee_header()))],
        native: rift_env::klee_native_sources().iter().map(owned).collect(),
        prefix: "klee_".to_owned(),
    }
}

/// Verifies a module and gives it memory.
pub fn prepare(loaded: Loaded, memory: &MemoryConfig) -> anyhow::Result<Arc<Program>> {
    let module = Arc::new(loaded.module);
    rift_ir::verify(&module).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        anyhow!("internal error: the lowered program does not verify ({} problems): {first}", errors.len())
    })?;
    let program = Program::new(module, Memory::new(memory));
    Ok(Arc::new(program.map_err(|stop| anyhow!("the program does not fit the machine: {stop:?}"))?))
}

pub fn has_main(program: &Program) -> bool {
    let module = &program.module;
    module.function_named("main").is_some_and(|main| module.functions[main].is_defined())
}

/// One line for each function that the program calls and nothing answers.
pub fn missing(program: &Program) -> anyhow::Result<Vec<String>> {
    let world = World::new(Input::default(), Config::default())?;
    let describe = |m: rift_env::Missing| format!("`{}`, called by {}", m.function, m.callers.join(", "));
    Ok(missing_functions(program, &world).into_iter().map(describe).collect())
}
