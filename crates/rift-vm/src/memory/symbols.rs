//! Symbolic bytes: which parts of memory carry terms.
//!
//! A page keeps a sorted list of *spans*: some bytes that hold some bytes of a term. Whole stored values stay whole, so
//! that a load of what was stored gives the very term back; copies and partial overwrites only cut spans, and need no
//! arena of terms. A page without spans costs nothing.

use super::Memory;
use rift_expr::{TermId, Terms};

#[expect(unused_variables, clippy::todo, reason = "the bodies are being written")]
impl Memory {
    /// Whether any byte ever became symbolic: as long as not, nothing needs to be looked up.
    #[inline(always)]
    pub fn has_symbols(&self) -> bool {
        todo!()
    }

    /// The term of `bytes` bytes at `address`, little-endian, of width 8 * bytes; `None` when all are concrete.
    /// Concrete bytes among symbolic ones become constants. The range must be readable.
    #[inline]
    pub fn term_at(&mut self, terms: &mut Terms, address: u64, bytes: u32) -> Option<TermId> {
        todo!()
    }

    /// Makes `bytes` bytes at `address` carry a term of width 8 * bytes. The concrete bytes are to be written before,
    /// by a store or write, which also makes sure that they may be written.
    pub fn set_term(&mut self, address: u64, bytes: u32, term: TermId) {
        todo!()
    }

    /// Makes the bytes concrete. `store`, the raw store of the machine, leaves terms alone: who stores calls this.
    #[inline]
    pub fn clear_terms(&mut self, address: u64, bytes: u64) {
        todo!()
    }

    /// From now on symbolic bytes that [`Memory::read`] and its like hand out are noted.
    pub fn note_reads(&mut self) {
        todo!()
    }

    /// Ends the noting: (address, bytes) of symbolic spans that were read, each once.
    pub fn take_noted(&mut self) -> Vec<(u64, u32)> {
        todo!()
    }

    /// Gives every symbolic byte the value that `value` finds for its term.
    pub fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        todo!()
    }
}
