//! A plain interpreter of the instructions that [`super::program`] uses. It says what a run printed and which sites it
//! executed: the definition of "behaves the same" that alignment is held against.

use rift_ir::{
    BinaryOp, BlockId, Callee, Const, ConstId, EntityRef, FuncId, GlobalId, GlobalInit, InstKind, IntPredicate, Module,
    Operand, Site, ValueId,
};
use std::collections::{BTreeSet, HashMap};

pub struct Run {
    /// What was printed, and at last what `main` returned, unless the run was cut off.
    pub output: Vec<u32>,
    pub finished: bool,
    pub executed: BTreeSet<Site>,
}

const MOST_STEPS: usize = 2_000;
const MOST_CALLS: usize = 40;

pub fn run(module: &Module, args: [u32; 2]) -> Run {
    let word = |global: &rift_ir::Global| match &global.init {
        GlobalInit::Bytes { bytes, .. } => bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)),
        GlobalInit::External => 0,
    };
    let memory = module.globals.values().map(word).collect();
    let run = Run { output: Vec::new(), finished: false, executed: BTreeSet::new() };
    let mut machine = Machine { module, memory, run, steps: 0, depth: 0 };
    let main = module.function_named("main").expect("programs have a main");
    if let Some(result) = machine.call(main, &args) {
        machine.run.output.push(result);
        machine.run.finished = true;
    }
    machine.run
}

struct Machine<'m> {
    module: &'m Module,
    memory: Vec<u32>,
    run: Run,
    steps: usize,
    depth: usize,
}

impl Machine<'_> {
    /// None when a limit was reached.
    fn call(&mut self, id: FuncId, args: &[u32]) -> Option<u32> {
        let function = &self.module.functions[id];
        if function.name == "out" {
            self.run.output.push(args[0]);
            return Some(0);
        }
        self.depth += 1;
        if self.depth > MOST_CALLS {
            return None;
        }
        let mut values: HashMap<ValueId, u32> = HashMap::new();
        for (param, arg) in function.params.iter().zip(args) {
            values.insert(param.value, *arg);
        }
        let (mut block, mut from): (BlockId, Option<BlockId>) = (BlockId::new(0), None);
        loop {
            let before = values.clone();
            let mut next = None;
            for inst in &function.blocks[block].insts {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return None;
                }
                self.run.executed.insert(Site { function: id, inst: *inst });
                let data = &function.insts[*inst];
                let get = |operand: &Operand| self.operand(&values, *operand);
                let result = match &data.kind {
                    InstKind::Binary { op, lhs, rhs, .. } => binary(*op, get(lhs), get(rhs)),
                    InstKind::CompareInt { predicate, lhs, rhs } => u32::from(compare(*predicate, get(lhs), get(rhs))),
                    InstKind::Select { condition, if_true, if_false } => {
                        if get(condition) != 0 {
                            get(if_true)
                        } else {
                            get(if_false)
                        }
                    }
                    InstKind::Load { address, .. } => self.memory[self.global(*address).index()],
                    InstKind::Store { address, value, .. } => {
                        let value = get(value);
                        let global = self.global(*address);
                        self.memory[global.index()] = value;
                        0
                    }
                    InstKind::Phi { incoming } => {
                        let from = from.expect("the entry has no phis");
                        let (_, operand) = incoming.iter().find(|(block, _)| *block == from).expect("verified");
                        self.operand(&before, *operand)
                    }
                    InstKind::Call { callee: Callee::Direct(callee), args, .. } => {
                        let args: Vec<u32> = args.iter().map(|arg| get(&arg.value)).collect();
                        self.call(*callee, &args)?
                    }
                    InstKind::Jump { target } => {
                        next = Some(*target);
                        0
                    }
                    InstKind::Branch { condition, if_true, if_false } => {
                        next = Some(if get(condition) != 0 { *if_true } else { *if_false });
                        0
                    }
                    InstKind::Switch { value, default, cases } => {
                        let value = get(value);
                        let case = cases.iter().find(|(case, _)| self.constant(*case) == value);
                        next = Some(case.map_or(*default, |(_, block)| *block));
                        0
                    }
                    InstKind::Return { value } => {
                        let result = value.as_ref().map_or(0, get);
                        self.depth -= 1;
                        return Some(result);
                    }
                    other => panic!("the generator does not make {other:?}"),
                };
                if let Some(value) = data.result.expand() {
                    values.insert(value, result);
                }
            }
            from = Some(block);
            block = next.expect("blocks end in terminators");
        }
    }

    fn operand(&self, values: &HashMap<ValueId, u32>, operand: Operand) -> u32 {
        match operand {
            Operand::Value(value) => values[&value],
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&self, id: ConstId) -> u32 {
        match self.module.consts.get(id) {
            Const::Bits { limbs, .. } => limbs[0] as u32,
            Const::Zero(_) | Const::Undef(_) => 0,
            other => panic!("the generator does not make {other:?}"),
        }
    }

    fn global(&self, operand: Operand) -> GlobalId {
        let Operand::Const(constant) = operand else { panic!("addresses are constants") };
        match self.module.consts.get(constant) {
            Const::Global { global, .. } => *global,
            other => panic!("no address: {other:?}"),
        }
    }
}

fn binary(op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
    match op {
        BinaryOp::Add => lhs.wrapping_add(rhs),
        BinaryOp::Sub => lhs.wrapping_sub(rhs),
        BinaryOp::Mul => lhs.wrapping_mul(rhs),
        BinaryOp::And => lhs & rhs,
        BinaryOp::Xor => lhs ^ rhs,
        other => panic!("the generator does not make {other:?}"),
    }
}

fn compare(predicate: IntPredicate, lhs: u32, rhs: u32) -> bool {
    match predicate {
        IntPredicate::Eq => lhs == rhs,
        IntPredicate::Ne => lhs != rhs,
        IntPredicate::Ult => lhs < rhs,
        IntPredicate::Ule => lhs <= rhs,
        IntPredicate::Slt => (lhs as i32) < rhs as i32,
        other => panic!("the generator does not make {other:?}"),
    }
}
