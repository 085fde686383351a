//! Bounds on bit vectors of at most 64 bits.
//!
//! A [`Range`] is an interval of the values whose top bit is clear and one of those whose top bit is set. Within each,
//! the signed and the unsigned order agree, so both kinds of comparison narrow it without loss, and sums that wrap
//! around stay in two pieces. Over-approximates: what it leaves out is impossible.

/// Values of one half, from `first` to `last`; none if `first > last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Half {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Half {
    const NONE: Half = Half { first: 1, last: 0 };

    fn new(first: u64, last: u64) -> Half {
        if first > last { Half::NONE } else { Half { first, last } }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.first > self.last
    }

    fn contains(self, value: u64) -> bool {
        self.first <= value && value <= self.last
    }

    fn meet(self, other: Half) -> Half {
        Half::new(self.first.max(other.first), self.last.min(other.last))
    }

    fn join(self, other: Half) -> Half {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            Half { first: self.first.min(other.first), last: self.last.max(other.last) }
        }
    }
}

/// The width is known to whoever has a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// Where the top bit is clear.
    pub(crate) low: Half,
    /// Where the top bit is set.
    pub(crate) high: Half,
}

/// All bits of a width.
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// So many bits from the lowest on; none for 0.
pub(crate) fn low_bits(count: u32) -> u64 {
    if count == 0 { 0 } else { mask(count.min(64)) }
}

fn top(width: u32) -> u64 {
    1 << (width - 1)
}

/// The signed value of a pattern.
pub(crate) fn signed(width: u32, value: u64) -> i128 {
    let value = i128::from(value);
    if value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

impl Range {
    pub(crate) const NONE: Range = Range { low: Half::NONE, high: Half::NONE };
    pub(crate) const FALSE: Range = Range { low: Half { first: 0, last: 0 }, high: Half::NONE };
    pub(crate) const TRUE: Range = Range { low: Half::NONE, high: Half { first: 1, last: 1 } };

    pub(crate) fn full(width: u32) -> Range {
        Range::unsigned(width, 0, mask(width))
    }

    pub(crate) fn single(width: u32, value: u64) -> Range {
        Range::unsigned(width, value, value)
    }

    /// From `first` to `last` in the unsigned order.
    pub(crate) fn unsigned(width: u32, first: u64, last: u64) -> Range {
        let top = top(width);
        Range { low: Half::new(first, last.min(top - 1)), high: Half::new(first.max(top), last) }
    }

    /// What is left of the integers from `first` to `last` in the signed order when cut to those that there are.
    pub(crate) fn signed(width: u32, first: i128, last: i128) -> Range {
        let limit = 1i128 << (width - 1);
        let (first, last) = (first.max(-limit), last.min(limit - 1));
        if first > last {
            return Range::NONE;
        }
        let low = if last < 0 { Half::NONE } else { Half::new(first.max(0) as u64, last as u64) };
        let pattern = |value: i128| (value + 2 * limit) as u64;
        let high = if first >= 0 { Half::NONE } else { Half::new(pattern(first), pattern(last.min(-1))) };
        Range { low, high }
    }

    /// The patterns of the integers from `first` to `last`, wrapped around.
    pub(crate) fn wrapped(width: u32, first: i128, last: i128) -> Range {
        if last - first >= mask(width).into() {
            return Range::full(width);
        }
        let (first, last) = (first as u64 & mask(width), last as u64 & mask(width));
        if first <= last {
            Range::unsigned(width, first, last)
        } else {
            Range::unsigned(width, first, mask(width)).join(Range::unsigned(width, 0, last))
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.low.is_empty() && self.high.is_empty()
    }

    pub(crate) fn contains(self, value: u64) -> bool {
        self.low.contains(value) || self.high.contains(value)
    }

    pub(crate) fn meet(self, other: Range) -> Range {
        Range { low: self.low.meet(other.low), high: self.high.meet(other.high) }
    }

    pub(crate) fn join(self, other: Range) -> Range {
        Range { low: self.low.join(other.low), high: self.high.join(other.high) }
    }

    /// The value, if there is only one.
    pub(crate) fn value(self) -> Option<u64> {
        match (self.low.is_empty(), self.high.is_empty()) {
            (false, true) if self.low.first == self.low.last => Some(self.low.first),
            (true, false) if self.high.first == self.high.last => Some(self.high.first),
            _ => None,
        }
    }

    /// How many values there are, or the most a `u64` can say.
    pub(crate) fn count(self) -> u64 {
        let count = |half: Half| if half.is_empty() { 0 } else { (half.last - half.first).saturating_add(1) };
        count(self.low).saturating_add(count(self.high))
    }

    /// The least and the greatest in the unsigned order. Of a range that is not empty.
    pub(crate) fn unsigned_bounds(self) -> (u64, u64) {
        let first = if self.low.is_empty() { self.high.first } else { self.low.first };
        let last = if self.high.is_empty() { self.low.last } else { self.high.last };
        (first, last)
    }

    /// The least and the greatest in the signed order. Of a range that is not empty.
    pub(crate) fn signed_bounds(self, width: u32) -> (i128, i128) {
        let first = if self.high.is_empty() { self.low.first } else { self.high.first };
        let last = if self.low.is_empty() { self.high.last } else { self.low.last };
        (signed(width, first), signed(width, last))
    }

    /// Its halves that are not empty, as integers of which the patterns are the remainder: those of the upper half
    /// are negative.
    pub(crate) fn pieces(self, width: u32) -> impl Iterator<Item = (i128, i128)> + Clone {
        let piece = move |half: Half| (!half.is_empty()).then(|| (signed(width, half.first), signed(width, half.last)));
        [piece(self.low), piece(self.high)].into_iter().flatten()
    }

    /// Without one value, where that is at an end of a half.
    pub(crate) fn without(self, value: u64) -> Range {
        let trim = |half: Half| {
            if half.is_empty() || !half.contains(value) {
                half
            } else if half.first == half.last {
                Half::NONE
            } else if value == half.first {
                Half { first: value + 1, ..half }
            } else if value == half.last {
                Half { last: value - 1, ..half }
            } else {
                half
            }
        };
        Range { low: trim(self.low), high: trim(self.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(range: Range) -> Vec<u64> {
        (0..16).filter(|&value| range.contains(value)).collect()
    }

    #[test]
    fn constructors_agree_with_enumeration() {
        for first in 0..16u64 {
            for last in first..16 {
                let expected: Vec<u64> = (first..=last).collect();
                assert_eq!(values(Range::unsigned(4, first, last)), expected);
            }
        }
        for first in -10..10i128 {
            for last in first..10 {
                let range = Range::signed(4, first, last);
                let expected: Vec<u64> = (0..16).filter(|&v| (first..=last).contains(&signed(4, v))).collect();
                assert_eq!(values(range), expected, "{first}..={last}");
                if !range.is_empty() {
                    assert_eq!(range.signed_bounds(4), (first.max(-8), last.min(7)));
                }
            }
        }
    }

    #[test]
    fn wrapped_covers_all_patterns() {
        for first in -40..40i128 {
            for last in first..first + 20 {
                let range = Range::wrapped(4, first, last);
                for integer in first..=last {
                    assert!(range.contains(integer.rem_euclid(16) as u64));
                }
            }
        }
        assert_eq!(Range::wrapped(4, 9, 12), Range::unsigned(4, 9, 12));
        assert_eq!(Range::wrapped(64, i128::from(u64::MAX), i128::from(u64::MAX) + 1).count(), 2);
    }
}
