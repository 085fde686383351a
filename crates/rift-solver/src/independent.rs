//! Splits a query into parts that share no bytes.
//!
//! A path condition is kept in such parts anyway, and its queries pass unchanged. Others build sets and goals as they
//! need them: the constraints that cannot matter are left out, since the hint satisfies them, and a conjunction over
//! several parts is decided part by part. Exact: it is satisfiable if and only if each part is.

use crate::meter::Meter;
use crate::path::PathCondition;
use crate::sets::overlaps;
use crate::{Assignment, Context, Query, SetId, Solver, Stats, Verdict};
use rift_expr::{Node, TermId, Terms};
use rift_ir::BinaryOp;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// So many partitions are remembered.
const MOST_PARTITIONS: usize = 1 << 12;

#[derive(Debug)]
pub struct Independent<S> {
    inner: S,
    meter: Meter,
    /// The groups of sets that are not known to be one.
    partitions: FxHashMap<SetId, PathCondition>,
}

impl<S: Solver> Independent<S> {
    /// Its counters are about the queries that it changed.
    pub const NAME: &'static str = "independent";

    pub fn new(inner: S) -> Independent<S> {
        Independent { inner, meter: Meter::measured(Self::NAME), partitions: FxHashMap::default() }
    }

    /// The query's parts; the last one has all that is left.
    fn parts(&mut self, context: &mut Context<'_>, query: Query) -> SmallVec<[Query; 4]> {
        let path = match self.partitions.get(&query.set) {
            Some(known) => known,
            None => {
                if self.partitions.len() >= MOST_PARTITIONS {
                    self.partitions.clear();
                }
                let path = partition(context, query.set);
                self.partitions.entry(query.set).or_insert(path)
            }
        };
        let mut parts: SmallVec<[Query; 4]> = SmallVec::new();
        for goal in conjuncts(context.terms, query.goal) {
            let mut part = Query { set: path.relevant(context.sets, context.terms, goal), goal };
            let touches = |other: &Query| {
                let support = context.terms.support(part.goal);
                other.set == part.set && part.set != SetId::EMPTY
                    || overlaps(support, context.terms.support(other.goal))
                    || overlaps(support, context.sets.support(other.set))
                    || overlaps(context.sets.support(part.set), context.terms.support(other.goal))
                    || overlaps(context.sets.support(part.set), context.sets.support(other.set))
            };
            let (same, others): (Vec<Query>, Vec<Query>) = parts.drain(..).partition(touches);
            for other in same {
                part.set = context.sets.merge(part.set, other.set);
                part.goal = context.terms.and(other.goal, part.goal);
            }
            parts.extend(others);
            parts.push(part);
        }
        parts
    }
}

impl<S: Solver> Solver for Independent<S> {
    fn check(&mut self, context: &mut Context<'_>, query: Query) -> Verdict {
        if !is_conjunction(context.terms, query.goal) && is_one_part(context, query) {
            return self.inner.check(context, query);
        }
        let parts = self.parts(context, query);
        if *parts == [query] {
            return self.inner.check(context, query);
        }
        let mut bytes = Vec::new();
        let mut unknown = None;
        for part in parts {
            match self.inner.check(context, part) {
                Verdict::Sat(assignment) => bytes.extend(assignment.bytes),
                Verdict::Unsat => return self.meter.answer(Verdict::Unsat),
                Verdict::Unknown(why) => unknown = unknown.or(Some(why)),
            }
        }
        bytes.sort_unstable();
        let sat = Verdict::Sat(Assignment { bytes });
        self.meter.answer(unknown.map_or(sat, Verdict::Unknown))
    }

    fn report(&self, stats: &mut Stats) {
        self.meter.report(stats);
        self.inner.report(stats);
    }

    fn forget(&mut self) {
        self.partitions.clear();
        self.inner.forget();
    }
}

fn is_one_part(context: &Context<'_>, query: Query) -> bool {
    query.set == SetId::EMPTY || context.sets.is_linked_by(query.set, context.terms.support(query.goal))
}

fn partition(context: &mut Context<'_>, set: SetId) -> PathCondition {
    let mut path = PathCondition::default();
    for &term in context.sets.members(set).iter() {
        path.assume(context.sets, context.terms, term);
    }
    path
}

fn is_conjunction(terms: &Terms, goal: TermId) -> bool {
    terms.width(goal) == 1 && matches!(terms.node(goal), Node::Binary { op: BinaryOp::And, .. })
}

/// What must all hold for the goal to hold, in order.
fn conjuncts(terms: &Terms, goal: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![goal];
    while let Some(term) = stack.pop() {
        match terms.node(term) {
            _ if !seen.insert(term) => {}
            Node::Binary { op: BinaryOp::And, a, b } => stack.extend([b, a]),
            _ => found.push(term),
        }
    }
    found
}
