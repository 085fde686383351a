//! Which instructions, blocks and parameters of two bodies correspond.
//!
//! Instructions but phis are aligned as sequences, in an order of blocks that follows control flow. Then values
//! vote: operands of aligned instructions are likely to correspond, and this finds partners for phis, which have
//! no place in a sequence, and for what the alignment left out. Any result is admissible: correspondence is only
//! a proposal here, and `touch` finds out where it holds.

use crate::body::{Body, Def};
use crate::sequence;
use rift_ir::{BlockId, EntityRef, InstId, Operand, Pair};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug)]
pub struct Matching {
    pub insts: Pair<Vec<Option<InstId>>>,
    pub blocks: Pair<Vec<Option<BlockId>>>,
    /// By parameter: numbers that corresponding ones share.
    pub params: Pair<Vec<u32>>,
}

impl Matching {
    fn pair(&mut self, old: InstId, new: InstId) {
        self.insts.old[old.index()] = Some(new);
        self.insts.new[new.index()] = Some(old);
    }

    fn is_free(&self, old: InstId, new: InstId) -> bool {
        self.insts.old[old.index()].is_none() && self.insts.new[new.index()].is_none()
    }

    fn pair_blocks(&mut self, old: BlockId, new: BlockId) {
        if self.blocks.old[old.index()].is_none() && self.blocks.new[new.index()].is_none() {
            self.blocks.old[old.index()] = Some(new);
            self.blocks.new[new.index()] = Some(old);
        }
    }
}

pub fn match_bodies(body: Pair<&Body<'_>>) -> Matching {
    let mut matching = Matching {
        insts: body.map(|body| vec![None; body.function.insts.len()]),
        blocks: body.map(|body| vec![None; body.function.blocks.len()]),
        params: match_params(body),
    };
    let sequences = body.map(Body::sequence);
    let old_keys = body.old.keys(&sequences.old, &matching.params.old);
    let new_keys = body.new.keys(&sequences.new, &matching.params.new);
    for (old, new) in sequence::align(&old_keys, &new_keys) {
        matching.pair(sequences.old[old], sequences.new[new]);
    }
    match_blocks(body, &sequences.old, &mut matching);
    match_by_votes(body, &sequences.old, &mut matching);
    matching
}

/// By order where the types are the same; otherwise by name, then by order among those of the same type.
fn match_params(body: Pair<&Body<'_>>) -> Pair<Vec<u32>> {
    let types =
        body.map(|body| -> Vec<u32> { body.function.signature.params.iter().map(|ty| body.numbers.ty(*ty)).collect() });
    let names = body.map(|body| -> Vec<&str> { body.function.params.iter().map(|p| p.name.as_str()).collect() });
    let (old_len, new_len) = (names.old.len(), names.new.len());
    let old: Vec<u32> = (0..old_len as u32).collect();
    if types.old == types.new && old_len == new_len {
        return Pair { new: old.clone(), old };
    }
    let mut new: Vec<Option<u32>> = vec![None; new_len];
    let mut taken = vec![false; old_len];
    for by_name in [true, false] {
        for (index, number) in new.iter_mut().enumerate().filter(|(_, number)| number.is_none()) {
            let fits = |old: &usize| {
                let named = !names.new[index].is_empty() && names.old[*old] == names.new[index];
                !taken[*old] && if by_name { named } else { types.old.get(*old) == types.new.get(index) }
            };
            if let Some(found) = (0..old_len).find(fits) {
                taken[found] = true;
                *number = Some(found as u32);
            }
        }
    }
    let numbered = new.into_iter().enumerate().map(|(index, old)| old.unwrap_or((old_len + index) as u32));
    Pair { old, new: numbered.collect() }
}

/// Blocks that begin alike correspond; then those that share the most instructions.
fn match_blocks(body: Pair<&Body<'_>>, old_sequence: &[InstId], matching: &mut Matching) {
    if let (Some(old), Some(new)) = (body.old.order.first(), body.new.order.first()) {
        matching.pair_blocks(*old, *new);
    }
    for block in &body.old.order {
        let Some(first) = matching.insts.old[body.old.first(*block).index()] else { continue };
        let new_block = body.new.block(first);
        if body.new.first(new_block) == first {
            matching.pair_blocks(*block, new_block);
        }
    }
    let mut shared: BTreeMap<(BlockId, BlockId), u32> = BTreeMap::new();
    for old in old_sequence {
        if let Some(new) = matching.insts.old[old.index()] {
            *shared.entry((body.old.block(*old), body.new.block(new))).or_default() += 1;
        }
    }
    let mut ranked: Vec<_> = shared.into_iter().collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for ((old, new), _) in ranked {
        matching.pair_blocks(old, new);
    }
}

type Votes = HashMap<(InstId, InstId), u32>;

/// How often votes are counted: each round lets those vote that were paired in the round before.
const ROUNDS: usize = 12;
/// The weight of a vote by a user; that of an edge on which two phis take the same is 1.
const USER: u32 = 2;

fn match_by_votes(body: Pair<&Body<'_>>, old_sequence: &[InstId], matching: &mut Matching) {
    for _ in 0..ROUNDS {
        let mut votes = Votes::new();
        for old in old_sequence {
            let Some(new) = matching.insts.old[old.index()] else { continue };
            let operands = Pair { old: body.old.shapes.operands(*old), new: body.new.shapes.operands(new) };
            for (old, new) in operands.old.iter().zip(operands.new) {
                vote(body, matching, *old, *new, &mut votes);
            }
        }
        for block in &body.old.order {
            vote_of_phis(body, matching, *block, &mut votes);
        }
        // What no user speaks for waits until all others are settled, and then only the surest are paired.
        let most = votes.values().copied().max().unwrap_or(0);
        if !elect(body, matching, &votes, USER) && !elect(body, matching, &votes, most) {
            break;
        }
    }
    for old_block in &body.old.order {
        let Some(new_block) = matching.blocks.old[old_block.index()] else { continue };
        for old in body.old.phis(*old_block) {
            let same_type = |new: &&InstId| body.old.shapes.words(*old) == body.new.shapes.words(**new);
            let free = |new: &&InstId| matching.is_free(*old, **new);
            if let Some(new) = body.new.phis(new_block).iter().filter(free).find(same_type) {
                matching.pair(*old, *new);
            }
        }
    }
}

/// A vote for the definitions of two operands, if both look for a partner.
fn vote(body: Pair<&Body<'_>>, matching: &Matching, old: Operand, new: Operand, votes: &mut Votes) {
    let (Operand::Value(old), Operand::Value(new)) = (old, new) else { return };
    let (Some(Def::Inst(old)), Some(Def::Inst(new))) = (body.old.def(old), body.new.def(new)) else { return };
    if may_pair(body, matching, old, new) {
        *votes.entry((old, new)).or_default() += USER;
    }
}

fn may_pair(body: Pair<&Body<'_>>, matching: &Matching, old: InstId, new: InstId) -> bool {
    let reachable = body.old.is_reachable(old) && body.new.is_reachable(new);
    if !reachable || !matching.is_free(old, new) {
        return false;
    }
    if body.old.is_phi(old) || body.new.is_phi(new) {
        let paired = matching.blocks.old[body.old.block(old).index()] == Some(body.new.block(new));
        return paired && body.old.shapes.words(old) == body.new.shapes.words(new);
    }
    body.old.shapes.words(old)[..2] == body.new.shapes.words(new)[..2]
}

/// Matched phis vote for what they take; free ones get a vote for each edge on which they take the same.
fn vote_of_phis(body: Pair<&Body<'_>>, matching: &Matching, old_block: BlockId, votes: &mut Votes) {
    let Some(new_block) = matching.blocks.old[old_block.index()] else { return };
    for old in body.old.phis(old_block) {
        for new in body.new.phis(new_block) {
            let matched = matching.insts.old[old.index()] == Some(*new);
            if !matched && !may_pair(body, matching, *old, *new) {
                continue;
            }
            let rift_ir::InstKind::Phi { incoming } = body.old.kind(*old) else { continue };
            for (from, old_operand) in incoming {
                let Some(new_from) = matching.blocks.old[from.index()] else { continue };
                let Some(new_operand) = body.new.incoming(*new, new_from) else { continue };
                if matched {
                    vote(body, matching, *old_operand, new_operand, votes);
                } else if looks_same(body, matching, *old_operand, new_operand) {
                    *votes.entry((*old, *new)).or_default() += 1;
                }
            }
        }
    }
}

fn looks_same(body: Pair<&Body<'_>>, matching: &Matching, old: Operand, new: Operand) -> bool {
    match (old, new) {
        (Operand::Const(old), Operand::Const(new)) => body.old.numbers.constant(old) == body.new.numbers.constant(new),
        (Operand::Value(old), Operand::Value(new)) => match (body.old.def(old), body.new.def(new)) {
            (Some(Def::Inst(old)), Some(Def::Inst(new))) => matching.insts.old[old.index()] == Some(new),
            (Some(Def::Param(old)), Some(Def::Param(new))) => {
                matching.params.old[old as usize] == matching.params.new[new as usize]
            }
            _ => false,
        },
        _ => false,
    }
}

/// Pairs by number of votes, then by order. Whether anything was paired.
fn elect(body: Pair<&Body<'_>>, matching: &mut Matching, votes: &Votes, least: u32) -> bool {
    let mut ranked: Vec<_> = votes.iter().filter(|(_, count)| **count >= least).collect();
    ranked.sort_unstable_by_key(|((old, new), count)| {
        // What cannot be reached has no rank of its own.
        (std::cmp::Reverse(**count), body.old.rank(*old), body.new.rank(*new), *old, *new)
    });
    let mut elected = false;
    for ((old, new), _) in ranked {
        if may_pair(body, matching, *old, *new) {
            matching.pair(*old, *new);
            elected = true;
        }
    }
    elected
}
