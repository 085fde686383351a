//! Literals of a package: what its authors thought worth writing down is worth trying.
//!
//! Tokens are looked at, not syntax: most literals of tests are inside of macros. Files that are no Rust are left out.

use crate::package::Package;
use proc_macro2::{Literal, TokenStream, TokenTree};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Literals of tests, sources and examples in documentation: each once, in order of appearance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Literals {
    pub texts: Vec<String>,
    pub bytes: Vec<Vec<u8>>,
    pub chars: Vec<char>,
    /// Integers; negated ones as well.
    pub numbers: Vec<i128>,
    pub floats: Vec<f64>,
    /// All texts in the order of the sources, as often as they are there: those of one call follow each other.
    pub sequence: Vec<String>,
    /// Places in the sequence that the other version does not have: what its authors thought of when they changed it.
    /// In the order in which they are tried.
    pub fresh: Vec<usize>,
}

impl Literals {
    /// Notes what is new since another version.
    pub fn since(mut self, old: &Literals) -> Literals {
        let known: HashSet<&String> = old.sequence.iter().collect();
        let is_fresh = |at: usize| self.sequence.get(at).is_some_and(|text| !known.contains(text));
        // A call may begin with a text that is not new.
        let mut fresh: Vec<usize> = (0..self.sequence.len()).filter(|at| is_fresh(*at)).collect();
        let before: Vec<usize> = fresh.iter().filter_map(|at| at.checked_sub(1)).filter(|at| !is_fresh(*at)).collect();
        fresh.extend(before);
        // By turns the shortest, which say the most for the time they take, and the next as the authors have it.
        let mut shortest = fresh.clone();
        shortest.sort_by_key(|at| self.sequence.get(*at).map_or(0, String::len));
        let mut seen = HashSet::new();
        let by_turns = shortest.into_iter().zip(fresh).flat_map(|(short, next)| [short, next]);
        self.fresh = by_turns.filter(|at| seen.insert(*at)).collect();
        self
    }

    /// Bytes of the longest text that is new, but for prose: what authors tried when they changed something may need
    /// more room than is usual.
    pub fn longest_fresh(&self) -> usize {
        let fresh = self.fresh.iter().filter_map(|at| self.sequence.get(*at));
        fresh.filter(|text| text.split(' ').count() < WORDS).map(String::len).max().unwrap_or(0)
    }
}

/// Longer texts are prose.
const LONGEST: usize = 64;
/// So many words are a sentence.
const WORDS: usize = 5;
/// Of each kind.
const MOST: usize = 2000;
const FILES: usize = 2000;

/// The literals of a package.
pub fn literals(package: &Package) -> Literals {
    let mut found = Collector::default();
    // Tests first: they call the library as its users do.
    for folder in ["tests", "examples", "src"] {
        let mut files = Vec::new();
        rust_files(&package.root.join(folder), &mut files);
        files.sort();
        files.iter().for_each(|file| found.file(file));
    }
    if !package.lib_root.starts_with(package.root.join("src")) {
        found.file(&package.lib_root);
    }
    found.literals
}

fn rust_files(directory: &Path, files: &mut Vec<PathBuf>) {
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            // Links may lead in circles.
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            match path.extension() {
                _ if kind.is_dir() => folders.push(path),
                Some(extension) if kind.is_file() && extension == "rs" && files.len() < FILES => files.push(path),
                _ => {}
            }
        }
    }
}

/// The literals of one text.
pub(crate) fn of_text(text: &str) -> Literals {
    let mut collector = Collector::default();
    collector.rust(text);
    collector.literals
}

#[derive(Default)]
struct Collector {
    literals: Literals,
    seen: HashSet<String>,
}

impl Collector {
    fn file(&mut self, path: &Path) {
        if let Ok(text) = std::fs::read_to_string(path) {
            self.rust(&text);
        }
    }

    fn rust(&mut self, text: &str) {
        let Ok(tokens) = text.parse::<TokenStream>() else { return };
        let mut documentation = String::new();
        self.tokens(tokens, &mut documentation);
        for example in examples(&documentation) {
            if let Ok(tokens) = example.parse() {
                self.tokens(tokens, &mut String::new());
            }
        }
    }

    fn tokens(&mut self, tokens: TokenStream, documentation: &mut String) {
        let mut streams = vec![tokens.into_iter()];
        // What came before: `-` makes a number negative, `doc =` makes a text documentation.
        let (mut minus, mut doc) = (false, 0);
        while let Some(stream) = streams.last_mut() {
            let Some(token) = stream.next() else {
                streams.pop();
                continue;
            };
            match token {
                TokenTree::Group(group) => streams.push(group.stream().into_iter()),
                TokenTree::Literal(literal) if doc == 2 => {
                    if let syn::Lit::Str(line) = syn::Lit::new(literal) {
                        documentation.push_str(&line.value());
                        documentation.push('\n');
                    }
                    doc = 0;
                }
                TokenTree::Literal(literal) => self.literal(literal, if minus { -1 } else { 1 }),
                TokenTree::Ident(name) => doc = u8::from(name == "doc"),
                TokenTree::Punct(punct) => {
                    doc = if doc == 1 && punct.as_char() == '=' { 2 } else { 0 };
                    minus = punct.as_char() == '-';
                    continue;
                }
            }
            minus = false;
        }
    }

    /// `sign` is that of a number.
    fn literal(&mut self, literal: Literal, sign: i8) {
        if let syn::Lit::Str(text) = syn::Lit::new(literal.clone())
            && self.literals.sequence.len() < MOST
            && text.value().len() <= LONGEST
        {
            self.literals.sequence.push(text.value());
        }
        if !self.seen.insert(format!("{sign}{literal}")) {
            return;
        }
        let into = &mut self.literals;
        match syn::Lit::new(literal) {
            syn::Lit::Str(text) => push(&mut into.texts, text.value(), |text| text.len() <= LONGEST),
            syn::Lit::ByteStr(bytes) => push(&mut into.bytes, bytes.value(), |bytes| bytes.len() <= LONGEST),
            syn::Lit::Char(one) => push(&mut into.chars, one.value(), |_| true),
            syn::Lit::Byte(byte) => push(&mut into.chars, char::from(byte.value()), |_| true),
            syn::Lit::Int(number) => {
                let value = number.base10_parse::<i128>().unwrap_or(0);
                push(&mut into.numbers, value * i128::from(sign), |_| true);
            }
            syn::Lit::Float(number) => {
                let value = number.base10_parse::<f64>().unwrap_or(0.0);
                push(&mut into.floats, value * f64::from(sign), |_| true);
            }
            _ => {}
        }
    }
}

fn push<T: PartialEq>(list: &mut Vec<T>, value: T, fits: impl Fn(&T) -> bool) {
    if list.len() < MOST && fits(&value) && !list.contains(&value) {
        list.push(value);
    }
}

/// The code blocks of documentation.
fn examples(documentation: &str) -> Vec<String> {
    documentation
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.lines().skip(1).map(|line| format!("{line}\n")).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_macros_and_documentation_are_found() {
        let mut found = Collector::default();
        found.rust("/// ```\n/// f(\"in docs\", -7);\n/// ```\n/// prose\nfn f() { assert_eq!(f(\"a\\n\"), b\"xy\", 'c', 0x10u8, 1.5) }");
        let literals = found.literals;
        assert_eq!(literals.texts, ["a\n", "in docs"]);
        assert_eq!(literals.bytes, [b"xy"]);
        assert_eq!(literals.chars, ['c']);
        assert_eq!(literals.numbers, [16, -7]);
        assert_eq!(literals.floats, [1.5]);
    }

    #[test]
    fn what_another_version_does_not_have_is_fresh() {
        let read = |text: &str| {
            let mut found = Collector::default();
            found.rust(text);
            found.literals
        };
        let old = read("fn t() { f(\"a*\", \"b\"); g(\"x\"); }");
        let new = read("fn t() { f(\"a*\", \"b\"); f(\"a*\", \"c\"); g(\"x\"); }").since(&old);
        assert_eq!(new.sequence, ["a*", "b", "a*", "c", "x"]);
        // The new text itself, and the call that it is the second argument of.
        assert_eq!(new.fresh, [3, 2]);
        let several = read("fn t() { f(\"long one\"); f(\"longer one\"); f(\"0\"); }").since(&old);
        assert_eq!(several.fresh, [2, 0, 1]);
        assert_eq!(new.longest_fresh(), 2);
        let prose = read("fn t() { e(\"this is not a number\"); f(\"bytes=0-99999999999999999999\"); }").since(&old);
        assert_eq!(prose.longest_fresh(), 28);
    }
}
