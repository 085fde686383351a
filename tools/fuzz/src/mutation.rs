//! Ways to break a file.

use crate::random::Random;

/// Breaks `bytes` in one to four places. `other` is where foreign pieces come from.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        one(&mut out, other, random);
    }
    out
}

fn one(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.bits() as u8);
        return;
    }
    let at = random.below(bytes.len());
    match random.below(8) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.bits() as u8,
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(range(at, bytes.len(), random))),
        5 => {
            let piece = bytes[range(at, bytes.len(), random)].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        6 => {
            let from = random.below(other.len());
            let piece = &other[range(from, other.len(), random)];
            let end = (at + piece.len()).min(bytes.len());
            bytes.splice(at..end, piece.iter().copied());
        }
        _ => {
            let interesting = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)];
            let range = range(at, bytes.len(), random);
            bytes[range].fill(interesting);
        }
    }
}

/// A short range, seldom a long one.
fn range(at: usize, len: usize, random: &mut Random) -> std::ops::Range<usize> {
    let longest = if random.below(8) == 0 { len } else { 64 };
    at..(at + random.below(longest)).min(len)
}

/// Breaks a text by its words: the result still looks like the language, and gets further.
pub fn mutate_text(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut swapped = String::new();
    match random.below(4) {
        0 if !lines.is_empty() => drop(lines.remove(random.below(lines.len()))),
        1 if !lines.is_empty() => {
            let line = lines[random.below(lines.len())];
            lines.insert(random.below(lines.len()), line);
        }
        2 if lines.len() > 1 => {
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(a, b);
        }
        _ => {
            let words: Vec<&str> = text.split_inclusive(' ').collect();
            let (a, b) = (random.below(words.len()), random.below(words.len()));
            for (index, word) in words.iter().enumerate() {
                swapped += if index == a { words[b] } else { word };
            }
            return swapped;
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_breaks_in_the_same_way_and_every_way_is_survived() {
        let (bytes, other): (Vec<u8>, Vec<u8>) = ((0..200).collect(), vec![7; 300]);
        for seed in 0..2000 {
            let once = mutate(&bytes, &other, &mut Random::new(seed));
            assert_eq!(once, mutate(&bytes, &other, &mut Random::new(seed)));
            mutate(&[], &[], &mut Random::new(seed));
            mutate_text("a b\nc d\n", &mut Random::new(seed));
            mutate_text("", &mut Random::new(seed));
        }
    }
}
