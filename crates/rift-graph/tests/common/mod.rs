//! Modules made up for tests, and small helpers.
#![allow(dead_code, reason = "each test file uses a part of it")]

use rift_ir::{FuncId, InstId, Module, Site};
use std::fmt::Write;

/// A generator of pseudo-random numbers that gives the same ones everywhere (Marsaglia's xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

pub fn parsed(text: &str) -> Module {
    let module = rift_ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = rift_ir::verify(&module) {
        panic!("{}\n{text}", errors[0]);
    }
    module
}

pub fn function(module: &Module, name: &str) -> FuncId {
    module.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// The instruction whose source line it is.
pub fn at_line(module: &Module, line: u32) -> Vec<Site> {
    let mut sites = Vec::new();
    for (id, function) in &module.functions {
        for (inst, data) in &function.insts {
            if data.position.expand().is_some_and(|pos| module.positions[pos].line == line) {
                sites.push(Site { function: id, inst });
            }
        }
    }
    sites
}

pub fn lines(module: &Module, sites: impl IntoIterator<Item = Site>) -> Vec<u32> {
    let line = |site: Site| module.functions[site.function].insts[site.inst].position.expand();
    let mut lines: Vec<u32> = sites.into_iter().filter_map(line).map(|pos| module.positions[pos].line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

pub fn site(function: FuncId, inst: u32) -> Site {
    Site { function, inst: InstId::from_u32(inst) }
}

/// `count` functions of some 60 instructions that build lists, walk them and call each other, some through tables.
pub fn large_module(count: usize) -> Module {
    let mut random = Random(12345);
    let mut text = String::from("declare @malloc(i64) -> ptr\ndeclare @exit(i32)\n");
    let table: Vec<String> = (0..count).step_by(7).map(|i| format!("ptr @f{i}")).collect();
    writeln!(text, "global internal @table size {} = {}", table.len() * 8, table.join(", ")).expect("a string");
    writeln!(text, "global internal @head size 8").expect("a string");
    text = text.replace("@head size 8", "@head size 8 = \"\"");
    for i in 0..count {
        writeln!(text, "function internal @f{i}(ptr p, i64 n) -> ptr {{\nentry:").expect("a string");
        writeln!(text, "  cell = alloca 16\n  store ptr p, cell\n  c = icmp eq i64 n, 0\n  branch c, leaf, walk")
            .expect("a string");
        writeln!(
            text,
            "leaf:\n  q = call @malloc(i64 24) -> ptr\n  bad = icmp eq ptr q, null\n  branch bad, fail, good"
        )
        .expect("a string");
        writeln!(text, "fail:\n  call @exit(i32 1)\n  unreachable").expect("a string");
        writeln!(text, "good:\n  next = offset ptr q, 8\n  old = load ptr, @head\n  store ptr old, next\n  store ptr q, @head\n  store ptr p, q\n  return ptr q").expect("a string");
        writeln!(text, "walk:\n  m = sub i64 n, 1\n  jump body0").expect("a string");
        let parts = 8;
        for part in 0..parts {
            let other = random.below(count);
            writeln!(text, "body{part}:\n  a{part} = load ptr, cell\n  b{part} = offset ptr a{part}, 8\n  d{part} = load ptr, b{part}").expect("a string");
            if part == 3 && i % 5 == 0 {
                writeln!(text, "  i{part} = urem i64 n, {}\n  s{part} = offset ptr @table, 0, i64 i{part} * 8\n  g{part} = load ptr, s{part}", table.len()).expect("a string");
                writeln!(text, "  r{part} = call indirect g{part}(ptr d{part}, i64 m) -> ptr").expect("a string");
            } else {
                writeln!(text, "  r{part} = call @f{other}(ptr d{part}, i64 m) -> ptr").expect("a string");
            }
            writeln!(text, "  t{part} = icmp ugt i64 n, {part}\n  branch t{part}, yes{part}, body{}", part + 1)
                .expect("a string");
            writeln!(text, "yes{part}:\n  store ptr r{part}, cell\n  jump body{}", part + 1).expect("a string");
        }
        writeln!(text, "body{parts}:\n  z = load ptr, cell\n  return ptr z\n}}").expect("a string");
    }
    writeln!(
        text,
        "function @main(i64 n) -> ptr {{\nentry:\n  r = call @f0(ptr null, i64 n) -> ptr\n  return ptr r\n}}"
    )
    .expect("a string");
    parsed(&text)
}
