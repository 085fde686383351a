//! What queries cost, in a unit that does not depend on the clock: instructions of the machine, which carries out an
//! instruction on known values in about 3 ns.
//!
//! Each number is how many instructions fit into the time that the thing takes on average, measured with
//! `examples/solver_bench.rs` and `examples/backend_bench.rs`. Of a hundred queries the sum is right within a factor of
//! two or three where the backend searches, and up to seven times too high where it is through after the encoding.

/// One layer is asked one query: 50 ns.
pub(crate) const QUERY: u64 = 20;
/// A term is given a value by the evaluator: 12 ns.
pub(crate) const EVALUATION: u64 = 4;
/// The bounds of a term are narrowed: 25 ns.
pub(crate) const NARROWING: u64 = 8;
/// A request goes to the backend and its reply comes back: 90 µs.
pub(crate) const REQUEST: u64 = 30_000;
/// The backend assumes a constraint, and rewrites what it is made of: 1.5 µs.
pub(crate) const ASSUMPTION: u64 = 500;
/// A term becomes gates: 0.3 µs for each that is estimated, since there are fewer.
pub(crate) const GATE: u64 = 100;
/// A step of the backend: 5 µs, see [`crate::STEPS_PER_SECOND`].
pub(crate) const STEP: u64 = 1_700;
