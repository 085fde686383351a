//! From a test's file back to the test case. Accepts what `write` writes, comments and empty lines, and nothing else.

use super::TestCase;
use super::quote::unquote;
use super::write::{FIRST, LAST};
use rift_confirm::{End, Seen};
use rift_env::{Input, Observed, is_plain_path};

/// Why a file is no test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ParseError {
    pub line: usize,
    pub reason: String,
}

/// A word of a line: bare, or the bytes of a quoted one.
#[derive(Debug, PartialEq, Eq)]
enum Word<'a> {
    Bare(&'a str),
    Bytes(Vec<u8>),
}

impl TestCase {
    pub fn parse(text: &str) -> Result<TestCase, ParseError> {
        let whole = |reason: &str| ParseError { line: 1, reason: reason.to_owned() };
        if !text.starts_with(FIRST) {
            return Err(whole("this is not a test written by rift"));
        }
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate().skip(FIRST.lines().count()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            reader.line(line).map_err(|reason| ParseError { line: index + 1, reason })?;
        }
        if !reader.finished {
            return Err(whole("the test is cut off: its last line is missing"));
        }
        let Reader { input, end, stdout, stderr, files, .. } = reader;
        let end = end.ok_or_else(|| whole("the test does not say how the program is to end"))?;
        Ok(TestCase { input, expected: Seen { end, stdout, stderr, files } })
    }
}

#[derive(Default)]
struct Reader {
    input: Input,
    end: Option<End>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    files: Observed,
    finished: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line == LAST.trim_end() {
            self.finished = true;
            return Ok(());
        }
        let words = words(line)?;
        let Some((Word::Bare(verb), rest)) = words.split_first() else {
            return Err(format!("`{line}` is no line of a test"));
        };
        match (*verb, rest) {
            ("expect", [Word::Bare(what), rest @ ..]) => self.expect(what, rest),
            // Once, before the arguments.
            ("program", [Word::Bytes(name)]) if self.input.argv.is_empty() => {
                self.input.argv.push(name.clone());
                Some(())
            }
            ("arg", [Word::Bytes(argument)]) => {
                self.input.argv.push(argument.clone());
                Some(())
            }
            ("variable", [Word::Bytes(name), Word::Bytes(value)]) => {
                self.input.env.push((name.clone(), value.clone()));
                Some(())
            }
            ("stdin", [Word::Bytes(bytes)]) => {
                self.input.stdin = bytes.clone();
                Some(())
            }
            ("file", [name, Word::Bytes(bytes)]) => {
                let name = name.text().filter(|name| is_plain_path(name));
                name.map(|name| _ = self.input.files.insert(name, bytes.clone()))
            }
            ("object", [name, Word::Bytes(bytes)]) => {
                name.text().map(|name| self.input.objects.push((name, bytes.clone())))
            }
            _ => None,
        }
        .ok_or_else(|| format!("`{line}` is no line of a test"))
    }

    fn expect(&mut self, what: &str, rest: &[Word<'_>]) -> Option<()> {
        let files = &mut self.files;
        match (what, rest) {
            ("stdout", [Word::Bytes(bytes)]) => self.stdout = bytes.clone(),
            ("stderr", [Word::Bytes(bytes)]) => self.stderr = bytes.clone(),
            ("file", [name, Word::Bytes(bytes)]) => _ = files.written.insert(name.text()?, bytes.clone()),
            ("removed", [name]) => _ = files.removed.insert(name.text()?),
            ("directory", [name]) => _ = files.new_directories.insert(name.text()?),
            _ => self.end = Some(end(what, rest)?),
        }
        Some(())
    }
}

fn end(what: &str, rest: &[Word<'_>]) -> Option<End> {
    Some(match (what, rest) {
        ("exit", [status]) => End::Exit(status.number()?),
        ("signal", [signal]) => End::Signal(signal.number()?),
        ("panic", [location, message]) => End::Panic { location: location.text()?, message: message.text()? },
        ("fault", [kind, position, rest @ ..]) => {
            let signal = match rest {
                [] => None,
                [signal] => Some(signal.number()?),
                _ => return None,
            };
            End::Fault { kind: kind.text()?, position: position.text()?, signal }
        }
        ("timeout", [seconds]) => End::Endless(seconds.number()?.try_into().ok()?),
        ("reports", [kind, position, count]) => {
            End::Reports { kind: kind.text()?, position: position.text()?, count: count.number()?.try_into().ok()? }
        }
        ("other", [what]) => End::Other(what.text()?),
        _ => return None,
    })
}

impl Word<'_> {
    fn text(&self) -> Option<String> {
        match self {
            Word::Bare(_) => None,
            Word::Bytes(bytes) => String::from_utf8(bytes.clone()).ok(),
        }
    }

    fn number(&self) -> Option<i32> {
        match self {
            Word::Bare(word) => word.parse().ok(),
            Word::Bytes(_) => None,
        }
    }
}

fn words(line: &str) -> Result<Vec<Word<'_>>, String> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        let word;
        (word, rest) = match rest.strip_prefix('\'') {
            Some(inside) => {
                let (text, rest) = inside.split_once('\'').ok_or("a quote is not closed")?;
                let bytes = unquote(text.as_bytes()).ok_or_else(|| format!("'{text}' is no format of printf"))?;
                (Word::Bytes(bytes), rest)
            }
            None => {
                let (word, rest) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
                (Word::Bare(word), rest)
            }
        };
        words.push(word);
        match rest.strip_prefix(' ') {
            Some(next) => rest = next,
            None if rest.is_empty() => return Ok(words),
            None => return Err(format!("no space before `{rest}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// xorshift64*: enough for bytes that nobody thought of.
    struct Random(u64);

    impl Random {
        fn next(&mut self, below: u64) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % below
        }

        fn bytes(&mut self) -> Vec<u8> {
            let length = self.next(20);
            (0..length).map(|_| self.next(256) as u8).collect()
        }

        fn text(&mut self) -> String {
            const CHARACTERS: [char; 10] = ['a', '/', '\'', '%', '\\', '\n', ' ', '"', '\u{e4}', '\0'];
            (0..self.next(6)).map(|_| CHARACTERS[self.next(10) as usize]).collect()
        }

        fn list<T>(&mut self, mut item: impl FnMut(&mut Random) -> T) -> Vec<T> {
            (0..self.next(4)).map(|_| item(self)).collect()
        }

        fn end(&mut self) -> End {
            match self.next(6) {
                0 => End::Exit(self.next(256) as i32),
                1 => End::Signal(self.next(32) as i32),
                2 => End::Panic { location: self.text(), message: self.text() },
                3 => {
                    let signal = (self.next(2) == 0).then_some(11);
                    End::Fault { kind: "out-of-bounds".to_owned(), position: self.text(), signal }
                }
                4 => End::Reports { kind: self.text(), position: self.text(), count: self.next(3) as u32 },
                _ => End::Other(self.text()),
            }
        }

        fn case(&mut self) -> TestCase {
            let mut argv = vec![b"program".to_vec()];
            argv.extend(self.list(Random::bytes));
            let files = Observed {
                written: self.list(|r| (r.text(), r.bytes())).into_iter().collect(),
                removed: self.list(Random::text).into_iter().collect(),
                new_directories: self.list(Random::text).into_iter().collect(),
            };
            TestCase {
                input: Input {
                    argv,
                    env: self.list(|r| (r.bytes(), r.bytes())),
                    stdin: self.bytes(),
                    // Such a name as input files have.
                    files: self.list(|r| (r.text().replace('\0', "") + "in", r.bytes())).into_iter().collect(),
                    objects: self.list(|r| (r.text(), r.bytes())),
                },
                expected: Seen { end: self.end(), stdout: self.bytes(), stderr: self.bytes(), files },
            }
        }
    }

    #[test]
    fn what_was_written_is_read_back() {
        let mut random = Random(0x1234_5678_9abc_def1);
        for _ in 0..2000 {
            let case = random.case();
            let mut out = Vec::new();
            case.write(&mut out, "path 12\n34");
            let text = String::from_utf8(out).unwrap();
            assert!(text.is_ascii());
            assert_eq!(TestCase::parse(&text).unwrap(), case, "{text}");
        }
    }

    fn refused(lines: &str) -> String {
        TestCase::parse(&format!("{FIRST}{lines}")).unwrap_err().to_string()
    }

    #[test]
    fn other_files_are_refused_with_the_line() {
        assert!(TestCase::parse("echo hello\n").unwrap_err().reason.contains("not a test"));
        assert!(refused("expect exit 0\n").contains("cut off"));
        assert!(refused("run \"$@\"\n").contains("how the program is to end"));
        assert_eq!(refused("arg 'a'b'\n"), "line 3: no space before `b'`");
        assert_eq!(refused("\narg 'a\n"), "line 4: a quote is not closed");
        assert_eq!(refused("arg '%d'\n"), "line 3: '%d' is no format of printf");
        for line in [
            "rm -rf /",
            "arg a",
            "arg",
            "expect exit 'x'",
            "expect exit",
            "expect",
            "stdin 'a' 'b'",
            "file '../x' ''",
            "file 'a/..' ''",
        ] {
            assert_eq!(refused(&format!("{line}\n")), format!("line 3: `{line}` is no line of a test"));
        }
    }
}
