//! The interpreter loop: one operation, one handler.
//!
//! Safety rests on two things: modules pass the verifier before they become a program, and the compiler
//! gives every frame as many slots as it names. So slots, jump targets and pool indices are in range, and the
//! loop may use raw pointers. What a program computes (addresses, function pointers) is never trusted.

use crate::code::{FnCode, Op, Slot, SwitchTable};
use crate::concolic::{Mode, Ruling};
use crate::host::Host;
use crate::host_call::{HostCall, call_host};
use crate::machine::{Frame, Machine, Progress, Target};
use crate::observer::{self, Observer};
use crate::outcome::{Fault, Stop};
use crate::slow;
use rift_expr::TermId;
use rift_ir::{EntityRef, FloatPredicate, Site};
use rift_numeric::int;
use std::sync::Arc;

/// Runs until the program ends, until `pause_at` steps are done in total, or until the mode pauses it.
///
/// In a concolic run (`M::SYMBOLIC`) each slot has a second half, the term of its value. An operation of which an
/// operand has a term goes through [`Mode::step`] first, which finds the result's term; then it is carried out as
/// ever. What this costs when nothing is symbolic is one look at each operand's term.
pub(crate) fn run<H: Host, O: Observer, M: Mode>(
    m: &mut Machine<H>,
    observer: &mut O,
    mode: &mut M,
    pause_at: u64,
) -> Progress {
    let program = Arc::clone(&m.program);
    let Some(top) = m.frames.last() else { return Progress::Ended(Stop::Returned(Vec::new())) };

    // SAFETY: see the module's header. `code` stays alive through `program`; `registers` and `shadow` are
    // recomputed whenever `m.registers` and `m.shadow` may have moved. `shadow` is used in concolic runs only, and
    // `m.shadow` is as long as `m.registers` then.
    unsafe {
        let mut code: &FnCode = &*top.code;
        let mut base = top.base;
        let mut ops: *const Op = code.ops.as_ptr();
        let mut pc: *const Op = ops.add(top.pc as usize);
        let mut start = pc;
        let mut registers: *mut u64 = m.registers.as_mut_ptr().add(base);
        let mut shadow: *mut Option<TermId> = m.shadow.as_mut_ptr();
        if M::SYMBOLIC {
            shadow = shadow.add(base);
        }
        if O::EDGES && m.steps == 0 {
            observer.edge(code.id, top.pc);
        }

        macro_rules! r {
            ($slot:expr) => {
                *registers.add($slot.0 as usize)
            };
        }
        // The term of a slot.
        macro_rules! s {
            ($slot:expr) => {
                *shadow.add($slot.0 as usize)
            };
        }
        macro_rules! symbolic {
            ($($slot:expr),+) => {
                M::SYMBOLIC && ($(s!($slot).is_some())|+)
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
        macro_rules! edge {
            () => {
                if O::EDGES {
                    observer.edge(code.id, pc.offset_from(ops) as u32);
                }
            };
        }
        // Leaves the operation as if it had not begun, to be begun again.
        macro_rules! settle {
            ($ruling:expr) => {
                if $ruling == Ruling::Pause {
                    pc = pc.sub(1);
                    save!();
                    return Progress::Paused;
                }
            };
        }
        macro_rules! step {
            () => {
                settle!(mode.step(m, code, base, pc.offset_from(ops) as usize - 1))
            };
        }
        macro_rules! track {
            ($d:expr; $($slot:expr),+) => {
                if M::SYMBOLIC {
                    if symbolic!($($slot),+) {
                        step!();
                    } else {
                        s!($d) = None;
                    }
                }
            };
        }
        // Writes to `d` what is computed from the slots listed last.
        macro_rules! set {
            ($d:ident = $value:expr; $($slot:expr),+) => {{
                track!($d; $($slot),+);
                r!($d) = $value;
            }};
        }
        // Writes what depends on nothing.
        macro_rules! put {
            ($d:ident = $value:expr) => {{
                if M::SYMBOLIC {
                    s!($d) = None;
                }
                r!($d) = $value;
            }};
        }
        macro_rules! divide {
            ($d:ident = $value:expr, $by_zero:expr; $($slot:expr),+) => {{
                track!($d; $($slot),+);
                match $value {
                    Some(value) => r!($d) = value,
                    None => stop!(division_fault($by_zero)),
                }
            }};
        }
        macro_rules! go {
            ($target:expr) => {{
                m.steps += pc.offset_from(start) as u64;
                pc = ops.add($target as usize);
                start = pc;
                edge!();
                if m.steps >= pause_at {
                    save!();
                    return Progress::Paused;
                }
            }};
        }
        macro_rules! branch {
            ($holds:expr, $target:expr; $($slot:expr),+) => {{
                if symbolic!($($slot),+) {
                    step!();
                }
                if $holds {
                    go!($target);
                } else {
                    edge!();
                }
            }};
        }
        // Compares two integers, and tells of it.
        macro_rules! compare {
            ($a:expr, $operator:tt, $b:expr) => {{
                let (a, b) = ($a, $b);
                if O::COMPARES {
                    observer.compare(code.id, pc.offset_from(ops) as u32 - 1, a as u64, b as u64);
                }
                a $operator b
            }};
        }
        // The machine may have moved its slots.
        macro_rules! find_slots {
            () => {{
                registers = m.registers.as_mut_ptr().add(base);
                if M::SYMBOLIC {
                    shadow = m.shadow.as_mut_ptr().add(base);
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
                find_slots!();
                edge!();
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
                    find_slots!();
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
                if M::SYMBOLIC {
                    let shadow_to = shadow.add(code.frame_slots as usize);
                    for i in 0..passed.min(expected) {
                        *shadow_to.add(i) = *shadow.add(*args.add(i + 1) as usize);
                    }
                    for i in passed..expected {
                        *shadow_to.add(i) = None;
                    }
                    shadow = shadow_to;
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
                edge!();
                if m.steps >= pause_at {
                    return Progress::Paused;
                }
            }};
        }
        macro_rules! leave {
            ($from:expr, $count:expr) => {{
                m.steps += pc.offset_from(start) as u64;
                let from: usize = $from;
                let count: usize = $count;
                let Some(frame) = m.frames.pop() else { return Progress::Ended(Stop::Returned(Vec::new())) };
                if code.uses_stack {
                    m.memory.stack_release(frame.mark);
                }
                let (callee_registers, callee_shadow) = (registers, shadow);
                let Some(caller) = m.frames.last() else {
                    if M::SYMBOLIC {
                        m.result = std::slice::from_raw_parts(shadow.add(from), count).to_vec();
                    }
                    let result = std::slice::from_raw_parts(registers.add(from), count);
                    return Progress::Ended(Stop::Returned(result.to_vec()));
                };
                code = &*caller.code;
                base = caller.base;
                find_slots!();
                // A call through a mismatched declaration may expect less than the callee returns.
                if count == 1 {
                    if registers.add(frame.d.0 as usize) < callee_registers {
                        r!(frame.d) = *callee_registers.add(from);
                        if M::SYMBOLIC {
                            s!(frame.d) = *callee_shadow.add(from);
                        }
                    }
                } else {
                    let count = count.min((code.frame_slots - frame.d.0) as usize);
                    std::ptr::copy(callee_registers.add(from), registers.add(frame.d.0 as usize), count);
                    if M::SYMBOLIC {
                        std::ptr::copy(callee_shadow.add(from), shadow.add(frame.d.0 as usize), count);
                    }
                }
                ops = code.ops.as_ptr();
                pc = ops.add(caller.pc as usize);
                start = pc;
                edge!();
            }};
        }
        macro_rules! ask_host {
            ($function:expr, $d:expr, $args:expr) => {{
                let at = pc.offset_from(ops) as usize - 1;
                let call = HostCall { function: $function, at, d: $d, args: $args };
                if M::SYMBOLIC {
                    settle!(mode.before_call(m, code, base, call));
                }
                save!();
                start = pc;
                match call_host(m, mode, code, base, call) {
                    Ok(false) => {
                        find_slots!();
                        edge!();
                    }
                    Ok(true) => reload!(),
                    Err(stop) => return Progress::Ended(stop),
                }
            }};
        }
        // Loads and stores with a symbolic address are the step's: it knows what they load, or writes terms behind
        // the store. Those with a concrete one are dealt with here.
        macro_rules! load {
            ($bytes:literal, $d:expr, $address:expr; $($slot:expr),+) => {
                load!($bytes extended to 0, $d, $address; $($slot),+)
            };
            ($bytes:literal extended to $bits:literal, $d:expr, $address:expr; $($slot:expr),+) => {{
                let symbolic = symbolic!($($slot),+);
                if symbolic {
                    step!();
                }
                let address = $address;
                r!($d) = check!(m.memory.load::<$bytes>(address));
                if M::SYMBOLIC && !symbolic {
                    s!($d) = match m.memory.has_symbols() {
                        true => mode.loaded(&mut m.memory, address, $bytes, $bits),
                        false => None,
                    };
                }
            }};
        }
        macro_rules! store {
            ($bytes:literal, $a:expr, $address:expr; $($slot:expr),+) => {{
                let symbolic = symbolic!($a, $($slot),+);
                if symbolic {
                    step!();
                }
                let address = $address;
                check!(m.memory.store::<$bytes>(address, r!($a)));
                if M::SYMBOLIC {
                    if symbolic {
                        mode.stored(&mut m.memory);
                    } else if m.memory.has_symbols() {
                        m.memory.clear_terms(address, $bytes);
                    }
                }
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
            if O::FOLLOWS {
                observer::tell(m, observer, code, base, pc.offset_from(ops) as usize - 1);
            }
            if O::INSPECTS
                && let Some(terms) = mode.terms()
            {
                let site = Site { function: code.id, inst: code.sites[pc.offset_from(ops) as usize - 1] };
                let count = code.frame_slots as usize;
                let values = std::slice::from_raw_parts(registers, count);
                observer.inspect(site, values, std::slice::from_raw_parts(shadow, count), terms);
            }
            match op {
                Op::Mov { d, a } => {
                    r!(d) = r!(a);
                    if M::SYMBOLIC {
                        s!(d) = s!(a);
                    }
                }
                Op::MovN { d, a, count } => {
                    std::ptr::copy(registers.add(a.0 as usize), registers.add(d.0 as usize), count as usize);
                    if M::SYMBOLIC {
                        std::ptr::copy(shadow.add(a.0 as usize), shadow.add(d.0 as usize), count as usize);
                    }
                }
                Op::Const { d, low, high } => put!(d = u64::from(low) | u64::from(high) << 32),

                Op::Add64 { d, a, b } => set!(d = r!(a).wrapping_add(r!(b)); a, b),
                Op::Add32 { d, a, b } => set!(d = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)); a, b),
                Op::AddN { d, a, b, bits } => set!(d = mask(r!(a).wrapping_add(r!(b)), bits); a, b),
                Op::Add64I { d, a, imm } => set!(d = r!(a).wrapping_add(imm as i64 as u64); a),
                Op::Add32I { d, a, imm } => set!(d = u64::from((r!(a) as u32).wrapping_add(imm as u32)); a),
                Op::AddNI { d, a, imm, bits } => set!(d = mask(r!(a).wrapping_add(imm as i64 as u64), bits); a),
                Op::Sub64 { d, a, b } => set!(d = r!(a).wrapping_sub(r!(b)); a, b),
                Op::Sub32 { d, a, b } => set!(d = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)); a, b),
                Op::SubN { d, a, b, bits } => set!(d = mask(r!(a).wrapping_sub(r!(b)), bits); a, b),
                Op::Mul64 { d, a, b } => set!(d = r!(a).wrapping_mul(r!(b)); a, b),
                Op::Mul32 { d, a, b } => set!(d = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)); a, b),
                Op::MulN { d, a, b, bits } => set!(d = mask(r!(a).wrapping_mul(r!(b)), bits); a, b),
                Op::Mul64I { d, a, imm } => set!(d = r!(a).wrapping_mul(imm as i64 as u64); a),
                Op::Mul32I { d, a, imm } => set!(d = u64::from((r!(a) as u32).wrapping_mul(imm as u32)); a),
                Op::And { d, a, b } => set!(d = r!(a) & r!(b); a, b),
                Op::Or { d, a, b } => set!(d = r!(a) | r!(b); a, b),
                Op::Xor { d, a, b } => set!(d = r!(a) ^ r!(b); a, b),
                Op::AndI { d, a, imm } => set!(d = r!(a) & u64::from(imm); a),
                Op::OrI { d, a, imm } => set!(d = r!(a) | u64::from(imm); a),
                Op::XorI { d, a, imm } => set!(d = r!(a) ^ u64::from(imm); a),
                // The wrapping shifts mask the count, as the processor does.
                Op::Shl64 { d, a, b } => set!(d = r!(a).wrapping_shl(r!(b) as u32); a, b),
                Op::Shl32 { d, a, b } => set!(d = u64::from((r!(a) as u32).wrapping_shl(r!(b) as u32)); a, b),
                Op::LShr64 { d, a, b } => set!(d = r!(a).wrapping_shr(r!(b) as u32); a, b),
                Op::LShr32 { d, a, b } => set!(d = u64::from((r!(a) as u32).wrapping_shr(r!(b) as u32)); a, b),
                Op::AShr64 { d, a, b } => set!(d = (r!(a) as i64).wrapping_shr(r!(b) as u32) as u64; a, b),
                Op::AShr32 { d, a, b } => set!(d = u64::from((r!(a) as i32).wrapping_shr(r!(b) as u32) as u32); a, b),
                Op::ShiftN { op, d, a, b, bits } => {
                    track!(d; a, b);
                    r!(d) = check!(int::binary64(op, u32::from(bits), r!(a), r!(b)).map_err(slow::arithmetic_fault));
                }
                Op::Shl64I { d, a, imm } => set!(d = r!(a) << (imm & 63); a),
                Op::Shl32I { d, a, imm } => set!(d = u64::from((r!(a) as u32) << (imm & 31)); a),
                Op::LShrI { d, a, imm } => set!(d = r!(a) >> (imm & 63); a),
                Op::AShr64I { d, a, imm } => set!(d = ((r!(a) as i64) >> (imm & 63)) as u64; a),
                Op::AShr32I { d, a, imm } => set!(d = u64::from(((r!(a) as i32) >> (imm & 31)) as u32); a),
                Op::UDiv { d, a, b } => divide!(d = r!(a).checked_div(r!(b)), true; a, b),
                Op::URem { d, a, b } => divide!(d = r!(a).checked_rem(r!(b)), true; a, b),
                Op::SDiv32 { d, a, b } => {
                    let quotient = (r!(a) as i32).checked_div(r!(b) as i32);
                    divide!(d = quotient.map(|value| u64::from(value as u32)), r!(b) as u32 == 0; a, b);
                }
                Op::SDiv64 { d, a, b } => {
                    let quotient = (r!(a) as i64).checked_div(r!(b) as i64);
                    divide!(d = quotient.map(|value| value as u64), r!(b) == 0; a, b);
                }
                Op::SRem32 { d, a, b } => {
                    let remainder = (r!(a) as i32).checked_rem(r!(b) as i32);
                    divide!(d = remainder.map(|value| u64::from(value as u32)), r!(b) as u32 == 0; a, b);
                }
                Op::SRem64 { d, a, b } => {
                    let remainder = (r!(a) as i64).checked_rem(r!(b) as i64);
                    divide!(d = remainder.map(|value| value as u64), r!(b) == 0; a, b);
                }

                Op::CmpEq { d, a, b } => set!(d = u64::from(compare!(r!(a), ==, r!(b))); a, b),
                Op::CmpNe { d, a, b } => set!(d = u64::from(compare!(r!(a), !=, r!(b))); a, b),
                Op::CmpUlt { d, a, b } => set!(d = u64::from(compare!(r!(a), <, r!(b))); a, b),
                Op::CmpUle { d, a, b } => set!(d = u64::from(compare!(r!(a), <=, r!(b))); a, b),
                Op::CmpSlt32 { d, a, b } => set!(d = u64::from(compare!(r!(a) as i32, <, r!(b) as i32)); a, b),
                Op::CmpSle32 { d, a, b } => set!(d = u64::from(compare!(r!(a) as i32, <=, r!(b) as i32)); a, b),
                Op::CmpSlt64 { d, a, b } => set!(d = u64::from(compare!(r!(a) as i64, <, r!(b) as i64)); a, b),
                Op::CmpSle64 { d, a, b } => set!(d = u64::from(compare!(r!(a) as i64, <=, r!(b) as i64)); a, b),
                Op::CmpSN { predicate, d, a, b, bits } => {
                    set!(d = u64::from(int::compare64(predicate, u32::from(bits), r!(a), r!(b))); a, b);
                }
                Op::CmpEqI { d, a, imm } => set!(d = u64::from(compare!(r!(a), ==, u64::from(imm))); a),
                Op::CmpNeI { d, a, imm } => set!(d = u64::from(compare!(r!(a), !=, u64::from(imm))); a),
                Op::CmpUltI { d, a, imm } => set!(d = u64::from(compare!(r!(a), <, u64::from(imm))); a),
                Op::CmpUgtI { d, a, imm } => set!(d = u64::from(compare!(r!(a), >, u64::from(imm))); a),
                Op::CmpSlt32I { d, a, imm } => set!(d = u64::from(compare!(r!(a) as i32, <, imm)); a),
                Op::CmpSgt32I { d, a, imm } => set!(d = u64::from(compare!(r!(a) as i32, >, imm)); a),
                Op::CmpSlt64I { d, a, imm } => set!(d = u64::from(compare!(r!(a) as i64, <, i64::from(imm))); a),
                Op::CmpSgt64I { d, a, imm } => set!(d = u64::from(compare!(r!(a) as i64, >, i64::from(imm))); a),

                Op::Mask { d, a, bits } => set!(d = mask(r!(a), bits); a),
                Op::SExt32To64 { d, a } => set!(d = r!(a) as i32 as i64 as u64; a),
                Op::SExt { d, a, from, to } => {
                    let shift = 64 - from;
                    set!(d = mask((((r!(a) << shift) as i64) >> shift) as u64, to); a);
                }
                Op::Select { d, condition, branches } => {
                    let branch = branches as usize + usize::from(r!(condition) & 1 == 0);
                    let chosen = Slot(*code.pool.as_ptr().add(branch));
                    if symbolic!(condition) {
                        step!();
                    } else if M::SYMBOLIC {
                        s!(d) = s!(chosen);
                    }
                    r!(d) = r!(chosen);
                }

                Op::Load8 { d, base, offset } => load!(1, d, at!(base, offset); base),
                Op::Load16 { d, base, offset } => load!(2, d, at!(base, offset); base),
                Op::Load32 { d, base, offset } => load!(4, d, at!(base, offset); base),
                Op::Load64 { d, base, offset } => load!(8, d, at!(base, offset); base),
                Op::LoadX8 { d, base, index, scale, offset } => {
                    load!(1, d, at!(base, index, scale, offset); base, index)
                }
                Op::LoadX16 { d, base, index, scale, offset } => {
                    load!(2, d, at!(base, index, scale, offset); base, index)
                }
                Op::LoadX32 { d, base, index, scale, offset } => {
                    load!(4, d, at!(base, index, scale, offset); base, index)
                }
                Op::LoadX64 { d, base, index, scale, offset } => {
                    load!(8, d, at!(base, index, scale, offset); base, index)
                }
                Op::LoadXS8 { d, base, index, scale, offset } => {
                    load!(1, d, at_s!(base, index, scale, offset); base, index)
                }
                Op::LoadXS16 { d, base, index, scale, offset } => {
                    load!(2, d, at_s!(base, index, scale, offset); base, index)
                }
                Op::LoadXS32 { d, base, index, scale, offset } => {
                    load!(4, d, at_s!(base, index, scale, offset); base, index)
                }
                Op::LoadXS64 { d, base, index, scale, offset } => {
                    load!(8, d, at_s!(base, index, scale, offset); base, index)
                }
                Op::Load8To32 { d, base, offset } => {
                    load!(1 extended to 32, d, at!(base, offset); base);
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::LoadX8To32 { d, base, index, scale, offset } => {
                    load!(1 extended to 32, d, at!(base, index, scale, offset); base, index);
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::LoadXS8To32 { d, base, index, scale, offset } => {
                    load!(1 extended to 32, d, at_s!(base, index, scale, offset); base, index);
                    r!(d) = u64::from(r!(d) as i8 as i32 as u32);
                }
                Op::Load16To32 { d, base, offset } => {
                    load!(2 extended to 32, d, at!(base, offset); base);
                    r!(d) = u64::from(r!(d) as i16 as i32 as u32);
                }
                Op::Load32To64 { d, base, offset } => {
                    load!(4 extended to 64, d, at!(base, offset); base);
                    r!(d) = r!(d) as i32 as i64 as u64;
                }
                Op::LoadBits { d, base, offset, bits } => {
                    let symbolic = symbolic!(base);
                    if symbolic {
                        step!();
                    }
                    let address = at!(base, offset);
                    let count = usize::from(bits).div_ceil(64);
                    let to = std::slice::from_raw_parts_mut(registers.add(d.0 as usize), count);
                    check!(slow::load_bits(&mut m.memory, address, u32::from(bits), to));
                    if M::SYMBOLIC && !symbolic {
                        let to = std::slice::from_raw_parts_mut(shadow.add(d.0 as usize), count);
                        mode.loaded_bits(&mut m.memory, address, u32::from(bits), to);
                    }
                }
                Op::Store8 { a, base, offset } => store!(1, a, at!(base, offset); base),
                Op::Store16 { a, base, offset } => store!(2, a, at!(base, offset); base),
                Op::Store32 { a, base, offset } => store!(4, a, at!(base, offset); base),
                Op::Store64 { a, base, offset } => store!(8, a, at!(base, offset); base),
                Op::StoreX8 { a, base, index, scale, offset } => {
                    store!(1, a, at!(base, index, scale, offset); base, index)
                }
                Op::StoreX16 { a, base, index, scale, offset } => {
                    store!(2, a, at!(base, index, scale, offset); base, index)
                }
                Op::StoreX32 { a, base, index, scale, offset } => {
                    store!(4, a, at!(base, index, scale, offset); base, index)
                }
                Op::StoreX64 { a, base, index, scale, offset } => {
                    store!(8, a, at!(base, index, scale, offset); base, index)
                }
                Op::StoreXS8 { a, base, index, scale, offset } => {
                    store!(1, a, at_s!(base, index, scale, offset); base, index)
                }
                Op::StoreXS16 { a, base, index, scale, offset } => {
                    store!(2, a, at_s!(base, index, scale, offset); base, index)
                }
                Op::StoreXS32 { a, base, index, scale, offset } => {
                    store!(4, a, at_s!(base, index, scale, offset); base, index)
                }
                Op::StoreXS64 { a, base, index, scale, offset } => {
                    store!(8, a, at_s!(base, index, scale, offset); base, index)
                }
                Op::StoreBits { a, base, offset, bits } => {
                    if M::SYMBOLIC {
                        step!();
                    }
                    let address = at!(base, offset);
                    let from = std::slice::from_raw_parts(registers.add(a.0 as usize), usize::from(bits).div_ceil(64));
                    check!(slow::store_bits(&mut m.memory, address, u32::from(bits), from));
                    if M::SYMBOLIC {
                        mode.stored(&mut m.memory);
                    }
                }
                Op::Lea { d, base, index, scale, offset } => set!(d = at!(base, index, scale, offset); base, index),
                Op::LeaS { d, base, index, scale, offset } => set!(d = at_s!(base, index, scale, offset); base, index),
                Op::LeaWide { d, base, index, scale } => set!(d = at!(base, index, scale, 0); base, index),
                Op::LeaWideS { d, base, index, scale } => set!(d = at_s!(base, index, scale, 0); base, index),
                Op::Alloca { d, size, align } => {
                    put!(d = check!(m.memory.stack_allocate(u64::from(size), u64::from(align))));
                }

                Op::FAdd64 { d, a, b } => set!(d = (f64!(a) + f64!(b)).to_bits(); a, b),
                Op::FSub64 { d, a, b } => set!(d = (f64!(a) - f64!(b)).to_bits(); a, b),
                Op::FMul64 { d, a, b } => set!(d = (f64!(a) * f64!(b)).to_bits(); a, b),
                Op::FDiv64 { d, a, b } => set!(d = (f64!(a) / f64!(b)).to_bits(); a, b),
                Op::FAdd32 { d, a, b } => set!(d = u64::from((f32!(a) + f32!(b)).to_bits()); a, b),
                Op::FSub32 { d, a, b } => set!(d = u64::from((f32!(a) - f32!(b)).to_bits()); a, b),
                Op::FMul32 { d, a, b } => set!(d = u64::from((f32!(a) * f32!(b)).to_bits()); a, b),
                Op::FDiv32 { d, a, b } => set!(d = u64::from((f32!(a) / f32!(b)).to_bits()); a, b),
                Op::FNeg64 { d, a } => set!(d = r!(a) ^ 1 << 63; a),
                Op::FNeg32 { d, a } => set!(d = r!(a) ^ 1 << 31; a),
                Op::FCmp64 { predicate, d, a, b } => {
                    set!(d = u64::from(compare_float(predicate, f64!(a), f64!(b))); a, b)
                }
                Op::FCmp32 { predicate, d, a, b } => {
                    set!(d = u64::from(compare_float(predicate, f64::from(f32!(a)), f64::from(f32!(b)))); a, b);
                }
                Op::F32ToF64 { d, a } => set!(d = f64::from(f32!(a)).to_bits(); a),
                Op::F64ToF32 { d, a } => set!(d = u64::from((f64!(a) as f32).to_bits()); a),
                Op::SiToF64 { d, a, bits } => {
                    let shift = 64 - bits;
                    set!(d = ((((r!(a) << shift) as i64) >> shift) as f64).to_bits(); a);
                }
                Op::UiToF64 { d, a } => set!(d = (r!(a) as f64).to_bits(); a),

                Op::Jump { target } => go!(target),
                Op::BrTrue { a, target } => branch!(r!(a) & 1 != 0, target; a),
                Op::BrFalse { a, target } => branch!(r!(a) & 1 == 0, target; a),
                Op::BrEq { a, b, target } => branch!(compare!(r!(a), ==, r!(b)), target; a, b),
                Op::BrNe { a, b, target } => branch!(compare!(r!(a), !=, r!(b)), target; a, b),
                Op::BrUlt { a, b, target } => branch!(compare!(r!(a), <, r!(b)), target; a, b),
                Op::BrUle { a, b, target } => branch!(compare!(r!(a), <=, r!(b)), target; a, b),
                Op::BrSlt32 { a, b, target } => branch!(compare!(r!(a) as i32, <, r!(b) as i32), target; a, b),
                Op::BrSle32 { a, b, target } => branch!(compare!(r!(a) as i32, <=, r!(b) as i32), target; a, b),
                Op::BrSlt64 { a, b, target } => branch!(compare!(r!(a) as i64, <, r!(b) as i64), target; a, b),
                Op::BrSle64 { a, b, target } => branch!(compare!(r!(a) as i64, <=, r!(b) as i64), target; a, b),
                Op::BrEqI { a, imm, target } => branch!(compare!(r!(a), ==, u64::from(imm)), target; a),
                Op::BrNeI { a, imm, target } => branch!(compare!(r!(a), !=, u64::from(imm)), target; a),
                Op::BrUltI { a, imm, target } => branch!(compare!(r!(a), <, u64::from(imm)), target; a),
                Op::BrUgtI { a, imm, target } => branch!(compare!(r!(a), >, u64::from(imm)), target; a),
                Op::BrSlt32I { a, imm, target } => branch!(compare!(r!(a) as i32, <, imm), target; a),
                Op::BrSgt32I { a, imm, target } => branch!(compare!(r!(a) as i32, >, imm), target; a),
                Op::BrSlt64I { a, imm, target } => branch!(compare!(r!(a) as i64, <, i64::from(imm)), target; a),
                Op::BrSgt64I { a, imm, target } => branch!(compare!(r!(a) as i64, >, i64::from(imm)), target; a),
                Op::Switch { a, table } => {
                    let table = &code.switches[table as usize];
                    if symbolic!(a) || M::SYMBOLIC && matches!(table, SwitchTable::Wide { .. }) {
                        step!();
                    }
                    let target = switch_target(table, registers.add(a.0 as usize));
                    go!(target);
                }
                Op::IndirectJump { a, table } => {
                    if symbolic!(a) {
                        step!();
                    }
                    let address = r!(a);
                    let targets = &code.jumps[table as usize];
                    match targets.binary_search_by_key(&address, |(at, _)| *at) {
                        Ok(i) => go!(targets[i].1),
                        Err(_) => stop!(Stop::Fault(Fault::BadJump { address })),
                    }
                }

                Op::Call { d, function, args } => enter!(program.code(function), d, args),
                Op::CallHost { d, function, args } => ask_host!(function, d, args),
                Op::CallIndirect { d, address, args } => {
                    if symbolic!(address) {
                        step!();
                    }
                    let address = r!(address);
                    let Some(function) = program.addresses().function_at(address) else {
                        stop!(Stop::Fault(Fault::BadCall { address }));
                    };
                    match m.targets[function.index()] {
                        Target::Guest => enter!(program.code(function), d, args),
                        _ => ask_host!(function, d, args),
                    }
                }
                Op::Return0 => leave!(0, 0),
                Op::Return1 { a } => leave!(a.0 as usize, 1),
                Op::ReturnN { a, count } => leave!(a.0 as usize, count as usize),

                Op::Slow { index } => {
                    if M::SYMBOLIC {
                        settle!(mode.slow_step(m, code, base, pc.offset_from(ops) as usize - 1, index));
                    }
                    save!();
                    start = pc;
                    if let Err(stop) = slow::run(m, code, index as usize, base) {
                        return Progress::Ended(stop);
                    }
                    if M::SYMBOLIC {
                        mode.ran_slow(m);
                    }
                    if O::FOLLOWS {
                        observer::tell_copied(m, observer, code, base, pc.offset_from(ops) as usize - 1);
                    }
                }
                Op::Unreachable => stop!(Stop::Fault(Fault::Unreachable)),
            }
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
pub(crate) unsafe fn switch_target(table: &SwitchTable, value: *const u64) -> u32 {
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
