//! Intervals of unsigned numbers that may wrap around: what a comparison with a constant says about a term.

use rift_numeric::int::{mask64, signed64};

/// The numbers `first`, `first + 1`, .. `last` modulo 2^`width`. Never empty; `first` is `last + 1` when it is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub width: u32,
    pub first: u64,
    pub last: u64,
}

/// What two spans have in common.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    Nothing,
    One(Span),
    /// Two spans apart from each other.
    Two,
}

impl Span {
    pub(crate) fn new(width: u32, first: u64, last: u64) -> Span {
        Span { width, first: first & mask64(width), last: last & mask64(width) }
    }

    pub(crate) fn single(width: u32, value: u64) -> Span {
        Span::new(width, value, value)
    }

    fn mask(self) -> u64 {
        mask64(self.width)
    }

    /// How many numbers there are besides the first.
    pub(crate) fn length(self) -> u64 {
        self.last.wrapping_sub(self.first) & self.mask()
    }

    pub(crate) fn is_full(self) -> bool {
        self.length() == self.mask()
    }

    pub(crate) fn is_wrapped(self) -> bool {
        self.first > self.last
    }

    pub(crate) fn as_single(self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }

    pub(crate) fn contains(self, value: u64) -> bool {
        value.wrapping_sub(self.first) & self.mask() <= self.length()
    }

    /// Every number moved up by `by`.
    pub(crate) fn shifted(self, by: u64) -> Span {
        Span::new(self.width, self.first.wrapping_add(by), self.last.wrapping_add(by))
    }

    /// The numbers `from - x`.
    pub(crate) fn reflected(self, from: u64) -> Span {
        Span::new(self.width, from.wrapping_sub(self.last), from.wrapping_sub(self.first))
    }

    /// Everything else; `None` is nothing.
    pub(crate) fn complement(self) -> Option<Span> {
        (!self.is_full()).then(|| Span::new(self.width, self.last.wrapping_add(1), self.first.wrapping_sub(1)))
    }

    pub(crate) fn intersect(self, other: Span) -> Overlap {
        if self.is_full() {
            return Overlap::One(other);
        }
        // Seen from the start of `self`, which is then 0 ..= length.
        let start = other.first.wrapping_sub(self.first) & self.mask();
        let end = other.last.wrapping_sub(self.first) & self.mask();
        let length = self.length();
        let one = |first: u64, last: u64| Overlap::One(Span::new(self.width, first, last).shifted(self.first));
        if start <= end && !other.is_full() {
            return if start > length { Overlap::Nothing } else { one(start, end.min(length)) };
        }
        match (start <= length, end >= length || other.is_full()) {
            (_, true) => Overlap::One(self),
            (false, false) => one(0, end),
            (true, false) => Overlap::Two,
        }
    }

    /// The numbers `x` of `width` bits for which `base + x` lies in the span, where `base + x` does not wrap around
    /// more than once. `None` is nothing.
    pub(crate) fn within(self, base: u64, width: u32) -> Option<Span> {
        let largest = mask64(width);
        let moved = self.shifted(base.wrapping_neg());
        let (first, last) = (moved.first, moved.last);
        if !moved.is_wrapped() && !moved.is_full() {
            return (first <= largest).then(|| Span::new(width, first, last.min(largest)));
        }
        if last >= largest || moved.is_full() {
            return Some(Span::new(width, 0, largest));
        }
        Some(Span::new(width, if first <= largest { first } else { 0 }, last))
    }

    /// The numbers `x` for which `x << shift | low` lies in the span; `low` has `shift` bits. `None` is nothing.
    /// The span is not wrapped.
    pub(crate) fn scaled_down(self, shift: u32, low: u64) -> Option<Span> {
        let below = mask64(shift);
        let first = (self.first >> shift) + u64::from(self.first & below > low);
        let last = (self.last >> shift).checked_sub(u64::from(self.last & below < low))?;
        (first <= last).then(|| Span::new(self.width - shift, first, last))
    }

    /// The numbers whose product with `factor`, computed without wrapping, lies in the span; `None` is nothing. The span
    /// is not wrapped.
    pub(crate) fn divided(self, factor: u64) -> Option<Span> {
        let (first, last) = (self.first.div_ceil(factor), self.last / factor);
        (first <= last).then(|| Span::new(self.width, first, last))
    }

    /// The numbers whose signed quotient by `divisor`, rounded towards zero, lies in the span. It contains no step from
    /// the largest to the least signed number.
    pub(crate) fn scaled_up_signed(self, divisor: i64) -> Option<Span> {
        let (first, last) = (signed64(self.width, self.first), signed64(self.width, self.last));
        let (divisor, rest) = (i128::from(divisor), i128::from(divisor - 1));
        let least = i128::from(first) * divisor - if first > 0 { 0 } else { rest };
        let largest = i128::from(last) * divisor + if last < 0 { 0 } else { rest };
        let limit = 1i128 << (self.width - 1);
        let (least, largest) = (least.max(-limit), largest.min(limit - 1));
        (least <= largest).then(|| Span::new(self.width, least as u64, largest as u64))
    }

    pub(crate) fn is_wrapped_signed(self) -> bool {
        signed64(self.width, self.first) > signed64(self.width, self.last)
    }

    /// The numbers whose upper bits, `shift` of them being below, lie in the span. The span is not wrapped.
    pub(crate) fn raised(self, shift: u32) -> Span {
        Span::new(self.width + shift, self.first << shift, self.last << shift | mask64(shift))
    }

    /// The numbers whose quotient by `divisor` lies in the span; `None` is nothing. The span is not wrapped.
    pub(crate) fn scaled_up(self, divisor: u64) -> Option<Span> {
        let first = self.first.checked_mul(divisor).filter(|&first| first <= self.mask())?;
        let last = self.last.checked_mul(divisor).and_then(|last| last.checked_add(divisor - 1));
        Some(Span::new(self.width, first, last.unwrap_or(u64::MAX).min(self.mask())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;

    fn spans() -> impl Iterator<Item = Span> {
        (0..8).flat_map(|first| (0..8).map(move |last| Span::new(WIDTH, first, last)))
    }

    fn members(span: Span) -> Vec<u64> {
        (0..1 << span.width).filter(|&value| span.contains(value)).collect()
    }

    #[test]
    fn every_span_of_three_bits_obeys_its_definitions() {
        for span in spans() {
            let inside = members(span);
            assert_eq!(inside.len() as u64, span.length() + 1);
            let outside: Vec<u64> = (0..8).filter(|value| !inside.contains(value)).collect();
            assert_eq!(span.complement().map(members).unwrap_or_default(), outside);
            for by in 0..8 {
                let moved = |f: fn(u64, u64) -> u64| {
                    let mut moved: Vec<u64> = inside.iter().map(|&value| f(value, by) & 7).collect();
                    moved.sort();
                    moved
                };
                assert_eq!(members(span.shifted(by)), moved(|value, by| value + by));
                assert_eq!(members(span.reflected(by)), moved(|value, by| by.wrapping_sub(value)));
                let narrow: Vec<u64> = (0..4).filter(|x| span.contains((by + x) & 7)).collect();
                assert_eq!(span.within(by, 2).map(members).unwrap_or_default(), narrow, "{span:?} {by}");
            }
        }
    }

    #[test]
    fn intersections_are_exact() {
        for (a, b) in spans().flat_map(|a| spans().map(move |b| (a, b))) {
            let both: Vec<u64> = (0..8).filter(|&value| a.contains(value) && b.contains(value)).collect();
            match a.intersect(b) {
                Overlap::Nothing => assert!(both.is_empty(), "{a:?} {b:?}"),
                Overlap::One(span) => assert_eq!(members(span), both, "{a:?} {b:?}"),
                Overlap::Two => assert!(both.len() >= 2 && spans().all(|span| members(span) != both), "{a:?} {b:?}"),
            }
        }
    }

    #[test]
    fn scaling_is_exact() {
        for span in spans().filter(|span| !span.is_wrapped()) {
            for low in 0..2 {
                let expected: Vec<u64> = (0..4).filter(|x| span.contains(x << 1 | low)).collect();
                assert_eq!(span.scaled_down(1, low).map(members).unwrap_or_default(), expected, "{span:?} {low}");
            }
            let expected: Vec<u64> = (0..16).filter(|x| span.contains(x >> 1)).collect();
            assert_eq!(members(span.raised(1)), expected, "{span:?}");
            for by in 1..8 {
                let expected: Vec<u64> = (0..8).filter(|x| span.contains(x / by)).collect();
                assert_eq!(span.scaled_up(by).map(members).unwrap_or_default(), expected, "{span:?} {by}");
                let expected: Vec<u64> = (0..8).filter(|x| x * by < 8 && span.contains(x * by)).collect();
                let scaled = span.divided(by).map(members).unwrap_or_default();
                assert_eq!(scaled.into_iter().filter(|x| x * by < 8).collect::<Vec<u64>>(), expected, "{span:?} {by}");
            }
        }
        for span in spans().filter(|span| !span.is_wrapped_signed()) {
            for by in 1..4 {
                let quotient = |x: &u64| (signed64(WIDTH, *x) / by) as u64 & 7;
                let expected: Vec<u64> = (0..8).filter(|x| span.contains(quotient(x))).collect();
                assert_eq!(span.scaled_up_signed(by).map(members).unwrap_or_default(), expected, "{span:?} {by}");
            }
        }
    }
}
