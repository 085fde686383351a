//! The walk: which uses of changed definitions are touched.
//!
//! Control is followed from the entry of a function as long as nothing touched is executed, in each version by
//! itself. Where it comes to an operand that does not correspond, that use is touched and the walk ends there.

use super::{Check, Node, Reason, phi_place};
use crate::Version;
use crate::body::{Body, Def};
use rift_ir::{BlockId, EntityRef, InstId, InstKind, Operand, Pair};

/// By instruction: what a phi always is as long as nothing touched is executed, if it is always the same.
pub type StandIns = Vec<Option<Operand>>;

impl Check<'_, '_> {
    /// By block: whether control can come through it without executing something touched.
    fn passable(&self, version: Version) -> Vec<bool> {
        let body = version.of(&self.body);
        let mut passable = vec![false; body.function.blocks.len()];
        let mut entered = vec![false; body.function.blocks.len()];
        let mut waiting: Vec<BlockId> = body.order.first().copied().into_iter().collect();
        while let Some(block) = waiting.pop() {
            if std::mem::replace(&mut entered[block.index()], true) {
                continue;
            }
            if body.function.blocks[block].insts.iter().all(|inst| !self.is_touched((version, *inst))) {
                passable[block.index()] = true;
                waiting.extend(body.function.terminator(block).kind.successors());
            }
        }
        passable
    }

    /// Trivial phis (Braun et al. 2013), where edges that cannot be passed do not count.
    pub(super) fn stand_ins(&self, version: Version) -> StandIns {
        let body = version.of(&self.body);
        let passable = self.passable(version);
        let mut stand_ins = vec![None; body.function.insts.len()];
        loop {
            let mut found = false;
            for phi in body.order.iter().flat_map(|block| body.phis(*block)) {
                let InstKind::Phi { incoming } = body.kind(*phi) else { continue };
                if stand_ins[phi.index()].is_some() {
                    continue;
                }
                let taken = incoming.iter().filter(|(from, _)| passable[from.index()]);
                let taken = taken.map(|(_, operand)| resolve(body, &stand_ins, *operand));
                let mut others = taken.filter(|operand| defining(body, *operand) != Some(*phi));
                let Some(first) = others.next() else { continue };
                if others.all(|operand| operand == first) {
                    stand_ins[phi.index()] = Some(first);
                    found = true;
                }
            }
            if !found {
                return stand_ins;
            }
        }
    }

    /// Follows control as long as nothing is touched, and touches the first uses that do not correspond.
    pub(super) fn walk(&mut self, version: Version, stand_ins: &Pair<StandIns>) {
        let body = *version.of(&self.body);
        let mut entered = vec![false; body.function.blocks.len()];
        let mut waiting: Vec<BlockId> = body.order.first().copied().into_iter().collect();
        while let Some(block) = waiting.pop() {
            if std::mem::replace(&mut entered[block.index()], true) || !self.passes(version, block, stand_ins) {
                continue;
            }
            let terminator = body.terminator(block);
            let successors = body.kind(terminator).successors();
            for successor in &successors {
                self.enter(version, terminator, *successor, stand_ins);
            }
            if !self.is_touched((version, terminator)) {
                waiting.extend(successors.into_iter().rev());
            }
        }
    }

    /// Whether control gets to the end of a block without executing something touched.
    fn passes(&mut self, version: Version, block: BlockId, stand_ins: &Pair<StandIns>) -> bool {
        let body = *version.of(&self.body);
        if body.phis(block).iter().any(|phi| self.is_touched((version, *phi))) {
            return false;
        }
        for inst in body.steps(block) {
            if self.is_touched((version, *inst)) {
                return false;
            }
            let Some(other) = self.counterpart((version, *inst)) else { return false };
            let (old, new) = if version == Version::Old { (*inst, other) } else { (other, *inst) };
            let operands = self.body.old.shapes.operands(old).iter().zip(self.body.new.shapes.operands(new));
            let open =
                operands.map(|(old, new)| (*old, *new)).find(|(old, new)| !self.corresponds(*old, *new, stand_ins));
            if let Some(open) = open {
                self.touch_use((version, *inst), other, open);
                return false;
            }
        }
        true
    }

    /// Compares what phis take on an edge whose beginning is not touched.
    fn enter(&mut self, version: Version, from: InstId, to: BlockId, stand_ins: &Pair<StandIns>) {
        let (body, other_body) = (*version.of(&self.body), *version.other().of(&self.body));
        let Some(other_from) = self.counterpart((version, from)) else { return };
        for phi in body.phis(to) {
            let Some(other_phi) = self.counterpart((version, *phi)) else { continue };
            let takes = body.incoming(*phi, body.block(from));
            let other_takes = other_body.incoming(other_phi, other_body.block(other_from));
            let (Some(takes), Some(other_takes)) = (takes, other_takes) else { continue };
            let (old, new) = if version == Version::Old { (takes, other_takes) } else { (other_takes, takes) };
            if !self.corresponds(old, new, stand_ins) {
                let other_place = phi_place(other_body, other_from, other_phi);
                self.touch_use((version, phi_place(body, from, *phi)), other_place, (old, new));
            }
        }
    }

    fn corresponds(&self, old: Operand, new: Operand, stand_ins: &Pair<StandIns>) -> bool {
        let (old_is, new_is) =
            (resolve(self.body.old, &stand_ins.old, old), resolve(self.body.new, &stand_ins.new, new));
        self.is_same(old, new) || self.is_same(old_is, new_is) || self.is_same(old, new_is) || self.is_same(old_is, new)
    }

    /// Touches a use, as part of the change that its operand comes from.
    fn touch_use(&mut self, node: Node, other: InstId, (old, new): (Operand, Operand)) {
        self.touch(node, Reason::Use);
        let origin = self.origin(Version::Old, old).or_else(|| self.origin(Version::New, new));
        if origin.is_none() {
            self.touch((node.0.other(), other), Reason::Use);
        }
        self.touched.links.push((node, origin.unwrap_or((node.0.other(), other))));
    }

    /// An instruction without counterpart that an operand comes from, through phis.
    fn origin(&self, version: Version, operand: Operand) -> Option<Node> {
        let body = version.of(&self.body);
        let mut seen = Vec::new();
        let mut waiting = vec![operand];
        while let Some(operand) = waiting.pop() {
            let Some(def) = defining(body, operand) else { continue };
            if seen.contains(&def) || self.counterpart((version, def)).is_some() || !body.is_reachable(def) {
                continue;
            }
            match body.kind(def) {
                InstKind::Phi { incoming } if seen.len() < MOST_PHIS => {
                    seen.push(def);
                    waiting.extend(incoming.iter().map(|(_, operand)| *operand));
                }
                InstKind::Phi { .. } => {}
                _ => return Some((version, def)),
            }
        }
        None
    }
}

/// How many phis are followed to the origin of a change.
const MOST_PHIS: usize = 32;

fn defining(body: &Body<'_>, operand: Operand) -> Option<InstId> {
    let Operand::Value(value) = operand else { return None };
    match body.def(value) {
        Some(Def::Inst(def)) => Some(def),
        _ => None,
    }
}

/// Follows stand-ins to their end.
fn resolve(body: &Body<'_>, stand_ins: &[Option<Operand>], operand: Operand) -> Operand {
    let mut operand = operand;
    // A stand-in is resolved when it is made, and a phi never stands for itself: chains are short and end.
    while let Some(next) = defining(body, operand).and_then(|def| stand_ins[def.index()]) {
        operand = next;
    }
    operand
}
