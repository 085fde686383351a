//! Assignments to input bytes, and the value of terms under them.

use crate::{TermId, Terms};

/// A value for every input byte; bytes beyond the end are zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Model {
    pub bytes: Vec<u8>,
}

impl Model {
    pub fn byte(&self, at: u32) -> u8 {
        self.bytes.get(at as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, at: u32, value: u8) {
        if self.bytes.len() <= at as usize {
            self.bytes.resize(at as usize + 1, 0);
        }
        self.bytes[at as usize] = value;
    }
}

/// Evaluates terms under one model at a time; each term once per model.
#[derive(Default)]
pub struct Evaluator {}

impl Evaluator {
    /// Forgets what was computed: the next values are for `model`.
    pub fn reset(&mut self, _model: &Model) {
        todo!()
    }

    /// The value of a term of at most 64 bits, zero-extended. Total: division by zero is as in SMT-LIB
    /// (all ones; the dividend for remainders).
    pub fn value(&mut self, _terms: &Terms, _term: TermId) -> u64 {
        todo!()
    }

    /// The value of any term as canonical limbs, lowest first.
    pub fn limbs(&mut self, _terms: &Terms, _term: TermId, _out: &mut Vec<u64>) {
        todo!()
    }

    /// Whether a term of width 1 is true.
    pub fn holds(&mut self, terms: &Terms, term: TermId) -> bool {
        self.value(terms, term) != 0
    }
}
