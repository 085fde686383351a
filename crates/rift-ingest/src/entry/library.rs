//! All functions that both versions of a C library export, as one program: its argument names the function to call.
//!
//! Errs towards leaving out: a function whose types are not the same in both versions, or cannot be built, is not
//! called, and says why.

use super::harness::{call, callee, library_harness, variable_label};
use super::print::{Printer, integer, text};
use super::types::{Exports, Signature, exported};
use super::writer::{Made, Shown, What};
use super::{Bounds, EntryError, OWN_MAIN, keep};
use crate::build::{BuildOptions, object_with_debug_info};
use crate::source::Source;
use crate::{IngestError, Language};
use rift_ir::Pair;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `OWN_MAIN` makes of `main`.
const RENAMED_MAIN: &str = "rift_own_main";
/// What the file of the harness is called.
const FILE: &str = "library.c";
/// Larger variables are not looked at.
const VARIABLE_BYTES: u64 = 64;
/// Where libraries have their files; the first of them have sources.
const FOLDERS: [&str; 4] = ["", "src", "lib", "include"];
const SOURCES: usize = 3;

/// Two versions of a library as programs.
pub struct Library {
    pub sources: Pair<Source>,
    pub entries: Vec<LibraryEntry>,
    pub undriven: Vec<Undriven>,
}

/// Something that is exported and not called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undriven {
    pub name: String,
    pub reason: String,
}

/// A function that the harness calls.
pub struct LibraryEntry {
    pub name: String,
    signature: Signature,
    bounds: Bounds,
    objects: Vec<Made>,
    shown: Vec<Shown>,
    /// Of the library.
    variables: Arc<Vec<(String, Signature)>>,
}

/// What a call wrote, as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Results {
    /// The output of the function itself.
    pub printed: Vec<u8>,
    /// What was returned, and what is behind pointers: a name and a value.
    pub values: Vec<(String, String)>,
}

/// The programs that call what two versions export.
pub fn with_entries(sources: Pair<&Source>, bounds: &Bounds, options: &BuildOptions) -> Result<Library, EntryError> {
    let Exports { functions: old, variables: old_variables } = exports(sources.old, options)?;
    let Exports { functions: mut new, variables } = exports(sources.new, options)?;
    let variables: Arc<Vec<(String, Signature)>> = Arc::new(
        variables
            .into_iter()
            .filter(|(name, ty)| is_shown(ty) && old_variables.get(name).is_some_and(|old| old.is_like(ty)))
            .collect(),
    );
    let mut undriven: Vec<Undriven> = Vec::new();
    let mut leave =
        |name: &str, reason: &str| undriven.push(Undriven { name: name.to_owned(), reason: reason.to_owned() });
    let names: BTreeSet<String> = old.keys().chain(new.keys()).cloned().collect();
    let mut called = Vec::new();
    for name in names {
        match (old.get(&name), new.remove(&name)) {
            (Some(old), Some(new)) if old.is_like(&new) => match call(&name, &callee(called.len()), &new, bounds) {
                Ok(call) => called.push((name, new, call)),
                Err(EntryError::Parameter { name: parameter, reason, .. }) => {
                    leave(&name, &format!("parameter `{parameter}` cannot be built: {reason}"));
                }
                Err(EntryError::Unsupported { reason, .. }) => leave(&name, &reason),
                Err(error) => return Err(error),
            },
            (Some(_), Some(_)) => leave(&name, "its parameters or its result have other types in the other version"),
            (Some(_), None) => leave(&name, "the new version does not have it"),
            (None, _) => leave(&name, "the old version does not have it"),
        }
    }
    let calls: Vec<(&str, _)> = called.iter().map(|(name, _, call)| (name.as_str(), call)).collect();
    let sizes: Vec<(&str, u64)> =
        variables.iter().filter_map(|(name, ty)| Some((name.as_str(), ty.size(ty.returns)?))).collect();
    let harness = keep(&library_harness(&calls, &sizes), Path::new(FILE), "calls", options)?;
    let sources =
        Pair { old: with_harness(sources.old, &harness, options)?, new: with_harness(sources.new, &harness, options)? };
    let changed = |(place, (name, _)): (usize, &(String, Signature))| Shown {
        label: variable_label(name),
        what: What::Variable(place),
    };
    let entry = |(name, signature, call): (String, Signature, super::harness::Call)| LibraryEntry {
        name,
        signature,
        bounds: *bounds,
        objects: call.objects,
        shown: call.shown.into_iter().chain(variables.iter().enumerate().map(changed)).collect(),
        variables: Arc::clone(&variables),
    };
    Ok(Library { sources, entries: called.into_iter().map(entry).collect(), undriven })
}

/// The C files of a directory, whatever builds them there: those in it, or else those in the first of the usual folders
/// that has any.
pub fn c_library(dir: &Path, mut flags: Vec<String>) -> Result<Source, IngestError> {
    for folder in FOLDERS {
        let folder = dir.join(folder);
        if !folder.is_dir() {
            continue;
        }
        flags.push(format!("-I{}", folder.display()));
    }
    for folder in &FOLDERS[..SOURCES] {
        let folder = if folder.is_empty() { dir.to_owned() } else { dir.join(folder) };
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let is_c = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "c");
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_c).collect();
        if !files.is_empty() {
            files.sort();
            return Ok(Source::Files { files, flags });
        }
    }
    Err(IngestError::source(dir, "there are no C files in it, in `src` or in `lib`; name a file"))
}

fn files(source: &Source) -> Result<(&Vec<PathBuf>, Vec<String>), EntryError> {
    let refuse = |reason: &str| EntryError::Library { path: source.path().to_owned(), reason: reason.to_owned() };
    match source {
        Source::Files { files, flags } if files.iter().all(|file| Language::of_file(file) == Language::C) => {
            let mut flags = flags.clone();
            flags.push(OWN_MAIN.to_owned());
            Ok((files, flags))
        }
        _ => Err(refuse("only those of C files and of directories of C files can be called")),
    }
}

/// Whether a variable has a value that can be compared: no address, and no bytes that are nobody's.
fn is_shown(variable: &Signature) -> bool {
    let ty = variable.returns;
    let is_small = variable.size(ty).is_some_and(|size| (1..=VARIABLE_BYTES).contains(&size));
    is_small && !variable.has_pointers(ty) && !variable.has_padding(ty) && !variable.has_unknown(ty)
}

fn exports(source: &Source, options: &BuildOptions) -> Result<Exports, EntryError> {
    let (files, flags) = files(source)?;
    let object = object_with_debug_info(&without_programs(files, &flags, options), &flags, options)?;
    let mut exports = exported(&object)
        .map_err(|error| EntryError::Debug { file: source.path().to_owned(), reason: error.to_string() })?;
    exports.functions.remove(RENAMED_MAIN);
    Ok(exports)
}

/// Without the files that define `main`, if several do: these are programs beside the library.
fn without_programs(files: &[PathBuf], flags: &[String], options: &BuildOptions) -> Vec<PathBuf> {
    let mut programs = BTreeSet::new();
    // Compiling takes longer than a look for the word.
    let names_main = |file: &&PathBuf| fs::read(file).is_ok_and(|text| text.windows(4).any(|word| word == b"main"));
    let suspects: Vec<&PathBuf> = files.iter().filter(names_main).collect();
    if suspects.len() > 1 {
        for file in suspects {
            // One that does not compile, or needs the others to be linked, is said when all are compiled together.
            let object = object_with_debug_info(std::slice::from_ref(file), flags, options);
            if object.is_ok_and(|object| exported(&object).is_ok_and(|all| all.functions.contains_key(RENAMED_MAIN))) {
                programs.insert(file);
            }
        }
    }
    let is_kept = |file: &&PathBuf| programs.len() < 2 || !programs.contains(file);
    files.iter().filter(is_kept).cloned().collect()
}

fn with_harness(source: &Source, harness: &Path, options: &BuildOptions) -> Result<Source, EntryError> {
    let (files, flags) = files(source)?;
    let mut files = without_programs(files, &flags, options);
    files.push(harness.to_owned());
    Ok(Source::Files { files, flags })
}

impl LibraryEntry {
    /// Most bytes of its parameters.
    pub fn bytes(&self) -> u64 {
        self.objects.iter().map(|made| made.bytes).sum()
    }

    /// The arguments, as C writes them, of the objects that a run asked for.
    pub fn params(&self, objects: &[(String, Vec<u8>)]) -> Vec<(String, String)> {
        Printer::new(&self.signature, &self.bounds, objects).arguments()
    }

    /// The whole call.
    pub fn call(&self, objects: &[(String, Vec<u8>)]) -> String {
        let values: Vec<String> = self.params(objects).into_iter().map(|(_, value)| value).collect();
        format!("{}({})", self.name, values.join(", "))
    }

    /// Objects that are worth a try: letters in buffers, lengths that are as large as they may be, and ones.
    pub fn first_objects(&self) -> Vec<(String, Vec<u8>)> {
        let object = |made: &Made| {
            let size = usize::try_from(made.bytes).unwrap_or(0);
            let mut bytes = match made.most {
                Some(most) => most.to_le_bytes().to_vec(),
                None if made.bytes == u64::from(self.bounds.bytes) => vec![b'a'; size],
                None => vec![1],
            };
            bytes.resize(size, 0);
            (made.name.clone(), bytes)
        };
        self.objects.iter().map(object).collect()
    }

    /// What a run of the harness printed, read again.
    pub fn results(&self, stdout: &[u8]) -> Results {
        let mut rest = stdout;
        let mut values = Vec::new();
        // The harness prints after everything else, a line for each.
        while let Some(line) = rest.strip_suffix(b"\n") {
            let start = line.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let text = String::from_utf8_lossy(&line[start..]);
            let exact = self.shown.iter().find_map(|shown| self.read(shown, &text, shown.label.as_str()));
            if let Some(value) = exact {
                values.push(value);
                rest = &rest[..start];
                continue;
            }
            // What the function printed last need not have ended its line.
            let ends = |place: usize| Some((text.rfind(&self.shown[place].label).filter(|at| *at > 0)?, place));
            let found = (0..self.shown.len()).filter_map(ends).min();
            if let Some((at, shown)) = found.map(|(at, place)| (at, &self.shown[place]))
                && let Some(value) = self.read(shown, &text[at..], &shown.label)
                && let Some(at) = position(&line[start..], &text.as_bytes()[at..])
            {
                values.push(value);
                rest = &rest[..start + at];
            }
            break;
        }
        values.reverse();
        Results { printed: rest.to_vec(), values }
    }

    /// A line of the harness: the name and the value.
    fn read(&self, shown: &Shown, line: &str, label: &str) -> Option<(String, String)> {
        let rest = line.strip_prefix(label)?;
        let label = label.strip_prefix(&format!("{} ", self.name)).unwrap_or(label).to_owned();
        if shown.what == What::Pointer {
            let words = [" is null", " is as it was", " is another pointer", " null", " a pointer"];
            let word = words.into_iter().find(|word| *word == rest)?.trim_start();
            return Some((label, word.strip_prefix("is ").unwrap_or(word).to_owned()));
        }
        let bytes = bytes_of(rest.strip_prefix(" = ")?)?;
        let value = match shown.what {
            What::Values(ty) => Printer::new(&self.signature, &self.bounds, &[]).values(ty, &bytes, 0),
            What::Text => text(&bytes),
            What::Variable(place) => {
                let (_, ty) = self.variables.get(place)?;
                Printer::new(ty, &self.bounds, &[]).values(ty.returns, &bytes, 0)
            }
            What::Offset | What::Pointer => integer(&bytes, false, false),
        };
        Some((label, value))
    }
}

/// Where a line ends so.
fn position(line: &[u8], end: &[u8]) -> Option<usize> {
    line.ends_with(end).then(|| line.len() - end.len())
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?, 16).ok())
        .collect()
}
