//! A pair of runs once more, with every occurrence kept: which decision of the path is which occurrence.

use crate::hash::PathId;
use crate::run::Run;
use crate::tracker::{Knowledge, Tracker, Trail};
use crate::worker::Worker;
use rift_expr::{Model, TermId, Terms};
use rift_ir::Site;
use rift_trace::{Now, Occurrence, Trace};
use rift_vm::concolic::{Decision, Path, Pin, Ruling, SymbolicObject};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

/// Longer runs are not followed.
const MOST_OCCURRENCES: usize = 400_000;
/// An occurrence costs as much as so many instructions of a run that is not followed, all that is done about it included.
const PRICE: u64 = 128;
/// Memory that an occurrence takes in the traces of both versions, about, with what is found out about them.
const BYTES_PER_OCCURRENCE: u64 = 600;
/// To go back to so many of them, later, costs as much again.
const VISITS: u64 = 4;
/// Conditions that are looked at to find another input on the same path.
const MOST_SHAKEN: usize = 20_000;
/// What may be spent before there is anything to compare it with.
const CREDIT: u64 = 60_000_000;

/// A run and its decisions.
pub(crate) struct Followed {
    pub trace: Trace,
    /// In order, those of the stage before not among them.
    pub decisions: Vec<Met>,
}

/// A decision of a run that was followed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Met {
    pub at: Option<Occurrence>,
    /// The path up to there.
    pub path: PathId,
}

impl Worker<'_> {
    /// Follows a run that has ended, all its versions, if that is not too dear. At most half of all work goes into it; that
    /// does not depend on the clock.
    pub(crate) fn follow(&mut self, run: &Run) -> Option<Vec<Followed>> {
        let spent = self.followed + self.correlations.visited / VISITS;
        if spent * PRICE > CREDIT + self.work_of_runs() {
            return None;
        }
        let most = self.shared.memory_left().map_or(u64::MAX, |left| left / BYTES_PER_OCCURRENCE);
        let most = usize::try_from(most).map_or(MOST_OCCURRENCES, |most| most.min(MOST_OCCURRENCES));
        let shaken = self.shake(run);
        let mut trail = Trail::new(run.space);
        let mut versions = Vec::new();
        for stage in 0..=run.trail.stage() {
            if stage > 0 {
                trail.follow_on(run.trail.before.clone()?);
            }
            let mut model = shaken.clone();
            let process = self.start(run.space, &[], &mut model, &mut trail).ok()?;
            let now = Now::default();
            let mut follower = Follower {
                tracker: Tracker {
                    knowledge: &mut self.knowledge,
                    config: self.config,
                    deadline: &self.shared.deadline,
                    trail: &mut trail,
                    model: &mut model,
                    shared: u32::MAX,
                    values: &[],
                    stop_there: false,
                    possible: &mut SmallVec::new(),
                    later: true,
                    is_beyond: &Cell::new(false),
                    is_repeated: false,
                },
                now: Rc::clone(&now),
                decisions: vec![],
            };
            let program = self.subject.programs[stage];
            let notes = (now, &mut self.correlations.facts[stage]);
            let trace =
                Trace::follow(program, process, most, notes, &mut self.terms, &mut follower, &self.shared.deadline);
            let decisions = follower.decisions;
            self.followed += trace.as_ref().map_or(most, Trace::len) as u64;
            versions.push(Followed { trace: trace?, decisions });
        }
        Some(versions)
    }

    /// Another input on the same pair of paths, with other bytes where the path leaves a choice: what is equal in both
    /// versions because of a zero here and there, by accident, then is not.
    fn shake(&mut self, run: &Run) -> Model {
        let mut model = run.model.clone();
        let Knowledge { sets, evaluator, .. } = &mut self.knowledge;
        let mut bound: HashSet<u32> = HashSet::new();
        let mut left = MOST_SHAKEN;
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
                    if conditions.iter().all(|condition| evaluator.holds(&self.terms, *condition)) {
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
}

/// Goes the way of the run, and notes where it is.
struct Follower<'a> {
    tracker: Tracker<'a>,
    now: Now,
    decisions: Vec<Met>,
}

impl Path for Follower<'_> {
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
