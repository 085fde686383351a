//! Asks whether a change that was executed can leave another state behind.
//!
//! Taneja et al. (2011) add a branch behind the change that holds if the state differs there. Here both versions were run to
//! their ends on the same terms, so the question is asked there: can the memory that both have (globals and heap objects at the
//! same address) hold other values for some input on this pair of paths? If so, that input is run, and where its effect goes is
//! followed (crate::tactics::repairs, crate::tactics::uses). If not, it is a goal for earlier branches
//! (crate::tactics::goals). Decisions and outputs that differ are seen without it; what is in registers only at the end is
//! nowhere any more.
//!
//! Asked until a change is seen to have an effect. Adds runs, and takes none away.

use super::{Context, Readiness, RunTask, Tactic, Work};
use crate::engine::{Finished, Outcome, Task, What, values_of};
use rift_env::StartError;
use rift_solver::{Effort, Verdict};

#[derive(Default)]
pub(crate) struct Infection {
    /// An input that leaves another state behind.
    infecting: Option<Task>,
}

impl Tactic for Infection {
    fn name(&self) -> &'static str {
        "infection"
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        cx.board.state_goal = None;
        let is_same = matches!(finished.outcome, Outcome::Same | Outcome::SameHere(_));
        if !is_same || cx.engine.milestones.has_effect || cx.engine.is_over() {
            return;
        }
        let run = &finished.run;
        let Some(goal) = run.state_differs(&mut cx.engine.terms) else { return };
        if cx.engine.terms.as_const(goal).is_some() {
            cx.engine.note_possible_effect();
            return;
        }
        match cx.engine.check_on(Effort::Quick, &run.trail, goal, &run.model) {
            Verdict::Sat(found) => {
                let mut model = run.model.clone();
                found.apply(&mut model);
                cx.engine.note_possible_effect();
                let values = values_of(&run.trail, &model);
                // Its path is known: it leaves no branches that are not pending already.
                self.infecting = Some(Task { space: run.space, values, shared: run.trail.decisions, what: What::Run });
            }
            Verdict::Unsat => cx.board.state_goal = Some(goal),
            Verdict::Unknown(_) => {}
        }
    }

    fn readiness(&self, _: &Context<'_, '_>) -> Readiness {
        if self.infecting.is_some() { Readiness::First } else { Readiness::Nothing }
    }

    fn propose(&mut self, _: &mut Context<'_, '_>) -> Result<Work, StartError> {
        Ok(self.infecting.take().map_or(Work::Done, |task| Work::Run(RunTask::new(task))))
    }

    fn forget_terms(&mut self) {
        self.infecting = None;
    }
}

#[cfg(test)]
mod tests {
    use crate::strategies::Strategy;
    use crate::testing::Versions;

    /// Keeps some bits of the first letter in memory, and shows nothing of it.
    fn keeps(bits: u32) -> String {
        format!(
            "global @kept size 1 align 1 = i8 0\nfunction @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  \
             x = and i8 c, {bits}\n  store i8 x, @kept\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn a_state_that_can_differ_is_an_effect() {
        let runs = Versions::new(&keeps(31), &keeps(15)).compare(1, "auto", "infection");
        assert!(runs.is_sooner(|totals| totals.runs_to_infect));
        assert_eq!(runs.with.totals.differences, 0, "it is not seen");
    }

    #[test]
    fn a_state_that_is_the_same_is_none() {
        let same = Versions::new(&keeps(15).replace("i8 c, 15", "i8 c, 7"), &keeps(7));
        let auto = Strategy::named("auto").expect("there is one");
        assert_eq!(same.search(1, &auto).totals.runs_to_infect, 0);
    }
}
