//! Budgets hold on the nastiest subjects: `rift diff` ends within a tenth and two seconds of its time, stays within its memory,
//! and an interrupt ends it at once. What building and aligning take is not part of the budget.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const INTERRUPTED: i32 = 130;
/// Seconds, and how much longer it may take.
const BUDGET: f64 = 3.0;
const OVERRUN_SHARE: f64 = 0.1;
const OVERRUN: f64 = 2.0;
/// Mebibytes.
const MEMORY: u64 = 300;

struct Place {
    dir: TempDir,
}

impl Place {
    /// A program of `tests/budgets`, in two versions.
    fn new(text: &str, [old, new]: [&str; 2]) -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap() };
        for (name, changed) in [("old.c", old), ("new.c", new)] {
            fs::write(place.path(name), text.replace("CHANGED", changed)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_rift"))
            .args([&["diff", "old.c", "new.c", "--json", "report.json"], arguments].concat())
            .current_dir(self.dir.path())
            .env("RIFT_CACHE", self.path("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn report(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.path("report.json")).unwrap()).unwrap()
    }

    /// The report of a search that stayed within its budgets.
    fn within_budgets(&self, arguments: &[&str]) -> Value {
        let (budget, memory) = (format!("{BUDGET}s"), format!("{MEMORY}M"));
        let child = self.start(&[&["--budget", &budget, "--memory", &memory], arguments].concat());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{said}");
        let report = self.report();
        let seconds = &report["stats"]["seconds"];
        let second = |phase: &str| seconds[phase].as_f64().unwrap();
        let taken = second("total") - second("build") - second("align");
        assert!(taken <= BUDGET * (1.0 + OVERRUN_SHARE) + OVERRUN, "{taken} s: {seconds}");
        let peak = report["stats"]["memory"].as_u64().unwrap() >> 20;
        assert!(peak <= MEMORY, "{peak} MiB");
        report
    }
}

macro_rules! subjects {
    ($($name:ident: $changed:expr, $arguments:expr;)*) => {
        $(#[test]
        fn $name() {
            let text = include_str!(concat!("budgets/", stringify!($name), ".c"));
            Place::new(text, $changed).within_budgets(&$arguments);
        })*
    };
}

subjects! {
    machine: ["7", "8"], ["--stdin", "4000"];
    crc: ["17", "18"], ["--stdin", "40"];
    slow: ["1", "2"], ["--entry", "*"];
    flood: ["1", "2"], ["--args", "?4"];
    floats: ["3", "4"], ["--args", "?8 ?8 ?8"];
    recursion: ["3", "4"], ["--stdin", "40"];
    branches: ["3", "4"], ["--stdin", "64"];
    nested: ["3", "4"], ["--args", "?6 ?6"];
    text: ["3", "4"], ["--stdin", "4000"];
}

/// To keep the state of a search takes time and memory, too.
#[test]
fn a_search_whose_state_is_kept_stays_within_its_budgets() {
    let subjects = [include_str!("budgets/text.c"), include_str!("budgets/machine.c")];
    for text in subjects {
        let place = Place::new(text, ["3", "4"]);
        place.within_budgets(&["--stdin", "4000", "--out", "out"]);
        let state = fs::metadata(place.path("out/state/0.search")).unwrap().len();
        assert!(state < 8 << 20, "{state} bytes");
        place.within_budgets(&["--stdin", "4000", "--out", "out", "--resume"]);
    }
}

/// What was found stays, whether or not there was time to make it smaller.
#[test]
fn many_findings_of_slow_programs_are_kept() {
    let place = Place::new(include_str!("budgets/many.c"), ["1", "2"]);
    let report = place.within_budgets(&["--args", "?8"]);
    assert!(!report["differences"].as_array().unwrap().is_empty());
}

/// Where the native builds take longer than the budget, it is not known whether they differ: that is neither a finding nor a
/// failure.
#[test]
fn what_could_not_be_confirmed_in_time_is_listed() {
    let text = "#include <stdio.h>\n#include <unistd.h>\n\
                int main(void) { int c = getchar(); if (c == 'x') { usleep(50000); puts(\"CHANGED\"); } return 0; }\n";
    let report = Place::new(text, ["a", "b"]).within_budgets(&["--stdin", "1", "--native-timeout", "20s"]);
    let slow = Place::new(&text.replace("usleep(50000)", "sleep(9)"), ["a", "b"]);
    let late = slow.within_budgets(&["--stdin", "1", "--native-timeout", "20s"]);
    assert_eq!((report["differences"].as_array().unwrap().len(), &report["verdict"]), (1, &Value::from("different")));
    assert_eq!((late["differences"].as_array().unwrap().len(), &late["verdict"]), (0, &Value::from("none_found")));
    let reason = &late["unconfirmed"][0]["reason"];
    assert_eq!(reason, "the budget ended before the native builds could be asked");
}

/// An input that is shown in the last moment is still made small and explained.
#[test]
fn a_small_budget_has_room_to_make_findings_small() {
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n    \
                if (argc > 1 && argv[1][0] == 'q' && argv[1][2] > 'c') puts(CHANGED);\n    return 0;\n}\n";
    let report = Place::new(text, ["\"old\"", "\"new\""]).within_budgets(&["--args", "?8 ?8"]);
    let [difference] = report["differences"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert!(!difference["why"].as_array().unwrap().is_empty(), "{difference}");
    let words = difference["input"]["argv"].as_array().unwrap();
    let letters: usize = words.iter().map(|word| word.as_str().map_or(usize::MAX, str::len)).sum();
    assert_eq!((words.len(), letters), (2, 3), "two arguments were stated, and three bytes matter: {words:?}");
}

/// In the middle of a search, and in the middle of a native run.
#[test]
fn an_interrupt_ends_everything_at_once() {
    let subjects = [
        (include_str!("budgets/machine.c"), ["--stdin", "4000"]),
        (include_str!("budgets/slow.c"), ["--entry", "*"]),
        (include_str!("budgets/crc.c"), ["--stdin", "40"]),
    ];
    for (text, input) in subjects {
        let place = Place::new(text, ["1", "2"]);
        let child = place.start(&[&["--budget", "60s", "--native-timeout", "20s"], &input[..]].concat());
        // The first report is written when the versions are built, however long that takes on a busy machine.
        let started = Instant::now();
        while !place.path("report.json").exists() && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_secs(2));
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(INTERRUPTED), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(place.report()["bounds"]["stopped"], "interrupted");
    }
}
