//! What a package asks not to have called: `[package.metadata.rift]` of its manifest, and `rift: skip` in the
//! documentation of an item.
//!
//! A name stands for the item and for everything in it: a module, a type, a trait. What is left out is listed with the
//! reason. Values of a type are still made by its constructors, whoever asked for what: only entries are taken out.

use crate::api::{Api, Entry, Undriven};
use crate::package::{HarnessError, Package};
use serde::Deserialize;

const TABLE: &str = "[package.metadata.rift]";
const MARK: &str = "rift: skip";

/// The manifest's wishes, as they are written there.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wishes {
    /// Not called.
    #[serde(default)]
    skip: Vec<String>,
    /// If there are any: nothing else is called.
    #[serde(default)]
    only: Vec<String>,
}

/// From `[package.metadata]`.
fn wishes(metadata: &serde_json::Value) -> Result<Wishes, String> {
    match metadata.get("rift") {
        None => Ok(Wishes::default()),
        Some(table) => Wishes::deserialize(table).map_err(|error| format!("{TABLE}: {error}")),
    }
}

/// Whether documentation has the mark, in a line of its own; as a comment it is not shown to readers.
pub(crate) fn is_marked(documentation: &str) -> bool {
    let uncommented = |line: &str| {
        let line = line.trim();
        let inner = line.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
        inner.unwrap_or(line).trim() == MARK
    };
    documentation.lines().any(uncommented)
}

/// What a package asks for.
pub(crate) struct Annotations<'a> {
    package: &'a Package,
    wishes: Wishes,
    /// Paths of items whose documentation has the mark.
    marked: Vec<String>,
}

impl Annotations<'_> {
    pub fn read(package: &Package, marked: Vec<String>) -> Result<Annotations<'_>, HarnessError> {
        let failed = |reason| HarnessError::Package { path: package.root.join("Cargo.toml"), reason };
        Ok(Annotations { package, wishes: wishes(&package.metadata).map_err(failed)?, marked })
    }

    /// Why an entry is not to be called.
    pub fn refuse(&self, entry: &Entry) -> Option<String> {
        let names = names(entry);
        let find = |list: &'_ [String]| list.iter().position(|wanted| self.is_meant(wanted, &names));
        let Wishes { skip, only } = &self.wishes;
        if self.marked.iter().any(|path| names.iter().any(|name| is_within(name, path))) {
            return Some(format!("its documentation says `{MARK}`"));
        }
        match find(skip) {
            Some(at) => Some(format!("`skip` of {TABLE} names `{}`", skip[at])),
            None if !only.is_empty() && find(only).is_none() => Some(format!("`only` of {TABLE} does not name it")),
            None => None,
        }
    }

    /// Takes out what is not to be called, and says which names stand for nothing.
    pub fn apply(&self, api: &mut Api) {
        api.notes.extend(self.unknown(api));
        for entry in std::mem::take(&mut api.entries) {
            match self.refuse(&entry) {
                None => api.entries.push(entry),
                Some(reason) => api.undriven.push(Undriven { path: entry.path, reason }),
            }
        }
    }

    /// In words: the names in the manifest that nothing public has.
    pub fn unknown(&self, api: &Api) -> Vec<String> {
        let mut known: Vec<Vec<String>> = api.undriven.iter().map(|not| vec![not.path.clone()]).collect();
        known.extend(api.entries.iter().map(names));
        let lists = [("skip", &self.wishes.skip), ("only", &self.wishes.only)];
        let named = lists.into_iter().flat_map(|(list, names)| names.iter().map(move |name| (list, name)));
        let unknown = named.filter(|(_, wanted)| !known.iter().any(|names| self.is_meant(wanted, names)));
        unknown.map(|(list, wanted)| format!("`{list}` of {TABLE} names `{wanted}`, which is nothing public")).collect()
    }

    fn is_meant(&self, wanted: &str, names: &[String]) -> bool {
        stands_for(wanted, &self.package.lib_name, names)
    }
}

/// What an entry can be called by: for a trait's function, also by the type or by the trait that it belongs to.
fn names(entry: &Entry) -> Vec<String> {
    let mut names = vec![entry.path.clone(), entry.base.clone()];
    for path in [&entry.path, &entry.base] {
        let Some((receiver, rest)) = path.strip_prefix('<').and_then(|rest| rest.split_once(" as ")) else { continue };
        let (of, function) = rest.rsplit_once(">::").unwrap_or((rest.trim_end_matches('>'), ""));
        names.extend([receiver, of].map(|owner| match function {
            "" => without_arguments(owner).to_owned(),
            _ => format!("{}::{function}", without_arguments(owner)),
        }));
    }
    names
}

/// `a::B` of `&a::B<u8>`.
fn without_arguments(ty: &str) -> &str {
    let ty = ty.trim_start_matches('&').trim_start_matches("mut ");
    ty.split('<').next().unwrap_or(ty)
}

/// Whether a name that a person wrote, with or without the library's, is one of these or has it in it.
fn stands_for(wanted: &str, lib_name: &str, names: &[String]) -> bool {
    let below = wanted.strip_prefix("crate::").unwrap_or(wanted);
    let full = format!("{lib_name}::{below}");
    names.iter().any(|name| is_within(name, wanted) || is_within(name, &full))
}

fn is_within(path: &str, around: &str) -> bool {
    path.strip_prefix(around).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_a_line_of_its_own() {
        for text in ["rift: skip", "Sleeps.\n\n rift: skip\n", "Sleeps.\n<!-- rift: skip -->"] {
            assert!(is_marked(text), "{text}");
        }
        for text in ["", "Obeys `rift: skip`.", "rift: skip it", "rift:skip"] {
            assert!(!is_marked(text), "{text}");
        }
    }

    #[test]
    fn a_name_stands_for_what_is_in_it() {
        let names = ["sizes::units::Unit::parse".to_owned()];
        for wanted in ["sizes", "units", "units::Unit", "crate::units::Unit", "sizes::units::Unit::parse"] {
            assert!(stands_for(wanted, "sizes", &names), "{wanted}");
        }
        for wanted in ["", "unit", "Unit", "parse", "units::Unit::parse::x", "sizes::unit"] {
            assert!(!stands_for(wanted, "sizes", &names), "{wanted}");
        }
    }

    #[test]
    fn the_manifest_is_read_strictly() {
        let read = |text: &str| wishes(&serde_json::from_str(text).expect("it is JSON"));
        assert_eq!(read("null"), Ok(Wishes::default()));
        assert_eq!(read(r#"{"docs": {"rs": 1}}"#), Ok(Wishes::default()));
        assert_eq!(read(r#"{"rift": {"skip": ["a"]}}"#).map(|wishes| wishes.skip), Ok(vec!["a".to_owned()]));
        for wrong in [r#"{"rift": {"skip": "a"}}"#, r#"{"rift": {"skips": []}}"#, r#"{"rift": 3}"#] {
            assert!(read(wrong).is_err_and(|reason| reason.contains(TABLE)), "{wrong}");
        }
    }
}
