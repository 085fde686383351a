//! Integer arithmetic. What LLVM leaves undefined is what the machine computes: counts of shifts are taken modulo the
//! size of the register, and a division faults by the path's decision.

use super::DecisionKind;
use super::step::{Paused, Step};
use crate::code::{Op, Slot};
use rift_expr::TermId;
use rift_ir::{BinaryOp, IntPredicate};

/// A second operand.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Slot(Slot),
    Value(u64),
}

impl Step<'_> {
    pub(super) fn arithmetic(&mut self, op: Op) {
        use BinaryOp::*;
        let slot = Source::Slot;
        let signed = |imm: i32| Source::Value(i64::from(imm) as u64);
        match op {
            Op::Add64 { d, a, b } => self.binary(Add, 64, d, a, slot(b)),
            Op::Add32 { d, a, b } => self.binary(Add, 32, d, a, slot(b)),
            Op::AddN { d, a, b, bits } => self.binary(Add, u32::from(bits), d, a, slot(b)),
            Op::Add64I { d, a, imm } => self.binary(Add, 64, d, a, signed(imm)),
            Op::Add32I { d, a, imm } => self.binary(Add, 32, d, a, signed(imm)),
            Op::AddNI { d, a, imm, bits } => self.binary(Add, u32::from(bits), d, a, signed(imm)),
            Op::Sub64 { d, a, b } => self.binary(Sub, 64, d, a, slot(b)),
            Op::Sub32 { d, a, b } => self.binary(Sub, 32, d, a, slot(b)),
            Op::SubN { d, a, b, bits } => self.binary(Sub, u32::from(bits), d, a, slot(b)),
            Op::Mul64 { d, a, b } => self.binary(Mul, 64, d, a, slot(b)),
            Op::Mul32 { d, a, b } => self.binary(Mul, 32, d, a, slot(b)),
            Op::MulN { d, a, b, bits } => self.binary(Mul, u32::from(bits), d, a, slot(b)),
            Op::Mul64I { d, a, imm } => self.binary(Mul, 64, d, a, signed(imm)),
            Op::Mul32I { d, a, imm } => self.binary(Mul, 32, d, a, signed(imm)),
            Op::And { d, a, b } => self.bitwise(And, d, a, slot(b)),
            Op::Or { d, a, b } => self.bitwise(Or, d, a, slot(b)),
            Op::Xor { d, a, b } => self.bitwise(Xor, d, a, slot(b)),
            Op::AndI { d, a, imm } => self.bitwise(And, d, a, Source::Value(u64::from(imm))),
            Op::OrI { d, a, imm } => self.bitwise(Or, d, a, Source::Value(u64::from(imm))),
            Op::XorI { d, a, imm } => self.bitwise(Xor, d, a, Source::Value(u64::from(imm))),
            Op::Shl64 { d, a, b } => self.shift(Shl, 64, d, a, slot(b)),
            Op::Shl32 { d, a, b } => self.shift(Shl, 32, d, a, slot(b)),
            Op::LShr64 { d, a, b } => self.shift(LShr, 64, d, a, slot(b)),
            Op::LShr32 { d, a, b } => self.shift(LShr, 32, d, a, slot(b)),
            Op::AShr64 { d, a, b } => self.shift(AShr, 64, d, a, slot(b)),
            Op::AShr32 { d, a, b } => self.shift(AShr, 32, d, a, slot(b)),
            Op::ShiftN { op, d, a, b, bits } => self.shift(op, u32::from(bits), d, a, slot(b)),
            Op::Shl64I { d, a, imm } => self.shift(Shl, 64, d, a, Source::Value(u64::from(imm))),
            Op::Shl32I { d, a, imm } => self.shift(Shl, 32, d, a, Source::Value(u64::from(imm))),
            Op::LShrI { d, a, imm } => self.shift_right(d, a, imm & 63),
            Op::AShr64I { d, a, imm } => self.shift(AShr, 64, d, a, Source::Value(u64::from(imm))),
            Op::AShr32I { d, a, imm } => self.shift(AShr, 32, d, a, Source::Value(u64::from(imm))),
            Op::Mask { d, a, bits } => self.keep_low(d, a, u32::from(bits)),
            Op::SExt32To64 { d, a } => self.sign_extend(d, a, 32, 64),
            Op::SExt { d, a, from, to } => self.sign_extend(d, a, u32::from(from), u32::from(to)),
            Op::Lea { d, base, index, scale, offset } => {
                self.put_address(d, base, (index, u64::from(scale), 64), i64::from(offset));
            }
            Op::LeaS { d, base, index, scale, offset } => {
                self.put_address(d, base, (index, u64::from(scale), 32), i64::from(offset));
            }
            Op::LeaWide { d, base, index, scale } => self.put_address(d, base, (index, u64::from(scale), 64), 0),
            Op::LeaWideS { d, base, index, scale } => self.put_address(d, base, (index, u64::from(scale), 32), 0),
            _ => unreachable!("only arithmetic comes here"),
        }
    }

    pub(super) fn source(&mut self, source: Source, width: u32) -> TermId {
        match source {
            Source::Slot(slot) => self.operand(slot, width),
            Source::Value(value) => self.terms.constant(width, value & (u64::MAX >> (64 - width))),
        }
    }

    fn binary(&mut self, op: BinaryOp, bits: u32, d: Slot, a: Slot, b: Source) {
        let (a, b) = (self.operand(a, bits), self.source(b, bits));
        let result = self.terms.binary(op, a, b);
        self.set(d, result);
    }

    /// The bits that a source has at most.
    fn source_width(&self, source: Source) -> u32 {
        let bits_of = |value: u64| 64 - value.leading_zeros();
        match source {
            Source::Slot(slot) => match self.term(slot) {
                Some(term) => self.terms.width(term),
                None => bits_of(self.value(slot)),
            },
            Source::Value(value) => bits_of(value),
        }
    }

    /// Both operands at a width that holds all of them. Slots are canonical, so that any such width gives the same
    /// result for operations that make no larger numbers.
    pub(super) fn common(&mut self, a: Slot, b: Source) -> (TermId, TermId) {
        let of_term = |step: &Self, slot: Slot| step.term(slot).map_or(0, |term| step.terms.width(term));
        let symbolic = match b {
            Source::Slot(b) => of_term(self, a).max(of_term(self, b)),
            Source::Value(_) => of_term(self, a),
        };
        let needed = self.source_width(Source::Slot(a)).max(self.source_width(b));
        let width = if needed <= symbolic { symbolic } else { 64 };
        (self.operand(a, width), self.source(b, width))
    }

    fn bitwise(&mut self, op: BinaryOp, d: Slot, a: Slot, b: Source) {
        let (a, b) = match op {
            BinaryOp::And => {
                let width = self.source_width(Source::Slot(a)).min(self.source_width(b)).max(1);
                (self.operand(a, width), self.source(b, width))
            }
            _ => self.common(a, b),
        };
        let result = self.terms.binary(op, a, b);
        self.set(d, result);
    }

    fn shift(&mut self, op: BinaryOp, bits: u32, d: Slot, a: Slot, count: Source) {
        let (a, count) = (self.operand(a, bits), self.source(count, bits));
        let result = self.shifted(op, a, count);
        self.set(d, result);
    }

    /// As the machine shifts: see `rift_numeric::int`.
    pub(super) fn shifted(&mut self, op: BinaryOp, a: TermId, count: TermId) -> TermId {
        let register = match self.terms.width(a) {
            0..=32 => 32,
            33..=64 => 64,
            65..=128 => 128,
            _ => return self.terms.binary(op, a, count),
        };
        let width = self.terms.width(a);
        // Narrow counts cannot reach the register's size.
        let count = match width {
            0..=5 => count,
            _ => {
                let mask = self.terms.constant_limbs(width, &limbs_of(register - 1, width));
                self.terms.binary(BinaryOp::And, count, mask)
            }
        };
        self.terms.binary(op, a, count)
    }

    /// The bits from `count` on.
    fn shift_right(&mut self, d: Slot, a: Slot, count: u32) {
        let Some(term) = self.term(a) else { return self.clear(d, 1) };
        let width = self.terms.width(term);
        if count >= width {
            return self.clear(d, 1);
        }
        let result = self.terms.extract(term, count, width - count);
        self.set(d, result);
    }

    fn keep_low(&mut self, d: Slot, a: Slot, bits: u32) {
        let Some(term) = self.term(a) else { return self.clear(d, 1) };
        let result = if self.terms.width(term) > bits { self.terms.extract(term, 0, bits) } else { term };
        self.set(d, result);
    }

    fn sign_extend(&mut self, d: Slot, a: Slot, from: u32, to: u32) {
        let a = self.operand(a, from);
        let result = self.terms.sext(a, to);
        self.set(d, result);
    }

    /// `index` is slot, scale and width: 32 bits are sign-extended.
    fn put_address(&mut self, d: Slot, base: Slot, index: (Slot, u64, u32), offset: i64) {
        let result = self.address_term(base, Some(index), offset);
        self.set(d, result);
    }

    pub(super) fn address_term(&mut self, base: Slot, index: Option<(Slot, u64, u32)>, offset: i64) -> TermId {
        let mut sum = self.operand(base, 64);
        if let Some((index, scale, width)) = index {
            let index = self.operand(index, width);
            let index = self.terms.sext(index, 64);
            let scale = self.terms.constant(64, scale);
            let scaled = self.terms.binary(BinaryOp::Mul, index, scale);
            sum = self.terms.binary(BinaryOp::Add, sum, scaled);
        }
        let offset = self.terms.constant(64, offset as u64);
        self.terms.binary(BinaryOp::Add, sum, offset)
    }

    pub(super) fn division(&mut self, op: Op) -> Result<(), Paused> {
        use BinaryOp::*;
        match op {
            Op::UDiv { d, a, b } => self.divide_unsigned(UDiv, d, a, b),
            Op::URem { d, a, b } => self.divide_unsigned(URem, d, a, b),
            Op::SDiv32 { d, a, b } => self.divide(SDiv, 32, d, a, b),
            Op::SDiv64 { d, a, b } => self.divide(SDiv, 64, d, a, b),
            Op::SRem32 { d, a, b } => self.divide(SRem, 32, d, a, b),
            Op::SRem64 { d, a, b } => self.divide(SRem, 64, d, a, b),
            _ => unreachable!("only divisions come here"),
        }
    }

    fn divide_unsigned(&mut self, op: BinaryOp, d: Slot, a: Slot, b: Slot) -> Result<(), Paused> {
        let by_zero = self.value(b) == 0;
        let (a, b) = self.common(a, Source::Slot(b));
        self.ask_zero(b, by_zero)?;
        let result = self.terms.binary(op, a, b);
        self.set(d, result);
        Ok(())
    }

    fn ask_zero(&mut self, divisor: TermId, now: bool) -> Result<(), Paused> {
        let width = self.terms.width(divisor);
        let zero = self.terms.constant_limbs(width, &limbs_of(0, width));
        let by_zero = self.compare(IntPredicate::Eq, divisor, zero);
        self.ask_whether(DecisionKind::Fault, by_zero, now, 1)
    }

    /// At exactly this width, up to 128 bits. Signed division overflows where the processor's does.
    pub(super) fn divide(&mut self, op: BinaryOp, bits: u32, d: Slot, a: Slot, b: Slot) -> Result<(), Paused> {
        let limbs = bits.div_ceil(64);
        let is = |step: &Self, slot: Slot, value: u64| limbs == 1 && step.value(slot) == value;
        let by_zero = (0..limbs).all(|limb| self.value(b.plus(limb)) == 0);
        let minimum = 1u64 << ((bits - 1) % 64);
        let all_ones = u64::MAX >> (64 - bits.min(64));
        let overflows = is(self, a, minimum) && is(self, b, all_ones);
        let (a, b) = (self.wide(a, bits), self.wide(b, bits));
        self.ask_zero(b, by_zero)?;
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        if signed && !by_zero && matches!(bits, 32 | 64) {
            let (smallest, minus_one) = (self.equals(a, minimum), self.equals(b, all_ones));
            let overflow = self.terms.and(smallest, minus_one);
            self.ask_whether(DecisionKind::Fault, overflow, overflows, 1)?;
        }
        let result = self.terms.binary(op, a, b);
        self.set_wide(d, result);
        Ok(())
    }

    /// Integers of any width. Division above 128 bits is a loop of its own: see `rift_numeric::int`.
    pub(super) fn wide_binary(&mut self, op: BinaryOp, bits: u32, d: Slot, a: Slot, b: Slot) -> Result<(), Paused> {
        use BinaryOp::*;
        match op {
            UDiv | SDiv | URem | SRem if bits > 128 => {
                self.pin_wide(a, bits, super::Pin::Operation)?;
                self.pin_wide(b, bits, super::Pin::Operation)?;
                self.clear(d, bits.div_ceil(64));
                Ok(())
            }
            UDiv | SDiv | URem | SRem => self.divide(op, bits, d, a, b),
            _ => {
                let (a, b) = (self.wide(a, bits), self.wide(b, bits));
                let result = self.combine(op, a, b);
                self.set_wide(d, result);
                Ok(())
            }
        }
    }

    /// Operations that cannot fault.
    pub(super) fn combine(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.shifted(op, a, b),
            _ => self.terms.binary(op, a, b),
        }
    }
}

/// Canonical limbs of a small number.
pub(super) fn limbs_of(value: u64, width: u32) -> smallvec::SmallVec<[u64; 4]> {
    let mut limbs = smallvec::SmallVec::from_elem(0, width.div_ceil(64) as usize);
    limbs[0] = value;
    limbs
}
