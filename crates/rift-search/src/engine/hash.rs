//! Identities of paths.

use rift_ir::{EntityRef, Site};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Names a path by the decisions along it: equal decisions at equal sites, equal id. 128 bits: two of a billion paths
/// share one with a probability of 10^-21.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
pub struct PathId(pub u128);

impl PathId {
    pub fn start(space: usize) -> PathId {
        PathId(0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b).mix(space as u64)
    }

    #[must_use]
    pub fn step(self, site: Site, side: u64) -> PathId {
        self.mix((site.function.index() as u64) << 32 | site.inst.index() as u64).mix(side)
    }

    /// Another version begins.
    #[must_use]
    pub fn next_version(self) -> PathId {
        self.mix(u64::MAX)
    }

    fn mix(self, word: u64) -> PathId {
        const ODD: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
        let mixed = (self.0 ^ u128::from(word)).wrapping_mul(ODD);
        PathId(mixed ^ mixed >> 67)
    }
}

/// Maps and sets of what is looked up at every step, with keys that nobody chooses to collide: sites, occurrences, paths.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
pub(crate) type QuickSet<K> = HashSet<K, BuildHasherDefault<Quick>>;

/// Multiplies and rotates; an id of a path is a hash already.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u128(&mut self, id: u128) {
        self.0 ^= id as u64 ^ (id >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        // The table looks at the highest bits and the lowest.
        self.0 ^ self.0 >> 32
    }
}

impl std::fmt::Display for PathId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
