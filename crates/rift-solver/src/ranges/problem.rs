//! A query as a flat list of steps over variables.
//!
//! Variables are runs of input bytes that no read of the query cuts: a field that is only used as a whole is one
//! variable, and one of whose bytes more is known is several. Only the constraints that are connected with the goal
//! through bytes not known yet are taken; the hint satisfies the others.

use super::floats::Unary;
use super::value::{Half, Range};
use crate::byteset::ByteSet;
use crate::{Context, Query};
use rift_expr::{Node, TableId, TermId};
use rift_ir::{BinaryOp, FloatPredicate, IntPredicate};
use smallvec::SmallVec;

/// A step of one problem, or its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(pub(crate) u32);

impl Slot {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a step computes from those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Const,
    Var,
    /// What is wider than 64 bits: nothing is known about it.
    Opaque,
    Binary {
        op: BinaryOp,
        a: Slot,
        b: Slot,
    },
    Compare {
        predicate: IntPredicate,
        a: Slot,
        b: Slot,
    },
    Not(Slot),
    Ite {
        condition: Slot,
        yes: Slot,
        no: Slot,
    },
    Extract {
        a: Slot,
        low: u32,
    },
    Concat {
        high: Slot,
        low: Slot,
    },
    ZExt(Slot),
    SExt(Slot),
    Lookup {
        table: TableId,
        index: Slot,
    },
    Float {
        op: BinaryOp,
        a: Slot,
        b: Slot,
    },
    FloatCompare {
        predicate: FloatPredicate,
        a: Slot,
        b: Slot,
    },
    /// Conversions, and other floats of one operand.
    FloatUnary {
        op: Unary,
        a: Slot,
    },
}

impl Op {
    pub(super) fn operands(self, mut each: impl FnMut(Slot)) {
        match self {
            Op::Const | Op::Var | Op::Opaque => {}
            Op::Not(a) | Op::ZExt(a) | Op::SExt(a) => each(a),
            Op::Extract { a, .. } | Op::Lookup { index: a, .. } | Op::FloatUnary { a, .. } => each(a),
            Op::Binary { a, b, .. }
            | Op::Compare { a, b, .. }
            | Op::Concat { high: a, low: b }
            | Op::Float { a, b, .. }
            | Op::FloatCompare { a, b, .. } => [a, b].into_iter().for_each(each),
            Op::Ite { condition, yes, no } => [condition, yes, no].into_iter().for_each(each),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) op: Op,
    pub(crate) width: u32,
}

/// A run of at most 8 input bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Var {
    pub(crate) at: u32,
    pub(crate) bytes: u32,
    pub(crate) slot: Slot,
}

impl Var {
    pub(crate) fn width(self) -> u32 {
        self.bytes * 8
    }
}

/// What may be true of the values of all steps at once.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// By slot.
    pub(crate) ranges: Vec<Range>,
    /// By variable; of those with more than one byte, unused.
    pub(crate) values: Vec<ByteSet>,
}

#[derive(Debug, Default)]
pub(crate) struct Problem {
    pub(crate) steps: Vec<Step>,
    pub(crate) vars: Vec<Var>,
    /// What must hold, the goal first.
    pub(crate) conditions: Vec<TermId>,
    pub(crate) roots: Vec<Slot>,
    /// What the goal is made of.
    pub(crate) goal_steps: usize,
}

/// Reused between problems: tables by term and by byte, valid where their stamp is the current one.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    stamp: u32,
    slot_of: Vec<(u32, Slot)>,
    seen_byte: Vec<u32>,
    found: Vec<TermId>,
    stack: Vec<TermId>,
    cuts: Vec<u32>,
    /// Ascending: where, and how many bytes.
    reads: Vec<(u32, u32)>,
    /// The bytes of opaque terms.
    unread: Vec<u32>,
}

impl Builder {
    /// The problem of a query, and what is known at the start. `None` if it has more than `most` steps.
    pub(crate) fn build(&mut self, context: &mut Context<'_>, query: Query, most: usize) -> Option<(Problem, State)> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            *self = Builder { stamp: 1, ..Builder::default() };
        }
        let mut problem = Problem { conditions: self.relevant(context, query, most)?, ..Problem::default() };
        self.collect(context, &problem.conditions, most)?;
        let mut state = State { ranges: Vec::new(), values: Vec::new() };
        self.make_vars(context, query, &mut problem, &mut state);
        for i in 0..self.found.len() {
            self.make_step(context, self.found[i], &mut problem, &mut state);
        }
        problem.roots.extend(problem.conditions.iter().map(|&term| self.slot_of[term.index()].1));
        problem.goal_steps = problem.count_goal_steps();
        Some((problem, state))
    }

    /// The goal, and the open constraints that are connected with it. `None` if there are too many to look at.
    fn relevant(&mut self, context: &mut Context<'_>, query: Query, most: usize) -> Option<Vec<TermId>> {
        let Context { terms, sets, evaluator, .. } = context;
        sets.make_box(terms, evaluator, query.set);
        let mut conditions = vec![query.goal];
        let mut open: SmallVec<[TermId; 16]> = sets.open(query.set).take(most + 1).collect();
        if open.len() > most {
            return None;
        }
        let mut next = 0;
        while next < conditions.len() && !open.is_empty() {
            self.mark_free(context, query, conditions[next]);
            next += 1;
            let (seen, stamp) = (&self.seen_byte, self.stamp);
            let touched = |at: &u32| seen.get(*at as usize) == Some(&stamp);
            open.retain(|&mut term| {
                let apart = !context.terms.support(term).iter().any(touched);
                if !apart {
                    conditions.push(term);
                }
                apart
            });
        }
        Some(conditions)
    }

    fn mark_free(&mut self, context: &Context<'_>, query: Query, term: TermId) {
        for &at in context.terms.support(term) {
            if context.sets.known(query.set, at).values.single().is_none() {
                if self.seen_byte.len() <= at as usize {
                    self.seen_byte.resize(at as usize + 1, 0);
                }
                self.seen_byte[at as usize] = self.stamp;
            }
        }
    }

    /// All terms that the conditions are made of, ascending, which puts operands first; and the bytes they read.
    fn collect(&mut self, context: &Context<'_>, conditions: &[TermId], most: usize) -> Option<()> {
        let terms = &context.terms;
        self.found.clear();
        self.reads.clear();
        self.unread.clear();
        if self.slot_of.len() < terms.len() {
            self.slot_of.resize(terms.len(), (0, Slot(0)));
        }
        self.stack.clear();
        self.stack.extend_from_slice(conditions);
        while let Some(term) = self.stack.pop() {
            let entry = &mut self.slot_of[term.index()];
            if entry.0 == self.stamp {
                continue;
            }
            *entry = (self.stamp, Slot(0));
            self.found.push(term);
            if self.found.len() > most {
                return None;
            }
            match terms.node(term) {
                Node::Read { at, bytes } if bytes <= 8 => self.reads.push((at, bytes)),
                _ if is_opaque(context, term) => self.unread.extend_from_slice(terms.support(term)),
                _ => self.stack.extend(terms.children(term)),
            }
        }
        self.found.sort_unstable();
        self.reads.sort_unstable();
        self.reads.dedup();
        self.add_unread();
        Some(())
    }

    /// Bytes of opaque terms that nothing else reads are read one by one.
    fn add_unread(&mut self) {
        self.unread.sort_unstable();
        self.unread.dedup();
        let count = self.reads.len();
        let (mut next, mut end) = (0, 0);
        for &at in &self.unread {
            while next < count && self.reads[next].0 <= at {
                end = end.max(self.reads[next].0 + self.reads[next].1);
                next += 1;
            }
            if at >= end {
                self.reads.push((at, 1));
            }
        }
        self.reads.sort_unstable();
    }

    /// Cuts the bytes that are read into variables.
    fn make_vars(&mut self, context: &Context<'_>, query: Query, problem: &mut Problem, state: &mut State) {
        self.find_cuts(|at| context.sets.known(query.set, at).values);
        let mut end = 0;
        let mut reads = self.reads.iter().peekable();
        for pair in self.cuts.windows(2) {
            while let Some(&(at, bytes)) = reads.next_if(|read| read.0 <= pair[0]) {
                end = end.max(at + bytes);
            }
            if pair[0] < end {
                let var = Var { at: pair[0], bytes: pair[1] - pair[0], slot: Slot(problem.steps.len() as u32) };
                problem.vars.push(var);
                problem.steps.push(Step { op: Op::Var, width: var.width() });
                let top = context.sets.known(query.set, pair[1] - 1).values;
                state.ranges.push(top_range(var.width(), byte_range(top)));
                state.values.push(top);
            }
        }
    }

    /// The ends of all reads; their starts, unless a longer read has the same end; and what is around bytes whose
    /// values are not bounds of what they are the top of.
    fn find_cuts(&mut self, known: impl Fn(u32) -> ByteSet) {
        self.cuts.clear();
        for (i, &(at, bytes)) in self.reads.iter().enumerate() {
            self.cuts.push(at + bytes);
            // Reads are ascending, and none has more than 8 bytes.
            let before = self.reads[..i].iter().rev().take_while(|read| read.0 + 8 > at);
            let is_top = before.clone().any(|read| read.0 < at && read.0 + read.1 == at + bytes);
            if !is_top {
                self.cuts.push(at);
            }
        }
        self.cuts.sort_unstable();
        self.cuts.dedup();
        for &(at, bytes) in self.reads.iter().filter(|read| read.1 > 1) {
            for at in at..at + bytes {
                let values = known(at);
                let is_bound = values.len() as u64 == byte_range(values).count();
                if values != ByteSet::ALL && !(is_bound && self.cuts.contains(&(at + 1))) {
                    self.cuts.extend([at, at + 1]);
                }
            }
        }
        self.cuts.sort_unstable();
        self.cuts.dedup();
    }

    fn make_step(&mut self, context: &Context<'_>, term: TermId, problem: &mut Problem, state: &mut State) {
        let terms = &context.terms;
        let slot = |term: TermId| self.slot_of[term.index()].1;
        let op = match terms.node(term) {
            Node::Read { at, bytes } if bytes <= 8 => {
                self.slot_of[term.index()].1 = read(problem, state, at, bytes);
                return;
            }
            _ if is_opaque(context, term) => Op::Opaque,
            Node::Const(_) => Op::Const,
            Node::Binary { op, a, b } => Op::Binary { op, a: slot(a), b: slot(b) },
            Node::Compare { predicate, a, b } => Op::Compare { predicate, a: slot(a), b: slot(b) },
            Node::Not(a) => Op::Not(slot(a)),
            Node::Ite { condition, yes, no } => Op::Ite { condition: slot(condition), yes: slot(yes), no: slot(no) },
            Node::Extract { a, low } => Op::Extract { a: slot(a), low },
            Node::Concat { high, low } => Op::Concat { high: slot(high), low: slot(low) },
            Node::ZExt(a) => Op::ZExt(slot(a)),
            Node::SExt(a) => Op::SExt(slot(a)),
            Node::Lookup { table, index } => Op::Lookup { table, index: slot(index) },
            Node::Float { op, a, b } => Op::Float { op, a: slot(a), b: slot(b) },
            Node::FloatCompare { predicate, a, b } => Op::FloatCompare { predicate, a: slot(a), b: slot(b) },
            Node::FloatSqrt(a) => Op::FloatUnary { op: Unary::Sqrt, a: slot(a) },
            Node::FloatToFloat(a) => Op::FloatUnary { op: Unary::ToFloat, a: slot(a) },
            Node::SignedToFloat(a) => Op::FloatUnary { op: Unary::FromSigned, a: slot(a) },
            Node::UnsignedToFloat(a) => Op::FloatUnary { op: Unary::FromUnsigned, a: slot(a) },
            Node::FloatToSigned(a) => Op::FloatUnary { op: Unary::ToSigned, a: slot(a) },
            Node::FloatToUnsigned(a) => Op::FloatUnary { op: Unary::ToUnsigned, a: slot(a) },
            Node::Wide(_) | Node::Read { .. } => Op::Opaque,
        };
        let width = terms.width(term).min(64);
        let range = match terms.as_const(term) {
            Some(value) => Range::single(width, value),
            None if op == Op::Opaque => Range::full(width),
            None => {
                let (first, last) = terms.range(term);
                Range::unsigned(width, first, last)
            }
        };
        self.slot_of[term.index()].1 = push(problem, state, Step { op, width }, range);
    }
}

fn push(problem: &mut Problem, state: &mut State, step: Step, range: Range) -> Slot {
    let slot = Slot(u32::try_from(problem.steps.len()).expect("problems are bounded"));
    problem.steps.push(step);
    state.ranges.push(range);
    slot
}

/// The variables of a read, put together. The first may reach further down.
fn read(problem: &mut Problem, state: &mut State, at: u32, bytes: u32) -> Slot {
    let first = problem.vars.partition_point(|var| var.at + var.bytes <= at);
    let parts: SmallVec<[Var; 8]> =
        problem.vars[first..].iter().take_while(|var| var.at < at + bytes).copied().collect();
    let (mut whole, below) = (parts[0].slot, (at - parts[0].at) * 8);
    let mut width = parts[0].width() - below;
    if below > 0 {
        let step = Step { op: Op::Extract { a: whole, low: below }, width };
        whole = push(problem, state, step, Range::full(width));
    }
    for part in &parts[1..] {
        width += part.width();
        let step = Step { op: Op::Concat { high: part.slot, low: whole }, width };
        whole = push(problem, state, step, Range::full(width));
    }
    whole
}

/// Whether nothing is known about a term, nor about what it is made of.
fn is_opaque(context: &Context<'_>, term: TermId) -> bool {
    let terms = &context.terms;
    match terms.node(term) {
        _ if terms.width(term) > 64 => true,
        Node::Compare { a, .. }
        | Node::Extract { a, .. }
        | Node::Lookup { index: a, .. }
        | Node::SignedToFloat(a)
        | Node::UnsignedToFloat(a) => terms.width(a) > 64,
        _ => false,
    }
}

/// The bounds of a byte that has one of some values.
pub(crate) fn byte_range(values: ByteSet) -> Range {
    let half = |set: ByteSet| match (set.first(), set.last()) {
        (Some(first), Some(last)) => Range::unsigned(8, first.into(), last.into()),
        _ => Range::NONE,
    };
    half(values.and(ByteSet::between(0, 127))).join(half(values.and(ByteSet::between(128, 255))))
}

/// The bounds of a number whose top byte has these.
fn top_range(width: u32, top: Range) -> Range {
    let below = width - 8;
    let widen = |half: Half| Half { first: half.first << below, last: half.last << below | ((1 << below) - 1) };
    let half = |half: Half| if half.is_empty() { half } else { widen(half) };
    Range { low: half(top.low), high: half(top.high) }
}
