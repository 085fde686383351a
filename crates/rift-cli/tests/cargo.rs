//! `cargo rift` as a user sees it. Where a difference is reported, cargo's own test runner is the judge; the book's
//! examples are run as they are printed.

#[path = "support/answer.rs"]
mod answer;
#[path = "support/git.rs"]
mod git;
#[path = "support/place.rs"]
mod place;

use answer::Answer;
use git::git;
use place::Place;
use rift_report::DiffDirectory;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;
const INTERRUPTED: i32 = 130;
/// Longer than anything takes that is as it should be.
const PATIENCE: Duration = Duration::from_secs(300);

impl Place {
    /// A package without dependencies.
    fn package(&self, directory: &str, name: &str, library: &str) {
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        self.file(&format!("{directory}/Cargo.toml"), &manifest);
        self.file(&format!("{directory}/src/lib.rs"), library);
    }

    /// As cargo starts it, with a cache that the tests share.
    fn cargo_rift(&self, directory: &str, arguments: &[&str]) -> Answer {
        Answer::of(self.command(directory, arguments).output().unwrap())
    }

    fn command(&self, directory: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-rift"));
        command.arg("rift").args(arguments).current_dir(self.path(directory)).stdin(Stdio::null());
        command.env("RIFT_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo-cache"));
        command
    }

    fn git(&self, arguments: &[&str]) {
        git(self.dir.path(), arguments);
    }

    /// Whether the tests of a package pass, by cargo alone.
    fn tests_pass(&self, directory: &str) -> bool {
        let mut command = Command::new(env!("CARGO"));
        command.args(["test", "--offline", "--quiet", "--test", "differences"]).current_dir(self.path(directory));
        command.env("CARGO_TARGET_DIR", self.path("target")).output().unwrap().status.success()
    }
}

/// In a console block, what is behind `$ ` was typed, and the lines behind it were printed; `..` stands for any lines,
/// and what is behind it at the end of a line for the rest of the line.
#[test]
fn the_examples_of_the_book_are_as_printed() {
    let book = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book"));
    let place = Place::new();
    for file in ["old/Cargo.toml", "old/src/lib.rs", "new/Cargo.toml", "new/src/lib.rs", "new/total.rs"] {
        place.file(file, &fs::read_to_string(book.join("sizes").join(file)).unwrap());
    }
    let chapter = fs::read_to_string(book.join("cargo-rift.md")).unwrap();
    let blocks = chapter.split("```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let mut commands = 0;
    for block in blocks {
        let mut typed: Option<(Answer, &str)> = None;
        let mut is_open = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ cargo rift") {
                let words = shell_words::split(command).unwrap();
                let answer = place.cargo_rift("new", &words.iter().map(String::as_str).collect::<Vec<_>>());
                (typed, is_open) = (Some((answer, command)), false);
                commands += 1;
                continue;
            }
            let (answer, command) = typed.as_mut().expect("a block begins with a command");
            if line == ".." {
                is_open = true;
                continue;
            }
            let (begin, is_cut) = line.strip_suffix("..").map_or((line, false), |begin| (begin, true));
            let matches = |printed: &str| if is_cut { printed.starts_with(begin) } else { printed == line };
            let rest: Vec<&str> = answer.stdout.lines().collect();
            let at = rest.iter().position(|printed| matches(printed));
            let at = at.filter(|at| is_open || *at == 0);
            let Some(at) = at else {
                panic!("cargo rift{command}: not printed: {line}\nleft: {}\n{}", answer.stdout, answer.stderr)
            };
            answer.stdout = rest[at + 1..].join("\n");
            is_open = false;
        }
    }
    assert!(commands >= 3, "the chapter has no examples");
}

/// A member of a workspace with a build script and a feature, compared with where its branch began.
#[test]
fn a_change_on_a_branch_becomes_a_report_and_tests() {
    let place = Place::new();
    let old = "/// The check digit.\npub fn check(text: &str) -> Option<u8> {\n    \
               let digit = text.bytes().next()?.checked_sub(b'0')?;\n    (digit < 10).then_some(digit)\n}\n\
               #[cfg(feature = \"loud\")]\npub fn answer() -> u32 { include!(concat!(env!(\"OUT_DIR\"), \"/answer\")) }\n";
    place.file("Cargo.toml", "[workspace]\nmembers = [\"util\"]\nresolver = \"2\"\n");
    place.package("util", "util", old);
    let manifest = fs::read_to_string(place.path("util/Cargo.toml")).unwrap();
    place.file("util/Cargo.toml", &format!("{manifest}\n[features]\nloud = []\n"));
    let script = |answer: u32| {
        format!(
            "fn main() {{ let out = std::env::var(\"OUT_DIR\").unwrap(); \
             std::fs::write(out + \"/answer\", \"{answer}\").unwrap(); }}"
        )
    };
    place.file("util/build.rs", &script(41));
    place.git(&["init", "-q", "-b", "main"]);
    place.git(&["add", "."]);
    place.git(&["commit", "-qm", "one"]);
    place.git(&["checkout", "-qb", "faster"]);
    place.file("util/src/lib.rs", &old.replace("digit < 10", "digit <= 10"));
    place.file("util/build.rs", &script(42));
    let arguments =
        ["-p", "util", "--features", "loud", "--budget", "200runs", "--json", "report.json", "--out", "out"];
    let answer = place.cargo_rift("", &arguments);
    answer.expect(DIFFERENT, &[]);

    let report = place.json("report.json");
    assert_eq!(report["schema"], "rift.report/1");
    let differences = report["differences"].as_array().unwrap();
    let of = |entry: &str| differences.iter().find(|difference| difference["entry"] == entry).unwrap();
    assert_eq!(report["complete"], true);
    // Every difference was shown when it was confirmed, under an id that the report knows.
    let shown: Vec<&str> = answer.stderr.lines().filter_map(|line| line.strip_prefix("rift: found ")).collect();
    assert!(shown.iter().any(|line| line.contains("util::check(")), "{shown:?}");
    for id in shown.iter().map(|line| line.split(':').next().unwrap()) {
        let is_it =
            |one: &Value| one["id"] == id || one["found_as"].as_array().is_some_and(|all| all.contains(&id.into()));
        assert!(differences.iter().any(is_it), "{id}: {differences:?}");
    }
    assert_eq!(of("util::answer")["call"], "util::answer()");
    assert_eq!(
        (&of("util::answer")["shown"]["old"], &of("util::answer")["shown"]["new"]),
        (&"41".into(), &"42".into())
    );
    let check = of("util::check");
    assert_eq!((&check["shown"]["old"], &check["shown"]["new"]), (&"None".into(), &"Some(10)".into()), "{check}");
    let value = check["params"][0]["value"].as_str().unwrap();
    assert!(value.starts_with("\":"), "{value}");
    assert_eq!(check["params"][0]["name"], "text");
    assert!(answer.stdout.contains(&format!("util::check({value})")), "{}", answer.stdout);

    // The tests hold for the new version, and by no means for the old one.
    let tests = fs::read_to_string(place.path("out/differences.rs")).unwrap();
    place.file("new/tests/differences.rs", &tests);
    place.file("old/tests/differences.rs", &tests);
    for (version, answer, library) in
        [("new", 42, old.replace("digit < 10", "digit <= 10")), ("old", 41, old.to_owned())]
    {
        place.package(version, "util", &library);
        place.file(
            &format!("{version}/Cargo.toml"),
            &format!("{manifest}\n[features]\ndefault = [\"loud\"]\nloud = []\n[workspace]\n"),
        );
        place.file(&format!("{version}/build.rs"), &script(answer));
    }
    assert!(place.tests_pass("new"), "{tests}");
    assert!(!place.tests_pass("old"), "{tests}");
    assert!(!place.path("Cargo.lock").exists(), "the user's tree was written to");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let place = Place::new();
    place.package("fine", "thing", "pub fn f(a: u8) -> u8 { a }\n");
    place.package("wrong", "thing", "pub fn f(a: u8) -> u8 { \"text\" }\n");
    place.package("unsafe", "thing", "pub unsafe fn f(a: *const u8) -> u8 { *a }\n");
    place.package("program", "thing", "");
    fs::rename(place.path("program/src/lib.rs"), place.path("program/src/main.rs")).unwrap();
    place.file("program/src/main.rs", "fn main() {}\n");
    place.package("damaged", "thing", "pub fn f(a: u8) -> u8 { a }\n");
    place.file("damaged/rift-accepted.toml", "[[accepted]\n");
    place.package("macros", "thing", "");
    let manifest = fs::read_to_string(place.path("macros/Cargo.toml")).unwrap();
    place.file("macros/Cargo.toml", &format!("{manifest}[lib]\nproc-macro = true\n"));
    place.package("endless", "thing", "pub fn f(a: u8) -> u8 { a }\n");
    place.file("endless/build.rs", "fn main() { std::thread::sleep(std::time::Duration::from_secs(1000)) }\n");
    let cases: [(&str, &[&str], &[&str]); 12] = [
        ("macros", &["--baseline-root", "../fine"], &["no library", "procedural macros"]),
        ("endless", &["--baseline-root", "../fine", "--build-timeout", "5s"], &["endless", "did not end within 5s"]),
        ("fine", &["--baseline-root", "../wrong"], &["the old version", "wrong", "mismatched types"]),
        ("wrong", &["--baseline-root", "../fine"], &["the new version", "mismatched types", "`cargo build`"]),
        ("unsafe", &["--baseline-root", "../unsafe"], &["nothing that can be called", "unsafe", "--harness"]),
        ("program", &["--baseline-root", "../fine"], &["no library", "rift diff"]),
        ("fine", &["--baseline-root", "../nowhere"], &["nowhere"]),
        ("fine", &["--baseline-version", "1"], &["thing@1"]),
        ("fine", &[], &["no git repository", "--baseline-root"]),
        ("", &[], &["no Cargo.toml", "--manifest-path"]),
        ("damaged", &["--baseline-root", "../fine"], &["rift-accepted.toml", "damaged"]),
        ("fine", &["accept", "abc"], &["was not compared yet"]),
    ];
    for (directory, arguments, expected) in cases {
        let answer = place.cargo_rift(directory, arguments);
        assert_eq!(answer.code, Some(TROUBLE), "{arguments:?} {answer:?}");
        for words in expected {
            assert!(answer.stderr.contains(words), "{arguments:?}: no `{words}` in {}", answer.stderr);
        }
        assert_eq!(answer.stdout, "", "{arguments:?}");
    }
}

/// What was shown before a kill is in the report of the search that goes on, and is not shown again.
#[test]
fn a_comparison_that_was_killed_goes_on() {
    let place = Place::new();
    let library = "pub fn twice(a: u8) -> u16 { u16::from(a) * 2 }\npub fn far(a: u32) -> bool { a == 77_777 }\n";
    place.package("old", "thing", library);
    place.package("new", "thing", &library.replace("* 2", "* 3").replace("77_777", "77_778"));
    let arguments = |budget: &'static str| ["--baseline-root", "../old", "--out", "found", "--budget", budget];
    let mut child = place.command("new", &arguments("60s")).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let found = lines.find(|line| line.starts_with("rift: found")).expect("a difference is shown");
    child.kill().unwrap();
    child.wait().unwrap();
    let answer = place.cargo_rift("new", &[&arguments("10s")[..], &["--resume"]].concat());
    answer.expect(DIFFERENT, &["found before"]);
    assert!(!answer.stderr.contains(&found), "{found} is shown again: {}", answer.stderr);
    let report = DiffDirectory::read(&place.path("new/found")).unwrap();
    let entries: Vec<&str> =
        report.differences.iter().filter_map(|one| Some(one.call.as_ref()?.entry.as_str())).collect();
    assert!(entries.contains(&"thing::twice") && entries.contains(&"thing::far"), "{entries:?}");
    let id = found.strip_prefix("rift: found ").unwrap().split(':').next().unwrap();
    assert_eq!(report.differences.iter().filter(|one| one.is_called(id)).count(), 1, "{id}: {report:?}");
}

/// Cargo is stopped with whatever it has started.
#[test]
fn a_build_is_given_up_when_the_user_wants_to_stop() {
    let place = Place::new();
    place.package("fine", "thing", "pub fn f(a: u8) -> u8 { a }\n");
    place.package("endless", "thing", "pub fn f(a: u8) -> u8 { a }\n");
    let script = r#"fn main() {
    std::fs::write(std::env::var("OUT_DIR").unwrap() + "/begun", "").unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1000))
}
"#;
    place.file("endless/build.rs", script);
    let mut command = place.command("endless", &["--baseline-root", "../fine"]);
    command.env("RIFT_CACHE", place.path("cache"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    while !holds(&place.path("cache"), "begun") {
        assert!(started.elapsed() < PATIENCE, "the build did not begin");
        std::thread::sleep(Duration::from_millis(50));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let answer = Answer::of(child.wait_with_output().unwrap());
    answer.expect(INTERRUPTED, &[]);
    assert!(started.elapsed() < PATIENCE);
}

/// Whether a file of this name is somewhere below a directory.
fn holds(directory: &Path, name: &str) -> bool {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .any(|path| path.file_name().is_some_and(|file| file == name) || holds(&path, name))
}

/// A crate in place of `arbitrary`, with as much of it as a fuzz target needs.
const ARBITRARY: &str = "
pub struct Unstructured<'a>(&'a [u8]);
impl<'a> Unstructured<'a> {
    pub fn new(bytes: &'a [u8]) -> Unstructured<'a> {
        Unstructured(bytes)
    }
}
pub trait Arbitrary<'a>: Sized {
    fn arbitrary_take_rest(source: Unstructured<'a>) -> Result<Self, ()>;
}
impl<'a> Arbitrary<'a> for (u8, u8) {
    fn arbitrary_take_rest(source: Unstructured<'a>) -> Result<Self, ()> {
        if let [first, second, ..] = source.0 { Ok((*first, *second)) } else { Err(()) }
    }
}
";

#[test]
fn a_fuzz_target_of_values_is_called() {
    let place = Place::new();
    place.package("old", "sums", "pub fn sum(a: u8, b: u8) -> u8 { a.saturating_add(b) }\n");
    place.package("new", "sums", "pub fn sum(a: u8, b: u8) -> u8 { if a == 77 { b } else { a.saturating_add(b) } }\n");
    place.package("new/arbitrary", "arbitrary", ARBITRARY);
    let manifest = "[package]\nname = \"sums-fuzz\"\nversion = \"0.0.0\"\n\n[dependencies]\nlibfuzzer-sys = \"0.4\"\n\
                    arbitrary = { path = \"../arbitrary\" }\nsums = { path = \"..\" }\n\n[workspace]\n";
    place.file("new/fuzz/Cargo.toml", manifest);
    let target = "#![no_main]\nuse libfuzzer_sys::fuzz_target;\n\
                  fuzz_target!(|pair: (u8, u8)| { println!(\"{}\", sums::sum(pair.0, pair.1)); });\n";
    place.file("new/fuzz/fuzz_targets/add.rs", target);
    let arguments = ["--baseline-root", "../old", "--fuzz-target", "add", "--budget", "30s", "--first"];
    let answer = place.cargo_rift("new", &arguments);
    assert_eq!(answer.code, Some(DIFFERENT), "{}", answer.stderr);
    assert!(answer.stdout.contains("add(b\"M"), "{}", answer.stdout);
}
