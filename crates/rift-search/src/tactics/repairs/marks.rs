//! What is known to lead nearer, by the path up to a decision.

use crate::engine::{PathId, QuickMap, QuickSet};
use crate::targets::Successors;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// What was found out about the decisions of a path, by the path up to them.
#[derive(Default)]
pub(super) struct Marks {
    /// Where another way is known to lead nearer.
    pub toward: Nearer,
    /// The same for routes to changes that no run has executed, and to the first effect of one.
    pub opens: Nearer,
    /// Where no effect was alive any more.
    pub dead: QuickSet<PathId>,
}

impl Marks {
    /// The paths that anything is known of, each once and in order.
    pub fn paths(&self) -> BTreeSet<PathId> {
        let steps = self.toward.decisions.keys().chain(self.opens.decisions.keys());
        steps.chain(&self.dead).copied().collect()
    }
}

/// Steps of dependence from decisions to what would have to be otherwise, by the path up to them.
#[derive(Default, Clone)]
pub(super) struct Nearer {
    decisions: QuickMap<PathId, Steps>,
}

#[derive(Default, Clone)]
struct Steps {
    /// Whichever way it goes.
    any: Option<u32>,
    /// If it takes a successor.
    successors: SmallVec<[(u32, u32); 2]>,
}

impl Nearer {
    pub fn mark(&mut self, path: PathId, steps: u32) {
        let known = &mut self.decisions.entry(path).or_default().any;
        *known = Some(known.map_or(steps, |known| known.min(steps)));
    }

    pub fn mark_way(&mut self, path: PathId, successor: u32, steps: u32) {
        let known = &mut self.decisions.entry(path).or_default().successors;
        match known.iter_mut().find(|(other, _)| *other == successor) {
            Some((_, known)) => *known = steps.min(*known),
            None => known.push((successor, steps)),
        }
    }

    /// For a branch to these successors.
    pub fn of(&self, path: PathId, taken: Option<Successors>) -> Option<u32> {
        let Steps { any, successors } = self.decisions.get(&path)?;
        let is_one = |successor: u32| taken.is_some_and(|taken| taken.contains(successor));
        let this = successors.iter().filter(|(successor, _)| is_one(*successor)).map(|(_, steps)| *steps);
        this.chain(*any).min()
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
        assert_eq!(nearer.of(here, Some(Successors(1 << 1))), Some(4));
        assert_eq!(nearer.of(here, Some(Successors(1 << 1 | 1 << 63))), Some(2), "cases of a switch may share a block");
        assert_eq!(nearer.of(here, Some(Successors(1 << 2))), None, "it leads elsewhere");
        assert_eq!(nearer.of(here, None), None);
        assert_eq!(nearer.of(there, Some(Successors(1 << 1))), None, "the same branch on another path");
    }

    #[test]
    fn a_mark_for_all_ways_is_one_for_each() {
        let path = PathId(1);
        let mut nearer = Nearer::default();
        nearer.mark_way(path, 0, 2);
        nearer.mark(path, 3);
        nearer.mark(path, 8);
        assert_eq!(nearer.of(path, None), Some(3));
        assert_eq!(nearer.of(path, Some(Successors(1 << 5))), Some(3));
        assert_eq!(nearer.of(path, Some(Successors(1))), Some(2));
    }
}
