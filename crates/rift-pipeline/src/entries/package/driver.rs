//! What is called: the entries that both versions offer, or a function of the user's own. The same questions about both.

use super::CallSettings;
use super::own::Own;
use crate::error::{Context as _, PipelineError, Result, refuse};
use crate::locate::package::PackageVersion;
use rift_confirm::{End, Seen};
use rift_env::{Input, Part, Space};
use rift_harness::{Dependency, Entry, HarnessError, Limits, Literals, Shown, Undriven, literals, prepare};
use rift_ingest::BuildOptions;
use rift_ir::Pair;
use rift_report::diff::PrintedParameter;
use rift_search::{ObjectValue, Task, What};
use std::path::{Path, PathBuf};

/// Inputs that the search of an entry begins with.
const SEEDS: usize = 24;
/// Inputs of an entry that are tried natively before.
const SAMPLES: usize = 100;
/// The name that the program sees.
const PROGRAM: &[u8] = b"harness";
/// Of a function of bytes: its input has to say everything.
const OWN_BYTES: u8 = 16;

pub struct Driver {
    pub calls: Calls,
    /// Where the programs are.
    pub directories: Pair<PathBuf>,
    pub undriven: Vec<Undriven>,
    /// Said to the user: for example that only the syntax was read.
    pub notes: Vec<String>,
    /// Other libraries that calls name.
    pub others: Vec<Dependency>,
    /// Bytes of the data of a function of the user's.
    room: usize,
    /// Bytes of texts that searches begin with.
    longest: usize,
    literals: Literals,
}

pub enum Calls {
    Entries(Vec<Pair<Entry>>),
    Own(Own),
}

/// Writes a program for each version that calls what is asked for.
pub fn drive(
    versions: &Pair<PackageVersion>,
    place: &Path,
    settings: &CallSettings,
    options: &BuildOptions,
) -> Result<Driver> {
    let directories = Pair { old: place.join("old"), new: place.join("new") };
    for directory in [&directories.old, &directories.new] {
        std::fs::create_dir_all(directory).with_context(|| format!("cannot create `{}`", directory.display()))?;
    }
    let new = &versions.new.package;
    let known = literals(new).since(&literals(&versions.old.package));
    let own = match (&settings.harness, &settings.fuzz_target) {
        (Some(file), _) => Some(Own::file(file)?),
        (None, Some(name)) => Some(Own::fuzz_target(new, name)?),
        (None, None) => None,
    };
    if let Some(own) = own {
        own.write(&directories.old, &versions.old.package)?;
        own.write(&directories.new, new)?;
        let room = usize::from(settings.bytes.unwrap_or(OWN_BYTES));
        return Ok(Driver {
            calls: Calls::Own(own),
            directories,
            undriven: vec![],
            notes: vec![],
            others: vec![],
            room,
            longest: room,
            literals: known,
        });
    }
    let usual = Limits::default();
    let lone = usual.lone.max(u8::try_from(known.longest_fresh()).unwrap_or(u8::MAX));
    let limits = Limits { bytes: settings.bytes.unwrap_or(usual.bytes), lone: settings.bytes.unwrap_or(lone), ..usual };
    let packages = versions.as_ref().map(|version| &version.package);
    let paths = directories.as_ref().map(PathBuf::as_path);
    let shared = prepare(packages, paths, limits, options).map_err(|error| named(error, versions))?;
    if shared.entries.is_empty() {
        refuse!("{}", nothing_to_call(&new.name, &shared.unmatched));
    }
    Ok(Driver {
        calls: Calls::Entries(shared.entries),
        directories,
        undriven: shared.unmatched,
        notes: shared.notes,
        others: shared.others,
        room: 0,
        longest: usize::from(settings.bytes.unwrap_or(usual.lone)),
        literals: known,
    })
}

/// Says which version it is about, as far as the error itself does.
fn named(error: HarnessError, versions: &Pair<PackageVersion>) -> PipelineError {
    if let HarnessError::GivenUp(reason) = error {
        return reason.into();
    }
    let text = error.to_string();
    let is_about = |version: &PackageVersion| text.contains(&format!("{}/", version.package.root.display()));
    let what = match (is_about(&versions.old), is_about(&versions.new)) {
        (true, false) => format!("the old version, {}, cannot be used", versions.old.name),
        (false, true) => format!("the new version, {}, cannot be used", versions.new.name),
        _ => format!("cannot compare {} with {}", versions.old.name, versions.new.name),
    };
    let advice = match error {
        HarnessError::Build { .. } => {
            "\nif this version does not build with `cargo build` either, it is not for this compiler, and cannot be \
             compared with it; if it needs features, --features and --no-default-features choose them"
        }
        _ => "",
    };
    PipelineError::While { what, cause: Box::new(PipelineError::Refused(format!("{error}{advice}"))) }
}

/// Says what to do.
fn nothing_to_call(package: &str, undriven: &[Undriven]) -> String {
    let mut text = format!("`{package}` has nothing that can be called in both versions");
    for not in undriven.iter().take(5) {
        text += &format!("\n  {}: {}", not.path, not.reason);
    }
    if undriven.len() > 5 {
        text += &format!("\n  .. and {} more", undriven.len() - 5);
    }
    text + "\nwrite a function of bytes that uses it, and name its file with --harness"
}

impl Driver {
    pub fn count(&self) -> usize {
        match &self.calls {
            Calls::Entries(entries) => entries.len(),
            Calls::Own(_) => 1,
        }
    }

    pub fn path(&self, entry: usize) -> &str {
        match &self.calls {
            Calls::Entries(entries) => &entries[entry].new.path,
            Calls::Own(own) => &own.name,
        }
    }

    /// The function of the harness that calls it, as debug information names it.
    pub fn function(&self, entry: usize) -> String {
        format!("harness::entry_{entry}")
    }

    /// Most bytes of its input.
    pub fn bytes(&self, entry: usize) -> usize {
        match &self.calls {
            Calls::Entries(entries) => entries[entry].new.input_size(),
            Calls::Own(_) => self.room,
        }
    }

    /// Bytes that its strings have room for.
    pub fn room(&self, entry: usize) -> usize {
        match &self.calls {
            Calls::Entries(entries) => entries[entry].new.longest_text(),
            Calls::Own(_) => self.room,
        }
    }

    pub fn space(&self, entry: usize) -> Space {
        let argv = self.argv(entry).into_iter().map(Part::Fixed).collect();
        let max = u32::try_from(self.bytes(entry)).unwrap_or(u32::MAX);
        // Of an entry without parameters there is one input.
        let stdin = (max > 0).then_some(Part::Symbolic { max });
        Space { argv, stdin, ..Space::default() }
    }

    /// Inputs that are worth a try, the plainest first.
    fn inputs(&self, entry: usize, most: usize, longest: usize) -> Vec<Vec<u8>> {
        let size = self.bytes(entry);
        let seeds: Vec<Vec<u8>> = match &self.calls {
            Calls::Entries(entries) => entries[entry].new.seeds(&self.literals, most, longest),
            Calls::Own(_) => {
                let texts = self.literals.texts.iter().map(|text| text.as_bytes().to_vec());
                let texts = texts.chain(self.literals.bytes.iter().cloned()).filter(|bytes| bytes.len() <= size);
                [vec![b'a'; size], vec![]].into_iter().chain(texts).take(most).collect()
            }
        };
        let mut inputs: Vec<Vec<u8>> = Vec::new();
        let mut add = |input: Vec<u8>| {
            if self.call(entry, &input).is_some() && !inputs.contains(&input) {
                inputs.push(input);
            }
        };
        // Where the first argument begins with its length, one of one element; and then two that are the same.
        let one = [1, b'a'].into_iter().chain(std::iter::repeat(0)).take(size).collect();
        for seed in [vec![0; size], one].into_iter().chain(seeds) {
            let mut twins = seed.clone();
            add(seed);
            if size.is_multiple_of(2) && twins.len() == size {
                twins.copy_within(..size / 2, size / 2);
                add(twins);
            }
        }
        inputs.truncate(most);
        inputs
    }

    /// Inputs to try natively.
    pub fn samples(&self, entry: usize) -> Vec<Input> {
        let argv = self.argv(entry);
        let input = |stdin| Input { argv: argv.clone(), stdin, ..Input::default() };
        self.inputs(entry, SAMPLES, usize::MAX).into_iter().map(input).collect()
    }

    /// What the search begins with: no long texts, in which there would be too much to look at.
    pub fn tasks(&self, entry: usize) -> Vec<Task> {
        let inputs = self.inputs(entry, SEEDS, self.longest);
        let space = self.space(entry);
        let argv = self.argv(entry);
        let mut tasks: Vec<Task> = Vec::new();
        for stdin in inputs {
            let Some(values) = space.values(&Input { argv: argv.clone(), stdin, ..Input::default() }) else { continue };
            let values = values.into_iter().map(|(name, bytes)| ObjectValue { name, nth: 0, bytes }).collect();
            let task = Task { space: 0, values, shared: 0, what: What::Run };
            if !tasks.contains(&task) {
                tasks.push(task);
            }
        }
        tasks
    }

    fn argv(&self, entry: usize) -> Vec<Vec<u8>> {
        match &self.calls {
            Calls::Entries(_) => vec![PROGRAM.to_vec(), entry.to_string().into_bytes()],
            Calls::Own(_) => vec![PROGRAM.to_vec()],
        }
    }

    /// The same input, for people.
    pub fn to_show(&self, input: &Input) -> Input {
        let mut input = input.clone();
        if let Calls::Entries(_) = &self.calls {
            input.argv.push(b"show".to_vec());
        }
        input
    }

    /// What a run for people showed.
    pub fn shown(&self, seen: &Seen) -> Shown {
        let exit = match &seen.end {
            End::Exit(code) => Some(*code),
            _ => None,
        };
        match &self.calls {
            Calls::Entries(_) => Shown::read(exit, &seen.stdout, &seen.stderr),
            Calls::Own(_) => own_shown(exit, &seen.stdout),
        }
    }

    pub fn call(&self, entry: usize, bytes: &[u8]) -> Option<String> {
        match &self.calls {
            Calls::Entries(entries) => entries[entry].new.call(bytes),
            Calls::Own(own) => Some(format!("{}(b\"{}\")", own.name, bytes.escape_ascii())),
        }
    }

    pub fn params(&self, entry: usize, bytes: &[u8]) -> Vec<PrintedParameter> {
        let printed = |(name, value)| PrintedParameter { name, value };
        match &self.calls {
            Calls::Entries(entries) => {
                entries[entry].new.params(bytes).unwrap_or_default().into_iter().map(printed).collect()
            }
            Calls::Own(_) => vec![printed(("data".to_owned(), format!("b\"{}\"", bytes.escape_ascii())))],
        }
    }

    /// A `#[test]` that passes on the version that showed this.
    pub fn test(&self, entry: usize, bytes: &[u8], expected: &Shown, name: &str) -> Option<String> {
        match &self.calls {
            Calls::Entries(entries) => entries[entry].new.test(bytes, expected, name),
            Calls::Own(_) => None,
        }
    }
}

/// Of a function of the user's, what was printed is the result.
fn own_shown(exit: Option<i32>, stdout: &[u8]) -> Shown {
    let text = String::from_utf8_lossy(stdout).trim_end().to_owned();
    match (exit, text.rsplit_once("panic: ")) {
        (Some(101), Some((_, message))) => Shown::Panicked { message: message.to_owned(), place: None },
        (Some(0), _) => Shown::Returned { text, how: rift_harness::How::Display, after: vec![] },
        _ => Shown::Other,
    }
}
