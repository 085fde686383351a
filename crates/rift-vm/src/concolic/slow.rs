//! The slow operations. Each finds the terms of its results, or clears them; block operations carry terms along in
//! the memory itself.

use super::step::{Paused, Step};
use super::{Pin, floats};
use crate::code::{Place, Slot, SlowOp};
use crate::layout::Scalar;
use rift_expr::TermId;
use rift_ir::{AtomicOp, BinaryOp, CastOp, IntPredicate};

/// More bytes than this are not filled with a symbolic one: it is pinned.
const MAX_FILL: u64 = 1 << 16;

impl Step<'_> {
    pub(super) fn slow(&mut self, index: u32) -> Result<(), Paused> {
        let code = self.code;
        match &code.slow[index as usize] {
            SlowOp::IntBinary { bits, d, a, b, .. } if !self.any_symbolic([*a, *b], *bits) => {
                self.clear(*d, bits.div_ceil(64));
                Ok(())
            }
            SlowOp::IntBinary { op, bits, d, a, b } => self.wide_binary(*op, *bits, *d, *a, *b),
            SlowOp::IntCompare { bits, d, a, b, .. } if !self.any_symbolic([*a, *b], *bits) => {
                self.clear(*d, 1);
                Ok(())
            }
            SlowOp::IntCompare { predicate, bits, d, a, b } => {
                let (a, b) = (self.wide(*a, *bits), self.wide(*b, *bits));
                let result = self.compare(*predicate, a, b);
                self.set(*d, result);
                Ok(())
            }
            SlowOp::FloatBinary { kind, d, a, b, .. } if !self.any_symbolic([*a, *b], kind.bits()) => {
                self.clear(*d, kind.bits().div_ceil(64));
                Ok(())
            }
            SlowOp::FloatBinary { op, kind, d, a, b } => self.slow_float(*op, *kind, *d, [*a, *b]),
            SlowOp::FloatCompare { kind, d, a, b, .. } if !self.any_symbolic([*a, *b], kind.bits()) => {
                self.clear(*d, 1);
                Ok(())
            }
            SlowOp::FloatCompare { predicate, kind, d, a, b } => {
                self.slow_float_compare(*predicate, *kind, *d, [*a, *b])
            }
            SlowOp::FloatNegate { kind, d, a } => {
                self.slow_negate(*kind, *d, *a);
                Ok(())
            }
            SlowOp::Cast { op, d, a } => self.cast(*op, *d, *a),
            SlowOp::Pack { d, a, lane_bits, lanes } => {
                self.pack(*d, *a, *lane_bits, *lanes);
                Ok(())
            }
            SlowOp::Unpack { d, a, lane_bits, lanes } => {
                self.unpack(*d, *a, *lane_bits, *lanes);
                Ok(())
            }
            SlowOp::ExtractLane { d, a, index, lanes, count } => {
                self.pin(*index, Pin::Operation)?;
                let lane = self.value(*index);
                for i in 0..*count {
                    let term = (lane < u64::from(*lanes)).then(|| self.term(a.plus(lane as u32 * count + i))).flatten();
                    self.shadow[d.plus(i).0 as usize] = term;
                }
                Ok(())
            }
            SlowOp::InsertLane { d, value, index, lanes, count } => {
                self.pin(*index, Pin::Operation)?;
                let lane = self.value(*index);
                for i in (0..*count).filter(|_| lane < u64::from(*lanes)) {
                    self.shadow[d.plus(lane as u32 * count + i).0 as usize] = self.term(value.plus(i));
                }
                Ok(())
            }
            SlowOp::AllocaDynamic { d, count, .. } => self.pinned(&[(*count, Pin::Size)], Some(*d)),
            SlowOp::CopyByValue { d, source, .. } => self.pinned(&[(*source, Pin::ReadAddress)], Some(*d)),
            SlowOp::StackMark { d } | SlowOp::FrameAddress { d } => self.pinned(&[], Some(*d)),
            SlowOp::StackRelease { mark } => self.pinned(&[(*mark, Pin::Operation)], None),
            SlowOp::AtomicRmw { op, scalar, d, address, a } => {
                self.pin(*address, Pin::WriteAddress)?;
                self.atomic(*op, *scalar, *d, self.value(*address), *a)
            }
            SlowOp::CompareExchange { bits, d, address, expected, replacement } => {
                self.pin(*address, Pin::WriteAddress)?;
                self.compare_exchange(*bits, *d, self.value(*address), [*expected, *replacement]);
                Ok(())
            }
            SlowOp::Intrinsic { which, d, args } => self.intrinsic(which, *d, args),
            SlowOp::Memcpy { to, from, length } => {
                self.pinned(&[(*to, Pin::WriteAddress), (*from, Pin::ReadAddress), (*length, Pin::Size)], None)
            }
            SlowOp::Memset { to, byte, length } => self.fill(*to, *byte, *length),
            SlowOp::MaskedLoad { d, scalar, lanes, address, mask } => {
                self.pin(*address, Pin::ReadAddress)?;
                self.pin_mask(*mask, *lanes)?;
                for (lane, at) in self.open_lanes(*mask, *lanes, *address, *scalar) {
                    self.load_wide(d.plus(lane * scalar.slots()), at, scalar.bits());
                }
                Ok(())
            }
            SlowOp::MaskedStore { a, scalar, lanes, address, mask } => {
                self.pin(*address, Pin::WriteAddress)?;
                self.pin_mask(*mask, *lanes)?;
                for (lane, at) in self.open_lanes(*mask, *lanes, *address, *scalar) {
                    self.store_wide(a.plus(lane * scalar.slots()), at, scalar.bits());
                }
                Ok(())
            }
            SlowOp::VaStart { list } => {
                self.pin(*list, Pin::WriteAddress)?;
                self.scratch.variadic = true;
                Ok(())
            }
            SlowOp::VaCopy { to, from } => self.pinned(&[(*to, Pin::WriteAddress), (*from, Pin::ReadAddress)], None),
            SlowOp::VaArg { d, list } => {
                self.pin(*list, Pin::ReadAddress)?;
                self.next_variadic(*d, self.value(*list))
            }
            SlowOp::LandingPad { d } => {
                self.clear(*d, 2);
                Ok(())
            }
            SlowOp::ObjectSize { d, address, .. } => self.pinned(&[(*address, Pin::Operation)], Some(*d)),
            SlowOp::LoadRelative { d, base, offset } => {
                self.pinned(&[(*base, Pin::ReadAddress), (*offset, Pin::ReadAddress)], Some(*d))?;
                let table = self.value(*base);
                if let Some(relative) = self.term_at(table.wrapping_add(self.value(*offset)), 4) {
                    let relative = self.terms.sext(relative, 64);
                    let table = self.terms.constant(64, table);
                    let result = self.terms.binary(BinaryOp::Add, table, relative);
                    self.set(*d, result);
                }
                Ok(())
            }
            SlowOp::Trap | SlowOp::Unsupported { .. } => Ok(()),
        }
    }

    fn any_symbolic(&self, operands: [Slot; 2], bits: u32) -> bool {
        operands.into_iter().any(|slot| self.is_symbolic(slot, bits))
    }

    /// Operands that must be concrete, of an operation whose result then is.
    fn pinned(&mut self, operands: &[(Slot, Pin)], d: Option<Slot>) -> Result<(), Paused> {
        operands.iter().try_for_each(|(slot, why)| self.pin(*slot, *why))?;
        if let Some(d) = d {
            self.clear(d, 1);
        }
        Ok(())
    }

    fn cast(&mut self, op: CastOp, d: Place, a: Place) -> Result<(), Paused> {
        let (from, to) = (a.scalar.bits(), d.scalar.bits());
        if !self.is_symbolic(a.slot, from) {
            self.clear(d.slot, d.scalar.slots());
            return Ok(());
        }
        let (Scalar::Int(_), Scalar::Int(_)) = (a.scalar, d.scalar) else { return self.float_cast(op, d, a) };
        let value = self.wide(a.slot, from);
        let result = match op {
            _ if to < from => self.terms.extract(value, 0, to),
            CastOp::SExt => self.terms.sext(value, to),
            _ => self.terms.zext(value, to),
        };
        self.set_wide(d.slot, result);
        Ok(())
    }

    /// The term of the lanes one above the other; `None` when all are concrete.
    fn packed(&mut self, a: Slot, lane_bits: u32, lanes: u32) -> Option<TermId> {
        let lane_slots = lane_bits.div_ceil(64);
        if !self.is_symbolic(a, 64 * lane_slots * lanes) {
            return None;
        }
        (0..lanes).fold(None, |low, lane| {
            let high = self.wide(a.plus(lane * lane_slots), lane_bits);
            Some(low.map_or(high, |low| self.terms.concat(high, low)))
        })
    }

    fn pack(&mut self, d: Slot, a: Slot, lane_bits: u32, lanes: u32) {
        match self.packed(a, lane_bits, lanes) {
            Some(whole) => self.set_wide(d, whole),
            None => self.clear(d, (lane_bits * lanes).div_ceil(64)),
        }
    }

    fn unpack(&mut self, d: Slot, a: Slot, lane_bits: u32, lanes: u32) {
        let lane_slots = lane_bits.div_ceil(64);
        if !self.is_symbolic(a, lane_bits * lanes) {
            return self.clear(d, lanes * lane_slots);
        }
        let whole = self.wide(a, lane_bits * lanes);
        for lane in 0..lanes {
            let part = self.terms.extract(whole, lane * lane_bits, lane_bits);
            self.set_wide(d.plus(lane * lane_slots), part);
        }
    }

    /// What is in memory at a concrete address as one term, and whether any of it is symbolic. `None`: a fault.
    fn in_memory(&mut self, address: u64, bits: u32) -> Option<(TermId, bool)> {
        let bytes = bits.div_ceil(8);
        let values = self.memory.read_vec(address, u64::from(bytes)).ok()?;
        let mut whole = None;
        let mut symbolic = false;
        for (i, chunk) in (0..).zip(values.chunks(8)) {
            let term = self.term_at(address.wrapping_add(8 * i), chunk.len() as u32);
            symbolic |= term.is_some();
            let mut value = [0; 8];
            value[..chunk.len()].copy_from_slice(chunk);
            let high = term.unwrap_or_else(|| self.terms.constant(8 * chunk.len() as u32, u64::from_le_bytes(value)));
            whole = Some(whole.map_or(high, |low| self.terms.concat(high, low)));
        }
        Some((self.fit_wide(whole?, bits), symbolic))
    }

    fn fit_wide(&mut self, term: TermId, bits: u32) -> TermId {
        if self.terms.width(term) > bits { self.terms.extract(term, 0, bits) } else { self.terms.zext(term, bits) }
    }

    /// Has a term of any width written to a concrete address.
    fn write_wide(&mut self, address: u64, term: TermId) {
        let bytes = self.terms.width(term).div_ceil(8);
        let term = self.terms.zext(term, 8 * bytes);
        for first in (0..bytes).step_by(8) {
            let count = (bytes - first).min(8);
            let part = self.terms.extract(term, 8 * first, 8 * count);
            self.write_later(address.wrapping_add(u64::from(first)), count, Some(part));
        }
    }

    fn atomic(&mut self, op: AtomicOp, scalar: Scalar, d: Slot, address: u64, a: Slot) -> Result<(), Paused> {
        let bits = scalar.bits();
        let Some((old, symbolic)) = self.in_memory(address, bits) else { return Ok(()) };
        if !symbolic && !self.is_symbolic(a, bits) {
            self.clear(d, scalar.slots());
            return Ok(());
        }
        let value = self.wide(a, bits);
        let new = match (op, scalar) {
            (AtomicOp::FAdd | AtomicOp::FSub, Scalar::Float(kind)) if floats::is_supported(kind) => {
                let op = if op == AtomicOp::FAdd { BinaryOp::FAdd } else { BinaryOp::FSub };
                Some(self.terms.float(op, old, value))
            }
            (_, Scalar::Float(_)) if op != AtomicOp::Xchg => None,
            _ => self.updated(op, old, value),
        };
        match new {
            Some(new) => {
                self.set_wide(d, old);
                self.write_wide(address, new);
            }
            None => {
                // What is in memory cannot be made concrete by pinning a slot.
                for limb in 0..scalar.slots() {
                    let part = self.terms.extract(old, 64 * limb, (bits - 64 * limb).min(64));
                    let value = self.memory_limb(address, limb, bits);
                    self.pin_term(part, value, Pin::Operation)?;
                }
                self.pin_wide(a, bits, Pin::Operation)?;
                self.clear(d, scalar.slots());
            }
        }
        Ok(())
    }

    fn memory_limb(&mut self, address: u64, limb: u32, bits: u32) -> u64 {
        let count = (bits - 64 * limb).div_ceil(8).min(8) as usize;
        let mut bytes = [0; 8];
        let read = self.memory.read(address.wrapping_add(u64::from(8 * limb)), &mut bytes[..count]);
        read.map_or(0, |()| u64::from_le_bytes(bytes))
    }

    /// As `slow::update` does for integers.
    fn updated(&mut self, op: AtomicOp, old: TermId, value: TermId) -> Option<TermId> {
        let width = self.terms.width(old);
        let zero = self.terms.constant_limbs(width, &super::arith::limbs_of(0, width));
        let one = self.terms.constant_limbs(width, &super::arith::limbs_of(1, width));
        let mut choose = |predicate, yes, no| {
            let condition = self.terms.compare(predicate, old, value);
            self.terms.ite(condition, yes, no)
        };
        Some(match op {
            AtomicOp::Xchg => value,
            AtomicOp::Add => self.terms.binary(BinaryOp::Add, old, value),
            AtomicOp::Sub => self.terms.binary(BinaryOp::Sub, old, value),
            AtomicOp::And => self.terms.binary(BinaryOp::And, old, value),
            AtomicOp::Or => self.terms.binary(BinaryOp::Or, old, value),
            AtomicOp::Xor => self.terms.binary(BinaryOp::Xor, old, value),
            AtomicOp::Nand => {
                let both = self.terms.binary(BinaryOp::And, old, value);
                self.terms.not(both)
            }
            AtomicOp::Max => choose(IntPredicate::Sgt, old, value),
            AtomicOp::Min => choose(IntPredicate::Slt, old, value),
            AtomicOp::UMax => choose(IntPredicate::Ugt, old, value),
            AtomicOp::UMin => choose(IntPredicate::Ult, old, value),
            AtomicOp::UIncWrap => {
                let more = self.terms.binary(BinaryOp::Add, old, one);
                let wraps = self.terms.compare(IntPredicate::Uge, old, value);
                self.terms.ite(wraps, zero, more)
            }
            AtomicOp::UDecWrap => {
                let less = self.terms.binary(BinaryOp::Sub, old, one);
                let at_zero = self.terms.compare(IntPredicate::Eq, old, zero);
                let above = self.terms.compare(IntPredicate::Ugt, old, value);
                let wraps = self.terms.or(at_zero, above);
                self.terms.ite(wraps, value, less)
            }
            AtomicOp::USubCond | AtomicOp::USubSat => {
                let difference = self.terms.binary(BinaryOp::Sub, old, value);
                let enough = self.terms.compare(IntPredicate::Uge, old, value);
                self.terms.ite(enough, difference, if op == AtomicOp::USubCond { old } else { zero })
            }
            _ => return None,
        })
    }

    fn compare_exchange(&mut self, bits: u32, d: Slot, address: u64, [expected, replacement]: [Slot; 2]) {
        let Some((old, symbolic)) = self.in_memory(address, bits) else { return };
        if !symbolic && !self.is_symbolic(expected, bits) && !self.is_symbolic(replacement, bits) {
            return self.clear(d, bits.div_ceil(64) + 1);
        }
        let (expected, replacement) = (self.wide(expected, bits), self.wide(replacement, bits));
        let equal = self.compare(IntPredicate::Eq, old, expected);
        let new = self.terms.ite(equal, replacement, old);
        self.set_wide(d, old);
        self.set(d.plus(bits.div_ceil(64)), equal);
        self.write_wide(address, new);
    }

    pub(super) fn fill(&mut self, to: Slot, byte: Slot, length: Slot) -> Result<(), Paused> {
        self.pin(to, Pin::WriteAddress)?;
        self.pin(length, Pin::Size)?;
        let length = self.value(length);
        if length > MAX_FILL {
            self.pin(byte, Pin::Operation)?;
        }
        let Some(term) = self.term(byte) else { return Ok(()) };
        let term = self.fit(term, 8);
        for i in 0..length {
            self.write_later(self.value(to).wrapping_add(i), 1, Some(term));
        }
        Ok(())
    }

    fn pin_mask(&mut self, mask: Slot, lanes: u32) -> Result<(), Paused> {
        (0..lanes).try_for_each(|lane| self.pin(mask.plus(lane), Pin::Operation))
    }

    /// The lanes whose mask is on, and where they are in memory.
    fn open_lanes(&self, mask: Slot, lanes: u32, address: Slot, scalar: Scalar) -> Vec<(u32, u64)> {
        let open = (0..lanes).filter(|lane| self.value(mask.plus(*lane)) & 1 != 0);
        let at = |lane: u32| self.value(address).wrapping_add(u64::from(lane * scalar.bits().div_ceil(8)));
        open.map(|lane| (lane, at(lane))).collect()
    }

    /// The fields of the list are pinned, should the program have made them symbolic.
    fn next_variadic(&mut self, d: Place, list: u64) -> Result<(), Paused> {
        for offset in [0, 8, 16] {
            let at = list.wrapping_add(offset);
            if let Some(term) = self.term_at(at, 8) {
                let value = self.memory_limb(at, 0, 64);
                self.pin_term(term, value, Pin::ReadAddress)?;
            }
        }
        self.clear(d.slot, d.scalar.slots());
        if let Ok(next) = crate::varargs::find_next(self.memory, d.scalar, list) {
            self.load_wide(d.slot, next.address, d.scalar.bits());
        }
        self.write_later(list, 8, None);
        self.write_later(list.wrapping_add(8), 8, None);
        Ok(())
    }
}
