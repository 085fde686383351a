//! Outputs that differ only in addresses of the programs themselves.
//!
//! Programs that are loaded anywhere have other addresses in every run, and show themselves unstable. One that is linked
//! for a fixed place (`-no-pie`, `-static`) prints the same addresses each time, and others than the next version, whose
//! functions have other sizes. Such numbers are no behaviour. Only numbers within the program's own segments are taken
//! for addresses, and only those in hexadecimal; what is computed from an address is not recognised.

use crate::seen::Seen;
use rift_ir::Pair;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// Fewer digits than any address of a program has.
const LEAST_DIGITS: usize = 5;
/// Of a file, the part that has the headers.
const HEAD: u64 = 64 << 10;

/// Whether the versions do the same but for the addresses that they print.
pub(crate) fn differ_in_addresses_only(programs: Pair<&Path>, seen: Pair<&Seen>) -> bool {
    if seen.old.end != seen.new.end {
        return false;
    }
    let segments = programs.map(|program| fixed_segments(program).unwrap_or_default());
    if segments.old.is_empty() && segments.new.is_empty() {
        return false;
    }
    let without = |seen: &Seen, segments: &[Range<u64>]| {
        let mut seen = seen.clone();
        let outputs = [&mut seen.stdout, &mut seen.stderr].into_iter().chain(seen.files.written.values_mut());
        outputs.for_each(|bytes| *bytes = without_addresses(bytes, segments));
        seen
    };
    without(seen.old, &segments.old) == without(seen.new, &segments.new)
}

/// With one word in the place of each hexadecimal number that is in one of the segments.
fn without_addresses(text: &[u8], segments: &[Range<u64>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for word in text.chunk_by(|a, b| a.is_ascii_alphanumeric() == b.is_ascii_alphanumeric()) {
        let digits = word.strip_prefix(b"0x").or_else(|| word.strip_prefix(b"0X")).unwrap_or(word);
        let number = std::str::from_utf8(digits).ok().filter(|digits| digits.len() >= LEAST_DIGITS);
        let number = number.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let is_address = number.is_some_and(|number| segments.iter().any(|segment| segment.contains(&number)));
        out.extend_from_slice(if is_address { b"ADDRESS" } else { word });
    }
    out
}

/// Where a program that has a fixed place in memory is loaded; nothing for others. `None` if it is no such file.
fn fixed_segments(program: &Path) -> Option<Vec<Range<u64>>> {
    const EXECUTABLE: u64 = 2;
    const LOADED: u64 = 1;
    let mut head = Vec::new();
    File::open(program).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let number = |at: usize, size: usize| -> Option<u64> {
        let bytes = head.get(at..at.checked_add(size)?)?;
        Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    };
    // 64 bits, the lowest byte first: what rift builds for.
    if !head.starts_with(b"\x7fELF\x02\x01") || number(16, 2)? != EXECUTABLE {
        return None;
    }
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let mut segments = Vec::new();
    for index in 0..count {
        let at = usize::try_from(table.checked_add(index * size)?).ok()?;
        if number(at, 4)? == LOADED {
            let from = number(at + 16, 8)?;
            segments.push(from..from.checked_add(number(at + 40, 8)?)?);
        }
    }
    Some(segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_in_the_program_are_addresses() {
        let segments: Vec<Range<u64>> = std::iter::once(0x401000..0x402000).collect();
        let without = |text: &str| String::from_utf8(without_addresses(text.as_bytes(), &segments)).unwrap();
        assert_eq!(without("at 0x401136, 401136 and 0X401fff"), "at ADDRESS, ADDRESS and ADDRESS");
        for other in ["0x402000", "0x4011", "x401136", "4198710", "0x401136g"] {
            assert_eq!(without(other), other);
        }
    }
}
