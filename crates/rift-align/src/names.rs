//! Matching of functions and globals by name.
//!
//! A linker tells static symbols of one name apart by numbers (`helper`, `helper.3`) that depend on everything
//! else in the program, so these count only together with the file that a symbol comes from. A symbol that is
//! alone with its name matches wherever it has moved.

use std::collections::BTreeMap;

/// A symbol of one version.
#[derive(Debug, Clone, Copy)]
pub struct Symbol<'m> {
    pub index: u32,
    pub name: &'m str,
    /// What must be equal for a match.
    pub group: &'m str,
    /// The path below the version's directory; empty when unknown.
    pub file: &'m str,
}

/// Pairs of (old, new) indices. Each index occurs at most once.
pub fn match_symbols(old: &[Symbol<'_>], new: &[Symbol<'_>]) -> Vec<(u32, u32)> {
    let mut groups: BTreeMap<&str, (Vec<Symbol<'_>>, Vec<Symbol<'_>>)> = BTreeMap::new();
    for symbol in old {
        groups.entry(symbol.group).or_default().0.push(*symbol);
    }
    for symbol in new {
        groups.entry(symbol.group).or_default().1.push(*symbol);
    }
    let mut pairs = Vec::new();
    for (mut old, mut new) in groups.into_values() {
        if let ([old], [new]) = (&old[..], &new[..]) {
            pairs.push((old.index, new.index));
            continue;
        }
        let rules: [fn(&Symbol<'_>, &Symbol<'_>) -> bool; 3] = [
            |old, new| old.name == new.name && old.file == new.file,
            |old, new| !old.file.is_empty() && old.file == new.file,
            |old, new| old.name == new.name,
        ];
        for rule in rules {
            old.retain(|symbol| {
                let Some(found) = new.iter().position(|candidate| rule(symbol, candidate)) else { return true };
                pairs.push((symbol.index, new.remove(found).index));
                false
            });
        }
    }
    pairs
}

/// The name that a static symbol had before the linker numbered it.
pub fn unnumbered(name: &str) -> &str {
    let mut name = name;
    while let Some((front, number)) = name.rsplit_once('.') {
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if front.is_empty() || !is_number {
            break;
        }
        name = front.strip_suffix(".llvm").unwrap_or(front);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol<'m>(index: u32, name: &'m str, file: &'m str) -> Symbol<'m> {
        Symbol { index, name, group: unnumbered(name), file }
    }

    #[test]
    fn numbers_of_the_linker_are_no_part_of_a_name() {
        assert_eq!(unnumbered("helper.3"), "helper");
        assert_eq!(unnumbered("f.buffer.12"), "f.buffer");
        assert_eq!(unnumbered("init.llvm.123"), "init");
        assert_eq!(unnumbered("f.cold"), "f.cold");
        assert_eq!(unnumbered(".12"), ".12");
    }

    #[test]
    fn static_namesakes_are_told_apart_by_file() {
        let old = [symbol(0, "helper", "a.c"), symbol(1, "helper.1", "b.c")];
        let new = [symbol(0, "helper", "b.c"), symbol(1, "helper.2", "a.c")];
        let mut pairs = match_symbols(&old, &new);
        pairs.sort_unstable();
        assert_eq!(pairs, [(0, 1), (1, 0)]);
    }

    #[test]
    fn a_lone_symbol_may_move() {
        assert_eq!(match_symbols(&[symbol(4, "f", "a.c")], &[symbol(7, "f.1", "b.c")]), [(4, 7)]);
    }
}
