//! `rift diff` on every kind of version, and on versions that are no good.

#[path = "support/git.rs"]
mod git;
#[path = "support/place.rs"]
mod place;

use git::git;
use place::Place;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;
const INTERRUPTED: i32 = 130;

/// More than ten, or ten and more.
const COUNT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "limit.h"
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    puts(above_limit(atoi(argv[1])) ? "many" : "few");
    return 0;
}
"#;
const LIMIT: &str = "int above_limit(int n);\n";
const MAKEFILE: &str = "counter: count.o limit.o\n\t$(CC) -o $@ count.o limit.o\n%.o: %.c\n\t$(CC) -g -c -o $@ $<\n";

fn limit(comparison: &str) -> String {
    format!("#include \"limit.h\"\nint above_limit(int n) {{\n    return n {comparison} 10;\n}}\n")
}

impl Place {
    /// Two projects of several files with a Makefile, `old` and `new`.
    fn projects() -> Place {
        let place = Place::new();
        for (version, comparison) in [("old", ">"), ("new", ">=")] {
            place.project(version, comparison);
        }
        place
    }

    fn project(&self, folder: &str, comparison: &str) {
        let texts = [
            ("count.c", COUNT.to_owned()),
            ("limit.h", LIMIT.to_owned()),
            ("limit.c", limit(comparison)),
            ("Makefile", MAKEFILE.to_owned()),
        ];
        for (name, text) in texts {
            self.file(&format!("{folder}/{name}"), &text);
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(arguments).current_dir(self.dir.path()).env("RIFT_CACHE", cache).stdin(Stdio::null());
        command
    }

    /// Both outputs; the status and all of the words must be there.
    #[track_caller]
    fn rift(&self, arguments: &[&str], status: i32, words: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(status), "{said}");
        words.iter().for_each(|word| assert!(said.contains(word), "no `{word}` in:\n{said}"));
        assert!(!said.contains("panicked"), "{said}");
        said
    }

    fn git(&self, arguments: &[&str]) {
        git(self.dir.path(), arguments);
    }

    fn repository() -> Place {
        let place = Place::new();
        place.git(&["init", "-q", "-b", "main"]);
        place.project("tool", ">");
        place.git(&["add", "."]);
        place.git(&["commit", "-q", "-m", "one"]);
        place.git(&["tag", "v1"]);
        place.project("tool", ">=");
        place.git(&["commit", "-q", "-a", "-m", "two"]);
        place
    }
}

/// What the report of the projects says, wherever they are.
const PROJECT_WORDS: [&str; 5] = ["limit.c:3 in above_limit: changed", "./counter 10", "- few", "+ many", "why:"];

/// Directories of this machine are nobody's business, but for where the builds are.
#[track_caller]
fn names_no_directory(place: &Place, said: &str) {
    let is_build = |line: &&str| ["  old /", "  new /"].iter().any(|begin| line.starts_with(begin));
    let said: String = said.lines().filter(|line| !is_build(line)).flat_map(|line| [line, "\n"]).collect();
    let here = fs::canonicalize(place.dir.path()).unwrap();
    for path in [place.dir.path().to_str().unwrap(), here.to_str().unwrap(), env!("CARGO_TARGET_TMPDIR")] {
        assert!(!said.contains(path), "`{path}` in:\n{said}");
    }
}

#[test]
fn projects_are_compared_by_their_own_build() {
    let place = Place::projects();
    let search = ["--args", "?2"];
    let said = place.rift(&[&["diff", "old", "new"], &search[..]].concat(), DIFFERENT, &PROJECT_WORDS);
    names_no_directory(&place, &said);
    assert!(said.contains("new limit.c:3 in above_limit"), "{said}");
    let build = ["--build", "make -s counter", "--bin", "counter", "--json", "report.json"];
    place.rift(&[&["diff", "old", "new"], &search[..], &build].concat(), DIFFERENT, &PROJECT_WORDS);
    let report = place.json("report.json");
    assert_eq!(report["changes"][0]["file"], "limit.c");
    assert_eq!(report["differences"][0]["why"][0]["file"], "limit.c");
    assert_eq!(report["differences"][0]["input"]["program"], "counter");
}

#[test]
fn a_project_is_compared_in_two_revisions() {
    let place = Place::repository();
    let arguments = ["diff", "v1", "HEAD", "--args", "?2", "--", "tool"];
    let words = ["tool/limit.c:3 in above_limit", "./counter 10", "- few", "+ many"];
    let said = place.rift(&arguments, DIFFERENT, &words);
    names_no_directory(&place, &said);
}

#[test]
fn cargo_packages_are_compared() {
    let place = Place::new();
    let main = |comparison: &str| {
        format!(
            "fn main() {{\n    let n = std::env::args().nth(1).map_or(0, |word| word.len());\n    \
             println!(\"{{}}\", if n {comparison} 2 {{ \"long\" }} else {{ \"short\" }});\n}}\n"
        )
    };
    for (version, comparison) in [("old", ">"), ("new", ">=")] {
        let manifest = "[package]\nname = \"measure\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";
        place.file(&format!("{version}/Cargo.toml"), manifest);
        place.file(&format!("{version}/src/main.rs"), &main(comparison));
    }
    let words = ["src/main.rs:3 in ", "./measure ", "- short", "+ long"];
    let said = place.rift(&["diff", "old", "new", "--args", "?3"], DIFFERENT, &words);
    names_no_directory(&place, &said);
}

#[test]
fn cxx_files_are_compared() {
    let place = Place::new();
    let text = |comparison: &str| {
        format!(
            "#include <cstdio>\n#include <string>\nint main(int argc, char **argv) {{\n    \
             std::string word = argc > 1 ? argv[1] : \"\";\n    std::puts(word.size() {comparison} 2 ? \"long\" : \
             \"short\");\n}}\n"
        )
    };
    place.file("old.cpp", &text(">"));
    place.file("new.cpp", &text(">="));
    let words = ["new.cpp:5 in main: changed", "- short", "+ long"];
    place.rift(&["diff", "old.cpp", "new.cpp", "--args", "?3"], DIFFERENT, &words);
}

#[test]
fn bitcode_files_are_compared() {
    let place = Place::projects();
    for version in ["old", "new"] {
        let mut clang = Command::new("clang-22");
        clang.args(["-g", "-c", "-emit-llvm", "-include", "limit.c", "-o", "count.bc", "count.c"]);
        assert!(clang.current_dir(place.path(version)).status().unwrap().success());
    }
    let words = ["limit.c:3 in above_limit: changed", "- few", "+ many"];
    place.rift(&["diff", "old/count.bc", "new/count.bc", "--args", "?2"], DIFFERENT, &words);
    place.file("broken.bc", "BC\u{1}nothing of the kind");
    place.rift(&["diff", "old/count.bc", "broken.bc"], TROUBLE, &["the new version cannot be used", "broken.bc"]);
}

#[test]
fn identical_versions_are_equal_without_a_run() {
    let place = Place::projects();
    place.project("same", ">");
    let said = place.rift(&["diff", "old", "same"], 0, &["equal: nothing that is executed changed", "0 runs"]);
    assert!(!said.contains("changes:"), "{said}");
}

#[test]
fn a_build_that_fails_or_makes_nothing_is_told_with_its_version() {
    let place = Place::projects();
    place.file("new/limit.c", "int above_limit(int n) { return missing; }\n");
    let compiler = "limit.c:1:33: error: use of undeclared identifier 'missing'";
    let arguments = ["diff", "old", "new", "--out", "found"];
    place.rift(&arguments, TROUBLE, &["the new version cannot be used", "`make` failed", compiler]);
    place.rift(&["diff", "old", "new", "--build", "true"], TROUBLE, &["the old version cannot be used", "no program"]);
    assert!(!place.path("found").exists());
}

#[test]
fn a_build_that_hangs_is_given_up() {
    let place = Place::projects();
    let started = Instant::now();
    let build = ["--build", "sleep 1000 & sleep 1000", "--build-timeout", "500ms", "--out", "found"];
    let words = ["the old version cannot be used", "did not end within 500ms", "--build-timeout"];
    place.rift(&[&["diff", "old", "new"], &build[..]].concat(), TROUBLE, &words);
    assert!(started.elapsed() < Duration::from_secs(60));
    assert!(!place.path("found").exists());
}

#[test]
fn an_interrupt_ends_a_build() {
    let place = Place::projects();
    let mut child = place
        .command(&["diff", "old", "new", "--build", "touch started; sleep 1000"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Rift watches for the signal before it does anything else.
    std::thread::sleep(Duration::from_secs(1));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let started = Instant::now();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(INTERRUPTED));
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_is_no_revision_is_told_in_our_words() {
    let place = Place::repository();
    place.file("alone.c", "int main(void) { return 0; }\n");
    let neither = "is neither a file nor a revision of the repository";
    let said = place.rift(&["diff", "v9"], TROUBLE, &["`v9`", neither]);
    assert!(!said.contains("rev-parse"), "{said}");
    place.rift(&["diff", "../x.c"], TROUBLE, &["`../x.c`", neither]);
    place.rift(&["diff", "v1", "HEAD", "--", "../x.c"], TROUBLE, &["`../x.c` is outside of the repository"]);
    place.rift(&["diff", "v1", "HEAD", "--", "tool/../gone.c"], TROUBLE, &["`gone.c` is not in revision v1"]);
    place.rift(&["diff", "v1", "--", "gone.c"], TROUBLE, &["`gone.c` is not in"]);
    place.rift(&["diff", "alone.c"], TROUBLE, &["`alone.c` is no revision", "-- alone.c"]);
}

#[test]
fn an_entry_has_its_parameters_in_the_bounds() {
    let place = Place::projects();
    let entry = ["--entry", "above_limit", "--json", "report.json"];
    let arguments = [&["diff", "old/limit.c", "new/limit.c"], &entry[..]].concat();
    let words =
        ["all values of the function's parameters are tried", "--entry above_limit --entry-bytes 8 --entry-elements 4"];
    let said = place.rift(&arguments, DIFFERENT, &words);
    assert!(!said.contains("klee"), "{said}");
    names_no_directory(&place, &said);
}

#[test]
fn quoted_words_of_tests_are_arguments() {
    let place = Place::projects();
    place.file("tests.txt", "./counter '<&>'\n./counter '10' # the limit\n");
    place.rift(&["diff", "old", "new", "--tests", "tests.txt"], DIFFERENT, &["./counter 10"]);
    place.file("tests.txt", "./counter 3 > out\n");
    place.rift(&["diff", "old", "new", "--tests", "tests.txt"], TROUBLE, &["line 1", "`>` is not understood"]);
}

/// A file of C that writes beyond its end in one version, behind something undefined and harmless that both have.
fn letters(size: u32) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n\
         static int by(const void *a, const void *b) {{ return *(const char *)a - *(const char *)b; }}\n\
         int keep(int letter) {{\n    void *volatile none = NULL;\n    qsort(none, 0, 1, by);\n\
             char *letters = malloc({size});\n    int place = letter - 'a';\n    if (place < 0 || place > 7) return 1;\n\
             letters[place] = 'x';\n    puts(\"kept\");\n    return 0;\n}}\n"
    )
}

/// The only difference is what AddressSanitizer sees in the old version, and its script tells the builds apart.
fn expect_overflow_in_old(place: &Place, options: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
    command.args(["diff", "old", "new", "--out", "found"]).args(options).current_dir(place.dir.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(DIFFERENT), "{said}");
    let report = fs::read_to_string(place.dir.path().join("found/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let difference = &report["differences"][0];
    assert_eq!(difference["old"]["sanitizer"]["kind"], "heap-buffer-overflow", "{said}");
    assert_eq!(difference["new"]["sanitizer"], Value::Null);
    let script = place.dir.path().join(format!("found/differences/{}.sh", difference["id"].as_str().unwrap()));
    for (version, expected) in [("new", 0), ("old", 1)] {
        let build = difference["sanitized"][version].as_str().unwrap();
        let output = Command::new("sh").arg(&script).arg(build).output().unwrap();
        assert_eq!(output.status.code(), Some(expected), "{output:?}");
    }
}

#[test]
fn sanitized_variants_of_projects_are_built_through_the_compiler_wrapper() {
    let place = Place::new();
    for (version, size) in [("old", 7), ("new", 8)] {
        let main = "int keep(int);\nint main(int argc, char **argv) { return argc < 2 ? 2 : keep(argv[1][0]); }\n";
        place.file(&format!("{version}/main.c"), main);
        place.file(&format!("{version}/keep.c"), &letters(size));
        let make = "letters: main.o keep.o\n\tcc -o $@ main.o keep.o\n%.o: %.c\n\tcc -g -c -o $@ $<\n";
        place.file(&format!("{version}/Makefile"), make);
    }
    expect_overflow_in_old(&place, &["--args", "?1"]);
}

#[test]
fn sanitized_variants_of_packages_with_c_inside_are_built() {
    let place = Place::new();
    for (version, size) in [("old", 7), ("new", 8)] {
        let manifest = "[package]\nname = \"letters\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
        place.file(&format!("{version}/Cargo.toml"), manifest);
        // As the `cc` crate does it.
        let build = r#"
use std::{env, process::Command};
fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let flags = env::var("CFLAGS").unwrap_or_default();
    let cc = env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut compile = Command::new(cc);
    compile.args(flags.split_whitespace()).args(["-g", "-c", "keep.c", "-o"]).arg(format!("{out}/keep.o"));
    assert!(compile.status().unwrap().success());
    let archive = Command::new("ar").arg("rcs").arg(format!("{out}/libkeep.a")).arg(format!("{out}/keep.o")).status();
    assert!(archive.unwrap().success());
    println!("cargo:rustc-link-search={out}\ncargo:rustc-link-lib=static=keep\ncargo:rerun-if-changed=keep.c");
}
"#;
        place.file(&format!("{version}/build.rs"), build);
        place.file(&format!("{version}/keep.c"), &letters(size));
        let main = "extern \"C\" {\n    fn keep(letter: i32) -> i32;\n}\n\
            fn main() {\n    let letter = std::env::args().nth(1).and_then(|word| word.bytes().next()).unwrap_or(0);\n    \
            std::process::exit(unsafe { keep(letter.into()) });\n}\n";
        place.file(&format!("{version}/src/main.rs"), main);
    }
    expect_overflow_in_old(&place, &["--args", "?1"]);
}
