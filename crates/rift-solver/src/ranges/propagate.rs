//! Narrows the bounds of all steps until nothing changes, or a contradiction shows.

use super::arithmetic;
use super::floats;
use super::problem::{Op, Problem, Slot, State, byte_range};
use super::relations::Relations;
use super::reshape;
use super::value::{Half, Range};
use crate::byteset::ByteSet;
use rift_expr::{TableId, Terms};

/// So many passes at most: bounds that creep towards each other are left to [`Relations`].
const MOST_PASSES: u32 = 8;
/// So many rounds of passes and relations at most.
const MOST_ROUNDS: u32 = 4;
/// So many entries of a table are looked at.
const MOST_ENTRIES: u64 = 256;

/// No values are left that satisfy all conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contradiction;

impl State {
    fn range(&self, slot: Slot) -> Range {
        self.ranges[slot.index()]
    }

    /// Whether something changed.
    fn narrow(&mut self, slot: Slot, range: Range) -> Result<bool, Contradiction> {
        let old = self.ranges[slot.index()];
        let new = old.meet(range);
        if new == old {
            return Ok(false);
        }
        if new.is_empty() {
            return Err(Contradiction);
        }
        self.ranges[slot.index()] = new;
        Ok(true)
    }
}

/// Passes and relations until nothing changes. `work` counts the steps taken.
pub(crate) fn fixpoint(
    problem: &Problem,
    terms: &Terms,
    relations: &mut Relations,
    state: &mut State,
    work: &mut u64,
) -> Result<(), Contradiction> {
    for _ in 0..MOST_ROUNDS {
        for _ in 0..MOST_PASSES {
            *work += 2 * problem.steps.len() as u64;
            if !pass(problem, terms, state)? {
                break;
            }
        }
        *work += relations.size();
        if !relations.narrow(problem, state)? {
            break;
        }
    }
    Ok(())
}

/// Once from the variables to the conditions and back. Whether something changed.
fn pass(problem: &Problem, terms: &Terms, state: &mut State) -> Result<bool, Contradiction> {
    let mut changed = false;
    for i in 0..problem.steps.len() {
        let slot = Slot(i as u32);
        changed |= state.narrow(slot, forward(problem, terms, state, slot))?;
    }
    for &root in &problem.roots {
        changed |= state.narrow(root, Range::TRUE)?;
    }
    for i in (0..problem.steps.len()).rev() {
        changed |= backward(problem, terms, state, Slot(i as u32))?;
    }
    for (i, var) in problem.vars.iter().enumerate() {
        if var.bytes == 1 {
            changed |= narrow_byte(state, i, var.slot)?;
        }
    }
    Ok(changed)
}

/// Brings the bounds of a byte and its values together.
fn narrow_byte(state: &mut State, var: usize, slot: Slot) -> Result<bool, Contradiction> {
    let (range, values) = (state.range(slot), state.values[var]);
    if range == byte_range(values) {
        return Ok(false);
    }
    let values_of = |half: Half| {
        if half.is_empty() { ByteSet::NONE } else { ByteSet::between(half.first as u8, half.last as u8) }
    };
    let left = values.and(values_of(range.low).or(values_of(range.high)));
    state.values[var] = left;
    state.narrow(slot, byte_range(left))
}

fn forward(problem: &Problem, terms: &Terms, state: &State, slot: Slot) -> Range {
    let step = problem.steps[slot.index()];
    let (range, width) = (|slot: Slot| state.range(slot), step.width);
    let width_of = |slot: Slot| problem.steps[slot.index()].width;
    match step.op {
        Op::Const | Op::Var | Op::Opaque => range(slot),
        Op::Binary { op, a, b } => arithmetic::binary(op, width, range(a), range(b)),
        Op::Compare { predicate, a, b } => reshape::compare(predicate, width_of(a), range(a), range(b)),
        Op::Not(a) => reshape::not(width, range(a)),
        Op::Ite { condition, yes, no } => match range(condition).value() {
            Some(0) => range(no),
            Some(_) => range(yes),
            None => range(yes).join(range(no)),
        },
        Op::Extract { a, low } => reshape::extract(width, width_of(a), low, range(a)),
        Op::Concat { high, low } => reshape::concat(width, width_of(low), range(high), range(low)),
        Op::ZExt(a) => reshape::zext(width, width_of(a), range(a)),
        Op::SExt(a) => reshape::sext(width, width_of(a), range(a)),
        Op::Lookup { table, index } => lookup(terms, width, table, range(index)),
        Op::Float { op, a, b } => floats::binary(op, width, range(a), range(b), a == b),
        Op::FloatCompare { predicate, a, b } => floats::compare(predicate, width_of(a), range(a), range(b), a == b),
        Op::FloatUnary { op, a } => floats::unary(op, width, width_of(a), range(a)),
    }
}

/// Whether something changed.
fn backward(problem: &Problem, terms: &Terms, state: &mut State, slot: Slot) -> Result<bool, Contradiction> {
    let step = problem.steps[slot.index()];
    let (result, width) = (state.range(slot), step.width);
    let width_of = |slot: Slot| problem.steps[slot.index()].width;
    match step.op {
        Op::Const | Op::Var | Op::Opaque | Op::Float { .. } => Ok(false),
        Op::Binary { op, a, b } => {
            let (x, y) = arithmetic::binary_back(op, width, result, state.range(a), state.range(b));
            Ok(state.narrow(a, x)? | state.narrow(b, y)?)
        }
        Op::Compare { predicate, a, b } => {
            let (x, y) = reshape::compare_back(predicate, width_of(a), result, state.range(a), state.range(b));
            Ok(state.narrow(a, x)? | state.narrow(b, y)?)
        }
        Op::Not(a) => state.narrow(a, reshape::not(width, result)),
        Op::Ite { condition, yes, no } => ite_back(state, result, condition, yes, no),
        Op::Extract { a, low } => {
            let range = reshape::extract_back(width, width_of(a), low, result, state.range(a));
            state.narrow(a, range)
        }
        Op::Concat { high, low } => {
            let (x, y) = reshape::concat_back(width, width_of(low), result, state.range(high), state.range(low));
            Ok(state.narrow(high, x)? | state.narrow(low, y)?)
        }
        Op::ZExt(a) => state.narrow(a, reshape::zext_back(width_of(a), result, state.range(a))),
        Op::SExt(a) => state.narrow(a, reshape::sext_back(width, width_of(a), result, state.range(a))),
        Op::Lookup { table, index } => {
            let range = lookup_back(terms, width_of(index), table, result, state.range(index));
            state.narrow(index, range)
        }
        Op::FloatCompare { predicate, a, b } => {
            let (x, y) = (state.range(a), state.range(b));
            let (x, y) = floats::compare_back(predicate, width_of(a), result, x, y, a == b);
            Ok(state.narrow(a, x)? | state.narrow(b, y)?)
        }
        Op::FloatUnary { op, a } => {
            let range = floats::unary_back(op, width, width_of(a), result, state.range(a));
            state.narrow(a, range)
        }
    }
}

fn ite_back(state: &mut State, result: Range, condition: Slot, yes: Slot, no: Slot) -> Result<bool, Contradiction> {
    let impossible = |arm: Range| arm.meet(result).is_empty();
    match state.range(condition).value() {
        Some(0) => state.narrow(no, result),
        Some(_) => state.narrow(yes, result),
        None if impossible(state.range(yes)) => state.narrow(condition, Range::FALSE),
        None if impossible(state.range(no)) => state.narrow(condition, Range::TRUE),
        None => Ok(false),
    }
}

fn entry(values: &[u64], index: u64) -> u64 {
    usize::try_from(index).ok().and_then(|index| values.get(index)).copied().unwrap_or(0)
}

fn lookup(terms: &Terms, width: u32, table: TableId, index: Range) -> Range {
    let (first, last) = index.unsigned_bounds();
    if last - first >= MOST_ENTRIES {
        return Range::full(width);
    }
    let values = terms.table(table);
    (first..=last).fold(Range::NONE, |all, index| all.join(Range::single(width, entry(values, index))))
}

/// Takes off entries at the ends that are not possible.
fn lookup_back(terms: &Terms, width: u32, table: TableId, result: Range, index: Range) -> Range {
    let values = terms.table(table);
    let (mut first, mut last) = index.unsigned_bounds();
    let mut left = MOST_ENTRIES;
    while first < last && left > 0 && !result.contains(entry(values, first)) {
        first += 1;
        left -= 1;
    }
    while first < last && left > 0 && !result.contains(entry(values, last)) {
        last -= 1;
        left -= 1;
    }
    Range::unsigned(width, first, last)
}
