//! The interpreter loop: one operation, one handler.
//!
//! Safety rests on two things: modules pass the verifier before they become a program, and the compiler
//! gives every frame as many slots as it names. So slots, jump targets and pool indices are in range, and the
//! loop may use raw pointers. What a program computes (addresses, function pointers) is never trusted.

use crate::builtins::{self, After};
use crate::code::{FnCode, Op, Slot, SwitchTable};
use crate::host::{Guest, Host, Reply};
use crate::machine::{Frame, Machine, Progress, Target};
use rift_numeric::int;
use crate::observer::Observer;
use crate::outcome::{Fault, Stop};
use crate::slow;
use rift_ir::{EntityRef, FloatPredicate, FuncId, Site};
use std::sync::Arc;

/// Runs until the program ends or `pause_at` steps are done in total.
pub(crate) fn run<H: Host, O: Observer>(m: &mut Machine<H>, observer: &mut O, pause_at: u64) -> Progress {
    let program = Arc::clone(&m.program);
    let Some(top) = m.frames.last() else { return Progress::Ended(Stop::Returned(Vec::new())) };

    // SAFETY: see the module's header. `code` stays alive through `program`; `registers` is
    // recomputed whenever `m.registers` may have moved.
    unsafe {
        let mut code: &FnCode = &*top.code;
        let mut base = top.base;
        let mut ops: *const Op = code.ops.as_ptr();
        let mut pc: *const Op = ops.add(top.pc as usize);
        let mut start = pc;
        let mut registers: *mut u64 = m.registers.as_mut_ptr().add(base);

        macro_rules! r {
            ($slot:expr) => {
                *registers.add($slot.0 as usize)
            };
        }
        macro_rules! f64 {
            ($slot:expr) => {
                f64::from_bits(r!($slot))
            };
        }
        macro_rules! f32 {
            ($slot:expr) => {
                f32::from_bits(r!($slot) as u32)
            };
        }
        // Makes the machine's state consistent: the top frame goes on at `pc`.
        macro_rules! save {
            () => {
                m.steps += pc.offset_from(start) as u64;
                if let Some(frame) = m.frames.last_mut() {
                    frame.pc = pc.offset_from(ops) as u32;
                }
            };
        }
        macro_rules! stop {
            ($stop:expr) => {{
                let stop: Stop = $stop;
                save!();
                return Progress::Ended(stop);
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => stop!(fault.into()),
                }
            };
        }
        macro_rules! go {
            ($target:expr) => {{
                m.steps += pc.offset_from(start) as u64;
                pc = ops.add($target as usize);
                start = pc;
                if m.steps >= pause_at {
                    save!();
                    return Progress::Paused;
                }
            }};
        }
        // Takes the state of the top frame.
        macro_rules! reload {
            () => {{
                let Some(top) = m.frames.last() else { return Progress::Ended(Stop::Returned(Vec::new())) };
                code = &*top.code;
                base = top.base;
                ops = code.ops.as_ptr();
                pc = ops.add(top.pc as usize);
                start = pc;
                registers = m.registers.as_mut_ptr().add(base);
            }};
        }
        macro_rules! enter {
            ($callee:expr, $d:expr, $args:expr) => {{
                let callee: &FnCode = $callee;
                m.steps += pc.offset_from(start) as u64;
                if m.frames.len() >= m.max_depth {
                    start = pc;
                    stop!(m.too_deep());
                }
                let next_base = base + code.frame_slots as usize;
                let needed = next_base + callee.frame_slots as usize;
                if needed > m.registers.len() {
                    m.reserve(needed);
                    registers = m.registers.as_mut_ptr().add(base);
                }
                let to = registers.add(code.frame_slots as usize);
                let args = code.pool.as_ptr().add($args as usize);
                let passed = *args as usize;
                let expected = callee.param_slots as usize;
                for i in 0..passed.min(expected) {
                    *to.add(i) = *registers.add(*args.add(i + 1) as usize);
                }
                for i in passed..expected {
                    *to.add(i) = 0;
                }
                if let Some(frame) = m.frames.last_mut() {
                    frame.pc = pc.offset_from(ops) as u32;
                }
                m.calls += 1;
                m.frames.push(Frame {
                    code: callee,
                    base: next_base,
                    pc: 0,
                    d: $d,
                    mark: m.memory.stack_mark(),
                    serial: m.calls,
                    variadic_area: 0,
                });
                code = callee;
                base = next_base;
                registers = to;
                ops = code.ops.as_ptr();
                pc = ops;
                start = pc;
                if m.steps >= pause_at {
                    return Progress::Paused;
                }
            }};
        }
        macro_rules! leave {
            ($from:expr, $count:expr) => {{
                m.steps += pc.offset_from(start) as u64;
                let from: *const u64 = $from;
                let count: usize = $count;
                let Some(frame) = m.frames.pop() else { return Progress::Ended(Stop::Returned(Vec::new())) };
                if code.uses_stack {
                    m.memory.stack_release(frame.mark);
                }
                let Some(caller) = m.frames.last() else {
                    return Progress::Ended(Stop::Returned(std::slice::from_raw_parts(from, count).to_vec()));
                };
                let callee_registers = registers;
                code = &*caller.code;
                base = caller.base;
                registers = m.registers.as_mut_ptr().add(base);
                // A call through a mismatched declaration may expect less than the callee returns.
                if count == 1 {
                    if registers.add(frame.d.0 as usize) < callee_registers {
                        r!(frame.d) = *from;
                    }
                } else {
                    let room = (code.frame_slots - frame.d.0) as usize;
                    std::ptr::copy(from, registers.add(frame.d.0 as usize), count.min(room));
                }
                ops = code.ops.as_ptr();
                pc = ops.add(caller.pc as usize);
                start = pc;
            }};
        }
        macro_rules! load {
            ($bytes:literal, $d:expr, $address:expr) => {{
                let address = $address;
                r!($d) = check!(m.memory.load::<$bytes>(address));
            }};
        }
        macro_rules! store {
            ($bytes:literal, $a:expr, $address:expr) => {{
                let address = $address;
                check!(m.memory.store::<$bytes>(address, r!($a)));
            }};
        }
        // Base and a sign-extended 32-bit index.
        macro_rules! at_s {
            ($base:expr, $index:expr, $scale:expr, $offset:expr) => {
                r!($base)
                    .wrapping_add((r!($index) as i32 as i64 as u64).wrapping_mul(u64::from($scale)))
                    .wrapping_add($offset as i64 as u64)
            };
        }
        macro_rules! at {
            ($base:expr, $offset:expr) => {
                r!($base).wrapping_add($offset as i64 as u64)
            };
            ($base:expr, $index:expr, $scale:expr, $offset:expr) => {
                r!($base).wrapping_add(r!($index).wrapping_mul(u64::from($scale))).wrapping_add($offset as i64 as u64)
            };
        }

        loop {
            let op = *pc;
            pc = pc.add(1);
            if O::ACTIVE {
                let index = pc.offset_from(ops) as usize - 1;
                observer.step(&program, Site { function: code.id, inst: code.sites[index] }, m.frames.len());
            }
            match op {
                Op::Mov { d, a } => r!(d) = r!(a),
                Op::MovN { d, a, count } => {
                    std::ptr::copy(registers.add(a.0 as usize), registers.add(d.0 as usize), count as usize);
                }
                Op::Const { d, low, high } => r!(d) = u64::from(low) | u64::from(high) << 32,

                Op::Add64 { d, a, b } => r!(d) = r!(a).wrapping_add(r!(b)),
                Op::Add32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                Op::AddN { d, a, b, bits } => r!(d) = mask(r!(a).wrapping_add(r!(b)), bits),
                Op::Add64I { d, a, imm } => r!(d) = r!(a).wrapping_add(imm as i64 as u64),
                Op::Add32I { d, a, imm } => r!(d) = u64::from((r!(a) as u32).wrapping_add(imm as u32)),
                Op::AddNI { d, a, imm, bits } => r!(d) = mask(r!(a).wrapping_add(imm as i64 as u64), bits),
                Op::Sub64 { d, a, b } => r!(d) = r!(a).wrapping_sub(r!(b)),
                Op::Sub32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                Op::SubN { d, a, b, bits } => r!(d) = mask(r!(a).wrapping_sub(r!(b)), bits),
                Op::Mul64 { d, a, b } => r!(d) = r!(a).wrapping_mul(r!(b)),
                Op::Mul32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                Op::MulN { d, a, b, bits } => r!(d) = mask(r!(a).wrapping_mul(r!(b)), bits),
                Op::Mul64I { d, a, imm } => r!(d) = r!(a).wrapping_mul(imm as i64 as u64),
                Op::Mul32I { d, a, imm } => r!(d) = u64::from((r!(a) as u32).wrapping_mul(imm as u32)),
                Op::And { d, a, b } => r!(d) = r!(a) & r!(b),
                Op::Or { d, a, b } => r!(d) = r!(a) | r!(b),
                Op::Xor { d, a, b } => r!(d) = r!(a) ^ r!(b),
                Op::AndI { d, a, imm } => r!(d) = r!(a) & u64::from(imm),
                Op::OrI { d, a, imm } => r!(d) = r!(a) | u64::from(imm),
                Op::XorI { d, a, imm } => r!(d) = r!(a) ^ u64::from(imm),
                // The wrapping shifts mask the count, as the processor does.
                Op::Shl64 { d, a, b } => r!(d) = r!(a).wrapping_shl(r!(b) as u32),
                Op::Shl32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_shl(r!(b) as u32)),
                Op::LShr64 { d, a, b } => r!(d) = r!(a).wrapping_shr(r!(b) as u32),
                Op::LShr32 { d, a, b } => r!(d) = u64::from((r!(a) as u32).wrapping_shr(r!(b) as u32)),
                Op::AShr64 { d, a, b } => r!(d) = (r!(a) as i64).wrapping_shr(r!(b) as u32) as u64,
                Op::AShr32 { d, a, b } => r!(d) = u64::from((r!(a) as i32).wrapping_shr(r!(b) as u32) as u32),
                Op::ShiftN { op, d, a, b, bits } => {
                    r!(d) = check!(int::binary64(op, u32::from(bits), r!(a), r!(b)).map_err(slow::arithmetic_fault));
                }
                Op::Shl64I { d, a, imm } => r!(d) = r!(a) << (imm & 63),
                Op::Shl32I { d, a, imm } => r!(d) = u64::from((r!(a) as u32) << (imm & 31)),
                Op::LShrI { d, a, imm } => r!(d) = r!(a) >> (imm & 63),
                Op::AShr64I { d, a, imm } => r!(d) = ((r!(a) as i64) >> (imm & 63)) as u64,
                Op::AShr32I { d, a, imm } => r!(d) = u64::from(((r!(a) as i32) >> (imm & 31)) as u32),
                Op::UDiv { d, a, b } => match r!(a).checked_div(r!(b)) {
                    Some(value) => r!(d) = value,
                    None => stop!(Stop::Fault(Fault::DivisionByZero)),
                },
                Op::URem { d, a, b } => match r!(a).checked_rem(r!(b)) {
                    Some(value) => r!(d) = value,
                    None => stop!(Stop::Fault(Fault::DivisionByZero)),
                },
                Op::SDiv32 { d, a, b } => match (r!(a) as i32).checked_div(r!(b) as i32) {
                    Some(value) => r!(d) = u64::from(value as u32),
                    None => stop!(division_fault(r!(b) as u32 == 0)),
                },
                Op::SDiv64 { d, a, b } => match (r!(a) as i64).checked_div(r!(b) as i64) {
                    Some(value) => r!(d) = value as u64,
                    None => stop!(division_fault(r!(b) == 0)),
                },
                Op::SRem32 { d, a, b } => match (r!(a) as i32).checked_rem(r!(b) as i32) {
                    Some(value) => r!(d) = u64::from(value as u32),
                    None => stop!(division_fault(r!(b) as u32 == 0)),
                },
                Op::SRem64 { d, a, b } => match (r!(a) as i64).checked_rem(r!(b) as i64) {
                    Some(value) => r!(d) = value as u64,
                    None => stop!(division_fault(r!(b) == 0)),
                },

                Op::CmpEq { d, a, b } => r!(d) = u64::from(r!(a) == r!(b)),
                Op::CmpNe { d, a, b } => r!(d) = u64::from(r!(a) != r!(b)),
                Op::CmpUlt { d, a, b } => r!(d) = u64::from(r!(a) < r!(b)),
                Op::CmpUle { d, a, b } => r!(d) = u64::from(r!(a) <= r!(b)),
                Op::CmpSlt32 { d, a, b } => r!(d) = u64::from((r!(a) as i32) < r!(b) as i32),
                Op::CmpSle32 { d, a, b } => r!(d) = u64::from(r!(a) as i32 <= r!(b) as i32),
                Op::CmpSlt64 { d, a, b } => r!(d) = u64::from((r!(a) as i64) < r!(b) as i64),
                Op::CmpSle64 { d, a, b } => r!(d) = u64::from(r!(a) as i64 <= r!(b) as i64),
                Op::CmpSN { predicate, d, a, b, bits } => {
                    r!(d) = u64::from(int::compare64(predicate, u32::from(bits), r!(a), r!(b)));
                }
                Op::CmpEqI { d, a, imm } => r!(d) = u64::from(r!(a) == u64::from(imm)),
                Op::CmpNeI { d, a, imm } => r!(d) = u64::from(r!(a) != u64::from(imm)),
                Op::CmpUltI { d, a, imm } => r!(d) = u64::from(r!(a) < u64::from(imm)),
                Op::CmpUgtI { d, a, imm } => r!(d) = u64::from(r!(a) > u64::from(imm)),
                Op::CmpSlt32I { d, a, imm } => r!(d) = u64::from((r!(a) as i32) < imm),
                Op::CmpSgt32I { d, a, imm } => r!(d) = u64::from(r!(a) as i32 > imm),
                Op::CmpSlt64I { d, a, imm } => r!(d) = u64::from((r!(a) as i64) < i64::from(imm)),
                Op::CmpSgt64I { d, a, imm } => r!(d) = u64::from(r!(a) as i64 > i64::from(imm)),

                Op::Mask { d, a, bits } => r!(d) = mask(r!(a), bits),
                Op::SExt32To64 { d, a } => r!(d) = r!(a) as i32 as i64 as u64,
                Op::SExt { d, a, from, to } => {
                    let shift = 64 - from;
                    r!(d) = mask((((r!(a) << shift) as i64) >> shift) as u64, to);
                }
                Op::Select { d, condition, branches } => {
                    let branch = branches as usize + usize::from(r!(condition) & 1 == 0);
                    r!(d) = *registers.add(*code.pool.as_ptr().add(branch) as usize);
                }

                Op::Load8 { d, base, offset } => load!(1, d, at!(base, offset)),
                Op::Load16 { d, base, offset } => load!(2, d, at!(base, offset)),
                Op::Load32 { d, base, offset } => load!(4, d, at!(base, offset)),
                Op::Load64 { d, base, offset } => load!(8, d, at!(base, offset)),
                Op::LoadX8 { d, base, index, scale, offset } => load!(1, d, at!(base, index, scale, offset)),
                Op::LoadX16 { d, base, index, scale, offset } => load!(2, d, at!(base, index, scale, offset)),
                Op::LoadX32 { d, base, index, scale, offset } => load!(4, d, at!(base, index, scale, offset)),
                Op::LoadX64 { d, base, index, scale, offset } => load!(8, d, at!(base, index, scale, offset)),
                Op::LoadXS8 { d, base, index, scale, offset } => load!(1, d, at_s!(base, index, scale, offset)),
                Op::LoadXS16 { d, base, index, scale, offset } => load!(2, d, at_s!(base, index, scale, offset)),
                Op::LoadXS32 { d, base, index, scale, offset } => load!(4, d, at_s!(base, index, scale, offset)),
                Op::LoadXS64 { d, base, index, scale, offset } => load!(8, d, at_s!(base, index, scale, offset)),
                Op::Load8To32 { d, base, offset } => {
                    load!(1, d, at!(base, offset));
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::LoadX8To32 { d, base, index, scale, offset } => {
                    load!(1, d, at!(base, index, scale, offset));
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::LoadXS8To32 { d, base, index, scale, offset } => {
                    load!(1, d, at_s!(base, index, scale, offset));
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::Load16To32 { d, base, offset } => {
                    load!(2, d, at!(base, offset));
                    r!(d) = u64::from(r!(d) as i16 as i32 as u32);
                }
                Op::Load32To64 { d, base, offset } => {
                    load!(4, d, at!(base, offset));
                    r!(d) = r!(d) as i32 as i64 as u64;
                }
                Op::LoadBits { d, base, offset, bits } => {
                    let address = at!(base, offset);
                    let to =
                        std::slice::from_raw_parts_mut(registers.add(d.0 as usize), usize::from(bits).div_ceil(64));
                    check!(slow::load_bits(&mut m.memory, address, u32::from(bits), to));
                }
                Op::Store8 { a, base, offset } => store!(1, a, at!(base, offset)),
                Op::Store16 { a, base, offset } => store!(2, a, at!(base, offset)),
                Op::Store32 { a, base, offset } => store!(4, a, at!(base, offset)),
                Op::Store64 { a, base, offset } => store!(8, a, at!(base, offset)),
                Op::StoreX8 { a, base, index, scale, offset } => store!(1, a, at!(base, index, scale, offset)),
                Op::StoreX16 { a, base, index, scale, offset } => store!(2, a, at!(base, index, scale, offset)),
                Op::StoreX32 { a, base, index, scale, offset } => store!(4, a, at!(base, index, scale, offset)),
                Op::StoreX64 { a, base, index, scale, offset } => store!(8, a, at!(base, index, scale, offset)),
                Op::StoreXS8 { a, base, index, scale, offset } => store!(1, a, at_s!(base, index, scale, offset)),
                Op::StoreXS16 { a, base, index, scale, offset } => store!(2, a, at_s!(base, index, scale, offset)),
                Op::StoreXS32 { a, base, index, scale, offset } => store!(4, a, at_s!(base, index, scale, offset)),
                Op::StoreXS64 { a, base, index, scale, offset } => store!(8, a, at_s!(base, index, scale, offset)),
                Op::StoreBits { a, base, offset, bits } => {
                    let address = at!(base, offset);
                    let from = std::slice::from_raw_parts(registers.add(a.0 as usize), usize::from(bits).div_ceil(64));
                    check!(slow::store_bits(&mut m.memory, address, u32::from(bits), from));
                }
                Op::Lea { d, base, index, scale, offset } => r!(d) = at!(base, index, scale, offset),
                Op::LeaS { d, base, index, scale, offset } => r!(d) = at_s!(base, index, scale, offset),
                Op::LeaWide { d, base, index, scale } => r!(d) = at!(base, index, scale, 0),
                Op::LeaWideS { d, base, index, scale } => r!(d) = at_s!(base, index, scale, 0),
                Op::Alloca { d, size, align } => {
                    r!(d) = check!(m.memory.stack_allocate(u64::from(size), u64::from(align)));
                }

                Op::FAdd64 { d, a, b } => r!(d) = (f64!(a) + f64!(b)).to_bits(),
                Op::FSub64 { d, a, b } => r!(d) = (f64!(a) - f64!(b)).to_bits(),
                Op::FMul64 { d, a, b } => r!(d) = (f64!(a) * f64!(b)).to_bits(),
                Op::FDiv64 { d, a, b } => r!(d) = (f64!(a) / f64!(b)).to_bits(),
                Op::FAdd32 { d, a, b } => r!(d) = u64::from((f32!(a) + f32!(b)).to_bits()),
                Op::FSub32 { d, a, b } => r!(d) = u64::from((f32!(a) - f32!(b)).to_bits()),
                Op::FMul32 { d, a, b } => r!(d) = u64::from((f32!(a) * f32!(b)).to_bits()),
                Op::FDiv32 { d, a, b } => r!(d) = u64::from((f32!(a) / f32!(b)).to_bits()),
                Op::FNeg64 { d, a } => r!(d) = r!(a) ^ 1 << 63,
                Op::FNeg32 { d, a } => r!(d) = r!(a) ^ 1 << 31,
                Op::FCmp64 { predicate, d, a, b } => r!(d) = u64::from(compare_float(predicate, f64!(a), f64!(b))),
                Op::FCmp32 { predicate, d, a, b } => {
                    r!(d) = u64::from(compare_float(predicate, f64::from(f32!(a)), f64::from(f32!(b))));
                }
                Op::F32ToF64 { d, a } => r!(d) = f64::from(f32!(a)).to_bits(),
                Op::F64ToF32 { d, a } => r!(d) = u64::from((f64!(a) as f32).to_bits()),
                Op::SiToF64 { d, a, bits } => {
                    let shift = 64 - bits;
                    r!(d) = ((((r!(a) << shift) as i64) >> shift) as f64).to_bits();
                }
                Op::UiToF64 { d, a } => r!(d) = (r!(a) as f64).to_bits(),

                Op::Jump { target } => go!(target),
                Op::BrTrue { a, target } => {
                    if r!(a) & 1 != 0 {
                        go!(target);
                    }
                }
                Op::BrFalse { a, target } => {
                    if r!(a) & 1 == 0 {
                        go!(target);
                    }
                }
                Op::BrEq { a, b, target } => {
                    if r!(a) == r!(b) {
                        go!(target);
                    }
                }
                Op::BrNe { a, b, target } => {
                    if r!(a) != r!(b) {
                        go!(target);
                    }
                }
                Op::BrUlt { a, b, target } => {
                    if r!(a) < r!(b) {
                        go!(target);
                    }
                }
                Op::BrUle { a, b, target } => {
                    if r!(a) <= r!(b) {
                        go!(target);
                    }
                }
                Op::BrSlt32 { a, b, target } => {
                    if (r!(a) as i32) < r!(b) as i32 {
                        go!(target);
                    }
                }
                Op::BrSle32 { a, b, target } => {
                    if r!(a) as i32 <= r!(b) as i32 {
                        go!(target);
                    }
                }
                Op::BrSlt64 { a, b, target } => {
                    if (r!(a) as i64) < r!(b) as i64 {
                        go!(target);
                    }
                }
                Op::BrSle64 { a, b, target } => {
                    if r!(a) as i64 <= r!(b) as i64 {
                        go!(target);
                    }
                }
                Op::BrEqI { a, imm, target } => {
                    if r!(a) == u64::from(imm) {
                        go!(target);
                    }
                }
                Op::BrNeI { a, imm, target } => {
                    if r!(a) != u64::from(imm) {
                        go!(target);
                    }
                }
                Op::BrUltI { a, imm, target } => {
                    if r!(a) < u64::from(imm) {
                        go!(target);
                    }
                }
                Op::BrUgtI { a, imm, target } => {
                    if r!(a) > u64::from(imm) {
                        go!(target);
                    }
                }
                Op::BrSlt32I { a, imm, target } => {
                    if (r!(a) as i32) < imm {
                        go!(target);
                    }
                }
                Op::BrSgt32I { a, imm, target } => {
                    if r!(a) as i32 > imm {
                        go!(target);
                    }
                }
                Op::BrSlt64I { a, imm, target } => {
                    if (r!(a) as i64) < i64::from(imm) {
                        go!(target);
                    }
                }
                Op::BrSgt64I { a, imm, target } => {
                    if r!(a) as i64 > i64::from(imm) {
                        go!(target);
                    }
                }
                Op::Switch { a, table } => {
                    let target = switch_target(&code.switches[table as usize], registers.add(a.0 as usize));
                    go!(target);
                }
                Op::IndirectJump { a, table } => {
                    let address = r!(a);
                    let targets = &code.jumps[table as usize];
                    match targets.binary_search_by_key(&address, |(at, _)| *at) {
                        Ok(i) => go!(targets[i].1),
                        Err(_) => stop!(Stop::Fault(Fault::BadJump { address })),
                    }
                }

                Op::Call { d, function, args } => enter!(program.code(function), d, args),
                Op::CallHost { d, function, args } => {
                    save!();
                    start = pc;
                    match call_host(m, code, base, function, d, args) {
                        Ok(false) => registers = m.registers.as_mut_ptr().add(base),
                        Ok(true) => reload!(),
                        Err(stop) => return Progress::Ended(stop),
                    }
                }
                Op::CallIndirect { d, address, args } => {
                    let address = r!(address);
                    let Some(function) = program.addresses().function_at(address) else {
                        stop!(Stop::Fault(Fault::BadCall { address }));
                    };
                    match m.targets[function.index()] {
                        Target::Guest => enter!(program.code(function), d, args),
                        _ => {
                            save!();
                            start = pc;
                            match call_host(m, code, base, function, d, args) {
                                Ok(false) => registers = m.registers.as_mut_ptr().add(base),
                                Ok(true) => reload!(),
                                Err(stop) => return Progress::Ended(stop),
                            }
                        }
                    }
                }
                Op::Return0 => leave!(registers, 0),
                Op::Return1 { a } => leave!(registers.add(a.0 as usize), 1),
                Op::ReturnN { a, count } => leave!(registers.add(a.0 as usize), count as usize),

                Op::Slow { index } => {
                    save!();
                    start = pc;
                    if let Err(stop) = slow::run(m, code, index as usize, base) {
                        return Progress::Ended(stop);
                    }
                }
                Op::Unreachable => stop!(Stop::Fault(Fault::Unreachable)),
            }
        }
    }
}

/// Calls a function that the module does not define. True when frames changed.
#[inline(never)]
fn call_host<H: Host>(
    m: &mut Machine<H>,
    code: &FnCode,
    base: usize,
    function: FuncId,
    d: Slot,
    args: u32,
) -> Result<bool, Stop> {
    const FEW: usize = 16;
    let count = code.pool[args as usize] as usize;
    let slots = &code.pool[args as usize + 1..args as usize + 1 + count];
    let mut few = [0u64; FEW];
    let many: Vec<u64>;
    let values: &[u64] = if count <= FEW {
        few.iter_mut().zip(slots).for_each(|(value, slot)| *value = m.registers[base + *slot as usize]);
        &few[..count]
    } else {
        many = slots.iter().map(|slot| m.registers[base + *slot as usize]).collect();
        &many
    };
    let targets = Arc::clone(&m.targets);
    match &targets[function.index()] {
        Target::Host(answer) => {
            let mut guest = Guest { memory: &mut m.memory, steps: m.steps, tools: None };
            let reply = answer(&mut m.host, &mut guest, values)?;
            put_reply(m, code, base, d, reply);
            Ok(false)
        }
        Target::Builtin(builtin) => match builtins::call(m, *builtin, values, d)? {
            After::Return(value) => {
                put_reply(m, code, base, d, Reply::Value(value));
                Ok(false)
            }
            After::Reload => Ok(true),
        },
        Target::Guest | Target::Missing => {
            let name = &m.program.module.functions[function].name;
            Err(Stop::Unsupported(format!("the function `{name}`")))
        }
    }
}

/// `d` may be the end of the frame when the call has no result.
fn put_reply<H: Host>(m: &mut Machine<H>, code: &FnCode, base: usize, d: Slot, reply: Reply) {
    let room = (code.frame_slots - d.0) as usize;
    let to = base + d.0 as usize;
    match reply {
        Reply::Nothing => {}
        Reply::Value(value) => m.registers[to..].iter_mut().take(room.min(1)).for_each(|r| *r = value),
        Reply::Wide(low, high) => {
            m.registers[to..].iter_mut().take(room.min(2)).zip([low, high]).for_each(|(r, v)| *r = v);
        }
    }
}

#[inline(always)]
fn mask(value: u64, bits: u8) -> u64 {
    value & (u64::MAX >> (64 - bits))
}

#[cold]
fn division_fault(by_zero: bool) -> Stop {
    Stop::Fault(if by_zero { Fault::DivisionByZero } else { Fault::DivisionOverflow })
}

#[inline]
fn compare_float(predicate: FloatPredicate, a: f64, b: f64) -> bool {
    use FloatPredicate::*;
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        False => false,
        Oeq => a == b,
        Ogt => a > b,
        Oge => a >= b,
        Olt => a < b,
        Ole => a <= b,
        One => !unordered && a != b,
        Ord => !unordered,
        Uno => unordered,
        Ueq => unordered || a == b,
        Ugt => unordered || a > b,
        Uge => unordered || a >= b,
        Ult => unordered || a < b,
        Ule => unordered || a <= b,
        Une => a != b,
        True => true,
    }
}

/// # Safety
/// `value` points to the slots of the switched value.
#[inline]
unsafe fn switch_target(table: &SwitchTable, value: *const u64) -> u32 {
    match table {
        SwitchTable::Dense { base, targets, default } => {
            // SAFETY: by the function's contract.
            let index = unsafe { *value }.wrapping_sub(*base);
            usize::try_from(index).ok().and_then(|i| targets.get(i)).copied().unwrap_or(*default)
        }
        SwitchTable::Sparse { cases, default } => {
            // SAFETY: by the function's contract.
            let value = unsafe { *value };
            cases.binary_search_by_key(&value, |(v, _)| *v).map_or(*default, |i| cases[i].1)
        }
        SwitchTable::Wide { cases, default } => {
            let matches = |limbs: &Vec<u64>| {
                // SAFETY: by the function's contract; a case has as many limbs as the value.
                limbs.iter().enumerate().all(|(i, limb)| unsafe { *value.add(i) } == *limb)
            };
            cases.iter().find(|(limbs, _)| matches(limbs)).map_or(*default, |(_, pc)| *pc)
        }
    }
}
