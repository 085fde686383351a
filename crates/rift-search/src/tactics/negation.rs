//! Takes pending branches in an order.

use super::{Context, Readiness, Tactic, Work};
use crate::engine::{BranchId, Coverage, Engine, Entry, Learned, Milestones, Notes, PendingBranch, Queue, Rank};
use crate::tuning::Tuning;
use rift_env::StartError;
use rift_solver::Effort;

/// What an order knows of the search beside a branch.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'s> {
    /// What was covered: behind a change, by runs that executed one.
    pub coverage: &'s Coverage,
    /// Whether any run executed a change.
    pub has_executed: bool,
}

/// Which branches matter, and in which order.
pub(crate) trait Order {
    /// As it is switched by.
    fn name(&self) -> &'static str;

    /// `None`: not in this order. Asked when a branch is pending, when what is noted of it changes, and again when its turn comes.
    fn rank(&mut self, branch: &PendingBranch, notes: Notes, seen: Seen<'_>) -> Option<Rank>;

    fn on_taken(&mut self, _branch: &PendingBranch, _notes: Notes) {}

    fn on_undecided(&mut self, _branch: &PendingBranch) {}

    fn forget_terms(&mut self) {}

    fn save(&self, _learned: &mut Learned) {}

    fn restore(&mut self, _learned: &Learned) {}
}

/// Whether it is time for an order.
type When = fn(&Milestones, &Tuning) -> bool;

pub(crate) struct Negation {
    order: Box<dyn Order>,
    queue: Queue,
    when: When,
}

impl Negation {
    pub fn new(order: Box<dyn Order>, seed: u64, entry: Entry) -> Negation {
        Negation { order, queue: Queue::new(seed, entry), when: |_, _| true }
    }

    /// Only when it is time for it: others have the same branches.
    #[must_use]
    pub fn once(self, when: When) -> Negation {
        Negation { when, ..self }
    }
}

fn seen<'s>(engine: &'s Engine<'_>, branch: &PendingBranch) -> Seen<'s> {
    let knowledge = &engine.knowledge;
    let coverage = match branch.version() == 0 && branch.is_behind_change() {
        true => &knowledge.behind,
        false => &knowledge.coverage[branch.version()],
    };
    Seen { coverage, has_executed: engine.milestones.executed.any() }
}

impl Tactic for Negation {
    fn name(&self) -> &'static str {
        self.order.name()
    }

    fn on_pending(&mut self, branch: &PendingBranch, notes: Notes, cx: &mut Context<'_, '_>) {
        match self.order.rank(branch, notes, seen(cx.engine, branch)) {
            Some(rank) => self.queue.put(branch.id, rank),
            None => self.queue.remove(branch.id),
        }
    }

    fn on_taken(&mut self, branch: &PendingBranch, notes: Notes) {
        self.order.on_taken(branch, notes);
    }

    fn on_undecided(&mut self, branch: &PendingBranch) {
        self.order.on_undecided(branch);
    }

    fn on_gone(&mut self, branch: BranchId) {
        self.queue.remove(branch);
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        match !self.queue.is_empty() && (self.when)(&cx.engine.milestones, cx.tuning) {
            true => Readiness::Turn,
            false => Readiness::Nothing,
        }
    }

    fn propose(&mut self, cx: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let Negation { order, queue, .. } = self;
        let (frontier, engine) = (&cx.board.frontier, &*cx.engine);
        let next = queue.pop(|id| {
            let branch = frontier.get(id)?;
            order.rank(branch, frontier.notes(id), seen(engine, branch))
        });
        Ok(next.map_or(Work::Done, |branch| Work::Negate { branch, effort: Effort::Brief, start: None }))
    }

    fn pending(&self) -> Vec<BranchId> {
        self.queue.backwards().collect()
    }

    fn forget_terms(&mut self) {
        self.queue.clear();
        self.order.forget_terms();
    }

    fn save(&self, learned: &mut Learned) {
        self.order.save(learned);
    }

    fn restore(&mut self, learned: &Learned) {
        self.order.restore(learned);
    }
}
