//! Sets of byte values.

/// Some of the 256 values of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteSet(pub [u64; 4]);

/// Which values to take first: an input that shows something should be readable, if it can.
const PREFERRED: [ByteSet; 3] = [
    ByteSet::from_ranges(&[b'0'..=b'9', b'a'..=b'z', b'A'..=b'Z']),
    ByteSet::from_ranges(&[b' '..=b'~']),
    ByteSet::ALL,
];

impl ByteSet {
    pub const NONE: ByteSet = ByteSet([0; 4]);
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    const fn from_ranges(ranges: &[std::ops::RangeInclusive<u8>]) -> ByteSet {
        let mut set = ByteSet::NONE;
        let mut i = 0;
        while i < ranges.len() {
            let mut value = *ranges[i].start();
            while value <= *ranges[i].end() {
                set.0[(value >> 6) as usize] |= 1 << (value & 63);
                value += 1;
            }
            i += 1;
        }
        set
    }

    /// From `low` to `high`, both included.
    pub fn between(low: u8, high: u8) -> ByteSet {
        let mut set = ByteSet::NONE;
        for (i, word) in set.0.iter_mut().enumerate() {
            let first = i as u32 * 64;
            let from = u32::from(low).clamp(first, first + 64) - first;
            let to = (u32::from(high) + 1).clamp(first, first + 64) - first;
            if from < to {
                *word = (u64::MAX >> (64 - (to - from))) << from;
            }
        }
        set
    }

    pub fn only(value: u8) -> ByteSet {
        let mut set = ByteSet::NONE;
        set.insert(value);
        set
    }

    pub fn insert(&mut self, value: u8) {
        self.0[usize::from(value >> 6)] |= 1 << (value & 63);
    }

    pub fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value >> 6)] >> (value & 63) & 1 != 0
    }

    pub fn and(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn or(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The value of a set that has only one.
    pub fn single(&self) -> Option<u8> {
        let first = self.first()?;
        (self.len() == 1).then_some(first)
    }

    pub fn first(&self) -> Option<u8> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some((i as u32 * 64 + self.0[i].trailing_zeros()) as u8)
    }

    pub fn last(&self) -> Option<u8> {
        let i = self.0.iter().rposition(|&word| word != 0)?;
        Some((i as u32 * 64 + 63 - self.0[i].leading_zeros()) as u8)
    }

    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..4).flat_map(move |i| {
            let mut word = self.0[i];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some((i as u32 * 64 + bit) as u8)
            })
        })
    }

    /// A value to try: letters and digits first, then what can be printed.
    pub fn pick(&self) -> Option<u8> {
        PREFERRED.iter().find_map(|preferred| self.and(*preferred).first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_has_what_iteration_gives() {
        for low in [0u8, 1, 5, 63, 64, 65, 127, 128, 200, 255] {
            for high in [0u8, 1, 62, 63, 64, 127, 128, 191, 192, 254, 255] {
                let expected: Vec<u8> = (low..=high).collect();
                let set = ByteSet::between(low, high);
                assert_eq!(set.iter().collect::<Vec<_>>(), expected, "{low}..={high}");
                assert_eq!((set.first(), set.last()), (expected.first().copied(), expected.last().copied()));
                assert_eq!(set.len() as usize, expected.len());
            }
        }
    }

    #[test]
    fn picks_readable_values_first() {
        assert_eq!(ByteSet::ALL.pick(), Some(b'0'));
        assert_eq!(ByteSet::between(0, b'/').pick(), Some(b' '));
        assert_eq!(ByteSet::between(1, 31).pick(), Some(1));
        assert_eq!(ByteSet::NONE.pick(), None);
    }
}
