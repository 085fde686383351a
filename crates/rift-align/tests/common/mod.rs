//! What the tests share: reading pairs, and small random programs with an interpreter that is the oracle.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod interpret;
pub mod program;
pub mod tree;

use rift_align::{ChangeMap, Version, align};
use rift_ir::{Module, Pair};
use std::collections::BTreeSet;

pub fn module(text: &str) -> Module {
    let module = rift_ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = rift_ir::verify(&module) {
        panic!("{}\n{text}", errors[0]);
    }
    module
}

/// Two aligned modules.
pub struct Aligned {
    pub pair: Pair<Module>,
    pub map: ChangeMap,
}

pub fn aligned(old: &str, new: &str) -> Aligned {
    let pair = Pair { old: module(old), new: module(new) };
    let map = align(pair.as_ref());
    let aligned = Aligned { pair, map };
    aligned.check_invariants();
    aligned
}

impl Aligned {
    /// The lines of touched sites.
    pub fn lines(&self, version: Version) -> BTreeSet<u32> {
        let module = version.of(&self.pair);
        let position = |site: rift_ir::Site| module.functions[site.function].insts[site.inst].position.expand();
        self.map.touched(version).filter_map(position).map(|pos| module.positions[pos].line).collect()
    }

    pub fn summaries(&self) -> Vec<&str> {
        self.map.changes.iter().map(|change| change.summary.as_str()).collect()
    }

    /// What must hold of any alignment: sites and changes agree, and correspondence goes both ways.
    fn check_invariants(&self) {
        for version in Version::BOTH {
            let module = version.of(&self.pair);
            let mut in_changes = BTreeSet::new();
            for (index, change) in self.map.changes.iter().enumerate() {
                assert_eq!(change.id as usize, index);
                for site in change.place(version).iter().flat_map(|place| &place.sites) {
                    assert_eq!(self.map.change_at(version, *site), Some(change.id), "{}", change.summary);
                    assert!(in_changes.insert(*site), "a site of two changes");
                }
            }
            assert_eq!(self.map.touched(version).collect::<BTreeSet<_>>(), in_changes);
            for (function, body) in &module.functions {
                for inst in body.insts.keys() {
                    let site = rift_ir::Site { function, inst };
                    if let Some(other) = self.map.counterpart(version, site) {
                        assert_eq!(self.map.counterpart(version.other(), other), Some(site));
                    }
                }
            }
        }
    }
}

/// Numbers from a seed (xorshift): the same tests on every machine.
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
