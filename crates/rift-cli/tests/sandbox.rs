//! What programs under test cannot do to whoever runs rift, and what is said where they could.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const TROUBLE: i32 = 2;
const WARNING: &str = "WITHOUT A SANDBOX";

/// Prints a file whose name is compiled in, if it can be read.
const READER: &str = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    char text[100] = "nothing";
    FILE *file = fopen("SECRET", "r");
    if (file) fgets(text, sizeof text, file);
    if (argc > 1) printf("%s %c\n", text, argv[1][0] == 'x' ? 'a' : 'b');
    return 0;
}
"#;

struct Place {
    directory: TempDir,
    secret: PathBuf,
}

impl Place {
    fn new() -> Place {
        let directory = tempfile::tempdir().unwrap();
        let secret = directory.path().join("home/secret");
        fs::create_dir(directory.path().join("home")).unwrap();
        fs::write(&secret, "the token of the CI").unwrap();
        let old = READER.replace("SECRET", secret.to_str().unwrap());
        fs::write(directory.path().join("old.c"), &old).unwrap();
        fs::write(directory.path().join("new.c"), old.replace("'a'", "'c'")).unwrap();
        Place { directory, secret }
    }

    fn diff(&self, arguments: &[&str], path: Option<&Path>) -> Output {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rift"));
        command.args(["diff", "old.c", "new.c", "--args", "?1", "--first", "--json", "report.json"]).args(arguments);
        command.current_dir(self.directory.path()).env("RIFT_CACHE", cache).stdin(Stdio::null());
        if let Some(path) = path {
            command.env("PATH", path);
        }
        command.output().unwrap()
    }
}

/// A search path with all that there is but bubblewrap.
fn without_bubblewrap() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for from in std::env::split_paths(&std::env::var_os("PATH").unwrap()) {
        for entry in fs::read_dir(from).into_iter().flatten().flatten() {
            if entry.file_name() != "bwrap" {
                // The first of a name counts.
                let _ = std::os::unix::fs::symlink(entry.path(), directory.path().join(entry.file_name()));
            }
        }
    }
    directory
}

fn said(output: &Output) -> String {
    String::from_utf8([output.stdout.clone(), output.stderr.clone()].concat()).unwrap()
}

#[test]
fn files_of_the_user_do_not_get_into_the_report() {
    let place = Place::new();
    let output = place.diff(&["--sandbox=require", "--out", "found"], None);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let report = fs::read_to_string(place.directory.path().join("report.json")).unwrap();
    assert!(report.contains("\"bubblewrap\""), "{report}");
    assert!(text.contains("+ nothing c") && !text.contains("token") && !report.contains("token"), "{text}");
    // Where there is no sandbox, they do: the program is right.
    let program = place.directory.path().join("program");
    let mut compile = Command::new("clang-22");
    assert!(compile.arg("-o").arg(&program).arg(place.directory.path().join("new.c")).status().unwrap().success());
    let outside = Command::new(&program).arg("x").output().unwrap();
    assert_eq!(said(&outside), format!("{} c\n", fs::read_to_string(&place.secret).unwrap()));
}

#[test]
fn without_bubblewrap_it_warns_or_does_nothing() {
    let place = Place::new();
    let path = without_bubblewrap();
    let output = place.diff(&["--sandbox=require"], Some(path.path()));
    let text = said(&output);
    assert_eq!(output.status.code(), Some(TROUBLE), "{text}");
    assert!(text.contains("--sandbox=require") && text.contains("install the package `bubblewrap`"), "{text}");
    assert!(!place.directory.path().join("report.json").exists());

    let text = said(&place.diff(&[], Some(path.path())));
    assert_eq!(text.matches(WARNING).count(), 1, "{text}");
    let report = fs::read_to_string(place.directory.path().join("report.json")).unwrap();
    assert!(report.contains("limits only: `bwrap` is not installed"), "{report}");

    let text = said(&place.diff(&["--sandbox=off"], Some(path.path())));
    assert!(!text.contains(WARNING), "{text}");
    let report = fs::read_to_string(place.directory.path().join("report.json")).unwrap();
    assert!(report.contains("limits only: --sandbox=off"), "{report}");
}
