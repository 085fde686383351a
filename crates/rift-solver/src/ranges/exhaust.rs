//! All values of the few variables that a goal is about, whatever the others are.
//!
//! Bounds lose how the parts of a goal hang together: `x * x / x` is between 0 and infinity for them. Where the
//! variables of the goal have few values left, each combination is evaluated, with the goal and the conditions that are
//! about these variables only. What is false for all of them has no solution; else the variables keep the values that
//! occurred. Errs towards nothing: with too many combinations it does not look.

use super::problem::{Problem, State};
use super::propagate::Contradiction;
use super::search::{Search, count, values};
use crate::Assignment;
use crate::byteset::ByteSet;
use rift_expr::TermId;

/// So many combinations are looked at.
const MOST_COMBINATIONS: u64 = 1 << 12;
/// So many of those that the goal holds for are tried with all conditions.
const MOST_TRIED: u32 = 16;

/// What looking at all values of the goal's variables brought up.
pub(super) enum Looked {
    TooMany,
    Found(Assignment),
    Narrowed,
}

impl Search<'_, '_> {
    /// Narrows the variables of the goal to values for which it holds.
    pub(super) fn exhaust_goal(&mut self, state: &mut State) -> Result<Looked, Contradiction> {
        let vars = self.vars_of(self.problem.conditions[0]);
        let counts = vars.iter().map(|&var| count(self.problem, state, var));
        let combinations = counts.fold(1, u64::saturating_mul);
        let left = self.limit.saturating_sub(self.work);
        let size = self.problem.goal_steps as u64;
        if combinations > MOST_COMBINATIONS || combinations.saturating_mul(size) > left / 2 {
            return Ok(Looked::TooMany);
        }
        let closed = self.closed(&vars);
        self.reset_to_near(state);
        let all: Vec<Vec<u64>> = vars.iter().map(|&var| values(self.problem, state, var)).collect();
        let mut occurred = vec![ByteSet::NONE; vars.len()];
        let mut chosen = vec![0; vars.len()];
        let (mut holds_for, mut tried) = (0u64, 0);
        for (&var, values) in vars.iter().zip(&all) {
            self.set(self.problem.vars[var], values[0]);
        }
        loop {
            if self.holds(&closed) {
                holds_for += 1;
                for (i, values) in all.iter().enumerate() {
                    occurred[i].insert(values[chosen[i]] as u8);
                }
                tried += 1;
                if tried <= MOST_TRIED
                    && let Some(found) = self.evaluate()
                {
                    return Ok(Looked::Found(found));
                }
            }
            let Some(next) = (0..all.len()).find(|&i| chosen[i] + 1 < all[i].len()) else { break };
            for i in 0..=next {
                chosen[i] = if i == next { chosen[i] + 1 } else { 0 };
                self.set(self.problem.vars[vars[i]], all[i][chosen[i]]);
            }
        }
        if holds_for == 0 {
            return Err(Contradiction);
        }
        for (&var, occurred) in vars.iter().zip(&occurred) {
            if self.problem.vars[var].bytes == 1 {
                state.values[var] = state.values[var].and(*occurred);
            }
        }
        Ok(Looked::Narrowed)
    }

    /// The variables that a term reads.
    fn vars_of(&self, term: TermId) -> Vec<usize> {
        let support = self.context.terms.support(term);
        let reads = |&var: &usize| {
            let var = self.problem.vars[var];
            let first = support.partition_point(|&at| at < var.at);
            support.get(first).is_some_and(|&at| at < var.at + var.bytes)
        };
        (0..self.problem.vars.len()).filter(reads).collect()
    }

    /// The conditions about some variables only.
    fn closed(&self, vars: &[usize]) -> Vec<TermId> {
        let is_inside = |at: u32| {
            let place = vars.partition_point(|&var| self.problem.vars[var].at <= at);
            place.checked_sub(1).is_some_and(|place| {
                let var = self.problem.vars[vars[place]];
                at < var.at + var.bytes
            })
        };
        let conditions = self.problem.conditions.iter().copied();
        conditions.filter(|&term| self.context.terms.support(term).iter().all(|&at| is_inside(at))).collect()
    }

    fn holds(&mut self, conditions: &[TermId]) -> bool {
        self.work += self.problem.goal_steps as u64;
        self.context.evaluator.reset(self.scratch);
        conditions.iter().all(|&term| self.context.evaluator.holds(self.context.terms, term))
    }
}

impl Problem {
    /// How many steps the goal is made of: what evaluating it costs.
    pub(super) fn count_goal_steps(&self) -> usize {
        let Some(&goal) = self.roots.first() else { return 0 };
        let mut seen = vec![false; self.steps.len()];
        let mut stack = vec![goal];
        let mut steps = 0;
        while let Some(slot) = stack.pop() {
            if !std::mem::replace(&mut seen[slot.index()], true) {
                steps += 1;
                self.steps[slot.index()].op.operands(|operand| stack.push(operand));
            }
        }
        steps
    }
}
