//! A function's body as the matching of two bodies needs it: an order of blocks that does not depend on their ids,
//! and keys of instructions that do not depend on the ids of values.

use crate::numbers::Numbers;
use crate::sequence::Keys;
use crate::shape::{Shapes, Texts};
use rift_ir::{BlockId, EntityRef, Function, InstId, InstKind, Module, Operand, ValueId};
use std::collections::HashSet;

pub struct Body<'m> {
    pub module: &'m Module,
    pub function: &'m Function,
    pub numbers: &'m Numbers,
    pub shapes: Shapes,
    /// Blocks that control can reach, in reverse postorder: the order of the source, mostly.
    pub order: Vec<BlockId>,
    /// By block: how many edges from reachable blocks lead there.
    pub entering: Vec<u32>,
    /// By block: its index in `order`.
    ranks: Vec<u32>,
    place: Vec<Option<(BlockId, u32)>>,
    defs: Vec<Option<Def>>,
}

/// What defines a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Def {
    Param(u32),
    Inst(InstId),
}

impl<'m> Body<'m> {
    pub fn new(module: &'m Module, function: &'m Function, numbers: &'m Numbers, texts: &mut Texts) -> Body<'m> {
        let order = reverse_postorder(function, numbers);
        let mut entering = vec![0; function.blocks.len()];
        let mut ranks = vec![u32::MAX; function.blocks.len()];
        let mut place = vec![None; function.insts.len()];
        for (rank, block) in order.iter().enumerate() {
            ranks[block.index()] = rank as u32;
            for successor in function.terminator(*block).kind.successors() {
                entering[successor.index()] += 1;
            }
            for (index, inst) in function.blocks[*block].insts.iter().enumerate() {
                place[inst.index()] = Some((*block, index as u32));
            }
        }
        let mut defs = vec![None; function.values.len()];
        for (index, param) in function.params.iter().enumerate() {
            defs[param.value.index()] = Some(Def::Param(index as u32));
        }
        for (id, inst) in &function.insts {
            if let Some(value) = inst.result.expand() {
                defs[value.index()] = Some(Def::Inst(id));
            }
        }
        let shapes = Shapes::new(module, function, numbers, texts);
        Body { module, function, numbers, shapes, order, entering, ranks, place, defs }
    }

    /// Whether control can reach an instruction at all.
    pub fn is_reachable(&self, inst: InstId) -> bool {
        self.place[inst.index()].is_some()
    }

    /// The block of a reachable instruction.
    pub fn block(&self, inst: InstId) -> BlockId {
        self.place[inst.index()].expect("only asked of reachable instructions").0
    }

    /// Sorts instructions by control flow, whatever their ids.
    pub fn rank(&self, inst: InstId) -> (u32, u32) {
        self.place[inst.index()].map_or((u32::MAX, 0), |(block, index)| (self.ranks[block.index()], index))
    }

    /// The instruction after one that is reachable and no terminator.
    pub fn next(&self, inst: InstId) -> Option<InstId> {
        let (block, index) = self.place[inst.index()]?;
        self.function.blocks[block].insts.get(index as usize + 1).copied()
    }

    pub fn def(&self, value: ValueId) -> Option<Def> {
        self.defs[value.index()]
    }

    pub fn kind(&self, inst: InstId) -> &'m InstKind {
        &self.function.insts[inst].kind
    }

    pub fn is_phi(&self, inst: InstId) -> bool {
        matches!(self.kind(inst), InstKind::Phi { .. })
    }

    pub fn phis(&self, block: BlockId) -> &'m [InstId] {
        let insts = &self.function.blocks[block].insts;
        let count = insts.iter().take_while(|inst| self.is_phi(**inst)).count();
        &insts[..count]
    }

    /// The instructions of a block after its phis.
    pub fn steps(&self, block: BlockId) -> &'m [InstId] {
        &self.function.blocks[block].insts[self.phis(block).len()..]
    }

    /// The first instruction of a block after its phis.
    pub fn first(&self, block: BlockId) -> InstId {
        self.steps(block)[0]
    }

    pub fn terminator(&self, block: BlockId) -> InstId {
        *self.function.blocks[block].insts.last().expect("verified: a block ends in a terminator")
    }

    /// What a phi takes when control comes from a block.
    pub fn incoming(&self, phi: InstId, from: BlockId) -> Option<Operand> {
        let InstKind::Phi { incoming } = self.kind(phi) else { return None };
        incoming.iter().find(|(block, _)| *block == from).map(|(_, operand)| *operand)
    }

    /// All reachable instructions but phis, in order.
    pub fn sequence(&self) -> Vec<InstId> {
        self.order.iter().flat_map(|block| self.steps(*block)).copied().collect()
    }

    /// The keys of `sequence`; `params` are numbers that corresponding parameters share.
    pub fn keys(&self, sequence: &[InstId], params: &[u32]) -> Vec<Keys> {
        let shapes: Vec<u64> = self.function.insts.keys().map(|inst| self.shape_key(inst)).collect();
        let mut deep = shapes.clone();
        for _ in 0..DEPTH {
            let step = |inst: InstId| {
                let operand = |operand: &Operand| match operand {
                    Operand::Const(_) => 0,
                    Operand::Value(value) => match self.def(*value) {
                        Some(Def::Param(index)) => u64::from(params[index as usize]) + 1,
                        Some(Def::Inst(def)) => deep[def.index()],
                        None => 0,
                    },
                };
                self.shapes.operands(inst).iter().map(operand).fold(shapes[inst.index()], mix)
            };
            deep = self.function.insts.keys().map(step).collect();
        }
        let keys = |inst: &InstId| {
            let words = self.shapes.words(*inst);
            let told_by = if is_call(self.kind(*inst)) { 3 } else { 2 };
            Keys {
                kind: words[0],
                loose: words[..told_by.min(words.len())].iter().copied().fold(told_by as u64, mix),
                shape: shapes[inst.index()],
                deep: self.leads_to(*inst, &shapes).fold(deep[inst.index()], mix),
            }
        };
        sequence.iter().map(keys).collect()
    }

    /// Tells jumps apart by what they jump to.
    fn leads_to<'a>(&'a self, inst: InstId, shapes: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
        let successors = ordered_successors(self.kind(inst), self.numbers);
        successors.into_iter().map(|block| shapes[self.first(block).index()])
    }

    /// Everything but values.
    fn shape_key(&self, inst: InstId) -> u64 {
        let operand = |operand: &Operand| match operand {
            Operand::Const(constant) => u64::from(self.numbers.constant(*constant)) + 1,
            Operand::Value(_) => 0,
        };
        let words = self.shapes.words(inst).iter().copied();
        words.chain(self.shapes.operands(inst).iter().map(operand)).fold(0, mix)
    }

    /// A hash for each instruction, sorted: what two versions of a function have in common whatever their names.
    pub fn fingerprint(&self) -> Vec<u64> {
        let mut hashes: Vec<u64> = self.sequence().into_iter().map(|inst| self.shape_key(inst)).collect();
        hashes.sort_unstable();
        hashes
    }
}

/// How far keys look back along operands.
const DEPTH: usize = 3;

fn is_call(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Call { .. } | InstKind::Invoke { .. } | InstKind::Intrinsic { .. })
}

/// Mixes a word into a hash: the finaliser of MurmurHash3 (Appleby) keeps small numbers from cancelling out.
pub fn mix(hash: u64, word: u64) -> u64 {
    let mut mixed = hash.rotate_left(23) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}

/// Each successor once; those of a switch by value, since the order of cases means nothing.
fn ordered_successors(kind: &InstKind, numbers: &Numbers) -> Vec<BlockId> {
    let all = match kind {
        InstKind::Switch { default, cases, .. } => {
            let mut cases: Vec<(u32, BlockId)> =
                cases.iter().map(|(c, block)| (numbers.constant(*c), *block)).collect();
            cases.sort_unstable();
            cases.into_iter().map(|(_, block)| block).chain([*default]).collect()
        }
        kind => kind.successors(),
    };
    let mut once = Vec::with_capacity(all.len());
    let mut seen = HashSet::new();
    once.extend(all.into_iter().filter(|block| seen.insert(*block)));
    once
}

/// Depth first, later successors first, so that in the reverse the first successor comes first.
fn reverse_postorder(function: &Function, numbers: &Numbers) -> Vec<BlockId> {
    let successors = |block: BlockId| ordered_successors(&function.terminator(block).kind, numbers);
    let Some(entry) = function.blocks.keys().next() else { return Vec::new() };
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::with_capacity(function.blocks.len());
    let mut stack = vec![(entry, successors(entry))];
    seen[entry.index()] = true;
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if seen[next.index()] => {}
            Some(next) => {
                seen[next.index()] = true;
                stack.push((next, successors(next)));
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
