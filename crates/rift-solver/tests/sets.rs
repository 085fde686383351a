//! Sets and path conditions against their plain definitions.

use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Made, PathCondition, SetId, Sets};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// A condition about one to three bytes of the first twelve.
fn condition(terms: &mut Terms, random: &mut Random) -> TermId {
    let mut sum = terms.constant(8, random.below(256));
    for _ in 0..=random.below(6) / 3 {
        let byte = terms.read(random.below(12) as u32, 1);
        sum = terms.binary(BinaryOp::Add, sum, byte);
    }
    let limit = terms.constant(8, 1 + random.below(254));
    terms.compare(IntPredicate::Ult, sum, limit)
}

/// All constraints that are connected with a term through common bytes.
fn connected(terms: &Terms, constraints: &BTreeSet<TermId>, term: TermId) -> BTreeSet<TermId> {
    let mut bytes: BTreeSet<u32> = terms.support(term).iter().copied().collect();
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for &constraint in constraints {
            if terms.support(constraint).iter().any(|at| bytes.contains(at)) {
                bytes.extend(terms.support(constraint));
                found.insert(constraint);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[test]
fn relevant_constraints_are_the_connected_ones() {
    let mut random = Random(7);
    for _ in 0..300 {
        let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
        let mut constraints = BTreeSet::new();
        for _ in 0..random.below(14) {
            let term = condition(&mut terms, &mut random);
            if !terms.support(term).is_empty() {
                path.assume(&mut sets, &terms, term);
                constraints.insert(term);
            }
            let goal = condition(&mut terms, &mut random);
            let set = path.relevant(&mut sets, &terms, goal);
            let expected = connected(&terms, &constraints, goal);
            assert!(sets.members(set).iter().eq(&expected), "ascending, each once");
            assert_eq!(sets.count(set), expected.len());
            let bytes: BTreeSet<u32> = expected.iter().flat_map(|&term| terms.support(term)).copied().collect();
            assert!(sets.support(set).iter().eq(&bytes));
            assert!(constraints.iter().all(|&term| sets.contains(set, term) == expected.contains(&term)));
            assert!(expected.is_empty() || sets.is_linked_by(set, terms.support(goal)));
        }
        let all: BTreeSet<TermId> = path.groups().iter().flat_map(|&group| sets.members(group).to_vec()).collect();
        assert_eq!(all, constraints);
        let count: usize = path.groups().iter().map(|&group| sets.count(group)).sum();
        assert_eq!(count, constraints.len(), "groups have nothing in common");
    }
}

#[test]
fn the_order_of_constraints_does_not_matter() {
    let mut random = Random(3);
    let (mut terms, mut sets) = (Terms::new(), Sets::new());
    for _ in 0..200 {
        let mut chosen: Vec<TermId> = (0..random.below(10)).map(|_| condition(&mut terms, &mut random)).collect();
        let forward = chosen.iter().fold(SetId::EMPTY, |set, &term| sets.extend(&terms, set, term));
        chosen.reverse();
        let backward = chosen.iter().fold(SetId::EMPTY, |set, &term| sets.extend(&terms, set, term));
        assert_eq!(forward, backward);
        let (left, right) = chosen.split_at(chosen.len() / 2);
        let left = left.iter().fold(SetId::EMPTY, |set, &term| sets.extend(&terms, set, term));
        let right = right.iter().fold(SetId::EMPTY, |set, &term| sets.extend(&terms, set, term));
        assert_eq!(sets.merge(left, right), forward);
        match sets.made(forward) {
            Made::Empty => assert_eq!(forward, SetId::EMPTY),
            Made::Extend { set, .. } => assert!(set < forward),
            Made::Merge { a, b } => assert!(a < forward && b < forward),
        }
    }
}

#[test]
fn a_constraint_is_added_once() {
    let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
    let mut random = Random(5);
    let term = condition(&mut terms, &mut random);
    path.assume(&mut sets, &terms, term);
    let (before, count) = (path.clone(), sets.len());
    path.assume(&mut sets, &terms, term);
    assert_eq!((path, sets.len()), (before, count));
}

#[test]
fn a_constraint_without_bytes_is_left_out() {
    let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
    let truth = terms.truth(true);
    path.assume(&mut sets, &terms, truth);
    assert_eq!(path, PathCondition::default());
}

#[test]
fn clearing_leaves_the_empty_set() {
    let (mut terms, mut sets) = (Terms::new(), Sets::new());
    let term = condition(&mut terms, &mut Random(1));
    let before = sets.extend(&terms, SetId::EMPTY, term);
    sets.clear();
    assert!(sets.is_empty() && sets.support(SetId::EMPTY).is_empty());
    assert_eq!(sets.extend(&terms, SetId::EMPTY, term), before, "ids start anew");
}

/// Guards against anything that takes time or stack in proportion to a path's length at each of its branches.
#[test]
fn a_path_of_a_million_constraints() {
    let started = Instant::now();
    let (mut terms, mut sets, mut path) = (Terms::new(), Sets::new(), PathCondition::default());
    let word = terms.read(0, 4);
    for i in 0..1_000_000 {
        let value = terms.constant(32, i * 4_099);
        let term = terms.compare(IntPredicate::Ne, word, value);
        let set = path.relevant(&mut sets, &terms, term);
        assert!(!sets.contains(set, term));
        path.assume(&mut sets, &terms, term);
    }
    let set = path.relevant(&mut sets, &terms, word);
    assert_eq!(sets.count(set), 1_000_000);
    let first = terms.constant(32, 0);
    let first = terms.compare(IntPredicate::Ne, word, first);
    assert!(sets.contains(set, first));
    let bytes = sets.memory_bytes();
    assert!(bytes < 600 << 20, "{bytes} bytes");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
