//! What `rift diff` reports can be seen again by anybody: by the script of each difference, as it stands in the report,
//! and by exported tests. What cannot be seen again is not reported.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const DIFFERENT: i32 = 1;

struct Answer {
    dir: TempDir,
    code: i32,
    text: String,
    report: Value,
}

/// Compares `OLD` with `NEW`, two files of these names.
#[track_caller]
fn diff(names: [&str; 2], old: &str, change: (&str, &str), options: &[&str]) -> Answer {
    assert!(old.contains(change.0), "{}", change.0);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(names[0]), old).unwrap();
    fs::write(dir.path().join(names[1]), old.replace(change.0, change.1)).unwrap();
    let arguments = [&["diff", names[0], names[1], "--first", "--out", "found"], options].concat();
    let (code, text) = run(rift().args(arguments).current_dir(dir.path()));
    let report = fs::read(dir.path().join("found/report.json")).map(|json| serde_json::from_slice(&json).unwrap());
    Answer { report: report.unwrap_or_else(|_| panic!("{text}")), dir, code, text }
}

fn rift() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
    command.env("RIFT_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    command
}

fn run(command: &mut Command) -> (i32, String) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
    (output.status.code().unwrap(), text)
}

impl Answer {
    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The commands that the report gives: what new did is expected.
    #[track_caller]
    fn replays(&self) {
        assert_eq!(self.code, DIFFERENT, "{}", self.text);
        let lines = self.text.lines().map(str::trim).filter(|line| line.starts_with("sh "));
        let commands: Vec<&str> = lines.take(2).collect();
        let [new, old] = commands[..] else { panic!("no way to replay it: {}", self.text) };
        for (command, code) in [(new, 0), (old, 1)] {
            let (status, said) = run(Command::new("sh").args(["-c", command]).current_dir("/"));
            assert_eq!(status, code, "{command}\n{said}");
        }
    }

    /// Exported tests of both versions: they tell the builds apart.
    #[track_caller]
    fn exports(&self, formats: &[&str]) {
        let build = |version: &str| self.report["builds"][version].as_str().unwrap().to_owned();
        for (expected, other) in [("new", "old"), ("old", "new")] {
            for format in formats {
                let to = self.path(&format!("{format}-{expected}"));
                let arguments = ["export", "found", "--format", format, "--expect", expected, "--to"];
                let (code, said) = run(rift().args(arguments).arg(&to).current_dir(self.dir.path()));
                assert_eq!(code, 0, "{said}");
                let compile: &[&str] = match *format {
                    "sh" => &[],
                    "c" => &["clang-22", "-o", "runner", "differences.c"],
                    _ => &["rustc", "--edition", "2021", "--test", "-o", "runner", "differences.rs"],
                };
                if let [compiler, flags @ ..] = compile {
                    let (code, said) = run(Command::new(compiler).args(flags).current_dir(&to));
                    assert_eq!((code, said.as_str()), (0, ""));
                }
                for (program, passes) in [(build(expected), true), (build(other), false)] {
                    let mut test = match *format {
                        "sh" => Command::new("sh"),
                        _ => Command::new(to.join("runner")),
                    };
                    if *format == "sh" {
                        test.arg("run-all.sh").arg(&program);
                    }
                    let (code, said) = run(test.env("PROGRAM", &program).env("RIFT_TIME_LIMIT", "2").current_dir(&to));
                    assert_eq!(code == 0, passes, "{format} for {expected} on {program}:\n{said}");
                }
            }
        }
    }

    /// Nothing is reported, for a reason that is said.
    #[track_caller]
    fn is_none_because(&self, reason: &str) {
        assert_eq!((self.code, &self.report["differences"]), (0, &json!([])), "{}", self.text);
        assert!(self.text.contains(reason), "{}", self.text);
    }
}

/// What keeps runs that do not end from taking long.
const SHORT: [&str; 7] = ["--args", "?1", "--steps-per-run", "100k", "--native-timeout", "1s", "--no-minimise"];

const ENDLESS: &str = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    int rest = 1;
    if (argc > 1 && argv[1][0] == 'x') {
        puts("begin");
        fflush(stdout);
        rest = 3;
    }
    while (rest > 0) rest--;
    return 0;
}
"#;

#[test]
fn a_program_that_does_not_end_has_tests() {
    let answer = diff(["old.c", "new.c"], ENDLESS, ("rest--;", "rest -= rest < 3;"), &SHORT);
    let difference = &answer.report["differences"][0];
    assert_eq!((&difference["kind"], &difference["new"]["exit"]), (&json!("hang"), &json!({ "timeout": true })));
    assert_eq!(difference["time_limit"], 1);
    answer.replays();
    // What expects an end waits for it ten seconds, scripts as they are told.
    answer.exports(&["sh", "c"]);
}

#[test]
fn a_program_that_writes_without_end_has_tests_that_fill_no_disk() {
    let change = ("while (rest > 0) rest--;", "while (rest > 2) puts(\"more\");");
    let answer = diff(["old.c", "new.c"], ENDLESS, change, &SHORT);
    assert_eq!(answer.report["differences"][0]["new"]["exit"], json!({ "timeout": true }));
    answer.replays();
    answer.exports(&["sh", "c", "rust"]);
    for file in ["found/report.json", "rust-new/differences.rs"] {
        let size = fs::metadata(answer.path(file)).unwrap().len();
        assert!(size < 200_000, "{file}: {size} bytes");
    }
}

/// A given file that stays, and one that is removed or changed.
#[test]
fn what_becomes_of_given_files_is_compared_by_tests() {
    let old = r#"
#include <stdio.h>
int main(void) {
    FILE *file = fopen("list", "r");
    int first = file ? fgetc(file) : EOF;
    if (first == 'r') remove("list");
    if (first == 'w') { file = fopen("list", "w"); fputs("done", file); fclose(file); }
    return 0;
}
"#;
    for (change, why) in [(("remove(\"list\");", ";"), "'r'"), (("first == 'w'", "first == 'v'"), "first == 'v'")] {
        let answer = diff(["old.c", "new.c"], old, change, &["--file", "list=1"]);
        assert_eq!(answer.report["differences"][0]["differs"], json!(["files"]));
        let steps = answer.report["differences"][0]["why"].as_array().unwrap();
        assert!(steps[0]["text"].as_str().unwrap().contains(why), "{steps:?}");
        answer.replays();
        answer.exports(&["sh"]);
    }
}

#[test]
fn what_a_sanitizer_sees_is_replayed_on_builds_with_sanitizers() {
    let old = r#"
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    size_t size = strlen(argv[1]);
    char *copy = malloc(size + 1);
    memcpy(copy, argv[1], size + 1);
    free(copy);
    return 0;
}
"#;
    let answer = diff(["old.c", "new.c"], old, ("malloc(size + 1)", "malloc(size)"), &["--args", "?2"]);
    assert_eq!(answer.report["differences"][0]["new"]["sanitizer"]["kind"], "heap-buffer-overflow");
    answer.replays();
    let (code, said) = run(rift().args(["export", "found"]).current_dir(answer.dir.path()));
    assert_eq!(code, 0, "{said}");
    // A plain build need not notice.
    let script = fs::read_dir(answer.path("found/export-sh/tests")).unwrap().next().unwrap().unwrap().path();
    let (code, said) = run(Command::new("sh").arg(script).arg(answer.report["builds"]["new"].as_str().unwrap()));
    assert!(code == 77 && said.contains("-fsanitize=address"), "{said}");
}

/// Two builds of one program that prints what it is called in the sources.
#[test]
fn names_of_the_two_files_are_no_difference() {
    let c = r#"
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
    assert(argc < 3);
    fprintf(stderr, "%s:%d\n", __FILE__, __LINE__);
    return argc * 2 == 5;
}
"#;
    let answer =
        diff(["first.c", "second.c"], c, ("argc * 2 == 5", "argc + argc == 5"), &["--args", "a", "--args", "a b"]);
    assert_eq!((answer.code, &answer.report["verdict"]), (0, &json!("equal")), "{}", answer.text);
    let rust = r#"
fn main() {
    let count = std::env::args().count();
    assert!(count < 3, "too many");
    std::process::exit((count * 2 == 5) as i32);
}
"#;
    let options = ["--args", "a", "--args", "a b"];
    let answer = diff(["first.rs", "second.rs"], rust, ("count * 2 == 5", "count + count == 5"), &options);
    assert_eq!((answer.code, &answer.report["differences"]), (0, &json!([])), "{}", answer.text);
    assert_eq!(answer.report["unconfirmed"], json!([]), "{}", answer.text);
}

#[test]
fn what_depends_on_the_date_on_addresses_or_on_the_directory_is_no_difference() {
    let date = r#"
#include <stdio.h>
#include <time.h>
int main(void) {
    time_t now = time(NULL);
    char text[32];
    strftime(text, sizeof text, "%Y-%m-%d", gmtime(&now));
    printf("today: %s\n", text);
    return 0;
}
"#;
    let answer = diff(["old.c", "new.c"], date, ("today: ", "Today: "), &[]);
    answer.is_none_because("does something else at another time");
    let address = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("at %p\n", malloc(1));
    return 0;
}
"#;
    let answer = diff(["old.c", "new.c"], address, ("at %p", "in %p"), &[]);
    answer.is_none_because("does not do the same twice");
    let directory = r#"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char name[256];
    printf("in %s\n", getcwd(name, sizeof name));
    return 0;
}
"#;
    let answer = diff(["old.c", "new.c"], directory, ("in %s", "at %s"), &[]);
    answer.is_none_because("tells the directory that it runs in");
}

#[test]
fn a_program_that_starts_processes_without_end_is_stopped() {
    let old = r#"
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 1; i++) getppid();
    return 0;
}
"#;
    let change = ("i < 1; i++) getppid();", "; ) if (fork() < 0) sleep(1);");
    let answer = diff(["old.c", "new.c"], old, change, &["--steps-per-run", "100k"]);
    assert_eq!(answer.code == DIFFERENT, answer.report["verdict"] == "different");
    // All users but root are held to the limit by the system, so that the program goes on with what it has.
    if answer.code != DIFFERENT {
        answer.is_none_because("starts too many processes");
    }
}
