//! Differences as `#[test]`s of the package: compiled against it alone, and run, before they are handed out.

use super::driver::Driver;
use super::findings::Found;
use crate::diff::Natives;
use anyhow::Context;
use rift_env::Input;
use rift_harness::Package;
use serde::Deserialize;
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

#[derive(Deserialize)]
struct Message {
    reason: String,
    executable: Option<PathBuf>,
}

/// Writes the tests, and keeps those that pass. `place` is for building.
pub fn export(
    found: &[Found],
    driver: &Driver,
    package: &Package,
    natives: &Natives<'_>,
    place: &Path,
) -> anyhow::Result<Exported> {
    let mut tests: Vec<(String, String, String)> = Vec::new();
    for found in found {
        let first = (&found.finding.confirmed.input().stdin, &found.shown.new);
        let all = std::iter::once(first).chain(found.others.iter().map(|(bytes, shown)| (bytes, shown)));
        for (at, (bytes, expected)) in all.enumerate() {
            let name =
                if at == 0 { format!("difference_{}", found.id) } else { format!("difference_{}_{at}", found.id) };
            if let Some(text) = driver.test(found.entry, bytes, expected, &name) {
                tests.push((found.id.clone(), name, text));
            }
        }
    }
    let mut exported = Exported::default();
    if tests.is_empty() {
        return Ok(exported);
    }
    let all: String = HEADING.to_owned() + &tests.iter().map(|(_, _, text)| format!("{text}\n")).collect::<String>();
    let program = match compile(&all, package, place)? {
        Ok(program) => program,
        Err(words) => {
            exported.notes.push(format!("the tests do not compile, and were not written:\n{words}"));
            return Ok(exported);
        }
    };
    let input = Input { argv: [b"differences".to_vec(), b"--test-threads=1".to_vec()].to_vec(), ..Input::default() };
    let seen = natives.confirmer().sandbox().run(&program, &input).context("the tests cannot be run")?;
    let lines = String::from_utf8_lossy(&seen.stdout).into_owned();
    let passes =
        |name: &str| lines.lines().any(|line| line.starts_with(&format!("test {name} ")) && line.ends_with(" ok"));
    let mut text = HEADING.to_owned();
    for (id, name, test) in tests {
        match passes(&name) {
            true => {
                text += &format!("{test}\n");
                exported.ids.insert(id);
            }
            false => exported.notes.push(format!("the test of {id} does not pass, and was not written")),
        }
    }
    if !exported.ids.is_empty() {
        exported.text = text.trim_end().to_owned() + "\n";
    }
    Ok(exported)
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
    let output = command.current_dir(&package.root).output().context("cannot run cargo")?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let messages =
        output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Message>(line).ok());
    let program = messages.filter(|m| m.reason == "compiler-artifact").filter_map(|m| m.executable).last();
    Ok(program.ok_or_else(|| "cargo built no test program".to_owned()))
}
