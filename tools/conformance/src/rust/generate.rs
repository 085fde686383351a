//! A generator of Rust programs: deterministic, always ending, of known type everywhere.
//!
//! A program is some functions, a trait with implementors, and a `main` that calls all of them and prints what comes
//! out. Functions call only earlier ones and stop when their fuel is used up. Statements leave variables of simple
//! types behind, which later expressions use. Arithmetic is explicit about overflow most of the time; where it is not,
//! an overflow is a panic or wraps, as the build says. No NaN is looked at bit by bit: Rust leaves its bits open.

use rift_fuzz::random::Random;

const INTS: [&str; 12] = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "i128", "u128", "isize", "usize"];
const FUNCTIONS: usize = 10;
const STATEMENTS: usize = 7;
const IMPLEMENTORS: usize = 3;
/// Calls that one program makes.
const FUEL: u32 = 3000;

const PRELUDE: &str = r#"#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
static FUEL: AtomicU32 = AtomicU32::new(FUEL_CALLS);
fn burn() -> bool { let left = FUEL.load(Ordering::Relaxed); if left == 0 { return true; } FUEL.store(left - 1, Ordering::Relaxed); false }
fn mix(sum: u64, value: u64) -> u64 { (sum ^ value).wrapping_mul(0x100000001b3).rotate_left(17) }
fn bits(x: f64) -> u64 { if x.is_nan() { 7 } else { x.to_bits() } }
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind { Empty, One(i32), Pair { a: u8, b: i64 }, Text(String), Deep(Box<Kind>) }
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Point { x: i32, y: i16, z: u64, w: f32 }
impl std::ops::Add for Point { type Output = Point; fn add(self, o: Point) -> Point { Point { x: self.x.wrapping_add(o.x), y: self.y ^ o.y, z: self.z.rotate_left(3) ^ o.z, w: self.w + o.w } } }
impl fmt::Display for Point { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "<{}|{:+}|{:#x}>", self.x, self.y, self.z) } }
struct Guard<'a>(&'a std::cell::Cell<u64>, u64);
impl Drop for Guard<'_> { fn drop(&mut self) { self.0.set(mix(self.0.get(), self.1)); } }
trait Shape { fn area(&self, k: i64) -> i64; fn name(&self) -> String { "shape".to_string() } }
fn generic<T: Shape + ?Sized>(shape: &T, k: i64) -> i64 { shape.area(k).wrapping_sub(shape.area(k.wrapping_neg())) }
fn apply(f: &dyn Fn(i64) -> i64, times: u8, x: i64) -> i64 { (0..times).fold(x, |x, _| f(x)) }
fn make(a: i64, b: i64) -> impl Fn(i64) -> i64 { move |x| x.wrapping_mul(a) ^ b }
"#;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut make = Generator { random: Random::new(seed), scope: Vec::new(), names: 0, signatures: Vec::new() };
    let mut text = PRELUDE.replace("FUEL_CALLS", &FUEL.to_string());
    for number in 0..IMPLEMENTORS {
        text += &make.implementor(number);
    }
    for number in 0..FUNCTIONS {
        text += &make.function(number);
    }
    text + &make.main()
}

struct Generator {
    random: Random,
    /// Variables of simple types.
    scope: Vec<(String, &'static str)>,
    names: usize,
    /// Of the functions so far: parameters, and what they return.
    signatures: Vec<(Vec<&'static str>, &'static str)>,
}

impl Generator {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn int(&mut self) -> &'static str {
        self.pick(&INTS)
    }

    fn ty(&mut self) -> &'static str {
        match self.below(10) {
            0 => "bool",
            1 => "char",
            2 => "f64",
            3 => "f32",
            _ => self.int(),
        }
    }

    fn literal(&mut self, ty: &str) -> String {
        match ty {
            "bool" => self.pick(&["true", "false"]).to_owned(),
            "char" => self.pick(&["'a'", "'Z'", "'\\u{e9}'", "'\\u{1F600}'", "'\\n'"]).to_owned(),
            "f32" | "f64" => {
                let value = self.pick(&["0.0", "1.5", "-2.25", "1e10", "3.0e-5", "0.1", "-7.0", "16777217.0", "255.9"]);
                format!("({value}_{ty})")
            }
            _ => match self.below(6) {
                0 => format!("{ty}::MAX"),
                1 => format!("{ty}::MIN"),
                2 => format!("({}u64 as {ty})", self.random.bits()),
                3 if ty.starts_with('i') => format!("(-{}{ty})", self.below(100)),
                _ => format!("{}{ty}", self.below(100)),
            },
        }
    }

    /// An expression of a simple type.
    fn expr(&mut self, ty: &'static str, depth: usize) -> String {
        let known: Vec<String> = self.scope.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name.clone()).collect();
        if depth == 0 || self.one_in(5) {
            return match known.is_empty() || self.one_in(4) {
                true => self.literal(ty),
                false => known[self.below(known.len())].clone(),
            };
        }
        if self.one_in(8) {
            let condition = self.expr("bool", depth - 1);
            let (yes, no) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
            return format!("(if {condition} {{ {yes} }} else {{ {no} }})");
        }
        match ty {
            "bool" => self.condition(depth),
            "char" => format!("char::from({})", self.expr("u8", depth - 1)),
            "f32" | "f64" => self.float(ty, depth),
            _ => self.integer(ty, depth),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let ty = self.ty();
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        match self.below(6) {
            0 => format!("(!{})", self.expr("bool", depth - 1)),
            1 => format!("({} && {})", self.expr("bool", depth - 1), self.expr("bool", depth - 1)),
            2 => format!("matches!({}, 1..=9 | 40)", self.expr("u16", depth - 1)),
            3 if ty != "bool" && ty != "char" && !ty.starts_with('f') => format!("({a}.checked_add({b}).is_some())"),
            _ => format!("({a} {} {b})", self.pick(&["<", "<=", "==", "!=", ">"])),
        }
    }

    fn float(&mut self, ty: &'static str, depth: usize) -> String {
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        match self.below(8) {
            0 => {
                let from = self.int();
                format!("({} as {ty})", self.expr(from, depth - 1))
            }
            1 => {
                let from = if ty == "f32" { "f64" } else { "f32" };
                format!("({} as {ty})", self.expr(from, depth - 1))
            }
            2 => format!("{a}.abs().sqrt()"),
            3 => format!("{a}.{}()", self.pick(&["floor", "ceil", "trunc", "round", "fract"])),
            // Which zero is the smaller one is open.
            4 => format!("(({a}).{}({b}) + 0.0)", self.pick(&["min", "max"])),
            _ => format!("({a} {} {b})", self.pick(&["+", "-", "*", "/"])),
        }
    }

    fn integer(&mut self, ty: &'static str, depth: usize) -> String {
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        match self.below(16) {
            // It may overflow.
            0 => format!("({a} {} ({b} & 7))", self.pick(&["+", "-", "*"])),
            1..=3 => format!("{a}.wrapping_{}({b})", self.pick(&["add", "sub", "mul"])),
            4 => format!(
                "{a}.checked_{}({b}).unwrap_or({})",
                self.pick(&["add", "sub", "mul", "div", "rem"]),
                self.literal(ty)
            ),
            5 => format!("{a}.saturating_{}({b})", self.pick(&["add", "sub", "mul"])),
            6 => format!("{a}.wrapping_{}({b} | 1)", self.pick(&["div", "rem"])),
            7 => format!("({a} {} {b})", self.pick(&["&", "|", "^"])),
            8 => format!(
                "{a}.{}({})",
                self.pick(&["wrapping_shl", "wrapping_shr", "rotate_left", "rotate_right"]),
                self.expr("u32", depth - 1)
            ),
            9 => format!("({a}.{}() as {ty})", self.pick(&["count_ones", "leading_zeros", "trailing_zeros"])),
            10 => format!("{a}.{}()", self.pick(&["swap_bytes", "reverse_bits", "wrapping_neg"])),
            11 => format!("(!{a})"),
            12 => format!("{a}.overflowing_{}({b}).0", self.pick(&["add", "mul", "sub"])),
            13 => match self.one_in(2) {
                true => format!("({} as {ty})", self.expr("f64", depth - 1)),
                false => format!("({} as u8 as {ty})", self.expr("bool", depth - 1)),
            },
            _ => {
                let from = self.int();
                format!("({} as {ty})", self.expr(from, depth - 1))
            }
        }
    }

    /// Makes a variable known to what follows.
    fn define(&mut self, ty: &'static str, value: &str) -> String {
        let name = self.fresh();
        self.scope.push((name.clone(), ty));
        format!("let {name}: {ty} = {value};\n")
    }

    fn statement(&mut self) -> String {
        match self.below(13) {
            0 | 1 => {
                let ty = self.ty();
                let value = self.expr(ty, 3);
                self.define(ty, &value)
            }
            2 => self.array(),
            3 => self.looped(),
            4 => self.vector(),
            5 => self.text(),
            6 => self.map(),
            7 => self.matched(),
            8 => self.closures(),
            9 => self.shapes(),
            10 => self.points(),
            11 => self.results(),
            _ => self.call(),
        }
    }

    fn array(&mut self) -> String {
        let (ty, length) = (self.int(), 3 + self.below(6));
        let name = self.fresh();
        let elements: Vec<String> = (0..length).map(|_| self.expr(ty, 1)).collect();
        let index = self.expr("usize", 2);
        // Seldom without a bound.
        let index = if self.one_in(25) { format!("{index} % {}", length + 1) } else { format!("{index} % {length}") };
        let first = format!("let mut {name}: [{ty}; {length}] = [{}];\n", elements.join(", "));
        let (at, value) = (self.below(length), self.expr(ty, 2));
        let folded = format!("{name}.iter().rev().fold({name}[{index}], |a, x| a.wrapping_mul(31 as {ty}) ^ *x)");
        first + &format!("{name}[{at}] = {value};\n{name}[1..].sort();\n") + &self.define(ty, &folded)
    }

    fn looped(&mut self) -> String {
        let ty = self.int();
        let (sum, index) = (self.fresh(), self.fresh());
        let (start, count) = (self.expr(ty, 1), 1 + self.below(9));
        let before = self.scope.len();
        self.scope.push((index.clone(), "u8"));
        self.scope.push((sum.clone(), ty));
        let (skip, stop) = (self.expr("bool", 1), self.expr("bool", 1));
        let next = self.expr(ty, 2);
        self.scope.truncate(before);
        let text = format!(
            "let mut {sum}: {ty} = {start};\nfor {index} in 0..{count}u8 {{ if {skip} {{ continue; }} {sum} = {sum} ^ {next}; if {stop} && {index} > 2 {{ break; }} }}\n"
        );
        self.scope.push((sum, ty));
        text
    }

    fn vector(&mut self) -> String {
        let ty = self.int();
        let name = self.fresh();
        let (first, second, limit) = (self.expr(ty, 2), self.expr(ty, 1), self.expr(ty, 1));
        let text = format!(
            "let mut {name}: Vec<{ty}> = (0..{}u8).map(|i| {first}.wrapping_add((i as {ty}).wrapping_mul({second}))).collect();\n\
             {name}.push({limit});\n{name}.{};\n{name}.retain(|x| *x != {limit} || x.count_ones() > 1);\n",
            2 + self.below(12),
            self.pick(&["sort()", "sort_by(|a, b| b.cmp(a))", "dedup()", "reverse()", "rotate_left(1)"]),
        );
        let value = match self.below(4) {
            0 => format!("{name}.iter().copied().filter(|x| *x > {limit}).fold({second}, |a, x| a.wrapping_add(x))"),
            1 => format!("{name}.iter().copied().max().unwrap_or({limit})"),
            2 => format!(
                "{name}.chunks(3).map(|c| c.iter().fold(0 as {ty}, |a, x| a ^ x)).fold(1 as {ty}, |a, x| a.wrapping_mul(x | 1))"
            ),
            _ => format!(
                "{name}.windows(2).map(|w| w[0].wrapping_sub(w[1])).zip({name}.iter().skip(1)).fold({second}, |a, (x, y)| a.rotate_left(1) ^ x ^ *y)"
            ),
        };
        text + &self.define(ty, &value)
    }

    fn text(&mut self) -> String {
        let name = self.fresh();
        let (a, b) = (self.ty(), self.int());
        let (a, b, c) = (self.expr(a, 2), self.expr(b, 2), self.expr("char", 1));
        let shape = self.pick(&[
            "{:?}/{:>9}/{}",
            "{:?}{:#x}{}",
            "{:?} {:+} {}",
            "{:?}{:#b}{}",
            "{:?}|{:<12}|{}",
            "{:?}{:^15}{}",
        ]);
        let mut text = format!("let mut {name} = format!(\"{shape}\", {a}, {b}, {c});\n");
        text += &match self.below(4) {
            0 => format!("{name}.push_str(&{name}.clone().to_uppercase());\n"),
            1 => format!("{name} = {name}.replace(\"1\", \"--\").trim_matches('-').to_string();\n"),
            2 => format!("{name} = {name}.chars().rev().filter(|c| !c.is_whitespace()).collect();\n"),
            _ => format!("{name}.insert({name}.chars().next().map_or(0, |c| c.len_utf8()), '_');\n"),
        };
        let sum = format!("{name}.bytes().fold({name}.len() as u64, |a, b| mix(a, b as u64))");
        text += &format!("if {name}.len() < 60 {{ println!(\"{{}}\", {name}); }}\n");
        text + &self.define("u64", &sum)
            + &{
                let parsed = format!(
                    "{name}.split(|c: char| !c.is_ascii_digit()).filter_map(|w| w.parse::<i32>().ok()).fold(0, |a, x| a ^ x)"
                );
                self.define("i32", &parsed)
            }
    }

    fn map(&mut self) -> String {
        let (name, count) = (self.fresh(), 2 + self.below(9));
        let (key, value) = (self.expr("i16", 2), self.expr("u32", 2));
        let text = format!(
            "let mut {name}: BTreeMap<i16, u32> = BTreeMap::new();\nfor i in 0..{count}i16 {{ let e = {name}.entry({key}.wrapping_add(i.wrapping_mul(i)) % 7).or_insert({value}); *e = e.wrapping_add(i as u32); }}\n"
        );
        let sum = format!(
            "{name}.range(-3..).map(|(k, v)| (*k as u32) ^ *v).chain({name}.values().copied()).collect::<BTreeSet<u32>>().into_iter().fold({name}.len() as u32, |a, x| a.rotate_left(5) ^ x)"
        );
        text + &self.define("u32", &sum)
    }

    fn matched(&mut self) -> String {
        let name = self.fresh();
        let (one, a, b, text) = (self.expr("i32", 2), self.expr("u8", 2), self.expr("i64", 2), self.expr("char", 1));
        let which = self.expr("u8", 2);
        let made = format!(
            "let {name} = match {which} % 6 {{ 0 => Kind::Empty, 1 => Kind::One({one}), 2 => Kind::Pair {{ a: {a}, b: {b} }}, 3 => Kind::Text({text}.to_string()), _ => Kind::Deep(Box::new(Kind::One({one}))) }};\nprintln!(\"{{:?}} {{}}\", {name}, {name} < Kind::One(5));\n"
        );
        let value = format!(
            "match &{name} {{ Kind::Empty => 1, Kind::One(n @ -9..=9) => *n as i64, Kind::One(n) => (*n as i64).wrapping_neg(), Kind::Pair {{ a, b }} if *a > 9 => *b, Kind::Pair {{ a, .. }} => *a as i64, Kind::Text(t) => t.len() as i64, Kind::Deep(inner) => if let Kind::One(n) = **inner {{ n as i64 }} else {{ 0 }} }}"
        );
        made + &self.define("i64", &value)
    }

    fn closures(&mut self) -> String {
        let (name, counter) = (self.fresh(), self.fresh());
        let (a, b, x, extra) = (self.expr("i64", 2), self.expr("i64", 1), self.expr("i64", 1), self.expr("i64", 2));
        let value = format!(
            "apply(&{name}, {}, {x}) ^ apply(&make({a}, {b}), 3, {extra}) ^ {counter}.get() as i64",
            self.below(6)
        );
        format!(
            "let {counter} = std::cell::Cell::new(1u64);\nlet {name} = |x: i64| {{ let _g = Guard(&{counter}, x as u64); if x % 3 == 0 {{ return {b}; }} x.wrapping_sub({a}) }};\n"
        ) + &self.define("i64", &value)
    }

    fn shapes(&mut self) -> String {
        let name = self.fresh();
        let (k, which) = (self.expr("i64", 2), self.below(IMPLEMENTORS));
        let boxes: Vec<String> =
            (0..IMPLEMENTORS).map(|number| format!("Box::new(Shape{number}({}))", self.expr("i64", 1))).collect();
        let value = format!(
            "{name}.iter().map(|s| s.area({k}).wrapping_add(s.name().len() as i64)).fold(generic(&*{name}[{which}], {k}), |a, x| a.rotate_left(7) ^ x)"
        );
        format!("let {name}: Vec<Box<dyn Shape>> = vec![{}];\n", boxes.join(", ")) + &self.define("i64", &value)
    }

    fn points(&mut self) -> String {
        let name = self.fresh();
        let (x, y, z, w) = (self.expr("i32", 2), self.expr("i16", 1), self.expr("u64", 1), self.expr("f32", 2));
        let text = format!(
            "let {name} = Point {{ x: {x}, y: {y}, z: {z}, w: {w} }} + Point {{ x: {}, ..Point::default() }};\nprintln!(\"{{}}\", {name});\n",
            self.expr("i32", 1)
        );
        let value = format!("mix({name}.z ^ {name}.y as u64, bits({name}.w as f64)).wrapping_add({name}.x as u64)");
        text + &self.define("u64", &value)
    }

    fn results(&mut self) -> String {
        let (name, ty) = (self.fresh(), self.int());
        let (a, b, other) = (self.expr(ty, 2), self.expr(ty, 2), self.literal(ty));
        let operation = self.pick(&["checked_add", "checked_mul", "checked_sub", "checked_div"]);
        let text = format!(
            "let {name} = || -> Result<{ty}, String> {{ let x = {a}.{operation}({b}).ok_or_else(|| \"none\".to_string())?; let y: {ty} = format!(\"{{}}\", x >> 1).parse().map_err(|e| format!(\"{{e:?}}\"))?; if y == {other} {{ return Err(format!(\"{{y:?}}\")); }} Ok(y) }};\n"
        );
        let value = match self.one_in(12) {
            // It may panic.
            true => format!("{name}().unwrap()"),
            false => format!("{name}().unwrap_or_else(|e| e.len() as {ty})"),
        };
        text + &self.define(ty, &value)
    }

    fn call(&mut self) -> String {
        if self.signatures.is_empty() {
            return String::new();
        }
        let at = self.below(self.signatures.len());
        let (parameters, returns) = self.signatures[at].clone();
        let arguments: Vec<String> = parameters.into_iter().map(|ty| self.expr(ty, 2)).collect();
        self.define(returns, &format!("f{at}({})", arguments.join(", ")))
    }

    fn function(&mut self, number: usize) -> String {
        let parameters: Vec<&'static str> = (0..1 + self.below(4)).map(|_| self.ty()).collect();
        let returns = self.ty();
        self.scope = parameters.iter().enumerate().map(|(at, ty)| (format!("p{at}"), *ty)).collect();
        let declared: Vec<String> = self.scope.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let stop = self.literal(returns);
        let mut body: String = (0..STATEMENTS).map(|_| self.statement()).collect();
        body += &self.expr(returns, 3);
        self.signatures.push((parameters, returns));
        let inline = self.pick(&["", "#[inline(never)]\n", "#[inline]\n"]);
        format!(
            "{inline}fn f{number}({}) -> {returns} {{\nif burn() {{ return {stop}; }}\n{body}\n}}\n",
            declared.join(", ")
        )
    }

    fn implementor(&mut self, number: usize) -> String {
        self.scope = vec![("self.0".to_owned(), "i64"), ("k".to_owned(), "i64")];
        let area = self.expr("i64", 4);
        let name = match self.one_in(2) {
            true => format!("fn name(&self) -> String {{ format!(\"{{:>{}}}\", self.0) }}", self.below(9)),
            false => String::new(),
        };
        format!(
            "struct Shape{number}(i64);\nimpl Shape for Shape{number} {{ fn area(&self, k: i64) -> i64 {{ {area} }} {name} }}\n"
        )
    }

    fn main(&mut self) -> String {
        self.scope.clear();
        let mut body = "let mut sum = std::env::args().count() as u64;\n".to_owned();
        for number in 0..self.signatures.len() {
            let (parameters, returns) = self.signatures[number].clone();
            let arguments: Vec<String> = parameters.into_iter().map(|ty| self.expr(ty, 2)).collect();
            body += &format!("let r{number} = f{number}({});\n", arguments.join(", "));
            body += &match returns {
                "f32" | "f64" => format!(
                    "sum = mix(sum, bits(r{number} as f64)); if !r{number}.is_nan() {{ println!(\"f{number} {{:?}} {{:.3e}}\", r{number}, r{number}); }}\n"
                ),
                "bool" | "char" => {
                    format!("sum = mix(sum, r{number} as u64); println!(\"f{number} {{:?}}\", r{number});\n")
                }
                _ => format!(
                    "sum = mix(sum, r{number} as u64 ^ (r{number} as u128 >> 64) as u64); println!(\"f{number} {{}}\", r{number});\n"
                ),
            };
        }
        format!(
            "fn main() {{\n{body}println!(\"checksum {{sum:016x}} fuel {{}}\", FUEL.load(Ordering::Relaxed));\nstd::process::exit((sum % 50) as i32);\n}}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_always_the_same_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }
}
