//! Arithmetic, comparison and selection, lane by lane.

use super::Compiler;
use super::control::is_signed;
use crate::code::{Op, Slot, SlowOp};
use crate::layout::Scalar;
use crate::program::MissingSymbol;
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, Inst, IntPredicate, Operand, UnaryOp};

impl Compiler<'_> {
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(lhs);
        if lanes == 1 && self.binary_immediate(op, scalar, lhs, rhs, inst)? {
            return Ok(());
        }
        let (a, b) = (self.slot(lhs)?, self.slot(rhs)?);
        let d = self.define(inst);
        for lane in 0..lanes {
            let at = lane * scalar.slots();
            self.binary_lane(op, scalar, d.plus(at), a.plus(at), b.plus(at));
        }
        Ok(())
    }

    fn binary_lane(&mut self, op: BinaryOp, scalar: Scalar, d: Slot, a: Slot, b: Slot) {
        match scalar {
            Scalar::Int(bits) if bits <= 64 => self.int_lane(op, bits as u8, d, a, b),
            Scalar::Int(bits) => self.slow(SlowOp::IntBinary { op, bits, d, a, b }),
            Scalar::Float(kind) => self.float_lane(op, kind, d, a, b),
        }
    }

    fn int_lane(&mut self, op: BinaryOp, bits: u8, d: Slot, a: Slot, b: Slot) {
        use BinaryOp::*;
        self.emit(match (op, bits) {
            (Add, 64) => Op::Add64 { d, a, b },
            (Add, 32) => Op::Add32 { d, a, b },
            (Add, _) => Op::AddN { d, a, b, bits },
            (Sub, 64) => Op::Sub64 { d, a, b },
            (Sub, 32) => Op::Sub32 { d, a, b },
            (Sub, _) => Op::SubN { d, a, b, bits },
            (Mul, 64) => Op::Mul64 { d, a, b },
            (Mul, 32) => Op::Mul32 { d, a, b },
            (Mul, _) => Op::MulN { d, a, b, bits },
            (And, _) => Op::And { d, a, b },
            (Or, _) => Op::Or { d, a, b },
            (Xor, _) => Op::Xor { d, a, b },
            (Shl, 64) => Op::Shl64 { d, a, b },
            (Shl, 32) => Op::Shl32 { d, a, b },
            (LShr, 64) => Op::LShr64 { d, a, b },
            (LShr, 32) => Op::LShr32 { d, a, b },
            (AShr, 64) => Op::AShr64 { d, a, b },
            (AShr, 32) => Op::AShr32 { d, a, b },
            (Shl | LShr | AShr, _) => Op::ShiftN { op, d, a, b, bits },
            (UDiv, _) => Op::UDiv { d, a, b },
            (URem, _) => Op::URem { d, a, b },
            (SDiv, 64) => Op::SDiv64 { d, a, b },
            (SDiv, 32) => Op::SDiv32 { d, a, b },
            (SRem, 64) => Op::SRem64 { d, a, b },
            (SRem, 32) => Op::SRem32 { d, a, b },
            (SDiv | SRem | FAdd | FSub | FMul | FDiv | FRem, _) => {
                return self.slow(SlowOp::IntBinary { op, bits: u32::from(bits), d, a, b });
            }
        });
    }

    fn float_lane(&mut self, op: BinaryOp, kind: FloatKind, d: Slot, a: Slot, b: Slot) {
        use BinaryOp::*;
        self.emit(match (op, kind) {
            (FAdd, FloatKind::Double) => Op::FAdd64 { d, a, b },
            (FSub, FloatKind::Double) => Op::FSub64 { d, a, b },
            (FMul, FloatKind::Double) => Op::FMul64 { d, a, b },
            (FDiv, FloatKind::Double) => Op::FDiv64 { d, a, b },
            (FAdd, FloatKind::Single) => Op::FAdd32 { d, a, b },
            (FSub, FloatKind::Single) => Op::FSub32 { d, a, b },
            (FMul, FloatKind::Single) => Op::FMul32 { d, a, b },
            (FDiv, FloatKind::Single) => Op::FDiv32 { d, a, b },
            _ => return self.slow(SlowOp::FloatBinary { op, kind, d, a, b }),
        });
    }

    /// Forms with a constant right operand. Says whether it emitted one.
    fn binary_immediate(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        lhs: Operand,
        rhs: Operand,
        inst: &Inst,
    ) -> Result<bool, MissingSymbol> {
        use BinaryOp::*;
        let Scalar::Int(bits) = scalar else { return Ok(false) };
        if bits > 64 {
            return Ok(false);
        }
        // A constant on the left of a commutative operation goes to the right.
        let commutes = matches!(op, Add | Mul | And | Or | Xor);
        let (lhs, rhs) = match (self.small_constant(lhs), commutes) {
            (Some(_), true) => (rhs, lhs),
            _ => (lhs, rhs),
        };
        let (Some(value), Operand::Value(_)) = (self.small_constant(rhs), lhs) else { return Ok(false) };
        let signed = sign_extend(value, bits);
        let small = i32::try_from(signed).ok();
        let negated = signed.checked_neg().and_then(|v| i32::try_from(v).ok());
        let unsigned = u32::try_from(value).ok();
        let shift = u32::try_from(value).ok().filter(|v| *v < bits);
        let a = self.slot(lhs)?;
        let d = Slot(self.next_slot);
        let op = match (op, bits, small, negated, unsigned, shift) {
            (Add, 64, Some(imm), ..) | (Sub, 64, _, Some(imm), ..) => Op::Add64I { d, a, imm },
            (Add, 32, Some(imm), ..) | (Sub, 32, _, Some(imm), ..) => Op::Add32I { d, a, imm },
            (Add, _, Some(imm), ..) | (Sub, _, _, Some(imm), ..) => Op::AddNI { d, a, imm, bits: bits as u8 },
            (Mul, 64, Some(imm), ..) => Op::Mul64I { d, a, imm },
            (Mul, 32, Some(imm), ..) => Op::Mul32I { d, a, imm },
            (And, _, _, _, Some(imm), _) => Op::AndI { d, a, imm },
            (Or, _, _, _, Some(imm), _) => Op::OrI { d, a, imm },
            (Xor, _, _, _, Some(imm), _) => Op::XorI { d, a, imm },
            (Shl, 64, _, _, _, Some(imm)) => Op::Shl64I { d, a, imm },
            (Shl, 32, _, _, _, Some(imm)) => Op::Shl32I { d, a, imm },
            (LShr, _, _, _, _, Some(imm)) => Op::LShrI { d, a, imm },
            (AShr, 64, _, _, _, Some(imm)) => Op::AShr64I { d, a, imm },
            (AShr, 32, _, _, _, Some(imm)) => Op::AShr32I { d, a, imm },
            _ => return Ok(false),
        };
        self.define(inst);
        self.emit(op);
        Ok(true)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, value: Operand, inst: &Inst) -> Result<(), MissingSymbol> {
        let a = self.slot(value)?;
        if op == UnaryOp::Freeze {
            self.alias(inst, a);
            return Ok(());
        }
        let (scalar, lanes) = self.lanes(value);
        let Scalar::Float(kind) = scalar else {
            self.unsupported("negation of something that is no float".to_owned());
            return Ok(());
        };
        let d = self.define(inst);
        for lane in 0..lanes {
            let at = lane * scalar.slots();
            let (d, a) = (d.plus(at), a.plus(at));
            match kind {
                FloatKind::Double => self.emit(Op::FNeg64 { d, a }),
                FloatKind::Single => self.emit(Op::FNeg32 { d, a }),
                _ => self.slow(SlowOp::FloatNegate { kind, d, a }),
            }
        }
        Ok(())
    }

    pub(super) fn compare_int(
        &mut self,
        predicate: IntPredicate,
        lhs: Operand,
        rhs: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        use IntPredicate::*;
        if inst.result.expand().is_some_and(|v| self.is_folded_comparison(v)) {
            return Ok(());
        }
        let (scalar, lanes) = self.lanes(lhs);
        let bits = scalar.bits();
        if lanes == 1
            && bits <= 64
            && let Some((predicate, a, imm)) = self.immediate_comparison(predicate, bits, lhs, rhs)?
        {
            let d = self.define(inst);
            self.emit(match (predicate, bits) {
                (Eq, _) => Op::CmpEqI { d, a, imm },
                (Ne, _) => Op::CmpNeI { d, a, imm },
                (Ult, _) => Op::CmpUltI { d, a, imm },
                (Ugt, _) => Op::CmpUgtI { d, a, imm },
                (Slt, 32) => Op::CmpSlt32I { d, a, imm: imm as i32 },
                (Sgt, 32) => Op::CmpSgt32I { d, a, imm: imm as i32 },
                (Slt, _) => Op::CmpSlt64I { d, a, imm: imm as i32 },
                (_, _) => Op::CmpSgt64I { d, a, imm: imm as i32 },
            });
            return Ok(());
        }
        let (a, b) = (self.slot(lhs)?, self.slot(rhs)?);
        let d = self.define(inst);
        for lane in 0..lanes {
            let at = lane * scalar.slots();
            let (d, a, b) = (d.plus(lane), a.plus(at), b.plus(at));
            match (predicate, bits) {
                (_, 65..) => self.slow(SlowOp::IntCompare { predicate, bits, d, a, b }),
                (Eq, _) => self.emit(Op::CmpEq { d, a, b }),
                (Ne, _) => self.emit(Op::CmpNe { d, a, b }),
                (Ult, _) => self.emit(Op::CmpUlt { d, a, b }),
                (Ule, _) => self.emit(Op::CmpUle { d, a, b }),
                (Ugt, _) => self.emit(Op::CmpUlt { d, a: b, b: a }),
                (Uge, _) => self.emit(Op::CmpUle { d, a: b, b: a }),
                (Slt, 32) => self.emit(Op::CmpSlt32 { d, a, b }),
                (Sle, 32) => self.emit(Op::CmpSle32 { d, a, b }),
                (Sgt, 32) => self.emit(Op::CmpSlt32 { d, a: b, b: a }),
                (Sge, 32) => self.emit(Op::CmpSle32 { d, a: b, b: a }),
                (Slt, 64) => self.emit(Op::CmpSlt64 { d, a, b }),
                (Sle, 64) => self.emit(Op::CmpSle64 { d, a, b }),
                (Sgt, 64) => self.emit(Op::CmpSlt64 { d, a: b, b: a }),
                (Sge, 64) => self.emit(Op::CmpSle64 { d, a: b, b: a }),
                _ => self.emit(Op::CmpSN { predicate, d, a, b, bits: bits as u8 }),
            }
        }
        Ok(())
    }

    /// The comparison as Eq, Ne, Ult, Ugt, Slt or Sgt with a 32-bit immediate, if it has that form.
    /// Signed ones only for 32 and 64 bits.
    pub(super) fn immediate_comparison(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        lhs: Operand,
        rhs: Operand,
    ) -> Result<Option<(IntPredicate, Slot, u32)>, MissingSymbol> {
        use IntPredicate::*;
        let (predicate, lhs, rhs) = match self.small_constant(lhs) {
            Some(_) => (swapped(predicate), rhs, lhs),
            None => (predicate, lhs, rhs),
        };
        let (Some(value), Operand::Value(_)) = (self.small_constant(rhs), lhs) else { return Ok(None) };
        if is_signed(predicate) && bits != 32 && bits != 64 {
            return Ok(None);
        }
        let signed = sign_extend(value, bits);
        let found = match predicate {
            Eq | Ne | Ult | Ugt => u32::try_from(value).ok().map(|imm| (predicate, imm)),
            Ule => value.checked_add(1).and_then(|v| u32::try_from(v).ok()).map(|imm| (Ult, imm)),
            Uge => value.checked_sub(1).and_then(|v| u32::try_from(v).ok()).map(|imm| (Ugt, imm)),
            Slt | Sgt => i32::try_from(signed).ok().map(|imm| (predicate, imm as u32)),
            Sle => signed.checked_add(1).and_then(|v| i32::try_from(v).ok()).map(|imm| (Slt, imm as u32)),
            Sge => signed.checked_sub(1).and_then(|v| i32::try_from(v).ok()).map(|imm| (Sgt, imm as u32)),
        };
        match found {
            Some((predicate, imm)) => Ok(Some((predicate, self.slot(lhs)?, imm))),
            None => Ok(None),
        }
    }

    pub(super) fn compare_float(
        &mut self,
        predicate: FloatPredicate,
        lhs: Operand,
        rhs: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(lhs);
        let (a, b) = (self.slot(lhs)?, self.slot(rhs)?);
        let d = self.define(inst);
        let Scalar::Float(kind) = scalar else {
            self.unsupported("a float comparison of something that is no float".to_owned());
            return Ok(());
        };
        for lane in 0..lanes {
            let at = lane * scalar.slots();
            let (d, a, b) = (d.plus(lane), a.plus(at), b.plus(at));
            match kind {
                FloatKind::Double => self.emit(Op::FCmp64 { predicate, d, a, b }),
                FloatKind::Single => self.emit(Op::FCmp32 { predicate, d, a, b }),
                _ => self.slow(SlowOp::FloatCompare { predicate, kind, d, a, b }),
            }
        }
        Ok(())
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        if_true: Operand,
        if_false: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (_, condition_lanes) = self.lanes(condition);
        let c = self.slot(condition)?;
        let (a, b) = (self.slot(if_true)?, self.slot(if_false)?);
        let slots = self.slots_of(self.result_type(inst));
        let d = self.define(inst);
        let slots_per_lane = (slots / condition_lanes).max(1);
        for i in 0..slots {
            let condition = match condition_lanes {
                1 => c,
                _ => c.plus(i / slots_per_lane),
            };
            let branches = self.pool.len() as u32;
            self.pool.extend([a.plus(i).0, b.plus(i).0]);
            self.emit(Op::Select { d: d.plus(i), condition, branches });
        }
        Ok(())
    }
}

pub(super) fn sign_extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((value << shift) as i64) >> shift
}

fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        Eq | Ne => predicate,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
    }
}
