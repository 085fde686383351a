//! Terms for people: `in[3] == 45`, `in[4..8] <s 100`.
//!
//! Infix where C has an operator, with `u` and `s` where sign matters; `zext32(x)`, `bit(x, 7)`, `bits(x, 4..7)`,
//! `concat(high, .., low)` and the like otherwise. What occurs more than once is named first:
//! `let t1 = in[0] + 1; t1 * t1`. Constants close below 2^width are shown negative; constants in a concatenation have
//! their width: `concat(in[3], 0:2)`.

use crate::render::{Notation, render};
use crate::{Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};
use rift_numeric::int::{mask64, signed64};
use std::fmt;

/// Shows a term.
pub struct Display<'a> {
    terms: &'a Terms,
    term: TermId,
}

impl Terms {
    pub fn display(&self, term: TermId) -> Display<'_> {
        Display { terms: self, term }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut infix = Infix { definitions: Vec::new() };
        let texts = render(self.terms, &[self.term], &mut infix);
        for (at, definition) in infix.definitions.iter().enumerate() {
            write!(f, "let t{} = {definition}; ", at + 1)?;
        }
        f.write_str(&texts[0].text)
    }
}

/// How tightly a text holds together; what holds looser inside needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Or,
    And,
    Compare,
    Bits,
    Shift,
    Sum,
    Product,
    Atom,
}

#[derive(Clone)]
struct Text {
    text: String,
    level: Level,
}

impl Text {
    fn atom(text: String) -> Text {
        Text { text, level: Level::Atom }
    }

    /// As an operand of something of this level.
    fn within(&self, level: Level) -> String {
        if self.level > level { self.text.clone() } else { format!("({})", self.text) }
    }
}

struct Infix {
    definitions: Vec<String>,
}

impl Notation for Infix {
    type Text = Text;

    fn name(&mut self, _: &Terms, _: TermId, text: Text) -> Text {
        self.definitions.push(text.text);
        Text::atom(format!("t{}", self.definitions.len()))
    }

    fn text(&mut self, terms: &Terms, term: TermId, operands: &[Text]) -> Text {
        let width = terms.width(term);
        let call = |name: &str| {
            let arguments: Vec<&str> = operands.iter().map(|operand| operand.text.as_str()).collect();
            Text::atom(format!("{name}({})", arguments.join(", ")))
        };
        match terms.node(term) {
            Node::Const(value) => constant(width, value),
            Node::Wide(_) => {
                let limbs = terms.as_limbs(term).expect("a constant").iter().rev();
                let digits: String = limbs.map(|limb| format!("{limb:016x}")).collect();
                let digits = digits.trim_start_matches('0');
                Text::atom(format!("0x{}", if digits.is_empty() { "0" } else { digits }))
            }
            Node::Read { at, bytes: 1 } => Text::atom(format!("in[{at}]")),
            Node::Read { at, bytes } => Text::atom(format!("in[{at}..{}]", at + bytes)),
            Node::Binary { op: BinaryOp::Add, b, .. } if let Some(text) = subtraction(terms, b, operands) => text,
            Node::Binary { op, .. } => binary(op, width, operands),
            Node::Compare { predicate, a, b } => {
                let signed = |term: TermId, text: &Text| match (predicate, terms.as_const(term)) {
                    (IntPredicate::Slt | IntPredicate::Sle, Some(value)) => {
                        Text::atom(signed64(terms.width(term), value).to_string())
                    }
                    _ => text.clone(),
                };
                let operands = [signed(a, &operands[0]), signed(b, &operands[1])];
                let symbol = match predicate {
                    IntPredicate::Ult => "<u",
                    IntPredicate::Ule => "<=u",
                    IntPredicate::Slt => "<s",
                    IntPredicate::Sle => "<=s",
                    _ => "==",
                };
                infix(&operands, symbol, Level::Compare)
            }
            Node::Not(_) if width == 1 => negation(&operands[0]),
            Node::Not(_) => Text::atom(format!("~{}", operands[0].within(Level::Product))),
            Node::Ite { .. } => {
                let [condition, yes, no] = [0, 1, 2].map(|i| operands[i].within(Level::Choice));
                Text { text: format!("{condition} ? {yes} : {no}"), level: Level::Choice }
            }
            Node::Extract { low, .. } if width == 1 => Text::atom(format!("bit({}, {low})", operands[0].text)),
            Node::Extract { low, .. } => Text::atom(format!("bits({}, {low}..{})", operands[0].text, low + width)),
            Node::Concat { high, low } => concat(terms, high, low, operands),
            Node::ZExt(_) => call(&format!("zext{width}")),
            Node::SExt(_) => call(&format!("sext{width}")),
            Node::Lookup { table, .. } => Text::atom(format!("table{}[{}]", table.number(), operands[0].text)),
            Node::Float { op, .. } => {
                let (symbol, level) = match op {
                    BinaryOp::FAdd => ("+f", Level::Sum),
                    BinaryOp::FSub => ("-f", Level::Sum),
                    BinaryOp::FMul => ("*f", Level::Product),
                    BinaryOp::FDiv => ("/f", Level::Product),
                    _ => ("%f", Level::Product),
                };
                infix(operands, symbol, level)
            }
            Node::FloatSqrt(_) => call("sqrt"),
            Node::FloatCompare { predicate, .. } => call(float_predicate(predicate)),
            Node::FloatToFloat(_) => call(&format!("f{width}")),
            Node::SignedToFloat(_) => call(&format!("f{width}_from_signed")),
            Node::UnsignedToFloat(_) => call(&format!("f{width}_from_unsigned")),
            Node::FloatToSigned(_) => call(&format!("signed{width}")),
            Node::FloatToUnsigned(_) => call(&format!("unsigned{width}")),
        }
    }
}

/// Constants above this are hexadecimal.
const LARGEST_DECIMAL: u64 = 0xffff;

fn constant(width: u32, value: u64) -> Text {
    if width == 1 {
        return Text::atom(if value == 1 { "true" } else { "false" }.to_owned());
    }
    let below = (mask64(width) - value).wrapping_add(1);
    if value <= LARGEST_DECIMAL && (width > 8 || value < 0xf0) {
        Text::atom(value.to_string())
    } else if below <= LARGEST_DECIMAL {
        Text::atom(signed64(width, value).to_string())
    } else {
        Text::atom(format!("0x{value:x}"))
    }
}

/// A sum with a negative constant.
fn subtraction(terms: &Terms, constant: TermId, operands: &[Text]) -> Option<Text> {
    let value = terms.as_const(constant)?;
    let opposite = value.wrapping_neg() & mask64(terms.width(constant));
    let is_closer = opposite < value && opposite <= LARGEST_DECIMAL;
    is_closer.then(|| Text { text: format!("{} - {opposite}", operands[0].within(Level::Shift)), level: Level::Sum })
}

/// Sums and products group from the left.
fn infix(operands: &[Text], symbol: &str, level: Level) -> Text {
    let left = match operands[0].level == level && matches!(level, Level::Sum | Level::Product) {
        true => operands[0].text.clone(),
        false => operands[0].within(level),
    };
    Text { text: format!("{left} {symbol} {}", operands[1].within(level)), level }
}

/// Chains of one symbol need no parentheses.
fn chain(operands: &[Text], symbol: &str, level: Level) -> Text {
    let one = |operand: &Text| match operand.level == level {
        true => operand.text.clone(),
        false => operand.within(level),
    };
    Text { text: format!("{} {symbol} {}", one(&operands[0]), one(&operands[1])), level }
}

fn binary(op: BinaryOp, width: u32, operands: &[Text]) -> Text {
    match op {
        BinaryOp::Add => infix(operands, "+", Level::Sum),
        BinaryOp::Sub => infix(operands, "-", Level::Sum),
        BinaryOp::Mul => infix(operands, "*", Level::Product),
        BinaryOp::UDiv => infix(operands, "/u", Level::Product),
        BinaryOp::SDiv => infix(operands, "/s", Level::Product),
        BinaryOp::URem => infix(operands, "%u", Level::Product),
        BinaryOp::SRem => infix(operands, "%s", Level::Product),
        BinaryOp::Shl => infix(operands, "<<", Level::Shift),
        BinaryOp::LShr => infix(operands, ">>u", Level::Shift),
        BinaryOp::AShr => infix(operands, ">>s", Level::Shift),
        BinaryOp::And if width == 1 => chain(operands, "&&", Level::And),
        BinaryOp::Or if width == 1 => chain(operands, "||", Level::Or),
        BinaryOp::And => infix(operands, "&", Level::Bits),
        BinaryOp::Or => infix(operands, "|", Level::Bits),
        _ => infix(operands, "^", Level::Bits),
    }
}

fn negation(operand: &Text) -> Text {
    match operand.text.split_once(" == ") {
        // Only an equality is at this level with such a symbol, and it has one.
        Some((a, b)) if operand.level == Level::Compare => Text { text: format!("{a} != {b}"), level: Level::Compare },
        _ => Text::atom(format!("!{}", operand.within(Level::Product))),
    }
}

fn concat(terms: &Terms, high: TermId, low: TermId, operands: &[Text]) -> Text {
    let part = |term: TermId, text: &Text| match (terms.as_limbs(term), terms.width(term)) {
        (Some(&[bit]), 1) => format!("{bit}:1"),
        (Some(_), width) => format!("{}:{width}", text.text),
        (None, _) => text.text.clone(),
    };
    let rest = part(low, &operands[1]);
    let is_flat = matches!(terms.node(low), Node::Concat { .. });
    let inner = rest.strip_prefix("concat(").and_then(|rest| rest.strip_suffix(')')).filter(|_| is_flat);
    Text::atom(format!("concat({}, {})", part(high, &operands[0]), inner.unwrap_or(&rest)))
}

fn float_predicate(predicate: FloatPredicate) -> &'static str {
    match predicate {
        FloatPredicate::False => "never",
        FloatPredicate::Oeq => "oeq",
        FloatPredicate::Ogt => "ogt",
        FloatPredicate::Oge => "oge",
        FloatPredicate::Olt => "olt",
        FloatPredicate::Ole => "ole",
        FloatPredicate::One => "one",
        FloatPredicate::Ord => "ord",
        FloatPredicate::Uno => "uno",
        FloatPredicate::Ueq => "ueq",
        FloatPredicate::Ugt => "ugt",
        FloatPredicate::Uge => "uge",
        FloatPredicate::Ult => "ult",
        FloatPredicate::Ule => "ule",
        FloatPredicate::Une => "une",
        FloatPredicate::True => "always",
    }
}
