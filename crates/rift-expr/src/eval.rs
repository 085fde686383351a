//! The value of terms under a model.
//!
//! Values are kept in one dense array with the number of the model they belong to, so that a new model costs nothing.
//! The walk has its own stack: terms may be deeper than the thread's. Of an if-then-else, only the chosen arm is
//! evaluated.

use crate::domain::Scratch;
use crate::fold;
use crate::walk::for_each_operand;
use crate::{Model, Node, TermId, Terms};
use rift_numeric::int;

/// Limbs of wide terms from before changes are kept up to so many.
const MOST_STALE_LIMBS: usize = 1 << 16;

#[derive(Clone, Copy, Default)]
struct Slot {
    /// Of terms above 64 bits: where their limbs start in `Evaluator::wide`.
    value: u64,
    epoch: u32,
}

/// Evaluates terms under one model at a time; each term once per model.
#[derive(Default)]
pub struct Evaluator {
    model: Model,
    /// The slots of this epoch hold values under `model`. 0 is before the first model.
    epoch: u32,
    slots: Vec<Slot>,
    wide: Vec<u64>,
    stack: Vec<TermId>,
    pub(crate) evaluated: u64,
    pub(crate) scratch: Scratch,
}

impl Evaluator {
    /// Forgets what was computed: the next values are for `model`. Needed after [`Terms::clear`], too.
    pub fn reset(&mut self, model: &Model) {
        self.model.bytes.clone_from(&model.bytes);
        self.start_epoch();
    }

    /// Changes one byte of the model. What was computed stays, but for `dependents`: all terms that depend on the byte and
    /// may have a value.
    pub fn change(&mut self, at: u32, value: u8, dependents: &[TermId]) {
        self.model.set(at, value);
        if self.wide.len() > MOST_STALE_LIMBS {
            self.start_epoch();
            return;
        }
        for term in dependents {
            if let Some(slot) = self.slots.get_mut(term.index()) {
                slot.epoch = 0;
            }
        }
    }

    fn start_epoch(&mut self) {
        self.wide.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(Slot::default());
            self.epoch = 1;
        }
    }

    /// How many values of terms were computed so far: a measure of work that is the same in every run.
    #[inline]
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// The value of a term of at most 64 bits, zero-extended. Total: division by zero is as in SMT-LIB
    /// (all ones; the dividend for remainders).
    #[inline]
    pub fn value(&mut self, terms: &Terms, term: TermId) -> u64 {
        debug_assert!(terms.width(term) <= 64, "a wide term has no single value: use limbs");
        self.ensure(terms, term);
        self.slots[term.index()].value
    }

    /// The value of any term as canonical limbs, lowest first.
    pub fn limbs(&mut self, terms: &Terms, term: TermId, out: &mut Vec<u64>) {
        self.ensure(terms, term);
        out.clear();
        out.extend_from_slice(self.operand(terms, term));
    }

    /// Whether a term of width 1 is true.
    #[inline]
    pub fn holds(&mut self, terms: &Terms, term: TermId) -> bool {
        self.value(terms, term) != 0
    }

    #[inline]
    fn is_done(&self, term: TermId) -> bool {
        self.slots[term.index()].epoch == self.epoch
    }

    #[inline]
    fn ensure(&mut self, terms: &Terms, term: TermId) {
        if self.epoch == 0 {
            self.start_epoch();
        }
        if self.slots.len() <= term.index() {
            self.slots.resize(terms.len(), Slot::default());
        }
        if !self.is_done(term) {
            self.compute(terms, term);
        }
    }

    fn compute(&mut self, terms: &Terms, root: TermId) {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.is_done(term) || self.is_ready(terms.node(term)) {
                self.stack.pop();
                if !self.is_done(term) {
                    self.apply(terms, term);
                }
            }
        }
    }

    /// Whether the operands have values; those that need one are put on the stack.
    #[inline]
    fn is_ready(&mut self, node: Node) -> bool {
        let before = self.stack.len();
        if let Node::Ite { condition, yes, no } = node {
            let next = match self.is_done(condition) {
                false => condition,
                true if self.slots[condition.index()].value != 0 => yes,
                true => no,
            };
            if !self.is_done(next) {
                self.stack.push(next);
            }
        } else {
            for_each_operand(node, |operand| {
                if !self.is_done(operand) {
                    self.stack.push(operand);
                }
            });
        }
        self.stack.len() == before
    }

    #[inline]
    fn apply(&mut self, terms: &Terms, term: TermId) {
        self.evaluated += 1;
        let (node, width) = (terms.node(term), terms.width(term));
        let value = match node {
            Node::Read { at, bytes } if bytes <= 8 => self.read_limb(at, bytes),
            _ if fold::is_narrow(terms, node, width) => {
                fold::node64(terms, node, width, |operand| self.slots[operand.index()].value)
            }
            _ => self.apply_wide(terms, node, width),
        };
        self.slots[term.index()] = Slot { value, epoch: self.epoch };
    }

    #[inline]
    fn read_limb(&self, at: u32, bytes: u32) -> u64 {
        (0..bytes).fold(0, |value, i| value | u64::from(self.model.byte(at + i)) << (8 * i))
    }

    /// Of a node that is wide or has a wide operand: its value, or where its limbs are.
    #[inline(never)]
    fn apply_wide(&mut self, terms: &Terms, node: Node, width: u32) -> u64 {
        let start = self.wide.len() as u64;
        match node {
            Node::Read { at, bytes } => {
                let limb = |first: u32| self.read_limb(at + first, (bytes - first).min(8));
                let limbs: fold::Limbs = (0..bytes).step_by(8).map(limb).collect();
                self.wide.extend_from_slice(&limbs);
            }
            Node::Ite { condition, yes, no } => {
                let chosen = if self.slots[condition.index()].value != 0 { yes } else { no };
                return self.slots[chosen.index()].value;
            }
            Node::Wide(wide) => self.wide.extend_from_slice(terms.wide_limbs(wide)),
            _ => {
                let limbs = fold::node_limbs(terms, node, width, |operand| self.operand(terms, operand));
                if width <= 64 {
                    return limbs[0];
                }
                self.wide.extend_from_slice(&limbs);
            }
        }
        start
    }

    fn operand(&self, terms: &Terms, term: TermId) -> &[u64] {
        let slot = &self.slots[term.index()];
        match terms.width(term) {
            ..=64 => std::slice::from_ref(&slot.value),
            width => &self.wide[slot.value as usize..][..int::limbs(width)],
        }
    }
}
