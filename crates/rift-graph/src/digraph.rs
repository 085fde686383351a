//! Graphs over dense numbers: what dominators, call graphs and points-to sets have in common.
//!
//! Everything here is iterative: programs are deep enough to overflow a stack.

pub(crate) type Node = u32;

/// A directed graph as lists of successors; parallel edges are allowed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digraph {
    pub successors: Vec<Vec<Node>>,
}

impl Digraph {
    pub fn new(nodes: usize) -> Digraph {
        Digraph { successors: vec![Vec::new(); nodes] }
    }

    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn add_edge(&mut self, from: Node, to: Node) {
        self.successors[from as usize].push(to);
    }

    pub fn reversed(&self) -> Digraph {
        let mut reversed = Digraph::new(self.len());
        for (from, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|to| reversed.add_edge(*to, from as Node));
        }
        reversed
    }

    /// Which nodes can be reached from `roots`, the roots among them.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Node>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut pending = Vec::new();
        for root in roots {
            if !std::mem::replace(&mut seen[root as usize], true) {
                pending.push(root);
            }
        }
        while let Some(node) = pending.pop() {
            for next in &self.successors[node as usize] {
                if !std::mem::replace(&mut seen[*next as usize], true) {
                    pending.push(*next);
                }
            }
        }
        seen
    }

    /// The nodes reachable from `root`, each before its successors but for back edges.
    pub fn reverse_postorder(&self, root: Node) -> Vec<Node> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut stack = vec![(root, 0)];
        seen[root as usize] = true;
        while let Some((node, next)) = stack.last_mut() {
            match self.successors[*node as usize].get(*next) {
                Some(successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[*successor as usize], true) {
                        stack.push((*successor, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Strongly connected components (Tarjan 1972), each after the components it leads to.
    pub fn components(&self) -> Vec<Vec<Node>> {
        Tarjan { graph: self, index: vec![0; self.len()], low: vec![0; self.len()], next: 1, open: Vec::new() }.run()
    }
}

struct Tarjan<'g> {
    graph: &'g Digraph,
    /// 0: not yet visited; `CLOSED`: its component is complete.
    index: Vec<u32>,
    low: Vec<u32>,
    next: u32,
    open: Vec<Node>,
}

const CLOSED: u32 = u32::MAX;

impl Tarjan<'_> {
    fn run(mut self) -> Vec<Vec<Node>> {
        let mut components = Vec::new();
        for root in 0..self.graph.len() as Node {
            if self.index[root as usize] == 0 {
                self.visit(root, &mut components);
            }
        }
        components
    }

    fn visit(&mut self, root: Node, components: &mut Vec<Vec<Node>>) {
        let mut stack = vec![(root, 0)];
        self.enter(root);
        while let Some((node, next)) = stack.last_mut() {
            let at = *node as usize;
            if let Some(successor) = self.graph.successors[at].get(*next) {
                *next += 1;
                match self.index[*successor as usize] {
                    0 => {
                        self.enter(*successor);
                        stack.push((*successor, 0));
                    }
                    CLOSED => {}
                    index => self.low[at] = self.low[at].min(index),
                }
                continue;
            }
            let node = *node;
            stack.pop();
            if let Some((parent, _)) = stack.last() {
                self.low[*parent as usize] = self.low[*parent as usize].min(self.low[at]);
            }
            if self.low[at] == self.index[at] {
                let start = self.open.iter().rposition(|one| *one == node).expect("an open component has its root");
                let component = self.open.split_off(start);
                component.iter().for_each(|one| self.index[*one as usize] = CLOSED);
                components.push(component);
            }
        }
    }

    fn enter(&mut self, node: Node) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open.push(node);
    }
}
