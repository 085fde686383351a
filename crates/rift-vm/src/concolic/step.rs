//! One operation of a concolic run, before it is carried out: the terms of its operands, the decisions it depends on,
//! and the terms of its results.
//!
//! A slot's term has any width up to 64: the slot's value is the term's, zero-extended. Values wider than 64 bits have
//! one term per limb. A step changes no value, only terms; and it asks its decisions before it changes any, so that it
//! can be begun again after a pause.

use super::{Decision, DecisionKind, Path, Pin, Ruling, Side};
use crate::code::{FnCode, Op, Slot};
use crate::memory::Memory;
use rift_expr::{TermId, Terms};
use rift_ir::{IntPredicate, Site};
use smallvec::{SmallVec, smallvec};

/// The path ruled to pause.
pub(crate) struct Paused;

/// The questions of the operation under way that need not be asked (again): each by a term that stands for it.
///
/// A machine that paused within an operation begins it anew, possibly with other values. What it would ask then is
/// either a question that was answered before, or a new one: the bounds of another object, another value of a pin.
pub(crate) type Settled = SmallVec<[TermId; 4]>;

/// What an operation leaves behind for the interpreter loop.
#[derive(Default)]
pub(crate) struct Scratch {
    pub pending: Option<Decision>,
    /// Address, bytes and term (`None`: concrete) of what the operation is about to write.
    pub writes: Vec<(u64, u32, Option<TermId>)>,
    /// It is about to pass variadic arguments through memory.
    pub variadic: bool,
}

pub(crate) struct Step<'m> {
    pub code: &'m FnCode,
    /// The operation.
    pub at: usize,
    /// The slots of the frame.
    pub values: &'m [u64],
    pub shadow: &'m mut [Option<TermId>],
    pub memory: &'m mut Memory,
    pub terms: &'m mut Terms,
    pub path: &'m mut dyn Path,
    pub settled: &'m mut Settled,
    pub scratch: &'m mut Scratch,
}

impl Step<'_> {
    /// One operation, one handler; families of operations have a module each.
    pub fn run(&mut self) -> Result<(), Paused> {
        match self.code.ops[self.at] {
            op @ (Op::Add64 { .. }
            | Op::Add32 { .. }
            | Op::AddN { .. }
            | Op::Add64I { .. }
            | Op::Add32I { .. }
            | Op::AddNI { .. }
            | Op::Sub64 { .. }
            | Op::Sub32 { .. }
            | Op::SubN { .. }
            | Op::Mul64 { .. }
            | Op::Mul32 { .. }
            | Op::MulN { .. }
            | Op::Mul64I { .. }
            | Op::Mul32I { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::Xor { .. }
            | Op::AndI { .. }
            | Op::OrI { .. }
            | Op::XorI { .. }
            | Op::Shl64 { .. }
            | Op::Shl32 { .. }
            | Op::LShr64 { .. }
            | Op::LShr32 { .. }
            | Op::AShr64 { .. }
            | Op::AShr32 { .. }
            | Op::ShiftN { .. }
            | Op::Shl64I { .. }
            | Op::Shl32I { .. }
            | Op::LShrI { .. }
            | Op::AShr64I { .. }
            | Op::AShr32I { .. }
            | Op::Mask { .. }
            | Op::SExt32To64 { .. }
            | Op::SExt { .. }
            | Op::Lea { .. }
            | Op::LeaS { .. }
            | Op::LeaWide { .. }
            | Op::LeaWideS { .. }) => self.arithmetic(op),
            op @ (Op::UDiv { .. }
            | Op::URem { .. }
            | Op::SDiv32 { .. }
            | Op::SDiv64 { .. }
            | Op::SRem32 { .. }
            | Op::SRem64 { .. }) => return self.division(op),
            Op::Select { d, condition, branches } => self.select(d, condition, branches),
            op @ (Op::Load8 { .. }
            | Op::Load16 { .. }
            | Op::Load32 { .. }
            | Op::Load64 { .. }
            | Op::LoadX8 { .. }
            | Op::LoadX16 { .. }
            | Op::LoadX32 { .. }
            | Op::LoadX64 { .. }
            | Op::LoadXS8 { .. }
            | Op::LoadXS16 { .. }
            | Op::LoadXS32 { .. }
            | Op::LoadXS64 { .. }
            | Op::Load8To32 { .. }
            | Op::LoadX8To32 { .. }
            | Op::LoadXS8To32 { .. }
            | Op::Load16To32 { .. }
            | Op::Load32To64 { .. }) => return self.load(op),
            Op::LoadBits { d, base, offset, bits } => return self.load_bits(d, base, offset, bits),
            op @ (Op::Store8 { .. }
            | Op::Store16 { .. }
            | Op::Store32 { .. }
            | Op::Store64 { .. }
            | Op::StoreX8 { .. }
            | Op::StoreX16 { .. }
            | Op::StoreX32 { .. }
            | Op::StoreX64 { .. }
            | Op::StoreXS8 { .. }
            | Op::StoreXS16 { .. }
            | Op::StoreXS32 { .. }
            | Op::StoreXS64 { .. }) => return self.store(op),
            Op::StoreBits { a, base, offset, bits } => return self.store_bits(a, base, offset, bits),
            op @ (Op::FAdd64 { .. }
            | Op::FSub64 { .. }
            | Op::FMul64 { .. }
            | Op::FDiv64 { .. }
            | Op::FAdd32 { .. }
            | Op::FSub32 { .. }
            | Op::FMul32 { .. }
            | Op::FDiv32 { .. }
            | Op::FNeg64 { .. }
            | Op::FNeg32 { .. }
            | Op::FCmp64 { .. }
            | Op::FCmp32 { .. }
            | Op::F32ToF64 { .. }
            | Op::F64ToF32 { .. }
            | Op::SiToF64 { .. }
            | Op::UiToF64 { .. }) => self.float(op),
            Op::Switch { a, table } => return self.switch(a, table),
            Op::IndirectJump { a, .. } => return self.pin(a, Pin::Target),
            Op::CallIndirect { address, .. } => return self.pin(address, Pin::Target),
            // Comparisons and branches; and what never comes here, having no operand or being dealt with elsewhere.
            op => return self.compare_or_branch(op),
        }
        Ok(())
    }

    pub fn value(&self, slot: Slot) -> u64 {
        self.values[slot.0 as usize]
    }

    pub fn term(&self, slot: Slot) -> Option<TermId> {
        self.shadow[slot.0 as usize]
    }

    /// The low `width` bits of a slot.
    pub fn operand(&mut self, slot: Slot, width: u32) -> TermId {
        match self.term(slot) {
            Some(term) => self.fit(term, width),
            None => self.terms.constant(width, self.value(slot) & (u64::MAX >> (64 - width))),
        }
    }

    /// Zero-extended or cut.
    pub fn fit(&mut self, term: TermId, width: u32) -> TermId {
        match self.terms.width(term) {
            own if own == width => term,
            own if own < width => self.terms.zext(term, width),
            _ => self.terms.extract(term, 0, width),
        }
    }

    /// A constant is no term worth keeping.
    pub fn set(&mut self, d: Slot, term: TermId) {
        self.shadow[d.0 as usize] = match self.terms.as_const(term) {
            Some(_) => None,
            None => Some(term),
        };
    }

    pub fn clear(&mut self, d: Slot, count: u32) {
        self.shadow[d.0 as usize..][..count as usize].fill(None);
    }

    /// Has up to 8 bytes of memory carry a term once the operation has written them; `None` makes them concrete.
    pub fn write_later(&mut self, address: u64, bytes: u32, term: Option<TermId>) {
        let term = term.filter(|term| self.terms.as_const(*term).is_none());
        self.scratch.writes.push((address, bytes, term));
    }

    /// Whether a value of this width has a symbolic limb.
    pub fn is_symbolic(&self, slot: Slot, bits: u32) -> bool {
        self.shadow[slot.0 as usize..][..bits.div_ceil(64) as usize].iter().any(Option::is_some)
    }

    /// A value of any width as one term.
    pub fn wide(&mut self, slot: Slot, bits: u32) -> TermId {
        let limbs = bits.div_ceil(64);
        let mut term = self.operand(slot.plus(limbs - 1), bits - 64 * (limbs - 1));
        for limb in (0..limbs - 1).rev() {
            let low = self.operand(slot.plus(limb), 64);
            term = self.terms.concat(term, low);
        }
        term
    }

    /// The inverse of [`Step::wide`].
    pub fn set_wide(&mut self, d: Slot, term: TermId) {
        let bits = self.terms.width(term);
        for limb in 0..bits.div_ceil(64) {
            let low = 64 * limb;
            let part = self.terms.extract(term, low, (bits - low).min(64));
            self.set(d.plus(limb), part);
        }
    }

    pub fn compare(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        self.terms.compare(predicate, a, b)
    }

    pub fn equals(&mut self, term: TermId, value: u64) -> TermId {
        let width = self.terms.width(term);
        let value = self.terms.constant(width, value);
        self.terms.compare(IntPredicate::Eq, term, value)
    }

    /// Asks the path unless this question is settled. `question` stands for it.
    pub fn ask(
        &mut self,
        question: TermId,
        kind: DecisionKind,
        holds: Side,
        others: SmallVec<[Side; 2]>,
    ) -> Result<(), Paused> {
        let site = Site { function: self.code.id, inst: self.code.sites[self.at] };
        self.decide(question, Decision { site, kind, holds, others, pinned: None })
    }

    fn decide(&mut self, question: TermId, decision: Decision) -> Result<(), Paused> {
        if self.settled.contains(&question) {
            return Ok(());
        }
        self.settled.push(question);
        match self.path.decide(self.terms, &decision) {
            Ruling::Go => Ok(()),
            Ruling::Pause => {
                self.scratch.pending = Some(decision);
                Err(Paused)
            }
        }
    }

    /// Asks whether `condition`, which has the value `now` on this run. Its side has index `yes`, which is 0 or 1.
    pub fn ask_whether(&mut self, kind: DecisionKind, condition: TermId, now: bool, yes: u32) -> Result<(), Paused> {
        if self.terms.as_const(condition).is_some() {
            return Ok(());
        }
        let opposite = self.terms.not(condition);
        let holding = Side { condition, index: yes };
        let failing = Side { condition: opposite, index: 1 - yes };
        let (holds, other) = if now { (holding, failing) } else { (failing, holding) };
        self.ask(condition, kind, holds, smallvec![other])
    }

    /// Makes a slot concrete, under the condition that its term has the value of this run.
    pub fn pin(&mut self, slot: Slot, why: Pin) -> Result<(), Paused> {
        let Some(term) = self.term(slot) else { return Ok(()) };
        self.pin_term(term, self.value(slot), why)?;
        self.shadow[slot.0 as usize] = None;
        Ok(())
    }

    /// Pins a value of any width.
    pub fn pin_wide(&mut self, slot: Slot, bits: u32, why: Pin) -> Result<(), Paused> {
        (0..bits.div_ceil(64)).try_for_each(|limb| self.pin(slot.plus(limb), why))
    }

    pub fn pin_term(&mut self, term: TermId, value: u64, why: Pin) -> Result<(), Paused> {
        let holds = self.equals(term, value);
        if self.terms.as_const(holds).is_some() {
            return Ok(());
        }
        let other = self.terms.not(holds);
        let site = Site { function: self.code.id, inst: self.code.sites[self.at] };
        let side = |condition| Side { condition, index: 0 };
        let (kind, others) = (DecisionKind::Pin(why), smallvec![side(other)]);
        self.decide(holds, Decision { site, kind, holds: side(holds), others, pinned: Some(term) })
    }
}
