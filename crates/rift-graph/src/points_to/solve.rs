//! Inclusion constraints, solved by wave propagation (Pereira & Berlin 2009): collapse cycles, push what is new
//! along copies in topological order, then see which copies the new addresses add.

use super::bits::Bits;
use super::objects::{Location, Objects, UNKNOWN};
use crate::digraph::Digraph;
use std::collections::HashSet;

pub(super) type Node = u32;

/// What to do with every address that comes to a node.
#[derive(Debug, Clone)]
pub(super) enum Rule {
    /// `to` gets what is stored at the address plus `bytes`, in as many words as `size` says.
    Load {
        to: Node,
        bytes: i64,
        size: u64,
        aligned: bool,
    },
    Store {
        from: Node,
        bytes: i64,
        size: u64,
        aligned: bool,
    },
    /// `to` gets the address plus `bytes`; plus a multiple of `step` when there is one.
    Offset {
        to: Node,
        bytes: i64,
        step: Option<u64>,
        uses: u32,
    },
    /// Something is called at the address: the number of the call.
    Call(u32),
}

/// A constant offset that is applied again and again is a loop over an array.
const USES_OF_ONE_OFFSET: u32 = 4;

#[derive(Debug, Default)]
pub(super) struct Solver {
    parent: Vec<Node>,
    points: Vec<Bits>,
    /// What has come to a node and was not passed on.
    pending: Vec<Bits>,
    copies: Vec<Vec<Node>>,
    rules: Vec<Vec<Rule>>,
    known: HashSet<(Node, Node)>,
    pub work: u64,
}

impl Solver {
    pub fn add_nodes(&mut self, count: usize) -> Node {
        let first = self.parent.len();
        let total = first + count;
        self.parent.extend(first as Node..total as Node);
        self.points.resize_with(total, Bits::default);
        self.pending.resize_with(total, Bits::default);
        self.copies.resize_with(total, Vec::new);
        self.rules.resize_with(total, Vec::new);
        first as Node
    }

    pub fn len(&self) -> Node {
        self.parent.len() as Node
    }

    pub fn find(&self, node: Node) -> Node {
        let mut node = node;
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
        }
        node
    }

    /// As [`Solver::find`], and makes the next one short.
    fn settle(&mut self, node: Node) -> Node {
        let root = self.find(node);
        let mut node = node;
        while self.parent[node as usize] != root {
            node = std::mem::replace(&mut self.parent[node as usize], root);
        }
        root
    }

    pub fn points(&self, node: Node) -> &Bits {
        &self.points[self.find(node) as usize]
    }

    pub fn add_location(&mut self, node: Node, location: Location) {
        let node = self.settle(node) as usize;
        if self.points[node].insert(location) {
            self.pending[node].insert(location);
        }
    }

    pub fn add_locations(&mut self, node: Node, locations: &Bits) {
        let node = self.settle(node) as usize;
        self.work += locations.words() as u64 + 1;
        let new = self.points[node].add(locations);
        self.pending[node].add(&new);
    }

    pub fn add_copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.settle(from), self.settle(to));
        self.work += 1;
        if from == to || !self.known.insert((from, to)) {
            return;
        }
        self.copies[from as usize].push(to);
        if from == UNKNOWN {
            self.add_location(to, UNKNOWN);
        } else if !self.points[from as usize].is_empty() {
            let points = self.points[from as usize].clone();
            self.add_locations(to, &points);
        }
    }

    /// The rule is applied to what the node points to already, too.
    pub fn add_rule(&mut self, node: Node, rule: Rule) {
        let node = self.settle(node) as usize;
        self.rules[node].push(rule);
        let points = self.points[node].clone();
        self.pending[node].add(&points);
    }

    pub fn unify(&mut self, a: Node, b: Node) {
        let (a, b) = (self.settle(a), self.settle(b));
        if a == b {
            return;
        }
        let (keep, gone) = (a.min(b), a.max(b) as usize);
        self.parent[gone] = keep;
        let points = std::mem::take(&mut self.points[gone]);
        self.pending[gone] = Bits::default();
        let copies = std::mem::take(&mut self.copies[gone]);
        let rules = std::mem::take(&mut self.rules[gone]);
        self.points[keep as usize].add(&points);
        self.copies[keep as usize].extend(copies);
        self.rules[keep as usize].extend(rules);
        // Each half has seen what the other has not.
        self.pending[keep as usize] = self.points[keep as usize].clone();
        self.work += self.points[keep as usize].words() as u64 + 1;
    }

    /// Passes everything on that is pending. Returns what is new to nodes with rules, and to the outside.
    pub fn wave(&mut self) -> Vec<(Node, Bits)> {
        let order = self.collapse_cycles();
        let mut fresh = Vec::new();
        for node in order {
            let delta = std::mem::take(&mut self.pending[node as usize]);
            if delta.is_empty() {
                continue;
            }
            for i in 0..self.copies[node as usize].len() {
                let to = self.settle(self.copies[node as usize][i]);
                match node {
                    _ if to == node => {}
                    // What comes from outside is an unknown address, which stands for all that are known there.
                    UNKNOWN => self.add_location(to, UNKNOWN),
                    _ => self.add_locations(to, &delta),
                }
            }
            if !self.rules[node as usize].is_empty() || node == UNKNOWN {
                fresh.push((node, delta));
            }
        }
        fresh
    }

    /// The representatives, in topological order of copies.
    fn collapse_cycles(&mut self) -> Vec<Node> {
        let mut graph = Digraph::new(self.parent.len());
        for node in 0..self.parent.len() as Node {
            if self.settle(node) != node {
                continue;
            }
            let mut copies = std::mem::take(&mut self.copies[node as usize]);
            copies.iter_mut().for_each(|to| *to = self.settle(*to));
            copies.sort_unstable();
            copies.dedup();
            copies.retain(|to| *to != node);
            self.work += copies.len() as u64 + 1;
            graph.successors[node as usize] = copies.clone();
            self.copies[node as usize] = copies;
        }
        let mut order: Vec<Node> = Vec::new();
        for component in graph.components() {
            for other in &component[1..] {
                self.unify(component[0], *other);
            }
            let root = self.settle(component[0]);
            if component.contains(&root) {
                order.push(root);
            }
        }
        order.reverse();
        order
    }

    /// Applies the rules of a node but for calls, whose numbers are returned.
    pub fn apply_rules(&mut self, objects: &Objects, node: Node, delta: &Bits) -> Vec<u32> {
        let mut calls = Vec::new();
        let node = self.settle(node);
        let size = delta.len();
        for i in 0..self.rules[node as usize].len() {
            let rule = &mut self.rules[node as usize][i];
            if let Rule::Offset { uses, .. } = rule {
                *uses += 1;
            }
            let mut cells = Bits::default();
            self.work += size;
            match rule.clone() {
                Rule::Call(number) => calls.push(number),
                Rule::Offset { to, bytes, step, uses } => {
                    let step = step.or((uses > USES_OF_ONE_OFFSET).then(|| bytes.unsigned_abs()));
                    match step {
                        Some(step) => objects.spread(delta, bytes, step, &mut cells),
                        None => delta.iter().for_each(|location| objects.shifted(location, bytes, &mut cells)),
                    }
                    self.add_locations(to, &cells);
                }
                Rule::Load { to, bytes, size, aligned } => {
                    touched(objects, delta, (bytes, size, aligned), &mut cells);
                    cells.iter().for_each(|cell| self.add_copy(cell, to));
                }
                Rule::Store { from, bytes, size, aligned } => {
                    touched(objects, delta, (bytes, size, aligned), &mut cells);
                    cells.iter().for_each(|cell| self.add_copy(from, cell));
                }
            }
        }
        calls
    }
}

fn touched(objects: &Objects, delta: &Bits, (bytes, size, aligned): (i64, u64, bool), into: &mut Bits) {
    let mut starts = Bits::default();
    delta.iter().for_each(|location| objects.shifted(location, bytes, &mut starts));
    starts.iter().for_each(|start| objects.touched(start, size, aligned, into));
}
