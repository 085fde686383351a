//! Constants as "address of a symbol - address of a symbol + number": what a linker could still compute.

use super::{Lowering, Unsupported};
use crate::llvm::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rift_ir::RelocTarget;

/// Modulo 2^64, or less where the constant is narrower.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) plus: Option<RelocTarget>,
    pub(super) minus: Option<RelocTarget>,
    pub(super) addend: i64,
}

impl Address {
    fn number(addend: i64) -> Address {
        Address { addend, ..Address::default() }
    }

    fn symbol(target: RelocTarget) -> Address {
        Address { plus: Some(target), ..Address::default() }
    }

    fn is_number(self) -> bool {
        self.plus.is_none() && self.minus.is_none()
    }

    fn plus(self, other: Address) -> Option<Address> {
        let one = |a: Option<RelocTarget>, b: Option<RelocTarget>| match (a, b) {
            (Some(_), Some(_)) => None,
            (a, b) => Some(a.or(b)),
        };
        Some(Address {
            plus: one(self.plus, other.plus)?,
            minus: one(self.minus, other.minus)?,
            addend: self.addend.wrapping_add(other.addend),
        })
    }

    fn minus(self, other: Address) -> Option<Address> {
        // The same symbol on both sides cancels, whatever its address.
        let (mine, theirs) = if self.plus == other.plus { (None, None) } else { (self.plus, other.plus) };
        Address { plus: mine, ..self }.plus(Address {
            plus: other.minus,
            minus: theirs,
            addend: other.addend.wrapping_neg(),
        })
    }
}

impl<'m> Lowering<'m> {
    /// `None` when the constant is not of this shape: an aggregate, a vector, a product.
    pub(super) fn address(&mut self, constant: Value<'m>) -> Option<Address> {
        let narrow = match constant.ty().kind() {
            TyKind::Int(bits) => bits < 64,
            TyKind::Ptr { space: 0 } => false,
            _ => return None,
        };
        match constant.kind() {
            ValueKind::GlobalVariable => Some(Address::symbol(RelocTarget::Global(*self.globals.get(&constant)?))),
            ValueKind::Function | ValueKind::IFunc => {
                Some(Address::symbol(RelocTarget::Function(*self.functions.get(&constant)?)))
            }
            ValueKind::Alias => self.address(constant.aliasee()),
            ValueKind::BlockAddress => {
                let (function, block) = constant.block_address();
                let block = self.block_of(function, block)?;
                Some(Address::symbol(RelocTarget::Block { function: *self.functions.get(&function)?, block }))
            }
            ValueKind::Null | ValueKind::Undef => Some(Address::number(0)),
            ValueKind::Int if narrow || matches!(constant.ty().kind(), TyKind::Int(64)) => {
                Some(Address::number(constant.small_int() as i64))
            }
            ValueKind::Expression => self.expression_address(constant),
            // dso_local_equivalent and no_cfi: the function itself.
            ValueKind::Other if constant.is_constant() && constant.operand_count() == 1 => {
                let inner = constant.operand(0);
                if inner.kind() == ValueKind::Function { self.address(inner) } else { None }
            }
            _ => None,
        }
    }

    fn expression_address(&mut self, constant: Value<'m>) -> Option<Address> {
        match constant.expression_opcode()? {
            Op::LLVMPtrToInt | Op::LLVMPtrToAddr | Op::LLVMTrunc | Op::LLVMBitCast => self.address(constant.operand(0)),
            Op::LLVMIntToPtr => {
                let inner = self.address(constant.operand(0))?;
                let exact = matches!(constant.operand(0).ty().kind(), TyKind::Int(64));
                (exact || inner.is_number()).then_some(inner)
            }
            Op::LLVMAdd => self.address(constant.operand(0))?.plus(self.address(constant.operand(1))?),
            Op::LLVMSub => self.address(constant.operand(0))?.minus(self.address(constant.operand(1))?),
            Op::LLVMGetElementPtr => {
                let base = self.address(constant.operand(0))?;
                let path = self.offset_path(constant).ok()?;
                path.terms.is_empty().then_some(())?;
                base.plus(Address::number(path.offset))
            }
            _ => None,
        }
    }

    /// The type arithmetic of a getelementptr instruction or expression.
    pub(super) fn offset_path(&mut self, gep: Value<'m>) -> Result<OffsetPath<'m>, Unsupported> {
        let mut path = OffsetPath { offset: 0, terms: Vec::new() };
        let mut ty = gep.source_element_type();
        for (position, index) in gep.operands().skip(1).enumerate() {
            if position == 0 {
                path.step(index, self.layout.size(ty));
                continue;
            }
            match ty.kind() {
                TyKind::Struct => {
                    let field = struct_index(index).ok_or("getelementptr with a variable field")?;
                    path.offset = path.offset.wrapping_add(self.layout.offset(ty, field) as i64);
                    ty = ty.field(field);
                }
                TyKind::Array { elem, .. } | TyKind::Vector { elem, .. } => {
                    path.step(index, self.layout.size(elem));
                    ty = elem;
                }
                _ => return Err(format!("getelementptr into {}", ty.text())),
            }
        }
        Ok(path)
    }
}

/// A constant offset and scaled variable indices.
pub(super) struct OffsetPath<'m> {
    pub(super) offset: i64,
    pub(super) terms: Vec<(Value<'m>, i64)>,
}

impl<'m> OffsetPath<'m> {
    fn step(&mut self, index: Value<'m>, size: u64) {
        let scale = size as i64;
        match small_signed(index) {
            Some(number) => self.offset = self.offset.wrapping_add(number.wrapping_mul(scale)),
            // A vector index makes the result a vector, even when it moves nothing.
            None if scale != 0 || is_vector(index.ty()) => self.terms.push((index, scale)),
            None => {}
        }
    }
}

fn is_vector(ty: Ty<'_>) -> bool {
    matches!(ty.kind(), TyKind::Vector { .. })
}

/// A constant index of up to 64 bits, sign-extended.
fn small_signed(index: Value<'_>) -> Option<i64> {
    match (index.kind(), index.ty().kind()) {
        (ValueKind::Int, TyKind::Int(bits @ 1..=64)) => {
            let shift = 64 - bits;
            Some(((index.small_int() << shift) as i64) >> shift)
        }
        (ValueKind::Undef, TyKind::Int(_)) => Some(0),
        _ => None,
    }
}

/// Field numbers are constants; in vector form all elements are the same.
fn struct_index(index: Value<'_>) -> Option<u32> {
    let scalar = if is_vector(index.ty()) { index.element(0)? } else { index };
    u32::try_from(small_signed(scalar)?).ok()
}
