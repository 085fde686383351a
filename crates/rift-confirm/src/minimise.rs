//! Smaller inputs with the same effect: delta debugging (Zeller & Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", IEEE TSE 2002, algorithm ddmin), and then plainer bytes.
//!
//! An input is replaced only by a simpler one ([`Measure`]), so it ends. What is found is a local minimum at best, and
//! whatever there is when the budget is used up.

use rift_env::Input;
use std::collections::HashSet;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// How often the question is asked.
    pub checks: usize,
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { checks: 200, time: Duration::from_secs(60) }
    }
}

/// A simpler input for which `keeps` is true, as it is taken to be for `input`. The program's name, the names of
/// variables and files, and the sizes of objects stay as they are.
pub fn minimise(input: &Input, keeps: &mut dyn FnMut(&Input) -> bool, budget: &Budget) -> Input {
    minimise_within(&|_| true, input, keeps, budget)
}

/// The same among the inputs that are allowed. Others cost nothing.
pub fn minimise_within(
    is_allowed: &dyn Fn(&Input) -> bool,
    input: &Input,
    keeps: &mut dyn FnMut(&Input) -> bool,
    budget: &Budget,
) -> Input {
    let deadline = Instant::now().checked_add(budget.time);
    let mut search = Search {
        best: input.clone(),
        measure: Measure::of(input),
        is_allowed,
        keeps,
        left: budget.checks,
        deadline,
        asked: HashSet::new(),
    };
    loop {
        let before = search.measure.clone();
        search.fewer_parts();
        for part in parts(&search.best) {
            search.shorter(&part);
        }
        for part in parts(&search.best) {
            search.plainer(&part);
            search.smaller_numbers(&part);
        }
        if search.measure == before || search.is_over() {
            return search.best;
        }
    }
}

/// A part of the input that is a string of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Argument(usize),
    Variable(usize),
    Stdin,
    File(String),
    Object(usize),
}

fn parts(input: &Input) -> Vec<Part> {
    let arguments = (1..input.argv.len()).map(Part::Argument);
    let variables = (0..input.env.len()).map(Part::Variable);
    let files = input.files.keys().filter(|name| !name.ends_with('/')).cloned().map(Part::File);
    let objects = (0..input.objects.len()).map(Part::Object);
    arguments.chain(variables).chain([Part::Stdin]).chain(files).chain(objects).collect()
}

impl Part {
    fn bytes<'a>(&self, input: &'a Input) -> &'a [u8] {
        match self {
            Part::Argument(at) => &input.argv[*at],
            Part::Variable(at) => &input.env[*at].1,
            Part::Stdin => &input.stdin,
            Part::File(name) => input.files.get(name).map_or(&[], Vec::as_slice),
            Part::Object(at) => &input.objects[*at].1,
        }
    }

    fn with(&self, input: &Input, bytes: Vec<u8>) -> Input {
        let mut input = input.clone();
        match self {
            Part::Argument(at) => input.argv[*at] = bytes,
            Part::Variable(at) => input.env[*at].1 = bytes,
            Part::Stdin => input.stdin = bytes,
            Part::File(name) => drop(input.files.insert(name.clone(), bytes)),
            Part::Object(at) => input.objects[*at].1 = bytes,
        }
        input
    }

    /// What bytes may become, plainest first.
    fn plain_bytes(&self) -> &'static [u8] {
        match self {
            Part::Object(_) => &[0, 1, b'0', b'a', b' '],
            _ => b"0a 1",
        }
    }
}

/// How simple an input is: fewer parts before fewer bytes, before smaller numbers, before plainer bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Measure {
    parts: usize,
    bytes: usize,
    numbers: u128,
    plainness: usize,
}

impl Measure {
    fn of(input: &Input) -> Measure {
        let mut measure = Measure {
            parts: input.argv.len() + input.env.len() + input.files.len(),
            bytes: 0,
            numbers: 0,
            plainness: 0,
        };
        for part in parts(input) {
            let bytes = part.bytes(input);
            measure.bytes += bytes.len();
            let is_object = matches!(part, Part::Object(_));
            let rank: fn(u8) -> usize = if is_object { usize::from } else { text_rank };
            measure.plainness += bytes.iter().map(|byte| rank(*byte)).sum::<usize>();
            let numbers: Vec<u128> = match is_object {
                true => bytes.chunks(4).map(magnitude).collect(),
                false => decimals(bytes).iter().map(|(from, to)| decimal(&bytes[*from..*to])).collect(),
            };
            measure.numbers = numbers.into_iter().fold(measure.numbers, u128::saturating_add);
        }
        measure
    }
}

fn text_rank(byte: u8) -> usize {
    match byte {
        b'0' => 0,
        b'a' => 1,
        b' ' => 2,
        b'1'..=b'9' => usize::from(byte - b'0') + 2,
        b'b'..=b'z' => 12,
        b'A'..=b'Z' => 13,
        b'!'..=b'~' => 14,
        b'\n' | b'\t' => 15,
        _ => 32,
    }
}

/// How far from zero a signed number, the lowest byte first, is.
fn magnitude(bytes: &[u8]) -> u128 {
    let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
    let wrapped = (1u128 << (8 * bytes.len())) - value;
    value.min(wrapped)
}

/// Where runs of digits are.
fn decimals(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = None;
    for (at, byte) in bytes.iter().chain(b" ").enumerate() {
        match (byte.is_ascii_digit(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                runs.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    runs
}

fn decimal(digits: &[u8]) -> u128 {
    digits.iter().fold(0u128, |value, digit| value.saturating_mul(10).saturating_add(u128::from(digit - b'0')))
}

struct Search<'a> {
    best: Input,
    measure: Measure,
    is_allowed: &'a dyn Fn(&Input) -> bool,
    keeps: &'a mut dyn FnMut(&Input) -> bool,
    left: usize,
    deadline: Option<Instant>,
    /// No input is asked about twice.
    asked: HashSet<String>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the candidate is the best from now on.
    fn attempt(&mut self, candidate: Input) -> bool {
        let measure = Measure::of(&candidate);
        if measure >= self.measure || self.is_over() || !(self.is_allowed)(&candidate) {
            return false;
        }
        if !self.asked.insert(format!("{candidate:?}")) {
            return false;
        }
        self.left -= 1;
        let keeps = (self.keeps)(&candidate);
        if keeps {
            (self.best, self.measure) = (candidate, measure);
        }
        keeps
    }

    fn fewer_parts(&mut self) {
        self.remove_some(
            |input| input.argv.len().saturating_sub(1),
            |input, from, to| {
                input.argv.drain(from + 1..to + 1);
            },
        );
        self.remove_some(
            |input| input.env.len(),
            |input, from, to| {
                input.env.drain(from..to);
            },
        );
        self.remove_some(
            |input| input.files.len(),
            |input, from, to| {
                let names: Vec<String> = input.files.keys().skip(from).take(to - from).cloned().collect();
                names.iter().for_each(|name| drop(input.files.remove(name)));
            },
        );
    }

    fn shorter(&mut self, part: &Part) {
        if matches!(part, Part::Object(_)) {
            return;
        }
        self.remove_some(
            |input| part.bytes(input).len(),
            |input, from, to| {
                let mut bytes = part.bytes(input).to_vec();
                bytes.drain(from..to);
                *input = part.with(input, bytes);
            },
        );
    }

    /// ddmin: all, then halves, then quarters, down to single elements.
    fn remove_some(&mut self, count: impl Fn(&Input) -> usize, remove: impl Fn(&mut Input, usize, usize)) {
        let mut size = count(&self.best);
        while size > 0 {
            let mut to = count(&self.best);
            // From the end: what comes first is read first, and decides about the rest.
            while to > 0 && !self.is_over() {
                let from = to.saturating_sub(size);
                let mut candidate = self.best.clone();
                remove(&mut candidate, from, to);
                self.attempt(candidate);
                to = from;
            }
            size = if size == 1 { 0 } else { size.div_ceil(2).min(size - 1) };
        }
    }

    /// The whole part, then halves of it, down to single bytes, become one plain byte.
    fn plainer(&mut self, part: &Part) {
        let length = part.bytes(&self.best).len();
        let mut size = length;
        while size > 0 {
            for from in (0..length).step_by(size) {
                let to = (from + size).min(length);
                for plain in part.plain_bytes() {
                    let mut bytes = part.bytes(&self.best).to_vec();
                    bytes[from..to].fill(*plain);
                    if self.attempt(part.with(&self.best, bytes)) || self.is_over() {
                        break;
                    }
                }
            }
            size /= 2;
        }
    }

    fn smaller_numbers(&mut self, part: &Part) {
        if matches!(part, Part::Object(_)) {
            for at in (0..part.bytes(&self.best).len()).step_by(4) {
                self.smaller_binary(part, at);
            }
            return;
        }
        for index in 0..decimals(part.bytes(&self.best)).len() {
            self.smaller_decimal(part, index);
        }
    }

    /// Bisects between zero and the number; right if there is one border.
    fn smaller_decimal(&mut self, part: &Part, index: usize) {
        let mut low = 0;
        loop {
            let bytes = part.bytes(&self.best);
            let Some((from, to)) = decimals(bytes).get(index).copied() else { return };
            let value = decimal(&bytes[from..to]);
            if value == u128::MAX || value <= low || self.is_over() {
                return;
            }
            let middle = low + (value - low) / 2;
            let replaced = [&bytes[..from], middle.to_string().as_bytes(), &bytes[to..]].concat();
            if !self.attempt(part.with(&self.best, replaced)) {
                low = middle + 1;
            }
        }
    }

    fn smaller_binary(&mut self, part: &Part, at: usize) {
        let mut low = 0;
        loop {
            let bytes = part.bytes(&self.best);
            let to = (at + 4).min(bytes.len());
            let chunk = &bytes[at..to];
            let size = magnitude(chunk);
            if size <= low || self.is_over() {
                return;
            }
            let is_negative = chunk.last().is_some_and(|byte| *byte >= 0x80);
            let middle = low + (size - low) / 2;
            let value = if is_negative { middle.wrapping_neg() } else { middle };
            let mut replaced = bytes.to_vec();
            replaced[at..to].copy_from_slice(&value.to_le_bytes()[..to - at]);
            if !self.attempt(part.with(&self.best, replaced)) {
                low = middle + 1;
            }
        }
    }
}
