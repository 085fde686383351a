//! No query takes longer than there is time for all of them.

use crate::{Fixture, in_process, limits};
use rift_deadline::Deadline;
use rift_expr::Model;
use rift_solver::{Backend, Context, Effort, Query, SetId, Solver, Verdict, WhyUnknown};
use rustix::process::{Pid, Signal, kill_process};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn ask(fixture: &mut Fixture, solver: &mut dyn Solver, deadline: &Deadline) -> Verdict {
    let goal = fixture.factoring();
    let Fixture { terms, sets, evaluator } = fixture;
    let context = &mut Context { terms, sets, evaluator, hint: &Model::default(), effort: Effort::Full, deadline };
    solver.check(context, Query { set: SetId::EMPTY, goal })
}

fn assert_ends(solver: &mut dyn Solver, deadline: &Deadline) {
    let begun = Instant::now();
    let verdict = ask(&mut Fixture::default(), solver, deadline);
    assert_eq!(verdict, Verdict::Unknown(WhyUnknown::Interrupted));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_query_ends_at_the_deadline() {
    let soon = || Deadline::after(Some(Duration::from_millis(300)));
    assert_ends(&mut in_process(60_000), &soon());
    assert_ends(&mut Backend::in_thread(limits(60_000)), &soon());
}

#[test]
fn a_query_ends_with_an_interrupt() {
    let mut solvers: [Box<dyn Solver>; 2] =
        [Box::new(in_process(60_000)), Box::new(Backend::in_thread(limits(60_000)))];
    for solver in &mut solvers {
        let flag = Arc::new(AtomicBool::new(false));
        let (deadline, later) = (Deadline::never().interruptible(&flag), Arc::clone(&flag));
        let waker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            later.store(true, Ordering::Relaxed);
        });
        assert_ends(solver, &deadline);
        waker.join().unwrap();
    }
}

/// It costs a part of the time, and what is asked next has the rest.
#[test]
fn a_process_that_stands_still_leaves_time_to_others() {
    let mut solver = in_process(100);
    let process = solver.process_id().expect("it is running").cast_signed();
    kill_process(Pid::from_raw(process).expect("a process has an id"), Signal::STOP).expect("the process is ours");
    let (deadline, mut fixture) = (Deadline::after(Some(Duration::from_secs(20))), Fixture::default());
    assert_eq!(ask(&mut fixture, &mut solver, &deadline), Verdict::Unknown(WhyUnknown::Late));
    assert!(!deadline.is_over());
    assert_eq!(ask(&mut fixture, &mut solver, &deadline), Verdict::Unknown(WhyUnknown::StepLimit));
}

#[test]
fn its_own_limit_is_no_interrupt() {
    let verdict = ask(&mut Fixture::default(), &mut in_process(200), &Deadline::after(Some(Duration::from_secs(60))));
    assert_eq!(verdict, Verdict::Unknown(WhyUnknown::StepLimit));
}
