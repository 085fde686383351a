//! The programs of `subjects/`.

use crate::common::{Versions, input};
use std::path::Path;
use std::process::Command;

/// A subject with one of its changes.
fn subject(name: &str, change: &str) -> Versions {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(name);
    let old = std::fs::read_to_string(folder.join("program.c")).expect("the subject's program");
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{change}-patched"));
    let patch = folder.join("changes").join(format!("{change}.patch"));
    let mut command = Command::new("patch");
    command.args(["--silent", "-o"]).arg(&new).arg(folder.join("program.c")).arg(patch);
    assert!(command.status().expect("patch is installed").success());
    let new = std::fs::read_to_string(new).expect("a patched program");
    Versions::compiled(&format!("{name}-{change}"), &old, &new)
}

#[test]
fn figure_one_of_qi() {
    let versions = subject("papers-qi-fig1", "fig1");
    let by_the_branch = [
        "New main:21 changed: branch taken, was not",
        "New main:22 changed: only in new",
        "New main:31 written to standard output",
    ];
    assert_eq!(versions.why(&input(&["3"], "")), by_the_branch);
    for x in ["4", "20"] {
        let by_the_value = ["New main:22 changed: value 2, was 3", "New main:31 written to standard output"];
        assert_eq!(versions.why(&input(&[x], "")), by_the_value);
    }
    for x in ["0", "2", "21"] {
        assert_eq!(versions.why(&input(&[x], "")), Vec::<String>::new());
    }
}
