//! Looks for the first effect of a change that was executed and had none.
//!
//! Where given inputs executed a change that had no effect on anything, other values are wanted there: the decisions that those
//! values depend on ([`crate::engine::Notes::opens`]) come before inputs that nobody gave. Changes the order of runs only.

use super::{Context, Readiness, Seeding, Tactic, Work};
use crate::engine::{BranchId, Engine, PendingBranch, StartingPoint};
use rift_env::{StartError, is_word};
use rift_expr::Model;
use rift_solver::Effort;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::rc::Rc;

/// What words that are made longer go on with, as words that begin a search do.
const LETTER: u8 = b'a';

#[derive(Default)]
pub(crate) struct FirstEffect {
    /// Inputs that were given before, and branches taken since.
    seeds_run: u64,
    taken: u32,
}

impl FirstEffect {
    /// The branch that the first effect depends on most directly; of several, the latest.
    fn best(&self, cx: &Context<'_, '_>) -> Option<BranchId> {
        let milestones = &cx.engine.milestones;
        let taken = if cx.board.seeds_run == self.seeds_run { self.taken } else { 0 };
        let is_wanted = milestones.executed.any() && !milestones.has_effect && cx.board.seeding == Seeding::Guessed;
        if !is_wanted || taken >= cx.tuning.first_effect_runs {
            return None;
        }
        let frontier = &cx.board.frontier;
        let opening = |branch: &PendingBranch| {
            Some((frontier.notes(branch.id).opens?, Reverse(branch.trail.decisions), branch.id))
        };
        frontier.iter().filter_map(opening).min().map(|(.., id)| id)
    }
}

impl Tactic for FirstEffect {
    fn name(&self) -> &'static str {
        "first-effect"
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        if self.best(cx).is_some() { Readiness::First } else { Readiness::Nothing }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let best = self.best(cx);
        if cx.board.seeds_run != self.seeds_run {
            (self.seeds_run, self.taken) = (cx.board.seeds_run, 0);
        }
        self.taken += 1;
        let Some(branch) = best.and_then(|id| cx.board.frontier.get(id)) else { return Ok(Work::Done) };
        let start = StartingPoint { model: Rc::new(longer_words(cx.engine, branch)), found: branch.found.clone() };
        Ok(Work::Negate { branch: branch.id, effort: Effort::Brief, start: Some(start) })
    }
}

/// The input of a branch, in which words that are made longer by it go on with letters. A number does not: one more digit is ten
/// times as much.
fn longer_words(engine: &Engine<'_>, branch: &PendingBranch) -> Model {
    let mut model = Model::clone(&branch.model);
    let sets = &engine.knowledge.sets;
    let bound: HashSet<u32> =
        branch.trail.condition.groups().into_iter().flat_map(|group| sets.support(group)).copied().collect();
    for (key, first) in branch.trail.all_made().filter(|(key, _)| is_word(&key.name)) {
        let places = *first..first + key.bytes;
        let Some(end) = places.clone().find(|at| model.byte(*at) == 0) else { continue };
        let is_letter = |at: u32| !model.byte(at).is_ascii_digit() && !b"+-.".contains(&model.byte(at));
        if (*first..end).any(is_letter) {
            let free = (end + 1..places.end).filter(|at| !bound.contains(at));
            free.for_each(|at| model.set(at, LETTER));
        }
    }
    model
}
