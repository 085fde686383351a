//! Pages and their validity shadow.
//!
//! The shadow has one byte for each granule of 8 bytes: as a signed number it says how many of the granule's first
//! bytes may be accessed. 8 is all of them, and everything <= 0 is none, for a reason given by the code.

use super::spans::{PageSymbols, Span, low_bytes};
use std::sync::Arc;

pub(super) const PAGE: usize = 4096;
pub(super) const PAGE_BITS: u32 = 12;
pub(super) const GRANULES: usize = PAGE / 8;

/// All 8 bytes of a granule are accessible.
pub(super) const FULL: u8 = 8;
pub(super) const HEAP_REDZONE: u8 = 0x80;
pub(super) const HEAP_FREED: u8 = 0x81;
/// The granule 16 bytes before a live heap object.
pub(super) const HEAP_HEADER_LIVE: u8 = 0x82;
/// The granule 16 bytes before a freed heap object that was not yet reused.
pub(super) const HEAP_HEADER_FREED: u8 = 0x83;
pub(super) const STACK_POISON: u8 = 0x84;
pub(super) const GLOBAL_REDZONE: u8 = 0x85;

const ALL_FULL: [u8; GRANULES] = [FULL; GRANULES];

#[repr(C)]
pub(super) struct Page {
    pub data: [u8; PAGE],
    pub valid: [u8; GRANULES],
    /// Which bytes carry terms.
    pub symbols: Option<Box<PageSymbols>>,
    pub writable: bool,
}

impl Page {
    /// A zero page whose every granule has `code`.
    pub fn new(code: u8, writable: bool) -> Arc<Page> {
        // SAFETY: all-zero bytes are a valid `Page`: bytes, `None` of a box, and `false`.
        let mut page = unsafe { Arc::<Page>::new_zeroed().assume_init() };
        let fields = Arc::get_mut(&mut page).expect("a new page has one owner");
        fields.valid.fill(code);
        fields.writable = writable;
        page
    }

    /// A copy with one owner.
    pub fn duplicate(&self) -> Arc<Page> {
        let mut copy = Arc::<Page>::new_uninit();
        let place = Arc::get_mut(&mut copy).expect("a new page has one owner");
        let place = place.as_mut_ptr();
        // SAFETY: `place` is writable memory for one `Page`. Its bytes are copied as they are; the box, the only part
        // that owns something, is replaced by one of its own before anything can drop it.
        unsafe {
            std::ptr::copy_nonoverlapping(self, place, 1);
            (&raw mut (*place).symbols).write(self.symbols.clone());
            copy.assume_init()
        }
    }

    /// May `size` bytes at `offset` be accessed? Only for `size > 0` and `offset + size <= PAGE`.
    #[inline(always)]
    pub fn accessible(&self, offset: usize, size: usize) -> bool {
        let last_byte = offset + size - 1;
        let (first, last) = (offset / 8, last_byte / 8);
        if (last_byte % 8) as i8 >= self.valid[last] as i8 {
            return false;
        }
        let body = &self.valid[first..last];
        if body.len() <= 4 { body.iter().all(|&code| code == FULL) } else { *body == ALL_FULL[..body.len()] }
    }

    /// The offset of the first byte of `offset .. offset + size` that may not be accessed.
    pub fn first_bad(&self, offset: usize, size: usize) -> Option<usize> {
        let end = offset + size;
        let mut at = offset;
        while at < end {
            let granule = at / 8;
            let open = granule * 8 + (self.valid[granule] as i8).clamp(0, 8) as usize;
            if at >= open {
                return Some(at);
            }
            if open < granule * 8 + 8 && open < end {
                return Some(open);
            }
            at = granule * 8 + 8;
        }
        None
    }

    /// Makes exactly the bytes `offset .. offset + size` accessible; `offset` is a multiple of 8.
    #[inline(always)]
    pub fn open(&mut self, offset: usize, size: usize) {
        let first = offset / 8;
        let whole = first + size / 8;
        paint(&mut self.valid[first..whole], FULL);
        if !size.is_multiple_of(8) {
            self.valid[whole] = (size % 8) as u8;
        }
    }

    /// Gives every granule that `offset .. offset + size` touches this code.
    #[inline(always)]
    pub fn close(&mut self, offset: usize, size: usize, code: u8) {
        paint(&mut self.valid[offset / 8..(offset + size).div_ceil(8)], code);
    }

    /// Whether any of these bytes, or of those around them, is symbolic. Only for `len > 0`.
    #[inline]
    pub fn is_symbolic(&self, offset: usize, len: usize) -> bool {
        self.symbols.as_deref().is_some_and(|symbols| symbols.touches(offset, len))
    }

    /// For bytes that are being overwritten by concrete ones.
    #[inline]
    pub fn make_concrete(&mut self, offset: usize, len: usize) {
        if let Some(symbols) = &mut self.symbols {
            symbols.clear(offset, len);
        }
    }

    /// The concrete value of a span's bytes.
    #[inline]
    pub fn value_of(&self, span: &Span) -> u64 {
        match span.start() {
            start if start + 8 <= PAGE => low_bytes(self.word(start), span.len),
            start => self.data[start..span.end()].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        }
    }

    #[inline(always)]
    pub fn word(&self, offset: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.data[offset..offset + 8]);
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    pub fn set_word(&mut self, offset: usize, value: u64) {
        self.data[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
    }
}

/// Fills with one code. Frames are small: up to 16 granules take two overlapping stores instead of a call.
#[inline(always)]
fn paint(granules: &mut [u8], code: u8) {
    fn ends<const N: usize>(granules: &mut [u8], code: u8) {
        let len = granules.len();
        granules[..N].copy_from_slice(&[code; N]);
        granules[len - N..].copy_from_slice(&[code; N]);
    }
    match granules.len() {
        0 => {}
        1 => granules[0] = code,
        2..=3 => ends::<2>(granules, code),
        4..=7 => ends::<4>(granules, code),
        8..=16 => ends::<8>(granules, code),
        _ => granules.fill(code),
    }
}
