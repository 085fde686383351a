//! What is said of a pair and of its changes, by what the search did.

use super::*;
use crate::usage::Usage;
use rift_align::{ChangeMap, align};
use rift_env::{Input, Part, Space};
use rift_ir::Module;
use rift_search::{Incomplete, Left, StopReason, Summary, Totals};
use std::time::Duration;

pub(super) struct Aligned {
    pub modules: Pair<Module>,
    pub map: ChangeMap,
}

/// Two versions of a function whose lines 3 and 4 are as given, in files of these names.
pub(super) fn aligned(files: Pair<&str>, lines: Pair<[&str; 2]>) -> Aligned {
    let module = |file: &str, lines: [&str; 2]| {
        let [third, fourth] = lines;
        let text = format!(
            "function exported @f(i32 a, i32 b) -> i32 {{\nstart:\n  x = {third} !\"{file}\":3:1\n  \
             y = {fourth} !\"{file}\":4:1\n  return i32 y !\"{file}\":5:1\n}}"
        );
        let module = rift_ir::parse(&text).unwrap();
        assert!(rift_ir::verify(&module).is_ok());
        module
    };
    let modules = Pair { old: module(files.old, lines.old), new: module(files.new, lines.new) };
    let map = align(modules.as_ref());
    Aligned { modules, map }
}

pub(super) fn summary(reached: &[u32]) -> Summary {
    Summary {
        stopped: StopReason::Finished,
        totals: Totals { runs: 4, runs_to_reach: 1, ..Totals::default() },
        incomplete: vec![],
        unsupported: vec![],
        coverage: Default::default(),
        other_coverage: Default::default(),
        reached: reached.iter().copied().collect(),
        layers: vec![],
        frontier: 0,
    }
}

pub(super) fn made(
    aligned: &Aligned,
    summary: &Summary,
    findings: &[Finding],
    candidates: &[Unconfirmed],
) -> DiffReport {
    let space = Space {
        argv: vec![Part::Fixed(b"f".to_vec()), Part::Symbolic { max: 2 }],
        env: vec![(b"E".to_vec(), Part::Fixed(b"1".to_vec()))],
        ..Space::default()
    };
    DiffReport::new(&DiffRun {
        given: Given::Inputs,
        sources: Pair { old: "a".to_owned(), new: "b".to_owned() },
        roots: Pair { old: root(), new: root() },
        entry: None,
        modules: aligned.modules.as_ref(),
        covered: Pair { old: Default::default(), new: Default::default() },
        map: &aligned.map,
        spaces: &[space],
        summary,
        findings,
        unconfirmed: candidates,
        strategy: "auto".to_owned(),
        sandbox: "plain".to_owned(),
        phases: Phases::default(),
        usage: Usage { cpu: Duration::from_secs(1), peak_memory: 1 },
        elapsed: Duration::from_secs(2),
    })
}

fn root() -> Root {
    Root::directory(std::path::Path::new("/src"), std::path::Path::new("/"))
}

const FILES: Pair<&str> = Pair { old: "/src/a.c", new: "/src/a.c" };
const LINES: [&str; 2] = ["add i32 a, b", "mul i32 x, 3"];

fn changed() -> Aligned {
    let aligned = aligned(FILES, Pair { old: LINES, new: ["sub i32 a, b", "mul i32 x, 3"] });
    assert_eq!(aligned.map.changes.len(), 1);
    aligned
}

#[test]
fn versions_without_a_change_are_equal() {
    let same = aligned(FILES, Pair { old: LINES, new: LINES });
    let report = made(&same, &Summary { stopped: StopReason::Time, ..summary(&[]) }, &[], &[]);
    assert_eq!(report.verdict(), Verdict::Equal);
    assert!(report.because.starts_with("nothing that is executed changed"), "{}", report.because);
}

#[test]
fn equal_is_said_only_of_what_was_closed() {
    let changed = changed();
    let check = |summary: Summary, verdict: Verdict, status: Status| {
        let report = made(&changed, &summary, &[], &[]);
        assert_eq!((report.verdict(), report.changes[0].status), (verdict, status));
        report
    };
    let report = check(summary(&[0]), Verdict::Equal, Status::Equal);
    assert_eq!(report.because, "the solver shows that every stated input does the same in both versions");
    assert_eq!(report.bounds.spaces[0].argv, [PartData::Max(2)]);
    check(Summary { stopped: StopReason::Runs, ..summary(&[0]) }, Verdict::NoneFound, Status::NoneFound);
    let gap = vec![("system call fork".to_owned(), 1)];
    check(Summary { unsupported: gap, ..summary(&[0]) }, Verdict::NoneFound, Status::NoneFound);
    let left = Incomplete { version: 1, site: None, what: Left::Undecided, count: 2 };
    let report = check(Summary { incomplete: vec![left], ..summary(&[0]) }, Verdict::NoneFound, Status::NoneFound);
    assert_eq!((report.bounds.left_out[0].version, report.bounds.left_out[0].count), (Version::Old, 2));
}

#[test]
fn a_candidate_that_was_not_confirmed_forbids_to_say_equal() {
    let candidate = Unconfirmed {
        input: Input { argv: vec![b"f".to_vec(), b"x".to_vec()], ..Input::default() },
        reason: "both native builds do the same".to_owned(),
        predicted: Pair { old: "exit 0".to_owned(), new: "exit 1".to_owned() },
    };
    let report = made(&changed(), &summary(&[0]), &[], &[candidate]);
    assert_eq!((report.verdict(), report.changes[0].status), (Verdict::NoneFound, Status::NoneFound));
    assert_eq!(report.unconfirmed[0].input.argv, ["x".into()]);
}

#[test]
fn a_change_that_was_not_reached_says_why() {
    let changed = changed();
    let why = |summary: Summary| {
        let change = made(&changed, &summary, &[], &[]).changes.remove(0);
        assert_eq!(change.status, Status::NotReached);
        change.blocked.unwrap()
    };
    assert_eq!(why(summary(&[])), "no input as stated comes to it");
    assert_eq!(why(Summary { stopped: StopReason::Memory, ..summary(&[]) }), "the search ended before: memory");
    let gap = vec![("system call fork".to_owned(), 1)];
    assert!(why(Summary { unsupported: gap, ..summary(&[]) }).contains("fork"));
}

#[test]
fn changed_lines_are_shown_where_they_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = |version: &str, third: &str| {
        let path = dir.path().join(version).join("a.c");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("1\n2\n{third}\n4\n")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (old, new) = (file("old", "x = a + b;"), file("new", "x = a - b;"));
    let lines = Pair { old: LINES, new: ["sub i32 a, b", "mul i32 x, 3"] };
    let report = made(&aligned(Pair { old: &old, new: &new }, lines), &summary(&[0]), &[], &[]);
    let change = &report.changes[0];
    let text = |place: &Option<ChangedPlace>| place.as_ref().unwrap().text.clone();
    assert_eq!(
        (text(&change.old).unwrap(), text(&change.new).unwrap()),
        ("x = a + b;\n".into(), "x = a - b;\n".into())
    );
    assert_eq!((change.file.as_str(), change.line), (new.as_str(), 3));
    // Nothing is there.
    assert_eq!(text(&made(&changed(), &summary(&[0]), &[], &[]).changes[0].old), None);
}
