//! `rift.report/1`, as docs/JSON.md describes it.

use super::bytes::{Bytes, Variables};
use super::calls::{Call, NotCalled, ReportedEntry};
use super::run::Step;
use crate::case::TestCase;
use rift_confirm::{End, Seen};
use rift_env::Input;
use rift_ir::{Pair, Version};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

pub(super) const SCHEMA: &str = "rift.report/1";
/// The seconds that a run is given if the report does not say it.
const TIME_LIMIT: u32 = 2;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiffReport {
    pub schema: String,
    pub verdict: Verdict,
    /// What the verdict rests on, in words.
    pub because: String,
    /// False in a report that was written while rift was still at work: there may be more to find, and inputs may become
    /// smaller.
    #[serde(default = "is_complete")]
    pub complete: bool,
    /// As the user named the versions.
    pub sources: Pair<String>,
    /// Absolute paths of the native builds, for tests that are exported later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<Pair<String>>,
    pub strategy: String,
    pub sandbox: String,
    pub differences: Vec<Difference>,
    pub changes: Vec<ReportedChange>,
    pub unconfirmed: Vec<UnconfirmedCandidate>,
    pub unsupported: Vec<Gap>,
    pub bounds: Bounds,
    /// Of a library: what was called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<ReportedEntry>,
    /// Of a library: what is public and was not called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_called: Vec<NotCalled>,
    pub stats: Stats,
    /// How many differences the budget left no time for: they are not explained, or not checked for uninitialised memory.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unfinished: u64,
    /// Where the tests are, for the text: whoever writes a directory says so here.
    #[serde(skip)]
    pub directory: Option<PathBuf>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Different,
    /// No input of the space shows a difference.
    Equal,
    NoneFound,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The same in every run that finds it.
    pub id: String,
    /// Other ids that it had while rift was still at work: of inputs that have become smaller since, or that turned out to
    /// show the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_as: Vec<String>,
    pub kind: SeenKind,
    /// What is not the same.
    pub differs: Vec<Channel>,
    pub input: InputData,
    pub old: Observed,
    pub new: Observed,
    /// Ids of the changes that the runs came past.
    pub changes: Vec<u32>,
    pub why: Vec<Step>,
    /// Versions (`old`, `new`) that do something else when memory that nobody initialised holds something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uninitialised: Vec<String>,
    /// How many other candidates looked alike.
    pub similar: u64,
    /// Whether every input on the same paths shows a difference.
    pub everywhere: bool,
    /// Runs until it was found.
    pub runs: u64,
    /// Where a version does not end: the seconds that it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<u32>,
    /// Where only sanitizers see it: absolute paths of the builds that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sanitized: Option<Pair<String>>,
    /// Of a library: the call that shows it.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
}

/// In which way the versions differ: the first that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenKind {
    /// Only sanitizers see it.
    Sanitizer,
    /// One version runs into a limit.
    Hang,
    /// One version dies of a signal.
    Crash,
    /// Both end by themselves, with another status.
    Exit,
    /// Both end alike, with other outputs or files.
    Output,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    Exit,
    Stdout,
    Stderr,
    Files,
    Sanitizer,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputData {
    /// `argv[0]`; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Bytes>,
    pub argv: Vec<Bytes>,
    pub stdin: Bytes,
    pub files: BTreeMap<String, Bytes>,
    pub env: Variables,
    pub params: Vec<Parameter>,
}

/// What the program asks for by `klee_make_symbolic`; the parameters of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    pub bytes: Bytes,
}

/// What a native build did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    pub stdout: Bytes,
    pub stderr: Bytes,
    pub exit: Exit,
    pub files: DifferenceFiles,
    #[serde(default)]
    pub sanitizer: Option<SanitizerError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    Code(i32),
    Signal(i32),
    /// Always true: it does not end, or writes without end.
    Timeout(bool),
    /// Another limit, in words.
    Other(String),
}

/// Files that a run left behind, or did not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceFiles {
    pub written: BTreeMap<String, Bytes>,
    pub removed: BTreeSet<String>,
    pub directories: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SanitizerError {
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How many errors of the kind were reported.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
}

fn one() -> u32 {
    1
}

fn is_one(count: &u32) -> bool {
    *count == 1
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedChange {
    pub id: u32,
    /// In the new version, or in the old one where the new one has none; so are `line` and `function`.
    pub file: String,
    pub line: u32,
    pub function: String,
    /// `changed`, `added` or `deleted`.
    pub kind: String,
    pub summary: String,
    pub status: Status,
    /// Why it was not reached, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<ChangedPlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<ChangedPlace>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Differs,
    NoneFound,
    NotReached,
    /// Every input of the space that comes past it does the same in both versions.
    Equal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedPlace {
    pub file: String,
    /// 0 if it is not known.
    pub line: u32,
    pub last_line: u32,
    pub function: String,
    /// The lines themselves, if the file could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnconfirmedCandidate {
    pub input: InputData,
    pub reason: String,
    pub predicted: Pair<String>,
}

/// What runs needed that rift does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub what: String,
    pub count: u64,
}

/// What was searched, and how much of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// What rift assumed, in words, if nobody stated inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    pub spaces: Vec<SpaceData>,
    pub exhausted: bool,
    /// Why the search ended.
    pub stopped: String,
    /// Decisions whose other way was never looked at.
    pub frontier: u64,
    pub left_out: Vec<LeftOut>,
}

/// All inputs of one shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceData {
    /// As the options that ask for it.
    pub words: String,
    pub argv: Vec<PartData>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<PartData>,
    pub files: BTreeMap<String, PartData>,
    pub env: BTreeMap<String, PartData>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartData {
    Fixed(Bytes),
    /// Any bytes, at most so many.
    Max(u32),
}

/// A place where part of the space was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    #[serde(with = "version")]
    pub version: Version,
    pub position: String,
    pub function: String,
    pub kind: String,
    pub reason: String,
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    pub runs: u64,
    /// `None` if no run came to a change.
    pub runs_to_reach: Option<u64>,
    /// Runs until the versions first computed something else, seen or not. `None` if they never did.
    pub runs_to_infect: Option<u64>,
    /// `None` if there is no difference.
    pub runs_to_differ: Option<u64>,
    pub paths: u64,
    /// Paths that came to no change.
    pub untouched: u64,
    pub queries: u64,
    pub solver_queries: u64,
    /// What all queries cost, in instructions.
    #[serde(default)]
    pub solver_work: u64,
    /// Queries without an answer because the solver process hung or died: another search may find something else.
    #[serde(default)]
    pub solver_unreproducible: u64,
    pub cpu_seconds: f64,
    /// Of the search alone: neither building nor confirming.
    #[serde(default)]
    pub search_cpu_seconds: f64,
    /// Work of each tactic of the search, in instructions.
    #[serde(default)]
    pub tactics: BTreeMap<String, u64>,
    pub seconds: Seconds,
    pub instructions: u64,
    /// The most that this process had in memory, in bytes.
    pub memory: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    pub build: f64,
    pub align: f64,
    pub search: f64,
    pub confirm: f64,
    pub total: f64,
}

/// Reports that do not say it were written at the end.
fn is_complete() -> bool {
    true
}

impl DiffReport {
    /// Says how long native runs may take where a version does not end.
    pub fn set_time_limit(&mut self, limit: Duration) {
        let is_endless = |difference: &&mut Difference| {
            [&difference.old, &difference.new].iter().any(|seen| matches!(seen.exit, Exit::Timeout(_)))
        };
        let seconds = u32::try_from(limit.as_millis().div_ceil(1000)).unwrap_or(u32::MAX).max(1);
        let endless = self.differences.iter_mut().filter(is_endless);
        endless.for_each(|difference| difference.time_limit = Some(seconds));
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

impl Difference {
    /// Whether only sanitizers see it.
    pub fn is_sanitizers(&self) -> bool {
        self.kind == SeenKind::Sanitizer
    }

    /// Whether `id` is the beginning of one of its ids.
    pub fn is_called(&self, id: &str) -> bool {
        std::iter::once(&self.id).chain(&self.found_as).any(|own| own.starts_with(id))
    }

    pub fn seen(&self, version: Version) -> &Observed {
        match version {
            Version::Old => &self.old,
            Version::New => &self.new,
        }
    }

    /// The test that a program passes if it behaves as this version did.
    pub fn test_case(&self, version: Version) -> TestCase {
        let limit = self.time_limit.unwrap_or(TIME_LIMIT);
        let mut expected = self.seen(version).to_seen(limit);
        // A build with sanitizers adds words of its own to standard error, with addresses that no other run has.
        let errors = [self.seen(version), self.seen(version.other())].map(|seen| seen.sanitizer.as_ref());
        if let (true, [own, other]) = (self.is_sanitizers(), errors)
            && let Some(error) = own.or(other)
        {
            let position = error.place.clone().unwrap_or_else(|| "unknown position".to_owned());
            let count = own.map_or(0, |own| own.count);
            expected = Seen {
                end: End::Reports { kind: error.kind.clone(), position, count },
                stdout: Vec::new(),
                stderr: Vec::new(),
                files: rift_env::Observed::default(),
            };
        }
        TestCase { input: self.input.to_input(), expected }
    }
}

impl InputData {
    pub(super) fn new(input: &Input) -> InputData {
        let bytes = |bytes: &Vec<u8>| Bytes(bytes.clone());
        let params = input.objects.iter().map(|(name, object)| Parameter { name: name.clone(), bytes: bytes(object) });
        InputData {
            program: input.argv.first().map(bytes),
            argv: input.argv.iter().skip(1).map(bytes).collect(),
            stdin: bytes(&input.stdin),
            files: input.files.iter().map(|(name, contents)| (name.clone(), bytes(contents))).collect(),
            env: Variables(input.env.clone()),
            params: params.collect(),
        }
    }

    pub fn to_input(&self) -> Input {
        let bytes = |bytes: &Bytes| bytes.0.clone();
        Input {
            argv: self.program.iter().chain(&self.argv).map(bytes).collect(),
            env: self.env.0.clone(),
            stdin: bytes(&self.stdin),
            files: self.files.iter().map(|(name, contents)| (name.clone(), bytes(contents))).collect(),
            objects: self.params.iter().map(|param| (param.name.clone(), bytes(&param.bytes))).collect(),
        }
    }
}

impl Observed {
    /// What a test expects of a plain build.
    fn to_seen(&self, limit: u32) -> Seen {
        let files = rift_env::Observed {
            written: self.files.written.iter().map(|(name, bytes)| (name.clone(), bytes.0.clone())).collect(),
            removed: self.files.removed.clone(),
            new_directories: self.files.directories.clone(),
        };
        let end = match &self.exit {
            Exit::Code(code) => End::Exit(*code),
            Exit::Signal(signal) => End::Signal(*signal),
            Exit::Timeout(_) => End::Endless(limit),
            Exit::Other(what) => End::Other(what.clone()),
        };
        Seen { end, stdout: self.stdout.0.clone(), stderr: self.stderr.0.clone(), files }
    }
}

impl From<&End> for Exit {
    fn from(end: &End) -> Exit {
        match end {
            End::Exit(code) => Exit::Code(*code),
            End::Signal(signal) => Exit::Signal(*signal),
            _ if end.is_endless() => Exit::Timeout(true),
            End::Endless(_) => Exit::Timeout(true),
            // The first two are ends in the machine only, and the third is of tests.
            End::Panic { .. } | End::Fault { .. } | End::Reports { .. } | End::Other(_) => Exit::Other(end.to_string()),
        }
    }
}

/// `old` and `new`.
pub(super) mod version {
    use rift_ir::Version;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn name(version: Version) -> &'static str {
        match version {
            Version::Old => "old",
            Version::New => "new",
        }
    }

    pub fn serialize<S: Serializer>(version: &Version, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(name(*version))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "old" => Ok(Version::Old),
            "new" => Ok(Version::New),
            other => Err(de::Error::custom(format!("`{other}` is neither old nor new"))),
        }
    }
}
