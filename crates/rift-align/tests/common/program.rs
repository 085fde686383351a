//! Random programs over a few functions, globals and blocks, edits of them, and their text.
//!
//! Blocks use parameters, values of the entry block, of themselves, and their own phis, so that any edit of control
//! flow leaves the program well-formed once the phis are fitted to their predecessors.

use super::Random;
use std::fmt::Write;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    Const(u32),
    Param(usize),
    /// A value by its number, unique in the function.
    Value(u32),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Binary(&'static str, Operand, Operand),
    /// Compares, and takes one of the operands.
    Choose(&'static str, Operand, Operand),
    Load(usize),
    Store(usize, Operand),
    Out(Operand),
    Call(usize, Operand, Operand),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The number of the value it defines, and of its source line.
    pub id: u32,
    pub action: Action,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Return(Operand),
    Jump(usize),
    Branch(&'static str, Operand, Operand, usize, usize),
    Switch(Operand, usize, Vec<(u32, usize)>),
}

impl End {
    pub fn targets(&self) -> Vec<usize> {
        match self {
            End::Return(_) => Vec::new(),
            End::Jump(to) => vec![*to],
            End::Branch(_, _, _, yes, no) => vec![*yes, *no],
            End::Switch(_, default, cases) => std::iter::once(*default).chain(cases.iter().map(|c| c.1)).collect(),
        }
    }

    pub fn targets_mut(&mut self) -> Vec<&mut usize> {
        match self {
            End::Return(_) => Vec::new(),
            End::Jump(to) => vec![to],
            End::Branch(_, _, _, yes, no) => vec![yes, no],
            End::Switch(_, default, cases) => {
                std::iter::once(default).chain(cases.iter_mut().map(|c| &mut c.1)).collect()
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phi {
    pub id: u32,
    /// One for each edge.
    pub incoming: Vec<(usize, Operand)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub phis: Vec<Phi>,
    pub statements: Vec<Statement>,
    pub end: End,
    pub end_id: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<u32>,
    next: u32,
}

const COMPARISONS: [&str; 5] = ["eq", "ne", "ult", "ule", "slt"];
const OPERATIONS: [&str; 5] = ["add", "sub", "mul", "and", "xor"];

impl Program {
    pub fn random(random: &mut Random) -> Program {
        let globals = (0..3).map(|_| random.below(5) as u32).collect();
        let mut program = Program { functions: Vec::new(), globals, next: 10 };
        for index in 0..3 {
            let name = if index == 2 { "main".to_owned() } else { format!("f{index}") };
            let count = 2 + random.below(7);
            let ends: Vec<End> = (0..count).map(|block| random_end(random, block, count)).collect();
            let blocks = ends.into_iter().map(|end| Block { phis: vec![], statements: vec![], end, end_id: 0 });
            program.functions.push(Function { name, blocks: blocks.collect() });
            for block in 0..count {
                for _ in 0..if block > 0 { random.below(3) } else { 0 } {
                    let id = program.fresh();
                    program.functions[index].blocks[block].phis.push(Phi { id, incoming: Vec::new() });
                }
                for _ in 0..random.below(5) {
                    let statement = program.random_statement(random, index, block);
                    program.functions[index].blocks[block].statements.push(statement);
                }
                let (id, one, two) = (
                    program.fresh(),
                    program.random_operand(random, index, block, usize::MAX),
                    program.random_operand(random, index, block, usize::MAX),
                );
                let block = &mut program.functions[index].blocks[block];
                block.end_id = id;
                match &mut block.end {
                    End::Return(value) => *value = one,
                    End::Branch(_, lhs, rhs, ..) => (*lhs, *rhs) = (one, two),
                    End::Switch(value, ..) => *value = one,
                    End::Jump(_) => {}
                }
            }
            program.fit_phis(random, index);
        }
        program
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// An operand that may be used by the statement at `before` of a block.
    pub fn random_operand(&self, random: &mut Random, function: usize, block: usize, before: usize) -> Operand {
        let blocks = &self.functions[function].blocks;
        let defines = |s: &&Statement| !matches!(s.action, Action::Store(..) | Action::Out(_));
        let ids = |b: &Block, end: usize| -> Vec<u32> {
            let statements = b.statements.iter().take(end).filter(defines).map(|s| s.id);
            b.phis.iter().map(|phi| phi.id).chain(statements).collect()
        };
        let mut values = ids(&blocks[block], before);
        if block > 0 {
            values.extend(ids(&blocks[0], usize::MAX));
        }
        match random.below(10) {
            0..=1 => Operand::Const(random.below(6) as u32),
            2..=3 => Operand::Param(random.below(2)),
            _ if values.is_empty() => Operand::Param(random.below(2)),
            _ => Operand::Value(values[random.below(values.len())]),
        }
    }

    fn random_statement(&mut self, random: &mut Random, function: usize, block: usize) -> Statement {
        let at = self.functions[function].blocks[block].statements.len();
        let mut operand = || self.random_operand(random, function, block, at);
        let (one, two) = (operand(), operand());
        let action = match random.below(9) {
            0..=2 => Action::Binary(OPERATIONS[random.below(5)], one, two),
            3 => Action::Choose(COMPARISONS[random.below(5)], one, two),
            4 => Action::Load(random.below(3)),
            5 => Action::Store(random.below(3), one),
            6 if function > 0 => Action::Call(random.below(function), one, two),
            _ => Action::Out(one),
        };
        Statement { id: self.fresh(), action }
    }

    /// Makes the phis of a function agree with its edges; what a phi takes on a new edge is random.
    pub fn fit_phis(&mut self, random: &mut Random, function: usize) {
        let count = self.functions[function].blocks.len();
        for block in 0..count {
            let blocks = &self.functions[function].blocks;
            let edges = |from: usize| blocks[from].end.targets().into_iter().filter(|to| *to == block).count();
            let preds: Vec<(usize, usize)> =
                (0..count).map(|from| (from, edges(from))).filter(|(_, n)| *n > 0).collect();
            let mut phis = blocks[block].phis.clone();
            if preds.is_empty() {
                phis.clear();
                let uses = self.functions[function].clone();
                // A block that nothing leads to has no phis: their uses become constants.
                for phi in &uses.blocks[block].phis {
                    self.replace(function, Operand::Value(phi.id), Operand::Const(7));
                }
            }
            for phi in &mut phis {
                let mut incoming = Vec::new();
                for (from, edges) in &preds {
                    let known = phi.incoming.iter().find(|(block, _)| block == from).map(|(_, operand)| *operand);
                    let takes = known.unwrap_or_else(|| self.random_operand(random, function, *from, usize::MAX));
                    incoming.extend(std::iter::repeat_n((*from, takes), *edges));
                }
                phi.incoming = incoming;
            }
            self.functions[function].blocks[block].phis = phis;
        }
    }

    fn replace(&mut self, function: usize, what: Operand, by: Operand) {
        let swap = |operand: &mut Operand| {
            if *operand == what {
                *operand = by;
            }
        };
        for block in &mut self.functions[function].blocks {
            block.phis.iter_mut().flat_map(|phi| &mut phi.incoming).for_each(|(_, operand)| swap(operand));
            block.statements.iter_mut().flat_map(|s| s.action.operands_mut()).for_each(swap);
            match &mut block.end {
                End::Return(value) | End::Switch(value, ..) => swap(value),
                End::Branch(_, lhs, rhs, ..) => [lhs, rhs].into_iter().for_each(swap),
                End::Jump(_) => {}
            }
        }
    }

    /// One random edit. The lines it happened at in old and new, where that can be said.
    pub fn edit(&mut self, random: &mut Random) -> (Option<u32>, Option<u32>) {
        let function = if random.chance(70) { 2 } else { random.below(2) };
        let block = random.below(self.functions[function].blocks.len());
        let len = self.functions[function].blocks[block].statements.len();
        let at = random.below(len);
        let one = self.random_operand(random, function, block, at);
        let fresh = self.fresh();
        let count = self.functions[function].blocks.len();
        let body = &mut self.functions[function].blocks[block];
        let lines = match random.below(9) {
            0 if len > 0 => {
                let statement = &mut body.statements[at];
                let before = statement.clone();
                match &mut statement.action {
                    Action::Binary(op, ..) => *op = OPERATIONS[random.below(5)],
                    Action::Choose(op, ..) => *op = COMPARISONS[random.below(5)],
                    Action::Load(global) => *global = random.below(3),
                    Action::Store(_, value) | Action::Out(value) | Action::Call(_, value, _) => *value = one,
                }
                let line = (*statement != before).then_some(statement.id);
                (line, line)
            }
            1 if len > 0 => {
                let statement = &mut body.statements[at];
                let before = statement.clone();
                if let Some(operand) = statement.action.operands_mut().into_iter().next() {
                    *operand = one;
                }
                let line = (*statement != before).then_some(statement.id);
                (line, line)
            }
            2 if len > 0 => {
                let removed = body.statements.remove(at);
                self.replace(function, Operand::Value(removed.id), Operand::Const(3));
                (Some(removed.id), None)
            }
            3 => {
                let action = if random.chance(50) { Action::Out(one) } else { Action::Store(random.below(3), one) };
                body.statements.insert(at, Statement { id: fresh, action });
                (None, Some(fresh))
            }
            4 if count > 1 => {
                if let Some(target) = body.end.targets_mut().into_iter().next() {
                    *target = 1 + random.below(count - 1);
                }
                (None, None)
            }
            5 => {
                if let End::Branch(op, _, rhs, ..) = &mut body.end {
                    *op = COMPARISONS[random.below(5)];
                    *rhs = one;
                }
                (None, None)
            }
            6 => {
                if let End::Switch(_, _, cases) = &mut body.end {
                    cases.pop();
                }
                (None, None)
            }
            7 => {
                let phi = body.phis.first_mut();
                if let Some((from, operand)) = phi.and_then(|phi| phi.incoming.first_mut()) {
                    let (from, constant) = (*from, Operand::Const(random.below(9) as u32));
                    *operand = constant;
                    let phi = &mut body.phis[0];
                    phi.incoming.iter_mut().filter(|(block, _)| *block == from).for_each(|(_, o)| *o = constant);
                }
                (None, None)
            }
            // A new block on an edge.
            8 => {
                let target = body.end.targets().first().copied();
                if let Some(to) = target {
                    let statement = Statement { id: fresh, action: Action::Out(Operand::Const(99)) };
                    let jump = Block { phis: vec![], statements: vec![statement], end: End::Jump(to), end_id: fresh };
                    **body.end.targets_mut().first_mut().expect("it has a target") = count;
                    self.functions[function].blocks.push(jump);
                    for phi in &mut self.functions[function].blocks[to].phis {
                        let takes = phi.incoming.iter().find(|(from, _)| *from == block).map(|(_, operand)| *operand);
                        // Only what the new block may use.
                        if let Some(operand @ (Operand::Const(_) | Operand::Param(_))) = takes {
                            phi.incoming.push((count, operand));
                        }
                    }
                    (None, Some(fresh))
                } else {
                    (None, None)
                }
            }
            _ => (None, None),
        };
        self.fit_phis(random, function);
        lines
    }

    /// Whether control can reach a line of a function at all.
    pub fn is_reachable(&self, line: u32) -> bool {
        self.functions.iter().any(|function| {
            let (mut seen, mut waiting) = (vec![false; function.blocks.len()], vec![0]);
            while let Some(block) = waiting.pop() {
                if !std::mem::replace(&mut seen[block], true) {
                    waiting.extend(function.blocks[block].end.targets());
                }
            }
            let reachable = function.blocks.iter().zip(&seen).filter(|(_, seen)| **seen);
            reachable.flat_map(|(block, _)| &block.statements).any(|statement| statement.id == line)
        })
    }

    /// The program's text. Names of values and the order of functions, blocks and globals come from `random`: they
    /// mean nothing.
    pub fn text(&self, random: &mut Random) -> String {
        let salt = random.below(1000);
        let mut globals: Vec<usize> = (0..self.globals.len()).collect();
        random.shuffle(&mut globals);
        let mut text = String::new();
        for global in globals {
            writeln!(text, "global @g{global} = i32 {}", self.globals[global]).unwrap();
        }
        writeln!(text, "declare @out(i32)").unwrap();
        let mut functions: Vec<&Function> = self.functions.iter().collect();
        random.shuffle(&mut functions);
        for function in functions {
            writeln!(text, "function exported @{}(i32 p0, i32 p1) -> i32 {{", function.name).unwrap();
            let mut order: Vec<usize> = (1..function.blocks.len()).collect();
            random.shuffle(&mut order);
            order.insert(0, 0);
            for index in order {
                block_text(&mut text, function, index, salt, &self.functions);
            }
            writeln!(text, "}}").unwrap();
        }
        text
    }
}

impl Action {
    fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Action::Binary(_, one, two) | Action::Choose(_, one, two) | Action::Call(_, one, two) => vec![one, two],
            Action::Store(_, one) | Action::Out(one) => vec![one],
            Action::Load(_) => vec![],
        }
    }
}

/// Mostly forward; now and then back, which makes a loop.
fn random_end(random: &mut Random, block: usize, count: usize) -> End {
    let mut target = || {
        if random.chance(80) && block + 1 < count {
            block + 1 + random.below(count - block - 1)
        } else {
            1 + random.below(count - 1)
        }
    };
    let (one, two, three) = (target(), target(), target());
    let nothing = Operand::Const(0);
    match random.below(10) {
        _ if block + 1 == count => End::Return(nothing),
        0..=2 => End::Jump(one),
        3..=7 => End::Branch(COMPARISONS[random.below(5)], nothing, nothing, one, two),
        8 => End::Switch(nothing, one, vec![(1, two), (2, three)]),
        _ => End::Return(nothing),
    }
}

fn block_text(text: &mut String, function: &Function, index: usize, salt: usize, functions: &[Function]) {
    let block = &function.blocks[index];
    let op = |operand: Operand| match operand {
        Operand::Const(value) => value.to_string(),
        Operand::Param(param) => format!("p{param}"),
        Operand::Value(id) => format!("x{salt}_{id}"),
    };
    let at = |line: u32| format!("!\"p.c\":{line}:1");
    writeln!(text, "b{index}:").unwrap();
    for phi in &block.phis {
        let incoming: Vec<String> = phi.incoming.iter().map(|(b, o)| format!("[{}, b{b}]", op(*o))).collect();
        writeln!(text, "  x{salt}_{} = phi i32 {} {}", phi.id, incoming.join(", "), at(phi.id)).unwrap();
    }
    for Statement { id, action } in &block.statements {
        let value = format!("x{salt}_{id}");
        match action {
            Action::Binary(name, a, b) => writeln!(text, "  {value} = {name} i32 {}, {} {}", op(*a), op(*b), at(*id)),
            Action::Choose(name, a, b) => {
                writeln!(text, "  c{value} = icmp {name} i32 {}, {} {}", op(*a), op(*b), at(*id)).unwrap();
                writeln!(text, "  {value} = select i1 c{value}, i32 {}, {} {}", op(*a), op(*b), at(*id))
            }
            Action::Load(global) => writeln!(text, "  {value} = load i32, @g{global} {}", at(*id)),
            Action::Store(global, a) => writeln!(text, "  store i32 {}, @g{global} {}", op(*a), at(*id)),
            Action::Out(a) => writeln!(text, "  call @out(i32 {}) {}", op(*a), at(*id)),
            Action::Call(callee, a, b) => {
                let callee = &functions[*callee].name;
                writeln!(text, "  {value} = call @{callee}(i32 {}, i32 {}) -> i32 {}", op(*a), op(*b), at(*id))
            }
        }
        .unwrap();
    }
    let line = at(block.end_id);
    match &block.end {
        End::Return(value) => writeln!(text, "  return i32 {} {line}", op(*value)),
        End::Jump(to) => writeln!(text, "  jump b{to} {line}"),
        End::Branch(name, a, b, yes, no) => {
            writeln!(text, "  e{index} = icmp {name} i32 {}, {} {line}", op(*a), op(*b)).unwrap();
            writeln!(text, "  branch e{index}, b{yes}, b{no} {line}")
        }
        End::Switch(value, default, cases) => {
            let cases: Vec<String> = cases.iter().map(|(value, to)| format!("{value} => b{to}")).collect();
            writeln!(text, "  switch i32 {}, b{default} [{}] {line}", op(*value), cases.join(", "))
        }
    }
    .unwrap();
}
