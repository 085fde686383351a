//! `rift explore` and `rift replay` as a user sees them: files, messages, exit codes.

#[path = "support/answer.rs"]
mod answer;
#[path = "support/place.rs"]
mod place;

use answer::Answer;
use place::Place;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Four paths without an argument or with one of a byte, one of them a fault, one an abort.
const WORD: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s WORD\n", argv[0]);
        return 2;
    }
    if (argv[1][0] == 'x') abort();
    if (argv[1][0] == 'y') return 10 / (argc - 2);
    puts("a word");
    return 0;
}
"#;

/// 2^N paths.
const BITS: &str = r#"
#include <stdio.h>
int main(void) {
    int bits = 0;
    for (int c; (c = getchar()) != EOF;) {
        bits <<= 1;
        if (c > 'm') bits |= 1;
    }
    printf("%d\n", bits);
    return 0;
}
"#;

impl Place {
    fn with(name: &str, text: &str) -> Place {
        let place = Place::new();
        place.file(name, text);
        place
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(arguments);
        self.prepared(command)
    }

    /// In the directory, with a cache that the tests share.
    fn prepared(&self, mut command: Command) -> Command {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        command.current_dir(self.dir.path()).env("RIFT_CACHE", cache).stdin(Stdio::null());
        command
    }

    fn rift(&self, arguments: &[&str]) -> Answer {
        Answer::of(self.command(arguments).output().unwrap())
    }

    fn summary(&self) -> Value {
        self.json("rift-out/summary.json")
    }

    /// The names of paths in a summary, sorted.
    fn paths(&self) -> Vec<String> {
        let tests = self.summary()["tests"].as_array().unwrap().clone();
        let mut paths: Vec<String> = tests.iter().map(|test| test["path"].as_str().unwrap().to_owned()).collect();
        paths.sort();
        paths
    }

    fn names(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

#[test]
fn every_path_gets_a_test_that_runs_anywhere() {
    let place = Place::with("word.c", WORD);
    let explored = place.rift(&["explore", "word.c", "--args", "", "--args", "?1", "--verify-native"]);
    explored.expect(0, &["4 paths: all there are", "fault division (1)", "native build: 4 as predicted, 0 different"]);
    assert_eq!(
        place.names("rift-out"),
        ["coverage.info", "lib.sh", "rift.json", "run-all.sh", "summary.json", "tests"]
    );
    assert_eq!(place.names("rift-out/tests"), ["000001.sh", "000002.sh", "000003.sh", "000004.sh"]);
    let tests = place.names("rift-out/tests");
    let texts: String =
        tests.iter().map(|name| fs::read_to_string(place.path("rift-out/tests").join(name)).unwrap()).collect();
    assert!(texts.contains("\nexpect fault 'division' 'word.c:10:38' 8\n"), "{texts}");
    // Once more by rift, from elsewhere: the program is remembered.
    let out = place.path("rift-out");
    let mut replay = place.command(&["replay", out.to_str().unwrap()]);
    Answer::of(replay.current_dir("/").output().unwrap()).expect(0, &["8 as expected, 0 different, 0 skipped"]);
    // Once more without rift.
    let compiled = Command::new("clang-22").args(["-o", "word", "word.c"]).current_dir(place.dir.path()).status();
    assert!(compiled.unwrap().success());
    let mut sh = Command::new("sh");
    sh.args(["rift-out/run-all.sh", "./word"]).current_dir(place.dir.path());
    Answer::of(sh.output().unwrap()).expect(0, &["4 as expected, 0 different, 0 skipped"]);
    place.rift(&["replay", "rift-out/tests/000001.sh", "--native", "word"]).expect(0, &["1 as expected"]);
}

#[test]
fn a_program_that_behaves_otherwise_is_told_apart() {
    let place = Place::with("word.c", WORD);
    place.rift(&["explore", "word.c", "--args", "?1", "-q"]).expect(0, &[]);
    place.file("other.c", &WORD.replace("a word", "some word"));
    let wanted = ["differs in the machine", "differs natively", "stdout, line 1: expected `a word`, got `some word`"];
    place.rift(&["replay", "rift-out", "--program", "other.c"]).expect(1, &wanted);
    place.rift(&["replay", "rift-out", "--program", "word.c", "--only", "machine"]).expect(0, &["3 as expected"]);
}

#[test]
fn the_summary_has_all_its_fields() {
    let place = Place::with("word.c", WORD);
    place.rift(&["explore", "word.c", "--args", "?1", "--json", "copy.json", "-q"]).expect(0, &[]);
    let summary = place.summary();
    assert_eq!(place.json("copy.json"), summary);
    assert_eq!(summary["schema"], "rift.explore/1");
    assert_eq!((&summary["exhausted"], &summary["stopped"]), (&Value::Bool(true), &Value::from("finished")));
    assert_eq!((&summary["paths"], &summary["frontier"]), (&Value::from(3), &Value::from(0)));
    for list in ["incomplete", "unsupported"] {
        assert_eq!(summary[list], Value::Array(vec![]), "{list}");
    }
    let test = &summary["tests"][0];
    assert_eq!(test["file"], "tests/000001.sh");
    assert!(test["path"].is_string() && test["end"].is_string() && test["new_coverage"].is_boolean(), "{test}");
    assert!(summary["coverage"]["edges"].as_u64() >= Some(4), "{summary}");
    let covered = &summary["coverage"]["files"][0];
    assert_eq!((&covered["lines"]["covered"], &covered["uncovered"]), (&Value::from(6), &serde_json::json!([6, 7])));
    let counters = ["runs", "instructions", "queries", "solver_queries", "memory_bytes", "outside", "duplicates"];
    assert!(counters.iter().all(|name| summary["stats"][name].is_u64()), "{summary}");
    for name in ["cpu_seconds", "wall_seconds", "solver_seconds"] {
        assert!(summary["stats"][name].is_f64(), "{name}: {summary}");
    }
    assert!(summary["stats"]["layers"].as_array().is_some_and(|layers| !layers.is_empty()));
}

#[test]
fn what_is_symbolic_is_inferred_and_said() {
    let place = Place::with("word.c", WORD);
    let stop = ["--budget", "20 runs"];
    place.rift(&[&["explore", "word.c"][..], &stop].concat()).expect(0, &["uses its arguments: 0 to 2", "--args"]);
    place.file("bits.c", BITS);
    place.rift(&[&["explore", "bits.c"][..], &stop].concat()).expect(0, &["reads standard input: up to 8", "--stdin"]);
    place.file("none.c", "int main(void) { return 7; }\n");
    place
        .rift(&["explore", "none.c"])
        .expect(0, &["neither arguments nor standard input", "1 path: all there are", "exit 7 (1)"]);
    let klee = "#include <klee/klee.h>\nint main(int argc, char **argv) { char c; klee_make_symbolic(&c, 1, \"c\"); \
                if (c == 7) return argc; return 0; }\n";
    place.file("klee.c", klee);
    let explored = place.rift(&["explore", "klee.c", "--verify-native"]);
    explored.expect(0, &["makes its own input symbolic", "2 paths: all there are", "2 as predicted"]);
}

#[test]
fn rust_programs_are_looked_at_too() {
    let place = Place::new();
    place.file("args.rs", "fn main() { if std::env::args().len() > 1 { std::process::exit(3) } }\n");
    place.rift(&["explore", "args.rs", "--budget", "20 runs"]).expect(0, &["uses its arguments", "exit 3"]);
    place.file(
        "stdin.rs",
        "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); assert!(s != \"a\"); }\n",
    );
    place.rift(&["explore", "stdin.rs", "--budget", "5 runs"]).expect(0, &["reads standard input"]);
}

#[test]
fn seeds_bring_their_shapes() {
    let place = Place::with("word.c", WORD);
    place.file("seeds", "# two\n./word\n./word ab\n");
    let explored = place.rift(&["explore", "word.c", "--tests", "seeds"]);
    explored.expect(0, &["a shape of the tests: --args '?2'", "4 paths: all there are"]);
    let explored = place.rift(&["explore", "word.c", "--tests", "seeds", "--args", "?2 ?1"]);
    explored.expect(0, &["the test in line 2 is of no shape that was given", "the test in line 3"]);
    // Several of one shape are one tree: no path is run twice.
    place.file("seeds", "./word a\n./word x\n./word y\n./word b\n");
    for jobs in ["1", "2"] {
        place.rift(&["explore", "word.c", "--tests", "seeds", "--jobs", jobs]).expect(0, &["3 paths: all there are"]);
        // The two words that go the same way are.
        assert_eq!(place.summary()["stats"]["duplicates"], 1);
    }
    place.file("seeds", "./word | sort\n");
    place.rift(&["explore", "word.c", "--tests", "seeds"]).expect(2, &["line 1", "`|`"]);
}

#[test]
fn files_can_be_limited() {
    let place = Place::with("word.c", WORD);
    let explore = ["explore", "word.c", "--args", "", "--args", "?1"];
    let limited = place.rift(&[&explore[..], &["--max-tests", "2"]].concat());
    limited.expect(0, &["4 paths: all there are", "2 tests, 2 more paths without one"]);
    assert_eq!(place.names("rift-out/tests").len(), 2);
    place.rift(&[&explore[..], &["--tests-for", "new-coverage"]].concat()).expect(0, &["4 paths: all there are"]);
    assert_eq!(place.summary()["tests_left_out"], 4 - place.names("rift-out/tests").len());
}

#[test]
fn bad_command_lines_leave_nothing_behind() {
    let place = Place::with("word.c", WORD);
    place.file("broken.c", "int main(void) { return undeclared; }\n");
    for (arguments, word) in [
        (&["explore"][..], "PROGRAM"),
        (&["explore", "missing.c"], "missing.c"),
        (&["explore", "broken.c"], "undeclared"),
        (&["explore", "word.c", "--args", "'open"], "'open"),
        (&["explore", "word.c", "--args", "?0"], "0 symbolic bytes"),
        (&["explore", "word.c", "--stdin", "no-such-file"], "no-such-file"),
        (&["explore", "word.c", "--file", "x"], "NAME=N"),
        (&["explore", "word.c", "--env", "x"], "K=?N"),
        (&["explore", "word.c", "--budget", "soon"], "soon"),
        (&["explore", "word.c", "--jobs", "0"], "--jobs"),
        (&["explore", "word.c", "--tests", "no-such-file"], "no-such-file"),
        (&["explore", "word.c", "--resume", "--args", "x"], "--args"),
        (&["explore", "--resume"], "rift-out"),
        (&["explore", "word.c", "--file", "/a/../b=2"], "not a plain path"),
        (&["replay", "word.c"], "not a test"),
        (&["replay", "no-such-dir"], "no-such-dir"),
        (&["replay", "."], "rift.json"),
    ] {
        place.rift(arguments).expect(2, &[word]);
        let left: Vec<String> = place.names(".").into_iter().filter(|name| name != "rift-out").collect();
        assert_eq!(left, ["broken.c", "word.c"], "{arguments:?}");
    }
}

#[test]
fn other_peoples_directories_are_respected() {
    let place = Place::with("word.c", WORD);
    fs::create_dir(place.path("rift-out")).unwrap();
    place.file("rift-out/thesis.txt", "years of work");
    place.rift(&["explore", "word.c", "--args", "?1"]).expect(2, &["rift-out", "not empty", "--force"]);
    assert_eq!(place.names("rift-out"), ["thesis.txt"]);
    place.rift(&["explore", "word.c", "--args", "?1", "--force"]).expect(0, &["3 paths"]);
    assert!(place.path("rift-out/thesis.txt").exists());
    // What rift made itself is made anew.
    place.rift(&["explore", "word.c", "--args", ""]).expect(0, &["1 path"]);
    assert_eq!(place.names("rift-out/tests").len(), 1);
    assert!(place.path("rift-out/thesis.txt").exists());
    place.file("a-file", "");
    place.rift(&["explore", "word.c", "--args", "", "--out", "a-file"]).expect(2, &["a-file"]);
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let place = Place::with("bits.c", BITS);
    place.rift(&["explore", "bits.c", "--stdin", "4"]).expect(0, &["31 paths: all there are"]);
    let all = place.paths();
    let stopped = place.rift(&["explore", "bits.c", "--stdin", "4", "--budget", "7 runs"]);
    stopped.expect(0, &["7 paths: stopped when the budget of runs was used up"]);
    assert_eq!(place.summary()["exhausted"], false);
    place.rift(&["explore", "--resume", "--budget", "5 runs", "--jobs", "2"]).expect(0, &["decisions to look at"]);
    place.rift(&["explore", "--resume"]).expect(0, &["31 paths: all there are"]);
    assert_eq!(place.paths(), all);
    assert_eq!(place.names("rift-out/tests").len(), 31);
    place.rift(&["explore", "--resume"]).expect(2, &["nothing to resume"]);
}

#[test]
fn another_program_is_not_resumed() {
    let place = Place::with("bits.c", BITS);
    place.rift(&["explore", "bits.c", "--stdin", "4", "--budget", "7 runs"]).expect(0, &[]);
    place.file("bits.c", &BITS.replace("'m'", "'n'"));
    place.rift(&["explore", "--resume"]).expect(2, &["is not the program", "without --resume"]);
    assert_eq!(place.names("rift-out/tests").len(), 7);
}

/// Waits for something that is about to happen.
fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what} does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_interrupt_leaves_everything_in_place() {
    let place = Place::with("bits.c", BITS);
    let mut command = place.command(&["explore", "bits.c", "--stdin", "40", "--jobs", "2"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("a test", || place.path("rift-out/tests/000100.sh").exists());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    Answer::of(child.wait_with_output().unwrap()).expect(130, &["interrupted", "decisions to look at"]);
    let summary = place.summary();
    assert_eq!(summary["stopped"], "interrupted");
    let tests = summary["tests"].as_array().unwrap().len();
    assert!(tests >= 100);
    assert_eq!(place.names("rift-out/tests").len(), tests);
    place.rift(&["replay", "rift-out", "--only", "machine"]).expect(0, &[&format!("{tests} as expected")]);
    place.rift(&["explore", "--resume", "--budget", "10 runs"]).expect(0, &["decisions to look at"]);
    assert!(place.names("rift-out/tests").len() > tests);
}

#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    // A limit on the size of files stands for the disk: one path prints more than fits.
    let place = Place::new();
    place.file(
        "long.c",
        "#include <stdio.h>\nint main(void) { int c = getchar(); if (c == 'x') for (int i = 0; i < 60000; i++) \
         putchar('y'); return c == 'z'; }\n",
    );
    place.rift(&["explore", "long.c", "--stdin", "1", "--budget", "1 runs", "-q"]).expect(0, &[]);
    let mut shell = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_rift"), "explore", "long.c", "--stdin", "1"]);
    let answer = Answer::of(place.prepared(shell).output().unwrap());
    answer.expect(2, &["the search was stopped: cannot write `", "/rift-out/tests/0000", "tests could not be written"]);
    let summary = place.summary();
    assert_eq!((&summary["stopped"], &summary["exhausted"]), (&Value::from("output"), &Value::Bool(false)));
    let tests = summary["tests"].as_array().unwrap();
    assert_eq!(place.names("rift-out/tests").len(), tests.len());
    place.rift(&["replay", "rift-out"]).expect(0, &["0 different"]);
    place.rift(&["explore", "--resume"]).expect(0, &["all there are"]);
}

#[test]
fn workers_side_by_side_find_the_same() {
    let place = Place::with("bits.c", BITS);
    place.rift(&["explore", "bits.c", "--stdin", "6", "-q"]).expect(0, &[]);
    let one = place.paths();
    place.rift(&["explore", "bits.c", "--stdin", "6", "--jobs", "3", "-q"]).expect(0, &[]);
    assert_eq!(place.paths(), one);
    assert_eq!(one.len(), 127);
}
