//! Crates depend only on those above them in the order of docs/ARCHITECTURE.md: data flows down this list, and
//! nothing below is known above.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

const ORDER: [&str; 18] = [
    "rift-ir",
    "rift-numeric",
    "rift-deadline",
    "rift-ingest",
    "rift-harness",
    "rift-align",
    "rift-graph",
    "rift-expr",
    "rift-bitwuzla",
    "rift-solver",
    "rift-vm",
    "rift-env",
    "rift-trace",
    "rift-search",
    "rift-confirm",
    "rift-report",
    "rift-pipeline",
    "rift-cli",
];

fn metadata() -> Value {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version=1", "--no-deps", "--manifest-path"]).arg(manifest);
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo answers in JSON")
}

fn name(value: &Value) -> &str {
    value["name"].as_str().expect("everything in cargo's answer has a name")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn crates_depend_only_on_those_above_them() {
    let metadata = metadata();
    let layer = |name: &str| ORDER.iter().position(|one| *one == name);
    let mut seen = 0;
    for package in list(&metadata, "packages") {
        let path = package["manifest_path"].as_str().expect("a package has a manifest");
        if !path.contains("/crates/") {
            continue;
        }
        let user = layer(name(package)).unwrap_or_else(|| panic!("`{}` has no place in the order", name(package)));
        seen += 1;
        for dependency in list(package, "dependencies").iter().filter(|d| name(d).starts_with("rift-")) {
            let used = layer(name(dependency)).expect("it is one of the crates");
            assert!(used < user, "`{}` must not use `{}`", name(package), name(dependency));
        }
    }
    assert!(seen >= 5, "only {seen} crates were found");
}

#[test]
fn only_ingest_knows_llvm() {
    for package in list(&metadata(), "packages") {
        let knows = list(package, "dependencies").iter().any(|d| name(d) == "llvm-sys");
        assert!(!knows || name(package) == "rift-ingest", "`{}` depends on LLVM", name(package));
    }
}
