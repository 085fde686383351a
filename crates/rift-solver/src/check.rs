//! Believes no assignment: each is evaluated before it is handed out.

use crate::meter::Meter;
use crate::{Assignment, Context, Query, Solver, Stats, Verdict, WhyUnknown};
use rift_expr::Model;

/// Invariant: every `Sat` that leaves this layer satisfies the set and the goal by evaluation.
#[derive(Debug)]
pub struct Check<S> {
    inner: S,
    meter: Meter,
    scratch: Model,
}

impl<S: Solver> Check<S> {
    /// Its `unknown` counts the assignments that were wrong; `sat` and `unsat` those of the layers below.
    pub const NAME: &'static str = "check";

    pub fn new(inner: S) -> Check<S> {
        Check { inner, meter: Meter::measured(Self::NAME), scratch: Model::default() }
    }
}

impl<S: Solver> Solver for Check<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let verdict = self.inner.check(context, query);
        let Verdict::Sat(assignment) = verdict else { return verdict };
        let Check { meter, scratch, .. } = self;
        let checked = meter.time(context, |context| {
            let right = satisfies(context, query, &assignment, scratch);
            right.then_some(Verdict::Sat(assignment))
        });
        checked.unwrap_or(Verdict::Unknown(WhyUnknown::WrongModel))
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}

/// Whether the set and the goal hold by evaluation when an assignment is laid over the hint.
pub(crate) fn satisfies(context: &mut Context<'_>, query: Query, assignment: &Assignment, scratch: &mut Model) -> bool {
    scratch.bytes.clone_from(&context.hint.bytes);
    assignment.apply(scratch);
    context.evaluator.reset(scratch);
    context.evaluator.holds(context.terms, query.goal)
        && context.sets.members(query.set).iter().all(|&term| context.evaluator.holds(context.terms, term))
}
