//! Jumps, branches, switches, returns and the moves on edges.

use super::{Compiler, Label};
use crate::code::{Op, Pc, Slot, SlowOp, SwitchTable};
use crate::layout::Scalar;
use crate::program::MissingSymbol;
use rift_ir::{BlockId, ConstId, InstKind, IntPredicate, Operand};

/// Cases within this many of each other per case become a jump table.
const DENSE_FACTOR: u64 = 4;

/// A source of a phi move.
enum Source {
    Slot(Slot),
    Constant(u64),
}

impl Op {
    pub(crate) fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { target }
            | Op::BrTrue { target, .. }
            | Op::BrFalse { target, .. }
            | Op::BrEq { target, .. }
            | Op::BrNe { target, .. }
            | Op::BrUlt { target, .. }
            | Op::BrUle { target, .. }
            | Op::BrSlt32 { target, .. }
            | Op::BrSle32 { target, .. }
            | Op::BrSlt64 { target, .. }
            | Op::BrSle64 { target, .. }
            | Op::BrEqI { target, .. }
            | Op::BrNeI { target, .. }
            | Op::BrUltI { target, .. }
            | Op::BrUgtI { target, .. }
            | Op::BrSlt32I { target, .. }
            | Op::BrSgt32I { target, .. }
            | Op::BrSlt64I { target, .. }
            | Op::BrSgt64I { target, .. } => Some(target),
            _ => None,
        }
    }
}

impl Compiler<'_> {
    /// Moves for the phis of `to`, then a jump unless `to` comes next.
    pub(super) fn edge(&mut self, from: BlockId, to: BlockId, next: Option<BlockId>) {
        match self.phi_moves(from, to) {
            Ok(moves) => self.parallel_moves(moves),
            Err(MissingSymbol(name)) => self.unsupported(format!("the variable `{name}`, which nothing defines")),
        }
        if next != Some(to) {
            self.emit(Op::Jump { target: to.as_u32() });
        }
    }

    /// A label that leads to `to` with the moves of the edge done.
    fn edge_label(&mut self, from: BlockId, to: BlockId) -> Label {
        if !self.has_phis(to) {
            return to.as_u32();
        }
        let label = self.label_positions.len() as Label;
        self.label_positions.push(None);
        self.pending_edges.push((label, from, to));
        label
    }

    fn has_phis(&self, block: BlockId) -> bool {
        let first = self.function.blocks[block].insts.first();
        first.is_some_and(|i| matches!(self.function.insts[*i].kind, InstKind::Phi { .. }))
    }

    fn phi_moves(&mut self, from: BlockId, to: BlockId) -> Result<Vec<(Slot, Source)>, MissingSymbol> {
        let mut moves = Vec::new();
        for inst in &self.function.blocks[to].insts {
            let inst = &self.function.insts[*inst];
            let (InstKind::Phi { incoming }, Some(result)) = (&inst.kind, inst.result.expand()) else { break };
            let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) else { continue };
            let d = self.value_slot(result);
            match operand {
                Operand::Value(v) => {
                    let a = self.value_slot(*v);
                    let count = self.slots_of(self.function.value_type(*v));
                    moves.extend((0..count).map(|i| (d.plus(i), Source::Slot(a.plus(i)))));
                }
                Operand::Const(id) => {
                    let values = self.constant(*id)?.into_iter().enumerate();
                    moves.extend(values.map(|(i, value)| (d.plus(i as u32), Source::Constant(value))));
                }
            }
        }
        Ok(moves)
    }

    /// All sources are read before any destination is written.
    fn parallel_moves(&mut self, moves: Vec<(Slot, Source)>) {
        let mut pending: Vec<(Slot, Slot)> = Vec::new();
        let mut constants = Vec::new();
        for (d, source) in moves {
            match source {
                Source::Slot(a) if a == d => {}
                Source::Slot(a) => pending.push((d, a)),
                Source::Constant(value) => constants.push((d, value)),
            }
        }
        while !pending.is_empty() {
            // A destination that no other move still reads can be written now.
            let free = pending.iter().position(|(d, _)| !pending.iter().any(|(_, a)| a == d));
            match free {
                Some(i) => {
                    let (d, a) = pending.swap_remove(i);
                    self.emit(Op::Mov { d, a });
                }
                None => {
                    // Only cycles are left: free one destination by saving what it holds.
                    let saved = pending[0].0;
                    let temporary = self.fresh(1);
                    self.emit(Op::Mov { d: temporary, a: saved });
                    pending.iter_mut().filter(|(_, a)| *a == saved).for_each(|(_, a)| *a = temporary);
                }
            }
        }
        for (d, value) in constants {
            self.put_constant(d, &[value]);
        }
    }

    pub(super) fn branch(
        &mut self,
        block: BlockId,
        condition: Operand,
        if_true: BlockId,
        if_false: BlockId,
        next: Option<BlockId>,
    ) -> Result<(), MissingSymbol> {
        if if_true == if_false {
            self.edge(block, if_true, next);
            return Ok(());
        }
        // Jump to the one that does not come next; the other is emitted in line.
        let (away, inline, when) = match next == Some(if_true) {
            true => (if_false, if_true, false),
            false => (if_true, if_false, true),
        };
        let comparison = match condition {
            Operand::Value(v) if self.is_folded_comparison(v) => {
                self.definitions[v].map(|i| &self.function.insts[i].kind)
            }
            _ => None,
        };
        let op = match comparison {
            Some(InstKind::CompareInt { predicate, lhs, rhs }) => {
                let predicate = if when { *predicate } else { inverse(*predicate) };
                let bits = self.lanes(*lhs).0.bits();
                self.compare_and_branch(predicate, bits, *lhs, *rhs)?
            }
            _ => {
                let a = self.slot(condition)?;
                if when { Op::BrTrue { a, target: 0 } } else { Op::BrFalse { a, target: 0 } }
            }
        };
        if !when {
            self.inverted.push(self.position());
        }
        self.emit_jump(op, block, away);
        self.edge(block, inline, next);
        Ok(())
    }

    fn emit_jump(&mut self, mut op: Op, from: BlockId, to: BlockId) {
        let label = self.edge_label(from, to);
        if let Some(target) = op.target_mut() {
            *target = label;
        }
        self.emit(op);
    }

    /// A branch operation whose target is still to be set. `bits` is 32 or 64, or the predicate unsigned.
    fn compare_and_branch(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        lhs: Operand,
        rhs: Operand,
    ) -> Result<Op, MissingSymbol> {
        use IntPredicate::*;
        let target = 0;
        if let Some((predicate, a, imm)) = self.immediate_comparison(predicate, bits, lhs, rhs)? {
            return Ok(match (predicate, bits) {
                (Eq, _) => Op::BrEqI { a, imm, target },
                (Ne, _) => Op::BrNeI { a, imm, target },
                (Ult, _) => Op::BrUltI { a, imm, target },
                (Ugt, _) => Op::BrUgtI { a, imm, target },
                (Slt, 32) => Op::BrSlt32I { a, imm: imm as i32, target },
                (Sgt, 32) => Op::BrSgt32I { a, imm: imm as i32, target },
                (Slt, _) => Op::BrSlt64I { a, imm: imm as i32, target },
                (_, _) => Op::BrSgt64I { a, imm: imm as i32, target },
            });
        }
        let (a, b) = (self.slot(lhs)?, self.slot(rhs)?);
        Ok(match (predicate, bits) {
            (Eq, _) => Op::BrEq { a, b, target },
            (Ne, _) => Op::BrNe { a, b, target },
            (Ult, _) => Op::BrUlt { a, b, target },
            (Ule, _) => Op::BrUle { a, b, target },
            (Ugt, _) => Op::BrUlt { a: b, b: a, target },
            (Uge, _) => Op::BrUle { a: b, b: a, target },
            (Slt, 32) => Op::BrSlt32 { a, b, target },
            (Sle, 32) => Op::BrSle32 { a, b, target },
            (Sgt, 32) => Op::BrSlt32 { a: b, b: a, target },
            (Sge, 32) => Op::BrSle32 { a: b, b: a, target },
            (Slt, _) => Op::BrSlt64 { a, b, target },
            (Sle, _) => Op::BrSle64 { a, b, target },
            (Sgt, _) => Op::BrSlt64 { a: b, b: a, target },
            (Sge, _) => Op::BrSle64 { a: b, b: a, target },
        })
    }

    pub(super) fn switch(
        &mut self,
        block: BlockId,
        value: Operand,
        default: BlockId,
        cases: &[(ConstId, BlockId)],
    ) -> Result<(), MissingSymbol> {
        let a = self.slot(value)?;
        let wide = self.lanes(value).0.bits() > 64;
        let default_label = self.edge_label(block, default);
        let mut labels: Vec<(BlockId, Label)> = vec![(default, default_label)];
        let mut resolved = Vec::with_capacity(cases.len());
        for (constant, target) in cases {
            let label = match labels.iter().find(|(b, _)| b == target) {
                Some((_, label)) => *label,
                None => {
                    let label = self.edge_label(block, *target);
                    labels.push((*target, label));
                    label
                }
            };
            resolved.push((self.constant(*constant)?, label));
        }
        let table = self.switches.len() as u32;
        self.switches.push(switch_table(resolved, default_label, wide));
        self.emit(Op::Switch { a, table });
        Ok(())
    }

    pub(super) fn indirect_jump(
        &mut self,
        block: BlockId,
        address: Operand,
        targets: &[BlockId],
    ) -> Result<(), MissingSymbol> {
        let a = self.slot(address)?;
        let table = self.jumps.len() as u32;
        let mut entries = Vec::new();
        for target in targets {
            if let Some(address) = self.addresses.block(self.id, *target) {
                entries.push((address, self.edge_label(block, *target)));
            }
        }
        entries.sort_unstable();
        self.jumps.push(entries);
        self.emit(Op::IndirectJump { a, table });
        Ok(())
    }

    pub(super) fn return_value(&mut self, value: Option<Operand>) -> Result<(), MissingSymbol> {
        let Some(value) = value else {
            self.emit(Op::Return0);
            return Ok(());
        };
        let a = self.slot(value)?;
        match self.operand_slots(value) {
            1 => self.emit(Op::Return1 { a }),
            count => self.emit(Op::ReturnN { a, count }),
        }
        Ok(())
    }

    /// Unwinding goes on in the runtime: what native code does too.
    pub(super) fn resume(&mut self, value: Operand) -> Result<(), MissingSymbol> {
        let exception = self.slot(value)?;
        match self.module.function_named("_Unwind_Resume") {
            Some(function) => {
                let args = self.pool.len() as u32;
                self.pool.extend([1, exception.0]);
                let d = self.fresh(0);
                match self.module.functions[function].is_defined() {
                    true => self.emit(Op::Call { d, function, args }),
                    false => self.emit(Op::CallHost { d, function, args }),
                }
                self.emit(Op::Unreachable);
            }
            None => self.slow(SlowOp::Unsupported { what: "exceptions without a C++ runtime".to_owned() }),
        }
        Ok(())
    }

    pub(super) fn is_folded_comparison(&self, value: rift_ir::ValueId) -> bool {
        let uses = self.uses[value];
        let Some(definition) = self.definitions[value] else { return false };
        let InstKind::CompareInt { predicate, lhs, .. } = &self.function.insts[definition].kind else { return false };
        let (Scalar::Int(bits), 1) = self.lanes(*lhs) else { return false };
        let signed = !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) && is_signed(*predicate);
        uses.count == 1 && uses.as_condition == 1 && bits <= 64 && (!signed || bits == 32 || bits == 64)
    }
}

pub(super) fn is_signed(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, Sgt | Sge | Slt | Sle)
}

pub(super) fn inverse(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
    }
}

fn switch_table(cases: Vec<(Vec<u64>, Label)>, default: Label, wide: bool) -> SwitchTable {
    if wide {
        return SwitchTable::Wide { cases, default };
    }
    let mut cases: Vec<(u64, Label)> = cases.into_iter().map(|(v, l)| (v.first().copied().unwrap_or(0), l)).collect();
    cases.sort_unstable_by_key(|(v, _)| *v);
    let (Some((base, _)), Some((last, _))) = (cases.first().copied(), cases.last().copied()) else {
        return SwitchTable::Sparse { cases, default };
    };
    let span = last - base;
    if cases.len() < 4 || span >= DENSE_FACTOR * cases.len() as u64 {
        return SwitchTable::Sparse { cases, default };
    }
    let mut targets = vec![default; span as usize + 1];
    for (value, label) in cases {
        targets[(value - base) as usize] = label;
    }
    SwitchTable::Dense { base, targets, default }
}
