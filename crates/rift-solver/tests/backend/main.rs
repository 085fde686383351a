//! The SMT backend, in the thread and in a process of its own.

#![cfg(feature = "bitwuzla")]

mod cross_check;
mod deadline;
mod faults;
mod queries;
mod random;
mod steps;
mod translation;

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Backend, Context, Effort, Limits, Query, SetId, Sets, Solver, Verdict, WorkerCommand, steps_of};
use std::time::Duration;

/// Terms, and whatever else a query needs.
#[derive(Default)]
struct Fixture {
    terms: Terms,
    sets: Sets,
    evaluator: Evaluator,
}

impl Fixture {
    fn set(&mut self, constraints: &[TermId]) -> SetId {
        constraints.iter().fold(SetId::EMPTY, |set, &term| self.sets.extend(&self.terms, set, term))
    }

    fn ask(&mut self, solver: &mut dyn Solver, constraints: &[TermId], goal: TermId) -> Verdict {
        let set = self.set(constraints);
        self.ask_with(solver, Effort::Full, Query { set, goal })
    }

    fn ask_with(&mut self, solver: &mut dyn Solver, effort: Effort, query: Query) -> Verdict {
        let Fixture { terms, sets, evaluator } = self;
        solver.check(
            &mut Context { terms, sets, evaluator, hint: &Model::default(), effort, deadline: &Deadline::never() },
            query,
        )
    }

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

    /// Input bytes 0.. and 8.. as two factors of a product of two primes: no solver finds them in a minute.
    fn factoring(&mut self) -> TermId {
        let (a, b) = (self.terms.read(0, 8), self.terms.read(8, 8));
        let (wide_a, wide_b) = (self.terms.zext(a, 128), self.terms.zext(b, 128));
        let product = self.terms.binary(BinaryOp::Mul, wide_a, wide_b);
        // Nothing about them is near a power of two: that would be a hint.
        let value = 0x9e37_79b9_7f4a_7c55_u128 * 0xb7e1_5162_8aed_2a6b_u128;
        let value = self.terms.constant_limbs(128, &[value as u64, (value >> 64) as u64]);
        let (one, equal) = (self.terms.constant(64, 1), self.terms.compare(IntPredicate::Eq, product, value));
        let (a_above, b_above) =
            (self.terms.compare(IntPredicate::Ult, one, a), self.terms.compare(IntPredicate::Ult, a, b));
        let ordered = self.terms.and(a_above, b_above);
        self.terms.and(equal, ordered)
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

fn worker() -> WorkerCommand {
    WorkerCommand { program: env!("CARGO_BIN_EXE_rift-solver-worker").into(), arguments: Vec::new() }
}

fn in_process(milliseconds: u64) -> Backend {
    Backend::in_process(worker(), limits(milliseconds)).expect("the worker was built")
}
