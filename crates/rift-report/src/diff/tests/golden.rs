//! Golden files: `report.txt`, `verbose.txt` and `report.json` say what the report made by hand is to look like. With
//! RIFT_BLESS in the environment they are written anew.

use super::*;

fn check_golden(name: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diff/tests/golden").join(name);
    if std::env::var_os("RIFT_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap(), "{name}");
}

#[test]
fn the_text_is_as_in_the_golden_file() {
    let mut report = report();
    report.directory = Some("found here".into());
    check_golden("report.txt", &report.text(false));
    check_golden("verbose.txt", &report.text(true));
}

#[test]
fn the_json_is_as_in_the_golden_file_and_is_read_back() {
    let json = serde_json::to_string_pretty(&report()).unwrap() + "\n";
    check_golden("report.json", &json);
    assert_eq!(serde_json::from_str::<DiffReport>(&json).unwrap(), report());
}

#[test]
fn an_end_by_the_clock_and_errors_of_sanitizers_are_kept() {
    let mut difference = report().differences.remove(0);
    (difference.kind, difference.differs) = (SeenKind::Sanitizer, vec![Channel::Sanitizer]);
    difference.new.exit = Exit::Timeout(true);
    difference.new.sanitizer = Some(SanitizerError { kind: "heap-buffer-overflow".to_owned(), place: None, count: 1 });
    let json = serde_json::to_value(&difference).unwrap();
    assert_eq!(json["new"]["exit"], serde_json::json!({ "timeout": true }));
    assert_eq!(json["new"]["sanitizer"], serde_json::json!({ "kind": "heap-buffer-overflow" }));
    assert_eq!(json["old"]["sanitizer"], serde_json::Value::Null);
    assert_eq!(serde_json::from_value::<Difference>(json).unwrap(), difference);
    let text = DiffReport { differences: vec![difference.clone()], ..report() }.text(false);
    assert!(
        text.contains("    built with sanitizers:\n      - no such error\n      + heap-buffer-overflow\n"),
        "{text}"
    );
    let new = ExportedTest::new(&difference, Version::New);
    let obstacle = new.obstacle(Format::C).unwrap();
    assert!(obstacle.contains("only a sanitizer sees"), "{obstacle}");
    // A script can be given a build with sanitizers, and says how often that reports the error: never, in the old one.
    for (version, count) in [(Version::New, 1), (Version::Old, 0)] {
        let test = ExportedTest::new(&difference, version);
        assert_eq!((test.obstacle(Format::Sh), test.needs_sanitizers()), (None, true));
        assert!(matches!(test.case.expected.end, crate::End::Reports { count: got, .. } if got == count));
    }
}

#[test]
fn nothing_reaches_the_terminal_but_text() {
    let mut report = report();
    report.changes[0].summary = "a\u{1b}]0;x\u{7} in \u{202e}f".to_owned();
    report.differences[0].why[0].function = "g\u{9b}".to_owned();
    report.unsupported[0].what = "x\r".to_owned();
    let text = report.text(true);
    assert!(text.contains("a\\u{1b}]0;x\\u{7} in \\u{202e}f"), "{text}");
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
}

#[test]
fn bounds_are_always_said() {
    let none = DiffReport {
        verdict: Verdict::NoneFound,
        because: "not all of the stated inputs were tried".to_owned(),
        differences: vec![],
        ..report()
    };
    let text = none.text(false);
    assert!(text.ends_with(
        "no difference found: not all of the stated inputs were tried; 2 of 3 changes reached; 14 runs, 0.4 s\n"
    ));
    assert!(text.contains("  not all of it: the time was used up; 1,234 branches are still to be tried\n"), "{text}");
    let same = DiffReport { verdict: Verdict::Equal, because: "nothing changed".to_owned(), changes: vec![], ..none };
    assert!(same.text(false).ends_with("\nequal: nothing changed; 14 runs, 0.4 s\n"));
}

#[test]
fn other_documents_are_refused_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.json");
    let refused = |text: &str| {
        std::fs::write(&path, text).unwrap();
        DiffDirectory::read(dir.path()).unwrap_err().to_string()
    };
    assert!(refused("hello").contains("it is no report of rift"));
    assert!(refused(r#"{"schema":"rift.explore/1"}"#).contains(r#"its schema is "rift.explore/1""#));
    assert!(refused(r#"{"schema":"rift.report/1"}"#).contains("missing field"));
    let mut climbing = report();
    climbing.differences[0].id = "../x".to_owned();
    assert!(refused(&serde_json::to_string(&climbing).unwrap()).contains(r#""../x" is no name of a difference"#));
    assert!(DiffDirectory::read(&dir.path().join("absent")).unwrap_err().to_string().contains("absent"));
}

#[test]
fn many_changes_are_told_by_function_and_by_what_is_in_their_way() {
    let mut changes = Vec::new();
    for id in 0..200 {
        let status = [Status::NotReached, Status::NoneFound, Status::Equal, Status::Differs][id as usize % 4];
        let blocked = match status {
            Status::NotReached if id < 100 => Some("no run gets past calc.c:9".to_owned()),
            Status::NotReached => Some(format!("no run gets past calc.c:{id}")),
            _ => None,
        };
        let function = if id % 8 < 4 { "parse".to_owned() } else { format!("f{id}") };
        changes.push(ReportedChange { blocked, function, ..change(id, status, 10 + id) });
    }
    let mut differences = report().differences;
    differences[1].changes = (0..200).collect();
    let text = DiffReport { changes: changes.clone(), differences, ..report() }.text(false);
    let list: Vec<&str> = text.lines().skip_while(|line| *line != "changes:").skip(1).take(49).collect();
    assert_eq!(list[0], "  differs      /new/calc.c:13 to 205 in parse: 25 changes");
    assert_eq!(list[12], "  none found   /new/calc.c:11 to 203 in parse: 25 changes");
    assert_eq!(list[36], "  not reached  25 changes in parse, f4, f12, f20, .. (no run gets past calc.c:9)");
    let more = "14 differs, 14 none found, 14 equal, 14 not reached";
    assert_eq!(list[48], format!("  .. and 56 more changes in 1 file: {more} (--verbose lists them)"));
    // The explanation of the first difference speaks of line 12, which is in one change; of the second there is none.
    assert!(
        text.contains("and 197 more changes on the way, in parse, f4, f5, f6, .. (--verbose lists them)"),
        "{text}"
    );
    let verbose = DiffReport { changes, ..report() }.text(true);
    assert_eq!(verbose.lines().filter(|line| line.contains(" in parse: changed")).count(), 200 + 2);
}

#[test]
fn differences_that_look_alike_are_one_with_the_smallest_input() {
    let mut report = report();
    let mut larger = report.differences[0].clone();
    larger.input.stdin = "1000000\n".into();
    larger.similar = 7;
    report.differences.insert(0, larger);
    let smaller = report.differences[1].clone();
    report.fold();
    assert_eq!(report.differences.len(), 2);
    assert_eq!((&report.differences[0].id, report.differences[0].similar), (&smaller.id, 1 + 7 + smaller.similar));
    assert_eq!(report.differences[0].input, smaller.input);
}
