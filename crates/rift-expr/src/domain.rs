//! The values of one byte for which a condition holds: all 256 at once.
//!
//! Terms of width 1 are sets of 256 bits, so that connectives are a few instructions and a comparison of the byte with
//! constants is an interval. Other terms are arrays of 256 values, filled operation by operation.

use crate::fold;
use crate::walk::for_each_operand;
use crate::{Evaluator, Model, Node, TermId, Terms};
use rift_ir::BinaryOp;
use rift_numeric::int::{compare64, mask64, signed64};

/// One bit for each value of a byte.
type Bits = [u64; 4];

type Values = [u64; 256];

/// All values of a byte at once take as long as so many of them one after the other.
const WORK_OF_ALL: u64 = 8;

#[derive(Clone, Copy)]
enum Lanes {
    Bits(Bits),
    /// A place in `Scratch::values`.
    Values(u32),
}

/// What a computation needs and the next one can use again.
#[derive(Default)]
pub(crate) struct Scratch {
    /// By term: the run that saw it, and its place in `lanes`.
    seen: Vec<(u32, u32)>,
    run: u32,
    lanes: Vec<Lanes>,
    values: Vec<Values>,
    order: Vec<TermId>,
    stack: Vec<TermId>,
}

impl Evaluator {
    /// For a term of width 1 that depends on no input byte but `at`: the values of that byte for which it holds. Value
    /// `v` is bit `v % 64` of element `v / 64`. The model of the evaluator does not matter.
    pub fn byte_domain(&mut self, terms: &Terms, term: TermId, at: u32) -> [u64; 4] {
        debug_assert_eq!(terms.width(term), 1, "a condition");
        debug_assert!(terms.support(term).iter().all(|&byte| byte == at), "depends on other bytes than {at}");
        let scratch = &mut self.scratch;
        if scratch.plan(terms, term) {
            self.evaluated += scratch.order.len() as u64 * WORK_OF_ALL;
            return scratch.execute(terms, term);
        }
        self.byte_domain_singly(terms, term, at)
    }

    /// One value after the other: for terms above 64 bits.
    fn byte_domain_singly(&mut self, terms: &Terms, term: TermId, at: u32) -> Bits {
        let mut evaluator = Evaluator::default();
        let mut model = Model::default();
        let bits = from_fn(|value| {
            model.set(at, value);
            evaluator.reset(&model);
            evaluator.holds(terms, term)
        });
        self.evaluated += evaluator.evaluated;
        bits
    }
}

fn from_fn(mut f: impl FnMut(u8) -> bool) -> Bits {
    let mut bits = [0; 4];
    for (element, word) in bits.iter_mut().enumerate() {
        *word = (0..64).fold(0, |word, bit| word | u64::from(f((element * 64 + bit) as u8)) << bit);
    }
    bits
}

/// The values `first ..= last`, which may wrap around.
fn interval(first: u64, last: u64) -> Bits {
    if first > last {
        return interval(last + 1, first - 1).map(|word| !word);
    }
    // Bits 0 ..= last without those below first.
    let up_to = |count: u64| -> Bits {
        std::array::from_fn(|element| match count.saturating_sub(element as u64 * 64) {
            0 => 0,
            count @ 1..64 => mask64(count as u32),
            _ => u64::MAX,
        })
    };
    let (below, all) = (up_to(first), up_to(last + 1));
    std::array::from_fn(|element| all[element] & !below[element])
}

impl Scratch {
    /// Finds what is to be computed, in order; whether all of it has at most 64 bits.
    fn plan(&mut self, terms: &Terms, root: TermId) -> bool {
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.seen.clear();
            self.run = 1;
        }
        if self.seen.len() <= root.index() {
            self.seen.resize(terms.len(), (0, 0));
        }
        self.order.clear();
        self.stack.clear();
        self.stack.push(root);
        while let Some(term) = self.stack.pop() {
            if self.seen[term.index()].0 == self.run {
                continue;
            }
            self.seen[term.index()].0 = self.run;
            self.order.push(term);
            if terms.width(term) > 64 {
                return false;
            }
            if terms.byte_interval(term).is_none() {
                for_each_operand(terms.node(term), |operand| self.stack.push(operand));
            }
        }
        // Operands have smaller ids.
        self.order.sort_unstable();
        true
    }

    fn execute(&mut self, terms: &Terms, root: TermId) -> Bits {
        self.lanes.clear();
        let mut used = 0;
        for (place, &term) in self.order.iter().enumerate() {
            self.seen[term.index()].1 = place as u32;
            if self.values.len() == used {
                self.values.push([0; 256]);
            }
            let (values, next) = self.values.split_at_mut(used);
            let done = Done { terms, seen: &self.seen, lanes: &self.lanes, values };
            let lanes = match terms.width(term) {
                1 => Lanes::Bits(done.condition(term)),
                _ => {
                    done.number(term, &mut next[0]);
                    used += 1;
                    Lanes::Values(used as u32 - 1)
                }
            };
            self.lanes.push(lanes);
        }
        let done = Done { terms, seen: &self.seen, lanes: &self.lanes, values: &self.values };
        done.bits(root)
    }
}

/// What was computed so far.
struct Done<'a> {
    terms: &'a Terms,
    seen: &'a [(u32, u32)],
    lanes: &'a [Lanes],
    values: &'a [Values],
}

impl Done<'_> {
    fn lanes(&self, term: TermId) -> Lanes {
        self.lanes[self.seen[term.index()].1 as usize]
    }

    fn bits(&self, term: TermId) -> Bits {
        match self.lanes(term) {
            Lanes::Bits(bits) => bits,
            Lanes::Values(_) => unreachable!("a term of width 1 has bits"),
        }
    }

    /// Of a term of more than one bit.
    fn values(&self, term: TermId) -> Option<&Values> {
        match self.lanes(term) {
            Lanes::Bits(_) => None,
            Lanes::Values(place) => Some(&self.values[place as usize]),
        }
    }

    /// The value of a term when the byte is `lane`.
    fn value(&self, term: TermId, lane: usize) -> u64 {
        match self.lanes(term) {
            Lanes::Bits(bits) => bits[lane / 64] >> (lane % 64) & 1,
            Lanes::Values(place) => self.values[place as usize][lane],
        }
    }

    /// A term of width 1.
    fn condition(&self, term: TermId) -> Bits {
        if let Some((first, last)) = self.terms.byte_interval(term) {
            return interval(first, last);
        }
        let node = self.terms.node(term);
        let zip = |a: Bits, b: Bits, f: fn(u64, u64) -> u64| std::array::from_fn(|element| f(a[element], b[element]));
        match node {
            Node::Const(value) => [value.wrapping_neg(); 4],
            Node::Not(a) => self.bits(a).map(|word| !word),
            Node::Binary { op: BinaryOp::And, a, b } => zip(self.bits(a), self.bits(b), |a, b| a & b),
            Node::Binary { op: BinaryOp::Or, a, b } => zip(self.bits(a), self.bits(b), |a, b| a | b),
            Node::Binary { op: BinaryOp::Xor, a, b } => zip(self.bits(a), self.bits(b), |a, b| a ^ b),
            Node::Ite { condition, yes, no } => {
                let (condition, yes, no) = (self.bits(condition), self.bits(yes), self.bits(no));
                std::array::from_fn(|at| condition[at] & yes[at] | !condition[at] & no[at])
            }
            Node::Extract { a, low } if let Some(a) = self.values(a) => {
                from_fn(|lane| a[lane as usize] >> low & 1 == 1)
            }
            Node::Compare { predicate, a, b } if let (Some(x), Some(y)) = (self.values(a), self.values(b)) => {
                let width = self.terms.width(a);
                from_fn(|lane| compare64(predicate, width, x[lane as usize], y[lane as usize]))
            }
            _ => from_fn(|lane| fold::node64(self.terms, node, 1, |operand| self.value(operand, lane.into())) == 1),
        }
    }

    /// A term of more than one bit.
    fn number(&self, term: TermId, out: &mut Values) {
        let (node, width) = (self.terms.node(term), self.terms.width(term));
        let mask = mask64(width);
        match node {
            Node::Const(value) => out.fill(value),
            Node::Read { .. } => out.iter_mut().zip(0..).for_each(|(out, value)| *out = value),
            Node::Not(a) if let Some(a) = self.values(a) => map(out, a, |a| !a & mask),
            Node::ZExt(a) if let Some(a) = self.values(a) => *out = *a,
            Node::SExt(a) if let Some(values) = self.values(a) => {
                let from = self.terms.width(a);
                map(out, values, |a| signed64(from, a) as u64 & mask);
            }
            Node::Extract { a, low } if let Some(a) = self.values(a) => map(out, a, |a| a >> low & mask),
            Node::Binary { op, a, b } if let (Some(a), Some(b)) = (self.values(a), self.values(b)) => match op {
                BinaryOp::Add => zip(out, a, b, |a, b| a.wrapping_add(b) & mask),
                BinaryOp::Sub => zip(out, a, b, |a, b| a.wrapping_sub(b) & mask),
                BinaryOp::Mul => zip(out, a, b, |a, b| a.wrapping_mul(b) & mask),
                BinaryOp::And => zip(out, a, b, |a, b| a & b),
                BinaryOp::Or => zip(out, a, b, |a, b| a | b),
                BinaryOp::Xor => zip(out, a, b, |a, b| a ^ b),
                _ => zip(out, a, b, |a, b| fold::binary64(op, width, a, b)),
            },
            _ => out.iter_mut().enumerate().for_each(|(lane, out)| {
                *out = fold::node64(self.terms, node, width, |operand| self.value(operand, lane));
            }),
        }
    }
}

fn map(out: &mut Values, a: &Values, f: impl Fn(u64) -> u64) {
    out.iter_mut().zip(a).for_each(|(out, &a)| *out = f(a));
}

fn zip(out: &mut Values, a: &Values, b: &Values, f: impl Fn(u64, u64) -> u64) {
    out.iter_mut().zip(a).zip(b).for_each(|((out, &a), &b)| *out = f(a, b));
}
