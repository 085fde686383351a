//! Symbolic bytes: which parts of memory carry terms.
//!
//! A page keeps a sorted list of *spans*: some bytes that hold some bytes of a term. Whole stored values stay whole, so
//! that a load of what was stored gives the very term back; copies and partial overwrites only cut spans, and need no
//! arena of terms. A page without spans costs nothing.
//!
//! A symbolic byte always has the value that its term has on this run's input. So everything here that changes bytes
//! changes their terms too, but for the machine's own `store`; and memory that is freed keeps its terms as it keeps its
//! bytes, since an object that reuses it may read them.

use super::Memory;
use super::page::{PAGE, PAGE_BITS, Page};
use super::spans::{PageSymbols, Span};
use rift_expr::{TermId, Terms};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// Terms in memory are of one slot of the machine at most.
const LARGEST_TERM: u32 = 8;

/// Which pages have symbols, and what is noted of reads.
#[derive(Default)]
pub(super) struct Symbols {
    /// Whether a byte ever became symbolic.
    pub any: bool,
    /// The pages that have [`Page::symbols`], sorted.
    pages: Arc<Vec<u64>>,
    /// What was read since the noting began; `None` while nothing is to be noted.
    noted: Option<Vec<Noted>>,
}

impl Symbols {
    /// For a copy of the memory. Noting is not copied.
    pub fn snapshot(&self) -> Symbols {
        Symbols { any: self.any, pages: Arc::clone(&self.pages), noted: None }
    }

    /// Where in the list these pages are.
    fn among(&self, numbers: Range<u64>) -> Range<usize> {
        let start = self.pages.partition_point(|&page| page < numbers.start);
        start..start + self.pages[start..].partition_point(|&page| page < numbers.end)
    }

    /// Forgets pages that were removed.
    pub fn forget(&mut self, numbers: Range<u64>) {
        let gone = self.among(numbers);
        if !gone.is_empty() {
            Arc::make_mut(&mut self.pages).drain(gone);
        }
    }
}

/// Symbolic bytes that were read, with what they were then: they may be overwritten by now.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Noted {
    address: u64,
    span: Span,
    value: u64,
}

impl Memory {
    /// Whether any byte ever became symbolic: as long as not, nothing needs to be looked up.
    #[inline(always)]
    pub fn has_symbols(&self) -> bool {
        self.symbols.any
    }

    /// The term of `bytes` bytes at `address`, little-endian, of width 8 * bytes; `None` when all are concrete.
    /// Concrete bytes among symbolic ones become constants. The range must be readable.
    #[inline]
    pub fn term_at(&mut self, terms: &mut Terms, address: u64, bytes: u32) -> Option<TermId> {
        let offset = address as usize % PAGE;
        let len = bytes as usize;
        if offset + len <= PAGE {
            let symbols = self.readable(address >> PAGE_BITS)?.symbols.as_deref()?;
            if !symbols.touches(offset, len) {
                return None;
            }
            if let Some(term) = symbols.whole(offset, len) {
                return Some(term);
            }
        }
        self.term_of_parts(terms, address, bytes)
    }

    #[inline(never)]
    fn term_of_parts(&mut self, terms: &mut Terms, address: u64, bytes: u32) -> Option<TermId> {
        let mut parts = Parts::default();
        let mut done = 0;
        while done < bytes as usize {
            let at = address.wrapping_add(done as u64);
            let offset = at as usize % PAGE;
            let len = (PAGE - offset).min(bytes as usize - done);
            let page = self.readable(at >> PAGE_BITS)?;
            let mut here = offset;
            for span in page.symbols.iter().flat_map(|symbols| symbols.within(offset, len)) {
                parts.push_bytes(&page.data[here..span.start()]);
                parts.push_span(span);
                here = span.end();
            }
            parts.push_bytes(&page.data[here..offset + len]);
            done += len;
        }
        parts.join(terms)
    }

    /// Makes `bytes` bytes (at most 8) at `address` carry a term of width 8 * bytes. The concrete bytes are to be
    /// written before, by a store or write, which also makes sure that they may be written.
    pub fn set_term(&mut self, address: u64, bytes: u32, term: TermId) {
        assert!((1..=LARGEST_TERM).contains(&bytes), "a term of {bytes} bytes");
        let offset = address as usize % PAGE;
        let here = (bytes as usize).min(PAGE - offset) as u16;
        let span = Span { offset: offset as u16, len: here, skip: 0, size: bytes as u16, term };
        self.symbols_of(address >> PAGE_BITS).set(span);
        let rest = bytes as u16 - here;
        if rest > 0 {
            let span = Span { offset: 0, len: rest, skip: here, ..span };
            self.symbols_of((address >> PAGE_BITS) + 1).set(span);
        }
    }

    /// The symbols of a present page, for changing them.
    fn symbols_of(&mut self, number: u64) -> &mut PageSymbols {
        let page = self.readable(number).expect("what carries a term was written before");
        if page.symbols.is_none() {
            self.symbols.any = true;
            let index = self.symbols.pages.partition_point(|&other| other < number);
            Arc::make_mut(&mut self.symbols.pages).insert(index, number);
        }
        self.owned(number).expect("the page is present").symbols.get_or_insert_default()
    }

    /// Makes the bytes concrete. `store`, the raw store of the machine, leaves terms alone: who stores calls this.
    #[inline]
    pub fn clear_terms(&mut self, address: u64, bytes: u64) {
        let offset = address as usize % PAGE;
        if bytes > (PAGE - offset) as u64 {
            return self.clear_pages(address, bytes);
        }
        let number = address >> PAGE_BITS;
        if bytes > 0 && self.readable(number).is_some_and(|page| page.is_symbolic(offset, bytes as usize)) {
            self.clear_in_page(number, offset, bytes as usize);
        }
    }

    #[inline(never)]
    fn clear_in_page(&mut self, number: u64, offset: usize, len: usize) {
        self.owned(number).expect("the page is present").make_concrete(offset, len);
    }

    #[inline(never)]
    fn clear_pages(&mut self, address: u64, bytes: u64) {
        let end = address.saturating_add(bytes);
        let pages = Arc::clone(&self.symbols.pages);
        for &number in &pages[self.symbols.among(address >> PAGE_BITS..end.div_ceil(PAGE as u64))] {
            let base = number << PAGE_BITS;
            let from = address.max(base);
            self.clear_terms(from, end.min(base + PAGE as u64) - from);
        }
    }

    /// Lets the bytes of a copy within one page each carry the terms of their source.
    #[inline(never)]
    pub(super) fn copy_terms(&mut self, to: u64, from: u64, len: usize) {
        let (target, source) = (to as usize % PAGE, from as usize % PAGE);
        let symbols = self.readable(from >> PAGE_BITS).and_then(|page| page.symbols.as_deref());
        let spans = symbols.iter().flat_map(|symbols| symbols.within(source, len));
        let spans: SmallVec<[Span; 16]> = spans.map(|span| span.moved(source, target)).collect();
        if spans.is_empty() {
            self.clear_terms(to, len as u64);
        } else {
            self.symbols_of(to >> PAGE_BITS).replace(target, len, &spans);
        }
    }

    /// From now on symbolic bytes that [`Memory::read`] and its like hand out are noted.
    pub fn note_reads(&mut self) {
        self.symbols.noted = Some(Vec::new());
    }

    /// Ends the noting: (address, bytes) of symbolic spans that were read, each once.
    pub fn take_noted(&mut self) -> Vec<(u64, u32)> {
        let mut noted = self.symbols.noted.take().unwrap_or_default();
        noted.sort_by_key(|note| (note.address, note.span.len));
        let mut covered = 0;
        let uncovered = noted.iter().filter_map(|note| {
            let from = note.address.max(covered);
            covered = covered.max(note.address + u64::from(note.span.len));
            (from < covered).then(|| (from, (covered - from) as u32))
        });
        uncovered.collect()
    }

    /// Ends the noting: the terms that were read, each once, and the values they had. Unlike addresses they also tell
    /// of bytes that were read and then overwritten.
    pub fn take_noted_terms(&mut self, terms: &mut Terms) -> Vec<(TermId, u64)> {
        let noted = self.symbols.noted.take().unwrap_or_default();
        let mut read: Vec<(TermId, u64)> =
            noted.iter().map(|note| (part_of_term(terms, &note.span), note.value)).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    /// Notes that these bytes, which are readable, were handed out.
    #[inline]
    pub(super) fn note(&mut self, address: u64, len: u64) {
        if self.symbols.noted.is_some() && self.symbols.any {
            self.note_spans(address, len);
        }
    }

    #[inline(never)]
    fn note_spans(&mut self, address: u64, len: u64) {
        let end = address.saturating_add(len);
        let mut noted = self.symbols.noted.take().unwrap_or_default();
        for &number in &self.symbols.pages[self.symbols.among(address >> PAGE_BITS..end.div_ceil(PAGE as u64))] {
            let base = number << PAGE_BITS;
            let from = address.max(base);
            let len = end.min(base + PAGE as u64) - from;
            let page = self.peek(number).expect("a listed page is present");
            let spans = page.symbols.iter().flat_map(|symbols| symbols.within((from - base) as usize, len as usize));
            noted.extend(spans.map(|span| {
                let address = base + u64::from(span.offset);
                Noted { address, span, value: page.value_of(&span) }
            }));
        }
        self.symbols.noted = Some(noted);
    }

    /// Gives every symbolic byte the value that `value` finds for its term. Pages where nothing changes stay shared.
    pub fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        let pages = Arc::clone(&self.symbols.pages);
        for &number in pages.iter() {
            let page = self.peek(number).expect("a listed page is present");
            let spans = page.symbols.as_deref().map_or(&[][..], PageSymbols::spans);
            let Some(stale) = spans.iter().position(|span| page.value_of(span) != span.cut(value(span.term))) else {
                continue;
            };
            let Page { data, symbols: Some(symbols), .. } = self.owned(number).expect("the page is present") else {
                continue;
            };
            for span in &symbols.spans()[stale..] {
                let bytes = span.cut(value(span.term)).to_le_bytes();
                data[span.start()..span.end()].copy_from_slice(&bytes[..usize::from(span.len)]);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn check_symbols(&self) {
        assert!(self.symbols.pages.is_sorted());
        for &number in self.symbols.pages.iter() {
            let page = self.peek(number).expect("a listed page is present");
            page.symbols.as_deref().expect("a listed page has symbols").check();
        }
    }
}

/// What a range of bytes is made of, lowest first.
#[derive(Default)]
struct Parts {
    parts: SmallVec<[Part; 8]>,
    symbolic: bool,
}

enum Part {
    Bytes { value: u64, len: u32 },
    Span(Span),
}

impl Parts {
    fn push_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let value = chunk.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
            self.parts.push(Part::Bytes { value, len: chunk.len() as u32 });
        }
    }

    /// Neighbours in the term become one part: a value that crosses pages, or was copied in two, is whole again.
    fn push_span(&mut self, span: Span) {
        self.symbolic = true;
        match self.parts.last_mut() {
            Some(Part::Span(last)) if last.term == span.term && last.skip + last.len == span.skip => {
                last.len += span.len;
            }
            _ => self.parts.push(Part::Span(span)),
        }
    }

    /// `None` when no byte is symbolic.
    fn join(&self, terms: &mut Terms) -> Option<TermId> {
        let parts = self.parts.iter().filter(|_| self.symbolic);
        parts.fold(None, |low, part| {
            let high = match part {
                Part::Bytes { value, len } => terms.constant(8 * len, *value),
                Part::Span(span) => part_of_term(terms, span),
            };
            Some(low.map_or(high, |low| terms.concat(high, low)))
        })
    }
}

/// The bytes of its term that a span holds.
fn part_of_term(terms: &mut Terms, span: &Span) -> TermId {
    if span.len == span.size {
        return span.term;
    }
    terms.extract(span.term, 8 * u32::from(span.skip), 8 * u32::from(span.len))
}
