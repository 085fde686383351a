//! Sets of input bytes, interned.
//!
//! Most terms share few sets, and sets are mostly runs of adjacent bytes: a set is kept as its runs, so that a sum over
//! the first n bytes for every n costs O(n) and not O(n²). The plain list is made when it is asked for.

use crate::intern::{IdTable, hash};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::ops::Range;

/// A set of input bytes of one [`Terms`](crate::Terms): equal sets have equal ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SupportId(u32);

impl SupportId {
    pub const EMPTY: SupportId = SupportId(0);
}

/// Ascending, not empty, and neither overlapping nor touching.
type Runs = SmallVec<[Range<u32>; 2]>;

struct Set {
    runs: Runs,
    bytes: OnceCell<Box<[u32]>>,
}

pub(crate) struct Supports {
    sets: Vec<Set>,
    index: IdTable,
    /// Unions computed before: operands and result. The number of a row is its place.
    unions: Vec<[SupportId; 3]>,
    union_index: IdTable,
}

impl Supports {
    pub(crate) fn new() -> Supports {
        let mut supports =
            Supports { sets: Vec::new(), index: IdTable::new(), unions: Vec::new(), union_index: IdTable::new() };
        supports.intern(&[]);
        supports
    }

    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.index.clear();
        self.unions.clear();
        self.union_index.clear();
        self.intern(&[]);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let one = |set: &Set| {
            let runs = if set.runs.spilled() { set.runs.len() * size_of::<Range<u32>>() } else { 0 };
            runs + set.bytes.get().map_or(0, |bytes| bytes.len() * size_of::<u32>())
        };
        self.sets.iter().map(one).sum::<usize>()
            + self.sets.capacity() * size_of::<Set>()
            + self.unions.capacity() * size_of::<[SupportId; 3]>()
            + self.index.memory_bytes()
            + self.union_index.memory_bytes()
    }

    pub(crate) fn runs(&self, id: SupportId) -> &[Range<u32>] {
        &self.sets[id.0 as usize].runs
    }

    pub(crate) fn bytes(&self, id: SupportId) -> &[u32] {
        let set = &self.sets[id.0 as usize];
        set.bytes.get_or_init(|| set.runs.iter().cloned().flatten().collect())
    }

    pub(crate) fn contains(&self, id: SupportId, at: u32) -> bool {
        let runs = self.runs(id);
        let after = runs.partition_point(|run| run.end <= at);
        runs.get(after).is_some_and(|run| run.contains(&at))
    }

    pub(crate) fn is_disjoint(&self, a: SupportId, b: SupportId) -> bool {
        let (mut a, mut b) = (self.runs(a).iter().peekable(), self.runs(b).iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            if x.end <= y.start {
                a.next();
            } else if y.end <= x.start {
                b.next();
            } else {
                return false;
            }
        }
        true
    }

    pub(crate) fn run(&mut self, run: Range<u32>) -> SupportId {
        self.intern(&[run])
    }

    fn intern(&mut self, runs: &[Range<u32>]) -> SupportId {
        let hashed = hash(runs);
        if let Some(found) = self.index.find(hashed, |id| self.sets[id as usize].runs[..] == *runs) {
            return SupportId(found);
        }
        let id = u32::try_from(self.sets.len()).expect("fewer sets than terms");
        self.index.insert(hashed, |id| hash(&self.sets[id as usize].runs[..]));
        self.sets.push(Set { runs: runs.iter().cloned().collect(), bytes: OnceCell::new() });
        SupportId(id)
    }

    #[inline]
    pub(crate) fn union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        if a == b || b == SupportId::EMPTY {
            return a;
        }
        if a == SupportId::EMPTY {
            return b;
        }
        let (a, b) = (a.min(b), a.max(b));
        let hashed = hash(&(a, b));
        let is_it = |row: u32| self.unions[row as usize][..2] == [a, b];
        if let Some(row) = self.union_index.find(hashed, is_it) {
            return self.unions[row as usize][2];
        }
        let merged = merge(self.runs(a), self.runs(b));
        let union = self.intern(&merged);
        self.union_index.insert(hashed, |row| {
            let [a, b, _] = self.unions[row as usize];
            hash(&(a, b))
        });
        self.unions.push([a, b, union]);
        union
    }
}

/// All runs of two sets, joined where they overlap or touch.
fn merge(a: &[Range<u32>], b: &[Range<u32>]) -> SmallVec<[Range<u32>; 8]> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut merged: SmallVec<[Range<u32>; 8]> = SmallVec::new();
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x.start <= y.start => a.next(),
            (Some(_), None) => a.next(),
            _ => b.next(),
        };
        let Some(run) = next else { return merged };
        match merged.last_mut() {
            Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
            _ => merged.push(run.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn unions_are_those_of_sets() {
        let mut supports = Supports::new();
        let mut known: Vec<(SupportId, BTreeSet<u32>)> = vec![(SupportId::EMPTY, BTreeSet::new())];
        for step in 0u32..400 {
            // Runs of 1 to 3 bytes at scattered places, and unions of what there is.
            let start = step * 37 % 40;
            let run = start..start + 1 + step % 3;
            known.push((supports.run(run.clone()), run.collect()));
            let (a, b) = (step as usize * 7 % known.len(), step as usize * 13 % known.len());
            let union: BTreeSet<u32> = known[a].1.union(&known[b].1).copied().collect();
            let disjoint = known[a].1.is_disjoint(&known[b].1);
            assert_eq!(supports.is_disjoint(known[a].0, known[b].0), disjoint);
            let id = supports.union(known[a].0, known[b].0);
            known.push((id, union));
        }
        for (id, set) in &known {
            assert!(supports.bytes(*id).iter().eq(set), "{set:?}");
            assert!((0..45).all(|at| supports.contains(*id, at) == set.contains(&at)));
            let same = known.iter().find(|(_, other)| other == set).expect("it is itself there");
            assert_eq!(same.0, *id, "one id for one set");
        }
    }
}
