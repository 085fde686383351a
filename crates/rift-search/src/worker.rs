//! One worker: what it knows, and where its next piece of work comes from.

use crate::config::Config;
use crate::correlate::Correlations;
use crate::coverage::{Code, Coverage};
use crate::frontier::{Among, Frontier, Item};
use crate::guess::Guesses;
use crate::pair::{STAGES, Subject, Touched};
use crate::puzzles::Puzzles;
use crate::run::values_of;
use crate::shared::Shared;
use crate::strategy::{Flip, Strategy};
use crate::summary::{StopReason, Totals};
use crate::task::{Task, What};
use crate::tracker::{Knowledge, Trail};
use crate::unreached::Unreached;
use crate::waiting::Waiting;
use crate::wishes::Wishes;
use rift_env::{Process, StartError};
use rift_expr::{Evaluator, Terms};
use rift_ir::Site;
use rift_solver::Stats;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// A question costs as much as so many instructions; most are answered by the quick layers of the solver. So does all that is
/// done about a run. Both are rough: on single programs they were off by a factor of three and more.
const QUESTION: u64 = 20_000;
const RUN: u64 = 100_000;
/// A run that was put off because it is long has its turn after so many times the work that the last one took, and the
/// first after so much.
const OTHERS: u64 = 4;
const FIRST_LONG: u64 = 50_000_000;
/// The second order of a strategy has a turn in so many, after so many runs behind a change that showed nothing.
const SECOND_EVERY: u64 = 3;
const FIRST_SECOND: u64 = 64;
/// Work, in instructions and in new terms, between two looks at the memory: a look costs a system call.
const LOOK_AFTER: u64 = 1_000_000;
const LOOK_AFTER_TERMS: usize = 1 << 16;
/// Compacting is worth its while from so many terms or flips on.
const COMPACT_TERMS: usize = 1 << 17;
const COMPACT_FLIPS: usize = 1 << 10;

pub(crate) struct Worker<'a> {
    pub number: usize,
    pub subject: &'a Subject<'a>,
    pub config: &'a Config,
    pub shared: &'a Shared<'a>,
    pub strategy: Box<dyn Strategy>,
    pub terms: Terms,
    pub knowledge: Knowledge,
    pub frontier: Frontier,
    /// For every space and program, the first run at its first decision: what comes before is the same for all inputs.
    pub bases: BTreeMap<(usize, usize), (Process, Trail)>,
    pub unsupported: BTreeMap<String, u64>,
    pub wishes: Wishes,
    /// Ends of runs of which it takes long to say whether they differ.
    pub puzzles: Puzzles,
    pub correlations: Correlations,
    pub unreached: Unreached,
    pub waiting: Waiting,
    pub guesses: Guesses,
    /// How often runs were led which way.
    pub turned: HashMap<(Site, u32), u32>,
    /// Whether what is run now is run to its end, however long it takes.
    pub is_patient: bool,
    /// Runs that wait for their turn because they are long.
    pub put_off: u64,
    /// Others come first until so much work is done.
    pub long_after: u64,
    /// Instructions of the shortest run, and of the shortest that came past a change.
    pub shortest: [u64; 2],
    /// Flips that were looked at while the search was stuck behind a change.
    pub flips: u64,
    /// Occurrences of runs that were followed.
    pub followed: u64,
    /// What the runs executed, by stage.
    pub code: [Code; STAGES],
    /// Changes that any of them came past.
    pub reached: Touched,
    /// How many terms there were when memory was last looked at.
    pub terms_at_look: usize,
    /// What was done and how many flips there were then.
    looked: (u64, usize),
    /// Whether a run needed more memory than there is.
    pub is_full: bool,
    /// When the frontier was last saved.
    pub checkpointed: Instant,
}

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        subject: &'a Subject<'a>,
        config: &'a Config,
        shared: &'a Shared<'a>,
        strategy: Box<dyn Strategy>,
        knowledge: Knowledge,
    ) -> Worker<'a> {
        Worker {
            number,
            subject,
            config,
            shared,
            strategy,
            terms: Terms::new(),
            knowledge,
            frontier: Frontier::new(config.seed, if subject.changes.is_some() { Among::Turns } else { Among::Latest }),
            bases: BTreeMap::new(),
            unsupported: BTreeMap::new(),
            wishes: Wishes::default(),
            puzzles: Puzzles::default(),
            correlations: Correlations::default(),
            unreached: Unreached::default(),
            waiting: Waiting::default(),
            guesses: Guesses::default(),
            turned: HashMap::new(),
            is_patient: false,
            put_off: 0,
            long_after: 0,
            shortest: [u64::MAX; 2],
            flips: 0,
            followed: 0,
            code: Default::default(),
            reached: Touched::default(),
            terms_at_look: 0,
            looked: (0, 0),
            is_full: false,
            checkpointed: Instant::now(),
        }
    }

    /// What was covered so far.
    pub fn coverage(&self, stage: usize) -> Coverage {
        let mut coverage = self.knowledge.coverage[stage].clone();
        coverage.code.merge(&self.code[stage]);
        coverage
    }

    /// The counters, those of the solver included.
    pub fn totals(&self) -> Totals {
        let mut stats = Stats::default();
        self.knowledge.solver.report(&mut stats);
        let mut totals = self.knowledge.totals.clone();
        if let Some(backend) = stats.layers.last() {
            totals.solver_queries = backend.asked;
            totals.solver_seconds = backend.nanoseconds as f64 / 1e9;
            totals.solver_unreproducible = backend.unreproducible;
        }
        totals.solver_work = stats.work();
        totals
    }

    /// What all runs but guesses cost, about, in instructions: so that what is spent on something does not depend on the clock.
    pub fn work_of_runs(&self) -> u64 {
        let totals = &self.knowledge.totals;
        let runs = totals.runs.saturating_sub(self.guesses.count);
        (totals.instructions + totals.queries * QUESTION + runs * RUN).saturating_sub(self.guesses.spent)
    }

    /// Takes work until there is none or the budget is used up.
    pub fn work(&mut self) -> Result<(), StartError> {
        self.seed()?;
        loop {
            if let Some(reason) = self.shared.should_stop() {
                self.shared.stop(reason);
                return Ok(());
            }
            if self.shared.is_hungry() {
                self.donate();
            }
            if let Some(puzzle) = self.puzzles.due(self.frontier.len(), self.knowledge.totals.runs) {
                self.take_time(puzzle);
            } else if self.is_long_due()
                && let Some(task) = self.shared.try_task(self.number)
            {
                self.put_off -= 1;
                let before = self.work_of_runs();
                self.patiently(task)?;
                let after = self.work_of_runs();
                self.long_after = after + OTHERS * (after - before);
            } else if let Some(result) = self.lead_to_use() {
                result?;
            } else if self.is_time_to_guess() {
                self.guess()?;
            } else if let Some(item) = self.next_flip() {
                self.flip(item)?;
            } else if let Some(task) = self.shared.next_task(self.number) {
                self.patiently(task)?;
            } else {
                return Ok(());
            }
            let shared = self.shared;
            shared.tell(self);
            if self.is_time_to_look() && shared.is_memory_short() {
                self.compact();
            }
        }
    }

    /// Whether what was done since the last look may have taken much memory.
    fn is_time_to_look(&mut self) -> bool {
        let totals = &self.knowledge.totals;
        let done = totals.instructions + totals.queries * QUESTION + totals.runs * RUN;
        let (before, flips) = self.looked;
        let is_time = self.is_full
            || done > before + LOOK_AFTER
            || self.terms.len() > self.terms_at_look + LOOK_AFTER_TERMS
            || self.frontier.len() > flips + COMPACT_FLIPS;
        if is_time {
            self.looked = (done, self.frontier.len());
            self.terms_at_look = self.terms.len();
        }
        is_time
    }

    /// Whether it is the turn of a run that was put off.
    fn is_long_due(&self) -> bool {
        self.put_off > 0 && self.work_of_runs() > self.long_after.max(FIRST_LONG)
    }

    fn patiently(&mut self, task: Task) -> Result<(), StartError> {
        self.is_patient = true;
        let result = self.task(task, None);
        self.is_patient = false;
        result
    }

    fn next_flip(&mut self) -> Option<Item> {
        let is_second = self.is_turn_of_second();
        let Worker { frontier, strategy, knowledge, .. } = self;
        if is_second && let Some(item) = frontier.pop_best(|flip| strategy.second_rank(flip, knowledge.covered(flip))) {
            return Some(item);
        }
        frontier.pop(|flip| strategy.rank(flip, knowledge.covered(flip)))
    }

    /// Whether the strategy's second order has its turn: behind a change, when the first has shown nothing for a while.
    fn is_turn_of_second(&mut self) -> bool {
        let totals = &self.knowledge.totals;
        let since = (totals.runs - self.guesses.count).saturating_sub(totals.runs_to_reach);
        let is_stuck = totals.runs_to_reach > 0 && totals.differences == 0 && since > FIRST_SECOND;
        self.flips += u64::from(is_stuck);
        is_stuck && self.strategy.wants().second && self.flips.is_multiple_of(SECOND_EVERY)
    }

    pub(crate) fn taken(&mut self, flip: &Flip) {
        self.strategy.taken(flip);
        self.frontier.taken();
    }

    /// Runs the given inputs where a space has several, before anything is flipped: together they are one tree.
    fn seed(&mut self) -> Result<(), StartError> {
        self.knowledge.is_seeding = true;
        while self.shared.should_stop().is_none()
            && let Some(task) = self.shared.next_seed(self.number)
        {
            match task.what {
                What::Run => self.patiently(task)?,
                _ => {
                    self.head_for_effect()?;
                    self.task(task, None)?;
                }
            }
            let shared = self.shared;
            shared.tell(self);
            if self.is_full {
                self.compact();
            }
            self.head_for_change()?;
        }
        self.knowledge.is_seeding = false;
        Ok(())
    }

    /// Whether another input goes that way already.
    pub(crate) fn was_there(&self, item: &Item) -> bool {
        let there = || item.trail.id.step(item.flip.edge.site, u64::from(item.flip.edge.side));
        !item.is_pin && !self.knowledge.seen.is_empty() && self.knowledge.seen.contains(&there())
    }

    /// Gives up what can be computed again: terms, what the solver remembers, snapshots. The flips become tasks.
    fn compact(&mut self) {
        let worth = self.is_full || self.terms.len() > COMPACT_TERMS || self.frontier.len() > COMPACT_FLIPS;
        if worth {
            self.drop_terms();
        }
        if self.shared.is_memory_exhausted() {
            self.shared.stop(StopReason::Memory);
        }
        self.is_full = false;
        self.looked.1 = 0;
        self.terms_at_look = 0;
    }

    fn drop_terms(&mut self) {
        for item in self.frontier.drain() {
            if !self.was_there(&item) {
                let task = self.portable(&item);
                self.shared.give(task);
            }
        }
        self.bases.clear();
        self.knowledge.solver.forget();
        self.strategy.forget();
        self.wishes = Wishes::default();
        self.puzzles.forget();
        self.knowledge.sets.clear();
        self.knowledge.evaluator = Evaluator::default();
        // Not only emptied: the next run need not grow as large.
        self.terms = Terms::new();
        release_memory();
    }

    /// Gives the flip that is nearest to the beginning to who has none.
    fn donate(&mut self) {
        if self.frontier.len() < 2 {
            return;
        }
        if let Some(item) = self.frontier.pop_oldest()
            && !self.was_there(&item)
        {
            let task = self.portable(&item);
            self.shared.give(task);
        }
    }

    /// A flip as any worker understands it.
    pub fn portable(&self, item: &Item) -> Task {
        let values = values_of(&item.trail, &item.model);
        let before = item.trail.turned_down.iter().map(|model| values_of(&item.trail, model)).collect();
        Task {
            space: item.space,
            values,
            shared: item.trail.decisions,
            what: What::Flip { side: item.flip.edge.side, before },
        }
    }
}

/// Gives what was dropped back to the system, so that it is seen to be free.
fn release_memory() {
    // SAFETY: it takes no pointer, and touches only memory that nobody uses.
    unsafe { libc::malloc_trim(0) };
}
