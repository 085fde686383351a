//! Programs nobody here wrote. C sources come out of crates, fetched by name; each folder of tests/subjects/c says
//! in `subject.txt` how a program is made of them, and in `runs.txt` what to run it on:
//!
//! ```text
//! crate libz-sys 1.1.15            where the sources come from
//! folder src/zlib                  inside the crate
//! sources *.c test/x.c !y.c        compiled together with the folder's own main.c, if it has one
//! flags -DHAVE_X -I.               for both builds; -I is relative to the folder
//! build ./configure && make        or: the project's own build (instead of sources)
//! data sample.txt                  files of the crate that runs find under data/
//! explore --stdin 64               only in tests/explore/real: what is symbolic
//! ```
//!
//! Folders of tests/subjects/rust are cargo packages with a `runs.txt`.

use crate::fetch::fetch;
use crate::machine::{self, NativeToo};
use crate::native;
use crate::place::{in_root, temporary};
use crate::runs::{self, NamedRun};
use crate::tally::{Verdict, each};
use crate::tool::{compare_builds, compare_runs, copy_tree};
use anyhow::{Context, bail};
use clap::Args;
use rift_ingest::{CargoTarget, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct SubjectsArguments {
    /// Only subjects with this in their path.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

struct Subject {
    name: String,
    dir: PathBuf,
    /// `None`: a cargo package.
    recipe: Option<Recipe>,
}

/// What `subject.txt` says.
#[derive(Debug, Default)]
pub struct Recipe {
    /// Name and version; empty when the sources are in the folder itself.
    pub krate: (String, String),
    folder: String,
    sources: Vec<String>,
    flags: Vec<String>,
    build: Option<String>,
    data: Vec<String>,
    pub explore: Vec<String>,
}

pub fn subjects(arguments: &SubjectsArguments, jobs: usize) -> anyhow::Result<bool> {
    let root = in_root("tests/subjects")?;
    let mut subjects = Vec::new();
    for language in ["c", "rust"] {
        for dir in folders(&root.join(language))? {
            let name = format!("{language}/{}", dir.file_name().unwrap_or_default().to_string_lossy());
            if arguments.filter.as_ref().is_none_or(|text| name.contains(text.as_str())) {
                let recipe = if language == "c" { Some(recipe(&dir)?) } else { None };
                subjects.push(Subject { name, dir, recipe });
            }
        }
    }
    if subjects.is_empty() {
        bail!("no subject has that name");
    }
    let wanted: BTreeSet<_> = subjects.iter().filter_map(|s| Some(s.recipe.as_ref()?.krate.clone())).collect();
    let crates = if wanted.is_empty() { BTreeMap::new() } else { fetch(&wanted)? };
    let check = |subject: &Subject| Verdict::of(check(subject, &crates));
    Ok(each("subjects", &subjects, jobs, |subject| subject.name.clone(), check).finish())
}

/// Sorted; none when the folder is not there.
fn folders(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if dir.is_dir() {
        for entry in fs::read_dir(dir).with_context(|| format!("cannot read `{}`", dir.display()))? {
            found.push(entry?.path());
        }
    }
    found.retain(|path| path.join("runs.txt").is_file());
    found.sort();
    Ok(found)
}

pub fn recipe(dir: &Path) -> anyhow::Result<Recipe> {
    let path = dir.join("subject.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let mut recipe = Recipe::default();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "crate" => {
                let (name, version) = value.split_once(' ').context("`crate` needs a name and a version")?;
                recipe.krate = (name.to_owned(), version.to_owned());
            }
            "folder" => recipe.folder = value.to_owned(),
            "sources" => recipe.sources.extend(words()),
            "flags" => recipe.flags.extend(shell_words::split(value)?),
            "build" => recipe.build = Some(value.to_owned()),
            "data" => recipe.data.extend(words()),
            "explore" => recipe.explore.extend(shell_words::split(value)?),
            _ => bail!("`{}`: `{key}` means nothing", path.display()),
        }
    }
    Ok(recipe)
}

fn check(subject: &Subject, crates: &BTreeMap<String, PathBuf>) -> anyhow::Result<Result<(), String>> {
    let Some(recipe) = &subject.recipe else {
        return check_cargo(&subject.dir, &runs::read(&subject.dir, BTreeMap::new())?);
    };
    let krate = crates.get(&recipe.krate.0).context("the crate was not fetched")?;
    let folder = krate.join(&recipe.folder);
    let mut files = BTreeMap::new();
    for name in &recipe.data {
        let path = folder.join(name);
        let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        files.insert(format!("data/{name}"), bytes);
    }
    let runs = runs::read(&subject.dir, files)?;
    match &recipe.build {
        Some(build) => check_project(&folder, build, &runs),
        None => check_files(&subject.dir, &folder, recipe, &runs),
    }
}

fn check_cargo(dir: &Path, runs: &[NamedRun]) -> anyhow::Result<Result<(), String>> {
    let source = Source::Cargo { dir: dir.to_owned(), target: CargoTarget::Bin(None), arguments: Vec::new() };
    let prepared = machine::prepare(&source, NativeToo::Yes)?;
    let native = prepared.native.context("there is no native build")?;
    compare_runs(&native, &prepared.program, runs)
}

/// The crate's folder as a project of its own: its build makes the programs that the runs name.
fn check_project(folder: &Path, build: &str, runs: &[NamedRun]) -> anyhow::Result<Result<(), String>> {
    let dir = temporary()?;
    let project = dir.path().join("project");
    copy_tree(folder, &project)?;
    let programs: BTreeSet<&str> = runs.iter().map(|run| run.program.as_str()).collect();
    let mut text = String::new();
    for program in programs {
        let own: Vec<NamedRun> = runs.iter().filter(|run| run.program == program).cloned().collect();
        if let Err(difference) = compare_builds(&project, build, program, &own)? {
            text += &difference;
        }
    }
    Ok(if text.is_empty() { Ok(()) } else { Err(text) })
}

fn check_files(dir: &Path, folder: &Path, recipe: &Recipe, runs: &[NamedRun]) -> anyhow::Result<Result<(), String>> {
    let (files, flags) = recipe.files(dir, folder)?;
    let temp = temporary()?;
    let native = temp.path().join("native");
    native::clang(&files, &flags, "-O0", &native)?;
    let prepared = machine::prepare(&Source::Files { files, flags }, NativeToo::No)?;
    compare_runs(&native, &prepared.program, runs)
}

impl Recipe {
    /// The sources of a subject in `dir`, of a crate in `krate`, and the flags to compile them with.
    pub fn program(&self, dir: &Path, krate: &Path) -> anyhow::Result<(Vec<PathBuf>, Vec<String>)> {
        self.files(dir, &krate.join(&self.folder))
    }

    fn files(&self, dir: &Path, folder: &Path) -> anyhow::Result<(Vec<PathBuf>, Vec<String>)> {
        let mut files = sources(folder, &self.sources)?;
        let main = dir.join("main.c");
        if main.is_file() {
            files.insert(0, main);
        }
        let flag = |flag: &String| match flag.strip_prefix("-I") {
            Some(path) => format!("-I{}", folder.join(path).display()),
            None => flag.clone(),
        };
        Ok((files, self.flags.iter().map(flag).collect()))
    }
}

/// `*.c` are all of a folder, `!name` leaves one out.
pub fn sources(folder: &Path, patterns: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = BTreeSet::new();
    for pattern in patterns {
        if let Some(not) = pattern.strip_prefix('!') {
            found.remove(&folder.join(not));
        } else if let Some(dir) = pattern.strip_suffix("*.c") {
            let dir = folder.join(dir);
            for entry in fs::read_dir(&dir).with_context(|| format!("cannot read `{}`", dir.display()))? {
                let path = entry?.path();
                if path.extension().is_some_and(|e| e == "c") {
                    // Spelled as a pattern would: the folder may end in a slash.
                    found.insert(folder.join(path.strip_prefix(folder).unwrap_or(&path)));
                }
            }
        } else {
            found.insert(folder.join(pattern));
        }
    }
    Ok(found.into_iter().collect())
}
