//! Searches spaces of inputs by concolic runs.
//!
//! A run follows one input and leaves a *flip* behind at every decision that could have gone another way. The
//! frontier keeps the flips; taking one out means solving for an input that goes that way, and running it from a
//! snapshot at the decision. Every path has exactly one first differing decision with the run it was flipped from, so
//! no path is run twice, and when the frontier is empty all paths have been run. Inputs of two versions that are not made from
//! one another (given ones, relaxed ones) share what they have in common: the first that comes to a decision leaves its
//! flips.
//!
//! A [`Strategy`] says which flips matter, and in which order. [`explore`] runs a [`Subject`] with one or more workers;
//! what each worker knows (terms, solver, snapshots) is its own, and work moves between workers, into a saved
//! state and back as [`Task`]s: an input and the number of decisions it shares with the run it came from.
//!
//! Errs towards less: what was not explored is always said (see [`Summary`]).

mod config;
mod correlate;
mod coverage;
mod ending;
mod explore;
mod flips;
mod follow;
mod frontier;
mod guess;
mod hash;
mod history;
mod objects;
mod pair;
mod puzzles;
mod relax;
mod run;
mod shared;
mod steer;
mod strategy;
mod summary;
mod task;
#[cfg(test)]
mod testing;
mod tracker;
mod unreached;
mod versions;
mod waiting;
mod wishes;
mod worker;

pub use config::{Budget, Config, SolverConfig};
pub use coverage::{Code, Coverage, Edge, FileCoverage, Share, SourceCoverage};
pub use explore::{Events, Found, Makings, Progress, Start, explore, fresh};
pub use hash::PathId;
pub use pair::{Compared, Subject, Targets};
pub use strategy::{ASIDE, Auto, Dse, Express, Flip, Propagate, Rank, Reach, Strategy, Wants, Wish};
pub use summary::{Incomplete, Left, StopReason, Summary, Totals};
pub use task::{ObjectValue, SavedState, Task, What};
