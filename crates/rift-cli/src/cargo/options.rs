//! The command line of `cargo rift`.

use crate::compare::CompareArguments;
use crate::program::ConfinementArguments;
use crate::sizes::duration;
use clap::{Args, Subcommand};
use rift_pipeline::{Baseline, CallSettings, FeatureChoice, PackageChoice};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CargoArguments {
    #[command(subcommand)]
    pub action: Option<Action>,
    #[command(flatten)]
    pub compare: BaselineComparison,
}

#[derive(Subcommand)]
pub enum Action {
    /// Compare two published versions of a crate: `cargo rift diff shlex@1.2.0 shlex@1.3.0`.
    Diff(Box<PublishedArguments>),
    /// Say what of a package can be called, and what cannot, with the reason.
    List(Box<ListArguments>),
    /// Say that a difference is meant: it is kept in `rift-accepted.toml`, and fails no check any more.
    Accept(AcceptArguments),
}

/// `cargo rift`: the working tree against a baseline.
#[derive(Args)]
pub struct BaselineComparison {
    #[command(flatten)]
    pub package: PackageArguments,
    #[command(flatten)]
    pub baseline: BaselineArguments,
    #[command(flatten)]
    pub how: HowArguments,
}

#[derive(Args)]
pub struct PublishedArguments {
    /// NAME@VERSION.
    #[arg(value_name = "NAME@OLD")]
    pub old: String,
    #[arg(value_name = "NAME@NEW")]
    pub new: String,
    #[command(flatten)]
    pub features: FeatureArguments,
    #[command(flatten)]
    pub how: HowArguments,
}

#[derive(Args)]
pub struct ListArguments {
    #[command(flatten)]
    pub package: PackageArguments,
}

#[derive(Args)]
pub struct AcceptArguments {
    /// Names of differences, or how these begin, as the last `cargo rift` of the package printed them.
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,
    /// Why it is meant; kept with it.
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub reason: String,
    /// The manifest of the package.
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// Which package of a workspace.
    #[arg(long, short, value_name = "NAME")]
    pub package: Option<String>,
}

/// Which package.
#[derive(Args)]
pub struct PackageArguments {
    /// The manifest of the package; that of the current directory, or above, when left out.
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// Which package of a workspace.
    #[arg(long, short, value_name = "NAME")]
    pub package: Option<String>,
    #[command(flatten)]
    pub features: FeatureArguments,
}

/// How both versions are built.
#[derive(Args, Clone)]
pub struct FeatureArguments {
    /// Features to build both versions with.
    #[arg(long, value_name = "FEATURES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Build with all features.
    #[arg(long)]
    pub all_features: bool,
    /// Build without the default features.
    #[arg(long)]
    pub no_default_features: bool,
    #[command(flatten)]
    pub confinement: ConfinementArguments,
}

/// What it is compared with: where the working tree left the main branch, when nothing is said.
#[derive(Args)]
#[group(multiple = false)]
pub struct BaselineArguments {
    /// A revision of the git repository.
    #[arg(long, value_name = "REV")]
    pub baseline_rev: Option<String>,
    /// A published version.
    #[arg(long, value_name = "X.Y.Z")]
    pub baseline_version: Option<String>,
    /// A directory with the other version.
    #[arg(long, value_name = "DIR")]
    pub baseline_root: Option<PathBuf>,
}

/// What is called, for how long, and what is left behind.
#[derive(Args)]
pub struct HowArguments {
    /// Call only this function or method, as a user writes it, or as its path ends. Repeatable.
    #[arg(long, value_name = "PATH")]
    pub entry: Vec<String>,
    /// Call a function of your own instead: a Rust file with `pub fn NAME(data: &[u8])`, which uses the crate and
    /// prints what is to be compared.
    #[arg(long, value_name = "FILE", conflicts_with = "entry")]
    pub harness: Option<PathBuf>,
    /// Call a fuzz target of the package, by its name in `fuzz/fuzz_targets`.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["entry", "harness"])]
    pub fuzz_target: Option<String>,
    /// At most N differences of one entry are looked for.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_differences: u64,
    /// Bytes of strings and of slices of bytes (8, or 16 for the only one of an entry); of the data that a harness of your own is given (16).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub bytes: Option<u8>,
    /// How long cargo may take for a version, each time it is run.
    #[arg(long, value_name = "TIME", default_value = "600s", value_parser = duration)]
    pub build_timeout: Duration,
    #[command(flatten)]
    pub compare: CompareArguments,
}

impl PackageArguments {
    pub fn choice(&self) -> PackageChoice {
        PackageChoice {
            manifest_path: self.manifest_path.clone(),
            package: self.package.clone(),
            features: self.features.choice(),
        }
    }
}

impl FeatureArguments {
    pub fn choice(&self) -> FeatureChoice {
        FeatureChoice {
            features: self.features.clone(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
            confinement: self.confinement.confinement(),
        }
    }
}

impl BaselineArguments {
    pub fn choice(&self) -> Baseline {
        match self {
            BaselineArguments { baseline_root: Some(root), .. } => Baseline::Root(root.clone()),
            BaselineArguments { baseline_version: Some(version), .. } => Baseline::Published(version.clone()),
            BaselineArguments { baseline_rev, .. } => Baseline::Revision(baseline_rev.clone()),
        }
    }
}

impl HowArguments {
    pub fn calls(&self) -> CallSettings {
        CallSettings {
            entries: self.entry.clone(),
            harness: self.harness.clone(),
            fuzz_target: self.fuzz_target.clone(),
            bytes: self.bytes,
        }
    }
}
