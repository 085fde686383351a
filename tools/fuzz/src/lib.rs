//! What rift reads and did not write: a target for each reader, given any bytes at all.
//!
//! A target returns, whatever the bytes are: it does not panic, does not take long and does not use memory out of
//! proportion to them. What it read may be refused or accepted. `fuzz/fuzz_targets` has each for libFuzzer (`./x fuzz`);
//! [`bounded`] runs all of them over `fuzz/corpus` and mutations of it, which is part of `./x test`.

pub mod bounded;
pub mod modules;
pub mod mutation;
pub mod random;
pub mod targets;

pub use targets::{TARGETS, Target, target};
