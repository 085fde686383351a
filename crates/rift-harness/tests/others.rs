//! Values that the library itself does not make: of another library's types, or only part of what a call returns.

use rift_harness::{Entry, Features, Limits, Package, Shared, prepare};
use rift_ingest::{BuildOptions, Guard};
use rift_ir::Pair;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn shared() -> Shared {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/others/library");
    let package = Package::read(&root, Features::default()).expect("the library is a package");
    let scratch = tempfile::tempdir().expect("a directory can be made");
    let directories = Pair { old: scratch.path().join("old"), new: scratch.path().join("new") };
    let paths = Pair { old: directories.old.as_path(), new: directories.new.as_path() };
    let guard = Guard { time: Duration::from_secs(600), interrupted: Arc::default() };
    let options = BuildOptions { guard: Some(guard), ..BuildOptions::default() };
    prepare(Pair { old: &package, new: &package }, paths, Limits::default(), &options).expect("it can be read")
}

/// All of these passed the compiler: `prepare` takes out what does not.
#[test]
fn values_come_from_other_libraries_and_from_calls() {
    let shared = shared();
    let entry = |path: &str| -> &Entry {
        let found = shared.entries.iter().find(|entry| entry.new.path == path);
        &found.unwrap_or_else(|| panic!("`{path}` is not called: {:#?}", shared.unmatched)).new
    };
    let call = |path: &str, bytes: &[u8]| entry(path).call(bytes).expect("it is an input");
    // By the name that users have for it, not by where it is defined; not by what is deprecated or says less.
    let day = [0xe4, 0x07, 0, 0, 2, 29];
    assert_eq!(call("neighbour::year", &day), "neighbour::year(calendar::Day::from_ymd(2020, 2, 29).unwrap())");
    assert_eq!(call("neighbour::leap", &day), "neighbour::leap(&calendar::Day::from_ymd(2020, 2, 29).unwrap())");
    let quarter = "neighbour::quarter(calendar::Day::from_ymd(2020i32, 2u8, 29u8).unwrap())";
    assert_eq!(call("neighbour::quarter", &day), quarter);
    assert_eq!(call("neighbour::norm", &[1]), "neighbour::norm(calendar::Point { x: 1, y: 0 })");
    entry("<calendar::Point as Add<neighbour::Sum>>::add");
    let word = "neighbour::words(\"a\").into_iter().next().unwrap().length()";
    assert_eq!(call("neighbour::Word::length", &[1, b'a']), word);
    let part = "neighbour::parts(b\"a\").into_iter().flatten().next().unwrap().value()";
    assert_eq!(call("neighbour::Part::value", &[1, b'a']), part);
    let counted = "<u8 as neighbour::Count>::counted(7).to_string()";
    assert_eq!(call("<neighbour::Counted as Display>::to_string", &[7]), counted);
    entry("<neighbour::Counted as LowerHex>::fmt");
    entry("neighbour::each");
    entry("neighbour::sections");
    entry("neighbour::Sink::feed");
    assert_eq!(call("neighbour::is_name", &[1, b'a']), "neighbour::is_name(\"a\")");
    entry("<neighbour::Weight as Sum<&neighbour::Weight>>::sum");
    // A switch is set on a value with something in it.
    let mut loud = vec![1, 1, 1, b'a'];
    loud.resize(2 + 1 + 16, 0);
    loud.push(1);
    let value = "{ let mut it = neighbour::Writer::new(); it.add(\"a\"); it.set_loud(true); it }";
    assert_eq!(call("neighbour::Writer::written", &loud), format!("{value}.written()"));
    let quiet = "{ let mut it = neighbour::Writer::new(); it.add(\"a\"); it }.written()";
    assert_eq!(call("neighbour::Writer::written", &[0, 1, 1, b'a']), quiet);
    assert_eq!(shared.others.iter().map(|one| one.line().contains("calendar")).collect::<Vec<_>>(), [true]);
}
