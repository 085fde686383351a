//! `cargo rift`: did the behaviour of a library change?

mod list;
mod options;

pub use options::{AcceptArguments, CargoArguments};

use crate::program::ConfinementArguments;
use crate::search::interruptible;
use anyhow::bail;
use options::{Action, HowArguments};
use rift_harness::Features;
use rift_ingest::{BuildOptions, Cache};
use rift_ir::Pair;
use rift_pipeline::{
    BuildSettings, PackageJob, PackageVersion, compare_packages, find_difference, last_report, package_directory,
    published_versions, with_baseline,
};
use rift_report::DiffDirectory;

pub fn cargo(arguments: CargoArguments) -> anyhow::Result<u8> {
    match arguments.action {
        None => {
            let mut compare = arguments.compare;
            compare.package.features.confinement.follow(compare.how.compare.sandbox);
            let (package, baseline) = (compare.package.choice(), compare.baseline.choice());
            let versions = with_baseline(&package, &baseline, Cache::open(None)?.root())?;
            compare_versions(versions, &compare.how, compare.package.features.confinement, true)
        }
        Some(Action::Diff(mut arguments)) => {
            arguments.features.confinement.follow(arguments.how.compare.sandbox);
            let (features, cache) = (arguments.features.choice(), Cache::open(None)?);
            let versions = published_versions(&arguments.old, &arguments.new, &features, cache.root())?;
            compare_versions(versions, &arguments.how, arguments.features.confinement, false)
        }
        Some(Action::List(arguments)) => list::list(&arguments.package),
        Some(Action::Accept(arguments)) => accept(&arguments),
    }
}

/// Adds differences of the last comparison to those that are intended.
pub fn accept(arguments: &AcceptArguments) -> anyhow::Result<u8> {
    let directory = package_directory(arguments.manifest_path.as_deref())?;
    let package = rift_harness::Package::select(
        &directory,
        arguments.package.as_deref(),
        Features::default(),
        &BuildOptions::default(),
    )?;
    let last = last_report(&package.root)?;
    if !last.is_file() {
        bail!("`{}` was not compared yet; run `cargo rift` first", package.name);
    }
    let report = DiffDirectory::read(&last)?;
    let found: Result<Vec<_>, _> = arguments.ids.iter().map(|id| find_difference(&report.differences, id)).collect();
    let path = rift_pipeline::accept(&package.root, &found?, &arguments.reason)?;
    println!("rift: written to {}", path.display());
    Ok(0)
}

fn compare_versions(
    versions: Pair<PackageVersion>,
    how: &HowArguments,
    confinement: ConfinementArguments,
    is_own: bool,
) -> anyhow::Result<u8> {
    let interrupted = interruptible()?;
    how.compare.sandbox.isolation.announce()?;
    let build = BuildSettings {
        timeout: how.build_timeout,
        interrupted: Some(interrupted.clone()),
        confinement: confinement.confinement(),
        ..BuildSettings::default()
    };
    let job = PackageJob { versions, calls: how.calls(), build, is_own };
    let settings = how.compare.settings(how.max_differences, &interrupted)?;
    how.compare.finish(compare_packages(&job, &settings, &how.compare.display())?)
}
