//! One program: what it is built from and how, and how it is loaded into the machine.

use crate::error::{Context as _, PipelineError, Result};
use rift_env::{Config, Input, KEPT_SYMBOLS, StartError, World, missing_functions};
use rift_ingest::{
    Bitcode, Bounds, Branches, BuildOptions, Confinement, Guard, Hints, Language, Library, LoadOptions, Loaded, Reuse,
    Source, Support, c_library, load, load_native, with_entries, with_entry,
};
use rift_ir::Pair;
use rift_vm::{Memory, MemoryConfig, Program};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A program that is not built yet.
#[derive(Debug, Clone)]
pub struct ProgramSource {
    /// C, C++ or Rust files, bitcode, or one package, project directory or executable that was built with rift-cc.
    pub files: Vec<PathBuf>,
    pub how: BuildSettings,
}

/// How a program is built, and where it begins.
#[derive(Debug, Clone, Default)]
pub struct BuildSettings {
    /// Compiler and linker flags for C and C++ files (or arguments to cargo), as one shell-quoted string.
    pub cflags: String,
    /// The build command of a project directory; guessed from its files when left out.
    pub build: Option<String>,
    /// Which executable of a project, or which binary of a package.
    pub bin: Option<String>,
    pub reuse: Reuse,
    /// How long the build of a project or package may take, if it can be interrupted.
    pub timeout: Duration,
    /// Flags that make a variant of a project or package, such as one with sanitizers.
    pub extra_flags: Vec<String>,
    /// Set by those who can be interrupted.
    pub interrupted: Option<Arc<AtomicBool>>,
    /// Other projects that the program is known to need.
    pub depends_on: Vec<PathBuf>,
    pub confinement: Confinement,
    /// A function that is called instead of `main`.
    pub entry: Option<String>,
    /// How much its pointers point to.
    pub bounds: Bounds,
}

/// A program that is ready to run in the machine.
pub struct Ready {
    pub program: Arc<Program>,
    pub language: Language,
    /// For the user: what the build said, and what is not supported.
    pub notes: Vec<String>,
}

impl BuildSettings {
    pub fn options(&self) -> BuildOptions {
        let guard = |interrupted: &Arc<AtomicBool>| Guard { time: self.timeout, interrupted: Arc::clone(interrupted) };
        BuildOptions {
            support: support(),
            guard: self.interrupted.as_ref().map(guard),
            confinement: self.confinement,
            depends_on: self.depends_on.clone(),
            extra_flags: self.extra_flags.clone(),
            ..BuildOptions::default()
        }
    }

    /// The options that ask for a function and its parameters.
    pub fn entry_in_words(&self, entry: &str) -> String {
        let Bounds { bytes, elements } = self.bounds;
        format!("--entry {entry} --entry-bytes {bytes} --entry-elements {elements}")
    }

    fn flags(&self) -> Result<Vec<String>> {
        shell_words::split(&self.cflags).context("cannot read --cflags")
    }
}

impl ProgramSource {
    pub fn source(&self) -> Result<Source> {
        let source = self.detected()?;
        match &self.how.entry {
            Some(entry) => Ok(with_entry(&source, entry, &self.how.bounds, &self.how.options())?),
            None => Ok(source),
        }
    }

    fn detected(&self) -> Result<Source> {
        let flags = self.how.flags()?;
        let hints = Hints { flags, build: self.how.build.clone(), program: self.how.bin.clone(), ..Hints::default() };
        Ok(Source::detect(&self.files, &hints)?)
    }

    /// Whether its own build system compiles it.
    pub fn has_own_build(&self) -> bool {
        matches!(self.detected(), Ok(Source::Project { .. } | Source::Cargo { .. }))
    }

    /// The harness of an entry is elsewhere, and includes the program's files.
    fn build_options(&self) -> BuildOptions {
        let mut options = self.how.options();
        if self.how.entry.is_some() {
            options.depends_on.extend(self.files.iter().cloned());
        }
        options
    }

    /// Whether it consists of C files that rift compiles itself.
    pub fn is_c(&self) -> bool {
        let is_c = |file: &PathBuf| file.extension().is_some_and(|end| end == "c");
        matches!(self.detected(), Ok(Source::Files { files, .. }) if files.iter().all(is_c))
    }

    /// The files of a library. Those of a project are taken without its build system, unless a command is given.
    fn library_files(&self) -> Result<Source> {
        let mut source = self.detected()?;
        if let (Source::Project { dir, .. }, None) = (&source, &self.how.build) {
            source = c_library(dir, self.how.flags()?)?;
        }
        if let (Source::Files { flags, .. }, [dir]) = (&mut source, self.files.as_slice())
            && dir.is_dir()
        {
            // `__FILE__` is to be the same in both versions, wherever they are.
            flags.push(format!("-fmacro-prefix-map={}/=", dir.display()));
        }
        Ok(source)
    }

    /// What this version of a library and an older one export, as programs that call it.
    pub fn library(&self, old: &ProgramSource) -> Result<Library> {
        let sources = Pair { old: old.library_files()?, new: self.library_files()? };
        Ok(with_entries(sources.as_ref(), &self.how.bounds, &self.how.options())?)
    }

    pub fn load(&self, branches: Branches) -> Result<Loaded> {
        let runtime: Vec<Bitcode> = rift_env::runtime()
            .iter()
            .map(|(name, bytes)| Bitcode { name: (*name).to_owned(), bytes: bytes.to_vec() })
            .collect();
        let options = LoadOptions {
            build: self.build_options(),
            runtime: &runtime,
            keep: &KEPT_SYMBOLS,
            branches,
            reuse: self.how.reuse,
            save_bitcode: None,
        };
        Ok(load(&self.source()?, &options)?)
    }

    /// Loads the program and gives it memory.
    pub fn ready(&self, branches: Branches) -> Result<Ready> {
        let mut loaded = self.load(branches)?;
        let (language, mut notes) = (loaded.language, std::mem::take(&mut loaded.notes));
        let program = prepare(loaded, &MemoryConfig::default())?;
        // Whoever needs a `main` says so.
        if has_main(&program) {
            notes.extend(unsupported(&program)?);
        }
        Ok(Ready { program, language, notes })
    }

    /// The native build of the same sources.
    pub fn load_native(&self) -> Result<PathBuf> {
        let (native, notes) = load_native(&self.source()?, &self.build_options())?;
        native.with_context(|| format!("`{}` has no native build: {}", self.name(), notes.join("; ")))
    }

    /// The name of a build: the program's own if it is that of a project or a package, which need not be called as
    /// their directories are.
    pub fn name_of(&self, native: &Path) -> String {
        let is_directory = self.files.first().is_some_and(|path| path.is_dir());
        let name = native.file_name().filter(|_| is_directory && self.how.bin.is_none());
        name.map_or_else(|| self.name(), |name| name.to_string_lossy().into_owned())
    }

    /// The options that ask for the entry and its parameters.
    pub fn entry_in_words(&self) -> Option<String> {
        Some(self.how.entry_in_words(self.how.entry.as_ref()?))
    }

    /// What a user would call the program: the file's name without its extension.
    pub fn name(&self) -> String {
        let path = self.files.first().cloned().unwrap_or_default();
        // `.` and `..` have no name of their own.
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.how.bin.clone().or_else(stem).unwrap_or_else(|| "program".to_owned())
    }
}

/// What rift brings along: programs that are written for KLEE find its harness interface.
fn support() -> Support {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Support {
        headers: vec![owned(&("klee/klee.h", rift_env::klee_header()))],
        native: rift_env::klee_native_sources().iter().map(owned).collect(),
        prefix: "klee_".to_owned(),
    }
}

/// Verifies a module and gives it memory.
pub fn prepare(loaded: Loaded, memory: &MemoryConfig) -> Result<Arc<Program>> {
    let module = Arc::new(loaded.module);
    rift_ir::verify(&module).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        let count = errors.len();
        PipelineError::Refused(format!(
            "internal error: the lowered program does not verify ({count} problems): {first}"
        ))
    })?;
    let program = Program::new(module, Memory::new(memory));
    let refused = |stop| PipelineError::Refused(format!("the program does not fit the machine: {stop:?}"));
    Ok(Arc::new(program.map_err(refused)?))
}

pub fn has_main(program: &Program) -> bool {
    let module = &program.module;
    module.function_named("main").is_some_and(|main| module.functions[main].is_defined())
}

/// One line for each function that the program calls and nothing answers.
pub fn missing(program: &Program) -> Result<Vec<String>> {
    let world = World::new(Input::default(), Config::default()).map_err(StartError::from)?;
    let describe = |m: rift_env::Missing| format!("`{}`, called by {}", m.function, m.callers.join(", "));
    Ok(missing_functions(program, &world).into_iter().map(describe).collect())
}

/// The same as notes for the user.
pub fn unsupported(program: &Program) -> Result<Vec<String>> {
    let note = |line: String| format!("not supported, should it be reached: {line}");
    Ok(missing(program)?.into_iter().map(note).collect())
}
