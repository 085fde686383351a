//! The report of two versions: `rift.report/1` (docs/JSON.md), for people and for programs, and the tests that are made
//! of it.
//!
//! A [`DiffRun`] is what the search, the alignment and the native builds say; [`DiffReport::new`] makes a value of it
//! that stands for itself and can be read back from its file. Everything else (`text`, `directory`, `export`) is made
//! from that value alone.
//!
//! Errs towards "none found": `equal` is said of a change or of a pair only where nothing was left out.

mod blocked;
mod bounds;
mod bytes;
mod calls;
mod changes;
mod data;
mod directory;
mod edits;
mod export;
mod found;
mod lines;
mod make;
mod paths;
mod run;
mod shell;
mod sources;
mod status;
#[cfg(test)]
mod tests;
mod text;
mod verify;

pub use bytes::{Bytes, Variables};
pub use calls::{Call, Example, NotCalled, PrintedParameter, ReportedEntry};
pub use data::{
    Bounds, ChangedPlace, Channel, DiffReport, Difference, DifferenceFiles, Exit, Gap, InputData, LeftOut, Observed,
    Parameter, PartData, ReportedChange, SanitizerError, Seconds, SeenKind, SpaceData, Stats, Status,
    UnconfirmedCandidate, Verdict,
};
pub use directory::{DiffDirectory, parse};
pub use export::{ExportedFile, ExportedTest, Format, exported, write_exported};
pub use lines::harmless;
pub(crate) use lines::harmless_line;
pub use paths::Root;
pub use run::{DiffRun, Finding, Given, Phases, Step, Unconfirmed};
pub(crate) use shell::word;
pub use sources::Sources;
pub use verify::{Builds, Check, CheckError, Checked, check};
