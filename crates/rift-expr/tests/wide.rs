//! What is special about terms of many bits, and about terms of many operands.

#[expect(dead_code, reason = "only the random numbers and the lists of operations are used here")]
mod reference;

use reference::{BINARY, PREDICATES, Random};
use rift_expr::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int::{self, wide};

/// Canonical limbs, often with extreme ones.
fn number(random: &mut Random, width: u32) -> Vec<u64> {
    let mut limbs: Vec<u64> = (0..int::limbs(width))
        .map(|_| match random.below(4) {
            0 => 0,
            1 => u64::MAX,
            _ => random.next(),
        })
        .collect();
    if random.chance(4) {
        limbs.fill(0);
        limbs[0] = random.next() % 200;
    }
    wide::clear_above(width, &mut limbs);
    limbs
}

/// By rift-numeric, where it is defined as here.
fn expected(op: BinaryOp, width: u32, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    let (zero_divisor, negative) = (int::is_zero(b), int::is_negative(width, a));
    match op {
        BinaryOp::UDiv if zero_divisor => int::fill_unsigned_max(width, &mut out),
        BinaryOp::SDiv if zero_divisor && !negative => int::fill_unsigned_max(width, &mut out),
        BinaryOp::SDiv if zero_divisor => out[0] = 1,
        BinaryOp::URem | BinaryOp::SRem if zero_divisor => out.copy_from_slice(a),
        _ => int::binary(op, width, a, b, &mut out).unwrap(),
    }
    out
}

/// A term with these limbs under the model: read from the input, or a constant.
fn term(terms: &mut Terms, model: &mut Model, random: &mut Random, width: u32, limbs: &[u64]) -> TermId {
    if random.chance(3) {
        return terms.constant_limbs(width, limbs);
    }
    let at = model.bytes.len() as u32;
    model.bytes.extend(limbs.iter().flat_map(|limb| limb.to_le_bytes()));
    let read = terms.read(at, width.div_ceil(8));
    terms.extract(read, 0, width)
}

#[test]
fn operations_above_128_bits_are_those_of_rift_numeric() {
    let mut random = Random(7);
    let (mut terms, mut evaluator, mut out) = (Terms::new(), Evaluator::default(), Vec::new());
    for round in 0..4000 {
        let width = random.one_of(&[129, 192, 200, 256, 320]);
        let (x, y) = (number(&mut random, width), number(&mut random, width));
        let mut model = Model::default();
        if round % 100 == 0 {
            terms.clear();
        }
        let a = term(&mut terms, &mut model, &mut random, width, &x);
        let b = term(&mut terms, &mut model, &mut random, width, &y);
        evaluator.reset(&model);
        for op in BINARY {
            let result = terms.binary(op, a, b);
            evaluator.limbs(&terms, result, &mut out);
            assert_eq!(out, expected(op, width, &x, &y), "{op:?} i{width} {x:x?} {y:x?}");
        }
        for predicate in PREDICATES {
            let result = terms.compare(predicate, a, b);
            let holds = int::compare(predicate, width, &x, &y);
            assert_eq!(evaluator.holds(&terms, result), holds, "{predicate:?} i{width} {x:x?} {y:x?}");
        }
        let joined = terms.concat(a, b);
        let parts = [terms.extract(joined, width, width), terms.extract(joined, 0, width)];
        assert_eq!(parts, [a, b]);
        evaluator.limbs(&terms, joined, &mut out);
        let mut high = vec![0; out.len()];
        int::truncate(width, &out, &mut high);
        assert_eq!(high[..y.len()], y);
        let joined = std::mem::take(&mut out);
        wide::lshr(&joined, width, &mut high);
        assert_eq!(high[..x.len()], x);
    }
}

#[test]
fn terms_may_be_deeper_than_the_stack() {
    const DEPTH: u32 = 100_000;
    let mut terms = Terms::new();
    let build = |terms: &mut Terms, start: u32| {
        (0..DEPTH).fold(terms.read(start, 4), |sum, i| {
            let byte = terms.read(i % 1000 * 8, 4);
            let mixed = if i % 3 == 0 { terms.binary(BinaryOp::Mul, sum, byte) } else { sum };
            terms.binary(BinaryOp::Add, mixed, byte)
        })
    };
    let (old, new) = (build(&mut terms, 4), build(&mut terms, 12));
    let same = terms.compare(rift_ir::IntPredicate::Eq, old, new);
    let difference = terms.binary(BinaryOp::Sub, old, new);
    let mut evaluator = Evaluator::default();
    let model = Model { bytes: (0..8004u32).map(|i| (i * 7 + 1) as u8).collect() };
    evaluator.reset(&model);
    let [x, y] = [old, new].map(|term| evaluator.value(&terms, term) as u32);
    assert_eq!(evaluator.holds(&terms, same), x == y);
    assert_eq!(evaluator.value(&terms, difference) as u32, x.wrapping_sub(y));
    assert!(terms.postorder(&[same]).len() > DEPTH as usize);
    assert!(terms.display(same).to_string().len() < 100 * terms.len());
    assert!(terms.smtlib(&[same]).len() < 300 * terms.len());
}

#[test]
fn what_two_long_sums_have_in_common_does_not_matter() {
    let mut terms = Terms::new();
    let mut sum = |start: u32| {
        (100..100_000).fold(terms.read(start, 8), |sum, at| {
            let byte = terms.read(at * 8, 8);
            terms.binary(BinaryOp::Add, sum, byte)
        })
    };
    let (old, new) = (sum(0), sum(8));
    let (same, difference) =
        (terms.compare(rift_ir::IntPredicate::Eq, old, new), terms.binary(BinaryOp::Sub, old, new));
    assert_eq!(terms.display(same).to_string(), "in[0..8] == in[8..16]");
    assert_eq!(terms.display(difference).to_string(), "in[0..8] - in[8..16]");
}

#[test]
fn long_supports_are_short_runs() {
    let mut terms = Terms::new();
    let mut sum = terms.constant(32, 0);
    for at in 0..20_000 {
        let byte = terms.read(at, 1);
        let byte = terms.zext(byte, 32);
        sum = terms.binary(BinaryOp::Add, sum, byte);
    }
    assert!(matches!(terms.support_runs(sum), [run] if *run == (0..20_000)));
    assert_eq!(terms.support(sum).len(), 20_000);
    assert!(terms.memory_bytes() < 20_000_000, "{}", terms.memory_bytes());
    let (first, other) = (terms.read(3, 1), terms.read(30_000, 2));
    assert!(!terms.are_independent(sum, first) && terms.are_independent(sum, other));
}

#[test]
fn equal_terms_are_one_and_clear_forgets() {
    let mut terms = Terms::new();
    let build = |terms: &mut Terms| {
        let (x, y) = (terms.read(0, 32), terms.read(32, 32));
        terms.binary(BinaryOp::UDiv, x, y)
    };
    let first = build(&mut terms);
    let count = terms.len();
    assert_eq!(build(&mut terms), first);
    assert_eq!(terms.len(), count);
    assert!(matches!(terms.node(first), Node::Binary { op: BinaryOp::UDiv, .. }));
    assert_eq!(TermId::from_raw(first.raw()), Some(first));
    terms.clear();
    assert!(terms.is_empty());
    assert_eq!(build(&mut terms), first);
}

#[test]
fn terms_can_be_sent_to_threads_and_options_of_them_are_small() {
    fn is_send<T: Send>() {}
    is_send::<Terms>();
    is_send::<Evaluator>();
    assert_eq!(size_of::<Option<TermId>>(), 4);
    assert_eq!(size_of::<Node>(), 16);
}
