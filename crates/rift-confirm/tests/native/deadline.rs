//! The end of a budget says nothing about a program.

use crate::common::{Programs, other, quick, run, sandboxes, with_arguments};
use rift_confirm::{NativeError, NativeLimits};
use rift_deadline::Deadline;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const SLEEP: &str = "int main(int argc, char **argv) { usleep(1000 * atoi(argv[1])); return 0; }";

#[test]
fn a_run_that_the_deadline_cuts_is_no_hang() {
    let (programs, limits) = (Programs::new(), NativeLimits { time: Duration::from_secs(10), ..quick() });
    let program = programs.build("sleep", SLEEP);
    for sandbox in sandboxes(limits) {
        let sandbox = sandbox.until(Deadline::after(Some(Duration::from_millis(300))));
        let begun = Instant::now();
        let cut = sandbox.run(&program, &with_arguments(&["5000"]));
        assert!(matches!(cut, Err(NativeError::OutOfTime)), "{cut:?}");
        let after = sandbox.run(&program, &with_arguments(&["0"]));
        assert!(matches!(after, Err(NativeError::OutOfTime)), "nothing is started any more: {after:?}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_run_that_its_own_limit_cuts_is_a_hang() {
    let programs = Programs::new();
    let program = programs.build("sleep", SLEEP);
    for sandbox in sandboxes(quick()) {
        let sandbox = sandbox.until(Deadline::after(Some(Duration::from_secs(60))));
        assert_eq!(run(&sandbox, &program, &["5000"]).end, other("time limit"));
    }
}

#[test]
fn an_interrupt_ends_a_run() {
    let (programs, limits) = (Programs::new(), NativeLimits { time: Duration::from_secs(10), ..quick() });
    let program = programs.build("sleep", SLEEP);
    for sandbox in sandboxes(limits) {
        let flag = Arc::new(AtomicBool::new(false));
        let sandbox = sandbox.until(Deadline::never().interruptible(&flag));
        let (begun, input) = (Instant::now(), with_arguments(&["5000"]));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                flag.store(true, Ordering::Relaxed);
            });
            assert!(matches!(sandbox.run(&program, &input), Err(NativeError::OutOfTime)));
        });
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}
