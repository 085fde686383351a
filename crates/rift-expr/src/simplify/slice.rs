//! Parts of terms and terms from parts: extract, concat, zext, sext.

use super::DEEPEST_BRANCHING;
use crate::fold;
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int;
use smallvec::SmallVec;

/// Some of the bits of a term; zeros without one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub term: Option<TermId>,
    /// Where in `term` it starts.
    pub low: u32,
    pub width: u32,
}

/// What is done with some bits once those below are there.
#[derive(Debug, Clone, Copy)]
enum Above {
    /// This part comes above.
    Part(TermId),
    /// They are extended to a width.
    ZExt(u32),
    SExt(u32),
}

impl Terms {
    pub fn extract(&mut self, a: TermId, low: u32, width: u32) -> TermId {
        debug_assert!(width > 0 && low + width <= self.width(a), "bits {low}..{} of {}", low + width, self.width(a));
        let (mut a, mut low, mut width) = (a, low, width);
        // What the bits reach into, but for the lowest part.
        let mut above: SmallVec<[Above; 8]> = SmallVec::new();
        let lowest = loop {
            if width == self.width(a) {
                break a;
            }
            match self.node(a) {
                Node::Extract { a: inner, low: offset } => (a, low) = (inner, low + offset),
                Node::ZExt(inner) | Node::SExt(inner) if low + width <= self.width(inner) => a = inner,
                Node::Concat { low: inner, .. } if low + width <= self.width(inner) => a = inner,
                Node::Concat { high, low: inner } if low >= self.width(inner) => {
                    (a, low) = (high, low - self.width(inner))
                }
                Node::Concat { high, low: inner } => {
                    let split = self.width(inner);
                    above.push(Above::Part(self.extract(high, 0, low + width - split)));
                    (a, width) = (inner, split - low);
                }
                Node::ZExt(inner) if low < self.width(inner) => {
                    above.push(Above::ZExt(width));
                    (a, width) = (inner, self.width(inner) - low);
                }
                Node::SExt(inner) => {
                    above.push(Above::SExt(width));
                    low = low.min(self.width(inner) - 1);
                    (a, width) = (inner, self.width(inner) - low);
                }
                node => break self.extract_from(a, node, low, width),
            }
        };
        self.build_above(&above, lowest)
    }

    /// `above` has what comes last first.
    fn build_above(&mut self, above: &[Above], lowest: TermId) -> TermId {
        above.iter().rev().fold(lowest, |low, above| match *above {
            Above::Part(high) => self.concat(high, low),
            Above::ZExt(width) => self.zext(low, width),
            Above::SExt(width) => self.sext(low, width),
        })
    }

    /// Of what is neither an extraction nor a concatenation, nor reaches into what is extended.
    fn extract_from(&mut self, a: TermId, node: Node, low: u32, width: u32) -> TermId {
        match node {
            Node::Const(value) => self.constant(width, value >> low),
            Node::Wide(wide) => {
                let limbs = fold::slice(self.wide_limbs(wide), low, width);
                self.constant_limbs(width, &limbs)
            }
            Node::Read { at, .. } => self.input_bits(u64::from(at) * 8 + u64::from(low), width),
            Node::ZExt(_) => self.zero(width),
            _ => {
                let pushed = self.nested(DEEPEST_BRANCHING, |terms| terms.extract_inside(node, low, width)).flatten();
                pushed.unwrap_or_else(|| self.make(Node::Extract { a, low }, width))
            }
        }
    }

    /// Does on part of the operands what the node does on all of them, where no work is doubled.
    fn extract_inside(&mut self, node: Node, low: u32, width: u32) -> Option<TermId> {
        match node {
            Node::Not(a) => {
                let a = self.extract(a, low, width);
                Some(self.not(a))
            }
            Node::Binary { op, a, b } => {
                let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
                let from_below = low == 0 && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
                if !(bitwise || from_below) || !self.can_split(a, b) {
                    return None;
                }
                let (a, b) = (self.extract(a, low, width), self.extract(b, low, width));
                Some(self.binary(op, a, b))
            }
            Node::Ite { condition, yes, no } if self.can_split(yes, no) => {
                let (yes, no) = (self.extract(yes, low, width), self.extract(no, low, width));
                Some(self.ite(condition, yes, no))
            }
            // Wider parts share the table.
            Node::Lookup { table, index } if width == 1 => self.map_table(table, index, 1, |value| value >> low & 1),
            _ => None,
        }
    }

    /// Whether taking bits of both operands costs no more than taking bits of the result.
    fn can_split(&self, a: TermId, b: TermId) -> bool {
        let is_sliced = |term| {
            matches!(
                self.node(term),
                Node::Const(_)
                    | Node::Wide(_)
                    | Node::Read { .. }
                    | Node::Extract { .. }
                    | Node::Concat { .. }
                    | Node::ZExt(_)
                    | Node::SExt(_)
            )
        };
        is_sliced(a) || is_sliced(b)
    }

    /// `width` bits of the input from bit `start` on, counted from the lowest of byte 0.
    fn input_bits(&mut self, start: u64, width: u32) -> TermId {
        let at = u32::try_from(start / 8).expect("the bits of an existing read");
        let low = (start % 8) as u32;
        let bytes = (low + width).div_ceil(8);
        let read = self.read(at, bytes);
        if bytes * 8 == width { read } else { self.make(Node::Extract { a: read, low }, width) }
    }

    /// The first bit of the input that a term consists of.
    fn as_input_bits(&self, term: TermId) -> Option<u64> {
        match self.node(term) {
            Node::Read { at, .. } => Some(u64::from(at) * 8),
            Node::Extract { a, low } => match self.node(a) {
                Node::Read { at, .. } => Some(u64::from(at) * 8 + u64::from(low)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let mut high = high;
        let mut above: SmallVec<[Above; 8]> = SmallVec::new();
        loop {
            match self.node(high) {
                Node::Concat { high: first, low: rest } => {
                    above.push(Above::Part(first));
                    high = rest;
                }
                Node::ZExt(inner) => {
                    above.push(Above::ZExt(self.width(high) + self.width(low)));
                    high = inner;
                }
                _ => break,
            }
        }
        let lowest = self.concat_one(high, low);
        self.build_above(&above, lowest)
    }

    /// `high` is neither a concatenation nor extended by zeros.
    fn concat_one(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        if self.is_zero(high) {
            return self.zext(low, width);
        }
        if let Some(merged) = self.merge(high, low) {
            return merged;
        }
        match self.node(low) {
            Node::Concat { high: first, low: rest } => {
                if let Some(merged) = self.merge(high, first) {
                    return self.concat(merged, rest);
                }
            }
            Node::ZExt(inner) if self.is_constant(high) => {
                let zeros = self.zero(self.width(low) - self.width(inner));
                let constant = self.join_constants(high, zeros);
                return self.concat_one(constant, inner);
            }
            _ => {}
        }
        if self.is_sign_of(high, low) {
            return self.sext(low, width);
        }
        self.make(Node::Concat { high, low }, width)
    }

    /// Two parts that are one.
    fn merge(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let low_width = self.width(low);
        let width = self.width(high) + low_width;
        match (self.node(high), self.node(low)) {
            (Node::Const(_) | Node::Wide(_), Node::Const(_) | Node::Wide(_)) => Some(self.join_constants(high, low)),
            (Node::Read { .. } | Node::Extract { .. }, Node::Read { .. } | Node::Extract { .. }) => {
                if let (Some(first), Some(second)) = (self.as_input_bits(high), self.as_input_bits(low)) {
                    return (second + u64::from(low_width) == first).then(|| self.input_bits(second, width));
                }
                let (Node::Extract { a, low: i }, Node::Extract { a: b, low: j }) = (self.node(high), self.node(low))
                else {
                    return None;
                };
                (a == b && i == j + low_width).then(|| self.extract(a, j, width))
            }
            _ => None,
        }
    }

    fn join_constants(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let limbs = |term| self.as_limbs(term).expect("a constant");
        let joined = fold::join(high_width, limbs(high), low_width, limbs(low));
        self.constant_limbs(high_width + low_width, &joined)
    }

    /// Whether every bit of `high` is the top bit of `low`.
    fn is_sign_of(&mut self, high: TermId, low: TermId) -> bool {
        let sign = match self.node(high) {
            Node::SExt(sign) => sign,
            Node::Extract { .. } => high,
            _ => return false,
        };
        self.width(sign) == 1 && self.extract(low, self.width(low) - 1, 1) == sign
    }

    /// To a width that is at least the term's own.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        debug_assert!(width >= from, "from {from} to {width} bits");
        if width == from {
            return a;
        }
        match self.node(a) {
            Node::Const(value) => self.constant(width, value),
            Node::ZExt(inner) => self.make(Node::ZExt(inner), width),
            Node::Ite { .. } => {
                let mapped = self.map_constant_choice(a, |terms, arm| terms.zext(arm, width));
                mapped.unwrap_or_else(|| self.make(Node::ZExt(a), width))
            }
            _ => self.make(Node::ZExt(a), width),
        }
    }

    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        debug_assert!(width >= from, "from {from} to {width} bits");
        if width == from {
            return a;
        }
        match (self.known_sign(a), self.node(a)) {
            (_, Node::Const(_) | Node::Wide(_)) => self.make(Node::SExt(a), width),
            (Some(false), _) => self.zext(a, width),
            (Some(true), _) => {
                let ones = self.ones(width - from);
                self.concat(ones, a)
            }
            (None, Node::SExt(inner)) => self.make(Node::SExt(inner), width),
            (None, Node::Ite { .. }) => {
                let mapped = self.map_constant_choice(a, |terms, arm| terms.sext(arm, width));
                mapped.unwrap_or_else(|| self.make(Node::SExt(a), width))
            }
            _ => self.make(Node::SExt(a), width),
        }
    }

    /// The parts of a term, highest first.
    pub(super) fn pieces(&self, term: TermId) -> SmallVec<[Piece; 8]> {
        let mut pieces = SmallVec::new();
        let mut rest = term;
        loop {
            let width = self.width(rest);
            match self.node(rest) {
                Node::ZExt(inner) => {
                    pieces.push(Piece { term: None, low: 0, width: width - self.width(inner) });
                    rest = inner;
                }
                Node::Concat { high, low } => {
                    pieces.push(Piece { term: Some(high), low: 0, width: self.width(high) });
                    rest = low;
                }
                Node::Const(_) | Node::Wide(_) => {
                    let limbs = self.as_limbs(rest).expect("a constant");
                    let (above, below) = (int::ctlz(width, limbs), int::cttz(width, limbs));
                    if above == width {
                        pieces.push(Piece { term: None, low: 0, width });
                        return pieces;
                    }
                    let parts = [(None, 0, above), (Some(rest), below, width - above - below), (None, 0, below)];
                    let present = parts.into_iter().filter(|part| part.2 > 0);
                    pieces.extend(present.map(|(term, low, width)| Piece { term, low, width }));
                    return pieces;
                }
                _ => {
                    pieces.push(Piece { term: Some(rest), low: 0, width });
                    return pieces;
                }
            }
        }
    }

    /// `a | b` as a concatenation, where each part of one meets zeros of the other.
    pub(super) fn join_disjoint(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (mut left, mut right) = (self.pieces(a), self.pieces(b));
        // Lowest first.
        let mut joined: SmallVec<[Piece; 8]> = SmallVec::new();
        while let (Some(x), Some(y)) = (left.pop(), right.pop()) {
            let width = x.width.min(y.width);
            let part = match (x.term, y.term) {
                (Some(_), Some(_)) => return None,
                (Some(_), None) => x,
                (None, _) => y,
            };
            joined.push(Piece { width, ..part });
            for (side, piece) in [(&mut left, x), (&mut right, y)] {
                if piece.width > width {
                    side.push(Piece { low: piece.low + width, width: piece.width - width, ..piece });
                }
            }
        }
        let parts: SmallVec<[TermId; 8]> = joined.into_iter().map(|piece| self.piece(piece)).collect();
        parts.into_iter().reduce(|low, high| self.concat(high, low))
    }

    pub(super) fn piece(&mut self, piece: Piece) -> TermId {
        match piece.term {
            Some(term) => self.extract(term, piece.low, piece.width),
            None => self.zero(piece.width),
        }
    }

    /// The constant that a term's lowest bits are.
    pub(super) fn constant_low_bits(&self, term: TermId) -> Option<Piece> {
        let mut rest = term;
        loop {
            match self.node(rest) {
                Node::ZExt(inner) => rest = inner,
                Node::Concat { low, .. } => rest = low,
                Node::Const(_) | Node::Wide(_) if rest != term => {
                    return Some(Piece { term: Some(rest), low: 0, width: self.width(rest) });
                }
                _ => return None,
            }
        }
    }
}
