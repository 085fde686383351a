//! Searches spaces of inputs by concolic runs.
//!
//! Four layers. None knows tactics or strategies but these themselves; a run carries the target that it is led to:
//!
//! - [`engine`]: runs of one or more versions on one input, the branches that they leave pending, the solver, budgets;
//! - [`targets`]: what is wanted somewhere, how far everything is from it, and runs that are led there;
//! - [`tactics`]: modules that see finished runs and propose work, and the scheduler that deals turns to them;
//! - [`strategies`]: named compositions of tactics.
//!
//! [`explore`](explore()) runs a [`Subject`] with one or more workers; what each worker knows (terms, solver, snapshots) is its
//! own, and work moves between workers, into a saved state and back as [`Task`]s: an input and the number of decisions it shares
//! with the run it came from.
//!
//! Prefers to say less: what was not explored is always reported (see [`Summary`]).

mod engine;
mod explore;
mod strategies;
mod tactics;
mod targets;
#[cfg(test)]
mod testing;
mod tuning;
mod worker;

pub use engine::{
    Budget, Code, Compared, Config, Coverage, Edge, Events, FileCoverage, Found, Incomplete, Learned, Left,
    ObjectValue, PathId, Plan, Progress, SavedState, Share, SolverConfig, SourceCoverage, StopReason, Subject, Summary,
    Task, Totals, What,
};
pub use explore::{Makings, Start, explore, fresh};
pub use strategies::Strategy;
pub use targets::Targets;
pub use tuning::{Number, Tuning};
