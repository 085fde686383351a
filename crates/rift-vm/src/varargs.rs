//! Variadic arguments by the x86-64 System V ABI (section 3.5.7).
//!
//! clang reads the register save area itself, so `va_start` must build one as a native prologue would. It is
//! built lazily, from the caller's slots: the caller stands still while the callee runs.

use crate::code::{ArgClass, FnCode, PassedArg, Place, Slot};
use crate::host::Host;
use crate::layout::Scalar;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::observer::{Copied, Origin};
use crate::outcome::Stop;
use rift_expr::Terms;
use rift_ir::FloatKind;

const GENERAL_REGISTERS: usize = 6;
const SSE_REGISTERS: usize = 8;
/// Where a va_list points to the arguments in memory.
const OVERFLOW_FIELD: u64 = 8;
const SAVE_AREA: usize = GENERAL_REGISTERS * 8 + SSE_REGISTERS * 16;

/// Registers and stack of a call, as the ABI fills them.
struct Passed {
    save_area: [u8; SAVE_AREA],
    general: usize,
    sse: usize,
    overflow: Vec<u8>,
    noted: Noted,
    /// Where arguments went that are noted, from the beginning of the save area.
    symbolic: Vec<(usize, Symbolic)>,
}

/// Which arguments it is noted of where they went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Noted {
    /// Those that have terms.
    Symbolic,
    All,
}

#[derive(Clone, Copy)]
enum Symbolic {
    /// So many bytes of this slot of the machine.
    Slot { at: usize, bytes: u32 },
    /// So many bytes of memory.
    Memory { from: u64, bytes: u64 },
}

pub(crate) fn start<H: Host>(m: &mut Machine<H>, list: u64) -> Result<(), Stop> {
    let (fixed, passed) = pass_all(m, Noted::Symbolic)?;
    let area = match m.frames.last().map_or(0, |frame| frame.variadic_area) {
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
    m.memory.store::<4>(list, (fixed.general * 8) as u64)?;
    m.memory.store::<4>(list.wrapping_add(4), (GENERAL_REGISTERS * 8 + fixed.sse * 16) as u64)?;
    m.memory.store::<8>(list.wrapping_add(8), area + SAVE_AREA as u64)?;
    m.memory.store::<8>(list.wrapping_add(16), area)?;
    m.memory.clear_terms(list, 24);
    Ok(())
}

/// In a concolic run, after [`start`]: the area carries the terms of the arguments.
pub(crate) fn pass_terms<H: Host>(m: &mut Machine<H>, terms: &mut Terms) {
    let Some(area) = m.frames.last().map(|frame| frame.variadic_area) else { return };
    let Ok((_, passed)) = pass_all(m, Noted::Symbolic) else { return };
    for (offset, symbolic) in passed.symbolic {
        let to = area + offset as u64;
        match symbolic {
            Symbolic::Slot { at, bytes } => {
                let Some(term) = m.shadow[at] else { continue };
                let term = match terms.width(term) > 8 * bytes {
                    true => terms.extract(term, 0, 8 * bytes),
                    false => terms.zext(term, 8 * bytes),
                };
                m.memory.set_term(to, bytes, term);
            }
            Symbolic::Memory { from, bytes } => {
                // The same bytes again, this time with their terms; both ranges were accessible before.
                let copied = m.memory.copy(to, from, bytes);
                debug_assert!(copied.is_ok(), "{copied:?}");
            }
        }
    }
}

/// Where the arguments lie that [`start`] has passed through memory, and where they come from.
pub(crate) fn origins<H: Host>(m: &mut Machine<H>) -> Vec<Copied> {
    let area = m.frames.last().map_or(0, |frame| frame.variadic_area);
    let Ok((_, passed)) = pass_all(m, Noted::All) else { return Vec::new() };
    let copied = |(offset, symbolic): (usize, Symbolic)| {
        let to = area + offset as u64;
        match symbolic {
            Symbolic::Slot { at, bytes } => Copied { to, bytes: u64::from(bytes), from: Origin::Register(at as u32) },
            Symbolic::Memory { from, bytes } => Copied { to, bytes, from: Origin::Memory(from) },
        }
    };
    passed.symbolic.into_iter().map(copied).collect()
}

/// How many registers the fixed parameters of the top frame take, and where all of its arguments go.
fn pass_all<H: Host>(m: &mut Machine<H>, noted: Noted) -> Result<(Fixed, Passed), Stop> {
    let [.., caller, callee] = m.frames.as_slice() else {
        return Err(Stop::Unsupported("va_start in an entry function".to_owned()));
    };
    let (caller, callee) = (*caller, *callee);
    // SAFETY: see `Frame::code`.
    let (caller_code, callee_code) = unsafe { (&*caller.code, &*callee.code) };
    let call = caller.pc.saturating_sub(1);
    let args = passed_args(caller_code, call);
    let (overflow, symbolic) = (Vec::new(), Vec::new());
    let mut passed = Passed { save_area: [0; SAVE_AREA], general: 0, sse: 0, overflow, noted, symbolic };
    let parameters = callee_code.fixed_params as usize;
    for arg in args.iter().take(parameters) {
        pass(m, caller.base, arg, &mut passed)?;
    }
    let fixed = Fixed { general: passed.general, sse: passed.sse };
    // Fixed arguments in memory lie below what va_arg will read.
    passed.overflow.clear();
    passed.symbolic.retain(|(offset, _)| *offset < SAVE_AREA);
    for arg in args.iter().skip(parameters) {
        pass(m, caller.base, arg, &mut passed)?;
    }
    Ok((fixed, passed))
}

struct Fixed {
    general: usize,
    sse: usize,
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
            let offset = if to.general + slots <= GENERAL_REGISTERS {
                let start = to.general * 8;
                to.save_area[start..start + bytes.len()].copy_from_slice(&bytes);
                to.general += slots;
                start
            } else {
                push(&mut to.overflow, &bytes, if slots > 1 { 16 } else { 8 })
            };
            note_slots(m, at, slots, 8, offset, to);
        }
        ArgClass::Sse { slots, lane_bytes } => {
            let (slots, lane_bytes) = (usize::from(slots), usize::from(lane_bytes));
            let lanes = &m.registers[at..at + slots];
            let bytes: Vec<u8> = lanes.iter().flat_map(|w| w.to_le_bytes().into_iter().take(lane_bytes)).collect();
            let offset = if bytes.len() <= 16 && to.sse < SSE_REGISTERS {
                let start = GENERAL_REGISTERS * 8 + to.sse * 16;
                to.save_area[start..start + bytes.len()].copy_from_slice(&bytes);
                to.sse += 1;
                start
            } else {
                let align = bytes.len().next_power_of_two().max(8);
                push(&mut to.overflow, &bytes, align)
            };
            note_slots(m, at, slots, lane_bytes, offset, to);
        }
        ArgClass::X87 => {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&m.registers[at].to_le_bytes());
            bytes[8..].copy_from_slice(&m.registers[at + 1].to_le_bytes());
            let offset = push(&mut to.overflow, &bytes, 16);
            note_slots(m, at, 2, 8, offset, to);
        }
        ArgClass::Memory { size, align } => {
            let (from, size) = (m.registers[at], u64::from(size));
            let bytes = m.memory.read_vec(from, size)?;
            let offset = push(&mut to.overflow, &bytes, (align as usize).max(8));
            if to.noted == Noted::All || m.memory.has_symbols() {
                to.symbolic.push((offset, Symbolic::Memory { from, bytes: size }));
            }
        }
    }
    Ok(())
}

/// Says where from the beginning of the save area the bytes went.
fn push(overflow: &mut Vec<u8>, bytes: &[u8], align: usize) -> usize {
    overflow.resize(overflow.len().next_multiple_of(align), 0);
    let offset = SAVE_AREA + overflow.len();
    overflow.extend_from_slice(bytes);
    overflow.resize(overflow.len().next_multiple_of(8), 0);
    offset
}

/// The shadow is empty in a concrete run.
fn note_slots<H: Host>(m: &Machine<H>, at: usize, slots: usize, bytes: usize, offset: usize, to: &mut Passed) {
    for i in 0..slots {
        if to.noted == Noted::All || matches!(m.shadow.get(at + i), Some(Some(_))) {
            let symbolic = Symbolic::Slot { at: at + i, bytes: bytes as u32 };
            to.symbolic.push((offset + i * bytes, symbolic));
        }
    }
}

/// Where the next argument of a type is.
pub(crate) struct Next {
    pub address: u64,
    /// The field of the list that moves on, and its next value.
    field: u64,
    value: u64,
}

/// Looks into a va_list in memory.
pub(crate) fn find_next(memory: &mut Memory, scalar: Scalar, list: u64) -> Result<Next, Stop> {
    let (in_register, size) = match scalar {
        Scalar::Float(FloatKind::X87) => (None, 16),
        Scalar::Float(_) => (Some((4, SAVE_AREA as u64, 16)), 8),
        Scalar::Int(bits) => (Some((0, (GENERAL_REGISTERS * 8) as u64, 8)), u64::from(bits.div_ceil(64)) * 8),
    };
    if let Some((field, end, step)) = in_register {
        let offset = memory.load::<4>(list.wrapping_add(field))?;
        if offset.saturating_add(size) <= end {
            let area = memory.load::<8>(list.wrapping_add(16))?;
            return Ok(Next { address: area.wrapping_add(offset), field, value: offset + step.max(size) });
        }
    }
    let area = memory.load::<8>(list.wrapping_add(8))?;
    let area = if size > 8 { area.wrapping_add(15) & !15 } else { area };
    Ok(Next { address: area, field: OVERFLOW_FIELD, value: area.wrapping_add(size) })
}

/// The `va_arg` instruction on a va_list in memory.
pub(crate) fn next<H: Host>(m: &mut Machine<H>, base: usize, d: Place, list: u64) -> Result<(), Stop> {
    let Next { address, field, value } = find_next(&mut m.memory, d.scalar, list)?;
    match field {
        OVERFLOW_FIELD => m.memory.store::<8>(list.wrapping_add(field), value)?,
        _ => m.memory.store::<4>(list.wrapping_add(field), value)?,
    }
    let bits = d.scalar.bits();
    let bytes = m.memory.read_vec(address, u64::from(bits.div_ceil(8)))?;
    let at = base + d.slot.0 as usize;
    crate::slow::bytes_to_slots(&bytes, bits, &mut m.registers[at..at + d.scalar.slots() as usize]);
    Ok(())
}
