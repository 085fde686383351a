//! Exact answers about single bytes: most branches of parsers compare one byte with a constant.
//!
//! [`Domains::new`] decides goals about one byte by looking at sets of values; [`Domains::projected`] decides those about
//! several of which the set leaves at most one open, by evaluating them for its values. If no open constraint ties that
//! byte, what is left of its values is the answer. If one does, only "no value left" is.

use crate::byteset::ByteSet;
use crate::meter::Meter;
use crate::{Assignment, Context, Query, Solver, Stats, Verdict};

/// Which goals a layer decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goals {
    OneByte,
    OneUnknownByte,
}

#[derive(Debug)]
pub struct Domains<S> {
    inner: S,
    meter: Meter,
    goals: Goals,
}

impl<S: Solver> Domains<S> {
    pub const NAME: &'static str = "domains";
    pub const PROJECTED_NAME: &'static str = "projected";

    /// Goals about one byte.
    pub fn new(inner: S) -> Domains<S> {
        Domains { inner, meter: Meter::sampled(Self::NAME), goals: Goals::OneByte }
    }

    /// Goals about several bytes of which at most one is not known. Slower than a cache.
    pub fn projected(inner: S) -> Domains<S> {
        Domains { inner, meter: Meter::sampled(Self::PROJECTED_NAME), goals: Goals::OneUnknownByte }
    }
}

impl<S: Solver> Solver for Domains<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let decided = self.meter.time(context, |context| match self.goals {
            Goals::OneByte => decide(context, query),
            Goals::OneUnknownByte => decide_projected(context, query),
        });
        decided.unwrap_or_else(|| self.inner.check(context, query))
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}

#[inline]
fn decide(context: &mut Context<'_>, query: Query) -> Option<Verdict> {
    let Context { terms, sets, evaluator, .. } = context;
    match terms.support(query.goal) {
        &[at] => {
            sets.make_box(terms, evaluator, query.set);
            let values = sets.values_of(terms, evaluator, query.goal, at);
            answer(context, query, at, values)
        }
        [] => Some(constant(context, query)),
        _ => None,
    }
}

fn decide_projected(context: &mut Context<'_>, query: Query) -> Option<Verdict> {
    let Context { terms, sets, evaluator, .. } = context;
    sets.make_box(terms, evaluator, query.set);
    let support = terms.support(query.goal);
    let mut free = support.iter().filter(|&&at| sets.known(query.set, at).values.single().is_none());
    let first = free.next().copied();
    if free.next().is_some() {
        return None;
    }
    // Where no byte is free, any will do: its only value is left, or none.
    let at = first.or(support.first().copied())?;
    if sets.known(query.set, at).tied {
        return None;
    }
    let values = sets.project(terms, evaluator, query.set, query.goal, at);
    answer(context, query, at, values)
}

/// `values` are those of `at` for which the goal holds.
#[inline]
fn answer(context: &Context<'_>, query: Query, at: u32, values: ByteSet) -> Option<Verdict> {
    let known = context.sets.known(query.set, at);
    let left = known.values.and(values);
    if left.is_empty() {
        return Some(Verdict::Unsat);
    }
    // What the hint has satisfies the set; so it is an answer even for a byte that is tied.
    if left.contains(context.hint.byte(at)) {
        return Some(Verdict::Sat(Assignment::default()));
    }
    if known.tied {
        return None;
    }
    let value = left.pick().expect("a set that is not empty has a value");
    Some(Verdict::Sat(Assignment { bytes: vec![(at, value)] }))
}

fn constant(context: &mut Context<'_>, query: Query) -> Verdict {
    context.evaluator.reset(context.hint);
    match context.evaluator.holds(context.terms, query.goal) {
        true => Verdict::Sat(Assignment::default()),
        false => Verdict::Unsat,
    }
}
