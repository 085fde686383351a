//! If-then-else.

use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{And, Or, Xor};
use rift_ir::IntPredicate;

impl Terms {
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        debug_assert_eq!(self.width(condition), 1, "a condition");
        debug_assert_eq!(self.width(yes), self.width(no), "arms of two widths");
        if yes == no {
            return yes;
        }
        if let Some(value) = self.as_const(condition) {
            return if value != 0 { yes } else { no };
        }
        let (condition, negated) = self.unsigned_part(condition);
        let (yes, no) = if negated { (no, yes) } else { (yes, no) };
        let (yes, no) = self.arms_under(condition, yes, no);
        if yes == no {
            return yes;
        }
        let width = self.width(yes);
        let rewritten =
            if width == 1 { self.ite_bool(condition, yes, no) } else { self.ite_extended(condition, yes, no) };
        if let Some(rewritten) = rewritten.or_else(|| self.ite_shared(condition, yes, no)) {
            return rewritten;
        }
        self.make(Node::Ite { condition, yes, no }, width)
    }

    /// The arms, simplified by what the condition says in each.
    fn arms_under(&self, condition: TermId, yes: TermId, no: TermId) -> (TermId, TermId) {
        let (mut yes, mut no) = (yes, no);
        while let Node::Ite { condition: same, yes: inner, .. } = self.node(yes)
            && same == condition
        {
            yes = inner;
        }
        while let Node::Ite { condition: same, no: inner, .. } = self.node(no)
            && same == condition
        {
            no = inner;
        }
        if let Node::Compare { predicate: IntPredicate::Eq, a, b } = self.node(condition)
            && yes == a
        {
            yes = b;
        }
        // x == y ? y : x
        if let Node::Compare { predicate: IntPredicate::Eq, a, b } = self.node(condition)
            && (yes, no) == (b, a)
        {
            yes = a;
        }
        (yes, no)
    }

    fn ite_bool(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        let is = |value: u64, term: TermId| self.as_const(term) == Some(value);
        if is(1, yes) || yes == condition {
            return Some(self.binary_bool(Or, condition, no));
        }
        if is(0, no) || no == condition {
            return Some(self.binary_bool(And, condition, yes));
        }
        if is(0, yes) || self.are_opposite(yes, condition) {
            let other = self.negation(condition);
            return Some(self.binary_bool(And, other, no));
        }
        if is(1, no) || self.are_opposite(no, condition) {
            let other = self.negation(condition);
            return Some(self.binary_bool(Or, other, yes));
        }
        self.are_opposite(yes, no).then(|| self.binary_bool(Xor, condition, no))
    }

    /// Booleans as numbers, and extensions that both arms have in common.
    fn ite_extended(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        let width = self.width(yes);
        if self.is_zero(no) && self.is_one(yes) {
            return Some(self.zext(condition, width));
        }
        if self.is_zero(no) && self.is_ones(yes) {
            return Some(self.sext(condition, width));
        }
        if self.is_zero(yes) && (self.is_one(no) || self.is_ones(no)) {
            let other = self.negation(condition);
            return Some(if self.is_one(no) { self.zext(other, width) } else { self.sext(other, width) });
        }
        let (zero_extended, narrow) = match (self.node(yes), self.node(no)) {
            (Node::ZExt(x), Node::ZExt(y)) if self.width(x) == self.width(y) => (true, (x, y)),
            (Node::SExt(x), Node::SExt(y)) if self.width(x) == self.width(y) => (false, (x, y)),
            (Node::ZExt(x), Node::Const(_)) => (true, (x, self.truncated(no, self.width(x), Terms::zext)?)),
            (Node::Const(_), Node::ZExt(y)) => (true, (self.truncated(yes, self.width(y), Terms::zext)?, y)),
            (Node::SExt(x), Node::Const(_)) => (false, (x, self.truncated(no, self.width(x), Terms::sext)?)),
            (Node::Const(_), Node::SExt(y)) => (false, (self.truncated(yes, self.width(y), Terms::sext)?, y)),
            _ => return None,
        };
        let chosen = self.ite(condition, narrow.0, narrow.1);
        Some(if zero_extended { self.zext(chosen, width) } else { self.sext(chosen, width) })
    }

    /// A choice inside one arm that shares a value with the other arm.
    fn ite_shared(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        if let Node::Ite { condition: inner, yes: p, no: q } = self.node(yes) {
            if q == no {
                let both = self.and(condition, inner);
                return Some(self.ite(both, p, no));
            }
            if p == no {
                let other = self.negation(inner);
                let both = self.and(condition, other);
                return Some(self.ite(both, q, no));
            }
        }
        if let Node::Ite { condition: inner, yes: p, no: q } = self.node(no) {
            if p == yes {
                let any = self.or(condition, inner);
                return Some(self.ite(any, yes, q));
            }
            if q == yes {
                let other = self.negation(condition);
                let both = self.and(other, inner);
                return Some(self.ite(both, p, yes));
            }
        }
        None
    }
}
