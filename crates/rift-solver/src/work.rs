//! What queries cost, in a unit that does not depend on the clock: instructions of the machine.
//!
//! Rough: each number is how many instructions the machine carries out in the time that the thing takes on average. What
//! it was measured with is in `examples/solver_bench.rs`.

/// One layer is asked one query.
pub(crate) const QUERY: u64 = 20;
/// A term is given a value by the evaluator.
pub(crate) const EVALUATION: u64 = 1;
/// A step of a problem in bounds is narrowed or evaluated.
pub(crate) const NARROWING: u64 = 1;
/// A request goes to the backend and its reply comes back.
pub(crate) const REQUEST: u64 = 10_000;
/// A constraint is assumed by the backend.
pub(crate) const ASSUMPTION: u64 = 100;
/// A term is turned into gates, for each gate that it is estimated at.
pub(crate) const GATE: u64 = 50;
/// A step of the backend: see [`crate::STEPS_PER_SECOND`].
pub(crate) const STEP: u64 = 500;
