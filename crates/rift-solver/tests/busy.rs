//! Limits and costs are counted: the same queries have the same answers and the same cost, however busy the machine is.
//!
//! A program of its own, since other tests measure time.

#![cfg(feature = "bitwuzla")]

#[path = "support/fixture.rs"]
mod fixture;

use fixture::{Fixture, worker};
use rift_expr::TermId;
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Backend, Config, Limits, Solver, Verdict, WhyUnknown, chain};
use std::sync::atomic::{AtomicBool, Ordering};

/// Some twenty milliseconds on an idle machine.
const STEPS: u64 = 4_000;

fn steps() -> Limits {
    Limits::with_steps(STEPS)
}

/// Runs something while other threads keep the processors busy.
fn while_busy<T>(body: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let _ends_them = AtEnd(&is_over);
        body()
    })
}

/// Sets a flag when it goes, by a failed assertion as well.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Some questions that are hard and some that are not.
fn questions(fixture: &mut Fixture) -> Vec<(Vec<TermId>, TermId)> {
    let mut questions = vec![(vec![], fixture.factoring())];
    let (a, b) = (fixture.terms.read(20, 4), fixture.terms.read(24, 4));
    let product = fixture.terms.binary(BinaryOp::Mul, a, b);
    for (value, divisor) in [(0x1234_5677, 1000), (0x7fff_0001, 77), (0x0bad_cafe, 641)] {
        let (value, divisor) = (fixture.terms.constant(32, value), fixture.terms.constant(32, divisor));
        let (quotient, rest) =
            (fixture.terms.binary(BinaryOp::UDiv, product, divisor), fixture.terms.binary(BinaryOp::URem, product, b));
        let is_less = fixture.terms.compare(IntPredicate::Ult, rest, quotient);
        let is_value = fixture.terms.compare(IntPredicate::Eq, product, value);
        questions.push((vec![is_less], is_value));
        questions.push((vec![], is_less));
        questions.push((vec![is_less], fixture.factoring()));
    }
    questions
}

/// The verdict of each question and what all cost up to there.
fn answers(solver: &mut dyn Solver) -> Vec<(Verdict, u64)> {
    let mut fixture = Fixture::default();
    let questions = questions(&mut fixture);
    questions.iter().map(|(set, goal)| (fixture.ask(solver, set, *goal), solver.work())).collect()
}

#[test]
fn hard_queries_end_after_the_same_steps_on_a_busy_machine() {
    let idle = answers(&mut Backend::in_thread(steps()));
    assert!(idle.iter().any(|(verdict, _)| matches!(verdict, Verdict::Sat(_))), "{idle:?}");
    let hard = idle.iter().filter(|(verdict, _)| *verdict == Verdict::Unknown(WhyUnknown::StepLimit));
    assert!(hard.count() >= 2, "{idle:?}");
    assert_eq!(answers(&mut Backend::in_thread(steps())), idle);
    let process = || Backend::in_process(worker(), steps()).expect("the worker was built");
    assert_eq!(answers(&mut process()), idle, "where it is solved does not matter");
    assert_eq!(while_busy(|| answers(&mut process())), idle);
}

#[test]
fn the_work_of_all_layers_is_the_same_on_a_busy_machine() {
    let all = || chain(Box::new(Backend::in_thread(steps())), &Config::default());
    let idle = answers(&mut *all());
    assert!(idle.is_sorted_by_key(|(_, work)| *work) && idle[0].1 > 0, "{idle:?}");
    assert_eq!(while_busy(|| answers(&mut *all())), idle);
}

#[test]
fn a_restart_depends_on_what_was_asked_and_not_on_the_clock() {
    let small = || Limits { terms: 300, memory: 64 << 20, ..steps() };
    let idle = answers(&mut Backend::in_thread(small()));
    assert_ne!(idle, answers(&mut Backend::in_thread(steps())), "it starts anew, and so more is told");
    assert_eq!(while_busy(|| answers(&mut Backend::in_thread(small()))), idle);
}
