//! Functions as programs: `--entry f` becomes a program whose `main` calls `f` with symbolic parameters.
//!
//! `--entry '*'` becomes one whose `main` calls any of the functions that both versions of a library export. For C
//! files: the parameters' types come from the debug information of a build of the file, whatever they are called
//! in the source; the harness is C that is compiled with the program (see [`harness`]).

mod harness;
mod library;
mod print;
#[cfg(test)]
mod tests;
mod types;
mod writer;

pub use library::{Library, LibraryEntry, Results, Undriven, c_library, with_entries};

use crate::build::{BuildOptions, object_with_debug_info};
use crate::cache::Cache;
use crate::source::Source;
use crate::{IngestError, Language};
use rift_ir::{HARNESS_DIGITS, HARNESS_FOLDER};
use std::fs;
use std::path::{Path, PathBuf};

/// What the program's own `main` is called while another function is the entry.
const OWN_MAIN: &str = "-Dmain=rift_own_main";

/// How large what pointers point to is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Of strings and byte buffers.
    pub bytes: u32,
    /// Of arrays of other numbers. Pointers to structures point to one.
    pub elements: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { bytes: 8, elements: 4 }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    #[error("cannot find a function `{entry}` in {files}")]
    Missing { entry: String, files: String },
    #[error("cannot call `{entry}`: parameter `{name}` cannot be built: {reason}")]
    Parameter { entry: String, name: String, reason: String },
    #[error("cannot call `{entry}`: {reason}")]
    Unsupported { entry: String, reason: String },
    #[error("cannot call the functions of `{}`: {reason}", path.display())]
    Library { path: PathBuf, reason: String },
    #[error("cannot read the debug information of `{}`: {reason}", file.display())]
    Debug { file: PathBuf, reason: String },
    #[error(transparent)]
    Ingest(#[from] IngestError),
}

/// The program that calls `entry` of the program `source`.
pub fn with_entry(source: &Source, entry: &str, bounds: &Bounds, options: &BuildOptions) -> Result<Source, EntryError> {
    let unsupported = |reason: &str| EntryError::Unsupported { entry: entry.to_owned(), reason: reason.to_owned() };
    let Source::Files { files, flags } = source else {
        return Err(unsupported("only functions of C files can be called for now"));
    };
    if !is_identifier(entry) {
        return Err(unsupported("that is not the name of a C function"));
    }
    let mut flags = flags.clone();
    flags.push(OWN_MAIN.to_owned());
    for (index, file) in files.iter().enumerate() {
        if Language::of_file(file) != Language::C {
            return Err(unsupported("only functions of C files can be called for now"));
        }
        let object = object_with_debug_info(std::slice::from_ref(file), &flags, options)?;
        let found = types::signature(&object, entry)
            .map_err(|error| EntryError::Debug { file: file.clone(), reason: error.to_string() })?;
        if let Some(signature) = found {
            let whole = fs::canonicalize(file).map_err(IngestError::io("find", file))?;
            let text = harness::harness(&whole, &harness::call(entry, entry, &signature, bounds)?);
            let mut files = files.clone();
            files[index] = keep(&text, file, entry, options)?;
            return Ok(Source::Files { files, flags });
        }
    }
    let files = files.iter().map(|file| format!("`{}`", file.display())).collect::<Vec<_>>().join(", ");
    Err(EntryError::Missing { entry: entry.to_owned(), files })
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Writes the harness where the same text always gets the same name.
fn keep(text: &str, file: &Path, entry: &str, options: &BuildOptions) -> Result<PathBuf, IngestError> {
    let cache = Cache::open(options.cache.as_deref())?;
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let dir = cache.root().join(HARNESS_FOLDER).join(&hash.as_str()[..HARNESS_DIGITS]);
    let stem = file.file_stem().map_or_else(|| "program".into(), |stem| stem.to_string_lossy());
    let path = dir.join(format!("{stem}-{entry}.c"));
    if fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(path);
    }
    fs::create_dir_all(&dir).map_err(IngestError::io("create", &dir))?;
    let temp = tempfile::NamedTempFile::new_in(&dir).map_err(IngestError::io("write in", &dir))?;
    fs::write(temp.path(), text).map_err(IngestError::io("write", temp.path()))?;
    temp.persist(&path).map_err(|error| IngestError::Io {
        action: "write",
        path: path.clone(),
        source: error.error,
    })?;
    Ok(path)
}
