//! Remembers answers (counter-example caching: Cadar, Dunbar & Engler 2008, section 3.3).
//!
//! Exactly the same query is looked up. Otherwise: what has an unsatisfiable part is unsatisfiable, and what is part of
//! something satisfiable is satisfiable, by the same assignment. Such relatives are looked for among the recent
//! answers that have the goal among their constraints. Assignments are kept for all bytes of a query, so they do not
//! depend on the hint that they were found with.
//!
//! Never wrong: sets are compared exactly. Memory is bounded by forgetting everything at once.

use crate::meter::Meter;
use crate::{Assignment, Context, Effort, Query, SetId, Solver, Stats, Verdict, WhyUnknown};
use rift_expr::TermId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// So many answers are kept, and assignments for so many bytes in all.
const MOST_ANSWERS: usize = 1 << 20;
const MOST_BYTES: usize = 1 << 24;
/// So many relatives are kept for each constraint, the oldest being replaced.
const RELATIVES: usize = 8;
/// A set is found by each of its constraints if it has at most so many, else by its goal only.
const SMALL: usize = 8;

#[derive(Debug, Clone)]
enum Answer {
    Sat(Rc<Assignment>),
    Unsat,
    /// All layers below gave up; again so with this effort.
    Unknown(WhyUnknown, Effort),
}

/// The last few of a kind.
#[derive(Debug)]
struct Recent<T> {
    items: Vec<T>,
    next: usize,
}

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent { items: Vec::new(), next: 0 }
    }
}

impl<T> Recent<T> {
    fn push(&mut self, item: T) {
        if self.items.len() < RELATIVES {
            self.items.push(item);
        } else {
            self.items[self.next] = item;
            self.next = (self.next + 1) % RELATIVES;
        }
    }
}

#[derive(Debug)]
pub struct Cache<S> {
    inner: S,
    meter: Meter,
    answers: FxHashMap<Query, Answer>,
    /// Unsatisfiable sets that have a constraint.
    unsat: FxHashMap<TermId, Recent<SetId>>,
    /// Satisfiable sets that have a constraint.
    sat: FxHashMap<TermId, Recent<(SetId, Rc<Assignment>)>>,
    bytes: usize,
}

impl<S: Solver> Cache<S> {
    pub const NAME: &'static str = "cache";

    pub fn new(inner: S) -> Cache<S> {
        Cache {
            inner,
            meter: Meter::sampled(Self::NAME),
            answers: FxHashMap::default(),
            unsat: FxHashMap::default(),
            sat: FxHashMap::default(),
            bytes: 0,
        }
    }

    fn remember(&mut self, context: &mut Context<'_>, query: Query, verdict: &Verdict) {
        if self.answers.len() >= MOST_ANSWERS || self.bytes >= MOST_BYTES {
            self.clear();
        }
        let answer = match verdict {
            Verdict::Sat(assignment) => {
                let complete = Rc::new(complete(context, query, assignment));
                self.bytes += complete.bytes.len();
                let whole = context.sets.extend(context.terms, query.set, query.goal);
                for term in found_by(context, query, whole) {
                    self.sat.entry(term).or_default().push((whole, Rc::clone(&complete)));
                }
                Answer::Sat(complete)
            }
            Verdict::Unsat => {
                let whole = context.sets.extend(context.terms, query.set, query.goal);
                for term in found_by(context, query, whole) {
                    self.unsat.entry(term).or_default().push(whole);
                }
                Answer::Unsat
            }
            // A layer that has run out of time leaves a query to the next one.
            Verdict::Unknown(_) if context.deadline.is_over() => return,
            Verdict::Unknown(why) => match why {
                WhyUnknown::Died | WhyUnknown::Hung | WhyUnknown::Interrupted => return,
                _ => Answer::Unknown(*why, context.effort),
            },
        };
        self.answers.insert(query, answer);
    }

    fn clear(&mut self) {
        self.answers.clear();
        self.unsat.clear();
        self.sat.clear();
        self.bytes = 0;
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        let Cache { meter, answers, unsat, sat, .. } = self;
        let found = meter.time(context, |context| {
            exact(answers, context, query)
                .or_else(|| stated(context, query))
                .or_else(|| related(unsat, sat, context, query))
        });
        if let Some(verdict) = found {
            return verdict;
        }
        let verdict = self.inner.check(context, query);
        self.remember(context, query, &verdict);
        verdict
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.clear();
        self.inner.forget();
    }
}

fn exact(answers: &FxHashMap<Query, Answer>, context: &Context<'_>, query: Query) -> Option<Verdict> {
    match answers.get(&query)? {
        Answer::Sat(assignment) => Some(Verdict::Sat(Assignment::clone(assignment))),
        Answer::Unsat => Some(Verdict::Unsat),
        Answer::Unknown(why, effort) => (context.effort <= *effort).then_some(Verdict::Unknown(*why)),
    }
}

/// The set itself says the goal, or the opposite.
fn stated(context: &mut Context<'_>, query: Query) -> Option<Verdict> {
    if context.sets.contains(query.set, query.goal) {
        return Some(Verdict::Sat(Assignment::default()));
    }
    let opposite = context.terms.not(query.goal);
    context.sets.contains(query.set, opposite).then_some(Verdict::Unsat)
}

fn related(
    unsat: &FxHashMap<TermId, Recent<SetId>>,
    sat: &FxHashMap<TermId, Recent<(SetId, Rc<Assignment>)>>,
    context: &Context<'_>,
    query: Query,
) -> Option<Verdict> {
    let Query { set, goal } = query;
    let has_unsat_part =
        |recent: &Recent<SetId>| recent.items.iter().any(|&part| context.sets.is_subset_but(part, set, goal));
    if unsat.get(&goal).is_some_and(has_unsat_part) {
        return Some(Verdict::Unsat);
    }
    // Those found by the goal have it: the set is what must be in them.
    let (_, assignment) =
        sat.get(&goal)?.items.iter().find(|(whole, _)| context.sets.is_subset_but(set, *whole, goal))?;
    // They may have more bytes, about which the query says nothing.
    let asked = |&&(at, _): &&(u32, u8)| {
        context.terms.depends_on(goal, at) || context.sets.support(set).binary_search(&at).is_ok()
    };
    Some(Verdict::Sat(Assignment { bytes: assignment.bytes.iter().filter(asked).copied().collect() }))
}

/// The constraints by which a query is found that is known as one set.
fn found_by(context: &mut Context<'_>, query: Query, whole: SetId) -> SmallVec<[TermId; SMALL]> {
    match context.sets.count(whole) {
        ..=SMALL => SmallVec::from_slice(&context.sets.members(whole)),
        _ => SmallVec::from_slice(&[query.goal]),
    }
}

/// An assignment with the hint's values for the bytes of the query that it leaves out.
fn complete(context: &Context<'_>, query: Query, assignment: &Assignment) -> Assignment {
    let mut bytes: Vec<(u32, u8)> = Vec::new();
    let mut own = assignment.bytes.iter().copied().peekable();
    let mut set = context.sets.support(query.set).iter().copied().peekable();
    let mut goal = context.terms.support(query.goal).iter().copied().peekable();
    while let Some(at) =
        [own.peek().map(|own| own.0), set.peek().copied(), goal.peek().copied()].into_iter().flatten().min()
    {
        let given = own.next_if(|own| own.0 == at);
        set.next_if_eq(&at);
        goal.next_if_eq(&at);
        bytes.push(given.unwrap_or((at, context.hint.byte(at))));
    }
    Assignment { bytes }
}
