//! A small complete solver for numbers within bounds.
//!
//! Narrows bounds through the terms in both directions, relates values by their differences, tries likely values and
//! splits what is left ([`search`]). Decides the comparisons of fields, of numbers read digit by digit and of bytes
//! that make up most of what [`crate::Domains`] cannot. Says `Unsat` only when no value is left; gives up after a
//! limit of work, or when a problem is too large to be worth it.

mod arithmetic;
mod exhaust;
mod floats;
mod problem;
mod propagate;
mod relations;
mod reshape;
mod search;
#[cfg(test)]
mod testing;
mod value;

use crate::meter::Meter;
use crate::{Context, Effort, Query, Solver, Stats, Verdict, work};
use problem::Builder;
use relations::Relations;
use rift_expr::Model;
use search::{Outcome, Search};

/// What a query may cost: the steps of its problem, and the work of the search in steps.
#[derive(Debug, Clone, Copy)]
struct Limits {
    steps: usize,
    work: u64,
}

const QUICK: Limits = Limits { steps: 400, work: 20_000 };
const FULL: Limits = Limits { steps: 4_000, work: 500_000 };

#[derive(Debug)]
pub struct Ranges<S> {
    inner: S,
    meter: Meter,
    builder: Builder,
    relations: Relations,
    scratch: Model,
}

impl<S: Solver> Ranges<S> {
    pub const NAME: &'static str = "ranges";

    pub fn new(inner: S) -> Ranges<S> {
        Ranges {
            inner,
            meter: Meter::measured(Self::NAME),
            builder: Builder::default(),
            relations: Relations::default(),
            scratch: Model::default(),
        }
    }
}

impl<S: Solver> Solver for Ranges<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let Ranges { meter, builder, relations, scratch, .. } = self;
        let mut work = 0;
        let decided = meter.time(context, |context| decide(context, query, builder, relations, scratch, &mut work));
        meter.spend(work * work::NARROWING);
        match decided {
            Some(verdict) => verdict,
            None => self.inner.check(context, query),
        }
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.builder = Builder::default();
        self.inner.forget();
    }
}

fn decide(
    context: &mut Context<'_>,
    query: Query,
    builder: &mut Builder,
    relations: &mut Relations,
    scratch: &mut Model,
    work: &mut u64,
) -> Option<Verdict> {
    let limits = match context.effort {
        Effort::Quick => QUICK,
        Effort::Brief | Effort::Full => FULL,
    };
    let (problem, state) = builder.build(context, query, limits.steps)?;
    if state.ranges.iter().any(|range| range.is_empty()) {
        return Some(Verdict::Unsat);
    }
    let mut search = Search { context, problem: &problem, relations, scratch, work: 0, limit: limits.work };
    let outcome = search.run(state);
    *work = search.work;
    match outcome {
        Outcome::Sat(assignment) => Some(Verdict::Sat(assignment)),
        Outcome::Unsat => Some(Verdict::Unsat),
        Outcome::GaveUp => None,
    }
}
