//! Terms far deeper than any stack: building, evaluating and writing them takes bounded stack.
//!
//! Each test runs in a thread with the stack that threads have by default. One that recurses by the depth of a term
//! ends the whole test process.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::BinaryOp::{Add, And, FAdd, FSub, Mul, Or, Xor};
use rift_ir::IntPredicate::{Eq, Ne, Slt, Ult};
use std::thread;

const DEPTH: u32 = 200_000;

/// What Rust gives a thread that does not ask for more.
const STACK_BYTES: usize = 2 << 20;

fn with_small_stack(run: impl FnOnce() + Send) {
    let result = thread::scope(|scope| {
        thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run).expect("a thread can start").join()
    });
    if let Err(panic) = result {
        std::panic::resume_unwind(panic);
    }
}

/// Checks that a term of width 1 has the expected value for some values of input byte 0; the other bytes are 7.
fn check(build: impl FnOnce(&mut Terms) -> TermId + Send, expected: impl Fn(u8) -> bool + Sync) {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let term = build(&mut terms);
        let mut evaluator = Evaluator::default();
        for first in [0, 1, 2, 7, 80, 255] {
            evaluator.reset(&Model { bytes: [vec![first], vec![7; 40]].concat() });
            assert_eq!(evaluator.holds(&terms, term), expected(first), "for {first}");
        }
    });
}

#[test]
fn texts() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let (mut term, byte) = (terms.read(0, 1), terms.read(1, 1));
        for _ in 0..DEPTH {
            let product = terms.binary(Mul, term, byte);
            term = terms.binary(Xor, product, byte);
        }
        let zero = terms.constant(8, 0);
        let term = terms.compare(Eq, term, zero);
        assert!(terms.display(term).to_string().len() > DEPTH as usize);
        assert!(terms.smtlib(&[term]).len() > DEPTH as usize);
    });
}

/// `b + q == b` is `q == 0`, and `x ^ y == 0` is `x == y`.
#[test]
fn equalities_inside_equalities() {
    check(
        |terms| {
            let (mut term, b) = (terms.read(0, 1), terms.read(1, 1));
            for _ in 0..DEPTH {
                let sum = terms.binary(Add, b, term);
                term = terms.binary(Xor, sum, b);
            }
            let zero = terms.constant(8, 0);
            terms.compare(Eq, term, zero)
        },
        |first| first == 0,
    );
}

/// The same, with two ways down at each step.
#[test]
fn equalities_of_several_parts() {
    check(
        |terms| {
            let (mut term, b, c) = (terms.read(0, 1), terms.read(1, 1), terms.read(2, 1));
            for _ in 0..DEPTH {
                let (left, right) = (terms.binary(Add, b, term), terms.binary(Add, c, term));
                let (left, right) = (terms.binary(Xor, left, b), terms.binary(Xor, right, c));
                term = terms.binary(Or, left, right);
            }
            let zero = terms.constant(8, 0);
            terms.compare(Eq, term, zero)
        },
        |first| first == 0,
    );
}

/// A hash by table (Pearson 1990) of one unknown byte and a long constant text.
#[test]
fn tables_of_tables() {
    let table: Vec<u64> = (0..256).map(|index| (index * 167 + 13) & 255).collect();
    let hash = |first: u64| (0..DEPTH).fold(first, |hash, at| table[(hash ^ u64::from(at & 255)) as usize]);
    let wanted = hash(80);
    check(
        |terms| {
            let mut term = terms.read(0, 1);
            for at in 0..DEPTH {
                let next = terms.constant(8, u64::from(at & 255));
                let index = terms.binary(Xor, term, next);
                term = terms.lookup(&table, 8, index);
            }
            let wanted = terms.constant(8, wanted);
            terms.compare(Eq, term, wanted)
        },
        |first| hash(first.into()) == wanted,
    );
}

/// A counter that grows by one of two amounts. Every choice has the one before in both arms: testing each arm again
/// would take time exponential in the number of choices.
#[test]
fn choices_of_sums() {
    check(
        |terms| {
            let one_bit = terms.read(0, 1);
            let condition = terms.extract(one_bit, 0, 1);
            let mut term = terms.constant(32, 0);
            for at in 0..DEPTH {
                let byte = terms.read(1 + at % 32, 1);
                let bit = terms.extract(byte, at % 8, 1);
                let bit = terms.binary(Xor, bit, condition);
                let [less, more] = [1, 2].map(|amount| {
                    let amount = terms.constant(32, amount);
                    terms.binary(Add, term, amount)
                });
                term = terms.ite(bit, more, less);
            }
            let mut all = terms.truth(true);
            for wanted in 0..200 {
                let wanted = terms.constant(32, u64::from(2 * DEPTH) - wanted);
                let differs = terms.compare(Ne, term, wanted);
                all = terms.and(all, differs);
            }
            all
        },
        |_| true,
    );
}

/// What excludes one value after the other, and then all of them at once.
#[test]
fn exclusions_of_single_values() {
    check(
        |terms| {
            let number = terms.read(0, 4);
            let mut all = terms.truth(true);
            for at in 0..DEPTH {
                let excluded = terms.constant(32, 1000 + 2 * u64::from(at));
                let differs = terms.compare(Ne, number, excluded);
                all = terms.and(all, differs);
            }
            let limit = terms.constant(32, 0x0707_0750);
            let is_small = terms.compare(Ult, number, limit);
            let limit = terms.constant(32, 10);
            let is_tiny = terms.compare(Ult, number, limit);
            let both = terms.and(all, is_small);
            let none = terms.and(all, is_tiny);
            terms.or(both, none)
        },
        |first| first < 80,
    );
}

/// Bits that are set and inverted in turns, and masked out at last.
#[test]
fn masks_of_inverted_bits() {
    check(
        |terms| {
            let (mut term, bit) = (terms.read(0, 1), terms.constant(8, 2));
            for at in 0..DEPTH {
                term = terms.binary(if at % 2 == 0 { Or } else { Xor }, term, bit);
            }
            let (mask, wanted) = (terms.constant(8, 0x81), terms.constant(8, 1));
            let masked = terms.binary(And, term, mask);
            terms.compare(Eq, masked, wanted)
        },
        |first| first & 0x81 == 1,
    );
}

/// Whether a sum is -0 decides on `sum + 0.0`.
#[test]
fn sums_of_floats() {
    for op in [FAdd, FSub] {
        check(
            |terms| {
                let (mut sum, part) = (terms.read(0, 8), terms.read(8, 8));
                for _ in 0..DEPTH {
                    sum = terms.float(op, sum, part);
                }
                let zero = terms.constant(64, 0);
                let same = terms.float(FAdd, sum, zero);
                terms.float_compare(rift_ir::FloatPredicate::Oeq, same, sum)
            },
            |_| true,
        );
    }
}

/// A value of many parts, with zeros between them, of which none can be joined.
fn many_parts(terms: &mut Terms, lowest: TermId) -> TermId {
    let mut term = lowest;
    for at in 0..DEPTH {
        let part = terms.read(2 + at % 2 * 2, 1);
        let zeros = terms.constant(1, 0);
        term = terms.concat(zeros, term);
        term = terms.concat(part, term);
    }
    term
}

#[test]
fn parts_of_wide_values() {
    check(
        |terms| {
            let first = terms.read(0, 1);
            let wide = many_parts(terms, first);
            let part = terms.extract(wide, 1, terms.width(wide) - 1);
            let low = terms.extract(part, 0, 7);
            let wanted = terms.constant(7, 40);
            terms.compare(Eq, low, wanted)
        },
        |first| first >> 1 == 40,
    );
}

#[test]
fn wide_values_above_others() {
    check(
        |terms| {
            let (first, other) = (terms.read(0, 1), terms.read(9, 1));
            let wide = many_parts(terms, other);
            let wide = terms.zext(wide, terms.width(wide) + 1);
            let wide = terms.concat(wide, first);
            let low = terms.extract(wide, 0, 8);
            let wanted = terms.constant(8, 80);
            terms.compare(Eq, low, wanted)
        },
        |first| first == 80,
    );
}

/// Not evaluated: that takes memory for each part of the whole width.
#[test]
fn comparisons_of_wide_values() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let (first, other) = (terms.read(0, 1), terms.read(9, 1));
        let (a, b) = (many_parts(&mut terms, first), many_parts(&mut terms, other));
        let zero = terms.constant(terms.width(a), 0);
        for predicate in [Eq, Ult, Slt] {
            let compared = terms.compare(predicate, a, b);
            assert!(terms.as_const(compared).is_none(), "{predicate:?} depends on the lowest part");
            let compared = terms.compare(predicate, zero, b);
            assert!(terms.as_const(compared).is_none(), "{predicate:?} depends on every part");
        }
    });
}
