//! What `rift diff` found is on disk before it is shown, and stays there: killed, without a place to write, with a disk
//! that is full. `conformance diff-faults` does more of the same.

use rift_report::{DiffDirectory, DiffReport};
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;
/// Kills, each this much later than the one before.
const KILLS: u32 = 10;
const LATER: Duration = Duration::from_millis(220);

const COUNT: &str = r#"
#include <stdio.h>
int main(void) { return printf("%d\n", getchar() == 'x') < 0; }
"#;

struct Place {
    dir: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let dir = tempfile::tempdir().unwrap();
        files.iter().for_each(|(name, text)| fs::write(dir.path().join(name), text).unwrap());
        Place { dir }
    }

    fn pair() -> Place {
        Place::new(&[("old.c", COUNT), ("new.c", &COUNT.replace("'x'", "'y'"))])
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, old: &Path, new: &Path, more: &[&str]) -> Command {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.arg("diff").args([old, new]).args(more);
        command.current_dir(self.dir.path()).env("RIFT_CACHE", cache).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn diff(&self, more: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(&self.path("old.c"), &self.path("new.c"), more).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn names(&self) -> BTreeSet<String> {
        fs::read_dir(self.dir.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// Two versions with a difference in each of eight functions, which come one after the other.
fn versions() -> [PathBuf; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diff/faults");
    ["old.c", "new.c"].map(|name| root.join(name))
}

/// Of the differences that were shown in whole lines.
fn ids(said: &str) -> BTreeSet<String> {
    let whole = said.rfind('\n').map_or("", |end| &said[..end]);
    let id = |line: &str| Some(line.strip_prefix("rift: found ")?.split(':').next()?.to_owned());
    whole.lines().filter_map(id).collect()
}

/// The report holds all that was shown, and its tests are there.
#[track_caller]
fn check(out: &Path, shown: &BTreeSet<String>) -> Option<DiffReport> {
    if !out.join("report.json").exists() {
        assert_eq!(shown, &BTreeSet::new(), "shown, and there is no report");
        return None;
    }
    let report = DiffDirectory::read(out).unwrap();
    for id in shown {
        assert!(report.differences.iter().any(|difference| difference.is_called(id)), "{id} is not in the report");
    }
    for difference in &report.differences {
        let test = out.join(DiffDirectory::script(&difference.id));
        assert!(test.is_file(), "no test {}", test.display());
    }
    Some(report)
}

fn kill(mut child: Child) -> String {
    child.kill().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    child.wait().unwrap();
    said
}

/// Each run begins with what the one before left.
#[test]
fn every_difference_that_was_shown_is_in_the_report_when_rift_is_killed() {
    let place = Place::new(&[]);
    let [old, new] = versions();
    let options =
        ["--stdin", "8", "--max-differences", "100", "--budget", "2s", "--out", "out", "--json", "report.json"];
    let mut shown_in_all = 0;
    for kill_number in 1..=KILLS {
        let (begun, child) = (Instant::now(), place.command(&old, &new, &options).spawn().unwrap());
        thread::sleep((LATER * kill_number).saturating_sub(begun.elapsed()));
        let shown = ids(&kill(child));
        shown_in_all += shown.len();
        let report = check(&place.path("out"), &shown);
        if let Some(report) = report.filter(|_| !shown.is_empty()) {
            let text = fs::read_to_string(place.path("out/report.txt")).unwrap();
            assert_eq!(text.contains("partial, written while rift was still at work"), !report.complete, "{text}");
            let json = DiffDirectory::read(&place.path("report.json")).unwrap();
            assert!(shown.iter().all(|id| json.differences.iter().any(|difference| difference.is_called(id))));
        }
    }
    assert!(shown_in_all > 0, "it was killed before it found anything");
}

/// Killed at one moment after the other, each time going on with what there is.
#[test]
fn a_search_that_was_killed_goes_on_and_has_all_that_was_shown() {
    let place = Place::new(&[]);
    let [old, new] = versions();
    let options = ["--stdin", "8", "--max-differences", "100", "--budget", "400runs", "--out", "out"];
    let mut shown = BTreeSet::new();
    let mut begun_before = false;
    for milliseconds in [0, 30, 250, 700] {
        let mut command = place.command(&old, &new, &options);
        let mut child = command.args(begun_before.then_some("--resume")).spawn().unwrap();
        begun_before = true;
        // A moment after it has found something.
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut said: Vec<String> = Vec::new();
        while !said.last().is_some_and(|line| line.starts_with("rift: found")) {
            said.push(lines.next().expect("it was killed before it found anything"));
        }
        thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        said.extend(lines);
        child.wait().unwrap();
        shown.extend(ids(&(said.join("\n") + "\n")));
        check(&place.path("out"), &shown);
    }
    let ended = place.command(&old, &new, &options).arg("--resume").output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(DIFFERENT), "{said}");
    assert!(said.contains("found before"), "{said}");
    assert!(ids(&said).is_disjoint(&shown), "shown again: {said}");
    shown.extend(ids(&said));
    let report = check(&place.path("out"), &shown).unwrap();
    assert!(report.complete);
    let mut all: Vec<&String> = report.differences.iter().flat_map(|one| &one.found_as).collect();
    all.sort();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "a difference is in the report twice");
}

/// More budget for a search that came to the end of its own.
#[test]
fn a_search_that_ended_goes_on_with_what_it_knows() {
    let place = Place::new(&[]);
    let [old, new] = versions();
    let run = |more: &[&str]| {
        let options = [&["--stdin", "8", "--max-differences", "100", "--out", "out"], more].concat();
        let ended = place.command(&old, &new, &options).output().unwrap();
        assert_eq!(ended.status.code(), Some(DIFFERENT), "{}", String::from_utf8_lossy(&ended.stderr));
        let shown = ids(&String::from_utf8(ended.stderr).unwrap());
        (check(&place.path("out"), &shown).unwrap(), shown)
    };
    let (first, shown) = run(&["--budget", "60runs"]);
    let (second, more) = run(&["--budget", "300runs", "--resume"]);
    assert!(second.stats.runs >= first.stats.runs + 200, "{} and {}", first.stats.runs, second.stats.runs);
    assert!(more.is_disjoint(&shown) && second.differences.len() >= first.differences.len());
    for id in &shown {
        assert!(second.differences.iter().any(|difference| difference.is_called(id)), "{id} is gone");
    }
}

#[test]
fn a_library_that_was_killed_goes_on() {
    let library = "int twice(int n) { return 2 * n; }\nint thrice(int n) { return n == 77 ? 1 : 3 * n; }\n";
    let place = Place::new(&[("old.c", library), ("new.c", &library.replace("* n", "* n + 1"))]);
    let before = killed_at_the_first(&place, &place.path("old.c"), &place.path("new.c"), &[]);
    let (code, _, said) = place.diff(&["--budget", "5s", "--out", "out", "--resume"]);
    assert_eq!(code, Some(DIFFERENT), "{said}");
    let report = DiffDirectory::read(&place.path("out")).unwrap();
    assert!(report.complete && report.differences.len() >= 2, "{said}");
    for difference in before.differences.iter().flat_map(|before| &before.found_as) {
        assert!(report.differences.iter().any(|one| one.is_called(difference)), "{difference} is gone: {said}");
    }
}

#[test]
fn a_state_of_something_else_is_refused_and_nothing_is_changed() {
    let place = Place::pair();
    let options = |more: &[&'static str]| [&["--out", "out"][..], more].concat();
    assert_eq!(place.diff(&options(&["--stdin", "2"])).0, Some(DIFFERENT));
    let report = fs::read(place.path("out/report.json")).unwrap();
    let refused = |options: &[&str], why: &str| {
        let (code, _, said) = place.diff(options);
        assert_eq!(code, Some(TROUBLE), "{said}");
        assert!(said.contains("out/state/0.") && said.contains(why), "{said}");
        assert_eq!(fs::read(place.path("out/report.json")).unwrap(), report);
    };
    refused(&options(&["--stdin", "3", "--resume"]), "other inputs");
    refused(&options(&["--stdin", "2", "--resume", "--strategy", "dse"]), "--strategy auto");
    let state = fs::read(place.path("out/state/0.search")).unwrap();
    for damage in [&b""[..], b"something else", &state[..state.len() / 2]] {
        fs::write(place.path("out/state/0.search"), damage).unwrap();
        refused(&options(&["--stdin", "2", "--resume"]), "damaged");
    }
    fs::write(place.path("out/state/0.search"), state).unwrap();
    let new = fs::read_to_string(place.path("new.c")).unwrap();
    fs::write(place.path("new.c"), new.replace("'y'", "'z'")).unwrap();
    refused(&options(&["--stdin", "2", "--resume"]), "other versions");
    // Without a state there is nothing to refuse.
    assert_eq!(place.diff(&["--stdin", "2", "--out", "fresh", "--resume"]).0, Some(DIFFERENT));
    let (code, _, said) = place.diff(&["--stdin", "2", "--resume"]);
    assert!(code == Some(TROUBLE) && said.contains("--out"), "{said}");
}

/// Killed when the first line is out: the line comes after the report.
#[track_caller]
fn killed_at_the_first(place: &Place, old: &Path, new: &Path, more: &[&str]) -> DiffReport {
    let mut command = place.command(old, new, more);
    let mut child = command.args(["--budget", "60s", "--out", "out"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.find_map(|line| line.ok().filter(|line| line.starts_with("rift: found"))).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let report = check(&place.path("out"), &ids(&format!("{first}\n"))).unwrap();
    assert!(!report.differences.is_empty());
    report
}

#[test]
fn a_difference_of_a_program_is_on_disk_before_it_is_shown() {
    let place = Place::new(&[]);
    let [old, new] = versions();
    let report = killed_at_the_first(&place, &old, &new, &["--stdin", "8", "--max-differences", "100"]);
    assert_eq!((report.complete, report.bounds.stopped.as_str(), report.bounds.exhausted), (false, "running", false));
}

#[test]
fn a_difference_of_a_library_is_on_disk_before_it_is_shown() {
    let library = "int twice(int n) { return 2 * n; }\nint thrice(int n) { return 3 * n; }\n";
    let place = Place::new(&[("old.c", library), ("new.c", &library.replace("* n", "* n + 1"))]);
    killed_at_the_first(&place, &place.path("old.c"), &place.path("new.c"), &[]);
}

/// Ids that were shown stay good for those that look at the report later, although inputs became smaller.
#[test]
fn a_difference_is_found_under_the_id_it_was_shown_with() {
    let place = Place::new(&[]);
    let [old, new] = versions();
    let child = place.command(&old, &new, &["--stdin", "8", "--budget", "300runs", "--out", "out"]).output().unwrap();
    let shown = ids(&String::from_utf8(child.stderr).unwrap());
    let report = check(&place.path("out"), &shown).unwrap();
    assert!(report.complete);
    let is_new = |id: &&String| report.differences.iter().all(|difference| difference.id != **id);
    let before = shown.iter().find(is_new).expect("some input became smaller");
    let mut export = Command::new(env!("CARGO_BIN_EXE_rift"));
    let output = export.args(["export", "out", before, "--unchecked"]).current_dir(place.dir.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn places_that_cannot_be_written_are_refused_before_anything_is_built() {
    let place = Place::new(&[("old.c", "this does not compile"), ("new.c", "nor does this"), ("own.txt", "work")]);
    let before = place.names();
    let refused = [
        (&["--out", "."][..], "was not made by rift"),
        (&["--out", "own.txt/out"], "own.txt/out"),
        (&["--json", "absent/report.json"], "cannot write"),
        (&["--json", "."], "cannot write"),
        (&["--out", "/sys/out"], "cannot"),
    ];
    for (options, why) in refused {
        let (code, _, said) = place.diff(options);
        assert_eq!(code, Some(TROUBLE), "{options:?}: {said}");
        assert!(said.contains(why) && !said.contains("cannot be used"), "{options:?}: {said}");
        assert_eq!(place.names(), before, "{options:?}");
    }
    // Where the versions are what is wrong, no directory is left behind either.
    let (code, _, said) = place.diff(&["--out", "out/below", "--json", "report.json"]);
    assert!(code == Some(TROUBLE) && said.contains("cannot be used"), "{said}");
    assert_eq!(place.names(), before);
}

#[test]
fn what_cannot_be_written_is_printed_all_the_same() {
    let place = Place::pair();
    let (code, printed, said) = place.diff(&["--stdin", "2", "--json", "/dev/full"]);
    assert_eq!(code, Some(TROUBLE), "{said}");
    assert!(said.contains("the report could not be written") && said.contains("No space left on device"), "{said}");
    assert!(printed.contains("\ndifference ") || printed.starts_with("difference "), "{printed}");
}

#[test]
fn an_earlier_report_stays_until_there_is_another_one() {
    let place = Place::pair();
    let (code, _, said) = place.diff(&["--stdin", "2", "--out", "out"]);
    assert_eq!(code, Some(DIFFERENT), "{said}");
    let report = fs::read(place.path("out/report.json")).unwrap();
    fs::write(place.path("old.c"), "this does not compile").unwrap();
    assert_eq!(place.diff(&["--stdin", "2", "--out", "out"]).0, Some(TROUBLE));
    assert_eq!(fs::read(place.path("out/report.json")).unwrap(), report);
    fs::write(place.path("old.c"), fs::read(place.path("new.c")).unwrap()).unwrap();
    assert_eq!(place.diff(&["--stdin", "2", "--out", "out"]).0, Some(0));
    assert_eq!(DiffDirectory::read(&place.path("out")).unwrap().differences.len(), 0);
    assert_eq!(fs::read_dir(place.path("out/differences")).unwrap().count(), 0, "tests of the report before are gone");
}
