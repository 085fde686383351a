//! Terms written by hand: constants are numbers, and what comes out is compared as text.

use rift_expr::{TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};

/// Terms under construction, with constants for numbers.
pub struct Build(pub Terms);

impl Build {
    pub fn byte(&mut self, at: u32) -> TermId {
        self.0.read(at, 1)
    }

    pub fn word(&mut self, at: u32) -> TermId {
        self.0.read(at, 4)
    }

    pub fn long(&mut self, at: u32) -> TermId {
        self.0.read(at, 8)
    }

    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        self.0.zext(a, width)
    }

    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        self.0.sext(a, width)
    }

    /// With a constant.
    pub fn op(&mut self, op: BinaryOp, a: TermId, c: i64) -> TermId {
        let c = self.0.constant(self.0.width(a), c as u64);
        self.0.binary(op, a, c)
    }

    pub fn op2(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.0.binary(op, a, b)
    }

    pub fn is(&mut self, predicate: IntPredicate, a: TermId, c: i64) -> TermId {
        let c = self.0.constant(self.0.width(a), c as u64);
        self.0.compare(predicate, a, c)
    }

    pub fn is2(&mut self, predicate: IntPredicate, a: TermId, b: TermId) -> TermId {
        self.0.compare(predicate, a, b)
    }

    pub fn choose(&mut self, condition: TermId, yes: i64, no: i64, width: u32) -> TermId {
        let (yes, no) = (self.0.constant(width, yes as u64), self.0.constant(width, no as u64));
        self.0.ite(condition, yes, no)
    }
}

#[track_caller]
pub fn check(expected: &str, build: impl FnOnce(&mut Build) -> TermId) {
    let mut builder = Build(Terms::new());
    let term = build(&mut builder);
    assert_eq!(builder.0.display(term).to_string(), expected);
}
