//! Which two versions of which package.

use super::options::{BaselineArguments, FeatureArguments, PackageArguments};
use super::published::Published;
use crate::diff::baseline;
use anyhow::{Context, bail};
use rift_harness::{Features, HarnessError, Package};
use rift_ingest::BuildOptions;
use rift_ir::Pair;
use std::path::{Path, PathBuf};

/// One version of a package, and what the user calls it.
#[derive(Debug, Clone)]
pub struct Version {
    pub package: Package,
    pub name: String,
}

/// The package that is meant, as it is in the working tree.
pub fn package(arguments: &PackageArguments) -> anyhow::Result<Package> {
    let directory = directory(arguments.manifest_path.as_deref())?;
    select(&directory, arguments.package.as_deref(), &arguments.features)
}

/// The working tree and what it is compared with.
pub fn with_baseline(
    arguments: &PackageArguments,
    against: &BaselineArguments,
    cache: &Path,
) -> anyhow::Result<Pair<Version>> {
    let package = package(arguments)?;
    let name = format!("{} {} (working tree)", package.name, package.version);
    let (path, from) = match against {
        BaselineArguments { baseline_root: Some(root), .. } => (root.clone(), root.display().to_string()),
        BaselineArguments { baseline_version: Some(version), .. } => {
            let path =
                Published::of(&package.name, version)?.fetch(cache, &package.root, &options(&arguments.features))?;
            (path, "published".to_owned())
        }
        BaselineArguments { baseline_rev, .. } => {
            let advice = "--baseline-rev, --baseline-version or --baseline-root name another version";
            baseline(&package.root, baseline_rev.as_deref(), &cache.join("trees"))
                .with_context(|| format!("there is nothing to compare with; {advice}"))?
        }
    };
    // A directory may hold a whole workspace, or a package under an earlier name.
    let old = select(&path, Some(&package.name), &arguments.features)
        .or_else(|_| select(&path, None, &arguments.features))
        .context("the old version cannot be used")?;
    let old_name = format!("{} {} ({from})", old.name, old.version);
    Ok(Pair { old: Version { package: old, name: old_name }, new: Version { package, name } })
}

/// Two published versions.
pub fn published(old: &str, new: &str, features: &FeatureArguments, cache: &Path) -> anyhow::Result<Pair<Version>> {
    let here = std::env::current_dir().context("cannot find the working directory")?;
    let version = |text: &str| -> anyhow::Result<Version> {
        let published = Published::parse(text)?;
        let root = published.fetch(cache, &here, &options(features))?;
        let package = select(&root, Some(&published.name), features)?;
        Ok(Version { package, name: format!("{} {}", published.name, published.version) })
    };
    Ok(Pair { old: version(old)?, new: version(new)? })
}

/// The directory of the manifest that is named, or of the nearest one above.
pub fn directory(manifest: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(manifest) = manifest {
        let is_manifest = manifest.file_name().is_some_and(|name| name == "Cargo.toml") && manifest.is_file();
        let parent = manifest.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return match is_manifest {
            true => Ok(parent.to_owned()),
            false => bail!("`{}` is no Cargo.toml", manifest.display()),
        };
    }
    let here = std::env::current_dir().context("cannot find the working directory")?;
    let above = here.ancestors().find(|directory| directory.join("Cargo.toml").is_file());
    above
        .map(Path::to_owned)
        .with_context(|| format!("there is no Cargo.toml in `{}` or above; --manifest-path names one", here.display()))
}

fn select(directory: &Path, name: Option<&str>, arguments: &FeatureArguments) -> anyhow::Result<Package> {
    let named = arguments.features.iter().flat_map(|names| names.split_whitespace()).map(str::to_owned).collect();
    let features = Features { no_default: arguments.no_default_features, named };
    let options = options(arguments);
    let mut package = Package::select(directory, name, features, &options).map_err(advised)?;
    if arguments.all_features {
        package.features.named = package.all_features.clone();
    }
    Ok(package)
}

fn options(arguments: &FeatureArguments) -> BuildOptions {
    BuildOptions { confinement: arguments.confinement.confinement(), ..BuildOptions::default() }
}

fn advised(error: HarnessError) -> anyhow::Error {
    match error {
        HarnessError::NoLibrary { .. } => {
            anyhow::Error::new(error).context("cargo rift compares libraries; `rift diff` compares programs")
        }
        error => error.into(),
    }
}
