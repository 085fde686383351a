//! Runs that were put back because they are long: others come first, but not for ever.

use super::{Context, Readiness, RunTask, Tactic, Work};
use crate::tuning::FIRST_LONG_RUN_INSTRUCTIONS;
use rift_env::StartError;

#[derive(Default)]
pub(crate) struct WaitingRuns;

impl Tactic for WaitingRuns {
    fn name(&self) -> &'static str {
        "waiting-runs"
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        let is_time = cx.engine.work_done() > FIRST_LONG_RUN_INSTRUCTIONS;
        if is_time && cx.engine.has_long_runs() { Readiness::Turn } else { Readiness::Nothing }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        *cx.engine.long_runs() -= 1;
        let task = cx.engine.shared.try_task(cx.engine.number);
        Ok(task.map_or(Work::Done, |task| Work::Run(RunTask { is_patient: true, ..RunTask::new(task) })))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Setting, Versions, noise};

    /// Counts for long behind a letter. The others are many, and short.
    fn counts(result: u32) -> String {
        let noise = noise(1..13);
        format!(
            "{OTHER}function @count(i32 to) {{\nentry:\n  jump again\nagain:\n  i = phi i32 [0, entry], [j, again]\n  \
             j = add i32 i, 1\n  t = icmp ult i32 j, to\n  branch t, again, out\nout:\n  return\n}}\n\
             function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  branch t, long, n1\n\
             long:\n  call @count(i32 1000000)\n  return i32 {result}\n{noise}n13:\n  call @count(i32 10000)\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn a_long_run_waits_for_others_and_not_for_all_of_them() {
        let setting = Setting { runs: 500, ..Setting::from(13) };
        let runs = Versions::new(&counts(1), &counts(2)).contrast(setting, "dse", "waiting-runs");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }
}
