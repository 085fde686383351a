//! The end of a run: a path, or why it is none.

use crate::explore::Found;
use crate::run::{Run, values_of};
use crate::summary::{Left, StopReason};
use crate::task::{Task, What};
use crate::tracker::Knowledge;
use crate::worker::Worker;
use rift_env::StartError;
use rift_vm::Stop;

impl Worker<'_> {
    /// What is next for a run that ended: the other version, or nothing.
    pub(crate) fn end(&mut self, run: Run, stop: Stop) -> Result<Option<Run>, StartError> {
        if self.subject.changes.is_some() {
            return self.end_of_version(run, stop);
        }
        self.end_of_path(&run);
        match stop {
            Stop::Outside | Stop::Unsupported(_) | Stop::Limit(_) => self.give_up(&run, stop),
            stop => self.found(run, stop),
        }
        Ok(None)
    }

    /// An input was run to its end.
    pub(crate) fn end_of_path(&mut self, run: &Run) {
        self.knowledge.totals.runs += 1;
        if self.knowledge.is_seeding || self.subject.changes.is_some() {
            self.knowledge.note_path(run.trail.id);
        }
    }

    /// The end is none that a native run would have.
    pub(crate) fn give_up(&mut self, run: &Run, stop: Stop) {
        match stop {
            Stop::Outside => self.knowledge.totals.outside += 1,
            Stop::Unsupported(what) => *self.unsupported.entry(what).or_default() += 1,
            _ => {
                let site = run.process.machine().call_stack().first().map(|entry| entry.site);
                self.knowledge.leave(run.trail.stage(), site, Left::Limit);
            }
        }
    }

    /// A path of a single program.
    fn found(&mut self, run: Run, stop: Stop) {
        if !self.shared.is_new(run.trail.id) {
            self.knowledge.totals.duplicates += 1;
            return;
        }
        self.knowledge.totals.paths += 1;
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        evaluator.reset(&run.model);
        let observation = run.process.observation(stop, &self.terms, evaluator);
        let input = self.subject.spaces[run.space].input(run.process.objects(), &run.model);
        let (id, depth) = (run.trail.id, run.trail.decisions);
        let found = Found { id, space: run.space, input, observation, depth, new_coverage: run.new_coverage };
        if self.shared.events.found(&found).is_err() {
            self.not_kept(&run);
        }
    }

    /// A resumed search is to find it once more. Its flips are in the frontier.
    pub(crate) fn not_kept(&mut self, run: &Run) {
        self.knowledge.totals.paths -= 1;
        self.shared.forget(run.trail.id);
        let values = values_of(&run.trail, &run.model);
        self.shared.give(Task { space: run.space, values, shared: run.trail.decisions, what: What::Run });
        self.shared.stop(StopReason::Output);
    }
}
