//! `rift diff` as a user sees it: what it says, what it writes, how it exits. Where a difference is reported, plain
//! builds by clang are the judges.

#[path = "support/answer.rs"]
mod answer;
#[path = "support/git.rs"]
mod git;
#[path = "support/place.rs"]
mod place;

use answer::Answer;
use git::git;
use place::Place;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;
const UNDECIDED: i32 = 3;
const INTERRUPTED: i32 = 130;

/// More than ten, or ten and more.
const COUNT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int n = atoi(argv[1]);
    if (n > 10)
        puts("many");
    else
        puts("few");
    return 0;
}
"#;
const COUNT_CHANGE: (&str, &str) = ("n > 10", "n >= 10");

/// The hash is computed always, and shown on demand only.
const HASH: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 3) return 2;
    unsigned sum = 0;
    for (const char *at = argv[2]; *at; at++) sum = sum * 31 + (unsigned char)*at;
    if (strcmp(argv[1], "--hash") == 0) printf("%u\n", sum);
    else if (strcmp(argv[1], "--size") == 0) printf("%zu\n", strlen(argv[2]));
    return 0;
}
"#;
const HASH_CHANGE: (&str, &str) = ("sum * 31", "sum * 33");

/// Commands in lines: `1 N` puts N aside, `2 N` takes the N-th out again, `3` tells what is left.
const LINES: &str = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    int kept[8], count = 0, command, number;
    while (fgets(line, sizeof line, stdin)) {
        number = -1;
        if (sscanf(line, "%d %d", &command, &number) < 1) continue;
        if (command == 1 && count < 8) kept[count++] = number;
        if (command == 2 && number > 0 && number <= count) {
            memmove(kept + number - 1, kept + number, (count - number) * sizeof *kept);
            count--;
        }
        if (command == 3)
            for (int i = 0; i < count; i++) printf("%d\n", kept[i]);
    }
    return 0;
}
"#;
const LINES_CHANGE: (&str, &str) = ("count < 8", "count < 2");

/// How far numbers are from what was expected of them, with a constant that matters for few of them.
const MEAN: &str = r#"
#include <stdio.h>
int main(void) {
    double sum = 0, away = 0;
    int n[4], count = 0, c;
    while (count < 4 && (c = getchar()) >= '0' && c <= '9') n[count++] = c - '0';
    for (int i = 0; i < count; i++) sum += n[i];
    for (int i = 0; i < count; i++) {
        double one = (n[i] - sum / count) * (n[i] - sum / count) / (sum + 1);
        if (one > 0) away += one;
    }
    printf("%.2f %.2f\n", sum / (count + 1), away);
    puts(away > 3.84 ? "far" : "near");
    return 0;
}
"#;
const MEAN_CHANGE: (&str, &str) = ("3.84", "3.48");

impl Place {
    /// `old.c`, and `new.c` with the changes made.
    #[track_caller]
    fn pair(old: &str, changes: &[(&str, &str)]) -> Place {
        let place = Place::new();
        place.file("old.c", old);
        place.file("new.c", &changed(old, changes));
        place
    }

    /// In the directory, with a cache that the tests share.
    fn command(&self, arguments: &[&str]) -> Command {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(arguments).current_dir(self.dir.path()).env("RIFT_CACHE", cache).stdin(Stdio::null());
        command
    }

    fn rift(&self, arguments: &[&str]) -> Answer {
        Answer::of(self.command(arguments).output().unwrap())
    }

    /// `rift diff old.c new.c` with more arguments, and the report.
    #[track_caller]
    fn diff(&self, more: &[&str]) -> (Answer, Value) {
        let answer = self.rift(&[&["diff", "old.c", "new.c", "--json", "report.json"], more].concat());
        assert!(self.path("report.json").exists(), "no report: {answer:?}");
        (answer, self.json("report.json"))
    }

    /// A native build that rift has nothing to do with.
    fn build(&self, source: &str, program: &str) -> PathBuf {
        let mut clang = Command::new("clang-22");
        clang.args(["-w", "-o", program, source]).current_dir(self.dir.path());
        assert!(clang.status().unwrap().success());
        self.path(program)
    }

    fn git(&self, arguments: &[&str]) {
        git(self.dir.path(), arguments);
    }
}

#[track_caller]
fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "nothing to change: `{old}`");
        text.replace(old, new)
    })
}

/// What a program prints on the arguments of a difference.
fn printed(program: &Path, difference: &Value) -> String {
    let arguments = difference["input"]["argv"].as_array().unwrap();
    let arguments = arguments.iter().map(|argument| argument.as_str().unwrap());
    String::from_utf8(Command::new(program).args(arguments).output().unwrap().stdout).unwrap()
}

/// The status of the change that made `text` of a line in the new version.
fn status<'a>(report: &'a Value, text: &str) -> &'a str {
    let changes = report["changes"].as_array().unwrap();
    let change = changes.iter().find(|change| change["new"]["text"].as_str().is_some_and(|line| line.contains(text)));
    change.unwrap_or_else(|| panic!("no change has `{text}`: {changes:?}"))["status"].as_str().unwrap()
}

/// Without what is allowed to differ from run to run.
fn without_times(mut report: Value) -> Value {
    let stats = report["stats"].as_object_mut().unwrap();
    for measured in ["cpu_seconds", "search_cpu_seconds", "seconds", "memory"] {
        assert!(stats.remove(measured).is_some(), "no {measured}");
    }
    report
}

#[test]
fn a_difference_is_shown_with_its_change_its_input_and_both_outputs() {
    let place = Place::pair(COUNT, &[COUNT_CHANGE]);
    let (answer, report) = place.diff(&["--args", "?3"]);
    let words = ["new.c:7 in main: changed", "-     if (n > 10)", "+     if (n >= 10)", "- few", "+ many"];
    answer.expect(DIFFERENT, &words);
    assert_eq!(report["schema"], "rift.report/1");
    assert_eq!((&report["verdict"], &report["strategy"]), (&json!("different"), &json!("auto")));
    assert_eq!(report["sources"], json!({ "old": "old.c", "new": "new.c" }));
    let differences = report["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 1, "one change with one effect: {differences:?}");
    let difference = &differences[0];
    assert_eq!((&difference["kind"], &difference["differs"]), (&json!("output"), &json!(["stdout"])));
    assert_eq!(difference["changes"], json!([report["changes"][0]["id"]]));
    let input = difference["input"]["argv"][0].as_str().unwrap();
    assert_eq!(input.trim_start_matches(['+', '0', ' ']), "10", "ten is the only number that tells them apart");
    assert!(answer.stdout.contains(input), "{answer:?}");
    assert_eq!(difference["old"]["stdout"], json!(printed(&place.build("old.c", "old"), difference)));
    assert_eq!(difference["new"]["stdout"], json!(printed(&place.build("new.c", "new"), difference)));
    assert_eq!(status(&report, "n >= 10"), "differs");
    for version in ["old", "new"] {
        assert!(Path::new(report["builds"][version].as_str().unwrap()).exists());
    }
}

#[test]
fn the_test_of_a_difference_passes_on_the_new_build_alone() {
    let place = Place::pair(COUNT, &[COUNT_CHANGE]);
    let (answer, report) = place.diff(&["--args", "?3", "--out", "found", "-q"]);
    answer.expect(DIFFERENT, &[]);
    assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), ("", ""), "-q");
    assert_eq!(place.json("found/report.json"), report);
    assert!(fs::read_to_string(place.path("found/report.txt")).unwrap().contains("+     if (n >= 10)"));
    let test = format!("found/differences/{}.sh", report["differences"][0]["id"].as_str().unwrap());
    let run = |program: &Path| {
        let mut sh = Command::new("sh");
        sh.arg(&test).arg(program).current_dir(place.dir.path()).output().unwrap().status.code()
    };
    assert_eq!(run(&place.build("new.c", "new")), Some(0));
    assert_eq!(run(&place.build("old.c", "old")), Some(1));
    // Not over what somebody else has written.
    fs::create_dir(place.path("mine")).unwrap();
    place.file("mine/letter.txt", "dear reader");
    let refused = place.rift(&["diff", "old.c", "new.c", "--args", "?3", "--out", "mine"]);
    refused.expect(TROUBLE, &["mine"]);
    assert_eq!(fs::read_dir(place.path("mine")).unwrap().count(), 1);
}

#[test]
fn the_report_can_go_to_standard_output() {
    let place = Place::pair(COUNT, &[COUNT_CHANGE]);
    let answer = place.rift(&["diff", "old.c", "new.c", "--args", "?3", "--json", "-"]);
    answer.expect(DIFFERENT, &["+ many"]);
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["verdict"], "different");
}

#[test]
fn comments_and_layout_change_nothing() {
    let place = Place::pair(COUNT, &[("int n", "/* how many\n */\n    int   n")]);
    let (answer, report) = place.diff(&["--strict"]);
    answer.expect(0, &["equal: nothing that is executed changed"]);
    assert_eq!((&report["verdict"], &report["changes"]), (&json!("equal"), &json!([])));
    assert_eq!(report["stats"]["runs"], 0);
    let same = place.rift(&["diff", "old.c", "old.c", "--strict"]);
    same.expect(0, &["equal"]);
}

#[test]
fn an_equivalent_change_is_equal_when_the_space_is_closed() {
    let old = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    unsigned n = (unsigned char)argv[1][0];
    puts(n % 8 == 0 ? "yes" : "no");
    return 0;
}
"#;
    let place = Place::pair(old, &[("n % 8 == 0", "(n & 7) == 0")]);
    let (answer, report) = place.diff(&["--args", "?1", "--strict"]);
    answer.expect(0, &["equal: the solver shows that every stated input does the same in both versions"]);
    assert_eq!((&report["verdict"], &report["differences"]), (&json!("equal"), &json!([])));
    assert_eq!((&report["bounds"]["exhausted"], &report["bounds"]["left_out"]), (&json!(true), &json!([])));
    assert_eq!(report["bounds"]["spaces"][0]["argv"], json!([{ "max": 1 }]));
    assert_eq!(status(&report, "(n & 7)"), "equal");
    assert!(report["stats"]["runs"].as_u64().unwrap() > 0);
}

#[test]
fn files_that_are_only_read_are_no_difference() {
    let old = r#"
#include <stdio.h>
int main(void) {
    FILE *file = fopen("digit.txt", "r");
    if (!file) return 2;
    int c = getc(file);
    if (c < '0' || c > '9') return 2;
    printf("%d\n", (c - '0') / 2);
    return 0;
}
"#;
    let place = Place::pair(old, &[("(c - '0') / 2", "(c - '0') >> 1")]);
    let (answer, report) = place.diff(&["--file", "digit.txt=1", "--strict"]);
    answer.expect(0, &["equal: the solver shows that every stated input does the same in both versions"]);
    assert_eq!((&report["unconfirmed"], &report["changes"][0]["status"]), (&json!([]), &json!("equal")));
}

#[test]
fn a_budget_that_is_used_up_is_no_proof() {
    let place = Place::pair(HASH, &[HASH_CHANGE]);
    let search = ["--args", "?6 ?3", "--budget", "2runs"];
    let (answer, report) = place.diff(&search);
    answer.expect(0, &["no difference found", "not all of it: the budget of runs was used up"]);
    assert_eq!((&report["verdict"], &report["bounds"]["stopped"]), (&json!("none_found"), &json!("runs")));
    assert_eq!((&report["bounds"]["exhausted"], &report["stats"]["runs"]), (&json!(false), &json!(2)));
    assert!(report["bounds"]["frontier"].as_u64().unwrap() > 0);
    let (strict, _) = place.diff(&[&search[..], &["--strict"]].concat());
    strict.expect(UNDECIDED, &["no difference found"]);
}

#[test]
fn a_version_that_does_not_compile_is_named() {
    let place = Place::new();
    place.file("good.c", COUNT);
    place.file("broken.c", "int main(void) { return undeclared; }\n");
    let compiler = "broken.c:1:25: error: use of undeclared identifier 'undeclared'";
    let arguments = ["diff", "good.c", "broken.c", "--out", "found"];
    place.rift(&arguments).expect(TROUBLE, &["the new version cannot be used", compiler]);
    place.rift(&["diff", "broken.c", "good.c"]).expect(TROUBLE, &["the old version cannot be used", compiler]);
    assert!(!place.path("found").exists());
    place.file("old.c", "f(x) { return x; }\nmain() { return f(3); }\n");
    place.rift(&["diff", "good.c", "old.c"]).expect(TROUBLE, &["implicit int", "--cflags '-std=gnu89"]);
}

#[test]
fn what_is_not_there_is_named() {
    let place = Place::pair(COUNT, &[COUNT_CHANGE]);
    place.rift(&["diff", "old.c", "gone.c"]).expect(TROUBLE, &["cannot find `gone.c`"]);
    place.rift(&["diff", "gone.c", "new.c"]).expect(TROUBLE, &["cannot find `gone.c`"]);
    place.rift(&["diff", "v1", "v2"]).expect(TROUBLE, &["cannot find `v1`"]);
    place.rift(&["diff"]).expect(TROUBLE, &["two versions are needed"]);
    place.rift(&["diff", "old.c", "new.c", "--tests", "gone.txt"]).expect(TROUBLE, &["gone.txt"]);
    place.rift(&["diff", "old.c", "new.c", "--entry", "gone"]).expect(TROUBLE, &["gone"]);
}

#[test]
fn functions_without_main_are_compared_as_entries() {
    let place = Place::pair("int twice(int x) { return 2 * x; }\n", &[("2 * x", "3 * x")]);
    place.rift(&["diff", "old.c", "new.c"]).expect(DIFFERENT, &["twice(", "old: returned", "new: returned"]);
    let (answer, report) = place.diff(&["--entry", "twice"]);
    answer.expect(DIFFERENT, &["new.c:1 in twice: changed"]);
    let parameter = &report["differences"][0]["input"]["params"][0];
    assert_eq!(parameter["name"], "x");
    assert!(parameter["bytes"] != json!("\0\0\0\0"), "twice zero is three times zero");
}

#[test]
fn revisions_are_compared_with_each_other_and_with_the_working_tree() {
    let place = Place::new();
    place.git(&["init", "-q", "-b", "main"]);
    fs::create_dir(place.path("src")).unwrap();
    place.file("src/count.c", COUNT);
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "one"]);
    place.git(&["tag", "v1"]);
    place.file("src/count.c", &changed(COUNT, &[COUNT_CHANGE]));
    place.git(&["commit", "-q", "-a", "-m", "two"]);
    place.file("src/count.c", &changed(COUNT, &[COUNT_CHANGE, ("many", "lots")]));
    let compare = |arguments: &[&str], words: &[&str]| {
        let file = ["--args", "?3", "--json", "report.json", "--", "src/count.c"];
        place.rift(&[&["diff"], arguments, &file].concat()).expect(DIFFERENT, words);
        place.json("report.json")["sources"].clone()
    };
    let sources = compare(&["v1", "HEAD"], &["src/count.c:7 in main: changed", "+     if (n >= 10)", "+ many"]);
    assert_eq!(sources, json!({ "old": "v1:src/count.c", "new": "HEAD:src/count.c" }));
    let sources = compare(&["HEAD"], &["- many", "+ lots"]);
    assert_eq!(sources, json!({ "old": "HEAD:src/count.c", "new": "working tree:src/count.c" }));
    // On the main branch: with its last commit.
    compare(&[], &["- many", "+ lots"]);
    let wrong = |arguments: &[&str], words: &[&str]| place.rift(arguments).expect(TROUBLE, words);
    wrong(&["diff", "v1", "v9", "--", "src/count.c"], &["`v9` is neither a file nor a revision"]);
    wrong(&["diff", "v1", "HEAD", "--", "src/gone.c"], &["`src/gone.c` is not in revision v1"]);
    wrong(&["diff", "v1", "--", ".."], &["`..` is outside of the repository"]);
}

#[test]
fn a_version_that_does_not_end_ends_differently() {
    let old = r#"
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    volatile int dashes = 0;
    for (const char *at = argv[1]; *at;) {
        if (*at == '-') {
            dashes++;
            at++;
            continue;
        }
        at++;
    }
    return 0;
}
"#;
    let place = Place::pair(old, &[("dashes++;\n            at++;", "dashes++;")]);
    let (answer, report) = place.diff(&["--args", "?1", "--steps-per-run", "1M", "--native-timeout", "1s"]);
    answer.expect(DIFFERENT, &["- exit status 0", "+ does not end in time", "needs: time limit 1 s"]);
    let difference = &report["differences"][0];
    assert_eq!((&difference["kind"], &difference["differs"]), (&json!("hang"), &json!(["exit"])));
    assert_eq!(difference["input"]["argv"], json!(["-"]));
    assert_eq!(difference["new"]["exit"], json!({ "timeout": true }));
}

#[test]
fn what_depends_on_the_clock_is_no_difference() {
    let old = r#"
#include <stdio.h>
#include <time.h>
int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    printf("%ld ns\n", now.tv_nsec);
    return 0;
}
"#;
    let place = Place::pair(old, &[("now.tv_nsec)", "now.tv_nsec / 3)")]);
    let (answer, report) = place.diff(&[]);
    answer.expect(
        0,
        &[
            "no difference found",
            "unconfirmed, not reported as a difference",
            "does not do the same twice; rift's own runs: exit 0 in old, exit 0 in new",
        ],
    );
    assert_eq!((&report["verdict"], &report["differences"]), (&json!("none_found"), &json!([])));
    assert_eq!(report["unconfirmed"].as_array().unwrap().len(), 1);
    place.diff(&["--strict"]).0.expect(UNDECIDED, &[]);
}

#[test]
fn a_memory_error_that_only_a_sanitizer_sees_is_a_difference() {
    let old = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    char *letters = malloc(8);
    int place = argv[1][0] - 'a';
    if (place < 0 || place > 7) return 1;
    letters[place] = 'x';
    puts("kept");
    return 0;
}
"#;
    let place = Place::pair(old, &[("malloc(8)", "malloc(7)")]);
    let (answer, report) = place.diff(&["--args", "?1"]);
    answer.expect(DIFFERENT, &["heap-buffer-overflow", "new.c:9"]);
    let difference = &report["differences"][0];
    assert_eq!((&difference["kind"], &difference["input"]["argv"]), (&json!("sanitizer"), &json!(["h"])));
    assert_eq!(difference["old"]["sanitizer"], Value::Null);
    assert_eq!(difference["new"]["sanitizer"]["kind"], "heap-buffer-overflow");
    for version in ["old", "new"] {
        assert_eq!(
            (&difference[version]["exit"], &difference[version]["stdout"]),
            (&json!({"code": 0}), &json!("kept\n"))
        );
        assert_eq!(difference[version]["stderr"], json!(""), "what the sanitizer says is no output of the program");
    }
    // Plain builds say nothing, which is what the kind means.
    let plain = |version| printed(&place.build(&format!("{version}.c"), version), difference);
    assert_eq!((plain("old").as_str(), plain("new").as_str()), ("kept\n", "kept\n"));
}

#[test]
fn every_change_has_a_status_of_its_own() {
    let old = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    char letter = argv[1][0];
    switch (letter) {
    case 'a':
        puts("one");
        break;
    case 'b':
        printf("%d\n", letter * 2);
        break;
    default:
        if (letter == 'a') puts("never");
    }
    return 0;
}
"#;
    let changes = [("\"one\"", "\"ONE\""), ("letter * 2", "letter + letter"), ("\"never\"", "\"not ever\"")];
    let place = Place::pair(old, &changes);
    let (answer, report) = place.diff(&["--args", "?1"]);
    answer.expect(DIFFERENT, &["1 difference in 1 of 3 changes"]);
    assert_eq!(report["changes"].as_array().unwrap().len(), 3);
    assert_eq!(status(&report, "ONE"), "differs");
    assert_eq!(status(&report, "letter + letter"), "equal");
    assert_eq!(status(&report, "not ever"), "not_reached");
    assert_eq!(report["differences"][0]["input"]["argv"], json!(["a"]));
}

#[test]
fn a_smaller_input_is_not_put_down_to_changes_that_it_misses() {
    let old = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int n = argv[1][0] / 2;
    if (argc > 2 && strcmp(argv[2], "twice") == 0)
        n = n * 2;
    printf("%d\n", n);
    return 0;
}
"#;
    let place = Place::pair(old, &[("argv[1][0] / 2", "argv[1][0] >> 1"), ("n = n * 2", "n += n")]);
    let (answer, report) = place.diff(&["--args", "?1", "--args", "?1 ?5"]);
    answer.expect(DIFFERENT, &[]);
    let second = report["changes"].as_array().unwrap().iter().find(|change| change["line"] == 8).unwrap();
    for difference in report["differences"].as_array().unwrap() {
        let is_twice = difference["input"]["argv"][1] == "twice";
        assert_eq!(difference["changes"].as_array().unwrap().contains(&second["id"]), is_twice, "{difference}");
    }
}

#[test]
fn rust_files_are_compared() {
    let old = r#"
fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    match word.parse::<u8>() {
        Ok(number) if number < 3 => println!("small"),
        Ok(_) => println!("large"),
        Err(_) => std::process::exit(2),
    }
}
"#;
    let place = Place::new();
    place.file("old.rs", old);
    place.file("new.rs", &changed(old, &[("number < 3", "number <= 3")]));
    let answer = place.rift(&["diff", "old.rs", "new.rs", "--args", "?1", "--json", "report.json"]);
    answer.expect(DIFFERENT, &["new.rs:5 in", "- large", "+ small"]);
    let report = place.json("report.json");
    assert_eq!(report["differences"][0]["input"]["argv"], json!(["3"]));
}

#[test]
fn a_test_that_shows_the_difference_is_run_first() {
    let place = Place::pair(HASH, &[HASH_CHANGE]);
    place.file("tests.txt", "# as in the manual\n./hash --size word\n./hash --hash word\n");
    let (answer, report) = place.diff(&["--tests", "tests.txt", "--no-minimise", "--first"]);
    answer.expect(DIFFERENT, &["1 difference"]);
    assert_eq!(report["stats"]["runs_to_differ"], 2, "the second test is the second run");
    assert_eq!(report["differences"][0]["runs"], 2);
    assert_eq!(report["differences"][0]["input"]["argv"][0], "--hash");
    assert_eq!(report["bounds"]["stopped"], "enough");
}

#[test]
fn a_search_that_found_enough_says_so() {
    let place = Place::pair(HASH, &[HASH_CHANGE]);
    let (answer, _) = place.diff(&["--args", "?6 ?3", "--first"]);
    answer.expect(DIFFERENT, &["not all of it: "]);
    assert!(!answer.stdout.contains("could not be written"), "nothing went wrong: {answer:?}");
}

#[test]
fn an_interrupt_leaves_a_report() {
    // Too much to search in any time, and nothing to find: a remainder by 7 is never 7.
    let old = r#"
#include <stdio.h>
int main(void) {
    unsigned sum = 0;
    for (int c; (c = getchar()) != EOF;) sum = c > 'm' ? sum * 31 + c : sum ^ c;
    puts(sum % 7 == 7 ? "yes" : "no");
    return 0;
}
"#;
    let place = Place::pair(old, &[("sum % 7 == 7", "sum % 7 > 6")]);
    let mut command = place.command(&["diff", "old.c", "new.c", "--stdin", "64", "--out", "found"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    Answer::of(child.wait_with_output().unwrap()).expect(INTERRUPTED, &["no difference found", "interrupted"]);
    let report = place.json("found/report.json");
    assert_eq!((&report["verdict"], &report["bounds"]["stopped"]), (&json!("none_found"), &json!("interrupted")));
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let place = Place::pair(HASH, &[HASH_CHANGE]);
    let search = ["--args", "?6 ?3", "--budget", "400runs", "--seed", "7"];
    let (first, second) = (place.diff(&search).1, place.diff(&search).1);
    assert_eq!(first["verdict"], "different");
    assert_eq!(without_times(first), without_times(second));
}

#[test]
fn every_strategy_that_is_offered_finds_a_difference() {
    let place = Place::pair(COUNT, &[COUNT_CHANGE]);
    let refused = place.rift(&["diff", "old.c", "new.c", "--strategy", "luck"]);
    refused.expect(TROUBLE, &["possible values"]);
    let names = refused.stderr.split_once("possible values: ").unwrap().1.split_once(']').unwrap().0.to_owned();
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.contains(&"auto") && names.len() > 3, "{names:?}");
    for name in names {
        let (answer, report) = place.diff(&["--args", "?3", "--strategy", name]);
        answer.expect(DIFFERENT, &["+ many"]);
        assert_eq!(report["strategy"], name);
    }
}

/// One long line of the same letter, which other searches begin with, leads nowhere here.
#[test]
fn a_program_that_reads_lines_needs_no_tests() {
    let place = Place::pair(LINES, &[LINES_CHANGE]);
    let (answer, report) = place.diff(&["--stdin", "12", "--budget", "1200runs", "--first"]);
    assert_eq!(answer.code, Some(DIFFERENT), "{answer:?}");
    assert_eq!(report["differences"].as_array().unwrap().len(), 1);
}

/// Every number that is printed is a question about floats, which a solver takes seconds for.
#[test]
fn floats_do_not_stand_in_the_way() {
    let place = Place::pair(MEAN, &[MEAN_CHANGE]);
    let (answer, report) = place.diff(&["--stdin", "4", "--budget", "300runs", "--first"]);
    assert_eq!(answer.code, Some(DIFFERENT), "{answer:?}");
    assert_eq!(report["differences"].as_array().unwrap().len(), 1);
}

/// `TestMe` of Taneja et al. 2011: plain dynamic symbolic execution took 441 runs to the change. Here they are a tenth of that at most.
#[test]
fn a_change_behind_a_word_is_reached_and_has_an_effect() {
    let subject = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/papers-testme");
    let old = fs::read_to_string(subject.join("program.c")).unwrap();
    let added = "state = 4;\n            if (length == 15)\n                state = state + n;\n";
    let place = Place::pair(&old, &[("state = 4;\n", added)]);
    fs::copy(subject.join("tests.txt"), place.path("tests.txt")).unwrap();
    let search = ["--args", "?15 ?3", "--budget", "40runs", "--no-minimise", "--strategy"];
    let runs = |report: &Value, to: &str| report["stats"][to].as_u64().unwrap_or(u64::MAX);
    for strategy in ["auto", "propagate"] {
        let (_, empty) = place.diff(&[&search[..], &[strategy]].concat());
        let (_, seeded) = place.diff(&[&search[..], &[strategy, "--tests", "tests.txt"]].concat());
        assert!(runs(&empty, "runs_to_infect") <= 40, "{strategy}: {}", empty["stats"]);
        for to in ["runs_to_reach", "runs_to_infect"] {
            assert!(runs(&seeded, to) < runs(&empty, to), "{strategy}: {}", seeded["stats"]);
        }
    }
}

/// Wants four arguments, and a word that is longer than words are taken to be.
const ORDER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int wrong(int count) { return count != 5; }
int main(int argc, char **argv) {
    if (wrong(argc)) { puts("usage"); return 2; }
    int total = atoi(argv[1]) + atoi(argv[2]);
    if (total > 6)
        puts("large");
    if (strcmp(argv[4], "express") == 0)
        puts("fast");
    return 0;
}
"#;

#[test]
fn the_program_says_how_many_arguments_it_wants_and_how_long() {
    let place = Place::pair(ORDER, &[("total > 6", "total > 7"), ("\"fast\"", "\"quick\"")]);
    let (answer, report) = place.diff(&["--budget", "300runs"]);
    answer.expect(DIFFERENT, &["0 to 4 of up to 7 bytes are tried"]);
    // The second change lies behind one that every run comes past, and behind seven letters.
    assert_eq!((status(&report, "total > 7"), status(&report, "quick")), ("differs", "differs"));
}

#[test]
fn a_space_that_nobody_stated_and_that_misses_a_change_is_no_proof() {
    let word = "\"a word that is longer than those that are tried\"";
    let place = Place::pair(&ORDER.replace("\"express\"", word), &[("\"fast\"", "\"quick\"")]);
    let fixed = ["--args", "'' '' '' ?1"];
    let (_, report) = place.diff(&fixed);
    assert_eq!((&report["verdict"], &report["changes"][0]["status"]), (&json!("equal"), &json!("not_reached")));
    let long = "#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\n\
                if (argc > 1 && strlen(argv[1]) > 10)\nexit(3);\nreturn 0;\n}\n";
    let place = Place::pair(long, &[("exit(3)", "exit(4)")]);
    let (answer, report) = place.diff(&[]);
    answer
        .expect(0, &["no assumed input comes to every change", "--args, --stdin, --file and --env state other inputs"]);
    assert_eq!(report["verdict"], "none_found");
}

/// What a command can do depends on what was put there before, two calls away; the queue is filled by arguments, and taken
/// from by a letter of standard input that has to stay as it is.
const QUEUE: &str = r#"
#include <stdio.h>
static int queue[4], length;
static void append(int who) { queue[length++ & 3] = who; }
static void start(const char *word) { if (word[0] >= '1' && word[0] <= '9') append(word[0] - '0'); }
static int take(void) { return length > 0 ? queue[--length & 3] : -1; }
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) start(argv[i]);
    for (int c = getchar(); c != EOF; c = getchar()) {
        int who;
        switch (c) {
        case 'n': puts("none"); break;
        case 'o': puts("other"); break;
        case 'p': puts("print"); break;
        case 't':
            who = take();
            if (who < 0) { puts("empty"); break; }
            printf("took %d\n", who);
            break;
        case 'x': return 1;
        default: break;
        }
    }
    return 0;
}
"#;

#[test]
fn a_change_behind_a_state_is_reached_from_the_input_that_was_stuck() {
    let place = Place::pair(QUEUE, &[("took %d", "taken %d")]);
    for strategy in ["auto", "reach"] {
        let (answer, report) =
            place.diff(&["--args", "?1 ?1", "--stdin", "6", "--budget", "40runs", "--strategy", strategy]);
        answer.expect(DIFFERENT, &["taken"]);
        let runs = report["stats"]["runs_to_reach"].as_u64().unwrap();
        assert!(runs <= 16, "{strategy} took {runs} runs");
    }
}

/// A loop over a number of the input decides in every round: there is no end to it, and a budget has to end it.
const COUNTED: &str = r#"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    unsigned count = 0, sum = 0;
    if (read(0, &count, sizeof count) != sizeof count || count < 100000000) return 2;
    for (unsigned at = 0; at < count; at++) sum += at & 1;
    printf("%u\n", sum);
    return 0;
}
"#;

#[test]
fn a_run_that_decides_all_the_time_ends_with_the_budget() {
    let place = Place::pair(COUNTED, &[("at & 1", "at & 3")]);
    let (answer, report) = place.diff(&["--stdin", "4", "--budget", "2s"]);
    assert_eq!((answer.code, &report["verdict"]), (Some(0), &json!("none_found")), "{answer:?}");
    let memory = report["stats"]["memory"].as_u64().unwrap_or(0);
    assert!(memory < 2 << 30, "{memory} bytes: a snapshot was kept of each round");
}

/// Five decisions lead to the change, two of them in a function that only says yes or no.
const NESTED: &str = r#"
#include <stdio.h>
#include <stdlib.h>
struct order { int count, price, kind; };
static int is_valid(const struct order *order) {
    return order->count > 0 && order->price >= 10 && order->price < 5000;
}
int main(int argc, char **argv) {
    if (argc != 4) return 2;
    struct order order = { atoi(argv[1]), atoi(argv[2]), atoi(argv[3]) };
    if (!is_valid(&order)) return 1;
    if (order.kind == 7 && order.count < 40) printf("%d\n", order.count * order.price);
    return 0;
}
"#;

/// Both versions are run on the input that the run was led to: what is foretold holds natively.
#[test]
fn a_run_is_led_to_the_change_while_it_runs() {
    let place = Place::pair(NESTED, &[("order.count * order.price", "order.count * order.price + 1")]);
    for strategy in ["reach", "auto"] {
        let (answer, report) = place.diff(&["--args", "?3 ?4 ?2", "--first", "--strategy", strategy]);
        assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{strategy}: {answer:?}");
        assert_eq!(report["stats"]["runs_to_reach"], 1, "{strategy}");
        assert_eq!(report["unconfirmed"], json!([]), "{strategy}");
    }
}

/// A test is run as it is.
#[test]
fn given_inputs_are_not_led() {
    let place = Place::pair(NESTED, &[("order.count * order.price", "order.count * order.price + 1")]);
    place.file("tests.txt", "1 20 3\n");
    let (answer, report) = place.diff(&["--args", "?3 ?4 ?2", "--tests", "tests.txt", "--first"]);
    assert_eq!(report["verdict"], "different", "{answer:?}");
    assert_eq!(report["stats"]["runs_to_reach"], 2);
}

/// A mode is stored by one function and asked for by another.
const MODES: &str = r#"
#include <stdio.h>
enum mode { PLAIN, QUIET, LOUD };
struct options { enum mode mode; int wide; };
static void read_options(const char *text, struct options *options) {
    for (; *text; text++) {
        if (*text == 'q') options->mode = QUIET;
        else if (*text == '!') options->mode = LOUD;
        else if (*text == '+') options->wide = 1;
    }
}
static void show(const struct options *options, const char *text) {
    switch (options->mode) {
    case QUIET: break;
    case LOUD: puts(options->wide ? "LOUD AND WIDE" : "LOUD"); break;
    default: puts(text);
    }
}
int main(int argc, char **argv) {
    struct options options = { PLAIN, 0 };
    if (argc != 3) return 2;
    read_options(argv[1], &options);
    show(&options, argv[2]);
    return 0;
}
"#;

#[test]
fn a_run_is_led_through_what_was_stored() {
    let place = Place::pair(MODES, &[("\"LOUD AND WIDE\"", "\"LOUD, WIDE\"")]);
    for strategy in ["reach", "auto"] {
        let (answer, report) = place.diff(&["--args", "?4 ?2", "--first", "--strategy", strategy]);
        assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{strategy}: {answer:?}");
        assert_eq!(report["stats"]["runs_to_reach"], 1, "{strategy}");
    }
}

/// Commands of one letter: what `k` keeps is only seen after `m` moved it and `s` shows it.
const KEPT: &str = r#"
#include <stdio.h>
static int kept, moved;
static void keep(int c) { kept = c == 'z' ? 1 : 2; }
int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'k': keep(getchar()); break;
        case 'm': moved = kept; kept = 0; break;
        case 's': printf("%d\n", moved); break;
        case 'x': kept = moved = 0; break;
        default: break;
        }
    }
    return 0;
}
"#;

#[test]
fn an_effect_that_waits_in_memory_is_asked_for() {
    let place = Place::pair(KEPT, &[("1 : 2", "1 : 3")]);
    place.file("k", "ka");
    place.file("tests.txt", "kept < k\n");
    let (answer, report) = place.diff(&["--stdin", "8", "--tests", "tests.txt", "--first"]);
    assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{answer:?}");
    // The test comes to the change; runs are led to `m`, and from there to `s`. Flip by flip it is 73 runs (`express`).
    let runs = report["stats"]["runs_to_differ"].as_u64().unwrap();
    assert!(runs <= 24, "{runs} runs");
}

/// A word that is compared in a loop over a table: every decision on the way is one of the same three.
const TABLE: &str = r#"
#include <stdio.h>
#include <string.h>
static const char *const words[] = { "begin", "break", "case", "const", "default", "extern", "static", "switch" };
int main(void) {
    char word[16];
    int length = 0, c;
    while ((c = getchar()) != EOF && c != '\n' && length < 15) word[length++] = (char)c;
    word[length] = '\0';
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            puts("known");
            return 0;
        }
    puts("unknown");
    return 0;
}
"#;

#[test]
fn words_of_the_change_are_tried() {
    let place = Place::pair(TABLE, &[("\"extern\"", "\"export\"")]);
    let (answer, report) = place.diff(&["--stdin", "10", "--budget", "200runs", "--first"]);
    assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{answer:?}");
    let word = report["differences"][0]["input"]["stdin"].as_str().unwrap();
    assert!(["extern", "export"].contains(&word.trim_end()), "only these two tell them apart: {word:?}");
}

/// How many are in the ring is counted by control flow: no decision on the input is about it.
const RING: &str = r#"
#include <stdio.h>
#define SIZE 12
static int ring[SIZE], head, count;
static int read_number(void) {
    int n = 0, c = getchar();
    while (c == ' ') c = getchar();
    while (c >= '0' && c <= '9') { n = n * 10 + c - '0'; c = getchar(); }
    return n;
}
int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        if (c == 'p') {
            int n = read_number();
            if (count == SIZE) { head = (head + 1) % SIZE; count--; puts("lost"); }
            ring[(head + count++) % SIZE] = n;
        } else if (c == 'g' && count > 0) {
            printf("%d\n", ring[head]);
            head = (head + 1) % SIZE;
            count--;
        }
    }
    return 0;
}
"#;

#[test]
fn a_counter_is_brought_to_its_limit() {
    let place = Place::pair(RING, &[("count == SIZE", "count == SIZE - 1")]);
    let (answer, report) = place.diff(&["--stdin", "40", "--budget", "2000runs", "--first"]);
    assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{answer:?}");
}

/// A count that the input gives: some runs take as long as all others together.
const COUNTS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    static int cells[8];
    if (argc != 3) return 2;
    for (int left = atoi(argv[1]); left > 0; left--) cells[left % 8] += left;
    if (argv[2][0] == 'q' && argv[2][1] == 'r') puts("old");
    printf("%d\n", cells[3] % 2);
    return 0;
}
"#;

#[test]
fn long_runs_wait_for_short_ones() {
    let place = Place::pair(COUNTS, &[("\"old\"", "\"new\"")]);
    let (answer, report) = place.diff(&["--args", "?8 ?2", "--budget", "10s", "--first"]);
    assert_eq!((answer.code, &report["verdict"]), (Some(1), &json!("different")), "{answer:?}");
    let instructions = report["stats"]["instructions"].as_u64().unwrap();
    assert!(instructions < 50_000_000, "{instructions} instructions: one run took all of them");
}

/// A line that does not fit into the buffer is read in pieces, and counted as several.
const LINE_COUNT: &str = r#"
#include <stdio.h>
#define LONGEST 80
int main(void) {
    char line[LONGEST];
    int lines = 0;
    while (fgets(line, LONGEST, stdin)) lines++;
    printf("%d\n", lines);
    return 0;
}
"#;

#[test]
fn standard_input_has_room_for_limits_that_changed() {
    let place = Place::pair(LINE_COUNT, &[("LONGEST 80", "LONGEST 60")]);
    let (answer, report) = place.diff(&["--budget", "40runs", "--first"]);
    answer.expect(DIFFERENT, &["- 1", "+ 2"]);
    assert_eq!(report["differences"][0]["input"]["stdin"].as_str().unwrap().len(), 60);
}
