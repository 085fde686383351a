//! Alignment of two sequences of instructions.
//!
//! Patience first: what is unique on both sides and in the same order (a longest increasing subsequence) anchors the
//! rest. Between anchors an exact alignment of highest likeness (Needleman & Wunsch 1970), as long as the gap is small
//! enough for its table; beyond that the first like one in reach. Any result is admissible: what is aligned wrongly
//! is later found to differ.

use std::collections::HashMap;
use std::ops::Range;

/// How alike two instructions are is a matter of how many of these are equal, from the last to the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keys {
    /// The kind of instruction.
    pub kind: u64,
    /// And the type of its result, and what it calls.
    pub loose: u64,
    /// And all else but the values of its operands.
    pub shape: u64,
    /// And where its operands come from.
    pub deep: u64,
}

/// The largest table of the exact alignment: a gap of 1,500 by 1,500 instructions.
const MOST_CELLS: usize = 2_250_000;
/// How far ahead a large gap is searched for something alike.
const REACH: usize = 48;

/// Pairs of indices, increasing on both sides.
pub fn align(old: &[Keys], new: &[Keys]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(old.len().min(new.len()));
    let mut gaps = vec![(0..old.len(), 0..new.len())];
    while let Some((mut o, mut n)) = gaps.pop() {
        while !o.is_empty() && !n.is_empty() && old[o.start].deep == new[n.start].deep {
            pairs.push((o.start, n.start));
            o.start += 1;
            n.start += 1;
        }
        while !o.is_empty() && !n.is_empty() && old[o.end - 1].deep == new[n.end - 1].deep {
            o.end -= 1;
            n.end -= 1;
            pairs.push((o.end, n.end));
        }
        if o.is_empty() || n.is_empty() {
            continue;
        }
        let mut anchors = anchors(old, new, &o, &n, |keys| keys.deep);
        let fits = o.len().saturating_mul(n.len()) <= MOST_CELLS;
        if anchors.is_empty() && !fits {
            anchors = self::anchors(old, new, &o, &n, |keys| keys.shape);
        }
        if anchors.is_empty() {
            pairs.extend(if fits { exact(old, new, o, n) } else { nearest(old, new, o, n) });
            continue;
        }
        let (mut from_old, mut from_new) = (o.start, n.start);
        for (anchor_old, anchor_new) in anchors {
            pairs.push((anchor_old, anchor_new));
            gaps.push((from_old..anchor_old, from_new..anchor_new));
            (from_old, from_new) = (anchor_old + 1, anchor_new + 1);
        }
        gaps.push((from_old..o.end, from_new..n.end));
    }
    pairs.sort_unstable();
    pairs
}

/// What occurs once on both sides, as far as it is in the same order.
fn anchors(
    old: &[Keys],
    new: &[Keys],
    o: &Range<usize>,
    n: &Range<usize>,
    key: impl Fn(&Keys) -> u64,
) -> Vec<(usize, usize)> {
    #[derive(Default)]
    struct Seen {
        old: Option<usize>,
        new: Option<usize>,
        repeated: bool,
    }
    let mut seen: HashMap<u64, Seen> = HashMap::new();
    for index in o.clone() {
        let entry = seen.entry(key(&old[index])).or_default();
        entry.repeated |= entry.old.replace(index).is_some();
    }
    for index in n.clone() {
        let entry = seen.entry(key(&new[index])).or_default();
        entry.repeated |= entry.new.replace(index).is_some();
    }
    let unique = |seen: &Seen| if seen.repeated { None } else { seen.old.zip(seen.new) };
    let mut pairs: Vec<(usize, usize)> = seen.values().filter_map(unique).collect();
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

/// A longest subsequence of pairs (sorted by the first) in which the second increases.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // By length less one: the index of the pair with the smallest end; and each pair's predecessor.
    let (mut ends, mut previous): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (index, (_, new)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *new);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut chain: Vec<(usize, usize)> = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        chain.push(pairs[index]);
        at = previous[index];
    }
    chain.reverse();
    chain
}

fn likeness(old: &Keys, new: &Keys) -> u32 {
    if old.deep == new.deep {
        12
    } else if old.shape == new.shape {
        8
    } else if old.loose == new.loose {
        4
    } else {
        u32::from(old.kind == new.kind)
    }
}

/// The alignment of the highest likeness in total; of equal ones the one that pairs early.
fn exact(old: &[Keys], new: &[Keys], o: Range<usize>, n: Range<usize>) -> Vec<(usize, usize)> {
    let (rows, columns) = (o.len(), n.len());
    let width = columns + 1;
    // best[i][j]: of what follows i and j.
    let mut best = vec![0u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let alike = likeness(&old[o.start + i], &new[n.start + j]);
            let paired = if alike > 0 { best[(i + 1) * width + j + 1] + alike } else { 0 };
            best[i * width + j] = paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        let here = best[i * width + j];
        let alike = likeness(&old[o.start + i], &new[n.start + j]);
        if alike > 0 && here == best[(i + 1) * width + j + 1] + alike {
            pairs.push((o.start + i, n.start + j));
            i += 1;
            j += 1;
        } else if here == best[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Pairs each with the next one of the same shape in reach.
fn nearest(old: &[Keys], new: &[Keys], o: Range<usize>, n: Range<usize>) -> Vec<(usize, usize)> {
    let (mut from, mut pairs) = (n.start, Vec::new());
    for i in o {
        let reach = from..n.end.min(from + REACH);
        if let Some(j) = reach.into_iter().find(|j| old[i].shape == new[*j].shape) {
            pairs.push((i, j));
            from = j + 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from a seed (xorshift).
    fn random(seed: &mut u64, below: u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed % below
    }

    fn keys(number: u64) -> Keys {
        Keys { kind: number % 3, loose: number % 6, shape: number % 12, deep: number }
    }

    /// The highest likeness in total by definition: each element is paired with any, or with none.
    fn highest(old: &[Keys], new: &[Keys]) -> u32 {
        let Some((first, rest)) = old.split_first() else { return 0 };
        let pair = |j: usize| match likeness(first, &new[j]) {
            0 => 0,
            alike => alike + highest(rest, &new[j + 1..]),
        };
        (0..new.len()).map(pair).max().unwrap_or(0).max(highest(rest, new))
    }

    #[test]
    fn exact_alignment_is_the_best_there_is() {
        let mut seed = 7;
        for _ in 0..300 {
            let mut some = || -> Vec<Keys> {
                let len = random(&mut seed, 8);
                (0..len).map(|_| keys(random(&mut seed, 24))).collect()
            };
            let (old, new) = (some(), some());
            let pairs = exact(&old, &new, 0..old.len(), 0..new.len());
            let total: u32 = pairs.iter().map(|(i, j)| likeness(&old[*i], &new[*j])).sum();
            assert_eq!(total, highest(&old, &new), "{old:?} {new:?}");
        }
    }

    #[test]
    fn pairs_increase_on_both_sides() {
        let mut seed = 99;
        for _ in 0..300 {
            let mut some = |most| -> Vec<Keys> {
                let len = random(&mut seed, 60);
                (0..len).map(|_| keys(random(&mut seed, most))).collect()
            };
            let (old, new) = (some(200), some(200));
            let pairs = align(&old, &new);
            assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1), "{pairs:?}");
            assert!(pairs.iter().all(|(i, j)| *i < old.len() && *j < new.len()));
        }
    }

    #[test]
    fn longest_increasing_subsequence_is_the_longest() {
        fn naive(rest: &[(usize, usize)], above: Option<usize>) -> usize {
            let Some(((_, first), rest)) = rest.split_first() else { return 0 };
            let without = naive(rest, above);
            if above.is_some_and(|above| above >= *first) {
                without
            } else {
                without.max(1 + naive(rest, Some(*first)))
            }
        }
        let mut seed = 3;
        for _ in 0..200 {
            let pairs: Vec<(usize, usize)> = (0..10).map(|i| (i, random(&mut seed, 12) as usize)).collect();
            let found = longest_increasing(&pairs);
            assert!(found.windows(2).all(|w| w[0].1 < w[1].1));
            assert_eq!(found.len(), naive(&pairs, None), "{pairs:?}");
        }
    }

    #[test]
    fn one_insertion_in_a_long_sequence_is_found() {
        let old: Vec<Keys> = (0..5000).map(|i| keys(i * 31)).collect();
        let mut new = old.clone();
        new.insert(2500, keys(1));
        let pairs = align(&old, &new);
        assert_eq!(pairs.len(), old.len());
        assert!(pairs.iter().all(|(i, j)| *j == *i + usize::from(*i >= 2500)));
    }

    #[test]
    fn a_gap_too_large_for_the_table_is_aligned_too() {
        let constant = |n: u64, deep: u64| -> Vec<Keys> {
            (0..n).map(|i| Keys { kind: i % 5, loose: i % 5, shape: i % 5, deep: deep + i % 7 }).collect()
        };
        let (old, new) = (constant(4000, 0), constant(4000, 100));
        assert_eq!(align(&old, &new).len(), 4000);
    }
}
