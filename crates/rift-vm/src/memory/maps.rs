//! Anonymous maps. Addresses are never used twice; a page between maps stays absent.

use super::directory::Fresh;
use super::page::{FULL, PAGE, PAGE_BITS};
use super::{Memory, regions};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct Maps {
    pub next: u64,
    pub bytes: u64,
    /// Address to size of what was mapped, as mapped; parts of it may be unmapped by now.
    pub live: Arc<BTreeMap<u64, u64>>,
}

impl Maps {
    pub fn new() -> Maps {
        Maps { next: regions::MAPS, bytes: 0, live: Arc::default() }
    }
}

fn pages(len: u64) -> Option<u64> {
    len.checked_next_multiple_of(PAGE as u64)
}

impl Memory {
    /// Maps `len` bytes, rounded up to pages, zero and writable. `None` at the memory limit and for length zero.
    pub fn map(&mut self, len: u64) -> Option<u64> {
        let size = pages(len).filter(|&size| size > 0 && self.has_room(size))?;
        let address = self.maps.next;
        let next = address.checked_add(size + PAGE as u64).filter(|&next| next <= regions::MAPS_END)?;
        self.maps.next = next;
        self.maps.bytes += size;
        Arc::make_mut(&mut self.maps.live).insert(address, size);
        self.open(address, size, Fresh { code: FULL, writable: true });
        Some(address)
    }

    /// Unmaps whole pages. Like the system call, it does not mind what is not mapped; unlike it, it refuses
    /// addresses outside of maps. `false` for a bad range.
    pub fn unmap(&mut self, address: u64, len: u64) -> bool {
        let Some(size) = map_range(address, len) else {
            return false;
        };
        let removed = self.remove(address >> PAGE_BITS, size >> PAGE_BITS);
        self.maps.bytes -= removed * PAGE as u64;
        let live = Arc::make_mut(&mut self.maps.live);
        let covered: Vec<(u64, u64)> = live.range(..address + size).rev().map(|(&a, &s)| (a, s)).collect();
        for (start, old) in covered {
            if start + old <= address {
                break;
            }
            live.remove(&start);
            if start < address {
                live.insert(start, address - start);
            }
            if start + old > address + size {
                live.insert(address + size, start + old - (address + size));
            }
        }
        true
    }

    /// Lets the guest write to mapped pages, or not. `false` when a page is not mapped.
    pub fn protect(&mut self, address: u64, len: u64, writable: bool) -> bool {
        map_range(address, len).is_some_and(|size| self.set_writable(address >> PAGE_BITS, size >> PAGE_BITS, writable))
    }
}

/// The size in whole pages of a page-aligned range inside the region of maps.
fn map_range(address: u64, len: u64) -> Option<u64> {
    let size = pages(len)?;
    let inside = address >= regions::MAPS && address.checked_add(size)? <= regions::MAPS_END;
    (address.is_multiple_of(PAGE as u64) && inside && size > 0).then_some(size)
}
