//! Which entries can come to a change: by the calls of both versions, over-approximated as rift-graph does.

use crate::diff::Prepared;
use rift_align::{ChangeMap, Version};
use rift_graph::{Distances, ProgramGraph};
use rift_ir::{BlockId, FuncId, Module, Pair, Site};

/// Distances to the changes of the library, in both versions.
pub struct Reach<'a> {
    modules: Pair<&'a Module>,
    distances: Pair<Distances>,
}

impl<'a> Reach<'a> {
    /// What lies in the files that `is_harness` names is no change of the library's.
    pub fn new(prepared: &'a Prepared, is_harness: &dyn Fn(&str) -> bool) -> Reach<'a> {
        let modules = prepared.programs().map(|program| &*program.module);
        let of = |version: Version| {
            let module = *version.of(&modules);
            let own = own_changes(&prepared.map, version, is_harness);
            Distances::new(&ProgramGraph::new(module), &own)
        };
        Reach { modules, distances: Pair { old: of(Version::Old), new: of(Version::New) } }
    }

    /// Decisions from the start of a function to the nearest change in either version; `None` if it cannot come to one.
    pub fn distance(&self, name: &str) -> Option<u32> {
        let of = |module: &Module, distances: &Distances| {
            let functions = module.functions.iter().filter(|(_, f)| f.is_defined() && f.display == name);
            functions.filter_map(|(id, _): (FuncId, _)| distances.to_target(id, BlockId::from_u32(0))).min()
        };
        let (old, new) = (of(self.modules.old, &self.distances.old), of(self.modules.new, &self.distances.new));
        old.into_iter().chain(new).min()
    }
}

fn own_changes(map: &ChangeMap, version: Version, is_harness: &dyn Fn(&str) -> bool) -> Vec<Site> {
    let own = map.changes.iter().filter(|change| {
        let place = change.new.as_ref().or(change.old.as_ref());
        place.is_none_or(|place| !is_harness(&place.file))
    });
    own.filter_map(|change| change.place(version)).flat_map(|place| place.sites.iter().copied()).collect()
}
