//! What was searched and what was not, for people.

use super::data::version::name;
use super::data::{DiffReport, LeftOut};
use super::lines;
use super::text::{SHOWN, list, times};
use crate::text::grouped;
use rift_env::{Part, Space};
use rift_ir::Origin;
use std::collections::BTreeSet;
use std::fmt::{Result, Write};

/// Inputs that rift assumed, in words: `up to 3 arguments of up to 6 bytes, up to 16 bytes of standard input`. `None` if
/// they are not of the shapes that it assumes.
pub(super) fn assumed(spaces: &[Space]) -> Option<String> {
    let counts: BTreeSet<usize> = spaces.iter().map(|space| space.argv.len().saturating_sub(1)).collect();
    let mut longest = 0;
    let (mut stdin, mut is_plain) = (0, !spaces.is_empty());
    for space in spaces {
        is_plain &= space.files.is_empty() && space.env.is_empty();
        for argument in space.argv.iter().skip(1) {
            match argument {
                Part::Symbolic { max } => longest = longest.max(*max),
                Part::Fixed(_) => is_plain = false,
            }
        }
        match &space.stdin {
            Some(Part::Symbolic { max }) => stdin = stdin.max(*max),
            Some(Part::Fixed(bytes)) => is_plain &= bytes.is_empty(),
            None => {}
        }
    }
    let most = counts.last().copied().unwrap_or(0);
    let few = counts.iter().zip(0..).take_while(|(count, place)| **count == *place).count().saturating_sub(1);
    let beyond: String = counts.iter().filter(|count| **count > few).map(|count| format!(" or {count}")).collect();
    let arguments = match (most, few) {
        (0, _) => "no arguments".to_owned(),
        (1, _) => format!("up to 1 argument of up to {longest} bytes"),
        (_, few) => format!("up to {few}{beyond} arguments of up to {longest} bytes"),
    };
    let stdin = match stdin {
        0 => "nothing on standard input".to_owned(),
        stdin => format!("up to {stdin} bytes of standard input"),
    };
    is_plain.then(|| format!("{arguments}, {stdin}"))
}

impl DiffReport {
    pub(super) fn write_bounds(&self, out: &mut String, verbose: bool) -> Result {
        let bounds = &self.bounds;
        // Nothing was tried: there is nothing to find.
        if self.changes.is_empty() {
            return Ok(());
        }
        let most = if verbose { usize::MAX } else { SHOWN };
        match &bounds.assumed {
            Some(words) => {
                writeln!(out, "searched, since no inputs were stated:\n  {words}")?;
                writeln!(out, "  (--args, --stdin, --file and --env state other inputs)")?;
            }
            None => {
                let spaces = bounds.spaces.iter().map(|space| lines::printable(space.words.as_bytes()));
                list(out, "searched", spaces, most)?;
            }
        }
        let why = match (bounds.exhausted, bounds.stopped.as_str()) {
            (true, _) => "all of it: there is no way through the programs that was not tried or excluded",
            (false, "finished") => "not all of it: see below what was left out",
            (false, "runs") => "not all of it: the budget of runs was used up",
            (false, "steps") => "not all of it: the budget of steps was used up",
            (false, "time") => "not all of it: the time was used up",
            (false, "memory") => "not all of it: the memory was used up",
            (false, "enough") => "not all of it: enough was found",
            (false, "interrupted") => "not all of it: interrupted",
            (false, "running") => "not all of it yet: rift was still at work when this was written",
            (false, _) => "not all of it: results could not be written",
        };
        match bounds.frontier {
            0 => writeln!(out, "  {why}")?,
            1 => writeln!(out, "  {why}; 1 branch is still to be tried")?,
            open => writeln!(out, "  {why}; {} branches are still to be tried", grouped(open))?,
        }
        list(out, "left out", left_out(&bounds.left_out, verbose).into_iter(), most)
    }
}

/// Places in libraries are nothing that users know: of these, and of what is handed to the operating system, there is one
/// line of each kind.
fn left_out(places: &[LeftOut], verbose: bool) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for left in places {
        let in_library = Origin::of_file(&left.position).is_library();
        let line = match (left.function.is_empty(), in_library || left.kind == "host") {
            _ if verbose => {
                let place = format!("{} {} in {}", name(left.version), left.position, left.function);
                let place = if left.function.is_empty() { left.position.clone() } else { place };
                format!("{place}: {} ({})", left.reason, times(left.count))
            }
            (true, _) => left.reason.clone(),
            (false, true) if left.kind == "host" => left.reason.clone(),
            (false, true) => format!("{}, in library code", left.reason),
            (false, false) => format!("{} {} in {}: {}", name(left.version), left.position, left.function, left.reason),
        };
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::Version;

    #[test]
    fn what_was_assumed_is_said_in_words() {
        let space = |arguments: usize, stdin: Option<u32>| Space {
            argv: std::iter::once(Part::Fixed(b"p".to_vec()))
                .chain(std::iter::repeat_n(Part::Symbolic { max: 6 }, arguments))
                .collect(),
            stdin: stdin.map(|max| Part::Symbolic { max }),
            ..Space::default()
        };
        let words = |spaces: &[Space]| assumed(spaces).unwrap();
        let up_to_two = [space(0, Some(16)), space(1, Some(16)), space(2, Some(16))];
        assert_eq!(words(&up_to_two), "up to 2 arguments of up to 6 bytes, up to 16 bytes of standard input");
        let twelve = [space(0, None), space(1, None), space(12, None)];
        assert_eq!(words(&twelve), "up to 1 or 12 arguments of up to 6 bytes, nothing on standard input");
        assert_eq!(words(&[space(0, None)]), "no arguments, nothing on standard input");
        let mut of_a_test = space(1, None);
        of_a_test.argv[1] = Part::Fixed(b"-n".to_vec());
        assert_eq!(assumed(&[of_a_test]), None);
    }

    #[test]
    fn places_that_users_do_not_know_are_one_line() {
        let place = |position: &str, kind: &str| LeftOut {
            version: Version::New,
            position: position.to_owned(),
            function: "f".to_owned(),
            kind: kind.to_owned(),
            reason: format!("{kind} was fixed"),
            count: 7881,
        };
        let places = [
            place("runtime/libc/a.c:1:1", "size"),
            place("runtime/libc/b.c:2:1", "size"),
            place("runtime/libc/b.c:3:1", "host"),
            place("a.c:4:1", "host"),
            place("a.c:5:1", "size"),
        ];
        let lines = ["size was fixed, in library code", "host was fixed", "new a.c:5:1 in f: size was fixed"];
        assert_eq!(left_out(&places, false), lines);
        assert_eq!(left_out(&places, true).len(), 5);
    }
}
