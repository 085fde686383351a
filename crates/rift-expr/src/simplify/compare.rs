//! Comparisons of two terms; those with a constant of up to 64 bits go on in `member`.

use crate::span::Span;
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{Add, Sub, Xor};
use rift_ir::IntPredicate::{self, Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
use rift_numeric::int::{self, mask64};

impl Terms {
    pub fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{predicate:?} of two widths");
        let (predicate, a, b) = match predicate {
            Ne => {
                let same = self.compare(Eq, a, b);
                return self.negation(same);
            }
            Ugt => (Ult, b, a),
            Uge => (Ule, b, a),
            Sgt => (Slt, b, a),
            Sge => (Sle, b, a),
            Eq | Ult | Ule | Slt | Sle => (predicate, a, b),
        };
        if a == b {
            return self.truth(matches!(predicate, Eq | Ule | Sle));
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => self.truth(int::compare64(predicate, width, x, y)),
            _ if width == 1 => self.compare_bool(predicate, a, b),
            (None, Some(c)) => match span_below(predicate, width, c) {
                Some(span) => self.member(a, span),
                None => self.truth(false),
            },
            (Some(c), None) => match span_above(predicate, width, c) {
                Some(span) => self.member(b, span),
                None => self.truth(false),
            },
            (None, None) if predicate == Eq => {
                let (a, b) = self.ordered(a, b);
                self.comparing(|terms| terms.equal(a, b)).unwrap_or_else(|| self.make_compare(Eq, a, b))
            }
            (None, None) => {
                let order = self.comparing(|terms| terms.order(predicate, a, b));
                order.unwrap_or_else(|| self.make_compare(predicate, a, b))
            }
        }
    }

    fn make_compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        self.make(Node::Compare { predicate, a, b }, 1)
    }

    /// Ordered, and neither is a constant of up to 64 bits.
    fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let (mut a, mut b) = (a, b);
        // Long sums may have much in common: not by recursion.
        while let Some((x, y)) = self.without_extension(a, b).or_else(|| self.cancelled(a, b)) {
            (a, b) = self.ordered(x, y);
            if a == b || self.as_const(b).is_some() || self.width(a) == 1 {
                return self.compare(Eq, a, b);
            }
        }
        if self.is_constant(b) {
            return self.equal_wide(a, b);
        }
        if let Some(equal) = self.equal_in_parts(a, b) {
            return equal;
        }
        if let Some(fits) = self.equals_own_part(a, b).or_else(|| self.equals_own_part(b, a)) {
            return fits;
        }
        self.make_compare(Eq, a, b)
    }

    /// `c` is a constant above 64 bits.
    fn equal_wide(&mut self, a: TermId, c: TermId) -> TermId {
        match self.node(a) {
            Node::ZExt(_) | Node::SExt(_) => self.truth(false),
            Node::Concat { high, low } => {
                let split = self.width(low);
                let (c_high, c_low) = (self.extract(c, split, self.width(high)), self.extract(c, 0, split));
                let (first, second) = (self.compare(Eq, high, c_high), self.compare(Eq, low, c_low));
                self.and(first, second)
            }
            Node::Binary { op: Add, a: x, b: y } if self.is_constant(y) => {
                let rest = self.fold_binary(Sub, c, y);
                self.compare(Eq, x, rest)
            }
            _ => self.make_compare(Eq, a, c),
        }
    }

    /// Two terms that are equal when these are: without what both sides add, subtract, or do.
    fn cancelled(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        for (x, y) in [(a, b), (b, a)] {
            // x + y == x
            if let Node::Binary { op: Add | Xor, a: p, b: q } = self.node(x)
                && (p == y || q == y)
            {
                return Some((if p == y { q } else { p }, self.zero(self.width(a))));
            }
            if let Some((p, c)) = self.as_binary_constant(Add, x) {
                // The constant is on one side, that of the smaller id.
                if let Some((q, d)) = self.as_binary_constant(Add, y) {
                    let difference = self.fold_binary(Sub, c, d);
                    return Some((self.binary(Add, p, difference), q));
                }
                if y < p && !self.is_constant(y) {
                    return Some((self.binary(Sub, y, c), p));
                }
            }
        }
        match (self.node(a), self.node(b)) {
            (Node::Not(x), Node::Not(y)) => Some((x, y)),
            (Node::Binary { op: Add, a: p, b: q }, Node::Binary { op: Add, a: r, b: s })
            | (Node::Binary { op: Xor, a: p, b: q }, Node::Binary { op: Xor, a: r, b: s }) => {
                self.differing((p, q), (r, s))
            }
            (Node::Binary { op: Sub, a: p, b: q }, Node::Binary { op: Sub, a: r, b: s }) if p == r => Some((q, s)),
            (Node::Binary { op: Sub, a: p, b: q }, Node::Binary { op: Sub, a: r, b: s }) if q == s => Some((p, r)),
            _ => None,
        }
    }

    /// Concatenations that are split at the same places and have a part that is decided or compares with a constant.
    fn equal_in_parts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let has_parts = |term| matches!(self.node(term), Node::ZExt(_) | Node::Concat { .. });
        if !has_parts(a) || !has_parts(b) {
            return None;
        }
        let (left, right) = (self.pieces(a), self.pieces(b));
        if left.len() != right.len() || left.iter().zip(&right).any(|(x, y)| x.width != y.width) {
            return None;
        }
        let is_simple = |term: Option<TermId>| term.is_none_or(|term| self.is_constant(term));
        let helps = left.iter().zip(&right).any(|(x, y)| x.term == y.term || is_simple(x.term) || is_simple(y.term));
        if !helps {
            return None;
        }
        let mut all = self.truth(true);
        for (x, y) in left.into_iter().zip(right) {
            let (x, y) = (self.piece(x), self.piece(y));
            let same = self.compare(Eq, x, y);
            all = self.and(all, same);
        }
        Some(all)
    }

    /// Whether a term is the extension of its own lowest bits: whether it fits them.
    fn equals_own_part(&mut self, extended: TermId, whole: TermId) -> Option<TermId> {
        let (Node::ZExt(part) | Node::SExt(part)) = self.node(extended) else { return None };
        let (width, narrow) = (self.width(whole), self.width(part));
        if width > 64 || !matches!(self.node(whole), Node::Binary { .. }) || self.extract(whole, 0, narrow) != part {
            return None;
        }
        let lowest = match self.node(extended) {
            Node::SExt(_) => (1u64 << (narrow - 1)).wrapping_neg(),
            _ => 0,
        };
        Some(self.member(whole, Span::new(width, lowest, lowest.wrapping_add(mask64(narrow)))))
    }

    /// `x + c` against `x`: whether the sum wraps around.
    fn order_shifted(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let sum = |whole: TermId, x: TermId| self.as_binary(Add, whole).filter(|&(y, _)| x == y && width <= 64);
        let (x, c, sum_is_first) = match (sum(a, b), sum(b, a)) {
            (Some((x, c)), _) => (x, self.as_const(c)?, true),
            (_, Some((x, c))) => (x, self.as_const(c)?, false),
            _ => return None,
        };
        // x + c is below x just for the last c numbers; signed order starts in the middle.
        let wraps = Span::new(width, c.wrapping_neg(), u64::MAX);
        let wraps = if matches!(predicate, Slt | Sle) { wraps.shifted(1 << (width - 1)) } else { wraps };
        let wraps = self.member(x, wraps);
        Some(if sum_is_first { wraps } else { self.negation(wraps) })
    }

    /// The same comparison (of equality, or of any order that both extensions keep) on what was extended.
    fn without_extension(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        match (self.node(a), self.node(b)) {
            (Node::ZExt(x), Node::ZExt(y)) => {
                let width = self.width(x).max(self.width(y));
                Some((self.zext(x, width), self.zext(y, width)))
            }
            (Node::SExt(x), Node::SExt(y)) => {
                let width = self.width(x).max(self.width(y));
                Some((self.sext(x, width), self.sext(y, width)))
            }
            (Node::ZExt(x), Node::Wide(_)) => Some((x, self.truncated(b, self.width(x), Terms::zext)?)),
            (Node::Wide(_), Node::ZExt(y)) => Some((self.truncated(a, self.width(y), Terms::zext)?, y)),
            (Node::SExt(x), Node::Wide(_)) => Some((x, self.truncated(b, self.width(x), Terms::sext)?)),
            (Node::Wide(_), Node::SExt(y)) => Some((self.truncated(a, self.width(y), Terms::sext)?, y)),
            _ => None,
        }
    }

    /// Ult, Ule, Slt, Sle of terms that are not both constants, and neither a constant of up to 64 bits.
    fn order(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        let non_negative = |term| self.known_sign(term) == Some(false);
        let unsigned = if predicate == Slt { Ult } else { Ule };
        if matches!(predicate, Slt | Sle) && non_negative(a) && non_negative(b) {
            return self.order(unsigned, a, b);
        }
        if let Some((x, y)) = self.without_extension(a, b) {
            return self.compare(predicate, x, y);
        }
        if let Some(known) = self.order_wide(predicate, a, b).or_else(|| self.order_shifted(predicate, a, b)) {
            return known;
        }
        match (self.node(a), self.node(b)) {
            (Node::Not(x), Node::Not(y)) => self.compare(predicate, y, x),
            (Node::Concat { high: p, low: q }, Node::Concat { high: r, low: s })
                if q == s && self.width(q) == self.width(s) =>
            {
                self.compare(predicate, p, r)
            }
            (Node::Concat { high: p, low: q }, Node::Concat { high: r, low: s })
                if p == r && self.width(q) == self.width(s) =>
            {
                let unsigned = if matches!(predicate, Slt | Ult) { Ult } else { Ule };
                self.compare(unsigned, q, s)
            }
            _ => self.make_compare(predicate, a, b),
        }
    }

    /// A comparison of an extended term with a constant that its narrow width does not hold.
    fn order_wide(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> Option<TermId> {
        let (extended, constant) = if self.is_constant(b) { (a, b) } else { (b, a) };
        if !self.is_constant(constant) {
            return None;
        }
        let signed = matches!(predicate, Slt | Sle);
        let constant_is_negative = self.known_sign(constant)?;
        match self.node(extended) {
            // Above the term, but for negative constants of signed comparisons.
            Node::ZExt(_) => Some(self.truth((extended == a) != (signed && constant_is_negative))),
            Node::SExt(_) if signed => Some(self.truth((extended == a) != constant_is_negative)),
            // Between the non-negative and the negative ones.
            Node::SExt(inner) => {
                let sign = self.extract(inner, self.width(inner) - 1, 1);
                Some(if extended == a { self.negation(sign) } else { sign })
            }
            _ => None,
        }
    }
}

/// The numbers `x` with `x predicate c`.
fn span_below(predicate: IntPredicate, width: u32, c: u64) -> Option<Span> {
    let lowest = 1u64 << (width - 1);
    match predicate {
        Eq => Some(Span::single(width, c)),
        Ult => (c != 0).then(|| Span::new(width, 0, c.wrapping_sub(1))),
        Ule => Some(Span::new(width, 0, c)),
        Slt => (c != lowest).then(|| Span::new(width, lowest, c.wrapping_sub(1))),
        _ => Some(Span::new(width, lowest, c)),
    }
}

/// The numbers `x` with `c predicate x`.
fn span_above(predicate: IntPredicate, width: u32, c: u64) -> Option<Span> {
    let highest = mask64(width) >> 1;
    match predicate {
        Eq => Some(Span::single(width, c)),
        Ult => (c != mask64(width)).then(|| Span::new(width, c.wrapping_add(1), u64::MAX)),
        Ule => Some(Span::new(width, c, u64::MAX)),
        Slt => (c != highest).then(|| Span::new(width, c.wrapping_add(1), highest)),
        _ => Some(Span::new(width, c, highest)),
    }
}
