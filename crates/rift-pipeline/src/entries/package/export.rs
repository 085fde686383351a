//! Differences as `#[test]`s of the package: compiled against it alone, and run, before they are handed out.

use super::driver::Driver;
use crate::entries::{Found, ShownCall};
use crate::error::{Context as _, Result};
use crate::natives::Natives;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use rift_env::Input;
use rift_harness::{Dependency, Package};
use rift_ingest::{BuildOptions, View, run_cargo};
use rift_ir::{Pair, Version};
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file with all tests.
pub const FILE: &str = "differences.rs";
const HEADING: &str = "\
//! What calls return, where an earlier version returned something else. Written by `cargo rift --out`: copy it into
//! `tests/` of the package to keep it so.

";

/// Tests that pass on the new version and fail on the old one, and what was left out.
#[derive(Default)]
pub struct Exported {
    /// Empty if there are none.
    pub text: String,
    /// The differences that have a test.
    pub ids: BTreeSet<String>,
    /// The differences of which some test passes on both versions, and none tells them apart.
    pub indistinct: BTreeSet<String>,
    /// For the user.
    pub notes: Vec<String>,
}

/// One of them, as source.
#[derive(Clone)]
struct Test {
    /// The difference that it is of.
    id: String,
    name: String,
    text: String,
}

/// Writes the tests, and keeps those that pass on the new version and fail on the old one. `place` is for building.
pub fn export(
    found: &[Found],
    driver: &Driver,
    packages: Pair<&Package>,
    natives: &Natives<'_>,
    place: &Path,
    options: &BuildOptions,
) -> Result<Exported> {
    let mut tests: Vec<Test> = Vec::new();
    for found in found {
        let Some(ShownCall { id, results, others }) = &found.shown else { continue };
        let first = (&found.finding.confirmed.input().stdin, &results.new);
        let all = std::iter::once(first).chain(others.iter().map(|(bytes, shown)| (bytes, shown)));
        for (at, (bytes, expected)) in all.enumerate() {
            let name = if at == 0 { format!("difference_{id}") } else { format!("difference_{id}_{at}") };
            // What only sanitizers see, no test of a plain build does.
            let is_plain = found.finding.confirmed.sanitizers().is_none();
            if let Some(text) = driver.test(found.entry, bytes, expected, &name).filter(|_| is_plain) {
                tests.push(Test { id: id.clone(), name, text });
            }
        }
    }
    let mut exported = Exported::default();
    if tests.is_empty() {
        return Ok(exported);
    }
    let place_of = |version: Version| if version == Version::New { place.to_owned() } else { place.join("old") };
    let build_for = |version: Version, tests: &mut Vec<Test>, notes: &mut Vec<String>| {
        let mut package: Package = (*version.of(&packages)).clone();
        package.others.clone_from(&driver.others);
        build(tests, notes, &package, &place_of(version), options)
    };
    let Some(program) = build_for(Version::New, &mut tests, &mut exported.notes)? else { return Ok(exported) };
    let passed = passed(&program, natives)?;
    tests.retain(|test| {
        let passes = passed.contains(&test.name);
        if !passes {
            exported.notes.push(format!("the test {} does not pass, and was not written", test.name));
        }
        passes
    });
    // All together once more, against the old version. One that does not compile there passes there as little.
    let (mut others, mut notes) = (tests.clone(), Vec::new());
    let both = match build_for(Version::Old, &mut others, &mut notes)? {
        Some(program) => self::passed(&program, natives)?,
        None => BTreeSet::new(),
    };
    if others.is_empty() && !tests.is_empty() {
        exported.notes.push("the tests do not compile with the old version: they pass on the new one only".to_owned());
    }
    let ids: BTreeSet<String> = tests.iter().map(|test| test.id.clone()).collect();
    tests.retain(|test| {
        let is_told = !both.contains(&test.name);
        if !is_told {
            exported.notes.push(format!("the test {} passes on both versions, and was not written", test.name));
        }
        is_told
    });
    if !tests.is_empty() {
        exported.text = file(&tests).0;
    }
    exported.ids = tests.into_iter().map(|test| test.id).collect();
    exported.indistinct = ids.difference(&exported.ids).cloned().collect();
    Ok(exported)
}

/// The names of the tests that pass.
fn passed(program: &Path, natives: &Natives<'_>) -> Result<BTreeSet<String>> {
    let input = Input { argv: [b"differences".to_vec(), b"--test-threads=1".to_vec()].to_vec(), ..Input::default() };
    let sandbox = natives.another_sandbox().context("the tests cannot be run")?;
    let seen = sandbox.run_within(program, &input, &sandbox.limits().raised()).context("the tests cannot be run")?;
    let lines = String::from_utf8_lossy(&seen.stdout).into_owned();
    let name = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ok")?.split(' ').next()?.to_owned());
    Ok(lines.lines().filter_map(name).collect())
}

/// The program of all tests that compile; takes out the others, with a note for each.
fn build(
    tests: &mut Vec<Test>,
    notes: &mut Vec<String>,
    package: &Package,
    place: &Path,
    options: &BuildOptions,
) -> Result<Option<PathBuf>> {
    // Errors come in waves: borrows are checked when all types are right.
    while !tests.is_empty() {
        let (text, lines) = file(tests);
        let errors = match compile(&text, package, place, options)? {
            Compiled::Program(program) => return Ok(Some(program)),
            Compiled::Not(errors) => errors,
        };
        let refused = |test: usize| errors.iter().find(|error| error.lines.iter().any(|at| lines[test].contains(at)));
        let reasons: Vec<Option<String>> =
            (0..tests.len()).map(|test| refused(test).map(|error| error.words.clone())).collect();
        if reasons.iter().all(Option::is_none) {
            let words: Vec<String> = errors.into_iter().map(|error| error.words).collect();
            notes.push(format!("the tests do not compile, and were not written:\n{}", words.join("\n")));
            return Ok(None);
        }
        let mut at = 0;
        tests.retain(|test| {
            at += 1;
            let Some(words) = &reasons[at - 1] else { return true };
            notes.push(format!("the test {} does not compile, and was not written:\n{words}", test.name));
            false
        });
    }
    Ok(None)
}

/// The tests as one file, and the lines of each, from 1.
fn file(tests: &[Test]) -> (String, Vec<Range<usize>>) {
    let (mut text, mut lines) = (HEADING.to_owned(), Vec::new());
    for (at, test) in tests.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { "\n" });
        let first = text.lines().count() + 1;
        text.push_str(test.text.trim_end());
        text.push('\n');
        lines.push(first..text.lines().count() + 1);
    }
    (text, lines)
}

enum Compiled {
    Program(PathBuf),
    Not(Vec<CompileError>),
}

/// What the compiler says, and of which lines of the file.
struct CompileError {
    words: String,
    lines: Vec<usize>,
}

fn compile(tests: &str, package: &Package, place: &Path, options: &BuildOptions) -> Result<Compiled> {
    let features: Vec<toml::Value> = package.features.named.iter().cloned().map(toml::Value::String).collect();
    let manifest = format!(
        "[package]\nname = \"rift-tests\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [dependencies]\n{} = {{ path = {}, default-features = {}, features = {} }}\n{}",
        package.name,
        toml::Value::String(package.root.display().to_string()),
        !package.features.no_default,
        toml::Value::Array(features),
        package.others.iter().map(Dependency::line).collect::<String>(),
    );
    let write = |name: &str, text: &str| {
        let path = place.join(name);
        fs::create_dir_all(path.parent().unwrap_or(place)).and_then(|()| fs::write(&path, text))
    };
    let written = write("Cargo.toml", &manifest)
        .and_then(|()| write("src/lib.rs", ""))
        .and_then(|()| write("tests/differences.rs", tests));
    written.with_context(|| format!("cannot write in `{}`", place.display()))?;
    if let Some(lock) = &package.lock {
        fs::copy(lock, place.join("Cargo.lock")).with_context(|| format!("cannot copy `{}`", lock.display()))?;
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--no-run", "--test", "differences", "--message-format=json"]);
    command.arg("--manifest-path").arg(place.join("Cargo.toml")).arg("--target-dir").arg(place.join("target"));
    // A crate that denies warnings has new ones with every compiler; as a dependency it would not be asked.
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    command.env("RUSTFLAGS", format!("{flags} --cap-lints=warn").trim_start());
    let manifest = place.join("Cargo.toml");
    // The tests are thrown away after they were run: all of it may be written.
    let view = View::new().project(&package.root).write(place);
    let output = run_cargo(command.current_dir(&package.root), &manifest, &package.root, &view, options)?;
    let (mut program, mut errors) = (None, Vec::new());
    for message in Message::parse_stream(output.stdout.as_slice()) {
        match message {
            Ok(Message::CompilerArtifact(artifact)) => program = artifact.executable.or(program),
            Ok(Message::CompilerMessage(message)) if message.message.level == DiagnosticLevel::Error => {
                let Diagnostic { spans, message, rendered, .. } = message.message;
                let own = spans.iter().filter(|span| span.file_name.ends_with(FILE));
                let lines = own.map(|span| span.line_start).collect();
                errors.push(CompileError { words: rendered.unwrap_or(message).trim().to_owned(), lines });
            }
            _ => {}
        }
    }
    match program {
        Some(program) if output.status.success() => Ok(Compiled::Program(program.into())),
        _ => {
            if errors.is_empty() {
                let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                errors.push(CompileError { words, lines: vec![] });
            }
            Ok(Compiled::Not(errors))
        }
    }
}
