//! Which entries can come to a change: by the calls of both versions, over-approximated as rift-graph does.
//!
//! Errs towards "can", with three exceptions that are meant: nothing that a library calls is taken to call the harness's
//! own dispatch again, although its address is in the program; what shows results to people is not run by a search; and
//! the standard library's code, which is the same in both versions, has no changes of its own: where an instance of it
//! changed, something of the library did that it is made with.

use crate::prepare::Prepared;
use rift_align::ChangeMap;
use rift_graph::ProgramGraph;
use rift_ir::{EntityRef, FuncId, Module, Origin, Site, Version};
use std::collections::BTreeMap;

/// Functions of a harness that call every entry.
const DISPATCH: [&str; 2] = ["harness::main", "harness::run"];

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
        place.is_none_or(|place| {
            !is_harness(&place.file) && Origin::of_place(&place.file, &place.function) != Origin::Standard
        })
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
