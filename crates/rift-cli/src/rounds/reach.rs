//! Which entries can come to a change: by the calls of both versions, over-approximated as rift-graph does.
//!
//! Errs towards "can", with three exceptions that are meant: nothing that a library calls is taken to call the harness's
//! own dispatch again, although its address is in the program; what shows results to people is not run by a search; and
//! the standard library's code, which is the same in both versions, has no changes of its own: where an instance of it
//! changed, something of the library did that it is made with.

use crate::diff::Prepared;
use rift_align::ChangeMap;
use rift_graph::ProgramGraph;
use rift_ir::{EntityRef, FuncId, Module, Site, Version};
use std::collections::BTreeMap;

/// Functions of a harness that call every entry.
const DISPATCH: [&str; 2] = ["harness::main", "harness::run"];

/// Whether a file is one of the standard library, or of what that is built with, as debug information names them.
pub fn is_standard(file: &str) -> bool {
    file.starts_with("/rustc/") || file.starts_with("/rust/deps/")
}

/// Whether what changed is the standard library's: by its file, or where debug information names none, as for what is
/// compiled with the standard library itself, by the function.
pub fn is_of_standard(file: &str, function: &str) -> bool {
    is_standard(file) || (file.is_empty() && is_standard_function(function))
}

fn is_standard_function(name: &str) -> bool {
    let is_std = |path: &str| ["core::", "alloc::", "std::", "hashbrown::"].iter().any(|name| path.starts_with(name));
    let first =
        name.trim_start_matches(['<', '&', '*', '[', '(']).trim_start_matches("mut ").trim_start_matches("dyn ");
    let (target, of) = match name.strip_prefix('<') {
        Some(rest) => rest.split_once(" as ").or(rest.split_once(">::")).unwrap_or(("::", "")),
        None => ("::", ""),
    };
    match target.contains("::") {
        true => is_std(first),
        // Of the language's own types: by whose trait it is; nobody else gives them functions without one.
        false => is_std(of) || !name.contains(" as "),
    }
}

/// How many calls it takes from each function to a change of the library.
pub struct Reach {
    /// By display name, of both versions.
    distances: BTreeMap<String, u32>,
}

impl Reach {
    /// What lies in the files that `is_harness` names is no change of the library's.
    pub fn new(prepared: &Prepared, is_harness: &dyn Fn(&str) -> bool) -> Reach {
        let mut distances: BTreeMap<String, u32> = BTreeMap::new();
        for version in Version::BOTH {
            let program = *version.of(&prepared.programs());
            let changed = changed_functions(&prepared.map, version, is_harness);
            for (function, distance) in calls_to(&program.module, &changed) {
                let name = &program.module.functions[function].display;
                let known = distances.entry(name.clone()).or_insert(distance);
                *known = distance.min(*known);
            }
        }
        Reach { distances }
    }

    /// `None` if the function cannot come to a change in either version.
    pub fn distance(&self, function: &str) -> Option<u32> {
        self.distances.get(function).copied()
    }
}

fn is_passed_over(function: &str) -> bool {
    let shows = function.ends_with("::show") || function.ends_with("::after");
    DISPATCH.contains(&function) || (shows && function.contains("harness::"))
}

fn changed_functions(map: &ChangeMap, version: Version, is_harness: &dyn Fn(&str) -> bool) -> Vec<FuncId> {
    let own = map.changes.iter().filter(|change| {
        let place = change.new.as_ref().or(change.old.as_ref());
        place.is_none_or(|place| !is_harness(&place.file) && !is_of_standard(&place.file, &place.function))
    });
    let sites = own.filter_map(|change| change.place(version)).flat_map(|place| place.sites.iter());
    let mut functions: Vec<FuncId> = sites.map(|site: &Site| site.function).collect();
    functions.sort_unstable();
    functions.dedup();
    functions
}

/// Breadth first, from the changed functions to their callers.
fn calls_to(module: &Module, changed: &[FuncId]) -> Vec<(FuncId, u32)> {
    let graph = ProgramGraph::new(module);
    let calls = graph.calls();
    let mut seen = vec![false; module.functions.len()];
    let mut reached: Vec<(FuncId, u32)> = Vec::new();
    let mut add = |function: FuncId, distance: u32, reached: &mut Vec<(FuncId, u32)>| {
        if !is_passed_over(&module.functions[function].display) && !std::mem::replace(&mut seen[function.index()], true)
        {
            reached.push((function, distance));
        }
    };
    changed.iter().for_each(|function| add(*function, 0, &mut reached));
    let mut next = 0;
    while let Some((function, distance)) = reached.get(next).copied() {
        next += 1;
        for site in calls.callers(function) {
            add(site.function, distance + 1, &mut reached);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_is_known_without_its_files() {
        for standard in [
            "<alloc::raw_vec::RawVecInner>::finish_grow",
            "<alloc::vec::Vec<u8>>::reserve",
            "<&() as core::fmt::Debug>::fmt",
            "<[u8]>::ends_with::<u8>",
            "<str>::trim_start",
            "<[T] as alloc::borrow::ToOwned>::to_owned",
            "core::ptr::drop_in_place::<library::Own>",
        ] {
            assert!(is_of_standard("", standard), "{standard}");
        }
        for own in [
            "<library::Own as core::fmt::Debug>::fmt",
            "<u8 as library::Own>::own",
            "library::core::own",
            "own",
            "<library::Own>::own",
        ] {
            assert!(!is_of_standard("", own), "{own}");
        }
        assert!(!is_of_standard("src/lib.rs", "<alloc::vec::Vec<u8> as library::Own>::own"));
    }
}
