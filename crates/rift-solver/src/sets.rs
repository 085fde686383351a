//! Interned sets of constraints, and the path condition as a partition into independent ones.
//!
//! A path condition grows by one constraint at a time and is copied at every branch. Constraints that share no
//! input byte cannot influence each other (KLEE's independence), so it is kept as one set for each group of connected
//! bytes: adding to it touches one group, copying it copies one id for each byte, and a query gets the part that
//! matters without looking at the rest. Sets are interned: the same constraints added in the same order have the same
//! id, on whichever path, so that layers can remember what they found out about a set and extend it.

use rift_expr::{TermId, Terms};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);
}

/// How a set came to be: layers compute what they know about it from what they know about its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Made {
    Empty,
    Extend { set: SetId, term: TermId },
    Merge { a: SetId, b: SetId },
}

/// The arena of sets.
pub struct Sets {}

#[expect(unused_variables, clippy::todo, reason = "the bodies are being written")]
impl Sets {
    pub fn new() -> Sets {
        todo!()
    }

    pub fn clear(&mut self) {
        todo!()
    }

    pub fn len(&self) -> usize {
        todo!()
    }

    pub fn memory_bytes(&self) -> usize {
        todo!()
    }

    /// The set with one more constraint; the same set if it has it already.
    pub fn extend(&mut self, terms: &Terms, set: SetId, term: TermId) -> SetId {
        todo!()
    }

    /// Of sets without common bytes.
    pub fn merge(&mut self, a: SetId, b: SetId) -> SetId {
        todo!()
    }

    pub fn made(&self, set: SetId) -> Made {
        todo!()
    }

    /// The input bytes of its constraints, ascending.
    pub fn support(&self, set: SetId) -> &[u32] {
        todo!()
    }

    pub fn contains(&self, set: SetId, term: TermId) -> bool {
        todo!()
    }

    /// All constraints, ascending, each once.
    pub fn members(&mut self, set: SetId) -> std::sync::Arc<[TermId]> {
        todo!()
    }
}

/// The constraints of one path, by groups of bytes that depend on each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathCondition {
    /// For every input byte, the set of its group.
    groups: Vec<SetId>,
}

#[expect(unused_variables, clippy::todo, reason = "the bodies are being written")]
impl PathCondition {
    /// Adds a constraint.
    pub fn assume(&mut self, sets: &mut Sets, terms: &Terms, term: TermId) {
        todo!()
    }

    /// All constraints that share bytes with `term`, directly or through others.
    pub fn relevant(&self, sets: &mut Sets, terms: &Terms, term: TermId) -> SetId {
        todo!()
    }

    /// Every group once.
    pub fn groups(&self) -> Vec<SetId> {
        todo!()
    }
}
