//! A run once more, with every occurrence kept: which decision of the path is which occurrence.

use super::Context;
use super::uses::PendingEffect;
use crate::engine::{Engine, Knowledge, PathId, Run, Tracker, Trail};
use rift_expr::{Model, TermId, Terms};
use rift_ir::Site;
use rift_trace::{FunctionFacts, Now, Occurrence, Trace};
use rift_vm::concolic::{Decision, Path, Pin, Ruling, SymbolicObject};
use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

/// Longer runs are not followed.
const MAX_OCCURRENCES: usize = 400_000;
/// An occurrence costs as much as so many instructions of a run that is not followed, all that is done about it included.
const INSTRUCTIONS_PER_OCCURRENCE: u64 = 128;
/// Memory that an occurrence takes in the traces of both versions, about, with what is found out about them.
const BYTES_PER_OCCURRENCE: u64 = 600;
/// To go back to so many of them, later, costs as much again.
const VISITS_PER_OCCURRENCE: u64 = 4;
/// Conditions that are evaluated to find another input on the same path.
const MAX_SHAKEN_CONDITIONS: usize = 20_000;

/// A run that was followed, in all its versions.
pub(crate) struct FollowedRuns {
    pub versions: Vec<Followed>,
    /// What a change left in memory that was not used.
    pub pending_effects: Vec<PendingEffect>,
}

/// One version of a run and its decisions.
pub(crate) struct Followed {
    pub trace: Trace,
    /// In order, those of the versions before not among them.
    pub decisions: Vec<Met>,
}

/// A decision of a run that was followed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Met {
    pub at: Option<Occurrence>,
    /// The path up to there.
    pub path: PathId,
}

/// Follows runs, within an allowance.
#[derive(Default)]
pub(super) struct Follower {
    /// What is known of functions that were followed, by version.
    facts: Vec<FunctionFacts>,
    /// Occurrences that were kept, and those that were gone back to.
    kept: u64,
    pub visited: u64,
}

impl Follower {
    /// Follows the first two versions of a run that has ended, if that is not too dear. At most half of all work goes into it;
    /// that does not depend on the clock.
    pub fn follow(&mut self, run: &Run, cx: &mut Context<'_, '_>) -> Option<Vec<Followed>> {
        let spent = self.kept + self.visited / VISITS_PER_OCCURRENCE;
        let allowance = cx.tuning.analysis_credit_instructions + cx.engine.work_done();
        if spent * INSTRUCTIONS_PER_OCCURRENCE > allowance {
            return None;
        }
        let engine = &mut *cx.engine;
        let most = engine.shared.memory_left().map_or(u64::MAX, |left| left / BYTES_PER_OCCURRENCE);
        let most = usize::try_from(most).map_or(MAX_OCCURRENCES, |most| most.min(MAX_OCCURRENCES));
        let shaken = shake(engine, run);
        let mut trail = Trail::new(run.space);
        let mut versions = Vec::new();
        self.facts.resize_with(engine.subject.versions.len(), FunctionFacts::default);
        for version in 0..=run.trail.version().min(1) {
            if version > 0 {
                trail.next_version(Rc::clone(&run.trail.ended[0]));
            }
            let mut model = shaken.clone();
            let process = engine.start(run.space, &[], &mut model, &mut trail).ok()?;
            let (now, is_behind) = (Now::default(), Cell::new(false));
            let rules = engine.rules();
            let tracker = Tracker::new(&mut engine.knowledge, rules, (&mut trail, &mut model), &is_behind);
            let mut path = FollowedPath { tracker, now: Rc::clone(&now), decisions: vec![] };
            let program = engine.subject.versions[version].program;
            let notes = (now, &mut self.facts[version]);
            let deadline = &engine.shared.deadline;
            let trace = Trace::follow(program, process, most, notes, &mut engine.terms, &mut path, deadline);
            let decisions = path.decisions;
            self.kept += trace.as_ref().map_or(most, Trace::len) as u64;
            versions.push(Followed { trace: trace?, decisions });
        }
        Some(versions)
    }
}

/// Another input on the same paths, with other bytes where the path leaves a choice: what is equal in both versions because of a
/// zero here and there, by accident, then is not.
fn shake(engine: &mut Engine<'_>, run: &Run) -> Model {
    let mut model = run.model.clone();
    let Knowledge { sets, evaluator, .. } = &mut engine.knowledge;
    let mut bound: HashSet<u32> = HashSet::new();
    let mut left = MAX_SHAKEN_CONDITIONS;
    for group in run.trail.condition.groups() {
        let (bytes, conditions) = (sets.support(group).to_vec(), sets.members(group));
        bound.extend(&bytes);
        for at in bytes {
            let before = model.byte(at);
            for other in [before.wrapping_add(1), before.wrapping_sub(1), before.wrapping_add(3)] {
                if left < conditions.len() {
                    break;
                }
                left -= conditions.len();
                model.set(at, other);
                evaluator.reset(&model);
                if conditions.iter().all(|condition| evaluator.holds(&engine.terms, *condition)) {
                    break;
                }
                model.set(at, before);
            }
        }
    }
    for (key, first) in run.trail.all_made() {
        for at in (*first..first + key.bytes).filter(|at| !bound.contains(at)) {
            model.set(at, model.byte(at).wrapping_add(1));
        }
    }
    model
}

/// Goes the way of the run, and notes where it is.
struct FollowedPath<'a> {
    tracker: Tracker<'a>,
    now: Now,
    decisions: Vec<Met>,
}

impl Path for FollowedPath<'_> {
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling {
        self.decisions.push(Met { at: self.now.get(), path: self.tracker.trail.id });
        self.tracker.record(terms, decision);
        Ruling::Go
    }

    fn pin(&mut self, terms: &mut Terms, site: Site, _: Pin, holds: TermId) {
        self.tracker.take_pin(terms, site, holds);
    }

    fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        self.tracker.assume(terms, condition);
    }

    fn object(&mut self, name: &str, size: u32) -> SymbolicObject {
        self.tracker.object(name, size)
    }
}
