//! Sets of side conditions, shared by the terms that need them.
//!
//! A condition that defines an unknown must be assumed whenever the unknown matters, and only then: assumed always, it
//! would make every later query about other things pay for it.

use rift_bitwuzla::Term;

/// A set of conditions; the default is the empty one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct NeedsId(u32);

enum Set {
    One(Term),
    Union(NeedsId, NeedsId),
}

#[derive(Default)]
pub(super) struct Needs {
    /// The set of id `n` is element `n - 1`.
    sets: Vec<Set>,
    /// The last union that was made: neighbours often need the same.
    last: Option<(NeedsId, NeedsId, NeedsId)>,
}

impl Needs {
    pub(super) fn with(&mut self, needs: NeedsId, condition: Term) -> NeedsId {
        let one = self.add(Set::One(condition));
        self.union(needs, one)
    }

    pub(super) fn union(&mut self, a: NeedsId, b: NeedsId) -> NeedsId {
        if a == b || b == NeedsId::default() {
            return a;
        }
        if a == NeedsId::default() {
            return b;
        }
        match self.last {
            Some((last_a, last_b, union)) if (last_a, last_b) == (a, b) || (last_a, last_b) == (b, a) => union,
            _ => {
                let union = self.add(Set::Union(a, b));
                self.last = Some((a, b, union));
                union
            }
        }
    }

    /// Adds all conditions of a set, each once.
    pub(super) fn collect(&self, needs: NeedsId, into: &mut Vec<Term>) {
        if needs == NeedsId::default() {
            return;
        }
        let mut seen = vec![false; self.sets.len()];
        let mut stack = vec![needs];
        while let Some(NeedsId(id)) = stack.pop() {
            let Some(at) = id.checked_sub(1).map(|at| at as usize) else { continue };
            if !std::mem::replace(&mut seen[at], true) {
                match self.sets[at] {
                    Set::One(condition) => into.push(condition),
                    Set::Union(a, b) => stack.extend([a, b]),
                }
            }
        }
    }

    fn add(&mut self, set: Set) -> NeedsId {
        self.sets.push(set);
        NeedsId(u32::try_from(self.sets.len()).expect("fewer sets than terms"))
    }
}
