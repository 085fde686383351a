//! Modules that see what runs did and propose what to do next.
//!
//! A [`Tactic`] owns its state. It sees finished runs and decisions under way, may ask the solver, notes what it thinks of
//! pending branches in tables of its own, and proposes work: a branch to negate, an input to run, a run to lead. The
//! [`Scheduler`] deals turns to tactics by measured work. A strategy is a list of tactics (crate::strategies).

mod approach;
mod deferred;
mod first_effect;
mod follow;
mod goals;
mod guesses;
mod infection;
mod leading;
/// The example of docs/CONTRIBUTING.md. No strategy has it.
#[cfg(test)]
mod longer_words;
mod negation;
mod relaxing;
mod repairs;
mod scheduler;
mod seeds;
mod unreached;
mod uses;
mod waiting;

pub(crate) use approach::Approach;
pub(crate) use deferred::DeferredQueries;
pub(crate) use first_effect::FirstEffect;
pub(crate) use goals::GoalQueries;
pub(crate) use guesses::Guesses;
pub(crate) use infection::Infection;
pub(crate) use leading::Leading;
#[cfg(test)]
pub(crate) use longer_words::LongerWords;
pub(crate) use negation::{Negation, Order, Seen};
pub(crate) use relaxing::Relaxing;
pub(crate) use repairs::Repairs;
pub(crate) use scheduler::Scheduler;
pub(crate) use seeds::{Seeds, seeding};
pub(crate) use unreached::UnreachedChanges;
pub(crate) use uses::Uses;
pub(crate) use waiting::WaitingRuns;

use follow::FollowedRuns;

use crate::engine::{
    BranchId, Engine, Finished, Frontier, Learned, Notes, PendingBranch, Possibles, Run, StartingPoint, Subject, Task,
};
use crate::targets::{Lead, Remaining, TargetBook};
use crate::tuning::Tuning;
use rift_align::Version;
use rift_env::StartError;
use rift_expr::TermId;
use rift_graph::ProgramGraph;
use rift_solver::Effort;
use rift_vm::concolic::Decision;

/// When a tactic has something to propose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// It has nothing.
    Nothing,
    /// When its turn comes.
    Turn,
    /// Before everything that waits for its turn: what somebody gave, and what follows directly from it.
    First,
    /// When nobody else has anything.
    Last,
}

/// Something to do, proposed by a tactic and charged to it.
pub(crate) enum Work {
    /// Take a pending branch.
    Negate { branch: BranchId, effort: Effort, start: Option<StartingPoint> },
    /// Run an input.
    Run(RunTask),
    /// Nothing more: the tactic has done it itself.
    Done,
}

/// An input to run.
pub(crate) struct RunTask {
    pub task: Task,
    pub lead: Option<Lead>,
    /// It is run to its end, however long it takes.
    pub is_patient: bool,
    /// It leaves no branches unless it executes new code: a guess at what inputs look like.
    pub only_if_new: bool,
}

impl RunTask {
    pub fn new(task: Task) -> RunTask {
        RunTask { task, lead: None, is_patient: false, only_if_new: false }
    }
}

/// What tactics share.
#[derive(Default)]
pub(crate) struct Board {
    pub frontier: Frontier,
    /// The changes that are left.
    pub remaining: Remaining,
    pub targets: TargetBook,
    /// Branches of which a tactic says something else now.
    pub stale: Vec<BranchId>,
    /// Whether that goes for all.
    pub is_all_stale: bool,
    /// What comes after a given input, while these last.
    pub seeding: Seeding,
    /// Given inputs that were run.
    pub seeds_run: u64,
    /// What would have made the run that ended last leave another state behind, on other paths.
    pub state_goal: Option<TermId>,
    /// What tactics say of the branch that is taken now.
    pub taking: Option<Notes>,
    /// The run that ended last, with every occurrence, where it was followed.
    pub followed: Option<FollowedRuns>,
}

/// Where a worker is with the inputs that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Seeding {
    /// The next one was given by somebody.
    Given,
    /// The next one is a guess at what inputs look like.
    Guessed,
    #[default]
    Over,
}

/// What a tactic works with.
pub(crate) struct Context<'c, 'a> {
    pub engine: &'c mut Engine<'a>,
    pub board: &'c mut Board,
    pub tuning: &'c Tuning,
}

impl<'a> Context<'_, 'a> {
    /// A version whose slices may be asked for: as long as they take no more work than all else did so far.
    pub fn slices(&self, version: Version) -> Option<&'a ProgramGraph<'a>> {
        let subject: &'a Subject<'a> = self.engine.subject;
        let work = self.tuning.analysis_credit_instructions + self.engine.work_done();
        subject.changes.as_ref()?.targets.slices(version, work)
    }
}

pub(crate) trait Tactic {
    /// As it is switched by.
    fn name(&self) -> &'static str;

    /// A run ended. Its branches are not pending yet.
    fn on_run(&mut self, _finished: &mut Finished, _cx: &mut Context<'_, '_>) {}

    /// A run whose outcome is open. Given back by who does not keep it.
    fn keep_open(&mut self, finished: Finished) -> Option<Finished> {
        Some(finished)
    }

    /// A run under way could go otherwise here: the decision as it is then, or what was possible.
    fn on_decision(
        &mut self,
        _run: &mut Run,
        _decision: &Decision,
        possible: Possibles,
        _cx: &mut Context<'_, '_>,
    ) -> Result<Decision, Possibles> {
        Err(possible)
    }

    /// What it thinks of a branch, pending or about to be.
    fn annotate(&self, _branch: &PendingBranch, _board: &Board, _notes: &mut Notes) {}

    /// A branch is pending, or another one by its notes than before.
    fn on_pending(&mut self, _branch: &PendingBranch, _notes: Notes, _cx: &mut Context<'_, '_>) {}

    /// An input to solve a branch from.
    fn starting_point(&mut self, _branch: BranchId) -> Option<StartingPoint> {
        None
    }

    /// A branch is possible, and about to be run.
    fn on_taken(&mut self, _branch: &PendingBranch, _notes: Notes) {}

    /// Whether the run of a branch that is about to be run, or one from the beginning, is led.
    fn lead(&mut self, _branch: Option<(&PendingBranch, Notes)>, _cx: &mut Context<'_, '_>) -> Option<Lead> {
        None
    }

    /// A branch is impossible on its path: an input that may take it on another one.
    fn on_impossible(&mut self, _branch: &PendingBranch, _cx: &mut Context<'_, '_>) -> Option<Task> {
        None
    }

    /// The solver gave up on a branch.
    fn on_undecided(&mut self, _branch: &PendingBranch) {}

    /// Whether a branch takes the solver long. Given back by who does not keep it.
    fn keep_deferred(&mut self, branch: Box<PendingBranch>) -> Option<Box<PendingBranch>> {
        Some(branch)
    }

    /// A branch is not pending any more.
    fn on_gone(&mut self, _branch: BranchId) {}

    fn readiness(&self, _cx: &Context<'_, '_>) -> Readiness {
        Readiness::Nothing
    }

    /// The next thing to do. Called when it was ready.
    fn propose(&mut self, _cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        Ok(Work::Done)
    }

    /// The pending branches that it orders: the last one comes first.
    fn pending(&self) -> Vec<BranchId> {
        vec![]
    }

    /// Branches that it keeps itself.
    fn branches(&self) -> Box<dyn Iterator<Item = &PendingBranch> + '_> {
        Box::new(std::iter::empty())
    }

    /// How many these are.
    fn kept(&self) -> usize {
        0
    }

    /// Terms mean something else from now on: no branch is pending, or kept, any more.
    fn forget_terms(&mut self) {}

    /// What it has learned, for a search that goes on later.
    fn save(&self, _learned: &mut Learned) {}

    fn restore(&mut self, _learned: &Learned) {}
}

#[cfg(test)]
mod tests {
    /// The document shows what compiles and is tested.
    #[test]
    fn the_example_in_the_document_is_the_tactic() {
        let document = include_str!("../../../../docs/CONTRIBUTING.md");
        let (_, from) = document.split_once("```rust\n").expect("it has an example");
        let (example, _) = from.split_once("```\n").expect("that ends");
        assert_eq!(example, include_str!("longer_words.rs"), "docs/CONTRIBUTING.md and tactics/longer_words.rs differ");
    }
}
