//! A cargo package with a library, as `cargo metadata` describes it.

use crate::dependencies::Dependency;
use cargo_metadata::{Metadata, MetadataCommand, Package as Described, Target, TargetKind};
use rift_ingest::{BuildOptions, IngestError, View};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    #[error("cannot read `{}`: {reason}", path.display())]
    Package { path: PathBuf, reason: String },
    #[error("`{}` has no library: its package `{name}` has only {has}", path.display())]
    NoLibrary { path: PathBuf, name: String, has: &'static str },
    /// It took too long, or the user wanted to stop.
    #[error(transparent)]
    GivenUp(#[from] IngestError),
    #[error("the library `{name}` cannot be built: {reason}")]
    Build { name: String, reason: String },
    #[error("cannot write `{}`: {error}", path.display())]
    Write { path: PathBuf, error: std::io::Error },
}

/// Which of its features a package is built with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    pub no_default: bool,
    pub named: Vec<String>,
}

/// A package with a library target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The directory of its manifest, absolute.
    pub root: PathBuf,
    /// As a dependency names it: `num-integer`.
    pub name: String,
    /// As code names it: `num_integer`.
    pub lib_name: String,
    pub version: String,
    pub edition: String,
    /// The library's first file, absolute.
    pub lib_root: PathBuf,
    /// Where the `Cargo.lock` is, if there is one.
    pub lock: Option<PathBuf>,
    pub features: Features,
    /// All features that it has.
    pub all_features: Vec<String>,
    /// Other libraries whose types are named by what calls this one.
    pub others: Vec<Dependency>,
    /// `[package.metadata]` of its manifest.
    pub(crate) metadata: serde_json::Value,
}

impl Package {
    /// The package whose manifest is in `directory`. Of a workspace without a package of its own, the only member that
    /// has a library.
    pub fn read(directory: &Path, features: Features) -> Result<Package, HarnessError> {
        Package::select(directory, None, features, &BuildOptions::default())
    }

    /// As [`Package::read`], or the member with this name.
    pub fn select(
        directory: &Path,
        name: Option<&str>,
        features: Features,
        options: &BuildOptions,
    ) -> Result<Package, HarnessError> {
        let failed = |reason: String| HarnessError::Package { path: directory.to_owned(), reason };
        let root = directory.canonicalize().map_err(|e| failed(e.to_string()))?;
        let manifest = root.join("Cargo.toml");
        if !manifest.is_file() {
            return Err(failed("it has no Cargo.toml".to_owned()));
        }
        let mut command = MetadataCommand::new().cargo_path(cargo().get_program()).no_deps().cargo_command();
        command.arg("--manifest-path").arg(&manifest);
        let output = rift_ingest::run_cargo(&mut command, &manifest, &root, &View::new().project(&root), options)?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        let metadata = MetadataCommand::parse(String::from_utf8_lossy(&output.stdout))
            .map_err(|e| failed(format!("cargo metadata answered something unexpected: {e}")))?;
        let package = choose(&metadata, &manifest, name).map_err(failed)?;
        let library = library(package).ok_or_else(|| no_library(package, &root))?;
        let lock = metadata.workspace_root.join("Cargo.lock");
        Ok(Package {
            root: package.manifest_path.parent().map_or(root, |parent| parent.as_std_path().to_owned()),
            name: package.name.to_string(),
            lib_name: library.name.replace('-', "_"),
            version: package.version.to_string(),
            edition: package.edition.to_string(),
            lib_root: library.src_path.clone().into(),
            lock: lock.is_file().then(|| lock.into()),
            features,
            all_features: package.features.keys().cloned().collect(),
            others: Vec::new(),
            metadata: package.metadata.clone(),
        })
    }
}

fn no_library(package: &Described, root: &Path) -> HarnessError {
    let has_kind = |wanted: &TargetKind| package.targets.iter().any(|target| target.kind.contains(wanted));
    let has = match () {
        () if has_kind(&TargetKind::ProcMacro) => "procedural macros, which are run by the compiler",
        () if has_kind(&TargetKind::CDyLib) || has_kind(&TargetKind::StaticLib) => "a library for C",
        () => "programs",
    };
    HarnessError::NoLibrary { path: root.to_owned(), name: package.name.to_string(), has }
}

/// The target that other crates can call, if there is one. Procedural macros and C libraries are none.
fn library(package: &Described) -> Option<&Target> {
    let is_library = |kind: &TargetKind| matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib);
    package.targets.iter().find(|target| target.kind.iter().any(is_library))
}

fn choose<'a>(metadata: &'a Metadata, manifest: &Path, name: Option<&str>) -> Result<&'a Described, String> {
    let packages = &metadata.packages;
    if let Some(name) = name {
        return packages.iter().find(|p| *p.name == name).ok_or_else(|| format!("it has no package `{name}`"));
    }
    if let Some(package) = packages.iter().find(|p| p.manifest_path == manifest) {
        return Ok(package);
    }
    match packages.iter().filter(|p| library(p).is_some()).collect::<Vec<_>>().as_slice() {
        [] => Err("it is a workspace without a library".to_owned()),
        [package] => Ok(package),
        several => {
            let names: Vec<_> = several.iter().map(|p| p.name.as_str()).collect();
            Err(format!("it is a workspace with several libraries; name one of {}", names.join(", ")))
        }
    }
}

/// The cargo that runs this process, if cargo runs it.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs cargo in a project of rift's that depends on the package. Of that project, a build writes what cargo does.
pub(crate) fn run_cargo(
    command: &mut Command,
    directory: &Path,
    package: &Package,
    options: &BuildOptions,
) -> Result<Output, HarnessError> {
    let (target, lock) = (directory.join("target"), directory.join("Cargo.lock"));
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| HarnessError::Write { path, error }
    };
    std::fs::create_dir_all(&target).map_err(failed(&target))?;
    // An empty one is as good as none.
    std::fs::File::options().append(true).create(true).open(&lock).map_err(failed(&lock))?;
    let view = View::new().project(&package.root).read(directory).write(&target).write(&lock);
    Ok(rift_ingest::run_cargo(command, &directory.join("Cargo.toml"), &package.root, &view, options)?)
}
