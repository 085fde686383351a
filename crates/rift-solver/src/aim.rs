//! Changes to an input that are likely to make a condition true: comparisons solved for one operand.
//!
//! Goes down from the condition, giving each term the value it should have while its other operands keep theirs, until
//! bytes are reached. Where there are several ways, one is taken and the others come with the next calls. Errs in
//! both directions: what it proposes has to be evaluated, and finding nothing says nothing.

use rift_expr::{Evaluator, Node, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_numeric::int::{mask64, signed64};
use smallvec::SmallVec;

/// Terms are followed down so far.
const DEEPEST: u32 = 48;

/// New values for some bytes.
pub(crate) type Changes = SmallVec<[(u32, u8); 16]>;

/// The ways to make a condition true, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    /// The decisions of the last way: which of the possibilities, and how many there were.
    decisions: SmallVec<[(u8, u8); 16]>,
    taken: usize,
    started: bool,
}

impl Ways {
    /// The next way, by which `goal` may become true; an empty one leads nowhere. The evaluator's model is the input.
    pub(crate) fn next(&mut self, terms: &Terms, evaluator: &mut Evaluator, goal: TermId) -> Option<Changes> {
        if std::mem::replace(&mut self.started, true) && !self.advance() {
            return None;
        }
        self.taken = 0;
        let mut aim = Aim { terms, evaluator, ways: self, changes: Changes::new(), depth: 0 };
        let reached = aim.make(goal, true);
        let changes = if reached { aim.changes } else { Changes::new() };
        self.decisions.truncate(self.taken);
        Some(changes)
    }

    /// Goes to the next combination of decisions.
    fn advance(&mut self) -> bool {
        while let Some((chosen, count)) = self.decisions.pop() {
            if chosen + 1 < count {
                self.decisions.push((chosen + 1, count));
                return true;
            }
        }
        false
    }

    fn choose(&mut self, count: u8) -> u8 {
        if self.taken == self.decisions.len() {
            self.decisions.push((0, count));
        }
        self.taken += 1;
        self.decisions[self.taken - 1].0
    }
}

struct Aim<'a> {
    terms: &'a Terms,
    evaluator: &'a mut Evaluator,
    ways: &'a mut Ways,
    changes: Changes,
    depth: u32,
}

impl Aim<'_> {
    fn value(&mut self, term: TermId) -> u64 {
        self.evaluator.value(self.terms, term)
    }

    fn is_const(&self, term: TermId) -> bool {
        self.terms.as_const(term).is_some()
    }

    /// Makes a condition have a truth value. Whether that may have worked.
    fn make(&mut self, term: TermId, truth: bool) -> bool {
        if self.depth > DEEPEST {
            return false;
        }
        self.depth += 1;
        let made = match self.terms.node(term) {
            Node::Not(a) => self.make(a, !truth),
            Node::Binary { op: BinaryOp::And, a, b } => self.make_both(a, b, true, truth),
            Node::Binary { op: BinaryOp::Or, a, b } => self.make_both(a, b, false, truth),
            Node::Binary { op: BinaryOp::Xor, a, b } => {
                let (change, keep) = self.choose_operand(a, b);
                let other = self.value(keep) != 0;
                self.make(change, truth != other)
            }
            Node::Compare { predicate, a, b } if self.terms.width(a) <= 64 => self.compare(predicate, a, b, truth),
            Node::Ite { condition, yes, no } => {
                let first = self.ways.choose(2) == 0;
                self.make(condition, first) && self.make(if first { yes } else { no }, truth)
            }
            _ => self.wish(term, u64::from(truth)),
        };
        self.depth -= 1;
        made
    }

    /// A junction that is `all` if and only if both operands are.
    fn make_both(&mut self, a: TermId, b: TermId, all: bool, truth: bool) -> bool {
        if truth == all {
            // What is so already stays: a way for the other may keep it.
            let (a_is, b_is) = (self.value(a) != 0, self.value(b) != 0);
            return (a_is == all || self.make(a, all)) && (b_is == all || self.make(b, all));
        }
        let (change, _) = self.choose_operand(a, b);
        self.make(change, truth)
    }

    /// The operand to change, and the one that keeps its value.
    fn choose_operand(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.is_const(b) || (!self.is_const(a) && self.ways.choose(2) == 0) { (a, b) } else { (b, a) }
    }

    fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId, truth: bool) -> bool {
        let width = self.terms.width(a);
        let (change, keep) = self.choose_operand(a, b);
        let other = self.value(keep);
        let is_left = change == a;
        let (strict, signed) = match predicate {
            IntPredicate::Eq if truth => return self.wish(change, other),
            IntPredicate::Eq => {
                let away = [1, u64::MAX, 1 << (width - 1)][usize::from(self.ways.choose(3))];
                return self.wish(change, other.wrapping_add(away) & mask64(width));
            }
            IntPredicate::Ult => (true, false),
            IntPredicate::Ule => (false, false),
            IntPredicate::Slt => (true, true),
            IntPredicate::Sle => (false, true),
            _ => return false,
        };
        // The negation swaps the sides and makes what is strict not so.
        let (below, strict) = (is_left == truth, strict == truth);
        let (least, most) = if signed { (1 << (width - 1), mask64(width - 1)) } else { (0, mask64(width)) };
        let target = match (self.ways.choose(3), below) {
            (0, true) => other.wrapping_sub(u64::from(strict)),
            (0, false) => other.wrapping_add(u64::from(strict)),
            (1, true) => least,
            (1, false) => most,
            // Between: far from where signs change, where there may be something else to keep to.
            (_, true) => other.wrapping_sub(if signed { 100 } else { other / 2 }),
            (_, false) => other.wrapping_add(100),
        };
        self.wish(change, target & mask64(width))
    }

    /// Gives a term a value. Whether that may have worked.
    fn wish(&mut self, term: TermId, value: u64) -> bool {
        let width = self.terms.width(term);
        if self.depth > DEEPEST || width > 64 {
            return false;
        }
        self.depth += 1;
        let reached = match self.terms.node(term) {
            Node::Const(own) => own == value,
            Node::Read { at, bytes } => (0..bytes).all(|i| self.change(at + i, (value >> (8 * i)) as u8)),
            Node::ZExt(a) => value <= mask64(self.terms.width(a)) && self.wish(a, value),
            Node::SExt(a) => {
                let from = self.terms.width(a);
                let cut = value & mask64(from);
                signed64(from, cut) as u64 & mask64(width) == value && self.wish(a, cut)
            }
            Node::Not(a) => self.wish(a, !value & mask64(width)),
            Node::Concat { high, low } => {
                let below = self.terms.width(low);
                self.wish(high, value >> below) && self.wish(low, value & mask64(below))
            }
            Node::Extract { a, low } if self.terms.width(a) <= 64 => {
                let whole = self.value(a) & !(mask64(width) << low) | value << low;
                self.wish(a, whole)
            }
            Node::Ite { condition, yes, no } => {
                let now = self.value(condition) != 0;
                let first = (self.ways.choose(2) == 0) == now;
                (first == now || self.make(condition, first)) && self.wish(if first { yes } else { no }, value)
            }
            Node::Lookup { table, index } => {
                let mut places = self.terms.table(table).iter().enumerate().filter(|(_, own)| **own == value);
                places.next().is_some_and(|(place, _)| self.wish(index, place as u64))
            }
            Node::Binary { op, a, b } if width > 1 => {
                let (change, keep) = self.choose_operand(a, b);
                let other = self.value(keep);
                let target = self.solve(op, width, value, change, other, change == a);
                target.is_some_and(|target| self.wish(change, target & mask64(width)))
            }
            _ if width == 1 => self.make(term, value != 0),
            _ => false,
        };
        self.depth -= 1;
        reached
    }

    /// What an operand should be for the result to be `value`, or near.
    fn solve(&mut self, op: BinaryOp, width: u32, value: u64, term: TermId, other: u64, is_left: bool) -> Option<u64> {
        match op {
            BinaryOp::Add => Some(value.wrapping_sub(other)),
            BinaryOp::Sub if is_left => Some(value.wrapping_add(other)),
            BinaryOp::Sub => Some(other.wrapping_sub(value)),
            BinaryOp::Xor => Some(value ^ other),
            BinaryOp::Mul if other == 0 => None,
            BinaryOp::Mul if other % 2 == 1 && !value.is_multiple_of(other) && self.ways.choose(2) == 1 => {
                Some(value.wrapping_mul(inverse(other)))
            }
            BinaryOp::Mul => {
                let (value, other) = (signed64(width, value), signed64(width, other));
                let down = value.wrapping_div(other);
                let up = self.ways.choose(2) == 1;
                Some(if up { down.wrapping_add(1) } else { down } as u64)
            }
            BinaryOp::UDiv | BinaryOp::SDiv if is_left => Some(value.wrapping_mul(other)),
            BinaryOp::URem | BinaryOp::SRem if is_left && other != 0 => {
                let own = self.value(term);
                Some(own.wrapping_sub(own % other).wrapping_add(value))
            }
            BinaryOp::And => Some(self.value(term) & !other | value),
            BinaryOp::Or => Some(value & !other),
            BinaryOp::Shl if is_left && other < u64::from(width) => Some(value >> other),
            BinaryOp::LShr | BinaryOp::AShr if is_left && other < u64::from(width) => {
                Some(value << other | self.value(term) & ((1 << other) - 1))
            }
            _ => None,
        }
    }

    /// Unless it was changed to something else before.
    fn change(&mut self, at: u32, value: u8) -> bool {
        match self.changes.iter().find(|change| change.0 == at) {
            Some(&(_, before)) => before == value,
            None => {
                self.changes.push((at, value));
                true
            }
        }
    }
}

/// Of an odd number, modulo 2^64 (Newton's method; each step doubles the bits that are right).
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_expr::Model;

    /// Whether one of the first ways makes a condition true.
    fn finds(terms: &Terms, goal: TermId, model: &Model) -> bool {
        let mut evaluator = Evaluator::default();
        let mut ways = Ways::default();
        for _ in 0..32 {
            evaluator.reset(model);
            let Some(changes) = ways.next(terms, &mut evaluator, goal) else { return false };
            let mut changed = model.clone();
            changes.iter().for_each(|&(at, value)| changed.set(at, value));
            evaluator.reset(&changed);
            if evaluator.holds(terms, goal) {
                return true;
            }
        }
        false
    }

    #[test]
    fn solves_for_an_operand() {
        let mut terms = Terms::new();
        let (x, y) = (terms.read(0, 4), terms.read(4, 4));
        let (c, three) = (terms.constant(32, 0x1234_5678), terms.constant(32, 3));
        let sum = terms.binary(BinaryOp::Add, x, y);
        let product = terms.binary(BinaryOp::Mul, sum, three);
        let mixed = terms.binary(BinaryOp::Xor, product, c);
        let low = terms.extract(mixed, 4, 16);
        let target = terms.constant(16, 0xbeef);
        let goals = [
            terms.compare(IntPredicate::Eq, mixed, c),
            terms.compare(IntPredicate::Eq, product, c),
            terms.compare(IntPredicate::Eq, low, target),
            terms.compare(IntPredicate::Slt, sum, x),
            terms.compare(IntPredicate::Ult, product, y),
            terms.compare(IntPredicate::Ne, x, y),
        ];
        let model = Model { bytes: vec![7; 8] };
        for goal in goals {
            assert!(finds(&terms, goal, &model), "{:?}", terms.node(goal));
        }
        let both = goals[1..].iter().copied().fold(goals[0], |all, goal| terms.or(all, goal));
        assert!(finds(&terms, both, &model));
    }

    #[test]
    fn ends_when_all_ways_were_tried() {
        let mut terms = Terms::new();
        let (x, c) = (terms.read(0, 1), terms.constant(8, 200));
        let goal = terms.compare(IntPredicate::Ult, c, x);
        let mut evaluator = Evaluator::default();
        let mut ways = Ways::default();
        let mut found = Vec::new();
        evaluator.reset(&Model::default());
        while let Some(changes) = ways.next(&terms, &mut evaluator, goal) {
            found.push(changes[0].1);
        }
        found.sort_unstable();
        found.dedup();
        assert!(found.contains(&201) && found.contains(&255) && found.len() <= 3, "{found:?}");
    }
}
