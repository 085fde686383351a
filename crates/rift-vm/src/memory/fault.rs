//! Faults of guest accesses: small enough to travel in registers, precise enough to explain.

use super::page::{
    GLOBAL_REDZONE, HEAP_FREED, HEAP_HEADER_FREED, HEAP_HEADER_LIVE, HEAP_REDZONE, PAGE, PAGE_BITS, STACK_POISON,
};
use super::stack::GAP;
use super::{Memory, ObjectKind, regions};
use crate::outcome::{AccessFault, Fault, Stop};

/// An access that the guest must not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryFault {
    /// The first byte that may not be accessed.
    pub address: u64,
    /// Bytes of the whole access, saturated.
    pub size: u32,
    pub kind: MemoryFaultKind,
    pub write: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryFaultKind {
    Access(AccessFault),
    StackOverflow,
}

impl From<MemoryFault> for Fault {
    fn from(fault: MemoryFault) -> Fault {
        match fault.kind {
            MemoryFaultKind::Access(kind) => {
                Fault::Access { kind, write: fault.write, address: fault.address, size: u64::from(fault.size) }
            }
            MemoryFaultKind::StackOverflow => Fault::StackOverflow,
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<MemoryFault> for Stop {
    fn from(fault: MemoryFault) -> Stop {
        Stop::Fault(fault.into())
    }
}

impl Memory {
    /// Explains why an access of `size` bytes at `address` may not be made.
    #[cold]
    #[inline(never)]
    pub(super) fn fault(&self, address: u64, size: u64, write: bool) -> MemoryFault {
        let (address, kind) = self.first_bad(address, size, write);
        MemoryFault { address, size: u32::try_from(size).unwrap_or(u32::MAX), kind, write }
    }

    fn first_bad(&self, address: u64, size: u64, write: bool) -> (u64, MemoryFaultKind) {
        let mut at = address;
        let mut left = size;
        while left > 0 {
            let offset = at as usize % PAGE;
            let span = (left as usize).min(PAGE - offset);
            let Some(page) = self.peek(at >> PAGE_BITS) else {
                return (at, self.classify_absent(at));
            };
            let bad = page.first_bad(offset, span);
            if write && !page.writable && bad != Some(offset) {
                return (at, MemoryFaultKind::Access(AccessFault::ReadOnly));
            }
            if let Some(bad) = bad {
                let bad_address = at - offset as u64 + bad as u64;
                return (bad_address, self.classify_poison(bad_address, page.valid[bad / 8]));
            }
            left -= span as u64;
            at = at.wrapping_add(span as u64);
        }
        (address, MemoryFaultKind::Access(AccessFault::Wild))
    }

    fn classify_poison(&self, address: u64, code: u8) -> MemoryFaultKind {
        let kind = match code {
            HEAP_FREED | HEAP_HEADER_FREED => AccessFault::UseAfterFree,
            HEAP_REDZONE | HEAP_HEADER_LIVE | GLOBAL_REDZONE => AccessFault::OutOfBounds,
            STACK_POISON => return self.classify_stack(address),
            1..=7 => AccessFault::OutOfBounds,
            _ => AccessFault::Wild,
        };
        MemoryFaultKind::Access(kind)
    }

    fn classify_absent(&self, address: u64) -> MemoryFaultKind {
        let bounded = |end: u64| {
            if address < end.saturating_add(PAGE as u64) { AccessFault::OutOfBounds } else { AccessFault::Wild }
        };
        let kind = match address {
            0..regions::NULL_END => AccessFault::Null,
            regions::CODE..regions::CODE_END => AccessFault::Code,
            regions::GLOBALS..regions::GLOBALS_END => bounded(self.globals.writable.next),
            regions::CONSTANTS..regions::CONSTANTS_END => bounded(self.globals.constant.next),
            regions::HEAP..regions::HEAP_END => bounded(self.heap.next),
            regions::LARGE..regions::LARGE_END => self.classify_large(address),
            regions::MAPS..regions::MAPS_END => self.classify_map(address),
            _ => return self.classify_stack(address),
        };
        MemoryFaultKind::Access(kind)
    }

    fn classify_stack(&self, address: u64) -> MemoryFaultKind {
        let lowest = self.stack.lowest;
        let kind = match address {
            a if a >= regions::STACK_TOP + PAGE as u64 => AccessFault::Wild,
            // The gap below the last object was never part of one.
            a if a >= lowest.max(self.stack.pointer - GAP) => AccessFault::OutOfBounds,
            a if a >= lowest => AccessFault::UseAfterReturn,
            a if a >= lowest - regions::STACK_GUARD => return MemoryFaultKind::StackOverflow,
            _ => AccessFault::Wild,
        };
        MemoryFaultKind::Access(kind)
    }

    fn classify_large(&self, address: u64) -> AccessFault {
        match self.object_near(address) {
            Some(object) if object.kind == ObjectKind::Heap && object.live => AccessFault::OutOfBounds,
            Some(object) if address < object.base.saturating_add(object.size) => AccessFault::UseAfterFree,
            Some(_) => AccessFault::OutOfBounds,
            None if address < regions::LARGE + PAGE as u64 => AccessFault::OutOfBounds,
            None if address < self.heap.large_next => AccessFault::UseAfterFree,
            None => AccessFault::Wild,
        }
    }

    fn classify_map(&self, address: u64) -> AccessFault {
        match self.object_near(address) {
            Some(map) if address < map.base + map.size + PAGE as u64 => AccessFault::OutOfBounds,
            _ if address < self.maps.next => AccessFault::UseAfterFree,
            _ => AccessFault::Wild,
        }
    }
}
