//! Runs a harness on inputs of its entries, exports what was shown as tests, and lets `cargo test` say whether they
//! hold: the calls that are written for people must do what the harness did.

use rift_harness::{Entry, How, Literals, Package, Shown, write_harness};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Debug, Default)]
pub struct Exercised {
    pub returned: usize,
    pub panicked: usize,
    pub rejected: usize,
    pub other: usize,
    pub exported: usize,
    /// Names of exported tests that failed, and what cargo said.
    pub failed: Vec<String>,
    pub output: String,
}

/// Builds the program of a harness and returns it.
pub fn build(directory: &Path) -> PathBuf {
    let output = cargo(directory, &["build", "--quiet"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory.join("target/debug/harness")
}

fn cargo(directory: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(directory).args(arguments).env("CARGO_TARGET_DIR", directory.join("target"));
    command.output().expect("cargo runs")
}

/// One run: the exit code, standard output and standard error.
pub fn run(program: &Path, arguments: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, Vec<u8>) {
    let mut command = Command::new("timeout");
    command.arg("10").arg(program).args(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the harness can be started");
    // A program that ends early does not read its input.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    let output = child.wait_with_output().expect("the harness ends");
    (output.status.code(), output.stdout, output.stderr)
}

/// `directory` gets the harness and a package with the exported tests.
pub fn exercise(
    package: &Package,
    directory: &Path,
    entries: &[&Entry],
    literals: &Literals,
    seeds: usize,
) -> Exercised {
    let harness = directory.join("harness");
    write_harness(&harness, package, entries).expect("it can be written");
    let program = build(&harness);
    let mut result = Exercised::default();
    let mut tests = String::from("#![allow(warnings)]\n");
    for (number, entry) in entries.iter().enumerate() {
        for (round, seed) in entry.seeds(literals, seeds, usize::MAX).into_iter().enumerate() {
            let (exit, stdout, stderr) = run(&program, &[&number.to_string(), "show"], &seed);
            let shown = Shown::read(exit, &stdout, &stderr);
            match &shown {
                Shown::Returned { how, .. } => result.returned += usize::from(*how != How::Nothing),
                Shown::Panicked { .. } => result.panicked += 1,
                Shown::Rejected => result.rejected += 1,
                Shown::Other => {
                    result.other += 1;
                    result.output += &format!("{} ended with {exit:?} on {seed:?}\n", entry.path);
                }
            }
            if let Some(test) = entry.test(&seed, &shown, &format!("entry_{number}_{round}")) {
                tests += &format!("// {}\n{test}", entry.call(&seed).unwrap_or_default().replace(['\n', '\r'], " "));
                result.exported += 1;
            }
        }
    }
    let exported = directory.join("exported");
    std::fs::create_dir_all(exported.join("tests")).expect("a directory can be made");
    std::fs::create_dir_all(exported.join("src")).expect("a directory can be made");
    let manifest = std::fs::read_to_string(harness.join("Cargo.toml")).expect("it was written");
    std::fs::write(exported.join("Cargo.toml"), manifest).expect("a file can be written");
    std::fs::create_dir_all(exported.join(".cargo")).expect("a directory can be made");
    std::fs::copy(harness.join(".cargo/config.toml"), exported.join(".cargo/config.toml")).expect("it was written");
    std::fs::copy(harness.join("Cargo.lock"), exported.join("Cargo.lock")).expect("cargo made it");
    std::fs::write(exported.join("src/main.rs"), "fn main() {}\n").expect("a file can be written");
    std::fs::write(exported.join("tests/exported.rs"), tests).expect("a file can be written");
    let output = cargo(&exported, &["test", "--quiet", "--test", "exported"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let failed = text.lines().filter_map(|line| line.strip_prefix("---- ").and_then(|l| l.split(' ').next()));
    result.failed = failed.map(str::to_owned).collect();
    if !output.status.success() {
        if result.failed.is_empty() {
            result.failed.push("the exported tests do not compile".to_owned());
        }
        result.output += &text;
    }
    result
}
