//! Inputs made from others: words put in, taken out and moved, as fuzzers do.
//!
//! A text is taken as tokens between blanks, since most programs that read texts do; an argument is one token. Now and then
//! they are taken as bytes.

use rift_env::{Input, Part, Space};

/// Changes to one input, at most.
const MOST_CHANGES: usize = 4;
/// Tokens or bytes in a row that are taken out or repeated together, and how often, at most.
const LONGEST_RUN: usize = 4;
const MOST_TIMES: usize = 8;
/// One in so many changes is made at the end.
const END_EVERY: usize = 4;

/// A linear congruential generator: the same seed makes the same inputs everywhere.
#[derive(Debug, Clone)]
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// True once in so many times.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// What inputs are made of.
pub(super) struct Makings<'a> {
    pub words: &'a [Vec<u8>],
    /// Of the same space.
    pub others: Vec<&'a Input>,
}

/// One symbolic part of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which<'a> {
    Argument(usize),
    Variable(usize),
    Stdin,
    File(&'a str),
    /// What the program itself makes symbolic: as long as it is.
    Object(usize),
}

/// Another input, from `base`; `word` is put in somewhere if there is one.
pub(super) fn mutated(
    base: &Input,
    space: &Space,
    word: Option<&[u8]>,
    makings: &Makings<'_>,
    random: &mut Random,
) -> Option<Input> {
    let parts = parts(base, space);
    let mut input = base.clone();
    if let Some(word) = word {
        let &(which, most) = random.of(&parts)?;
        let part = part_mut(&mut input, which)?;
        let made = with_word(part, word, random);
        *part = fitted(made, which, most, part.len());
        return Some(input);
    }
    let changes = 1 + (0..MOST_CHANGES - 1).take_while(|_| random.one_in(2)).count();
    for _ in 0..changes {
        let &(which, most) = random.of(&parts)?;
        let other = random.of(&makings.others).and_then(|other| part(other, which)).unwrap_or_default();
        let part = part_mut(&mut input, which)?;
        let made = match (random.below(6), which) {
            (0, _) => bytes_changed(part, other, random),
            (1, _) => number_changed(part, random),
            (_, Which::Argument(_) | Which::Variable(_)) => {
                let (own, theirs) = (tokens(part), tokens(other));
                some_word(part, &own, other, &theirs, makings.words, random)
            }
            _ => tokens_changed(part, other, makings.words, random),
        };
        *part = fitted(made, which, most, part.len());
    }
    Some(input)
}

/// The parts that may be changed, and the most bytes they have. A file is more than a word: it comes up more often.
fn parts<'a>(input: &Input, space: &'a Space) -> Vec<(Which<'a>, usize)> {
    let symbolic = |part: &Part| if let Part::Symbolic { max } = part { Some(*max as usize) } else { None };
    let mut parts = Vec::new();
    for (index, part) in space.argv.iter().enumerate() {
        parts.extend(symbolic(part).map(|most| (Which::Argument(index), most)));
    }
    for (index, (_, part)) in space.env.iter().enumerate() {
        parts.extend(symbolic(part).map(|most| (Which::Variable(index), most)));
    }
    let files = space.files.iter().map(|(name, part)| (Which::File(name), part));
    let stdin = space.stdin.iter().map(|part| (Which::Stdin, part));
    for (which, part) in stdin.chain(files) {
        let again = 1 + parts.len() / 2;
        parts.extend(symbolic(part).into_iter().flat_map(|most| std::iter::repeat_n((which, most), again)));
    }
    parts.extend(input.objects.iter().enumerate().map(|(index, (_, bytes))| (Which::Object(index), bytes.len())));
    parts.retain(|(_, most)| *most > 0);
    parts
}

fn part<'a>(input: &'a Input, which: Which<'_>) -> Option<&'a [u8]> {
    match which {
        Which::Argument(index) => input.argv.get(index).map(Vec::as_slice),
        Which::Variable(index) => input.env.get(index).map(|(_, value)| value.as_slice()),
        Which::Stdin => Some(&input.stdin),
        Which::File(name) => input.files.get(name).map(Vec::as_slice),
        Which::Object(index) => input.objects.get(index).map(|(_, bytes)| bytes.as_slice()),
    }
}

fn part_mut<'a>(input: &'a mut Input, which: Which<'_>) -> Option<&'a mut Vec<u8>> {
    match which {
        Which::Argument(index) => input.argv.get_mut(index),
        Which::Variable(index) => input.env.get_mut(index).map(|(_, value)| value),
        Which::Stdin => Some(&mut input.stdin),
        Which::File(name) => input.files.get_mut(name),
        Which::Object(index) => input.objects.get_mut(index).map(|(_, bytes)| bytes),
    }
}

/// As the part may be: short enough, and without NULs in words.
fn fitted(mut bytes: Vec<u8>, which: Which<'_>, most: usize, before: usize) -> Vec<u8> {
    match which {
        Which::Argument(_) | Which::Variable(_) => bytes.retain(|byte| *byte != 0),
        Which::Object(_) => bytes.resize(before, 0),
        Which::Stdin | Which::File(_) => {}
    }
    bytes.truncate(most);
    bytes
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// Where tokens are.
fn tokens(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match found.last_mut() {
            _ if is_blank(*byte) => {}
            Some(last) if last.end == at => last.end += 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// A word instead of everything, of a token, or between two.
fn with_word(bytes: &[u8], word: &[u8], random: &mut Random) -> Vec<u8> {
    let tokens = tokens(bytes);
    let Some(token) = random.of(&tokens).filter(|_| !random.clone().one_in(3)) else { return word.to_vec() };
    match random.below(3) {
        0 => replaced(bytes, token.clone(), word),
        1 => replaced(bytes, token.start..token.start, &[word, b" "].concat()),
        _ => replaced(bytes, token.end..token.end, &[b" ", word].concat()),
    }
}

fn replaced(bytes: &[u8], range: std::ops::Range<usize>, with: &[u8]) -> Vec<u8> {
    [&bytes[..range.start], with, &bytes[range.end..]].concat()
}

fn tokens_changed(bytes: &[u8], other: &[u8], words: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let (own, theirs) = (tokens(bytes), tokens(other));
    // What comes last finds most of what was there before.
    let at = if random.one_in(END_EVERY) { own.len() } else { random.below(own.len() + 1) };
    // NULs are what nothing was asked about.
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let token = own.get(at).cloned().unwrap_or(end..end);
    let blank = blank_of(bytes, other, random);
    match random.below(10) {
        // Taken out with some that follow, and with the blank behind them.
        0 => {
            let next = own.get(at + run_length(random));
            replaced(bytes, token.start..next.map_or(bytes.len(), |next| next.start), b"")
        }
        // The rest of another one.
        1 => {
            let from = random.of(&theirs).map_or(other.len(), |token| token.start);
            [&bytes[..token.start], &other[from..]].concat()
        }
        // Some once more, or many times: what counts them counts up.
        2 | 3 => {
            let (at, run) = run(bytes, &own, random);
            put_in(bytes, at, &vec![run; times(random)].join(&blank), blank)
        }
        // Some of another one.
        4 => put_in(bytes, token.start, run(other, &theirs, random).1, blank),
        5 | 6 => {
            let word = some_word(bytes, &own, other, &theirs, words, random);
            replaced(bytes, token, &word)
        }
        _ => {
            let word = some_word(bytes, &own, other, &theirs, words, random);
            put_in(bytes, token.start, &word, blank)
        }
    }
}

/// Some tokens in a row, and where they begin.
fn run<'a>(bytes: &'a [u8], tokens: &Ranges, random: &mut Random) -> (usize, &'a [u8]) {
    let from = random.below(tokens.len());
    let last = (from + run_length(random)).min(tokens.len());
    match tokens.get(from..last) {
        Some([first, .., last]) => (first.start, &bytes[first.start..last.end]),
        Some([one]) => (one.start, &bytes[one.clone()]),
        _ => (bytes.len(), &[]),
    }
}

/// With blanks around it.
fn put_in(bytes: &[u8], at: usize, what: &[u8], blank: u8) -> Vec<u8> {
    let (before, after) = bytes.split_at(at);
    match before.last() {
        Some(last) if !is_blank(*last) && after.is_empty() => [before, &[blank], what].concat(),
        Some(last) if !is_blank(*last) => [before, &[blank], what, &[blank], after].concat(),
        _ => [before, what, &[blank], after].concat(),
    }
}

/// Of tokens in a row: one, mostly.
fn run_length(random: &mut Random) -> usize {
    1 + random.below(LONGEST_RUN).min(random.below(LONGEST_RUN))
}

/// Once, mostly.
fn times(random: &mut Random) -> usize {
    if random.one_in(2) { 1 } else { 1 + random.below(MOST_TIMES) }
}

/// A number of the text becomes another one: one beside it, twice as large, or one of more digits.
fn number_changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let is_digit = |at: &usize| bytes[*at].is_ascii_digit();
    let firsts: Vec<usize> = (0..bytes.len()).filter(|at| is_digit(at) && (*at == 0 || !is_digit(&(at - 1)))).collect();
    let Some(&start) = random.of(&firsts) else { return bytes_changed(bytes, b"", random) };
    let end = (start..bytes.len()).find(|at| !is_digit(at)).unwrap_or(bytes.len());
    let digits = String::from_utf8_lossy(&bytes[start..end]);
    let number: i128 = digits.parse().unwrap_or(0);
    let number = match random.below(6) {
        0 | 1 => number + 1,
        2 | 3 => number - 1,
        4 => number * 2,
        _ => return replaced(bytes, start..end, [&b"9"[..], b"10", b"99", b"100", b"0"][random.below(5)]),
    };
    replaced(bytes, start..end, number.to_string().as_bytes())
}

/// One that inputs have between tokens.
fn blank_of(bytes: &[u8], other: &[u8], random: &mut Random) -> u8 {
    let known: Vec<u8> = bytes.iter().chain(other).copied().filter(|byte| byte.is_ascii_whitespace()).collect();
    random.of(&known).copied().unwrap_or(if random.one_in(4) { b'\n' } else { b' ' })
}

type Ranges = [std::ops::Range<usize>];

/// A token of either input, a word of the program, or a digit.
fn some_word(
    bytes: &[u8],
    own: &Ranges,
    other: &[u8],
    theirs: &Ranges,
    words: &[Vec<u8>],
    random: &mut Random,
) -> Vec<u8> {
    let digit = |random: &mut Random| vec![b'0' + random.below(10) as u8];
    match random.below(5) {
        0 => random.of(own).map_or_else(Vec::new, |token| bytes[token.clone()].to_vec()),
        1 => random.of(theirs).map_or_else(Vec::new, |token| other[token.clone()].to_vec()),
        2 | 3 => random.of(words).cloned().unwrap_or_else(|| digit(random)),
        _ => digit(random),
    }
}

fn bytes_changed(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len() + 1);
    let end = (at + 1).min(bytes.len());
    if random.one_in(5) {
        let run = &bytes[at..(at + 1 + random.below(LONGEST_RUN)).min(bytes.len())];
        return replaced(bytes, at..at, &run.repeat(times(random)));
    }
    let byte = match random.below(4) {
        0 => random.of(other).copied().unwrap_or(0),
        1 => bytes.get(at).map_or(0, |byte| byte.wrapping_add(1)),
        2 => bytes.get(at).map_or(0, |byte| byte.wrapping_sub(1)),
        _ => random.below(256) as u8,
    };
    match random.below(4) {
        0 => replaced(bytes, at..end, b""),
        1 => replaced(bytes, at..at, &[byte]),
        _ => replaced(bytes, at..end, &[byte]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn space() -> Space {
        Space {
            argv: vec![Part::Fixed(b"program".to_vec()), Part::Symbolic { max: 3 }],
            stdin: Some(Part::Symbolic { max: 12 }),
            ..Space::default()
        }
    }

    fn input(argument: &[u8], stdin: &[u8]) -> Input {
        Input { argv: vec![b"program".to_vec(), argument.to_vec()], stdin: stdin.to_vec(), ..Input::default() }
    }

    #[test]
    fn tokens_are_between_blanks() {
        assert_eq!(tokens(b" ab\nc  d"), [1..3, 4..5, 7..8]);
        assert!(tokens(b" \n").is_empty());
    }

    #[test]
    fn all_that_is_made_is_of_the_space() {
        let (words, others) = ([b"while".to_vec(), b"\0x".to_vec()], [input(b"q", b"5 6\n7"), input(b"", b"")]);
        let makings = Makings { words: &words, others: others.iter().collect() };
        let mut random = Random(7);
        let mut base = input(b"a", b"1 2 3");
        let mut seen = BTreeSet::new();
        for _ in 0..2000 {
            let word = random.one_in(5).then_some(&b"word"[..]);
            base = mutated(&base, &space(), word, &makings, &mut random).expect("parts may be changed");
            assert!(space().values(&base).is_some(), "{base:?}");
            seen.insert(base.stdin.clone());
        }
        assert!(seen.len() > 500, "only {} different ones", seen.len());
        assert!(seen.iter().any(|stdin| stdin.windows(5).any(|part| part == b"while")));
    }

    #[test]
    fn tokens_are_repeated_and_numbers_are_stepped() {
        let made = |make: &dyn Fn(&mut Random) -> Vec<u8>| -> BTreeSet<Vec<u8>> {
            let mut random = Random(3);
            (0..4000).map(|_| make(&mut random)).collect()
        };
        let texts = made(&|random| tokens_changed(b"p 1", b"q", &[], random));
        for wanted in [&b"p p p 1"[..], b"p 1 p 1 p 1", b"p 1 q", b"1"] {
            assert!(texts.contains(wanted), "{}", String::from_utf8_lossy(wanted));
        }
        let numbers = made(&|random| number_changed(b"x=7;y", random));
        for wanted in [&b"x=8;y"[..], b"x=6;y", b"x=14;y", b"x=99;y"] {
            assert!(numbers.contains(wanted), "{}", String::from_utf8_lossy(wanted));
        }
        assert!(made(&|random| number_changed(b"0", random)).contains(&b"-1"[..]));
        assert!(made(&|random| bytes_changed(b"(x", b"", random)).contains(&b"((((x"[..]));
    }

    #[test]
    fn what_is_put_in_has_blanks_around_it() {
        assert_eq!(put_in(b"a b", 2, b"c", b' '), b"a c b");
        assert_eq!(put_in(b"a b", 3, b"c", b' '), b"a b c");
        assert_eq!(put_in(b"a\n", 2, b"c", b'\n'), b"a\nc\n");
        assert_eq!(put_in(b"a\0\0", 1, b"c", b' '), b"a c \0\0");
    }

    #[test]
    fn what_cannot_be_changed_is_left() {
        let fixed = Space { argv: vec![Part::Fixed(b"program".to_vec())], ..Space::default() };
        let makings = Makings { words: &[], others: vec![] };
        assert_eq!(mutated(&Input::default(), &fixed, None, &makings, &mut Random(1)), None);
    }
}
