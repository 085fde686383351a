//! Answers nothing once the deadline is over.
//!
//! The outermost layer: whoever asks many questions in a row is through with them at once. The layers below look at the
//! deadline in their own loops, and the backend gives a query no more time than is left. It counts nothing: whoever asks then is about to
//! stop. Errs towards `Unknown`.

use crate::{Context, Query, Solver, Stats, Verdict, WhyUnknown};

#[derive(Debug)]
pub struct Until<S> {
    inner: S,
}

impl<S: Solver> Until<S> {
    pub fn new(inner: S) -> Until<S> {
        Until { inner }
    }
}

impl<S: Solver> Solver for Until<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        match context.deadline.is_over() {
            true => Verdict::Unknown(WhyUnknown::Interrupted),
            false => self.inner.check(context, query),
        }
    }

    fn report(&self, stats: &mut Stats) {
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}
