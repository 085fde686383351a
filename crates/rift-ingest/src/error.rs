//! Everything that can go wrong between a path on the command line and a module.
//!
//! Messages are lower case and name the file and the reason. What a compiler said is kept word for
//! word, so that a user sees the same text as without rift.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The file system refused.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },

    /// The path does not name anything rift can build, or the request makes no sense.
    #[error("cannot use `{}` as a program: {reason}", path.display())]
    Source { path: PathBuf, reason: String },

    /// A tool that is needed here is not installed, or too old.
    #[error("{tool} is needed {purpose}, but {problem}; install it with: {install}")]
    MissingTool { tool: String, purpose: String, problem: String, install: String },

    /// A compiler rejected the program. `output` is what it said.
    #[error("`{}` does not compile:\n{}{}\n({status} of {command})", file.display(), output.trim_end(), advice(output))]
    Compile { file: PathBuf, command: String, status: String, output: String },

    /// The project's own build command failed. `output` is what it said.
    #[error("cannot build `{}`: `{command}` failed with {status}\n{output}", dir.display())]
    Build { dir: PathBuf, command: String, status: String, output: String },

    /// The build did not end by itself.
    #[error("cannot build `{}`: `{command}` did not end within {time:?}; --build-timeout allows more", dir.display())]
    BuildTime { dir: PathBuf, command: String, time: Duration },

    /// The user wanted the build to end.
    #[error("the build of `{}` was interrupted", dir.display())]
    Interrupted { dir: PathBuf },

    /// Builds are to be confined, and cannot be.
    #[error("builds cannot be confined, because {problem}; --build-sandbox=auto lets them run all the same")]
    NoSandbox { problem: String },

    /// More than one thing could be the program.
    #[error("cannot tell which program in `{}` is meant: name one of {}", dir.display(), quoted(candidates))]
    Ambiguous { dir: PathBuf, candidates: Vec<String> },

    /// There is no bitcode where some was expected.
    #[error("no bitcode in `{}`: {reason}", path.display())]
    NoBitcode { path: PathBuf, reason: String },

    /// libLLVM, or bitcode that it reads.
    #[error(transparent)]
    Module(#[from] ModuleError),
}

/// For sources of an older language: what they leave out is an error by now.
fn advice(output: &str) -> &'static str {
    let left_out = ["-Wimplicit-int", "-Wreturn-mismatch"];
    match output.lines().any(|line| line.contains(" error: ") && left_out.iter().any(|what| line.contains(what))) {
        true => "\nthis is C as it was before 1999: --cflags '-std=gnu89 -Wno-return-mismatch' accepts it",
        false => "",
    }
}

/// What can go wrong between bitcode and a module. Kept apart because it crosses a process boundary: the
/// reader runs in a child (`llvm::isolate`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ModuleError {
    #[error("cannot use libLLVM: {reason}")]
    Library { reason: String },

    #[error("cannot read `{file}`: {reason}")]
    Parse { file: String, reason: String },

    #[error("cannot use `{file}`: not a valid module: {reason}")]
    Invalid { file: String, reason: String },

    #[error("cannot use `{file}`: wrong target {triple}, only x86-64 linux is supported")]
    WrongTarget { file: String, triple: String },

    #[error("cannot link `{file}`: {reason}")]
    Link { file: String, reason: String },

    /// libLLVM died of what it was given.
    #[error("cannot use `{file}`: libLLVM crashed ({how}) while {stage} it{}", said(output))]
    Crashed { file: String, stage: String, how: String, output: String },

    #[error("cannot use `{file}`: {stage} it took longer than {seconds} s")]
    TimedOut { file: String, stage: String, seconds: u64 },

    /// rift's own fault.
    #[error("internal error while {stage} `{file}`: {reason}")]
    Internal { file: String, stage: String, reason: String },
}

fn said(output: &str) -> String {
    if output.is_empty() { String::new() } else { format!(": {output}") }
}

impl IngestError {
    /// For `map_err`: what was tried on which file.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> IngestError {
        move |source| IngestError::Io { action, path: path.to_owned(), source }
    }

    pub(crate) fn source(path: &Path, reason: impl Into<String>) -> IngestError {
        IngestError::Source { path: path.to_owned(), reason: reason.into() }
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}
