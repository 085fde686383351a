//! Sizes of files.

/// Reads a size such as `12` or `3k`.
pub fn parse(text: &str) -> Option<u32> {
    let (digits, unit) = match text.strip_suffix('k') {
        Some(digits) => (digits, 1024),
        None => (text, 1),
    };
    digits.parse::<u32>().ok()?.checked_mul(unit)
}

/// How much of the whole is used.
pub fn percent(used: u32, whole: u32) -> u32 {
    (u64::from(used) * 100 / u64::from(whole)) as u32
}

/// The larger one.
pub fn larger(one: u32, other: u32) -> u32 {
    one.max(other)
}
