//! Addresses as object and offset, so that two runs can be compared although their objects lie elsewhere.

use super::Occurrence;
use rift_vm::Memory;
use rift_vm::memory::regions;
use std::collections::BTreeMap;

/// What an address means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pointer {
    /// Into an object that an occurrence made: an `alloca`, or a call that allocates.
    Object {
        made_by: Occurrence,
        offset: u64,
    },
    /// Into a global of this size.
    Global {
        size: u64,
        offset: u64,
    },
    Function,
    /// Null, and everything that is not an address of something known.
    Other(u64),
}

/// The objects of a run that are not globals.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// By address: bytes, and what made them.
    made: BTreeMap<u64, (u64, Occurrence)>,
}

impl Objects {
    pub fn add(&mut self, address: u64, bytes: u64, by: Occurrence) {
        // What was there before is gone.
        let end = address.saturating_add(bytes.max(1));
        let stale: Vec<u64> = self.made.range(address..end).map(|(at, _)| *at).collect();
        stale.iter().for_each(|at| _ = self.made.remove(at));
        self.made.insert(address, (bytes, by));
    }

    pub fn pointer(&self, memory: &Memory, address: u64) -> Pointer {
        if let regions::CODE..regions::CODE_END = address {
            return Pointer::Function;
        }
        if let regions::GLOBALS..regions::GLOBALS_END | regions::CONSTANTS..regions::CONSTANTS_END = address {
            return match memory.object_near(address) {
                // One past the end belongs to the object, here and below.
                Some(object) if address.wrapping_sub(object.base) <= object.size => {
                    Pointer::Global { size: object.size, offset: address - object.base }
                }
                _ => Pointer::Other(address),
            };
        }
        match self.made.range(..=address).next_back() {
            Some((base, (bytes, made_by))) if address - base <= *bytes => {
                Pointer::Object { made_by: *made_by, offset: address - base }
            }
            _ => Pointer::Other(address),
        }
    }
}
