//! The training half and the held-out half of everything the search is measured on. Its numbers are chosen on the
//! training half alone and reported on the held-out half, so that a number that merely fits the programs it was tuned on
//! shows. A half is told from a name only: no result is looked at, and whatever is added later moves nothing that is there.

use clap::ValueEnum;
use std::fmt::{self, Display, Formatter};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Half {
    Training,
    HeldOut,
}

/// What `--half` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Halves {
    Training,
    HeldOut,
    All,
}

/// Subjects with fewer changes are not split: all of their changes are in the half of the subject's name.
const FEWEST_TO_SPLIT: usize = 4;

impl Half {
    pub const BOTH: [Half; 2] = [Half::Training, Half::HeldOut];

    /// By the first byte of the name's BLAKE3 hash: even is training, odd is held out.
    pub fn of_name(name: &str) -> Half {
        match blake3::hash(name.as_bytes()).as_bytes()[0] % 2 {
            0 => Half::Training,
            _ => Half::HeldOut,
        }
    }

    /// Of a change with the name `SUBJECT/CHANGE`, of a subject with that many changes.
    pub fn of_change(name: &str, changes: usize) -> Half {
        let subject = name.split('/').next().unwrap_or(name);
        Half::of_name(if changes < FEWEST_TO_SPLIT { subject } else { name })
    }
}

impl Halves {
    pub fn has(self, half: Half) -> bool {
        match self {
            Halves::Training => half == Half::Training,
            Halves::HeldOut => half == Half::HeldOut,
            Halves::All => true,
        }
    }
}

/// As `--half` takes it.
impl Display for Halves {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Halves::Training => Half::Training.fmt(f),
            Halves::HeldOut => Half::HeldOut.fmt(f),
            Halves::All => f.write_str("all"),
        }
    }
}

impl Display for Half {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            Half::Training => "training",
            Half::HeldOut => "held-out",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another rule would mix what was tuned on with what was held out.
    #[test]
    fn the_rule_is_fixed() {
        for name in ["collision/01-converging-above", "lua-src", "num-integer"] {
            assert_eq!(Half::of_name(name), Half::Training, "{name}");
        }
        for name in ["collision/02-converging-below", "lz4-sys", "shlex"] {
            assert_eq!(Half::of_name(name), Half::HeldOut, "{name}");
        }
    }

    #[test]
    fn a_small_subject_is_in_the_half_of_its_name() {
        assert_eq!(Half::of_change("papers-testme/added", 2), Half::of_name("papers-testme"));
        assert_eq!(Half::of_change("papers-testme/other", 3), Half::of_name("papers-testme"));
        assert_eq!(Half::of_change("papers-testme/added", 4), Half::of_name("papers-testme/added"));
    }

    #[test]
    fn all_is_both_halves() {
        let has = |halves: &Halves| Half::BOTH.map(|half| halves.has(half));
        let variants = Halves::value_variants();
        assert_eq!(variants.iter().map(has).collect::<Vec<_>>(), [[true, false], [false, true], [true, true]]);
        for halves in variants {
            assert_eq!(Halves::from_str(&halves.to_string(), false), Ok(*halves));
        }
    }
}
