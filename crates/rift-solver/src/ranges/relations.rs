//! Differences between values: what bounds alone cannot see.
//!
//! From `x < y` and `y < x` bounds creep to a contradiction one by one, if at all. Comparisons that are decided are
//! inequalities `a <= b + c` between integers, where `a` and `b` are signed or unsigned readings of steps; sums with
//! constants and changes of width are followed to what they are made of where the bounds leave no doubt how often they
//! wrap. Bounds are relaxed along them as in the algorithm of Bellman and Ford: if that does not end after as many
//! rounds as there are values, a cycle of inequalities excludes everything.

use super::problem::{Op, Problem, Slot, State};
use super::propagate::Contradiction;
use super::value::{Range, signed};
use rift_ir::{BinaryOp, IntPredicate};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Signed,
    Unsigned,
}

/// A reading of a step as an integer.
#[derive(Debug, Clone, Copy)]
struct Reading {
    slot: Slot,
    view: View,
    least: i128,
    most: i128,
}

/// `readings[a] <= readings[b] + gap`.
#[derive(Debug, Clone, Copy)]
struct Inequality {
    a: usize,
    b: usize,
    gap: i128,
}

/// Reused between problems.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    /// The comparisons and differences of the problem.
    sources: Vec<Slot>,
    readings: Vec<Reading>,
    inequalities: Vec<Inequality>,
}

impl Relations {
    /// Starts with a new problem.
    pub(crate) fn reset(&mut self, problem: &Problem) {
        self.sources.clear();
        for (i, step) in problem.steps.iter().enumerate() {
            let (a, b) = match step.op {
                Op::Compare { a, b, .. } | Op::Binary { op: BinaryOp::Sub, a, b } => (a, b),
                _ => continue,
            };
            let is_const = |slot: Slot| problem.steps[slot.index()].op == Op::Const;
            if !is_const(a) && !is_const(b) {
                self.sources.push(Slot(i as u32));
            }
        }
    }

    /// How many steps a round takes, roughly.
    pub(crate) fn size(&self) -> u64 {
        4 * self.sources.len() as u64
    }

    /// Whether bounds changed.
    pub(crate) fn narrow(&mut self, problem: &Problem, state: &mut State) -> Result<bool, Contradiction> {
        if self.sources.is_empty() {
            return Ok(false);
        }
        self.readings.clear();
        self.inequalities.clear();
        for i in 0..self.sources.len() {
            let slot = self.sources[i];
            match problem.steps[slot.index()].op {
                Op::Compare { predicate, a, b } => self.add_comparison(problem, state, slot, predicate, a, b),
                Op::Binary { a, b, .. } => self.add_difference(problem, state, slot, a, b),
                _ => {}
            }
        }
        if !self.relax()? {
            return Ok(false);
        }
        self.apply(problem, state)
    }

    fn add_comparison(
        &mut self,
        problem: &Problem,
        state: &State,
        slot: Slot,
        predicate: IntPredicate,
        a: Slot,
        b: Slot,
    ) {
        let Some(truth) = state.ranges[slot.index()].value() else { return };
        let (view, gap) = match predicate {
            IntPredicate::Eq if truth != 0 => {
                self.add(problem, state, View::Signed, a, b, 0);
                self.add(problem, state, View::Signed, b, a, 0);
                return;
            }
            IntPredicate::Ult => (View::Unsigned, -1),
            IntPredicate::Ule => (View::Unsigned, 0),
            IntPredicate::Slt => (View::Signed, -1),
            IntPredicate::Sle => (View::Signed, 0),
            _ => return,
        };
        match truth {
            0 => self.add(problem, state, view, b, a, -1 - gap),
            _ => self.add(problem, state, view, a, b, gap),
        }
    }

    /// `slot` is `a - b`, which may have wrapped around.
    fn add_difference(&mut self, problem: &Problem, state: &State, slot: Slot, a: Slot, b: Slot) {
        let width = problem.steps[slot.index()].width;
        let (least, most) = bounds(state.ranges[slot.index()], width, View::Signed);
        for view in [View::Signed, View::Unsigned] {
            let x = bounds(state.ranges[a.index()], width, view);
            let y = bounds(state.ranges[b.index()], width, view);
            let Some(wraps) = unique_wraps((x.0 - y.1, x.1 - y.0), (least, most), width) else { continue };
            self.add(problem, state, view, a, b, most + wraps);
            self.add(problem, state, view, b, a, -(least + wraps));
            return;
        }
    }

    /// `a <= b + gap` in a view.
    fn add(&mut self, problem: &Problem, state: &State, view: View, a: Slot, b: Slot, gap: i128) {
        let (a, a_offset) = self.reading(problem, state, a, view);
        let (b, b_offset) = self.reading(problem, state, b, view);
        self.inequalities.push(Inequality { a, b, gap: gap + b_offset - a_offset });
    }

    /// What a step is made of, and how much has to be added to it.
    fn reading(&mut self, problem: &Problem, state: &State, slot: Slot, view: View) -> (usize, i128) {
        let (mut slot, mut view, mut offset) = (slot, view, 0);
        loop {
            let step = problem.steps[slot.index()];
            let range = state.ranges[slot.index()];
            if view == View::Unsigned && (range.high.is_empty() || range.low.is_empty()) {
                view = View::Signed;
                offset += if range.low.is_empty() { 1 << step.width } else { 0 };
            }
            match step.op {
                Op::Binary { op: BinaryOp::Add, a, b } => {
                    let Some((operand, added)) = sum(state, step.width, view, range, a, b) else { break };
                    slot = operand;
                    offset += added;
                }
                Op::SExt(a) if view == View::Signed => slot = a,
                Op::ZExt(a) => {
                    slot = a;
                    view = View::Unsigned;
                }
                _ => break,
            }
        }
        let known = self.readings.iter().position(|reading| reading.slot == slot && reading.view == view);
        let reading = known.unwrap_or_else(|| {
            let (least, most) = bounds(state.ranges[slot.index()], problem.steps[slot.index()].width, view);
            self.readings.push(Reading { slot, view, least, most });
            self.readings.len() - 1
        });
        (reading, offset)
    }

    /// Tightens the bounds of all readings. Whether something changed.
    fn relax(&mut self) -> Result<bool, Contradiction> {
        let mut any = false;
        for _ in 0..=self.readings.len() {
            let mut changed = false;
            for &Inequality { a, b, gap } in &self.inequalities {
                let most = self.readings[b].most + gap;
                if most < self.readings[a].most {
                    self.readings[a].most = most;
                    changed = true;
                }
                let least = self.readings[a].least - gap;
                if least > self.readings[b].least {
                    self.readings[b].least = least;
                    changed = true;
                }
                if [a, b].iter().any(|&i| self.readings[i].least > self.readings[i].most) {
                    return Err(Contradiction);
                }
            }
            if !changed {
                return Ok(any);
            }
            any = true;
        }
        Err(Contradiction)
    }

    fn apply(&self, problem: &Problem, state: &mut State) -> Result<bool, Contradiction> {
        let mut changed = false;
        for reading in &self.readings {
            let width = problem.steps[reading.slot.index()].width;
            let range = match reading.view {
                View::Signed => Range::signed(width, reading.least, reading.most),
                // Within the bounds of what it was before, so within those of the width.
                View::Unsigned => Range::unsigned(width, reading.least as u64, reading.most as u64),
            };
            let old = &mut state.ranges[reading.slot.index()];
            let new = old.meet(range);
            if new.is_empty() {
                return Err(Contradiction);
            }
            changed |= new != *old;
            *old = new;
        }
        Ok(changed)
    }
}

fn bounds(range: Range, width: u32, view: View) -> (i128, i128) {
    match view {
        View::Signed => range.signed_bounds(width),
        View::Unsigned => {
            let (first, last) = range.unsigned_bounds();
            (first.into(), last.into())
        }
    }
}

/// For a sum with a constant: the other operand, and what is added to it in a view, wrapping included.
fn sum(state: &State, width: u32, view: View, result: Range, a: Slot, b: Slot) -> Option<(Slot, i128)> {
    let (operand, constant) = match (state.ranges[a.index()].value(), state.ranges[b.index()].value()) {
        (None, Some(constant)) => (a, constant),
        (Some(constant), None) => (b, constant),
        _ => return None,
    };
    let constant = signed(width, constant);
    let (least, most) = bounds(state.ranges[operand.index()], width, view);
    let wraps = unique_wraps((least + constant, most + constant), bounds(result, width, view), width)?;
    Some((operand, constant - wraps))
}

/// What an exact result exceeds the wrapped one by, if that is always the same.
fn unique_wraps(exact: (i128, i128), wrapped: (i128, i128), width: u32) -> Option<i128> {
    let modulus = 1i128 << width;
    // exact - wrapped is a multiple of the modulus within these bounds.
    let (least, most) = (exact.0 - wrapped.1, exact.1 - wrapped.0);
    let first = least.div_euclid(modulus) + i128::from(least.rem_euclid(modulus) != 0);
    let last = most.div_euclid(modulus);
    (first == last).then_some(first * modulus)
}
