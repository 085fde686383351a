//! Constants as operands. What needs computing becomes instructions before the use.

use super::body::Body;
use super::{Lowering, Unsupported};
use crate::llvm::{TyKind, Value, ValueKind};
use rift_ir::{Const, ConstId, InstKind, Operand, RelocTarget, Type, TypeId};

impl<'m> Lowering<'m> {
    /// An integer of any width.
    pub(super) fn int_constant(&mut self, ty: TypeId, bits: u32, constant: Value<'m>) -> ConstId {
        self.module.consts.intern(Const::Bits { ty, limbs: int_limbs(constant, bits) })
    }

    /// A constant that is one thing: everything but constant expressions and aggregates with such inside.
    fn plain(&mut self, constant: Value<'m>) -> Option<ConstId> {
        let ty = self.ty(constant.ty());
        let lowered = match constant.kind() {
            ValueKind::Int => match constant.ty().kind() {
                TyKind::Int(bits) => return Some(self.int_constant(ty, bits, constant)),
                _ => return None,
            },
            ValueKind::Float => {
                let TyKind::Float(kind) = constant.ty().kind() else { return None };
                let bits = kind.bits();
                Const::Bits { ty, limbs: int_limbs(constant.float_as_int(bits), bits) }
            }
            ValueKind::Null | ValueKind::Zero => Const::Zero(ty),
            ValueKind::Undef => Const::Undef(ty),
            ValueKind::Aggregate | ValueKind::Data => {
                let count = self.element_count(constant)?;
                let elems = (0..count).map(|i| self.plain(constant.element(i)?)).collect::<Option<Vec<_>>>()?;
                Const::Aggregate { ty, elems }
            }
            _ => self.plain_address(constant, ty)?,
        };
        Some(self.module.consts.intern(lowered))
    }

    fn plain_address(&mut self, constant: Value<'m>, ty: TypeId) -> Option<Const> {
        let address = self.address(constant)?;
        let is_ptr = *self.module.types.get(ty) == Type::Ptr;
        match (address.plus, address.minus) {
            (Some(RelocTarget::Global(global)), None) if is_ptr => {
                Some(Const::Global { global, addend: address.addend })
            }
            (Some(RelocTarget::Function(function)), None) if is_ptr && address.addend == 0 => {
                Some(Const::Function(function))
            }
            (Some(RelocTarget::Block { function, block }), None) if is_ptr && address.addend == 0 => {
                Some(Const::Block { function, block })
            }
            (None, None) => {
                let bits = self.module.types.bits(ty)?;
                let limb = address.addend as u64 & (u64::MAX >> (64 - bits.clamp(1, 64)));
                Some(Const::Bits { ty, limbs: vec![limb] })
            }
            _ => None,
        }
    }

    /// Elements of a constant that lists them.
    pub(super) fn element_count(&self, constant: Value<'m>) -> Option<u32> {
        match constant.ty().kind() {
            TyKind::Struct => Some(constant.ty().fields().count() as u32),
            TyKind::Array { len, .. } => u32::try_from(len).ok(),
            TyKind::Vector { len, .. } => Some(len),
            _ => None,
        }
    }
}

impl<'m> Body<'_, 'm> {
    pub(super) fn constant(&mut self, constant: Value<'m>) -> Result<Operand, Unsupported> {
        if let Some(plain) = self.lowering.plain(constant) {
            return Ok(Operand::Const(plain));
        }
        match constant.kind() {
            ValueKind::Aggregate => self.aggregate(constant),
            ValueKind::Expression => self.expression(constant),
            ValueKind::Function | ValueKind::GlobalVariable | ValueKind::Alias | ValueKind::IFunc => {
                self.shifted_symbol(constant)
            }
            _ => Err(format!("constant {}", constant.text())),
        }
    }

    /// Inserts the computed elements one by one into the rest.
    fn aggregate(&mut self, constant: Value<'m>) -> Result<Operand, Unsupported> {
        let ty = self.lowering.ty(constant.ty());
        let count = self.lowering.element_count(constant).ok_or("constant of unknown size")?;
        let is_vector = matches!(constant.ty().kind(), TyKind::Vector { .. });
        let mut whole = Operand::Const(self.lowering.module.consts.intern(Const::Undef(ty)));
        for index in 0..count {
            let element = constant.element(index).ok_or("constant without element")?;
            let value = self.constant(element)?;
            let kind = if is_vector {
                let i32_type = self.lowering.module.types.intern(Type::Int(32));
                let limbs = vec![u64::from(index)];
                let index = Operand::Const(self.lowering.module.consts.intern(Const::Bits { ty: i32_type, limbs }));
                InstKind::InsertElement { vector: whole, value, index }
            } else {
                InstKind::InsertValue { aggregate: whole, value, path: vec![index] }
            };
            whole = self.emit_value(kind, ty);
        }
        Ok(whole)
    }

    fn expression(&mut self, constant: Value<'m>) -> Result<Operand, Unsupported> {
        let opcode = constant.expression_opcode().ok_or("unknown constant expression")?;
        let kind = self.computation(opcode, constant)?;
        let ty = self.lowering.ty(constant.ty());
        Ok(self.emit_value(kind, ty))
    }

    /// An alias into the middle of a function, or of something without a form.
    fn shifted_symbol(&mut self, constant: Value<'m>) -> Result<Operand, Unsupported> {
        let unknown = || format!("address of `{}`", constant.name());
        if constant.kind() != ValueKind::Alias {
            return Err(unknown());
        }
        self.constant(constant.aliasee()).map_err(|_| unknown())
    }
}

/// Little-endian limbs, zero above the width.
pub(super) fn int_limbs(constant: Value<'_>, bits: u32) -> Vec<u64> {
    if bits <= 64 {
        return vec![constant.small_int()];
    }
    // The C API has no getter for wide integers.
    let text = constant.text();
    decimal_limbs(text.rsplit(' ').next().unwrap_or("0"), bits)
}

fn decimal_limbs(text: &str, bits: u32) -> Vec<u64> {
    const CHUNK: usize = 18;
    let digits = text.trim_start_matches('-').as_bytes();
    let mut limbs = vec![0_u64; bits.div_ceil(64) as usize];
    for chunk in digits.chunks(CHUNK) {
        let scale = 10_u64.pow(chunk.len() as u32);
        let mut carry = chunk.iter().fold(0, |n: u64, d| n * 10 + u64::from(d.wrapping_sub(b'0').min(9)));
        for limb in &mut limbs {
            let product = u128::from(*limb) * u128::from(scale) + u128::from(carry);
            (*limb, carry) = (product as u64, (product >> 64) as u64);
        }
    }
    if text.starts_with('-') {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
        }
    }
    if let (Some(top), used @ 1..) = (limbs.last_mut(), bits % 64) {
        *top &= u64::MAX >> (64 - used);
    }
    limbs
}

#[cfg(test)]
mod tests {
    use super::decimal_limbs;

    #[test]
    fn wide_integers_are_read_exactly() {
        assert_eq!(decimal_limbs("0", 128), [0, 0]);
        assert_eq!(decimal_limbs("-1", 128), [u64::MAX, u64::MAX]);
        assert_eq!(decimal_limbs("-1", 65), [u64::MAX, 1]);
        let big = (1_u128 << 100) + 12345;
        assert_eq!(decimal_limbs(&big.to_string(), 128), [big as u64, (big >> 64) as u64]);
        let low = i128::MIN + 7;
        assert_eq!(decimal_limbs(&low.to_string(), 128), [7, 1 << 63]);
    }
}
