//! Runs the inputs that a search is given.

use super::{Context, Readiness, RunTask, Seeding, Tactic, Work};
use crate::engine::{Task, What};
use rift_env::StartError;

/// Inputs that somebody gave are run as they are, to their end, before anything else. Those that rift made up come after them:
/// `Start` is led to a change from its first decision on, `Try` leaves no branches unless it executes new code.
#[derive(Default)]
pub(crate) struct Seeds;

impl Tactic for Seeds {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        if cx.board.seeding == Seeding::Over { Readiness::Nothing } else { Readiness::First }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let Some(task) = cx.engine.shared.next_seed(cx.engine.number) else {
            cx.board.seeding = Seeding::Over;
            return Ok(Work::Done);
        };
        cx.board.seeds_run += 1;
        cx.board.seeding = seeding(cx.engine.shared.peek_seed(cx.engine.number).as_ref());
        let (is_patient, only_if_new) = (task.what == What::Run, task.what == What::Try);
        Ok(Work::Run(RunTask { is_patient, only_if_new, ..RunTask::new(task) }))
    }
}

/// What the next input is.
pub(crate) fn seeding(next: Option<&Task>) -> Seeding {
    match next.map(|task| &task.what) {
        None => Seeding::Over,
        Some(What::Run | What::Flip { .. }) => Seeding::Given,
        Some(What::Start | What::Try) => Seeding::Guessed,
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::What;
    use crate::testing::{Setting, Versions, gates};

    fn asks(result: u32) -> String {
        let gates = gates(0, "abcde", ("there", "out"));
        format!("function @main(ptr word) -> i32 {{\n{gates}there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n")
    }

    #[test]
    fn what_somebody_gave_is_run_before_anything_else() {
        let tests = [(What::Run, "hello"), (What::Run, "abcde")];
        let setting = Setting { given: &tests, ..Setting::from(5) };
        let runs = Versions::new(&asks(1), &asks(2)).contrast(setting, "dse", "seeds");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
        assert!(runs.with.totals.runs_to_differ <= tests.len() as u64);
        assert_eq!(runs.without.totals.runs, 0, "nobody else runs them");
    }
}
