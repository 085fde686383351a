//! Which two versions of which package.

use super::baseline;
use super::published::Published;
use crate::error::{Context as _, PipelineError, Result, refuse};
use rift_harness::{Features, HarnessError, Package};
use rift_ingest::{BuildOptions, Confinement};
use rift_ir::Pair;
use std::path::{Path, PathBuf};

/// Which package.
#[derive(Debug, Clone, Default)]
pub struct PackageChoice {
    /// Its manifest; that of the current directory, or above, when left out.
    pub manifest_path: Option<PathBuf>,
    /// Which package of a workspace.
    pub package: Option<String>,
    pub features: FeatureChoice,
}

/// How both versions are built.
#[derive(Debug, Clone, Default)]
pub struct FeatureChoice {
    pub features: Vec<String>,
    pub all_features: bool,
    pub no_default_features: bool,
    pub confinement: Confinement,
}

/// What the working tree is compared with.
#[derive(Debug, Clone)]
pub enum Baseline {
    /// A revision of the git repository; where the working tree left the main branch, when left out.
    Revision(Option<String>),
    /// A published version.
    Published(String),
    /// A directory with the other version.
    Root(PathBuf),
}

/// One version of a package, and what the user calls it.
#[derive(Debug, Clone)]
pub struct PackageVersion {
    pub package: Package,
    pub name: String,
}

/// The package that is meant, as it is in the working tree.
pub fn package(choice: &PackageChoice) -> Result<Package> {
    let directory = directory(choice.manifest_path.as_deref())?;
    select(&directory, choice.package.as_deref(), &choice.features)
}

/// The working tree and what it is compared with.
pub fn with_baseline(choice: &PackageChoice, against: &Baseline, cache: &Path) -> Result<Pair<PackageVersion>> {
    let package = package(choice)?;
    let name = format!("{} {} (working tree)", package.name, package.version);
    let (path, from) = match against {
        Baseline::Root(root) => (root.clone(), root.display().to_string()),
        Baseline::Published(version) => {
            let path =
                Published::of(&package.name, version)?.fetch(cache, &package.root, &options(&choice.features))?;
            (path, "published".to_owned())
        }
        Baseline::Revision(revision) => {
            let advice = "--baseline-rev, --baseline-version or --baseline-root name another version";
            baseline(&package.root, revision.as_deref(), &cache.join("trees"))
                .with_context(|| format!("there is nothing to compare with; {advice}"))?
        }
    };
    // A directory may hold a whole workspace, or a package under an earlier name.
    let old = select(&path, Some(&package.name), &choice.features)
        .or_else(|_| select(&path, None, &choice.features))
        .context("the old version cannot be used")?;
    let old_name = format!("{} {} ({from})", old.name, old.version);
    Ok(Pair { old: PackageVersion { package: old, name: old_name }, new: PackageVersion { package, name } })
}

/// Two published versions.
pub fn published(old: &str, new: &str, features: &FeatureChoice, cache: &Path) -> Result<Pair<PackageVersion>> {
    let here = std::env::current_dir().context("cannot find the working directory")?;
    let version = |text: &str| -> Result<PackageVersion> {
        let published = Published::parse(text)?;
        let root = published.fetch(cache, &here, &options(features))?;
        let package = select(&root, Some(&published.name), features)?;
        Ok(PackageVersion { package, name: format!("{} {}", published.name, published.version) })
    };
    Ok(Pair { old: version(old)?, new: version(new)? })
}

/// The directory of the manifest that is named, or of the nearest one above.
pub fn directory(manifest: Option<&Path>) -> Result<PathBuf> {
    if let Some(manifest) = manifest {
        let is_manifest = manifest.file_name().is_some_and(|name| name == "Cargo.toml") && manifest.is_file();
        let parent = manifest.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return match is_manifest {
            true => Ok(parent.to_owned()),
            false => refuse!("`{}` is no Cargo.toml", manifest.display()),
        };
    }
    let here = std::env::current_dir().context("cannot find the working directory")?;
    let above = here.ancestors().find(|directory| directory.join("Cargo.toml").is_file());
    above
        .map(Path::to_owned)
        .with_context(|| format!("there is no Cargo.toml in `{}` or above; --manifest-path names one", here.display()))
}

fn select(directory: &Path, name: Option<&str>, choice: &FeatureChoice) -> Result<Package> {
    let named = choice.features.iter().flat_map(|names| names.split_whitespace()).map(str::to_owned).collect();
    let features = Features { no_default: choice.no_default_features, named };
    let options = options(choice);
    let mut package = Package::select(directory, name, features, &options).map_err(advised)?;
    if choice.all_features {
        package.features.named = package.all_features.clone();
    }
    Ok(package)
}

fn options(choice: &FeatureChoice) -> BuildOptions {
    BuildOptions { confinement: choice.confinement, ..BuildOptions::default() }
}

fn advised(error: HarnessError) -> PipelineError {
    match error {
        HarnessError::NoLibrary { .. } => {
            let what = "cargo rift compares libraries; `rift diff` compares programs".to_owned();
            PipelineError::While { what, cause: Box::new(error) }
        }
        error => error.into(),
    }
}
