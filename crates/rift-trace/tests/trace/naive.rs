//! Dependences by their definitions, found by a slow interpreter that shares nothing with the machine: each value and
//! each byte carries the set of all definitions that went into it.

use rift_ir::{
    BinaryOp, BlockId, Callee, CastOp, Const, EntityRef, FuncId, Function, Inst, InstId, InstKind, IntPredicate,
    Intrinsic, Module, Operand, Site, Type, TypeId, ValueId,
};
use rift_vm::Program;
use std::collections::{BTreeSet, HashMap, HashSet};

/// An execution of an instruction: the n-th of its site.
pub type Definition = (Site, u32);

/// What an execution did.
#[derive(Debug, Clone)]
pub struct Executed {
    pub value: u64,
    /// Everything that went into it, itself included.
    pub from: BTreeSet<Definition>,
    /// The branch, or else the call, that it depends on.
    pub control: Option<Definition>,
}

type Known = (u64, BTreeSet<Definition>);

pub struct Naive<'p> {
    program: &'p Program,
    module: &'p Module,
    /// Sites that the machine has operations for: others are part of these and define nothing of their own.
    present: HashSet<Site>,
    counts: HashMap<Site, u32>,
    memory: HashMap<u64, (u8, BTreeSet<Definition>)>,
    pub executed: HashMap<Definition, Executed>,
}

impl<'p> Naive<'p> {
    /// Runs a function without arguments.
    pub fn run(program: &'p Program, entry: FuncId) -> Naive<'p> {
        let module = &*program.module;
        let defined = module.functions.iter().filter(|(_, function)| function.is_defined());
        let present =
            defined.flat_map(|(id, _)| (0..program.operations(id)).flat_map(move |pc| program.sites_from(id, pc)));
        let present = present.collect();
        let (counts, memory, executed) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut naive = Naive { program, module, present, counts, memory, executed };
        naive.call(entry, &[], None);
        naive
    }

    fn call(&mut self, id: FuncId, args: &[Known], by: Option<Definition>) -> Known {
        let function = &self.module.functions[id];
        let params = function.params.iter().map(|param| param.value);
        let mut values: HashMap<ValueId, Known> = params.zip(args.iter().cloned()).collect();
        let mut branches: Vec<(BlockId, Definition)> = Vec::new();
        let (mut block, mut before) = (BlockId::new(0), None);
        loop {
            let decided_by = branches.iter().rev().find(|(branch, _)| controls(function, *branch, block));
            let control = decided_by.map(|(_, definition)| *definition).or(by);
            self.phis(function, block, before, &mut values);
            for inst in &function.blocks[block].insts {
                let site = Site { function: id, inst: *inst };
                let data = &function.insts[*inst];
                let executed = self.instruction(function, site, data, &values, control);
                if let InstKind::Return { value } = &data.kind {
                    return value.map(|value| self.operand(&values, value)).unwrap_or_default();
                }
                let Some((known, definition)) = executed else { continue };
                if let (InstKind::Branch { .. }, Some(definition)) = (&data.kind, definition) {
                    branches.push((block, definition));
                }
                match &data.kind {
                    InstKind::Jump { target } => (before, block) = (Some(block), *target),
                    InstKind::Branch { if_true, if_false, .. } => {
                        (before, block) = (Some(block), if known.0 != 0 { *if_true } else { *if_false });
                    }
                    _ => {
                        if let Some(result) = data.result.expand() {
                            values.insert(result, known);
                        }
                    }
                }
            }
        }
    }

    /// All phis of a block read before any of them is written.
    fn phis(&self, function: &Function, block: BlockId, before: Option<BlockId>, values: &mut HashMap<ValueId, Known>) {
        let mut taken = Vec::new();
        for inst in &function.blocks[block].insts {
            let InstKind::Phi { incoming } = &function.insts[*inst].kind else { break };
            let (_, operand) = incoming.iter().find(|(from, _)| Some(*from) == before).expect("an edge");
            taken.push((function.insts[*inst].result.expand().expect("a result"), self.operand(values, *operand)));
        }
        values.extend(taken);
    }

    fn instruction(
        &mut self,
        function: &Function,
        site: Site,
        inst: &Inst,
        values: &HashMap<ValueId, Known>,
        control: Option<Definition>,
    ) -> Option<(Known, Option<Definition>)> {
        if matches!(inst.kind, InstKind::Phi { .. }) {
            return None;
        }
        let definition = self.present.contains(&site).then(|| {
            let count = self.counts.entry(site).or_default();
            *count += 1;
            (site, *count - 1)
        });
        let (value, mut from) = self.compute(function, inst, values, definition);
        from.extend(definition);
        if let Some(definition) = definition {
            self.executed.insert(definition, Executed { value, from: from.clone(), control });
        }
        if let InstKind::Store { address, value, .. } = &inst.kind {
            let (address, stored) = (self.operand(values, *address).0, self.operand(values, *value).0);
            for at in 0..bits(self.module, self.operand_type(function, *value)) / 8 {
                self.memory.insert(address + at, ((stored >> (8 * at)) as u8, from.clone()));
            }
        }
        // A call passes a result on and adds nothing to it.
        if let InstKind::Call { .. } = &inst.kind
            && let Some(definition) = definition
        {
            from.remove(&definition);
        }
        Some(((value, from), definition))
    }

    /// The value of an instruction, and what goes into it.
    fn compute(
        &mut self,
        function: &Function,
        inst: &Inst,
        values: &HashMap<ValueId, Known>,
        definition: Option<Definition>,
    ) -> Known {
        let known = |operand: &Operand| self.operand(values, *operand);
        let width = inst.result.expand().map_or(64, |value| bits(self.module, function.value_type(value)));
        let mask = u64::MAX >> (64 - width);
        let mut from = BTreeSet::new();
        let mut read = |known: Known| {
            from.extend(known.1);
            known.0
        };
        let value = match &inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (read(known(lhs)), read(known(rhs)));
                match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::And => a & b,
                    BinaryOp::Xor => a ^ b,
                    other => panic!("{other:?}"),
                }
            }
            InstKind::CompareInt { predicate, lhs, rhs } => {
                let (a, b) = (read(known(lhs)), read(known(rhs)));
                u64::from(match predicate {
                    IntPredicate::Ult => a < b,
                    IntPredicate::Eq => a == b,
                    IntPredicate::Slt => (a as i64) < b as i64,
                    other => panic!("{other:?}"),
                })
            }
            InstKind::Select { condition, if_true, if_false } => {
                let chosen = if read(known(condition)) != 0 { if_true } else { if_false };
                read(known(chosen))
            }
            InstKind::Cast { op, value } => {
                let from_width = bits(self.module, self.operand_type(function, *value));
                let value = read(known(value));
                let shift = 64 - from_width;
                match op {
                    CastOp::SExt => (((value << shift) as i64) >> shift) as u64,
                    CastOp::ZExt | CastOp::Trunc => value,
                    other => panic!("{other:?}"),
                }
            }
            InstKind::Offset { base, offset, terms, .. } => {
                let mut address = read(known(base)).wrapping_add_signed(*offset);
                for term in terms {
                    address = address.wrapping_add(read(known(&term.index)).wrapping_mul(term.scale as u64));
                }
                address
            }
            InstKind::Load { address, .. } => {
                let address = read(known(address));
                (0..width / 8).fold(0, |value, at| {
                    let (byte, sources) = self.memory.get(&(address + at)).cloned().unwrap_or_default();
                    value | read((u64::from(byte), sources)) << (8 * at)
                })
            }
            InstKind::Store { address, value, .. } => {
                let value = read(known(value));
                read(known(address));
                value
            }
            InstKind::Intrinsic { which: Intrinsic::Memcpy, args } => {
                let [to, source, length] = [0, 1, 2].map(|at| known(&args[at]).0);
                let bytes: Vec<_> =
                    (0..length).map(|at| self.memory.get(&(source + at)).cloned().unwrap_or_default()).collect();
                self.memory.extend((to..).zip(bytes));
                0
            }
            InstKind::Call { callee: Callee::Direct(callee), args, .. } => {
                let args: Vec<Known> = args.iter().map(|arg| known(&arg.value)).collect();
                match self.module.functions[*callee].is_defined() {
                    true => read(self.call(*callee, &args, definition)),
                    false => args.into_iter().map(read).next().unwrap_or(0),
                }
            }
            InstKind::Branch { condition, .. } => read(known(condition)),
            InstKind::Jump { .. } | InstKind::Return { .. } | InstKind::Unreachable => 0,
            other => panic!("{other:?}"),
        };
        (value & mask, from)
    }

    fn operand(&self, values: &HashMap<ValueId, Known>, operand: Operand) -> Known {
        match operand {
            Operand::Value(value) => values[&value].clone(),
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Bits { limbs, .. } => (limbs[0], BTreeSet::new()),
                Const::Zero(_) => Known::default(),
                Const::Global { global, addend } => {
                    let name = &self.module.globals[*global].name;
                    let base = self.program.global_address(name).expect("defined");
                    (base.wrapping_add_signed(*addend), BTreeSet::new())
                }
                other => panic!("{other:?}"),
            },
        }
    }

    fn operand_type(&self, function: &Function, operand: Operand) -> TypeId {
        match self.module.operand_type(function, operand) {
            rift_ir::OperandType::Type(ty) => ty,
            rift_ir::OperandType::Address => panic!("an address as a number"),
        }
    }
}

fn bits(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Type::Int(bits) => u64::from(*bits),
        _ => 64,
    }
}

/// Control dependence by its definition: `block` follows one way out of `branch` in any case, and not the branch itself.
fn controls(function: &Function, branch: BlockId, block: BlockId) -> bool {
    let successors = function.terminator(branch).kind.successors();
    successors.iter().any(|way| follows(function, block, *way))
        && (block == branch || !follows(function, block, branch))
}

/// Whether `block` is on every way from `from` out of the function: without it there is none.
fn follows(function: &Function, block: BlockId, from: BlockId) -> bool {
    if from == block {
        return true;
    }
    let mut seen: HashSet<BlockId> = HashSet::from([block, from]);
    let mut waiting = vec![from];
    while let Some(here) = waiting.pop() {
        let next = function.terminator(here).kind.successors();
        if next.is_empty() {
            return false;
        }
        waiting.extend(next.into_iter().filter(|next| seen.insert(*next)));
    }
    true
}

/// For messages.
pub fn describe(module: &Module, site: Site) -> String {
    let inst: InstId = site.inst;
    format!("{} {inst}: {:?}", module.functions[site.function].name, module.functions[site.function].insts[inst].kind)
}
