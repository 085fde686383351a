//! The space of inputs that a program of tests/explore is explored on, from comments at its head:
//!
//! ```text
//! // rift: explore --stdin 1           options of `rift explore`: --args, --stdin, --file, --env
//! // rift: object NAME SIZE            bytes that the program makes with klee_make_symbolic
//! // rift: object NAME SIZE LOW-HIGH   and then assumes to be in a range
//! // rift: range NAME BEGIN END        a number that the program makes with klee_range
//! // rift: flags -lm                   for all builds
//! // rift: oracle address-sanitizer    natively, faults are what the address sanitizer reports
//! // rift: digits                      paths decide how many digits are printed, not which
//! ```
//!
//! Every value of the space can be named by a number, so that all of them can be enumerated without keeping them.

use anyhow::{Context, bail};
use std::ops::RangeInclusive;

/// All that a program says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// For `rift explore`, as they stand.
    pub options: Vec<String>,
    pub flags: Vec<String>,
    /// One for each `--args`, or one.
    pub spaces: Vec<Space>,
    pub oracle: Oracle,
    pub output: Output,
}

/// Who says what natively is a fault.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Oracle {
    /// The kernel: signals.
    #[default]
    Plain,
    AddressSanitizer,
}

/// How outputs are compared.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    #[default]
    Exact,
    /// With every digit taken for the same.
    AnyDigits,
}

/// Inputs of one shape.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Space {
    /// Fixed arguments, and the longest of the others in their places.
    pub arguments: Vec<Vec<u8>>,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub place: Place,
    pub values: Values,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Stdin,
    /// Counted from 1.
    Argument(usize),
    Variable(String),
    File(String),
    Object(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// From no byte to `max` bytes, each in the range.
    UpTo {
        max: u32,
        bytes: RangeInclusive<u8>,
    },
    Exactly {
        size: u32,
        bytes: RangeInclusive<u8>,
    },
    /// 32-bit numbers.
    Numbers {
        begin: i32,
        end: i32,
    },
}

impl Values {
    pub fn count(&self) -> u64 {
        match self {
            Values::UpTo { max, bytes } => (0..=*max).map(|size| width(bytes).pow(size)).sum(),
            Values::Exactly { size, bytes } => width(bytes).pow(*size),
            Values::Numbers { begin, end } => u64::try_from(i64::from(*end) - i64::from(*begin)).unwrap_or(0),
        }
    }

    /// Number `index` of [`Values::count`].
    pub fn nth(&self, mut index: u64) -> Vec<u8> {
        match self {
            Values::UpTo { max, bytes } => {
                let mut size = 0;
                while size < *max && index >= width(bytes).pow(size) {
                    index -= width(bytes).pow(size);
                    size += 1;
                }
                digits(index, size, bytes)
            }
            Values::Exactly { size, bytes } => digits(index, *size, bytes),
            Values::Numbers { begin, .. } => begin.wrapping_add(index as i32).to_le_bytes().to_vec(),
        }
    }

    /// A value that none is longer than.
    pub fn longest(&self) -> Vec<u8> {
        self.nth(self.count() - 1)
    }
}

fn width(bytes: &RangeInclusive<u8>) -> u64 {
    u64::from(*bytes.end()) - u64::from(*bytes.start()) + 1
}

fn digits(mut index: u64, size: u32, bytes: &RangeInclusive<u8>) -> Vec<u8> {
    let mut value = Vec::new();
    for _ in 0..size {
        value.push(bytes.start() + (index % width(bytes)) as u8);
        index /= width(bytes);
    }
    value
}

impl Space {
    pub fn count(&self) -> u64 {
        self.parts.iter().map(|part| part.values.count()).product()
    }

    /// The values of all parts for input number `index` of [`Space::count`].
    pub fn nth(&self, mut index: u64) -> Vec<Vec<u8>> {
        let mut values = Vec::new();
        for part in &self.parts {
            let count = part.values.count();
            values.push(part.values.nth(index % count));
            index /= count;
        }
        values
    }
}

const MARK: &str = "// rift:";
/// What takes too long to enumerate is a mistake.
const MOST: u64 = 70_000;
const TEXT: RangeInclusive<u8> = 1..=255;
const BINARY: RangeInclusive<u8> = 0..=255;

pub fn parse(text: &str) -> anyhow::Result<Plan> {
    let mut plan = Plan::default();
    let (mut shared, mut arguments) = (Vec::new(), Vec::new());
    for line in text.lines().filter_map(|line| line.strip_prefix(MARK)) {
        let (key, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let words = shell_words::split(value).with_context(|| format!("cannot split `{value}`"))?;
        match key {
            "explore" => {
                options(&words, &mut shared, &mut arguments)?;
                plan.options.extend(words);
            }
            "object" => shared.push(object(&words).with_context(|| format!("cannot read `{line}`"))?),
            "range" => shared.push(range(&words).with_context(|| format!("cannot read `{line}`"))?),
            "flags" => plan.flags.extend(words),
            "oracle" if value == "address-sanitizer" => plan.oracle = Oracle::AddressSanitizer,
            "digits" => plan.output = Output::AnyDigits,
            _ => bail!("`{line}` is no directive"),
        }
    }
    if arguments.is_empty() {
        arguments.push(Space::default());
    }
    for mut space in arguments {
        space.parts.extend(shared.iter().cloned());
        match space.count() {
            0..=MOST => plan.spaces.push(space),
            count => bail!("{count} inputs are too many"),
        }
    }
    Ok(plan)
}

/// What options of `rift explore` make symbolic.
fn options(words: &[String], shared: &mut Vec<Part>, arguments: &mut Vec<Space>) -> anyhow::Result<()> {
    let mut words = words.iter();
    while let Some(option) = words.next() {
        let value = words.next().with_context(|| format!("`{option}` needs a value"))?;
        let (name, size) = value.split_once('=').unwrap_or(("", value));
        let bytes = match option.as_str() {
            "--args" => {
                arguments.push(argument_list(value)?);
                continue;
            }
            "--env" => TEXT,
            _ => BINARY,
        };
        let max = size.trim_start_matches('?').parse().with_context(|| format!("`{value}` has no size"))?;
        let place = match option.as_str() {
            "--stdin" => Place::Stdin,
            "--file" => Place::File(name.to_owned()),
            "--env" => Place::Variable(name.to_owned()),
            _ => bail!("`{option}` makes no input symbolic"),
        };
        shared.push(Part { place, values: Values::UpTo { max, bytes } });
    }
    Ok(())
}

fn argument_list(text: &str) -> anyhow::Result<Space> {
    let mut space = Space::default();
    for (index, word) in shell_words::split(text)?.into_iter().enumerate() {
        match word.strip_prefix('?') {
            None => space.arguments.push(word.into_bytes()),
            Some(size) => {
                let max = size.parse().with_context(|| format!("`{word}` has no size"))?;
                let values = Values::UpTo { max, bytes: TEXT };
                space.arguments.push(values.longest());
                space.parts.push(Part { place: Place::Argument(index + 1), values });
            }
        }
    }
    Ok(space)
}

fn object(words: &[String]) -> anyhow::Result<Part> {
    let (name, size, bytes) = match words {
        [name, size] => (name, size, BINARY),
        [name, size, bytes] => {
            let (low, high) = bytes.split_once('-').context("a range is LOW-HIGH")?;
            let byte = |text: &str| u8::from_str_radix(text.trim_start_matches("0x"), 16);
            (name, size, byte(low)?..=byte(high)?)
        }
        _ => bail!("an object has a name and a size"),
    };
    Ok(Part { place: Place::Object(name.clone()), values: Values::Exactly { size: size.parse()?, bytes } })
}

fn range(words: &[String]) -> anyhow::Result<Part> {
    let [name, begin, end] = words else { bail!("a range has a name, a begin and an end") };
    Ok(Part {
        place: Place::Object(name.clone()),
        values: Values::Numbers { begin: begin.parse()?, end: end.parse()? },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_input_of_a_space_is_named_once() {
        let text = "// rift: explore --args \"-n ?1\" --env K=?0\n// rift: object o 1 0x30-0x31\nint main;\n";
        let plan = parse(text).unwrap();
        assert_eq!(plan.options, ["--args", "-n ?1", "--env", "K=?0"]);
        let space = &plan.spaces[0];
        assert_eq!(space.arguments, [b"-n".to_vec(), vec![255]]);
        assert_eq!(space.parts[0].place, Place::Argument(2));
        assert_eq!(space.count(), 256 * 2);
        let all: BTreeSet<_> = (0..space.count()).map(|index| space.nth(index)).collect();
        assert_eq!(all.len(), 256 * 2);
        assert!(all.contains(&vec![vec![1], vec![], b"0".to_vec()]));
    }

    #[test]
    fn sizes_are_those_that_rift_explores() {
        let plan = parse("// rift: explore --stdin 2\n").unwrap();
        assert_eq!(plan.spaces[0].count(), 1 + 256 + 65536);
        let plan = parse("// rift: explore --args ?1 --args x\n// rift: range n -1 3\n").unwrap();
        assert_eq!(plan.spaces[0].count(), (1 + 255) * 4);
        assert_eq!(plan.spaces[1].nth(0), [(-1i32).to_le_bytes()]);
    }

    #[test]
    fn wrong_directives_are_errors() {
        for text in ["explore --stdin", "explore --budget 3s", "object x", "range x 1", "oracle me", "runs 1"] {
            assert!(parse(&format!("// rift: {text}")).is_err(), "{text}");
        }
        assert!(parse("// rift: object big 3").is_err());
    }
}
