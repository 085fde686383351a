//! Control flow: the shape of blocks, phis against predecessors, landing pads, definitions before uses.

use super::Report;
use super::dominators::Dominators;
use super::facts::Facts;
use super::function::{Body, Definition, ends_block, quoted};
use crate::{BlockId, Function, InstId, InstKind, Operand};

pub(super) struct Flow {
    /// One entry per edge.
    predecessors: Vec<Vec<u32>>,
    dominators: Dominators,
    outside: Vec<Outside>,
}

/// The ways into a block from what it does not dominate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outside {
    None,
    From(u32),
    Several,
}

impl Flow {
    /// None when blocks are so malformed that there is no graph to speak of.
    pub fn new(body: &Body<'_>, report: &mut Report) -> Option<Flow> {
        let function = body.function;
        let mut well_formed = true;
        for (block, data) in &function.blocks {
            if let Err((inst, message)) = check_shape(function, &data.insts) {
                let message = format!("`{}`: {block}: {message}", function.name);
                report.push(inst, message);
                well_formed = false;
            }
        }
        if !well_formed {
            return None;
        }
        let n = function.blocks.len();
        let mut successors = Vec::with_capacity(n);
        let mut predecessors = vec![Vec::new(); n];
        for (block, _) in &function.blocks {
            let targets: Vec<u32> = function.terminator(block).kind.successors().iter().map(|b| b.as_u32()).collect();
            for target in &targets {
                let Some(list) = predecessors.get_mut(*target as usize) else {
                    report.error(format!("`{}`: {block} goes to b{target}, which does not exist", function.name));
                    return None;
                };
                list.push(block.as_u32());
            }
            successors.push(targets);
        }
        if let Some(from) = predecessors[0].first() {
            report.error(format!("`{}`: b{from} goes to the entry block", function.name));
            return None;
        }
        let dominators = Dominators::new(&successors);
        let outside =
            predecessors.iter().enumerate().map(|(block, list)| entered_from(&dominators, block, list)).collect();
        Some(Flow { predecessors, dominators, outside })
    }

    /// What needs every id and type to be right.
    pub fn check(&self, facts: &Facts<'_>, body: &Body<'_>, report: &mut Report) {
        let function = body.function;
        let mut phis = PhiCheck::new(function.blocks.len());
        for (block, data) in &function.blocks {
            phis.enter(&self.predecessors[block.as_u32() as usize]);
            for id in &data.insts {
                let kind = &function.insts[*id].kind;
                let checked = match kind {
                    InstKind::Phi { incoming } => phis.check(incoming),
                    InstKind::LandingPad { .. } => self.check_landing_pad(function, block),
                    InstKind::Invoke { unwind, .. } => check_unwind(function, *unwind),
                    _ => Ok(()),
                };
                if let Err(message) = checked.and_then(|()| self.check_uses(body, *id, kind)) {
                    report.error_at(*id, quoted(facts.module, function, *id, &message));
                }
            }
        }
    }

    fn check_landing_pad(&self, function: &Function, block: BlockId) -> Result<(), String> {
        if block.as_u32() == 0 {
            return Err("landing pad in the entry block".to_owned());
        }
        for from in &self.predecessors[block.as_u32() as usize] {
            match &function.terminator(BlockId::from_u32(*from)).kind {
                InstKind::Invoke { normal, unwind, .. } if *unwind == block && *normal != block => {}
                _ => return Err(format!("landing pad reached from b{from} other than by unwinding")),
            }
        }
        Ok(())
    }

    fn check_uses(&self, body: &Body<'_>, user: InstId, kind: &InstKind) -> Result<(), String> {
        let block = body.place(user).block;
        if let InstKind::Phi { incoming } = kind {
            return incoming.iter().try_for_each(|(from, value)| self.check_phi_use(body, block, *from, *value));
        }
        if !self.reachable(block) {
            return Ok(());
        }
        let mut wrong = None;
        kind.visit_operands(|operand| {
            if let Operand::Value(value) = operand
                && !self.available(body, value, block, Some(body.place(user).index))
            {
                wrong = wrong.or(Some(value));
            }
        });
        wrong.map_or(Ok(()), |value| Err(format!("{value} is not defined on every path to its use")))
    }

    /// A phi reads on the edge, that is at the end of the predecessor.
    fn check_phi_use(&self, body: &Body<'_>, block: BlockId, from: BlockId, value: Operand) -> Result<(), String> {
        let Operand::Value(value) = value else { return Ok(()) };
        if !self.reachable(from) {
            return Ok(());
        }
        // The result of an invoke exists on its normal edge, though not in its block.
        if let Definition::Inst(inst) = body.definition(value)
            && let InstKind::Invoke { normal, .. } = &body.function.insts[inst].kind
            && body.place(inst).block == from
            && *normal == block
        {
            return Ok(());
        }
        match self.available(body, value, from, None) {
            true => Ok(()),
            false => Err(format!("{value} is not defined on every path to the end of {from}")),
        }
    }

    fn reachable(&self, block: BlockId) -> bool {
        self.dominators.reachable(block.as_u32() as usize)
    }

    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.reachable(above) && self.dominators.dominates(above.as_u32() as usize, below.as_u32() as usize)
    }

    /// Whether `value` is defined before instruction `index` of the reachable `block`, or before its end.
    fn available(&self, body: &Body<'_>, value: crate::ValueId, block: BlockId, index: Option<u32>) -> bool {
        let inst = match body.definition(value) {
            Definition::Missing => return false,
            Definition::Param => return true,
            Definition::Inst(inst) => inst,
        };
        let place = body.place(inst);
        if let InstKind::Invoke { normal, .. } = &body.function.insts[inst].kind {
            return self.edge_dominates(place.block, *normal, block);
        }
        if place.block == block {
            return index.is_none_or(|index| place.index < index);
        }
        self.dominates(place.block, block)
    }

    /// Every way into `to` other than from `from` has been through `to` already, and `to` dominates `block`.
    fn edge_dominates(&self, from: BlockId, to: BlockId, block: BlockId) -> bool {
        self.dominates(to, block) && self.outside[to.as_u32() as usize] == Outside::From(from.as_u32())
    }
}

fn entered_from(dominators: &Dominators, block: usize, predecessors: &[u32]) -> Outside {
    let mut outside = Outside::None;
    for pred in predecessors.iter().filter(|pred| dominators.reachable(**pred as usize)) {
        // A reachable predecessor makes the block reachable.
        if !dominators.dominates(block, *pred as usize) {
            outside = match outside {
                Outside::None => Outside::From(*pred),
                Outside::From(same) if same == *pred => outside,
                Outside::From(_) | Outside::Several => Outside::Several,
            };
        }
    }
    outside
}

/// Phis first, then perhaps a landing pad; one terminator, last.
fn check_shape(function: &Function, insts: &[InstId]) -> Result<(), (Option<InstId>, String)> {
    let Some((last, before)) = insts.split_last() else { return Err((None, "empty block".to_owned())) };
    if !ends_block(&function.insts[*last].kind) {
        return Err((Some(*last), "no terminator at the end".to_owned()));
    }
    let mut after_phis = false;
    for id in before {
        let kind = &function.insts[*id].kind;
        match kind {
            kind if kind.is_terminator() => return Err((Some(*id), "terminator before the end".to_owned())),
            InstKind::Phi { .. } if after_phis => return Err((Some(*id), "phi after something else".to_owned())),
            InstKind::Phi { .. } => {}
            InstKind::LandingPad { .. } if after_phis => {
                return Err((Some(*id), "landing pad after something else".to_owned()));
            }
            _ => after_phis = true,
        }
    }
    Ok(())
}

/// A block entered by unwinding starts with a landing pad, or with what ingest could not express.
fn check_unwind(function: &Function, unwind: BlockId) -> Result<(), String> {
    let insts = &function.blocks[unwind].insts;
    let first = insts.iter().map(|id| &function.insts[*id].kind).find(|kind| !matches!(kind, InstKind::Phi { .. }));
    match first {
        Some(InstKind::LandingPad { .. } | InstKind::Unsupported { .. }) => Ok(()),
        _ => Err(format!("unwinds to {unwind}, which is no landing pad")),
    }
}

/// Compares incoming lists with the predecessor edges of the current block in linear time: instead of
/// clearing the tables for each phi, entries carry the number of the phi (or block) that wrote them.
struct PhiCheck {
    /// Edges from a block into the current one.
    edges: Vec<Stamped<u32>>,
    /// What the current phi said for a block, and how often.
    said: Vec<Stamped<(u32, Option<Operand>)>>,
    block: u64,
    phi: u64,
    total: usize,
}

#[derive(Clone, Copy, Default)]
struct Stamped<T> {
    stamp: u64,
    data: T,
}

impl<T: Copy + Default> Stamped<T> {
    fn at(&mut self, stamp: u64) -> &mut T {
        if self.stamp != stamp {
            *self = Stamped { stamp, data: T::default() };
        }
        &mut self.data
    }
}

impl PhiCheck {
    fn new(blocks: usize) -> PhiCheck {
        let said = vec![Stamped::default(); blocks];
        PhiCheck { edges: vec![Stamped::default(); blocks], said, block: 0, phi: 0, total: 0 }
    }

    fn enter(&mut self, predecessors: &[u32]) {
        self.block += 1;
        self.total = predecessors.len();
        for pred in predecessors {
            *self.edges[*pred as usize].at(self.block) += 1;
        }
    }

    fn check(&mut self, incoming: &[(BlockId, Operand)]) -> Result<(), String> {
        self.phi += 1;
        for (from, value) in incoming {
            let Some(edges) = self.edges.get_mut(from.as_u32() as usize) else {
                return Err(format!("{from} does not exist"));
            };
            let edges = *edges.at(self.block);
            let (count, first) = self.said[from.as_u32() as usize].at(self.phi);
            *count += 1;
            if *count > edges {
                return Err(format!("more entries for {from} than the {edges} edges from it"));
            }
            if *first.get_or_insert(*value) != *value {
                return Err(format!("two values for {from}"));
            }
        }
        if incoming.len() != self.total {
            return Err(format!("{} entries for {} predecessor edges", incoming.len(), self.total));
        }
        Ok(())
    }
}
