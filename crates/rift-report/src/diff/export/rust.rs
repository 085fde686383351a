//! Tests as a Rust file that needs the standard library only.

use super::{ExportedTest, inside, rust_name};
use rift_confirm::End;
use rift_env::objects_text;
use std::fmt::Write;
use std::path::Path;

/// What the tests share.
const RUNNER: &str = include_str!("runner.rs");

pub(super) fn tests(tests: &[ExportedTest], program: Option<&Path>) -> String {
    let mut out = String::new();
    write(&mut out, tests, program).expect("a string takes everything");
    out
}

fn write(out: &mut String, tests: &[ExportedTest], program: Option<&Path>) -> std::fmt::Result {
    let program = program.map(|path| path.to_string_lossy()).unwrap_or_default();
    writeln!(
        out,
        "//! Tests that rift wrote, one for each difference that it found between two versions of a program."
    )?;
    writeln!(out, "//! As an integration test of a crate, or alone: rustc --edition 2021 --test differences.rs")?;
    writeln!(out)?;
    writeln!(out, "/// The program under test; the environment variable PROGRAM names another one.")?;
    writeln!(out, "const PROGRAM: &str = {program:?};")?;
    writeln!(out)?;
    out.push_str(RUNNER);
    tests.iter().try_for_each(|test| write_test(out, test))
}

fn write_test(out: &mut String, test: &ExportedTest) -> std::fmt::Result {
    let (input, expected) = (&test.case.input, &test.case.expected);
    let name = input.argv.first().map_or(&b"program"[..], Vec::as_slice);
    let end = match &expected.end {
        End::Signal(signal) => format!("End::Signal({signal})"),
        End::Exit(code) => format!("End::Code({code})"),
        End::Endless(seconds) => format!("End::None({seconds})"),
        // There is no test of any other end: `obstacle` names it.
        _ => "End::Code(0)".to_owned(),
    };
    let arguments = input.argv.iter().skip(1).map(|argument| bytes(argument));
    let variables = input.env.iter().map(|(name, value)| format!("({}, {})", bytes(name), bytes(value)));
    let files = input.files.iter().map(|(name, contents)| format!("({name:?}, {})", bytes(contents)));
    let after = test.files_after();
    let after = after.iter().map(|(name, contents)| format!("({name:?}, {})", bytes(contents)));
    let quoted = |name: &str| format!("{name:?}");
    writeln!(out, "\n/// {}.", capitalised(&test.says()))?;
    writeln!(out, "#[test]\nfn {}() {{", rust_name(&test.id))?;
    writeln!(out, "    check(&Case {{")?;
    writeln!(out, "        name: {},", bytes(name))?;
    writeln!(out, "        arguments: {},", list(arguments))?;
    writeln!(out, "        variables: {},", list(variables))?;
    writeln!(out, "        stdin: {},", bytes(&input.stdin))?;
    writeln!(out, "        files: {},", list(files))?;
    writeln!(out, "        objects: {:?},", objects_text(&input.objects))?;
    writeln!(out, "        end: {end},")?;
    writeln!(out, "        stdout: {},", bytes(&expected.stdout))?;
    writeln!(out, "        stderr: {},", bytes(&expected.stderr))?;
    writeln!(out, "        files_after: {},", list(after))?;
    writeln!(out, "        removed: {},", list(inside(&expected.files.removed).map(quoted)))?;
    writeln!(out, "        directories: {},", list(inside(&expected.files.new_directories).map(quoted)))?;
    writeln!(out, "    }});\n}}")
}

fn bytes(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("&[{}]", items.collect::<Vec<String>>().join(", "))
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
