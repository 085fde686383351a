//! What two texts do not have in common, line by line, as people read it.
//!
//! A longest common subsequence of what is left when equal beginnings and ends are taken away; of very different long
//! texts, everything counts as different.

/// Greatest number of pairs of lines that are compared.
const MOST_PAIRS: usize = 1 << 20;
/// Equal lines that are shown beside others.
const CONTEXT: usize = 1;
/// Lines of one kind that are shown in a row.
const IN_A_ROW: usize = 8;
/// Characters of a line that are shown.
const WIDTH: usize = 160;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Same,
    Old,
    New,
}

/// With `-` before the lines of `old`, and `+` before those of `new`; at most `most` lines.
pub(super) fn difference(old: &[u8], new: &[u8], most: usize) -> Vec<String> {
    let (old, new) = (split(old), split(new));
    let mut shown = Vec::new();
    let compared = compare(&old, &new);
    let is_near = |at: usize| {
        let around = &compared[at.saturating_sub(CONTEXT)..compared.len().min(at + CONTEXT + 1)];
        around.iter().any(|(side, _)| *side != Side::Same)
    };
    let mut at = 0;
    while at < compared.len() {
        let (side, near) = (compared[at].0, is_near(at));
        let run = (at..compared.len()).take_while(|next| compared[*next].0 == side && is_near(*next) == near).count();
        let mark = match side {
            Side::Same if !near => {
                shown.push("  ..".to_owned());
                at += run;
                continue;
            }
            Side::Same => ' ',
            Side::Old => '-',
            Side::New => '+',
        };
        let first = if run > IN_A_ROW + 1 { IN_A_ROW } else { run };
        shown.extend(compared[at..at + first].iter().map(|(_, text)| format!("{mark} {}", line(text))));
        if run > first {
            shown.push(format!("{mark} .. {} lines more", run - first));
        }
        at += run;
    }
    if shown.len() > most {
        let left = shown.len() - most;
        shown.truncate(most);
        shown.push(format!("  .. and {left} lines more"));
    }
    shown
}

/// A line without what a terminal would act on, and not too long.
pub(super) fn line(text: &[u8]) -> String {
    let (text, ending) = match text.strip_suffix(b"\n") {
        Some(text) => (text, ""),
        None => (text, " (no newline)"),
    };
    printable(text) + ending
}

/// In one line.
pub(super) fn printable(text: &[u8]) -> String {
    let shown: String = match std::str::from_utf8(text) {
        Ok(text) => text.chars().flat_map(character).collect(),
        Err(_) => text.escape_ascii().to_string(),
    };
    match shown.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}.. ({} bytes)", &shown[..at], text.len()),
        None => shown,
    }
}

/// A text of several lines without what a terminal would act on.
pub fn harmless(text: &str) -> String {
    text.chars().flat_map(|c| if c == '\n' { vec![c] } else { character(c) }).collect()
}

/// A text in one line without what a terminal would act on, however long.
pub(crate) fn harmless_line(text: &str) -> String {
    text.chars().flat_map(character).collect()
}

fn character(c: char) -> Vec<char> {
    // Marks that change the direction of what follows make a text read as another one.
    let misleads = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c != '\t' && (c.is_control() || misleads) { c.escape_default().collect() } else { vec![c] }
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn compare<'a>(old: &[&'a [u8]], new: &[&'a [u8]]) -> Vec<(Side, &'a [u8])> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let end = old[start..].iter().rev().zip(new[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_middle, new_middle) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let mut compared: Vec<(Side, &[u8])> = old[..start].iter().map(|text| (Side::Same, *text)).collect();
    compared.extend(middle(old_middle, new_middle));
    compared.extend(old[old.len() - end..].iter().map(|text| (Side::Same, *text)));
    compared
}

fn middle<'a>(old: &[&'a [u8]], new: &[&'a [u8]]) -> Vec<(Side, &'a [u8])> {
    let mut compared = Vec::with_capacity(old.len() + new.len());
    let (mut i, mut j) = (0, 0);
    if old.len().saturating_mul(new.len()) <= MOST_PAIRS {
        let width = new.len() + 1;
        // By how much of each is taken away at the front: the length of the longest common subsequence.
        let mut longest = vec![0u32; (old.len() + 1) * width];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                longest[i * width + j] = match old[i] == new[j] {
                    true => longest[(i + 1) * width + j + 1] + 1,
                    false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
                };
            }
        }
        while i < old.len() && j < new.len() {
            if old[i] == new[j] {
                compared.push((Side::Same, old[i]));
                (i, j) = (i + 1, j + 1);
            } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
                compared.push((Side::Old, old[i]));
                i += 1;
            } else {
                compared.push((Side::New, new[j]));
                j += 1;
            }
        }
    }
    compared.extend(old[i..].iter().map(|text| (Side::Old, *text)));
    compared.extend(new[j..].iter().map(|text| (Side::New, *text)));
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: &[&str]) {
        assert_eq!(difference(old.as_bytes(), new.as_bytes(), 100), expected);
    }

    #[test]
    fn only_what_differs_is_shown() {
        check("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n", &["  ..", "  b", "- c", "+ x", "  d", "  .."]);
        check("a\n", "a\n", &["  .."]);
        check("", "a\n", &["+ a"]);
        check("a\n", "a", &["- a", "+ a (no newline)"]);
        check("a\x1b[2Jb\n", "\u{202e}a\u{e4}\n", &["- a\\u{1b}[2Jb", "+ \\u{202e}a\u{e4}"]);
    }

    #[test]
    fn long_texts_are_cut() {
        let numbers: String = (0..1000).map(|number| format!("{number}\n")).collect();
        let shown = difference(numbers.as_bytes(), b"other\n", 100);
        assert_eq!(shown.len(), IN_A_ROW + 2);
        assert_eq!(shown[IN_A_ROW..], ["- .. 992 lines more", "+ other"]);
        assert_eq!(difference(numbers.as_bytes(), b"", 3)[2..], ["- 2", "  .. and 6 lines more"]);
        assert_eq!(line(&[b'x'; 200]), format!("{}.. (200 bytes) (no newline)", "x".repeat(WIDTH)));
    }

    /// Which lines are common is checked against the recursive definition of the longest common subsequence, and both
    /// texts can be put together again from the comparison.
    #[test]
    fn a_comparison_is_right_and_as_small_as_can_be() {
        fn longest(old: &[&[u8]], new: &[&[u8]]) -> usize {
            match (old, new) {
                ([a, old @ ..], [b, new @ ..]) if a == b => 1 + longest(old, new),
                ([_, shorter @ ..], [_, smaller @ ..]) => longest(shorter, new).max(longest(old, smaller)),
                _ => 0,
            }
        }
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        const LINES: [&[u8]; 3] = [b"a\n", b"b\n", b"c\n"];
        for _ in 0..500 {
            let mut text = |length: u64| -> Vec<&[u8]> { (0..length).map(|_| LINES[next(3) as usize]).collect() };
            let (old, new) = (text(7), text(8));
            let compared = compare(&old, &new);
            let of = |side: Side| -> Vec<&[u8]> {
                compared.iter().filter(|(s, _)| *s == side || *s == Side::Same).map(|(_, text)| *text).collect()
            };
            assert_eq!((of(Side::Old), of(Side::New)), (old.clone(), new.clone()));
            assert_eq!(of(Side::Same).len(), longest(&old, &new));
        }
    }
}
