//! Float intrinsics that can be said in terms: bits of floats, selections, and rounding by arithmetic. The rest, and
//! kinds other than f32 and f64, is left to be pinned.

use super::floats::is_supported;
use super::step::Step;
use crate::code::Place;
use rift_expr::TermId;
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate, Intrinsic};
use rift_numeric::float::FloatClass;

impl Step<'_> {
    /// `None`: not in terms.
    pub(super) fn on_floats(&mut self, which: &Intrinsic, d: Place, args: &[Place], kind: FloatKind) -> Option<()> {
        use Intrinsic::*;
        if !is_supported(kind) {
            return None;
        }
        let bits = kind.bits();
        let a = self.operand(args[0].slot, bits);
        let second = args.get(1).map(|b| self.operand(b.slot, bits.min(b.scalar.bits())));
        let result = match which {
            Fabs => self.magnitude(a),
            Copysign => self.with_sign_of(a, second?),
            Sqrt => self.terms.float_sqrt(a),
            Fmuladd => {
                let product = self.terms.float(BinaryOp::FMul, a, second?);
                let third = self.operand(args.get(2)?.slot, bits);
                self.terms.float(BinaryOp::FAdd, product, third)
            }
            MinNum => self.number_beyond(FloatPredicate::Olt, a, second?),
            MaxNum => self.number_beyond(FloatPredicate::Ogt, a, second?),
            Minimum | MinimumNum | Maximum | MaximumNum => self.strict_extreme(which, a, second?),
            Floor | Ceil | Trunc | Round | RoundEven | Rint | Nearbyint => self.rounded(which, kind, a),
            IsFpClass => {
                let mask = args.get(1).filter(|mask| self.term(mask.slot).is_none())?;
                let mask = self.value(mask.slot) as u32;
                self.is_of_class(a, mask)
            }
            FpToSiSat | FpToUiSat if d.scalar.bits() <= 64 => {
                self.saturating_int(kind, a, d.scalar.bits(), *which == FpToSiSat)
            }
            _ => return None,
        };
        self.set(d.slot, result);
        Some(())
    }

    fn magnitude(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        let low = self.terms.extract(a, 0, width - 1);
        self.terms.zext(low, width)
    }

    fn with_sign_of(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.terms.width(a);
        let (sign, low) = (self.terms.extract(b, width - 1, 1), self.terms.extract(a, 0, width - 1));
        self.terms.concat(sign, low)
    }

    fn is_nan(&mut self, a: TermId) -> TermId {
        self.terms.float_compare(FloatPredicate::Uno, a, a)
    }

    /// `b` where `a` is not a number or `b` is beyond it, else `a`.
    fn number_beyond(&mut self, beyond: FloatPredicate, a: TermId, b: TermId) -> TermId {
        let nan = self.is_nan(a);
        let farther = self.terms.float_compare(beyond, b, a);
        let second = self.terms.or(nan, farther);
        self.terms.ite(second, b, a)
    }

    /// IEEE 754-2019 minimum and its kin: see `rift_numeric::float::minimum`.
    fn strict_extreme(&mut self, which: &Intrinsic, a: TermId, b: TermId) -> TermId {
        let width = self.terms.width(a);
        let greatest = matches!(which, Intrinsic::Maximum | Intrinsic::MaximumNum);
        let beyond = if greatest { FloatPredicate::Ogt } else { FloatPredicate::Olt };
        // The operands in an order in which -0 is less than +0.
        let negative = self.terms.extract(a, width - 1, 1);
        let (then, otherwise) = if greatest { ((a, b), (b, a)) } else { ((b, a), (a, b)) };
        let first = self.terms.ite(negative, then.0, otherwise.0);
        let second = self.terms.ite(negative, then.1, otherwise.1);
        let farther = self.terms.float_compare(beyond, first, second);
        let result = self.terms.ite(farther, first, second);
        let nan = match which {
            Intrinsic::Minimum | Intrinsic::Maximum => self.is_nan(first),
            _ => self.is_nan(result),
        };
        self.terms.ite(nan, first, result)
    }

    /// Floats from 2^(p-1) on are integers; those below are rounded by arithmetic that is exact on them.
    fn rounded(&mut self, which: &Intrinsic, kind: FloatKind, a: TermId) -> TermId {
        let width = kind.bits();
        let constant = |step: &mut Self, value: f64| {
            let bits = if kind == FloatKind::Single { u64::from((value as f32).to_bits()) } else { value.to_bits() };
            step.terms.constant(width, bits)
        };
        let digits = if kind == FloatKind::Single { 23 } else { 52 };
        let limit = constant(self, 2f64.powi(digits));
        let (one, half) = (constant(self, 1.0), constant(self, 0.5));
        let size = self.magnitude(a);
        let fraction = self.terms.float_compare(FloatPredicate::Olt, size, limit);
        let rounded = match which {
            Intrinsic::Rint | Intrinsic::Nearbyint | Intrinsic::RoundEven => {
                let shifted = self.terms.float(BinaryOp::FAdd, size, limit);
                self.terms.float(BinaryOp::FSub, shifted, limit)
            }
            _ => {
                let whole = self.terms.float_to_int(a, true, 64);
                let whole = self.terms.int_to_float(whole, true, kind);
                let (step_up, from) = match which {
                    Intrinsic::Floor => (self.terms.float_compare(FloatPredicate::Ogt, whole, a), BinaryOp::FSub),
                    Intrinsic::Ceil => (self.terms.float_compare(FloatPredicate::Olt, whole, a), BinaryOp::FAdd),
                    Intrinsic::Round => {
                        let rest = self.terms.float(BinaryOp::FSub, a, whole);
                        let rest = self.magnitude(rest);
                        (self.terms.float_compare(FloatPredicate::Oge, rest, half), BinaryOp::FAdd)
                    }
                    _ => (self.terms.truth(false), BinaryOp::FAdd),
                };
                let by = if *which == Intrinsic::Round { self.with_sign_of(one, a) } else { one };
                let next = self.terms.float(from, whole, by);
                self.terms.ite(step_up, next, whole)
            }
        };
        let rounded = self.with_sign_of(rounded, a);
        // A NaN is made quiet.
        let quiet = self.terms.constant(width, 1 << (digits - 1));
        let quiet = self.terms.binary(BinaryOp::Or, a, quiet);
        let nan = self.is_nan(a);
        let large = self.terms.ite(nan, quiet, a);
        self.terms.ite(fraction, rounded, large)
    }

    /// `llvm.is.fpclass`, by the bits.
    fn is_of_class(&mut self, a: TermId, mask: u32) -> TermId {
        let width = self.terms.width(a);
        let digits = if width == 32 { 23 } else { 52 };
        let infinity = (u64::MAX >> (65 - width)) & !(u64::MAX >> (64 - digits));
        let (normal, quiet, most) = (1u64 << digits, infinity | 1 << (digits - 1), u64::MAX >> (65 - width));
        use FloatClass::*;
        // Smallest and greatest magnitude of each class, and the class with each sign.
        let classes = [
            (0, 0, PositiveZero, NegativeZero),
            (1, normal - 1, PositiveSubnormal, NegativeSubnormal),
            (normal, infinity - 1, PositiveNormal, NegativeNormal),
            (infinity, infinity, PositiveInfinity, NegativeInfinity),
            (infinity + 1, quiet - 1, SignalingNan, SignalingNan),
            (quiet, most, QuietNan, QuietNan),
        ];
        let size = self.terms.extract(a, 0, width - 1);
        let negative = self.terms.extract(a, width - 1, 1);
        let positive = self.terms.not(negative);
        let mut any = self.terms.truth(false);
        for (least, greatest, plus, minus) in classes {
            let sign = match (mask & plus as u32 != 0, mask & minus as u32 != 0) {
                (true, true) => self.terms.truth(true),
                (true, false) => positive,
                (false, true) => negative,
                (false, false) => continue,
            };
            let least = self.terms.constant(width - 1, least);
            let greatest = self.terms.constant(width - 1, greatest);
            let above = self.compare(IntPredicate::Ule, least, size);
            let below = self.compare(IntPredicate::Ule, size, greatest);
            let inside = self.terms.and(above, below);
            let inside = self.terms.and(inside, sign);
            any = self.terms.or(any, inside);
        }
        any
    }

    /// Clamped; 0 for what is not a number.
    fn saturating_int(&mut self, kind: FloatKind, a: TermId, bits: u32, signed: bool) -> TermId {
        let (enough, not_too_much) = self.in_range(kind, a, bits, signed);
        let value = self.terms.float_to_int(a, signed, bits);
        let all = u64::MAX >> (64 - bits);
        let (least, greatest) = if signed { (1 << (bits - 1), all >> 1) } else { (0, all) };
        let (least, greatest) = (self.terms.constant(bits, least), self.terms.constant(bits, greatest));
        let zero = self.terms.constant(bits, 0);
        let clamped = self.terms.ite(not_too_much, value, greatest);
        let clamped = self.terms.ite(enough, clamped, least);
        let nan = self.is_nan(a);
        self.terms.ite(nan, zero, clamped)
    }
}
