//! What a recorder must know about a function: where its instructions are, what they define, and which block follows
//! each branch in any case (its immediate postdominator).
//!
//! Postdominance is structural here: calls come back, and blocks that end in `unreachable` are left out unless nothing
//! else follows. So a test that ends the program in one version does not nest everything after it; that the other run
//! goes on is told by the end of the first one instead (see `why`).

use rift_ir::{
    BlockId, EntityRef, FuncId, Function, InstId, InstKind, Module, Operand, OperandType, Type, TypeId, ValueId,
};
use rift_vm::Program;

/// What an instruction leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defines {
    Nothing,
    Scalar,
    Pointer,
    /// More than one register.
    Wide,
}

#[derive(Debug)]
pub(crate) struct Facts {
    /// By instruction: block, and place in it.
    places: Vec<Option<(BlockId, u32)>>,
    defines: Vec<Defines>,
    /// By block: no operation is left of it, and it leads here.
    passes_to: Vec<Option<BlockId>>,
    /// By block; `None` is the end of the function.
    follows: Vec<Option<BlockId>>,
    /// By instruction: whether it has an operation of its own.
    present: Vec<bool>,
    /// By value.
    definitions: Vec<Option<InstId>>,
}

impl Facts {
    pub fn new(program: &Program, id: FuncId) -> Facts {
        let module = &program.module;
        let function = &module.functions[id];
        let mut places = vec![None; function.insts.len()];
        for (block, data) in &function.blocks {
            for (position, inst) in data.insts.iter().enumerate() {
                places[inst.index()] = Some((block, position as u32));
            }
        }
        let mut definitions = vec![None; function.values.len()];
        for (inst, data) in &function.insts {
            if let Some(result) = data.result.expand() {
                definitions[result.index()] = Some(inst);
            }
        }
        let mut present = vec![false; function.insts.len()];
        let operations = (0..program.operations(id)).flat_map(|pc| program.sites_from(id, pc).next());
        operations.for_each(|site| present[site.inst.index()] = true);
        let passes_to = |block: BlockId| {
            let insts = &function.blocks[block].insts;
            let is_empty = insts.iter().all(|inst| !present[inst.index()]);
            match (is_empty, &function.terminator(block).kind) {
                (true, InstKind::Jump { target }) => Some(*target),
                (true, InstKind::Branch { if_true, if_false, .. }) if if_true == if_false => Some(*if_true),
                _ => None,
            }
        };
        Facts {
            passes_to: function.blocks.keys().map(passes_to).collect(),
            defines: function.insts.keys().map(|inst| defines(module, function, inst)).collect(),
            follows: immediate_postdominators(function),
            places,
            present,
            definitions,
        }
    }

    pub fn place(&self, inst: InstId) -> Option<(BlockId, u32)> {
        self.places[inst.index()]
    }

    pub fn defines(&self, inst: InstId) -> Defines {
        self.defines[inst.index()]
    }

    /// Where the region of a branch at the end of `block` ends.
    pub fn follows(&self, block: BlockId) -> Option<BlockId> {
        self.follows[block.index()]
    }

    /// The blocks that control passes from `first` to `last`, both included, when all but the last are empty. `None` if
    /// it cannot come from one to the other so.
    pub fn passed(&self, first: BlockId, last: BlockId) -> Option<Vec<BlockId>> {
        let mut passed = vec![first];
        let mut here = first;
        while here != last {
            here = self.passes_to[here.index()]?;
            if passed.len() > self.passes_to.len() {
                return None;
            }
            passed.push(here);
        }
        Some(passed)
    }

    /// Instructions with operations of their own.
    pub fn present(&self) -> impl Iterator<Item = InstId> {
        self.present.iter().enumerate().filter(|(_, present)| **present).map(|(at, _)| InstId::new(at))
    }

    /// The instruction, and those that became part of its operations: they define its operands and have no operations
    /// of their own. A terminator also does what the phis do that it leads to.
    pub fn members(&self, function: &Function, inst: InstId) -> Vec<InstId> {
        let mut members = vec![inst];
        let kind = &function.insts[inst].kind;
        if kind.is_terminator() {
            for block in kind.successors() {
                let phis = function.blocks[block].insts.iter().copied();
                members.extend(phis.take_while(|phi| matches!(function.insts[*phi].kind, InstKind::Phi { .. })));
            }
        }
        let mut next = 0;
        while next < members.len() {
            let kind = &function.insts[members[next]].kind;
            next += 1;
            if matches!(kind, InstKind::Phi { .. }) {
                continue;
            }
            kind.visit_operands(|operand| {
                if let Operand::Value(value) = operand
                    && let Some(definition) = self.folded(function, value)
                    && !members.contains(&definition)
                {
                    members.push(definition);
                }
            });
        }
        members
    }

    /// The instruction that defines a value, if it has no operation of its own and is no phi.
    fn folded(&self, function: &Function, value: ValueId) -> Option<InstId> {
        let inst = self.definitions[value.index()]?;
        let is_phi = matches!(function.insts[inst].kind, InstKind::Phi { .. });
        (!self.present[inst.index()] && !is_phi && self.places[inst.index()].is_some()).then_some(inst)
    }
}

/// Of what is stored, for a store.
fn defines(module: &Module, function: &Function, inst: InstId) -> Defines {
    let inst = &function.insts[inst];
    let ty = match (&inst.kind, inst.result.expand()) {
        (InstKind::Store { value, .. }, _) => match module.operand_type(function, *value) {
            OperandType::Type(ty) => ty,
            OperandType::Address => return Defines::Pointer,
        },
        (_, Some(value)) => function.value_type(value),
        (_, None) => return Defines::Nothing,
    };
    of_type(module, ty)
}

fn of_type(module: &Module, ty: TypeId) -> Defines {
    match module.types.get(ty) {
        Type::Void => Defines::Nothing,
        Type::Ptr => Defines::Pointer,
        Type::Int(bits) if *bits <= 64 => Defines::Scalar,
        Type::Float(kind) if kind.bits() <= 64 => Defines::Scalar,
        _ => Defines::Wide,
    }
}

/// By iteration over reverse postorder of the reversed graph (Cooper, Harvey & Kennedy 2001).
fn immediate_postdominators(function: &Function) -> Vec<Option<BlockId>> {
    let count = function.blocks.len();
    let successors = possible_successors(function);
    let mut predecessors = vec![Vec::new(); count + 1];
    let exit = count;
    for (block, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|target| predecessors[*target].push(block));
    }
    let order = postorder(&predecessors, exit);
    let mut number = vec![usize::MAX; count + 1];
    order.iter().enumerate().for_each(|(at, node)| number[*node] = at);
    let mut immediate: Vec<Option<usize>> = vec![None; count + 1];
    immediate[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.iter().rev().filter(|node| **node != exit) {
            let known = successors[*node].iter().copied().filter(|next| immediate[*next].is_some());
            let Some(meet) = known.reduce(|a, b| meet(&immediate, &number, a, b)) else { continue };
            changed |= immediate[*node].replace(meet) != Some(meet);
        }
    }
    let block = |node: Option<usize>| node.filter(|node| *node != exit).map(BlockId::new);
    immediate.into_iter().take(count).map(block).collect()
}

fn meet(immediate: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if number[a] < number[b] { &mut a } else { &mut b };
        match immediate[*lower] {
            Some(next) => *lower = next,
            None => return if number[a] < number[b] { b } else { a },
        }
    }
    a
}

/// By block; the number of blocks stands for the end of the function.
fn possible_successors(function: &Function) -> Vec<Vec<usize>> {
    let exit = function.blocks.len();
    let plain: Vec<Vec<usize>> = function
        .blocks
        .keys()
        .map(|block| function.terminator(block).kind.successors().into_iter().map(|next| next.index()).collect())
        .collect();
    let is_dead = |block: usize| {
        matches!(function.terminator(BlockId::new(block)).kind, InstKind::Unreachable | InstKind::Resume { .. })
    };
    // Backwards from where the function returns; what does not come there leads straight to the end.
    let mut predecessors = vec![Vec::new(); exit];
    for (block, targets) in plain.iter().enumerate() {
        targets.iter().for_each(|target| predecessors[*target].push(block));
    }
    let mut returns = vec![false; exit];
    let mut waiting: Vec<usize> = (0..exit).filter(|block| plain[*block].is_empty() && !is_dead(*block)).collect();
    while let Some(block) = waiting.pop() {
        if !std::mem::replace(&mut returns[block], true) {
            waiting.extend(&predecessors[block]);
        }
    }
    let possible = |targets: &Vec<usize>| -> Vec<usize> {
        let possible: Vec<usize> = targets.iter().copied().filter(|target| returns[*target]).collect();
        if possible.is_empty() { vec![exit] } else { possible }
    };
    plain.iter().map(possible).collect()
}

fn postorder(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::with_capacity(successors.len());
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, next)) = stack.last_mut() {
        match successors[*node].get(*next) {
            Some(to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[*to], true) {
                    stack.push((*to, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}
