//! The words of a command line, as a POSIX shell splits it: quotes are taken away, and what stands between quotes is
//! never an operator. Nothing is expanded.

use crate::error::{Result, refuse};
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    Plain {
        text: String,
        /// How many bytes of it stand before the first quote.
        bare: usize,
    },
    /// Such as `<`, `>>`, `2>&` or `|`.
    Operator(String),
}

impl Word {
    /// `NAME=value`, with a name that is one and is not quoted.
    pub fn assignment(&self) -> Option<(&str, &str)> {
        let Word::Plain { text, bare } = self else { return None };
        let (name, value) = text.split_once('=')?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name = name.chars().all(is_part) && name.chars().next().is_some_and(|c| !c.is_ascii_digit());
        (is_name && name.len() < *bare).then_some((name, value))
    }
}

pub fn words(line: &str) -> Result<Vec<Word>> {
    let mut words = Vec::new();
    let mut rest = line.chars().peekable();
    while let Some(&next) = rest.peek() {
        match next {
            c if c.is_whitespace() => _ = rest.next(),
            '#' => break,
            '<' | '>' | '|' | '&' | ';' | '(' | ')' => words.push(Word::Operator(operator(&mut rest))),
            _ => {
                let (text, bare) = plain(&mut rest)?;
                // A descriptor belongs to the redirection behind it.
                let is_number = !text.is_empty() && bare == text.len() && text.bytes().all(|b| b.is_ascii_digit());
                match rest.peek() {
                    Some('<' | '>') if is_number => words.push(Word::Operator(text + &operator(&mut rest))),
                    _ => words.push(Word::Plain { text, bare }),
                }
            }
        }
    }
    Ok(words)
}

fn operator(rest: &mut Peekable<Chars<'_>>) -> String {
    std::iter::from_fn(|| rest.next_if(|c| "<>|&;()".contains(*c))).collect()
}

/// Up to white space or an operator that is not quoted.
fn plain(rest: &mut Peekable<Chars<'_>>) -> Result<(String, usize)> {
    let mut text = String::new();
    let mut bare = None;
    while let Some(c) = rest.next_if(|c| !c.is_whitespace() && !"<>|&;()".contains(*c)) {
        if matches!(c, '\'' | '"' | '\\') {
            bare.get_or_insert(text.len());
        }
        match c {
            '\'' => loop {
                match rest.next() {
                    Some('\'') => break,
                    Some(c) => text.push(c),
                    None => refuse!("a quote is missing"),
                }
            },
            '"' => loop {
                match (rest.next(), rest.peek()) {
                    (Some('"'), _) => break,
                    (Some('\\'), Some('"' | '\\' | '$' | '`')) => text.extend(rest.next()),
                    (Some(c), _) => text.push(c),
                    (None, _) => refuse!("a quote is missing"),
                }
            },
            '\\' => match rest.next() {
                Some(c) => text.push(c),
                None => refuse!("nothing follows `\\`"),
            },
            c => text.push(c),
        }
    }
    let bare = bare.unwrap_or(text.len());
    Ok((text, bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell is the judge.
    #[test]
    fn words_are_those_of_a_shell() {
        for line in [
            "a b  c",
            r#"'a b' "c d" e\ f"#,
            r#"'<&>' "a|b" \; x'>'y"#,
            r#""a\"b\\c\n" '' "" 'it'"'"'s'"#,
            "a#b # comment",
            "2 x2 '2'",
        ] {
            let script = format!("printf '%s\\n' {line}");
            let output = std::process::Command::new("sh").arg("-c").arg(script).output().unwrap();
            let expected = String::from_utf8(output.stdout).unwrap();
            let found: String = words(line)
                .unwrap()
                .into_iter()
                .map(|word| match word {
                    Word::Plain { text, .. } => text + "\n",
                    Word::Operator(operator) => panic!("{operator} in {line}"),
                })
                .collect();
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn operators_need_no_space() {
        let operators = |line: &str| -> Vec<String> {
            let words = words(line).unwrap();
            words.into_iter().filter_map(|word| if let Word::Operator(o) = word { Some(o) } else { None }).collect()
        };
        assert_eq!(operators("a<b"), ["<"]);
        assert_eq!(operators("a 2>&1 >>x"), ["2>&", ">>"]);
        assert_eq!(operators("a|b&&c;d"), ["|", "&&", ";"]);
        for wrong in ["'a", "\"a", "a\\"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_names_without_quotes_are_assigned_to() {
        let is_assignment = |line: &str| words(line).unwrap()[0].assignment().is_some();
        assert!(is_assignment("A=b") && is_assignment("A='x y'") && is_assignment("_a1="));
        assert!(!is_assignment("'A'=b") && !is_assignment("'A=b'") && !is_assignment("1=b") && !is_assignment("./x=1"));
    }
}
