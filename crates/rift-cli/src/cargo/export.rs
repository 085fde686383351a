//! Differences as `#[test]`s of the package: compiled against it alone, and run, before they are handed out.

use super::driver::Driver;
use super::findings::Found;
use crate::diff::Natives;
use anyhow::Context;
use cargo_metadata::Message;
use rift_env::Input;
use rift_harness::Package;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file with all tests.
pub const FILE: &str = "differences.rs";
const HEADING: &str = "\
//! What calls return, where an earlier version returned something else. Written by `cargo rift --out`: copy it into
//! `tests/` of the package to keep it so.

";

/// Tests that pass on the new version, and what was left out.
#[derive(Default)]
pub struct Exported {
    /// Empty if there are none.
    pub text: String,
    /// The differences that have a test.
    pub ids: BTreeSet<String>,
    /// For the user.
    pub notes: Vec<String>,
}

/// One of them, as source.
struct Test {
    /// The difference that it is of.
    id: String,
    name: String,
    text: String,
}

/// Writes the tests, and keeps those that pass. `place` is for building.
pub fn export(
    found: &[Found],
    driver: &Driver,
    package: &Package,
    natives: &Natives<'_>,
    place: &Path,
) -> anyhow::Result<Exported> {
    let mut tests: Vec<Test> = Vec::new();
    for found in found {
        let first = (&found.finding.confirmed.input().stdin, &found.shown.new);
        let all = std::iter::once(first).chain(found.others.iter().map(|(bytes, shown)| (bytes, shown)));
        for (at, (bytes, expected)) in all.enumerate() {
            let name =
                if at == 0 { format!("difference_{}", found.id) } else { format!("difference_{}_{at}", found.id) };
            if let Some(text) = driver.test(found.entry, bytes, expected, &name) {
                tests.push(Test { id: found.id.clone(), name, text });
            }
        }
    }
    let mut exported = Exported::default();
    if tests.is_empty() {
        return Ok(exported);
    }
    let compiles = |tests: &[Test]| compile(&file(tests), package, place);
    let program = match compiles(&tests)? {
        Ok(program) => program,
        Err(words) => {
            // One that does not compile is no reason to give up the others.
            let is_alone = tests.len() == 1;
            let mut good = Vec::new();
            for test in tests.drain(..).filter(|_| !is_alone) {
                match compiles(std::slice::from_ref(&test))? {
                    Ok(_) => good.push(test),
                    Err(words) => exported.notes.push(format!("the test of {} does not compile:\n{words}", test.id)),
                }
            }
            tests = good;
            match if tests.is_empty() { Err(words) } else { compiles(&tests)? } {
                Ok(program) => program,
                Err(words) => {
                    exported.notes.push(format!("the tests do not compile, and were not written:\n{words}"));
                    return Ok(exported);
                }
            }
        }
    };
    let input = Input { argv: [b"differences".to_vec(), b"--test-threads=1".to_vec()].to_vec(), ..Input::default() };
    let seen = natives.confirmer().sandbox().run(&program, &input).context("the tests cannot be run")?;
    let lines = String::from_utf8_lossy(&seen.stdout).into_owned();
    let passes =
        |name: &str| lines.lines().any(|line| line.starts_with(&format!("test {name} ")) && line.ends_with(" ok"));
    tests.retain(|test| {
        let passes = passes(&test.name);
        if !passes {
            exported.notes.push(format!("the test {} does not pass, and was not written", test.name));
        }
        passes
    });
    if !tests.is_empty() {
        exported.text = file(&tests);
    }
    exported.ids = tests.into_iter().map(|test| test.id).collect();
    Ok(exported)
}

fn file(tests: &[Test]) -> String {
    let texts: Vec<&str> = tests.iter().map(|test| test.text.trim_end()).collect();
    format!("{HEADING}{}\n", texts.join("\n\n"))
}

/// The test program, or the compiler's words.
fn compile(tests: &str, package: &Package, place: &Path) -> anyhow::Result<Result<PathBuf, String>> {
    let features: Vec<toml::Value> = package.features.named.iter().cloned().map(toml::Value::String).collect();
    let manifest = format!(
        "[package]\nname = \"rift-tests\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [dependencies]\n{} = {{ path = {}, default-features = {}, features = {} }}\n",
        package.name,
        toml::Value::String(package.root.display().to_string()),
        !package.features.no_default,
        toml::Value::Array(features),
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
    command.args(["test", "--no-run", "--test", "differences", "--message-format=json-render-diagnostics"]);
    command.arg("--manifest-path").arg(place.join("Cargo.toml")).arg("--target-dir").arg(place.join("target"));
    // A crate that denies warnings has new ones with every compiler; as a dependency it would not be asked.
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    command.env("RUSTFLAGS", format!("{flags} --cap-lints=warn").trim_start());
    let output = command.current_dir(&package.root).output().context("cannot run cargo")?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let executables = Message::parse_stream(output.stdout.as_slice()).filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) => artifact.executable,
        _ => None,
    });
    let program = executables.last().map(PathBuf::from);
    Ok(program.ok_or_else(|| "cargo built no test program".to_owned()))
}
