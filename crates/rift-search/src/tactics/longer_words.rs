//! Runs inputs that executed no change once more, with words that are as long as they may be.
//!
//! How long a word is, a program finds out letter by letter: each takes a run of its own. Adds runs, and takes none away.

use super::{Context, Readiness, RunTask, Tactic, Work};
use crate::engine::{Finished, Outcome, Task, What};
use rift_env::{StartError, is_word};
use std::collections::{HashSet, VecDeque};

/// Inputs that wait for their turn. The latest know most.
const MAX_WAITING: usize = 16;
/// What words go on with.
const LETTER: u8 = b'a';

#[derive(Default)]
pub(crate) struct LongerWords {
    waiting: VecDeque<Task>,
    /// Words that were made longer before, with their spaces: many inputs become the same.
    tried: HashSet<(usize, Vec<Vec<u8>>)>,
}

impl Tactic for LongerWords {
    fn name(&self) -> &'static str {
        "longer-words"
    }

    /// It sees every run that ended, with its values, its path and what came of it.
    fn on_run(&mut self, finished: &mut Finished, _: &mut Context<'_, '_>) {
        if finished.outcome != Outcome::Unchanged {
            return;
        }
        let (space, mut values) = (finished.run.space, finished.run.all_values());
        let mut words = Vec::new();
        for value in values.iter_mut().filter(|value| is_word(&value.name)) {
            let end = value.bytes.iter().position(|byte| *byte == 0).unwrap_or(value.bytes.len());
            value.bytes[end..].fill(LETTER);
            words.push(value.bytes.clone());
        }
        if !self.tried.insert((space, words)) {
            return;
        }
        self.waiting.push_back(Task { space, values, shared: 0, what: What::Run });
        if self.waiting.len() > MAX_WAITING {
            self.waiting.pop_front();
        }
    }

    /// It has something to propose when its turn comes; the scheduler decides when that is.
    fn readiness(&self, _: &Context<'_, '_>) -> Readiness {
        if self.waiting.is_empty() { Readiness::Nothing } else { Readiness::Turn }
    }

    /// What the run costs is charged to it, and what it brings is credited to it.
    fn propose(&mut self, _: &mut Context<'_, '_>) -> Result<Work, StartError> {
        Ok(self.waiting.pop_back().map_or(Work::Done, |task| Work::Run(RunTask::new(task))))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Versions;

    /// Goes to the end of a word, and shows something if that is far.
    fn measures(result: u32) -> String {
        format!(
            "function @main(ptr word) -> i32 {{\nentry:\n  jump next\n\
             next:\n  at = phi ptr [word, entry], [then, more]\n  length = phi i32 [0, entry], [longer, more]\n  \
             c = load i8, at\n  t = icmp eq i8 c, 0\n  branch t, end, more\n\
             more:\n  then = offset ptr at, 1\n  longer = add i32 length, 1\n  jump next\n\
             end:\n  u = icmp ugt i32 length, 5\n  branch u, far, near\n\
             far:\n  return i32 {result}\nnear:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn a_long_word_needs_no_run_for_each_letter() {
        let runs = Versions::new(&measures(1), &measures(2)).compare(8, "dse", "longer-words");
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
    }
}
