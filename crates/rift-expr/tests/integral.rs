//! Floats that were integers: what the simplifier makes of them has the same value, for every byte and many constants.

use rift_expr::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::FloatPredicate::{Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate};
use rift_numeric::float;

const PREDICATES: [FloatPredicate; 14] = [Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno];

const NUMBERS: [f64; 20] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    2.5,
    48.0,
    57.0,
    127.0,
    127.5,
    128.0,
    -128.0,
    -128.5,
    255.0,
    255.5,
    1e30,
    -1e30,
    f64::INFINITY,
    f64::NAN,
];

const KINDS: [FloatKind; 2] = [FloatKind::Double, FloatKind::Single];

fn constant(terms: &mut Terms, kind: FloatKind, number: f64) -> TermId {
    match kind {
        FloatKind::Single => terms.constant(32, u64::from((number as f32).to_bits())),
        _ => terms.constant(64, number.to_bits()),
    }
}

/// Integers made from one byte, and from two.
fn integers(terms: &mut Terms) -> Vec<TermId> {
    let (byte, word) = (terms.read(0, 1), terms.read(0, 2));
    let wide = terms.zext(byte, 32);
    let offset = terms.constant(32, 48u64.wrapping_neg());
    let digit = terms.binary(BinaryOp::Add, wide, offset);
    let ten = terms.constant(32, 10);
    let tens = terms.binary(BinaryOp::Mul, digit, ten);
    vec![byte, word, wide, digit, tens, terms.sext(byte, 64)]
}

/// The value of a float by its operands, without the simplifier.
fn raw(evaluator: &mut Evaluator, terms: &Terms, integer: TermId, signed: bool, kind: FloatKind) -> u128 {
    let value = evaluator.value(terms, integer);
    float::from_int(kind, terms.width(integer), signed, &[value])
}

fn inputs() -> impl Iterator<Item = Model> {
    (0..=255u8).flat_map(|low| [0, 129].map(|high| Model { bytes: vec![low, high] }))
}

#[test]
fn comparisons_with_numbers() {
    let mut terms = Terms::new();
    let mut evaluator = Evaluator::default();
    for integer in integers(&mut terms) {
        for (signed, kind) in [(true, KINDS[0]), (false, KINDS[0]), (true, KINDS[1]), (false, KINDS[1])] {
            let converted = terms.int_to_float(integer, signed, kind);
            let mut cases = Vec::new();
            for number in NUMBERS {
                let number = constant(&mut terms, kind, number);
                let bits = u128::from(terms.as_const(number).expect("it is a constant"));
                for predicate in PREDICATES {
                    let (left, right) = (
                        terms.float_compare(predicate, converted, number),
                        terms.float_compare(predicate, number, converted),
                    );
                    cases.push((predicate, bits, left, right));
                }
            }
            for model in inputs() {
                evaluator.reset(&model);
                let value = raw(&mut evaluator, &terms, integer, signed, kind);
                for &(predicate, bits, left, right) in &cases {
                    let told = format!("{predicate:?} {value:#x} {bits:#x} {signed} {:?}", terms.node(left));
                    assert_eq!(evaluator.holds(&terms, left), float::compare(predicate, kind, value, bits), "{told}");
                    assert_eq!(evaluator.holds(&terms, right), float::compare(predicate, kind, bits, value), "{told}");
                }
            }
        }
    }
}

#[test]
fn comparisons_with_each_other() {
    let mut terms = Terms::new();
    let mut evaluator = Evaluator::default();
    let all = integers(&mut terms);
    for kind in KINDS {
        for (a, a_signed) in all.iter().flat_map(|&a| [(a, true), (a, false)]) {
            for (b, b_signed) in all.iter().flat_map(|&b| [(b, true), (b, false)]) {
                let (x, y) = (terms.int_to_float(a, a_signed, kind), terms.int_to_float(b, b_signed, kind));
                let compared = PREDICATES.map(|predicate| terms.float_compare(predicate, x, y));
                for model in inputs().step_by(5) {
                    evaluator.reset(&model);
                    let left = raw(&mut evaluator, &terms, a, a_signed, kind);
                    let right = raw(&mut evaluator, &terms, b, b_signed, kind);
                    for (predicate, term) in PREDICATES.into_iter().zip(compared) {
                        let expected = float::compare(predicate, kind, left, right);
                        assert_eq!(evaluator.holds(&terms, term), expected, "{predicate:?} {left:#x} {right:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_made_an_integer_again() {
    let mut terms = Terms::new();
    let mut evaluator = Evaluator::default();
    for integer in integers(&mut terms) {
        for signed in [true, false] {
            let converted = terms.int_to_float(integer, signed, FloatKind::Double);
            for (to_signed, width) in [(true, 8), (true, 32), (true, 64), (false, 16), (false, 64)] {
                let again = terms.float_to_int(converted, to_signed, width);
                for model in inputs() {
                    evaluator.reset(&model);
                    let value = raw(&mut evaluator, &terms, integer, signed, FloatKind::Double);
                    let expected = float::double_to_int(f64::from_bits(value as u64), width, to_signed);
                    assert_eq!(evaluator.value(&terms, again), expected, "{value:#x} to {width} {to_signed}");
                }
            }
        }
    }
}

#[test]
fn neutral_operands() {
    let mut terms = Terms::new();
    let mut evaluator = Evaluator::default();
    let neutral = [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY];
    let all = integers(&mut terms);
    let anything = terms.read(2, 8);
    let mut floats: Vec<TermId> = all.iter().map(|&a| terms.int_to_float(a, true, FloatKind::Double)).collect();
    let square = terms.float(BinaryOp::FMul, anything, anything);
    let quotient = terms.float(BinaryOp::FDiv, square, floats[0]);
    let difference = terms.float(BinaryOp::FSub, floats[3], quotient);
    let root = terms.float_sqrt(anything);
    let twice = terms.float(BinaryOp::FAdd, anything, anything);
    floats.extend([anything, square, quotient, difference, root, twice]);
    let mut cases = Vec::new();
    for &x in &floats {
        for number in neutral {
            let number = constant(&mut terms, FloatKind::Double, number);
            for op in [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv] {
                cases.push((op, x, number, terms.float(op, x, number)));
                cases.push((op, number, x, terms.float(op, number, x)));
            }
        }
    }
    let patterns = [0.0, -0.0, 1.5, -3.0, 5e-324, -1e-200, f64::INFINITY, f64::NEG_INFINITY].map(f64::to_bits);
    let nans = [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001, 0xfff0_0000_0000_0001];
    for model in inputs().step_by(5) {
        for bits in patterns.into_iter().chain(nans) {
            let mut model = model.clone();
            model.bytes.extend(bits.to_le_bytes());
            evaluator.reset(&model);
            for &(op, a, b, term) in &cases {
                let (x, y) = (evaluator.value(&terms, a), evaluator.value(&terms, b));
                assert_eq!(evaluator.value(&terms, term), float::double(op, x, y), "{op:?} {x:#x} {y:#x}");
            }
        }
    }
}

/// What these rewrites are for: nothing of the floats is left.
#[test]
fn a_digit_compared_with_a_number_is_a_byte() {
    let mut terms = Terms::new();
    let digit = integers(&mut terms)[3];
    let converted = terms.int_to_float(digit, true, FloatKind::Double);
    let limit = constant(&mut terms, FloatKind::Double, 3.84);
    let compared = terms.float_compare(Ogt, converted, limit);
    assert!(!matches!(terms.node(compared), Node::FloatCompare { .. }));
    let (byte, last) = (terms.read(0, 1), terms.constant(8, 51));
    let expected = terms.compare(rift_ir::IntPredicate::Ugt, byte, last);
    let in_range = terms.display(compared).to_string();
    assert_eq!(compared, expected, "{in_range}");
    let zero = constant(&mut terms, FloatKind::Double, 0.0);
    let square = terms.float(BinaryOp::FMul, converted, converted);
    assert_eq!(terms.float(BinaryOp::FAdd, zero, square), square);
}
