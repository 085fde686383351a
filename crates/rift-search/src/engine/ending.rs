//! The end of a run: on to the next version, or comparing what they did.

use super::Engine;
use super::events::Found;
use super::path::{Ended, Trail};
use super::run::{Run, values_of};
use super::subject::Compared;
use super::summary::{Left, StopReason};
use super::task::{Task, What};
use super::tracker::Knowledge;
use crate::engine::History;
use rift_env::{Difference, Observation, Process, StartError, Visible};
use rift_expr::{Model, TermId};
use rift_ir::Pair;
use rift_solver::{Effort, Verdict, WhyUnknown};
use rift_vm::Stop;
use std::collections::HashSet;

/// Questions about outputs that may take all their time: other paths show a difference, too.
const MAX_OUTPUTS_GIVEN_UP: u32 = 3;

/// A run that has ended.
pub(crate) struct Finished {
    pub run: Run,
    pub stop: Stop,
    pub outcome: Outcome,
}

/// What is known about a run that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It has no end that a native run would have.
    GaveUp,
    /// It is the same in all versions: it executed no change.
    Unchanged,
    /// Several versions were run, and nothing could make them differ, or it was run before.
    Same,
    /// No input on this path makes them differ; elsewhere this would.
    SameHere(TermId),
    /// It takes long to say whether an input on this path makes this hold: then they differ.
    Open(TermId),
    Differs,
}

impl Finished {
    /// What would have made a difference.
    pub fn goal(&self) -> Option<TermId> {
        match self.outcome {
            Outcome::SameHere(goal) | Outcome::Open(goal) => Some(goal),
            _ => None,
        }
    }
}

/// How one version ended.
#[derive(Clone, Copy)]
struct End<'e> {
    process: &'e Process,
    stop: &'e Stop,
    visible: &'e Visible,
}

impl<'e> End<'e> {
    fn of(ended: &'e Ended) -> End<'e> {
        End { process: &ended.process, stop: &ended.stop, visible: &ended.visible }
    }
}

impl Engine<'_> {
    /// A version ended: on to the next one, or to the end.
    pub(super) fn end_of_version(&mut self, run: Run, stop: Stop) -> Result<Result<Run, Finished>, StartError> {
        let visible = run.process.visible(stop.clone());
        let is_comparable = visible.is_comparable();
        let version = run.trail.version();
        if is_comparable && run.trail.executed.any() && version + 1 < self.subject.versions.len() {
            return self.next_version(run, stop, visible).map(Ok);
        }
        self.count_run(&run);
        if version == 0 || (version == 1 && !is_comparable) {
            return Ok(Err(self.end_alone(run, stop, is_comparable)));
        }
        let (first, rest) = self.ends(&run, &stop, &visible);
        let outcome = self.compare(&run, first, &rest);
        let may_differ = matches!(outcome, Outcome::Differs | Outcome::SameHere(_) | Outcome::Open(_));
        if may_differ || decides_otherwise(&run.trail) {
            self.note_possible_effect();
        }
        let differs = outcome == Outcome::Differs;
        if !self.is_infected() && (differs || run.leaves_other_state(&mut self.terms, &mut self.knowledge.evaluator)) {
            self.note_infected();
        }
        Ok(Err(Finished { run, stop, outcome }))
    }

    /// How the versions ended: the first, and the others that can be compared with it.
    fn ends<'e>(&self, run: &'e Run, stop: &'e Stop, visible: &'e Visible) -> (End<'e>, Vec<End<'e>>) {
        let last = End { process: &run.process, stop, visible };
        let mut all: Vec<End<'e>> = run.trail.ended.iter().map(|ended| End::of(ended)).collect();
        all.extend(visible.is_comparable().then_some(last));
        (all.remove(0), all)
    }

    /// Only one version was run, or what the other did cannot be compared.
    fn end_alone(&mut self, run: Run, stop: Stop, is_comparable: bool) -> Finished {
        self.note_executed(&run.trail);
        let outcome = match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => {
                self.count_given_up(&run, &stop);
                if is_comparable { Outcome::Unchanged } else { Outcome::GaveUp }
            }
            _ if self.subject.versions.len() > 1 => {
                self.count_unchanged(&run);
                Outcome::Unchanged
            }
            _ => {
                self.found(&run, &stop);
                Outcome::Unchanged
            }
        };
        Finished { run, stop, outcome }
    }

    /// The run is given up before its end.
    pub(super) fn gave_up(&mut self, run: Run, stop: Stop) -> Finished {
        self.count_run(&run);
        self.count_given_up(&run, &stop);
        Finished { run, stop, outcome: Outcome::GaveUp }
    }

    /// An input was run to its end.
    fn count_run(&mut self, run: &Run) {
        self.knowledge.totals.runs += 1;
        self.milestones.solved_runs += 1;
        if self.knowledge.is_seeding || self.plan.notes_paths() {
            self.knowledge.note_path(run.trail.id);
        }
    }

    /// The end is none that a native run would have.
    fn count_given_up(&mut self, run: &Run, stop: &Stop) {
        match stop {
            Stop::Outside => self.knowledge.totals.outside += 1,
            Stop::Unsupported(what) => *self.unsupported.entry(what.clone()).or_default() += 1,
            _ => {
                let site = run.process.machine().call_stack().first().map(|entry| entry.site);
                self.knowledge.leave(run.trail.version(), site, Left::Limit);
            }
        }
    }

    fn count_unchanged(&mut self, run: &Run) {
        match self.shared.is_new(run.trail.id) {
            false => self.knowledge.totals.duplicates += 1,
            true => {
                self.knowledge.totals.paths += 1;
                self.knowledge.totals.untouched += 1;
            }
        }
    }

    /// Notes which changes a run executed.
    fn note_executed(&mut self, trail: &Trail) {
        if !trail.executed.any() {
            return;
        }
        let milestones = &mut self.milestones;
        milestones.news.change_executed |= !milestones.executed.includes(&trail.executed);
        milestones.executed.merge(&trail.executed);
        let totals = &mut self.knowledge.totals;
        if totals.runs_to_reach == 0 && self.shared.before.totals.runs_to_reach == 0 {
            totals.runs_to_reach = totals.runs;
            milestones.solved_runs_to_execute = milestones.solved_runs;
        }
    }

    /// A change may have an effect: what the versions computed is not the same term everywhere.
    pub fn note_possible_effect(&mut self) {
        self.milestones.news.first_effect |= !std::mem::replace(&mut self.milestones.has_effect, true);
    }

    /// An input was run on which the versions computed something else, seen or not.
    pub fn note_infected(&mut self) {
        if !self.is_infected() {
            self.knowledge.totals.runs_to_infect = self.knowledge.totals.runs;
        }
    }

    fn is_infected(&self) -> bool {
        self.knowledge.totals.runs_to_infect + self.shared.before.totals.runs_to_infect > 0
    }

    /// A path of a single program.
    fn found(&mut self, run: &Run, stop: &Stop) {
        if !self.shared.is_new(run.trail.id) {
            self.knowledge.totals.duplicates += 1;
            return;
        }
        self.knowledge.totals.paths += 1;
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        evaluator.reset(&run.model);
        let observation = run.process.observation(stop.clone(), &self.terms, evaluator);
        let input = self.subject.spaces[run.space].input(run.process.objects(), &run.model);
        let (id, depth) = (run.trail.id, run.trail.decisions);
        let found = Found { id, space: run.space, input, observation, depth, new_coverage: run.new_coverage };
        if self.shared.events.found(&found).is_err() {
            self.not_kept(run);
        }
    }

    /// A resumed search is to find it once more. Its branches are pending.
    fn not_kept(&mut self, run: &Run) {
        self.knowledge.totals.paths -= 1;
        self.shared.forget(run.trail.id);
        let values = values_of(&run.trail, &run.model);
        self.shared.give(Task { space: run.space, values, shared: run.trail.decisions, what: What::Run });
        self.shared.stop(StopReason::Output);
    }

    /// All versions have ended on one set of paths. The second is what the first is compared with.
    fn compare(&mut self, run: &Run, new: End<'_>, others: &[End<'_>]) -> Outcome {
        let Some(old) = others.first() else { return Outcome::GaveUp };
        self.note_executed(&run.trail);
        if let (Stop::Limit(_), Stop::Limit(_)) = (old.stop, new.stop) {
            self.count_given_up(run, old.stop);
            return Outcome::Same;
        }
        if !self.shared.is_new(run.trail.id) {
            self.knowledge.totals.duplicates += 1;
            return Outcome::Same;
        }
        self.knowledge.totals.paths += 1;
        let (model, everywhere) = match new.visible.difference(old.visible, &mut self.terms) {
            Difference::Nowhere => return Outcome::Same,
            Difference::Everywhere => (run.model.clone(), true),
            Difference::Where(goal) => match self.check_output(run, goal) {
                Verdict::Unsat => return Outcome::SameHere(goal),
                Verdict::Sat(found) => {
                    let mut model = run.model.clone();
                    found.apply(&mut model);
                    (model, false)
                }
                Verdict::Unknown(why) => {
                    self.knowledge.leave(run.trail.version(), None, Left::End);
                    return if why == WhyUnknown::Deferred { Outcome::Open(goal) } else { Outcome::Same };
                }
            },
        };
        self.differ(run, new, others, &model, everywhere);
        Outcome::Differs
    }

    /// Whether what can be seen differs. Where the solver gave up a few times, only what is quick is tried.
    fn check_output(&mut self, run: &Run, goal: TermId) -> Verdict {
        let is_hopeless = self.knowledge.outputs_given_up >= MAX_OUTPUTS_GIVEN_UP;
        let effort = if is_hopeless { Effort::Quick } else { Effort::Brief };
        let verdict = self.check_on(effort, &run.trail, goal, &run.model);
        if let Verdict::Unknown(why) = verdict
            && !matches!(why, WhyUnknown::Deferred | WhyUnknown::Interrupted)
        {
            self.knowledge.outputs_given_up += 1;
        }
        verdict
    }

    /// Asks all that can be asked about a run whose outcome is open. Whether its versions differ.
    pub fn settle(&mut self, finished: &Finished, goal: TermId) -> bool {
        let Finished { run, stop, .. } = finished;
        let verdict = self.check_on(Effort::Full, &run.trail, goal, &run.model);
        let differs = match &verdict {
            Verdict::Unknown(_) => return false,
            Verdict::Unsat => false,
            Verdict::Sat(found) => {
                let mut model = run.model.clone();
                found.apply(&mut model);
                let visible = run.process.visible(stop.clone());
                let (first, rest) = self.ends(run, stop, &visible);
                self.differ(run, first, &rest, &model, false);
                true
            }
        };
        self.knowledge.take_back(run.trail.version(), None, Left::End);
        differs
    }

    fn differ(&mut self, run: &Run, new: End<'_>, others: &[End<'_>], model: &Model, everywhere: bool) {
        let totals = &mut self.knowledge.totals;
        totals.differences += 1;
        self.milestones.differences += 1;
        self.milestones.news.difference = true;
        if totals.runs_to_differ == 0 && self.shared.before.totals.runs_to_differ == 0 {
            totals.runs_to_differ = totals.runs;
        }
        let runs = totals.runs;
        let space = &self.subject.spaces[run.space];
        let mut input = space.input(new.process.objects(), model);
        for other in others {
            // What only the other version asks for.
            let known = input.objects.len();
            input.objects.extend(space.input(other.process.objects(), model).objects.into_iter().skip(known));
        }
        let evaluator = &mut self.knowledge.evaluator;
        evaluator.reset(model);
        let mut observe = |end: &End<'_>| end.process.observation(end.stop.clone(), &self.terms, evaluator);
        let first = observe(&new);
        let mut rest: Vec<Observation> = others.iter().map(observe).collect();
        let compared = Compared {
            input,
            predicted: Pair { old: rest.remove(0), new: first },
            others: rest,
            everywhere,
            changes: run.trail.executed.changes().collect(),
            runs,
        };
        if self.shared.events.different(&compared).is_err() {
            self.not_kept(run);
        }
    }
}

/// Whether a version made decisions that the first did not: they hold different values somewhere.
fn decides_otherwise(trail: &Trail) -> bool {
    let asked = |history: &History| -> HashSet<TermId> { history.iter().map(|decided| decided.holds).collect() };
    match trail.decided.as_slice() {
        [new, old, ..] => asked(new) != asked(old),
        _ => false,
    }
}
