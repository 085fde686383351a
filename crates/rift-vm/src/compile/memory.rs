//! Loads, stores, addresses and stack objects.

use super::Compiler;
use crate::code::{Op, Slot, SlowOp};
use crate::layout::{self, Scalar};
use crate::program::MissingSymbol;
use rift_ir::{AtomicOp, Inst, InstKind, OffsetTerm, Operand, OperandType, ValueId};

/// An address in the form that loads and stores take.
#[derive(Clone, Copy)]
enum Address {
    Direct {
        base: Slot,
        offset: i32,
    },
    Indexed {
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    /// The index is an i32 still to be sign-extended.
    IndexedNarrow {
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
}

/// A dynamic part of an address.
#[derive(Clone, Copy)]
struct Index {
    slot: Slot,
    scale: i64,
    narrow: bool,
}

impl Compiler<'_> {
    pub(super) fn alloca(
        &mut self,
        elem_size: u64,
        count: Operand,
        align: u32,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        self.uses_stack = true;
        let fixed =
            self.small_constant(count).and_then(|n| elem_size.checked_mul(n)).and_then(|n| u32::try_from(n).ok());
        match fixed {
            Some(size) => {
                let d = self.define(inst);
                self.emit(Op::Alloca { d, size, align });
            }
            None => {
                let count = self.slot(count)?;
                let d = self.define(inst);
                self.slow(SlowOp::AllocaDynamic { d, elem_size, count, align });
            }
        }
        Ok(())
    }

    pub(super) fn load(&mut self, address: Operand, inst: &Inst) -> Result<(), MissingSymbol> {
        let ty = self.result_type(inst);
        let address = self.address(address)?;
        let types = &self.module.types;
        if layout::is_bit_packed(types, ty) {
            let (lane, lanes) = self.lanes_of(ty);
            let bits = self.fresh((lane.bits() * lanes).div_ceil(64));
            self.load_scalar(bits, Scalar::Int(lane.bits() * lanes), address);
            let d = self.define(inst);
            self.slow(SlowOp::Unpack { d, a: bits, lane_bits: lane.bits(), lanes });
            return Ok(());
        }
        if let Some((extended, op)) = self.extending_load(inst, address) {
            self.slots[extended] = Some(Slot(self.next_slot));
            self.next_slot += 1;
            self.emit(op);
            return Ok(());
        }
        let leaves = layout::leaves(types, ty);
        let d = self.define(inst);
        match leaves.as_slice() {
            [leaf] if leaf.offset == 0 => self.load_scalar(d, leaf.scalar, address),
            leaves => {
                let base = self.materialised(address);
                for leaf in leaves {
                    let address = self.displaced(base, leaf.offset as i64);
                    self.load_scalar(d.plus(leaf.slot), leaf.scalar, address);
                }
            }
        }
        Ok(())
    }

    /// A load that does the sign extension which is its only use; the result goes to the next slot.
    fn extending_load(&self, inst: &Inst, address: Address) -> Option<(ValueId, Op)> {
        let loaded = inst.result.expand()?;
        let (extended, to) = self.extending_user(loaded)?;
        let d = Slot(self.next_slot);
        let from = self.lanes_of(self.function.value_type(loaded)).0.bits();
        let op = match (from, to, address) {
            (8, 32, Address::Direct { base, offset }) => Op::Load8To32 { d, base, offset },
            (8, 32, Address::Indexed { base, index, scale, offset }) => {
                Op::LoadX8To32 { d, base, index, scale, offset }
            }
            (8, 32, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::LoadXS8To32 { d, base, index, scale, offset }
            }
            (16, 32, Address::Direct { base, offset }) => Op::Load16To32 { d, base, offset },
            (32, 64, Address::Direct { base, offset }) => Op::Load32To64 { d, base, offset },
            _ => return None,
        };
        Some((extended, op))
    }

    pub(super) fn store(&mut self, address: Operand, value: Operand) -> Result<(), MissingSymbol> {
        let a = self.slot(value)?;
        let address = self.address(address)?;
        let ty = match self.operand_type(value) {
            OperandType::Type(ty) => ty,
            OperandType::Address => {
                self.store_scalar(a, Scalar::Int(64), address);
                return Ok(());
            }
        };
        let types = &self.module.types;
        if layout::is_bit_packed(types, ty) {
            let (lane, lanes) = self.lanes_of(ty);
            let bits = self.fresh((lane.bits() * lanes).div_ceil(64));
            self.slow(SlowOp::Pack { d: bits, a, lane_bits: lane.bits(), lanes });
            self.store_scalar(bits, Scalar::Int(lane.bits() * lanes), address);
            return Ok(());
        }
        match layout::leaves(types, ty).as_slice() {
            [leaf] if leaf.offset == 0 => self.store_scalar(a, leaf.scalar, address),
            leaves => {
                let base = self.materialised(address);
                for leaf in leaves {
                    let address = self.displaced(base, leaf.offset as i64);
                    self.store_scalar(a.plus(leaf.slot), leaf.scalar, address);
                }
            }
        }
        Ok(())
    }

    fn load_scalar(&mut self, d: Slot, scalar: Scalar, address: Address) {
        let op = match (scalar.bits(), address) {
            (8, Address::Direct { base, offset }) => Op::Load8 { d, base, offset },
            (16, Address::Direct { base, offset }) => Op::Load16 { d, base, offset },
            (32, Address::Direct { base, offset }) => Op::Load32 { d, base, offset },
            (64, Address::Direct { base, offset }) => Op::Load64 { d, base, offset },
            (8, Address::Indexed { base, index, scale, offset }) => Op::LoadX8 { d, base, index, scale, offset },
            (16, Address::Indexed { base, index, scale, offset }) => Op::LoadX16 { d, base, index, scale, offset },
            (32, Address::Indexed { base, index, scale, offset }) => Op::LoadX32 { d, base, index, scale, offset },
            (64, Address::Indexed { base, index, scale, offset }) => Op::LoadX64 { d, base, index, scale, offset },
            (8, Address::IndexedNarrow { base, index, scale, offset }) => Op::LoadXS8 { d, base, index, scale, offset },
            (16, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::LoadXS16 { d, base, index, scale, offset }
            }
            (32, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::LoadXS32 { d, base, index, scale, offset }
            }
            (64, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::LoadXS64 { d, base, index, scale, offset }
            }
            (bits, Address::Direct { base, offset }) => Op::LoadBits { d, base, offset, bits: bits as u16 },
            (bits, address) => {
                let base = self.materialised(address);
                Op::LoadBits { d, base, offset: 0, bits: bits as u16 }
            }
        };
        self.emit(op);
    }

    fn store_scalar(&mut self, a: Slot, scalar: Scalar, address: Address) {
        let op = match (scalar.bits(), address) {
            (8, Address::Direct { base, offset }) => Op::Store8 { a, base, offset },
            (16, Address::Direct { base, offset }) => Op::Store16 { a, base, offset },
            (32, Address::Direct { base, offset }) => Op::Store32 { a, base, offset },
            (64, Address::Direct { base, offset }) => Op::Store64 { a, base, offset },
            (8, Address::Indexed { base, index, scale, offset }) => Op::StoreX8 { a, base, index, scale, offset },
            (16, Address::Indexed { base, index, scale, offset }) => Op::StoreX16 { a, base, index, scale, offset },
            (32, Address::Indexed { base, index, scale, offset }) => Op::StoreX32 { a, base, index, scale, offset },
            (64, Address::Indexed { base, index, scale, offset }) => Op::StoreX64 { a, base, index, scale, offset },
            (8, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::StoreXS8 { a, base, index, scale, offset }
            }
            (16, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::StoreXS16 { a, base, index, scale, offset }
            }
            (32, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::StoreXS32 { a, base, index, scale, offset }
            }
            (64, Address::IndexedNarrow { base, index, scale, offset }) => {
                Op::StoreXS64 { a, base, index, scale, offset }
            }
            (bits, Address::Direct { base, offset }) => Op::StoreBits { a, base, offset, bits: bits as u16 },
            (bits, address) => {
                let base = self.materialised(address);
                Op::StoreBits { a, base, offset: 0, bits: bits as u16 }
            }
        };
        self.emit(op);
    }

    pub(super) fn offset(
        &mut self,
        base: Operand,
        offset: i64,
        terms: &[OffsetTerm],
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        if inst.result.expand().is_some_and(|v| self.is_folded_address(v)) {
            return Ok(());
        }
        let lanes = self.slots_of(self.result_type(inst));
        if lanes == 1 {
            let address = self.computed(base, offset, terms, 0)?;
            match address {
                Address::Direct { base, offset: 0 } => self.alias(inst, base),
                address => {
                    let d = self.define(inst);
                    self.put_address(d, address);
                }
            }
            return Ok(());
        }
        let computed: Result<Vec<_>, _> = (0..lanes).map(|lane| self.computed(base, offset, terms, lane)).collect();
        let computed = computed?;
        let d = self.define(inst);
        for (lane, address) in computed.into_iter().enumerate() {
            self.put_address(d.plus(lane as u32), address);
        }
        Ok(())
    }

    /// A load or store address, folded where the definition allows.
    fn address(&mut self, operand: Operand) -> Result<Address, MissingSymbol> {
        if let Operand::Value(v) = operand
            && self.is_folded_address(v)
            && let Some(definition) = self.definitions[v]
            && let InstKind::Offset { base, offset, terms, .. } = &self.function.insts[definition].kind
        {
            return self.computed(*base, *offset, terms, 0);
        }
        Ok(Address::Direct { base: self.slot(operand)?, offset: 0 })
    }

    /// Used by loads and stores only, and of a form that they can take.
    fn is_folded_address(&self, value: ValueId) -> bool {
        let uses = self.uses[value];
        let Some(definition) = self.definitions[value] else { return false };
        let InstKind::Offset { base, offset, terms, .. } = &self.function.insts[definition].kind else { return false };
        if uses.count != uses.as_address || uses.count == 0 {
            return false;
        }
        let scalar_base = self.operand_slots(*base) == 1;
        match terms.as_slice() {
            [] => scalar_base && i32::try_from(*offset).is_ok(),
            [term] => {
                let plain_index = matches!(self.lanes(term.index), (Scalar::Int(32 | 64), 1))
                    && matches!(term.index, Operand::Value(_));
                scalar_base && plain_index && u8::try_from(term.scale).is_ok() && i16::try_from(*offset).is_ok()
            }
            _ => false,
        }
    }

    /// base + offset + terms for one lane, with all but the last step emitted.
    fn computed(
        &mut self,
        base: Operand,
        mut offset: i64,
        terms: &[OffsetTerm],
        lane: u32,
    ) -> Result<Address, MissingSymbol> {
        let lane_of = |c: &Self, operand: Operand| if c.operand_slots(operand) > 1 { lane } else { 0 };
        let base_lane = lane_of(self, base);
        let mut base = self.slot(base)?.plus(base_lane);
        let mut dynamic: Vec<Index> = Vec::new();
        for term in terms {
            let (scalar, _) = self.lanes(term.index);
            let bits = scalar.bits();
            if let Some(value) = self.small_constant(term.index) {
                offset = offset.wrapping_add(super::arith::sign_extend(value, bits).wrapping_mul(term.scale));
                continue;
            }
            if let Operand::Value(v) = term.index
                && self.is_folded_index(v)
                && let Some(narrow) = self.extended_index(v)
            {
                dynamic.push(Index { slot: self.slot(narrow)?, scale: term.scale, narrow: true });
                continue;
            }
            let at = lane_of(self, term.index) * scalar.slots();
            let slot = self.slot(term.index)?.plus(at);
            match bits {
                64.. => dynamic.push(Index { slot, scale: term.scale, narrow: false }),
                32 => dynamic.push(Index { slot, scale: term.scale, narrow: true }),
                _ => {
                    let extended = self.fresh(1);
                    self.emit(Op::SExt { d: extended, a: slot, from: bits as u8, to: 64 });
                    dynamic.push(Index { slot: extended, scale: term.scale, narrow: false });
                }
            }
        }
        let last = dynamic.pop();
        for index in dynamic {
            base = self.added(base, index);
        }
        let Some(index) = last else { return Ok(self.displaced(base, offset)) };
        match (u8::try_from(index.scale), i16::try_from(offset), index.narrow) {
            (Ok(scale), Ok(offset), false) => Ok(Address::Indexed { base, index: index.slot, scale, offset }),
            (Ok(scale), Ok(offset), true) => Ok(Address::IndexedNarrow { base, index: index.slot, scale, offset }),
            _ => {
                let base = self.added(base, index);
                Ok(self.displaced(base, offset))
            }
        }
    }

    fn added(&mut self, base: Slot, index: Index) -> Slot {
        let d = self.fresh(1);
        if let Ok(scale) = u16::try_from(index.scale) {
            self.emit(match index.narrow {
                true => Op::LeaWideS { d, base, index: index.slot, scale },
                false => Op::LeaWide { d, base, index: index.slot, scale },
            });
            return d;
        }
        let mut wide = index.slot;
        if index.narrow {
            wide = self.fresh(1);
            self.emit(Op::SExt32To64 { d: wide, a: index.slot });
        }
        let scaled = self.fresh(1);
        match i32::try_from(index.scale) {
            Ok(imm) => self.emit(Op::Mul64I { d: scaled, a: wide, imm }),
            Err(_) => {
                let factor = self.fresh(1);
                self.put_constant(factor, &[index.scale as u64]);
                self.emit(Op::Mul64 { d: scaled, a: wide, b: factor });
            }
        }
        self.emit(Op::Add64 { d, a: base, b: scaled });
        d
    }

    fn displaced(&mut self, base: Slot, offset: i64) -> Address {
        if let Ok(offset) = i32::try_from(offset) {
            return Address::Direct { base, offset };
        }
        let (constant, sum) = (self.fresh(1), self.fresh(1));
        self.put_constant(constant, &[offset as u64]);
        self.emit(Op::Add64 { d: sum, a: base, b: constant });
        Address::Direct { base: sum, offset: 0 }
    }

    fn materialised(&mut self, address: Address) -> Slot {
        if let Address::Direct { base, offset: 0 } = address {
            return base;
        }
        let d = self.fresh(1);
        self.put_address(d, address);
        d
    }

    fn put_address(&mut self, d: Slot, address: Address) {
        self.emit(match address {
            Address::Direct { base, offset: 0 } => Op::Mov { d, a: base },
            Address::Direct { base, offset } => Op::Add64I { d, a: base, imm: offset },
            Address::Indexed { base, index, scale, offset } => Op::Lea { d, base, index, scale, offset },
            Address::IndexedNarrow { base, index, scale, offset } => Op::LeaS { d, base, index, scale, offset },
        });
    }

    pub(super) fn atomic_rmw(
        &mut self,
        op: AtomicOp,
        address: Operand,
        value: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, _) = self.lanes(value);
        let (address, a) = (self.slot(address)?, self.slot(value)?);
        let d = self.define(inst);
        self.slow(SlowOp::AtomicRmw { op, scalar, d, address, a });
        Ok(())
    }

    pub(super) fn compare_exchange(
        &mut self,
        address: Operand,
        expected: Operand,
        replacement: Operand,
        inst: &Inst,
    ) -> Result<(), MissingSymbol> {
        let (scalar, _) = self.lanes(expected);
        let address = self.slot(address)?;
        let (expected, replacement) = (self.slot(expected)?, self.slot(replacement)?);
        let d = self.define(inst);
        self.slow(SlowOp::CompareExchange { bits: scalar.bits(), d, address, expected, replacement });
        Ok(())
    }
}
