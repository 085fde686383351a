//! Writes the program: what all harnesses share (`support/`), then a function for each entry.

use crate::api::{Entry, Parameter};
use crate::dependencies::Dependency;
use crate::package::{HarnessError, Package};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// What all harnesses have in common.
const SUPPORT: [&str; 3] =
    [include_str!("support/input.rs"), include_str!("support/seen.rs"), include_str!("support/main.rs")];

/// The library may deny warnings that a newer compiler has learned since. A dependency from a registry would be
/// spared; one by path has to be.
const CONFIG: &str = "[build]\nrustflags = [\"--cap-lints\", \"allow\"]\n";

/// Writes a cargo package (Cargo.toml, src/main.rs) whose program calls `entries[argv[1]]`. Replaces what it wrote
/// there before.
pub fn write_harness(directory: &Path, package: &Package, entries: &[&Entry]) -> Result<(), HarnessError> {
    let numbered: Vec<(usize, &Entry)> = entries.iter().copied().enumerate().collect();
    write_project(directory, package, &program(&numbered).0)
}

/// A project of its own that depends on the package. The package's lock file comes along: the versions its authors
/// work with.
pub(crate) fn write_project(directory: &Path, package: &Package, main: &str) -> Result<(), HarnessError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| HarnessError::Write { path, error }
    };
    let sources = directory.join("src");
    std::fs::create_dir_all(&sources).map_err(failed(&sources))?;
    let manifest_path = directory.join("Cargo.toml");
    std::fs::write(&manifest_path, manifest(package)).map_err(failed(&manifest_path))?;
    let main_path = sources.join("main.rs");
    std::fs::write(&main_path, main).map_err(failed(&main_path))?;
    let settings = directory.join(".cargo");
    std::fs::create_dir_all(&settings).map_err(failed(&settings))?;
    let config = settings.join("config.toml");
    std::fs::write(&config, CONFIG).map_err(failed(&config))?;
    let lock = directory.join("Cargo.lock");
    match &package.lock {
        Some(own) if !lock.exists() => std::fs::copy(own, &lock).map(drop).map_err(failed(&lock)),
        _ => Ok(()),
    }
}

/// In a release build, too, arithmetic and assertions are checked: an exported test is run by `cargo test`, and must see
/// what the harness saw.
fn manifest(package: &Package) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let features: Vec<_> = package.features.named.iter().map(|f| quoted(f)).collect();
    format!(
        "[package]\nname = \"rift-harness-of-{}\"\nversion = \"0.0.0\"\nedition = \"2021\"\npublish = false\n\n\
         [[bin]]\nname = \"harness\"\npath = \"src/main.rs\"\n\n\
         [dependencies]\n{} = {{ path = {}, package = {}, default-features = {}, features = [{}] }}\n{}\n\
         [profile.dev]\npanic = \"abort\"\n\n[profile.release]\npanic = \"abort\"\noverflow-checks = true\ndebug-assertions = true\n\n[workspace]\n",
        package.name,
        package.lib_name,
        quoted(&package.root.display().to_string()),
        quoted(&package.name),
        !package.features.no_default,
        features.join(", "),
        package.others.iter().map(Dependency::line).collect::<String>(),
    )
}

/// The program, and the lines of each entry in it, from 1.
pub(crate) fn program(entries: &[(usize, &Entry)]) -> (String, Vec<Range<usize>>) {
    let size = entries.iter().map(|(_, entry)| entry.input_size()).max().unwrap_or(0);
    let mut text =
        format!("{}\n/// Bytes that the largest entry takes.\nconst SIZE: usize = {size};\n\n", SUPPORT.join("\n"));
    text.push_str("fn run(number: usize, input: &mut Input, out: &mut Output) {\n    match number {\n");
    for (number, _) in entries {
        let _ = writeln!(text, "        {number} => entry_{number}(input, out),");
    }
    text.push_str("        _ => std::process::exit(4),\n    }\n}\n");
    let mut lines = Vec::new();
    let mut line = text.lines().count() + 1;
    for (number, entry) in entries {
        let function = function(*number, entry);
        let count = function.lines().count();
        text.push_str(&function);
        lines.push(line..line + count);
        line += count;
    }
    (text, lines)
}

fn function(number: usize, entry: &Entry) -> String {
    let mut text =
        format!("\n/// {}\n#[inline(never)]\nfn entry_{number}(input: &mut Input, out: &mut Output) {{\n", entry.path);
    let mut passed = Vec::new();
    for (at, parameter) in entry.parameters.iter().enumerate() {
        let name = format!("a{at}");
        if let Some(bound) = parameter.shape.bound() {
            let _ = writeln!(text, "    let mut {name} = {};", bound.decoder());
        }
        passed.push(parameter.shape.passed(&name));
    }
    let _ = writeln!(text, "    let mut result = {};", entry.code.fill(&passed));
    let _ = writeln!(
        text,
        "    if out.show {{\n        show!(out, result);\n    }} else {{\n        {}\n    }}",
        entry.view.code()
    );
    for (at, parameter) in entry.parameters.iter().enumerate() {
        if parameter.is_changed() {
            let Parameter { name, seen, .. } = parameter;
            let seen = seen.code();
            let _ = writeln!(
                text,
                "    if out.show {{\n        after!(out, {name:?}, &a{at});\n    }} else {{\n        {seen}\n    }}"
            );
        }
    }
    text.push_str("}\n");
    text
}
