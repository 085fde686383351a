//! The pending branches, and queues that order them.
//!
//! The [`Frontier`] owns the branches. A [`Queue`] has their numbers, by rank; several queues may order the same branches in
//! different ways, and whoever takes one out takes it from all.

use super::branch::Notes;
use super::branch::{BranchId, PendingBranch};
use super::hash::{PathId, QuickMap};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// All branches that nobody has taken.
#[derive(Default)]
pub(crate) struct Frontier {
    branches: BTreeMap<BranchId, Box<PendingBranch>>,
    /// What tactics say of them.
    notes: QuickMap<BranchId, Notes>,
    /// By the path up to the decision.
    by_path: QuickMap<PathId, SmallVec<[BranchId; 2]>>,
}

impl Frontier {
    pub fn len(&self) -> usize {
        self.branches.len()
    }

    pub fn insert(&mut self, branch: Box<PendingBranch>, notes: Notes) {
        self.notes.insert(branch.id, notes);
        self.by_path.entry(branch.trail.id).or_default().push(branch.id);
        self.branches.insert(branch.id, branch);
    }

    pub fn get(&self, id: BranchId) -> Option<&PendingBranch> {
        self.branches.get(&id).map(Box::as_ref)
    }

    pub fn notes(&self, id: BranchId) -> Notes {
        self.notes.get(&id).copied().unwrap_or_default()
    }

    /// Takes over what tactics say of a branch now. Whether that is something else.
    pub fn renote(&mut self, id: BranchId, notes: Notes) -> bool {
        match self.notes.get_mut(&id) {
            Some(known) => std::mem::replace(known, notes) != notes,
            None => false,
        }
    }

    pub fn take(&mut self, id: BranchId) -> Option<(Box<PendingBranch>, Notes)> {
        let branch = self.branches.remove(&id)?;
        let notes = self.notes.remove(&id).unwrap_or_default();
        if let Some(ids) = self.by_path.get_mut(&branch.trail.id) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.by_path.remove(&branch.trail.id);
            }
        }
        Some((branch, notes))
    }

    /// The branches of the decision at the end of a path.
    pub fn at(&self, path: PathId) -> impl Iterator<Item = &PendingBranch> {
        self.by_path.get(&path).into_iter().flatten().filter_map(|id| self.get(*id))
    }

    /// The branch that was left first: much is below it.
    pub fn oldest(&self) -> Option<BranchId> {
        self.branches.keys().next().copied()
    }

    /// In the order in which they were left.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &PendingBranch> {
        self.branches.values().map(Box::as_ref)
    }

    pub fn clear(&mut self) {
        *self = Frontier::default();
    }
}

/// Where in a queue a branch goes: the lowest rank is taken first.
pub(crate) type Rank = u32;

/// Which of one rank comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Keeps the frontier small, for searches that take all of it.
    Latest,
    /// The earliest, the latest and any other by turns: leaves most of the path to what comes after, goes on with what
    /// has just been found, and does not spend itself on variations of one path.
    Turns,
}

/// One pick in this many is at random, so that no deep loop takes everything.
const RANDOM_EVERY: u64 = 16;

/// Branches by rank.
pub(crate) struct Queue {
    entry: Entry,
    /// By rank, then in the order in which they came.
    ranks: BTreeMap<Rank, BTreeMap<u64, BranchId>>,
    places: QuickMap<BranchId, (Rank, u64)>,
    next: u64,
    random: u64,
    picks: u64,
}

impl Queue {
    pub fn new(seed: u64, entry: Entry) -> Queue {
        let random = seed ^ 0x9E37_79B9_7F4A_7C15;
        Queue { entry, ranks: BTreeMap::new(), places: QuickMap::default(), next: 0, random, picks: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Puts a branch where it belongs, also if it was elsewhere before.
    pub fn put(&mut self, id: BranchId, rank: Rank) {
        match self.places.get(&id) {
            Some((known, _)) if *known == rank => return,
            Some(_) => self.remove(id),
            None => {}
        }
        self.places.insert(id, (rank, self.next));
        self.ranks.entry(rank).or_default().insert(self.next, id);
        self.next += 1;
    }

    pub fn remove(&mut self, id: BranchId) {
        let Some((rank, place)) = self.places.remove(&id) else { return };
        if let Some(branches) = self.ranks.get_mut(&rank) {
            branches.remove(&place);
            if branches.is_empty() {
                self.ranks.remove(&rank);
            }
        }
    }

    /// The next one. `rank` is asked again about what was put in long ago: what is worth less now goes to its new place,
    /// and what has none here any more is dropped.
    pub fn pop(&mut self, mut rank: impl FnMut(BranchId) -> Option<Rank>) -> Option<BranchId> {
        self.picks += 1;
        if self.picks.is_multiple_of(RANDOM_EVERY) {
            return self.pop_any();
        }
        loop {
            let (known, id) = self.first()?;
            let now = rank(id);
            self.remove(id);
            match now {
                Some(now) if now > known => self.put(id, now),
                Some(_) => return Some(id),
                None => {}
            }
        }
    }

    fn first(&mut self) -> Option<(Rank, BranchId)> {
        let (&rank, branches) = self.ranks.first_key_value()?;
        let id = match self.entry {
            Entry::Turns if self.picks % 3 == 1 => branches.first_key_value(),
            Entry::Turns if self.picks.is_multiple_of(3) => return self.any_of(rank),
            _ => branches.last_key_value(),
        };
        Some((rank, *id?.1))
    }

    /// Any of one rank.
    fn any_of(&mut self, rank: Rank) -> Option<(Rank, BranchId)> {
        let branches = self.ranks.get(&rank)?;
        let (first, last) = (*branches.first_key_value()?.0, *branches.last_key_value()?.0);
        let from = first + random(&mut self.random, last - first + 1);
        branches.range(from..).next().map(|(_, id)| (rank, *id))
    }

    /// Any, of any rank.
    fn pop_any(&mut self) -> Option<BranchId> {
        if self.ranks.is_empty() {
            return None;
        }
        let which = random(&mut self.random, self.ranks.len() as u64) as usize;
        let rank = *self.ranks.keys().nth(which)?;
        let (_, id) = self.any_of(rank)?;
        self.remove(id);
        Some(id)
    }

    /// The last comes first.
    pub fn backwards(&self) -> impl Iterator<Item = BranchId> {
        self.ranks.values().rev().flat_map(|branches| branches.values().copied())
    }

    pub fn clear(&mut self) {
        self.ranks.clear();
        self.places.clear();
    }
}

fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(entry: Entry, ranks: &[Rank]) -> Queue {
        let mut queue = Queue::new(0, entry);
        (0..).zip(ranks).for_each(|(id, rank)| queue.put(BranchId(id), *rank));
        queue
    }

    fn all(queue: &mut Queue, ranks: &[Rank]) -> Vec<u64> {
        let rank = |id: BranchId| Some(ranks[id.0 as usize]);
        std::iter::from_fn(|| queue.pop(rank)).map(|id| id.0).collect()
    }

    #[test]
    fn the_lowest_rank_comes_first_and_of_one_rank_the_latest() {
        let ranks = [1, 0, 1, 0];
        assert_eq!(all(&mut queue(Entry::Latest, &ranks), &ranks), [3, 1, 2, 0]);
    }

    #[test]
    fn the_earliest_and_the_latest_have_turns() {
        let ranks = [0; 8];
        let taken = all(&mut queue(Entry::Turns, &ranks), &ranks);
        assert_eq!(taken[..2], [0, 7]);
        assert_eq!(taken.len(), 8);
    }

    #[test]
    fn what_is_worth_less_by_now_waits() {
        let mut queue = queue(Entry::Latest, &[0, 0, 1]);
        assert_eq!(all(&mut queue, &[0, 5, 1]), [0, 2, 1]);
    }

    #[test]
    fn a_branch_is_in_one_place() {
        let mut queue = queue(Entry::Latest, &[0, 1]);
        queue.put(BranchId(0), 7);
        assert_eq!(all(&mut queue, &[7, 1]), [1, 0]);
        queue.put(BranchId(3), 2);
        queue.remove(BranchId(3));
        assert!(queue.is_empty() && queue.ranks.is_empty());
    }

    #[test]
    fn every_rank_is_picked_now_and_then() {
        let ranks: Vec<Rank> = (0..1000).map(|id| u32::from(id >= 990)).collect();
        let taken = all(&mut queue(Entry::Latest, &ranks), &ranks);
        assert!(taken[..200].iter().any(|id| *id >= 990));
    }
}
