//! Sparse sets of numbers: sorted words of 64.

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits {
    words: Vec<(u32, u64)>,
}

impl Bits {
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn len(&self) -> u64 {
        self.words.iter().map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    /// A measure of the work a pass over the set takes.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        // Mostly they come in order.
        if let Some((last, bits)) = self.words.last_mut()
            && *last <= word
        {
            if *last < word {
                self.words.push((word, bit));
                return true;
            }
            let old = std::mem::replace(bits, *bits | bit);
            return old & bit == 0;
        }
        match self.words.binary_search_by_key(&word, |(index, _)| *index) {
            Ok(at) => {
                let old = self.words[at].1;
                self.words[at].1 |= bit;
                old & bit == 0
            }
            Err(at) => {
                self.words.insert(at, (word, bit));
                true
            }
        }
    }

    pub fn contains(&self, number: u32) -> bool {
        let found = self.words.binary_search_by_key(&(number / 64), |(index, _)| *index);
        found.is_ok_and(|at| self.words[at].1 >> (number % 64) & 1 == 1)
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|(index, word)| Ones { base: index * 64, word: *word })
    }

    pub fn extend(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for number in numbers {
            self.insert(number);
        }
    }

    /// Takes everything of `other` in; what was new.
    pub fn add(&mut self, other: &Bits) -> Bits {
        let mut new = Bits::default();
        let mut at = 0;
        let mut missing = Vec::new();
        for (index, word) in &other.words {
            while at < self.words.len() && self.words[at].0 < *index {
                at += 1;
            }
            match self.words.get_mut(at) {
                Some((found, own)) if found == index => {
                    let fresh = word & !*own;
                    *own |= word;
                    if fresh != 0 {
                        new.words.push((*index, fresh));
                    }
                }
                _ => {
                    missing.push((*index, *word));
                    new.words.push((*index, *word));
                }
            }
        }
        if !missing.is_empty() {
            self.words.extend(missing);
            self.words.sort_unstable_by_key(|(index, _)| *index);
        }
        new
    }
}

struct Ones {
    base: u32,
    word: u64,
}

impl Iterator for Ones {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Bits {
        let mut bits = Bits::default();
        bits.extend(numbers);
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use std::collections::BTreeSet;

    /// Against the standard library's sets, on pseudo-random numbers.
    #[test]
    fn behaves_like_a_set() {
        let mut state = 7u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % 500
        };
        for _ in 0..200 {
            let (a, b): (BTreeSet<u32>, BTreeSet<u32>) =
                ((0..random() % 40).map(|_| random()).collect(), (0..random() % 40).map(|_| random()).collect());
            let mut bits: Bits = a.iter().copied().collect();
            let new = bits.add(&b.iter().copied().collect());
            assert_eq!(bits.iter().collect::<BTreeSet<_>>(), &a | &b);
            assert_eq!(new.iter().collect::<BTreeSet<_>>(), &b - &a);
            assert!((0..500).all(|n| bits.contains(n) == (a.contains(&n) || b.contains(&n))));
        }
    }
}
