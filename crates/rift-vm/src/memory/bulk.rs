//! Operations on ranges. Every byte is checked; a fault names the first bad one. What lies before the bad page may
//! have been written by then. Writing makes bytes concrete, copying carries their terms along, and reading is noted.

use super::page::{PAGE, PAGE_BITS, Page};
use super::{Memory, MemoryFault};
use std::cmp::Ordering;

/// Calls `body(address, start of the span in the whole, length)` for the part of the range in each page.
macro_rules! for_spans {
    ($address:expr, $len:expr, |$at:ident, $done:ident, $span:ident| $body:block) => {{
        let length: u64 = $len;
        let mut $done: u64 = 0;
        while $done < length {
            let $at = $address.wrapping_add($done);
            let $span = (length - $done).min((PAGE - $at as usize % PAGE) as u64) as usize;
            $body
            $done += $span as u64;
        }
    }};
}

impl Memory {
    /// The page at `address`, when the guest may read `span` bytes there.
    #[inline]
    fn page_to_read(&mut self, address: u64, span: usize) -> Option<&Page> {
        self.readable(address >> PAGE_BITS).filter(|page| page.accessible(address as usize % PAGE, span))
    }

    /// The page at `address`, when the guest may write `span` bytes there. The page is copied only if so.
    #[inline]
    pub(super) fn page_to_write(&mut self, address: u64, span: usize) -> Option<&mut Page> {
        let page = self.readable(address >> PAGE_BITS)?;
        if !page.writable || !page.accessible(address as usize % PAGE, span) {
            return None;
        }
        self.owned(address >> PAGE_BITS)
    }

    pub fn read(&mut self, address: u64, buffer: &mut [u8]) -> Result<(), MemoryFault> {
        let len = buffer.len() as u64;
        for_spans!(address, len, |at, done, span| {
            let Some(page) = self.page_to_read(at, span) else {
                return Err(self.fault(address, len, false));
            };
            let offset = at as usize % PAGE;
            buffer[done as usize..done as usize + span].copy_from_slice(&page.data[offset..offset + span]);
        });
        self.note(address, len);
        Ok(())
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), MemoryFault> {
        let len = bytes.len() as u64;
        for_spans!(address, len, |at, done, span| {
            let Some(page) = self.page_to_write(at, span) else {
                return Err(self.fault(address, len, true));
            };
            let offset = at as usize % PAGE;
            page.data[offset..offset + span].copy_from_slice(&bytes[done as usize..done as usize + span]);
            page.make_concrete(offset, span);
        });
        Ok(())
    }

    /// Checks before it allocates: a hostile length costs nothing.
    pub fn read_vec(&mut self, address: u64, len: u64) -> Result<Vec<u8>, MemoryFault> {
        self.check(address, len)?;
        let mut bytes = vec![0; len as usize];
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    pub fn read_array<const N: usize>(&mut self, address: u64) -> Result<[u8; N], MemoryFault> {
        let mut bytes = [0; N];
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    /// Faults unless all of the range may be read.
    pub fn check(&mut self, address: u64, len: u64) -> Result<(), MemoryFault> {
        for_spans!(address, len, |at, done, span| {
            if self.page_to_read(at, span).is_none() {
                return Err(self.fault(address, len, false));
            }
        });
        Ok(())
    }

    /// Faults unless all of the range may be written.
    pub fn check_write(&mut self, address: u64, len: u64) -> Result<(), MemoryFault> {
        for_spans!(address, len, |at, done, span| {
            if !self.page_to_read(at, span).is_some_and(|page| page.writable) {
                return Err(self.fault(address, len, true));
            }
        });
        Ok(())
    }

    /// The bytes up to the first NUL, without it; at most `max` of them, should there be none.
    pub fn read_c_string(&mut self, address: u64, max: u64) -> Result<Vec<u8>, MemoryFault> {
        let mut bytes = Vec::new();
        for_spans!(address, max, |at, done, span| {
            let offset = at as usize % PAGE;
            let Some(page) = self.readable(at >> PAGE_BITS) else {
                return Err(self.fault(at, 1, false));
            };
            let good = page.first_bad(offset, span).unwrap_or(offset + span);
            let here = &page.data[offset..good];
            match here.iter().position(|&byte| byte == 0) {
                Some(end) => {
                    bytes.extend_from_slice(&here[..end]);
                    // That the string ends there is read as well.
                    self.note(address, bytes.len() as u64 + 1);
                    return Ok(bytes);
                }
                None if good < offset + span => return Err(self.fault(at + (good - offset) as u64, 1, false)),
                None => bytes.extend_from_slice(here),
            }
        });
        self.note(address, max);
        Ok(bytes)
    }

    /// memmove.
    #[inline]
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemoryFault> {
        let (to_offset, from_offset) = (to as usize % PAGE, from as usize % PAGE);
        if len <= PAGE as u64 && to_offset + len as usize <= PAGE && from_offset + len as usize <= PAGE {
            return if len == 0 { Ok(()) } else { self.copy_span(to, from, len as usize, (to, from, len)) };
        }
        self.copy_spans(to, from, len)
    }

    /// Copies within one page each; `whole` is the operation that a fault is told about.
    #[inline]
    fn copy_span(&mut self, to: u64, from: u64, span: usize, whole: (u64, u64, u64)) -> Result<(), MemoryFault> {
        // The target first: making it writable may replace the source's page, when they are the same.
        let Some(target) = self.page_to_write(to, span) else {
            return Err(self.copy_fault(whole));
        };
        let target = (&raw mut target.data).cast::<u8>();
        let Some(source) = self.page_to_read(from, span) else {
            return Err(self.copy_fault(whole));
        };
        let source = (&raw const source.data).cast::<u8>();
        // SAFETY: both pages are in the directory, finding the second removed none, the target has no other owner,
        // and both spans lie within their pages.
        unsafe {
            std::ptr::copy(source.add(from as usize % PAGE), target.add(to as usize % PAGE), span);
        }
        if self.has_symbols() {
            self.copy_terms(to, from, span);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn copy_fault(&mut self, (to, from, len): (u64, u64, u64)) -> MemoryFault {
        match self.check(from, len) {
            Err(fault) => fault,
            Ok(()) => self.fault(to, len, true),
        }
    }

    #[inline(never)]
    fn copy_spans(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemoryFault> {
        let whole = (to, from, len);
        if to.wrapping_sub(from) >= len {
            let mut done = 0;
            while done < len {
                let (t, f) = (to.wrapping_add(done), from.wrapping_add(done));
                let room = PAGE - (t as usize % PAGE).max(f as usize % PAGE);
                let span = (room as u64).min(len - done);
                self.copy_span(t, f, span as usize, whole)?;
                done += span;
            }
            return Ok(());
        }
        // The target begins inside the source: from the end, after a check that finds the first fault.
        self.check(from, len)?;
        self.check_write(to, len)?;
        let mut left = len;
        while left > 0 {
            let (t, f) = (to + left, from + left);
            let room = ((t - 1) as usize % PAGE).min((f - 1) as usize % PAGE) + 1;
            let span = (room as u64).min(left);
            self.copy_span(t - span, f - span, span as usize, whole)?;
            left -= span;
        }
        Ok(())
    }

    /// memset. Zeroing what was never written to costs nothing.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), MemoryFault> {
        for_spans!(address, len, |at, done, span| {
            let offset = at as usize % PAGE;
            let number = at >> PAGE_BITS;
            if byte == 0 && span == PAGE && self.is_zero_page(number) && self.check_write(at, span as u64).is_ok() {
                done += span as u64;
                continue;
            }
            let Some(page) = self.page_to_write(at, span) else {
                return Err(self.fault(address, len, true));
            };
            page.data[offset..offset + span].fill(byte);
            page.make_concrete(offset, span);
        });
        Ok(())
    }

    /// memcmp: checks up to the first difference only, as the native function may.
    pub fn compare(&mut self, a: u64, b: u64, len: u64) -> Result<Ordering, MemoryFault> {
        let mut done = 0;
        let mut buffer = [0; 256];
        while done < len {
            let (a, b) = (a.wrapping_add(done), b.wrapping_add(done));
            let (a_offset, b_offset) = (a as usize % PAGE, b as usize % PAGE);
            let span = (PAGE - a_offset.max(b_offset)).min(buffer.len()).min((len - done) as usize);
            let Some(page) = self.page_to_read(a, span) else {
                return Err(self.fault(a, len - done, false));
            };
            let here = &mut buffer[..span];
            here.copy_from_slice(&page.data[a_offset..a_offset + span]);
            let Some(page) = self.page_to_read(b, span) else {
                return Err(self.fault(b, len - done, false));
            };
            let there = &page.data[b_offset..b_offset + span];
            let order = (*here).cmp(there);
            let seen = here.iter().zip(there).position(|(x, y)| x != y).map_or(span, |at| at + 1);
            self.note(a, seen as u64);
            self.note(b, seen as u64);
            if order.is_ne() {
                return Ok(order);
            }
            done += span as u64;
        }
        Ok(Ordering::Equal)
    }
}
