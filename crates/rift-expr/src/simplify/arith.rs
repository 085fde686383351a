//! Sums, differences, products, quotients. Widths are above 1, and not both operands are constants of up to 64 bits.

use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{self, Add, Mul, SDiv, SRem, Sub, UDiv, URem};
use rift_numeric::int::{self, signed64};

impl Terms {
    pub(super) fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (a, b) = self.ordered(a, b);
        if self.is_constant(b) {
            return self.add_constant(a, b);
        }
        if a == b {
            return self.shift_by(BinaryOp::Shl, a, 1);
        }
        if self.is_not(a, b) {
            return self.ones(width);
        }
        if let Some(sum) = self.add_with(a, b).or_else(|| self.add_with(b, a)) {
            return sum;
        }
        if width <= 64
            && self.may_be_disjoint(a, b)
            && let Some(joined) = self.join_disjoint(a, b)
        {
            return joined;
        }
        self.make_binary(Add, a, b)
    }

    /// Rules that look into `a`; `b` is no constant.
    fn add_with(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let Node::Binary { op, a: x, b: y } = self.node(a) else { return None };
        match op {
            // (x + c) + b
            Add if self.is_constant(y) => {
                let sum = self.add(x, b);
                Some(self.add_constant(sum, y))
            }
            // (c - y) + b
            Sub if self.is_constant(x) => {
                let difference = self.sub(b, y);
                Some(self.add_constant(difference, x))
            }
            // (x - b) + b
            Sub if y == b => Some(x),
            _ => None,
        }
    }

    /// Whether the facts leave no 1 to both operands in the same place. Above 64 bits there are no facts.
    pub(super) fn may_be_disjoint(&self, a: TermId, b: TermId) -> bool {
        let width = self.width(a);
        width > 64 || self.facts(a).possible(width) & self.facts(b).possible(width) == 0
    }

    /// `c` is a constant.
    fn add_constant(&mut self, a: TermId, c: TermId) -> TermId {
        if self.is_zero(c) {
            return a;
        }
        match self.node(a) {
            Node::Const(_) | Node::Wide(_) => return self.fold_binary(Add, a, c),
            Node::Binary { op: Add, a: x, b: y } if self.is_constant(y) => {
                let sum = self.fold_binary(Add, y, c);
                return self.add_constant(x, sum);
            }
            Node::Binary { op: Sub, a: x, b: y } if self.is_constant(x) => {
                let sum = self.fold_binary(Add, x, c);
                return self.sub(sum, y);
            }
            // -1 - x + c
            Node::Not(x) => {
                let ones = self.ones(self.width(a));
                let sum = self.fold_binary(Add, ones, c);
                return self.sub(sum, x);
            }
            Node::Ite { .. } => {
                if let Some(chosen) = self.map_constant_choice(a, |terms, arm| terms.fold_binary(Add, arm, c)) {
                    return chosen;
                }
            }
            Node::Concat { .. } | Node::ZExt(_) => {
                if let Some(sum) = self.add_above_constant(a, c) {
                    return sum;
                }
            }
            _ => {}
        }
        self.make_binary(Add, a, c)
    }

    /// The lowest bits of `a` are constant: their sum is, and what is carried goes into the bits above.
    fn add_above_constant(&mut self, a: TermId, c: TermId) -> Option<TermId> {
        let low = self.constant_low_bits(a)?;
        let (width, split) = (self.width(a), low.width);
        let low = self.zext(low.term?, width);
        let sum = self.fold_binary(Add, low, c);
        let (carried, low) = (self.extract(sum, split, width - split), self.extract(sum, 0, split));
        let high = self.extract(a, split, width - split);
        let high = self.binary(Add, high, carried);
        Some(self.concat(high, low))
    }

    pub(super) fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let (mut a, mut b) = (a, b);
        // Long sums may have much in common: not by recursion.
        while let (Some(left), Some(right)) = (self.as_binary(Add, a), self.as_binary(Add, b))
            && let Some(rest) = self.differing(left, right)
        {
            (a, b) = rest;
        }
        if a == b {
            return self.zero(self.width(a));
        }
        if self.is_constant(a) && self.is_constant(b) {
            return self.fold_binary(Sub, a, b);
        }
        if self.is_constant(b) {
            let negated = self.negate_constant(b);
            return self.add(a, negated);
        }
        if self.is_constant(a) {
            return self.sub_from_constant(a, b);
        }
        if let Some(difference) = self.sub_inside(a, b) {
            return difference;
        }
        self.make_binary(Sub, a, b)
    }

    /// `c` is a constant, `b` is none.
    fn sub_from_constant(&mut self, c: TermId, b: TermId) -> TermId {
        if self.is_ones(c) {
            return self.not(b);
        }
        match self.node(b) {
            // c - (x + y)
            Node::Binary { op: Add, a: x, b: y } if self.is_constant(y) => {
                let rest = self.fold_binary(Sub, c, y);
                self.sub(rest, x)
            }
            // c - (x - y)
            Node::Binary { op: Sub, a: x, b: y } if self.is_constant(x) => {
                let rest = self.fold_binary(Sub, c, x);
                self.add(y, rest)
            }
            // 0 - (x - y)
            Node::Binary { op: Sub, a: x, b: y } if self.is_zero(c) => self.sub(y, x),
            // c - (-1 - x)
            Node::Not(x) => {
                let one = self.constant(self.width(c), 1);
                let rest = self.fold_binary(Add, c, one);
                self.add(x, rest)
            }
            Node::Ite { .. } => {
                let chosen = self.map_constant_choice(b, |terms, arm| terms.fold_binary(Sub, c, arm));
                chosen.unwrap_or_else(|| self.make_binary(Sub, c, b))
            }
            _ => self.make_binary(Sub, c, b),
        }
    }

    /// Neither is a constant.
    fn sub_inside(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (left, right) = (self.node(a), self.node(b));
        if let Node::Binary { op: Add, a: x, b: y } = left {
            if x == b || y == b {
                return Some(if x == b { y } else { x });
            }
            if self.is_constant(y) {
                let difference = self.sub(x, b);
                return Some(self.add(difference, y));
            }
        }
        if let Node::Binary { op: Add, a: x, b: y } = right {
            if x == a || y == a {
                return Some(self.negated(if x == a { y } else { x }));
            }
            if self.is_constant(y) {
                let difference = self.sub(a, x);
                return Some(self.sub(difference, y));
            }
        }
        match (left, right) {
            (Node::Binary { op: Sub, a: x, b: y }, _) if x == b => Some(self.negated(y)),
            // c - y - b
            (Node::Binary { op: Sub, a: c, b: y }, _) if self.is_constant(c) => {
                let sum = self.add(y, b);
                Some(self.sub(c, sum))
            }
            (_, Node::Binary { op: Sub, a: x, b: y }) if x == a => Some(y),
            // a - (c - y)
            (_, Node::Binary { op: Sub, a: c, b: y }) if self.is_constant(c) => {
                let sum = self.add(a, y);
                Some(self.sub(sum, c))
            }
            _ => None,
        }
    }

    fn negated(&mut self, a: TermId) -> TermId {
        let zero = self.zero(self.width(a));
        self.sub(zero, a)
    }

    /// What is left of two pairs that have an element in common.
    pub(super) fn differing(&self, (p, q): (TermId, TermId), (r, s): (TermId, TermId)) -> Option<(TermId, TermId)> {
        let pairings = [((p, r), (q, s)), ((p, s), (q, r)), ((q, r), (p, s)), ((q, s), (p, r))];
        pairings.into_iter().find(|((x, y), _)| x == y).map(|(_, rest)| rest)
    }

    pub(super) fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if self.is_constant(b) { self.mul_constant(a, b) } else { self.make_binary(Mul, a, b) }
    }

    fn mul_constant(&mut self, a: TermId, c: TermId) -> TermId {
        let width = self.width(a);
        if self.is_zero(c) {
            return c;
        }
        if self.is_one(c) {
            return a;
        }
        if self.is_ones(c) {
            return self.negated(a);
        }
        match self.node(a) {
            Node::Const(_) | Node::Wide(_) => return self.fold_binary(Mul, a, c),
            Node::Binary { op: Mul, a: x, b: y } if self.is_constant(y) => {
                let product = self.fold_binary(Mul, y, c);
                return self.mul_constant(x, product);
            }
            Node::Binary { op: Add, a: x, b: y } if self.is_constant(y) => {
                let (left, right) = (self.mul_constant(x, c), self.fold_binary(Mul, y, c));
                return self.add(left, right);
            }
            Node::Binary { op: Sub, a: x, b: y } if self.is_constant(x) => {
                let (left, right) = (self.fold_binary(Mul, x, c), self.mul_constant(y, c));
                return self.sub(left, right);
            }
            Node::Ite { .. } => {
                if let Some(chosen) = self.map_constant_choice(a, |terms, arm| terms.fold_binary(Mul, arm, c)) {
                    return chosen;
                }
            }
            _ => {}
        }
        if let Some(power) = self.as_power(c) {
            return self.shift_by(BinaryOp::Shl, a, power);
        }
        if let Some(zeros) = self.zero_low_bits(a) {
            let kept = width - zeros;
            let (rest, factor) = (self.extract(a, zeros, kept), self.extract(c, 0, kept));
            let product = self.binary(Mul, rest, factor);
            let zeros = self.zero(zeros);
            return self.concat(product, zeros);
        }
        self.make_binary(Mul, a, c)
    }

    /// How many of the lowest bits are constant zeros, by the form of a term that is no constant.
    fn zero_low_bits(&self, a: TermId) -> Option<u32> {
        let low = self.constant_low_bits(a)?;
        low.term.filter(|&term| self.is_zero(term)).map(|_| low.width)
    }

    /// `x` of `x * c` that does not overflow: its product divided by `c` again.
    fn exact_quotient(&self, a: TermId, c: TermId, signed: bool) -> Option<TermId> {
        let width = self.width(a);
        let (x, factor) = self.as_binary_constant(Mul, a).filter(|&(_, factor)| factor == c && width <= 64)?;
        let factor = self.as_const(factor)?;
        let fits = if signed {
            let (min, max) = self.signed_range(x);
            let factor = signed64(width, factor);
            let fits = |x: i64| x.checked_mul(factor).is_some_and(|product| signed64(width, product as u64) == product);
            factor > 0 && fits(min) && fits(max)
        } else {
            self.range(x).1.checked_mul(factor).is_some_and(|product| product <= int::mask64(width))
        };
        fits.then_some(x)
    }

    pub(super) fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if !self.is_constant(b) {
            return self.make_binary(UDiv, a, b);
        }
        if self.is_zero(b) {
            return self.ones(width);
        }
        if let Some(power) = self.as_power(b) {
            return self.shift_by(BinaryOp::LShr, a, power);
        }
        if let Some(x) = self.exact_quotient(a, b, false) {
            return x;
        }
        let common = self.zero_low_bits(a).unwrap_or(0).min(self.factors_of_two(b));
        if common > 0 {
            let (x, y) = (self.extract(a, common, width - common), self.extract(b, common, width - common));
            let quotient = self.binary(UDiv, x, y);
            return self.zext(quotient, width);
        }
        match self.node(a) {
            Node::ZExt(inner) => {
                let narrow = self.width(inner);
                if self.significant_bits(b) > narrow {
                    return self.zero(width);
                }
                let divisor = self.extract(b, 0, narrow);
                let quotient = self.binary(UDiv, inner, divisor);
                self.zext(quotient, width)
            }
            Node::Binary { op: UDiv, a: x, b: y } if width <= 64 => {
                let product = self.as_const(y).zip(self.as_const(b)).and_then(|(y, b)| y.checked_mul(b));
                match product.filter(|&product| product <= int::mask64(width)) {
                    Some(product) => {
                        let product = self.constant(width, product);
                        self.udiv(x, product)
                    }
                    None => self.make_binary(UDiv, a, b),
                }
            }
            _ => self.make_binary(UDiv, a, b),
        }
    }

    fn significant_bits(&self, constant: TermId) -> u32 {
        let width = self.width(constant);
        self.as_limbs(constant).map_or(width, |limbs| width - int::ctlz(width, limbs))
    }

    pub(super) fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_zero(b) {
            return a;
        }
        if let (Node::ZExt(x), Node::ZExt(y)) = (self.node(a), self.node(b))
            && self.width(x) == self.width(y)
        {
            let rest = self.binary(URem, x, y);
            return self.zext(rest, width);
        }
        if !self.is_constant(b) {
            return self.make_binary(URem, a, b);
        }
        if self.is_one(b) {
            return self.zero(width);
        }
        if width <= 64 && self.range(a).1 < self.range(b).0 {
            return a;
        }
        if let Some(power) = self.as_power(b) {
            let rest = self.extract(a, 0, power);
            return self.zext(rest, width);
        }
        if self.exact_quotient(a, b, false).is_some() {
            return self.zero(width);
        }
        let common = self.zero_low_bits(a).unwrap_or(0).min(self.factors_of_two(b));
        if common > 0 {
            let (x, y) = (self.extract(a, common, width - common), self.extract(b, common, width - common));
            let (rest, zeros) = (self.binary(URem, x, y), self.zero(common));
            return self.concat(rest, zeros);
        }
        match self.node(a) {
            Node::ZExt(inner) => {
                let narrow = self.width(inner);
                if self.significant_bits(b) > narrow {
                    return a;
                }
                let divisor = self.extract(b, 0, narrow);
                let rest = self.binary(URem, inner, divisor);
                self.zext(rest, width)
            }
            _ => self.make_binary(URem, a, b),
        }
    }

    pub(super) fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_one(b) {
            return a;
        }
        if self.is_ones(b) {
            return self.negated(a);
        }
        if self.is_zero(b) {
            let (negative, one, ones) = (self.extract(a, width - 1, 1), self.constant(width, 1), self.ones(width));
            return self.ite(negative, one, ones);
        }
        // By zero, unsigned division of a non-negative number gives all ones, too.
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.udiv(a, b);
        }
        if let Some(power) = self.as_power(b)
            && power < width - 1
            && self.trailing_zeros(a) >= power
        {
            return self.shift_by(BinaryOp::AShr, a, power);
        }
        if let Some(x) = self.exact_quotient(a, b, true) {
            return x;
        }
        let common = self.zero_low_bits(a).unwrap_or(0).min(self.factors_of_two(b));
        if common > 0 && self.known_sign(b) == Some(false) {
            let (x, y) = (self.extract(a, common, width - common), self.extract(b, common, width - common));
            let quotient = self.binary(SDiv, x, y);
            return self.sext(quotient, width);
        }
        match self.narrow_signed(a, b) {
            Some((x, y)) => {
                let quotient = self.binary(SDiv, x, y);
                self.sext(quotient, width)
            }
            None => self.make_binary(SDiv, a, b),
        }
    }

    /// Lowest bits that are known to be 0.
    fn trailing_zeros(&self, a: TermId) -> u32 {
        if self.width(a) <= 64 { self.known_bits(a).0.trailing_ones() } else { 0 }
    }

    /// A sign-extended dividend, and a constant divisor that fits its width. Divisors 0 and -1 were handled before.
    fn narrow_signed(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let Node::SExt(inner) = self.node(a) else { return None };
        let narrow = self.width(inner);
        let constant = self.as_const(b)?;
        let value = signed64(self.width(b), constant);
        (signed64(narrow, value as u64) == value).then(|| (inner, self.constant(narrow, constant)))
    }

    pub(super) fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_zero(b) {
            return a;
        }
        if self.is_one(b) || self.is_ones(b) {
            return self.zero(width);
        }
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.urem(a, b);
        }
        // The sign of the divisor does not matter. The most negative number has no opposite.
        if self.is_constant(b) && self.known_sign(b) == Some(true) && self.as_power(b).is_none() {
            let opposite = self.negate_constant(b);
            return self.srem(a, opposite);
        }
        if self.exact_quotient(a, b, true).is_some() {
            return self.zero(width);
        }
        match self.narrow_signed(a, b) {
            Some((x, y)) => {
                let rest = self.binary(SRem, x, y);
                self.sext(rest, width)
            }
            None => self.make_binary(SRem, a, b),
        }
    }
}
