//! Loads and stores with symbolic addresses, or of symbolic values.
//!
//! An access is taken to mean the object that its base points into. Whether it stays inside is a decision; inside, a
//! load is a choice among all elements it can reach, and a store makes each element it can reach one of two values.
//! Where that would be too much, and outside of the object, the address is pinned, unless the access faults.
//!
//! Errs towards less: all accesses outside of an object are one path with the one that is run, so when that faults,
//! those that would land in some other object are not looked at.

use super::linear::{Places, constant_part, places};
use super::step::{Paused, Step};
use super::{DecisionKind, Pin};
use crate::code::{Op, Slot};
use crate::memory::{Memory, ObjectInfo, ObjectKind};
use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};

/// A load chooses among at most so many elements, or among the elements of so many bytes.
const MAX_CHOICES: u64 = 1024;
const MAX_BYTES: u64 = 4096;
/// A store changes at most so many elements.
const MAX_CHANGES: u64 = 64;

/// An address of a load or store: base + index * scale + offset.
#[derive(Clone, Copy)]
struct Address {
    base: Slot,
    /// Slot, scale, and width: 32 bits are sign-extended.
    index: Option<(Slot, u64, u32)>,
    offset: i64,
}

struct Load {
    d: Slot,
    address: Address,
    bytes: u32,
    /// Bits to which the result is sign-extended; 0 for none.
    extended: u32,
}

fn direct(base: Slot, offset: i32) -> Address {
    Address { base, index: None, offset: i64::from(offset) }
}

fn indexed(base: Slot, index: Slot, scale: u8, offset: i16) -> Address {
    Address { base, index: Some((index, u64::from(scale), 64)), offset: i64::from(offset) }
}

fn indexed_narrow(base: Slot, index: Slot, scale: u8, offset: i16) -> Address {
    Address { base, index: Some((index, u64::from(scale), 32)), offset: i64::from(offset) }
}

fn as_load(op: Op) -> Option<Load> {
    let plain = |d, bytes, address| Some(Load { d, address, bytes, extended: 0 });
    match op {
        Op::Load8 { d, base, offset } => plain(d, 1, direct(base, offset)),
        Op::Load16 { d, base, offset } => plain(d, 2, direct(base, offset)),
        Op::Load32 { d, base, offset } => plain(d, 4, direct(base, offset)),
        Op::Load64 { d, base, offset } => plain(d, 8, direct(base, offset)),
        Op::LoadX8 { d, base, index, scale, offset } => plain(d, 1, indexed(base, index, scale, offset)),
        Op::LoadX16 { d, base, index, scale, offset } => plain(d, 2, indexed(base, index, scale, offset)),
        Op::LoadX32 { d, base, index, scale, offset } => plain(d, 4, indexed(base, index, scale, offset)),
        Op::LoadX64 { d, base, index, scale, offset } => plain(d, 8, indexed(base, index, scale, offset)),
        Op::LoadXS8 { d, base, index, scale, offset } => plain(d, 1, indexed_narrow(base, index, scale, offset)),
        Op::LoadXS16 { d, base, index, scale, offset } => plain(d, 2, indexed_narrow(base, index, scale, offset)),
        Op::LoadXS32 { d, base, index, scale, offset } => plain(d, 4, indexed_narrow(base, index, scale, offset)),
        Op::LoadXS64 { d, base, index, scale, offset } => plain(d, 8, indexed_narrow(base, index, scale, offset)),
        Op::Load8To32 { d, base, offset } => Some(Load { d, address: direct(base, offset), bytes: 1, extended: 32 }),
        Op::LoadX8To32 { d, base, index, scale, offset } => {
            Some(Load { d, address: indexed(base, index, scale, offset), bytes: 1, extended: 32 })
        }
        Op::LoadXS8To32 { d, base, index, scale, offset } => {
            Some(Load { d, address: indexed_narrow(base, index, scale, offset), bytes: 1, extended: 32 })
        }
        Op::Load16To32 { d, base, offset } => Some(Load { d, address: direct(base, offset), bytes: 2, extended: 32 }),
        Op::Load32To64 { d, base, offset } => Some(Load { d, address: direct(base, offset), bytes: 4, extended: 64 }),
        _ => None,
    }
}

fn as_store(op: Op) -> Option<(Slot, u32, Address)> {
    Some(match op {
        Op::Store8 { a, base, offset } => (a, 1, direct(base, offset)),
        Op::Store16 { a, base, offset } => (a, 2, direct(base, offset)),
        Op::Store32 { a, base, offset } => (a, 4, direct(base, offset)),
        Op::Store64 { a, base, offset } => (a, 8, direct(base, offset)),
        Op::StoreX8 { a, base, index, scale, offset } => (a, 1, indexed(base, index, scale, offset)),
        Op::StoreX16 { a, base, index, scale, offset } => (a, 2, indexed(base, index, scale, offset)),
        Op::StoreX32 { a, base, index, scale, offset } => (a, 4, indexed(base, index, scale, offset)),
        Op::StoreX64 { a, base, index, scale, offset } => (a, 8, indexed(base, index, scale, offset)),
        Op::StoreXS8 { a, base, index, scale, offset } => (a, 1, indexed_narrow(base, index, scale, offset)),
        Op::StoreXS16 { a, base, index, scale, offset } => (a, 2, indexed_narrow(base, index, scale, offset)),
        Op::StoreXS32 { a, base, index, scale, offset } => (a, 4, indexed_narrow(base, index, scale, offset)),
        Op::StoreXS64 { a, base, index, scale, offset } => (a, 8, indexed_narrow(base, index, scale, offset)),
        _ => return None,
    })
}

/// The terms of a value of `bits` bits in memory, by slot.
pub(super) fn load_terms(memory: &mut Memory, terms: &mut Terms, address: u64, bits: u32, to: &mut [Option<TermId>]) {
    to.fill(None);
    if !memory.has_symbols() {
        return;
    }
    for (limb, to) in (0..).zip(to) {
        let left = bits - 64 * limb;
        let bytes = left.div_ceil(8).min(8);
        *to = memory.term_at(terms, address.wrapping_add(u64::from(8 * limb)), bytes);
        if let Some(term) = *to
            && left < 8 * bytes
        {
            *to = Some(terms.extract(term, 0, left));
        }
    }
}

impl Step<'_> {
    pub(super) fn load(&mut self, op: Op) -> Result<(), Paused> {
        let Some(Load { d, address, bytes, extended }) = as_load(op) else { return Ok(()) };
        let Some(mut term) = self.read(address, bytes)? else {
            self.clear(d, 1);
            return Ok(());
        };
        if extended > 0 {
            term = self.terms.sext(term, extended);
        }
        self.set(d, term);
        Ok(())
    }

    pub(super) fn load_bits(&mut self, d: Slot, base: Slot, offset: i32, bits: u16) -> Result<(), Paused> {
        let address = direct(base, offset);
        let bits = u32::from(bits);
        if bits > 64 {
            self.pin_address(address, bits.div_ceil(8), Pin::ReadAddress)?;
            self.load_wide(d, self.address_value(address), bits);
            return Ok(());
        }
        match self.read(address, bits.div_ceil(8))? {
            Some(term) => {
                let term = self.fit(term, bits);
                self.set(d, term);
            }
            None => self.clear(d, 1),
        }
        Ok(())
    }

    /// The terms of what lies at a concrete address.
    pub(super) fn load_wide(&mut self, d: Slot, address: u64, bits: u32) {
        let count = bits.div_ceil(64);
        self.clear(d, count);
        if self.memory.has_symbols() && self.memory.check(address, u64::from(bits.div_ceil(8))).is_ok() {
            let to = &mut self.shadow[d.0 as usize..][..count as usize];
            load_terms(self.memory, self.terms, address, bits, to);
        }
    }

    pub(super) fn store(&mut self, op: Op) -> Result<(), Paused> {
        let Some((a, bytes, address)) = as_store(op) else { return Ok(()) };
        if !self.is_symbolic_address(address) {
            let term = self.term(a).map(|term| self.fit(term, 8 * bytes));
            self.write_later(self.address_value(address), bytes, term);
            return Ok(());
        }
        self.write(address, a, bytes)
    }

    pub(super) fn store_bits(&mut self, a: Slot, base: Slot, offset: i32, bits: u16) -> Result<(), Paused> {
        let address = direct(base, offset);
        self.pin_address(address, u32::from(bits).div_ceil(8), Pin::WriteAddress)?;
        self.store_wide(a, self.address_value(address), u32::from(bits));
        Ok(())
    }

    /// Has the terms of a value written to a concrete address.
    pub(super) fn store_wide(&mut self, a: Slot, address: u64, bits: u32) {
        for limb in 0..bits.div_ceil(64) {
            let bytes = (bits - 64 * limb).div_ceil(8).min(8);
            let term = self.term(a.plus(limb)).map(|term| self.fit(term, 8 * bytes));
            self.write_later(address.wrapping_add(u64::from(8 * limb)), bytes, term);
        }
    }

    /// The term of up to 8 bytes at an address; `None` when they are concrete.
    fn read(&mut self, address: Address, bytes: u32) -> Result<Option<TermId>, Paused> {
        if let Some(offset) = self.inside(address, bytes)?
            && let Some(places) = self.reachable(&offset, MAX_CHOICES.max(MAX_BYTES / u64::from(bytes)))
            && let Some(term) = self.choice(offset.object, &places, bytes)
        {
            return Ok(Some(term));
        }
        self.pin_address(address, bytes, Pin::ReadAddress)?;
        Ok(self.term_at(self.address_value(address), bytes))
    }

    fn write(&mut self, address: Address, a: Slot, bytes: u32) -> Result<(), Paused> {
        if let Some(offset) = self.inside(address, bytes)?
            && offset.object.kind != ObjectKind::Constant
            && let Some(places) = self.reachable(&offset, MAX_CHANGES)
            // Elements that overlap cannot be changed one by one.
            && places.stride >= u64::from(bytes)
            && let Some(elements) = self.contents(offset.object, &places, bytes)
        {
            let value = self.operand(a, 8 * bytes);
            for (i, old) in (0..).zip(elements) {
                let old = self.element(old, bytes);
                let here = self.equals(places.index, i);
                let new = self.terms.ite(here, value, old);
                self.write_later(offset.object.base + places.at(i), bytes, Some(new));
            }
            return Ok(());
        }
        self.pin_address(address, bytes, Pin::WriteAddress)?;
        let term = self.term(a).map(|term| self.fit(term, 8 * bytes));
        self.write_later(self.address_value(address), bytes, term);
        Ok(())
    }

    fn is_symbolic_address(&self, address: Address) -> bool {
        self.term(address.base).is_some() || address.index.is_some_and(|(index, ..)| self.term(index).is_some())
    }

    fn address_value(&self, address: Address) -> u64 {
        let index = address.index.map_or(0, |(index, scale, width)| {
            let value = self.value(index);
            let value = if width == 32 { value as i32 as i64 as u64 } else { value };
            value.wrapping_mul(scale)
        });
        self.value(address.base).wrapping_add(index).wrapping_add(address.offset as u64)
    }

    fn pin_address(&mut self, address: Address, bytes: u32, why: Pin) -> Result<(), Paused> {
        let (here, bytes) = (self.address_value(address), u64::from(bytes));
        let fits = match why {
            Pin::WriteAddress => self.memory.check_write(here, bytes),
            _ => self.memory.check(here, bytes),
        };
        // An access that ends the run is one path, wherever it goes.
        if fits.is_err() {
            return Ok(());
        }
        self.pin(address.base, why)?;
        match address.index {
            Some((index, ..)) => self.pin(index, why),
            None => Ok(()),
        }
    }

    /// The object that an access is about, and the offset in it, if the access is inside on this run.
    fn inside(&mut self, address: Address, bytes: u32) -> Result<Option<Offset>, Paused> {
        let here = self.address_value(address);
        let term = self.address_term(address.base, address.index, address.offset);
        let base = match self.term(address.base) {
            Some(_) => constant_part(self.terms, term),
            None => self.value(address.base),
        };
        let object = self.object_meant(base, here).filter(|object| object.live);
        let Some(object) = object else { return Ok(None) };
        let Some(last) = object.size.checked_sub(u64::from(bytes)) else { return Ok(None) };
        let start = self.terms.constant(64, object.base);
        let term = self.terms.binary(BinaryOp::Sub, term, start);
        let limit = self.terms.constant(64, last);
        let inside = self.compare(IntPredicate::Ule, term, limit);
        let now = here.wrapping_sub(object.base) <= last;
        self.ask_whether(DecisionKind::Fault, inside, now, 0)?;
        Ok(now.then_some(Offset { object, term, last }))
    }

    /// The object that `base` points into, or else the one that is accessed, or else one that `base` is near to: it may
    /// point behind the end.
    fn object_meant(&self, base: u64, here: u64) -> Option<ObjectInfo> {
        let memory = &*self.memory;
        (memory.object_at(base)).or_else(|| memory.object_at(here)).or_else(|| memory.object_near(base))
    }

    /// The elements that an access inside an object can reach, if they are not too many.
    fn reachable(&mut self, offset: &Offset, most: u64) -> Option<Places> {
        places(self.terms, offset.term, offset.last, most)
    }

    /// The value at the place that the index chooses. `None`: some of the places cannot be read.
    fn choice(&mut self, object: ObjectInfo, places: &Places, bytes: u32) -> Option<TermId> {
        let elements = self.contents(object, places, bytes)?;
        Some(self.choose(&elements, 0, places.index, bytes))
    }

    fn contents(&mut self, object: ObjectInfo, places: &Places, bytes: u32) -> Option<Vec<Element>> {
        let start = object.base + places.at(0);
        let all = self.memory.read_vec(start, places.at(places.count - 1) - places.at(0) + u64::from(bytes)).ok()?;
        let symbolic = self.memory.has_symbols() && object.kind != ObjectKind::Constant;
        let elements = (0..places.count).map(|i| {
            let at = places.at(i) - places.at(0);
            let term = match symbolic {
                true => self.memory.term_at(self.terms, start + at, bytes),
                false => None,
            };
            Element { value: little_endian(&all[at as usize..][..bytes as usize]), term }
        });
        Some(elements.collect())
    }

    fn element(&mut self, element: Element, bytes: u32) -> TermId {
        element.term.unwrap_or_else(|| self.terms.constant(8 * bytes, element.value))
    }

    /// `elements[index - first]`.
    fn choose(&mut self, elements: &[Element], first: u64, index: TermId, bytes: u32) -> TermId {
        let bits = self.terms.width(index);
        if elements.iter().all(|element| element.term.is_none()) {
            let values: Vec<u64> = elements.iter().map(|element| element.value).collect();
            let first = self.terms.constant(bits, first);
            let index = self.terms.binary(BinaryOp::Sub, index, first);
            return self.terms.lookup(&values, 8 * bytes, index);
        }
        if elements.iter().all(|element| *element == elements[0]) {
            return self.element(elements[0], bytes);
        }
        let (low, high) = elements.split_at(elements.len() / 2);
        let middle = first + low.len() as u64;
        let bound = self.terms.constant(bits, middle);
        let below = self.compare(IntPredicate::Ult, index, bound);
        let low = self.choose(low, first, index, bytes);
        let high = self.choose(high, middle, index, bytes);
        self.terms.ite(below, low, high)
    }

    /// The term at a concrete address; `None` when it is concrete or cannot be read.
    pub(super) fn term_at(&mut self, address: u64, bytes: u32) -> Option<TermId> {
        if !self.memory.has_symbols() || self.memory.check(address, u64::from(bytes)).is_err() {
            return None;
        }
        self.memory.term_at(self.terms, address, bytes)
    }
}

/// Where in an object an access is. `last` is the greatest offset that it can have.
struct Offset {
    object: ObjectInfo,
    term: TermId,
    last: u64,
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// What is at a place: its value on this run, and its term if it is symbolic.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Element {
    value: u64,
    term: Option<TermId>,
}
