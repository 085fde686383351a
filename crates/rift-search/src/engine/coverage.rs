//! What was executed: ways of decisions, code, and the source lines and branches behind it.

use rift_ir::{BlockId, EntityRef, FuncId, Function, InstId, Module, PackedOption, PosId, Site};
use rift_vm::{Observer, Program};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// One way of one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Edge {
    pub site: Site,
    pub side: u32,
}

/// Edges are small numbers: one multiplication each spreads them.
#[derive(Debug, Default, Clone, Copy)]
pub struct EdgeHasher(u64);

impl Hasher for EdgeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Coverage {
    #[serde(serialize_with = "in_order")]
    edges: HashSet<Edge, BuildHasherDefault<EdgeHasher>>,
    pub code: Code,
}

/// What is saved is the same for the same search.
fn in_order<S: Serializer>(
    edges: &HashSet<Edge, BuildHasherDefault<EdgeHasher>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    edges.iter().collect::<BTreeSet<_>>().serialize(serializer)
}

impl Coverage {
    pub fn has(&self, edge: Edge) -> bool {
        self.edges.contains(&edge)
    }

    /// True when it is new.
    pub fn add(&mut self, edge: Edge) -> bool {
        self.edges.insert(edge)
    }

    pub fn merge(&mut self, other: &Coverage) {
        self.edges.extend(other.edges.iter().copied());
        self.code.merge(&other.code);
    }

    /// Ways of decisions that depend on the input.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }
}

/// The code that was executed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// For every function, a bit for each operation that control came to.
    functions: Vec<Vec<u64>>,
    places: u64,
}

impl Code {
    /// Places that control came to: grows whenever something new is executed.
    pub fn places(&self) -> u64 {
        self.places
    }

    pub fn merge(&mut self, other: &Code) {
        for function in 0..other.functions.len() {
            for pc in other.arrivals(function) {
                self.arrive(function, pc);
            }
        }
    }

    fn arrivals(&self, function: usize) -> impl Iterator<Item = u32> + '_ {
        let words = self.functions.get(function).map_or(&[][..], Vec::as_slice);
        words.iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| index as u32 * 64 + bit)
        })
    }

    fn arrive(&mut self, function: usize, pc: u32) {
        if self.functions.len() <= function {
            self.functions.resize(function + 1, Vec::new());
        }
        let words = &mut self.functions[function];
        let (index, bit) = (pc as usize / 64, 1 << (pc % 64));
        if words.len() <= index {
            words.resize(index + 1, 0);
        }
        self.places += u64::from(words[index] & bit == 0);
        words[index] |= bit;
    }

    /// What this means for the source. `is_own` says which files count.
    pub fn of_source(&self, program: &Program, is_own: &dyn Fn(&str) -> bool) -> SourceCoverage {
        let mut source = SourceCoverage::default();
        for (id, function) in program.module.functions.iter() {
            if function.is_defined() {
                let executed = self.arrivals(id.index()).flat_map(|pc| program.sites_from(id, pc));
                let executed: HashSet<InstId> = executed.map(|site| site.inst).collect();
                source.add_function(&program.module, function, &executed, is_own);
            }
        }
        source
    }
}

impl Observer for Code {
    const ACTIVE: bool = false;
    const EDGES: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    #[inline]
    fn edge(&mut self, function: FuncId, pc: u32) {
        let known = self.functions.get(function.index()).and_then(|words| words.get(pc as usize / 64));
        if known.is_none_or(|word| word >> (pc % 64) & 1 == 0) {
            self.arrive(function.index(), pc);
        }
    }
}

/// Lines and branches of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// Lines with code, and whether any of it was executed.
    pub lines: BTreeMap<u32, bool>,
    /// By line: how many ways its branches have, and how many of them were taken. A way counts as taken when both
    /// the branch and the block it leads to were executed.
    pub branches: BTreeMap<u32, (u32, u32)>,
}

/// By file, as the compiler recorded its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceCoverage {
    pub files: BTreeMap<String, FileCoverage>,
}

/// How much of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub covered: u64,
    pub total: u64,
}

impl SourceCoverage {
    pub fn lines(&self) -> Share {
        let lines = || self.files.values().flat_map(|file| file.lines.values());
        Share { covered: lines().filter(|covered| **covered).count() as u64, total: lines().count() as u64 }
    }

    pub fn branches(&self) -> Share {
        let mut share = Share::default();
        for (all, taken) in self.files.values().flat_map(|file| file.branches.values()) {
            share.covered += u64::from(*taken);
            share.total += u64::from(*all);
        }
        share
    }

    fn add_function(
        &mut self,
        module: &Module,
        function: &Function,
        executed: &HashSet<InstId>,
        is_own: &dyn Fn(&str) -> bool,
    ) {
        let place = |position: PackedOption<PosId>| {
            let position = &module.positions[position.expand()?];
            let file = &module.files[position.file];
            (position.line > 0 && is_own(file)).then_some((file, position.line))
        };
        let begun = |block: BlockId| function.blocks[block].insts.iter().any(|inst| executed.contains(inst));
        for block in function.blocks.values() {
            for inst in &block.insts {
                if let Some((file, line)) = place(function.insts[*inst].position) {
                    let lines = &mut self.files.entry(file.clone()).or_default().lines;
                    *lines.entry(line).or_default() |= executed.contains(inst);
                }
            }
            let Some(last) = block.insts.last() else { continue };
            let mut ways = function.insts[*last].kind.successors();
            ways.sort_unstable();
            ways.dedup();
            if ways.len() > 1
                && let Some((file, line)) = place(function.insts[*last].position)
            {
                let taken = ways.iter().filter(|to| executed.contains(last) && begun(**to)).count() as u32;
                let entry = self.files.entry(file.clone()).or_default().branches.entry(line).or_default();
                *entry = (entry.0 + ways.len() as u32, entry.1 + taken);
            }
        }
    }
}
