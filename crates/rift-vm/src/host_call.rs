//! Calls of functions that the module does not define: the machine's own answer, or the host's.

use crate::builtins::{self, After};
use crate::code::{FnCode, Slot};
use crate::concolic::Mode;
use crate::host::{Host, Reply};
use crate::machine::{Machine, Target};
use crate::outcome::Stop;
use rift_ir::{EntityRef, FuncId};
use std::sync::Arc;

/// A call of a function that the module does not define.
#[derive(Clone, Copy)]
pub(crate) struct HostCall {
    pub function: FuncId,
    /// The operation.
    pub at: usize,
    /// Where the result goes. May be the end of the frame when the call has no result.
    pub d: Slot,
    pub args: u32,
}

impl HostCall {
    /// The slots of the arguments.
    pub fn args(self, code: &FnCode) -> &[u32] {
        let count = code.pool[self.args as usize] as usize;
        &code.pool[self.args as usize + 1..][..count]
    }
}

/// True when frames changed.
#[inline(never)]
pub(crate) fn call_host<H: Host, M: Mode>(
    m: &mut Machine<H>,
    mode: &mut M,
    code: &FnCode,
    base: usize,
    call: HostCall,
) -> Result<bool, Stop> {
    const FEW: usize = 16;
    let slots = call.args(code);
    let mut few = [0u64; FEW];
    let many: Vec<u64>;
    let values: &[u64] = if slots.len() <= FEW {
        few.iter_mut().zip(slots).for_each(|(value, slot)| *value = m.registers[base + *slot as usize]);
        &few[..slots.len()]
    } else {
        many = slots.iter().map(|slot| m.registers[base + *slot as usize]).collect();
        &many
    };
    let room = (code.frame_slots - call.d.0) as usize;
    let to = base + call.d.0 as usize;
    let targets = Arc::clone(&m.targets);
    match &targets[call.function.index()] {
        Target::Host(function) => {
            let (reply, term) = mode.answer(m, code, base, call, function, values)?;
            match reply {
                Reply::Nothing => {}
                Reply::Value(value) if room > 0 => m.set_register(to, value, term),
                Reply::Wide(low, high) if room > 1 => {
                    m.set_register(to, low, term);
                    m.set_register(to + 1, high, None);
                }
                Reply::Wide(low, _) if room > 0 => m.set_register(to, low, term),
                Reply::Value(_) | Reply::Wide(..) => {}
            }
            Ok(false)
        }
        Target::Builtin(builtin) => {
            let after = builtins::call(m, *builtin, values, call.d)?;
            mode.stored(&mut m.memory);
            match after {
                After::Return(value) => {
                    if room > 0 {
                        m.set_register(to, value, None);
                    }
                    Ok(false)
                }
                After::Reload => Ok(true),
            }
        }
        Target::Guest | Target::Missing => {
            let name = &m.program.module.functions[call.function].name;
            Err(Stop::Unsupported(format!("the function `{name}`")))
        }
    }
}
