//! Global variables: laid out once, at the start, with redzones between them.

use super::directory::Fresh;
use super::page::{GLOBAL_REDZONE, PAGE, PAGE_BITS};
use super::{Memory, regions};
use crate::outcome::Limit;
use std::sync::Arc;

/// Poisoned bytes between globals, at least.
const REDZONE: u64 = 32;

#[derive(Clone)]
pub(super) struct Globals {
    pub writable: Area,
    pub constant: Area,
    pub bytes: u64,
}

#[derive(Clone)]
pub(super) struct Area {
    /// Where the next global may begin.
    pub next: u64,
    end: u64,
    /// Address and size, by address.
    pub objects: Arc<Vec<(u64, u64)>>,
}

impl Globals {
    pub fn new() -> Globals {
        let area = |start: u64, end: u64| Area { next: start + REDZONE, end, objects: Arc::default() };
        Globals {
            writable: area(regions::GLOBALS, regions::GLOBALS_END),
            constant: area(regions::CONSTANTS, regions::CONSTANTS_END),
            bytes: 0,
        }
    }
}

impl Memory {
    /// Room for a global variable, zero. `align` is a power of two.
    pub fn allocate_global(&mut self, size: u64, align: u64, constant: bool) -> Result<u64, Limit> {
        if !self.has_room(size) {
            return Err(Limit::Memory);
        }
        let area = if constant { &mut self.globals.constant } else { &mut self.globals.writable };
        let address = area.next.next_multiple_of(align.max(16));
        // Globals that own whole pages start at one: those pages then cost nothing until they are written to.
        let address = if size >= 4 * PAGE as u64 { address.next_multiple_of(PAGE as u64) } else { address };
        let redzone = REDZONE + (size / 8).min(1024);
        let next = address + size.next_multiple_of(16) + redzone.next_multiple_of(16);
        if next > area.end {
            return Err(Limit::Memory);
        }
        area.next = next;
        Arc::make_mut(&mut area.objects).push((address, size));
        self.globals.bytes += size;
        self.open(address, size, Fresh { code: GLOBAL_REDZONE, writable: !constant });
        Ok(address)
    }

    /// Writes a global's first contents, whether it is constant or not. Only for ranges of allocated globals.
    pub fn initialise(&mut self, address: u64, bytes: &[u8]) {
        let mut at = address;
        let mut left = bytes;
        while !left.is_empty() {
            let offset = at as usize % PAGE;
            let (here, rest) = left.split_at(left.len().min(PAGE - offset));
            let untouched = self.is_zero_page(at >> PAGE_BITS) && here.iter().all(|&byte| byte == 0);
            if !untouched && let Some(page) = self.owned(at >> PAGE_BITS) {
                page.data[offset..offset + here.len()].copy_from_slice(here);
                page.make_concrete(offset, here.len());
            }
            at += here.len() as u64;
            left = rest;
        }
    }
}
