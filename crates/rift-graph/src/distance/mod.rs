//! How far a place is from a set of targets, in decisions: the measure that orders and prunes a search.
//!
//! A decision is a conditional branch, a switch or an indirect jump that is passed. Callees are entered and come
//! back; what they cost on the way is counted. `None` means that no execution gets there, and may be used to prune:
//! reachability is over-approximated (indirect calls, calls back from the host, exceptions and longjmp, functions
//! that run at exit), as far as [`crate::CallGraph`] and [`crate::PointsTo`] are. Distances are lower bounds: jumps
//! land for free, and every branch is taken to be open.

mod control;
mod guide;
mod layout;

pub use control::ControlDistances;
pub use guide::{Guide, Through};

use crate::ProgramGraph;
use layout::{BlockShape, Event, Layout, NodeId, Way};
use rift_ir::{BlockId, EntityRef, FuncId, Site};

const NEVER: u32 = u32::MAX;

fn plus(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { a.saturating_add(b).min(NEVER - 1) }
}

fn finite(distance: u32) -> Option<u32> {
    (distance != NEVER).then_some(distance)
}

/// What a distance leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Target,
    /// A return of the function.
    Return,
    /// An exception or a longjmp that leaves the function.
    Jump,
}

/// Distances of one kind: from the start of every block, and to the nearest in every set of functions.
#[derive(Debug, Clone)]
struct Values {
    blocks: Vec<u32>,
    sets: Vec<u32>,
}

/// Distances to a set of targets from everywhere in one module.
#[derive(Debug, Clone)]
pub struct Distances {
    layout: Layout,
    to_target: Values,
    to_return: Values,
    to_jump: Values,
    at_exit: u32,
}

/// Where control is inside a block: before the instruction at this position.
#[derive(Debug, Clone, Copy)]
struct Place {
    node: NodeId,
    position: usize,
}

impl Distances {
    /// Targets that are in no block, or not in this module, are ignored.
    pub fn new(graph: &ProgramGraph<'_>, targets: &[Site]) -> Distances {
        let layout = Layout::new(graph, targets);
        let values = || Values { blocks: vec![NEVER; layout.blocks.len()], sets: vec![NEVER; layout.sets.len()] };
        let (to_target, to_return, to_jump) = (values(), values(), values());
        let mut distances = Distances { layout, to_target, to_return, to_jump, at_exit: NEVER };
        // Returning first: the others pass calls by it.
        for measure in [Measure::Return, Measure::Jump, Measure::Target] {
            distances.solve(measure);
        }
        let at_exit = graph.calls().at_exit().iter();
        let at_exit = at_exit.filter_map(|id| distances.layout.entry(*id)).map(|node| distances.to_target.blocks[node]);
        distances.at_exit = at_exit.min().unwrap_or(NEVER);
        distances
    }

    /// Decisions from the start of a block to a target within this invocation, callees among it.
    pub fn to_target(&self, function: FuncId, block: BlockId) -> Option<u32> {
        finite(self.to_target.blocks[self.layout.node(function, block)?])
    }

    /// Decisions from the start of a block to a return of its function.
    pub fn to_return(&self, function: FuncId, block: BlockId) -> Option<u32> {
        finite(self.to_return.blocks[self.layout.node(function, block)?])
    }

    /// Decisions from the start of the innermost block, through returns and jumps to the frames outside and the end of
    /// the program, to a target. The blocks of outer frames are those of the calls they are in; what comes after the
    /// call counts (after the first call of the block that could be the one).
    pub fn from_stack(&self, stack: &[(FuncId, BlockId)]) -> Option<u32> {
        let mut places = Vec::with_capacity(stack.len());
        let mut inner = None;
        for (function, block) in stack {
            let node = self.layout.node(*function, *block)?;
            let position = inner.map_or(0, |inner| self.layout.after_call_to(node, inner));
            places.push(Place { node, position });
            inner = Some(*function);
        }
        finite(self.along(&places))
    }

    /// The same, exactly: the innermost site is about to be executed, the others are calls under way.
    pub fn from_sites(&self, stack: &[Site]) -> Option<u32> {
        let mut places = Vec::with_capacity(stack.len());
        for (depth, site) in stack.iter().enumerate() {
            let (node, position) = self.layout.position(*site)?;
            places.push(Place { node, position: position + usize::from(depth > 0) });
        }
        finite(self.along(&places))
    }

    fn along(&self, places: &[Place]) -> u32 {
        // What it takes to be back in the frame under consideration: by a return, by a jump.
        let Some((first, outer)) = places.split_first() else { return NEVER };
        let mut best = self.suffix(Measure::Target, *first);
        let mut returned = self.suffix(Measure::Return, *first);
        let mut jumped = self.suffix(Measure::Jump, *first);
        for place in outer {
            let landings = self.layout.landings(place.node);
            let landed =
                |values: &Values| plus(jumped, landings.iter().map(|node| values.blocks[*node]).min().unwrap_or(NEVER));
            let step = |measure| plus(returned, self.suffix(measure, *place)).min(landed(self.values(measure)));
            best = best.min(step(Measure::Target));
            (returned, jumped) = (step(Measure::Return), jumped.min(step(Measure::Jump)));
        }
        best.min(plus(returned.min(jumped), self.at_exit))
    }

    fn values(&self, measure: Measure) -> &Values {
        match measure {
            Measure::Target => &self.to_target,
            Measure::Return => &self.to_return,
            Measure::Jump => &self.to_jump,
        }
    }

    fn values_mut(&mut self, measure: Measure) -> &mut Values {
        match measure {
            Measure::Target => &mut self.to_target,
            Measure::Return => &mut self.to_return,
            Measure::Jump => &mut self.to_jump,
        }
    }

    /// From a place in a block, given the distances from the blocks after it and into the functions it calls.
    fn suffix(&self, measure: Measure, place: Place) -> u32 {
        let values = self.values(measure);
        let shape: &BlockShape = &self.layout.blocks[place.node];
        let mut best = NEVER;
        let mut passed = 0;
        // An invoke may have been passed already: it is the call that the frame is in.
        let mut before_last = NEVER;
        for (position, event) in &shape.events {
            if *position < place.position {
                continue;
            }
            let Event::Call(call) = event else {
                if measure == Measure::Target {
                    best = best.min(passed);
                }
                continue;
            };
            if measure != Measure::Return {
                best = best.min(plus(passed, values.sets[call.entered]));
            }
            if call.jumps {
                if measure == Measure::Jump && call.host_jumps {
                    best = best.min(passed);
                }
                let landings = shape.jump_landings.iter().map(|node| plus(passed, values.blocks[*node]));
                best = best.min(landings.min().unwrap_or(NEVER));
            }
            before_last = passed;
            let through = if call.host_returns { 0 } else { self.to_return.sets[call.called] };
            passed = plus(passed, through);
            if passed == NEVER {
                break;
            }
        }
        for way in &shape.ways {
            let distance = match *way {
                Way::Block { node, unwinding: false } => plus(plus(passed, shape.decision), values.blocks[node]),
                Way::Block { node, unwinding: true } => plus(before_last, values.blocks[node]),
                Way::Return if measure == Measure::Return => passed,
                Way::Jump if measure == Measure::Jump => passed,
                Way::Return | Way::Jump => NEVER,
            };
            best = best.min(distance);
        }
        best
    }

    /// Lowers distances until nothing changes; every value on the way belongs to a path.
    fn solve(&mut self, measure: Measure) {
        let mut pending: std::collections::VecDeque<NodeId> = (0..self.layout.blocks.len()).rev().collect();
        let mut waiting = vec![true; pending.len()];
        while let Some(node) = pending.pop_front() {
            waiting[node] = false;
            let distance = self.suffix(measure, Place { node, position: 0 });
            if distance >= self.values(measure).blocks[node] {
                continue;
            }
            self.values_mut(measure).blocks[node] = distance;
            let mut wake = |nodes: &[NodeId]| {
                for node in nodes {
                    if !std::mem::replace(&mut waiting[*node], true) {
                        pending.push_back(*node);
                    }
                }
            };
            wake(&self.layout.predecessors[node]);
            let sets = self.layout.sets_of_entry.get(&node).cloned().unwrap_or_default();
            for set in sets {
                let value = &mut self.values_mut(measure).sets[set];
                if distance < *value {
                    *value = distance;
                    wake(&self.layout.users[set]);
                }
            }
        }
    }
}

impl Layout {
    fn entry(&self, function: FuncId) -> Option<NodeId> {
        self.node(function, BlockId::new(0))
    }
}
