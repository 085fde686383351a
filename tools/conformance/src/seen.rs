//! All that can be seen of a run, native or in the machine, and where two differ.

use rift_env::Observation;
use rift_vm::Stop;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    /// Only the machine can end so: a gap, a limit.
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Files that are new or changed, by name.
    pub written: BTreeMap<String, Vec<u8>>,
    pub removed: BTreeSet<String>,
    pub new_directories: BTreeSet<String>,
}

const SIGABRT: i32 = 6;

impl Seen {
    pub fn of_machine(observation: Observation) -> Seen {
        let end = match observation.outcome.end {
            Stop::Exit(status) => End::Exit(status),
            Stop::Returned(_) => End::Exit(0),
            Stop::Signal(number) => End::Signal(number),
            Stop::Panic { .. } => End::Signal(SIGABRT),
            Stop::Fault(fault) => End::Signal(fault.signal()),
            Stop::Unsupported(what) => End::Other(format!("not supported: {what}")),
            Stop::Limit(limit) => End::Other(format!("limit: {limit:?}")),
            Stop::Outside => End::Other("an assumption does not hold".to_owned()),
        };
        let files = observation.files;
        Seen {
            end,
            stdout: observation.stdout,
            stderr: observation.stderr,
            written: files.written,
            removed: files.removed,
            new_directories: files.new_directories,
        }
    }
}

/// The first difference of each kind, for people.
pub fn compare(native: &Seen, machine: &Seen) -> Result<(), String> {
    let mut text = String::new();
    if native.end != machine.end {
        text += &format!("end: native {:?}, machine {:?}\n", native.end, machine.end);
    }
    difference("stdout", &native.stdout, &machine.stdout, &mut text);
    difference("stderr", &steady(&native.stderr), &steady(&machine.stderr), &mut text);
    let names: BTreeSet<_> = native.written.keys().chain(machine.written.keys()).collect();
    for name in names {
        match (native.written.get(name), machine.written.get(name)) {
            (Some(n), Some(m)) => difference(&format!("file {name}"), n, m, &mut text),
            (Some(_), None) => text += &format!("file {name}: only natively\n"),
            (None, _) => text += &format!("file {name}: only in the machine\n"),
        }
    }
    if native.removed != machine.removed {
        text += &format!("removed files: native {:?}, machine {:?}\n", native.removed, machine.removed);
    }
    if native.new_directories != machine.new_directories {
        text +=
            &format!("new directories: native {:?}, machine {:?}\n", native.new_directories, machine.new_directories);
    }
    if text.is_empty() { Ok(()) } else { Err(text) }
}

/// Without what differs from run to run natively: the thread's number in Rust's panic messages.
fn steady(stderr: &[u8]) -> Vec<u8> {
    const BEFORE: &[u8] = b"thread '";
    let mut out = Vec::with_capacity(stderr.len());
    for line in stderr.split_inclusive(|b| *b == b'\n') {
        let number = line.starts_with(BEFORE).then(|| line.windows(3).position(|w| w == b"' (")).flatten();
        let end = number.and_then(|at| Some((at, line[at..].iter().position(|b| *b == b')')? + at)));
        match end {
            Some((at, end)) if line[at + 3..end].iter().all(u8::is_ascii_digit) => {
                out.extend_from_slice(&line[..at + 1]);
                out.extend_from_slice(&line[end + 1..]);
            }
            _ => out.extend_from_slice(line),
        }
    }
    out
}

fn difference(what: &str, native: &[u8], machine: &[u8], text: &mut String) {
    if native == machine {
        return;
    }
    let (mut n, mut m) = (native.split(|b| *b == b'\n'), machine.split(|b| *b == b'\n'));
    let mut number = 0;
    loop {
        number += 1;
        let (a, b) = (n.next(), m.next());
        if a != b || a.is_none() {
            *text += &format!("{what}, line {number}\n  native  {}\n  machine {}\n", shown(a), shown(b));
            return;
        }
    }
}

/// A line as text, with an end if it is long.
fn shown(line: Option<&[u8]>) -> String {
    const LONGEST: usize = 300;
    match line {
        None => "(no such line)".to_owned(),
        Some(line) if line.len() > LONGEST => format!("{}... ({} bytes)", line[..LONGEST].escape_ascii(), line.len()),
        Some(line) => line.escape_ascii().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(stdout: &str, stderr: &str) -> Seen {
        Seen {
            end: End::Exit(0),
            stdout: stdout.into(),
            stderr: stderr.into(),
            written: BTreeMap::new(),
            removed: BTreeSet::new(),
            new_directories: BTreeSet::new(),
        }
    }

    #[test]
    fn differences_name_the_line() {
        let text = compare(&seen("a\nb\n", ""), &seen("a\nc\n", "")).unwrap_err();
        assert_eq!(text, "stdout, line 2\n  native  b\n  machine c\n");
        assert!(compare(&seen("a", ""), &seen("a\n", "")).unwrap_err().contains("(no such line)"));
        assert_eq!(compare(&seen("a", "b"), &seen("a", "b")), Ok(()));
    }

    #[test]
    fn only_the_number_of_a_thread_is_forgotten() {
        let panicked =
            |number: &str, line: u32| seen("", &format!("thread 'main'{number} panicked at x.rs:{line}:5:\n"));
        assert_eq!(compare(&panicked(" (123)", 1), &panicked(" (1)", 1)), Ok(()));
        assert!(compare(&panicked(" (123)", 1), &panicked(" (1)", 2)).is_err());
        assert!(compare(&panicked(" (12x)", 1), &panicked(" (1)", 1)).is_err());
    }
}
