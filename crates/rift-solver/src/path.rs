//! The constraints of one path, by groups of bytes that depend on each other.
//!
//! Every pending branch of a search has a copy, and a path of ten thousand decisions over thousands of bytes leaves as many.
//! So copies share what they have in common: what a decision adds is a few hundred bytes, however long the input is.

use crate::sets::{SetId, Sets};
use rift_expr::{TermId, Terms};
use smallvec::SmallVec;
use std::rc::Rc;

/// Numbers that are copied together.
const CHUNK: usize = 64;

/// Numbers by place, most of which copies share; 0 where nothing was set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Numbers {
    chunks: Vec<Rc<[u32; CHUNK]>>,
}

impl Numbers {
    fn get(&self, at: u32) -> u32 {
        self.chunks.get(at as usize / CHUNK).map_or(0, |chunk| chunk[at as usize % CHUNK])
    }

    fn set(&mut self, at: u32, number: u32) {
        let place = at as usize / CHUNK;
        if self.chunks.len() <= place {
            self.chunks.resize(place + 1, Rc::new([0; CHUNK]));
        }
        Rc::make_mut(&mut self.chunks[place])[at as usize % CHUNK] = number;
    }

    fn all(&self) -> impl Iterator<Item = u32> {
        self.chunks.iter().flat_map(|chunk| chunk.iter().copied())
    }
}

/// Invariant: the first byte of a group leads it, and only leaders have a set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathCondition {
    /// By byte: one more than the byte that leads its group.
    leaders: Numbers,
    /// By leader: the number of its group's set, which the empty one has not.
    sets: Numbers,
}

impl PathCondition {
    /// Adds a constraint. One without input bytes says nothing about the input and is left out.
    pub fn assume(&mut self, sets: &mut Sets, terms: &Terms, term: TermId) {
        let group = self.relevant(sets, terms, term);
        let extended = sets.extend(terms, group, term);
        let support = sets.support(extended);
        let Some(&leader) = support.first() else { return };
        if self.group(leader) == extended {
            return;
        }
        for &at in support {
            if self.leaders.get(at) != leader + 1 {
                if self.leaders.get(at) == at + 1 {
                    self.sets.set(at, 0);
                }
                self.leaders.set(at, leader + 1);
            }
        }
        self.sets.set(leader, extended.number());
    }

    /// All constraints that share bytes with `term`, directly or through others.
    pub fn relevant(&self, sets: &mut Sets, terms: &Terms, term: TermId) -> SetId {
        let mut found: SmallVec<[SetId; 8]> = SmallVec::new();
        for &at in terms.support(term) {
            let group = self.group(at);
            if group != SetId::EMPTY && found.last() != Some(&group) && !found.contains(&group) {
                found.push(group);
            }
        }
        // Ascending, so that the same groups are merged in the same steps whatever byte leads to them.
        found.sort_unstable();
        found.iter().fold(SetId::EMPTY, |all, &group| sets.merge(all, group))
    }

    /// Every group once.
    pub fn groups(&self) -> Vec<SetId> {
        let mut groups: Vec<SetId> = self.sets.all().filter(|set| *set != 0).map(SetId::from_number).collect();
        groups.sort_unstable();
        groups
    }

    fn group(&self, at: u32) -> SetId {
        let leader = self.leaders.get(at).checked_sub(1);
        leader.map_or(SetId::EMPTY, |leader| SetId::from_number(self.sets.get(leader)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_ir::IntPredicate;

    /// The bytes of each group.
    fn bytes(path: &PathCondition, sets: &Sets) -> Vec<Vec<u32>> {
        path.groups().into_iter().map(|group| sets.support(group).to_vec()).collect()
    }

    #[test]
    fn groups_grow_together_and_copies_stay_as_they_are() {
        let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
        let mut less = |a, b| {
            let (a, b) = (terms.read(a, 1), terms.read(b, 1));
            (terms.compare(IntPredicate::Ult, a, b), terms.compare(IntPredicate::Ult, b, a))
        };
        let far = less(700, 900).0;
        let (near, also_near) = less(2, 3);
        let across = less(3, 700).0;
        let first = less(1, 3).0;
        path.assume(&mut sets, &terms, far);
        path.assume(&mut sets, &terms, near);
        let copy = path.clone();
        path.assume(&mut sets, &terms, also_near);
        assert_eq!(bytes(&path, &sets), [vec![700, 900], vec![2, 3]]);
        path.assume(&mut sets, &terms, across);
        assert_eq!(bytes(&path, &sets), [vec![2, 3, 700, 900]]);
        path.assume(&mut sets, &terms, first);
        assert_eq!(bytes(&path, &sets), [vec![1, 2, 3, 700, 900]], "another byte leads it");
        let whole = path.relevant(&mut sets, &terms, far);
        assert_eq!(sets.members(whole).len(), 5);
        assert_eq!(bytes(&copy, &sets), [vec![700, 900], vec![2, 3]]);
    }

    /// Ten thousand of them are kept at a time.
    #[test]
    fn copies_share_what_they_have_in_common() {
        let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
        let mut copies = Vec::new();
        for at in 0..4000 {
            let (byte, seven) = (terms.read(at, 1), terms.constant(8, 7));
            let holds = terms.compare(IntPredicate::Ult, byte, seven);
            path.assume(&mut sets, &terms, holds);
            copies.push(path.clone());
        }
        let (a, b) = (&copies[3998], &copies[3999]);
        let own = |a: &Numbers, b: &Numbers| a.chunks.iter().zip(&b.chunks).filter(|(a, b)| !Rc::ptr_eq(a, b)).count();
        assert_eq!((own(&a.leaders, &b.leaders), own(&a.sets, &b.sets)), (1, 1));
        assert_eq!((copies[9].groups().len(), b.groups().len()), (10, 4000));
    }
}
