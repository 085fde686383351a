//! Casts. Those that keep the canonical bits cost nothing.

use super::Compiler;
use crate::code::{Op, Place, Slot, SlowOp};
use crate::layout::Scalar;
use crate::program::MissingSymbol;
use rift_ir::{CastOp, FloatKind, Inst, InstKind, Operand, ValueId};

impl Compiler<'_> {
    pub(super) fn cast(&mut self, op: CastOp, value: Operand, inst: &Inst) -> Result<(), MissingSymbol> {
        if let Some(result) = inst.result.expand()
            && (self.slots[result].is_some() || self.is_folded_index(result))
        {
            // The load before it, or the addresses after it, do the extension.
            return Ok(());
        }
        let a = self.slot(value)?;
        if op == CastOp::BitCast {
            self.bit_cast(value, a, inst);
            return Ok(());
        }
        let (from, lanes) = self.lanes(value);
        let (to, _) = self.lanes_of(self.result_type(inst));
        if keeps_slots(op, from, to) {
            self.alias(inst, a);
            return Ok(());
        }
        let d = self.define(inst);
        for lane in 0..lanes {
            self.cast_lane(op, (d.plus(lane * to.slots()), to), (a.plus(lane * from.slots()), from));
        }
        Ok(())
    }

    fn cast_lane(&mut self, op: CastOp, (d, to): (Slot, Scalar), (a, from): (Slot, Scalar)) {
        use FloatKind::{Double, Single};
        let bits = |scalar: Scalar| scalar.bits() as u8;
        let small = from.bits() <= 64 && to.bits() <= 64;
        match (op, from, to) {
            // The low slot of a wide value holds the bits that are kept.
            (CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr, Scalar::Int(_), Scalar::Int(kept))
                if kept < 64 && kept < from.bits() =>
            {
                self.emit(Op::Mask { d, a, bits: kept as u8 });
            }
            (CastOp::Trunc, Scalar::Int(_), Scalar::Int(64)) => self.emit(Op::Mov { d, a }),
            (CastOp::SExt, Scalar::Int(32), Scalar::Int(64)) => self.emit(Op::SExt32To64 { d, a }),
            (CastOp::SExt, ..) if small => self.emit(Op::SExt { d, a, from: bits(from), to: bits(to) }),
            (CastOp::FpExt, Scalar::Float(Single), Scalar::Float(Double)) => self.emit(Op::F32ToF64 { d, a }),
            (CastOp::FpTrunc, Scalar::Float(Double), Scalar::Float(Single)) => self.emit(Op::F64ToF32 { d, a }),
            (CastOp::SiToFp, _, Scalar::Float(Double)) if small => self.emit(Op::SiToF64 { d, a, bits: bits(from) }),
            (CastOp::UiToFp, _, Scalar::Float(Double)) if small => self.emit(Op::UiToF64 { d, a }),
            _ => self.slow(SlowOp::Cast { op, d: Place { slot: d, scalar: to }, a: Place { slot: a, scalar: from } }),
        }
    }

    fn bit_cast(&mut self, value: Operand, a: Slot, inst: &Inst) {
        let (from, from_lanes) = self.lanes(value);
        let (to, to_lanes) = self.lanes_of(self.result_type(inst));
        if from.bits() == to.bits() {
            self.alias(inst, a);
            return;
        }
        let total = from.bits() * from_lanes;
        let bits = match from_lanes {
            1 => a,
            _ => {
                let bits = self.fresh(total.div_ceil(64));
                self.slow(SlowOp::Pack { d: bits, a, lane_bits: from.bits(), lanes: from_lanes });
                bits
            }
        };
        if to_lanes == 1 {
            self.alias(inst, bits);
            return;
        }
        let d = self.define(inst);
        self.slow(SlowOp::Unpack { d, a: bits, lane_bits: to.bits(), lanes: to_lanes });
    }
}

impl Compiler<'_> {
    /// An i32 extended to 64 bits for nothing but indexing: addresses can do that themselves.
    pub(super) fn is_folded_index(&self, value: ValueId) -> bool {
        let uses = self.uses[value];
        uses.count > 0 && uses.count == uses.as_index && self.extended_index(value).is_some()
    }

    /// The i32 that a folded index extends.
    pub(super) fn extended_index(&self, value: ValueId) -> Option<Operand> {
        let InstKind::Cast { op: CastOp::SExt, value: narrow } = &self.function.insts[self.definitions[value]?].kind
        else {
            return None;
        };
        let wide = self.lanes_of(self.function.value_type(value));
        let from = self.lanes(*narrow);
        let plain = from == (Scalar::Int(32), 1) && wide == (Scalar::Int(64), 1);
        (plain && matches!(narrow, Operand::Value(_))).then_some(*narrow)
    }

    /// The sign extension that is the only use of a loaded value, if a load can do it: its result and width.
    pub(super) fn extending_user(&self, loaded: ValueId) -> Option<(ValueId, u32)> {
        let uses = self.uses[loaded];
        let user = &self.function.insts[uses.user.filter(|_| uses.count == 1)?];
        let (InstKind::Cast { op: CastOp::SExt, .. }, Some(result)) = (&user.kind, user.result.expand()) else {
            return None;
        };
        let ((Scalar::Int(from), 1), (Scalar::Int(to), 1)) =
            (self.lanes_of(self.function.value_type(loaded)), self.lanes_of(self.function.value_type(result)))
        else {
            return None;
        };
        let possible = matches!((from, to), (8 | 16, 32) | (32, 64)) && !self.is_folded_index(result);
        possible.then_some((result, to))
    }
}

/// Whether the canonical slots of operand and result are the same.
fn keeps_slots(op: CastOp, from: Scalar, to: Scalar) -> bool {
    match op {
        CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr => from.slots() == to.slots() && from.bits() <= to.bits(),
        _ => false,
    }
}
