//! Intrinsics: those that only promise something vanish, block operations and varargs have operations of
//! their own, the rest is computed lane by lane.

use super::Compiler;
use crate::code::{Op, Place, Slot, SlowOp};
use crate::layout::Scalar;
use crate::program::MissingSymbol;
use rift_ir::{BinaryOp, Inst, Intrinsic, Operand, Type};

impl Compiler<'_> {
    pub(super) fn intrinsic(&mut self, which: &Intrinsic, args: &[Operand], inst: &Inst) -> Result<(), MissingSymbol> {
        use Intrinsic::*;
        match which {
            Assume | Prefetch | DoNothing | SideEffect | NoAliasScope | VarAnnotation | LifetimeStart | LifetimeEnd
            | InvariantEnd | VaEnd => Ok(()),
            Expect
            | ExpectWithProbability
            | Annotation
            | PtrAnnotation
            | SsaCopy
            | LaunderInvariantGroup
            | StripInvariantGroup
            | ThreadlocalAddress
            | Canonicalize => {
                let a = self.slot(args[0])?;
                self.alias(inst, a);
                Ok(())
            }
            InvariantStart => self.constant_result(0, inst),
            // Asked in code that is not optimised: nothing is known to be constant.
            IsConstant => self.constant_result(0, inst),
            TypeTest => self.constant_result(1, inst),
            // To nearest, ties to even: the only rounding mode the machine has.
            FltRounds => self.constant_result(1, inst),
            ReadCycleCounter | ReturnAddress | AddressOfReturnAddress => self.constant_result(0, inst),
            Trap | UbsanTrap | DebugTrap => {
                self.slow(SlowOp::Trap);
                Ok(())
            }
            Memcpy | MemcpyInline | Memmove => {
                let (to, from, length) = (self.slot(args[0])?, self.slot(args[1])?, self.slot(args[2])?);
                self.slow(SlowOp::Memcpy { to, from, length });
                Ok(())
            }
            Memset | MemsetInline => {
                let (to, byte, length) = (self.slot(args[0])?, self.slot(args[1])?, self.slot(args[2])?);
                self.slow(SlowOp::Memset { to, byte, length });
                Ok(())
            }
            VaStart => {
                self.uses_stack = true;
                let list = self.slot(args[0])?;
                self.slow(SlowOp::VaStart { list });
                Ok(())
            }
            VaCopy => {
                let (to, from) = (self.slot(args[0])?, self.slot(args[1])?);
                self.slow(SlowOp::VaCopy { to, from });
                Ok(())
            }
            StackSave => {
                let d = self.define(inst);
                self.slow(SlowOp::StackMark { d });
                Ok(())
            }
            StackRestore => {
                let mark = self.slot(args[0])?;
                self.slow(SlowOp::StackRelease { mark });
                Ok(())
            }
            FrameAddress => {
                let d = self.define(inst);
                self.slow(SlowOp::FrameAddress { d });
                Ok(())
            }
            ObjectSize => {
                let address = self.slot(args[0])?;
                let minimum = self.small_constant(args[1]) == Some(1);
                let d = self.define(inst);
                self.slow(SlowOp::ObjectSize { d, address, minimum });
                Ok(())
            }
            LoadRelative => {
                let (base, offset) = (self.slot(args[0])?, self.slot(args[1])?);
                let d = self.define(inst);
                self.slow(SlowOp::LoadRelative { d, base, offset });
                Ok(())
            }
            EhTypeidFor => {
                // The selector of a type is its type_info's address, which lies below 2^31.
                let a = self.slot(args[0])?;
                let d = self.define(inst);
                self.emit(Op::Mask { d, a, bits: 31 });
                Ok(())
            }
            PtrMask => {
                let (a, b) = (self.slot(args[0])?, self.slot(args[1])?);
                let d = self.define(inst);
                self.emit(Op::And { d, a, b });
                Ok(())
            }
            ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSmax | ReduceSmin | ReduceUmax
            | ReduceUmin | ReduceFmax | ReduceFmin | ReduceFmaximum | ReduceFminimum => {
                self.reduce(which, None, args[0], inst)
            }
            ReduceFadd | ReduceFmul => self.reduce(which, Some(args[0]), args[1], inst),
            VectorInsert | VectorExtract | VectorReverse | VectorInterleave2 | VectorDeinterleave2 => {
                self.rearrange(which, args, inst)
            }
            MaskedLoad => {
                // Older producers pass the alignment between address and mask.
                let [address, .., mask, otherwise] = args else { return Ok(()) };
                let (scalar, lanes) = self.lanes(*otherwise);
                let (address, mask, otherwise) = (self.slot(*address)?, self.slot(*mask)?, self.slot(*otherwise)?);
                let d = self.define(inst);
                self.copy(d, otherwise, lanes * scalar.slots());
                self.slow(SlowOp::MaskedLoad { d, scalar, lanes, address, mask });
                Ok(())
            }
            MaskedStore => {
                let [value, address, .., mask] = args else { return Ok(()) };
                let (scalar, lanes) = self.lanes(*value);
                let (a, address, mask) = (self.slot(*value)?, self.slot(*address)?, self.slot(*mask)?);
                self.slow(SlowOp::MaskedStore { a, scalar, lanes, address, mask });
                Ok(())
            }
            Other(name) => self.x86_intrinsic(name, args, inst),
            _ => self.lane_by_lane(which, args, inst),
        }
    }

    fn constant_result(&mut self, value: u64, inst: &Inst) -> Result<(), MissingSymbol> {
        let d = self.define(inst);
        self.put_constant(d, &[value]);
        Ok(())
    }

    /// Elementwise: lane i of the result from lane i of the vector arguments; scalar arguments go to all.
    fn lane_by_lane(&mut self, which: &Intrinsic, args: &[Operand], inst: &Inst) -> Result<(), MissingSymbol> {
        let mut sources: Vec<(Slot, Scalar, u32)> = Vec::with_capacity(args.len());
        for arg in args {
            let slot = self.slot(*arg)?;
            let (scalar, lanes) = self.lanes(*arg);
            sources.push((slot, scalar, lanes));
        }
        let lanes = sources.iter().map(|(_, _, lanes)| *lanes).max().unwrap_or(1);
        let parts = self.result_parts(inst);
        let d = self.define(inst);
        let [(scalar, _), ..] = parts.as_slice() else { return Ok(()) };
        let scalar = *scalar;
        // A result of two parts ({value, flag}, {mantissa, exponent}) is computed into adjacent slots, then
        // spread over the two vectors.
        let spread = lanes > 1 && parts.len() > 1;
        let temporary = if spread { self.fresh(parts.iter().map(|(s, _)| s.slots()).sum()) } else { d };
        for lane in 0..lanes {
            let args = sources.iter().map(|(slot, scalar, n)| {
                let at = if *n > 1 { lane * scalar.slots() } else { 0 };
                Place { slot: slot.plus(at), scalar: *scalar }
            });
            let args = args.collect();
            let to = if spread { temporary } else { d.plus(lane * scalar.slots()) };
            self.slow(SlowOp::Intrinsic { which: which.clone(), d: Place { slot: to, scalar }, args });
            if spread {
                let mut from = temporary;
                let mut start = d;
                for (scalar, n) in &parts {
                    self.copy(start.plus(lane * scalar.slots()), from, scalar.slots());
                    from = from.plus(scalar.slots());
                    start = start.plus(n * scalar.slots());
                }
            }
        }
        Ok(())
    }

    /// Lane type and count of each field of a struct result, or of the one result.
    fn result_parts(&self, inst: &Inst) -> Vec<(Scalar, u32)> {
        let ty = self.result_type(inst);
        match self.module.types.get(ty) {
            Type::Struct { fields, .. } => fields.iter().map(|f| self.lanes_of(f.ty)).collect(),
            _ => vec![self.lanes_of(ty)],
        }
    }

    /// Left to right, which is what the ordered float reductions ask for.
    fn reduce(
        &mut self,
        which: &Intrinsic,
        start: Option<Operand>,
        vector: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(vector);
        let a = self.slot(vector)?;
        let start = start.map(|s| self.slot(s)).transpose()?;
        let d = self.define(inst);
        let (first, from) = match start {
            Some(start) => (start, 0),
            None => (a, 1),
        };
        self.copy(d, first, scalar.slots());
        for lane in from..lanes {
            let b = a.plus(lane * scalar.slots());
            match reduction_step(which) {
                Ok(op) => self.reduction_binary(op, scalar, d, b),
                Err(step) => {
                    let args = vec![Place { slot: d, scalar }, Place { slot: b, scalar }];
                    self.slow(SlowOp::Intrinsic { which: step, d: Place { slot: d, scalar }, args });
                }
            }
        }
        Ok(())
    }

    fn reduction_binary(&mut self, op: BinaryOp, scalar: Scalar, d: Slot, b: Slot) {
        match scalar {
            Scalar::Int(bits) => self.slow(SlowOp::IntBinary { op, bits, d, a: d, b }),
            Scalar::Float(kind) => self.slow(SlowOp::FloatBinary { op, kind, d, a: d, b }),
        }
    }

    fn rearrange(&mut self, which: &Intrinsic, args: &[Operand], inst: &Inst) -> Result<(), MissingSymbol> {
        let (scalar, lanes) = self.lanes(args[0]);
        let slots = scalar.slots();
        let a = self.slot(args[0])?;
        let b = args.get(1).map(|b| self.slot(*b)).transpose()?.unwrap_or(a);
        let position = args.last().and_then(|p| self.small_constant(*p)).unwrap_or(0) as u32;
        let (result_slots, b_slots) =
            (self.slots_of(self.result_type(inst)), args.get(1).map_or(0, |b| self.operand_slots(*b)));
        let d = self.define(inst);
        match which {
            Intrinsic::VectorInsert => {
                self.copy(d, a, lanes * slots);
                self.copy(d.plus(position * slots), b, b_slots);
            }
            Intrinsic::VectorExtract => self.copy(d, a.plus(position * slots), result_slots),
            Intrinsic::VectorReverse => {
                (0..lanes).for_each(|i| self.copy(d.plus(i * slots), a.plus((lanes - 1 - i) * slots), slots));
            }
            Intrinsic::VectorInterleave2 => (0..lanes).for_each(|i| {
                self.copy(d.plus(2 * i * slots), a.plus(i * slots), slots);
                self.copy(d.plus((2 * i + 1) * slots), b.plus(i * slots), slots);
            }),
            _ => (0..lanes / 2).for_each(|i| {
                self.copy(d.plus(i * slots), a.plus(2 * i * slots), slots);
                self.copy(d.plus((lanes / 2 + i) * slots), a.plus((2 * i + 1) * slots), slots);
            }),
        }
        Ok(())
    }

    pub(super) fn va_arg(&mut self, list: Operand, inst: &Inst) -> Result<(), MissingSymbol> {
        let ty = self.result_type(inst);
        let list = self.slot(list)?;
        let d = self.define(inst);
        match crate::layout::scalar(&self.module.types, ty) {
            Some(scalar) => self.slow(SlowOp::VaArg { d: Place { slot: d, scalar }, list }),
            None => self.unsupported("va_arg of an aggregate".to_owned()),
        }
        Ok(())
    }
}

/// The operation between two lanes of a reduction: a binary operation or another intrinsic.
fn reduction_step(which: &Intrinsic) -> Result<BinaryOp, Intrinsic> {
    use Intrinsic::*;
    Ok(match which {
        ReduceAdd => BinaryOp::Add,
        ReduceMul => BinaryOp::Mul,
        ReduceAnd => BinaryOp::And,
        ReduceOr => BinaryOp::Or,
        ReduceXor => BinaryOp::Xor,
        ReduceFadd => BinaryOp::FAdd,
        ReduceFmul => BinaryOp::FMul,
        ReduceSmax => return Err(Smax),
        ReduceSmin => return Err(Smin),
        ReduceUmax => return Err(Umax),
        ReduceUmin => return Err(Umin),
        ReduceFmax => return Err(MaxNum),
        ReduceFmin => return Err(MinNum),
        ReduceFmaximum => return Err(Maximum),
        _ => return Err(Minimum),
    })
}
