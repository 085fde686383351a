//! What a Rust library offers to its users, and a program that calls it with data from standard input.
//!
//! [`Package::read`] finds the library, [`read_api`] lists what can be called ([`Entry`]) and what cannot, with the
//! reason ([`Undriven`]). [`shared`] pairs the entries of two versions. [`write_harness`] writes a cargo package whose
//! program calls the entry of a given number; [`check`] takes out what does not compile. [`prepare`] does all of this
//! for a pair of versions.
//!
//! An [`Entry`] knows how its arguments lie in the input: it makes inputs to start from ([`Entry::seeds`]), and writes
//! an input down as a Rust call ([`Entry::call`]) or as a test ([`Entry::test`]).
//!
//! The program, for people who run it by hand: `harness NUMBER [show] < input`. It ends with 0 and prints what was
//! returned; with 101 after `panic: MESSAGE`; with 3 and silently when the bytes are no input of the entry (not UTF-8,
//! or a constructor refused). Without `show` the output has a raw form that depends on values as little as possible.
//!
//! Errs towards leaving out: what cannot be called is listed, never guessed at; what was guessed at and does not compile
//! is listed with the compiler's words. Observes what `Debug`, `Display` or the structure of a result shows: two values
//! that look alike there are alike.
//!
//! Absent: unsafe functions, async functions, macros.

mod annotations;
mod api;
mod check;
mod dependencies;
#[doc(hidden)]
pub mod fuzzing;
mod harness;
mod literals;
mod matching;
mod model;
mod package;
mod plan;
mod read;
mod rustdoc;
mod shape;
mod syntax;
mod view;

pub use api::{Api, Entry, How, Limits, Parameter, Shared, Shown, Undriven};
pub use check::{check, prepare};
pub use dependencies::Dependency;
pub use harness::write_harness;
pub use literals::{Literals, literals};
pub use matching::shared;
pub use package::{Features, HarnessError, Package};
pub use read::read_api;
