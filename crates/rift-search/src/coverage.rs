//! What was executed: sides of decisions, and blocks.

use rift_ir::Site;
use std::collections::HashSet;

/// One way of one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    pub site: Site,
    pub side: u32,
}

#[derive(Debug, Clone, Default)]
pub struct Coverage {
    edges: HashSet<Edge>,
}

impl Coverage {
    pub fn has(&self, edge: Edge) -> bool {
        self.edges.contains(&edge)
    }

    /// True when it is new.
    pub fn add(&mut self, edge: Edge) -> bool {
        self.edges.insert(edge)
    }

    pub fn merge(&mut self, other: &Coverage) {
        self.edges.extend(other.edges.iter().copied());
    }

    pub fn edges(&self) -> usize {
        self.edges.len()
    }
}
