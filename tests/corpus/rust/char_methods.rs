fn main() {
    for c in ['a', 'Z', '5', ' ', 'é', 'ß', '中', '😀', '\n', '\u{0}', '٣', 'ǅ', '\u{a0}', '½', 'İ'] {
        println!(
            "{:?} {:x} {}{}{}{}{}{}{} {} {} {:?} {} {}",
            c,
            c as u32,
            c.is_alphabetic() as u8,
            c.is_numeric() as u8,
            c.is_alphanumeric() as u8,
            c.is_whitespace() as u8,
            c.is_uppercase() as u8,
            c.is_lowercase() as u8,
            c.is_control() as u8,
            c.to_uppercase(),
            c.to_lowercase().count(),
            c.to_digit(16),
            c.len_utf8(),
            c.len_utf16()
        );
    }
    println!("{:?} {:?}", char::from_digit(11, 16), 'z'.to_digit(36));
    let mut b = [0u8; 4];
    println!("{:?}", '€'.encode_utf8(&mut b).as_bytes());
    println!("{}", ('a'..='e').rev().collect::<String>());
    println!("{:?}", ('\u{D7FE}'..='\u{E001}').count());
    println!("{} {}", 'a'.is_ascii_punctuation(), '!'.is_ascii_punctuation());
    println!("{:?}", 'A'.eq_ignore_ascii_case(&'a'));
    println!("{}", char::MAX as u32);
    println!("{:?} {:?}", u8::try_from('é'), u8::try_from('€').is_err());
    println!("{}", '\t'.escape_default());
    println!("{}", b'a'.is_ascii_hexdigit());
    println!(
        "{:?}",
        std::char::decode_utf16([0xD83D, 0xDE00, 0xD800])
            .map(|r| r.map_err(|e| e.unpaired_surrogate()))
            .collect::<Vec<_>>()
    );
}
