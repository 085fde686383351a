//! The layers in order.
//!
//! Cheapest first, so that each sees only what the ones before could not decide. `Independent` comes before all, since
//! it turns goals about several bytes into goals about one. The backend's assignments are checked; the other layers
//! find theirs by evaluating in the first place.

use crate::cache::Cache;
use crate::check::Check;
use crate::climb::Climb;
use crate::domains::Domains;
use crate::independent::Independent;
use crate::meter::Meter;
use crate::models::Models;
use crate::ranges::Ranges;
use crate::until::Until;
use crate::{Context, Effort, Query, Solver, Stats, Verdict, WhyUnknown};

/// Which layers there are: each can be left out to see what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub independent: bool,
    pub domains: bool,
    pub cache: bool,
    pub models: bool,
    pub ranges: bool,
    pub climb: bool,
    /// Checks the assignments of all layers, not only those of the backend.
    pub check_all: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            independent: true,
            domains: true,
            cache: true,
            models: true,
            ranges: true,
            climb: true,
            check_all: false,
        }
    }
}

impl Config {
    /// Only the backend.
    pub fn bare() -> Config {
        Config {
            independent: false,
            domains: false,
            cache: false,
            models: false,
            ranges: false,
            climb: false,
            check_all: false,
        }
    }
}

/// Puts the layers in front of a backend.
pub fn chain(backend: Box<dyn Solver>, config: &Config) -> Box<dyn Solver> {
    let mut solver: Box<dyn Solver> = Box::new(Check::new(backend));
    if config.climb {
        solver = Box::new(Climb::new(solver));
    }
    solver = Box::new(Deferred::new(solver));
    if config.models {
        solver = Box::new(Models::last(solver));
    }
    if config.ranges {
        solver = Box::new(Ranges::new(solver));
    }
    if config.models {
        solver = Box::new(Models::new(solver));
    }
    if config.domains {
        solver = Box::new(Domains::projected(solver));
    }
    if config.cache {
        solver = Box::new(Cache::new(solver));
    }
    if config.domains {
        solver = Box::new(Domains::new(solver));
    }
    if config.independent {
        solver = Box::new(Independent::new(solver));
    }
    if config.check_all {
        solver = Box::new(Check::new(solver));
    }
    Box::new(Until::new(solver))
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        (**self).check(context, query)
    }

    fn report(&self, stats: &mut Stats) {
        (**self).report(stats);
    }

    fn forget(&mut self) {
        (**self).forget();
    }
}

/// Keeps queries that must be quick from what is slow.
#[derive(Debug)]
pub struct Deferred<S> {
    inner: S,
    meter: Meter,
}

impl<S: Solver> Deferred<S> {
    /// Counts the queries that were put off.
    pub const NAME: &'static str = "deferred";

    pub fn new(inner: S) -> Deferred<S> {
        Deferred { inner, meter: Meter::sampled(Self::NAME) }
    }
}

impl<S: Solver> Solver for Deferred<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        match context.effort {
            Effort::Quick => self.meter.answer(Verdict::Unknown(WhyUnknown::Deferred)),
            Effort::Brief | Effort::Full => self.inner.check(context, query),
        }
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}

/// The end of a chain without a solver.
#[derive(Debug)]
pub struct NoBackend {
    meter: Meter,
}

impl NoBackend {
    pub const NAME: &'static str = "none";
}

impl Default for NoBackend {
    fn default() -> NoBackend {
        NoBackend { meter: Meter::sampled(Self::NAME) }
    }
}

impl Solver for NoBackend {
    fn check(&mut self, _: &mut Context<'_>, _: Query) -> Verdict {
        self.meter.answer(Verdict::Unknown(WhyUnknown::Unsupported))
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
    }

    fn forget(&mut self) {}
}
