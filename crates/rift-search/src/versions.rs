//! Ends of runs of two versions: on to the other version, or comparing what both did.

use crate::history::History;
use crate::pair::{Compared, Ended};
use crate::puzzles::Puzzle;
use crate::run::Run;
use crate::summary::Left;
use crate::worker::Worker;
use rift_env::{Difference, StartError, Visible};
use rift_expr::{Model, TermId};
use rift_ir::Pair;
use rift_solver::{Effort, SetId, Verdict, WhyUnknown};
use rift_vm::Stop;
use std::collections::HashSet;
use std::rc::Rc;

/// So many questions about outputs may take all their time.
const MOST_GIVEN_UP: u32 = 3;

/// What is known about a pair of paths that ended.
enum Ending {
    /// They differ, or nothing could make them differ, or it was given up.
    Settled,
    /// No input on them makes them differ; elsewhere this would.
    Same(TermId),
    /// It takes long to say whether an input does.
    Open(TermId),
}

impl Worker<'_> {
    pub(crate) fn end_of_version(&mut self, mut run: Run, stop: Stop) -> Result<Option<Run>, StartError> {
        let visible = run.process.visible(stop.clone());
        if visible.is_comparable()
            && let Some(ended) = run.trail.before.clone()
        {
            self.end_of_path(&run);
            self.keep_for_guesses(&run);
            let before = self.knowledge.totals.differences;
            let (wish, is_open) = match self.compare(&run, &ended, stop.clone(), &visible) {
                Ending::Settled => (None, false),
                Ending::Same(goal) => (Some(goal), false),
                Ending::Open(goal) => (Some(goal), true),
            };
            let differs = self.knowledge.totals.differences > before;
            if self.knowledge.totals.runs_to_infect == 0 && (differs || wish.is_some() || asks_otherwise(&run)) {
                self.knowledge.totals.runs_to_infect = self.knowledge.totals.runs;
            }
            if self.strategy.wants().wishes {
                self.wish(&mut run, wish);
            }
            if !differs || self.unreached.way().is_some() {
                self.correlate(&mut run);
            }
            self.release(&mut run);
            self.reconsider();
            if let (Some(goal), true) = (wish, is_open) {
                self.puzzles.keep(Puzzle { run, ended, stop, goal });
            }
            return Ok(None);
        }
        if visible.is_comparable() && run.trail.touched.any() {
            return self.start_other(run, stop, visible).map(Some);
        }
        self.end_of_path(&run);
        self.keep_for_guesses(&run);
        self.reach(&run);
        if visible.is_comparable() {
            self.reopen(&mut run);
            self.correlate(&mut run);
        }
        self.release(&mut run);
        match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => self.give_up(&run, stop),
            _ if !self.shared.is_new(run.trail.id) => self.knowledge.totals.duplicates += 1,
            _ => {
                self.knowledge.totals.paths += 1;
                self.knowledge.totals.untouched += 1;
            }
        }
        Ok(None)
    }

    /// Notes which changes a run came past.
    fn reach(&mut self, run: &Run) {
        if run.trail.touched.any() {
            self.reached.merge(&run.trail.touched);
            let totals = &mut self.knowledge.totals;
            if totals.runs_to_reach == 0 {
                totals.runs_to_reach = totals.runs;
            }
        }
    }

    /// The other version on the same input.
    fn start_other(&mut self, run: Run, stop: Stop, visible: Visible) -> Result<Run, StartError> {
        let Run { space, process, mut trail, mut model, shared, values, flip, new_coverage, held, lead, .. } = run;
        trail.next_stage(Ended { process, stop, visible });
        let process = match self.bases.get_mut(&(space, trail.stage())) {
            Some((base, begun)) => {
                let mut process = base.snapshot();
                trail.made = Rc::clone(&begun.made);
                let touched = begun.touched.clone();
                trail.touched.merge(&touched);
                self.refresh(&mut process, &model);
                process
            }
            None => self.start(space, &values, &mut model, &mut trail)?,
        };
        let wants_base = !self.bases.contains_key(&(space, trail.stage()));
        let next = Run::new(space, process, trail, model);
        Ok(Run { shared, values, flip, new_coverage, wants_base, held, lead, ..next })
    }

    /// Both versions have ended on one pair of paths.
    fn compare(&mut self, run: &Run, ended: &Ended, stop: Stop, visible: &Visible) -> Ending {
        self.reach(run);
        if let (Stop::Limit(_), Stop::Limit(_)) = (&stop, &ended.stop) {
            self.give_up(run, stop);
            return Ending::Settled;
        }
        if !self.shared.is_new(run.trail.id) {
            self.knowledge.totals.duplicates += 1;
            return Ending::Settled;
        }
        self.knowledge.totals.paths += 1;
        let (model, everywhere) = match ended.visible.difference(visible, &mut self.terms) {
            Difference::Nowhere => return Ending::Settled,
            Difference::Everywhere => (run.model.clone(), true),
            Difference::Where(goal) => {
                self.knowledge.totals.queries += 1;
                let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, goal);
                match self.check_visible(set, goal, &run.model) {
                    Verdict::Unsat => return Ending::Same(goal),
                    Verdict::Sat(found) => {
                        let mut model = run.model.clone();
                        found.apply(&mut model);
                        (model, false)
                    }
                    Verdict::Unknown(why) => {
                        self.knowledge.leave(run.trail.stage(), None, Left::End);
                        return if why == WhyUnknown::Deferred { Ending::Open(goal) } else { Ending::Settled };
                    }
                }
            }
        };
        self.differ(run, ended, stop, &model, everywhere);
        Ending::Settled
    }

    /// Whether what can be seen differs. Where the solver gave up a few times, only what is quick is tried: other paths
    /// show a difference, too.
    fn check_visible(&mut self, set: SetId, goal: TermId, hint: &Model) -> Verdict {
        let is_hopeless = self.wishes.given_up >= MOST_GIVEN_UP;
        let verdict = self.check(if is_hopeless { Effort::Quick } else { Effort::Brief }, set, goal, hint);
        if let Verdict::Unknown(why) = verdict
            && !matches!(why, WhyUnknown::Deferred | WhyUnknown::Interrupted)
        {
            self.wishes.given_up += 1;
        }
        verdict
    }

    pub(crate) fn differ(&mut self, run: &Run, ended: &Ended, stop: Stop, model: &Model, everywhere: bool) {
        let totals = &mut self.knowledge.totals;
        totals.differences += 1;
        self.unreached.differ(&run.trail.touched);
        if totals.runs_to_differ == 0 {
            totals.runs_to_differ = totals.runs;
        }
        let runs = totals.runs;
        let space = &self.subject.spaces[run.space];
        let mut input = space.input(ended.process.objects(), model);
        let other = space.input(run.process.objects(), model);
        // What only the other version asks for.
        let known = input.objects.len();
        input.objects.extend(other.objects.into_iter().skip(known));
        let evaluator = &mut self.knowledge.evaluator;
        evaluator.reset(model);
        let new = ended.process.observation(ended.stop.clone(), &self.terms, evaluator);
        let old = run.process.observation(stop, &self.terms, evaluator);
        let compared = Compared {
            input,
            predicted: Pair { old, new },
            everywhere,
            changes: run.trail.touched.changes().collect(),
            runs,
        };
        if self.shared.events.different(&compared).is_err() {
            self.not_kept(run);
        }
    }
}

/// Whether a version made decisions that the other did not: they hold different values somewhere.
fn asks_otherwise(run: &Run) -> bool {
    let [new, old] = &run.trail.decided;
    let asked = |history: &History| -> HashSet<TermId> { history.iter().map(|decided| decided.holds).collect() };
    asked(new) != asked(old)
}
