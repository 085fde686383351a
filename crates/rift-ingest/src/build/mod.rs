//! From a [`Source`] to bitcode and a native build of the same sources.
//!
//! Each kind of source has a module with the same two functions: `bitcode` compiles what the machine will
//! execute, unoptimised and with full debug information, and says what it read; `native` compiles what the
//! machine is compared with. Nothing is ever written into the user's tree.

mod bitcode;
mod cargo;
mod clang;
mod command;
mod confine;
mod depfile;
mod elf;
mod guard;
mod project;
mod rustc;
mod support;
pub(crate) mod toolchain;

pub use command::run_cargo;
pub use confine::{Confinement, Home, Network, Sandboxing, View, cargo_home};
pub use guard::Guard;
pub use support::Support;
pub use toolchain::{Clang, find_clang};

pub(crate) use clang::object_with_debug_info;
pub(crate) use elf::rename_bitcode_section;

/// See [`crate::fuzzing`].
pub(crate) mod fuzzing {
    use super::{depfile, elf};
    use std::path::Path;

    pub(crate) fn read_elf(bytes: &[u8]) {
        if let Some(elf) = elf::Elf::parse(bytes) {
            let _ = (elf.is_program(), elf.has_bitcode(), elf.needed());
        }
        elf::rename_bitcode_section(&mut bytes.to_vec());
    }

    pub(crate) fn read_dependencies(text: &str) {
        let _ = depfile::parse(text, Path::new("/"));
    }
}

use crate::cache::{Cache, Dep, Found, Key, content_key};
use crate::source::Language;
use crate::{Bitcode, IngestError, Source};
use std::env;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How to build.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// A name or path; else `RIFT_CLANG`, else the newest in PATH.
    pub clang: Option<PathBuf>,
    /// Replaces the level of the native build; else the user's flags decide, else 0 (C, C++) or 1 (Rust).
    pub native_level: Option<OptLevel>,
    pub want_native: bool,
    /// The directory with `rift-cc` and `rift-cxx`; else next to this executable, else PATH.
    pub wrappers: Option<PathBuf>,
    /// The cache's root; else `RIFT_CACHE`, `XDG_CACHE_HOME/rift` or `~/.cache/rift`.
    pub cache: Option<PathBuf>,
    /// What C and C++ programs may use besides their own files and the system's.
    pub support: Support,
    /// Flags for every C and C++ compilation of a project's or a package's native build, and for its links: for builds
    /// with sanitizers and the like. Files have flags of their own.
    pub extra_flags: Vec<String>,
    /// When a project's or a package's own build is given up; else never.
    pub guard: Option<Guard>,
    /// What compilers and builds see and may do.
    pub confinement: Confinement,
    /// Other projects that a build is known to need, and may see: those that a harness calls or includes.
    pub depends_on: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OptLevel {
    O0,
    O1,
    O2,
    O3,
}

impl OptLevel {
    /// As clang's `-O` and rustc's `-Copt-level=` both take it.
    pub fn digit(self) -> &'static str {
        match self {
            OptLevel::O0 => "0",
            OptLevel::O1 => "1",
            OptLevel::O2 => "2",
            OptLevel::O3 => "3",
        }
    }
}

/// A program in both forms.
#[derive(Debug)]
pub struct Built {
    pub bitcode: Vec<Bitcode>,
    /// `None` when it was not wanted, or is not possible (a note says why).
    pub native: Option<PathBuf>,
    pub language: Language,
    /// What a user should know about how the build went.
    pub notes: Vec<String>,
}

/// What compiling to bitcode yields, with what is needed to know later whether it would yield it again.
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<Bitcode>,
    pub(crate) deps: Vec<Dep>,
    pub(crate) language: Language,
    pub(crate) notes: Vec<String>,
    /// A native build that came with it.
    pub(crate) product: Option<PathBuf>,
}

/// Builds from scratch, except for what compilers and build systems keep themselves.
pub fn build(source: &Source, options: &BuildOptions) -> Result<Built, IngestError> {
    let cache = Cache::open(options.cache.as_deref())?;
    let request = request_key(source, options)?;
    let (compiled, content) = compile(source, options, &cache, request)?;
    let mut notes = compiled.notes;
    let native = if options.want_native { native(source, options, &cache, content, &mut notes)? } else { None };
    Ok(Built { bitcode: compiled.bitcode, native, language: compiled.language, notes })
}

/// Compiles to bitcode, keeps a native by-product, and records the build for later lookups.
pub(crate) fn compile(
    source: &Source,
    options: &BuildOptions,
    cache: &Cache,
    request: Key,
) -> Result<(Compiled, Key), IngestError> {
    let start = SystemTime::now();
    let mut compiled = match source {
        Source::Files { files, flags } => clang::bitcode(files, flags, options, cache)?,
        Source::Bitcode { files, .. } => bitcode::bitcode(files)?,
        Source::Executable { file } => bitcode::embedded(file)?,
        Source::RustFile { file, edition, flags } => rustc::bitcode(file, edition, flags, options)?,
        Source::Cargo { dir, target, arguments } => {
            cargo::bitcode(&cargo::Package { dir, target, arguments }, options, cache)?
        }
        Source::Project { dir, build, program } => {
            let work = cache.work_dir(request)?;
            let project = project::Project { dir, build, program: program.as_deref() };
            let compiled = project::bitcode(&project, options, cache, &work)?;
            keep_product(cache, request, options, compiled)?
        }
    };
    let content = content_key(request, &compiled.deps);
    let found = Found { content, language: compiled.language, notes: compiled.notes.clone() };
    if let Err(error) = cache.record(request, &compiled.deps, start, found) {
        compiled.notes.push(format!("the next run will build again: {error}"));
    }
    Ok((compiled, content))
}

/// A by-product lies in a working directory that the next build overwrites: copy it while that is locked.
fn keep_product(
    cache: &Cache,
    request: Key,
    options: &BuildOptions,
    mut compiled: Compiled,
) -> Result<Compiled, IngestError> {
    if let Some(product) = compiled.product.take() {
        let key = native_key(content_key(request, &compiled.deps), options);
        compiled.product = Some(match cache.native(key) {
            Some(kept) => kept,
            None => cache.put_native(key, |dir| copy_into(&product, dir))?,
        });
    }
    Ok(compiled)
}

fn copy_into(file: &Path, dir: &Path) -> Result<String, IngestError> {
    let name = file.file_name().map_or("program".to_owned(), |n| n.to_string_lossy().into_owned());
    // The cache keeps the program's name in a file called `name`.
    let name = if name == "name" { "program".to_owned() } else { name };
    std::fs::copy(file, dir.join(&name)).map_err(IngestError::io("copy", file))?;
    Ok(name)
}

/// The native build of a content: from the cache, else made now. `None` with a note when there can be none.
pub(crate) fn native(
    source: &Source,
    options: &BuildOptions,
    cache: &Cache,
    content: Key,
    notes: &mut Vec<String>,
) -> Result<Option<PathBuf>, IngestError> {
    if let Source::Executable { file } = source {
        return std::path::absolute(file).map(Some).map_err(IngestError::io("find", file));
    }
    let key = native_key(content, options);
    if let Some(path) = cache.native(key) {
        return Ok(Some(path));
    }
    let made = match source {
        Source::Files { files, flags } => cache.put_native(key, |dir| clang::native(files, flags, options, cache, dir)),
        Source::RustFile { file, edition, flags } => {
            cache.put_native(key, |dir| rustc::native(file, edition, flags, options, dir))
        }
        Source::Bitcode { files, flags } => {
            match cache.put_native(key, |dir| bitcode::native(files, flags, options, cache, dir)) {
                Err(IngestError::Compile { output, .. }) => {
                    notes.push(format!("no native build of `{}`: {}", source.path().display(), output.trim_end()));
                    return Ok(None);
                }
                other => other,
            }
        }
        Source::Cargo { dir, target, arguments } => {
            let package = cargo::Package { dir, target, arguments };
            cache.put_native(key, |out| cargo::native(&package, options, cache, out))
        }
        Source::Project { .. } => {
            // Evicted: the project's own build makes it again.
            let (compiled, _) = compile(source, options, cache, request_key(source, options)?)?;
            return Ok(compiled.product);
        }
        Source::Executable { .. } => return Ok(None),
    };
    made.map(Some)
}

fn native_key(content: Key, options: &BuildOptions) -> Key {
    let level = options.native_level.map_or("", OptLevel::digit);
    Key::builder("native").field(content.bytes()).field(level).fields(&options.extra_flags).finish()
}

/// What stands for the request before anything is read or run: the source as named, where, by which compiler.
pub(crate) fn request_key(source: &Source, options: &BuildOptions) -> Result<Key, IngestError> {
    const CLANG: [&str; 8] = [
        "CPATH",
        "C_INCLUDE_PATH",
        "CPLUS_INCLUDE_PATH",
        "LIBRARY_PATH",
        "COMPILER_PATH",
        "SOURCE_DATE_EPOCH",
        "LD_RUN_PATH",
        "CCC_OVERRIDE_OPTIONS",
    ];
    const RUST: [&str; 7] = [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "RUSTUP_TOOLCHAIN",
        "RUSTC",
        "RUSTC_WRAPPER",
    ];
    const PROJECT: [&str; 7] = ["CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "LIBS", "MAKEFLAGS", "PKG_CONFIG_PATH"];

    let here = env::current_dir().map_err(IngestError::io("find", Path::new(".")))?;
    let clang = || find_clang(options.clang.as_deref()).map(|c| toolchain::identity(&c.path));
    let rust = |tool| toolchain::find_rust(tool).map(|path| toolchain::identity(&path));
    let (compilers, variables) = match source {
        Source::Files { .. } => (vec![clang()?], CLANG.to_vec()),
        // Bitcode can be executed where there is no compiler.
        Source::Bitcode { .. } => (vec![clang().unwrap_or_default()], CLANG.to_vec()),
        Source::Project { .. } => (vec![clang()?], [CLANG.as_slice(), &PROJECT].concat()),
        Source::Executable { .. } => (Vec::new(), Vec::new()),
        Source::RustFile { .. } => (vec![rust("rustc")?], RUST.to_vec()),
        // A package may have C inside; without a clang it may still have none.
        Source::Cargo { .. } => {
            (vec![rust("cargo")?, clang().unwrap_or_default()], [CLANG.as_slice(), &RUST, &PROJECT].concat())
        }
    };
    let mut key = Key::builder("request").field(here.as_os_str().as_encoded_bytes()).fields(compilers);
    for name in variables {
        let value = env::var_os(name).unwrap_or_default();
        key = key.field(name).field(value.as_encoded_bytes());
    }
    // A project's build makes both forms at once; of a package, the bitcode is the same whatever the native build is.
    if let Source::Project { .. } = source {
        key = key.fields(&options.extra_flags);
    }
    let named = postcard::to_stdvec(source)
        .map_err(|e| IngestError::source(source.path(), format!("the path cannot be written down: {e}")))?;
    Ok(key.field(named).fields(options.support.fields()).fields(options.confinement.fields()).finish())
}
