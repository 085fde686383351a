//! What an operation reads and writes: registers by number over all frames, memory by address.
//!
//! For observers that follow data. Exact for registers and for the memory that operations access themselves, but for
//! masked accesses, of which all lanes are told, and for the `va_arg` instruction, of which only the list is. What a host
//! function does to memory is not known here.

use crate::code::{FnCode, Op, Slot, SlowOp};
use crate::host::Host;
use crate::layout;
use crate::machine::Machine;
use crate::program::Program;
use crate::varargs;
use rift_ir::{FuncId, InstId, Intrinsic};
use smallvec::{SmallVec, smallvec};

/// Where control goes after an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// To the next operation.
    Next,
    Jump,
    /// To `pc + 1` or elsewhere, by a condition. `inverted`: elsewhere when the instruction's condition is false.
    Branch {
        inverted: bool,
    },
    /// To one of several places.
    Switch,
    /// Into a function of the program.
    Call(FuncId),
    /// A function that the program does not define, or one that does not exist.
    Host(Option<FuncId>),
    Return,
}

/// What an operation is about to do.
#[derive(Debug, Clone)]
pub struct Footprint {
    pub flow: Flow,
    /// Registers from which results, addresses, decisions or the arguments of host functions are computed.
    pub reads: SmallVec<[u32; 4]>,
    /// The first register written with what was computed, and how many.
    pub writes: (u32, u32),
    /// Registers that are copied: from, to. Arguments and results of calls are.
    pub moves: SmallVec<[(u32, u32); 4]>,
    /// A register that is given a constant.
    pub constant: Option<u32>,
    /// Memory read: address, bytes.
    pub loads: SmallVec<[(u64, u64); 1]>,
    /// Memory written with what was computed.
    pub stores: SmallVec<[(u64, u64); 1]>,
}

/// Where bytes were copied from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Register(u32),
    Memory(u64),
}

/// Bytes that an operation has copied to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    pub to: u64,
    pub bytes: u64,
    pub from: Origin,
}

/// Slots of the frame as registers of the machine.
struct View<'m, H: Host> {
    m: &'m Machine<H>,
    code: &'m FnCode,
    base: usize,
}

impl<H: Host> View<'_, H> {
    fn register(&self, slot: Slot) -> u32 {
        self.base as u32 + slot.0
    }

    fn value(&self, slot: Slot) -> u64 {
        self.m.registers[self.base + slot.0 as usize]
    }

    fn doing(&self, flow: Flow) -> Footprint {
        Footprint {
            flow,
            reads: SmallVec::new(),
            writes: (0, 0),
            moves: SmallVec::new(),
            constant: None,
            loads: SmallVec::new(),
            stores: SmallVec::new(),
        }
    }

    fn reading(&self, flow: Flow, slots: &[Slot]) -> Footprint {
        Footprint { reads: slots.iter().map(|slot| self.register(*slot)).collect(), ..self.doing(flow) }
    }

    fn computes(&self, d: Slot, slots: &[Slot]) -> Footprint {
        Footprint { writes: (self.register(d), 1), ..self.reading(Flow::Next, slots) }
    }

    fn moves(&self, d: Slot, a: Slot, count: u32) -> Footprint {
        let moves = (0..count).map(|i| (self.register(a) + i, self.register(d) + i)).collect();
        Footprint { moves, ..self.doing(Flow::Next) }
    }

    /// The slots of an argument list.
    fn list(&self, args: u32) -> &[u32] {
        let count = self.code.pool[args as usize] as usize;
        &self.code.pool[args as usize + 1..][..count]
    }

    fn enters(&self, program: &Program, function: FuncId, args: u32) -> Footprint {
        let callee = program.code(function);
        let first = self.base as u32 + self.code.frame_slots;
        let passed = self.list(args).iter().take(callee.param_slots as usize);
        let moves = passed.enumerate().map(|(i, slot)| (self.register(Slot(*slot)), first + i as u32)).collect();
        Footprint { moves, ..self.doing(Flow::Call(function)) }
    }

    /// `result` is the instruction, which says how large the answer is.
    fn asks(&self, program: &Program, function: Option<FuncId>, args: u32, d: Slot, result: InstId) -> Footprint {
        let slots: SmallVec<[Slot; 8]> = self.list(args).iter().map(|slot| Slot(*slot)).collect();
        let body = &program.module.functions[self.code.id];
        let ty = body.insts[result].result.expand().map(|value| body.value_type(value));
        let count = ty.map_or(0, |ty| layout::slots(&program.module.types, ty));
        let count = count.min(self.code.frame_slots.saturating_sub(d.0));
        Footprint { writes: (self.register(d), count), ..self.reading(Flow::Host(function), &slots) }
    }

    fn returns(&self, from: Slot, count: u32) -> Footprint {
        let mut footprint = self.doing(Flow::Return);
        match self.m.frames.as_slice() {
            [.., caller, callee] => {
                let to = caller.base as u32 + callee.d.0;
                let room = (callee.base as u32).saturating_sub(to);
                let moved = (0..count.min(room)).map(|i| (self.register(from) + i, to + i));
                footprint.moves.extend(moved);
            }
            _ => footprint.reads.extend((0..count).map(|i| self.register(from) + i)),
        }
        footprint
    }

    fn loads(&self, d: Slot, count: u32, address: &[Slot], at: u64, bytes: u64) -> Footprint {
        Footprint {
            writes: (self.register(d), count),
            loads: smallvec![(at, bytes)],
            ..self.reading(Flow::Next, address)
        }
    }

    /// The value is the first slots that are read.
    fn stores(&self, a: Slot, count: u32, address: &[Slot], at: u64, bytes: u64) -> Footprint {
        let mut footprint = self.doing(Flow::Next);
        footprint.reads.extend((0..count).map(|i| self.register(a) + i));
        footprint.reads.extend(address.iter().map(|slot| self.register(*slot)));
        footprint.stores.push((at, bytes));
        footprint
    }

    fn indexed(&self, base: Slot, index: Slot, scale: u64, offset: i64) -> u64 {
        self.value(base).wrapping_add(self.value(index).wrapping_mul(scale)).wrapping_add_signed(offset)
    }

    fn indexed_narrow(&self, base: Slot, index: Slot, scale: u64, offset: i64) -> u64 {
        let index = self.value(index) as i32 as i64 as u64;
        self.value(base).wrapping_add(index.wrapping_mul(scale)).wrapping_add_signed(offset)
    }
}

/// Of operation `at` of `code`, in the frame whose registers begin at `base`.
pub(crate) fn footprint<H: Host>(m: &Machine<H>, code: &FnCode, base: usize, at: usize) -> Footprint {
    let v = View { m, code, base };
    let program = &*m.program;
    macro_rules! load {
        ($bytes:literal, $d:ident, $base:ident, $offset:ident) => {
            v.loads($d, 1, &[$base], v.value($base).wrapping_add_signed(i64::from($offset)), $bytes)
        };
        ($bytes:literal, $d:ident, $base:ident, $index:ident, $at:expr) => {
            v.loads($d, 1, &[$base, $index], $at, $bytes)
        };
    }
    macro_rules! store {
        ($bytes:literal, $a:ident, $base:ident, $offset:ident) => {
            v.stores($a, 1, &[$base], v.value($base).wrapping_add_signed(i64::from($offset)), $bytes)
        };
        ($bytes:literal, $a:ident, $base:ident, $index:ident, $at:expr) => {
            v.stores($a, 1, &[$base, $index], $at, $bytes)
        };
    }
    macro_rules! x {
        ($base:ident, $index:ident, $scale:ident, $offset:ident) => {
            v.indexed($base, $index, u64::from($scale), i64::from($offset))
        };
    }
    macro_rules! xs {
        ($base:ident, $index:ident, $scale:ident, $offset:ident) => {
            v.indexed_narrow($base, $index, u64::from($scale), i64::from($offset))
        };
    }
    let branch = Flow::Branch { inverted: code.inverted.binary_search(&(at as u32)).is_ok() };
    match code.ops[at] {
        Op::Mov { d, a } => v.moves(d, a, 1),
        Op::MovN { d, a, count } => v.moves(d, a, count),
        Op::Const { d, .. } => Footprint { constant: Some(v.register(d)), ..v.doing(Flow::Next) },

        Op::Add64 { d, a, b }
        | Op::Add32 { d, a, b }
        | Op::AddN { d, a, b, .. }
        | Op::Sub64 { d, a, b }
        | Op::Sub32 { d, a, b }
        | Op::SubN { d, a, b, .. }
        | Op::Mul64 { d, a, b }
        | Op::Mul32 { d, a, b }
        | Op::MulN { d, a, b, .. }
        | Op::And { d, a, b }
        | Op::Or { d, a, b }
        | Op::Xor { d, a, b }
        | Op::Shl64 { d, a, b }
        | Op::Shl32 { d, a, b }
        | Op::LShr64 { d, a, b }
        | Op::LShr32 { d, a, b }
        | Op::AShr64 { d, a, b }
        | Op::AShr32 { d, a, b }
        | Op::ShiftN { d, a, b, .. }
        | Op::UDiv { d, a, b }
        | Op::URem { d, a, b }
        | Op::SDiv32 { d, a, b }
        | Op::SDiv64 { d, a, b }
        | Op::SRem32 { d, a, b }
        | Op::SRem64 { d, a, b }
        | Op::CmpEq { d, a, b }
        | Op::CmpNe { d, a, b }
        | Op::CmpUlt { d, a, b }
        | Op::CmpUle { d, a, b }
        | Op::CmpSlt32 { d, a, b }
        | Op::CmpSle32 { d, a, b }
        | Op::CmpSlt64 { d, a, b }
        | Op::CmpSle64 { d, a, b }
        | Op::CmpSN { d, a, b, .. }
        | Op::FAdd64 { d, a, b }
        | Op::FSub64 { d, a, b }
        | Op::FMul64 { d, a, b }
        | Op::FDiv64 { d, a, b }
        | Op::FAdd32 { d, a, b }
        | Op::FSub32 { d, a, b }
        | Op::FMul32 { d, a, b }
        | Op::FDiv32 { d, a, b }
        | Op::FCmp64 { d, a, b, .. }
        | Op::FCmp32 { d, a, b, .. } => v.computes(d, &[a, b]),

        Op::Add64I { d, a, .. }
        | Op::Add32I { d, a, .. }
        | Op::AddNI { d, a, .. }
        | Op::Mul64I { d, a, .. }
        | Op::Mul32I { d, a, .. }
        | Op::AndI { d, a, .. }
        | Op::OrI { d, a, .. }
        | Op::XorI { d, a, .. }
        | Op::Shl64I { d, a, .. }
        | Op::Shl32I { d, a, .. }
        | Op::LShrI { d, a, .. }
        | Op::AShr64I { d, a, .. }
        | Op::AShr32I { d, a, .. }
        | Op::CmpEqI { d, a, .. }
        | Op::CmpNeI { d, a, .. }
        | Op::CmpUltI { d, a, .. }
        | Op::CmpUgtI { d, a, .. }
        | Op::CmpSlt32I { d, a, .. }
        | Op::CmpSgt32I { d, a, .. }
        | Op::CmpSlt64I { d, a, .. }
        | Op::CmpSgt64I { d, a, .. }
        | Op::Mask { d, a, .. }
        | Op::SExt32To64 { d, a }
        | Op::SExt { d, a, .. }
        | Op::FNeg64 { d, a }
        | Op::FNeg32 { d, a }
        | Op::F32ToF64 { d, a }
        | Op::F64ToF32 { d, a }
        | Op::SiToF64 { d, a, .. }
        | Op::UiToF64 { d, a } => v.computes(d, &[a]),

        Op::Select { d, condition, branches } => {
            let chosen = branches as usize + usize::from(v.value(condition) & 1 == 0);
            v.computes(d, &[condition, Slot(code.pool[chosen])])
        }
        Op::Lea { d, base, index, .. }
        | Op::LeaS { d, base, index, .. }
        | Op::LeaWide { d, base, index, .. }
        | Op::LeaWideS { d, base, index, .. } => v.computes(d, &[base, index]),
        Op::Alloca { d, .. } => v.computes(d, &[]),

        Op::Load8 { d, base, offset } | Op::Load8To32 { d, base, offset } => load!(1, d, base, offset),
        Op::Load16 { d, base, offset } | Op::Load16To32 { d, base, offset } => load!(2, d, base, offset),
        Op::Load32 { d, base, offset } | Op::Load32To64 { d, base, offset } => load!(4, d, base, offset),
        Op::Load64 { d, base, offset } => load!(8, d, base, offset),
        Op::LoadX8 { d, base, index, scale, offset } | Op::LoadX8To32 { d, base, index, scale, offset } => {
            load!(1, d, base, index, x!(base, index, scale, offset))
        }
        Op::LoadX16 { d, base, index, scale, offset } => load!(2, d, base, index, x!(base, index, scale, offset)),
        Op::LoadX32 { d, base, index, scale, offset } => load!(4, d, base, index, x!(base, index, scale, offset)),
        Op::LoadX64 { d, base, index, scale, offset } => load!(8, d, base, index, x!(base, index, scale, offset)),
        Op::LoadXS8 { d, base, index, scale, offset } | Op::LoadXS8To32 { d, base, index, scale, offset } => {
            load!(1, d, base, index, xs!(base, index, scale, offset))
        }
        Op::LoadXS16 { d, base, index, scale, offset } => load!(2, d, base, index, xs!(base, index, scale, offset)),
        Op::LoadXS32 { d, base, index, scale, offset } => load!(4, d, base, index, xs!(base, index, scale, offset)),
        Op::LoadXS64 { d, base, index, scale, offset } => load!(8, d, base, index, xs!(base, index, scale, offset)),
        Op::LoadBits { d, base, offset, bits } => {
            let at = v.value(base).wrapping_add_signed(i64::from(offset));
            v.loads(d, u32::from(bits).div_ceil(64), &[base], at, u64::from(bits).div_ceil(8))
        }
        Op::Store8 { a, base, offset } => store!(1, a, base, offset),
        Op::Store16 { a, base, offset } => store!(2, a, base, offset),
        Op::Store32 { a, base, offset } => store!(4, a, base, offset),
        Op::Store64 { a, base, offset } => store!(8, a, base, offset),
        Op::StoreX8 { a, base, index, scale, offset } => store!(1, a, base, index, x!(base, index, scale, offset)),
        Op::StoreX16 { a, base, index, scale, offset } => store!(2, a, base, index, x!(base, index, scale, offset)),
        Op::StoreX32 { a, base, index, scale, offset } => store!(4, a, base, index, x!(base, index, scale, offset)),
        Op::StoreX64 { a, base, index, scale, offset } => store!(8, a, base, index, x!(base, index, scale, offset)),
        Op::StoreXS8 { a, base, index, scale, offset } => store!(1, a, base, index, xs!(base, index, scale, offset)),
        Op::StoreXS16 { a, base, index, scale, offset } => store!(2, a, base, index, xs!(base, index, scale, offset)),
        Op::StoreXS32 { a, base, index, scale, offset } => store!(4, a, base, index, xs!(base, index, scale, offset)),
        Op::StoreXS64 { a, base, index, scale, offset } => store!(8, a, base, index, xs!(base, index, scale, offset)),
        Op::StoreBits { a, base, offset, bits } => {
            let at = v.value(base).wrapping_add_signed(i64::from(offset));
            v.stores(a, u32::from(bits).div_ceil(64), &[base], at, u64::from(bits).div_ceil(8))
        }

        Op::Jump { .. } | Op::Unreachable => v.doing(Flow::Jump),
        Op::BrTrue { a, .. }
        | Op::BrFalse { a, .. }
        | Op::BrEqI { a, .. }
        | Op::BrNeI { a, .. }
        | Op::BrUltI { a, .. }
        | Op::BrUgtI { a, .. }
        | Op::BrSlt32I { a, .. }
        | Op::BrSgt32I { a, .. }
        | Op::BrSlt64I { a, .. }
        | Op::BrSgt64I { a, .. } => v.reading(branch, &[a]),
        Op::BrEq { a, b, .. }
        | Op::BrNe { a, b, .. }
        | Op::BrUlt { a, b, .. }
        | Op::BrUle { a, b, .. }
        | Op::BrSlt32 { a, b, .. }
        | Op::BrSle32 { a, b, .. }
        | Op::BrSlt64 { a, b, .. }
        | Op::BrSle64 { a, b, .. } => v.reading(branch, &[a, b]),
        Op::Switch { a, .. } | Op::IndirectJump { a, .. } => v.reading(Flow::Switch, &[a]),

        Op::Call { function, args, .. } => v.enters(program, function, args),
        Op::CallHost { d, function, args } => v.asks(program, Some(function), args, d, code.sites[at]),
        Op::CallIndirect { d, address, args } => {
            let function = program.addresses().function_at(v.value(address));
            let mut footprint = match function {
                Some(function) if program.module.functions[function].is_defined() => v.enters(program, function, args),
                _ => v.asks(program, function, args, d, code.sites[at]),
            };
            footprint.reads.push(v.register(address));
            footprint
        }
        Op::Return0 => v.returns(Slot(0), 0),
        Op::Return1 { a } => v.returns(a, 1),
        Op::ReturnN { a, count } => v.returns(a, count),
        Op::Slow { index } => slow(&v, &code.slow[index as usize]),
    }
}

fn slow<H: Host>(v: &View<'_, H>, op: &SlowOp) -> Footprint {
    let span = |slot: Slot, bits: u32| (0..bits.div_ceil(64)).map(move |i| slot.plus(i));
    let all = |parts: &[(Slot, u32)]| -> SmallVec<[Slot; 8]> {
        parts.iter().flat_map(|(slot, bits)| span(*slot, *bits)).collect()
    };
    let computes = |d: Slot, count: u32, parts: &[(Slot, u32)]| Footprint {
        writes: (v.register(d), count),
        ..v.reading(Flow::Next, &all(parts))
    };
    match op {
        SlowOp::IntBinary { bits, d, a, b, .. } => computes(*d, bits.div_ceil(64), &[(*a, *bits), (*b, *bits)]),
        SlowOp::IntCompare { bits, d, a, b, .. } => computes(*d, 1, &[(*a, *bits), (*b, *bits)]),
        SlowOp::FloatBinary { kind, d, a, b, .. } => {
            computes(*d, kind.bits().div_ceil(64), &[(*a, kind.bits()), (*b, kind.bits())])
        }
        SlowOp::FloatCompare { kind, d, a, b, .. } => computes(*d, 1, &[(*a, kind.bits()), (*b, kind.bits())]),
        SlowOp::FloatNegate { kind, d, a } => computes(*d, kind.bits().div_ceil(64), &[(*a, kind.bits())]),
        SlowOp::Cast { d, a, .. } => computes(d.slot, d.scalar.slots(), &[(a.slot, a.scalar.bits())]),
        SlowOp::Pack { d, a, lane_bits, lanes } => {
            let read = 64 * lane_bits.div_ceil(64) * lanes;
            computes(*d, (lane_bits * lanes).div_ceil(64), &[(*a, read)])
        }
        SlowOp::Unpack { d, a, lane_bits, lanes } => {
            computes(*d, lane_bits.div_ceil(64) * lanes, &[(*a, lane_bits * lanes)])
        }
        SlowOp::ExtractLane { d, a, index, lanes, count } => {
            let lane = v.value(*index);
            let chosen = (lane < u64::from(*lanes)).then(|| (a.plus(lane as u32 * count), 64 * count));
            let parts: SmallVec<[(Slot, u32); 2]> = chosen.into_iter().chain([(*index, 64)]).collect();
            computes(*d, *count, &parts)
        }
        SlowOp::InsertLane { d, value, index, lanes, count } => {
            let lane = v.value(*index);
            match lane < u64::from(*lanes) {
                true => computes(d.plus(lane as u32 * count), *count, &[(*value, 64 * count), (*index, 64)]),
                false => v.reading(Flow::Next, &[*index]),
            }
        }
        SlowOp::AllocaDynamic { d, count, .. } => v.computes(*d, &[*count]),
        SlowOp::CopyByValue { d, source, .. } => v.computes(*d, &[*source]),
        SlowOp::StackMark { d } | SlowOp::FrameAddress { d } => v.computes(*d, &[]),
        SlowOp::StackRelease { mark } => v.reading(Flow::Next, &[*mark]),
        SlowOp::AtomicRmw { scalar, d, address, a, .. } => {
            let bits = scalar.bits();
            let at = (v.value(*address), u64::from(bits.div_ceil(8)));
            let computed = computes(*d, scalar.slots(), &[(*a, bits), (*address, 64)]);
            Footprint { loads: smallvec![at], stores: smallvec![at], ..computed }
        }
        SlowOp::CompareExchange { bits, d, address, expected, replacement } => {
            let at = (v.value(*address), u64::from(bits.div_ceil(8)));
            let parts = [(*replacement, *bits), (*expected, *bits), (*address, 64)];
            let computed = computes(*d, bits.div_ceil(64) + 1, &parts);
            Footprint { loads: smallvec![at], stores: smallvec![at], ..computed }
        }
        SlowOp::Intrinsic { which, d, args } => {
            let parts: SmallVec<[(Slot, u32); 4]> = args.iter().map(|a| (a.slot, a.scalar.bits())).collect();
            use Intrinsic::*;
            // A second part follows the first: a flag, an exponent, another float.
            let second = match which {
                SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow | Frexp => 1,
                Modf | Sincos => d.scalar.slots(),
                _ => 0,
            };
            computes(d.slot, d.scalar.slots() + second, &parts)
        }
        SlowOp::Memcpy { to, from, length } => v.reading(Flow::Next, &[*to, *from, *length]),
        SlowOp::Memset { to, byte, length } => {
            let stores = smallvec![(v.value(*to), v.value(*length))];
            Footprint { stores, ..v.reading(Flow::Next, &[*byte, *to, *length]) }
        }
        SlowOp::MaskedLoad { d, scalar, lanes, address, mask } => {
            let bytes = u64::from(lanes * scalar.bits().div_ceil(8));
            let computed = computes(*d, lanes * scalar.slots(), &[(*mask, 64 * lanes), (*address, 64)]);
            Footprint { loads: smallvec![(v.value(*address), bytes)], ..computed }
        }
        SlowOp::MaskedStore { a, scalar, lanes, address, mask } => {
            let bytes = u64::from(lanes * scalar.bits().div_ceil(8));
            let parts = [(*a, 64 * lanes * scalar.slots()), (*mask, 64 * lanes), (*address, 64)];
            Footprint { stores: smallvec![(v.value(*address), bytes)], ..v.reading(Flow::Next, &all(&parts)) }
        }
        SlowOp::VaStart { list } => {
            Footprint { stores: smallvec![(v.value(*list), 24)], ..v.reading(Flow::Next, &[*list]) }
        }
        SlowOp::VaCopy { to, from } => v.reading(Flow::Next, &[*to, *from]),
        SlowOp::VaArg { d, list } => {
            let at = v.value(*list);
            let mut footprint = computes(d.slot, d.scalar.slots(), &[(*list, 64)]);
            footprint.loads.push((at, 24));
            footprint.stores.push((at, 16));
            footprint
        }
        SlowOp::LandingPad { d } => computes(*d, 2, &[]),
        SlowOp::ObjectSize { d, address, .. } => v.computes(*d, &[*address]),
        SlowOp::LoadRelative { d, base, offset } => {
            let at = v.value(*base).wrapping_add(v.value(*offset));
            v.loads(*d, 1, &[*base, *offset], at, 4)
        }
        SlowOp::Trap | SlowOp::Unsupported { .. } => v.doing(Flow::Next),
    }
}

/// What operation `at`, which has just been carried out, copied to memory.
pub(crate) fn copied<H: Host>(m: &mut Machine<H>, code: &FnCode, base: usize, at: usize) -> Vec<Copied> {
    let Op::Slow { index } = code.ops[at] else { return Vec::new() };
    let value = |slot: Slot| m.registers[base + slot.0 as usize];
    let memory = |to: u64, from: u64, bytes: u64| vec![Copied { to, bytes, from: Origin::Memory(from) }];
    match &code.slow[index as usize] {
        SlowOp::Memcpy { to, from, length } => memory(value(*to), value(*from), value(*length)),
        SlowOp::VaCopy { to, from } => memory(value(*to), value(*from), 24),
        SlowOp::CopyByValue { d, source, size, .. } => memory(value(*d), value(*source), *size),
        SlowOp::VaStart { .. } => varargs::origins(m),
        _ => Vec::new(),
    }
}
