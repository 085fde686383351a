//! Questions to a backend, and a worker that answers them.

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Context, Effort, Query, SetId, Sets, Solver, Verdict, WorkerCommand};

/// Terms, and whatever else a query needs.
#[derive(Default)]
pub struct Fixture {
    pub terms: Terms,
    pub sets: Sets,
    pub evaluator: Evaluator,
}

impl Fixture {
    pub fn set(&mut self, constraints: &[TermId]) -> SetId {
        constraints.iter().fold(SetId::EMPTY, |set, &term| self.sets.extend(&self.terms, set, term))
    }

    pub fn ask(&mut self, solver: &mut dyn Solver, constraints: &[TermId], goal: TermId) -> Verdict {
        let set = self.set(constraints);
        self.ask_with(solver, Effort::Full, Query { set, goal })
    }

    pub fn ask_with(&mut self, solver: &mut dyn Solver, effort: Effort, query: Query) -> Verdict {
        let Fixture { terms, sets, evaluator } = self;
        solver.check(
            &mut Context { terms, sets, evaluator, hint: &Model::default(), effort, deadline: &Deadline::never() },
            query,
        )
    }

    /// Input bytes 0.. and 8.. as two factors of a product of two primes: no solver finds them in a minute.
    pub fn factoring(&mut self) -> TermId {
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

pub fn worker() -> WorkerCommand {
    WorkerCommand { program: env!("CARGO_BIN_EXE_rift-solver-worker").into(), arguments: Vec::new() }
}
