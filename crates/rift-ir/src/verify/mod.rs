//! The verifier: what the machine and every analysis may rely on.
//!
//! The machine's unsafe code trusts a module that passed: every id is in range, every operand has the type
//! its instruction needs, every value is defined before it is used, no type, constant or position refers
//! to itself, and nothing is larger than the limits of [`limits`]. Errs on the side of rejection, except
//! that a direct callee may have another signature than its call (C without prototypes), that values and
//! types may be unused, and that code no path reaches need not be dominated by its definitions.
//!
//! Time is linear in the module, but for the dominators (O(m log n)).

mod dominators;
mod facts;
mod flow;
mod function;
mod inst;
mod intrinsic;
mod memory;
mod tables;

#[cfg(test)]
mod tests;

use crate::{FuncId, InstId, Module};
use facts::Facts;

pub use crate::layout::{
    MAX_INT_BITS, MAX_OBJECT_SIZE, MAX_REGISTER_INT_BITS, MAX_REGISTER_LEAVES, MAX_REGISTER_NODES, MAX_TYPE_DEPTH,
};

/// One thing that is wrong with a module.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", self.place())]
pub struct VerifyError {
    pub function: Option<FuncId>,
    pub inst: Option<InstId>,
    /// Names what is wrong; the instruction, if any, is quoted in it.
    pub message: String,
}

impl VerifyError {
    fn place(&self) -> String {
        match (self.function, self.inst) {
            (Some(function), Some(inst)) => format!("{function} {inst}: "),
            (Some(function), None) => format!("{function}: "),
            _ => String::new(),
        }
    }
}

/// More than this are not of use to anybody.
const MAX_ERRORS: usize = 100;

/// Everything that is wrong with the module, up to a hundred; see the module documentation for what is checked.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut report = Report { errors: Vec::new(), function: None };
    // Later steps index with what earlier steps found in range.
    if let Some(facts) = Facts::new(module, &mut report)
        && tables::check(&facts, &mut report)
    {
        for (id, function) in &module.functions {
            report.function = Some(id);
            function::check(&facts, function, &mut report);
            if report.errors.len() >= MAX_ERRORS {
                break;
            }
        }
    }
    if report.errors.is_empty() { Ok(()) } else { Err(report.errors) }
}

struct Report {
    errors: Vec<VerifyError>,
    function: Option<FuncId>,
}

impl Report {
    fn error(&mut self, message: impl Into<String>) {
        self.push(None, message.into());
    }

    fn error_at(&mut self, inst: InstId, message: String) {
        self.push(Some(inst), message);
    }

    fn push(&mut self, inst: Option<InstId>, message: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError { function: self.function, inst, message });
        }
    }
}
