//! From page numbers to pages: the tables, shared copy-on-write between snapshots, and the translation caches before
//! them.
//!
//! Invariants, on which every `unsafe` block of this module relies:
//! - a read entry holds a page that is in the tables of the same memory under the entry's page number;
//! - a write entry moreover holds a page that is writable, and that no other memory shares;
//! - whatever removes, replaces or shares a page drops the entries concerned first.
//!
//! The entries serve bytes only. A page with symbolic bytes is in them like any other: terms are looked up apart, by
//! who wants to know (see `symbols`). The shared zero pages never have symbols, since a page is owned before it gets
//! any.

use super::Memory;
use super::page::{FULL, PAGE, PAGE_BITS, Page};
use super::tables::Tables;
use std::sync::Arc;

/// Entries of a translation cache, a power of two.
pub(super) const ENTRIES: usize = 256;

#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The page number; `u64::MAX`, which is none, for an empty entry.
    pub tag: u64,
    pub page: *mut Page,
}

pub(super) type Cache = [Entry; ENTRIES];
pub(super) const EMPTY: Cache = [Entry { tag: u64::MAX, page: std::ptr::null_mut() }; ENTRIES];

#[derive(Clone)]
pub(super) struct Directory {
    tables: Tables,
    /// The accessible, writable, zero page that all untouched pages share.
    zero: Arc<Page>,
    /// The same, read-only.
    zero_constant: Arc<Page>,
}

impl Directory {
    pub fn new() -> Directory {
        let zero = Page::new(FULL, true);
        Directory { tables: Tables::new(&zero), zero, zero_constant: Page::new(FULL, false) }
    }
}

/// What a page is before anything in it is opened.
#[derive(Clone, Copy)]
pub(super) struct Fresh {
    pub code: u8,
    pub writable: bool,
}

impl Directory {
    /// All that are present, by number.
    pub fn pages(&self) -> impl Iterator<Item = (u64, &Arc<Page>)> {
        self.tables.iter()
    }
}

impl Memory {
    /// The page for looking only; no caches are touched.
    pub(super) fn peek(&self, number: u64) -> Option<&Page> {
        self.directory.tables.get(number).map(|page| &**page)
    }

    /// The page for reading.
    #[inline]
    pub(super) fn readable(&mut self, number: u64) -> Option<&Page> {
        let entry = self.read_cache[number as usize % ENTRIES];
        if entry.tag != number {
            return self.fill_read(number);
        }
        // SAFETY: a read entry's page is in the directory, and `self` is borrowed as long as the result.
        Some(unsafe { &*entry.page })
    }

    #[inline(never)]
    fn fill_read(&mut self, number: u64) -> Option<&Page> {
        let page = self.directory.tables.get_often(number)?;
        self.read_cache[number as usize % ENTRIES] = Entry { tag: number, page: Arc::as_ptr(page).cast_mut() };
        Some(page)
    }

    /// The page for changing it, whether the guest may write to it or not.
    #[inline]
    pub(super) fn owned(&mut self, number: u64) -> Option<&mut Page> {
        let entry = self.write_cache[number as usize % ENTRIES];
        if entry.tag != number {
            return self.fill_write(number);
        }
        // SAFETY: a write entry's page is in the directory and has no other owner, and `self` is borrowed
        // exclusively as long as the result.
        Some(unsafe { &mut *entry.page })
    }

    #[inline(never)]
    fn fill_write(&mut self, number: u64) -> Option<&mut Page> {
        let slot = self.directory.tables.get_mut(number)?;
        if Arc::get_mut(slot).is_none() {
            *slot = slot.duplicate();
        }
        // The pointer comes from the Arc itself, not from a reference: it stays usable next to others like it.
        let page = Arc::as_ptr(slot).cast_mut();
        let entry = Entry { tag: number, page };
        self.read_cache[number as usize % ENTRIES] = entry;
        // SAFETY: `page` points into an Arc that the directory holds, and that has no other owner.
        let page = unsafe { &mut *page };
        if page.writable {
            self.write_cache[number as usize % ENTRIES] = entry;
        }
        Some(page)
    }

    /// The page for changing it, made if absent.
    #[inline]
    pub(super) fn owned_or_new(&mut self, number: u64, fresh: Fresh) -> &mut Page {
        let entry = self.write_cache[number as usize % ENTRIES];
        if entry.tag == number {
            // SAFETY: as in `owned`.
            return unsafe { &mut *entry.page };
        }
        if self.peek(number).is_none() {
            self.insert(number, Page::new(fresh.code, fresh.writable));
        }
        self.fill_write(number).expect("the page is present")
    }

    fn insert(&mut self, number: u64, page: Arc<Page>) {
        self.forget(number);
        self.directory.tables.insert(number, page);
    }

    /// Drops the cache entries of one page.
    fn forget(&mut self, number: u64) {
        let index = number as usize % ENTRIES;
        if self.read_cache[index].tag == number {
            self.read_cache[index] = EMPTY[0];
        }
        if self.write_cache[index].tag == number {
            self.write_cache[index] = EMPTY[0];
        }
    }

    pub(super) fn is_zero_page(&self, number: u64) -> bool {
        self.directory.tables.get(number).is_some_and(|page| {
            Arc::ptr_eq(page, &self.directory.zero) || Arc::ptr_eq(page, &self.directory.zero_constant)
        })
    }

    /// Makes exactly `size` bytes at `address` accessible (`address` is a multiple of 8). Whole pages that were
    /// absent cost nothing until they are written to.
    pub(super) fn open(&mut self, address: u64, size: u64, fresh: Fresh) {
        let mut at = address;
        let mut left = size;
        while left > 0 {
            let offset = at as usize % PAGE;
            let number = at >> PAGE_BITS;
            let mut span = left.min((PAGE - offset) as u64);
            if span < PAGE as u64 || self.peek(number).is_some() {
                self.owned_or_new(number, fresh).open(offset, span as usize);
            } else {
                let filled = if fresh.writable { self.directory.tables.fill(number, left >> PAGE_BITS) } else { 0 };
                if filled == 0 {
                    let zero = if fresh.writable { &self.directory.zero } else { &self.directory.zero_constant };
                    self.insert(number, zero.clone());
                }
                span = filled.max(1) << PAGE_BITS;
            }
            left -= span;
            at += span;
        }
    }

    /// Gives every granule of `size` bytes at `address` this code; absent pages stay absent.
    pub(super) fn close(&mut self, address: u64, size: u64, code: u8) {
        let mut at = address;
        let mut left = size;
        while left > 0 {
            let offset = at as usize % PAGE;
            let span = (left as usize).min(PAGE - offset);
            if let Some(page) = self.owned(at >> PAGE_BITS) {
                page.close(offset, span, code);
            }
            left -= span as u64;
            at += span as u64;
        }
    }

    /// Makes whole pages absent; gives back how many there were.
    pub(super) fn remove(&mut self, first: u64, count: u64) -> u64 {
        if count as usize >= ENTRIES {
            self.read_cache = EMPTY;
            self.write_cache = EMPTY;
        } else {
            (first..first + count).for_each(|number| self.forget(number));
        }
        self.symbols.forget(first..first + count);
        self.directory.tables.remove(first..first + count)
    }

    /// Changes what the guest may do with present pages; gives back whether all were present.
    pub(super) fn set_writable(&mut self, first: u64, count: u64, writable: bool) -> bool {
        let mut all = true;
        for number in first..first + count {
            self.forget(number);
            match self.owned(number) {
                Some(page) => page.writable = writable,
                None => all = false,
            }
            self.forget(number);
        }
        all
    }
}
