//! The machine's memory: a flat 47-bit address space in 4 KiB copy-on-write pages, each with a validity shadow.
//!
//! Addresses are deterministic: they depend on what the program allocated and freed, never on the host, on
//! snapshots or on time. Errs towards silence only where objects are adjacent by design: an access that jumps over
//! a redzone into another live object is not noticed. Absent here: uninitialised reads (contents are zero or what
//! was there before, deterministically), and types.
//!
//! A `Memory` is copied by [`Memory::snapshot`], which costs O(4 MiB tables); pages are copied when first written.

mod bulk;
mod compare;
mod directory;
mod fault;
mod globals;
mod heap;
mod maps;
mod object;
mod page;
pub mod regions;
mod spans;
mod stack;
mod symbols;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_symbols;

pub use compare::{Held, Unlike, UnlikeTerm};
pub use fault::{MemoryFault, MemoryFaultKind};
pub use object::{ObjectInfo, ObjectKind};

use directory::{Cache, Directory, EMPTY, ENTRIES};
use page::{PAGE, PAGE_BITS};

/// Sizes that a user may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryConfig {
    /// Bytes of live heap, maps, globals and stack together.
    pub limit: u64,
    pub stack_limit: u64,
}

impl Default for MemoryConfig {
    fn default() -> MemoryConfig {
        MemoryConfig { limit: 1 << 30, stack_limit: 8 << 20 }
    }
}

pub struct Memory {
    read_cache: Cache,
    write_cache: Cache,
    stack: stack::Stack,
    directory: Directory,
    heap: heap::Heap,
    globals: globals::Globals,
    maps: maps::Maps,
    symbols: symbols::Symbols,
    limit: u64,
}

// SAFETY: the raw pointers of the caches point into Arcs that this memory's own directory holds, so they move with
// it; a page that is shared with another memory is only ever read (see `directory`).
unsafe impl Send for Memory {}
// SAFETY: no method changes anything through `&Memory`.
unsafe impl Sync for Memory {}

impl Memory {
    pub fn new(config: &MemoryConfig) -> Memory {
        Memory {
            read_cache: EMPTY,
            write_cache: EMPTY,
            stack: stack::Stack::new(config.stack_limit),
            directory: Directory::new(),
            heap: heap::Heap::new(),
            globals: globals::Globals::new(),
            maps: maps::Maps::new(),
            symbols: symbols::Symbols::default(),
            limit: config.limit,
        }
    }

    /// A copy that shares all pages with this memory until one of the two writes to them.
    pub fn snapshot(&mut self) -> Memory {
        self.write_cache = EMPTY;
        Memory {
            read_cache: self.read_cache,
            write_cache: EMPTY,
            stack: self.stack,
            directory: self.directory.clone(),
            heap: self.heap.clone(),
            globals: self.globals.clone(),
            maps: self.maps.clone(),
            symbols: self.symbols.snapshot(),
            limit: self.limit,
        }
    }

    /// Bytes of live heap, maps, globals and stack.
    pub fn bytes_in_use(&self) -> u64 {
        self.heap.live_bytes + self.globals.bytes + self.maps.bytes + self.stack.bytes_in_use()
    }

    fn has_room(&self, size: u64) -> bool {
        self.bytes_in_use().checked_add(size).is_some_and(|total| total <= self.limit)
    }

    /// Loads `N` bytes (1, 2, 4 or 8) at any alignment, zero-extended.
    #[inline(always)]
    pub fn load<const N: usize>(&mut self, address: u64) -> Result<u64, MemoryFault> {
        let number = address >> PAGE_BITS;
        let entry = &self.read_cache[number as usize % ENTRIES];
        if entry.tag == number {
            let offset = address as usize % PAGE;
            let page = entry.page.cast_const();
            // SAFETY: a read entry's page is alive. `N` bytes from `offset` that a granule's code allows lie within
            // the granule, and so within the page.
            unsafe {
                if (offset % 8 + N) as i8 <= (*page).valid[offset / 8] as i8 {
                    let place = (&raw const (*page).data).cast::<u8>().add(offset);
                    return Ok(match N {
                        1 => u64::from(place.read()),
                        2 => u64::from(place.cast::<u16>().read_unaligned()),
                        4 => u64::from(place.cast::<u32>().read_unaligned()),
                        8 => place.cast::<u64>().read_unaligned(),
                        _ => unreachable!(),
                    });
                }
            }
        }
        self.load_slow::<N>(address)
    }

    #[cold]
    #[inline(never)]
    fn load_slow<const N: usize>(&mut self, address: u64) -> Result<u64, MemoryFault> {
        let mut bytes = [0; 8];
        let offset = address as usize % PAGE;
        if offset + N <= PAGE
            && let Some(page) = self.readable(address >> PAGE_BITS)
            && page.accessible(offset, N)
        {
            bytes[..N].copy_from_slice(&page.data[offset..offset + N]);
        } else {
            self.read(address, &mut bytes[..N])?;
        }
        Ok(u64::from_le_bytes(bytes))
    }

    /// Stores the low `N` bytes (1, 2, 4 or 8) of `value` at any alignment. Terms are not its business: in a concolic
    /// run who stores also calls [`Memory::set_term`] or [`Memory::clear_terms`], or uses [`Memory::write`] instead.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u64, value: u64) -> Result<(), MemoryFault> {
        let number = address >> PAGE_BITS;
        let entry = &self.write_cache[number as usize % ENTRIES];
        if entry.tag == number {
            let offset = address as usize % PAGE;
            let page = entry.page;
            // SAFETY: a write entry's page is alive and has no other owner. `N` bytes from `offset` that a granule's
            // code allows lie within the granule, and so within the page.
            unsafe {
                if (offset % 8 + N) as i8 <= (*page).valid[offset / 8] as i8 {
                    let place = (&raw mut (*page).data).cast::<u8>().add(offset);
                    match N {
                        1 => place.write(value as u8),
                        2 => place.cast::<u16>().write_unaligned(value as u16),
                        4 => place.cast::<u32>().write_unaligned(value as u32),
                        8 => place.cast::<u64>().write_unaligned(value),
                        _ => unreachable!(),
                    }
                    return Ok(());
                }
            }
        }
        self.store_slow::<N>(address, value)
    }

    #[cold]
    #[inline(never)]
    fn store_slow<const N: usize>(&mut self, address: u64, value: u64) -> Result<(), MemoryFault> {
        let offset = address as usize % PAGE;
        if offset + N <= PAGE
            && let Some(page) = self.page_to_write(address, N)
        {
            page.data[offset..offset + N].copy_from_slice(&value.to_le_bytes()[..N]);
            return Ok(());
        }
        self.write(address, &value.to_le_bytes()[..N])
    }
}
