//! Tests as a C program for POSIX systems.

use super::{ExportedTest, inside};
use rift_confirm::End;
use rift_env::objects_text;
use std::fmt::Write;
use std::path::Path;

/// What the tests share.
const RUNNER: &str = include_str!("runner.c");
/// In the place of which the tests are put.
const MARK: &str = "/* The tests. */\n";

pub(super) fn tests(tests: &[ExportedTest], program: Option<&Path>) -> String {
    let mut data = String::new();
    write(&mut data, tests, program).expect("a string takes everything");
    RUNNER.replacen(MARK, &data, 1)
}

fn write(out: &mut String, tests: &[ExportedTest], program: Option<&Path>) -> std::fmt::Result {
    let program = program.map(|path| path.to_string_lossy()).unwrap_or_default();
    writeln!(out, "/* The program under test; the environment variable PROGRAM names another one. */")?;
    writeln!(out, "#define PROGRAM {}\n", literal(program.as_bytes()))?;
    writeln!(out, "static const struct test tests[] = {{")?;
    tests.iter().try_for_each(|test| write_test(out, test))?;
    writeln!(out, "    {{.id = NULL}},\n}};")
}

fn write_test(out: &mut String, test: &ExportedTest) -> std::fmt::Result {
    let (input, expected) = (&test.case.input, &test.case.expected);
    let argv = if input.argv.is_empty() { vec![literal(b"program")] } else { literals(input.argv.iter()) };
    let variables = literals(input.env.iter().map(|(name, value)| [name, &b"="[..], value].concat()));
    let entry = |name: &str, contents: &[u8]| format!("{{{}, {}}}", literal(name.as_bytes()), text(contents));
    let files = input.files.iter().map(|(name, contents)| entry(name, contents)).collect();
    let after = test.files_after();
    let after = after.iter().map(|(name, contents)| entry(name, contents)).collect();
    let (code, signal) = match &expected.end {
        End::Signal(signal) => (0, *signal),
        End::Exit(code) => (*code, 0),
        // There is no test of any other end than these and none at all: `obstacle` names it.
        _ => (0, 0),
    };
    let seconds = match &expected.end {
        End::Endless(seconds) => *seconds,
        _ => 0,
    };
    writeln!(out, "    /* {} */", test.says())?;
    writeln!(out, "    {{.id = {},", literal(test.id.as_bytes()))?;
    writeln!(out, "     .argv = {},", list("const char *const", argv, "NULL"))?;
    writeln!(out, "     .variables = {},", list("const char *const", variables, "NULL"))?;
    writeln!(out, "     .input = {},", text(&input.stdin))?;
    writeln!(out, "     .files = {},", list("const struct file", files, "{NULL, {NULL, 0}}"))?;
    if !input.objects.is_empty() {
        writeln!(out, "     .objects = {},", literal(objects_text(&input.objects).as_bytes()))?;
    }
    writeln!(out, "     .code = {code},\n     .signal = {signal},")?;
    if seconds > 0 {
        writeln!(out, "     .endless = {seconds},")?;
    }
    writeln!(out, "     .output = {},", text(&expected.stdout))?;
    writeln!(out, "     .errors = {},", text(&expected.stderr))?;
    writeln!(out, "     .files_after = {},", list("const struct file", after, "{NULL, {NULL, 0}}"))?;
    let removed = literals(inside(&expected.files.removed));
    writeln!(out, "     .removed = {},", list("const char *const", removed, "NULL"))?;
    let directories = literals(inside(&expected.files.new_directories));
    writeln!(out, "     .directories = {}}},", list("const char *const", directories, "NULL"))
}

/// A list that ends in `last`, as a compound literal.
fn list(kind: &str, mut items: Vec<String>, last: &str) -> String {
    items.push(last.to_owned());
    format!("({kind}[]){{{}}}", items.join(", "))
}

fn literals<T: AsRef<[u8]>>(strings: impl Iterator<Item = T>) -> Vec<String> {
    strings.map(|string| literal(string.as_ref())).collect()
}

fn text(bytes: &[u8]) -> String {
    format!("{{{}, {}}}", literal(bytes), bytes.len())
}

/// A string literal. Octal escapes end after three digits, whatever follows; `?` may begin a trigraph.
fn literal(bytes: &[u8]) -> String {
    let of = |byte: &u8| match byte {
        b'\n' => "\\n".to_owned(),
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' if *byte != b'?' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    format!("\"{}\"", bytes.iter().map(of).collect::<String>())
}
