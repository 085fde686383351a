//! Which changes a run executes: by the operations that control comes to.
//!
//! Rests on [`ChangeMap::touched`], which prefers "may be changed". An instruction need not have an operation of its own, when
//! it became part of another one, so what counts is whether its block is entered.

use super::coverage::Code;
use rift_align::{ChangeMap, Version};
use rift_ir::{BlockId, EntityRef, FuncId, Function, InstId, Site};
use rift_vm::{Observer, Program};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Which changes are executed, by the operations that control comes to.
pub(crate) struct ChangeSites {
    /// By function: for each operation, a number in `sets`. Empty for functions without changes.
    places: Vec<Vec<u32>>,
    sets: Vec<ChangeSet>,
    numbers: HashMap<ChangeSet, u32>,
}

impl ChangeSites {
    pub fn new(program: &Program, map: &ChangeMap, version: Version) -> ChangeSites {
        let mut sites: BTreeMap<FuncId, Vec<(InstId, u32)>> = BTreeMap::new();
        for site in map.touched(version) {
            let change = map.change_at(version, site).unwrap_or(0);
            sites.entry(site.function).or_default().push((site.inst, change));
        }
        let places = vec![Vec::new(); program.module.functions.len()];
        let mut touch = ChangeSites { places, sets: vec![], numbers: HashMap::new() };
        touch.number(ChangeSet::default());
        for (function, insts) in sites {
            if program.module.functions[function].is_defined() {
                touch.add(program, function, &insts);
            }
        }
        touch
    }

    /// Goes by blocks: an instruction need not have an operation of its own, when it became part of another one.
    fn add(&mut self, program: &Program, function: FuncId, touched: &[(InstId, u32)]) {
        let body = &program.module.functions[function];
        let blocks = body.blocks.iter().flat_map(|(block, data)| data.insts.iter().map(move |inst| (*inst, block)));
        let block_of: HashMap<InstId, BlockId> = blocks.collect();
        let mut of_block: BTreeMap<BlockId, ChangeSet> = BTreeMap::new();
        for (inst, change) in touched {
            if let Some(block) = block_of.get(inst) {
                of_block.entry(*block).or_default().insert(*change);
            }
        }
        let operations = program.operations(function);
        let sites = || (0..operations).flat_map(|pc| program.sites_from(function, pc));
        let present: HashSet<BlockId> = sites().filter_map(|site| block_of.get(&site.inst).copied()).collect();
        push_back(body, &present, &mut of_block);
        let places = (0..operations).map(|pc| {
            let mut set = ChangeSet::default();
            for site in program.sites_from(function, pc) {
                if let Some(more) = block_of.get(&site.inst).and_then(|block| of_block.get(block)) {
                    set.merge(more);
                }
            }
            set
        });
        let sets: Vec<ChangeSet> = places.collect();
        self.places[function.index()] = sets.into_iter().map(|set| self.number(set)).collect();
    }

    fn number(&mut self, set: ChangeSet) -> u32 {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    #[inline]
    fn at(&self, function: FuncId, pc: u32) -> u32 {
        self.places[function.index()].get(pc as usize).copied().unwrap_or(0)
    }
}

/// A block that no operation is left of is passed by whoever jumps to it: a change of it is one of those blocks. Goes on until
/// nothing grows, since blocks without operations may follow each other.
fn push_back(body: &Function, present: &HashSet<BlockId>, of_block: &mut BTreeMap<BlockId, ChangeSet>) {
    let mut grown: Vec<BlockId> = of_block.keys().filter(|block| !present.contains(block)).copied().collect();
    while let Some(block) = grown.pop() {
        let set = of_block.get(&block).cloned().unwrap_or_default();
        for before in body.blocks.keys().filter(|id| body.terminator(*id).kind.successors().contains(&block)) {
            let known = of_block.entry(before).or_default();
            if known.includes(&set) {
                continue;
            }
            known.merge(&set);
            if !present.contains(&before) {
                grown.push(before);
            }
        }
    }
}

/// A set of changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct ChangeSet(SmallVec<[u64; 1]>);

impl ChangeSet {
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    pub fn contains(&self, change: u32) -> bool {
        self.0.get(change as usize / 64).is_some_and(|word| word >> (change % 64) & 1 != 0)
    }

    pub fn includes(&self, other: &ChangeSet) -> bool {
        let words = self.0.iter().copied().chain(std::iter::repeat(0));
        other.0.iter().zip(words).all(|(theirs, ours)| theirs & !ours == 0)
    }

    pub fn insert(&mut self, change: u32) {
        let word = change as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (change % 64);
    }

    pub fn merge(&mut self, other: &ChangeSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub fn changes(&self) -> impl Iterator<Item = u32> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| index as u32 * 64 + bit)
        })
    }
}

impl FromIterator<u32> for ChangeSet {
    fn from_iter<I: IntoIterator<Item = u32>>(changes: I) -> ChangeSet {
        let mut set = ChangeSet::default();
        changes.into_iter().for_each(|change| set.insert(change));
        set
    }
}

/// Notes what a run executes.
pub(crate) struct Watch<'w> {
    pub code: &'w mut Code,
    pub sites: Option<&'w ChangeSites>,
    pub executed: &'w mut ChangeSet,
    /// Whether there are any.
    pub is_behind: &'w Cell<bool>,
}

impl Observer for Watch<'_> {
    const ACTIVE: bool = false;
    const EDGES: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    #[inline]
    fn edge(&mut self, function: FuncId, pc: u32) {
        self.code.edge(function, pc);
        if let Some(sites) = self.sites
            && let set @ 1.. = sites.at(function, pc)
        {
            self.executed.merge(&sites.sets[set as usize]);
            self.is_behind.set(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::Module;

    /// Blocks that only jump on, one behind the other; which of them have operations is not the point here.
    fn chain() -> Module {
        let text = "function @main(i32 a) -> i32 {\nentry:\n  t = icmp eq i32 a, 1\n  branch t, first, out\n\
                    first:\n  jump second\nsecond:\n  jump third\nthird:\n  jump out\nout:\n  return i32 0\n}\n";
        rift_ir::parse(text).expect("it is a module")
    }

    /// Of blocks without operations, the changes of all that follow are those of who jumps there.
    #[test]
    fn changes_of_elided_blocks_are_those_of_the_block_before_them_all() {
        let module = chain();
        let body = module.functions.values().next().expect("there is one");
        let blocks: Vec<BlockId> = body.blocks.keys().collect();
        let present = HashSet::from([blocks[0], blocks[4]]);
        let set = |change: u32| ChangeSet::from_iter([change]);
        let mut of_block = BTreeMap::from([(blocks[1], set(1)), (blocks[2], set(2)), (blocks[3], set(3))]);
        push_back(body, &present, &mut of_block);
        assert_eq!(of_block[&blocks[0]].changes().collect::<Vec<_>>(), [1, 2, 3]);
        assert!(!of_block.contains_key(&blocks[4]), "what comes behind is not affected");
    }

    #[test]
    fn sets_of_changes() {
        let both = ChangeSet::from_iter([1, 70]);
        assert!(both.contains(70) && !both.contains(2) && both.any());
        assert!(both.includes(&ChangeSet::from_iter([1])) && !ChangeSet::from_iter([1]).includes(&both));
        assert!(both.includes(&ChangeSet::default()) && !ChangeSet::default().any());
    }
}
