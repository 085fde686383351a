//! All functions that both versions of a C library export, as one program: its argument names the function to call.
//!
//! Errs towards leaving out: a function whose types are not the same in both versions, or cannot be built, is not
//! called, and says why.

use super::harness::{call, callee, library_harness};
use super::print::{Printer, integer, text};
use super::types::{Signature, exported};
use super::writer::{Made, Shown, What};
use super::{Bounds, EntryError, OWN_MAIN, keep};
use crate::build::{BuildOptions, object_with_debug_info};
use crate::source::Source;
use crate::{IngestError, Language};
use rift_ir::Pair;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What `OWN_MAIN` makes of `main`.
const RENAMED_MAIN: &str = "rift_own_main";
/// What the file of the harness is called.
const FILE: &str = "library.c";

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
    let old = exports(sources.old, options)?;
    let mut new = exports(sources.new, options)?;
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
    let harness = keep(&library_harness(&calls), Path::new(FILE), "calls", options)?;
    let sources = Pair { old: with_harness(sources.old, &harness)?, new: with_harness(sources.new, &harness)? };
    let entry = |(name, signature, call): (String, Signature, super::harness::Call)| LibraryEntry {
        name,
        signature,
        bounds: *bounds,
        objects: call.objects,
        shown: call.shown,
    };
    Ok(Library { sources, entries: called.into_iter().map(entry).collect(), undriven })
}

fn files(source: &Source) -> Result<(&Vec<PathBuf>, Vec<String>), EntryError> {
    let refuse = |reason: &str| EntryError::Library { path: source.path().to_owned(), reason: reason.to_owned() };
    match source {
        Source::Files { files, flags } if files.iter().all(|file| Language::of_file(file) == Language::C) => {
            let mut flags = flags.clone();
            flags.push(OWN_MAIN.to_owned());
            Ok((files, flags))
        }
        _ => Err(refuse("only those of C files can be called, and of directories of C files without a build system")),
    }
}

fn exports(source: &Source, options: &BuildOptions) -> Result<BTreeMap<String, Signature>, EntryError> {
    let (files, flags) = files(source)?;
    let object = object_with_debug_info(files, &flags, options)?;
    let mut functions = exported(&object)
        .map_err(|error| EntryError::Debug { file: source.path().to_owned(), reason: error.to_string() })?;
    functions.remove(RENAMED_MAIN);
    Ok(functions)
}

fn with_harness(source: &Source, harness: &Path) -> Result<Source, EntryError> {
    let (files, flags) = files(source)?;
    let mut files: Vec<PathBuf> = files
        .iter()
        .map(|file| std::fs::canonicalize(file).map_err(IngestError::io("find", file)))
        .collect::<Result<_, _>>()?;
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
