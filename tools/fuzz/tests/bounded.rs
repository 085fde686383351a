//! Everything of unknown origin that rift reads, over the corpus and mutations of it: no panic, no hang, no memory
//! without bound. `./x fuzz` goes on for as long as one likes.

use rift_fuzz::{TARGETS, bounded};
use std::path::Path;

#[test]
fn no_target_fails_on_its_corpus_and_its_mutations() {
    let program = Path::new(env!("CARGO_BIN_EXE_rift-fuzz"));
    let check = |target| bounded::check(program, target, 0, target.mutations).err();
    let failures: Vec<String> = TARGETS.iter().filter_map(check).map(|error| format!("{error:#}")).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_target_has_a_fuzz_target_for_libfuzzer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut expected: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_target_that_fails_is_named() {
    let error = bounded::check(Path::new("/bin/false"), &TARGETS[0], 0, 0).unwrap_err().to_string();
    assert!(error.starts_with("textual_ir: it failed"), "{error}");
}
