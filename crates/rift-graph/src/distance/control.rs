//! Distance in the interprocedural control-dependence graph: what qi-2010 (section 3.1, Algorithm 1) orders flips by.
//!
//! Each step is one control dependence: from a decision to what it decides about, or from a call to what every
//! invocation of its callee executes. That a call comes back costs nothing, but decisions in the callee about coming
//! back lead to what follows the call. `None` means that no chain of dependences leads to a target. For pruning there
//! is [`super::Distances`]; this is a measure of which decisions matter.

use crate::ProgramGraph;
use crate::cfg::EarlyExit;
use crate::control::{ControlDependence, Decision};
use rift_ir::{BlockId, EntityRef, FuncId, InstKind, Site};
use std::collections::{BTreeMap, VecDeque};

/// Distances from decisions to a set of targets.
#[derive(Debug, Clone)]
pub struct ControlDistances {
    /// By the terminator that decides, and the successor.
    decisions: BTreeMap<(Site, u32), u32>,
}

/// Nodes of a function: entry, returning, stopping, then two for each block (up to the first call that may not come
/// back, and after it).
struct Numbering {
    first: Vec<usize>,
}

impl Numbering {
    fn entry(&self, function: FuncId) -> usize {
        self.first[function.index()]
    }

    fn returning(&self, function: FuncId) -> usize {
        self.first[function.index()] + 1
    }

    fn stopping(&self, function: FuncId) -> usize {
        self.first[function.index()] + 2
    }

    fn block(&self, function: FuncId, block: BlockId) -> usize {
        self.first[function.index()] + 3 + block.index() * 2
    }

    fn rest(&self, function: FuncId, block: BlockId) -> usize {
        self.block(function, block) + 1
    }
}

/// Edges against their direction, from effects to causes, with their length: 0 or 1.
struct Causes {
    edges: Vec<Vec<(usize, u32)>>,
}

impl Causes {
    fn add(&mut self, cause: usize, effect: usize, length: u32) {
        self.edges[effect].push((cause, length));
    }

    fn distances(&self, targets: impl Iterator<Item = usize>) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.edges.len()];
        let mut pending: VecDeque<(usize, u32)> = targets.map(|target| (target, 0)).collect();
        while let Some((node, distance)) = pending.pop_front() {
            if distances[node].is_some() {
                continue;
            }
            distances[node] = Some(distance);
            for (cause, length) in &self.edges[node] {
                match length {
                    0 => pending.push_front((*cause, distance)),
                    _ => pending.push_back((*cause, distance + length)),
                }
            }
        }
        distances
    }
}

impl ControlDistances {
    /// Targets that are in no block are ignored.
    pub fn new(graph: &ProgramGraph<'_>, targets: &[Site]) -> ControlDistances {
        let mut first = Vec::new();
        let mut total = 0;
        for function in graph.module().functions.values() {
            first.push(total);
            total += 3 + function.blocks.len() * 2;
        }
        let numbering = Numbering { first };
        let mut causes = Causes { edges: vec![Vec::new(); total] };
        for (id, function) in &graph.module().functions {
            if function.is_defined() {
                add_function(graph, id, &numbering, &mut causes);
                add_calls(graph, id, &numbering, &mut causes);
            }
        }
        let targets = targets.iter().filter_map(|site| node_of(graph, *site, &numbering));
        let distances = causes.distances(targets);
        let mut decisions = BTreeMap::new();
        for (id, function) in &graph.module().functions {
            if !function.is_defined() {
                continue;
            }
            for (decision, node) in dependents(graph.control_dependence(id), graph, id, &numbering) {
                let Some(distance) = distances[node] else { continue };
                let last = *function.blocks[decision.block].insts.last().expect("verified: a block has a terminator");
                let place = (Site { function: id, inst: last }, decision.successor);
                let best = decisions.entry(place).or_insert(distance + 1);
                *best = (*best).min(distance + 1);
            }
        }
        ControlDistances { decisions }
    }

    /// Control dependences between a terminator's going to a successor (counted as in [`crate::Edge::index`]) and the
    /// nearest target: 1 when a target depends on it directly.
    pub fn control_distance(&self, branch: Site, successor: u32) -> Option<u32> {
        self.decisions.get(&(branch, successor)).copied()
    }
}

impl ControlDistances {
    /// All of them, by terminator and successor.
    pub(super) fn iter(&self) -> impl Iterator<Item = ((Site, u32), u32)> {
        self.decisions.iter().map(|(place, distance)| (*place, *distance))
    }
}

fn node_of(graph: &ProgramGraph<'_>, site: Site, numbering: &Numbering) -> Option<usize> {
    let function = graph.module().functions.get(site.function)?;
    let block = graph.block_of(site)?;
    let position = function.blocks[block].insts.iter().position(|inst| *inst == site.inst)?;
    Some(match graph.cfg(site.function).early_exit(block) {
        EarlyExit::Maybe(first) | EarlyExit::Always(first) if position > first => numbering.rest(site.function, block),
        _ => numbering.block(site.function, block),
    })
}

/// Each decision of a function with each node that depends on it.
fn dependents(
    control: &ControlDependence,
    graph: &ProgramGraph<'_>,
    id: FuncId,
    numbering: &Numbering,
) -> Vec<(Decision, usize)> {
    let mut all = Vec::new();
    for block in graph.cfg(id).blocks() {
        all.extend(control.of(block).iter().map(|decision| (*decision, numbering.block(id, block))));
    }
    all.extend(control.of_returning().iter().map(|decision| (*decision, numbering.returning(id))));
    all.extend(control.of_stopping().iter().map(|decision| (*decision, numbering.stopping(id))));
    all
}

fn add_function(graph: &ProgramGraph<'_>, id: FuncId, numbering: &Numbering, causes: &mut Causes) {
    let (cfg, control) = (graph.cfg(id), graph.control_dependence(id));
    for block in control.unconditional() {
        causes.add(numbering.entry(id), numbering.block(id, *block), 0);
    }
    for (decision, node) in dependents(control, graph, id, numbering) {
        causes.add(numbering.rest(id, decision.block), node, 1);
    }
    for block in control.early_of_returning() {
        causes.add(numbering.rest(id, *block), numbering.returning(id), 0);
    }
    for block in cfg.blocks() {
        causes.add(numbering.block(id, block), numbering.rest(id, block), 0);
        for early in control.early(block) {
            causes.add(numbering.rest(id, *early), numbering.block(id, block), 0);
        }
    }
}

fn add_calls(graph: &ProgramGraph<'_>, id: FuncId, numbering: &Numbering, causes: &mut Causes) {
    let function = &graph.module().functions[id];
    let mut decided: BTreeMap<BlockId, Vec<(u32, usize)>> = BTreeMap::new();
    for (decision, node) in dependents(graph.control_dependence(id), graph, id, numbering) {
        decided.entry(decision.block).or_default().push((decision.successor, node));
    }
    for call in graph.calls().sites(id) {
        let site = Site { function: id, inst: call.inst };
        let Some(caller) = node_of(graph, site, numbering) else { continue };
        let stops = graph.effects().of_inst(graph.module(), graph.calls(), id, call.inst).stops();
        let invoked = matches!(function.insts[call.inst].kind, InstKind::Invoke { .. });
        for entered in graph.calls().entered(site) {
            causes.add(caller, numbering.entry(*entered), 1);
            if !stops {
                continue;
            }
            if !invoked {
                causes.add(numbering.returning(*entered), numbering.rest(id, call.block), 0);
                causes.add(numbering.stopping(*entered), numbering.stopping(id), 0);
                continue;
            }
            // Of an invoke, the callee decides which way it goes.
            for (successor, node) in decided.get(&call.block).into_iter().flatten() {
                let ways = [numbering.returning(*entered), numbering.stopping(*entered)];
                causes.add(ways[usize::from(*successor == 1)], *node, 0);
            }
        }
    }
}
