//! Calls and invokes: argument lists, by-value copies, and what `va_start` will need to know.

use super::Compiler;
use crate::code::{ArgClass, Op, PassedArg, Slot, SlowOp, Unwind};
use crate::layout::{self, Scalar};
use crate::program::MissingSymbol;
use rift_ir::{BlockId, CallArg, Callee, FloatKind, Inst, InstKind, Operand, OperandType, Signature, Type};

impl Compiler<'_> {
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        signature: &Signature,
        args: &[CallArg],
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        if let Callee::Asm(asm) = callee {
            return self.assembly(asm, args, inst);
        }
        let by_value = args.iter().any(|a| a.by_value.is_some());
        let mark = by_value.then(|| self.fresh(1));
        if let Some(mark) = mark {
            self.uses_stack = true;
            self.slow(SlowOp::StackMark { d: mark });
        }
        self.call_itself(callee, signature, args, inst)?;
        if let Some(mark) = mark {
            self.slow(SlowOp::StackRelease { mark });
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "an invoke is a call and a terminator at once")]
    pub(super) fn invoke(
        &mut self,
        block: BlockId,
        callee: &Callee,
        signature: &Signature,
        args: &[CallArg],
        (normal, unwind): (BlockId, BlockId),
        next: Option<BlockId>,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        if matches!(callee, Callee::Asm(_)) {
            self.unsupported("inline assembly that may unwind".to_owned());
            return Ok(());
        }
        self.uses_stack |= args.iter().any(|a| a.by_value.is_some());
        let call = self.call_itself(callee, signature, args, inst)?;
        let pad = self.function.blocks[unwind].insts.iter().copied();
        let landing_pad = pad.into_iter().find(|i| matches!(self.function.insts[*i].kind, InstKind::LandingPad { .. }));
        if let Some(landing_pad) = landing_pad {
            let label = self.label_positions.len() as u32;
            self.label_positions.push(None);
            self.pending_edges.push((label, block, unwind));
            self.unwinds.push(Unwind { call, edge: label, landing_pad });
        }
        self.edge(block, normal, next);
        Ok(())
    }

    /// Emits the call operation and says where it is.
    fn call_itself(
        &mut self,
        callee: &Callee,
        signature: &Signature,
        args: &[CallArg],
        inst: &Inst,
    ) -> Result<u32, MissingSymbol> {
        let address = match callee {
            Callee::Indirect(address) => Some(self.slot(*address)?),
            Callee::Direct(_) | Callee::Asm(_) => None,
        };
        let mut slots = Vec::with_capacity(args.len());
        for arg in args {
            slots.push(self.argument(arg)?);
        }
        let pool = self.pool.len() as u32;
        self.pool.push(0);
        for (arg, slot) in args.iter().zip(&slots) {
            let count = self.operand_slots(arg.value);
            self.pool.extend((0..count).map(|i| slot.plus(i).0));
        }
        self.pool[pool as usize] = self.pool.len() as u32 - pool - 1;
        let d = self.define(inst);
        let position = self.position();
        self.emit(match (callee, address) {
            (Callee::Direct(function), _) if self.module.functions[*function].is_defined() => {
                Op::Call { d, function: *function, args: pool }
            }
            (Callee::Direct(function), _) => Op::CallHost { d, function: *function, args: pool },
            (_, Some(address)) => Op::CallIndirect { d, address, args: pool },
            (_, None) => Op::Unreachable,
        });
        if signature.variadic {
            let passed = args.iter().zip(slots).flat_map(|(arg, slot)| self.classify(arg, slot)).collect();
            self.passed.push((position, passed));
        }
        Ok(position)
    }

    fn argument(&mut self, arg: &CallArg) -> Result<Slot, MissingSymbol> {
        let source = self.slot(arg.value)?;
        let Some((size, align)) = arg.by_value else { return Ok(source) };
        let d = self.fresh(1);
        self.slow(SlowOp::CopyByValue { d, source, size, align });
        Ok(d)
    }

    /// Argument classes of the x86-64 System V ABI (section 3.2.3), as clang has already split them.
    fn classify(&self, arg: &CallArg, slot: Slot) -> Vec<PassedArg> {
        if let Some((size, align)) = arg.by_value {
            let class = ArgClass::Memory { size: u32::try_from(size).unwrap_or(u32::MAX), align };
            return vec![PassedArg { class, slot }];
        }
        let OperandType::Type(ty) = self.operand_type(arg.value) else {
            return vec![PassedArg { class: ArgClass::Integer { slots: 1 }, slot }];
        };
        let types = &self.module.types;
        if let Type::Vector { elem, len } = types.get(ty) {
            let lane_bytes = types.store_size(*elem) as u8;
            return vec![PassedArg { class: ArgClass::Sse { slots: *len as u8, lane_bytes }, slot }];
        }
        let leaves = layout::leaves(types, ty).into_iter();
        leaves.map(|leaf| PassedArg { class: scalar_class(leaf.scalar), slot: slot.plus(leaf.slot) }).collect()
    }

    /// Empty assembly is a barrier: outputs tied to inputs pass through. Anything else cannot be run.
    fn assembly(&mut self, asm: &rift_ir::AsmText, args: &[CallArg], inst: &Inst) -> Result<(), MissingSymbol> {
        let text = asm.text.trim();
        let barrier = matches!(text, "" | "nop" | "pause" | "rep; nop" | "rep nop" | "mfence" | "lfence" | "sfence")
            || text.starts_with('#');
        if !barrier && self.cpuid(asm, args, inst)? {
            return Ok(());
        }
        if !barrier {
            self.unsupported(format!("inline assembly `{text}`"));
            self.define(inst);
            return Ok(());
        }
        let outputs = asm.constraints.split(',').filter(|c| c.starts_with('=')).collect::<Vec<_>>();
        let indirect = outputs.iter().any(|c| c.contains('*'));
        if inst.result.is_none() || indirect {
            self.define(inst);
            return Ok(());
        }
        // Each input constraint that is a number is tied to that output.
        let inputs = asm.constraints.split(',').filter(|c| !c.starts_with(['=', '~', '!']));
        let tied: Vec<(usize, Operand)> = inputs
            .zip(args)
            .filter_map(|(constraint, arg)| Some((constraint.parse::<usize>().ok()?, arg.value)))
            .collect();
        let ty = self.result_type(inst);
        let types = &self.module.types;
        let parts: Vec<u32> = match types.get(ty) {
            Type::Struct { fields, .. } => fields.iter().map(|f| layout::slots(types, f.ty)).collect(),
            _ => vec![layout::slots(types, ty)],
        };
        let mut sources = Vec::new();
        for (output, operand) in tied {
            sources.push((output, self.slot(operand)?));
        }
        let d = self.define(inst);
        let mut at = 0;
        for (output, slots) in parts.into_iter().enumerate() {
            match sources.iter().find(|(o, _)| *o == output) {
                Some((_, source)) => self.copy(d.plus(at), *source, slots),
                None => (0..slots).for_each(|i| self.emit(Op::Const { d: d.plus(at + i), low: 0, high: 0 })),
            }
            at += slots;
        }
        Ok(())
    }
}

fn scalar_class(scalar: Scalar) -> ArgClass {
    match scalar {
        Scalar::Float(FloatKind::X87) => ArgClass::X87,
        Scalar::Float(FloatKind::Quad) => ArgClass::Sse { slots: 2, lane_bytes: 8 },
        Scalar::Float(kind) => ArgClass::Sse { slots: 1, lane_bytes: (kind.bits() / 8) as u8 },
        Scalar::Int(bits) => ArgClass::Integer { slots: bits.div_ceil(64) as u8 },
    }
}
