//! Terms of width 1: every operation is And, Or, Xor or Not.

use super::DEEPEST_BRANCHING;
use super::member::Membership;
use crate::span::Overlap;
use crate::{Node, TermId, Terms};
use rift_ir::BinaryOp::{self, And, Or, Xor};
use rift_ir::{FloatPredicate, IntPredicate};

/// What two operands of an And or Or became.
enum Combined {
    Term(TermId),
    /// Other operands of the same operation.
    Operands(TermId, TermId),
}

impl Terms {
    pub(super) fn binary_bool(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            And | Or => self.junction(op, a, b),
            Xor | BinaryOp::Add | BinaryOp::Sub => self.xor_bool(a, b),
            BinaryOp::Mul => self.junction(And, a, b),
            // By 0 gives 1, by 1 (or -1) the dividend.
            BinaryOp::UDiv | BinaryOp::SDiv => {
                let by_zero = self.negation(b);
                self.junction(Or, by_zero, a)
            }
            // By 0 gives the dividend, by 1 nothing; a shift by 1 shifts everything out.
            BinaryOp::URem | BinaryOp::SRem | BinaryOp::Shl | BinaryOp::LShr => {
                let kept = self.negation(b);
                self.junction(And, a, kept)
            }
            BinaryOp::AShr => a,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                crate::fold::not_integer(op)
            }
        }
    }

    pub(super) fn compare_bool(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        // As a signed number, true is -1.
        let (a, b) = match predicate {
            IntPredicate::Slt | IntPredicate::Sle => (b, a),
            _ => (a, b),
        };
        match predicate {
            IntPredicate::Ult | IntPredicate::Slt => {
                let lower = self.negation(a);
                self.junction(And, lower, b)
            }
            IntPredicate::Ule | IntPredicate::Sle => {
                let lower = self.negation(a);
                self.junction(Or, lower, b)
            }
            _ => {
                let differ = self.xor_bool(a, b);
                self.negation(differ)
            }
        }
    }

    /// The node of the negation, of what can be negated without a `Not`.
    fn negated_comparison(&self, node: Node) -> Option<Node> {
        match node {
            Node::Compare { predicate, a, b } => {
                let predicate = match predicate {
                    IntPredicate::Ult => IntPredicate::Ule,
                    IntPredicate::Ule => IntPredicate::Ult,
                    IntPredicate::Slt => IntPredicate::Sle,
                    IntPredicate::Sle => IntPredicate::Slt,
                    _ => return None,
                };
                Some(Node::Compare { predicate, a: b, b: a })
            }
            Node::FloatCompare { predicate, a, b } => {
                let (predicate, swapped) = match predicate {
                    FloatPredicate::Oeq => (FloatPredicate::Une, false),
                    FloatPredicate::Une => (FloatPredicate::Oeq, false),
                    FloatPredicate::Ueq => (FloatPredicate::One, false),
                    FloatPredicate::One => (FloatPredicate::Ueq, false),
                    FloatPredicate::Ord => (FloatPredicate::Uno, false),
                    FloatPredicate::Uno => (FloatPredicate::Ord, false),
                    FloatPredicate::Olt => (FloatPredicate::Ule, true),
                    FloatPredicate::Ule => (FloatPredicate::Olt, true),
                    FloatPredicate::Ole => (FloatPredicate::Ult, true),
                    FloatPredicate::Ult => (FloatPredicate::Ole, true),
                    _ => return None,
                };
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                Some(Node::FloatCompare { predicate, a, b })
            }
            _ => None,
        }
    }

    pub(super) fn negation(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::Const(value) => self.truth(value == 0),
            Node::Not(inner) => inner,
            node @ (Node::Compare { .. } | Node::FloatCompare { .. }) => {
                let negated = self.negated_comparison(node).unwrap_or(Node::Not(a));
                self.make(negated, 1)
            }
            Node::Binary { op: Or, a: x, b: y } => self.negated_junction(a, And, x, y),
            Node::Binary { op: And, a: x, b: y } if self.negates_freely(x) && self.negates_freely(y) => {
                self.negated_junction(a, Or, x, y)
            }
            _ => self.make(Node::Not(a), 1),
        }
    }

    fn negated_junction(&mut self, whole: TermId, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let pushed = self.nested(DEEPEST_BRANCHING, |terms| {
            let (a, b) = (terms.negation(a), terms.negation(b));
            terms.make_commutative(op, a, b)
        });
        pushed.unwrap_or_else(|| self.make(Node::Not(whole), 1))
    }

    fn negates_freely(&self, a: TermId) -> bool {
        let node = self.node(a);
        matches!(node, Node::Not(_)) || self.negated_comparison(node).is_some()
    }

    /// Whether one is the negation of the other.
    pub(super) fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        self.is_not(a, b) || self.negated_comparison(self.node(a)).is_some_and(|node| node == self.node(b))
    }

    /// And or Or.
    fn junction(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let (mut a, mut b) = self.ordered(a, b);
        // Long junctions may be combined with operand after operand: not by recursion.
        while let Some(combined) = self.combine(op, a, b) {
            (a, b) = match combined {
                Combined::Term(term) => return term,
                Combined::Operands(x, y) => self.ordered(x, y),
            };
        }
        match (op, self.node(a), self.node(b)) {
            (Or, Node::Not(x), Node::Not(y)) => {
                let both = self.junction(And, x, y);
                self.negation(both)
            }
            _ => self.make_binary(op, a, b),
        }
    }

    /// Of ordered operands.
    fn combine(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<Combined> {
        if let Some(value) = self.as_const(b) {
            let is_neutral = (value != 0) == (op == And);
            return Some(Combined::Term(if is_neutral { a } else { b }));
        }
        if a == b {
            return Some(Combined::Term(a));
        }
        if self.are_opposite(a, b) {
            return Some(Combined::Term(self.truth(op == Or)));
        }
        self.absorb(op, a, b)
            .or_else(|| self.absorb(op, b, a))
            .or_else(|| self.merge_memberships(op, a, b).map(Combined::Term))
            .or_else(|| self.merge_below(op, a, b))
    }

    /// `a op b` where `a` occurs in `b`.
    fn absorb(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<Combined> {
        let dual = if op == And { Or } else { And };
        let (inner, x, y, negated) = match self.node(b) {
            Node::Binary { op: inner @ (And | Or), a: x, b: y } => (inner, x, y, false),
            Node::Not(whole) => match self.node(whole) {
                Node::Binary { op: inner @ (And | Or), a: x, b: y } => (inner, x, y, true),
                _ => return None,
            },
            _ => return None,
        };
        for (x, y) in [(x, y), (y, x)] {
            let (same, opposite) = (a == x, self.are_opposite(a, x));
            // In terms of De Morgan, the negated junction is the dual one of negated operands.
            let (same, opposite, inner) = match negated {
                false => (same, opposite, inner),
                true => (opposite, same, if inner == And { Or } else { And }),
            };
            if same {
                return Some(Combined::Term(if inner == op { b } else { a }));
            }
            if opposite && inner == op {
                return Some(Combined::Term(self.truth(op == Or)));
            }
            if opposite && inner == dual {
                let y = if negated { self.negation(y) } else { y };
                return Some(Combined::Operands(a, y));
            }
        }
        None
    }

    /// Two memberships of one term in intervals that are, together, one interval.
    fn merge_memberships(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let Membership { subject, span } = self.as_membership(a)?;
        let other = self.as_membership(b).filter(|other| other.subject == subject)?.span;
        let flip = |span: crate::span::Span| span.complement().expect("a membership is not always true");
        let overlap = match op {
            And => span.intersect(other),
            _ => flip(span).intersect(flip(other)),
        };
        let merged = match overlap {
            Overlap::Nothing => self.truth(false),
            Overlap::One(span) => self.member(subject, span),
            Overlap::Two => return None,
        };
        Some(if op == And { merged } else { self.negation(merged) })
    }

    /// The same, with one side of a junction.
    fn merge_below(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<Combined> {
        for (whole, part) in [(a, b), (b, a)] {
            let Some((x, y)) = self.as_binary(op, whole) else { continue };
            for (x, y) in [(x, y), (y, x)] {
                if let Some(merged) = self.merge_memberships(op, x, part) {
                    return Some(Combined::Operands(merged, y));
                }
            }
        }
        None
    }

    fn xor_bool(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.truth(false);
        }
        if self.are_opposite(a, b) {
            return self.truth(true);
        }
        if let Some(value) = self.as_const(b) {
            return if value == 0 { a } else { self.negation(a) };
        }
        let (x, x_negated) = self.unsigned_part(a);
        let (y, y_negated) = self.unsigned_part(b);
        let differ = match (self.as_binary(Xor, x), self.as_binary(Xor, y)) {
            (Some((p, q)), _) if p == y || q == y => {
                if p == y {
                    q
                } else {
                    p
                }
            }
            (_, Some((p, q))) if p == x || q == x => {
                if p == x {
                    q
                } else {
                    p
                }
            }
            _ => self.make_commutative(Xor, x, y),
        };
        if x_negated != y_negated { self.negation(differ) } else { differ }
    }

    /// A boolean without its negation, and whether there was one: of a comparison and its opposite, the strict one.
    pub(super) fn unsigned_part(&mut self, a: TermId) -> (TermId, bool) {
        match self.node(a) {
            Node::Not(inner) => (inner, true),
            Node::Compare { predicate: IntPredicate::Ule | IntPredicate::Sle, .. } => (self.negation(a), true),
            _ => (a, false),
        }
    }
}
