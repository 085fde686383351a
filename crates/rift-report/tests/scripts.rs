//! Tests as plain shell scripts: run by sh against a native program, without rift.

use rift_env::{Input, Observed};
use rift_report::{Directory, End, Existing, NativeLimits, Origin, Replayed, Sandbox, SandboxConfig, Seen};
use rift_report::{TestCase, replay_native};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Prints everything it is given, byte by byte, and does as its first argument says.
const ECHO: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    if (getenv("RIFT_OBJECTS")) {
        FILE *objects = fopen(getenv("RIFT_OBJECTS"), "r");
        for (int c; objects && (c = fgetc(objects)) != EOF;) putchar(c);
    }
    fputs("thread 'main' (77) panicked at x.rs:1:1:\n", stderr);
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "write")) {
        FILE *out = fopen("-out", "wb");
        fwrite("a\0b\n", 1, 4, out);
        fclose(out);
        remove("in dir/in");
    }
    fflush(stdout);
    if (!strcmp(what, "abort")) abort();
    if (!strcmp(what, "segv")) raise(SIGSEGV);
    if (!strcmp(what, "hang")) for (;;) pause();
    return 3;
}
"#;

struct Place {
    dir: TempDir,
    program: PathBuf,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("echo.c");
        fs::write(&source, ECHO).unwrap();
        let program = dir.path().join("echo");
        let compiled = Command::new("clang-22").arg("-o").arg(&program).arg(&source).status().unwrap();
        assert!(compiled.success());
        let origin = Origin {
            directory: dir.path().to_owned(),
            program: vec![source],
            cflags: String::new(),
            build: None,
            bin: None,
            entry: None,
            every_branch: false,
            steps_per_run: 1000,
        };
        Directory::create(&dir.path().join("out"), Existing::Own, &origin).unwrap();
        Place { dir, program }
    }

    fn write(&self, number: u32, case: &TestCase) {
        let mut script = Vec::new();
        case.write(&mut script, "a test");
        fs::write(self.dir.path().join(format!("out/tests/{number:06}.sh")), script).unwrap();
    }

    /// Exit status and output of `sh SCRIPT echo`, by dash where it is not sh itself.
    fn sh(&self, script: &str) -> (i32, String) {
        let shell = if Path::new("/bin/dash").exists() { "dash" } else { "sh" };
        let mut command = Command::new(shell);
        command.arg(script).arg("../echo").current_dir(self.dir.path().join("out")).env("RIFT_TIME_LIMIT", "1");
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8_lossy(&text).into_owned())
    }

    /// The script and rift's own replay say the same about the test.
    fn check(&self, case: &TestCase, wanted: i32) -> String {
        self.write(1, case);
        let (status, text) = self.sh("tests/000001.sh");
        assert_eq!(status, wanted, "{text}");
        let limits = NativeLimits { time: std::time::Duration::from_secs(1), ..NativeLimits::default() };
        let sandbox = Sandbox::new(SandboxConfig { limits, ..SandboxConfig::default() }).unwrap();
        let replayed = replay_native(&sandbox, &self.program, case).unwrap();
        match wanted {
            0 => assert_eq!(replayed, Replayed::Equal),
            77 => assert!(matches!(replayed, Replayed::Skipped(_)), "{replayed:?}"),
            _ => assert!(matches!(replayed, Replayed::Different(_)), "{replayed:?}"),
        }
        text
    }
}

fn bytes(of: &[&str]) -> Vec<Vec<u8>> {
    of.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// What the program does with these arguments and nothing else.
fn case(argv: &[&str], end: End) -> TestCase {
    let shown: String = argv.iter().map(|argument| format!("[{argument}]")).collect();
    TestCase {
        input: Input { argv: bytes(argv), ..Input::default() },
        expected: Seen {
            end,
            stdout: format!("{shown}\nstdin:\n").into_bytes(),
            stderr: b"thread 'main' (1) panicked at x.rs:1:1:\n".to_vec(),
            files: Observed::default(),
        },
    }
}

#[test]
fn every_byte_arrives_as_it_is() {
    let place = Place::new();
    let all: Vec<u8> = (0..=255).collect();
    let hex: String = all.iter().map(|byte| format!(" {byte:02x}")).collect();
    let printable: Vec<u8> = (1..=255).collect();
    let mut argv = bytes(&["echo", "-n", "it's", "$HOME `ls` \"\\", "%d %%", "a\n\n", "\n", "", "*", "--"]);
    argv.push(printable.clone());
    let mut stdout: Vec<u8> = argv.iter().flat_map(|argument| [b"[", argument.as_slice(), b"]"].concat()).collect();
    stdout.extend_from_slice(b"\n{A_1=");
    stdout.extend_from_slice(&printable);
    stdout.extend_from_slice(format!("}}\nstdin:{hex}\nfile:{hex}\n").as_bytes());
    let test = TestCase {
        input: Input {
            argv,
            env: vec![(b"A_1".to_vec(), printable)],
            stdin: all.clone(),
            files: BTreeMap::from([("in dir/in".to_owned(), all.clone()), ("empty/".to_owned(), vec![])]),
            objects: vec![],
        },
        expected: Seen { stdout, ..case(&[], End::Exit(3)).expected },
    };
    place.check(&test, 0);
}

#[test]
fn objects_are_as_the_replay_library_reads_them() {
    let place = Place::new();
    let mut test = case(&["echo"], End::Exit(3));
    test.input.objects = vec![("x".to_owned(), vec![0, 1, 255]), ("y".to_owned(), vec![]), ("x".to_owned(), vec![7])];
    // Names may be escaped or not.
    test.expected.stdout.extend_from_slice(b"%78 0001ff\n%79 \n%78 07\n");
    place.write(1, &test);
    let (status, text) = place.sh("tests/000001.sh");
    assert_eq!(status, 0, "{text}");
}

#[test]
fn every_end_is_seen() {
    let place = Place::new();
    place.check(&case(&["echo"], End::Exit(3)), 0);
    place.check(&case(&["echo", "abort"], End::Signal(6)), 0);
    place.check(&case(&["echo", "segv"], End::Signal(11)), 0);
    let panic = End::Panic { location: "x.rs:1:1".to_owned(), message: "no".to_owned() };
    place.check(&case(&["echo", "abort"], panic), 0);
    let fault = |signal| End::Fault { kind: "null-access".to_owned(), position: "x.c:1:1".to_owned(), signal };
    place.check(&case(&["echo", "segv"], fault(Some(11))), 0);
    let text = place.check(&case(&["echo", "segv"], fault(None)), 77);
    assert!(text.contains("skipped: memory fault (null-access): it needs a build with -fsanitize="), "{text}");
    let text = place.check(&case(&["echo"], End::Exit(0)), 1);
    assert!(text.contains("exit status 3 instead of 0"), "{text}");
    place.check(&case(&["echo", "abort"], End::Signal(11)), 1);
    place.check(&case(&["echo", "hang"], End::Exit(3)), 1);
    place.check(&case(&["echo", "hang"], End::Endless(1)), 0);
    let text = place.check(&case(&["echo"], End::Endless(1)), 1);
    assert!(text.contains("exit status 3 instead of 124"), "{text}");
}

#[test]
fn other_output_is_seen() {
    let place = Place::new();
    let mut test = case(&["echo"], End::Exit(3));
    test.expected.stdout.push(b'\n');
    let text = place.check(&test, 1);
    assert!(text.contains("stdout is not as expected"), "{text}");
    let mut test = case(&["echo"], End::Exit(3));
    test.expected.stderr = b"thread 'main' (1) panicked at x.rs:2:1:\n".to_vec();
    place.check(&test, 1);
}

#[test]
fn files_that_were_written_are_compared() {
    let place = Place::new();
    let mut test = case(&["echo", "write"], End::Exit(3));
    test.input.files.insert("in dir/in".to_owned(), b"A".to_vec());
    test.expected.stdout.extend_from_slice(b"file: 41\n");
    test.expected.files = Observed {
        written: BTreeMap::from([("-out".to_owned(), b"a\0b\n".to_vec())]),
        removed: BTreeSet::from(["in dir/in".to_owned()]),
        new_directories: BTreeSet::new(),
    };
    place.check(&test, 0);
    let mut other = test.clone();
    other.expected.files.written.insert("-out".to_owned(), b"a\0c\n".to_vec());
    assert!(place.check(&other, 1).contains("the file -out is not as expected"));
    let mut other = test.clone();
    other.expected.files.written.clear();
    assert!(place.check(&other, 1).contains("not expected: ./-out"));
    let mut other = test.clone();
    other.expected.files.new_directories.insert("new".to_owned());
    assert!(place.check(&other, 1).contains("no directory new"));
}

#[test]
fn all_tests_are_run_and_counted() {
    let place = Place::new();
    place.write(1, &case(&["echo"], End::Exit(3)));
    place.write(2, &case(&["echo"], End::Other("not supported: time travel".to_owned())));
    let (status, text) = place.sh("run-all.sh");
    assert_eq!((status, text.as_str()), (0, "1 as expected, 0 different, 1 skipped, 0 could not be run\n"));
    place.write(3, &case(&["echo"], End::Exit(4)));
    let (status, text) = place.sh("run-all.sh");
    assert_eq!(status, 1);
    assert!(text.contains("tests/000003.sh: exit status 3 instead of 4"), "{text}");
    assert_eq!(fs::read_dir(place.dir.path().join("out/tests")).unwrap().count(), 3);
}
