//! Control within one call: which branches an instruction is nested in, and where they went.
//!
//! A branch controls what is executed until the block that follows it in any case (Xin, Sumner & Zhang 2008). When a
//! branch is met again inside of its own region, that is the next iteration of a loop: it depends on the one before,
//! and is nested in what that one is nested in.

use super::column::Column;
use super::facts::Facts;
use super::{Action, Occurrence};
use rift_ir::{BlockId, FuncId, InstId, InstKind};
use rift_vm::{Flow, Operation, Program};
use smallvec::SmallVec;
use std::sync::Arc;

/// A branch whose region control is in.
struct Region {
    branch: Occurrence,
    inst: InstId,
    /// The region ends where this block begins; `None` where the function does.
    until: Option<BlockId>,
}

/// The last operation of a frame.
#[derive(Clone, Copy)]
struct Last {
    occurrence: Occurrence,
    inst: InstId,
    pc: u32,
    flow: Flow,
    block: BlockId,
    position: u32,
}

/// One call in progress.
pub(super) struct Frame {
    pub id: u64,
    function: FuncId,
    facts: Arc<Facts>,
    /// The call; `None` for the entry.
    call: Option<Occurrence>,
    regions: Vec<Region>,
    last: Option<Last>,
}

impl Frame {
    pub fn new(id: u64, function: FuncId, facts: Arc<Facts>, call: Option<Occurrence>) -> Frame {
        Frame { id, function, facts, call, regions: Vec::new(), last: None }
    }

    /// The occurrence of the last operation.
    pub fn last(&self) -> Option<Occurrence> {
        self.last.map(|last| last.occurrence)
    }

    /// What decides about what comes next.
    pub fn control(&self) -> Option<Occurrence> {
        self.regions.last().map(|region| region.branch).or(self.call)
    }

    /// The occurrence that an operation goes on with: an instruction may take several, one after the other.
    pub fn continued(&self, operation: &Operation<'_>) -> Option<Occurrence> {
        let last = self.last.filter(|last| last.inst == operation.site.inst && last.pc < operation.pc);
        last.map(|last| last.occurrence)
    }

    /// Now that the next operation is known: where the last branch went.
    pub fn decide(&self, operation: &Operation<'_>, actions: &mut Column<Action>) -> Option<bool> {
        let last = self.last?;
        let at = last.occurrence.index();
        match last.flow {
            Flow::Branch { inverted } => {
                let jumped = operation.pc != last.pc + 1;
                actions.set(at, Action::Branched(jumped != inverted));
                Some(jumped != inverted)
            }
            Flow::Switch if last.inst != operation.site.inst => {
                actions.set(at, Action::Switched(operation.site.inst));
                None
            }
            _ => match actions.get(at) {
                Action::Branched(holds) => Some(holds),
                _ => None,
            },
        }
    }

    /// Control came to an instruction: ends the regions that it left.
    pub fn arrive(&mut self, program: &Program, inst: InstId, decision: Option<bool>) {
        let Some((block, position)) = self.facts.place(inst) else { return };
        let body = &program.module.functions[self.function];
        let from: SmallVec<[BlockId; 2]> = match self.last {
            None => SmallVec::from_slice(&[BlockId::from_u32(0)]),
            Some(last) if last.block == block && last.position < position => return,
            Some(last) => match (&body.terminator(last.block).kind, decision) {
                (InstKind::Branch { if_true, .. }, Some(true)) => SmallVec::from_slice(&[*if_true]),
                (InstKind::Branch { if_false, .. }, Some(false)) => SmallVec::from_slice(&[*if_false]),
                (kind, _) => kind.successors().into_iter().collect(),
            },
        };
        // An exception or a longjmp comes from anywhere.
        let passed = from.iter().find_map(|first| self.facts.passed(*first, block)).unwrap_or_else(|| vec![block]);
        for block in passed {
            while self.regions.last().is_some_and(|region| region.until == Some(block)) {
                self.regions.pop();
            }
        }
    }

    /// Begins the region of a branch. If it is a loop's next iteration, gives the one before.
    pub fn branch(&mut self, occurrence: Occurrence, inst: InstId) -> Option<Occurrence> {
        let (block, _) = self.facts.place(inst)?;
        let again = self.regions.iter().position(|region| region.inst == inst);
        let before = again.map(|at| self.regions[at].branch);
        self.regions.truncate(again.unwrap_or(self.regions.len()));
        self.regions.push(Region { branch: occurrence, inst, until: self.facts.follows(block) });
        before
    }

    /// An operation was told.
    pub fn note(&mut self, occurrence: Occurrence, operation: &Operation<'_>) {
        let inst = operation.site.inst;
        let Some((block, position)) = self.facts.place(inst) else { return };
        // Moves on the edge after a switch leave open where it goes.
        let flow = match self.last {
            Some(last) if last.occurrence == occurrence && last.flow == Flow::Switch => last.flow,
            _ => operation.footprint.flow,
        };
        self.last = Some(Last { occurrence, inst, pc: operation.pc, flow, block, position });
    }
}
