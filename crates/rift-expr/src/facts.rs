//! What is known of a term's value in every model: unsigned bounds and single bits.
//!
//! Over-approximates: the value always lies within. Terms above 64 bits have no facts.

use crate::fold::binary64;
use crate::{Node, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_numeric::int::{mask64, signed64};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    pub min: u64,
    pub max: u64,
    /// Bits that are 0 and bits that are 1, within the width.
    pub zeros: u64,
    pub ones: u64,
}

impl Facts {
    const NONE: Facts = Facts { min: 0, max: u64::MAX, zeros: 0, ones: 0 };

    fn exact(width: u32, value: u64) -> Facts {
        Facts { min: value, max: value, zeros: !value & mask64(width), ones: value }
    }

    fn unknown(width: u32) -> Facts {
        Facts { min: 0, max: mask64(width), zeros: 0, ones: 0 }
    }

    fn truth(known: Option<bool>) -> Facts {
        known.map_or(Facts::unknown(1), |value| Facts::exact(1, u64::from(value)))
    }

    /// The bits that may be 1.
    pub(crate) fn possible(&self, width: u32) -> u64 {
        mask64(width) & !self.zeros
    }

    fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// What the bounds say about bits, and the bits about bounds.
    fn settle(mut self, width: u32) -> Facts {
        self.min = self.min.max(self.ones);
        self.max = self.max.min(self.possible(width));
        // Above the first bit in which the bounds differ, every value between them is the same.
        let same = !u64::MAX.checked_shr((self.min ^ self.max).leading_zeros()).unwrap_or(0) & mask64(width);
        self.ones |= self.min & same;
        self.zeros |= !self.min & same;
        if self.zeros | self.ones == mask64(width) { Facts::exact(width, self.ones) } else { self }
    }

    pub(crate) fn of(terms: &Terms, node: Node, width: u32) -> Facts {
        if width > 64 {
            return Facts::NONE;
        }
        let facts = match node {
            Node::Const(value) => return Facts::exact(width, value),
            Node::Binary { op, a, b } => binary(op, width, terms.facts(a), terms.facts(b)),
            Node::Compare { predicate, a, b } => return Facts::truth(decide(terms, predicate, a, b)),
            Node::Not(a) => {
                let a = terms.facts(a);
                Facts { min: mask64(width) - a.max, max: mask64(width) - a.min, zeros: a.ones, ones: a.zeros }
            }
            Node::Ite { yes, no, .. } => {
                let (yes, no) = (terms.facts(yes), terms.facts(no));
                Facts {
                    min: yes.min.min(no.min),
                    max: yes.max.max(no.max),
                    zeros: yes.zeros & no.zeros,
                    ones: yes.ones & no.ones,
                }
            }
            Node::Extract { a, low } => extract(terms, a, low, width),
            Node::Concat { high, low } => {
                let (shift, high, low) = (terms.width(low), terms.facts(high), terms.facts(low));
                let join = |high: u64, low: u64| high << shift | low;
                Facts {
                    min: join(high.min, low.min),
                    max: join(high.max, low.max),
                    zeros: join(high.zeros, low.zeros),
                    ones: join(high.ones, low.ones),
                }
            }
            Node::ZExt(a) => {
                let above = mask64(width) & !mask64(terms.width(a));
                let a = terms.facts(a);
                Facts { zeros: a.zeros | above, ..a }
            }
            Node::SExt(a) => sign_extend(terms, a, width),
            Node::Lookup { table, index } => lookup(terms, terms.table(table), index, width),
            _ => Facts::unknown(width),
        };
        facts.settle(width)
    }
}

fn extract(terms: &Terms, a: TermId, low: u32, width: u32) -> Facts {
    let from = terms.width(a);
    if from > 64 {
        return Facts::unknown(width);
    }
    let a = terms.facts(a);
    let mask = mask64(width);
    let bits = Facts { zeros: a.zeros >> low & mask, ones: a.ones >> low & mask, ..Facts::unknown(width) };
    // Unless higher bits are cut off, order is kept.
    if a.max >> low <= mask { Facts { min: a.min >> low, max: a.max >> low, ..bits } } else { bits }
}

fn sign_extend(terms: &Terms, a: TermId, width: u32) -> Facts {
    let from = terms.width(a);
    let a = terms.facts(a);
    let extend = |value: u64| signed64(from, value) as u64 & mask64(width);
    // The extension keeps the unsigned order.
    Facts { min: extend(a.min), max: extend(a.max), zeros: extend(a.zeros), ones: extend(a.ones) }
}

fn lookup(terms: &Terms, table: &[u64], index: TermId, width: u32) -> Facts {
    let (first, last) = if terms.width(index) > 64 { (0, u64::MAX) } else { terms.range(index) };
    let length = table.len() as u64;
    let outside = last >= length;
    let inside = &table[first.min(length) as usize..last.saturating_add(1).min(length) as usize];
    let start = if outside { 0 } else { inside.first().copied().unwrap_or(0) };
    let begin = Facts::exact(width, start);
    inside.iter().fold(begin, |facts, &value| Facts {
        min: facts.min.min(value),
        max: facts.max.max(value),
        zeros: facts.zeros & !value,
        ones: facts.ones & value,
    })
}

fn binary(op: BinaryOp, width: u32, a: Facts, b: Facts) -> Facts {
    let mask = mask64(width);
    let unknown = Facts::unknown(width);
    match op {
        BinaryOp::Add => {
            let bounds = wrapped(width, i128::from(a.min) + i128::from(b.min), i128::from(a.max) + i128::from(b.max));
            let (zeros, ones) = sum_bits(width, a, b, 0);
            Facts { zeros, ones, ..bounds }
        }
        BinaryOp::Sub => {
            let bounds = wrapped(width, i128::from(a.min) - i128::from(b.max), i128::from(a.max) - i128::from(b.min));
            // a - b = a + ~b + 1
            let inverted = Facts { zeros: b.ones, ones: b.zeros, ..b };
            let (zeros, ones) = sum_bits(width, a, inverted, 1);
            Facts { zeros, ones, ..bounds }
        }
        BinaryOp::Mul => {
            let trailing = (a.trailing_zeros() + b.trailing_zeros()).min(width);
            let zeros = if trailing == 0 { 0 } else { mask64(trailing) };
            let fits = a.max.checked_mul(b.max).filter(|&max| max <= mask);
            match fits {
                Some(max) => Facts { min: a.min * b.min, max, zeros, ones: 0 },
                None => Facts { zeros, ..unknown },
            }
        }
        BinaryOp::UDiv => {
            // By zero gives all ones.
            let max = a.max.checked_div(b.min).unwrap_or(mask);
            Facts { min: a.min.checked_div(b.max).unwrap_or(mask), max, ..unknown }
        }
        BinaryOp::URem => {
            // By zero gives the dividend.
            let max = if b.min == 0 { a.max } else { a.max.min(b.max - 1) };
            Facts { max, ..unknown }
        }
        BinaryOp::Shl => {
            let trailing = a.trailing_zeros().saturating_add(u32::try_from(b.min).unwrap_or(u32::MAX)).min(width);
            Facts { zeros: if trailing == 0 { 0 } else { mask64(trailing) }, ..unknown }
        }
        BinaryOp::LShr => {
            let shift = |value, count| binary64(BinaryOp::LShr, width, value, count);
            Facts { min: shift(a.min, b.max), max: shift(a.max, b.min), ..unknown }
        }
        BinaryOp::And => Facts { min: 0, max: a.max.min(b.max), zeros: a.zeros | b.zeros, ones: a.ones & b.ones },
        BinaryOp::Or => Facts { min: a.min.max(b.min), max: mask, zeros: a.zeros & b.zeros, ones: a.ones | b.ones },
        BinaryOp::Xor => {
            Facts { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros, ..unknown }
        }
        _ => unknown,
    }
}

/// Bounds that both wrapped around equally often still hold.
fn wrapped(width: u32, min: i128, max: i128) -> Facts {
    let unknown = Facts::unknown(width);
    if min >> width != max >> width {
        return unknown;
    }
    Facts { min: min as u64 & mask64(width), max: max as u64 & mask64(width), ..unknown }
}

/// The known bits of a + b + carry: those whose operands and incoming carry are known (as LLVM's `KnownBits`).
fn sum_bits(width: u32, a: Facts, b: Facts, carry: u64) -> (u64, u64) {
    let largest = a.possible(width).wrapping_add(b.possible(width)).wrapping_add(carry);
    let smallest = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let no_carry = !(largest ^ a.zeros ^ b.zeros);
    let sure_carry = smallest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | sure_carry) & mask64(width);
    (!largest & known, smallest & known)
}

/// Whether a comparison holds in every model, or in none.
fn decide(terms: &Terms, predicate: IntPredicate, a: TermId, b: TermId) -> Option<bool> {
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let (x, y) = (terms.facts(a), terms.facts(b));
    let order = |(a_min, a_max): (i128, i128), (b_min, b_max): (i128, i128)| match predicate {
        IntPredicate::Ult | IntPredicate::Slt if a_max < b_min => Some(true),
        IntPredicate::Ult | IntPredicate::Slt if a_min >= b_max => Some(false),
        IntPredicate::Ule | IntPredicate::Sle if a_max <= b_min => Some(true),
        IntPredicate::Ule | IntPredicate::Sle if a_min > b_max => Some(false),
        _ => None,
    };
    match predicate {
        IntPredicate::Eq => {
            let differ = x.max < y.min || y.max < x.min || x.ones & y.zeros != 0 || x.zeros & y.ones != 0;
            let same = x.min == x.max && x.min == y.min && x.max == y.max;
            if differ { Some(false) } else { same.then_some(true) }
        }
        IntPredicate::Ult | IntPredicate::Ule => order((x.min.into(), x.max.into()), (y.min.into(), y.max.into())),
        IntPredicate::Slt | IntPredicate::Sle => {
            let wide = |(min, max): (i64, i64)| (min.into(), max.into());
            order(wide(terms.signed_range(a)), wide(terms.signed_range(b)))
        }
        _ => None,
    }
}

impl Terms {
    /// Signed bounds, inclusive, for terms of at most 64 bits.
    pub fn signed_range(&self, term: TermId) -> (i64, i64) {
        let width = self.width(term);
        match self.node(term) {
            Node::SExt(a) => self.signed_range(a),
            Node::Binary { op: BinaryOp::Add, a, b }
                if let Node::SExt(narrow) = self.node(a)
                    && let Some(c) = self.as_const(b) =>
            {
                let (min, max) = self.signed_range(narrow);
                let c = signed64(width, c);
                let limit = |value: i64| value.checked_add(c).filter(|&sum| signed64(width, sum as u64) == sum);
                match (limit(min), limit(max)) {
                    (Some(min), Some(max)) => (min, max),
                    _ => self.facts(term).signed(width),
                }
            }
            _ => self.facts(term).signed(width),
        }
    }
}

impl Facts {
    fn signed(self, width: u32) -> (i64, i64) {
        let sign = 1u64 << (width - 1);
        let known = (self.min ^ self.max) & sign == 0;
        let (min, max) = if known { (self.min, self.max) } else { (self.ones | sign, self.possible(width) & !sign) };
        (signed64(width, min), signed64(width, max))
    }
}
