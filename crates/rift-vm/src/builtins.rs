//! Functions that the machine itself answers because they touch frames or whole pages: block operations,
//! setjmp/longjmp, and the unwinding primitives of `runtime/include/rift.h`.

use crate::code::{FnCode, Slot};
use crate::host::Host;
use crate::machine::{Frame, Machine};
use crate::memory::Memory;
use crate::outcome::{Fault, Stop};
use rift_ir::{Clause, InstKind, Operand};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    Memcpy,
    Memset,
    SetJump,
    /// `sigsetjmp`: with the signal mask if its second argument says so.
    SetJumpWithMask,
    LongJump,
    /// `__builtin_setjmp`, whose buffer has five words, and its jump, which always brings 1.
    ShortSetJump,
    ShortLongJump,
    LandingPad,
    UnwindTo,
    TypeId,
}

/// What the interpreter does after a builtin.
pub(crate) enum After {
    Return(u64),
    /// Frames changed: go on where the top frame says.
    Reload,
}

impl Builtin {
    pub fn named(name: &str) -> Option<Builtin> {
        Some(match name {
            "memcpy" | "memmove" => Builtin::Memcpy,
            "memset" => Builtin::Memset,
            "setjmp" | "_setjmp" => Builtin::SetJump,
            "__sigsetjmp" | "sigsetjmp" => Builtin::SetJumpWithMask,
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Builtin::LongJump,
            "llvm.eh.sjlj.setjmp" => Builtin::ShortSetJump,
            "llvm.eh.sjlj.longjmp" => Builtin::ShortLongJump,
            "__rift_landing_pad" => Builtin::LandingPad,
            "__rift_unwind_to" => Builtin::UnwindTo,
            "__rift_typeid" => Builtin::TypeId,
            _ => return None,
        })
    }
}

/// Whether the machine itself answers calls of `name`.
pub fn is_builtin(name: &str) -> bool {
    Builtin::named(name).is_some()
}

/// The top frame's `pc` is already past the call; `d` is where the call's result goes.
pub(crate) fn call<H: Host>(m: &mut Machine<H>, builtin: Builtin, args: &[u64], d: Slot) -> Result<After, Stop> {
    let arg = |i: usize| args.get(i).copied().unwrap_or(0);
    match builtin {
        Builtin::Memcpy => {
            m.memory.copy(arg(0), arg(1), arg(2))?;
            Ok(After::Return(arg(0)))
        }
        Builtin::Memset => {
            m.memory.fill(arg(0), arg(1) as u8, arg(2))?;
            Ok(After::Return(arg(0)))
        }
        Builtin::SetJump => {
            JumpPoint::here(m, d, None).write(&mut m.memory, arg(0), JUMP_WORDS)?;
            Ok(After::Return(0))
        }
        Builtin::ShortSetJump => {
            JumpPoint::here(m, d, None).write(&mut m.memory, arg(0), SHORT_JUMP_WORDS)?;
            Ok(After::Return(0))
        }
        Builtin::ShortLongJump => {
            JumpPoint::read(&mut m.memory, arg(0), SHORT_JUMP_WORDS)?.jump(m, 1)?;
            Ok(After::Reload)
        }
        Builtin::SetJumpWithMask => {
            let address = m.host.signal_mask().filter(|_| arg(1) as u32 != 0);
            let mask = address.map(|address| m.memory.load::<8>(address)).transpose()?;
            JumpPoint::here(m, d, mask).write(&mut m.memory, arg(0), JUMP_WORDS)?;
            Ok(After::Return(0))
        }
        Builtin::LongJump => {
            let point = JumpPoint::read(&mut m.memory, arg(0), JUMP_WORDS)?;
            let value = match arg(1) as u32 {
                0 => 1,
                value => value,
            };
            point.jump(m, u64::from(value))?;
            if let (Some(address), Some(mask)) = (m.host.signal_mask(), point.mask) {
                m.memory.store::<8>(address, mask)?;
                m.memory.clear_terms(address, 8);
            }
            Ok(After::Reload)
        }
        Builtin::LandingPad => Ok(After::Return(describe_landing_pad(m, arg(0), arg(1))?)),
        Builtin::UnwindTo => {
            unwind_to(m, arg(0), arg(1), arg(2))?;
            Ok(After::Reload)
        }
        Builtin::TypeId => Ok(After::Return(arg(0) & 0x7fff_ffff)),
    }
}

/// Of the eight words that a jmp_buf has for registers.
pub(crate) const JUMP_WORDS: usize = 7;
/// All that the buffer of `__builtin_setjmp` has. The two words of the mask are left out.
pub(crate) const SHORT_JUMP_WORDS: usize = 5;

/// What setjmp leaves in the program's jmp_buf.
struct JumpPoint {
    depth: u64,
    serial: u64,
    pc: u64,
    d: u64,
    stack: u64,
    /// The blocked signals, if they are to be restored: two words. The runtime's siglongjmp reads them.
    mask: Option<u64>,
}

impl JumpPoint {
    fn here<H: Host>(m: &Machine<H>, d: Slot, mask: Option<u64>) -> JumpPoint {
        let (serial, pc) = m.frames.last().map_or((0, 0), |f| (f.serial, f.pc));
        JumpPoint {
            depth: m.frames.len() as u64,
            serial,
            pc: u64::from(pc),
            d: u64::from(d.0),
            stack: m.memory.stack_mark(),
            mask,
        }
    }

    fn write(&self, memory: &mut Memory, buffer: u64, count: usize) -> Result<(), Stop> {
        let (masked, mask) = (u64::from(self.mask.is_some()), self.mask.unwrap_or(0));
        let words = [self.depth, self.serial, self.pc, self.d, self.stack, masked, mask];
        for (i, word) in words.into_iter().take(count).enumerate() {
            memory.store::<8>(buffer.wrapping_add(8 * i as u64), word)?;
        }
        memory.clear_terms(buffer, 8 * count as u64);
        Ok(())
    }

    fn read(memory: &mut Memory, buffer: u64, count: usize) -> Result<JumpPoint, Stop> {
        let mut words = [0; JUMP_WORDS];
        for (i, word) in words.iter_mut().take(count).enumerate() {
            *word = memory.load::<8>(buffer.wrapping_add(8 * i as u64))?;
        }
        let [depth, serial, pc, d, stack, masked, mask] = words;
        Ok(JumpPoint { depth, serial, pc, d, stack, mask: (masked == 1).then_some(mask) })
    }

    /// Trusts nothing that was read from the program's memory.
    fn jump<H: Host>(&self, m: &mut Machine<H>, value: u64) -> Result<(), Stop> {
        let bad = || Stop::Fault(Fault::BadLongJump);
        let depth = usize::try_from(self.depth).map_err(|_| bad())?;
        let frame: &Frame = depth.checked_sub(1).and_then(|i| m.frames.get(i)).ok_or_else(bad)?;
        // SAFETY: see `Frame::code`.
        let code: &FnCode = unsafe { &*frame.code };
        let valid = frame.serial == self.serial
            && self.pc > 0
            && self.pc < code.ops.len() as u64
            && self.d < u64::from(code.frame_slots)
            && matches!(code.ops[self.pc as usize - 1], crate::code::Op::CallHost { d, .. } if u64::from(d.0) == self.d);
        if !valid {
            return Err(bad());
        }
        let base = frame.base;
        m.frames.truncate(depth);
        m.frames[depth - 1].pc = self.pc as u32;
        m.set_register(base + self.d as usize, value, None);
        m.memory.stack_release(self.stack.min(m.frames[depth - 1].mark));
        Ok(())
    }
}

/// The frame `depth` above the function that asked (which is the top frame).
fn frame_at<H: Host>(m: &Machine<H>, depth: u64) -> Option<usize> {
    let depth = usize::try_from(depth as u32).ok()?;
    m.frames.len().checked_sub(depth.checked_add(2)?)
}

/// The landing pad of the call that a suspended frame is in.
fn landing_pad_of(frame: &Frame) -> Option<crate::code::Unwind> {
    // SAFETY: see `Frame::code`.
    let code = unsafe { &*frame.code };
    let call = frame.pc.checked_sub(1)?;
    let at = code.unwinds.binary_search_by_key(&call, |u| u.call).ok()?;
    Some(code.unwinds[at])
}

const MAX_CLAUSES: usize = 62;

/// Fills `struct rift_landing_pad`: cleanup, count, clauses[62], kinds[62].
fn describe_landing_pad<H: Host>(m: &mut Machine<H>, depth: u64, out: u64) -> Result<u64, Stop> {
    let Some(at) = frame_at(m, depth) else { return Ok(u64::from(u32::MAX)) };
    let frame = m.frames[at];
    let Some(unwind) = landing_pad_of(&frame) else { return Ok(0) };
    // SAFETY: see `Frame::code`.
    let id = unsafe { (*frame.code).id };
    let program = std::sync::Arc::clone(&m.program);
    let InstKind::LandingPad { clauses, cleanup } = &program.module.functions[id].insts[unwind.landing_pad].kind else {
        return Ok(0);
    };
    let mut entries: Vec<(u64, i8)> = Vec::new();
    for clause in clauses {
        match clause {
            Clause::Catch(ty) => entries.push((type_info(m, *ty), 0)),
            Clause::Filter(types) => {
                let kind = i8::try_from(types.len() + 1).unwrap_or(i8::MAX);
                entries.push((0, kind));
                entries.extend(types.iter().map(|ty| (type_info(m, *ty), -1)));
            }
        }
    }
    if entries.len() > MAX_CLAUSES {
        return Err(Stop::Unsupported(format!("a landing pad of more than {MAX_CLAUSES} clauses")));
    }
    m.memory.store::<4>(out, u64::from(*cleanup))?;
    m.memory.store::<4>(out.wrapping_add(4), entries.len() as u64)?;
    for (i, (ty, kind)) in entries.into_iter().enumerate() {
        m.memory.store::<8>(out.wrapping_add(8 + 8 * i as u64), ty)?;
        m.memory.store::<1>(out.wrapping_add((8 + 8 * MAX_CLAUSES + i) as u64), kind as u8 as u64)?;
    }
    m.memory.clear_terms(out, (8 + 9 * MAX_CLAUSES) as u64);
    Ok(1)
}

/// Clauses are constants: the address of a type_info, or null.
fn type_info<H: Host>(m: &Machine<H>, operand: Operand) -> u64 {
    let Operand::Const(id) = operand else { return 0 };
    let mut slots = Vec::new();
    match crate::program::Program::constant_slots(&m.program.module, m.program.addresses(), id, &mut slots) {
        Ok(()) => slots.first().copied().unwrap_or(0),
        Err(_) => 0,
    }
}

fn unwind_to<H: Host>(m: &mut Machine<H>, depth: u64, exception: u64, selector: u64) -> Result<(), Stop> {
    let missing = || Stop::Fault(Fault::UncaughtException);
    let at = frame_at(m, depth).ok_or_else(missing)?;
    let unwind = landing_pad_of(&m.frames[at]).ok_or_else(missing)?;
    // The callee's mark is what the stack pointer was at the call.
    if let Some(callee) = m.frames.get(at + 1) {
        m.memory.stack_release(callee.mark);
    }
    m.frames.truncate(at + 1);
    m.frames[at].pc = unwind.edge;
    m.exception = (exception, selector & 0xffff_ffff);
    Ok(())
}
