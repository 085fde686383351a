//! The SMT backend, in the thread and in a process of its own.

#![cfg(feature = "bitwuzla")]

mod cross_check;
mod deadline;
mod faults;
#[path = "../support/fixture.rs"]
mod fixture;
mod queries;
mod random;
mod steps;
mod translation;

use fixture::{Fixture, worker};
use rift_expr::{Model, TermId};
use rift_ir::IntPredicate;
use rift_solver::{Backend, Limits, Verdict, steps_of};
use std::time::Duration;

impl Fixture {
    /// Whether a verdict is satisfiable, and its assignment makes all of these true.
    fn is_satisfied(&mut self, verdict: &Verdict, terms: &[TermId]) -> bool {
        let Verdict::Sat(assignment) = verdict else { return false };
        let mut model = Model::default();
        assignment.apply(&mut model);
        self.evaluator.reset(&model);
        terms.iter().all(|&term| self.evaluator.holds(&self.terms, term))
    }

    fn byte_is(&mut self, at: u32, value: u8) -> TermId {
        let (byte, value) = (self.terms.read(at, 1), self.terms.constant(8, value.into()));
        self.terms.compare(IntPredicate::Eq, byte, value)
    }
}

/// About so long for a query.
fn limits(milliseconds: u64) -> Limits {
    Limits::with_steps(steps_of(Duration::from_millis(milliseconds)))
}

/// A process that hangs is noticed soon.
fn impatient(milliseconds: u64) -> Limits {
    Limits { hang: Duration::from_millis(milliseconds), ..Limits::default() }
}

fn in_process(milliseconds: u64) -> Backend {
    Backend::in_process(worker(), limits(milliseconds)).expect("the worker was built")
}
