//! Queries that take the solver long.
//!
//! Whether a branch is possible, or what two versions print differs, may depend on floats and products in ways that a solver
//! needs seconds for, and there are thousands of such questions. Each is asked what can be had for little at once, and the rest
//! here, in turns by the work that it takes: most differences are shown without it.
//!
//! Prefers "undecided": a few runs whose outcome is open are kept, and the others are counted as left out.

use super::{Context, Readiness, Tactic, Work};
use crate::engine::{Finished, Outcome, PendingBranch};
use rift_env::StartError;
use rift_solver::Effort;
use std::collections::VecDeque;

/// Runs whose outcome is open that are kept: each has two processes and their memory.
const MAX_OPEN_RUNS: usize = 64;

#[derive(Default)]
pub(crate) struct DeferredQueries {
    branches: VecDeque<Box<PendingBranch>>,
    /// Each of them is counted as undecided, until it is decided.
    open: VecDeque<Finished>,
    /// Whether a branch has the next turn.
    is_branch_next: bool,
}

impl Tactic for DeferredQueries {
    fn name(&self) -> &'static str {
        "deferred-queries"
    }

    fn keep_open(&mut self, finished: Finished) -> Option<Finished> {
        if self.open.len() < MAX_OPEN_RUNS {
            self.open.push_back(finished);
            return None;
        }
        Some(finished)
    }

    fn keep_deferred(&mut self, branch: Box<PendingBranch>) -> Option<Box<PendingBranch>> {
        self.branches.push_back(branch);
        None
    }

    fn readiness(&self, _: &Context<'_, '_>) -> Readiness {
        match self.branches.is_empty() && self.open.is_empty() {
            true => Readiness::Nothing,
            false => Readiness::Turn,
        }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let is_branch = !self.branches.is_empty() && (self.is_branch_next || self.open.is_empty());
        self.is_branch_next = !is_branch;
        if is_branch && let Some(branch) = self.branches.pop_front() {
            let id = branch.id;
            cx.board.frontier.insert(branch, Default::default());
            return Ok(Work::Negate { branch: id, effort: Effort::Full, start: None });
        }
        if let Some(finished) = self.open.pop_front()
            && let Outcome::Open(goal) = finished.outcome
            && cx.engine.settle(&finished, goal)
            && let Some(changes) = &cx.engine.subject.changes
        {
            cx.board.is_all_stale |= cx.board.remaining.differ(changes.map, &finished.run.trail.executed);
        }
        Ok(Work::Done)
    }

    fn branches(&self) -> Box<dyn Iterator<Item = &PendingBranch> + '_> {
        Box::new(self.branches.iter().map(Box::as_ref))
    }

    fn kept(&self) -> usize {
        self.branches.len()
    }

    fn forget_terms(&mut self) {
        self.branches.clear();
        self.open.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Setting, Versions};
    use rift_solver::{Backend, Limits};

    /// Asks whether two halves of a word are the factors of a number: no layer before the solver knows.
    fn factors(result: u32) -> String {
        let number = 31_337 * 25_013;
        format!(
            "function @main(ptr word) -> i32 {{\nentry:\n  a = load i16, word\n  p = offset ptr word, 2\n  \
             b = load i16, p\n  x = zext i16 a to i32\n  y = zext i16 b to i32\n  z = mul i32 x, y\n  \
             t = icmp eq i32 z, {number}\n  branch t, there, out\n\
             there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn what_takes_the_solver_long_is_asked_in_the_end() {
        let backend = || -> Box<dyn rift_solver::Solver> { Box::new(Backend::in_thread(Limits::default())) };
        let setting = Setting { backend, ..Setting::from(4) };
        let runs = Versions::new(&factors(1), &factors(2)).contrast(setting, "dse", "deferred-queries");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }
}
