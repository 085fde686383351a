//! Byte strings as a shell and a person can both read them: in single quotes, as a format of printf(1).
//!
//! `\n`, `\t`, `\r` and `\\` are what they are in C, `%%` is a percent sign, and `\ooo` is the byte of that octal
//! number, always with three digits. A quote is `\047`, so that a string ends at the first quote in it and is always
//! one line of ASCII.

/// Appends `bytes` in quotes.
pub(crate) fn quote(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'\'');
    for &byte in bytes {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'%' => out.extend_from_slice(b"%%"),
            b' '..=b'~' if byte != b'\'' => out.push(byte),
            _ => out.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]),
        }
    }
    out.push(b'\'');
}

/// The bytes that the inside of a quoted string stands for. `None` if [`quote`] would not have written it.
pub(crate) fn unquote(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'\\' => b'\\',
                high @ b'0'..=b'3' => (high - b'0') << 6 | octal_digit(rest.next()?)? << 3 | octal_digit(rest.next()?)?,
                _ => return None,
            },
            b'%' => rest.next().filter(|next| *next == b'%')?,
            b' '..=b'~' if byte != b'\'' => byte,
            _ => return None,
        });
    }
    Some(bytes)
}

fn octal_digit(digit: u8) -> Option<u8> {
    matches!(digit, b'0'..=b'7').then(|| digit - b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &str) {
        let mut out = Vec::new();
        quote(&mut out, bytes);
        assert_eq!(String::from_utf8(out).unwrap(), text);
        assert_eq!(unquote(&text.as_bytes()[1..text.len() - 1]).unwrap(), bytes);
    }

    #[test]
    fn what_can_be_read_is_left_alone() {
        check(b"", "''");
        check(b"--top=5 \"x\" $HOME `ls`", "'--top=5 \"x\" $HOME `ls`'");
        check(b"two\nlines\t\r", r"'two\nlines\t\r'");
        check(b"100% \\ it's", r"'100%% \\ it\047s'");
        check(b"\x00\x01\x7f\xff", r"'\000\001\177\377'");
        check(b"\x001", r"'\0001'");
    }

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let mut out = Vec::new();
        quote(&mut out, &all);
        assert!(out.is_ascii() && !out[1..out.len() - 1].contains(&b'\''));
        assert_eq!(unquote(&out[1..out.len() - 1]).unwrap(), all);
    }

    #[test]
    fn what_was_not_written_so_is_refused() {
        for text in ["\\", "\\x", "\\01", "\\018", "\\400", "%", "%d", "it's", "\n", "\u{e4}"] {
            assert_eq!(unquote(text.as_bytes()), None, "{text}");
        }
    }
}
