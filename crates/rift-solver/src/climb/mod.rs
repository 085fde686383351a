//! Searches for an input by going downhill: the alternating variable method (Korel 1990; Harman & McMinn 2007).
//!
//! Starts from the hint, for which all but the goal holds. One variable after the other (a byte, a number in decimal
//! digits, a word) is moved by one; where that brings the conditions nearer, it goes on in doubling steps. Meant for what
//! bit-blasting is slow at: floats, products, quotients and tables. Bounded by the terms it evaluates, so that the answer
//! does not depend on the clock. Says only `Sat`, after evaluation: finding nothing says nothing. With `Effort::Brief`
//! what it does not find is put off, if it is of the kind that takes long.

mod distance;
mod state;

use crate::check::satisfies;
use crate::meter::Meter;
use crate::{Assignment, Context, Effort, Query, Solver, Stats, Verdict, WhyUnknown};
use rift_expr::{Model, Node, TermId, Terms};
use rift_ir::BinaryOp;
use rustc_hash::FxHashSet;
use state::State;

/// Terms that one query may evaluate.
const MOST_WORK: u64 = 1_000_000;
/// The same where only the nearest input is wanted.
const MOST_WORK_NEAR: u64 = 20_000;
/// Conditions of a path beyond which it takes too long to see which of them are still open.
const MOST_MEMBERS: usize = 1024;
/// Conditions and terms that are looked at; larger queries are left alone.
const MOST_CONDITIONS: usize = 512;
const MOST_TERMS: usize = 8_000;
/// So often it starts elsewhere, if that work lasts.
const STARTS: u32 = 200;

#[derive(Debug)]
pub struct Climb<S> {
    inner: S,
    meter: Meter,
    scratch: Model,
}

impl<S: Solver> Climb<S> {
    pub const NAME: &'static str = "climb";

    pub fn new(inner: S) -> Climb<S> {
        Climb { inner, meter: Meter::measured(Self::NAME), scratch: Model::default() }
    }
}

impl<S: Solver> Solver for Climb<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let Climb { meter, scratch, .. } = self;
        match meter.time(context, |context| climb(context, query, scratch)) {
            Some(verdict) => verdict,
            None => self.inner.check(context, query),
        }
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}

fn climb(context: &mut Context<'_>, query: Query, scratch: &mut Model) -> Option<Verdict> {
    if context.effort == Effort::Quick {
        return None;
    }
    let (conditions, found) = collect(context, query)?;
    if !found.iter().any(|&term| is_hard(context.terms, term)) {
        return None;
    }
    let mut state = State::new(context, query, conditions, &found, MOST_WORK);
    for start in 0..STARTS {
        state.begin(start);
        state.descend();
        if state.is_solved() || state.is_over() {
            break;
        }
    }
    let assignment = state.is_solved().then(|| state.assignment());
    match assignment.filter(|assignment| satisfies(context, query, assignment, scratch)) {
        Some(assignment) => Some(Verdict::Sat(assignment)),
        None if context.effort < Effort::Full && found.iter().any(|&term| takes_long(context.terms, term)) => {
            Some(Verdict::Unknown(WhyUnknown::Deferred))
        }
        None => None,
    }
}

/// How near an input comes to a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// What to change in the hint. All of the set holds then.
    pub assignment: Assignment,
    /// 0: the goal holds. Distances of one goal can be compared, and those of goals that ask the same about other terms.
    pub distance: u64,
}

/// Goes from the hint as near to a goal as is possible in a few steps without leaving the set. The fitness of paths in
/// Fitnex (Xie, Tillmann, de Halleux & Schulte 2009). `None` if the query is too large.
pub fn nearest(context: &mut Context<'_>, query: Query) -> Option<Nearest> {
    // A loop without end leaves a condition in every round, each longer than the one before.
    if context.sets.members(query.set).len() > MOST_MEMBERS {
        return None;
    }
    let (conditions, found) = collect(context, query)?;
    let mut state = State::new(context, query, conditions, &found, MOST_WORK_NEAR);
    state.begin(0);
    state.descend_inside();
    let (assignment, distance) = (state.assignment(), state.goal_distance());
    context
        .sets
        .members(query.set)
        .iter()
        .all(|&term| context.evaluator.holds(context.terms, term))
        .then_some(Nearest { assignment, distance })
}

/// Whether a bit-blaster may take long over such terms.
fn is_hard(terms: &Terms, term: TermId) -> bool {
    match terms.node(term) {
        Node::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. } => true,
        Node::Lookup { .. } => true,
        _ => takes_long(terms, term),
    }
}

/// Whether it does so most of the time: seconds rather than milliseconds.
fn takes_long(terms: &Terms, term: TermId) -> bool {
    let varies = |term| terms.as_const(term).is_none();
    match terms.node(term) {
        Node::Binary { op: BinaryOp::Mul, a, b } => varies(a) && varies(b),
        Node::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, b, .. } => varies(b),
        Node::Float { .. }
        | Node::FloatSqrt(_)
        | Node::FloatCompare { .. }
        | Node::FloatToFloat(_)
        | Node::SignedToFloat(_)
        | Node::UnsignedToFloat(_)
        | Node::FloatToSigned(_)
        | Node::FloatToUnsigned(_) => true,
        _ => false,
    }
}

/// The goal and the open constraints, and all terms that they are made of. `None` if there are too many.
fn collect(context: &mut Context<'_>, query: Query) -> Option<(Vec<TermId>, Vec<TermId>)> {
    let Context { terms, sets, evaluator, .. } = context;
    sets.make_box(terms, evaluator, query.set);
    let mut conditions = vec![query.goal];
    conditions.extend(sets.open(query.set).take(MOST_CONDITIONS));
    if conditions.len() > MOST_CONDITIONS {
        return None;
    }
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = conditions.clone();
    while let Some(term) = stack.pop() {
        if terms.support(term).is_empty() || !seen.insert(term) {
            continue;
        }
        found.push(term);
        if found.len() > MOST_TERMS {
            return None;
        }
        stack.extend(terms.children(term));
    }
    found.sort_unstable();
    Some((conditions, found))
}
