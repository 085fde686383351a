//! Before calls of functions that the module does not define: what they cannot deal with is pinned.

use super::Pin;
use super::step::{Paused, Step};
use crate::builtins::{Builtin, JUMP_WORDS, SHORT_JUMP_WORDS};
use crate::code::Slot;

impl Step<'_> {
    pub(super) fn pin_args(&mut self, args: &[u32], why: Pin) -> Result<(), Paused> {
        args.iter().try_for_each(|slot| self.pin(Slot(*slot), why))
    }

    /// `mask` is where the program keeps its blocked signals.
    pub(super) fn before_builtin(&mut self, builtin: Builtin, args: &[u32], mask: Option<u64>) -> Result<(), Paused> {
        match (builtin, args) {
            (Builtin::Memcpy, [to, from, length, ..]) => {
                self.pin(Slot(*to), Pin::WriteAddress)?;
                self.pin(Slot(*from), Pin::ReadAddress)?;
                self.pin(Slot(*length), Pin::Size)
            }
            (Builtin::Memset, [to, byte, length, ..]) => self.fill(Slot(*to), Slot(*byte), Slot(*length)),
            (Builtin::SetJump | Builtin::SetJumpWithMask, _) => {
                self.pin_args(args, Pin::Operation)?;
                self.pin_memory(mask, 1)
            }
            (Builtin::LongJump, _) => {
                self.pin_args(args, Pin::Target)?;
                self.pin_memory(args.first().map(|buffer| self.value(Slot(*buffer))), JUMP_WORDS)
            }
            (Builtin::ShortLongJump, _) => {
                self.pin_args(args, Pin::Target)?;
                self.pin_memory(args.first().map(|buffer| self.value(Slot(*buffer))), SHORT_JUMP_WORDS)
            }
            _ => self.pin_args(args, Pin::Operation),
        }
    }

    /// Words that the machine is about to read.
    fn pin_memory(&mut self, address: Option<u64>, words: usize) -> Result<(), Paused> {
        let Some(address) = address else { return Ok(()) };
        for i in 0..words as u64 {
            let at = address.wrapping_add(8 * i);
            if let Some(term) = self.term_at(at, 8) {
                let value = self.memory.read_array(at).map_or(0, u64::from_le_bytes);
                self.pin_term(term, value, Pin::Target)?;
            }
        }
        Ok(())
    }
}
