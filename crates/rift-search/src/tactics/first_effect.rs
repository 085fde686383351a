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

#[cfg(test)]
mod tests {
    use crate::engine::What;
    use crate::testing::{OTHER, Setting, Versions, noise};

    /// Multiplies a mode, which is zero unless the first letter says something else, and shows the product.
    fn multiplies(by: u32) -> String {
        let noise = noise(1..4);
        format!(
            "global @mode size 4 align 4 = i32 0\n{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  \
             t = icmp eq i8 c, 97\n  branch t, set, n1\nset:\n  store i32 1, @mode\n  jump n1\n\
             {noise}n4:\n  m = load i32, @mode\n  r = mul i32 m, {by}\n  return i32 r\n}}\n"
        )
    }

    #[test]
    fn what_a_change_without_effect_depends_on_comes_before_inputs_that_nobody_gave() {
        let given = [(What::Run, "b"), (What::Try, "c"), (What::Try, "dx"), (What::Try, "e.x"), (What::Try, "f..x")];
        let setting = Setting { given: &given, ..Setting::from(4) };
        let runs = Versions::new(&multiplies(3), &multiplies(5)).compare(setting, "propagate", "first-effect");
        assert!(runs.is_sooner(|totals| totals.runs_to_infect));
        assert!(runs.with.totals.runs_to_infect < given.len() as u64, "not all of them are tried before");
    }
}
