//! What of standard error is compared: without what differs although the behaviour does not.
//!
//! Standard output, files and the end of a run are always compared as they are.

use std::path::Path;

/// Without the numbers that Rust gives to threads, which are those of the system.
pub fn without_thread_numbers(stderr: &[u8]) -> Vec<u8> {
    by_line(stderr, thread_number)
}

/// As [`without_thread_numbers`], and without the files, lines and columns of panics and failed assertions: they move
/// when text above them is edited, and versions may be files of different names.
pub(crate) fn without_positions(stderr: &[u8]) -> Vec<u8> {
    by_line(&without_thread_numbers(stderr), |line| panic_position(line).or_else(|| assertion_position(line)))
}

/// With `name` wherever the path of the build is.
pub(crate) fn without_path(stderr: &[u8], program: &Path, name: &[u8]) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    let path = program.as_os_str().as_bytes();
    let mut out = Vec::with_capacity(stderr.len());
    let mut rest = stderr;
    while let Some(at) = position(rest, path).filter(|_| !path.is_empty()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(name);
        rest = &rest[at + path.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// Takes out of each line what `find` finds in it.
fn by_line(text: &[u8], find: impl Fn(&[u8]) -> Option<(usize, usize)>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (from, to) = find(line).unwrap_or((line.len(), line.len()));
        out.extend_from_slice(&line[..from]);
        out.extend_from_slice(&line[to..]);
    }
    out
}

fn position(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len().max(1)).position(|window| window == what)
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Where ` (123)` is in `thread 'main' (123) panicked at ..`.
fn thread_number(line: &[u8]) -> Option<(usize, usize)> {
    const BEFORE: &[u8] = b"thread '";
    let rest = line.strip_prefix(BEFORE)?;
    let from = BEFORE.len() + position(rest, b"' (")? + 1;
    let digits = digits(&line[from + 2..]);
    let to = from + 2 + digits;
    (digits > 0 && line.get(to) == Some(&b')')).then_some((from, to + 1))
}

/// Where `src/lib.rs:1:2` is in `thread 'main' panicked at src/lib.rs:1:2:`, and in the older
/// `panicked at 'no', src/lib.rs:1:2`.
fn panic_position(line: &[u8]) -> Option<(usize, usize)> {
    const BEFORE: &[u8] = b"panicked at ";
    let after = position(line, BEFORE)? + BEFORE.len();
    let from = after + line[after..].windows(4).rposition(|window| window == b".rs:")? + 3;
    let first = digits(&line[from + 1..]);
    let colon = from + 1 + first;
    let second = digits(line.get(colon + 1..)?);
    let message = line[after..from].windows(3).rposition(|window| window == b"', ").map(|at| after + at + 3);
    let file = message.unwrap_or(after);
    (first > 0 && second > 0 && line[colon] == b':').then_some((file, colon + 1 + second))
}

/// Where `file.c:12` is in ``program: file.c:12: f: Assertion `x' failed.``
fn assertion_position(line: &[u8]) -> Option<(usize, usize)> {
    let end = position(line, b": Assertion `")?;
    let at = |from: usize| {
        let digits = digits(&line[from + 1..]);
        let file = line[..from].windows(2).rposition(|window| window == b": ").map_or(0, |at| at + 2);
        (digits > 0 && line.get(from + 1 + digits) == Some(&b':')).then_some((file, from + 1 + digits))
    };
    (0..end).filter(|from| line[*from] == b':').find_map(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> String {
        String::from_utf8(without_positions(text.as_bytes())).unwrap()
    }

    #[test]
    fn positions_are_forgotten_and_nothing_else() {
        assert_eq!(
            positions("a\nthread 'main' (7) panicked at src/main.rs:2:5:\nindex 2:5\n"),
            "a\nthread 'main' panicked at :\nindex 2:5\n"
        );
        assert_eq!(positions("thread 'x' panicked at 'a.rs:1', src/m.rs:12:5"), "thread 'x' panicked at 'a.rs:1', ");
        assert_eq!(positions("p: a.c:12: main: Assertion `x > 0' failed.\n"), "p: : main: Assertion `x > 0' failed.\n");
        assert_eq!(
            positions("p: a.c:12: not an assertion\nat src/m.rs:1:2\n"),
            "p: a.c:12: not an assertion\nat src/m.rs:1:2\n"
        );
        assert_eq!(positions("panicked at x.rs:1"), "panicked at x.rs:1");
    }

    #[test]
    fn paths_become_names() {
        let without = |text: &[u8]| without_path(text, Path::new("/b/old"), b"prog");
        assert_eq!(without(b"/b/old: no\n/b/older /b/old"), b"prog: no\nproger prog");
        assert_eq!(without(b""), b"");
    }
}
