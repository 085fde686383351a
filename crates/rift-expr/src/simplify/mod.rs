//! The constructors: every one gives the canonical form of what it is asked for. All rewrites are exact in wrapping
//! arithmetic and never look at what a term is used for, so that equal computations become equal terms.
//!
//! What is canonical:
//!
//! * **Slices.** Shifts by constants, masks, products and quotients by powers of two are extractions and concatenations.
//!   `Concat` leans right (its high part is none), has neighbouring input bits as one `Read`, and a zero on top is a
//!   `ZExt`. An `Extract` of a `Read` keeps only the bytes it needs. Extension is outside, arithmetic inside, wherever
//!   that is exact.
//! * **Sums.** A constant is the second operand and outermost; `x - c` is `x + -c`; constants move into the upper
//!   part when the lower bits are constant: `8*i + 13` is `concat(i + 1, 5)`.
//! * **Comparisons with a constant** (`member`) are membership in a wrapped interval of the innermost term: `x == c`,
//!   `not (x == c)`, `x < c`, `c <= x` (unsigned before signed, on the narrowest term), the top bit for the sign, else
//!   `x - first < count`.
//! * **Comparisons of terms** are `Eq` (smaller id first), `Ult`, `Ule`, `Slt`, `Sle`; `not` goes inside the ordered ones.
//! * **Booleans** have `And`, `Or`, `Xor`, `Not` and `Ite` without constant arms only. `Not` is never above `Or`, nor
//!   above an `And` both sides of which can be negated for nothing; `Or` never has two `Not`s.
//! * **Choices** have no negated condition; extensions and equal arms move out of them.
//! * **Floats** that are integers exactly are compared as integers.
//! * **Tables** with few runs of equal or of equally distant values are choices on intervals of the index.
//!
//! Rewrites that look further down than their operands' operands are loops, or count their depth and stop at
//! [`DEEPEST`], comparisons at [`DEEPEST_COMPARISON`]: beyond it terms are less canonical, but building one costs
//! bounded time and stack.

mod arith;
mod bits;
mod boolean;
mod choice;
mod compare;
mod float;
mod integral;
mod member;
mod shift;
mod slice;
mod table;

use crate::fold::{Limbs, binary64};
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int;

const DEEPEST: u32 = 24;

/// The same for rewrites that go into several operands, or make a copy of what they go through.
const DEEPEST_BRANCHING: u32 = 4;

/// The same for comparisons that become comparisons of operands. These rarely nest, so the limit is for the stack only.
const DEEPEST_COMPARISON: u32 = 128;

/// How many comparisons one comparison may become: operands that are shared are compared once for each use.
const MAX_COMPARISONS: u32 = 1 << 12;

/// The comparisons under construction.
#[derive(Default)]
pub(crate) struct Comparing {
    depth: u32,
    /// Since the outermost one began.
    made: u32,
}

impl Terms {
    /// Integer operations, both operands of one width. Division by zero is as in SMT-LIB; shift counts of the width
    /// or more give 0 (Shl, LShr) or copies of the sign.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{op:?} of two widths");
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(width, binary64(op, width, x, y));
        }
        if width == 1 {
            return self.binary_bool(op, a, b);
        }
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::UDiv => self.udiv(a, b),
            BinaryOp::URem => self.urem(a, b),
            BinaryOp::SDiv => self.sdiv(a, b),
            BinaryOp::SRem => self.srem(a, b),
            BinaryOp::And => self.bit_and(a, b),
            BinaryOp::Or => self.bit_or(a, b),
            BinaryOp::Xor => self.bit_xor(a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.shift(op, a, b),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                crate::fold::not_integer(op)
            }
        }
    }

    /// Of booleans.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::And, a, b)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(BinaryOp::Or, a, b)
    }

    /// A rewrite that goes down into operands: `None` when it is already deep inside others.
    fn nested<R>(&mut self, deepest: u32, rewrite: impl FnOnce(&mut Terms) -> R) -> Option<R> {
        if self.depth >= deepest {
            return None;
        }
        self.depth += 1;
        let result = rewrite(self);
        self.depth -= 1;
        Some(result)
    }

    /// A rewrite of a comparison that may make others: `None` when it is too deep inside others, or there were too many.
    fn comparing<R>(&mut self, rewrite: impl FnOnce(&mut Terms) -> R) -> Option<R> {
        if self.comparing.depth == 0 {
            self.comparing.made = 0;
        }
        if self.comparing.depth >= DEEPEST_COMPARISON || self.comparing.made >= MAX_COMPARISONS {
            return None;
        }
        self.comparing.depth += 1;
        self.comparing.made += 1;
        let result = rewrite(self);
        self.comparing.depth -= 1;
        Some(result)
    }

    fn make_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        self.make(Node::Binary { op, a, b }, width)
    }

    /// Of an operation that commutes: the constant is second, else the smaller id first.
    fn make_commutative(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        self.make_binary(op, a, b)
    }

    #[inline]
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let swap = if self.is_constant(a) { !self.is_constant(b) } else { !self.is_constant(b) && b < a };
        if swap { (b, a) } else { (a, b) }
    }

    #[inline]
    fn is_constant(&self, term: TermId) -> bool {
        matches!(self.node(term), Node::Const(_) | Node::Wide(_))
    }

    fn zero(&mut self, width: u32) -> TermId {
        self.constant(width, 0)
    }

    fn ones(&mut self, width: u32) -> TermId {
        if width <= 64 {
            return self.constant(width, u64::MAX);
        }
        let mut limbs: Limbs = smallvec::smallvec![0; int::limbs(width)];
        int::fill_unsigned_max(width, &mut limbs);
        self.constant_limbs(width, &limbs)
    }

    fn is_zero(&self, term: TermId) -> bool {
        self.as_limbs(term).is_some_and(int::is_zero)
    }

    fn is_one(&self, term: TermId) -> bool {
        self.as_limbs(term).is_some_and(|limbs| limbs[0] == 1 && int::is_zero(&limbs[1..]))
    }

    fn is_ones(&self, term: TermId) -> bool {
        let width = self.width(term);
        self.as_limbs(term).is_some_and(|limbs| int::ctpop(limbs) == width)
    }

    /// The exponent of a constant power of two.
    fn as_power(&self, term: TermId) -> Option<u32> {
        let width = self.width(term);
        self.as_limbs(term).filter(|limbs| int::ctpop(limbs) == 1).map(|limbs| int::cttz(width, limbs))
    }

    /// The factors of two in a constant: at most the width.
    fn factors_of_two(&self, constant: TermId) -> u32 {
        let width = self.width(constant);
        self.as_limbs(constant).map_or(0, |limbs| int::cttz(width, limbs))
    }

    /// An operation on two constants.
    fn fold_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(width, binary64(op, width, x, y));
        }
        self.make_binary(op, a, b)
    }

    /// Two's complement of a constant.
    fn negate_constant(&mut self, constant: TermId) -> TermId {
        let zero = self.zero(self.width(constant));
        self.fold_binary(BinaryOp::Sub, zero, constant)
    }

    /// Both operands of an operation.
    #[inline]
    fn as_binary(&self, op: BinaryOp, term: TermId) -> Option<(TermId, TermId)> {
        match self.node(term) {
            Node::Binary { op: found, a, b } if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// `(x, c)` of an operation on a term and a constant.
    #[inline]
    fn as_binary_constant(&self, op: BinaryOp, term: TermId) -> Option<(TermId, TermId)> {
        self.as_binary(op, term).filter(|&(_, b)| self.is_constant(b))
    }

    /// An operation with a constant on a choice between constants, done on both.
    fn map_constant_choice(&mut self, term: TermId, mut f: impl FnMut(&mut Terms, TermId) -> TermId) -> Option<TermId> {
        let Node::Ite { condition, yes, no } = self.node(term) else { return None };
        if !self.is_constant(yes) || !self.is_constant(no) {
            return None;
        }
        let (yes, no) = (f(self, yes), f(self, no));
        Some(self.ite(condition, yes, no))
    }

    /// Whether no bit of a term can be 1 where `other` can be 0.
    fn is_below(&self, term: TermId, other: TermId) -> bool {
        let width = self.width(term);
        width <= 64 && self.facts(term).possible(width) & !self.facts(other).ones == 0
    }

    /// Whether the top bit is known, and which it is.
    fn known_sign(&self, term: TermId) -> Option<bool> {
        let width = self.width(term);
        if width > 64 {
            return match self.node(term) {
                Node::ZExt(_) => Some(false),
                Node::Wide(wide) => Some(int::is_negative(width, self.wide_limbs(wide))),
                _ => None,
            };
        }
        let facts = self.facts(term);
        let sign = 1u64 << (width - 1);
        if facts.zeros & sign != 0 { Some(false) } else { (facts.ones & sign != 0).then_some(true) }
    }
}
