//! The heap. Every object has exactly the requested size; freed memory stays poisoned until it is reused.
//!
//! Small objects share pages, in blocks of fixed size classes: a 16-byte header, the object, and a redzone, of which
//! the next block's header is a part. The header lies under poisoned granules with codes of their own, so the guest
//! can neither read nor forge it, and a snapshot shares it like any other page. Freed blocks wait in a first-in,
//! first-out quarantine, linked through their headers, and then in one free list per class.
//!
//! Large objects have pages of their own, which are dropped when the object is freed; their addresses are never used
//! twice, so the quarantine only remembers which objects there were.

use super::directory::Fresh;
use super::page::{FULL, HEAP_FREED, HEAP_HEADER_FREED, HEAP_HEADER_LIVE, HEAP_REDZONE, PAGE, PAGE_BITS};
use super::{Memory, regions};
use crate::outcome::Fault;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

const HEADER: u64 = 16;
/// Larger objects get pages of their own.
const SMALL_MAX: u64 = 16 << 10;
/// Freed small blocks are not reused before this many bytes of them wait.
const QUARANTINE_BYTES: u64 = 64 << 20;
/// Freed large objects that are remembered.
const QUARANTINE_LARGE: usize = 4096;
const FRESH: Fresh = Fresh { code: HEAP_REDZONE, writable: true };

/// Classes: multiples of 16 up to 1 KiB, then eight for each doubling, up to 32 KiB.
const FINE: usize = 64;
const CLASSES: usize = FINE + 5 * 8;

fn class_of(bytes: u64) -> usize {
    if bytes <= 1024 {
        return (bytes.div_ceil(16) as usize).saturating_sub(1);
    }
    let doubling = 63 - (bytes - 1).leading_zeros() as usize;
    let step = (bytes - 1) >> (doubling - 3) & 7;
    FINE + (doubling - 10) * 8 + step as usize
}

fn class_bytes(class: usize) -> u64 {
    if class < FINE {
        return (class as u64 + 1) * 16;
    }
    let (doubling, step) = ((class - FINE) / 8 + 10, (class - FINE) % 8);
    (9 + step as u64) << (doubling - 3)
}

#[derive(Clone)]
pub(super) struct Heap {
    /// Where the next block of small objects begins.
    pub next: u64,
    /// Where the next large object may begin.
    pub large_next: u64,
    /// Objects (not blocks) that head the free lists; 0 for an empty list.
    free: [u64; CLASSES],
    /// Oldest and newest object of the quarantine; 0 when it is empty.
    oldest: u64,
    newest: u64,
    quarantined: u64,
    pub large: Arc<LargeObjects>,
    pub live_bytes: u64,
}

#[derive(Clone, Default)]
pub(super) struct LargeObjects {
    pub objects: BTreeMap<u64, Large>,
    freed: VecDeque<u64>,
}

#[derive(Clone, Copy)]
pub(super) struct Large {
    pub size: u64,
    pub live: bool,
}

impl Heap {
    pub fn new() -> Heap {
        Heap {
            next: regions::HEAP,
            large_next: regions::LARGE + PAGE as u64,
            free: [0; CLASSES],
            oldest: 0,
            newest: 0,
            quarantined: 0,
            large: Arc::default(),
            live_bytes: 0,
        }
    }
}

/// What a small object's header says.
#[derive(Clone, Copy)]
struct Header {
    size: u32,
    class: u16,
    /// From the block's start to the header, in units of 16 bytes: objects of large alignment start later.
    lead: u16,
    /// The next object in the quarantine or the free list.
    next: u64,
}

impl Header {
    fn block(&self, object: u64) -> u64 {
        object - HEADER - u64::from(self.lead) * 16
    }
}

impl Memory {
    /// A heap object; `align` is a power of two. `None` at the memory limit.
    pub fn heap_allocate(&mut self, size: u64, align: u64, zeroed: bool) -> Option<u64> {
        if size > SMALL_MAX || align > PAGE as u64 {
            return self.allocate_large(size, align);
        }
        let align = align.max(16);
        let redzone = (size / 8).min(256) & !15;
        let class = class_of(HEADER + size.max(1).next_multiple_of(16) + redzone + (align - 16));
        let bytes = class_bytes(class);
        if !self.has_room(bytes) {
            return None;
        }
        let reused = self.heap.free[class];
        let block = if reused != 0 {
            let header = self.header(reused);
            self.heap.free[class] = header.next;
            header.block(reused)
        } else {
            self.new_block(bytes)?
        };
        self.heap.live_bytes += bytes;
        let object = (block + HEADER).next_multiple_of(align);
        let lead = ((object - HEADER - block) / 16) as u16;
        let header = Header { size: size as u32, class: class as u16, lead, next: 0 };
        let offset = block as usize % PAGE;
        if offset + bytes as usize <= PAGE {
            let page = self.owned_or_new(block >> PAGE_BITS, FRESH);
            if reused != 0 {
                page.close(offset, bytes as usize, HEAP_REDZONE);
            }
            let object_offset = object as usize % PAGE;
            page.open(object_offset, size as usize);
            if zeroed && reused != 0 {
                page.data[object_offset..object_offset + size as usize].fill(0);
                page.make_concrete(object_offset, size as usize);
            }
        } else {
            if reused != 0 {
                self.close(block, bytes, HEAP_REDZONE);
            }
            self.open(object, size, FRESH);
            if zeroed && reused != 0 {
                self.fill(object, 0, size).expect("the object was just opened");
            }
        }
        self.set_header(object, header, HEAP_HEADER_LIVE);
        Some(object)
    }

    fn new_block(&mut self, bytes: u64) -> Option<u64> {
        let block = self.heap.next;
        if block + bytes > regions::HEAP_END {
            return None;
        }
        self.heap.next += bytes;
        let last = (block + bytes - 1) >> PAGE_BITS;
        for number in block >> PAGE_BITS..=last {
            self.owned_or_new(number, FRESH);
        }
        Some(block)
    }

    fn allocate_large(&mut self, size: u64, align: u64) -> Option<u64> {
        let bytes = size.checked_next_multiple_of(PAGE as u64)?;
        if !self.has_room(bytes) {
            return None;
        }
        let object = self.heap.large_next.checked_next_multiple_of(align.max(PAGE as u64))?;
        let next = object.checked_add(bytes + PAGE as u64).filter(|&next| next <= regions::LARGE_END)?;
        self.heap.large_next = next;
        self.heap.live_bytes += bytes;
        Arc::make_mut(&mut self.heap.large).objects.insert(object, Large { size, live: true });
        self.open(object, size, FRESH);
        Some(object)
    }

    /// Frees the object that starts at `object`.
    pub fn heap_free(&mut self, object: u64) -> Result<(), Fault> {
        if (regions::LARGE..regions::LARGE_END).contains(&object) {
            return self.free_large(object);
        }
        let mut header = self.live_header(object)?;
        let offset = object as usize % PAGE;
        let size = u64::from(header.size);
        if offset + size as usize <= PAGE {
            if let Some(page) = self.owned(object >> PAGE_BITS) {
                page.close(offset, size as usize, HEAP_FREED);
            }
        } else {
            self.close(object, size, HEAP_FREED);
        }
        header.next = 0;
        self.set_header(object, header, HEAP_HEADER_FREED);
        let bytes = class_bytes(usize::from(header.class));
        self.heap.live_bytes -= bytes;
        self.quarantine(object, bytes);
        Ok(())
    }

    fn quarantine(&mut self, object: u64, bytes: u64) {
        match self.heap.newest {
            0 => self.heap.oldest = object,
            newest => self.set_next(newest, object),
        }
        self.heap.newest = object;
        self.heap.quarantined += bytes;
        while self.heap.quarantined > QUARANTINE_BYTES && self.heap.oldest != self.heap.newest {
            let oldest = self.heap.oldest;
            let header = self.header(oldest);
            let class = usize::from(header.class);
            self.heap.oldest = header.next;
            self.heap.quarantined -= class_bytes(class);
            let head = std::mem::replace(&mut self.heap.free[class], oldest);
            self.set_next(oldest, head);
        }
    }

    fn free_large(&mut self, object: u64) -> Result<(), Fault> {
        let size = match self.heap.large.objects.get(&object) {
            Some(Large { size, live: true }) => *size,
            Some(_) => return Err(Fault::DoubleFree { address: object }),
            None => return Err(Fault::BadFree { address: object }),
        };
        let large = Arc::make_mut(&mut self.heap.large);
        large.objects.insert(object, Large { size, live: false });
        large.freed.push_back(object);
        if large.freed.len() > QUARANTINE_LARGE
            && let Some(oldest) = large.freed.pop_front()
        {
            large.objects.remove(&oldest);
        }
        let bytes = size.next_multiple_of(PAGE as u64);
        self.heap.live_bytes -= bytes;
        self.remove(object >> PAGE_BITS, bytes >> PAGE_BITS);
        Ok(())
    }

    /// The size of the object that starts at `object`.
    pub fn heap_size(&mut self, object: u64) -> Result<u64, Fault> {
        if !(regions::LARGE..regions::LARGE_END).contains(&object) {
            return self.live_header(object).map(|header| u64::from(header.size));
        }
        match self.heap.large.objects.get(&object) {
            Some(Large { size, live: true }) => Ok(*size),
            Some(_) => Err(Fault::DoubleFree { address: object }),
            None => Err(Fault::BadFree { address: object }),
        }
    }

    /// The header of a small object that must be live.
    fn live_header(&mut self, object: u64) -> Result<Header, Fault> {
        let bad = Fault::BadFree { address: object };
        if !object.is_multiple_of(16) || !(regions::HEAP + HEADER..regions::HEAP_END).contains(&object) {
            return Err(bad);
        }
        let place = object - HEADER;
        let Some(page) = self.readable(place >> PAGE_BITS) else {
            return Err(bad);
        };
        match page.valid[place as usize % PAGE / 8] {
            HEAP_HEADER_LIVE => Ok(self.header(object)),
            HEAP_HEADER_FREED => Err(Fault::DoubleFree { address: object }),
            _ => Err(bad),
        }
    }

    /// Only for objects whose header granule has a header's code.
    fn header(&mut self, object: u64) -> Header {
        let offset = (object - HEADER) as usize % PAGE;
        let page = self.readable((object - HEADER) >> PAGE_BITS).expect("pages of small heap objects stay");
        let word = page.word(offset);
        let next = page.word(offset + 8);
        Header { size: word as u32, class: (word >> 32) as u16, lead: (word >> 48) as u16, next }
    }

    fn set_header(&mut self, object: u64, header: Header, code: u8) {
        let offset = (object - HEADER) as usize % PAGE;
        let word = u64::from(header.size) | u64::from(header.class) << 32 | u64::from(header.lead) << 48;
        let page = self.owned((object - HEADER) >> PAGE_BITS).expect("pages of small heap objects stay");
        debug_assert_ne!(page.valid[offset / 8], FULL);
        page.valid[offset / 8] = code;
        // A block's header may lie where an earlier object of the block had its bytes.
        page.make_concrete(offset, HEADER as usize);
        page.set_word(offset, word);
        page.set_word(offset + 8, header.next);
    }

    fn set_next(&mut self, object: u64, next: u64) {
        let offset = (object - HEADER) as usize % PAGE;
        let page = self.owned((object - HEADER) >> PAGE_BITS).expect("pages of small heap objects stay");
        page.set_word(offset + 8, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_their_sizes() {
        for bytes in 1..=32768 {
            let class = class_of(bytes);
            assert!(class_bytes(class) >= bytes, "{bytes}");
            assert!(class == 0 || class_bytes(class - 1) < bytes, "{bytes}");
        }
        assert!(class_of(HEADER + SMALL_MAX + 256 + 4096) < CLASSES);
        assert!((0..CLASSES).all(|class| class_bytes(class).is_multiple_of(16)));
    }
}
