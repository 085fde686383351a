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
    for x in ["3", "7", "20"] {
        let way = versions.why(&input(&[x], ""));
        println!("{x}: {way:#?}");
    }
}
