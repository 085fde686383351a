//! `rift diff` on C libraries: every exported function whose parameters rift can build is compared.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

const DIFFERENT: i32 = 1;
const TROUBLE: i32 = 2;

/// Each function differs between the versions in what the test says, or not at all.
const LIBRARY: &str = r#"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
struct range { char tag; int low, high; const char *name; };
static int limit(int value) { return value > LIMIT ? LIMIT : value; }
int clamp(int value) { return value < 0 ? 0 : limit(value); }
unsigned sum(const unsigned char *bytes, size_t len) {
  unsigned total = 0;
  for (size_t i = FIRST; i < len; i++) total += bytes[i];
  return total;
}
void widen(struct range *range, int by) {
  range->low -= by;
  range->high += HIGH;
}
const char *after_colon(const char *text) {
  const char *colon = strchr(text, ':');
  return colon ? colon + OFFSET : NULL;
}
const char *kind(unsigned char code) { return code == 7 ? SEVEN : "other"; }
int each(int (*visit)(int), int value) { return visit(limit(value)); }
void report(FILE *to, int value) { fprintf(to, "%d\n", limit(value)); }
int calls;
void tick(int times) { calls += times STEP; }
int unchanged(int a, int b) { return a ^ b; }
"#;
const OLD: [(&str, &str); 6] =
    [("LIMIT", "100"), ("FIRST", "0"), ("HIGH", "by"), ("OFFSET", "1"), ("SEVEN", "\"seven\""), ("STEP", "+ 1")];
const NEW: [(&str, &str); 6] =
    [("LIMIT", "120"), ("FIRST", "1"), ("HIGH", "2 * by"), ("OFFSET", "0"), ("SEVEN", "\"sept\""), ("STEP", "* 2")];

fn text(values: &[(&str, &str)]) -> String {
    let replace = |text: String, (name, value): &(&str, &str)| text.replace(name, value);
    values.iter().fold(LIBRARY.to_owned(), replace)
}

struct Place {
    dir: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            let path = place.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// What was said, and the report if there is one.
    fn diff(&self, arguments: &[&str], code: i32) -> (String, Option<Value>) {
        let output = Command::new(env!("CARGO_BIN_EXE_rift"))
            .args([&["diff"], arguments, &["--json", "report.json"]].concat())
            .current_dir(self.dir.path())
            .env("RIFT_CACHE", self.path("cache"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert_eq!(output.status.code(), Some(code), "{said}");
        let report = fs::read_to_string(self.path("report.json")).ok();
        (said, report.map(|text| serde_json::from_str(&text).unwrap()))
    }
}

/// The calls of a function that differ: the first argument, and what each version did.
fn found<'r>(report: &'r Value, entry: &str) -> (&'r str, &'r str, &'r str) {
    let differences = report["differences"].as_array().unwrap();
    let difference = differences.iter().find(|difference| difference["entry"] == entry);
    let difference = difference.unwrap_or_else(|| panic!("no difference of {entry} in {report:#}"));
    let text = |value: &'r Value| value.as_str().unwrap();
    let (old, new) = (text(&difference["shown"]["old"]), text(&difference["shown"]["new"]));
    (text(&difference["params"][0]["value"]), old, new)
}

#[test]
fn every_function_that_can_be_called_is_compared() {
    let place = Place::new(&[("old.c", &text(&OLD)), ("new.c", &text(&NEW))]);
    let (said, report) = place.diff(&["old.c", "new.c", "--budget", "20s", "--max-differences", "1"], DIFFERENT);
    let report = report.unwrap();

    let (value, old, new) = found(&report, "clamp");
    let expected = format!("returned {}", value.parse::<i32>().unwrap().min(120));
    assert_eq!((old, new), ("returned 100", &*expected), "{value}");
    assert!(said.contains(&format!("clamp({value})")), "{said}");

    // The sums differ by the first byte.
    let (bytes, old, new) = found(&report, "sum");
    let first: u32 = bytes.trim_matches(['{', '}']).split(", ").next().unwrap().parse().unwrap();
    let number = |text: &str| text.strip_prefix("returned ").unwrap().parse::<u32>().unwrap();
    assert_eq!(number(old) - number(new), first, "{bytes}: {old}, {new}");

    // Only what is not the same is told, and no address.
    let (range, old, new) = found(&report, "widen");
    assert!(range.starts_with("&{.tag = ") && range.contains(".name = \""), "{range}");
    assert!(old.starts_with("range.high = ") && new.starts_with("range.high = ") && old != new, "{old}, {new}");

    let (colon, old, new) = found(&report, "after_colon");
    // Behind the quote, with four characters for each byte that cannot be printed.
    let before = &colon[1..colon.find(':').unwrap()];
    let at = before.len() - 3 * before.matches("\\x").count();
    let expected = [format!("returned text + {}", at + 1), format!("returned text + {at}")];
    assert_eq!([old, new], expected, "{colon}");

    assert_eq!(found(&report, "kind"), ("7", "returned \"seven\"", "returned \"sept\""));

    let (times, old, new) = found(&report, "tick");
    let times: i32 = times.parse().unwrap();
    // What a call leaves as it was is not shown.
    let shown = |calls: i32| if calls == 0 { "returned".to_owned() } else { format!("variable calls = {calls}") };
    assert_eq!([old, new], [shown(times.wrapping_add(1)), shown(times.wrapping_mul(2))]);

    let not_called: Vec<&str> =
        report["not_called"].as_array().unwrap().iter().map(|not| not["entry"].as_str().unwrap()).collect();
    assert_eq!(not_called, ["each", "report"]);
    for words in ["each: parameter `visit` cannot be built: it is a pointer to a function", "a stream (FILE)"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let status = |name: &str| {
        let entries = report["entries"].as_array().unwrap();
        entries.iter().find(|entry| entry["entry"] == name).unwrap()["status"].clone()
    };
    assert_eq!((status("unchanged"), status("sum")), ("not_reached".into(), "differs".into()));
}

#[test]
fn a_directory_of_files_is_one_library_and_a_main_is_no_obstacle() {
    let header = "int twice(int value);\n";
    let twice = |text: &str| format!("#include \"twice.h\"\nint twice(int value) {{ return {text}; }}\n");
    let user = "#include \"twice.h\"\nint main(void) { return twice(0); }\nint four(int value) { return twice(twice(value)); }\n";
    let (old, new) = (twice("value * 2"), twice("value * 2 + (value == 77)"));
    let files = [
        ("old/twice.h", header),
        ("old/twice.c", &old),
        ("old/user.c", user),
        ("new/twice.h", header),
        ("new/twice.c", &new),
        ("new/user.c", user),
    ];
    let place = Place::new(&files);
    let arguments = ["old", "new", "--entry", "*", "--budget", "10s", "--out", "found"];
    let report = place.diff(&arguments, DIFFERENT).1.unwrap();
    assert_eq!(found(&report, "twice"), ("77", "returned 154", "returned 155"));
    let (value, old, new) = found(&report, "four");
    assert_eq!((value, old, new), ("77", "returned 308", "returned 310"));
    // The test of each passes on the build of the new version alone.
    for difference in report["differences"].as_array().unwrap() {
        let test = place.path("found").join(difference["test"].as_str().unwrap());
        let passes = |version: &str| {
            let output =
                Command::new("sh").arg(&test).arg(report["builds"][version].as_str().unwrap()).output().unwrap();
            output.status.success()
        };
        assert!(passes("new") && !passes("old"), "{difference:#}");
    }
    // The nearest is searched first.
    let distances: Vec<_> = report["entries"].as_array().unwrap().iter().map(|entry| &entry["distance"]).collect();
    assert_eq!(distances, [&Value::from(1), &Value::from(0)], "four, twice");
}

#[test]
fn equal_libraries_and_libraries_without_anything_to_call() {
    let (old, new) = ("int f(int a) { return a * 2; }\n", "int f(int a) { return a + a; }\n");
    let place = Place::new(&[("old.c", old), ("new.c", new)]);
    let report = place.diff(&["old.c", "new.c"], 0).1.unwrap();
    assert_eq!((&report["verdict"], &report["entries"][0]["status"]), (&"equal".into(), &"equal".into()));

    let (old, new) = ("int f(int (*a)(void)) { return a(); }\n", "int f(int (*a)(void)) { return a() + 1; }\n");
    let place = Place::new(&[("old.c", old), ("new.c", &format!("{new}int g(void) {{ return 1; }}\n"))]);
    let (said, report) = place.diff(&["old.c", "new.c"], TROUBLE);
    assert!(report.is_none());
    for words in ["no function that can be called", "f: parameter `a`", "g: the old version does not have it"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let (said, _) = place.diff(&["old.c", "new.c", "--args", "?3"], TROUBLE);
    assert!(said.contains("whose parameters are the input"), "{said}");
}
