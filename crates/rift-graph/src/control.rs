//! Postdominators, and control dependence within a function (Ferrante, Ottenstein & Warren 1987).
//!
//! A block is two nodes: its first part, which a call may leave early, and its terminator. So a block that needs a
//! call in `b` to come back depends on that call ([`ControlDependence::early`]) and not on the branch at the end of
//! `b`. Returning and stopping are nodes too; what decides about them is what code after a call depends on.
//!
//! An infinite loop is joined to the exit at its first block, without a dependence of its own. Edges to blocks that
//! are nothing but `unreachable` are not taken to be decisions about anything but these blocks.

use crate::cfg::{BlockEnd, Cfg, EarlyExit};
use crate::digraph::{Digraph, Node};
use crate::dominators::DominatorTree;
use rift_ir::{BlockId, EntityRef};

/// A branch that goes one way: `successor` counts as in [`crate::Edge::index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    pub block: BlockId,
    pub successor: u32,
}

/// What a place in a function depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Controls {
    decisions: Vec<Decision>,
    /// Blocks in which a call must come back.
    early: Vec<BlockId>,
}

#[derive(Debug, Clone)]
pub struct ControlDependence {
    blocks: Vec<Controls>,
    returning: Controls,
    stopping: Controls,
    unconditional: Vec<BlockId>,
}

impl ControlDependence {
    /// The decisions of which `block` is a consequence.
    pub fn of(&self, block: BlockId) -> &[Decision] {
        &self.blocks[block.index()].decisions
    }

    /// The blocks whose calls must come back for `block` to be executed.
    pub fn early(&self, block: BlockId) -> &[BlockId] {
        &self.blocks[block.index()].early
    }

    /// The decisions of which returning from the function is a consequence.
    pub fn of_returning(&self) -> &[Decision] {
        &self.returning.decisions
    }

    /// The blocks whose calls must come back for the function to return.
    pub fn early_of_returning(&self) -> &[BlockId] {
        &self.returning.early
    }

    /// The decisions of which leaving the function otherwise (end of the program, exception) is a consequence.
    pub fn of_stopping(&self) -> &[Decision] {
        &self.stopping.decisions
    }

    /// The blocks that every completed invocation executes, entry first.
    pub fn unconditional(&self) -> &[BlockId] {
        &self.unconditional
    }
}

/// Which blocks must be executed after which, if the function is left at all.
#[derive(Debug, Clone)]
pub struct Postdominators {
    tree: DominatorTree,
    exit: Node,
    frontiers: Vec<Vec<BlockId>>,
}

impl Postdominators {
    /// `None` when it is the virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let mut node = self.tree.immediate(start(block))?;
        // Its own terminator, and the ways of leaving: not blocks.
        while node % 2 == 1 && node < self.exit - 2 {
            node = self.tree.immediate(node)?;
        }
        (node < self.exit - 2).then(|| BlockId::from_u32(node / 2))
    }

    /// Whether every way from the start of `b` out of the function leads through `a`; true when they are the same.
    pub fn postdominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(start(a), start(b))
    }

    /// The blocks that decide whether `block` is executed.
    pub fn frontier(&self, block: BlockId) -> &[BlockId] {
        &self.frontiers[block.index()]
    }
}

fn start(block: BlockId) -> Node {
    block.as_u32() * 2
}

fn terminator(block: BlockId) -> Node {
    block.as_u32() * 2 + 1
}

/// The two come from one graph.
pub(crate) fn analyse(cfg: &Cfg) -> (Postdominators, ControlDependence) {
    let flow = flow_graph(cfg);
    let [returning, stopping, exit] = special_nodes(cfg);
    let tree = DominatorTree::new(&flow.reversed(), exit);
    let mut controls = vec![Controls::default(); flow.len()];
    let mark = |from: Node, to: Node, controls: &mut Vec<Controls>, note: &dyn Fn(&mut Controls)| {
        // Up to what follows `from` in any case. Not simply up to its parent: an impossible edge is not in the graph.
        let mut runner = Some(to);
        while let Some(node) = runner.filter(|node| *node == from || !tree.dominates(*node, from)) {
            note(&mut controls[node as usize]);
            runner = tree.immediate(node);
        }
    };
    for block in cfg.blocks() {
        if let EarlyExit::Maybe(_) = cfg.early_exit(block) {
            mark(start(block), terminator(block), &mut controls, &|c| c.early.push(block));
        }
        if let EarlyExit::Maybe(_) | EarlyExit::Always(_) = cfg.early_exit(block) {
            mark(start(block), stopping, &mut controls, &|c| c.early.push(block));
        }
        for edge in cfg.successors(block) {
            let decision = Decision { block, successor: edge.index };
            mark(terminator(block), start(edge.target), &mut controls, &|c| c.decisions.push(decision));
        }
    }
    for one in &mut controls {
        one.decisions.sort_unstable();
        one.decisions.dedup();
        one.early.sort_unstable();
        one.early.dedup();
    }
    let stopping = std::mem::take(&mut controls[stopping as usize]);
    let returning = std::mem::take(&mut controls[returning as usize]);
    let blocks: Vec<Controls> = controls.into_iter().step_by(2).take(cfg.block_count()).collect();
    let frontiers = blocks.iter().map(frontier).collect();
    let post = Postdominators { tree, exit, frontiers };
    let mut unconditional = Vec::new();
    let mut next = (cfg.block_count() > 0).then(|| BlockId::from_u32(0));
    while let Some(block) = next {
        unconditional.push(block);
        next = post.immediate(block);
    }
    (post, ControlDependence { blocks, returning, stopping, unconditional })
}

fn frontier(controls: &Controls) -> Vec<BlockId> {
    let mut frontier: Vec<BlockId> = controls.decisions.iter().map(|decision| decision.block).collect();
    frontier.extend(&controls.early);
    frontier.sort_unstable();
    frontier.dedup();
    frontier
}

/// Returning, stopping and the exit.
fn special_nodes(cfg: &Cfg) -> [Node; 3] {
    let blocks = cfg.block_count() as Node * 2;
    [blocks, blocks + 1, blocks + 2]
}

fn flow_graph(cfg: &Cfg) -> Digraph {
    let [returning, stopping, exit] = special_nodes(cfg);
    let mut flow = Digraph::new(exit as usize + 1);
    flow.add_edge(returning, exit);
    flow.add_edge(stopping, exit);
    for block in cfg.blocks() {
        let early = cfg.early_exit(block);
        if early != EarlyExit::Never {
            flow.add_edge(start(block), stopping);
        }
        if matches!(early, EarlyExit::Always(_)) {
            flow.add_edge(terminator(block), exit);
            continue;
        }
        flow.add_edge(start(block), terminator(block));
        match cfg.end(block) {
            BlockEnd::Continues => {}
            BlockEnd::Returns => flow.add_edge(terminator(block), returning),
            BlockEnd::Stops | BlockEnd::MayStop => flow.add_edge(terminator(block), stopping),
            BlockEnd::Impossible => flow.add_edge(terminator(block), exit),
        }
        let possible = cfg.successors(block).iter().filter(|edge| !cfg.is_impossible(edge.target));
        let all = possible.clone().next().is_none();
        for edge in cfg.successors(block).iter().filter(|edge| all || !cfg.is_impossible(edge.target)) {
            flow.add_edge(terminator(block), start(edge.target));
        }
    }
    join_infinite_loops(cfg, &mut flow, exit);
    flow
}

/// Afterwards every node reaches the exit.
fn join_infinite_loops(cfg: &Cfg, flow: &mut Digraph, exit: Node) {
    let leaving = flow.reversed().reachable([exit]);
    if leaving.iter().all(|leaves| *leaves) {
        return;
    }
    let mut rank = vec![usize::MAX; flow.len()];
    for (i, block) in cfg.reverse_postorder().iter().enumerate() {
        rank[start(*block) as usize] = i;
    }
    let mut component_of = vec![0; flow.len()];
    let components = flow.components();
    for (i, component) in components.iter().enumerate() {
        component.iter().for_each(|node| component_of[*node as usize] = i);
    }
    for (i, component) in components.iter().enumerate() {
        let leads_on = |node: &Node| flow.successors[*node as usize].iter().any(|to| component_of[*to as usize] != i);
        if component.contains(&exit) || component.iter().any(leads_on) {
            continue;
        }
        let first = component.iter().min_by_key(|node| (rank[**node as usize], **node));
        let first = *first.expect("a component is not empty");
        flow.add_edge(first, exit);
    }
}
