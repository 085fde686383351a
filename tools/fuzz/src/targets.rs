//! The targets.

use crate::modules::{damaged_bytes, verify_and_run};
use crate::random::Random;
use rift_env::{Config, KEPT_SYMBOLS, World};
use rift_ingest::{Bitcode, LinkOptions, ingest_isolated};
use rift_ir::Version;
use rift_pipeline::{Word, words};
use rift_report::diff::{ExportedTest, Format, exported};
use rift_report::{Origin, State, TestCase};

/// A reader and its name.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Mutations of the corpus that a bounded run tries: fewer where one takes longer.
    pub mutations: u64,
}

const fn target_of(name: &'static str, run: fn(&[u8]), mutations: u64) -> Target {
    Target { name, run, mutations }
}

pub const TARGETS: [Target; 15] = [
    target_of("textual_ir", textual_ir, 40_000),
    target_of("module", module, 40_000),
    target_of("bitcode", bitcode, 400),
    target_of("elf", elf, 100_000),
    target_of("embedded", embedded, 100_000),
    target_of("dependencies", dependencies, 50_000),
    target_of("response_file", response_file, 2000),
    target_of("rustdoc_json", rustdoc_json, 10_000),
    target_of("rust_source", rust_source, 3000),
    target_of("test_case", test_case, 100_000),
    target_of("report", report, 30_000),
    target_of("origin", origin, 50_000),
    target_of("saved_state", saved_state, 100_000),
    target_of("diff_state", diff_state, 100_000),
    target_of("test_lines", test_lines, 50_000),
];

pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// rift's own textual form. What is accepted reads the same after it was printed.
pub fn textual_ir(bytes: &[u8]) {
    let Ok(module) = rift_ir::parse(&text(bytes)) else { return };
    if rift_ir::verify(&module).is_ok() {
        let printed = rift_ir::print(&module);
        let again = rift_ir::parse(&printed).expect("what was printed is read back");
        assert_eq!(printed, rift_ir::print(&again), "printed, read and printed again");
    }
    let _ = verify_and_run(module);
}

/// A module as the cache has it: rift's textual form, a NUL byte, and what decides the damage that is done to the
/// module's serialised form. So the corpus outlives changes of that form.
pub fn module(bytes: &[u8]) {
    let (source, seed) = match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    let Ok(module) = rift_ir::parse(&text(source)) else { return };
    let Ok(whole) = postcard::to_stdvec(&module) else { return };
    let seed = seed.iter().fold(0u64, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(*byte) + 1));
    let mut random = Random::new(seed);
    for _ in 0..4 {
        if let Ok(damaged) = postcard::from_bytes(&damaged_bytes(&whole, &mut random)) {
            let _ = verify_and_run(damaged);
        }
    }
}

/// Bitcode and LLVM's text, by libLLVM in a child process.
pub fn bitcode(bytes: &[u8]) {
    let input = [Bitcode { name: "input".to_owned(), bytes: bytes.to_vec() }];
    if let Ok(module) = ingest_isolated(&input, &LinkOptions { keep: &KEPT_SYMBOLS, ..LinkOptions::default() }) {
        let _ = verify_and_run(module);
    }
}

/// What a build left behind.
pub fn elf(bytes: &[u8]) {
    rift_ingest::fuzzing::elf(bytes);
}

/// Objects, archives and programs that may hold bitcode.
pub fn embedded(bytes: &[u8]) {
    rift_ingest::fuzzing::embedded(bytes);
}

/// Dependency files.
pub fn dependencies(bytes: &[u8]) {
    rift_ingest::fuzzing::dependencies(bytes);
}

/// Response files of compilers.
pub fn response_file(bytes: &[u8]) {
    rift_ingest::fuzzing::response_file(bytes);
}

/// rustdoc's JSON, and what is planned to be called because of it.
pub fn rustdoc_json(bytes: &[u8]) {
    rift_harness::fuzzing::rustdoc_json(&text(bytes));
}

/// Rust sources.
pub fn rust_source(bytes: &[u8]) {
    rift_harness::fuzzing::rust_source(&text(bytes));
}

/// Tests of `rift explore`, as `rift replay` reads them. What is accepted reads the same after it was written.
pub fn test_case(bytes: &[u8]) {
    let Ok(case) = TestCase::parse(&text(bytes)) else { return };
    let mut written = Vec::new();
    case.write(&mut written, "");
    assert_eq!(TestCase::parse(&text(&written)).as_ref(), Ok(&case), "read, written and read again");
    let _ = World::new(case.input, Config::default());
}

/// Reports of `rift diff`, as `rift export` reads them, and the tests that are made of them.
pub fn report(bytes: &[u8]) {
    let Ok(report) = rift_report::diff::parse(bytes) else { return };
    let _ = (report.text(true), report.text(false));
    for version in [Version::Old, Version::New] {
        let tests: Vec<ExportedTest> =
            report.differences.iter().map(|difference| ExportedTest::new(difference, version)).collect();
        for format in [Format::Sh, Format::C, Format::Rust, Format::Corpus] {
            let possible: Vec<ExportedTest> =
                tests.iter().filter(|test| test.obstacle(format).is_none()).cloned().collect();
            for file in exported(&possible, format, None) {
                let is_inside = std::path::Path::new(&file.name)
                    .components()
                    .all(|part| matches!(part, std::path::Component::Normal(_)));
                assert!(is_inside, "a test would be written to {:?}", file.name);
            }
        }
    }
}

/// Where an exploration came from.
pub fn origin(bytes: &[u8]) {
    let _ = Origin::parse(bytes);
}

/// What a stopped exploration left to go on with.
pub fn saved_state(bytes: &[u8]) {
    let _ = State::parse(bytes);
}

/// What a stopped comparison left to go on with.
pub fn diff_state(bytes: &[u8]) {
    rift_pipeline::fuzzing::diff_state(bytes);
}

/// Files of `--tests`.
pub fn test_lines(bytes: &[u8]) {
    for line in text(bytes).lines() {
        if let Ok(words) = words(line) {
            let _ = words.iter().filter_map(Word::assignment).count();
        }
    }
}
