//! Bad input of any kind: a message that names the file and the reason, the documented exit code, and nothing else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const TROUBLE: i32 = 2;
const LIMIT: i32 = 124;
const SEGMENTATION: i32 = 128 + 11;
/// Nothing here may take longer than this.
const LONGEST: Duration = Duration::from_secs(60);

struct Place {
    dir: TempDir,
    cache: TempDir,
}

impl Place {
    fn new() -> Place {
        Place { dir: tempfile::tempdir().unwrap(), cache: tempfile::tempdir().unwrap() }
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// `rift` with these arguments, in the directory.
    fn rift(&self, arguments: &[&str]) -> Answer {
        let started = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(arguments).current_dir(self.dir.path()).env("RIFT_CACHE", self.cache.path());
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(started.elapsed() < LONGEST, "{arguments:?} took {:?}", started.elapsed());
        Answer::of(&output, arguments)
    }

    /// `rift run NAME` must refuse with these words.
    fn refuses(&self, name: &str, words: &[&str]) -> Answer {
        let answer = self.rift(&["run", name]);
        assert_eq!(answer.code, TROUBLE, "{answer:?}");
        assert_eq!(answer.stdout, "", "{answer:?}");
        for word in words.iter().chain([&name]) {
            assert!(answer.stderr.contains(word), "`{word}` is not said: {answer:?}");
        }
        answer
    }

    /// Compiles with clang-22, as a user would, to make something to be refused.
    fn clang(&self, arguments: &[&str]) {
        let mut command = Command::new("clang-22");
        assert!(command.args(arguments).current_dir(self.dir.path()).status().unwrap().success());
    }
}

#[derive(Debug)]
struct Answer {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn of(output: &Output, arguments: &[&str]) -> Answer {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert!(!stderr.contains("panicked") && !stdout.contains("panicked"), "{arguments:?}: {stderr}");
        let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?} died of {}", output.status));
        Answer { code, stdout, stderr }
    }
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

#[test]
fn missing_empty_and_foreign_files_are_refused_by_name() {
    let place = Place::new();
    place.refuses("missing.c", &["cannot"]);
    place.refuses("missing.bc", &["cannot"]);
    fs::create_dir(place.dir.path().join("nothing")).unwrap();
    place.refuses("nothing", &["no Cargo.toml"]);
    place.file("empty.bc", "");
    place.refuses("empty.bc", &["bitcode"]);
    place.file("text.bc", "this is a text");
    place.refuses("text.bc", &["bitcode"]);
    place.file("notes.txt", "this is a text");
    place.refuses("notes.txt", &["none of"]);
    place.file("asm.s", "nop");
    place.refuses("asm.s", &["assembly"]);
    place.file("header.h", "int x;");
    place.refuses("header.h", &["header"]);
}

#[test]
fn compile_errors_are_shown_as_the_compiler_said_them() {
    let place = Place::new();
    place.file("broken.c", "int main(void) { return undeclared; }\n");
    place.refuses("broken.c", &["error: use of undeclared identifier 'undeclared'", "broken.c:1:25"]);
    place.file("empty.c", "");
    place.refuses("empty.c", &["main"]);
    place.file("broken.cpp", "int main() { return nothing::x; }\n");
    place.refuses("broken.cpp", &["error:", "broken.cpp:1:21"]);
    place.file("broken.rs", "fn main() { missing(); }\n");
    place.refuses("broken.rs", &["error[E0425]", "broken.rs:1:13"]);
}

#[test]
fn executables_without_bitcode_and_broken_ones_are_refused() {
    let place = Place::new();
    place.file("hello.c", HELLO);
    place.clang(&["-o", "plain", "hello.c"]);
    place.refuses("plain", &["rift-cc"]);
    let elf = fs::read(place.dir.path().join("plain")).unwrap();
    place.file("cut", &elf[..100]);
    place.refuses("cut", &[]);
    let mut junk = b"\x7fELF\x02\x01\x01".to_vec();
    junk.extend((0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8));
    place.file("junk", junk);
    place.refuses("junk", &[]);
    place.clang(&["-c", "-o", "hello.o", "hello.c"]);
    place.refuses("hello.o", &[]);
}

#[test]
fn bitcode_that_is_broken_or_for_another_machine_is_refused() {
    let place = Place::new();
    place.file("hello.c", HELLO);
    place.clang(&["-c", "-emit-llvm", "-o", "hello.bc", "hello.c"]);
    let good = fs::read(place.dir.path().join("hello.bc")).unwrap();
    for part in [4, 5, 100, good.len() / 2, good.len() - 4] {
        place.file("cut.bc", &good[..part]);
        place.refuses("cut.bc", &[]);
    }
    place.file("bare.c", "int main(void) { return 0; }\n");
    for target in ["aarch64-linux-gnu", "i686-linux-gnu", "s390x-linux-gnu"] {
        place.clang(&["-c", "-emit-llvm", "-target", target, "-o", "foreign.bc", "bare.c"]);
        place.refuses("foreign.bc", &[target.split('-').next().unwrap()]);
    }
    place.file("wrong.ll", "define i32 @main() { ret i64 0 }\n");
    place.refuses("wrong.ll", &["1:"]);
    place.file("nomain.ll", "define i32 @other() {\n ret i32 0\n}\n");
    place.refuses("nomain.ll", &["main"]);
}

#[test]
fn what_may_not_be_read_is_refused() {
    let place = Place::new();
    let path = place.file("secret.c", HELLO);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // To some users nothing is forbidden.
    if fs::read(&path).is_err() {
        place.refuses("secret.c", &["ermission denied"]);
    }
    let answer = place.rift(&["run", "--stdin", "no-such-input", "x.c"]);
    assert_eq!(answer.code, TROUBLE);
    assert!(answer.stderr.contains("no-such-input"), "{answer:?}");
}

#[test]
fn wrong_command_lines_are_refused() {
    let place = Place::new();
    place.file("hello.c", HELLO);
    for (arguments, word) in [
        (&["run"][..], "PROGRAM"),
        (&["fly"], "fly"),
        (&["run", "--no-such-flag", "hello.c"], "--no-such-flag"),
        (&["run", "--limits", "speed=1", "hello.c"], "speed"),
        (&["run", "--limits", "steps=many", "hello.c"], "many"),
        (&["run", "--env", "NOVALUE", "hello.c"], "NOVALUE"),
        (&["run", "--file", "name", "hello.c"], "name"),
        (&["run", "--file", "a=missing.txt", "hello.c"], "missing.txt"),
        (&["run", "--cflags", "'open", "hello.c"], "--cflags"),
        (&["run", "--json", "no/such/dir/x.json", "hello.c"], "no/such/dir/x.json"),
        (&["doctor", "missing.c"], "missing.c"),
    ] {
        let answer = place.rift(arguments);
        assert_eq!(answer.code, TROUBLE, "{arguments:?}: {answer:?}");
        assert!(answer.stderr.contains(word), "{arguments:?}: {answer:?}");
    }
}

#[test]
fn endless_programs_end_at_their_limits() {
    let place = Place::new();
    place.file("print.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"again\"); }\n");
    place.file("allocate.c", "#include <stdlib.h>\nint main(void) { for (;;) *(char *)malloc(1 << 20) = 1; }\n");
    place.file(
        "recurse.c",
        "int f(int n) { volatile int x = n; return f(x + 1) + x; }\nint main(void) { return f(0); }\n",
    );
    place.file("spin.c", "int main(void) { for (volatile int i = 0;; i++) {} }\n");
    for (file, limits, code, word) in [
        ("print.c", "output=1M", LIMIT, "output limit"),
        ("recurse.c", "depth=1000", LIMIT, "call depth limit"),
        ("recurse.c", "", SEGMENTATION, "stack-overflow"),
        ("spin.c", "steps=1M", LIMIT, "step limit"),
        ("spin.c", "time=300ms", LIMIT, "time limit"),
    ] {
        let answer = place.rift(&["run", "--limits", limits, file]);
        assert_eq!(answer.code, code, "{file} {limits}: {}", answer.stderr);
        assert!(answer.stderr.contains(word), "{file} {limits}: {}", answer.stderr);
        assert!(answer.stdout.len() <= 1 << 20);
    }
    // malloc fails in the end, and the program does not look.
    let answer = place.rift(&["run", "--limits", "memory=64M,steps=1G", "allocate.c"]);
    assert!(answer.code == LIMIT || answer.code == SEGMENTATION, "{answer:?}");
}

#[test]
fn nothing_is_written_beside_the_program() {
    let place = Place::new();
    place.file("broken.c", "int main(void) { return undeclared; }\n");
    place.file("hello.c", HELLO);
    place.rift(&["run", "broken.c"]);
    let answer = place.rift(&["run", "hello.c"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "hello\n"), "{answer:?}");
    assert_eq!(names(place.dir.path()), ["broken.c", "hello.c"]);
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}
