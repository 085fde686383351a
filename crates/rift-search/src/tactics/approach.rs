//! Follows what a given input shows of the route to a change, before the next one is run.
//!
//! As long as no run has executed a change, the pending branch that a change depends on most directly is taken after each given
//! input, and again while that comes nearer: a change may be reached in fewer runs than there are inputs. Qi, Roychoudhury,
//! Liang (ASE 2010), Algorithm 1, between inputs. Changes the order of runs only.

use super::{Context, Readiness, Tactic, Work};
use crate::engine::BranchId;
use rift_env::StartError;
use rift_solver::Effort;

#[derive(Default)]
pub(crate) struct Approach {
    /// Inputs that were given before the one it follows.
    seeds_run: u64,
    /// The least distance that was taken since, and how many runs there were then.
    nearest: u32,
    runs: u64,
    /// What was proposed last, if it is not known yet whether it was possible.
    proposed: Option<u32>,
}

impl Approach {
    /// The branch that is nearer to a change than what was taken last, if there is one.
    fn nearer(&self, cx: &Context<'_, '_>) -> Option<(u32, BranchId)> {
        let executed = cx.engine.milestones.executed.any();
        if executed || cx.board.seeds_run == 0 {
            return None;
        }
        let nearest = match self.proposed {
            _ if cx.board.seeds_run != self.seeds_run => u32::MAX,
            // It was run: what comes next is to be nearer than that.
            Some(steps) if cx.engine.knowledge.totals.runs > self.runs => steps,
            _ => self.nearest,
        };
        let steps = |branch: &crate::engine::PendingBranch| {
            branch.place.guided.filter(|steps| !branch.is_behind_change() && *steps < nearest)
        };
        cx.board.frontier.iter().filter_map(|branch| Some((steps(branch)?, branch.id))).min()
    }
}

impl Tactic for Approach {
    fn name(&self) -> &'static str {
        "approach"
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        let is_asked = cx.board.seeds_run != self.seeds_run || self.proposed.is_some();
        if is_asked && self.nearer(cx).is_some() { Readiness::First } else { Readiness::Nothing }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let Some((steps, branch)) = self.nearer(cx) else { return Ok(Work::Done) };
        let runs = cx.engine.knowledge.totals.runs;
        if cx.board.seeds_run != self.seeds_run {
            self.nearest = u32::MAX;
        } else if let Some(before) = self.proposed.filter(|_| runs > self.runs) {
            self.nearest = before;
        }
        (self.seeds_run, self.runs, self.proposed) = (cx.board.seeds_run, runs, Some(steps));
        Ok(Work::Negate { branch, effort: Effort::Brief, start: None })
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::What;
    use crate::testing::{OTHER, Setting, Versions, gates, noise};

    /// Asks for a word behind letters that have nothing to do with it.
    fn asks(result: u32) -> String {
        let (noise, gates) = (noise(0..4), gates(4, "ab", ("there", "out")));
        format!(
            "{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  jump n0\n{noise}n4:\n  jump w4\n{gates}\
             there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn the_route_that_one_test_shows_is_taken_before_the_next_test() {
        let tests = ["x", ".x", "..x", "...x", "xx", ".xx", "..xx", "xxx"].map(|test| (What::Run, test));
        let setting = Setting { given: &tests, ..Setting::from(6) };
        let runs = Versions::new(&asks(1), &asks(2)).compare(setting, "reach", "approach");
        assert!(runs.is_sooner(|totals| totals.runs_to_reach));
        assert!(runs.with.totals.runs_to_reach < tests.len() as u64, "not all tests are run before");
    }
}
