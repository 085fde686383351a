//! What the alignment of two versions says: changes as people see them, and sites as the machine does.

use rift_ir::{EntityRef, FuncId, InstId, Module, Pair, Site, Version};
use serde::{Deserialize, Serialize};

/// What happened to the statements of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChangeKind {
    Changed,
    Added,
    Deleted,
}

impl ChangeKind {
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::Added => "added",
            ChangeKind::Deleted => "deleted",
        }
    }
}

/// Where a change is in one version. For an added statement the place in old is where it would have been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    /// 0 when the compiler recorded none.
    pub line: u32,
    pub last_line: u32,
    /// The display name of the function; the name of the global where a global changed.
    pub function: String,
    /// Every touched site of the change, sorted.
    pub sites: Vec<Site>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The index of the change in [`ChangeMap::changes`].
    pub id: u32,
    pub kind: ChangeKind,
    pub old: Option<Place>,
    pub new: Option<Place>,
    /// What happened, in words: the name of the kind unless there is more to say.
    pub what: String,
    /// What a person reads: `src/a.c:12 in parse_number: changed`.
    pub summary: String,
}

impl Change {
    pub fn place(&self, version: Version) -> Option<&Place> {
        match version {
            Version::Old => self.old.as_ref(),
            Version::New => self.new.as_ref(),
        }
    }
}

/// Which functions and instructions of two versions correspond, and what changed.
///
/// Invariant: a site is touched exactly when it is in `sites` of a place of one change.
#[derive(Debug, Clone)]
pub struct ChangeMap {
    pub changes: Vec<Change>,
    pub(crate) sides: Pair<Side>,
}

/// No instruction, no function or no change has this number.
pub(crate) const NONE: u32 = u32::MAX;

/// What is known about one version; the vectors are indexed by function, then by instruction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Side {
    pub function: Vec<Option<FuncId>>,
    /// Instructions of the counterpart function.
    pub inst: Vec<Vec<u32>>,
    pub change: Vec<Vec<u32>>,
}

impl Side {
    pub fn new(module: &Module) -> Side {
        let none = || module.functions.values().map(|function| vec![NONE; function.insts.len()]).collect();
        Side { function: vec![None; module.functions.len()], inst: none(), change: none() }
    }
}

impl ChangeMap {
    /// Whether nothing changed: then the versions do the same on every input.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The change that a site belongs to.
    pub fn change_at(&self, version: Version, site: Site) -> Option<u32> {
        let change = version.of(&self.sides).change.get(site.function.index())?.get(site.inst.index())?;
        (*change != NONE).then_some(*change)
    }

    /// The aligned instruction of the other version, whether or not its operands changed.
    pub fn counterpart(&self, version: Version, site: Site) -> Option<Site> {
        let function = self.counterpart_function(version, site.function)?;
        let inst = version.of(&self.sides).inst.get(site.function.index())?.get(site.inst.index())?;
        (*inst != NONE).then(|| Site { function, inst: InstId::from_u32(*inst) })
    }

    pub fn counterpart_function(&self, version: Version, function: FuncId) -> Option<FuncId> {
        version.of(&self.sides).function.get(function.index()).copied().flatten()
    }

    /// Sound: a run of `version` that executes no touched site does exactly the same in the other version.
    pub fn is_touched(&self, version: Version, site: Site) -> bool {
        self.change_at(version, site).is_some()
    }

    /// Every touched site, sorted.
    pub fn touched(&self, version: Version) -> impl Iterator<Item = Site> {
        version.of(&self.sides).change.iter().enumerate().flat_map(|(function, changes)| {
            let touched = changes.iter().enumerate().filter(|(_, change)| **change != NONE);
            touched.map(move |(inst, _)| Site { function: FuncId::new(function), inst: InstId::new(inst) })
        })
    }
}
