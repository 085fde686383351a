//! Tries inputs: what was found for similar goals, and the hint changed so that the goal should hold.
//!
//! Says only `Sat`, after evaluation. Costs little whatever the size of the set: a changed byte has to be one of the
//! values that the set leaves to it, and of the other constraints only the open ones that depend on it are evaluated.

use crate::aim::Ways;
use crate::meter::Meter;
use crate::{Assignment, Context, Effort, Query, Solver, Stats, Verdict};
use rift_expr::{Model, SupportId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// So many assignments are kept for goals about the same bytes, for so many supports.
const RECENT: usize = 4;
const MOST_SUPPORTS: usize = 1 << 14;
/// So many changes of the hint are tried: where what comes next is quick and exact, and where it is slow.
const FEW: usize = 6;
const QUICK: usize = 24;
const FULL: usize = 192;

/// With more open constraints than this, evaluating those that a change touches is not quick.
const MOST_OPEN: usize = 1 << 12;

/// Where the layer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    BeforeRanges,
    AfterRanges,
}

#[derive(Debug)]
pub struct Models<S> {
    inner: S,
    meter: Meter,
    place: Place,
    /// What the layers below found, by the bytes of the goal; the newest first.
    recent: FxHashMap<SupportId, VecDeque<Rc<Assignment>>>,
    scratch: Model,
}

impl<S: Solver> Models<S> {
    pub const NAME: &'static str = "models";
    pub const LAST_NAME: &'static str = "last models";

    /// Tries a few inputs: before a layer that is quick and exact.
    pub fn new(inner: S) -> Models<S> {
        Models::at(Place::BeforeRanges, Self::NAME, inner)
    }

    /// Tries many inputs: before a layer that is slow.
    pub fn last(inner: S) -> Models<S> {
        Models::at(Place::AfterRanges, Self::LAST_NAME, inner)
    }

    fn at(place: Place, name: &'static str, inner: S) -> Models<S> {
        let (meter, recent) = (Meter::measured(name), FxHashMap::default());
        Models { inner, meter, place, recent, scratch: Model::default() }
    }

    fn attempts(&self, effort: Effort) -> usize {
        match (self.place, effort) {
            (Place::BeforeRanges, _) => FEW,
            (Place::AfterRanges, Effort::Quick) => QUICK,
            (Place::AfterRanges, Effort::Brief | Effort::Full) => FULL,
        }
    }

    fn remember(&mut self, context: &Context<'_>, query: Query, assignment: &Assignment) {
        if self.recent.len() >= MOST_SUPPORTS {
            self.recent.clear();
        }
        let recent = self.recent.entry(context.terms.support_id(query.goal)).or_default();
        if recent.len() == RECENT {
            recent.pop_back();
        }
        recent.push_front(Rc::new(assignment.clone()));
    }
}

impl<S: Solver> Solver for Models<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let attempts = self.attempts(context.effort);
        let Models { meter, recent, scratch, .. } = self;
        let found = meter.time(context, |context| {
            let recent = recent.get(&context.terms.support_id(query.goal)).into_iter().flatten();
            context.sets.make_box(context.terms, context.evaluator, query.set);
            if context.effort == Effort::Quick && context.sets.open(query.set).nth(MOST_OPEN).is_some() {
                return None;
            }
            let mut trial = Trial { context, query, scratch };
            if trial.holds(&[]) {
                return Some(Verdict::Sat(Assignment::default()));
            }
            trial.recent(recent).or_else(|| trial.changes(attempts)).map(Verdict::Sat)
        });
        if let Some(verdict) = found {
            return verdict;
        }
        let verdict = self.inner.check(context, query);
        if let Verdict::Sat(assignment) = &verdict {
            self.remember(context, query, assignment);
        }
        verdict
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.recent.clear();
        self.inner.forget();
    }
}

struct Trial<'a, 'b> {
    context: &'a mut Context<'b>,
    query: Query,
    scratch: &'a mut Model,
}

impl Trial<'_, '_> {
    fn recent<'r>(&mut self, recent: impl Iterator<Item = &'r Rc<Assignment>>) -> Option<Assignment> {
        for assignment in recent {
            if self.context.deadline.is_over() {
                return None;
            }
            let (sets, terms, query) = (&self.context.sets, &self.context.terms, self.query);
            let asked = |&&(at, _): &&(u32, u8)| {
                terms.depends_on(query.goal, at) || sets.support(query.set).binary_search(&at).is_ok()
            };
            let changes: Vec<(u32, u8)> = assignment.bytes.iter().filter(asked).copied().collect();
            if self.holds(&changes) {
                return Some(Assignment { bytes: changes });
            }
        }
        None
    }

    fn changes(&mut self, attempts: usize) -> Option<Assignment> {
        let mut ways = Ways::default();
        for _ in 0..attempts {
            if self.context.deadline.is_over() {
                return None;
            }
            let Context { terms, evaluator, hint, .. } = &mut *self.context;
            evaluator.reset(hint);
            let changes = ways.next(terms, evaluator, self.query.goal)?;
            if !changes.is_empty() && self.holds(&changes) {
                let mut bytes = changes.to_vec();
                bytes.sort_unstable();
                return Some(Assignment { bytes });
            }
        }
        None
    }

    /// Whether the goal and all of the set hold when the hint is changed.
    fn holds(&mut self, changes: &[(u32, u8)]) -> bool {
        let Context { terms, sets, evaluator, hint, .. } = &mut *self.context;
        let changed = |&(at, value): &(u32, u8)| hint.byte(at) != value;
        let allowed = |&(at, value): &(u32, u8)| sets.known(self.query.set, at).values.contains(value);
        if !changes.iter().filter(|change| changed(change)).all(allowed) {
            return false;
        }
        self.scratch.bytes.clone_from(&hint.bytes);
        changes.iter().for_each(|&(at, value)| self.scratch.set(at, value));
        evaluator.reset(self.scratch);
        evaluator.holds(terms, self.query.goal)
            && sets.open(self.query.set).all(|term| {
                let touched = changes.iter().any(|change| changed(change) && terms.depends_on(term, change.0));
                !touched || evaluator.holds(terms, term)
            })
    }
}
