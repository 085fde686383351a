//! One worker: an engine, its pending branches, and tactics that take turns.

use crate::engine::{
    BranchId, Config, Coverage, Engine, Finished, Knowledge, Learned, LeftOut, Negated, News, Outcome, PendingBranch,
    Pilot, Possibles, Run, RunEnd, Shared, StartingPoint, Subject, Task, Totals, What, release,
};
use crate::explore::Makings;
use crate::tactics::{Board, Context, Readiness, RunTask, Scheduler, Seeding, Tactic, Work, seeding};
use crate::targets::Lead;
use crate::tuning::Tuning;
use rift_env::StartError;
use rift_solver::{Effort, LayerStats, Stats};
use rift_vm::concolic::Decision;
use std::collections::BTreeSet;

pub(crate) struct Worker<'a> {
    engine: Engine<'a>,
    crew: Crew,
    scheduler: Scheduler,
}

/// The tactics, and what they share.
struct Crew {
    tactics: Vec<Box<dyn Tactic>>,
    board: Board,
    tuning: Tuning,
}

/// What one worker comes back with.
pub(crate) struct Report {
    pub totals: Totals,
    pub left_out: LeftOut,
    pub coverage: Coverage,
    pub other_coverage: Coverage,
    pub layers: Vec<LayerStats>,
    /// Empty if nobody goes on with them.
    pub left: Vec<Task>,
    /// How many there are.
    pub count: u64,
    pub learned: Learned,
}

impl Crew {
    fn context<'c, 'a>(&'c mut self, engine: &'c mut Engine<'a>) -> (&'c mut [Box<dyn Tactic>], Context<'c, 'a>) {
        let Crew { tactics, board, tuning } = self;
        (tactics, Context { engine, board, tuning })
    }

    fn each(&mut self, engine: &mut Engine<'_>, mut act: impl FnMut(&mut dyn Tactic, &mut Context<'_, '_>)) {
        let (tactics, mut cx) = self.context(engine);
        tactics.iter_mut().for_each(|tactic| act(tactic.as_mut(), &mut cx));
    }

    fn notes(&self, branch: &PendingBranch) -> crate::engine::Notes {
        let mut notes = Default::default();
        self.tactics.iter().for_each(|tactic| tactic.annotate(branch, &self.board, &mut notes));
        notes
    }

    /// A branch is pending from now on.
    fn add(&mut self, branch: Box<PendingBranch>, engine: &mut Engine<'_>) {
        let notes = self.notes(&branch);
        self.each(engine, |tactic, cx| tactic.on_pending(&branch, notes, cx));
        self.board.frontier.insert(branch, notes);
    }

    /// Looks once more at branches of which tactics say something else now.
    fn refresh(&mut self, engine: &mut Engine<'_>) {
        let stale: BTreeSet<BranchId> = match std::mem::take(&mut self.board.is_all_stale) {
            true => self.board.frontier.iter().map(|branch| branch.id).collect(),
            false => self.board.stale.drain(..).collect(),
        };
        self.board.stale.clear();
        for id in stale {
            let Some(branch) = self.board.frontier.get(id) else { continue };
            let notes = self.notes(branch);
            if !self.board.frontier.renote(id, notes) {
                continue;
            }
            let Some((branch, notes)) = self.board.frontier.take(id) else { continue };
            self.each(engine, |tactic, cx| tactic.on_pending(&branch, notes, cx));
            self.board.frontier.insert(branch, notes);
        }
    }

    /// Takes a branch out, with an input to solve it from where a tactic has one.
    fn take(&mut self, id: BranchId) -> Option<(Box<PendingBranch>, Option<StartingPoint>)> {
        let (branch, notes) = self.board.frontier.take(id)?;
        self.board.taking = Some(notes);
        let start = self.tactics.iter_mut().find_map(|tactic| tactic.starting_point(id));
        self.tactics.iter_mut().for_each(|tactic| tactic.on_gone(id));
        Some((branch, start))
    }
}

impl Pilot for Crew {
    fn decide(
        &mut self,
        engine: &mut Engine<'_>,
        run: &mut Run,
        decision: &Decision,
        mut possible: Possibles,
    ) -> Result<Decision, Possibles> {
        if run.lead.is_none() {
            return Err(possible);
        }
        let (tactics, mut cx) = self.context(engine);
        for tactic in tactics {
            possible = match tactic.on_decision(run, decision, possible, &mut cx) {
                Ok(turned) => return Ok(turned),
                Err(possible) => possible,
            };
        }
        Err(possible)
    }

    fn taken(&mut self, engine: &mut Engine<'_>, branch: &PendingBranch) -> Option<Lead> {
        let notes = self.board.taking.unwrap_or_default();
        let (tactics, mut cx) = self.context(engine);
        tactics.iter_mut().for_each(|tactic| tactic.on_taken(branch, notes));
        tactics.iter_mut().find_map(|tactic| tactic.lead(Some((branch, notes)), &mut cx))
    }
}

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        (subject, config): (&'a Subject<'a>, &'a Config),
        shared: &'a Shared<'a>,
        Makings { strategy, solver }: Makings,
    ) -> Worker<'a> {
        let versions = subject.versions.len();
        let mut engine =
            Engine::new(number, (subject, config, strategy.plan()), shared, Knowledge::new(solver, versions));
        let (mut tactics, shares) = strategy.make(config.seed);
        let learned = &shared.before.learned;
        engine.restore(&shared.before.coverage, learned);
        tactics.iter_mut().for_each(|tactic| tactic.restore(learned));
        let board = Board { seeding: seeding(shared.peek_seed(number).as_ref()), ..Board::default() };
        Worker { engine, crew: Crew { tactics, board, tuning: strategy.tuning }, scheduler: Scheduler::new(shares) }
    }

    /// Takes work until there is none or the budget is used up.
    pub fn work(&mut self) -> Result<(), StartError> {
        loop {
            if let Some(reason) = self.engine.shared.should_stop() {
                self.engine.shared.stop(reason);
                break;
            }
            // Given inputs are one tree: what one leaves may be what the next one does.
            if self.engine.shared.is_hungry() && self.crew.board.seeding == Seeding::Over {
                self.donate();
            }
            if !self.take_turn()? {
                break;
            }
            self.look_around();
        }
        self.tell();
        Ok(())
    }

    /// Does the next piece of work. False: there is none.
    fn take_turn(&mut self) -> Result<bool, StartError> {
        let Worker { engine, crew, scheduler } = self;
        let (tactics, cx) = crew.context(engine);
        let readiness = |number: usize| tactics[number].readiness(&cx);
        let Some(number) = scheduler.next(readiness) else {
            let Some(task) = self.engine.shared.next_task(self.engine.number) else { return Ok(false) };
            self.run_task(RunTask { is_patient: true, ..RunTask::new(task) })?;
            return Ok(true);
        };
        cx.engine.knowledge.is_seeding = tactics[number].readiness(&cx) == Readiness::First;
        let (before, places) = (self.engine.work_done(), self.engine.places());
        self.engine.milestones.news = News::default();
        let (tactics, mut cx) = self.crew.context(&mut self.engine);
        match tactics[number].propose(&mut cx)? {
            Work::Negate { branch, effort, start } => self.negate(branch, effort, start)?,
            Work::Run(task) => self.run_task(task)?,
            Work::Done => {}
        }
        let Worker { engine, crew, scheduler } = self;
        let news = News { new_code: engine.places() > places, ..engine.milestones.news };
        scheduler.charge(number, engine.work_done() - before, news, &crew.tuning);
        Ok(true)
    }

    fn run_task(&mut self, task: RunTask) -> Result<(), StartError> {
        let RunTask { mut task, mut lead, is_patient, only_if_new } = task;
        let has_other = self.pending() > 0;
        self.engine.set_pace(is_patient, has_other);
        if task.what == What::Start {
            let (tactics, mut cx) = self.crew.context(&mut self.engine);
            lead = tactics.iter_mut().find_map(|tactic| tactic.lead(None, &mut cx));
        }
        if only_if_new {
            // All decisions are as good as somebody else's.
            let trial = Task { shared: u32::MAX, what: What::Run, ..task.clone() };
            let places = self.engine.code[0].places();
            let end = self.engine.run_task(trial, None, &mut self.crew)?;
            self.finish(end)?;
            if self.engine.code[0].places() == places {
                return Ok(());
            }
            task.what = What::Run;
        }
        let end = self.engine.run_task(task, lead, &mut self.crew)?;
        self.finish(end)
    }

    fn negate(&mut self, id: BranchId, effort: Effort, start: Option<StartingPoint>) -> Result<(), StartError> {
        let Some((branch, other)) = self.crew.take(id) else { return Ok(()) };
        self.negate_branch(branch, effort, start.or(other))
    }

    fn negate_branch(
        &mut self,
        branch: Box<PendingBranch>,
        effort: Effort,
        start: Option<StartingPoint>,
    ) -> Result<(), StartError> {
        let has_other = self.pending() > 0;
        self.engine.set_pace(false, has_other);
        match self.engine.negate(branch, (effort, start), &mut self.crew)? {
            Negated::Run(end) => return self.finish(end),
            Negated::Known => {}
            Negated::Impossible(branch) => {
                let (tactics, mut cx) = self.crew.context(&mut self.engine);
                let task = tactics.iter_mut().find_map(|tactic| tactic.on_impossible(&branch, &mut cx));
                if let Some(task) = task {
                    return self.run_task(RunTask::new(task));
                }
            }
            Negated::Undecided(branch) => {
                self.crew.tactics.iter_mut().for_each(|tactic| tactic.on_undecided(&branch));
                let (tactics, mut cx) = self.crew.context(&mut self.engine);
                let task = tactics.iter_mut().find_map(|tactic| tactic.on_impossible(&branch, &mut cx));
                if let Some(task) = task {
                    return self.run_task(RunTask::new(task));
                }
            }
            Negated::Interrupted(branch) | Negated::Deferred(branch) => {
                let keep = |branch, tactic: &mut Box<dyn Tactic>| match branch {
                    Some(branch) => tactic.keep_deferred(branch),
                    None => None,
                };
                self.crew.tactics.iter_mut().fold(Some(branch), keep);
            }
        }
        Ok(())
    }

    /// Has everybody look at what came of a run.
    fn finish(&mut self, end: RunEnd) -> Result<(), StartError> {
        let mut finished = match end {
            RunEnd::Finished(finished) => *finished,
            RunEnd::Arrived(branch) => return self.negate_branch(branch, Effort::Brief, None),
            RunEnd::PutBack(left) => {
                self.add_all(left);
                return Ok(());
            }
        };
        self.crew.each(&mut self.engine, |tactic, cx| tactic.on_run(&mut finished, cx));
        self.crew.board.followed = None;
        let left = self.engine.release(&mut finished.run);
        self.add_all(left);
        self.crew.refresh(&mut self.engine);
        if let Outcome::Open(_) = finished.outcome {
            let keep = |finished: Option<Finished>, tactic: &mut Box<dyn Tactic>| tactic.keep_open(finished?);
            self.crew.tactics.iter_mut().fold(Some(finished), keep);
        }
        Ok(())
    }

    fn add_all(&mut self, left: Vec<PendingBranch>) {
        for branch in left {
            self.crew.add(Box::new(branch), &mut self.engine);
        }
    }

    /// Branches that are pending, those that tactics keep included.
    fn pending(&self) -> usize {
        self.crew.board.frontier.len() + self.crew.tactics.iter().map(|tactic| tactic.kept()).sum::<usize>()
    }

    /// After each piece of work: tells others of it, and looks at the memory.
    fn look_around(&mut self) {
        self.tell();
        let pending = self.pending();
        if self.engine.is_time_to_compact(pending) {
            if self.engine.is_worth_compacting(pending) {
                self.forget_terms();
            }
            self.engine.compacted();
        }
    }

    fn tell(&mut self) {
        let pending = self.pending();
        if self.engine.shared.tell(&self.engine, pending) {
            let (totals, tasks, learned) = (self.totals(), self.tasks(), self.learned());
            self.engine.shared.checkpoint(&self.engine, totals, tasks, learned);
        }
    }

    /// Gives up terms, and with them all branches, which become tasks.
    fn forget_terms(&mut self) {
        // Terms first: each task has an input of its own, and memory is short.
        self.engine.forget_terms();
        for task in self.tasks() {
            self.engine.shared.give(task);
        }
        self.crew.board.frontier.clear();
        for tactic in &mut self.crew.tactics {
            tactic.forget_terms();
        }
        release();
    }

    /// Gives the branch that is nearest to the beginning to who has none.
    fn donate(&mut self) {
        if self.pending() < 2 {
            return;
        }
        if let Some((branch, _)) = self.crew.board.frontier.oldest().and_then(|id| self.crew.take(id))
            && !self.engine.is_taken(&branch)
        {
            let task = self.engine.portable(&branch);
            self.engine.shared.give(task);
        }
    }

    /// All branches as tasks. The last one is what comes next.
    fn tasks(&self) -> Vec<Task> {
        let mut known: BTreeSet<BranchId> = BTreeSet::new();
        let mut ordered: Vec<BranchId> = Vec::new();
        for tactic in &self.crew.tactics {
            // Who comes first says where a branch is.
            let own: Vec<BranchId> = tactic.pending().into_iter().filter(|id| known.insert(*id)).collect();
            ordered.splice(0..0, own);
        }
        let kept = self.crew.tactics.iter().flat_map(|tactic| tactic.branches());
        let others = kept.chain(self.crew.board.frontier.iter().filter(|branch| !known.contains(&branch.id)));
        let in_order = ordered.iter().filter_map(|id| self.crew.board.frontier.get(*id));
        let all = others.chain(in_order).filter(|branch| !self.engine.is_taken(branch));
        all.map(|branch| self.engine.portable(branch)).collect()
    }

    fn learned(&self) -> Learned {
        let mut learned = self.engine.learned();
        learned.differing = self.crew.board.remaining.differing().collect();
        self.crew.tactics.iter().for_each(|tactic| tactic.save(&mut learned));
        learned
    }

    /// The counters, those of the solver and of the tactics included.
    fn totals(&self) -> Totals {
        let names = self.crew.tactics.iter().map(|tactic| tactic.name().to_owned());
        let tactics = names.zip(self.scheduler.work()).filter(|(_, work)| *work > 0).collect();
        Totals { tactics, ..self.engine.totals() }
    }

    pub fn report(self) -> Report {
        let mut stats = Stats::default();
        self.engine.knowledge.solver.report(&mut stats);
        let mut other_coverage = Coverage::default();
        (1..self.engine.code.len()).for_each(|version| other_coverage.merge(&self.engine.coverage(version)));
        Report {
            totals: self.totals(),
            left_out: LeftOut::of_engine(&self.engine),
            coverage: self.engine.coverage(0),
            other_coverage,
            layers: stats.layers,
            left: if self.engine.config.resumable { self.tasks() } else { vec![] },
            count: self.pending() as u64,
            learned: self.learned(),
        }
    }
}
