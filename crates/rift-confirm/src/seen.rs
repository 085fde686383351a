//! What can be seen of a run, in the machine or natively.

use rift_env::{Observation, Observed};
use rift_ir::{Module, Origin};
use rift_vm::{AccessFault, Fault, Limit, Outcome, Stop};
use std::path::Path;

/// What can be seen of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub files: Observed,
}

/// How a run ended, in words that outlive the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    /// A Rust panic: natively an abort, or status 101 where panics unwind.
    Panic {
        location: String,
        message: String,
    },
    /// `signal` is how a native build dies of it; `None` if it need not notice.
    Fault {
        kind: String,
        position: String,
        signal: Option<i32>,
    },
    /// What a test expects of a program that does not end, or writes without end: not to have ended after so many
    /// seconds.
    Endless(u32),
    /// What a test expects of a build with sanitizers: this number of errors of a kind, and any end.
    Reports {
        kind: String,
        position: String,
        count: u32,
    },
    /// Not an end of the program's own: a limit, something unsupported, an assumption that does not hold.
    Other(String),
}

/// How ends name the limits of native runs.
pub(crate) const TIME_LIMIT: &str = "time limit";
pub(crate) const OUTPUT_LIMIT: &str = "output limit";
pub(crate) const PROCESS_LIMIT: &str = "process limit";
pub(crate) const FILES_LIMIT: &str = "file limit";
pub(crate) const MEMORY_LIMIT: &str = "memory limit";
/// No limit of the run, but all that the machine has.
pub(crate) const FREE_MEMORY: &str = "out of memory";

impl Seen {
    pub fn of(module: &Module, observation: &Observation) -> Seen {
        Seen {
            end: End::of(module, &observation.outcome),
            stdout: observation.stdout.clone(),
            stderr: observation.stderr.clone(),
            files: observation.files.clone(),
        }
    }
}

impl End {
    pub fn of(module: &Module, outcome: &Outcome) -> End {
        match &outcome.end {
            Stop::Exit(status) => End::Exit(*status),
            Stop::Returned(_) => End::Exit(0),
            Stop::Signal(number) => End::Signal(*number),
            Stop::Panic { message, location } => End::Panic { location: location.clone(), message: message.clone() },
            Stop::Fault(fault) => End::Fault {
                kind: fault.name().to_owned(),
                position: own_position(module, outcome),
                signal: is_noticed(fault).then(|| fault.signal()),
            },
            Stop::Unsupported(what) => End::Other(format!("not supported: {what}")),
            Stop::Limit(Limit::Steps) => End::Other("step limit".to_owned()),
            Stop::Limit(Limit::Memory) => End::Other("memory limit".to_owned()),
            Stop::Limit(Limit::CallDepth) => End::Other("call depth limit".to_owned()),
            Stop::Limit(Limit::Output) => End::Other("output limit".to_owned()),
            Stop::Outside => End::Other("an assumption does not hold".to_owned()),
        }
    }

    /// Names the position of a fault from `directory` on, if it is in there.
    pub fn relative_to(&mut self, directory: &Path) {
        if let End::Fault { position, .. } = self
            && let Ok(shorter) = Path::new(position.as_str()).strip_prefix(directory)
        {
            *position = shorter.to_string_lossy().into_owned();
        }
    }

    /// Whether a native run was ended because it went on and on.
    pub fn is_endless(&self) -> bool {
        matches!(self, End::Other(what) if what == TIME_LIMIT || what == OUTPUT_LIMIT)
    }

    /// In a few words, for lists.
    pub fn short(&self) -> String {
        match self {
            End::Exit(status) => format!("exit {status}"),
            End::Signal(number) => format!("signal {number}"),
            End::Panic { .. } => "panic".to_owned(),
            End::Fault { kind, .. } => format!("fault {kind}"),
            End::Endless(_) => "no end".to_owned(),
            End::Reports { kind, count: 0, .. } => format!("no {kind}"),
            End::Reports { kind, .. } => kind.clone(),
            End::Other(what) => what.clone(),
        }
    }

    /// Whether a native build ends in a way that can be foretold.
    pub fn is_native(&self) -> bool {
        !matches!(self, End::Fault { signal: None, .. } | End::Reports { .. } | End::Other(_))
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Panic { location, message } => write!(f, "panic at {location}: {message}"),
            End::Fault { kind, position, .. } => write!(f, "fault {kind} at {position}"),
            End::Reports { kind, position, count: 1.. } => write!(f, "{kind} at {position}"),
            _ => f.write_str(&self.short()),
        }
    }
}

/// Whether every unoptimised native build dies of it. What lies outside an object, has been freed, or is reached
/// although it is unreachable shows natively only by chance; how deep a stack goes differs.
fn is_noticed(fault: &Fault) -> bool {
    match fault {
        Fault::Access { kind, .. } => matches!(kind, AccessFault::Null | AccessFault::ReadOnly),
        Fault::DivisionByZero | Fault::DivisionOverflow | Fault::Trap | Fault::UncaughtException => true,
        _ => false,
    }
}

/// The innermost position that is in the user's own code.
fn own_position(module: &Module, outcome: &Outcome) -> String {
    let places = || outcome.stack.iter().map(|entry| module.describe(entry.position));
    places().find(|place| !Origin::of_file(place).is_library()).or_else(|| places().next()).unwrap_or_default()
}
