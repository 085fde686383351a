//! From a test case to its file. The hot path of a search: one pass into one buffer.

use super::TestCase;
use super::quote::quote;
use rift_confirm::End;
use std::io::Write;

/// What every test begins with; then a comment, the input, what is expected, and [`LAST`].
pub(super) const FIRST: &str = "#!/bin/sh\n. \"$(dirname \"$0\")/../lib.sh\"\n";
pub(super) const LAST: &str = "run \"$@\"\n";

impl TestCase {
    /// Appends the test as a script, with `comment` (one line) at its head.
    pub fn write(&self, out: &mut Vec<u8>, comment: &str) {
        out.extend_from_slice(FIRST.as_bytes());
        out.extend_from_slice(b"# ");
        out.extend(comment.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }));
        out.extend_from_slice(b"\n\n");
        self.write_input(out);
        out.push(b'\n');
        self.write_expected(out);
        out.push(b'\n');
        out.extend_from_slice(LAST.as_bytes());
    }

    fn write_input(&self, out: &mut Vec<u8>) {
        let input = &self.input;
        if let Some((name, arguments)) = input.argv.split_first() {
            line(out, "program", &[name]);
            arguments.iter().for_each(|argument| line(out, "arg", &[argument]));
        }
        input.env.iter().for_each(|(name, value)| line(out, "variable", &[name, value]));
        if !input.stdin.is_empty() {
            line(out, "stdin", &[&input.stdin]);
        }
        input.files.iter().for_each(|(name, bytes)| line(out, "file", &[name.as_bytes(), bytes]));
        input.objects.iter().for_each(|(name, bytes)| line(out, "object", &[name.as_bytes(), bytes]));
    }

    fn write_expected(&self, out: &mut Vec<u8>) {
        let expected = &self.expected;
        write_end(out, &expected.end);
        for (what, bytes) in [("expect stdout", &expected.stdout), ("expect stderr", &expected.stderr)] {
            if !bytes.is_empty() {
                line(out, what, &[bytes]);
            }
        }
        let files = &expected.files;
        files.written.iter().for_each(|(name, bytes)| line(out, "expect file", &[name.as_bytes(), bytes]));
        files.removed.iter().for_each(|name| line(out, "expect removed", &[name.as_bytes()]));
        files.new_directories.iter().for_each(|name| line(out, "expect directory", &[name.as_bytes()]));
    }
}

fn write_end(out: &mut Vec<u8>, end: &End) {
    match end {
        End::Exit(status) => number(out, "expect exit ", *status),
        End::Signal(signal) => number(out, "expect signal ", *signal),
        End::Panic { location, message } => line(out, "expect panic", &[location.as_bytes(), message.as_bytes()]),
        End::Fault { kind, position, signal } => {
            line(out, "expect fault", &[kind.as_bytes(), position.as_bytes()]);
            if let Some(signal) = signal {
                out.pop();
                number(out, " ", *signal);
            }
        }
        End::Endless(seconds) => writeln!(out, "expect timeout {seconds}").expect("a vector takes everything"),
        End::Reports { kind, position, count } => {
            line(out, "expect reports", &[kind.as_bytes(), position.as_bytes()]);
            out.pop();
            writeln!(out, " {count}").expect("a vector takes everything");
        }
        End::Other(what) => line(out, "expect other", &[what.as_bytes()]),
    }
}

fn line(out: &mut Vec<u8>, what: &str, strings: &[&[u8]]) {
    out.extend_from_slice(what.as_bytes());
    for string in strings {
        out.push(b' ');
        quote(out, string);
    }
    out.push(b'\n');
}

fn number(out: &mut Vec<u8>, before: &str, number: i32) {
    writeln!(out, "{before}{number}").expect("a vector takes everything");
}
