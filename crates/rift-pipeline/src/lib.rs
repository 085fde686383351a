//! From two versions to a report, as one flow: locate, build, align, infer inputs, search, confirm, minimise, explain,
//! report. Every command that compares versions uses it.
//!
//! [`compare_programs`] and [`compare_packages`] find and build the versions; what they have in common, from the first
//! run on, is [`Flow`](flow::Flow)`::compare`. What a program, a C library and a crate do differently is
//! [`Entries`](entries::Entries).
//!
//! Architecture invariant: nothing here prints, reads a command line or decides on exit codes. Users of the library hear
//! through [`Events`].

mod comparison;
mod confirming;
mod deadlines;
mod entries;
mod error;
mod events;
mod explain;
mod flow;
#[doc(hidden)]
pub mod fuzzing;
mod inputs;
mod jobs;
mod keep;
mod locate;
mod natives;
mod packed;
mod prepare;
mod program;
mod rounds;
mod settings;
mod solvers;
mod state;

pub use entries::package::CallSettings;
pub use entries::package::accepted::{add as accept, find as find_difference};
pub use error::{PipelineError, Result};
pub use events::Events;
pub use flow::Outcome;
pub use inputs::{InputChoice, Inputs, Named, Word, words};
pub use jobs::{PackageJob, ProgramJob, api_place, compare_packages, compare_programs, last_report};
pub use locate::package::{
    Baseline, FeatureChoice, PackageChoice, PackageVersion, directory as package_directory, package,
    published as published_versions, with_baseline,
};
pub use natives::NativeSettings;
pub use program::{BuildSettings, ProgramSource, Ready, missing, prepare as ready_module, unsupported};
pub use settings::{Goal, Settings};
pub use solvers::Solvers;
