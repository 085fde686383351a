//! Operations that are rare or heavy: wide integers, unusual floats, atomics, intrinsics, varargs.

use crate::code::{FnCode, Op, Place, Slot, SlowOp};
use crate::host::Host;
use crate::layout::Scalar;
use crate::machine::Machine;
use crate::memory::{Memory, MemoryFault};
use crate::outcome::{Fault, Stop};
use crate::{intrinsics, varargs};
use rift_ir::{AtomicOp, BinaryOp, CastOp, IntPredicate};
use rift_numeric::int::ArithmeticFault;
use rift_numeric::{float, int};

/// Copies of operands: results may overlap them.
pub(crate) type Limbs = smallvec::SmallVec<[u64; 4]>;

pub(crate) fn arithmetic_fault(fault: ArithmeticFault) -> Stop {
    Stop::Fault(match fault {
        ArithmeticFault::DivisionByZero => Fault::DivisionByZero,
        ArithmeticFault::DivisionOverflow => Fault::DivisionOverflow,
    })
}

/// Executes `code.slow[index]` in the frame whose slots begin at `base`.
#[inline(never)]
pub(crate) fn run<H: Host>(m: &mut Machine<H>, code: &FnCode, index: usize, base: usize) -> Result<(), Stop> {
    let end = base + code.frame_slots as usize;
    let frame = &mut m.registers[base..end];
    match &code.slow[index] {
        SlowOp::IntBinary { op, bits, d, a, b } => {
            let (x, y) = (limbs(frame, *a, *bits), limbs(frame, *b, *bits));
            int::binary(*op, *bits, &x, &y, slots_mut(frame, *d, *bits)).map_err(arithmetic_fault)?;
        }
        SlowOp::IntCompare { predicate, bits, d, a, b } => {
            let holds = int::compare(*predicate, *bits, slots(frame, *a, *bits), slots(frame, *b, *bits));
            frame[d.0 as usize] = u64::from(holds);
        }
        SlowOp::FloatBinary { op, kind, d, a, b } => {
            let (x, y) = (wide(frame, *a, kind.bits()), wide(frame, *b, kind.bits()));
            put_wide(frame, *d, kind.bits(), float::binary(*op, *kind, x, y));
        }
        SlowOp::FloatCompare { predicate, kind, d, a, b } => {
            let (x, y) = (wide(frame, *a, kind.bits()), wide(frame, *b, kind.bits()));
            frame[d.0 as usize] = u64::from(float::compare(*predicate, *kind, x, y));
        }
        SlowOp::FloatNegate { kind, d, a } => {
            let value = wide(frame, *a, kind.bits());
            put_wide(frame, *d, kind.bits(), float::negate(*kind, value));
        }
        SlowOp::Cast { op, d, a } => cast(frame, *op, *d, *a)?,
        SlowOp::Pack { d, a, lane_bits, lanes } => pack(frame, *d, *a, *lane_bits, *lanes),
        SlowOp::Unpack { d, a, lane_bits, lanes } => unpack(frame, *d, *a, *lane_bits, *lanes),
        SlowOp::ExtractLane { d, a, index, lanes, count } => {
            let lane = frame[index.0 as usize];
            for i in 0..*count {
                frame[(d.0 + i) as usize] = match lane < u64::from(*lanes) {
                    true => frame[(a.0 + lane as u32 * count + i) as usize],
                    false => 0,
                };
            }
        }
        SlowOp::InsertLane { d, value, index, lanes, count } => {
            let lane = frame[index.0 as usize];
            if lane < u64::from(*lanes) {
                for i in 0..*count {
                    frame[(d.0 + lane as u32 * count + i) as usize] = frame[(value.0 + i) as usize];
                }
            }
        }
        SlowOp::AllocaDynamic { d, elem_size, count, align } => {
            let size = frame[count.0 as usize].saturating_mul(*elem_size);
            frame[d.0 as usize] = m.memory.stack_allocate(size, u64::from(*align))?;
        }
        SlowOp::CopyByValue { d, source, size, align } => {
            let from = frame[source.0 as usize];
            let copy = m.memory.stack_allocate(*size, u64::from(*align).max(8))?;
            m.memory.copy(copy, from, *size)?;
            frame[d.0 as usize] = copy;
        }
        SlowOp::StackMark { d } => frame[d.0 as usize] = m.memory.stack_mark(),
        SlowOp::StackRelease { mark } => {
            // A program may hand us any number: never release beyond its own frame.
            let mark = frame[mark.0 as usize];
            let limit = m.frames.last().map_or(mark, |f| f.mark);
            m.memory.stack_release(mark.min(limit));
        }
        SlowOp::AtomicRmw { op, scalar, d, address, a } => {
            let bits = scalar.bits();
            let address = frame[address.0 as usize];
            let value = limbs(frame, *a, bits);
            let mut old = Limbs::from_elem(0, value.len());
            load_bits(&mut m.memory, address, bits, &mut old)?;
            let mut new = Limbs::from_elem(0, value.len());
            update(*op, *scalar, &old, &value, &mut new)?;
            store_bits(&mut m.memory, address, bits, &new)?;
            slots_mut(frame, *d, bits).copy_from_slice(&old);
        }
        SlowOp::CompareExchange { bits, d, address, expected, replacement } => {
            let address = frame[address.0 as usize];
            let expected = limbs(frame, *expected, *bits);
            let replacement = limbs(frame, *replacement, *bits);
            let mut old = Limbs::from_elem(0, expected.len());
            load_bits(&mut m.memory, address, *bits, &mut old)?;
            let equal = old == expected;
            // A failing compare-and-exchange writes too, natively: it faults on constants.
            store_bits(&mut m.memory, address, *bits, if equal { &replacement } else { &old })?;
            let count = old.len();
            slots_mut(frame, *d, *bits).copy_from_slice(&old);
            frame[d.0 as usize + count] = u64::from(equal);
        }
        SlowOp::Intrinsic { which, d, args } => intrinsics::run(frame, which, *d, args)?,
        SlowOp::Memcpy { to, from, length } => {
            m.memory.copy(frame[to.0 as usize], frame[from.0 as usize], frame[length.0 as usize])?;
        }
        SlowOp::Memset { to, byte, length } => {
            m.memory.fill(frame[to.0 as usize], frame[byte.0 as usize] as u8, frame[length.0 as usize])?;
        }
        SlowOp::MaskedLoad { d, scalar, lanes, address, mask } => {
            for lane in 0..*lanes {
                if frame[(mask.0 + lane) as usize] & 1 == 0 {
                    continue;
                }
                let at = frame[address.0 as usize].wrapping_add(u64::from(lane * scalar.bits().div_ceil(8)));
                let to = slots_mut(frame, d.plus(lane * scalar.slots()), scalar.bits());
                load_bits(&mut m.memory, at, scalar.bits(), to)?;
            }
        }
        SlowOp::MaskedStore { a, scalar, lanes, address, mask } => {
            for lane in (0..*lanes).filter(|lane| frame[(mask.0 + lane) as usize] & 1 != 0) {
                let at = frame[address.0 as usize].wrapping_add(u64::from(lane * scalar.bits().div_ceil(8)));
                let from = slots(frame, a.plus(lane * scalar.slots()), scalar.bits());
                store_bits(&mut m.memory, at, scalar.bits(), from)?;
            }
        }
        SlowOp::VaStart { list } => {
            let list = frame[list.0 as usize];
            varargs::start(m, list)?;
        }
        SlowOp::VaCopy { to, from } => m.memory.copy(frame[to.0 as usize], frame[from.0 as usize], 24)?,
        SlowOp::VaArg { d, list } => {
            let list = frame[list.0 as usize];
            varargs::next(m, base, *d, list)?;
        }
        SlowOp::LandingPad { d } => {
            frame[d.0 as usize] = m.exception.0;
            frame[d.0 as usize + 1] = m.exception.1;
        }
        SlowOp::ObjectSize { d, address, minimum } => {
            let address = frame[address.0 as usize];
            let unknown = if *minimum { 0 } else { u64::MAX };
            frame[d.0 as usize] = match m.memory.object_at(address) {
                Some(object) => (object.base + object.size).saturating_sub(address),
                None => unknown,
            };
        }
        SlowOp::FrameAddress { d } => frame[d.0 as usize] = m.frames.last().map_or(0, |f| f.mark),
        SlowOp::LoadRelative { d, base, offset } => {
            let table = frame[base.0 as usize];
            let relative = m.memory.load::<4>(table.wrapping_add(frame[offset.0 as usize]))?;
            frame[d.0 as usize] = table.wrapping_add(relative as i32 as i64 as u64);
        }
        SlowOp::Trap => return Err(Stop::Fault(Fault::Trap)),
        SlowOp::Unsupported { what } => return Err(Stop::Unsupported(what.clone())),
    }
    Ok(())
}

impl Op {
    /// The argument list of a call, as a pool index.
    pub(crate) fn argument_list(&self) -> Option<u32> {
        match self {
            Op::Call { args, .. } | Op::CallHost { args, .. } | Op::CallIndirect { args, .. } => Some(*args),
            _ => None,
        }
    }

    /// Whether the operation after this one is not simply the next.
    pub(crate) fn moves_control(&self) -> bool {
        let mut copy = *self;
        copy.target_mut().is_some()
            || matches!(
                self,
                Op::Switch { .. }
                    | Op::IndirectJump { .. }
                    | Op::Call { .. }
                    | Op::CallHost { .. }
                    | Op::CallIndirect { .. }
                    | Op::Return0
                    | Op::Return1 { .. }
                    | Op::ReturnN { .. }
                    | Op::Unreachable
            )
    }
}

fn slots(frame: &[u64], slot: Slot, bits: u32) -> &[u64] {
    &frame[slot.0 as usize..(slot.0 + bits.div_ceil(64)) as usize]
}

pub(crate) fn slots_mut(frame: &mut [u64], slot: Slot, bits: u32) -> &mut [u64] {
    &mut frame[slot.0 as usize..(slot.0 + bits.div_ceil(64)) as usize]
}

pub(crate) fn limbs(frame: &[u64], slot: Slot, bits: u32) -> Limbs {
    Limbs::from_slice(slots(frame, slot, bits))
}

/// Up to 128 bits as one number.
pub(crate) fn wide(frame: &[u64], slot: Slot, bits: u32) -> u128 {
    int::load128(slots(frame, slot, bits))
}

pub(crate) fn put_wide(frame: &mut [u64], slot: Slot, bits: u32, value: u128) {
    int::store128(value, slots_mut(frame, slot, bits));
}

fn cast(frame: &mut [u64], op: CastOp, d: Place, a: Place) -> Result<(), Stop> {
    let (from, to) = (a.scalar.bits(), d.scalar.bits());
    let value = limbs(frame, a.slot, from);
    match (op, a.scalar, d.scalar) {
        (CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr, Scalar::Int(_), Scalar::Int(_)) if to < from => {
            int::truncate(to, &value, slots_mut(frame, d.slot, to));
        }
        (CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Trunc, Scalar::Int(_), Scalar::Int(_)) => {
            int::zero_extend(&value, slots_mut(frame, d.slot, to));
        }
        (CastOp::SExt, Scalar::Int(_), Scalar::Int(_)) => {
            int::sign_extend(from, to, &value, slots_mut(frame, d.slot, to));
        }
        (CastOp::FpToUi | CastOp::FpToSi, Scalar::Float(kind), Scalar::Int(_)) => {
            let value = int::load128(&value);
            float::to_int(kind, value, to, op == CastOp::FpToSi, slots_mut(frame, d.slot, to));
        }
        (CastOp::UiToFp | CastOp::SiToFp, Scalar::Int(_), Scalar::Float(kind)) => {
            let value = float::from_int(kind, from, op == CastOp::SiToFp, &value);
            put_wide(frame, d.slot, to, value);
        }
        (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(source), Scalar::Float(target)) => {
            let value = float::convert(source, target, int::load128(&value));
            put_wide(frame, d.slot, to, value);
        }
        _ => return Err(Stop::Unsupported(format!("a cast {op:?} from {:?} to {:?}", a.scalar, d.scalar))),
    }
    Ok(())
}

fn pack(frame: &mut [u64], d: Slot, a: Slot, lane_bits: u32, lanes: u32) {
    let lane_slots = lane_bits.div_ceil(64);
    let mut out = Limbs::from_elem(0, (lane_bits * lanes).div_ceil(64) as usize);
    for lane in 0..lanes {
        for bit in 0..lane_bits {
            let source = frame[(a.0 + lane * lane_slots + bit / 64) as usize] >> (bit % 64) & 1;
            let to = lane * lane_bits + bit;
            out[(to / 64) as usize] |= source << (to % 64);
        }
    }
    // A result narrower than its slots (an i32 of sign bits) is canonical: the rest is zero.
    frame[d.0 as usize..d.0 as usize + out.len()].copy_from_slice(&out);
}

fn unpack(frame: &mut [u64], d: Slot, a: Slot, lane_bits: u32, lanes: u32) {
    let bits = limbs(frame, a, lane_bits * lanes);
    let lane_slots = lane_bits.div_ceil(64);
    frame[d.0 as usize..(d.0 + lanes * lane_slots) as usize].fill(0);
    for lane in 0..lanes {
        for bit in 0..lane_bits {
            let from = lane * lane_bits + bit;
            let source = bits[(from / 64) as usize] >> (from % 64) & 1;
            frame[(d.0 + lane * lane_slots + bit / 64) as usize] |= source << (bit % 64);
        }
    }
}

fn update(op: AtomicOp, scalar: Scalar, old: &[u64], value: &[u64], new: &mut Limbs) -> Result<(), Stop> {
    let bits = scalar.bits();
    let mut by = |op| int::binary(op, bits, old, value, new).map_err(arithmetic_fault);
    match (op, scalar) {
        (AtomicOp::Xchg, _) => new.copy_from_slice(value),
        (AtomicOp::Add, _) => by(BinaryOp::Add)?,
        (AtomicOp::Sub, _) => by(BinaryOp::Sub)?,
        (AtomicOp::And, _) => by(BinaryOp::And)?,
        (AtomicOp::Or, _) => by(BinaryOp::Or)?,
        (AtomicOp::Xor, _) => by(BinaryOp::Xor)?,
        (AtomicOp::Nand, _) => {
            by(BinaryOp::And)?;
            let all: Vec<u64> = new.iter().map(|limb| !limb).collect();
            int::truncate(bits, &all, new);
        }
        (AtomicOp::Max | AtomicOp::Min | AtomicOp::UMax | AtomicOp::UMin, _) => {
            let predicate = match op {
                AtomicOp::Max => IntPredicate::Sgt,
                AtomicOp::Min => IntPredicate::Slt,
                AtomicOp::UMax => IntPredicate::Ugt,
                _ => IntPredicate::Ult,
            };
            new.copy_from_slice(if int::compare(predicate, bits, old, value) { old } else { value });
        }
        (AtomicOp::UIncWrap, _) => match int::compare(IntPredicate::Uge, bits, old, value) {
            true => new.fill(0),
            false => int::binary(BinaryOp::Add, bits, old, &one(old.len()), new).map_err(arithmetic_fault)?,
        },
        (AtomicOp::UDecWrap, _) => match int::is_zero(old) || int::compare(IntPredicate::Ugt, bits, old, value) {
            true => new.copy_from_slice(value),
            false => int::binary(BinaryOp::Sub, bits, old, &one(old.len()), new).map_err(arithmetic_fault)?,
        },
        (AtomicOp::USubCond, _) => match int::compare(IntPredicate::Uge, bits, old, value) {
            true => by(BinaryOp::Sub)?,
            false => new.copy_from_slice(old),
        },
        (AtomicOp::USubSat, _) => match int::compare(IntPredicate::Uge, bits, old, value) {
            true => by(BinaryOp::Sub)?,
            false => new.fill(0),
        },
        (AtomicOp::FAdd | AtomicOp::FSub | AtomicOp::FMax | AtomicOp::FMin, Scalar::Float(kind)) => {
            let (a, b) = (int::load128(old), int::load128(value));
            let result = match op {
                AtomicOp::FAdd => float::binary(BinaryOp::FAdd, kind, a, b),
                AtomicOp::FSub => float::binary(BinaryOp::FSub, kind, a, b),
                AtomicOp::FMax => float::maxnum(kind, a, b),
                _ => float::minnum(kind, a, b),
            };
            int::store128(result, new);
        }
        _ => return Err(Stop::Unsupported(format!("atomic {op:?} of an integer"))),
    }
    Ok(())
}

pub(crate) fn one(limbs: usize) -> Limbs {
    let mut one = Limbs::from_elem(0, limbs);
    one[0] = 1;
    one
}

/// Loads `bits.div_ceil(8)` bytes into canonical slots.
pub(crate) fn load_bits(memory: &mut Memory, address: u64, bits: u32, out: &mut [u64]) -> Result<(), MemoryFault> {
    let count = bits.div_ceil(8) as usize;
    let mut bytes = smallvec::SmallVec::<[u8; 64]>::from_elem(0, count);
    memory.read(address, &mut bytes)?;
    bytes_to_slots(&bytes, bits, out);
    Ok(())
}

pub(crate) fn store_bits(memory: &mut Memory, address: u64, bits: u32, value: &[u64]) -> Result<(), MemoryFault> {
    let count = bits.div_ceil(8) as usize;
    let bytes: smallvec::SmallVec<[u8; 64]> = value.iter().flat_map(|limb| limb.to_le_bytes()).take(count).collect();
    memory.write(address, &bytes)
}

/// Little-endian bytes to limbs, with what is above the width cleared.
pub(crate) fn bytes_to_slots(bytes: &[u8], bits: u32, out: &mut [u64]) {
    for (limb, chunk) in out.iter_mut().zip(bytes.chunks(8)) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        *limb = u64::from_le_bytes(word);
    }
    if !bits.is_multiple_of(64)
        && let Some(last) = out.last_mut()
    {
        *last &= u64::MAX >> (64 - bits % 64);
    }
}
