//! What rift leaves behind: tests that run with and without it, and summaries for people and for programs.
//!
//! [`TestCase`] is one input with what is expected of it, as a shell script and back. A [`Directory`] holds the tests of
//! an exploration with what is needed to run them again ([`Origin`]) or to go on ([`State`]). [`Report`] is the summary
//! (`rift.explore/1`, see docs/JSON.md), [`diff`] the report of two versions (`rift.report/1`). [`replay_native`] runs a test on a native build, and [`compare`] says where two
//! runs differ.
//!
//! Architecture invariant: nothing here prints, or decides on exit codes.

mod case;
mod compare;
pub mod diff;
mod directory;
mod lcov;
mod replay;
mod report;
mod state;
mod text;
mod usage;
mod writer;

pub use case::{ParseError, TestCase};
pub use compare::{Against, compare};
pub use diff::{
    DiffDirectory, DiffReport, DiffRun, Finding, Phases, Root, Sources, Step, Unconfirmed, Verdict, harmless,
};
pub use directory::{
    Directory, DirectoryError, Entry, Existing, Origin, check_writable, write_unsynced_by, write_whole,
};
pub use lcov::lcov;
pub use replay::{Replayed, in_parallel, replay_machine, replay_native};
pub use report::{
    Covered, CoveredFile, CrossChecked, Different, Extent, IncompletePlace, Layer, NativeCheck, Report, Run,
    Statistics, TestFile, Unsupported, space_in_words,
};
pub use rift_confirm::{End, NativeError, NativeLimits, Sandbox, SandboxConfig, Seen};
pub use state::{ProgramHash, State, StateError, StateView};
pub use text::{grouped, plural};
pub use usage::Usage;
pub use writer::{Choice, TestEntry, TestWriter, WriteError};
