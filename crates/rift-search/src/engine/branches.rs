//! Pending branches, from when a run leaves them behind to when they are solved for and run.

use super::branch::{BranchId, Origin, PendingBranch, StartingPoint};
use super::coverage::Edge;
use super::run::{Pilot, Possibles, Run, RunEnd, values_of};
use super::summary::Left;
use super::task::{ObjectValue, Task, What};
use super::tracker::Possible;
use super::{Engine, Place};
use crate::targets::{Lead, successors};
use rift_env::{Process, StartError};
use rift_expr::Model;
use rift_ir::{IntPredicate, Site};
use rift_solver::{Assignment, Effort, SetId, Verdict, WhyUnknown};
use rift_vm::concolic::{Decision, DecisionKind, Side};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Where most branches are never taken, a run has to be so long before it is kept at each of its decisions.
const SNAPSHOT_INSTRUCTIONS: u64 = 500_000;
/// Of one such run: a loop over a number of the input decides millions of times.
const MAX_SNAPSHOTS: usize = 4096;
/// Branches of one such run: beyond, they would fill the memory, and what is to be looked at of a run that ended takes longer
/// than all the others.
const MAX_HELD_BRANCHES: usize = 1 << 14;

/// Whether a branch can be taken.
pub(crate) enum Negated {
    /// It was: this is what came of it.
    Run(RunEnd),
    /// Another input takes it already.
    Known,
    Impossible(Box<PendingBranch>),
    /// The solver gave up.
    Undecided(Box<PendingBranch>),
    /// The search ended first.
    Interrupted(Box<PendingBranch>),
    /// To find out takes long.
    Deferred(Box<PendingBranch>),
}

impl Engine<'_> {
    /// Whether another input takes a branch already.
    pub fn is_taken(&self, branch: &PendingBranch) -> bool {
        let there = || branch.trail.id.step(branch.edge.site, u64::from(branch.edge.side));
        !branch.is_pin() && !self.knowledge.seen.is_empty() && self.knowledge.seen.contains(&there())
    }

    /// Whether a branch is possible: an input for it.
    pub fn solve(&mut self, branch: &mut PendingBranch, effort: Effort) -> Result<Assignment, WhyNot> {
        if let Some(found) = branch.found.take() {
            return Ok(found);
        }
        match self.check(effort, branch.set, branch.goal, &branch.model) {
            Verdict::Sat(found) => Ok(found),
            Verdict::Unsat => Err(WhyNot::Impossible),
            Verdict::Unknown(WhyUnknown::Deferred) if effort < Effort::Full => Err(WhyNot::Deferred),
            Verdict::Unknown(WhyUnknown::Interrupted) => Err(WhyNot::Interrupted),
            Verdict::Unknown(_) => {
                self.knowledge.leave(branch.version(), Some(branch.edge.site), Left::Undecided);
                Err(WhyNot::Undecided)
            }
        }
    }

    /// Takes a branch: solves for it and runs what comes out. `start`: the input to begin with, if not that of the run that
    /// left it.
    pub fn negate(
        &mut self,
        mut branch: Box<PendingBranch>,
        (effort, start): (Effort, Option<StartingPoint>),
        pilot: &mut dyn Pilot,
    ) -> Result<Negated, StartError> {
        if self.is_taken(&branch) {
            return Ok(Negated::Known);
        }
        if let Some(StartingPoint { model, found }) = start {
            branch.model = model;
            branch.found = found;
        }
        if branch.process.is_none() && branch.is_pin() {
            pilot.taken(self, &branch);
            let task = self.portable(&branch);
            return self.run_task(task, None, pilot).map(Negated::Run);
        }
        let found = match self.solve(&mut branch, effort) {
            Ok(found) => found,
            Err(WhyNot::Impossible) => return Ok(Negated::Impossible(branch)),
            Err(WhyNot::Undecided) => return Ok(Negated::Undecided(branch)),
            Err(WhyNot::Interrupted) => return Ok(Negated::Interrupted(branch)),
            Err(WhyNot::Deferred) => return Ok(Negated::Deferred(branch)),
        };
        let lead = pilot.taken(self, &branch);
        self.take_branch(*branch, &found, lead, pilot).map(Negated::Run)
    }

    fn take_branch(
        &mut self,
        branch: PendingBranch,
        found: &Assignment,
        lead: Option<Lead>,
        pilot: &mut dyn Pilot,
    ) -> Result<RunEnd, StartError> {
        let is_pin = branch.is_pin();
        let PendingBranch { space, mut trail, goal, model, process, edge, .. } = branch;
        let mut next = Model::clone(&model);
        found.apply(&mut next);
        let Some(process) = process else {
            let (values, shared) = (values_of(&trail, &next), trail.decisions + 1);
            return self.run_task(Task { space, values, shared, what: What::Run }, lead, pilot);
        };
        let mut process = match Rc::try_unwrap(process) {
            Ok(own) => own.into_inner(),
            Err(shared) => shared.borrow_mut().snapshot(),
        };
        self.refresh(&mut process, &next);
        trail.condition.assume(&mut self.knowledge.sets, &self.terms, goal);
        let mut new_coverage = false;
        if is_pin {
            process.machine_mut().ask_again();
            Rc::make_mut(&mut trail.turned_down).push(model);
        } else {
            trail.id = trail.id.step(edge.site, u64::from(edge.side));
            trail.decisions += 1;
            new_coverage = self.knowledge.coverage[trail.version()].add(edge);
        }
        let shared = trail.decisions;
        let run = Run::new(space, process, trail, next);
        self.run(Run { shared, new_coverage, lead, ..run }, pilot)
    }

    /// Leaves the other ways of a decision behind.
    pub fn leave_branches(&mut self, run: &mut Run, decision: &Decision, possible: Possibles) {
        if self.plan.gives_up_runs() && run.held.len() >= MAX_HELD_BRANCHES {
            self.knowledge.leave(run.trail.version(), Some(decision.site), Left::Many);
            return;
        }
        let mut outer = None;
        let mut wanted: SmallVec<[_; 2]> = SmallVec::new();
        for Possible { side, set, found } in possible {
            let place = self.place(run, decision, side, &mut outer);
            if place.distance.is_some() || !self.plan.drops_what_cannot_matter() {
                wanted.push((side, place, (set, found)));
            }
        }
        if wanted.is_empty() {
            return;
        }
        let is_long = run.process.machine().steps() > SNAPSHOT_INSTRUCTIONS && run.held.len() < MAX_SNAPSHOTS;
        let is_worth = self.plan.keeps_snapshots() || is_long;
        let process = is_worth.then(|| Rc::new(RefCell::new(run.process.snapshot())));
        let model = run.shared_model();
        for (side, place, answer) in wanted {
            let branch = self.branch(run, decision, (side, place), answer, (&process, &model));
            run.held.push(branch);
        }
    }

    /// Where another way of a decision leads. `outer` are the calls under way, once they are known.
    fn place(&self, run: &Run, decision: &Decision, side: Side, outer: &mut Option<Vec<Site>>) -> Place {
        let version = &self.subject.versions[run.trail.version()];
        let Some(changes) = &self.subject.changes else { return Place::UNKNOWN };
        let (module, targets) = (version.module(), changes.targets);
        let successors = successors(module, decision, side.index);
        let is_foreign = version.foreign.contains(&decision.site.function);
        if run.trail.executed.any() {
            return Place { is_foreign, successors, ..Place::UNKNOWN };
        }
        let calls = || run.process.machine().call_stack().iter().skip(1).map(|entry| entry.site).collect();
        let route = &targets.route;
        Place {
            distance: targets.distance(module, decision, side.index, outer.get_or_insert_with(calls)),
            control: successors.and_then(|taken| route.control_distance(decision.site, taken)),
            guided: successors.and_then(|taken| route.distance(decision.site, taken)),
            is_foreign,
            successors,
        }
    }

    fn branch(
        &mut self,
        run: &Run,
        decision: &Decision,
        (side, place): (Side, Place),
        (set, found): (SetId, Option<Assignment>),
        (process, model): (&Option<Rc<RefCell<Process>>>, &Rc<Model>),
    ) -> PendingBranch {
        let id = BranchId(self.next_branch);
        self.next_branch += 1;
        PendingBranch {
            id,
            space: run.space,
            trail: run.trail.clone(),
            edge: Edge { site: decision.site, side: side.index },
            goal: side.condition,
            kind: decision.kind,
            place,
            origin: Origin::default(),
            set,
            model: Rc::clone(model),
            found,
            process: process.clone(),
        }
    }

    /// The branches that a run left: they are pending from now on.
    pub fn release(&mut self, run: &mut Run) -> Vec<PendingBranch> {
        let origin = Origin { reached_change: run.trail.executed.any(), doublings: self.doublings(run) };
        let mut held = std::mem::take(&mut run.held);
        held.iter_mut().for_each(|branch| branch.origin = origin);
        held
    }

    /// A run goes on at a decision with an input that takes another side. What it would have done is left behind.
    pub fn turn(
        &mut self,
        run: &mut Run,
        decision: &Decision,
        (place, mut possible, found): (usize, Possibles, &Assignment),
    ) -> Decision {
        let side = possible[place].side;
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, decision.holds.condition);
        possible[place] = Possible { side: decision.holds, set, found: None };
        if !run.is_repeating() {
            self.leave_branches(run, decision, possible);
        }
        let mut next = Model::clone(&run.model);
        found.apply(&mut next);
        self.refresh(&mut run.process, &next);
        run.model = next;
        // The other versions make the same objects once more.
        run.values = run.all_values();
        let all = std::iter::once(decision.holds).chain(decision.others.iter().copied());
        let others = all.filter(|other| other.index != side.index).collect();
        Decision { holds: side, others, ..decision.clone() }
    }

    /// A task came to the decision that it is to take another way.
    pub(super) fn arrive(
        &mut self,
        mut run: Run,
        decision: &Decision,
        side: u32,
        before: Vec<Vec<ObjectValue>>,
    ) -> RunEnd {
        let wanted = match decision.kind {
            DecisionKind::Pin(_) => decision.others.first(),
            _ => decision.others.iter().find(|other| other.index == side),
        };
        let Some(wanted) = wanted.copied() else {
            self.knowledge.leave(run.trail.version(), Some(decision.site), Left::Undecided);
            return RunEnd::PutBack(self.release(&mut run));
        };
        for values in &before {
            self.turn_down(&mut run, decision, values);
        }
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, wanted.condition);
        let model = Rc::new(run.model.clone());
        let process = Some(Rc::new(RefCell::new(run.process.snapshot())));
        let place = self.place(&run, decision, wanted, &mut None);
        RunEnd::Arrived(Box::new(self.branch(&run, decision, (wanted, place), (set, None), (&process, &model))))
    }

    /// Excludes the value that an earlier run's pin took at this decision.
    fn turn_down(&mut self, run: &mut Run, decision: &Decision, values: &[ObjectValue]) {
        let mut model = run.model.clone();
        for value in values {
            let made = run.trail.all_made().find(|(key, _)| key.name == value.name && key.nth == value.nth);
            if let Some((_, first)) = made {
                value.bytes.iter().zip(*first..).for_each(|(byte, at)| model.set(at, *byte));
            }
        }
        if let Some(pinned) = decision.pinned {
            self.knowledge.evaluator.reset(&model);
            let value = self.knowledge.evaluator.value(&self.terms, pinned);
            let width = self.terms.width(pinned);
            let value = self.terms.constant(width, value);
            let same = self.terms.compare(IntPredicate::Eq, pinned, value);
            let other = self.terms.not(same);
            run.trail.condition.assume(&mut self.knowledge.sets, &self.terms, other);
            Rc::make_mut(&mut run.trail.turned_down).push(Rc::new(model));
        }
    }

    /// A branch as any worker understands it.
    pub fn portable(&self, branch: &PendingBranch) -> Task {
        let values = values_of(&branch.trail, &branch.model);
        let before = branch.trail.turned_down.iter().map(|model| values_of(&branch.trail, model)).collect();
        Task {
            space: branch.space,
            values,
            shared: branch.trail.decisions,
            what: What::Flip { side: branch.edge.side, before },
        }
    }
}

/// Why a branch is not taken now.
pub(crate) enum WhyNot {
    Impossible,
    Undecided,
    Interrupted,
    Deferred,
}
