//! Bitwise operations. Widths are above 1, and not both operands are constants of up to 64 bits.

use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{self, And, Or, Xor};
use rift_numeric::int;

impl Terms {
    /// All bits inverted.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return self.negation(a);
        }
        match self.node(a) {
            Node::Const(value) => self.constant(width, !value),
            Node::Not(inner) => inner,
            Node::Binary { op: Xor, a: x, b: c } if self.is_constant(c) => {
                let inverted = self.not(c);
                self.bit_xor(x, inverted)
            }
            Node::SExt(inner) => {
                let inverted = self.not(inner);
                self.sext(inverted, width)
            }
            Node::Ite { .. } => {
                let chosen = self.map_constant_choice(a, Terms::not);
                chosen.unwrap_or_else(|| self.make(Node::Not(a), width))
            }
            _ => self.make(Node::Not(a), width),
        }
    }

    /// Whether one is the other with all bits inverted.
    pub(super) fn is_not(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    pub(super) fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_zero(b) || self.is_below(b, a) {
            return b;
        }
        if self.is_ones(b) || self.is_below(a, b) {
            return a;
        }
        if self.is_not(a, b) {
            return self.zero(self.width(a));
        }
        if let Some(narrow) = self.bitwise_extended(And, a, b) {
            return narrow;
        }
        if self.is_constant(b) {
            return self.mask(a, b);
        }
        if let Some(shared) = self.bitwise_repeated(And, a, b) {
            return shared;
        }
        self.make_binary(And, a, b)
    }

    /// `a & c`: the bits between the lowest and the highest 1 of `c` are what is left, and masked if there are zeros
    /// among them.
    fn mask(&mut self, a: TermId, c: TermId) -> TermId {
        let width = self.width(a);
        let limbs = self.as_limbs(c).expect("a constant");
        let (above, below) = (int::ctlz(width, limbs), int::cttz(width, limbs));
        let kept = width - above - below;
        if kept < width {
            let (part, mask) = (self.extract(a, below, kept), self.extract(c, below, kept));
            let mut masked = self.binary(And, part, mask);
            if below > 0 {
                let zeros = self.zero(below);
                masked = self.concat(masked, zeros);
            }
            return self.zext(masked, width);
        }
        // The bits that were set or inverted are masked out.
        let mut a = a;
        while let Node::Binary { op: Or | Xor, a: x, b: y } = self.node(a)
            && self.is_constant(y)
            && self.are_disjoint_constants(y, c)
        {
            a = x;
        }
        match self.node(a) {
            Node::Const(_) | Node::Wide(_) => self.fold_binary(And, a, c),
            Node::Binary { op: And, a: x, b: y } if self.is_constant(y) => {
                let both = self.fold_binary(And, y, c);
                self.bit_and(x, both)
            }
            Node::Ite { .. } => {
                let chosen = self.map_constant_choice(a, |terms, arm| terms.fold_binary(And, arm, c));
                chosen.unwrap_or_else(|| self.make_binary(And, a, c))
            }
            _ => self.make_binary(And, a, c),
        }
    }

    fn are_disjoint_constants(&self, a: TermId, b: TermId) -> bool {
        let limbs = |term| self.as_limbs(term).expect("a constant");
        limbs(a).iter().zip(limbs(b)).all(|(x, y)| x & y == 0)
    }

    pub(super) fn bit_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_zero(b) || self.is_below(b, a) {
            return a;
        }
        if self.is_ones(b) || self.is_below(a, b) {
            return b;
        }
        if self.is_not(a, b) {
            return self.ones(self.width(a));
        }
        if let Some(rewritten) = self.bitwise_same(Or, a, b) {
            return rewritten;
        }
        self.make_binary(Or, a, b)
    }

    pub(super) fn bit_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if a == b {
            return self.zero(width);
        }
        if self.is_zero(b) {
            return a;
        }
        if self.is_ones(b) {
            return self.not(a);
        }
        if self.is_not(a, b) {
            return self.ones(width);
        }
        // Turning the top bit over is adding it.
        if self.is_constant(b) && self.as_power(b) == Some(width - 1) {
            return self.add(a, b);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Not(inner) = self.node(x) {
                let rest = self.bit_xor(inner, y);
                return self.not(rest);
            }
        }
        if let Some(rewritten) = self.bitwise_same(Xor, a, b) {
            return rewritten;
        }
        self.make_binary(Xor, a, b)
    }

    /// What holds for Or and Xor alike.
    fn bitwise_same(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(narrow) = self.bitwise_extended(op, a, b) {
            return Some(narrow);
        }
        if self.is_constant(b) {
            match self.node(a) {
                Node::Const(_) | Node::Wide(_) => return Some(self.fold_binary(op, a, b)),
                Node::Binary { op: inner, a: x, b: y } if inner == op && self.is_constant(y) => {
                    let both = self.fold_binary(op, y, b);
                    return Some(self.binary(op, x, both));
                }
                Node::Ite { .. } => {
                    if let Some(chosen) = self.map_constant_choice(a, |terms, arm| terms.fold_binary(op, arm, b)) {
                        return Some(chosen);
                    }
                }
                _ => {}
            }
        } else if let Some(shared) = self.bitwise_repeated(op, a, b) {
            return Some(shared);
        }
        let has_parts = |term| matches!(self.node(term), Node::ZExt(_) | Node::Concat { .. });
        let may_join = (has_parts(a) || has_parts(b)) && self.may_be_disjoint(a, b);
        if may_join { self.join_disjoint(a, b) } else { None }
    }

    /// `a op (a op y)`, either way round.
    fn bitwise_repeated(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        for (whole, part) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.as_binary(op, whole)
                && (x == part || y == part)
            {
                let other = if x == part { y } else { x };
                return Some(if op == Xor { other } else { whole });
            }
        }
        None
    }

    /// Both are extended in the same way from the same width, or one is and the other is a constant that fits.
    fn bitwise_extended(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        match (self.node(a), self.node(b)) {
            (Node::ZExt(x), Node::ZExt(y)) if self.width(x) == self.width(y) => {
                let narrow = self.binary(op, x, y);
                Some(self.zext(narrow, width))
            }
            (Node::SExt(x), Node::SExt(y)) if self.width(x) == self.width(y) => {
                let narrow = self.binary(op, x, y);
                Some(self.sext(narrow, width))
            }
            (Node::ZExt(x), Node::Const(_) | Node::Wide(_)) => {
                let y = self.truncated(b, self.width(x), Terms::zext).or_else(|| {
                    // The zeros above mask whatever the constant has there.
                    (op == And).then(|| self.extract(b, 0, self.width(x)))
                })?;
                let narrow = self.binary(op, x, y);
                Some(self.zext(narrow, width))
            }
            (Node::SExt(x), Node::Const(_) | Node::Wide(_)) => {
                let y = self.truncated(b, self.width(x), Terms::sext)?;
                let narrow = self.binary(op, x, y);
                Some(self.sext(narrow, width))
            }
            _ => None,
        }
    }

    /// The constant of `width` bits that extends to this one.
    pub(super) fn truncated(
        &mut self,
        constant: TermId,
        width: u32,
        extend: impl Fn(&mut Terms, TermId, u32) -> TermId,
    ) -> Option<TermId> {
        let narrow = self.extract(constant, 0, width);
        (extend(self, narrow, self.width(constant)) == constant).then_some(narrow)
    }
}
