//! Bitwuzla computes what the evaluator does.

use crate::random::{FLOAT_COMPARE, KINDS, Random, kind_of, term};
use crate::{Fixture, limits};
use rift_expr::{Model, Node, TermId};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use rift_solver::{Backend, Solver, Verdict};

const BYTES: u32 = 16;

/// Fixes the input to `model` and asks whether `subject` can have the value that the evaluator gives, and another one.
fn check(fixture: &mut Fixture, solver: &mut Backend, subject: TermId, model: &Model) {
    let input: Vec<TermId> = (0..BYTES).map(|at| fixture.byte_is(at, model.byte(at))).collect();
    let same = has_value(fixture, subject, model);
    let other = fixture.terms.not(same);
    let is_exact = is_exact(fixture, subject, model);
    let context = format!("{} under {:02x?}", fixture.terms.display(subject), model.bytes);
    let verdict = fixture.ask(solver, &input, same);
    assert!(fixture.is_satisfied(&verdict, &input), "{verdict:?} for the value of {context}");
    if is_exact {
        assert_eq!(fixture.ask(solver, &input, other), Verdict::Unsat, "another value of {context}");
    }
}

/// That `subject` has the value it has under `model`.
fn has_value(fixture: &mut Fixture, subject: TermId, model: &Model) -> TermId {
    let mut limbs = Vec::new();
    fixture.evaluator.reset(model);
    fixture.evaluator.limbs(&fixture.terms, subject, &mut limbs);
    let value = fixture.terms.constant_limbs(fixture.terms.width(subject), &limbs);
    fixture.terms.compare(IntPredicate::Eq, subject, value)
}

/// Whether no operation in `subject` yields something that the theory of floats leaves open.
fn is_exact(fixture: &mut Fixture, subject: TermId, model: &Model) -> bool {
    let Fixture { terms, evaluator, .. } = fixture;
    evaluator.reset(model);
    let mut is_nan = |term: TermId| match terms.width(term) {
        32 => f32::from_bits(evaluator.value(terms, term) as u32).is_nan(),
        _ => f64::from_bits(evaluator.value(terms, term)).is_nan(),
    };
    !terms.postorder(&[subject]).into_iter().any(|term| match terms.node(term) {
        Node::Float { .. } | Node::FloatSqrt(_) | Node::FloatToFloat(_) => is_nan(term),
        _ => false,
    })
}

#[test]
fn random_terms_have_the_values_of_the_evaluator() {
    let mut seen = [0; KINDS];
    let mut solver = Backend::in_thread(limits(20_000));
    for seed in 0..1500 {
        let mut fixture = Fixture::default();
        solver.forget();
        let mut random = Random(seed);
        let width = random.pick(&[1, 8, 16, 32, 33, 64, 65, 100]);
        let depth = 1 + random.below(4) as u32;
        let subject = term(&mut random, &mut fixture.terms, BYTES, width, depth);
        for term in fixture.terms.postorder(&[subject]) {
            seen[kind_of(fixture.terms.node(term))] += 1;
        }
        let model = random.model(BYTES);
        check(&mut fixture, &mut solver, subject, &model);
    }
    // Conversions from floats have tests of their own.
    assert!(seen[..18].iter().all(|&count| count >= 5), "too few of some kind of node: {seen:?}");
}

#[test]
fn inputs_that_are_found_are_right() {
    let mut solver = Backend::in_thread(limits(2_000));
    let mut found = 0;
    for seed in 0..150 {
        let mut fixture = Fixture::default();
        solver.forget();
        let mut random = Random(1_000_000 + seed);
        let depth = 1 + random.below(3) as u32;
        let subject = term(&mut random, &mut fixture.terms, BYTES, 16, depth);
        let model = random.model(BYTES);
        let same = has_value(&mut fixture, subject, &model);
        match fixture.ask(&mut solver, &[], same) {
            Verdict::Unsat => panic!("{} has this value", fixture.terms.display(subject)),
            Verdict::Unknown(_) => {}
            verdict @ Verdict::Sat(_) => found += u32::from(fixture.is_satisfied(&verdict, &[same])),
        }
    }
    assert!(found >= 140, "{found} of 150 were found");
}

#[test]
fn all_binary_operations_on_all_pairs_of_corner_cases() {
    let operations = [
        BinaryOp::UDiv,
        BinaryOp::SDiv,
        BinaryOp::URem,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Sub,
    ];
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let (a, b) = (fixture.terms.read(0, 1), fixture.terms.read(1, 1));
    for op in operations {
        let subject = fixture.terms.binary(op, a, b);
        for x in [0, 1, 7, 8, 0x7f, 0x80, 0xff] {
            for y in [0, 1, 7, 8, 0x7f, 0x80, 0xff] {
                check(&mut fixture, &mut solver, subject, &Model { bytes: vec![x, y] });
            }
        }
    }
}

#[test]
fn width_1_has_all_operations() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let read = fixture.terms.read(0, 1);
    let (a, b) = (fixture.terms.extract(read, 0, 1), fixture.terms.extract(read, 1, 1));
    let mut subjects = Vec::new();
    for op in [BinaryOp::Add, BinaryOp::Mul, BinaryOp::UDiv, BinaryOp::SRem, BinaryOp::Shl, BinaryOp::AShr] {
        subjects.push(fixture.terms.binary(op, a, b));
    }
    for predicate in [IntPredicate::Eq, IntPredicate::Ult, IntPredicate::Ule, IntPredicate::Slt, IntPredicate::Sle] {
        subjects.push(fixture.terms.compare(predicate, a, b));
    }
    for subject in subjects {
        for byte in 0..4 {
            check(&mut fixture, &mut solver, subject, &Model { bytes: vec![byte] });
        }
    }
}

#[test]
fn float_comparisons_order_every_pair() {
    let values = [0.0, -0.0, 1.5, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::from_bits(1)];
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let (a, b) = (fixture.terms.read(0, 4), fixture.terms.read(4, 4));
    for predicate in FLOAT_COMPARE {
        let subject = fixture.terms.float_compare(predicate, a, b);
        for x in values {
            for y in values {
                let bytes = [x.to_le_bytes(), y.to_le_bytes()].concat();
                check(&mut fixture, &mut solver, subject, &Model { bytes });
            }
        }
    }
}

#[test]
fn floats_in_range_convert_to_integers() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let float = fixture.terms.read(0, 8);
    let single = fixture.terms.float_to_float(float, FloatKind::Single);
    for (from, signed, width) in [(float, true, 32), (float, false, 64), (single, true, 16), (single, false, 8)] {
        let subject = fixture.terms.float_to_int(from, signed, width);
        for value in [0.0, 0.99, 1.0, 2.5, 100.75, 127.0] {
            check(&mut fixture, &mut solver, subject, &Model { bytes: f64::to_le_bytes(value).to_vec() });
            if signed {
                check(&mut fixture, &mut solver, subject, &Model { bytes: f64::to_le_bytes(-value).to_vec() });
            }
        }
    }
}

#[test]
fn bits_of_computed_floats_are_tied_to_them() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(20_000));
    let (a, b) = (fixture.terms.read(0, 4), fixture.terms.read(4, 4));
    let sum = fixture.terms.float(BinaryOp::FAdd, a, b);
    // The exponent field as bits, and the sum itself as a float.
    let exponent = fixture.terms.extract(sum, 23, 8);
    let two = fixture.terms.constant(32, 2.0_f32.to_bits().into());
    let (wanted, ordered) =
        (fixture.terms.constant(8, 130), fixture.terms.float_compare(FloatPredicate::Olt, sum, two));
    let goal = fixture.terms.compare(IntPredicate::Eq, exponent, wanted);
    let verdict = fixture.ask(&mut solver, &[], goal);
    assert!(fixture.is_satisfied(&verdict, &[goal]), "{verdict:?}");
    let positive = fixture.terms.constant(32, 0);
    let positive = fixture.terms.float_compare(FloatPredicate::Ogt, sum, positive);
    assert_eq!(fixture.ask(&mut solver, &[ordered, positive], goal), Verdict::Unsat, "8 <= sum < 16 is not below 2");
}

#[test]
fn terms_may_be_deep() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_thread(limits(60_000));
    let mut deep = fixture.terms.read(0, 2);
    for i in 0..100_000 {
        let (byte, factor) = (fixture.terms.read(i % 8, 2), fixture.terms.constant(16, 5));
        let product = fixture.terms.binary(BinaryOp::Mul, deep, factor);
        deep = fixture.terms.binary(BinaryOp::Xor, product, byte);
    }
    assert!(fixture.terms.postorder(&[deep]).len() > 100_000, "the simplifier leaves it deep");
    let model = Random(1).model(BYTES);
    check(&mut fixture, &mut solver, deep, &model);
}
