//! Finds values for the variables of a problem, or shows that there are none.
//!
//! Bounds are narrowed, likely values tried by evaluation, and what is left is split in two. Where sums may wrap around,
//! it is split there first, since bounds and relations are exact on either side. All splits together cover all
//! values: when none is left, there is no solution. A limit on the work makes it give up before.

use super::exhaust::Looked;
use super::problem::{Op, Problem, Slot, State, Var, byte_range};
use super::propagate::{Contradiction, fixpoint};
use super::relations::Relations;
use super::value::{Half, Range, mask};
use crate::byteset::ByteSet;
use crate::{Assignment, Context};
use rift_expr::Model;
use rift_ir::BinaryOp;

/// Variables are fixed one after the other down to this depth of splits; further down, only likely values are tried.
const DIVE_DEPTH: u32 = 3;

/// So many combinations of values are tried at once.
const FEW_VALUES: u64 = 32;
/// Splits go so deep before trying all values is considered.
const SPLIT_DEPTH: u32 = 4;

/// Which value of a variable to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// That of the hint, or what is next to it.
    Near,
    Least,
    SignedMost,
    SignedLeast,
    Most,
}

#[derive(Debug)]
pub(crate) enum Outcome {
    Sat(Assignment),
    Unsat,
    GaveUp,
}

pub(crate) struct Search<'a, 'b> {
    pub(crate) context: &'a mut Context<'b>,
    pub(crate) problem: &'a Problem,
    pub(crate) relations: &'a mut Relations,
    pub(crate) scratch: &'a mut Model,
    pub(crate) work: u64,
    pub(crate) limit: u64,
}

impl Search<'_, '_> {
    /// Whether it has worked enough, or there is no time left.
    fn is_over(&self) -> bool {
        self.work > self.limit || self.context.deadline.is_over()
    }

    pub(crate) fn run(&mut self, state: State) -> Outcome {
        self.relations.reset(self.problem);
        self.scratch.bytes.clone_from(&self.context.hint.bytes);
        let mut stack = vec![(state, 0, false)];
        while let Some((mut state, depth, mut is_exhausted)) = stack.pop() {
            if self.is_over() {
                return Outcome::GaveUp;
            }
            if self.narrow(&mut state).is_err() {
                continue;
            }
            if let Some(found) = self.try_values(&state) {
                return Outcome::Sat(found);
            }
            if !is_exhausted {
                match self.exhaust_goal(&mut state) {
                    Err(Contradiction) => continue,
                    Ok(Looked::Found(found)) => return Outcome::Sat(found),
                    Ok(Looked::TooMany) => {}
                    Ok(Looked::Narrowed) => {
                        is_exhausted = true;
                        if self.narrow(&mut state).is_err() {
                            continue;
                        }
                    }
                }
            }
            if self.is_enumerable(&state, depth) {
                match self.enumerate(&state) {
                    Some(found) => return Outcome::Sat(found),
                    None => continue,
                }
            }
            if let Some(found) = self.dives(&state, depth) {
                return Outcome::Sat(found);
            }
            // With every variable fixed, it was decided by evaluation.
            let Some((var, below)) = self.choose_split(&state) else { continue };
            let near = Policy::Near.value(self.context.hint, self.problem.vars[var], &state, var);
            let [first, second] = split(self.problem, state, var, below);
            let (later, sooner) = if below.contains(near) { (second, first) } else { (first, second) };
            stack.push((later, depth + 1, is_exhausted));
            stack.push((sooner, depth + 1, is_exhausted));
        }
        Outcome::Unsat
    }

    fn narrow(&mut self, state: &mut State) -> Result<(), Contradiction> {
        fixpoint(self.problem, self.context.terms, self.relations, state, &mut self.work)
    }

    /// Evaluates the conditions for some combinations of values within the bounds.
    fn try_values(&mut self, state: &State) -> Option<Assignment> {
        [Policy::Near, Policy::Least, Policy::SignedMost, Policy::SignedLeast, Policy::Most]
            .into_iter()
            .find_map(|policy| self.try_policy(state, policy))
    }

    fn try_policy(&mut self, state: &State, policy: Policy) -> Option<Assignment> {
        self.set_all(state, policy);
        self.evaluate()
    }

    fn set_all(&mut self, state: &State, policy: Policy) {
        for (i, &var) in self.problem.vars.iter().enumerate() {
            self.set(var, policy.value(self.context.hint, var, state, i));
        }
    }

    /// Gives every variable the value of the hint, or what is next to it.
    pub(super) fn reset_to_near(&mut self, state: &State) {
        self.set_all(state, Policy::Near);
    }

    pub(super) fn set(&mut self, var: Var, value: u64) {
        for byte in 0..var.bytes {
            self.scratch.set(var.at + byte, (value >> (8 * byte)) as u8);
        }
    }

    /// What the variables were set to, if all conditions hold for it.
    pub(super) fn evaluate(&mut self) -> Option<Assignment> {
        self.work += self.problem.steps.len() as u64;
        let Context { terms, evaluator, .. } = &mut *self.context;
        evaluator.reset(self.scratch);
        if !self.problem.conditions.iter().all(|&term| evaluator.holds(terms, term)) {
            return None;
        }
        let bytes = self.problem.vars.iter().flat_map(|var| var.at..var.at + var.bytes);
        Some(Assignment { bytes: bytes.map(|at| (at, self.scratch.byte(at))).collect() })
    }

    /// Whether to try all values: if they are few, or if splitting did not help and the limit allows it.
    fn is_enumerable(&self, state: &State, depth: u32) -> bool {
        let counts = (0..self.problem.vars.len()).map(|var| count(self.problem, state, var));
        let count = counts.fold(1, u64::saturating_mul);
        let left = self.limit.saturating_sub(self.work);
        let work = count.saturating_mul(self.problem.steps.len() as u64);
        count <= FEW_VALUES || (depth > SPLIT_DEPTH && work <= left / 2)
    }

    /// Tries all combinations of values.
    fn enumerate(&mut self, state: &State) -> Option<Assignment> {
        let values: Vec<Vec<u64>> = (0..self.problem.vars.len()).map(|var| values(self.problem, state, var)).collect();
        let mut chosen = vec![0; values.len()];
        for (i, &var) in self.problem.vars.iter().enumerate() {
            self.set(var, values[i][0]);
        }
        loop {
            if let Some(found) = self.evaluate() {
                return Some(found);
            }
            // Like a counter whose first digit changes quickest.
            let next = (0..values.len()).find(|&i| chosen[i] + 1 < values[i].len())?;
            for (i, &var) in self.problem.vars.iter().enumerate().take(next + 1) {
                chosen[i] = if i == next { chosen[i] + 1 } else { 0 };
                self.set(var, values[i][chosen[i]]);
            }
        }
    }

    /// Fixes one variable after the other.
    fn dives(&mut self, state: &State, depth: u32) -> Option<Assignment> {
        if depth > DIVE_DEPTH {
            return None;
        }
        [Policy::Near, Policy::Least, Policy::SignedMost]
            .into_iter()
            .find_map(|policy| self.dive(state.clone(), policy))
    }

    fn dive(&mut self, mut state: State, policy: Policy) -> Option<Assignment> {
        while let Some(var) = self.smallest(&state) {
            let value = policy.value(self.context.hint, self.problem.vars[var], &state, var);
            fix(self.problem, &mut state, var, value);
            if self.narrow(&mut state).is_err() || self.is_over() {
                return None;
            }
            if let Some(found) = self.try_policy(&state, policy) {
                return Some(found);
            }
        }
        None
    }

    /// The variable with the fewest values of those that are not fixed.
    fn smallest(&self, state: &State) -> Option<usize> {
        let free = (0..self.problem.vars.len()).filter(|&var| count(self.problem, state, var) > 1);
        free.min_by_key(|&var| count(self.problem, state, var))
    }

    /// A variable, and the values of one side of its split.
    fn choose_split(&self, state: &State) -> Option<(usize, Range)> {
        if let Some(found) = self.wrap_split(state) {
            return Some(found);
        }
        let var = self.smallest(state)?;
        let slot = self.problem.vars[var].slot;
        let range = state.ranges[slot.index()];
        let width = self.problem.vars[var].width();
        Some((
            var,
            sign_split(range).unwrap_or_else(|| {
                let (first, last) = range.unsigned_bounds();
                Range::unsigned(width, 0, first + (last - first) / 2)
            }),
        ))
    }

    /// Where a sum of a word and a constant, or a difference of words, wraps around within the bounds.
    fn wrap_split(&self, state: &State) -> Option<(usize, Range)> {
        for step in &self.problem.steps {
            let Op::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b } = step.op else {
                continue;
            };
            for (operand, other) in [(a, b), (b, a)] {
                let Some(var) = self.word(operand) else { continue };
                let range = state.ranges[operand.index()];
                if range.value().is_some() {
                    continue;
                }
                if let Some(below) = sign_split(range) {
                    return Some((var, below));
                }
                let Some(constant) = state.ranges[other.index()].value() else { continue };
                let (first, last) = range.unsigned_bounds();
                let starts = wrap_starts(op, step.width, constant);
                if let Some(at) = starts.into_iter().find(|&at| first < at && at <= last) {
                    return Some((var, Range::unsigned(step.width, 0, at - 1)));
                }
            }
        }
        None
    }

    /// The variable of more than one byte that a step is. Variables come before all other steps.
    fn word(&self, slot: Slot) -> Option<usize> {
        self.problem.vars.get(slot.index()).filter(|var| var.bytes > 1).map(|_| slot.index())
    }
}

impl Policy {
    /// A value within the bounds of a variable, the `index`-th.
    fn value(self, hint: &Model, var: Var, state: &State, index: usize) -> u64 {
        let Range { low, high } = state.ranges[var.slot.index()];
        let (least, most) = (low.first, low.last);
        match self {
            Policy::Near => near(hint, var, state, index),
            Policy::Least if !low.is_empty() => least,
            Policy::Least => high.first,
            Policy::SignedMost if !low.is_empty() => most,
            Policy::SignedMost => high.last,
            Policy::SignedLeast if !high.is_empty() => high.first,
            Policy::SignedLeast => least,
            Policy::Most if !high.is_empty() => high.last,
            Policy::Most => most,
        }
    }
}

/// What the hint has, if it is possible; else a readable byte or the end that is nearest.
fn near(hint: &Model, var: Var, state: &State, index: usize) -> u64 {
    if var.bytes == 1 {
        let (values, own) = (state.values[index], hint.byte(var.at));
        return if values.contains(own) { own } else { values.pick().unwrap_or(own) }.into();
    }
    let own = (0..var.bytes).fold(0, |value, i| value | u64::from(hint.byte(var.at + i)) << (8 * i));
    let range = state.ranges[var.slot.index()];
    if range.contains(own) {
        return own;
    }
    let ends = |half: Half| [half.first, half.last].into_iter().filter(move |_| !half.is_empty());
    let distance = |end: &u64| {
        let away = end.wrapping_sub(own) & mask(var.width());
        away.min(away.wrapping_neg() & mask(var.width()))
    };
    ends(range.low).chain(ends(range.high)).min_by_key(distance).unwrap_or(own)
}

/// Operands that are the first ones for which an operation with a constant wraps, or does not any longer.
fn wrap_starts(op: BinaryOp, width: u32, constant: u64) -> [u64; 3] {
    let (top, all) = (1 << (width - 1), mask(width));
    match op {
        // The sum is the first value of a half.
        BinaryOp::Add => [u64::wrapping_sub(0, constant) & all, u64::wrapping_sub(top, constant) & all, 0],
        // The product is above the greatest signed number, or the greatest; or not below the least.
        BinaryOp::Mul if constant > 1 && constant < top => {
            [(top - 1) / constant + 1, all / constant + 1, u64::wrapping_sub(0, top / constant) & all]
        }
        _ => [0; 3],
    }
}

/// Values on both sides of zero are split there.
fn sign_split(range: Range) -> Option<Range> {
    let both = !range.low.is_empty() && !range.high.is_empty();
    both.then_some(Range { high: Range::NONE.high, ..range })
}

pub(super) fn count(problem: &Problem, state: &State, var: usize) -> u64 {
    match problem.vars[var] {
        Var { bytes: 1, .. } => state.values[var].len().into(),
        Var { slot, .. } => state.ranges[slot.index()].count(),
    }
}

/// Of a variable that has few.
pub(super) fn values(problem: &Problem, state: &State, var: usize) -> Vec<u64> {
    match problem.vars[var] {
        Var { bytes: 1, .. } => state.values[var].iter().map(u64::from).collect(),
        Var { slot, .. } => {
            let Range { low, high } = state.ranges[slot.index()];
            let all = |half: Half| half.first..=half.last;
            all(low).chain(all(high)).collect()
        }
    }
}

fn fix(problem: &Problem, state: &mut State, var: usize, value: u64) {
    let Var { slot, .. } = problem.vars[var];
    state.ranges[slot.index()] = Range::single(problem.vars[var].width(), value);
    if problem.vars[var].bytes == 1 {
        state.values[var] = ByteSet::only(value as u8);
    }
}

/// The values within a range, and the others.
fn split(problem: &Problem, state: State, var: usize, below: Range) -> [State; 2] {
    let Var { slot, bytes, .. } = problem.vars[var];
    let width = problem.vars[var].width();
    let range = state.ranges[slot.index()];
    let last = below.unsigned_bounds().1;
    let above = Range::unsigned(width, last + 1, mask(width));
    let mut states = [state.clone(), state];
    for (state, part) in states.iter_mut().zip([below, above]) {
        state.ranges[slot.index()] = range.meet(part);
        if bytes == 1 {
            let (first, last) = part.unsigned_bounds();
            state.values[var] = state.values[var].and(ByteSet::between(first as u8, last as u8));
            state.ranges[slot.index()] = byte_range(state.values[var]);
        }
    }
    states
}
