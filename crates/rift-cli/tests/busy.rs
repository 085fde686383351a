//! A budget in runs is exact: it ends with the same report however busy the machine is.
//!
//! A program of its own, since other tests measure time.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a report says but for times and memory.
fn timeless(place: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_rift"))
        .args(["diff", "old.c", "new.c", "--json", "report.json", "--stdin", "8"])
        .args(["--budget", "60runs", "--solver-limit", "3000steps"])
        .current_dir(place)
        .env("RIFT_CACHE", place.join("cache"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let mut report: Value = serde_json::from_slice(&fs::read(place.join("report.json")).unwrap()).unwrap();
    let stats = report["stats"].as_object_mut().unwrap();
    for measured in ["cpu_seconds", "search_cpu_seconds", "seconds", "memory"] {
        assert!(stats.remove(measured).is_some(), "{measured}");
    }
    report
}

#[test]
fn a_busy_machine_finds_the_same_in_as_many_runs() {
    let dir = tempfile::tempdir().unwrap();
    for (name, changed) in [("old.c", "3"), ("new.c", "2")] {
        fs::write(dir.path().join(name), include_str!("budgets/hard.c").replace("CHANGED", changed)).unwrap();
    }
    let idle = timeless(dir.path());
    let undecided = |left: &Value| left["kind"] == "undecided";
    let left_out = idle["bounds"]["left_out"].as_array().unwrap();
    assert!(left_out.iter().any(undecided), "limits of queries have to matter: {idle}");
    assert_eq!(idle["stats"]["solver_unreproducible"], 0);
    let is_over = AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let _ends_them = AtEnd(&is_over);
        timeless(dir.path())
    });
    assert_eq!(idle, busy);
}

/// Sets a flag when it goes, by a failed assertion as well.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
