//! The programs of `subjects/`.

use crate::common::{Versions, input};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(name)
}

/// A subject with one of its changes.
fn subject(name: &str, change: &str) -> Versions {
    let folder = folder(name);
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

/// A change that can be seen, and an input that shows it.
#[derive(Default)]
struct Known {
    change: String,
    kind: String,
    args: Vec<String>,
    stdin: String,
    different: bool,
}

/// The changes of a subject, from the plain subset of TOML that `expect.toml` is written in.
fn known_changes(name: &str) -> Vec<Known> {
    let text = std::fs::read_to_string(folder(name).join("expect.toml")).expect("what is known of the subject");
    let mut known: Vec<Known> = Vec::new();
    for line in text.lines() {
        if let Some(change) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            known.push(Known { change: change.to_owned(), ..Known::default() });
        }
        let (Some(last), Some((key, value))) = (known.last_mut(), line.split_once(" = ")) else { continue };
        match key {
            "different" => last.different = value == "true",
            "kind" => last.kind = strings(value).concat(),
            "argv" => last.args = strings(value),
            "stdin" => last.stdin = strings(value).concat(),
            _ => {}
        }
    }
    known.retain(|one| one.different);
    known
}

/// The quoted strings of a line.
fn strings(text: &str) -> Vec<String> {
    let (mut found, mut current) = (Vec::new(), None::<String>);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (&mut current, character) {
            (None, '"') => current = Some(String::new()),
            (Some(_), '"') => found.extend(current.take()),
            (Some(string), '\\') => string.push(match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            }),
            (Some(string), other) => string.push(other),
            (None, _) => {}
        }
    }
    found
}

/// The lines of old and new that a patch shows.
fn hunks(name: &str, change: &str) -> Vec<[Range<u32>; 2]> {
    let patch = folder(name).join("changes").join(format!("{change}.patch"));
    let text = std::fs::read_to_string(patch).expect("a patch");
    let range = |part: &str| {
        let mut numbers = part[1..].split(',').map(|number| number.parse::<u32>().expect("a number"));
        let first = numbers.next().expect("a line");
        first..first + numbers.next().unwrap_or(1)
    };
    let headers = text.lines().filter_map(|line| line.strip_prefix("@@ ")?.split_once(" @@"));
    let ranges = headers.map(|(ranges, _)| ranges.split_once(' ').expect("two ranges"));
    ranges.map(|(old, new)| [range(old), range(new)]).collect()
}

#[test]
fn ways_begin_where_the_patch_is() {
    let subjects = ["collision", "replacer", "lexer", "statistics", "scheduler", "deep", "papers-testme"];
    for name in subjects {
        // A few of each: every version is built.
        for known in known_changes(name).iter().step_by(5) {
            let args: Vec<&str> = known.args.iter().map(String::as_str).collect();
            let way = subject(name, &known.change).why(&input(&args, &known.stdin));
            let what = || format!("{name} {}: {way:#?}", known.change);
            let (Some(first), Some(last)) = (way.first(), way.last()) else { panic!("{}", what()) };
            assert!(first.contains(" changed"), "{}", what());
            assert!(last.contains("written to") || last.contains("exit status"), "{}", what());
            let (version, rest) = first.split_once(' ').expect("a version");
            let line = rest.split_once(':').and_then(|(_, rest)| rest.split_once(' ')).map(|(line, _)| line.parse());
            let line: u32 = line.expect("a line").expect("a number");
            let is_shown = hunks(name, &known.change).iter().any(|[old, new]| match version {
                "Old" => old.contains(&line),
                _ => new.contains(&line),
            });
            // What a macro or a table says takes effect wherever it is used.
            let is_used_elsewhere = matches!(known.kind.as_str(), "macro" | "initialiser" | "array-bound");
            assert!(is_shown || is_used_elsewhere, "{}", what());
        }
    }
}
