//! What a report of two versions is made of: what the search, the native builds and the alignment say.

use super::make::identity;
use super::paths::Root;
use crate::usage::Usage;
use rift_align::ChangeMap;
use rift_confirm::Confirmed;
use rift_env::{Input, Space};
use rift_ir::{Module, Pair, Version};
use rift_search::{SourceCoverage, Summary};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A search for differences that came to an end, for whatever reason.
pub struct DiffRun<'a> {
    /// As the user named the versions.
    pub sources: Pair<String>,
    pub roots: Pair<Root>,
    /// The function that is called instead of `main`, with its bounds, as the options that ask for it.
    pub entry: Option<String>,
    pub modules: Pair<&'a Module>,
    /// What was executed of the source.
    pub covered: Pair<SourceCoverage>,
    pub map: &'a ChangeMap,
    /// Which inputs were looked at.
    pub spaces: &'a [Space],
    pub given: Given,
    pub summary: &'a Summary,
    pub findings: &'a [Finding],
    pub unconfirmed: &'a [Unconfirmed],
    pub strategy: String,
    /// How native runs were kept apart from the rest of the system, in words.
    pub sandbox: String,
    pub phases: Phases,
    pub usage: Usage,
    pub elapsed: Duration,
}

/// Who said which inputs there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// The user, by options.
    Inputs,
    /// Tests, whose inputs have the shapes that were searched. Others may matter.
    Tests,
    /// Nobody: they are assumed, and larger ones may matter.
    Nothing,
}

impl DiffRun<'_> {
    /// A path as the user would type it.
    pub(super) fn shown(&self, version: Version, path: &str) -> String {
        version.of::<Root>(&self.roots).shown(path)
    }
}

/// A difference that the native builds show.
#[derive(Debug, Clone)]
pub struct Finding {
    pub confirmed: Confirmed,
    /// The changes that the two runs came past.
    pub changes: Vec<u32>,
    /// How the difference travels from a change to what can be seen.
    pub why: Vec<Step>,
    /// Versions whose behaviour on the input depends on memory that nobody initialised.
    pub uninitialised: Vec<Version>,
    /// How many other candidates looked alike.
    pub similar: u64,
    /// Whether every input on these paths shows a difference.
    pub everywhere: bool,
    /// How many runs there had been when it was found.
    pub runs: u64,
    /// Ids under which it was shown before: of its input as it was found, and of those that turned out to show the same.
    pub found_as: Vec<String>,
}

impl Finding {
    /// A short name of the input and the changes: the same wherever they are found again.
    pub fn id(&self) -> String {
        identity(&self.changes, self.confirmed.input())
    }
}

/// A difference that the machine foretold and the native builds do not show.
pub struct Unconfirmed {
    pub input: Input,
    /// Such as `both native builds do the same`.
    pub reason: String,
    /// The ends that were foretold, in a few words.
    pub predicted: Pair<String>,
}

/// One step of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    #[serde(with = "super::data::version")]
    pub version: Version,
    pub file: String,
    /// 0 if it is not known.
    pub line: u32,
    pub function: String,
    pub what: String,
    /// The line itself, if the file could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Seconds that each part of the work took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Phases {
    pub build: f64,
    pub align: f64,
    pub search: f64,
    pub confirm: f64,
}
