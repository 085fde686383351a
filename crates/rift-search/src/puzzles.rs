//! Pairs of runs of which it takes long to say whether they differ.
//!
//! What two versions print may depend on floats and products in ways that a solver needs seconds for, and there are
//! thousands of such pairs. Each is asked what can be had for little at once, and the rest when nothing else is left to do, or
//! now and then: other pairs of paths show most differences without it.
//!
//! Errs towards "undecided": a few are kept, and the others are counted as left out.

use crate::pair::Ended;
use crate::run::Run;
use crate::summary::Left;
use crate::worker::Worker;
use rift_expr::TermId;
use rift_solver::{Effort, Verdict};
use rift_vm::Stop;
use std::collections::VecDeque;
use std::rc::Rc;

/// So many are kept.
const MOST: usize = 64;
/// One in so many runs, as long as there are others.
const EVERY: u64 = 512;

/// Invariant: each of them is counted as undecided, until it is decided.
#[derive(Default)]
pub(crate) struct Puzzles {
    waiting: VecDeque<Puzzle>,
    asked: u64,
}

/// Both versions have ended, and what can be seen differs where the goal holds.
pub(crate) struct Puzzle {
    pub run: Run,
    pub ended: Rc<Ended>,
    pub stop: Stop,
    pub goal: TermId,
}

impl Puzzles {
    pub fn keep(&mut self, puzzle: Puzzle) {
        if self.waiting.len() < MOST {
            self.waiting.push_back(puzzle);
        }
    }

    /// The next one, if it is time for it. `others`: what else there is to do.
    pub fn due(&mut self, others: usize, runs: u64) -> Option<Puzzle> {
        if others > 0 && runs < (self.asked + 1) * EVERY {
            return None;
        }
        let puzzle = self.waiting.pop_front()?;
        self.asked += 1;
        Some(puzzle)
    }

    /// Terms mean something else from now on.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }
}

impl Worker<'_> {
    /// Asks all that can be asked.
    pub(crate) fn take_time(&mut self, puzzle: Puzzle) {
        let Puzzle { run, ended, stop, goal } = puzzle;
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, goal);
        self.knowledge.totals.queries += 1;
        match self.check(Effort::Full, set, goal, &run.model) {
            Verdict::Unknown(_) => return,
            Verdict::Unsat => {}
            Verdict::Sat(found) => {
                let mut model = run.model.clone();
                found.apply(&mut model);
                self.differ(&run, &ended, stop, &model, false);
            }
        }
        self.knowledge.take_back(run.trail.stage(), None, Left::End);
    }
}
