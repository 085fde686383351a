//! Dominators by iteration over reverse postorder (Cooper, Harvey & Kennedy 2001), and dominance frontiers.
//!
//! Exact. Nodes that the root does not reach dominate nothing and are dominated by nothing but themselves.

use crate::digraph::{Digraph, Node};

const NONE: Node = Node::MAX;

#[derive(Debug, Clone)]
pub(crate) struct DominatorTree {
    root: Node,
    /// The root is its own; `NONE` when unreachable.
    immediate: Vec<Node>,
    /// Entering and leaving times of a walk over the tree: a dominates b when b's interval lies in a's.
    interval: Vec<(u32, u32)>,
}

impl DominatorTree {
    pub fn new(graph: &Digraph, root: Node) -> DominatorTree {
        let order = graph.reverse_postorder(root);
        let mut number = vec![NONE; graph.len()];
        for (i, node) in order.iter().enumerate() {
            number[*node as usize] = i as Node;
        }
        let predecessors = graph.reversed();
        let mut immediate = vec![NONE; graph.len()];
        immediate[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for node in order.iter().skip(1) {
                let known = predecessors.successors[*node as usize].iter().filter(|p| immediate[**p as usize] != NONE);
                let Some(meet) = known.copied().reduce(|a, b| intersect(&immediate, &number, a, b)) else { continue };
                changed |= std::mem::replace(&mut immediate[*node as usize], meet) != meet;
            }
        }
        let interval = intervals(&immediate, root);
        DominatorTree { root, immediate, interval }
    }

    /// `None` for the root and for what it does not reach.
    pub fn immediate(&self, node: Node) -> Option<Node> {
        let immediate = self.immediate[node as usize];
        (node != self.root && immediate != NONE).then_some(immediate)
    }

    /// Reflexive.
    pub fn dominates(&self, a: Node, b: Node) -> bool {
        let ((enter, leave), (at, _)) = (self.interval[a as usize], self.interval[b as usize]);
        a == b || (enter <= at && at < leave)
    }

    /// For each node the nodes where its dominance ends: it dominates a predecessor of them, and not strictly them.
    pub fn frontiers(&self, graph: &Digraph) -> Vec<Vec<Node>> {
        let mut frontiers = vec![Vec::new(); graph.len()];
        for (from, successors) in graph.successors.iter().enumerate() {
            if self.immediate[from] == NONE {
                continue;
            }
            for to in successors {
                let stop = self.immediate(*to);
                let mut runner = Some(from as Node);
                while runner != stop {
                    let Some(node) = runner else { break };
                    frontiers[node as usize].push(*to);
                    runner = self.immediate(node);
                }
            }
        }
        for frontier in &mut frontiers {
            frontier.sort_unstable();
            frontier.dedup();
        }
        frontiers
    }
}

fn intersect(immediate: &[Node], number: &[Node], mut a: Node, mut b: Node) -> Node {
    while a != b {
        while number[a as usize] > number[b as usize] {
            a = immediate[a as usize];
        }
        while number[b as usize] > number[a as usize] {
            b = immediate[b as usize];
        }
    }
    a
}

fn intervals(immediate: &[Node], root: Node) -> Vec<(u32, u32)> {
    let mut children = Digraph::new(immediate.len());
    for (node, parent) in immediate.iter().enumerate() {
        if *parent != NONE && node as Node != root {
            children.add_edge(*parent, node as Node);
        }
    }
    // Empty intervals: what the root does not reach dominates nothing else.
    let mut interval = vec![(NONE, 0); immediate.len()];
    let mut time = 0;
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        if *next == 0 {
            interval[*node as usize].0 = time;
            time += 1;
        }
        match children.successors[*node as usize].get(*next) {
            Some(child) => {
                *next += 1;
                stack.push((*child, 0));
            }
            None => {
                interval[*node as usize].1 = time;
                stack.pop();
            }
        }
    }
    interval
}
