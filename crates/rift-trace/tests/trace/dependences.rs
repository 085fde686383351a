//! Every dependence and every value of a trace, against the naive interpreter on random programs.

use crate::common::{input, parsed, trace};
use crate::naive::{Definition, Naive, describe};
use rift_align::{ChangeMap, align};
use rift_ir::{InstKind, Pair, Site, Type};
use rift_trace::{Alignment, Occurrence, Trace, Value};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// Makes programs: straight pieces, branches and loops over four variables, two arrays and calls.
struct Maker {
    random: u64,
    text: String,
    names: u32,
    /// The block that is written.
    block: String,
    variables: [String; 4],
    /// Functions that may be called.
    callees: u32,
}

impl Maker {
    fn next(&mut self, below: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % below
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string takes it");
    }

    /// Writes an instruction and gives its name.
    fn define(&mut self, instruction: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {instruction}"));
        name
    }

    fn variable(&mut self) -> String {
        let at = self.next(4) as usize;
        self.variables[at].clone()
    }

    fn assign(&mut self, value: String) {
        let at = self.next(4) as usize;
        self.variables[at] = value;
    }

    fn begin(&mut self, block: &str) {
        writeln!(self.text, "{block}:").expect("a string takes it");
        self.block = block.to_owned();
    }

    /// An element of an array.
    fn place(&mut self, size: u64) -> String {
        let index = self.variable();
        let index = self.define(&format!("and i64 {index}, {}", 32 / size - 1));
        let array = if self.next(2) == 0 { "@m" } else { "@n" };
        self.define(&format!("offset inbounds ptr {array}, 0, i64 {index} * {size}"))
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..2 + self.next(5) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let (a, b) = (self.variable(), self.variable());
        match self.next(if depth > 0 { 12 } else { 9 }) {
            0 | 1 => {
                let op = ["add", "sub", "mul", "and", "xor"][self.next(5) as usize];
                let value = self.define(&format!("{op} i64 {a}, {b}"));
                self.assign(value);
            }
            2 => {
                let constant = self.next(1000);
                let value = self.define(&format!("add i64 {a}, {constant}"));
                self.assign(value);
            }
            3 => {
                let place = self.place(8);
                self.line(&format!("store i64 {a}, {place}"));
            }
            4 => {
                let place = self.place(1);
                let byte = self.define(&format!("trunc i64 {a} to i8"));
                self.line(&format!("store i8 {byte}, {place}"));
            }
            5 => {
                let place = self.place(8);
                let value = self.define(&format!("load i64, {place}"));
                self.assign(value);
            }
            6 => {
                let place = self.place(1);
                let byte = self.define(&format!("load i8, {place}"));
                let extend = if self.next(2) == 0 { "sext" } else { "zext" };
                let value = self.define(&format!("{extend} i8 {byte} to i64"));
                self.assign(value);
            }
            7 => {
                let condition = self.define(&format!("icmp ult i64 {a}, {b}"));
                let c = self.variable();
                let value = self.define(&format!("select i1 {condition}, i64 {a}, {c}"));
                self.assign(value);
            }
            8 if self.callees > 0 => {
                let callee = self.next(u64::from(self.callees));
                let constant = self.next(3) == 0;
                let b = if constant { "7".to_owned() } else { b };
                let value = self.define(&format!("call @f{callee}(i64 {a}, i64 {b}) -> i64"));
                self.assign(value);
            }
            8 => {
                let (to, from) = (self.next(3) * 8, self.next(3) * 8);
                let to = self.define(&format!("offset inbounds ptr @m, {to}"));
                let from = self.define(&format!("offset inbounds ptr @n, {from}"));
                self.line(&format!("intrinsic memcpy(ptr {to}, ptr {from}, i64 8, i1 false)"));
            }
            9 | 10 => self.branch(depth - 1),
            _ => self.repeat(depth - 1),
        }
    }

    fn branch(&mut self, depth: u32) {
        let (a, b) = (self.variable(), self.variable());
        let predicate = ["ult", "slt", "eq"][self.next(3) as usize];
        let condition = self.define(&format!("icmp {predicate} i64 {a}, {b}"));
        let [yes, no, after] = [self.name(), self.name(), self.name()];
        self.line(&format!("branch {condition}, {yes}, {no}"));
        let before = self.variables.clone();
        let mut ends = Vec::new();
        for way in [yes, no] {
            self.variables = before.clone();
            self.begin(&way);
            if self.next(3) == 0 {
                // A constant that only a phi will see.
                let constant = self.next(50).to_string();
                let at = self.next(4) as usize;
                self.variables[at] = constant;
            }
            if self.next(4) > 0 {
                let kept = self.variables.clone();
                self.variables = before.clone();
                self.statements(depth);
                let taken = kept.iter().zip(&before).map(|(kept, before)| kept != before);
                for ((variable, kept), taken) in
                    self.variables.iter_mut().zip(kept.iter()).zip(taken.collect::<Vec<_>>())
                {
                    if taken {
                        *variable = kept.clone();
                    }
                }
            }
            self.line(&format!("jump {after}"));
            ends.push((self.block.clone(), self.variables.clone()));
        }
        self.begin(&after);
        for at in 0..4 {
            let [(first, a), (second, b)] = [&ends[0], &ends[1]];
            let (a, b) = (&a[at], &b[at]);
            let phi = format!("phi i64 [{a}, {first}], [{b}, {second}]");
            self.variables[at] = self.define(&phi);
        }
    }

    fn repeat(&mut self, depth: u32) {
        let [header, after] = [self.name(), self.name()];
        let (counter, next) = (self.name(), self.name());
        let entry = self.block.clone();
        let before = self.variables.clone();
        let phis: [String; 4] = std::array::from_fn(|_| self.name());
        let times = 1 + self.next(4);
        self.line(&format!("jump {header}"));
        // The phis need the names of what the body makes: it is written first.
        let text = std::mem::take(&mut self.text);
        self.block = header.clone();
        self.variables = phis.clone();
        self.statements(depth);
        self.line(&format!("{next} = add i64 {counter}, 1"));
        let more = self.define(&format!("icmp ult i64 {next}, {times}"));
        self.line(&format!("branch {more}, {header}, {after}"));
        let body = std::mem::replace(&mut self.text, text);
        let last = self.block.clone();
        writeln!(self.text, "{header}:").expect("a string takes it");
        self.line(&format!("{counter} = phi i64 [0, {entry}], [{next}, {last}]"));
        for at in 0..4 {
            let (phi, before, after) = (&phis[at], &before[at], self.variables[at].clone());
            let line = format!("{phi} = phi i64 [{before}, {entry}], [{after}, {last}]");
            self.line(&line);
        }
        self.text += &body;
        self.begin(&after);
    }

    fn program(seed: u64) -> String {
        let mut maker = Maker {
            random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            text: "global @m size 32 align 8 = i64 0\nglobal @n size 32 align 8 = i64 0\n\
                   declare @__rift_exit(i32)\n"
                .to_owned(),
            names: 0,
            block: String::new(),
            variables: Default::default(),
            callees: 0,
        };
        for function in 0..2 {
            writeln!(maker.text, "function @f{function}(i64 a, i64 b) -> i64 {{").expect("a string takes it");
            maker.function(1, ["a", "b", "a", "b"]);
            maker.callees += 1;
        }
        maker.text += "function @main() -> i64 {\n";
        let seeds: [String; 4] = std::array::from_fn(|_| maker.next(1 << 40).to_string());
        maker.begin("entry");
        // Loaded, so that they are values and not constants.
        for (at, seed) in seeds.iter().enumerate() {
            maker.line(&format!("store i64 {seed}, @m"));
            maker.variables[at] = maker.define("load i64, @m");
        }
        maker.statements(3);
        let result = maker.variable();
        maker.line(&format!("return i64 {result}"));
        maker.text += "}\nfunction @__rift_start(i32 argc, ptr argv, ptr envp) {\nentry:\n  \
                       r = call @main() -> i64\n  s = trunc i64 r to i32\n  call @__rift_exit(i32 s)\n  \
                       return\n}\n";
        maker.text
    }

    fn function(&mut self, depth: u32, variables: [&str; 4]) {
        self.begin("entry");
        self.variables = variables.map(str::to_owned);
        self.statements(depth);
        let result = self.variable();
        self.line(&format!("return i64 {result}"));
        self.text += "}\n";
    }
}

/// By occurrence: which execution of its site it is.
fn definitions(trace: &Trace) -> Vec<Definition> {
    let mut counts: HashMap<Site, u32> = HashMap::new();
    let number = |occurrence: Occurrence| {
        let count = counts.entry(trace.site(occurrence)).or_default();
        *count += 1;
        (trace.site(occurrence), *count - 1)
    };
    trace.occurrences().map(number).collect()
}

/// Whether an instruction only passes on what others computed.
fn passes_on(trace: &Trace, occurrence: Occurrence) -> bool {
    let site = trace.site(occurrence);
    let kind = &trace.module().functions[site.function].insts[site.inst].kind;
    kind.is_terminator() || matches!(kind, InstKind::Call { .. } | InstKind::Intrinsic { .. })
}

#[test]
fn dependences_are_those_of_the_definitions() {
    let mut compared = 0;
    for seed in 0..150 {
        let text = Maker::program(seed);
        let program = parsed(&text);
        let module = &*program.module;
        let main = module.function_named("main").expect("it has one");
        let naive = Naive::run(&program, main);
        let trace = trace(&program, &input(&[], ""));
        let definitions = definitions(&trace);
        let mut from: Vec<BTreeSet<Definition>> = Vec::new();
        for occurrence in trace.occurrences() {
            let definition = definitions[occurrence.index()];
            let mut all: BTreeSet<Definition> = BTreeSet::from([definition]);
            for source in trace.sources(occurrence) {
                assert!(*source < occurrence, "what it depends on comes before");
                if !passes_on(&trace, *source) {
                    all.extend(&from[source.index()]);
                }
            }
            from.push(all);
            let Some(executed) = naive.executed.get(&definition) else { continue };
            let what = || format!("seed {seed}, {} for the {}th time", describe(module, definition.0), definition.1);
            let control = trace.control(occurrence).map(|control| definitions[control.index()]);
            let in_main_itself = executed.control.is_none();
            assert!(in_main_itself || control == executed.control, "{}: {control:?}, {executed:?}", what());
            if !passes_on(&trace, occurrence) {
                assert_eq!(from[occurrence.index()], executed.from, "{}\n{text}", what());
                compared += 1;
            }
            let inst = &module.functions[definition.0.function].insts[definition.0.inst];
            // A load of a byte may have become one with its sign extension.
            let is_byte = inst.result.expand().is_some_and(|value| {
                let ty = module.functions[definition.0.function].value_type(value);
                *module.types.get(ty) == Type::Int(8)
            });
            if let Value::Scalar(value) = trace.value(occurrence)
                && !is_byte
            {
                assert_eq!(value, executed.value, "{}", what());
            }
        }
        let of_main = naive.executed.len();
        assert!(trace.len() >= of_main, "seed {seed}: {} occurrences of {of_main}", trace.len());
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn runs_of_one_program_correspond_completely() {
    for seed in 0..20 {
        let program = parsed(&Maker::program(seed));
        let map: ChangeMap = align(Pair { old: &program.module, new: &program.module });
        let traces = Pair { old: trace(&program, &input(&[], "")), new: trace(&program, &input(&[], "")) };
        let alignment = Alignment::new(traces.as_ref(), &map);
        assert!(alignment.pairs().all(|pair| pair.old == pair.new));
        assert_eq!(alignment.pairs().count(), traces.old.len());
        assert!(traces.new.occurrences().all(|one| !alignment.differs(rift_align::Version::New, one)));
    }
}
