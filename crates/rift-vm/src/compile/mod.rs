//! From the typed register form to the machine's code, one function at a time.
//!
//! Blocks are laid out in reverse postorder, so that a definition is met before its uses and most jumps
//! fall through. Phis become moves on edges. Three things make the code small: instructions that only
//! rename bits share their operand's slots, an address used only by loads and stores is folded into them,
//! and a comparison used only by its branch is folded into that.

mod arith;
mod call;
mod cast;
mod control;
mod intrinsic;
mod memory;
mod vector;
mod x86;

use crate::code::{FnCode, Op, PassedArg, Slot, SlowOp, SwitchTable, Unwind};
use crate::layout::{self, Scalar};
use crate::program::{Addresses, MissingSymbol, Program};
use indexmap::IndexMap;
use rift_ir::{
    BlockId, ConstId, EntityRef, FuncId, Function, Inst, InstId, InstKind, Module, Operand, OperandType, SecondaryMap,
    TypeId, ValueId,
};
use std::collections::HashMap;

/// More than this would make calls dearer than the loop saves.
const MAX_LOOP_CONSTANTS: usize = 64;

/// A jump target before code positions are known: a block, or an edge with moves of its own.
type Label = u32;

/// Compiles one defined, verified function.
pub(crate) fn function(module: &Module, addresses: &Addresses, id: FuncId) -> FnCode {
    let function = &module.functions[id];
    let mut c = Compiler::new(module, addresses, id, function);
    c.parameters();
    let order = reverse_postorder(function);
    for block in &order {
        c.reserve_phis(*block);
    }
    let looping = in_loops(function, &order);
    for (i, block) in order.iter().enumerate() {
        c.in_loop = looping[block.index()];
        c.block(*block, order.get(i + 1).copied());
    }
    c.pending_edges();
    c.finish()
}

pub(crate) struct Compiler<'m> {
    module: &'m Module,
    addresses: &'m Addresses,
    id: FuncId,
    function: &'m Function,
    ops: Vec<Op>,
    sites: Vec<InstId>,
    pool: Vec<u32>,
    switches: Vec<SwitchTable>,
    jumps: Vec<Vec<(u64, Label)>>,
    slow: Vec<SlowOp>,
    unwinds: Vec<Unwind>,
    inverted: Vec<u32>,
    passed: Vec<(u32, Vec<PassedArg>)>,
    slots: SecondaryMap<ValueId, Option<Slot>>,
    uses: SecondaryMap<ValueId, Uses>,
    definitions: SecondaryMap<ValueId, Option<InstId>>,
    /// Constants that already lie in a slot, within the current block.
    constants: HashMap<ConstId, Slot>,
    /// Constants that loops use: put into slots once, before the first block.
    loop_constants: IndexMap<ConstId, (Slot, Vec<u64>)>,
    /// Whether the current block can be reached from itself.
    in_loop: bool,
    next_slot: u32,
    uses_stack: bool,
    label_positions: Vec<Option<u32>>,
    /// Edges with moves that could not be emitted in line.
    pending_edges: Vec<(Label, BlockId, BlockId)>,
    current: InstId,
}

/// How a value is used, which decides what may be folded.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    count: u32,
    /// As the address of a load or store.
    as_address: u32,
    /// As the condition of a branch.
    as_condition: u32,
    /// As an index of an address.
    as_index: u32,
    /// One that uses it; the only one when `count` is 1.
    user: Option<InstId>,
}

impl<'m> Compiler<'m> {
    fn new(module: &'m Module, addresses: &'m Addresses, id: FuncId, function: &'m Function) -> Self {
        let mut uses: SecondaryMap<ValueId, Uses> = SecondaryMap::new();
        let mut definitions = SecondaryMap::new();
        for (inst_id, inst) in function.insts.iter() {
            inst.kind.visit_operands(|operand| {
                if let Operand::Value(v) = operand {
                    uses[v].count += 1;
                    uses[v].user = Some(inst_id);
                }
            });
            match &inst.kind {
                InstKind::Load { address: Operand::Value(v), .. }
                | InstKind::Store { address: Operand::Value(v), .. } => uses[*v].as_address += 1,
                InstKind::Branch { condition: Operand::Value(v), .. } => uses[*v].as_condition += 1,
                InstKind::Offset { terms, .. } => {
                    for term in terms {
                        if let Operand::Value(v) = term.index {
                            uses[v].as_index += 1;
                        }
                    }
                }
                _ => {}
            }
            if let Some(result) = inst.result.expand() {
                definitions[result] = Some(inst_id);
            }
        }
        Compiler {
            module,
            addresses,
            id,
            function,
            ops: Vec::new(),
            sites: Vec::new(),
            pool: Vec::new(),
            switches: Vec::new(),
            jumps: Vec::new(),
            slow: Vec::new(),
            unwinds: Vec::new(),
            inverted: Vec::new(),
            passed: Vec::new(),
            slots: SecondaryMap::new(),
            uses,
            definitions,
            constants: HashMap::new(),
            loop_constants: IndexMap::new(),
            in_loop: false,
            next_slot: 0,
            uses_stack: false,
            label_positions: vec![None; function.blocks.len()],
            pending_edges: Vec::new(),
            current: InstId::from_u32(0),
        }
    }

    fn parameters(&mut self) {
        for param in &self.function.params {
            let slot = self.fresh(layout::slots(&self.module.types, self.function.value_type(param.value)));
            self.slots[param.value] = Some(slot);
        }
    }

    fn reserve_phis(&mut self, block: BlockId) {
        for inst in &self.function.blocks[block].insts {
            let inst = &self.function.insts[*inst];
            let (InstKind::Phi { .. }, Some(result)) = (&inst.kind, inst.result.expand()) else { break };
            let slot = self.fresh(self.slots_of(self.function.value_type(result)));
            self.slots[result] = Some(slot);
        }
    }

    fn block(&mut self, block: BlockId, next: Option<BlockId>) {
        self.constants.clear();
        self.label_positions[block.index()] = Some(self.position());
        for inst in &self.function.blocks[block].insts {
            self.current = *inst;
            let inst = &self.function.insts[*inst];
            if let Err(MissingSymbol(name)) = self.instruction(block, inst, next) {
                self.unsupported(format!("the variable `{name}`, which nothing defines"));
            }
        }
    }

    /// Edges with moves that no block could emit in line, behind all blocks.
    fn pending_edges(&mut self) {
        for (label, from, to) in std::mem::take(&mut self.pending_edges) {
            self.current = *self.function.blocks[from].insts.last().expect("verified: a block ends in a terminator");
            self.label_positions[label as usize] = Some(self.position());
            self.edge(from, to, None);
        }
    }

    fn instruction(&mut self, block: BlockId, inst: &'m Inst, next: Option<BlockId>) -> Result<(), MissingSymbol> {
        match &inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs, inst),
            InstKind::Unary { op, value } => self.unary(*op, *value, inst),
            InstKind::CompareInt { predicate, lhs, rhs } => self.compare_int(*predicate, *lhs, *rhs, inst),
            InstKind::CompareFloat { predicate, lhs, rhs } => self.compare_float(*predicate, *lhs, *rhs, inst),
            InstKind::Cast { op, value } => self.cast(*op, *value, inst),
            InstKind::Select { condition, if_true, if_false } => self.select(*condition, *if_true, *if_false, inst),
            InstKind::Alloca { elem_size, count, align } => self.alloca(*elem_size, *count, *align, inst),
            InstKind::Load { address, .. } => self.load(*address, inst),
            InstKind::Store { address, value, .. } => self.store(*address, *value),
            InstKind::Offset { base, offset, terms, .. } => self.offset(*base, *offset, terms, inst),
            InstKind::AtomicRmw { op, address, value } => self.atomic_rmw(*op, *address, *value, inst),
            InstKind::CompareExchange { address, expected, replacement } => {
                self.compare_exchange(*address, *expected, *replacement, inst)
            }
            InstKind::Fence => Ok(()),
            InstKind::ExtractValue { aggregate, path } => self.extract_value(*aggregate, path, inst),
            InstKind::InsertValue { aggregate, value, path } => self.insert_value(*aggregate, *value, path, inst),
            InstKind::ExtractElement { vector, index } => self.extract_element(*vector, *index, inst),
            InstKind::InsertElement { vector, value, index } => self.insert_element(*vector, *value, *index, inst),
            InstKind::Shuffle { lhs, rhs, mask } => self.shuffle(*lhs, *rhs, mask, inst),
            InstKind::Call { callee, signature, args } => self.call(callee, signature, args, inst),
            InstKind::Intrinsic { which, args } => self.intrinsic(which, args, inst),
            InstKind::VaArg { list } => self.va_arg(*list, inst),
            InstKind::Phi { .. } => Ok(()),
            InstKind::LandingPad { .. } => {
                let d = self.define(inst);
                self.slow(SlowOp::LandingPad { d });
                Ok(())
            }
            InstKind::Jump { target } => {
                self.edge(block, *target, next);
                Ok(())
            }
            InstKind::Branch { condition, if_true, if_false } => {
                self.branch(block, *condition, *if_true, *if_false, next)
            }
            InstKind::Switch { value, default, cases } => self.switch(block, *value, *default, cases),
            InstKind::IndirectJump { address, targets } => self.indirect_jump(block, *address, targets),
            InstKind::Invoke { callee, signature, args, normal, unwind } => {
                self.invoke(block, callee, signature, args, (*normal, *unwind), next, inst)
            }
            InstKind::Return { value } => self.return_value(*value),
            InstKind::Resume { value } => self.resume(*value),
            InstKind::Unreachable => {
                self.emit(Op::Unreachable);
                Ok(())
            }
            InstKind::Unsupported { what } => {
                self.unsupported(what.clone());
                if inst.result.is_some() {
                    self.define(inst);
                }
                Ok(())
            }
        }
    }

    /// Puts the constants of loops before everything else. Nothing jumps to the entry block, so only
    /// positions move.
    fn prologue(&mut self) {
        let ops = std::mem::take(&mut self.ops);
        let sites = std::mem::take(&mut self.sites);
        self.current = sites.first().copied().unwrap_or(self.current);
        for (_, (slot, values)) in std::mem::take(&mut self.loop_constants) {
            self.put_constant(slot, &values);
        }
        let shift = self.position();
        self.ops.extend(ops);
        self.sites.extend(sites);
        self.label_positions.iter_mut().flatten().for_each(|position| *position += shift);
        self.unwinds.iter_mut().for_each(|unwind| unwind.call += shift);
        self.inverted.iter_mut().for_each(|branch| *branch += shift);
        self.passed.iter_mut().for_each(|(call, _)| *call += shift);
    }

    fn finish(mut self) -> FnCode {
        self.prologue();
        let positions = self.label_positions;
        // A label without position belongs to a block that nothing reaches.
        let resolve = |label: &mut u32| *label = positions[*label as usize].unwrap_or(0);
        self.ops.iter_mut().filter_map(Op::target_mut).for_each(resolve);
        for table in &mut self.switches {
            match table {
                SwitchTable::Dense { targets, default, .. } => {
                    targets.iter_mut().for_each(resolve);
                    resolve(default);
                }
                SwitchTable::Sparse { cases, default } => {
                    cases.iter_mut().for_each(|(_, label)| resolve(label));
                    resolve(default);
                }
                SwitchTable::Wide { cases, default } => {
                    cases.iter_mut().for_each(|(_, label)| resolve(label));
                    resolve(default);
                }
            }
        }
        self.jumps.iter_mut().flatten().for_each(|(_, label)| resolve(label));
        self.unwinds.iter_mut().for_each(|u| resolve(&mut u.edge));
        let types = &self.module.types;
        let signature = &self.function.signature;
        FnCode {
            id: self.id,
            ops: self.ops,
            sites: self.sites,
            pool: self.pool,
            switches: self.switches,
            jumps: self.jumps,
            slow: self.slow,
            unwinds: self.unwinds,
            inverted: self.inverted,
            passed: self.passed,
            frame_slots: self.next_slot,
            param_slots: signature.params.iter().map(|t| layout::slots(types, *t)).sum(),
            fixed_params: signature.params.len() as u32,
            uses_stack: self.uses_stack,
        }
    }

    // --- helpers shared by the submodules ---

    fn position(&self) -> u32 {
        self.ops.len() as u32
    }

    fn emit(&mut self, op: Op) {
        self.ops.push(op);
        self.sites.push(self.current);
    }

    fn slow(&mut self, op: SlowOp) {
        let index = self.slow.len() as u32;
        self.slow.push(op);
        self.emit(Op::Slow { index });
    }

    fn unsupported(&mut self, what: String) {
        self.slow(SlowOp::Unsupported { what });
    }

    fn fresh(&mut self, count: u32) -> Slot {
        let slot = Slot(self.next_slot);
        self.next_slot += count;
        slot
    }

    fn slots_of(&self, ty: TypeId) -> u32 {
        layout::slots(&self.module.types, ty)
    }

    /// Fresh slots for the result of an instruction.
    fn define(&mut self, inst: &Inst) -> Slot {
        let Some(result) = inst.result.expand() else { return self.fresh(0) };
        let slot = self.fresh(self.slots_of(self.function.value_type(result)));
        self.slots[result] = Some(slot);
        slot
    }

    /// The result is these slots, which already hold it.
    fn alias(&mut self, inst: &Inst, slot: Slot) {
        if let Some(result) = inst.result.expand() {
            self.slots[result] = Some(slot);
        }
    }

    fn result_type(&self, inst: &Inst) -> TypeId {
        let result = inst.result.expand().expect("verified: an instruction of this kind has a result");
        self.function.value_type(result)
    }

    fn operand_type(&self, operand: Operand) -> OperandType {
        self.module.operand_type(self.function, operand)
    }

    fn operand_slots(&self, operand: Operand) -> u32 {
        match self.operand_type(operand) {
            OperandType::Type(ty) => self.slots_of(ty),
            OperandType::Address => 1,
        }
    }

    /// Lane type and lane count of a scalar or vector operand.
    fn lanes(&self, operand: Operand) -> (Scalar, u32) {
        match self.operand_type(operand) {
            OperandType::Type(ty) => self.lanes_of(ty),
            OperandType::Address => (Scalar::Int(64), 1),
        }
    }

    fn lanes_of(&self, ty: TypeId) -> (Scalar, u32) {
        layout::lanes(&self.module.types, ty).expect("verified: a scalar or vector type")
    }

    /// The slots that hold an operand; constants are put into fresh ones.
    fn slot(&mut self, operand: Operand) -> Result<Slot, MissingSymbol> {
        match operand {
            Operand::Value(value) => Ok(self.value_slot(value)),
            Operand::Const(id) => {
                if let Some(slot) = self.constants.get(&id) {
                    return Ok(*slot);
                }
                if let Some((slot, _)) = self.loop_constants.get(&id) {
                    return Ok(*slot);
                }
                let values = self.constant(id)?;
                let slot = self.fresh(values.len() as u32);
                if self.in_loop && values.len() == 1 && self.loop_constants.len() < MAX_LOOP_CONSTANTS {
                    self.loop_constants.insert(id, (slot, values));
                } else {
                    self.put_constant(slot, &values);
                    self.constants.insert(id, slot);
                }
                Ok(slot)
            }
        }
    }

    fn value_slot(&mut self, value: ValueId) -> Slot {
        if let Some(slot) = self.slots[value] {
            return slot;
        }
        // Only a value whose definition nothing reaches, or one folded away that is needed after all.
        let slot = self.fresh(self.slots_of(self.function.value_type(value)));
        self.slots[value] = Some(slot);
        slot
    }

    fn constant(&self, id: ConstId) -> Result<Vec<u64>, MissingSymbol> {
        let mut values = Vec::new();
        Program::constant_slots(self.module, self.addresses, id, &mut values)?;
        Ok(values)
    }

    /// The value of a constant operand of one slot.
    fn small_constant(&self, operand: Operand) -> Option<u64> {
        let Operand::Const(id) = operand else { return None };
        match self.constant(id).ok()?.as_slice() {
            [value] => Some(*value),
            _ => None,
        }
    }

    fn put_constant(&mut self, d: Slot, values: &[u64]) {
        for (i, value) in values.iter().enumerate() {
            self.emit(Op::Const { d: d.plus(i as u32), low: *value as u32, high: (*value >> 32) as u32 });
        }
    }

    fn copy(&mut self, d: Slot, a: Slot, count: u32) {
        match count {
            0 => {}
            1 => self.emit(Op::Mov { d, a }),
            _ => self.emit(Op::MovN { d, a, count }),
        }
    }
}

/// Which blocks lie on a cycle: those of strongly connected components (Kosaraju's algorithm: `order` is a
/// reverse postorder, the second search goes against the edges) that have an edge inside.
fn in_loops(function: &Function, order: &[BlockId]) -> Vec<bool> {
    let count = function.blocks.len();
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); count];
    for block in order {
        successors(function, *block).into_iter().for_each(|next| predecessors[next.index()].push(*block));
    }
    let mut component: Vec<Option<BlockId>> = vec![None; count];
    for root in order {
        let mut pending = vec![*root];
        while let Some(block) = pending.pop() {
            if component[block.index()].is_none() {
                component[block.index()] = Some(*root);
                pending.extend(&predecessors[block.index()]);
            }
        }
    }
    let mut looping = vec![false; count];
    let mut inside: Vec<bool> = vec![false; count];
    for block in order {
        let root = component[block.index()];
        let edge = predecessors[block.index()].iter().any(|p| component[p.index()] == root);
        if let Some(root) = root {
            inside[root.index()] |= edge;
        }
    }
    for block in order {
        looping[block.index()] = component[block.index()].is_some_and(|root| inside[root.index()]);
    }
    looping
}

fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::with_capacity(function.blocks.len());
    let entry = BlockId::from_u32(0);
    let mut stack = vec![(entry, successors(function, entry))];
    seen[0] = true;
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, successors(function, next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The first successor is visited first, so that it comes last in postorder and falls through.
fn successors(function: &Function, block: BlockId) -> Vec<BlockId> {
    function.terminator(block).kind.successors()
}
