//! Floating point. Terms have f32 and f64; what is of another kind, or computed by a library, is pinned.

use super::step::{Paused, Step};
use super::{DecisionKind, Pin};
use crate::code::{Op, Place, Slot};
use crate::layout::Scalar;
use rift_expr::TermId;
use rift_ir::{BinaryOp, CastOp, FloatKind, FloatPredicate};
use rift_numeric::float;

/// Whether terms have it.
pub(super) fn is_supported(kind: FloatKind) -> bool {
    matches!(kind, FloatKind::Single | FloatKind::Double)
}

impl Step<'_> {
    pub(super) fn float(&mut self, op: Op) {
        use BinaryOp::*;
        let result = match op {
            Op::FAdd64 { a, b, .. } => self.float_of(FAdd, 64, a, b),
            Op::FSub64 { a, b, .. } => self.float_of(FSub, 64, a, b),
            Op::FMul64 { a, b, .. } => self.float_of(FMul, 64, a, b),
            Op::FDiv64 { a, b, .. } => self.float_of(FDiv, 64, a, b),
            Op::FAdd32 { a, b, .. } => self.float_of(FAdd, 32, a, b),
            Op::FSub32 { a, b, .. } => self.float_of(FSub, 32, a, b),
            Op::FMul32 { a, b, .. } => self.float_of(FMul, 32, a, b),
            Op::FDiv32 { a, b, .. } => self.float_of(FDiv, 32, a, b),
            Op::FNeg64 { a, .. } => self.negated(a, 64),
            Op::FNeg32 { a, .. } => self.negated(a, 32),
            Op::FCmp64 { predicate, a, b, .. } => self.float_compared(predicate, 64, a, b),
            Op::FCmp32 { predicate, a, b, .. } => self.float_compared(predicate, 32, a, b),
            Op::F32ToF64 { a, .. } => {
                let a = self.operand(a, 32);
                self.terms.float_to_float(a, FloatKind::Double)
            }
            Op::F64ToF32 { a, .. } => {
                let a = self.operand(a, 64);
                self.terms.float_to_float(a, FloatKind::Single)
            }
            Op::SiToF64 { a, bits, .. } => {
                let a = self.operand(a, u32::from(bits));
                self.terms.int_to_float(a, true, FloatKind::Double)
            }
            Op::UiToF64 { a, .. } => {
                let a = self.operand(a, 64);
                self.terms.int_to_float(a, false, FloatKind::Double)
            }
            _ => unreachable!("only float operations come here"),
        };
        if let Some(d) = destination(op) {
            self.set(d, result);
        }
    }

    fn float_of(&mut self, op: BinaryOp, bits: u32, a: Slot, b: Slot) -> TermId {
        let (a, b) = (self.operand(a, bits), self.operand(b, bits));
        self.terms.float(op, a, b)
    }

    fn float_compared(&mut self, predicate: FloatPredicate, bits: u32, a: Slot, b: Slot) -> TermId {
        let (a, b) = (self.operand(a, bits), self.operand(b, bits));
        self.terms.float_compare(predicate, a, b)
    }

    fn negated(&mut self, a: Slot, bits: u32) -> TermId {
        let a = self.operand(a, bits);
        let sign = self.terms.constant(bits, 1 << (bits - 1));
        self.terms.binary(BinaryOp::Xor, a, sign)
    }

    /// Float operations that are no operations of their own.
    pub(super) fn slow_float(
        &mut self,
        op: BinaryOp,
        kind: FloatKind,
        d: Slot,
        [a, b]: [Slot; 2],
    ) -> Result<(), Paused> {
        if !is_supported(kind) || op == BinaryOp::FRem {
            self.pin_wide(a, kind.bits(), Pin::Operation)?;
            self.pin_wide(b, kind.bits(), Pin::Operation)?;
            self.clear(d, kind.bits().div_ceil(64));
            return Ok(());
        }
        let result = self.float_of(op, kind.bits(), a, b);
        self.set(d, result);
        Ok(())
    }

    pub(super) fn slow_float_compare(
        &mut self,
        predicate: FloatPredicate,
        kind: FloatKind,
        d: Slot,
        [a, b]: [Slot; 2],
    ) -> Result<(), Paused> {
        if !is_supported(kind) {
            self.pin_wide(a, kind.bits(), Pin::Operation)?;
            self.pin_wide(b, kind.bits(), Pin::Operation)?;
            self.clear(d, 1);
            return Ok(());
        }
        let result = self.float_compared(predicate, kind.bits(), a, b);
        self.set(d, result);
        Ok(())
    }

    /// Of any kind: the sign is a bit.
    pub(super) fn slow_negate(&mut self, kind: FloatKind, d: Slot, a: Slot) {
        let bits = kind.bits();
        let (whole, top) = ((bits - 1) / 64, (bits - 1) % 64);
        let signed = self.operand(a.plus(whole), top + 1);
        let sign = self.terms.constant(top + 1, 1 << top);
        let signed = self.terms.binary(BinaryOp::Xor, signed, sign);
        for limb in 0..whole {
            self.shadow[d.plus(limb).0 as usize] = self.term(a.plus(limb));
        }
        self.set(d.plus(whole), signed);
    }

    /// Casts from or to floats.
    pub(super) fn float_cast(&mut self, op: CastOp, d: Place, a: Place) -> Result<(), Paused> {
        let result = match (op, a.scalar, d.scalar) {
            (CastOp::UiToFp | CastOp::SiToFp, Scalar::Int(bits @ ..=64), Scalar::Float(kind)) if is_supported(kind) => {
                let value = self.operand(a.slot, bits);
                self.terms.int_to_float(value, op == CastOp::SiToFp, kind)
            }
            (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(from), Scalar::Float(to))
                if is_supported(from) && is_supported(to) =>
            {
                let value = self.operand(a.slot, from.bits());
                self.terms.float_to_float(value, to)
            }
            (CastOp::FpToUi | CastOp::FpToSi, Scalar::Float(kind), Scalar::Int(bits @ ..=64))
                if is_supported(kind) && self.ask_in_range(kind, a.slot, bits, op == CastOp::FpToSi)? =>
            {
                let value = self.operand(a.slot, kind.bits());
                self.terms.float_to_int(value, op == CastOp::FpToSi, bits)
            }
            _ => {
                self.pin_wide(a.slot, a.scalar.bits(), Pin::Operation)?;
                self.clear(d.slot, d.scalar.slots());
                return Ok(());
            }
        };
        self.set(d.slot, result);
        Ok(())
    }

    /// Whether a float, truncated, is an integer of so many bits: that is decided before it is converted.
    fn ask_in_range(&mut self, kind: FloatKind, a: Slot, bits: u32, signed: bool) -> Result<bool, Paused> {
        let (above, least, end) = integer_range(kind, bits, signed);
        let value = u128::from(self.value(a));
        let now = float::compare(above, kind, value, u128::from(least))
            && float::compare(FloatPredicate::Olt, kind, value, u128::from(end));
        let term = self.operand(a, kind.bits());
        let (enough, not_too_much) = self.in_range(kind, term, bits, signed);
        let fits = self.terms.and(enough, not_too_much);
        self.ask_whether(DecisionKind::Branch, fits, now, 1)?;
        Ok(now)
    }

    /// Whether a float, truncated, is not below and not above the integers of so many bits.
    pub(super) fn in_range(&mut self, kind: FloatKind, a: TermId, bits: u32, signed: bool) -> (TermId, TermId) {
        let (above, least, end) = integer_range(kind, bits, signed);
        let (least, end) = (self.terms.constant(kind.bits(), least), self.terms.constant(kind.bits(), end));
        (self.terms.float_compare(above, a, least), self.terms.float_compare(FloatPredicate::Olt, a, end))
    }
}

/// The floats that truncate to integers of so many bits: how they compare to the first bound, that bound, and the
/// first float that is too large. The first bound is one less than the smallest integer, or that integer itself where
/// floats are coarser than integers.
fn integer_range(kind: FloatKind, bits: u32, signed: bool) -> (FloatPredicate, u64, u64) {
    let power = |n: u32| 2f64.powi(n as i32);
    let precision = if kind == FloatKind::Single { 24 } else { 53 };
    let (above, least) = match (signed, bits <= precision) {
        (false, _) => (FloatPredicate::Ogt, -1.0),
        (true, true) => (FloatPredicate::Ogt, -power(bits - 1) - 1.0),
        (true, false) => (FloatPredicate::Oge, -power(bits - 1)),
    };
    let end = if signed { power(bits - 1) } else { power(bits) };
    let of = |value: f64| match kind {
        FloatKind::Single => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    };
    (above, of(least), of(end))
}

fn destination(op: Op) -> Option<Slot> {
    match op {
        Op::FAdd64 { d, .. }
        | Op::FSub64 { d, .. }
        | Op::FMul64 { d, .. }
        | Op::FDiv64 { d, .. }
        | Op::FAdd32 { d, .. }
        | Op::FSub32 { d, .. }
        | Op::FMul32 { d, .. }
        | Op::FDiv32 { d, .. }
        | Op::FNeg64 { d, .. }
        | Op::FNeg32 { d, .. }
        | Op::FCmp64 { d, .. }
        | Op::FCmp32 { d, .. }
        | Op::F32ToF64 { d, .. }
        | Op::F64ToF32 { d, .. }
        | Op::SiToF64 { d, .. }
        | Op::UiToF64 { d, .. } => Some(d),
        _ => None,
    }
}
