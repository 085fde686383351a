//! Terms over the bytes of an input: what the machine computes when a value depends on the input.
//!
//! There is one kind of symbol, the *input byte*, numbered from 0. A [`Node::Read`] takes some of them as one
//! little-endian number, so that a whole field of a symbolic object is one leaf. A [`Model`] gives each byte a value,
//! and is all that is needed to evaluate any term. Widths are in bits, from 1 up; booleans are terms of width 1.
//! Floats are their bits; float operations exist for f32 and f64.
//!
//! Every constructor simplifies; equal terms of one [`Terms`] have equal ids, whichever version of a program built
//! them. Absent: arrays (constant tables are [`Node::Lookup`]), quantifiers, uninterpreted functions.

mod domain;
mod eval;
mod facts;
mod fold;
mod intern;
mod model;
mod print;
mod render;
mod simplify;
mod smtlib;
mod span;
mod support;
mod terms;
mod walk;

pub use eval::Evaluator;
pub use model::Model;
pub use print::Display;
pub use support::SupportId;
pub use terms::{Node, TableId, TermId, Terms};
