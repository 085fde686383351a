//! The symbolic bytes of one page.
//!
//! Invariants: spans are sorted, never empty, and no two of them share a byte; a granule is marked exactly when a span
//! touches it.

use super::page::GRANULES;
use rift_expr::TermId;

/// Bytes `offset .. offset + len` of a page hold bytes `skip .. skip + len` of a term, little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub offset: u16,
    pub len: u16,
    pub skip: u16,
    /// Bytes of the whole term.
    pub size: u16,
    pub term: TermId,
}

impl Span {
    pub fn start(&self) -> usize {
        usize::from(self.offset)
    }

    pub fn end(&self) -> usize {
        usize::from(self.offset) + usize::from(self.len)
    }

    /// The part of it within `start .. end`, which it touches.
    pub fn within(&self, start: usize, end: usize) -> Span {
        let from = self.start().max(start);
        let to = self.end().min(end);
        let skip = self.skip + (from - self.start()) as u16;
        Span { offset: from as u16, len: (to - from) as u16, skip, ..*self }
    }

    /// The same bytes of the term elsewhere.
    pub fn moved(&self, from: usize, to: usize) -> Span {
        Span { offset: (self.start() - from + to) as u16, ..*self }
    }

    /// This span's bytes of the term's value.
    #[inline]
    pub fn cut(&self, value: u64) -> u64 {
        low_bytes(value >> (8 * self.skip), self.len)
    }
}

#[derive(Clone, Default)]
pub(super) struct PageSymbols {
    spans: Vec<Span>,
    marks: [u64; GRANULES / 64],
}

impl PageSymbols {
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Whether a granule of these bytes has symbolic bytes. Only for `len > 0`.
    #[inline]
    pub fn touches(&self, offset: usize, len: usize) -> bool {
        let (first, last) = (offset / 8, (offset + len - 1) / 8);
        if first / 64 == last / 64 {
            return self.marks[first / 64] & bits(first % 64, last % 64) != 0;
        }
        self.marks[first / 64] & bits(first % 64, 63) != 0
            || self.marks[last / 64] & bits(0, last % 64) != 0
            || self.marks[first / 64 + 1..last / 64].iter().any(|&word| word != 0)
    }

    /// The term of which these bytes are all the bytes.
    #[inline]
    pub fn whole(&self, offset: usize, len: usize) -> Option<TermId> {
        let index = self.spans.partition_point(|span| span.start() < offset);
        let span = self.spans.get(index)?;
        let whole = span.start() == offset && usize::from(span.len) == len && usize::from(span.size) == len;
        whole.then_some(span.term)
    }

    /// The spans of these bytes, cut to them.
    pub fn within(&self, offset: usize, len: usize) -> impl Iterator<Item = Span> {
        let end = offset + len;
        let first = self.spans.partition_point(|span| span.end() <= offset);
        self.spans[first..].iter().take_while(move |span| span.start() < end).map(move |span| span.within(offset, end))
    }

    /// Makes these bytes concrete.
    pub fn clear(&mut self, offset: usize, len: usize) {
        if len == 0 || !self.touches(offset, len) {
            return;
        }
        let end = offset + len;
        let first = self.spans.partition_point(|span| span.end() <= offset);
        let last = first + self.spans[first..].partition_point(|span| span.start() < end);
        let Some((&left, &right)) = self.spans[first..last].first().zip(self.spans[first..last].last()) else {
            return;
        };
        let left = (left.start() < offset).then(|| left.within(0, offset));
        let right = (right.end() > end).then(|| right.within(end, usize::MAX));
        let next = first + usize::from(left.is_some());
        self.spans.splice(first..last, left.into_iter().chain(right));
        self.unmark(offset, end);
        // The neighbours may share the first and the last granule.
        let neighbours = [next.checked_sub(1), Some(next)].map(|index| self.spans.get(index?).copied());
        neighbours.into_iter().flatten().for_each(|span| self.mark(span));
    }

    /// Puts a span in place of what was there.
    pub fn set(&mut self, span: Span) {
        let index = self.spans.partition_point(|other| other.start() < span.start());
        if let Some(there) = self.spans.get_mut(index)
            && (there.offset, there.len) == (span.offset, span.len)
        {
            *there = span;
            return;
        }
        self.replace(span.start(), usize::from(span.len), &[span]);
    }

    /// Puts spans in place of whatever the bytes held. They are sorted and lie within.
    pub fn replace(&mut self, offset: usize, len: usize, spans: &[Span]) {
        self.clear(offset, len);
        let index = self.spans.partition_point(|other| other.start() < offset);
        self.spans.splice(index..index, spans.iter().copied());
        spans.iter().for_each(|&span| self.mark(span));
    }

    fn mark(&mut self, span: Span) {
        (span.start() / 8..=(span.end() - 1) / 8).for_each(|granule| self.marks[granule / 64] |= 1 << (granule % 64));
    }

    fn unmark(&mut self, start: usize, end: usize) {
        let (first, last) = (start / 8, (end - 1) / 8);
        for word in first / 64..=last / 64 {
            let from = if word == first / 64 { first % 64 } else { 0 };
            let to = if word == last / 64 { last % 64 } else { 63 };
            self.marks[word] &= !bits(from, to);
        }
    }

    #[cfg(test)]
    pub fn check(&self) {
        let mut copy = PageSymbols { spans: vec![], marks: Default::default() };
        self.spans.iter().for_each(|&span| copy.mark(span));
        assert_eq!(copy.marks, self.marks);
        assert!(self.spans.iter().all(|span| span.len > 0 && span.skip + span.len <= span.size));
        assert!(self.spans.windows(2).all(|pair| pair[0].end() <= pair[1].start()));
    }
}

/// The lowest `len` bytes of a word, from 1 to 8.
#[inline]
pub(super) fn low_bytes(word: u64, len: u16) -> u64 {
    word & u64::MAX >> (64 - 8 * len)
}

/// Bits `first ..= last` of a word.
#[inline]
fn bits(first: usize, last: usize) -> u64 {
    (u64::MAX >> (63 - last)) & (u64::MAX << first)
}
