//! The control-flow graph of a function, with the places where control leaves it early.
//!
//! A call that never returns ends its block, whatever the terminator says; one that may end the program or unwind
//! adds an edge to the virtual exit (early exits, as in Sinha, Harrold & Rothermel 2001). Errs on the side of more
//! edges: an invoke may unwind unless its callees are known not to.

use crate::digraph::Digraph;
use crate::dominators::DominatorTree;
use rift_ir::{BlockId, EntityRef, Function, InstId, InstKind, SecondaryMap};

/// What may happen to control after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallEffect {
    /// It may come back to the caller.
    pub returns: bool,
    /// It may end the program.
    pub ends: bool,
    /// It may leave the caller by an exception or longjmp.
    pub jumps: bool,
}

impl CallEffect {
    pub const NONE: CallEffect = CallEffect { returns: false, ends: false, jumps: false };
    pub const RETURNS: CallEffect = CallEffect { returns: true, ends: false, jumps: false };

    pub fn stops(self) -> bool {
        self.ends || self.jumps
    }

    pub(crate) fn or(self, other: CallEffect) -> CallEffect {
        CallEffect {
            returns: self.returns || other.returns,
            ends: self.ends || other.ends,
            jumps: self.jumps || other.jumps,
        }
    }
}

/// Whether control may leave the function in the middle of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyExit {
    Never,
    /// The position in the block of the first call that may not come back.
    Maybe(usize),
    /// The same; and some call certainly does not come back, so that the terminator is never executed.
    Always(usize),
}

/// How control may leave a function at the terminator of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockEnd {
    /// To successors only.
    Continues,
    Returns,
    /// Unwinding goes on in the caller, or the machine gives up.
    Stops,
    /// To successors, or the program ends in the invoked function.
    MayStop,
    /// `unreachable`: nobody gets here unless the program is wrong.
    Impossible,
}

/// A way out of a block: `index` is the place of `target` in the terminator's own order ([`InstKind::successors`]):
/// true 0, false 1; default 0, then the cases; normal 0, unwind 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    pub index: u32,
    pub target: BlockId,
}

#[derive(Debug, Clone)]
pub struct Cfg {
    successors: Vec<Vec<Edge>>,
    predecessors: Vec<Vec<(BlockId, u32)>>,
    early: Vec<EarlyExit>,
    ends: Vec<BlockEnd>,
    /// Blocks that consist of `unreachable` alone.
    impossible: Vec<bool>,
    reverse_postorder: Vec<BlockId>,
    block_of: SecondaryMap<InstId, Option<BlockId>>,
}

impl Cfg {
    /// `effect` is asked about calls, invokes and intrinsics.
    pub(crate) fn new(function: &Function, effect: impl Fn(InstId) -> CallEffect) -> Cfg {
        let count = function.blocks.len();
        let mut cfg = Cfg {
            successors: Vec::with_capacity(count),
            predecessors: vec![Vec::new(); count],
            early: Vec::with_capacity(count),
            ends: Vec::with_capacity(count),
            impossible: Vec::with_capacity(count),
            reverse_postorder: Vec::new(),
            block_of: SecondaryMap::new(),
        };
        for (block, data) in &function.blocks {
            data.insts.iter().for_each(|inst| cfg.block_of[*inst] = Some(block));
            let early = early_exit(function, block, &effect);
            let (successors, end) = match early {
                EarlyExit::Always(_) => (Vec::new(), BlockEnd::Stops),
                _ => block_end(function, block, &effect),
            };
            for edge in &successors {
                cfg.predecessors[edge.target.index()].push((block, edge.index));
            }
            cfg.successors.push(successors);
            cfg.early.push(early);
            cfg.ends.push(end);
            cfg.impossible.push(data.insts.len() == 1 && end == BlockEnd::Impossible);
        }
        if count > 0 {
            let order = cfg.graph().reverse_postorder(0);
            cfg.reverse_postorder = order.into_iter().map(BlockId::from_u32).collect();
        }
        cfg
    }

    /// 0 when the function is only declared.
    pub fn block_count(&self) -> usize {
        self.successors.len()
    }

    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.successors.len() as u32).map(BlockId::from_u32)
    }

    pub fn successors(&self, block: BlockId) -> &[Edge] {
        &self.successors[block.index()]
    }

    /// Each with the index of the edge among the successors of the predecessor.
    pub fn predecessors(&self, block: BlockId) -> &[(BlockId, u32)] {
        &self.predecessors[block.index()]
    }

    /// The blocks that control can come to from the entry, entry first.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    pub fn early_exit(&self, block: BlockId) -> EarlyExit {
        self.early[block.index()]
    }

    pub fn end(&self, block: BlockId) -> BlockEnd {
        self.ends[block.index()]
    }

    /// Whether the virtual exit is a successor.
    pub fn leaves(&self, block: BlockId) -> bool {
        self.early_exit(block) != EarlyExit::Never || self.end(block) != BlockEnd::Continues
    }

    /// Whether the block is nothing but `unreachable`.
    pub fn is_impossible(&self, block: BlockId) -> bool {
        self.impossible[block.index()]
    }

    /// `None` when the instruction is in no block.
    pub fn block_of(&self, inst: InstId) -> Option<BlockId> {
        self.block_of[inst]
    }

    pub(crate) fn graph(&self) -> Digraph {
        let targets = |edges: &Vec<Edge>| edges.iter().map(|edge| edge.target.as_u32()).collect();
        Digraph { successors: self.successors.iter().map(targets).collect() }
    }
}

fn early_exit(function: &Function, block: BlockId, effect: &impl Fn(InstId) -> CallEffect) -> EarlyExit {
    let mut first = None;
    for (position, inst) in function.blocks[block].insts.iter().enumerate() {
        if !matches!(function.insts[*inst].kind, InstKind::Call { .. } | InstKind::Intrinsic { .. }) {
            continue;
        }
        let effect = effect(*inst);
        if effect.stops() || !effect.returns {
            first = first.or(Some(position));
        }
        if !effect.returns {
            return EarlyExit::Always(first.unwrap_or(position));
        }
    }
    first.map_or(EarlyExit::Never, EarlyExit::Maybe)
}

fn block_end(function: &Function, block: BlockId, effect: &impl Fn(InstId) -> CallEffect) -> (Vec<Edge>, BlockEnd) {
    let Some(last) = function.blocks[block].insts.last() else { return (Vec::new(), BlockEnd::Stops) };
    let kind = &function.insts[*last].kind;
    let mut edges: Vec<Edge> =
        kind.successors().into_iter().enumerate().map(|(i, target)| Edge { index: i as u32, target }).collect();
    let end = match kind {
        InstKind::Return { .. } => BlockEnd::Returns,
        InstKind::Unreachable => BlockEnd::Impossible,
        InstKind::Invoke { .. } => {
            let effect = effect(*last);
            edges.retain(|edge| if edge.index == 0 { effect.returns } else { effect.jumps });
            if effect.ends { BlockEnd::MayStop } else { BlockEnd::Continues }
        }
        kind if kind.is_terminator() && !edges.is_empty() => BlockEnd::Continues,
        _ => BlockEnd::Stops,
    };
    (edges, end)
}

/// Which blocks must have been executed before which.
#[derive(Debug, Clone)]
pub struct Dominators {
    tree: Option<DominatorTree>,
    frontiers: Vec<Vec<BlockId>>,
}

impl Dominators {
    pub(crate) fn new(cfg: &Cfg) -> Dominators {
        if cfg.block_count() == 0 {
            return Dominators { tree: None, frontiers: Vec::new() };
        }
        let graph = cfg.graph();
        let tree = DominatorTree::new(&graph, 0);
        let frontiers = tree.frontiers(&graph);
        let blocks = |nodes: Vec<u32>| nodes.into_iter().map(BlockId::from_u32).collect();
        Dominators { tree: Some(tree), frontiers: frontiers.into_iter().map(blocks).collect() }
    }

    /// `None` for the entry and for blocks that cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.as_ref()?.immediate(block.as_u32()).map(BlockId::from_u32)
    }

    /// Whether every way from the entry to `b` leads through `a`; true when they are the same.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.dominates(a.as_u32(), b.as_u32()))
    }

    /// The blocks where the dominance of `block` ends.
    pub fn frontier(&self, block: BlockId) -> &[BlockId] {
        &self.frontiers[block.index()]
    }
}
