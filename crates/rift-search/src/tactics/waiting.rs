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
