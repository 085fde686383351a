//! The least that explores a program: values with terms next to them, and a run for each path.

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Context, Effort, PathCondition, Query, Sets, Solver, Verdict, WhyUnknown};

/// A number of the program under test.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    pub width: u32,
    pub concrete: u64,
    pub term: Option<TermId>,
}

impl Value {
    pub fn new(width: u32, concrete: u64) -> Value {
        Value { width, concrete: concrete & (u64::MAX >> (64 - width)), term: None }
    }

    pub fn int(concrete: i32) -> Value {
        Value::new(32, concrete as u32 as u64)
    }

    pub fn bool(concrete: bool) -> Value {
        Value::new(1, u64::from(concrete))
    }
}

/// An input to run, and what is known about the branches that it shares with the run it comes from.
struct Pending {
    input: Model,
    prefix: Vec<Branch>,
}

/// A branch of a path.
#[derive(Debug, Clone, Copy)]
struct Branch {
    taken: bool,
    /// Whether the other side may be possible: else its condition follows from those before.
    constrains: bool,
}

/// What an exploration did.
#[derive(Debug, Default)]
pub struct Summary {
    pub paths: u64,
    pub queries: u64,
    /// Neither found to be possible nor impossible.
    pub undecided: u64,
    pub unknown: Vec<WhyUnknown>,
}

pub struct Engine {
    pub terms: Terms,
    pub sets: Sets,
    pub evaluator: Evaluator,
    pub solver: Box<dyn Solver>,
    pub effort: Effort,
    /// Whether conditions are joined instead of branched on where the compiler would do so: [`Engine::and_then`].
    pub joins: bool,
    pending: Vec<Pending>,
    pub summary: Summary,
    /// All queries with the input of the run that asked, if they are to be kept.
    pub log: Option<Vec<(Query, Model)>>,
    input: Model,
    path: PathCondition,
    prefix: Vec<Branch>,
    depth: usize,
}

impl Engine {
    pub fn new(solver: Box<dyn Solver>) -> Engine {
        Engine {
            terms: Terms::new(),
            sets: Sets::new(),
            evaluator: Evaluator::default(),
            solver,
            effort: Effort::Full,
            joins: true,
            pending: Vec::new(),
            summary: Summary::default(),
            log: None,
            input: Model::default(),
            path: PathCondition::default(),
            prefix: Vec::new(),
            depth: 0,
        }
    }

    /// Runs a program on all paths that can be reached from an input.
    pub fn explore(&mut self, input: Model, program: fn(&mut Engine)) {
        self.pending.push(Pending { input, prefix: Vec::new() });
        while let Some(Pending { input, prefix }) = self.pending.pop() {
            (self.input, self.prefix, self.depth) = (input, prefix, 0);
            self.path = PathCondition::default();
            self.summary.paths += 1;
            program(self);
        }
    }

    pub fn byte(&mut self, at: u32) -> Value {
        Value { width: 8, concrete: self.input.byte(at).into(), term: Some(self.terms.read(at, 1)) }
    }

    pub fn word(&mut self, at: u32) -> Value {
        let concrete = (0..4).fold(0, |value, i| value | u64::from(self.input.byte(at + i)) << (8 * i));
        Value { width: 32, concrete, term: Some(self.terms.read(at, 4)) }
    }

    fn term(&mut self, value: Value) -> TermId {
        value.term.unwrap_or_else(|| self.terms.constant(value.width, value.concrete))
    }

    /// Applies to the concrete values and, where one has a term, to the terms.
    fn apply(&mut self, values: &[Value], build: impl Fn(&mut Terms, &[TermId]) -> TermId) -> Value {
        let constants: Vec<TermId> =
            values.iter().map(|value| self.terms.constant(value.width, value.concrete)).collect();
        let concrete = build(&mut self.terms, &constants);
        let width = self.terms.width(concrete);
        let concrete = self.terms.as_const(concrete).expect("constants fold");
        let symbolic = values.iter().any(|value| value.term.is_some());
        let term = symbolic.then(|| {
            let terms: Vec<TermId> = values.iter().map(|&value| self.term(value)).collect();
            build(&mut self.terms, &terms)
        });
        let term = term.filter(|&term| self.terms.as_const(term).is_none());
        Value { width, concrete, term }
    }

    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.apply(&[a, b], |terms, v| terms.binary(op, v[0], v[1]))
    }

    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Add, a, b)
    }

    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Sub, a, b)
    }

    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Mul, a, b)
    }

    pub fn compare(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        self.apply(&[a, b], |terms, v| terms.compare(predicate, v[0], v[1]))
    }

    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.apply(&[a, b], |terms, v| terms.or(v[0], v[1]))
    }

    /// `a && b`, where `b` has no effects: control flow, or one condition.
    pub fn and_then(&mut self, a: Value, b: impl FnOnce(&mut Engine) -> Value) -> Value {
        if self.joins {
            let b = b(self);
            self.apply(&[a, b], |terms, v| terms.and(v[0], v[1]))
        } else if self.branch(a) {
            b(self)
        } else {
            Value::bool(false)
        }
    }

    /// `a || b`, likewise.
    pub fn or_else(&mut self, a: Value, b: impl FnOnce(&mut Engine) -> Value) -> Value {
        if self.joins {
            let b = b(self);
            self.or(a, b)
        } else if self.branch(a) {
            Value::bool(true)
        } else {
            b(self)
        }
    }

    pub fn not(&mut self, a: Value) -> Value {
        self.apply(&[a], |terms, v| terms.not(v[0]))
    }

    pub fn zext(&mut self, a: Value) -> Value {
        self.apply(&[a], |terms, v| terms.zext(v[0], 32))
    }

    pub fn sext(&mut self, a: Value) -> Value {
        self.apply(&[a], |terms, v| terms.sext(v[0], 32))
    }

    /// Of 32-bit numbers with a constant.
    pub fn is(&mut self, predicate: IntPredicate, a: Value, b: i32) -> Value {
        self.compare(predicate, a, Value::int(b))
    }

    /// Takes the side that the input takes, and leaves the other for later if it is possible.
    pub fn branch(&mut self, condition: Value) -> bool {
        let taken = condition.concrete != 0;
        let Some(term) = condition.term else { return taken };
        let opposite = self.terms.not(term);
        let (holds, other) = if taken { (term, opposite) } else { (opposite, term) };
        self.depth += 1;
        if self.depth > self.prefix.len() {
            let constrains = self.ask(other, !taken);
            self.prefix.push(Branch { taken, constrains });
        }
        let branch = self.prefix[self.depth - 1];
        assert_eq!(taken, branch.taken, "an input takes the path that it was made for");
        if branch.constrains {
            self.path.assume(&mut self.sets, &self.terms, holds);
        }
        taken
    }

    /// Whether the other side may be possible.
    fn ask(&mut self, goal: TermId, taken: bool) -> bool {
        let query = Query { set: self.path.relevant(&mut self.sets, &self.terms, goal), goal };
        self.summary.queries += 1;
        if let Some(log) = &mut self.log {
            log.push((query, self.input.clone()));
        }
        let mut context = Context {
            terms: &mut self.terms,
            sets: &mut self.sets,
            evaluator: &mut self.evaluator,
            hint: &self.input,
            effort: self.effort,
            deadline: &Deadline::never(),
        };
        let verdict = self.solver.check(&mut context, query);
        match verdict {
            Verdict::Sat(assignment) => {
                let mut input = self.input.clone();
                assignment.apply(&mut input);
                let mut prefix = self.prefix.clone();
                prefix.push(Branch { taken, constrains: true });
                self.pending.push(Pending { input, prefix });
                true
            }
            Verdict::Unsat => false,
            Verdict::Unknown(why) => {
                self.summary.undecided += 1;
                self.summary.unknown.push(why);
                true
            }
        }
    }
}
