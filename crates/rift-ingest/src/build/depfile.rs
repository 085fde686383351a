//! Dependency files in make's syntax, as clang, rustc and cargo write them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Every prerequisite of every rule, in order, without repetitions; relative ones are below `base`.
pub(super) fn parse(text: &str, base: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    let mut known: HashSet<PathBuf> = HashSet::new();
    for line in text.replace("\\\r\n", " ").replace("\\\n", " ").lines() {
        if line.starts_with('#') {
            continue;
        }
        // The first colon that ends a word ends the targets.
        let Some(end) = line.find(": ").or_else(|| line.ends_with(':').then(|| line.len() - 1)) else { continue };
        for word in words(line.get(end + 1..).unwrap_or_default()) {
            let path = base.join(word);
            if known.insert(path.clone()) {
                all.push(path);
            }
        }
    }
    all
}

/// Splits at white space; `\ ` is a space, `\#` a hash, `$$` a dollar, other backslashes stand for themselves.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek().copied()) {
            ('\\', Some(next @ (' ' | '#' | '\\'))) | ('$', Some(next @ '$')) => {
                word.push(next);
                chars.next();
            }
            (' ' | '\t', _) => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let expect: Vec<_> = expect.iter().map(PathBuf::from).collect();
        assert_eq!(parse(text, Path::new("/base")), expect);
    }

    #[test]
    fn rules_of_clang_and_rustc_are_read() {
        check("a.bc: a.c /usr/include/stdio.h \\\n  b.h\n", &["/base/a.c", "/usr/include/stdio.h", "/base/b.h"]);
        check("h1.bc: h.rs\n\nh1: h.rs\n\nh.rs:\n# env-dep:X=1\n", &["/base/h.rs"]);
        check(r"a.o: my\ file.c x\#y $$z", &["/base/my file.c", "/base/x#y", "/base/$z"]);
        check("", &[]);
    }
}
