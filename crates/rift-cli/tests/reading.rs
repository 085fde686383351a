//! What somebody who has never seen `rift diff` reads: lines as in a diff, paths as typed, inputs in words, and no word
//! that promises more than was looked at.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const DIFFERENT: i32 = 1;

struct Answer {
    code: i32,
    text: String,
    report: Value,
}

/// Compares `old/p.c` with `new/p.c`, from the directory above.
fn diff(old: &str, change: (&str, &str), options: &[&str]) -> Answer {
    assert!(old.contains(change.0), "{}", change.0);
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("old", old.to_owned()), ("new", old.replace(change.0, change.1))] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("p.c"), text).unwrap();
    }
    run(&dir, &[&["diff", "old/p.c", "new/p.c", "--budget", "200runs"], options].concat())
}

fn run(dir: &TempDir, arguments: &[&str]) -> Answer {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
    command.args(arguments).args(["--json", "report.json"]);
    let output = command.current_dir(dir.path()).env("RIFT_CACHE", cache).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
    let report =
        fs::read(dir.path().join("report.json")).map_or(Value::Null, |json| serde_json::from_slice(&json).unwrap());
    Answer { code: output.status.code().unwrap(), text, report }
}

impl Answer {
    #[track_caller]
    fn says(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.text.contains(part), "not said: {part}\n{}", self.text);
        }
    }
}

const TWICE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int n = atoi(argv[1]);
    if (n > 3)
        printf("%d\n", n * 2 + 1);
    return 0;
}
"#;

#[test]
fn an_edited_line_is_one_change_whatever_became_of_its_instructions() {
    let added = "int m = n;\n    n++;\n    if (m > 3)";
    for (from, to) in
        [("n * 2 + 1", "n * 2"), ("n * 2", "n"), ("printf(\"%d\\n\", n * 2 + 1)", "abort()"), ("if (n > 3)", added)]
    {
        let answer = diff(TWICE, (from, to), &["--args", "?1"]);
        let changes = answer.report["changes"].as_array().unwrap();
        assert_eq!((changes.len(), &changes[0]["kind"]), (1, &json!("changed")), "{to}: {}", answer.text);
        assert!(changes[0]["old"]["text"].as_str().unwrap().contains(from), "{}", answer.text);
        let last = to.lines().last().unwrap().trim();
        assert!(changes[0]["new"]["text"].as_str().unwrap().contains(last), "{}", answer.text);
        assert_eq!(answer.code, DIFFERENT);
        answer.says(&["  change: new/p.c:", " in main: changed\n    - ", "\n    + "]);
        assert_eq!(answer.report["differences"][0]["changes"], json!([0]));
    }
}

#[test]
fn what_was_only_added_or_only_deleted_is_called_so() {
    let added = diff(TWICE, ("    return 0;\n", "    puts(\"end\");\n    return 0;\n"), &["--args", "?1"]);
    added.says(&["change: new/p.c:9 in main: added\n    +     puts(\"end\");\n"]);
    let same = diff(TWICE, ("return 2", "return 2"), &[]);
    same.says(&["equal: nothing that is executed changed"]);
    assert!(!same.text.contains("searched") && !same.text.contains("are tried"), "{}", same.text);
    let twice = TWICE.replace("    return 0;\n", "    puts(\"end\");\n    return 0;\n");
    let deleted = diff(&twice, ("    puts(\"end\");\n", ""), &["--args", "?1"]);
    deleted.says(&["change: old/p.c:9 in main: deleted\n    -     puts(\"end\");\n"]);
}

/// It has no code of its own, and is used in two functions.
#[test]
fn an_edited_macro_is_one_change() {
    let half = "static int half(int n) {\n    return n > LIMIT ? n / 2 : n;\n}\nint main";
    let limit = TWICE.replace("int main", half).replace("n > 3", "half(n) > LIMIT");
    let limit = format!("/* how many */\n#define LIMIT 3\n{limit}");
    let answer = diff(
        &limit,
        ("/* how many */\n#define LIMIT 3", "/* how many there are */\n#define LIMIT 4"),
        &["--args", "?2"],
    );
    assert_eq!(answer.report["changes"].as_array().unwrap().len(), 1, "{}", answer.text);
    answer.says(&["change: new/p.c:1: changed\n", "    - #define LIMIT 3\n", "    + #define LIMIT 4\n"]);
}

#[test]
fn a_line_that_changed_through_another_file_is_shown_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    for (name, limit) in [("old", 3), ("new", 4)] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("limit.h"), format!("#define LIMIT {limit}\n")).unwrap();
        let text = format!("#include \"limit.h\"{}", TWICE.replace("n > 3", "n > LIMIT"));
        fs::write(dir.path().join(name).join("p.c"), text).unwrap();
    }
    let answer = run(&dir, &["diff", "old/p.c", "new/p.c", "--budget", "50runs", "--args", "?1"]);
    let what = "changed by a macro, type or declaration that it uses";
    answer.says(&[&format!("change: new/p.c:7 in main: {what}\n          if (n > LIMIT)\n")]);
}

/// The declaration has no code of its own.
#[test]
fn an_edit_that_changes_the_code_of_other_lines_is_shown_itself() {
    let declared = TWICE.replace("int n = atoi", "short n;\n    n = atoi");
    let answer = diff(&declared, ("short n;", "signed char n;"), &["--args", "?3"]);
    assert_eq!(answer.report["changes"].as_array().unwrap().len(), 1, "{}", answer.text);
    answer.says(&["change: new/p.c:6 in main: changed\n    -     short n;\n    +     signed char n;\n"]);
}

/// Lines that follow one another are one hunk of a diff.
#[test]
fn edits_of_functions_next_to_each_other_are_told_apart() {
    let functions = "static int first(int n) { return n * 2; }\nstatic int second(int n) { return n + 1; }\nint main";
    let old = TWICE.replace("int main", functions).replace("n * 2 + 1);", "first(n) + second(n));");
    let new = "return n * 3; }\nstatic int second(int n) { return n + 2; }";
    let answer = diff(
        &old,
        ("return n * 2; }\nstatic int second(int n) { return n + 1; }", new),
        &["--args", "?1", "--verbose"],
    );
    answer.says(&[
        "change: new/p.c:4 in first: changed\n    - static int first(int n) { return n * 2; }\n    + static int first",
        "change: new/p.c:5 in second: changed\n    - static int second(int n) { return n + 1; }\n    + static int second",
    ]);
}

#[test]
fn what_several_differences_have_in_common_is_said_once() {
    let signs = TWICE.replace("if (n > 3)", "if (n < -3) return 7;\n    if (n > 3)");
    let answer =
        diff(&signs.replace("int n = atoi(argv[1]);", "int n = atoi(argv[1]) + 1;"), (" + 1;", ";"), &["--args", "?2"]);
    let differences = answer.report["differences"].as_array().unwrap();
    assert!(differences.len() > 1, "{}", answer.text);
    assert_eq!(answer.text.matches("change: new/p.c:6 in main").count(), 1, "{}", answer.text);
    assert_eq!(answer.text.matches("  why:").count(), 1, "{}", answer.text);
    answer.says(&[&format!("change: as in {}", differences[0]["id"].as_str().unwrap())]);
    // Each step shows its line.
    answer.says(&["in main: changed: only in old: int n = atoi(argv[1]) + 1;\n"]);
}

#[test]
fn every_path_is_one_that_the_user_would_type() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("a/p.c", TWICE.to_owned()), ("b/p.c", TWICE.replace("n > 3", "n > 4"))] {
        fs::create_dir_all(dir.path().join(name).parent().unwrap()).unwrap();
        fs::write(dir.path().join(name), text).unwrap();
    }
    fs::create_dir(dir.path().join("work")).unwrap();
    let whole = dir.path().display().to_string();
    let absolute = format!("{whole}/b/p.c");
    for (here, versions, shown) in [
        (".", ["a/p.c", "b/p.c"], "b/p.c"),
        (".", ["a/p.c", &absolute], "b/p.c"),
        ("work", ["../a/p.c", "../b/p.c"], "../b/p.c"),
        ("b", ["../a/p.c", "p.c"], "p.c"),
        ("work", ["../a", "../b"], "p.c"),
    ] {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.arg("diff").args(versions).args(["--args", "?1", "--budget", "50runs", "--verbose"]);
        command.args(["--build", "$CC -g -o p p.c"]).current_dir(dir.path().join(here)).env("RIFT_CACHE", cache);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(text.contains(&format!("change: {shown}:7 in main: changed\n")), "{versions:?}:\n{text}");
        assert!(!text.contains(&whole), "{versions:?}:\n{text}");
    }
}

#[test]
fn a_program_of_which_nothing_was_stated_is_never_called_equal() {
    let table = r#"
#include <stdio.h>
int main(void) {
    FILE *file = fopen("table.txt", "r");
    if (!file) { puts("no table"); return 1; }
    int first = getc(file);
    if (first == 'x') puts("old way");
    return 0;
}
"#;
    let answer = diff(table, ("old way", "new way"), &[]);
    assert_eq!((answer.code, &answer.report["verdict"]), (0, &json!("none_found")), "{}", answer.text);
    assert_eq!(answer.report["bounds"]["assumed"], "no arguments, nothing on standard input");
    answer.says(&["neither arguments nor standard input", "no assumed input comes to every change", "--file"]);
    let stated = diff(table, ("old way", "new way"), &["--file", "table.txt=2"]);
    assert_eq!(stated.report["verdict"], "different");
    assert_eq!(stated.report["bounds"].get("assumed"), None);
    // Reached, and the same as far as one run shows.
    let answer = diff(table, ("puts(\"no table\")", "fputs(\"no table\\n\", stdout)"), &[]);
    assert_eq!(answer.report["verdict"], "none_found", "{}", answer.text);
}

/// What is found natively is what another function left on the stack.
#[test]
fn a_difference_that_rests_on_uninitialised_memory_says_so() {
    let leftover = r#"
#include <stdio.h>
static void leave(void) { volatile int left[16]; for (int i = 0; i < 16; i++) left[i] = 3; }
static int find(void) { int found[16]; return found[5]; }
int main(void) {
    leave();
    int n = find();
    printf("%d\n", n);
    return 0;
}
"#;
    let answer = diff(leftover, ("\"%d\\n\", n", "\"%d\\n\", n + 1"), &[]);
    assert_eq!(answer.report["differences"][0]["uninitialised"], json!(["old", "new"]), "{}", answer.text);
    answer.says(&["depends on uninitialised memory in old and new"]);
    let initialised = leftover.replace("int found[16];", "int found[16] = {3};");
    let answer = diff(&initialised, ("\"%d\\n\", n", "\"%d\\n\", n + 1"), &[]);
    assert_eq!(answer.report["verdict"], "different");
    assert_eq!(answer.report["differences"][0].get("uninitialised"), None, "{}", answer.text);
}

#[test]
fn what_cannot_be_compared_is_said_first_and_in_a_few_words() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    file("good.c", TWICE);
    file("bad.c", "int main(void) { return undeclared; }\n");
    file("empty.c", "");
    for (versions, first) in [
        (
            &["good.c", "bad.c"][..],
            "rift: the new version cannot be used: `bad.c` does not compile:\nbad.c:1:25: error: ",
        ),
        (&["bad.c", "good.c"], "rift: the old version cannot be used: `bad.c` does not compile:\nbad.c:1:25: error: "),
        (&["good.c"], "rift: `good.c` is one version, and two are needed"),
        (&["good.c", "gone.c"], "rift: cannot find `gone.c`\n"),
        (
            &["empty.c", "good.c"],
            "rift: the old version has no function `main`; --entry names a function to call instead: \
             `empty.c` and `good.c` have no function that can be called in both versions: one of them defines none",
        ),
    ] {
        let answer = run(&dir, &[&["diff"], versions].concat());
        assert_eq!(answer.code, 2, "{versions:?}: {}", answer.text);
        assert!(answer.text.starts_with(first), "{versions:?}: {}", answer.text);
        assert_eq!(answer.report, Value::Null, "something was written");
    }
}

#[test]
fn tables_next_to_each_other_are_changes_of_their_own() {
    let old = r#"
#include <stdio.h>
static const int days[] = {31, 28, 31};
static const char *names[] = {"jan", "feb", "mar"};
static const int long_table[] = {
    1,
    2,
    3,
};
#define OFF 0
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    unsigned n = argv[1][0] - '0';
    if (n > 2) return 1;
    printf("%d %s %d\n", days[n], names[n], long_table[n] + OFF);
    return 0;
}
"#;
    let new = |text: &str| text.replace("{31, 28", "{31, 29").replace("\"mar\"", "\"Mar\"").replace("    2,", "    4,");
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("old.c"), old).unwrap();
    fs::write(dir.path().join("new.c"), new(old)).unwrap();
    let answer = run(&dir, &["diff", "old.c", "new.c", "--args", "?1"]);
    assert_eq!(answer.code, DIFFERENT, "{}", answer.text);
    answer.says(&["new.c:3 in days: ", "new.c:4 in names: ", "new.c:7 in long_table: ", "+     4,"]);
    let changes = answer.report["changes"].as_array().unwrap();
    let text = |name: &str| changes.iter().find(|change| change["function"] == name).unwrap()["new"]["text"].clone();
    assert_eq!(text("days"), "static const int days[] = {31, 29, 31};\n");
    assert_eq!(text("names"), "static const char *names[] = {\"jan\", \"feb\", \"Mar\"};\n");
}

#[test]
fn of_a_function_that_was_moved_and_renamed_only_the_edited_line_is_a_change() {
    let before = r#"
#include <stdio.h>
static int score(const char *text) {
    int total = 0;
    for (; *text; text++) {
        if (*text == 'a')
            total += 1;
        else if (*text == 'b')
            total += 10;
    }
    return total;
}
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    printf("%d\n", score(argv[1]));
    return 0;
}
"#;
    let start = before.find("static int score").unwrap();
    let end = before.find("int main").unwrap();
    let moved = before[start..end].replace("score", "points").replace("total", "sum").replace("10;", "11;");
    let main = before[end..].replace("score", "points");
    let after = format!("{}static int points(const char *text);\n{main}{moved}", &before[..start]);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("old.c"), before).unwrap();
    fs::write(dir.path().join("new.c"), after).unwrap();
    let answer = run(&dir, &["diff", "old.c", "new.c", "--args", "?1"]);
    assert_eq!(answer.code, DIFFERENT, "{}", answer.text);
    answer.says(&["in points: changed", "-             total += 10;", "+             sum += 11;"]);
    assert_eq!(answer.report["changes"].as_array().unwrap().len(), 1, "{}", answer.text);
}

#[test]
fn what_stands_for_the_contents_of_a_string_is_not_shown_as_a_number() {
    let old = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc > 1) fprintf(stderr, "%s: no %s\n", "p", argv[1]);
    return 0;
}
"#;
    let answer = diff(old, ("no %s", "not %s"), &["--args", "?1"]);
    assert_eq!(answer.code, DIFFERENT, "{}", answer.text);
    let why = answer.report["differences"][0]["why"].to_string();
    assert!(!why.contains("value"), "{why}");
}

#[test]
fn an_explanation_begins_at_what_was_edited() {
    let old = r#"
#include <stdio.h>
#include <string.h>
struct pair { char low; int high; char last; };
enum { FIRST, SECOND };
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    if (argv[1][0] == 'e') return 1;
    unsigned char bytes[sizeof(struct pair)];
    struct pair pair = { 1, 2, 3 };
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, &pair, 5);
    printf("%d %d\n", bytes[4], SECOND);
    return 0;
}
"#;
    for change in [
        ("struct pair { char low; int high; char last; }", "struct pair { char low; char last; int high; }"),
        ("{ FIRST, SECOND }", "{ FIRST, MIDDLE, SECOND }"),
        ("return 1;", "return 3;"),
    ] {
        let answer = diff(old, change, &["--args", "?1"]);
        assert_eq!(answer.code, DIFFERENT, "{}", answer.text);
        let first = &answer.report["differences"][0]["why"][0];
        assert!(first["text"].as_str().unwrap().contains(change.1), "{first}");
        assert_eq!(first["line"], answer.report["changes"][0]["line"]);
    }
}

/// A word that is fixed, an argument that has no influence, and a variable that the user set: none of them may go.
#[test]
fn smaller_inputs_are_still_among_the_stated_ones() {
    let program = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strlen(argv[i]) == 3 && argv[i][2] == 'z') puts("old way");
    return 0;
}
"#;
    let options = ["--args", "-v ?3 long-word ?2", "--stdin", "2", "--env", "MODE=fast", "--file", "kept=1"];
    let answer = diff(program, ("old way", "new way"), &options);
    let input = &answer.report["differences"][0]["input"];
    let argv = input["argv"].as_array().unwrap();
    assert_eq!((argv.len(), &argv[0], &argv[2]), (4, &json!("-v"), &json!("long-word")), "{input}");
    assert_eq!((&input["env"]["MODE"], input["files"].as_object().unwrap().len()), (&json!("fast"), 1), "{input}");
    // What is free becomes as small as it can.
    assert_eq!((&argv[3], &input["stdin"], &input["files"]["kept"]), (&json!(""), &json!(""), &json!("")), "{input}");
    // Where nothing was stated, fewer arguments are better ones.
    let assumed = diff(program, ("old way", "new way"), &[]);
    assert_eq!(assumed.report["differences"][0]["input"]["argv"].as_array().unwrap().len(), 1, "{}", assumed.text);
}

#[test]
fn a_question_mark_inside_a_word_is_said_to_be_literal() {
    let answer = diff(TWICE, ("n > 3", "n > 4"), &["--args", "[?3] x"]);
    answer.says(&["rift: `?` inside a word is literal: --args takes `[?3]` as it is"]);
    let plain = diff(TWICE, ("n > 3", "n > 4"), &["--args", "?3 x"]);
    assert!(!plain.text.contains("literal"), "{}", plain.text);
}

#[test]
fn tests_are_inputs_that_were_given() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("old", TWICE.to_owned()), ("new", TWICE.replace("n * 2 + 1", "n + n + 1"))] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("p.c"), text).unwrap();
    }
    fs::write(dir.path().join("tests.txt"), "p 7\n").unwrap();
    let answer = run(&dir, &["diff", "old/p.c", "new/p.c", "--budget", "200runs", "--tests", "tests.txt"]);
    assert_eq!((answer.code, &answer.report["verdict"]), (0, &json!("none_found")), "{}", answer.text);
    assert_eq!(answer.report["bounds"].get("assumed"), None, "{}", answer.text);
    for never in ["no inputs were stated", "nobody stated", "assumed"] {
        assert!(!answer.text.contains(never), "{never}: {}", answer.text);
    }
    answer.says(&["of the shapes that the tests have", "searched:\n  --args '?1'"]);
}

/// `'x'` is 120: as a limit, it would make standard input 120 bytes longer.
#[test]
fn a_character_that_changed_is_no_limit() {
    let program = r#"
#include <stdio.h>
int main(void) {
    char line[16];
    int first = getchar();
    if (first == 'x') puts("first");
    if (fgets(line, sizeof line, stdin) && line[0] == 'x') puts("second");
    return 0;
}
"#;
    let answer = diff(program, ("'x'", "'y'"), &[]);
    assert_eq!(answer.code, DIFFERENT, "{}", answer.text);
    assert_eq!(answer.report["bounds"]["assumed"], "no arguments, up to 40 bytes of standard input");
}
