//! Traces of programs: dependences against a naive interpreter, alignment, and the ways from changes to outputs.

mod common;
mod dependences;
mod naive;
mod subjects;
mod ways;
