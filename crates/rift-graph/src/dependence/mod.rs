//! Data and control dependence between the instructions of a module, and slices over them (Ferrante, Ottenstein &
//! Warren 1987; Horwitz, Reps & Binkley 1990; early exits as in Sinha, Harrold & Rothermel 2001).
//!
//! One graph holds it all. Its edges lead from causes to effects; besides instructions it has nodes that carry
//! dependences: parameters, returned values, words of memory, blocks, entries and ways out of functions. An
//! instruction is three nodes: that it is executed, what it reads, and what it yields. They differ for calls: an
//! argument matters to a callee's parameter, not to all that the callee does.
//!
//! Over-approximates: memory is flow-insensitive but for objects that stay in one function, and slices do not match
//! calls with returns. Exceptions are those of [`crate::PointsTo`] and what goes through the host.

mod build;
mod control;
mod memory;

use crate::ProgramGraph;
use crate::digraph::{Digraph, Node};
use rift_ir::{EntityRef, FuncId, InstId, Site};
use std::collections::BTreeSet;
use std::sync::OnceLock;

const NODES_PER_INST: Node = 3;

/// Nodes of instructions come first, then those that carry data, then those that carry control.
#[derive(Debug)]
pub struct Dependence {
    causes: OnceLock<Digraph>,
    effects: Digraph,
    /// The number of the first instruction of each function, and of all.
    first: Vec<u32>,
    first_data: Node,
    first_control: Node,
}

/// The three nodes of an instruction.
#[derive(Debug, Clone, Copy)]
struct Parts {
    executed: Node,
    reads: Node,
    yields: Node,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Data,
    Control,
}

impl Dependence {
    pub(crate) fn new(graph: &ProgramGraph<'_>) -> Dependence {
        build::build(graph)
    }

    fn parts(&self, site: Site) -> Option<Parts> {
        let first = self.first.get(site.function.index())? + site.inst.as_u32();
        (first < *self.first.get(site.function.index() + 1)?).then(|| parts(first))
    }

    fn site(&self, node: Node) -> Option<Site> {
        if node >= self.first_data {
            return None;
        }
        let inst = node / NODES_PER_INST;
        let function = self.first.partition_point(|first| *first <= inst) - 1;
        Some(Site { function: FuncId::new(function), inst: InstId::from_u32(inst - self.first[function]) })
    }

    fn causes(&self) -> &Digraph {
        self.causes.get_or_init(|| self.effects.reversed())
    }

    /// Everything that may be affected by these sites, them included.
    pub fn forward_slice(&self, sites: &[Site]) -> BTreeSet<Site> {
        self.slice(&self.effects, sites)
    }

    /// Everything that may affect these sites, them included.
    pub fn backward_slice(&self, sites: &[Site]) -> BTreeSet<Site> {
        self.slice(self.causes(), sites)
    }

    fn slice(&self, graph: &Digraph, sites: &[Site]) -> BTreeSet<Site> {
        let roots = sites.iter().filter_map(|site| self.parts(*site));
        let reached = graph.reachable(roots.flat_map(|parts| [parts.executed, parts.reads, parts.yields]));
        let nodes = (0..self.first_data).filter(|node| reached[*node as usize]);
        nodes.filter_map(|node| self.site(node)).collect()
    }

    /// The sites that may use what a site yields or writes, directly.
    pub fn users(&self, site: Site) -> BTreeSet<Site> {
        self.neighbours(&self.effects, site, Kind::Data)
    }

    /// The sites that may have made what a site reads, directly.
    pub fn sources(&self, site: Site) -> BTreeSet<Site> {
        self.neighbours(self.causes(), site, Kind::Data)
    }

    /// The sites whose execution a site decides about, directly.
    pub fn controlled(&self, site: Site) -> BTreeSet<Site> {
        self.neighbours(&self.effects, site, Kind::Control)
    }

    /// The branches, and calls, that decide whether a site is executed, directly.
    pub fn controllers(&self, site: Site) -> BTreeSet<Site> {
        self.neighbours(self.causes(), site, Kind::Control)
    }

    /// The next sites over nodes that carry one kind of dependence.
    fn neighbours(&self, graph: &Digraph, site: Site, kind: Kind) -> BTreeSet<Site> {
        let Some(own) = self.parts(site) else { return BTreeSet::new() };
        let carries = |node: Node| match kind {
            Kind::Data => (self.first_data..self.first_control).contains(&node),
            Kind::Control => node >= self.first_control,
        };
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![own.executed, own.reads, own.yields];
        while let Some(node) = pending.pop() {
            for next in &graph.successors[node as usize] {
                match self.site(*next) {
                    // From a carrier back to where it started is a loop, and counts. From one instruction straight to
                    // another there are only data dependences.
                    Some(other) if node >= self.first_data || other != site && kind == Kind::Data => {
                        found.insert(other);
                    }
                    None if carries(*next) && seen.insert(*next) => pending.push(*next),
                    _ => {}
                }
            }
        }
        found
    }
}

fn parts(inst: u32) -> Parts {
    let first = inst * NODES_PER_INST;
    Parts { executed: first, reads: first + 1, yields: first + 2 }
}
