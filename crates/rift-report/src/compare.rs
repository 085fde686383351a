//! Where a run differs from what a test expects.

use crate::diff::harmless_line;
use rift_confirm::{End, Seen, without_thread_numbers};
use std::collections::BTreeSet;

/// What the test was run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// rift's own machine: everything is equal, to the kind of a fault. Positions may move with the source.
    Machine,
    /// A native build: faults show by their signals, and files outside the working directory are not looked at.
    Native,
}

const SIGABRT: i32 = 6;
/// Of a Rust program whose main thread panicked and unwound.
const PANICKED: i32 = 101;

/// One text for each kind of difference, in one line and without what a terminal would act on; none if there is no
/// difference.
pub fn compare(expected: &Seen, seen: &Seen, against: Against) -> Vec<String> {
    differences(expected, seen, against).iter().map(|text| harmless_line(text)).collect()
}

fn differences(expected: &Seen, seen: &Seen, against: Against) -> Vec<String> {
    let mut differences = Vec::new();
    if !same_end(&expected.end, &seen.end, against) {
        differences.push(format!("end: expected {}, got {}", expected.end, seen.end));
    }
    if let End::Endless(_) = expected.end {
        // How far it comes depends on the machine's load.
        let mut begin_alike = |what, wanted: &[u8], got: &[u8]| {
            let both = wanted.len().min(got.len());
            differences.extend(difference(what, &wanted[..both], &got[..both]));
        };
        begin_alike("stdout", &expected.stdout, &seen.stdout);
        begin_alike("stderr", &without_thread_numbers(&expected.stderr), &without_thread_numbers(&seen.stderr));
        return differences;
    }
    differences.extend(difference("stdout", &expected.stdout, &seen.stdout));
    differences.extend(difference(
        "stderr",
        &without_thread_numbers(&expected.stderr),
        &without_thread_numbers(&seen.stderr),
    ));
    let counts = |name: &&String| against == Against::Machine || !name.starts_with('/');
    let (wanted, got) = (&expected.files, &seen.files);
    let names: BTreeSet<&String> = wanted.written.keys().chain(got.written.keys()).filter(counts).collect();
    for name in names {
        match (wanted.written.get(name), got.written.get(name)) {
            (Some(wanted), Some(got)) => differences.extend(difference(&format!("file {name}"), wanted, got)),
            (Some(_), None) => differences.push(format!("file {name}: expected, but not written")),
            (None, _) => differences.push(format!("file {name}: written, but not expected")),
        }
    }
    let sets = [
        ("removed", &wanted.removed, &got.removed),
        ("new directories", &wanted.new_directories, &got.new_directories),
    ];
    for (what, wanted, got) in sets {
        let wanted: Vec<&String> = wanted.iter().filter(counts).collect();
        let got: Vec<&String> = got.iter().filter(counts).collect();
        if wanted != got {
            differences.push(format!("{what}: expected {wanted:?}, got {got:?}"));
        }
    }
    differences
}

fn same_end(expected: &End, seen: &End, against: Against) -> bool {
    match (against, expected) {
        (Against::Native, End::Panic { .. }) => matches!(seen, End::Signal(SIGABRT) | End::Exit(PANICKED)),
        (Against::Native, End::Fault { signal: Some(signal), .. }) => *seen == End::Signal(*signal),
        (Against::Machine, End::Fault { kind, .. }) => matches!(seen, End::Fault { kind: got, .. } if got == kind),
        (Against::Machine, End::Panic { message, .. }) => {
            matches!(seen, End::Panic { message: got, .. } if got == message)
        }
        (_, End::Endless(_)) => seen.is_endless(),
        _ => expected == seen,
    }
}

/// The first line that differs.
fn difference(what: &str, expected: &[u8], seen: &[u8]) -> Option<String> {
    if expected == seen {
        return None;
    }
    let (mut a, mut b) = (expected.split(|byte| *byte == b'\n'), seen.split(|byte| *byte == b'\n'));
    let mut number = 1;
    loop {
        let (wanted, got) = (a.next(), b.next());
        if wanted != got || wanted.is_none() {
            return Some(format!("{what}, line {number}: expected {}, got {}", shown(wanted), shown(got)));
        }
        number += 1;
    }
}

/// A line as text, with an end if it is long.
fn shown(line: Option<&[u8]>) -> String {
    const LONGEST: usize = 200;
    match line {
        None => "nothing more".to_owned(),
        Some(line) if line.len() > LONGEST => format!("`{}..` ({} bytes)", line[..LONGEST].escape_ascii(), line.len()),
        Some(line) => format!("`{}`", line.escape_ascii()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_env::Observed;

    fn seen(end: End, stdout: &str, stderr: &str) -> Seen {
        Seen { end, stdout: stdout.into(), stderr: stderr.into(), files: Observed::default() }
    }

    fn natively(expected: End, got: End) -> bool {
        compare(&seen(expected, "", ""), &seen(got, "", ""), Against::Native).is_empty()
    }

    #[test]
    fn differences_name_the_line() {
        let of = |a: &str, b: &str| {
            compare(&seen(End::Exit(0), a, ""), &seen(End::Exit(0), b, ""), Against::Machine).join("\n")
        };
        assert_eq!(of("a\nb\n", "a\nc\n"), "stdout, line 2: expected `b`, got `c`");
        assert_eq!(of("a", "a\n"), "stdout, line 2: expected nothing more, got ``");
        assert_eq!(of("a", "a"), "");
    }

    #[test]
    fn names_of_files_do_not_reach_the_terminal() {
        let mut got = seen(End::Exit(0), "\u{1b}[2J", "");
        got.files.written.insert("\u{1b}]0;x\u{7}\n\u{9b}2J\u{202e}".to_owned(), vec![]);
        got.files.new_directories.insert("\r\u{9b}\u{61c}".to_owned());
        let text = compare(&seen(End::Exit(0), "", ""), &got, Against::Native).concat();
        assert!(text.contains("file \\u{1b}]0;x\\u{7}\\n\\u{9b}2J\\u{202e}: written"), "{text}");
        assert!(!text.chars().any(|c| c.is_control() || "\u{202e}\u{61c}".contains(c)), "{text:?}");
    }

    #[test]
    fn faults_and_panics_are_known_by_their_signals() {
        let fault = |signal| End::Fault { kind: "division".to_owned(), position: "a.c:1:1".to_owned(), signal };
        assert!(natively(fault(Some(8)), End::Signal(8)));
        assert!(!natively(fault(Some(8)), End::Exit(0)));
        let panic = || End::Panic { location: "a.rs:1:1".to_owned(), message: "no".to_owned() };
        assert!(natively(panic(), End::Signal(6)) && natively(panic(), End::Exit(101)));
        assert!(!natively(panic(), End::Exit(1)));
        assert!(!natively(End::Exit(0), End::Other("time limit".to_owned())));
    }

    #[test]
    fn a_fault_that_moved_is_the_same_fault() {
        let fault = |kind: &str, line: u32| {
            seen(End::Fault { kind: kind.to_owned(), position: format!("a.c:{line}:1"), signal: None }, "", "")
        };
        let differences = |kind, line| compare(&fault("out-of-bounds", 1), &fault(kind, line), Against::Machine);
        assert_eq!(differences("out-of-bounds", 2), Vec::<String>::new());
        assert_eq!(
            differences("division", 1),
            ["end: expected fault out-of-bounds at a.c:1:1, got fault division at a.c:1:1"]
        );
    }

    #[test]
    fn only_the_number_of_a_thread_is_forgotten() {
        let of = |a: &str, b: &str| {
            compare(&seen(End::Exit(0), "", a), &seen(End::Exit(0), "", b), Against::Native).is_empty()
        };
        assert!(of("thread 'main' (123) panicked at x.rs:1:5:\n", "thread 'main' (1) panicked at x.rs:1:5:\n"));
        assert!(!of("thread 'main' (123) panicked at x.rs:1:5:\n", "thread 'main' (1) panicked at x.rs:2:5:\n"));
        assert!(!of("thread 'main' (12x) panicked\n", "thread 'main' (1) panicked\n"));
    }

    #[test]
    fn files_outside_the_working_directory_count_in_the_machine_only() {
        let mut expected = seen(End::Exit(0), "", "");
        let got = expected.clone();
        expected.files.written.insert("/tmp/x".to_owned(), b"1".to_vec());
        assert!(compare(&expected, &got, Against::Native).is_empty());
        assert_eq!(compare(&expected, &got, Against::Machine), ["file /tmp/x: expected, but not written"]);
        expected.files.removed.insert("in".to_owned());
        assert_eq!(compare(&expected, &got, Against::Native), ["removed: expected [\"in\"], got []"]);
    }
}
