//! Limits that are no time: what ends a query, and what is counted.

use crate::{Fixture, in_process, limits};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Backend, LayerStats, Limits, Solver, Stats, Verdict, WhyUnknown};

#[test]
fn what_would_become_too_large_is_not_asked() {
    let mut fixture = Fixture::default();
    let (a, b) = (fixture.terms.read(0, 512), fixture.terms.read(512, 512));
    let product = fixture.terms.binary(BinaryOp::Mul, a, b);
    let value = fixture.terms.constant_limbs(4096, &[0x1234_5678_9abc_def1; 64]);
    let goal = fixture.terms.compare(IntPredicate::Eq, product, value);
    for mut solver in [Backend::in_thread(limits(20_000)), in_process(20_000)] {
        // Twice: what was refused was not told, and must be refused again.
        for _ in 0..2 {
            assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(WhyUnknown::TooLarge));
        }
        let small = fixture.byte_is(0, 1);
        assert!(matches!(fixture.ask(&mut solver, &[], small), Verdict::Sat(_)));
        assert_eq!(counters(&solver).too_large, 2);
    }
}

#[test]
fn limits_that_ended_queries_are_counted() {
    let mut fixture = Fixture::default();
    let hard = fixture.factoring();
    let mut solver = Backend::in_thread(Limits::with_steps(10));
    assert_eq!(fixture.ask(&mut solver, &[], hard), Verdict::Unknown(WhyUnknown::StepLimit));
    let LayerStats { step_limit, too_large, unreproducible, .. } = counters(&solver);
    assert_eq!((step_limit, too_large, unreproducible), (1, 0, 0));
}

fn counters(solver: &Backend) -> LayerStats {
    let mut stats = Stats::default();
    solver.report(&mut stats);
    stats.layer(Backend::NAME).expect("it has counters").clone()
}
