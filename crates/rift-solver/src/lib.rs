//! Can this be true, and for which input?
//!
//! A [`Query`] is a set of constraints that is known to be satisfiable together with a goal; the answer is a
//! [`Verdict`]. [`Solver`]s are small decorators, each with one idea, in front of a backend; [`chain`] puts them
//! together. Errs towards `Unknown`: `Unsat` is only said when it is certain, and every assignment that is
//! handed out was checked by evaluation.

mod aim;
mod backend;
mod boxes;
mod byteset;
mod cache;
mod chain;
mod check;
mod climb;
mod domains;
mod independent;
mod members;
mod meter;
mod models;
mod path;
mod ranges;
mod sets;
mod until;
mod verdict;
mod work;

#[cfg(feature = "bitwuzla")]
pub use backend::worker_main;
pub use backend::{
    Backend, Checked, Claim, CrossCheck, Disagreement, Findings, Limits, STEPS_PER_SECOND, WorkerCommand, steps_of,
};
pub use cache::Cache;
pub use chain::{Config, Deferred, NoBackend, chain};
pub use check::Check;
pub use climb::{Climb, Nearest, nearest};
pub use domains::Domains;
pub use independent::Independent;
pub use models::Models;
pub use path::PathCondition;
pub use ranges::Ranges;
pub use sets::{Made, SetId, Sets};
pub use until::Until;
pub use verdict::{Assignment, Verdict, WhyUnknown};

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};

/// How much an answer may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Whatever takes microseconds; `Unknown(Deferred)` when that is not enough.
    Quick,
    /// Everything, unless the backend is known to take long over such terms: then `Unknown(Deferred)`. Goes by the
    /// terms and not by the clock, so that the answer is the same everywhere.
    Brief,
    /// Everything, up to the limits.
    Full,
}

/// Is `goal` possible where all of `set` holds?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Query {
    /// Satisfiable on its own, and all that can matter for the goal: what [`PathCondition::relevant`] gives.
    pub set: SetId,
    /// A term of width 1.
    pub goal: TermId,
}

/// What every layer may use.
pub struct Context<'a> {
    pub terms: &'a mut Terms,
    pub sets: &'a mut Sets,
    pub evaluator: &'a mut Evaluator,
    /// An input for which all of the query's set holds: that of the run which asks.
    pub hint: &'a Model,
    pub effort: Effort,
    /// When answers come too late: `Unknown(Interrupted)` from then on.
    pub deadline: &'a Deadline,
}

pub trait Solver {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict;

    /// Adds this layer's counters, then those of the layers below.
    fn report(&self, stats: &mut Stats);

    /// What all queries so far cost, in instructions of the machine: counted and not measured, so that it is the same for
    /// the same queries wherever they are asked. Asks all layers; meant for once a query and not more.
    fn work(&self) -> u64 {
        let mut stats = Stats::default();
        self.report(&mut stats);
        stats.work()
    }

    /// Terms and sets were cleared: nothing remembered by id is valid any longer.
    fn forget(&mut self);
}

/// What a layer did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LayerStats {
    pub name: &'static str,
    pub asked: u64,
    /// Answered by this layer itself.
    pub sat: u64,
    pub unsat: u64,
    /// Left to the layer below, or unknown for good.
    pub unknown: u64,
    /// Spent in this layer itself. An estimate from samples where it is quick.
    pub nanoseconds: u64,
    /// What this layer itself did, in instructions of the machine: see [`Solver::work`].
    pub work: u64,
    /// Queries that were not asked because of their size.
    pub too_large: u64,
    /// Queries that took all the steps of the limit.
    pub step_limit: u64,
    /// Unknown for a reason that may be another one in the next run: the solver process hung or died.
    pub unreproducible: u64,
}

impl LayerStats {
    /// Adds what the same layer of another solver did.
    pub fn add(&mut self, other: &LayerStats) {
        self.asked += other.asked;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.nanoseconds += other.nanoseconds;
        self.work += other.work;
        self.too_large += other.too_large;
        self.step_limit += other.step_limit;
        self.unreproducible += other.unreproducible;
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// From the outermost layer to the backend.
    pub layers: Vec<LayerStats>,
}

impl Stats {
    /// What all layers did, in instructions of the machine.
    pub fn work(&self) -> u64 {
        self.layers.iter().map(|layer| layer.work).sum()
    }

    /// The outermost layer of a name.
    pub fn layer(&self, name: &str) -> Option<&LayerStats> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}
