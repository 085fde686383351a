/// Adds up the sizes of a list: `3k 2`.
pub fn total(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let sizes = text.split(' ').map(|size| sizes::parse(size).unwrap_or(0));
    println!("{}", sizes.fold(0, u32::wrapping_add));
}
