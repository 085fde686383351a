//! Terms as an SMT-LIB 2 script.
//!
//! Input byte 3 is `in_3`. Terms of width 1 are of sort Bool where they come from comparisons or connectives, and are
//! converted where a bit vector is needed. Float operations are done in the theory of floating point on the operands'
//! bits. Their results go back to bits through a fresh constant that is constrained to stand for the result; as there
//! is one NaN in the theory, a NaN result leaves its bits open: the script allows more models than there are, never
//! fewer. Conversions to integers out of range are unspecified in the theory, as well. Tables are balanced trees of
//! `ite`.

use crate::fold::float_kind;
use crate::render::{Notation, render};
use crate::{Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use std::collections::BTreeSet;

impl Terms {
    /// A complete script that asks whether all of these terms, of width 1, can be true.
    pub fn smtlib(&self, asserted: &[TermId]) -> String {
        let order = self.postorder(asserted);
        let bytes: BTreeSet<u32> =
            asserted.iter().flat_map(|&term| self.support_runs(term)).cloned().flatten().collect();
        let has_floats = order.iter().any(|&term| is_float(self.node(term)));
        let mut script = Script { text: String::new(), names: 0 };
        script.line(if has_floats { "(set-logic ALL)" } else { "(set-logic QF_BV)" });
        for at in bytes {
            script.line(&format!("(declare-fun in_{at} () (_ BitVec 8))"));
        }
        for text in render(self, asserted, &mut script) {
            script.line(&format!("(assert {})", text.bool()));
        }
        script.line("(check-sat)");
        script.text
    }
}

fn is_float(node: Node) -> bool {
    matches!(
        node,
        Node::Float { .. }
            | Node::FloatSqrt(_)
            | Node::FloatCompare { .. }
            | Node::FloatToFloat(_)
            | Node::SignedToFloat(_)
            | Node::UnsignedToFloat(_)
            | Node::FloatToSigned(_)
            | Node::FloatToUnsigned(_)
    )
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Bool,
    Bits(u32),
}

#[derive(Clone)]
struct Text {
    text: String,
    sort: Sort,
}

impl Text {
    fn bool(&self) -> String {
        match self.sort {
            Sort::Bool => self.text.clone(),
            Sort::Bits(_) => format!("(= {} #b1)", self.text),
        }
    }

    fn bits(&self) -> String {
        match self.sort {
            Sort::Bits(_) => self.text.clone(),
            Sort::Bool => format!("(ite {} #b1 #b0)", self.text),
        }
    }

    /// The float whose bits these are.
    fn float(&self) -> String {
        match self.sort {
            Sort::Bits(width) => format!("((_ to_fp {}) {})", float_sort(width), self.text),
            Sort::Bool => unreachable!("a boolean is no float"),
        }
    }
}

/// Bits of exponent and significand.
fn float_sort(width: u32) -> &'static str {
    match float_kind(width) {
        FloatKind::Single => "8 24",
        _ => "11 53",
    }
}

struct Script {
    text: String,
    names: u32,
}

impl Script {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("t{}", self.names)
    }

    /// The bits of a float, as a constant of its own.
    fn float_bits(&mut self, width: u32, float: &str) -> Text {
        let name = self.fresh();
        self.line(&format!("(declare-fun {name} () (_ BitVec {width}))"));
        self.line(&format!("(assert (= ((_ to_fp {}) {name}) {float}))", float_sort(width)));
        Text { text: name, sort: Sort::Bits(width) }
    }
}

impl Notation for Script {
    type Text = Text;

    fn name(&mut self, _: &Terms, _: TermId, text: Text) -> Text {
        let name = self.fresh();
        let sort = match text.sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Bits(width) => format!("(_ BitVec {width})"),
        };
        self.line(&format!("(define-fun {name} () {sort} {})", text.text));
        Text { text: name, sort: text.sort }
    }

    fn text(&mut self, terms: &Terms, term: TermId, operands: &[Text]) -> Text {
        let width = terms.width(term);
        let node = terms.node(term);
        if is_float(node) {
            return self.float(node, width, operands);
        }
        if width == 1
            && let Some(text) = boolean(node, operands)
        {
            return Text { text, sort: Sort::Bool };
        }
        let bits = |at: usize| operands[at].bits();
        let text = match node {
            Node::Const(_) | Node::Wide(_) => constant(width, terms.as_limbs(term).expect("a constant")),
            Node::Read { at, bytes } => {
                let first = format!("in_{at}");
                (at + 1..at + bytes).fold(first, |low, high| format!("(concat in_{high} {low})"))
            }
            Node::Binary { op, .. } => format!("({} {} {})", operation(op), bits(0), bits(1)),
            Node::Not(_) => format!("(bvnot {})", bits(0)),
            Node::Ite { .. } => format!("(ite {} {} {})", operands[0].bool(), bits(1), bits(2)),
            Node::Extract { low, .. } => format!("((_ extract {} {low}) {})", low + width - 1, bits(0)),
            Node::Concat { .. } => format!("(concat {} {})", bits(0), bits(1)),
            Node::ZExt(a) => format!("((_ zero_extend {}) {})", width - terms.width(a), bits(0)),
            Node::SExt(a) => format!("((_ sign_extend {}) {})", width - terms.width(a), bits(0)),
            Node::Lookup { table, index } => {
                let tree = table_tree(terms.table(table), width, terms.width(index));
                format!("(let ((i {})) {tree})", bits(0))
            }
            _ => unreachable!("{node:?} was written before"),
        };
        Text { text, sort: Sort::Bits(width) }
    }
}

/// What is of sort Bool.
fn boolean(node: Node, operands: &[Text]) -> Option<String> {
    let bool = |at: usize| operands[at].bool();
    Some(match node {
        Node::Compare { predicate, .. } => {
            let symbol = match predicate {
                IntPredicate::Ult => "bvult",
                IntPredicate::Ule => "bvule",
                IntPredicate::Slt => "bvslt",
                IntPredicate::Sle => "bvsle",
                _ => "=",
            };
            format!("({symbol} {} {})", operands[0].bits(), operands[1].bits())
        }
        Node::Binary { op: BinaryOp::And, .. } => format!("(and {} {})", bool(0), bool(1)),
        Node::Binary { op: BinaryOp::Or, .. } => format!("(or {} {})", bool(0), bool(1)),
        Node::Binary { op: BinaryOp::Xor, .. } => format!("(xor {} {})", bool(0), bool(1)),
        Node::Not(_) => format!("(not {})", bool(0)),
        Node::Ite { .. } => format!("(ite {} {} {})", bool(0), bool(1), bool(2)),
        _ => return None,
    })
}

fn operation(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            crate::fold::not_integer(op)
        }
    }
}

fn constant(width: u32, limbs: &[u64]) -> String {
    let digits: String = limbs.iter().rev().map(|limb| format!("{limb:064b}")).collect();
    format!("#b{}", &digits[digits.len() - width as usize..])
}

impl Script {
    fn float(&mut self, node: Node, width: u32, operands: &[Text]) -> Text {
        let float = |at: usize| operands[at].float();
        let result = match node {
            Node::FloatCompare { predicate, .. } => {
                return Text { text: float_comparison(predicate, &float(0), &float(1)), sort: Sort::Bool };
            }
            Node::FloatToSigned(_) => {
                let text = format!("((_ fp.to_sbv {width}) RTZ {})", float(0));
                return Text { text, sort: Sort::Bits(width) };
            }
            Node::FloatToUnsigned(_) => {
                let text = format!("((_ fp.to_ubv {width}) RTZ {})", float(0));
                return Text { text, sort: Sort::Bits(width) };
            }
            Node::Float { op, .. } => {
                let name = match op {
                    BinaryOp::FAdd => "fp.add RNE",
                    BinaryOp::FSub => "fp.sub RNE",
                    BinaryOp::FMul => "fp.mul RNE",
                    BinaryOp::FDiv => "fp.div RNE",
                    _ => panic!("{op:?} is not in the theory: its quotient is truncated, that of fp.rem rounded"),
                };
                format!("({name} {} {})", float(0), float(1))
            }
            Node::FloatSqrt(_) => format!("(fp.sqrt RNE {})", float(0)),
            Node::FloatToFloat(_) => format!("((_ to_fp {}) RNE {})", float_sort(width), float(0)),
            Node::SignedToFloat(_) => format!("((_ to_fp {}) RNE {})", float_sort(width), operands[0].bits()),
            Node::UnsignedToFloat(_) => {
                format!("((_ to_fp_unsigned {}) RNE {})", float_sort(width), operands[0].bits())
            }
            _ => unreachable!("{node:?} is no float operation"),
        };
        self.float_bits(width, &result)
    }
}

fn float_comparison(predicate: FloatPredicate, a: &str, b: &str) -> String {
    let unordered = format!("(or (fp.isNaN {a}) (fp.isNaN {b}))");
    match predicate {
        FloatPredicate::False => "false".to_owned(),
        FloatPredicate::True => "true".to_owned(),
        FloatPredicate::Oeq => format!("(fp.eq {a} {b})"),
        FloatPredicate::Une => format!("(not (fp.eq {a} {b}))"),
        FloatPredicate::Olt => format!("(fp.lt {a} {b})"),
        FloatPredicate::Ole => format!("(fp.leq {a} {b})"),
        FloatPredicate::Ogt => format!("(fp.gt {a} {b})"),
        FloatPredicate::Oge => format!("(fp.geq {a} {b})"),
        FloatPredicate::Ult => format!("(not (fp.geq {a} {b}))"),
        FloatPredicate::Ule => format!("(not (fp.gt {a} {b}))"),
        FloatPredicate::Ugt => format!("(not (fp.leq {a} {b}))"),
        FloatPredicate::Uge => format!("(not (fp.lt {a} {b}))"),
        FloatPredicate::Uno => unordered,
        FloatPredicate::Ord => format!("(not {unordered})"),
        FloatPredicate::Ueq => format!("(or (fp.eq {a} {b}) {unordered})"),
        FloatPredicate::One => format!("(not (or (fp.eq {a} {b}) {unordered}))"),
    }
}

/// The element at `i`, an index of `index_width` bits, as a balanced tree over the runs of equal elements.
fn table_tree(values: &[u64], width: u32, index_width: u32) -> String {
    let reachable = if index_width < 64 { 1 << index_width } else { u64::MAX };
    let elements = values.iter().copied().chain([0]).zip(0..reachable);
    let mut runs: Vec<(u64, u64)> = elements.map(|(value, first)| (first, value)).collect();
    runs.dedup_by_key(|&mut (_, value)| value);
    let mut out = String::new();
    write_runs(&runs, width, index_width, &mut out);
    out
}

fn write_runs(runs: &[(u64, u64)], width: u32, index_width: u32, out: &mut String) {
    if let [(_, value)] = runs {
        out.push_str(&constant(width, &[*value]));
        return;
    }
    let (left, right) = runs.split_at(runs.len() / 2);
    let bound: Vec<u64> = (0..index_width.div_ceil(64)).map(|limb| if limb == 0 { right[0].0 } else { 0 }).collect();
    out.push_str(&format!("(ite (bvult i {}) ", constant(index_width, &bound)));
    write_runs(left, width, index_width, out);
    out.push(' ');
    write_runs(right, width, index_width, out);
    out.push(')');
}
