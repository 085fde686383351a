//! What can be compared: two versions of a program or a C library, two versions of a Rust package.

use crate::entries::Entries as _;
use crate::entries::library::{Functions, LibraryEntries};
use crate::entries::package::{CallSettings, Harnesses, PackageEntries, accepted};
use crate::entries::program::ProgramEntry;
use crate::error::{Context as _, PipelineError, Result, refuse};
use crate::events::Events;
use crate::flow::{Flow, Outcome};
use crate::inputs::InputChoice;
use crate::locate::package::PackageVersion;
use crate::locate::{Located, locate};
use crate::prepare::prepare;
use crate::program::{BuildSettings, ProgramSource};
use crate::settings::Settings;
use rift_ingest::{Cache, Confinement};
use rift_ir::Pair;
use std::fs;
use std::path::{Path, PathBuf};

/// What names all functions of a library.
const ALL: &str = "*";
/// Digits of a directory's name.
const DIGITS: usize = 16;

/// Two versions of a program.
pub struct ProgramJob {
    /// Files, directories or git revisions: the old and the new version, as far as they are named.
    pub versions: Vec<String>,
    /// Where the program is in the revisions.
    pub path: Option<PathBuf>,
    pub build: BuildSettings,
    pub inputs: InputChoice,
}

/// Compares two versions of a program; of a C library, all functions that can be called.
pub fn compare_programs(job: &ProgramJob, settings: &Settings, events: &dyn Events) -> Result<Outcome> {
    let flow = Flow::begin(settings, events)?;
    let named = job.inputs.read()?;
    let trees = Cache::open(None)?.root().join("trees");
    let located = locate(&job.versions, job.path.as_deref(), &trees)?;
    let sources = located.as_ref().map(|version| source(job, version, &located.new.path));
    if job.build.entry.as_deref() == Some(ALL) {
        return compare_library(&flow, job, &located, &sources);
    }
    let (names, roots) = shown(&located);
    let prepared = match prepare(sources.clone(), names, roots) {
        // A library: what it exports is called instead.
        Err(error @ PipelineError::NoMain { .. })
            if job.build.entry.is_none() && sources.old.is_c() && sources.new.is_c() =>
        {
            return compare_library(&flow, job, &located, &sources).context(error);
        }
        prepared => prepared?,
    };
    prepared.notes.iter().for_each(|note| events.note(note));
    let (entry, notes) = ProgramEntry::new(&prepared, &job.inputs, &named, settings.minimise);
    notes.iter().for_each(|note| events.note(note));
    flow.compare(&prepared, &entry)
}

/// All functions that can be called.
fn compare_library(
    flow: &Flow<'_>,
    job: &ProgramJob,
    located: &Pair<Located>,
    sources: &Pair<ProgramSource>,
) -> Result<Outcome> {
    if !job.inputs.is_empty() {
        refuse!("all functions are compared, whose parameters are the input: --entry NAME takes other inputs with it");
    }
    let functions = Functions::of(sources, located)?;
    let (names, roots) = shown(located);
    let prepared = prepare(functions.programs(sources), names, roots)?;
    prepared.notes.iter().for_each(|note| flow.events.note(note));
    let program = job.inputs.name(sources.new.name());
    let entries = LibraryEntries::new(&functions, &prepared, &program, flow.settings);
    flow.events.note(&entries.in_words());
    flow.compare(&prepared, &entries)
}

/// What is built for one version, under the name of `new`.
fn source(job: &ProgramJob, version: &Located, new: &Path) -> ProgramSource {
    let mut how = job.build.clone();
    how.cflags.push_str(&same_names(&version.path, new));
    ProgramSource { files: vec![version.path.clone()], how }
}

/// The names of the versions, and where they are.
fn shown(located: &Pair<Located>) -> (Pair<String>, Pair<rift_report::Root>) {
    (located.as_ref().map(|version| version.name.clone()), located.as_ref().map(|version| version.root.clone()))
}

/// `__FILE__` is to be the same in both versions, wherever they are and whatever they are called.
fn same_names(path: &Path, new: &Path) -> String {
    let is_c = path.extension().is_some_and(|end| ["c", "cc", "cpp", "cxx", "C"].iter().any(|known| end == *known));
    if !is_c || !path.is_file() {
        return String::new();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map(|folder| format!("-fmacro-prefix-map={}/=", folder.display()));
    let other = new.file_name().filter(|name| Some(*name) != path.file_name());
    let other = other.map(|name| format!("-fmacro-prefix-map={}={}", path.display(), name.display()));
    // Of several that fit, some compilers take the longest, and others the last.
    folder.into_iter().chain(other).map(|flag| format!(" {}", shell_words::quote(&flag))).collect()
}

/// Two versions of a Rust package.
pub struct PackageJob {
    pub versions: Pair<PackageVersion>,
    pub calls: CallSettings,
    pub build: BuildSettings,
    /// Whether the new version is the user's own: what is accepted there counts, and the report is remembered.
    pub is_own: bool,
}

/// Compares what can be called of two versions of a package.
pub fn compare_packages(job: &PackageJob, settings: &Settings, events: &dyn Events) -> Result<Outcome> {
    let PackageJob { versions, calls, build, is_own } = job;
    let mut flow = Flow::begin(settings, events)?;
    let mut intended = vec![];
    if *is_own {
        let root = &versions.new.package.root;
        let last = last_report(root)?;
        let directory = last.parent().unwrap_or(&last);
        fs::create_dir_all(directory).with_context(|| format!("cannot create `{}`", directory.display()))?;
        flow.places.add_file(&last)?;
        intended = accepted::read(root)?;
    }
    let place = place(versions, &build.confinement)?;
    flow.disagreements = place.join("disagreements");
    events.note(&format!("comparing {} with {}", versions.old.name, versions.new.name));
    let options = build.options();
    let harnesses = Harnesses::write(versions, calls, place, &options)?;
    harnesses.notes().iter().for_each(|note| events.note(note));
    let read = flow.elapsed().as_secs_f64();
    let entries = if harnesses.count() == 1 { "1 entry".to_owned() } else { format!("{} entries", harnesses.count()) };
    events.note(&format!("{entries} in both versions ({read:.0} s); building"));
    let prepared = harnesses.prepare(versions, build)?;
    let entries = PackageEntries::new(harnesses, versions, &prepared, intended, settings.out.clone(), options);
    let built = flow.elapsed().as_secs_f64() - read;
    let (count, asked) = (entries.points().len(), entries.asked());
    events.note(&format!("{count} of {asked} can come to a change ({built:.0} s)"));
    flow.compare(&prepared, &entries)
}

/// Where the harnesses of two versions are: below the cache, the same for the same packages.
fn place(versions: &Pair<PackageVersion>, confinement: &Confinement) -> Result<PathBuf> {
    let mut hasher = blake3::Hasher::new();
    // Cargo does not run a build script again that could do something else now.
    hasher.update(format!("{confinement:?}").as_bytes());
    for package in [&versions.old.package, &versions.new.package] {
        let features = format!("{:?}", package.features);
        for part in [package.root.as_os_str().as_encoded_bytes(), features.as_bytes()] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(libraries()?.join(&hasher.finalize().to_hex()[..DIGITS]))
}

/// The report of the last comparison of the user's own package.
pub fn last_report(package: &Path) -> Result<PathBuf> {
    Ok(libraries()?.join(format!("last-{}.json", name_of(package))))
}

/// Where what can be called of a package is found out.
pub fn api_place(package: &Path) -> Result<PathBuf> {
    Ok(libraries()?.join(format!("api-{}", name_of(package))))
}

fn libraries() -> Result<PathBuf> {
    Ok(Cache::open(None)?.root().join("libraries"))
}

fn name_of(package: &Path) -> String {
    blake3::hash(package.as_os_str().as_encoded_bytes()).to_hex()[..DIGITS].to_owned()
}
