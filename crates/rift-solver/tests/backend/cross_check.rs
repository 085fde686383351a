//! Comparing verdicts with another solver.

use crate::random::{Random, term};
use crate::{Fixture, limits};
use rift_ir::IntPredicate;
use rift_solver::{Backend, Checked, Claim, CrossCheck, Findings, Solver, Stats, Verdict};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Asks 10 satisfiable and 10 unsatisfiable queries, of which every third is compared.
fn ask(settings: CrossCheck) -> (Findings, Stats) {
    let findings = Arc::new(Mutex::new(Findings::default()));
    let mut solver = Checked::new(Backend::in_thread(limits(20_000)), settings, Arc::clone(&findings));
    let mut fixture = Fixture::default();
    for value in 0..10 {
        let (is, next) = (fixture.byte_is(0, value), fixture.byte_is(0, value + 1));
        assert!(matches!(fixture.ask(&mut solver, &[], is), Verdict::Sat(_)));
        assert_eq!(fixture.ask(&mut solver, &[is], next), Verdict::Unsat);
    }
    let mut stats = Stats::default();
    solver.report(&mut stats);
    let findings = findings.lock().expect("no thread panicked").clone();
    (findings, stats)
}

/// A program that reads a script and answers like this.
fn fake(directory: &Path, answer: &str) -> PathBuf {
    let program = directory.join("fake-z3");
    // Written by another process: a file that this one has open may be open in the children of other tests, too, and
    // cannot be executed then.
    let text = format!("#!/bin/sh\ncat >/dev/null\n{answer}\n");
    let write = r#"printf %s "$1" >"$0" && chmod +x "$0""#;
    let status = Command::new("sh").args(["-c", write]).arg(&program).arg(text).status().expect("there is a shell");
    assert!(status.success());
    program
}

fn settings(directory: &Path, program: PathBuf) -> CrossCheck {
    CrossCheck { program, ..CrossCheck::new(3, directory.join("scripts")) }
}

#[test]
fn disagreements_are_counted_and_their_scripts_are_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = fake(directory.path(), "echo sat");
    let (findings, stats) = ask(settings(directory.path(), program));
    // Verdicts 1, 4, 7 .. 19 are compared: sat and unsat in turn.
    assert_eq!((findings.agreed, findings.undecided), (4, 0));
    assert_eq!(findings.disagreements.len(), 3);
    for disagreement in &findings.disagreements {
        assert_eq!(disagreement.ours, Claim::Unsat);
        let script = fs::read_to_string(disagreement.script.as_ref().expect("it was written")).expect("it is there");
        assert!(script.contains("(check-sat)"), "{script}");
    }
    let names: Vec<_> = stats.layers.iter().map(|layer| (layer.name, layer.asked)).collect();
    assert_eq!(names, [("cross-check", 7), ("bitwuzla", 20)]);
    assert!(findings.to_string().contains("4 verdicts agree, 3 disagree, 0 undecided"), "{findings}");
}

#[test]
fn a_second_solver_that_fails_changes_nothing() {
    for answer in ["echo unknown", "echo '(error \"line 1\")'; echo sat", "kill -SEGV $$", "exit 1", "exec sleep 100"] {
        let directory = tempfile::tempdir().expect("a directory");
        let program = fake(directory.path(), answer);
        let settings = CrossCheck { time: Duration::from_millis(200), ..settings(directory.path(), program) };
        let begin = Instant::now();
        let (findings, _) = ask(settings);
        assert_eq!((findings.agreed, findings.undecided), (0, 7), "{answer}");
        assert_eq!((findings.disagreements.len(), findings.unavailable), (0, None), "{answer}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{answer} took {:?}", begin.elapsed());
    }
}

#[test]
fn an_absent_second_solver_is_said_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let (findings, _) = ask(settings(directory.path(), directory.path().join("z3")));
    assert_eq!((findings.agreed, findings.undecided, findings.disagreements.len()), (0, 0, 0));
    assert_eq!(findings.to_string().matches("no second solver").count(), 1, "{findings}");
}

/// Compares with the Z3 of this machine, if it has one; else all there is to see is that it says so.
#[test]
fn random_queries_agree_with_z3() {
    let directory = tempfile::tempdir().expect("a directory");
    let findings = Arc::new(Mutex::new(Findings::default()));
    let settings = CrossCheck { time: Duration::from_secs(2), ..CrossCheck::new(1, directory.path()) };
    let mut solver = Checked::new(Backend::in_thread(limits(500)), settings, Arc::clone(&findings));
    for seed in 0..60 {
        let mut fixture = Fixture::default();
        solver.forget();
        let mut random = Random(2_000_000 + seed);
        let mut goals = [0; 2].map(|_| {
            let a = term(&mut random, &mut fixture.terms, 4, 16, 2);
            let b = term(&mut random, &mut fixture.terms, 4, 16, 1);
            fixture.terms.compare(random.pick(&[IntPredicate::Eq, IntPredicate::Slt]), a, b)
        });
        goals.sort_unstable();
        fixture.ask(&mut solver, &goals[..1], goals[1]);
    }
    let findings = findings.lock().expect("no thread panicked").clone();
    assert_eq!(findings.disagreements, [], "{findings}");
    assert_eq!(findings.unavailable.is_none(), findings.agreed >= 40, "{findings}");
}
