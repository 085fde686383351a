//! A difference that the machine foretells, with what is needed to judge it.

use rift_env::{Input, Observation};
use rift_ir::Pair;
use rift_search::Compared;
use rift_vm::Stop;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub input: Input,
    pub looks: Looks,
    /// Whether all inputs on the pair of paths differ.
    pub everywhere: bool,
    /// Runs before it.
    pub runs: u64,
    /// Whether a version faults: that need not show in a plain build.
    pub is_fault: bool,
}

/// What the machine sees of a candidate: those that look alike are tried a few times only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Looks {
    /// What either version executes, by number in the change map.
    pub changes: Vec<u32>,
    /// How the old and the new version end, in a few words.
    ends: (String, String),
    stdout: bool,
    stderr: bool,
}

impl Candidate {
    pub fn of(compared: &Compared) -> Candidate {
        let Compared { input, predicted, everywhere, changes, runs, .. } = compared;
        let Pair { old, new } = predicted;
        let is_fault = |seen: &Observation| matches!(seen.outcome.end, Stop::Fault(_));
        Candidate {
            input: input.clone(),
            looks: Looks {
                changes: changes.clone(),
                ends: (end(old), end(new)),
                stdout: old.stdout != new.stdout,
                stderr: old.stderr != new.stderr,
            },
            everywhere: *everywhere,
            runs: *runs,
            is_fault: is_fault(old) || is_fault(new),
        }
    }
}

impl Looks {
    #[cfg(test)]
    pub fn of_changes(changes: Vec<u32>) -> Looks {
        Looks { changes, ends: (String::new(), String::new()), stdout: true, stderr: false }
    }

    pub fn ends(&self) -> Pair<String> {
        let (old, new) = self.ends.clone();
        Pair { old, new }
    }
}

/// In a few words, without what depends on the input.
fn end(observation: &Observation) -> String {
    match &observation.outcome.end {
        Stop::Exit(status) => format!("exit {status}"),
        Stop::Signal(number) => format!("signal {number}"),
        Stop::Panic { .. } => "panic".to_owned(),
        Stop::Fault(fault) => fault.name().to_owned(),
        Stop::Limit(_) => "no end".to_owned(),
        other => format!("{other:?}"),
    }
}
