//! Which object an address belongs to.

use super::heap::Large;
use super::page::{FULL, HEAP_HEADER_FREED, HEAP_HEADER_LIVE, PAGE, PAGE_BITS, Page};
use super::{Memory, regions};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    Heap,
    Global,
    Constant,
    /// Found by its bounds in the shadow; `base` and `size` are those of the whole variable.
    Stack,
    Map,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectInfo {
    pub base: u64,
    pub size: u64,
    pub kind: ObjectKind,
    /// False for a heap object that was freed and whose memory was not yet reused.
    pub live: bool,
}

impl ObjectInfo {
    /// An empty object contains its own address.
    pub fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size.max(1)
    }
}

impl Memory {
    /// The object that contains `address`.
    pub fn object_at(&self, address: u64) -> Option<ObjectInfo> {
        self.object_near(address).filter(|object| object.contains(address))
    }

    /// The object that contains `address`, or else the nearest one before it. Stack objects are only found from
    /// inside.
    pub fn object_near(&self, address: u64) -> Option<ObjectInfo> {
        match address {
            regions::GLOBALS..regions::GLOBALS_END => last_before(&self.globals.writable.objects, address)
                .map(|(base, size)| ObjectInfo { base, size, kind: ObjectKind::Global, live: true }),
            regions::CONSTANTS..regions::CONSTANTS_END => last_before(&self.globals.constant.objects, address)
                .map(|(base, size)| ObjectInfo { base, size, kind: ObjectKind::Constant, live: true }),
            regions::HEAP..regions::HEAP_END => self.small_object(address),
            regions::LARGE..regions::LARGE_END => {
                let (&base, &Large { size, live, .. }) = self.heap.large.objects.range(..=address).next_back()?;
                Some(ObjectInfo { base, size, kind: ObjectKind::Heap, live })
            }
            regions::MAPS..regions::MAPS_END => {
                let (&base, &size) = self.maps.live.range(..=address).next_back()?;
                Some(ObjectInfo { base, size, kind: ObjectKind::Map, live: true })
            }
            _ if address >= self.stack.lowest && address < regions::STACK_TOP => self.stack_object(address),
            _ => None,
        }
    }

    /// Headers are granules with codes of their own: the nearest one downwards is the object's.
    fn small_object(&self, address: u64) -> Option<ObjectInfo> {
        let mut number = address >> PAGE_BITS;
        let mut end = address as usize % PAGE / 8 + 1;
        let is_header = |code: &u8| matches!(*code, HEAP_HEADER_LIVE | HEAP_HEADER_FREED);
        while number >= regions::HEAP >> PAGE_BITS {
            let page = self.peek(number);
            if let Some(page) = page
                && let Some(granule) = page.valid[..end].iter().rposition(is_header)
            {
                let base = (number << PAGE_BITS) + granule as u64 * 8 + 16;
                let size = page.word(granule * 8) & 0xFFFF_FFFF;
                let live = page.valid[granule] == HEAP_HEADER_LIVE;
                return Some(ObjectInfo { base, size, kind: ObjectKind::Heap, live });
            }
            number -= 1;
            end = PAGE / 8;
        }
        None
    }

    /// Stack objects are maximal runs of accessible granules: the gaps between them are poisoned.
    fn stack_object(&self, address: u64) -> Option<ObjectInfo> {
        let code = |at: u64| self.peek(at >> PAGE_BITS).map_or(0, |page: &Page| page.valid[at as usize % PAGE / 8]);
        let mut base = address & !7;
        if address % 8 >= u64::from(open_bytes(code(base))) {
            return None;
        }
        while code(base - 8) == FULL {
            base -= 8;
        }
        let mut end = address & !7;
        while code(end) == FULL {
            end += 8;
        }
        end += u64::from(open_bytes(code(end)));
        Some(ObjectInfo { base, size: end - base, kind: ObjectKind::Stack, live: true })
    }
}

fn open_bytes(code: u8) -> u8 {
    if code <= FULL { code } else { 0 }
}

fn last_before(objects: &[(u64, u64)], address: u64) -> Option<(u64, u64)> {
    let after = objects.partition_point(|&(base, _)| base <= address);
    objects[..after].last().copied()
}
