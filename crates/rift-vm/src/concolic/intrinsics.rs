//! Intrinsics on scalars: those of integers as exact terms, those of floats in `float_intrinsics`, the rest pinned.

use super::Pin;
use super::arith::limbs_of;
use super::step::{Paused, Step};
use crate::code::Place;
use crate::layout::Scalar;
use rift_expr::TermId;
use rift_ir::{BinaryOp, IntPredicate, Intrinsic};
use rift_numeric::int;

impl Step<'_> {
    pub(super) fn intrinsic(&mut self, which: &Intrinsic, d: Place, args: &[Place]) -> Result<(), Paused> {
        if !args.iter().any(|arg| self.is_symbolic(arg.slot, arg.scalar.bits())) {
            self.clear_results(which, d, args);
            return Ok(());
        }
        let known = match args.first().map(|a| a.scalar) {
            Some(Scalar::Int(bits)) => self.on_integers(which, d, args, bits),
            Some(Scalar::Float(kind)) => self.on_floats(which, d, args, kind),
            None => None,
        };
        if known.is_none() {
            for arg in args {
                self.pin_wide(arg.slot, arg.scalar.bits(), Pin::Operation)?;
            }
            self.clear_results(which, d, args);
        }
        Ok(())
    }

    fn clear_results(&mut self, which: &Intrinsic, d: Place, args: &[Place]) {
        use Intrinsic::*;
        let first = args.first().map_or(0, |a| a.scalar.slots());
        let count = match which {
            SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow | Frexp => {
                first + 1
            }
            Modf | Sincos => 2 * first,
            _ => d.scalar.slots(),
        };
        self.clear(d.slot, count);
    }

    /// `None`: not in terms.
    fn on_integers(&mut self, which: &Intrinsic, d: Place, args: &[Place], bits: u32) -> Option<()> {
        use Intrinsic::*;
        let a = self.wide(args[0].slot, bits);
        let result = match which {
            Ctpop => self.population(a),
            Ctlz => self.leading_zeros(a),
            Cttz => self.trailing_zeros(a),
            Bswap => self.reversed(a, 8),
            Bitreverse => self.reversed(a, 1),
            Abs => self.absolute(a),
            ConvertFromFp16 => return None,
            Fshl | Fshr => {
                let (b, count) = (self.wide(args.get(1)?.slot, bits), self.wide(args.get(2)?.slot, bits));
                self.funnel(which, a, b, count)
            }
            _ => {
                let second = args.get(1)?;
                let b = self.wide(second.slot, bits);
                return self.on_two(which, d, a, b);
            }
        };
        self.set_wide(d.slot, result);
        Some(())
    }

    fn on_two(&mut self, which: &Intrinsic, d: Place, a: TermId, b: TermId) -> Option<()> {
        use Intrinsic::*;
        let bits = self.terms.width(a);
        let result = match which {
            SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow => {
                let (value, overflows) = self.overflowing(which, a, b)?;
                self.set(d.slot.plus(bits.div_ceil(64)), overflows);
                value
            }
            SaddSat | UaddSat | SsubSat | UsubSat => self.saturating(which, a, b)?,
            SshlSat | UshlSat => self.saturating_shift(which, a, b),
            Smin => self.either(IntPredicate::Sle, a, b),
            Smax => self.either(IntPredicate::Sge, a, b),
            Umin => self.either(IntPredicate::Ule, a, b),
            Umax => self.either(IntPredicate::Uge, a, b),
            Scmp => self.three_way(IntPredicate::Slt, a, b, d.scalar.bits()),
            Ucmp => self.three_way(IntPredicate::Ult, a, b, d.scalar.bits()),
            _ => return None,
        };
        self.set_wide(d.slot, result);
        Some(())
    }

    /// A constant of any width from a small number.
    fn number(&mut self, width: u32, value: u64) -> TermId {
        self.terms.constant_limbs(width, &limbs_of(value, width))
    }

    fn unsigned_maximum(&mut self, width: u32) -> TermId {
        let zero = self.number(width, 0);
        self.terms.not(zero)
    }

    /// The most negative number if `negative`, else the most positive one.
    fn signed_extreme(&mut self, negative: TermId, width: u32) -> TermId {
        let mut limbs = limbs_of(0, width);
        int::fill_signed_extreme(width, true, &mut limbs);
        let least = self.terms.constant_limbs(width, &limbs);
        let greatest = self.terms.not(least);
        self.terms.ite(negative, least, greatest)
    }

    fn is_negative(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        self.terms.extract(a, width - 1, 1)
    }

    fn either(&mut self, first_if: IntPredicate, a: TermId, b: TermId) -> TermId {
        let first = self.compare(first_if, a, b);
        self.terms.ite(first, a, b)
    }

    fn three_way(&mut self, less: IntPredicate, a: TermId, b: TermId, width: u32) -> TermId {
        let (less, equal) = (self.compare(less, a, b), self.compare(IntPredicate::Eq, a, b));
        let (minus_one, zero, one) = (self.unsigned_maximum(width), self.number(width, 0), self.number(width, 1));
        let rest = self.terms.ite(equal, zero, one);
        self.terms.ite(less, minus_one, rest)
    }

    /// Bits are added in pairs, pairs in pairs, and so on: no sum is wider than it must be.
    fn population(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        let mut sums: Vec<TermId> = (0..width).map(|bit| self.terms.extract(a, bit, 1)).collect();
        while sums.len() > 1 {
            let wider = self.terms.width(sums[0]) + 1;
            let pairs = sums.chunks(2);
            sums = pairs
                .map(|pair| {
                    let first = self.terms.zext(pair[0], wider);
                    match pair.get(1) {
                        Some(second) => {
                            let second = self.terms.zext(*second, wider);
                            self.terms.binary(BinaryOp::Add, first, second)
                        }
                        None => first,
                    }
                })
                .collect();
        }
        self.fit(sums[0], width)
    }

    fn leading_zeros(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        (0..width).fold(self.number(width, u64::from(width)), |count, bit| {
            let set = self.terms.extract(a, bit, 1);
            let zeros = self.number(width, u64::from(width - 1 - bit));
            self.terms.ite(set, zeros, count)
        })
    }

    fn trailing_zeros(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        (0..width).rev().fold(self.number(width, u64::from(width)), |count, bit| {
            let set = self.terms.extract(a, bit, 1);
            let zeros = self.number(width, u64::from(bit));
            self.terms.ite(set, zeros, count)
        })
    }

    /// Groups of so many bits in the opposite order.
    fn reversed(&mut self, a: TermId, group: u32) -> TermId {
        let width = self.terms.width(a);
        let first = self.terms.extract(a, 0, group);
        (group..width).step_by(group as usize).fold(first, |high, low| {
            let next = self.terms.extract(a, low, group);
            self.terms.concat(high, next)
        })
    }

    fn absolute(&mut self, a: TermId) -> TermId {
        let zero = self.number(self.terms.width(a), 0);
        let negated = self.terms.binary(BinaryOp::Sub, zero, a);
        let negative = self.is_negative(a);
        self.terms.ite(negative, negated, a)
    }

    /// The count is taken modulo the width.
    fn funnel(&mut self, which: &Intrinsic, a: TermId, b: TermId, count: TermId) -> TermId {
        let width = self.terms.width(a);
        let modulus = self.number(width, u64::from(width));
        let count = self.terms.binary(BinaryOp::URem, count, modulus);
        let count = self.terms.zext(count, 2 * width);
        let both = self.terms.concat(a, b);
        match which {
            Intrinsic::Fshl => {
                let shifted = self.terms.binary(BinaryOp::Shl, both, count);
                self.terms.extract(shifted, width, width)
            }
            _ => {
                let shifted = self.terms.binary(BinaryOp::LShr, both, count);
                self.terms.extract(shifted, 0, width)
            }
        }
    }

    /// The wrapped result, and whether it wrapped.
    fn overflowing(&mut self, which: &Intrinsic, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        use Intrinsic::*;
        let width = self.terms.width(a);
        Some(match which {
            UaddOverflow | UaddSat => {
                let sum = self.terms.binary(BinaryOp::Add, a, b);
                (sum, self.compare(IntPredicate::Ult, sum, a))
            }
            UsubOverflow | UsubSat => {
                let difference = self.terms.binary(BinaryOp::Sub, a, b);
                (difference, self.compare(IntPredicate::Ult, a, b))
            }
            SaddOverflow | SaddSat => self.overflowing_signed(BinaryOp::Add, width + 1, a, b),
            SsubOverflow | SsubSat => self.overflowing_signed(BinaryOp::Sub, width + 1, a, b),
            UmulOverflow => self.overflowing_product(a, b),
            SmulOverflow => self.overflowing_signed(BinaryOp::Mul, 2 * width, a, b),
            _ => return None,
        })
    }

    /// Computed at a width where nothing overflows.
    fn overflowing_signed(&mut self, op: BinaryOp, enough: u32, a: TermId, b: TermId) -> (TermId, TermId) {
        let (wide_a, wide_b) = (self.terms.sext(a, enough), self.terms.sext(b, enough));
        let exact = self.terms.binary(op, wide_a, wide_b);
        let value = self.terms.binary(op, a, b);
        let wrapped = self.terms.sext(value, enough);
        (value, self.compare(IntPredicate::Ne, exact, wrapped))
    }

    fn overflowing_product(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let width = self.terms.width(a);
        let product = self.terms.binary(BinaryOp::Mul, a, b);
        // By a constant, a bound says it all.
        for (x, factor) in [(a, b), (b, a)] {
            if let Some(factor) = self.terms.as_const(factor) {
                let most = (u64::MAX >> (64 - width)).checked_div(factor).unwrap_or(u64::MAX >> (64 - width));
                let most = self.terms.constant(width, most);
                return (product, self.compare(IntPredicate::Ugt, x, most));
            }
        }
        let (a, b) = (self.terms.zext(a, 2 * width), self.terms.zext(b, 2 * width));
        let exact = self.terms.binary(BinaryOp::Mul, a, b);
        let high = self.terms.extract(exact, width, width);
        let zero = self.number(width, 0);
        (product, self.compare(IntPredicate::Ne, high, zero))
    }

    fn saturating(&mut self, which: &Intrinsic, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.terms.width(a);
        let (value, overflows) = self.overflowing(which, a, b)?;
        let bound = match which {
            Intrinsic::UaddSat => self.unsigned_maximum(width),
            Intrinsic::UsubSat => self.number(width, 0),
            _ => {
                let negative = self.is_negative(a);
                self.signed_extreme(negative, width)
            }
        };
        Some(self.terms.ite(overflows, bound, value))
    }

    /// What does not come back when shifted back was shifted out.
    fn saturating_shift(&mut self, which: &Intrinsic, a: TermId, count: TermId) -> TermId {
        let width = self.terms.width(a);
        let shifted = self.terms.binary(BinaryOp::Shl, a, count);
        let back = match which {
            Intrinsic::UshlSat => BinaryOp::LShr,
            _ => BinaryOp::AShr,
        };
        let restored = self.terms.binary(back, shifted, count);
        let overflows = self.compare(IntPredicate::Ne, restored, a);
        let bound = match which {
            Intrinsic::UshlSat => self.unsigned_maximum(width),
            _ => {
                let negative = self.is_negative(a);
                self.signed_extreme(negative, width)
            }
        };
        self.terms.ite(overflows, bound, shifted)
    }
}
