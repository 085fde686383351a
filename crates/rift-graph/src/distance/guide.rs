//! Which way of a decision leads to targets, where that goes by a value: `if (is_valid(x)) target();`.
//!
//! The target depends on a branch that asks what `is_valid` returned, and which constant that is was decided inside. So from
//! every decision that a target depends on ([`ControlDistances`]) this goes back over what it asks, through comparisons with
//! constants, casts, phis and results of calls, to where a value came from that goes the wanted way, or one that is no
//! constant and may. Decisions about coming there are one step farther away. A value that is loaded may have been stored
//! elsewhere, before: a mode, a kind of thing. Decisions about storing a constant that goes the wanted way, and about calling
//! who does, count as well.
//!
//! Errs both ways: only constants are followed through memory and only where that is asked for, callers are not told
//! apart, objects only as points-to sets tell them, and a value that is no constant need not go the wanted way. It orders
//! decisions, and never rules one out.

use super::ControlDistances;
use crate::ProgramGraph;
use crate::control::Decision;
use rift_ir::{
    BinaryOp, BlockId, CastOp, Const, ConstId, FuncId, Function, InstId, InstKind, IntPredicate, Module, Operand,
    OperandType, Site, Type, UnaryOp, ValueId,
};
use rift_numeric::int::{binary64, compare64, sign_extend, truncate};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

/// Calls that a value is followed into, one inside another.
const MOST_CALLS: usize = 4;
/// Functions that one call may enter: those of a table.
const MOST_CALLEES: usize = 16;
/// Operations between a value and the decision about it.
const MOST_STEPS: usize = 8;

/// Stores of wanted constants that one load may read: what is stored everywhere leads nowhere.
const MOST_STORES: usize = 6;
/// Calls between a decision and such a store, and places that call the same.
const MOST_OUTWARD: usize = 3;
const MOST_CALLERS: usize = 4;

/// How far values are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Through {
    Registers,
    /// What was stored is to be stored first: where a run begins, not where one is under way.
    Memory,
}

/// Distances from decisions to targets, through control and values.
#[derive(Debug, Clone)]
pub struct Guide {
    /// By the terminator that decides, and the successor.
    ways: BTreeMap<(Site, u32), u32>,
}

impl Guide {
    pub fn new(graph: &ProgramGraph<'_>, control: &ControlDistances, through: Through) -> Guide {
        let has_memory = through == Through::Memory;
        let mut search = Search { graph, has_memory, definitions: HashMap::new(), pending: BinaryHeap::new() };
        for ((site, successor), distance) in control.iter() {
            if let Some(block) = graph.block_of(site) {
                search.pending.push(Reverse((distance, false, site.function, block, successor)));
            }
        }
        let mut ways = BTreeMap::new();
        while let Some(Reverse((distance, is_local, function, block, successor))) = search.pending.pop() {
            let Some(last) = graph.module().functions[function].blocks[block].insts.last() else { continue };
            let place = (Site { function, inst: *last }, successor);
            if ways.contains_key(&place) {
                continue;
            }
            ways.insert(place, distance);
            if is_local {
                search.decide(function, block, distance + 1);
            }
            search.want(function, block, successor, distance + 1);
        }
        Guide { ways }
    }

    /// Steps between a terminator's going to a successor (counted as in [`crate::Edge::index`]) and the nearest target.
    pub fn distance(&self, branch: Site, successor: u32) -> Option<u32> {
        self.ways.get(&(branch, successor)).copied()
    }
}

/// What is done with a value before it is decided about.
#[derive(Debug, Clone, Copy)]
enum Step {
    Compare { predicate: IntPredicate, with: u64, bits: u32, is_swapped: bool },
    Cast { op: CastOp, from: u32, to: u32 },
    Binary { op: BinaryOp, with: u64, bits: u32, is_swapped: bool },
}

/// A way that a decision is to go, and what is done with the value that it hangs on.
struct Wanted<'a> {
    decision: &'a InstKind,
    successor: u32,
    distance: u32,
    seen: BTreeSet<(FuncId, ValueId)>,
    /// Constants that the value may be, and whether they go the wanted way.
    constants: BTreeMap<u64, bool>,
}

/// Distance, whether only this function counts, and the way of a decision.
type Pending = (u32, bool, FuncId, BlockId, u32);

struct Search<'g, 'm> {
    graph: &'g ProgramGraph<'m>,
    /// Whether values are followed through memory.
    has_memory: bool,
    definitions: HashMap<FuncId, HashMap<ValueId, InstId>>,
    /// The nearest first.
    pending: BinaryHeap<Reverse<Pending>>,
}

impl<'m> Search<'_, 'm> {
    /// A block is to be come to, within its function.
    fn decide(&mut self, function: FuncId, block: BlockId, distance: u32) {
        for Decision { block, successor } in self.graph.control_dependence(function).of(block) {
            self.pending.push(Reverse((distance, true, function, *block, *successor)));
        }
    }

    fn want(&mut self, function: FuncId, block: BlockId, successor: u32, distance: u32) {
        let module = self.graph.module();
        let decision = &module.functions[function].terminator(block).kind;
        let (InstKind::Branch { condition: value, .. } | InstKind::Switch { value, .. }) = decision else { return };
        let mut wanted = Wanted { decision, successor, distance, seen: BTreeSet::new(), constants: BTreeMap::new() };
        let known = std::mem::take(&mut self.pending);
        self.go_back(&mut wanted, function, *value, &[], 0);
        let found = std::mem::replace(&mut self.pending, known);
        let further = wanted.little_said();
        for Reverse((distance, is_local, function, block, successor)) in found {
            self.pending.push(Reverse((distance + further, is_local, function, block, successor)));
        }
    }

    /// From a value to where it comes from. `steps` are done with it, the last one first. Whether it is one of several
    /// of this function: then it depends on where they come from, and not on coming here.
    fn go_back(
        &mut self,
        wanted: &mut Wanted<'_>,
        function: FuncId,
        value: Operand,
        steps: &[Step],
        calls: usize,
    ) -> bool {
        let Operand::Value(value) = value else { return false };
        let Some(inst) = self.definition(function, value).filter(|_| steps.len() <= MOST_STEPS) else { return false };
        let module = self.graph.module();
        let body = &module.functions[function];
        match &body.insts[inst].kind {
            InstKind::Phi { incoming } => {
                if !wanted.seen.insert((function, value)) {
                    return true;
                }
                let Some(here) = self.graph.block_of(Site { function, inst }) else { return false };
                for (block, value) in incoming {
                    if wanted.may_be(module, *value, steps) && !self.go_back(wanted, function, *value, steps, calls) {
                        self.come_from(function, *block, here, wanted.distance);
                    }
                }
                true
            }
            InstKind::Call { .. } | InstKind::Invoke { .. } if calls < MOST_CALLS => {
                let entered = self.graph.calls().entered(Site { function, inst });
                if entered.is_empty() || entered.len() > MOST_CALLEES || !wanted.seen.insert((function, value)) {
                    return false;
                }
                for callee in entered {
                    for (block, value) in returns(&module.functions[*callee]) {
                        if wanted.may_be(module, value, steps)
                            && !self.go_back(wanted, *callee, value, steps, calls + 1)
                        {
                            self.decide(*callee, block, wanted.distance);
                        }
                    }
                }
                // Others are known there; that it comes to the call is wanted here.
                false
            }
            InstKind::Load { .. } => {
                if self.has_memory && wanted.seen.insert((function, value)) {
                    self.store(wanted, Site { function, inst }, steps);
                }
                false
            }
            _ => {
                let Some((from, step)) = step(module, body, inst) else { return false };
                let steps: Vec<Step> = steps.iter().copied().chain(step).collect();
                self.go_back(wanted, function, from, &steps, calls)
            }
        }
    }

    /// A constant that goes the wanted way is to be stored before it is loaded.
    fn store(&mut self, wanted: &mut Wanted<'_>, load: Site, steps: &[Step]) {
        let module = self.graph.module();
        let mut fits = |site: &Site| match module.functions[site.function].insts[site.inst].kind {
            InstKind::Store { value: value @ Operand::Const(_), .. } => wanted.may_be(module, value, steps),
            _ => false,
        };
        let stores: Vec<Site> = self.graph.dependence().sources(load).into_iter().filter(&mut fits).collect();
        if stores.len() <= MOST_STORES {
            stores.into_iter().for_each(|store| self.come_to(store, wanted.distance));
        }
    }

    /// A place is to be come to, from wherever its function is called.
    fn come_to(&mut self, site: Site, distance: u32) {
        let mut pending = vec![(site, 0)];
        let mut seen = BTreeSet::new();
        while let Some((site, outward)) = pending.pop() {
            let Some(block) = self.graph.block_of(site) else { continue };
            self.decide(site.function, block, distance + outward as u32);
            let callers = self.graph.calls().callers(site.function);
            if outward < MOST_OUTWARD && callers.len() <= MOST_CALLERS && seen.insert(site.function) {
                pending.extend(callers.iter().map(|call| (*call, outward + 1)));
            }
        }
    }

    /// Control is to go from one block to the next.
    fn come_from(&mut self, function: FuncId, from: BlockId, to: BlockId, distance: u32) {
        let successors = self.graph.module().functions[function].terminator(from).kind.successors();
        if successors.iter().any(|other| *other != to) {
            for (index, _) in (0..).zip(&successors).filter(|(_, other)| **other == to) {
                self.pending.push(Reverse((distance, true, function, from, index)));
            }
        }
        self.decide(function, from, distance);
    }

    fn definition(&mut self, function: FuncId, value: ValueId) -> Option<InstId> {
        let body = &self.graph.module().functions[function];
        let defined = || body.insts.iter().filter_map(|(id, inst)| Some((inst.result.expand()?, id))).collect();
        self.definitions.entry(function).or_insert_with(defined).get(&value).copied()
    }
}

impl Wanted<'_> {
    /// What most values do is hardly to be brought about by any of them: `state != 3` holds in every state but one. Steps that
    /// this counts.
    fn little_said(&self) -> u32 {
        let fit = self.constants.values().filter(|fits| **fits).count();
        let most = fit > self.constants.len() - fit;
        if most { fit as u32 - 1 } else { 0 }
    }

    /// Whether a value goes the wanted way: all but constants that do not.
    fn may_be(&mut self, module: &Module, value: Operand, steps: &[Step]) -> bool {
        let Operand::Const(constant) = value else { return true };
        let Some(bits) = bits_of(module, constant) else { return true };
        let value = steps.iter().rev().try_fold(bits, |value, step| step.of(value));
        let Some(value) = value else { return true };
        let fits = self.goes(module, value);
        self.constants.insert(bits, fits);
        fits
    }

    /// Whether the decision goes the wanted way on a value.
    fn goes(&self, module: &Module, value: u64) -> bool {
        match self.decision {
            InstKind::Branch { .. } => (value == 0) == (self.successor == 1),
            InstKind::Switch { cases, .. } => {
                let mut cases = (1..).zip(cases);
                let case = cases.find(|(_, (case, _))| bits_of(module, *case) == Some(value));
                let goes = case.map_or(0, |(index, _)| index);
                let successors = self.decision.successors();
                successors.get(goes as usize) == successors.get(self.successor as usize)
            }
            _ => true,
        }
    }
}

impl Step {
    fn of(self, value: u64) -> Option<u64> {
        let ordered = |with, is_swapped| if is_swapped { (with, value) } else { (value, with) };
        match self {
            Step::Compare { predicate, with, bits, is_swapped } => {
                let (a, b) = ordered(with, is_swapped);
                Some(u64::from(compare64(predicate, bits, a, b)))
            }
            Step::Binary { op, with, bits, is_swapped } => {
                let (a, b) = ordered(with, is_swapped);
                binary64(op, bits, a, b).ok()
            }
            Step::Cast { op, from, to } => {
                let mut out = [0];
                match op {
                    CastOp::Trunc => truncate(to, &[value], &mut out),
                    CastOp::SExt => sign_extend(from, to, &[value], &mut out),
                    _ => out = [value],
                }
                Some(out[0])
            }
        }
    }
}

/// The operand that an operation hangs on, and what it does with it.
fn step(module: &Module, body: &Function, inst: InstId) -> Option<(Operand, Option<Step>)> {
    let width = |operand| width(module, body, operand);
    let constant = |operand| if let Operand::Const(constant) = operand { bits_of(module, constant) } else { None };
    let apart = |lhs, rhs| match (constant(lhs), constant(rhs)) {
        (_, Some(with)) => Some((lhs, with, false)),
        (Some(with), None) => Some((rhs, with, true)),
        (None, None) => None,
    };
    match body.insts[inst].kind {
        InstKind::CompareInt { predicate, lhs, rhs } => {
            let (value, with, is_swapped) = apart(lhs, rhs)?;
            Some((value, Some(Step::Compare { predicate, with, bits: width(value)?, is_swapped })))
        }
        InstKind::Binary { op, lhs, rhs, .. } if is_simple(op) => {
            let (value, with, is_swapped) = apart(lhs, rhs)?;
            Some((value, Some(Step::Binary { op, with, bits: width(value)?, is_swapped })))
        }
        InstKind::Cast { op: op @ (CastOp::Trunc | CastOp::ZExt | CastOp::SExt), value } => {
            let to = width(Operand::Value(body.insts[inst].result.expand()?))?;
            Some((value, Some(Step::Cast { op, from: width(value)?, to })))
        }
        InstKind::Unary { op: UnaryOp::Freeze, value } => Some((value, None)),
        _ => None,
    }
}

fn is_simple(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

/// Of an integer or a pointer that fits into a register.
fn width(module: &Module, body: &Function, operand: Operand) -> Option<u32> {
    let OperandType::Type(ty) = module.operand_type(body, operand) else { return Some(64) };
    match module.types.get(ty) {
        Type::Int(bits) => Some(*bits).filter(|bits| *bits <= 64),
        Type::Ptr => Some(64),
        _ => None,
    }
}

/// The same of a constant. Addresses of things are none.
fn bits_of(module: &Module, constant: ConstId) -> Option<u64> {
    match module.consts.get(constant) {
        Const::Bits { ty, limbs } if matches!(module.types.get(*ty), Type::Int(1..=64) | Type::Ptr) => {
            limbs.first().copied()
        }
        Const::Zero(ty) if matches!(module.types.get(*ty), Type::Int(1..=64) | Type::Ptr) => Some(0),
        _ => None,
    }
}

/// What a function returns, and where.
fn returns(function: &Function) -> Vec<(BlockId, Operand)> {
    let value = |block| match function.terminator(block).kind {
        InstKind::Return { value } => Some((block, value?)),
        _ => None,
    };
    function.blocks.keys().filter_map(value).collect()
}
