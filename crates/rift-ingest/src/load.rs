//! From a source to a module, by way of the cache. What the command line calls.

use crate::build::{BuildOptions, compile, native, request_key};
use crate::cache::{Cache, Key};
use crate::source::Language;
use crate::{Bitcode, Branches, IngestError, LinkOptions, Source, ingest_isolated};
use rift_ir::Module;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// How to load.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions<'a> {
    pub build: BuildOptions,
    /// What is linked into every program: libc as code under test.
    pub runtime: &'a [Bitcode],
    /// Symbols that stay visible and alive: `main`, the entries of a library.
    pub keep: &'a [&'a str],
    pub branches: Branches,
    pub reuse: Reuse,
    /// A directory to leave the program's bitcode files in, for a look. They are made anew for it.
    pub save_bitcode: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reuse {
    /// Take what the cache has.
    #[default]
    Cached,
    /// Build again, and let the cache have the result.
    Rebuild,
}

/// A program, ready to run.
#[derive(Debug)]
pub struct Loaded {
    pub module: Module,
    /// `None` when it was not wanted, or is not possible (a note says why).
    pub native: Option<PathBuf>,
    pub language: Language,
    /// The module came from the cache, and no compiler ran for it.
    pub from_cache: bool,
    pub notes: Vec<String>,
}

pub fn load(source: &Source, options: &LoadOptions) -> Result<Loaded, IngestError> {
    let cache = Cache::open(options.build.cache.as_deref())?;
    let request = request_key(source, &options.build)?;
    if options.reuse == Reuse::Cached
        && options.save_bitcode.is_none()
        && let Some(found) = cache.lookup(request)
        && let Some(module) = cache.module(module_key(found.content, options))
    {
        let (language, notes) = (found.language, found.notes);
        let loaded = Loaded { module, native: None, language, from_cache: true, notes };
        return with_native(loaded, source, options, &cache, found.content);
    }
    let (mut compiled, content) = compile(source, &options.build, &cache, request)?;
    if let Some(dir) = &options.save_bitcode {
        save(&compiled.bitcode, dir)?;
    }
    let key = module_key(content, options);
    let cached = if options.reuse == Reuse::Cached { cache.module(key) } else { None };
    let module = match cached {
        Some(module) => module,
        None => {
            let link = LinkOptions { runtime: options.runtime, keep: options.keep, branches: options.branches };
            let module = ingest(&compiled.bitcode, &link)?;
            // A full disk costs time, not the result.
            if let Err(error) = cache.put_module(key, &module) {
                compiled.notes.push(format!("the module was not kept: {error}"));
            }
            module
        }
    };
    let loaded = Loaded { module, native: None, language: compiled.language, from_cache: false, notes: compiled.notes };
    with_native(loaded, source, options, &cache, content)
}

/// The native build alone, for when the need arises only after [`load`].
pub fn load_native(source: &Source, options: &BuildOptions) -> Result<(Option<PathBuf>, Vec<String>), IngestError> {
    let cache = Cache::open(options.cache.as_deref())?;
    let request = request_key(source, options)?;
    let content = match cache.lookup(request) {
        Some(found) => found.content,
        None => compile(source, options, &cache, request)?.1,
    };
    let mut notes = Vec::new();
    let path = native(source, options, &cache, content, &mut notes)?;
    Ok((path, notes))
}

fn with_native(
    mut loaded: Loaded,
    source: &Source,
    options: &LoadOptions,
    cache: &Cache,
    content: Key,
) -> Result<Loaded, IngestError> {
    if options.build.want_native {
        loaded.native = native(source, &options.build, cache, content, &mut loaded.notes)?;
    }
    Ok(loaded)
}

/// On a stack of its own: LLVM and the lowering recurse as deep as the program's types and expressions do, and the
/// caller may be a thread with little room.
fn ingest(inputs: &[Bitcode], link: &LinkOptions) -> Result<Module, IngestError> {
    const STACK: usize = 256 << 20;
    let result = thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || ingest_isolated(inputs, link));
        worker.map(|w| w.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    Ok(result.map_err(IngestError::io("start a thread for", Path::new("libLLVM")))??)
}

fn module_key(content: Key, options: &LoadOptions) -> Key {
    let mut key = Key::builder("module").field(content.bytes()).fields(options.keep);
    if options.branches == Branches::Merged {
        key = key.field("merged branches");
    }
    for part in options.runtime {
        key = key.field(&part.name).field(&part.bytes);
    }
    key.finish()
}

fn save(modules: &[Bitcode], dir: &Path) -> Result<(), IngestError> {
    fs::create_dir_all(dir).map_err(IngestError::io("create", dir))?;
    for (index, module) in modules.iter().enumerate() {
        let stem = Path::new(&module.name).file_name().map_or("module".into(), |n| n.to_string_lossy());
        let path = dir.join(format!("{index:03}-{stem}.bc"));
        fs::write(&path, &module.bytes).map_err(IngestError::io("write", &path))?;
    }
    Ok(())
}
