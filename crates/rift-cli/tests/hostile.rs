//! Input that somebody made to do harm: tests, reports, states and repositories that lead elsewhere, never end or start
//! programs. Each is refused with a message that names it, or read without any of that.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const TROUBLE: i32 = 2;
const LONGEST: Duration = Duration::from_secs(60);
const PROGRAM: &str =
    "#include <stdio.h>\nint main(int n, char **a) { puts(n > 1 ? a[1] : \"none\"); return n > 2; }\n";

struct Place {
    outer: TempDir,
    cache: TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place { outer: tempfile::tempdir().unwrap(), cache: tempfile::tempdir().unwrap() };
        fs::create_dir(place.dir()).unwrap();
        place
    }

    /// Where commands run; what is beside it is not theirs.
    fn dir(&self) -> PathBuf {
        self.outer.path().join("work dir")
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn rift(&self, arguments: &[&str]) -> (i32, String) {
        let started = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(arguments).current_dir(self.dir()).env("RIFT_CACHE", self.cache.path());
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(started.elapsed() < LONGEST, "{arguments:?} took {:?}", started.elapsed());
        let said = said(&output);
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        (output.status.code().unwrap_or_else(|| panic!("{arguments:?} died of {}: {said}", output.status)), said)
    }

    fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let (code, said) = self.rift(arguments);
        assert_eq!(code, TROUBLE, "{arguments:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{arguments:?} does not say `{word}`: {said}");
        }
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]);
        let output = git.args(arguments).current_dir(self.dir()).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", said(&output));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Nothing was written beside the working directory.
    fn is_clean(&self) {
        let names: Vec<_> = fs::read_dir(self.outer.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["work dir"]);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn tests_that_lead_elsewhere_or_are_damaged_are_refused_by_name() {
    let place = Place::new();
    place.file("p.c", PROGRAM);
    let head = "#!/bin/sh\n. \"$(dirname \"$0\")/../lib.sh\"\n";
    let tail = "expect exit 0\nrun \"$@\"\n";
    for (name, line) in [
        ("up.sh", "file '../../escaped' 'x'"),
        ("inside.sh", "file 'a/../../../escaped' 'x'"),
        ("shell.sh", "touch ../escaped"),
        ("substituted.sh", "arg '$(touch ../escaped)'; touch ../escaped"),
        ("twice.sh", "program 'a'\nprogram 'b'"),
    ] {
        place.file(&format!("tests/{name}"), format!("{head}{line}\n{tail}"));
        place.refuses(&["replay", &format!("tests/{name}"), "--program", "p.c"], &[name, "line"]);
    }
    for (name, bytes) in [("empty.sh", &b""[..]), ("bytes.sh", &[0xff; 100]), ("cut.sh", head.as_bytes())] {
        place.file(&format!("tests/{name}"), bytes);
        place.refuses(&["replay", &format!("tests/{name}"), "--program", "p.c"], &[name]);
    }
    place.is_clean();
}

#[test]
fn the_library_of_exported_scripts_stays_in_its_directory() {
    let place = Place::new();
    place.file("lib.sh", include_str!("../../rift-report/src/script/lib.sh"));
    for name in ["../../escaped", "a/../../../escaped", ".."] {
        place.file(
            "tests/1.sh",
            format!("#!/bin/sh\n. \"$(dirname \"$0\")/../lib.sh\"\nfile '{name}' 'x'\nexpect exit 0\nrun \"$@\"\n"),
        );
        let output = Command::new("sh")
            .args(["tests/1.sh", "/bin/true"])
            .current_dir(place.dir())
            .env("TMPDIR", place.outer.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("outside"), "{}", said(&output));
    }
    place.is_clean();
}

#[test]
fn reports_that_lead_elsewhere_or_are_damaged_are_refused_by_name() {
    let place = Place::new();
    let good = include_str!("../../rift-report/src/diff/tests/golden/report.json");
    let parsed: serde_json::Value = serde_json::from_str(good).unwrap();
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut report = parsed.clone();
        change(&mut report["differences"][0]);
        report.to_string()
    };
    for (name, text, word) in [
        ("id.json", with(&|d| d["id"] = "../../escaped".into()), "no name of a difference"),
        ("file.json", with(&|d| d["input"]["files"] = serde_json::json!({"../../escaped": "x"})), "leads out"),
        ("time.json", with(&|d| d["time_limit"] = 4_000_000_000u32.into()), "4000000000 s"),
        ("nested.json", "[".repeat(200_000), "no report"),
        ("nested2.json", "{\"schema\":\"rift.report/1\",\"x\":".to_owned() + &"{\"a\":".repeat(200_000), "no report"),
        ("cut.json", good[..good.len() / 2].to_owned(), "EOF"),
        ("schema.json", "{\"schema\": \"\\u001b[31m/9\"}".to_owned(), "schema"),
    ] {
        place.file(name, text);
        let (code, said) = place.rift(&["export", name, "--unchecked", "--to", "out"]);
        assert_eq!(code, TROUBLE, "{name}: {said}");
        assert!(said.contains(name) && said.contains(word) && !said.contains('\u{1b}'), "{name}: {said}");
        assert!(!place.dir().join("out").exists(), "{name}");
    }
    place.is_clean();
}

#[test]
fn damaged_states_are_refused_by_name() {
    let place = Place::new();
    place.file("p.c", PROGRAM);
    let (code, said) = place.rift(&["explore", "p.c", "--args", "?2", "--out", "found", "--budget", "1runs"]);
    assert_eq!(code, 0, "{said}");
    let state = place.dir().join("found/state.bin");
    let good = fs::read(&state).unwrap();
    for damaged in [&good[..good.len() / 2], &[0xff; 64], b"\x0crift.state/9", b""] {
        fs::write(&state, damaged).unwrap();
        place.refuses(&["explore", "--resume", "--out", "found", "--budget", "1runs"], &["state.bin"]);
    }
    for origin in ["", "{", "{\"schema\": \"rift.directory/9\"}", "[".repeat(100_000).as_str()] {
        place.file("found/rift.json", origin);
        place.refuses(&["explore", "--resume", "--out", "found"], &["rift.json"]);
        place.refuses(&["replay", "found"], &["rift.json"]);
    }
}

#[test]
fn what_a_repository_is_configured_to_run_is_not_run() {
    let place = Place::new();
    place.git(&["init", "-q", "-b", "main"]);
    place.file("p.c", PROGRAM);
    place.file(".gitattributes", "*.c filter=evil diff=evil export-subst text eol=crlf\nhidden.h export-ignore\n");
    place.file("hidden.h", "/* $Format:%H$ */\n");
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "one"]);
    let touch = format!("touch '{}'; cat", place.outer.path().join("escaped").display());
    for setting in [
        "core.fsmonitor",
        "core.sshCommand",
        "core.pager",
        "diff.external",
        "diff.evil.textconv",
        "filter.evil.smudge",
        "filter.evil.clean",
        "filter.evil.process",
        "tar.tar.command",
        "core.alternateRefsCommand",
        "credential.helper",
        "uploadpack.packObjectsHook",
    ] {
        place.git(&["config", setting, &touch]);
    }
    place.git(&["config", "core.hooksPath", "."]);
    place.file("post-checkout", format!("#!/bin/sh\n{touch}\n"));
    place.file("p.c", PROGRAM.replace("n > 2", "n > 1"));
    let (code, said) =
        place.rift(&["diff", "HEAD", "--out", "found", "--args", "?1", "--budget", "20runs", "--", "p.c"]);
    assert!(code == 0 || code == 1, "{said}");
    place.is_clean();
    // As it is in the commit: nothing is left out, nothing is put in.
    let tree = find(place.cache.path(), "hidden.h").expect("all files of the revision were written");
    assert_eq!(fs::read_to_string(tree).unwrap(), "/* $Format:%H$ */\n");
}

/// The first file of this name below a directory.
fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(directory).ok()?.flatten().find_map(|entry| {
        let path = entry.path();
        match entry.file_type().ok()?.is_dir() {
            true => find(&path, name),
            false => (path.file_name()? == name).then_some(path),
        }
    })
}

#[test]
fn odd_names_in_a_repository_are_only_names() {
    let place = Place::new();
    place.git(&["init", "-q", "-b", "main"]);
    let odd =
        ["-o escaped.c", "it's \"quoted\".c", "new\nline.c", "--upload-pack=touch escaped.c", "$(touch escaped).c"];
    for name in odd {
        place.file(&format!("dir with space/{name}"), PROGRAM);
    }
    symlink("/etc/passwd", place.dir().join("outside.c")).unwrap();
    symlink("..", place.dir().join("up")).unwrap();
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "one"]);
    place.git(&["update-ref", "refs/heads/--upload-pack=touch", "HEAD"]);
    for name in odd {
        place.file(&format!("dir with space/{name}"), PROGRAM.replace("n > 2", "n > 1"));
        let path = format!("dir with space/{name}");
        let revision = "refs/heads/--upload-pack=touch";
        let (code, said) = place.rift(&["diff", revision, "--args", "?1", "--budget", "20runs", "--", &path]);
        assert!(code == 1, "{name}: {code} {said}");
        assert!(!place.dir().join("escaped").exists() && !place.dir().join("escaped.c").exists(), "{name}");
    }
    place.refuses(&["diff", "no\nsuch; touch escaped", "--", "dir with space"], &["neither a file nor a revision"]);
    place.refuses(&["diff", "HEAD", "--", "outside.c"], &["outside of the repository"]);
    // In a revision it is a link, in the working tree it is not.
    fs::remove_file(place.dir().join("outside.c")).unwrap();
    place.file("outside.c", PROGRAM);
    place.refuses(&["diff", "HEAD", "--", "outside.c"], &["outside.c", "leads out of revision HEAD"]);
    place.refuses(&["diff", "HEAD", "--", "../../etc/passwd"], &["outside"]);
    place.is_clean();
}

#[test]
fn a_tree_made_by_hand_cannot_write_elsewhere() {
    let place = Place::new();
    place.git(&["init", "-q", "-b", "main"]);
    place.file("p.c", PROGRAM);
    let blob = place.git(&["hash-object", "-w", "p.c"]);
    let raw = |kind: &str, bytes: &[u8]| -> String {
        place.file("raw", bytes);
        let made = place.git(&["hash-object", "-w", "--literally", "-t", kind, "raw"]);
        fs::remove_file(place.dir().join("raw")).unwrap();
        made
    };
    let bytes_of = |hash: &str| -> Vec<u8> {
        (0..hash.len()).step_by(2).map(|at| u8::from_str_radix(&hash[at..at + 2], 16).unwrap()).collect()
    };
    let tree = |entries: &[(&str, &str, &str)]| -> String {
        let mut bytes = Vec::new();
        for (mode, name, hash) in entries {
            bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
            bytes.extend(bytes_of(hash));
        }
        raw("tree", &bytes)
    };
    let link = raw("blob", b"../../../../../..");
    let inner = tree(&[("100644", "escaped", &blob)]);
    let trees = [
        tree(&[("40000", "..", &inner), ("100644", "p.c", &blob)]),
        tree(&[("40000", ".git", &inner), ("100644", "p.c", &blob)]),
        tree(&[("120000", "a", &link), ("40000", "a", &inner), ("100644", "p.c", &blob)]),
    ];
    for made in trees {
        let commit = place.git(&["commit-tree", "-m", "odd", &made]);
        let (code, said) = place.rift(&["diff", &commit, "--args", "?1", "--budget", "5runs", "--", "p.c"]);
        assert_eq!(code, TROUBLE, "{said}");
        assert!(said.contains("cannot read revision"), "{said}");
    }
    assert!(find(place.cache.path(), "escaped").is_none() || !place.dir().join("escaped").exists());
    place.is_clean();
}

#[test]
fn nesting_without_end_is_refused_by_name() {
    let place = Place::new();
    let deep = 200_000;
    let parentheses = format!("int main(void) {{ return {}0{}; }}\n", "(".repeat(deep), ")".repeat(deep));
    let minus = format!("fn main() {{ let x = {}1i64; }}\n", "- ".repeat(deep));
    let types = format!("@x = global {}i8{} zeroinitializer\n", "[1 x ".repeat(deep), "]".repeat(deep));
    for (name, text) in [("deep.c", parentheses), ("deep.rs", minus), ("deep.ll", types)] {
        place.file(name, text);
        place.refuses(&["run", name], &[name]);
    }
}
