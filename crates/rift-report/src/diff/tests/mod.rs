//! Reports made by hand against golden files, and reports and tests of real native builds.

mod golden;
mod native;
mod verdicts;

use super::*;
use rift_ir::{Pair, Version};

fn observed(stdout: &str, exit: Exit) -> Observed {
    Observed {
        stdout: stdout.into(),
        stderr: Bytes::default(),
        exit,
        files: DifferenceFiles::default(),
        sanitizer: None,
    }
}

fn input(argv: &[&str], stdin: &[u8]) -> InputData {
    InputData {
        program: Some("calc".into()),
        argv: argv.iter().map(|argument| (*argument).into()).collect(),
        stdin: stdin.into(),
        files: Default::default(),
        env: Variables::default(),
        params: vec![],
    }
}

fn place(file: &str, line: u32, text: Option<&str>) -> Option<ChangedPlace> {
    Some(ChangedPlace {
        file: file.to_owned(),
        line,
        last_line: line,
        function: "parse".to_owned(),
        text: text.map(str::to_owned),
    })
}

fn change(id: u32, status: Status, line: u32) -> ReportedChange {
    ReportedChange {
        id,
        file: "/new/calc.c".to_owned(),
        line,
        function: "parse".to_owned(),
        kind: "changed".to_owned(),
        summary: format!("calc.c:{line} in parse: changed"),
        status,
        blocked: None,
        old: place("/old/calc.c", line, Some("    if (n > 10)\n")),
        new: place("/new/calc.c", line, Some("    if (n >= 10)\n")),
    }
}

/// Two differences in one of three changes.
fn report() -> DiffReport {
    let first = Difference {
        id: "1b2c3d4e5f".to_owned(),
        found_as: vec![],
        kind: SeenKind::Exit,
        differs: vec![Channel::Exit, Channel::Stdout],
        input: input(&["-v", "it's"], b"10\n"),
        old: observed("reading\nlow\n", Exit::Code(0)),
        new: observed("reading\nhigh\n", Exit::Code(1)),
        changes: vec![0],
        why: vec![Step {
            version: Version::New,
            file: "calc.c".to_owned(),
            line: 12,
            function: "parse".to_owned(),
            what: "the branch goes the other way".to_owned(),
            text: Some("if (n >= 10)".to_owned()),
        }],
        uninitialised: vec![],
        similar: 3,
        everywhere: true,
        runs: 5,
        time_limit: None,
        sanitized: None,
        call: None,
    };
    let mut second = Difference {
        id: "a0a0a0a0a0".to_owned(),
        found_as: vec![],
        kind: SeenKind::Crash,
        differs: vec![Channel::Exit, Channel::Stderr, Channel::Files],
        input: InputData {
            files: [("in/x".to_owned(), Bytes(vec![0xff]))].into(),
            env: Variables(vec![(b"MODE".to_vec(), b"fast".to_vec())]),
            params: vec![Parameter { name: "n".to_owned(), bytes: Bytes(vec![255, 255, 255, 255]) }],
            ..input(&[], b"")
        },
        old: observed("", Exit::Code(0)),
        new: observed("", Exit::Signal(11)),
        changes: vec![0],
        why: vec![],
        uninitialised: vec![],
        similar: 0,
        everywhere: false,
        runs: 9,
        time_limit: None,
        sanitized: None,
        call: None,
    };
    second.new.stderr = "\u{1b}[31mbad\n".into();
    second.old.files.written.insert("out".to_owned(), "done\n".into());
    second.new.files.removed.insert("in/x".to_owned());
    DiffReport {
        schema: "rift.report/1".to_owned(),
        verdict: Verdict::Different,
        because: "the native builds behave differently".to_owned(),
        complete: true,
        sources: Pair { old: "old/calc.c".to_owned(), new: "new/calc.c".to_owned() },
        builds: Some(Pair { old: "/build/old".to_owned(), new: "/build/new".to_owned() }),
        strategy: "auto".to_owned(),
        sandbox: "bubblewrap".to_owned(),
        differences: vec![first, second],
        changes: vec![
            change(0, Status::Differs, 12),
            change(1, Status::NoneFound, 30),
            ReportedChange {
                blocked: Some("the search ended before: time".to_owned()),
                ..change(2, Status::NotReached, 40)
            },
        ],
        unfinished: 0,
        unconfirmed: vec![UnconfirmedCandidate {
            input: input(&["x"], b""),
            reason: "both native builds do the same".to_owned(),
            predicted: Pair { old: "exit 0".to_owned(), new: "exit 1".to_owned() },
        }],
        unsupported: vec![Gap { what: "system call fork".to_owned(), count: 2 }],
        bounds: Bounds {
            assumed: None,
            spaces: vec![SpaceData {
                words: "--args '?4' --stdin 8".to_owned(),
                argv: vec![PartData::Max(4)],
                stdin: Some(PartData::Max(8)),
                files: [("in".to_owned(), PartData::Fixed("abc".into()))].into(),
                env: Default::default(),
            }],
            exhausted: false,
            stopped: "time".to_owned(),
            frontier: 1234,
            left_out: vec![LeftOut {
                version: Version::New,
                position: "/new/calc.c:3:5".to_owned(),
                function: "main".to_owned(),
                kind: "size".to_owned(),
                reason: "not every size of a copy or an allocation was tried".to_owned(),
                count: 1,
            }],
        },
        entries: vec![],
        not_called: vec![],
        stats: Stats {
            runs: 14,
            runs_to_reach: Some(2),
            runs_to_infect: Some(2),
            runs_to_differ: Some(5),
            paths: 12,
            untouched: 7,
            queries: 100,
            solver_queries: 3,
            solver_work: 4567,
            solver_unreproducible: 0,
            cpu_seconds: 0.5,
            search_cpu_seconds: 0.25,
            tactics: [("by-change".to_owned(), 3456)].into(),
            seconds: Seconds { build: 0.125, align: 0.25, search: 0.0625, confirm: 0.03125, total: 0.4375 },
            instructions: 123456,
            memory: 7 << 20,
        },
        directory: None,
    }
}
