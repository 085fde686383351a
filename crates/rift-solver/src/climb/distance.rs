//! How far conditions are from being true (Korel 1990; Tracey et al. 1998), with floats by the numbers between them
//! (XSat: Fu & Su 2016).
//!
//! Zero exactly where a condition holds. Distances are logarithms, so that a condition on large numbers and one on small
//! ones count alike, and are computed on integers only: the same everywhere.

use rift_expr::{Evaluator, Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};
use rift_numeric::int::{mask64, signed64};

/// Bits after the point of a distance: enough to tell neighbours of up to as many bits apart.
const FRACTION: u32 = 40;
/// Terms are followed down so far.
const DEEPEST: u32 = 64;
/// Of what nothing more is known than that it does not hold.
const UNKNOWN: u64 = scaled(1 << 20);
/// Of a NaN that should be a number.
const NOT_A_NUMBER: u64 = scaled(u64::MAX);

/// The logarithm of a difference; between powers of two it is linear. 0 for 0.
const fn scaled(difference: u64) -> u64 {
    if difference == 0 {
        return 0;
    }
    let exponent = 63 - difference.leading_zeros();
    let fraction = difference << (63 - exponent) << 1 >> (64 - FRACTION);
    (exponent as u64 + 1) << FRACTION | fraction
}

/// How far a condition is from having a truth value, in the evaluator's model.
pub(super) fn distance(terms: &Terms, evaluator: &mut Evaluator, condition: TermId, truth: bool) -> u64 {
    Measure { terms, evaluator }.condition(condition, truth, 0)
}

struct Measure<'a> {
    terms: &'a Terms,
    evaluator: &'a mut Evaluator,
}

impl Measure<'_> {
    fn value(&mut self, term: TermId) -> u64 {
        self.evaluator.value(self.terms, term)
    }

    fn condition(&mut self, term: TermId, truth: bool, depth: u32) -> u64 {
        if (self.value(term) != 0) == truth {
            return 0;
        }
        if depth > DEEPEST {
            return UNKNOWN;
        }
        let depth = depth + 1;
        match self.terms.node(term) {
            Node::Not(a) => self.condition(a, !truth, depth),
            Node::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), a, b } => {
                let (x, y) = (self.condition(a, truth, depth), self.condition(b, truth, depth));
                if (op == BinaryOp::And) == truth { x.saturating_add(y) } else { x.min(y) }
            }
            Node::Binary { op: BinaryOp::Xor, a, b } => {
                let (x, y) = (self.value(a) != 0, self.value(b) != 0);
                self.condition(a, !x, depth).min(self.condition(b, !y, depth))
            }
            Node::Ite { condition, yes, no } => {
                let now = self.value(condition) != 0;
                let (chosen, other) = if now { (yes, no) } else { (no, yes) };
                let stay = self.condition(chosen, truth, depth);
                let turn = self.condition(condition, !now, depth).saturating_add(self.condition(other, truth, depth));
                stay.min(turn)
            }
            Node::Compare { predicate, a, b } if self.terms.width(a) <= 64 => self.compare(predicate, a, b, truth),
            Node::FloatCompare { predicate, a, b } => self.float_compare(predicate, a, b, truth),
            // The sign.
            Node::Extract { a, low } if self.terms.width(a) <= 64 && low + 1 == self.terms.width(a) => {
                let width = self.terms.width(a);
                let value = signed64(width, self.value(a));
                scaled(if truth { value as u64 } else { value.unsigned_abs() }.max(1))
            }
            _ => UNKNOWN,
        }
    }

    /// Of a comparison that does not have the truth value.
    fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId, truth: bool) -> u64 {
        let width = self.terms.width(a);
        let (x, y) = (self.value(a), self.value(b));
        let away = match predicate {
            IntPredicate::Eq if truth => {
                // The least of the ways around.
                let up = x.wrapping_sub(y) & mask64(width);
                up.min(up.wrapping_neg() & mask64(width))
            }
            IntPredicate::Slt | IntPredicate::Sle => signed64(width, x).abs_diff(signed64(width, y)),
            IntPredicate::Eq => 1,
            _ => x.abs_diff(y),
        };
        scaled(away.max(1))
    }

    fn float_compare(&mut self, predicate: FloatPredicate, a: TermId, b: TermId, truth: bool) -> u64 {
        let width = self.terms.width(a);
        let (x, y) = (self.value(a), self.value(b));
        let is_nan = |bits: u64| bits & mask64(width - 1) > infinity(width);
        let wants_nan = matches!(predicate, FloatPredicate::Uno) == truth
            && matches!(predicate, FloatPredicate::Uno | FloatPredicate::Ord);
        if is_nan(x) || is_nan(y) || wants_nan {
            return NOT_A_NUMBER;
        }
        scaled(order(width, x).abs_diff(order(width, y)).max(1))
    }
}

fn infinity(width: u32) -> u64 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
}

/// Numbers the floats in their order; both zeros are 0.
fn order(width: u32, bits: u64) -> i64 {
    let magnitude = (bits & mask64(width - 1)) as i64;
    if bits > mask64(width - 1) { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_expr::Model;

    #[test]
    fn logarithms_grow() {
        let mut last = 0;
        for difference in (1..5000).chain((13..64).flat_map(|bit| [1 << bit, (1 << bit) + (1 << (bit - 3))])) {
            assert!(scaled(difference) >= last && scaled(difference) > 0, "{difference}");
            last = scaled(difference);
        }
        assert!(scaled(255) < scaled(256) && scaled(100) < scaled(101));
    }

    /// Zero exactly where the condition holds; smaller where it is nearer.
    #[test]
    fn nearer_inputs_are_nearer() {
        let mut terms = Terms::new();
        let x = terms.read(0, 2);
        let float = terms.int_to_float(x, false, rift_ir::FloatKind::Double);
        let half = terms.constant(64, 0.5f64.to_bits());
        let product = terms.float(BinaryOp::FMul, float, half);
        let limit = terms.constant(64, 10_000f64.to_bits());
        let target = terms.constant(16, 40_000);
        let goals = [
            terms.float_compare(FloatPredicate::Ogt, product, limit),
            terms.float_compare(FloatPredicate::Oeq, product, limit),
            terms.compare(IntPredicate::Ult, target, x),
        ];
        let mut evaluator = Evaluator::default();
        for goal in goals {
            let mut last = u64::MAX;
            for value in [0u16, 100, 5000, 19_000, 19_999] {
                evaluator.reset(&Model { bytes: value.to_le_bytes().to_vec() });
                let away = distance(&terms, &mut evaluator, goal, true);
                assert!(away > 0 && away < last, "{value}: {away} after {last}");
                last = away;
            }
            for value in [20_000u16, 20_001, 40_001, 65_535] {
                evaluator.reset(&Model { bytes: value.to_le_bytes().to_vec() });
                let (holds, away) = (evaluator.holds(&terms, goal), distance(&terms, &mut evaluator, goal, true));
                assert_eq!(holds, away == 0, "{value}");
            }
        }
    }
}
