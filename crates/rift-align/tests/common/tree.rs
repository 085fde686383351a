//! Random programs with variables, branches and loops, brought into SSA form the way a compiler would: an edit of one
//! assignment moves phis and operands in places far from it.

use super::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

pub const VARIABLES: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atom {
    Const(u32),
    Variable(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    Assign(usize, &'static str, Atom, Atom),
    Copy(usize, Atom),
    Load(usize, usize),
    Store(usize, Atom),
    Out(Atom),
    If(&'static str, Atom, Atom, Vec<Line>, Vec<Line>),
    Repeat(u32, Vec<Line>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub number: u32,
    pub statement: Statement,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub lines: Vec<Line>,
    next: u32,
}

impl Tree {
    pub fn random(random: &mut Random) -> Tree {
        let mut tree = Tree { lines: Vec::new(), next: 0 };
        tree.lines = (0..4 + random.below(8)).map(|_| tree.line(random, 3)).collect();
        tree
    }

    fn line(&mut self, random: &mut Random, depth: usize) -> Line {
        self.next += 1;
        let number = self.next;
        let (one, two) = (atom(random), atom(random));
        let statement = match random.below(if depth == 0 { 9 } else { 13 }) {
            0..=2 => {
                Statement::Assign(random.below(VARIABLES), ["add", "sub", "mul", "xor"][random.below(4)], one, two)
            }
            3..=4 => Statement::Copy(random.below(VARIABLES), one),
            5 => Statement::Load(random.below(VARIABLES), random.below(3)),
            6 => Statement::Store(random.below(3), one),
            7..=8 => Statement::Out(one),
            9..=11 => {
                let condition = ["eq", "ne", "ult", "slt"][random.below(4)];
                let mut some = |most| (0..random.below(most)).map(|_| self.line(random, depth - 1)).collect();
                let (yes, no) = (some(4), some(3));
                Statement::If(condition, one, two, yes, no)
            }
            _ => {
                let body = (0..1 + random.below(3)).map(|_| self.line(random, depth - 1)).collect();
                Statement::Repeat(random.below(4) as u32, body)
            }
        };
        Line { number, statement }
    }

    /// Inserts, deletes, replaces, wraps or unwraps one statement anywhere.
    pub fn edit(&mut self, random: &mut Random) {
        let mut fresh = self.line(random, 1);
        let mut lines = &mut self.lines;
        loop {
            let at = random.below(lines.len());
            let deeper =
                lines.get(at).is_some_and(|line| matches!(line.statement, Statement::If(..) | Statement::Repeat(..)));
            if !deeper || random.chance(30) {
                break;
            }
            lines = match &mut lines[at].statement {
                Statement::If(_, _, _, yes, _) if random.chance(60) => yes,
                Statement::If(_, _, _, _, no) => no,
                Statement::Repeat(_, body) => body,
                _ => unreachable!("only these are deeper"),
            };
        }
        let at = random.below(lines.len());
        match random.below(5) {
            0 if !lines.is_empty() => {
                lines.remove(at);
            }
            1 if !lines.is_empty() => lines[at].statement = fresh.statement,
            2 if !lines.is_empty() => {
                let wrapped = lines.remove(at);
                fresh.statement = Statement::If("ult", atom(random), atom(random), vec![wrapped], Vec::new());
                lines.insert(at, fresh);
            }
            3 if !lines.is_empty() => {
                if let Statement::If(_, _, _, inner, _) | Statement::Repeat(_, inner) = lines[at].statement.clone() {
                    lines.splice(at..=at, inner);
                }
            }
            _ => lines.insert(at, fresh),
        }
    }

    /// The program in SSA form; names and the order of blocks come from `random`.
    pub fn text(&self, random: &mut Random) -> String {
        let mut writer = Writer { blocks: vec![String::new()], current: 0, next: 0, salt: random.below(100) };
        let mut variables = ["p0".to_owned(), "p1".to_owned(), "0".to_owned(), "1".to_owned()];
        writer.lines(&self.lines, &mut variables);
        let line = self.next + 1;
        for variable in &variables {
            writer.put(line, &format!("call @out(i32 {variable})"));
        }
        writer.put(line, &format!("return i32 {}", variables[0]));
        let mut order: Vec<usize> = (1..writer.blocks.len()).collect();
        random.shuffle(&mut order);
        let mut text = "declare @out(i32)\n".to_owned();
        for global in 0..3 {
            writeln!(text, "global @g{global} = i32 {global}").unwrap();
        }
        writeln!(text, "function exported @main(i32 p0, i32 p1) -> i32 {{\nb0:\n{}", writer.blocks[0]).unwrap();
        for block in order {
            writeln!(text, "b{block}:\n{}", writer.blocks[block]).unwrap();
        }
        text + "}\n"
    }
}

fn atom(random: &mut Random) -> Atom {
    if random.chance(30) { Atom::Const(random.below(5) as u32) } else { Atom::Variable(random.below(VARIABLES)) }
}

fn assigned(lines: &[Line], to: &mut BTreeSet<usize>) {
    for line in lines {
        match &line.statement {
            Statement::Assign(variable, ..) | Statement::Copy(variable, _) | Statement::Load(variable, _) => {
                to.insert(*variable);
            }
            Statement::If(_, _, _, yes, no) => [yes, no].into_iter().for_each(|lines| assigned(lines, to)),
            Statement::Repeat(_, body) => assigned(body, to),
            Statement::Store(..) | Statement::Out(_) => {}
        }
    }
}

struct Writer {
    blocks: Vec<String>,
    current: usize,
    next: usize,
    salt: usize,
}

type Variables = [String; VARIABLES];

impl Writer {
    fn put(&mut self, line: u32, inst: &str) {
        writeln!(self.blocks[self.current], "  {inst} !\"p.c\":{line}:1").unwrap();
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("x{}_{}", self.salt, self.next)
    }

    fn define(&mut self, line: u32, inst: &str) -> String {
        let name = self.name();
        self.put(line, &format!("{name} = {inst}"));
        name
    }

    fn block(&mut self) -> usize {
        self.blocks.push(String::new());
        self.blocks.len() - 1
    }

    fn lines(&mut self, lines: &[Line], variables: &mut Variables) {
        for Line { number, statement } in lines {
            let value = |atom: &Atom| match atom {
                Atom::Const(value) => value.to_string(),
                Atom::Variable(variable) => variables[*variable].clone(),
            };
            match statement {
                Statement::Assign(to, op, a, b) => {
                    variables[*to] = self.define(*number, &format!("{op} i32 {}, {}", value(a), value(b)));
                }
                Statement::Copy(to, a) => variables[*to] = value(a),
                Statement::Load(to, global) => variables[*to] = self.define(*number, &format!("load i32, @g{global}")),
                Statement::Store(global, a) => self.put(*number, &format!("store i32 {}, @g{global}", value(a))),
                Statement::Out(a) => self.put(*number, &format!("call @out(i32 {})", value(a))),
                Statement::If(op, a, b, yes, no) => {
                    let condition = self.define(*number, &format!("icmp {op} i32 {}, {}", value(a), value(b)));
                    self.branch(*number, &condition, yes, no, variables);
                }
                Statement::Repeat(times, body) => self.repeat(*number, *times, body, variables),
            }
        }
    }

    fn branch(&mut self, line: u32, condition: &str, yes: &[Line], no: &[Line], variables: &mut Variables) {
        let (on_yes, on_no, after) = (self.block(), self.block(), self.block());
        self.put(line, &format!("branch {condition}, b{on_yes}, b{on_no}"));
        let mut arm = |block: usize, lines: &[Line]| {
            let mut variables = variables.clone();
            self.current = block;
            self.lines(lines, &mut variables);
            self.put(lines.last().map_or(line, |last| last.number), &format!("jump b{after}"));
            (self.current, variables)
        };
        let ((yes_end, yes), (no_end, no)) = (arm(on_yes, yes), arm(on_no, no));
        self.current = after;
        for variable in 0..VARIABLES {
            variables[variable] = if yes[variable] == no[variable] {
                yes[variable].clone()
            } else {
                let incoming = format!("[{}, b{yes_end}], [{}, b{no_end}]", yes[variable], no[variable]);
                self.define(line, &format!("phi i32 {incoming}"))
            };
        }
    }

    fn repeat(&mut self, line: u32, times: u32, body: &[Line], variables: &mut Variables) {
        let (header, inside, after, before) = (self.block(), self.block(), self.block(), self.current);
        self.put(line, &format!("jump b{header}"));
        let mut changing = BTreeSet::new();
        assigned(body, &mut changing);
        let initial = variables.clone();
        let counter = self.name();
        for variable in &changing {
            variables[*variable] = self.name();
        }
        let at_header = variables.clone();
        self.current = inside;
        self.lines(body, variables);
        let counted = self.define(line, &format!("add i32 {counter}, 1"));
        self.put(line, &format!("jump b{header}"));
        let latch = self.current;
        self.current = header;
        self.put(line, &format!("{counter} = phi i32 [0, b{before}], [{counted}, b{latch}]"));
        for variable in changing {
            let (name, first, again) = (&at_header[variable], &initial[variable], &variables[variable]);
            self.put(line, &format!("{name} = phi i32 [{first}, b{before}], [{again}, b{latch}]"));
        }
        let more = self.define(line, &format!("icmp ult i32 {counter}, {times}"));
        self.put(line, &format!("branch {more}, b{inside}, b{after}"));
        self.current = after;
        *variables = at_header;
    }
}
