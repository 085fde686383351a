//! Sequences of queries.

use crate::random::{Random, term};
use crate::{Fixture, in_process, limits, worker};
use rift_expr::{Model, TermId};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Backend, Effort, Limits, Query, SetId, Solver, Stats, Verdict, WhyUnknown};
use std::time::Duration;

/// Walks down random paths as an engine does: at each branch both sides are asked, and the run goes on where its input
/// leads. `Unsat` must never be said of the side that the input takes.
fn explore(fixture: &mut Fixture, solver: &mut Backend, seed: u64, queries: u32) {
    let mut random = Random(seed);
    let mut asked = 0;
    while asked < queries {
        let model = random.model(12);
        let mut path: Vec<TermId> = Vec::new();
        for _ in 0..10 {
            let depth = 1 + random.below(2) as u32;
            let branch = condition(&mut random, fixture, depth);
            fixture.evaluator.reset(&model);
            let taken = fixture.evaluator.holds(&fixture.terms, branch);
            let other = fixture.terms.not(branch);
            let (taken, other) = if taken { (branch, other) } else { (other, branch) };
            for (goal, is_taken) in [(taken, true), (other, false)] {
                asked += 1;
                match fixture.ask(solver, &path, goal) {
                    Verdict::Unsat => assert!(!is_taken, "{:02x?} takes this side", model.bytes),
                    Verdict::Unknown(why) => panic!("unknown: {why:?}"),
                    verdict @ Verdict::Sat(_) => {
                        let all: Vec<TermId> = path.iter().copied().chain([goal]).collect();
                        assert!(fixture.is_satisfied(&verdict, &all), "{verdict:?}");
                    }
                }
            }
            path.push(taken);
        }
    }
}

/// A condition over a few bytes, such as parsers have.
fn condition(random: &mut Random, fixture: &mut Fixture, depth: u32) -> TermId {
    let terms = &mut fixture.terms;
    let a = loop {
        // Division is slow to solve, and no subject of this test.
        let a = term(random, terms, 12, 8, depth);
        let has_division = terms.postorder(&[a]).into_iter().any(|term| {
            matches!(
                terms.node(term),
                rift_expr::Node::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. }
                    | rift_expr::Node::FloatCompare { .. }
            )
        });
        if !has_division {
            break a;
        }
    };
    let b = terms.constant(8, random.below(256));
    terms.compare(random.pick(&[IntPredicate::Eq, IntPredicate::Ult, IntPredicate::Slt]), a, b)
}

#[test]
fn hundreds_of_queries_in_the_thread() {
    explore(&mut Fixture::default(), &mut Backend::in_thread(limits(20_000)), 1, 600);
}

#[test]
fn hundreds_of_queries_in_one_process() {
    let mut solver = in_process(20_000);
    let process = solver.process_id();
    explore(&mut Fixture::default(), &mut solver, 2, 600);
    assert_eq!(solver.process_id(), process, "one process answered them all");
    assert!(solver.processor_time() > Duration::ZERO);
}

#[test]
fn a_solver_that_grew_too_large_starts_anew() {
    let small = Limits { terms: 500, ..limits(20_000) };
    explore(&mut Fixture::default(), &mut Backend::in_thread(small.clone()), 3, 300);
    let mut solver = Backend::in_process(worker(), small).expect("the worker was built");
    let process = solver.process_id();
    explore(&mut Fixture::default(), &mut solver, 3, 300);
    assert_ne!(solver.process_id(), process);
}

#[test]
fn what_is_forgotten_does_not_come_back() {
    for mut solver in [Backend::in_thread(limits(20_000)), in_process(20_000)] {
        // The same ids mean other terms in the second arena.
        for value in [1, 2] {
            let mut fixture = Fixture::default();
            let goal = fixture.byte_is(0, value);
            let verdict = fixture.ask(&mut solver, &[], goal);
            assert!(fixture.is_satisfied(&verdict, &[goal]), "{verdict:?}");
            solver.forget();
        }
    }
}

#[test]
fn two_solvers_on_two_threads_agree_with_one() {
    std::thread::scope(|scope| {
        for seed in [4, 5] {
            scope.spawn(move || {
                explore(&mut Fixture::default(), &mut Backend::in_thread(limits(20_000)), seed, 200);
                explore(&mut Fixture::default(), &mut in_process(20_000), seed, 200);
            });
        }
    });
}

#[test]
fn quick_queries_are_put_off() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let goal = fixture.byte_is(0, 1);
    let query = Query { set: SetId::EMPTY, goal };
    let verdict = fixture.ask_with(&mut solver, Effort::Quick, query);
    assert_eq!(verdict, Verdict::Unknown(WhyUnknown::Deferred));
    assert!(matches!(fixture.ask_with(&mut solver, Effort::Full, query), Verdict::Sat(_)));
    let mut stats = Stats::default();
    solver.report(&mut stats);
    let [layer] = &stats.layers[..] else { panic!("one layer: {stats:?}") };
    assert_eq!((layer.name, layer.asked, layer.sat, layer.unknown), ("bitwuzla", 2, 1, 1));
}

#[test]
fn a_query_that_takes_all_its_steps_is_unknown_and_the_solver_stays_usable() {
    for mut solver in [Backend::in_thread(limits(300)), in_process(300)] {
        let mut fixture = Fixture::default();
        let (easy, hard) = (fixture.byte_is(3, 7), fixture.factoring());
        for _ in 0..2 {
            assert_eq!(fixture.ask(&mut solver, &[], hard), Verdict::Unknown(WhyUnknown::StepLimit));
            assert!(matches!(fixture.ask(&mut solver, &[], easy), Verdict::Sat(_)));
        }
        assert!(solver.processor_time() >= Duration::from_millis(50), "took {:?}", solver.processor_time());
    }
}

#[test]
fn only_bytes_that_matter_are_assigned() {
    let mut fixture = Fixture::default();
    let mut solver = in_process(20_000);
    let (first, second) = (fixture.byte_is(3, 7), fixture.byte_is(900, 9));
    let verdict = fixture.ask(&mut solver, &[first], second);
    let Verdict::Sat(assignment) = verdict else { panic!("{verdict:?}") };
    assert_eq!(assignment.bytes, [(3, 7), (900, 9)]);
    let mut model = Model::default();
    assignment.apply(&mut model);
    assert_eq!((model.byte(3), model.byte(900)), (7, 9));
}
