//! The body of one function: values are numbered first, then blocks are filled in order, phis last.

use super::{Lowering, Unsupported};
use crate::llvm::{BasicBlock, Value};
use llvm_sys::LLVMOpcode as Op;
use rift_ir::{
    Block, BlockId, Const, Inst, InstId, InstKind, Operand, PackedOption, Param, PosId, PrimaryMap, TypeId, ValueData,
    ValueId,
};
use std::collections::{HashMap, HashSet};

/// The state of lowering one function.
pub(super) struct Body<'l, 'm> {
    pub(super) lowering: &'l mut Lowering<'m>,
    function: Value<'m>,
    numbers: HashMap<Value<'m>, ValueId>,
    values: PrimaryMap<ValueId, ValueData>,
    insts: PrimaryMap<InstId, Inst>,
    blocks: PrimaryMap<BlockId, Block>,
    /// Where instructions go.
    current: BlockId,
    position: Option<PosId>,
    /// Some terminator had no form: its edges are gone, and phis must forget them.
    lost_edges: bool,
}

pub(super) fn lower_body<'m>(lowering: &mut Lowering<'m>, function: Value<'m>) {
    let id = lowering.functions[&function];
    let mut body = Body {
        lowering,
        function,
        numbers: HashMap::new(),
        values: PrimaryMap::new(),
        insts: PrimaryMap::new(),
        blocks: PrimaryMap::new(),
        current: BlockId::from_u32(0),
        position: None,
        lost_edges: false,
    };
    let params = function.params().map(|p| Param { value: body.number(p), name: p.name() }).collect();
    for block in function.blocks() {
        body.blocks.push(Block::default());
        for inst in block.insts() {
            if !is_void(inst) {
                body.number(inst);
            }
        }
    }
    let mut phis = Vec::new();
    for (block, source) in (0..).map(BlockId::from_u32).zip(function.blocks()) {
        body.current = block;
        for inst in source.insts() {
            body.position = body.lowering.positions.of_inst(&mut body.lowering.module, inst);
            if inst.opcode() == Some(Op::LLVMPHI) {
                let placeholder = InstKind::Phi { incoming: Vec::new() };
                phis.push((inst, body.define(inst, placeholder)));
            } else {
                body.inst(inst);
            }
        }
    }
    for (source, phi) in phis {
        body.fill_phi(source, phi);
    }
    let Body { values, insts, blocks, .. } = body;
    let lowered = &mut lowering.module.functions[id];
    (lowered.params, lowered.values, lowered.insts, lowered.blocks) = (params, values, insts, blocks);
}

fn is_void(inst: Value<'_>) -> bool {
    matches!(inst.ty().kind(), crate::llvm::TyKind::Void)
}

impl<'m> Body<'_, 'm> {
    fn number(&mut self, value: Value<'m>) -> ValueId {
        let ty = self.lowering.ty(value.ty());
        let id = self.values.push(ValueData { ty });
        self.numbers.insert(value, id);
        id
    }

    fn push(&mut self, kind: InstKind, result: Option<ValueId>) -> InstId {
        let position = PackedOption::from(self.position);
        let id = self.insts.push(Inst { kind, result: PackedOption::from(result), position });
        self.blocks[self.current].insts.push(id);
        id
    }

    /// An instruction without result.
    pub(super) fn emit(&mut self, kind: InstKind) {
        self.push(kind, None);
    }

    /// An instruction that LLVM does not have, with a result of its own.
    pub(super) fn emit_value(&mut self, kind: InstKind, ty: TypeId) -> Operand {
        let value = self.values.push(ValueData { ty });
        self.push(kind, Some(value));
        Operand::Value(value)
    }

    /// The instruction that computes what `source` does.
    pub(super) fn define(&mut self, source: Value<'m>, kind: InstKind) -> InstId {
        let result = self.numbers.get(&source).copied();
        self.push(kind, result)
    }

    pub(super) fn operand(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        self.lowering.supported(value.ty())?;
        match self.numbers.get(&value) {
            Some(number) => Ok(Operand::Value(*number)),
            None if value.is_constant() => self.constant(value),
            None => Err(format!("operand {:?}", value.kind())),
        }
    }

    pub(super) fn block(&mut self, block: BasicBlock<'m>) -> Result<BlockId, Unsupported> {
        self.lowering.block_of(self.function, block).ok_or_else(|| "branch out of the function".to_owned())
    }

    /// A call that can unwind in LLVM cannot here: the landing pad loses this predecessor.
    pub(super) fn forget_unwind_edge(&mut self) {
        self.lost_edges = true;
    }

    fn inst(&mut self, inst: Value<'m>) {
        let result = match inst.opcode() {
            Some(opcode) => self.supported_inst(opcode, inst),
            None => Err("unknown instruction".to_owned()),
        };
        if let Err(what) = result {
            self.lost_edges |= inst.is_terminator();
            self.define(inst, InstKind::Unsupported { what });
        }
    }

    fn supported_inst(&mut self, opcode: Op, inst: Value<'m>) -> Result<(), Unsupported> {
        self.lowering.supported(inst.ty())?;
        match opcode {
            Op::LLVMCall | Op::LLVMInvoke => self.call(opcode, inst),
            Op::LLVMCallBr | Op::LLVMCleanupRet | Op::LLVMCatchRet | Op::LLVMCatchSwitch => Err(name_of(opcode)),
            Op::LLVMRet | Op::LLVMBr | Op::LLVMSwitch | Op::LLVMIndirectBr | Op::LLVMResume | Op::LLVMUnreachable => {
                let kind = self.terminator(opcode, inst)?;
                self.emit(kind);
                Ok(())
            }
            _ => {
                let kind = self.computation(opcode, inst)?;
                self.define(inst, kind);
                Ok(())
            }
        }
    }

    /// Incoming constants that need computing are computed at the end of the block they come from; what cannot be
    /// computed makes that end unsupported.
    fn fill_phi(&mut self, source: Value<'m>, phi: InstId) {
        self.position = self.insts[phi].position.expand();
        let result = self.insts[phi].result.expand().expect("phis have results");
        let ty = self.values[result].ty;
        let mut incoming: Vec<(BlockId, Operand)> = Vec::new();
        for (block, value) in source.incoming() {
            let Ok(from) = self.block(block) else { continue };
            // Several edges from one block bring the same value.
            if let Some(known) = incoming.iter().find(|(block, _)| *block == from) {
                incoming.push(*known);
                continue;
            }
            self.current = from;
            let terminator = self.blocks[from].insts.pop();
            let operand = self.operand(value).unwrap_or_else(|what| {
                self.emit(InstKind::Unsupported { what });
                Operand::Const(self.lowering.module.consts.intern(Const::Undef(ty)))
            });
            self.blocks[from].insts.extend(terminator);
            incoming.push((from, operand));
        }
        if self.lost_edges {
            let to = self.block_with(phi);
            let from: HashSet<BlockId> =
                self.blocks.iter().filter(|(_, b)| self.leads_to(b, to)).map(|(id, _)| id).collect();
            incoming.retain(|(block, _)| from.contains(block));
        }
        self.insts[phi].kind = InstKind::Phi { incoming };
    }

    fn block_with(&self, inst: InstId) -> BlockId {
        let found = self.blocks.iter().find(|(_, b)| b.insts.contains(&inst));
        found.map(|(id, _)| id).expect("every instruction was pushed to a block")
    }

    fn leads_to(&self, block: &Block, to: BlockId) -> bool {
        block.insts.last().is_some_and(|last| self.insts[*last].kind.successors().contains(&to))
    }
}

/// `CatchSwitch` as `catchswitch`.
pub(super) fn name_of(opcode: Op) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}
