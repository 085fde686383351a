//! What is known to lead nearer, by the path up to a decision.

use crate::hash::PathId;
use crate::pair::{Ways, indices};
use std::collections::{HashMap, HashSet};

/// What was found out about the decisions of a path, by the path up to them.
#[derive(Default)]
pub(crate) struct Marks {
    /// Where another way is known to lead nearer.
    pub toward: Nearer,
    /// The same for ways to changes that no run came past.
    pub opens: Nearer,
    /// Where no effect was alive any more.
    pub dead: HashSet<PathId>,
}

/// Steps of dependence from decisions to what would have to be otherwise, by the path up to them.
#[derive(Default)]
pub(crate) struct Nearer {
    /// Whichever way they go.
    any: HashMap<PathId, u32>,
    /// If they take that successor.
    successors: HashMap<(PathId, u32), u32>,
}

impl Nearer {
    pub fn mark(&mut self, path: PathId, steps: u32) {
        let known = self.any.entry(path).or_insert(steps);
        *known = (*known).min(steps);
    }

    pub fn mark_way(&mut self, path: PathId, successor: u32, steps: u32) {
        let known = self.successors.entry((path, successor)).or_insert(steps);
        *known = (*known).min(steps);
    }

    /// For a flip to these successors.
    pub fn of(&self, path: PathId, ways: Option<Ways>) -> Option<u32> {
        let ways = ways.unwrap_or(0);
        let this = indices(ways).filter_map(|index| self.successors.get(&(path, index)).copied());
        this.chain(self.any.get(&path).copied()).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mark_of_a_way_counts() {
        let (here, there) = (PathId(1), PathId(2));
        let mut nearer = Nearer::default();
        nearer.mark_way(here, 1, 6);
        nearer.mark_way(here, 1, 4);
        nearer.mark_way(here, 1, 5);
        nearer.mark_way(here, 63, 2);
        assert_eq!(nearer.of(here, Some(1 << 1)), Some(4));
        assert_eq!(nearer.of(here, Some(1 << 1 | 1 << 63)), Some(2), "cases of a switch may share a block");
        assert_eq!(nearer.of(here, Some(1 << 2)), None, "it leads elsewhere");
        assert_eq!(nearer.of(here, None), None);
        assert_eq!(nearer.of(there, Some(1 << 1)), None, "the same branch on another path");
    }

    #[test]
    fn a_mark_for_all_ways_is_one_for_each() {
        let path = PathId(1);
        let mut nearer = Nearer::default();
        nearer.mark_way(path, 0, 2);
        nearer.mark(path, 3);
        nearer.mark(path, 8);
        assert_eq!(nearer.of(path, None), Some(3));
        assert_eq!(nearer.of(path, Some(1 << 5)), Some(3));
        assert_eq!(nearer.of(path, Some(1)), Some(2));
    }
}
