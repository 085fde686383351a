//! Variadic arguments by the x86-64 System V ABI (section 3.5.7).
//!
//! clang reads the register save area itself, so `va_start` must build one as a native prologue would. It is
//! built lazily, from the caller's slots: the caller stands still while the callee runs.

use crate::code::{ArgClass, FnCode, PassedArg, Place, Slot};
use crate::host::Host;
use crate::layout::Scalar;
use crate::machine::Machine;
use crate::outcome::Stop;
use rift_ir::FloatKind;

const GENERAL_REGISTERS: usize = 6;
const SSE_REGISTERS: usize = 8;
const SAVE_AREA: usize = GENERAL_REGISTERS * 8 + SSE_REGISTERS * 16;

/// Registers and stack of a call, as the ABI fills them.
struct Passed {
    save_area: [u8; SAVE_AREA],
    general: usize,
    sse: usize,
    overflow: Vec<u8>,
}

pub(crate) fn start<H: Host>(m: &mut Machine<H>, list: u64) -> Result<(), Stop> {
    let [.., caller, callee] = m.frames.as_slice() else {
        return Err(Stop::Unsupported("va_start in an entry function".to_owned()));
    };
    let (caller, callee) = (*caller, *callee);
    // SAFETY: see `Frame::code`.
    let (caller_code, callee_code) = unsafe { (&*caller.code, &*callee.code) };
    let call = caller.pc.saturating_sub(1);
    let args = passed_args(caller_code, call);

    let mut passed = Passed { save_area: [0; SAVE_AREA], general: 0, sse: 0, overflow: Vec::new() };
    let fixed = callee_code.fixed_params as usize;
    for arg in args.iter().take(fixed) {
        pass(m, caller.base, arg, &mut passed)?;
    }
    let (general, sse) = (passed.general, passed.sse);
    // Fixed arguments in memory lie below what va_arg will read.
    passed.overflow.clear();
    for arg in args.iter().skip(fixed) {
        pass(m, caller.base, arg, &mut passed)?;
    }

    let area = match callee.variadic_area {
        0 => {
            let area = m.memory.stack_allocate((SAVE_AREA + passed.overflow.len()) as u64, 16)?;
            if let Some(frame) = m.frames.last_mut() {
                frame.variadic_area = area;
            }
            area
        }
        area => area,
    };
    m.memory.write(area, &passed.save_area)?;
    m.memory.write(area + SAVE_AREA as u64, &passed.overflow)?;
    m.memory.store::<4>(list, (general * 8) as u64)?;
    m.memory.store::<4>(list.wrapping_add(4), (GENERAL_REGISTERS * 8 + sse * 16) as u64)?;
    m.memory.store::<8>(list.wrapping_add(8), area + SAVE_AREA as u64)?;
    m.memory.store::<8>(list.wrapping_add(16), area)?;
    Ok(())
}

/// A call whose signature is not variadic passes plain words.
fn passed_args(code: &FnCode, call: u32) -> Vec<PassedArg> {
    if let Ok(i) = code.passed.binary_search_by_key(&call, |(pc, _)| *pc) {
        return code.passed[i].1.clone();
    }
    let Some(args) = code.ops.get(call as usize).and_then(crate::code::Op::argument_list) else { return Vec::new() };
    let count = code.pool[args as usize] as usize;
    let slots = &code.pool[args as usize + 1..args as usize + 1 + count];
    slots.iter().map(|slot| PassedArg { class: ArgClass::Integer { slots: 1 }, slot: Slot(*slot) }).collect()
}

fn pass<H: Host>(m: &mut Machine<H>, base: usize, arg: &PassedArg, to: &mut Passed) -> Result<(), Stop> {
    let at = base + arg.slot.0 as usize;
    match arg.class {
        ArgClass::Integer { slots } => {
            let slots = usize::from(slots);
            let bytes: Vec<u8> = m.registers[at..at + slots].iter().flat_map(|w| w.to_le_bytes()).collect();
            if to.general + slots <= GENERAL_REGISTERS {
                let start = to.general * 8;
                to.save_area[start..start + bytes.len()].copy_from_slice(&bytes);
                to.general += slots;
            } else {
                push(&mut to.overflow, &bytes, if slots > 1 { 16 } else { 8 });
            }
        }
        ArgClass::Sse { slots, lane_bytes } => {
            let lanes = &m.registers[at..at + usize::from(slots)];
            let bytes: Vec<u8> =
                lanes.iter().flat_map(|w| w.to_le_bytes().into_iter().take(usize::from(lane_bytes))).collect();
            if bytes.len() <= 16 && to.sse < SSE_REGISTERS {
                let start = GENERAL_REGISTERS * 8 + to.sse * 16;
                to.save_area[start..start + bytes.len()].copy_from_slice(&bytes);
                to.sse += 1;
            } else {
                let align = bytes.len().next_power_of_two().max(8);
                push(&mut to.overflow, &bytes, align);
            }
        }
        ArgClass::X87 => {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&m.registers[at].to_le_bytes());
            bytes[8..].copy_from_slice(&m.registers[at + 1].to_le_bytes());
            push(&mut to.overflow, &bytes, 16);
        }
        ArgClass::Memory { size, align } => {
            let bytes = m.memory.read_vec(m.registers[at], u64::from(size))?;
            push(&mut to.overflow, &bytes, (align as usize).max(8));
        }
    }
    Ok(())
}

fn push(overflow: &mut Vec<u8>, bytes: &[u8], align: usize) {
    overflow.resize(overflow.len().next_multiple_of(align), 0);
    overflow.extend_from_slice(bytes);
    overflow.resize(overflow.len().next_multiple_of(8), 0);
}

/// The `va_arg` instruction on a va_list in memory.
pub(crate) fn next<H: Host>(m: &mut Machine<H>, base: usize, d: Place, list: u64) -> Result<(), Stop> {
    let (in_register, size) = match d.scalar {
        Scalar::Float(FloatKind::X87) => (None, 16),
        Scalar::Float(_) => (Some((4, SAVE_AREA as u64, 16)), 8),
        Scalar::Int(bits) => (Some((0, (GENERAL_REGISTERS * 8) as u64, 8)), u64::from(bits.div_ceil(64)) * 8),
    };
    let address = match in_register {
        Some((field, end, step)) if m.memory.load::<4>(list.wrapping_add(field))?.saturating_add(size) <= end => {
            let offset = m.memory.load::<4>(list.wrapping_add(field))?;
            let area = m.memory.load::<8>(list.wrapping_add(16))?;
            m.memory.store::<4>(list.wrapping_add(field), offset + step.max(size))?;
            area.wrapping_add(offset)
        }
        _ => {
            let area = m.memory.load::<8>(list.wrapping_add(8))?;
            let area = if size > 8 { area.wrapping_add(15) & !15 } else { area };
            m.memory.store::<8>(list.wrapping_add(8), area.wrapping_add(size))?;
            area
        }
    };
    let bits = d.scalar.bits();
    let bytes = m.memory.read_vec(address, u64::from(bits.div_ceil(8)))?;
    let at = base + d.slot.0 as usize;
    crate::slow::bytes_to_slots(&bytes, bits, &mut m.registers[at..at + d.scalar.slots() as usize]);
    Ok(())
}
