//! One LLVM instruction (or constant expression, where the operation exists as one) to one of ours.

use super::body::{Body, name_of};
use super::{Lowering, Unsupported};
use crate::llvm::{TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use rift_ir::verify::MAX_OBJECT_SIZE;
use rift_ir::{BinaryOp, CastOp, Clause, ConstId, InstKind, OffsetTerm, UnaryOp, WrapFlags};

fn binary_op(opcode: Op) -> Option<BinaryOp> {
    Some(match opcode {
        Op::LLVMAdd => BinaryOp::Add,
        Op::LLVMSub => BinaryOp::Sub,
        Op::LLVMMul => BinaryOp::Mul,
        Op::LLVMUDiv => BinaryOp::UDiv,
        Op::LLVMSDiv => BinaryOp::SDiv,
        Op::LLVMURem => BinaryOp::URem,
        Op::LLVMSRem => BinaryOp::SRem,
        Op::LLVMShl => BinaryOp::Shl,
        Op::LLVMLShr => BinaryOp::LShr,
        Op::LLVMAShr => BinaryOp::AShr,
        Op::LLVMAnd => BinaryOp::And,
        Op::LLVMOr => BinaryOp::Or,
        Op::LLVMXor => BinaryOp::Xor,
        Op::LLVMFAdd => BinaryOp::FAdd,
        Op::LLVMFSub => BinaryOp::FSub,
        Op::LLVMFMul => BinaryOp::FMul,
        Op::LLVMFDiv => BinaryOp::FDiv,
        Op::LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_op(opcode: Op) -> Option<CastOp> {
    Some(match opcode {
        Op::LLVMTrunc => CastOp::Trunc,
        Op::LLVMZExt => CastOp::ZExt,
        Op::LLVMSExt => CastOp::SExt,
        Op::LLVMFPToUI => CastOp::FpToUi,
        Op::LLVMFPToSI => CastOp::FpToSi,
        Op::LLVMUIToFP => CastOp::UiToFp,
        Op::LLVMSIToFP => CastOp::SiToFp,
        Op::LLVMFPTrunc => CastOp::FpTrunc,
        Op::LLVMFPExt => CastOp::FpExt,
        Op::LLVMPtrToInt | Op::LLVMPtrToAddr => CastOp::PtrToInt,
        Op::LLVMIntToPtr => CastOp::IntToPtr,
        Op::LLVMBitCast => CastOp::BitCast,
        _ => return None,
    })
}

impl<'m> Body<'_, 'm> {
    /// Everything that is neither a call, nor a phi, nor a terminator.
    pub(super) fn computation(&mut self, opcode: Op, inst: Value<'m>) -> Result<InstKind, Unsupported> {
        if let Some(op) = binary_op(opcode) {
            let (lhs, rhs) = (self.operand(inst.operand(0))?, self.operand(inst.operand(1))?);
            return Ok(InstKind::Binary { op, flags: flags(op, inst), lhs, rhs });
        }
        if let Some(op) = cast_op(opcode) {
            return Ok(InstKind::Cast { op, value: self.operand(inst.operand(0))? });
        }
        match opcode {
            Op::LLVMFNeg => Ok(InstKind::Unary { op: UnaryOp::FNeg, value: self.operand(inst.operand(0))? }),
            Op::LLVMFreeze => Ok(InstKind::Unary { op: UnaryOp::Freeze, value: self.operand(inst.operand(0))? }),
            Op::LLVMICmp | Op::LLVMFCmp => self.comparison(opcode, inst),
            Op::LLVMSelect => Ok(InstKind::Select {
                condition: self.operand(inst.operand(0))?,
                if_true: self.operand(inst.operand(1))?,
                if_false: self.operand(inst.operand(2))?,
            }),
            Op::LLVMAlloca
            | Op::LLVMLoad
            | Op::LLVMStore
            | Op::LLVMAtomicRMW
            | Op::LLVMAtomicCmpXchg
            | Op::LLVMFence => self.memory(opcode, inst),
            Op::LLVMGetElementPtr => self.offset(inst),
            Op::LLVMExtractValue
            | Op::LLVMInsertValue
            | Op::LLVMExtractElement
            | Op::LLVMInsertElement
            | Op::LLVMShuffleVector => self.aggregate_access(opcode, inst),
            Op::LLVMVAArg => Ok(InstKind::VaArg { list: self.operand(inst.operand(0))? }),
            Op::LLVMLandingPad => self.landing_pad(inst),
            other => Err(name_of(other)),
        }
    }

    fn comparison(&mut self, opcode: Op, inst: Value<'m>) -> Result<InstKind, Unsupported> {
        let (lhs, rhs) = (self.operand(inst.operand(0))?, self.operand(inst.operand(1))?);
        let unknown = "unknown comparison".to_owned();
        Ok(match opcode {
            Op::LLVMICmp => {
                let predicate = inst.int_predicate().ok_or(unknown)?;
                InstKind::CompareInt { predicate, lhs, rhs }
            }
            _ => {
                let predicate = inst.float_predicate().ok_or(unknown)?;
                InstKind::CompareFloat { predicate, lhs, rhs }
            }
        })
    }

    fn memory(&mut self, opcode: Op, inst: Value<'m>) -> Result<InstKind, Unsupported> {
        match opcode {
            Op::LLVMAlloca => {
                let elem_size = self.lowering.layout.size(inst.allocated_type());
                if elem_size > MAX_OBJECT_SIZE {
                    return Err("alloca larger than the address space".to_owned());
                }
                let (count, align) = (self.operand(inst.operand(0))?, inst.alignment().max(1));
                Ok(InstKind::Alloca { elem_size, count, align })
            }
            Op::LLVMLoad => Ok(InstKind::Load {
                address: self.operand(inst.operand(0))?,
                align: inst.alignment().max(1),
                volatile: inst.is_volatile(),
                atomic: inst.is_atomic(),
            }),
            Op::LLVMStore => Ok(InstKind::Store {
                value: self.operand(inst.operand(0))?,
                address: self.operand(inst.operand(1))?,
                align: inst.alignment().max(1),
                volatile: inst.is_volatile(),
                atomic: inst.is_atomic(),
            }),
            Op::LLVMAtomicRMW => Ok(InstKind::AtomicRmw {
                op: inst.atomic_op().ok_or("atomicrmw of an unknown operation")?,
                address: self.operand(inst.operand(0))?,
                value: self.operand(inst.operand(1))?,
            }),
            Op::LLVMAtomicCmpXchg => Ok(InstKind::CompareExchange {
                address: self.operand(inst.operand(0))?,
                expected: self.operand(inst.operand(1))?,
                replacement: self.operand(inst.operand(2))?,
            }),
            _ => Ok(InstKind::Fence),
        }
    }

    fn offset(&mut self, gep: Value<'m>) -> Result<InstKind, Unsupported> {
        let path = self.lowering.offset_path(gep)?;
        let base = self.operand(gep.operand(0))?;
        let terms = path
            .terms
            .into_iter()
            .map(|(index, scale)| Ok(OffsetTerm { index: self.operand(index)?, scale }))
            .collect::<Result<_, Unsupported>>()?;
        Ok(InstKind::Offset { base, offset: path.offset, terms, in_bounds: gep.is_in_bounds() })
    }

    fn aggregate_access(&mut self, opcode: Op, inst: Value<'m>) -> Result<InstKind, Unsupported> {
        let first = self.operand(inst.operand(0))?;
        Ok(match opcode {
            Op::LLVMExtractValue => InstKind::ExtractValue { aggregate: first, path: inst.indices() },
            Op::LLVMInsertValue => {
                let value = self.operand(inst.operand(1))?;
                InstKind::InsertValue { aggregate: first, value, path: inst.indices() }
            }
            Op::LLVMExtractElement => InstKind::ExtractElement { vector: first, index: self.operand(inst.operand(1))? },
            Op::LLVMInsertElement => {
                let (value, index) = (self.operand(inst.operand(1))?, self.operand(inst.operand(2))?);
                InstKind::InsertElement { vector: first, value, index }
            }
            _ => InstKind::Shuffle { lhs: first, rhs: self.operand(inst.operand(1))?, mask: inst.shuffle_mask() },
        })
    }

    fn landing_pad(&mut self, pad: Value<'m>) -> Result<InstKind, Unsupported> {
        let clauses = pad
            .clauses()
            .map(|clause| match clause.ty().kind() {
                // The C API does not say; only filters are arrays.
                TyKind::Array { len, .. } => {
                    let types = (0..len as u32).map(|i| clause.element(i).ok_or("filter without element".to_owned()));
                    let types = types.map(|ty| self.operand(ty?)).collect::<Result<_, Unsupported>>()?;
                    Ok(Clause::Filter(types))
                }
                _ => Ok(Clause::Catch(self.operand(clause)?)),
            })
            .collect::<Result<_, Unsupported>>()?;
        Ok(InstKind::LandingPad { clauses, cleanup: pad.is_cleanup() })
    }

    pub(super) fn terminator(&mut self, opcode: Op, inst: Value<'m>) -> Result<InstKind, Unsupported> {
        match opcode {
            Op::LLVMRet if inst.operand_count() == 0 => Ok(InstKind::Return { value: None }),
            Op::LLVMRet => Ok(InstKind::Return { value: Some(self.operand(inst.operand(0))?) }),
            Op::LLVMResume => Ok(InstKind::Resume { value: self.operand(inst.operand(0))? }),
            Op::LLVMUnreachable => Ok(InstKind::Unreachable),
            _ => {
                let targets =
                    inst.successors().map(|block| self.block(block)).collect::<Result<Vec<_>, Unsupported>>()?;
                match (opcode, targets.as_slice()) {
                    (Op::LLVMBr, [target]) => Ok(InstKind::Jump { target: *target }),
                    (Op::LLVMBr, [if_true, if_false]) => {
                        let condition = self.operand(inst.operand(0))?;
                        Ok(InstKind::Branch { condition, if_true: *if_true, if_false: *if_false })
                    }
                    (Op::LLVMSwitch, [default, targets @ ..]) => {
                        let value = self.operand(inst.operand(0))?;
                        let cases = (1..).zip(targets).map(|(i, target)| Ok((self.case_value(inst, i)?, *target)));
                        let cases = cases.collect::<Result<_, Unsupported>>()?;
                        Ok(InstKind::Switch { value, default: *default, cases })
                    }
                    (Op::LLVMIndirectBr, _) => {
                        Ok(InstKind::IndirectJump { address: self.operand(inst.operand(0))?, targets })
                    }
                    _ => Err(name_of(opcode)),
                }
            }
        }
    }

    fn case_value(&mut self, inst: Value<'m>, index: u32) -> Result<ConstId, Unsupported> {
        let value = inst.case_value(index).ok_or("switch case without value")?;
        let lowering: &mut Lowering<'m> = self.lowering;
        match (value.kind(), value.ty().kind()) {
            (ValueKind::Int, TyKind::Int(bits)) => {
                let ty = lowering.ty(value.ty());
                Ok(lowering.int_constant(ty, bits, value))
            }
            _ => Err("switch case that is not an integer".to_owned()),
        }
    }
}

/// Constant expressions carry no flags that the C API would show.
fn flags(op: BinaryOp, inst: Value<'_>) -> WrapFlags {
    match op {
        _ if inst.kind() != ValueKind::Instruction => WrapFlags::default(),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => inst.wrap_flags(),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => inst.exact_flag(),
        _ => WrapFlags::default(),
    }
}
