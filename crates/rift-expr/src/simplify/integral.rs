//! Floats that were integers: comparisons go back to the integers, and neutral operands go away.
//!
//! An integer of no more bits than a float's significand is converted exactly, so comparing the floats is comparing the
//! integers, with each other or with the integer next to a constant. Every rewrite is exact to the last bit, with NaNs
//! and signs of zeros; what is not sure to be stays as it is.

use crate::{Node, TermId, Terms};
use rift_ir::FloatPredicate::{self, Oeq, Ole, Olt, One, Ord, Ueq, Ule, Ult, Une, Uno};
use rift_ir::{BinaryOp, IntPredicate};

/// Terms are looked into so far.
const DEEPEST: u32 = 8;

/// An integer as a float that has its value exactly.
#[derive(Clone, Copy)]
struct Integral {
    integer: TermId,
    is_signed: bool,
    least: i128,
    most: i128,
}

fn value(width: u32, bits: u64) -> f64 {
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

impl Terms {
    fn integral(&self, term: TermId) -> Option<Integral> {
        let (integer, is_signed) = match self.node(term) {
            Node::SignedToFloat(integer) => (integer, true),
            Node::UnsignedToFloat(integer) => (integer, false),
            _ => return None,
        };
        if self.width(integer) > 64 {
            return None;
        }
        let (least, most) = match is_signed {
            true => {
                let (least, most) = self.signed_range(integer);
                (i128::from(least), i128::from(most))
            }
            false => {
                let (least, most) = self.range(integer);
                (i128::from(least), i128::from(most))
            }
        };
        let exact = 1i128 << if self.width(term) == 32 { 24 } else { 53 };
        (-exact <= least && most <= exact).then_some(Integral { integer, is_signed, least, most })
    }

    /// A comparison of what was an integer with another such or with a constant.
    pub(super) fn compare_integral(&mut self, predicate: FloatPredicate, a: TermId, b: TermId) -> Option<TermId> {
        match (self.integral(a), self.integral(b)) {
            (Some(x), Some(y)) => Some(self.compare_integers(predicate, x, y)),
            (Some(x), None) => {
                let constant = value(self.width(b), self.as_const(b)?);
                Some(self.compare_with_number(predicate, x, constant, Side::Left))
            }
            (None, Some(y)) => {
                let constant = value(self.width(a), self.as_const(a)?);
                Some(self.compare_with_number(predicate, y, constant, Side::Right))
            }
            (None, None) => None,
        }
    }

    fn compare_integers(&mut self, predicate: FloatPredicate, x: Integral, y: Integral) -> TermId {
        // One more bit holds both kinds. Of 64 bits, few enough are used.
        let width = (self.width(x.integer).max(self.width(y.integer)) + 1).min(64);
        let mut widened =
            |x: Integral| if x.is_signed { self.sext(x.integer, width) } else { self.zext(x.integer, width) };
        let (a, b) = (widened(x), widened(y));
        match predicate {
            Oeq | Ueq => self.compare(IntPredicate::Eq, a, b),
            One | Une => self.compare(IntPredicate::Ne, a, b),
            Olt | Ult => self.compare(IntPredicate::Slt, a, b),
            Ole | Ule => self.compare(IntPredicate::Sle, a, b),
            _ => self.truth(predicate == Ord),
        }
    }

    fn compare_with_number(&mut self, predicate: FloatPredicate, x: Integral, number: f64, side: Side) -> TermId {
        if number.is_nan() {
            return self.truth(matches!(predicate, Uno | Ueq | Une | Ult | Ule));
        }
        // Beyond what there is, the bounds of an i128 are as good as infinity.
        let (floor, ceiling) = (number.floor() as i128, number.ceil() as i128);
        let is_integer = floor == ceiling && number.is_finite();
        match (predicate, side) {
            (Ord, _) => self.truth(true),
            (Uno, _) => self.truth(false),
            (Oeq | Ueq | One | Une, _) => {
                let equal = if is_integer { self.is_integer(x, floor) } else { self.truth(false) };
                if matches!(predicate, Oeq | Ueq) { equal } else { self.not(equal) }
            }
            (Olt | Ult, Side::Left) => self.is_integer_below(x, ceiling),
            (Ole | Ule, Side::Left) => self.is_integer_below(x, floor.saturating_add(1)),
            (Olt | Ult, Side::Right) => {
                let not = self.is_integer_below(x, floor.saturating_add(1));
                self.not(not)
            }
            (_, Side::Right) => {
                let not = self.is_integer_below(x, ceiling);
                self.not(not)
            }
            (_, Side::Left) => unreachable!("{predicate:?} was made another one before"),
        }
    }

    fn is_integer(&mut self, x: Integral, wanted: i128) -> TermId {
        if wanted < x.least || wanted > x.most {
            return self.truth(false);
        }
        let constant = self.constant(self.width(x.integer), wanted as u64);
        self.compare(IntPredicate::Eq, x.integer, constant)
    }

    fn is_integer_below(&mut self, x: Integral, limit: i128) -> TermId {
        if limit <= x.least || limit > x.most {
            return self.truth(limit > x.most);
        }
        let constant = self.constant(self.width(x.integer), limit as u64);
        self.compare(if x.is_signed { IntPredicate::Slt } else { IntPredicate::Ult }, x.integer, constant)
    }

    /// An integer that was made a float and is made an integer again.
    pub(super) fn integer_again(&mut self, a: TermId, signed: bool, width: u32) -> Option<TermId> {
        let x = self.integral(a)?;
        let limit = 1i128.checked_shl(if signed { width - 1 } else { width }).unwrap_or(i128::MAX);
        let start = if signed { -limit } else { 0 };
        if width > 64 || x.least < start || x.most >= limit {
            return None;
        }
        let own = self.width(x.integer);
        Some(match width.cmp(&own) {
            std::cmp::Ordering::Less => self.extract(x.integer, 0, width),
            _ if x.is_signed => self.sext(x.integer, width),
            _ => self.zext(x.integer, width),
        })
    }

    /// What an operation with a neutral operand leaves as it is.
    pub(super) fn without_neutral(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let number = |term: TermId| self.as_const(term).map(|bits| value(width, bits));
        let is = |term: TermId, wanted: f64| number(term).is_some_and(|own| own.to_bits() == wanted.to_bits());
        let (x, constant, is_right) = match (number(a).is_some(), number(b).is_some()) {
            (false, true) => (a, b, true),
            (true, false) => (b, a, false),
            _ => return None,
        };
        // A signalling NaN would become a quiet one.
        if !self.is_quiet(x) {
            return None;
        }
        let neutral = match op {
            BinaryOp::FMul => is(constant, 1.0),
            BinaryOp::FDiv => is_right && is(constant, 1.0),
            BinaryOp::FSub => is_right && is(constant, 0.0),
            BinaryOp::FAdd => is(constant, -0.0) || (is(constant, 0.0) && !self.may_be_minus_zero(x, 0)),
            _ => false,
        };
        neutral.then_some(x)
    }

    fn is_quiet(&self, term: TermId) -> bool {
        matches!(
            self.node(term),
            Node::Float { .. }
                | Node::FloatSqrt(_)
                | Node::FloatToFloat(_)
                | Node::SignedToFloat(_)
                | Node::UnsignedToFloat(_)
        )
    }

    fn may_be_minus_zero(&self, term: TermId, depth: u32) -> bool {
        if !self.may_be_negative(term, depth) {
            return false;
        }
        match self.node(term) {
            _ if depth > DEEPEST => true,
            Node::SignedToFloat(_) | Node::UnsignedToFloat(_) => false,
            Node::Const(bits) => value(self.width(term), bits).to_bits() == (-0.0f64).to_bits(),
            // Only both give one; what cancels out is +0.
            Node::Float { op: BinaryOp::FAdd, a, b } => {
                self.may_be_minus_zero(a, depth + 1) && self.may_be_minus_zero(b, depth + 1)
            }
            Node::Float { op: BinaryOp::FSub, a, .. } => self.may_be_minus_zero(a, depth + 1),
            _ => true,
        }
    }

    /// Whether it may be a number with a sign. A NaN does not count.
    fn may_be_negative(&self, term: TermId, depth: u32) -> bool {
        let sign = 1 << (self.width(term) - 1);
        match self.node(term) {
            _ if depth > DEEPEST => true,
            Node::Const(bits) => bits & sign != 0,
            Node::UnsignedToFloat(_) => false,
            Node::SignedToFloat(a) => self.width(a) > 64 || self.signed_range(a).0 < 0,
            Node::Float { op: BinaryOp::FMul, a, b } if a == b => false,
            Node::Float { op: BinaryOp::FAdd | BinaryOp::FMul | BinaryOp::FDiv, a, b } => {
                self.may_be_negative(a, depth + 1) || self.may_be_negative(b, depth + 1)
            }
            Node::FloatSqrt(a) | Node::FloatToFloat(a) => self.may_be_negative(a, depth + 1),
            _ => true,
        }
    }
}

/// On which side of a comparison the integer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}
