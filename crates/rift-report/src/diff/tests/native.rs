//! Differences of real programs, from the native builds to tests that others run.

use super::verdicts::{aligned, made, summary};
use super::*;
use crate::Existing;
use rift_confirm::{Build, Check as Outcome, ConfirmOptions, Confirmer, Kind, Sandbox, SandboxConfig};
use rift_env::Input;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Shows all that it is given, and does something else in its new version where VERSION says so.
const PROGRAM: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
static void show(const char *what, FILE *file) {
    printf("%s:", what);
    for (int c; (c = fgetc(file)) != EOF;) printf(" %02x", c);
    puts("");
}
int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++) printf("[%s]", argv[i]);
    puts("");
    for (char **v = environ; *v; v++)
        if (strncmp(*v, "RIFT_OBJECTS=", 13)) printf("{%s}\n", *v);
    show("stdin", stdin);
    FILE *in = fopen("in dir/in", "rb");
    if (in) show("file", in), fclose(in);
    FILE *objects = getenv("RIFT_OBJECTS") ? fopen(getenv("RIFT_OBJECTS"), "r") : NULL;
    // Names may be escaped or not.
    for (int c, escaped; objects && (c = fgetc(objects)) != EOF;)
        putchar(c == '%' && fscanf(objects, "%2x", &escaped) == 1 ? escaped : c);
    fprintf(stderr, "thread 'main' (%d) panicked at x.rs:1:1:\n??=\n", getpid());
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "write")) {
        FILE *out = fopen("-out", "wb");
        fwrite("a\0b\n", 1, 3 + VERSION, out);
        fclose(out);
        symlink("nowhere", "link");
        remove("in dir/in");
        mkdir("made", 0755);
    }
    fflush(stdout);
    if (!strcmp(what, "crash") && VERSION) raise(SIGSEGV);
    if (!strcmp(what, "say")) puts(VERSION ? "new" : "old");
    return !strcmp(what, "exit") ? 3 + VERSION : 5;
}
"#;

struct Place {
    dir: TempDir,
    programs: Pair<PathBuf>,
    confirmer: Confirmer,
}

fn run(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("program.c");
        fs::write(&source, PROGRAM).unwrap();
        let programs = Pair { old: "0", new: "1" }.map(|version| {
            let program = dir.path().join(format!("version {version}"));
            let define = format!("-DVERSION={version}");
            assert!(run(Command::new("clang-22").args([&define, "-o"]).arg(&program).arg(&source)).0);
            program
        });
        let build = |program: &PathBuf| Build { program: program.clone(), sanitized: vec![] };
        let builds = programs.as_ref().map(build);
        let sandbox = Sandbox::new(SandboxConfig::default()).unwrap();
        Place { confirmer: Confirmer::new(builds, sandbox, ConfirmOptions::default()), dir, programs }
    }

    fn finding(&self, input: &Input) -> Finding {
        let Outcome::Different(confirmed) = self.confirmer.check(input).unwrap() else { panic!("{input:?}") };
        Finding {
            confirmed: *confirmed,
            changes: vec![0],
            why: vec![],
            uninitialised: vec![],
            similar: 0,
            everywhere: false,
            runs: 1,
            found_as: vec![],
        }
    }

    fn report(&self, inputs: &[Input]) -> DiffReport {
        let files = Pair { old: "/src/a.c", new: "/src/a.c" };
        let lines = Pair { old: ["add i32 a, b", "mul i32 x, 3"], new: ["sub i32 a, b", "mul i32 x, 3"] };
        let findings: Vec<Finding> = inputs.iter().map(|input| self.finding(input)).collect();
        made(&aligned(files, lines), &summary(&[0]), &findings, &[])
    }
}

fn input(arguments: &[&[u8]]) -> Input {
    let argv = [&b"prog"[..]].iter().chain(arguments).map(|argument| argument.to_vec()).collect();
    Input { argv, ..Input::default() }
}

/// Everything that an input can have, and everything that can be seen of a run.
fn inputs() -> Vec<Input> {
    let all: Vec<u8> = (0..=255).collect();
    let rich = Input {
        env: vec![(b"A_1".to_vec(), all[1..].to_vec()), (b"B".to_vec(), b"".to_vec())],
        stdin: all.clone(),
        files: [("in dir/in".to_owned(), all.clone()), ("empty/".to_owned(), vec![]), ("kept".to_owned(), vec![7])]
            .into(),
        objects: vec![("x y".to_owned(), vec![0, 255])],
        ..input(&[b"write", &all[1..], b"", b"it's \"$HOME\" ??=", b"\n"])
    };
    let big = Input { stdin: vec![b'x'; 300_000], ..input(&[b"say"]) };
    vec![rich, big, input(&[b"crash"]), input(&[b"exit"])]
}

#[test]
fn a_report_of_native_runs_leaves_tests_that_tell_the_versions_apart() {
    let place = Place::new();
    let inputs = inputs();
    let mut report = place.report(&inputs);
    report.builds = Some(place.programs.as_ref().map(|path| path.to_str().unwrap().to_owned()));
    assert_eq!((report.verdict(), report.changes[0].status), (Verdict::Different, Status::Differs));
    let kinds: Vec<SeenKind> = report.differences.iter().map(|difference| difference.kind).collect();
    assert_eq!(kinds, [SeenKind::Output, SeenKind::Output, SeenKind::Crash, SeenKind::Exit]);
    assert_eq!(report.differences[0].differs, [Channel::Files]);
    assert_eq!(report.differences[0].input.to_input(), inputs[0]);
    let again = place.report(&inputs[..1]);
    assert_eq!(again.differences[0].id, report.differences[0].id);

    let root = place.dir.path().join("found");
    let directory = DiffDirectory::create(&root, Existing::Own).unwrap();
    fs::write(root.join("differences/0123456789.sh"), "of an earlier run").unwrap();
    directory.write(&report).unwrap();
    assert_eq!(DiffDirectory::read(&root).unwrap(), report);
    assert_eq!(fs::read_to_string(root.join("report.txt")).unwrap(), report.text(true));
    assert_eq!(fs::read_dir(root.join("differences")).unwrap().count(), inputs.len());
    for difference in &report.differences {
        let test = root.join(format!("differences/{}.sh", difference.id));
        let (passes, text) = run(Command::new("sh").arg(&test).arg(&place.programs.new));
        assert!(passes, "{text}");
        let (passes, text) = run(Command::new("sh").arg(&test).arg(&place.programs.old));
        assert!(!passes, "{text}");
    }
    // It is rift's own now; another one is not.
    DiffDirectory::create(&root, Existing::Own).unwrap();
    assert!(DiffDirectory::create(place.dir.path(), Existing::Own).is_err());
}

/// Writes the tests, compiles them as a user would, and runs them on both builds.
fn tell_apart(place: &Place, format: Format, compile: &[&str]) {
    let report = place.report(&inputs());
    for (version, program, other) in [
        (Version::Old, &place.programs.old, &place.programs.new),
        (Version::New, &place.programs.new, &place.programs.old),
    ] {
        let tests: Vec<ExportedTest> =
            report.differences.iter().map(|difference| ExportedTest::new(difference, version)).collect();
        assert!(tests.iter().all(|test| test.obstacle(Format::Rust).is_none()));
        let to = place.dir.path().join(format!("{version:?} {format:?}"));
        write_exported(&to, &exported(&tests, format, Some(program))).unwrap();
        let (compiled, text) = run(Command::new(compile[0]).args(&compile[1..]).current_dir(&to));
        assert!(compiled && text.is_empty(), "{text}");
        let (passes, text) = run(Command::new("./runner").current_dir(&to));
        assert!(passes, "{text}");
        for test in &tests {
            let arguments = match format {
                Format::Rust => vec!["--exact".to_owned(), format!("difference_{}", test.id)],
                _ => vec![test.id.clone()],
            };
            let relative = Path::new("..").join(other.file_name().unwrap());
            let (passes, text) =
                run(Command::new("./runner").args(arguments).current_dir(&to).env("PROGRAM", relative));
            assert!(!passes && !text.contains("cannot"), "{text}");
        }
        check_all(place, &tests, format, Pair { old: program, new: other });
    }
}

/// Of the pair, the tests pass on the first, and on the second none does.
fn check_all(place: &Place, tests: &[ExportedTest], format: Format, programs: Pair<&PathBuf>) {
    let sandbox = place.confirmer.sandbox();
    let checked = |own: &Path, other: &Path| check(tests, format, Builds { own, other: Some(other) }, sandbox).unwrap();
    let passed = checked(programs.old, programs.new);
    assert_eq!(passed, Check { results: vec![Checked::Passed; tests.len()], note: None });
    let failed = checked(programs.new, programs.old);
    assert!(failed.results.iter().all(|result| matches!(result, Checked::Failed(_))), "{failed:?}");
    // A test that both builds pass is none.
    let indistinct = checked(programs.old, programs.old);
    assert!(indistinct.results.iter().all(|result| matches!(result, Checked::Indistinct(_))), "{indistinct:?}");
}

#[test]
fn rust_tests_tell_the_versions_apart() {
    let compile = ["rustc", "--edition", "2021", "-D", "warnings", "--test", "-o", "runner", "differences.rs"];
    tell_apart(&Place::new(), Format::Rust, &compile);
}

#[test]
fn c_tests_tell_the_versions_apart() {
    let compile = ["clang-22", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "runner", "differences.c"];
    tell_apart(&Place::new(), Format::C, &compile);
}

#[test]
fn shell_tests_tell_the_versions_apart() {
    let place = Place::new();
    let report = place.report(&inputs());
    let tests: Vec<ExportedTest> =
        report.differences.iter().map(|difference| ExportedTest::new(difference, Version::Old)).collect();
    let Pair { old, new } = &place.programs;
    check_all(&place, &tests, Format::Sh, Pair { old, new });
    let to = place.dir.path().join("tests of old");
    write_exported(&to, &exported(&tests, Format::Sh, None)).unwrap();
    let (passes, text) = run(Command::new("sh").arg("run-all.sh").arg(old).current_dir(&to));
    assert!(passes && text.starts_with("4 as expected, 0 different"), "{text}");
    let (passes, text) = run(Command::new("sh").arg("run-all.sh").arg(new).current_dir(&to));
    assert!(!passes && text.contains("0 as expected, 4 different"), "{text}");
}

#[test]
fn tests_are_checked_without_a_sandbox_as_well() {
    let place = Place::new();
    let report = place.report(&inputs());
    let tests = [ExportedTest::new(&report.differences[0], Version::New)];
    let sandbox = Sandbox::new(SandboxConfig { kind: Some(Kind::Plain), ..SandboxConfig::default() }).unwrap();
    let checked = |own: &Path| check(&tests, Format::Sh, Builds { own, other: None }, &sandbox).unwrap().results;
    assert_eq!(checked(&place.programs.new), [Checked::Passed]);
    let Checked::Failed(why) = checked(&place.programs.old).remove(0) else {
        panic!("the old version passes a test of the new one")
    };
    assert!(why.contains("the file -out is not as expected"), "{why}");
}

#[test]
fn a_corpus_is_the_bytes_of_the_inputs() {
    let place = Place::new();
    let report = place.report(&inputs());
    let tests: Vec<ExportedTest> =
        report.differences.iter().map(|difference| ExportedTest::new(difference, Version::New)).collect();
    let files = exported(&tests, Format::Corpus, None);
    let contents: Vec<&[u8]> = files.iter().map(|file| file.contents.as_slice()).collect();
    assert_eq!(contents, [&[0, 255][..], &[b'x'; 300_000], b"crash", b"exit"]);
    assert!(files.iter().zip(&report.differences).all(|(file, difference)| file.name == difference.id));
}
