//! Random programs that are executed: whatever happens must have been called possible.
//!
//! A small interpreter of pointers and calls is the oracle. Where a pointer points, whom a call calls, which store a
//! load reads and what is executed after what: each is looked up in the analyses.

mod common;

use common::{Random, function, parsed};
use rift_graph::{Distances, Object, ProgramGraph};
use rift_ir::{
    BlockId, Callee, Const, EntityRef, FuncId, GlobalId, InstId, InstKind, Intrinsic, Module, Operand, Site, ValueId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const WORDS: usize = 3;

/// Values in scope while a function is made up.
struct Scope {
    pointers: Vec<String>,
    names: usize,
}

impl Scope {
    fn pick(&self, random: &mut Random) -> String {
        self.pointers[random.below(self.pointers.len())].clone()
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }
}

fn random_module(random: &mut Random) -> Module {
    let functions = 2 + random.below(4);
    let mut text =
        String::from("declare @malloc(i64) -> ptr\ndeclare @exit(i32)\nglobal internal @g0 size 24 = \"\"\n");
    writeln!(text, "global internal @g1 size 24 = ptr @f0, ptr @g0, ptr @f{}", functions - 1).expect("a string");
    for id in 0..functions {
        writeln!(text, "function internal @f{id}(ptr p, ptr q, i64 n) -> ptr {{\nentry:\n  less = sub i64 n, 1")
            .expect("a string");
        let mut scope = Scope { pointers: ["p", "q", "@g0", "@g1"].map(str::to_owned).to_vec(), names: 0 };
        for _ in 0..3 + random.below(6) {
            random_inst(random, &mut scope, functions, &mut text);
        }
        let known = scope.pointers.len();
        let blocks = 1 + random.below(4);
        writeln!(text, "  jump b0").expect("a string");
        for block in 0..blocks {
            scope.pointers.truncate(known);
            writeln!(text, "b{block}:").expect("a string");
            for _ in 0..random.below(6) {
                random_inst(random, &mut scope, functions, &mut text);
            }
            let (a, b) = (random.below(blocks), random.below(blocks));
            let condition = scope.fresh();
            match random.below(4) {
                0 => writeln!(text, "  return ptr {}", scope.pick(random)),
                1 if block + 1 < blocks => writeln!(text, "  jump b{}", block + 1),
                _ => writeln!(
                    text,
                    "  {condition} = icmp eq ptr {}, {}\n  branch {condition}, b{a}, b{b}",
                    scope.pick(random),
                    scope.pick(random)
                ),
            }
            .expect("a string");
        }
        text.push_str("}\n");
    }
    text.push_str(
        "function @main() -> ptr {\nentry:\n  r = call @f0(ptr @g0, ptr @g1, i64 4) -> ptr\n  return ptr r\n}\n",
    );
    parsed(&text)
}

fn random_inst(random: &mut Random, scope: &mut Scope, functions: usize, text: &mut String) {
    let (a, b) = (scope.pick(random), scope.pick(random));
    let name = scope.fresh();
    let mut defines = true;
    match random.below(14) {
        0 => writeln!(text, "  {name} = alloca 24"),
        1 => writeln!(text, "  {name} = call @malloc(i64 24) -> ptr"),
        2 | 3 => writeln!(text, "  {name} = offset ptr {a}, {}", 8 * random.below(2)),
        4 => writeln!(text, "  {name} = offset ptr {a}, 0, i64 n * 8"),
        5 | 6 => writeln!(text, "  {name} = load ptr, {a}"),
        7 => writeln!(text, "  {name}c = icmp eq ptr {a}, {b}\n  {name} = select i1 {name}c, ptr {a}, {b}"),
        8 => writeln!(text, "  {name} = call @f{}(ptr {a}, ptr {b}, i64 less) -> ptr", random.below(functions)),
        9 => writeln!(text, "  {name}i = ptrtoint ptr {a} to i64\n  {name} = inttoptr i64 {name}i to ptr"),
        10 => writeln!(
            text,
            "  {name}f = load ptr, {a}\n  {name} = call indirect {name}f(ptr {a}, ptr {b}, i64 less) -> ptr"
        ),
        kind => {
            defines = false;
            match kind {
                11 => writeln!(text, "  intrinsic memcpy(ptr {a}, ptr {b}, i64 16, i1 false)"),
                12 => writeln!(text, "  store ptr @f{}, {a}", random.below(functions)),
                _ => writeln!(text, "  store ptr {a}, {b}"),
            }
        }
    }
    .expect("a string");
    if defines {
        scope.pointers.push(name);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Int(i64),
    /// An object that exists, and an offset in words.
    Address(usize, i64),
    Function(FuncId),
}

struct Memory {
    origin: Object,
    words: [Value; WORDS],
    writers: [Option<Site>; WORDS],
}

struct Frame {
    function: FuncId,
    block: BlockId,
    position: usize,
    values: BTreeMap<ValueId, Value>,
}

/// What an execution did.
#[derive(Default)]
struct Seen {
    pointing: Vec<(FuncId, ValueId, Object)>,
    called: Vec<(Site, FuncId)>,
    read: Vec<(Site, Site)>,
    /// The stack, innermost first, at each step.
    steps: Vec<Vec<Site>>,
}

struct Interpreter<'m> {
    module: &'m Module,
    memory: Vec<Memory>,
    globals: BTreeMap<GlobalId, usize>,
    stack: Vec<Frame>,
    seen: Seen,
}

impl Interpreter<'_> {
    /// Until the program ends, faults, or was watched long enough.
    fn run(mut self) -> Seen {
        for _ in 0..400 {
            if self.stack.is_empty() || self.step().is_none() {
                break;
            }
        }
        self.seen
    }

    fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Value(value) => self.stack.last().expect("a frame").values[&value],
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Bits { limbs, .. } => Value::Int(limbs[0] as i64),
                Const::Global { global, .. } => Value::Address(self.globals[global], 0),
                Const::Function(function) => Value::Function(*function),
                _ => Value::Int(0),
            },
        }
    }

    fn allocate(&mut self, origin: Object) -> Value {
        self.memory.push(Memory { origin, words: [Value::Int(0); WORDS], writers: [None; WORDS] });
        Value::Address(self.memory.len() - 1, 0)
    }

    /// `None`: a fault.
    fn word(&self, address: Value) -> Option<(usize, usize)> {
        let Value::Address(object, word) = address else { return None };
        (0..WORDS as i64).contains(&word).then_some((object, word as usize))
    }

    fn load(&mut self, site: Site, address: Value) -> Option<Value> {
        let (object, word) = self.word(address)?;
        self.seen.read.extend(self.memory[object].writers[word].map(|writer| (writer, site)));
        Some(self.memory[object].words[word])
    }

    fn store(&mut self, site: Site, address: Value, value: Value) -> Option<()> {
        let (object, word) = self.word(address)?;
        self.memory[object].words[word] = value;
        self.memory[object].writers[word] = Some(site);
        Some(())
    }

    fn enter(&mut self, function: FuncId, args: &[Value]) {
        let params = self.module.functions[function].params.iter();
        let values = params.zip(args).map(|(param, arg)| (param.value, *arg)).collect();
        self.stack.push(Frame { function, block: BlockId::new(0), position: 0, values });
    }

    fn define(&mut self, inst: InstId, value: Value) {
        let frame = self.stack.last_mut().expect("a frame");
        let Some(result) = self.module.functions[frame.function].insts[inst].result.expand() else { return };
        frame.values.insert(result, value);
        let object = match value {
            Value::Address(object, _) => self.memory[object].origin,
            Value::Function(function) => Object::Function(function),
            Value::Int(_) => return,
        };
        self.seen.pointing.push((frame.function, result, object));
    }

    fn step(&mut self) -> Option<()> {
        let module = self.module;
        let place = |frame: &Frame| module.functions[frame.function].blocks[frame.block].insts[frame.position];
        let stack = self.stack.iter().rev().enumerate().map(|(depth, frame)| {
            let inst =
                module.functions[frame.function].blocks[frame.block].insts[frame.position - usize::from(depth > 0)];
            Site { function: frame.function, inst }
        });
        let stack: Vec<Site> = stack.collect();
        self.seen.steps.push(stack);
        let frame = self.stack.last_mut().expect("a frame");
        let (function, inst) = (frame.function, place(frame));
        let site = Site { function, inst };
        frame.position += 1;
        let kind = &module.functions[function].insts[inst].kind;
        match kind {
            InstKind::Alloca { .. } => {
                let value = self.allocate(Object::Stack(site));
                self.define(inst, value);
            }
            InstKind::Offset { base, offset, terms, .. } => {
                let index = terms.first().map_or(0, |term| match self.operand(term.index) {
                    Value::Int(index) => index,
                    _ => 0,
                });
                let Value::Address(object, word) = self.operand(*base) else { return None };
                let word = word + offset / 8 + index;
                // C allows no address outside of an object but the one after it.
                if !(0..=WORDS as i64).contains(&word) {
                    return None;
                }
                self.define(inst, Value::Address(object, word));
            }
            InstKind::Load { address, .. } => {
                let value = self.load(site, self.operand(*address))?;
                self.define(inst, value);
            }
            InstKind::Store { address, value, .. } => {
                self.store(site, self.operand(*address), self.operand(*value))?;
            }
            InstKind::Intrinsic { which: Intrinsic::Memcpy, args } => {
                let (Value::Address(to, at), Value::Address(from, start)) =
                    (self.operand(args[0]), self.operand(args[1]))
                else {
                    return None;
                };
                for word in 0..2 {
                    let value = self.load(site, Value::Address(from, start + word))?;
                    self.store(site, Value::Address(to, at + word), value)?;
                }
            }
            InstKind::Binary { lhs, .. } => {
                let Value::Int(value) = self.operand(*lhs) else { return None };
                self.define(inst, Value::Int(value - 1));
            }
            InstKind::CompareInt { lhs, rhs, .. } => {
                let equal = self.operand(*lhs) == self.operand(*rhs);
                self.define(inst, Value::Int(i64::from(equal)));
            }
            InstKind::Select { condition, if_true, if_false } => {
                let chosen = if self.operand(*condition) == Value::Int(0) { if_false } else { if_true };
                self.define(inst, self.operand(*chosen));
            }
            InstKind::Cast { value, .. } => self.define(inst, self.operand(*value)),
            InstKind::Call { callee, args, .. } => {
                let callee = match callee {
                    Callee::Direct(callee) => *callee,
                    Callee::Indirect(pointer) => match self.operand(*pointer) {
                        Value::Function(callee) => callee,
                        _ => return None,
                    },
                    Callee::Asm(_) => return None,
                };
                self.seen.called.push((site, callee));
                if !module.functions[callee].is_defined() {
                    let value = self.allocate(Object::Heap(site));
                    self.define(inst, value);
                    return Some(());
                }
                let args: Vec<Value> = args.iter().map(|arg| self.operand(arg.value)).collect();
                if self.stack.len() > 6 {
                    return None;
                }
                self.enter(callee, &args);
            }
            InstKind::Return { value } => {
                let value = value.map(|value| self.operand(value));
                self.stack.pop();
                let (Some(caller), Some(value)) = (self.stack.last(), value) else { return None };
                let call = module.functions[caller.function].blocks[caller.block].insts[caller.position - 1];
                self.define(call, value);
            }
            InstKind::Jump { target } => self.goto(*target),
            InstKind::Branch { condition, if_true, if_false } => {
                let taken = if self.operand(*condition) == Value::Int(0) { if_false } else { if_true };
                self.goto(*taken);
            }
            other => panic!("the programs have no {other:?}"),
        }
        Some(())
    }

    fn goto(&mut self, block: BlockId) {
        let frame = self.stack.last_mut().expect("a frame");
        (frame.block, frame.position) = (block, 0);
    }
}

fn executed(module: &Module) -> Seen {
    let mut interpreter =
        Interpreter { module, memory: Vec::new(), globals: BTreeMap::new(), stack: Vec::new(), seen: Seen::default() };
    for id in module.globals.keys() {
        interpreter.allocate(Object::Global(id));
        interpreter.globals.insert(id, id.index());
    }
    let last = module.functions.keys().rfind(|id| module.functions[*id].name.starts_with('f'));
    let table = [Value::Function(function(module, "f0")), Value::Address(0, 0), Value::Function(last.expect("f"))];
    interpreter.memory[1].words = table;
    interpreter.enter(function(module, "main"), &[]);
    interpreter.run()
}

#[test]
fn what_happens_was_possible() {
    let mut random = Random(6);
    let (mut pointers, mut calls, mut reads, mut steps) = (0, 0, 0, 0);
    for _ in 0..1500 {
        let module = random_module(&mut random);
        let seen = executed(&module);
        let graph = ProgramGraph::new(&module);
        let text = || rift_ir::print(&module);
        for (function, value, object) in &seen.pointing {
            let objects = graph.points_to().objects(*function, Operand::Value(*value)).expect("it did not give up");
            let known = graph.points_to().known_to_host().expect("it did not give up");
            let found = objects.contains(object) || objects.contains(&Object::Unknown) && known.contains(object);
            assert!(found, "{function} {value} {object:?} not in {objects:?}\n{}", text());
            pointers += 1;
        }
        for (site, callee) in &seen.called {
            assert!(graph.calls().callees(*site).contains(callee), "{site:?} calls {callee}\n{}", text());
            calls += 1;
        }
        for (writer, reader) in seen.read.iter().collect::<BTreeSet<_>>() {
            assert!(graph.dependence().users(*writer).contains(reader), "{writer:?} {reader:?}\n{}", text());
            assert!(graph.dependence().sources(*reader).contains(writer));
            reads += 1;
        }
        // A site that is executed is at a distance from every stack before.
        let target = seen.steps[random.below(seen.steps.len())][0];
        let distances = Distances::new(&graph, &[target]);
        let last = seen.steps.iter().rposition(|stack| stack[0] == target).expect("it was executed");
        for stack in &seen.steps[..=last] {
            assert!(distances.from_sites(stack).is_some(), "{stack:?} {target:?}\n{}", text());
            let blocks: Vec<(FuncId, BlockId)> =
                stack.iter().map(|site| (site.function, graph.block_of(*site).expect("in a block"))).collect();
            assert!(distances.from_stack(&blocks).is_some());
            steps += 1;
        }
    }
    assert!(pointers > 2000 && calls > 500 && reads > 300 && steps > 2000, "{pointers} {calls} {reads} {steps}");
}
