//! A library with one of everything, in two versions: what is called, what is not and why, and whether the calls that
//! are written down do what the harness did.

mod common;

use rift_harness::{
    Entry, Features, HarnessError, Limits, Literals, Package, Shared, Shown, Undriven, literals, prepare, read_api,
};
use rift_ingest::{BuildOptions, Guard};
use rift_ir::Pair;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

fn patient() -> BuildOptions {
    let guard = Guard { time: Duration::from_secs(600), interrupted: Arc::default() };
    BuildOptions { guard: Some(guard), ..BuildOptions::default() }
}

fn library(version: &str) -> Package {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library").join(version);
    Package::read(&root, Features::default()).expect("the library is a package")
}

/// Both harnesses, checked by the compiler.
fn prepared() -> (TempDir, Pair<PathBuf>, Shared) {
    let scratch = tempfile::tempdir().expect("a directory can be made");
    let directories = Pair { old: scratch.path().join("old"), new: scratch.path().join("new") };
    let packages = Pair { old: library("old"), new: library("new") };
    let paths = Pair { old: directories.old.as_path(), new: directories.new.as_path() };
    let shared = prepare(packages.as_ref(), paths, Limits::default(), &patient()).expect("both versions can be read");
    assert_eq!(shared.notes, ["`skip` of [package.metadata.rift] names `gone`, which is nothing public"]);
    (scratch, directories, shared)
}

fn number(shared: &Shared, path: &str) -> usize {
    let found = shared.entries.iter().position(|entry| entry.new.path == path);
    found.unwrap_or_else(|| panic!("`{path}` is not among {:#?}", paths(shared)))
}

fn paths(shared: &Shared) -> Vec<&str> {
    shared.entries.iter().map(|entry| entry.new.path.as_str()).collect()
}

fn reason<'a>(shared: &'a Shared, path: &str) -> &'a str {
    let found = shared.unmatched.iter().find(|one| one.path == path);
    &found.unwrap_or_else(|| panic!("`{path}` is not among {:#?}", shared.unmatched)).reason
}

/// One program for each version is built, and everything is asked of it: builds are what takes time.
#[test]
fn a_library_with_one_of_everything() {
    let (scratch, directories, shared) = prepared();
    what_is_called(&shared);
    what_is_not_called(&shared);
    what_is_not_to_be_called(&shared);
    the_program_does_what_it_says(&shared, &common::build(&directories.new));
    the_versions_differ(&shared, &directories);
    exported_tests_hold(&shared, &scratch.path().join("exercised"));
}

fn what_is_called(shared: &Shared) {
    for path in [
        "harnessed::shout",
        "harnessed::LIMIT",
        "harnessed::takes_text",
        "harnessed::generic_text",
        "harnessed::largest",
        "harnessed::letter",
        "harnessed::count",
        "harnessed::keep",
        "harnessed::sort",
        "harnessed::fill",
        "harnessed::letters",
        "harnessed::average",
        "harnessed::write_to",
        "harnessed::Colour::is_grey",
        "harnessed::Even::new",
        "harnessed::Even::half",
        "harnessed::Counter::sum",
        "harnessed::Pairs::first",
        "<harnessed::Point as Display>::to_string",
        "<harnessed::Point as Add>::add",
        "<harnessed::Point as FromStr>::from_str",
        "<harnessed::Colour as PartialOrd>::partial_cmp",
        "harnessed::values::buried",
        "<std::ops::RangeFrom<i32> as harnessed::values::Span<i32>>::width",
        "<harnessed::values::Address as PartialEq>::eq",
        "harnessed::values::reason",
    ] {
        number(shared, path);
    }
    // A renamed trait: its functions have the same names and inputs.
    let twice = &shared.entries[number(shared, "<str as harnessed::Doubled>::thrice")];
    assert_eq!(twice.old.path, "<str as harnessed::Twice>::thrice");
    let shout = &shared.entries[number(shared, "harnessed::shout")].new;
    assert_eq!(shout.source.as_ref().map(|(file, line)| (file.as_path(), *line)), Some((Path::new("src/lib.rs"), 5)));
}

fn what_is_not_called(shared: &Shared) {
    assert_eq!(reason(shared, "harnessed::dangerous"), "it is unsafe");
    assert_eq!(reason(shared, "harnessed::later"), "it is async");
    assert_eq!(reason(shared, "harnessed::pointer"), "parameter `_`: it takes a raw pointer");
    assert_eq!(reason(shared, "harnessed::made!"), "it is a macro");
    assert_eq!(reason(shared, "harnessed::only_new"), "only the new version has it");
    let refusal = "<harnessed::values::Refusal as Display>::to_string";
    assert!(reason(shared, refusal).contains("has no public constructor"));
    assert_eq!(reason(shared, "harnessed::divide"), "its parameters changed: they cannot be given the same data");
}

fn what_is_not_to_be_called(shared: &Shared) {
    let (marked, named) = ("its documentation says `rift: skip`", "`skip` of [package.metadata.rift] names `Quiet`");
    assert_eq!(reason(shared, "harnessed::left_out"), marked);
    assert_eq!(reason(shared, "harnessed::inner::hidden"), marked);
    assert_eq!(reason(shared, "<harnessed::Shy as Display>::to_string"), marked);
    assert_eq!(reason(shared, "harnessed::Quiet::is_loud"), named);
    assert_eq!(reason(shared, "<harnessed::Quiet as Display>::to_string"), named);
    // Whoever takes such a value is called all the same.
    number(shared, "harnessed::hears");
}

fn show(shared: &Shared, program: &Path, path: &str, input: &[u8]) -> (String, Shown) {
    let at = number(shared, path);
    let (exit, stdout, stderr) = common::run(program, &[&at.to_string(), "show"], input);
    (shared.entries[at].new.call(input).unwrap_or_default(), Shown::read(exit, &stdout, &stderr))
}

fn text(shown: &Shown) -> &str {
    match shown {
        Shown::Returned { text, .. } => text,
        other => panic!("{other:?}"),
    }
}

fn the_program_does_what_it_says(shared: &Shared, program: &Path) {
    let check = |path: &str, input: &[u8], call: &str, result: &str| {
        let (written, shown) = show(shared, program, path, input);
        assert_eq!((written.as_str(), text(&shown)), (call, result), "{path}");
    };
    check("harnessed::shout", b"\x03a\xc3\xa9", "harnessed::shout(\"aé\")", "\"AÉ\"");
    check("harnessed::sort", &[2, 9, 0, 0, 0, 1], "harnessed::sort(&mut vec![9, 1])", "(); numbers: [1, 9]");
    check("harnessed::letters", b"\x02ab", "harnessed::letters(\"ab\")", "['b', 'a']");
    check("harnessed::LIMIT", b"", "harnessed::LIMIT", "7");
    check("harnessed::Even::half", &[8], "harnessed::Even::new(8).unwrap().half()", "4");
    check("harnessed::Counter::sum", &[1, 5], "{ let mut it = harnessed::Counter::new(); it.add(5); it }.sum()", "5");
    check(
        "<harnessed::Point as Display>::to_string",
        &[1, 255],
        "harnessed::Point { x: 1, y: -1 }.to_string()",
        "\"(1|-1)\"",
    );
    check(
        "<harnessed::Point as Display>::fmt",
        &[1, 255],
        "format!(\"{:>16}\", harnessed::Point { x: 1, y: -1 })",
        "\"          (1|-1)\"",
    );
    check("harnessed::values::widest", &[1], "harnessed::values::widest((1usize..0usize))", "0");
    check("harnessed::values::replace", &[7], "harnessed::values::replace([7i32, 0i32, 0i32], 0i32)", "7");
    check("harnessed::values::Built::size", &[3], "harnessed::values::Builder { size: 3 }.build().size()", "3");
    check("harnessed::values::Name::length", b"\x02ab", "harnessed::values::Name::new(\"ab\").length()", "2");
    let voice = "(Box::new(harnessed::values::Loud) as Box<dyn harnessed::values::Voice>)";
    check("harnessed::values::say", &[], &format!("harnessed::values::say({voice})"), "\"LOUD\"");
    // What it borrows from lives on after the step.
    let filled = "match harnessed::values::Filler::new(&mut [0]) { mut it => { it.push(5); it } }.used()";
    check("harnessed::values::Filler::used", &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 5], filled, "1");
    // A constructor that refuses, and bytes that are no text, are no inputs. The constructor's refusal is a result.
    assert_eq!(show(shared, program, "harnessed::Even::half", &[7]).1, Shown::Rejected);
    check("harnessed::Even::new", &[7], "harnessed::Even::new(7)", "Err(Odd)");
    assert_eq!(show(shared, program, "harnessed::shout", b"\x01\xff"), (String::new(), Shown::Rejected));
    let (call, shown) = show(shared, program, "<harnessed::Point as Add>::add", &[127, 0, 127, 0]);
    let Shown::Panicked { message, place } = shown else { panic!("{call}: {shown:?}") };
    assert_eq!(message, "attempt to add with overflow");
    assert!(place.is_some_and(|place| place.contains("src/lib.rs:")));
    texts_are_accepted_as_the_standard_library_does(shared, program);
    let at = number(shared, "harnessed::histogram").to_string();
    let seen = || common::run(program, &[&at], b"\x08abcdefgh").1;
    assert_eq!(seen(), seen(), "the order in a hash map is not the library's behaviour");
}

/// Every beginning of a sequence, and what may follow it.
fn texts_are_accepted_as_the_standard_library_does(shared: &Shared, program: &Path) {
    let at = number(shared, "harnessed::shout").to_string();
    let edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    for lead in [0x41, 0x80, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff] {
        for second in edges {
            for tail in [&[0x80, 0x80][..], &[0x41, 0x80], &[0x80], &[]] {
                let text = [&[lead, second], tail].concat();
                let input = [&[text.len() as u8], text.as_slice()].concat();
                let (exit, ..) = common::run(program, &[&at], &input);
                assert_eq!(exit == Some(0), std::str::from_utf8(&text).is_ok(), "{text:x?}");
            }
        }
    }
}

fn the_versions_differ(shared: &Shared, directories: &Pair<PathBuf>) {
    let programs = Pair { old: common::build(&directories.old), new: common::build(&directories.new) };
    // That one of them can be printed in the new version is no difference.
    let at = number(shared, "harnessed::values::gain").to_string();
    let raw = programs.as_ref().map(|program| common::run(program, &[&at], b"\x02").1);
    assert_eq!(raw.old, raw.new);
    // Nor is it one that a receiver is not lent to be changed any more.
    let at = number(shared, "harnessed::values::Top::peek").to_string();
    let raw = programs.as_ref().map(|program| common::run(program, &[&at], b"\x02").1);
    assert_eq!(raw.old, raw.new);
    // Nor that a number has another width, as long as it is the same.
    for path in ["harnessed::values::third", "harnessed::values::thirds"] {
        let at = number(shared, path).to_string();
        let raw = |input: &[u8]| programs.as_ref().map(|program| common::run(program, &[&at], input).1);
        assert_eq!(raw(b"\x06").old, raw(b"\x06").new, "{path}");
        assert_ne!(raw(b"\x01").old, raw(b"\x01").new, "{path}");
    }
    let at = number(shared, "harnessed::takes_text").to_string();
    let raw = programs.map(|program| common::run(&program, &[&at], b"\x02\xc3\xa9").1);
    assert_eq!(raw.old, [2, 0, 0, 0, 0, 0, 0, 0, b'\n']);
    assert_eq!(raw.new, [1, 0, 0, 0, 0, 0, 0, 0, b'\n']);
}

fn exported_tests_hold(shared: &Shared, scratch: &Path) {
    let package = library("new");
    let entries: Vec<&Entry> = shared.entries.iter().map(|entry| &entry.new).collect();
    let result = common::exercise(&package, scratch, &entries, &literals(&package), 12);
    assert!(result.failed.is_empty(), "{}", result.output);
    assert!(result.exported > 3 * entries.len(), "{result:?}");
    assert!(result.panicked > 0 && result.rejected > 0 && result.other == 0, "{result:?}");
}

#[test]
fn what_is_no_library_is_refused_by_name() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let read = || Package::read(directory.path(), Features::default());
    let error = read().expect_err("it is empty").to_string();
    assert!(error.contains("has no Cargo.toml"), "{error}");
    std::fs::create_dir(directory.path().join("src")).expect("a directory can be made");
    std::fs::write(directory.path().join("src/main.rs"), "fn main() {}").expect("a file can be written");
    let manifest = directory.path().join("Cargo.toml");
    std::fs::write(&manifest, "[package]\nname = \"only-a-program\"\n[workspace]\n").expect("a file can be written");
    assert!(matches!(read(), Err(HarnessError::NoLibrary { name, .. }) if name == "only-a-program"));
    std::fs::write(&manifest, "[package\n").expect("a file can be written");
    assert!(matches!(read(), Err(HarnessError::Package { .. })));
}

#[test]
fn seeds_are_inputs() {
    let (_scratch, _, shared) = prepared();
    let literals = Literals { texts: vec!["a long text with é".to_owned(), "b".to_owned()], ..Literals::default() };
    for entry in &shared.entries {
        let seeds = entry.new.seeds(&literals, 20, usize::MAX);
        assert!(!seeds.is_empty());
        for seed in seeds {
            assert_eq!(seed.len(), entry.new.input_size());
            assert!(entry.new.call(&seed).is_some(), "{}: {seed:?}", entry.new.path);
        }
    }
}

#[test]
fn only_what_is_named_is_called_and_a_wrong_table_is_named() {
    let scratch = tempfile::tempdir().expect("a directory can be made");
    let root = scratch.path().join("package");
    std::fs::create_dir_all(root.join("src")).expect("a directory can be made");
    let source = "pub fn one(n: u8) -> u8 { n }\npub fn two(n: u8) -> u8 { n }\n";
    std::fs::write(root.join("src/lib.rs"), source).expect("a file can be written");
    let read = |table: &str| {
        let manifest = format!(
            "[package]\nname = \"some-name\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[workspace]\n\
             [package.metadata.rift]\n{table}\n"
        );
        std::fs::write(root.join("Cargo.toml"), manifest).expect("a file can be written");
        let package = Package::read(&root, Features::default()).expect("it is a package");
        read_api(&package, &scratch.path().join("scratch"), Limits::default(), &patient())
    };
    let api = read("only = [\"some_name::two\"]").expect("it can be read");
    let called: Vec<&str> = api.entries.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(called, ["some_name::two"]);
    let reason = "`only` of [package.metadata.rift] does not name it".to_owned();
    assert_eq!(api.undriven, [Undriven { path: "some_name::one".to_owned(), reason }]);
    let wrong = read("skips = []").expect_err("there is no such key").to_string();
    assert!(wrong.contains("Cargo.toml") && wrong.contains("`skips`"), "{wrong}");
}
