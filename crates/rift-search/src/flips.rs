//! Flips: the other ways of a decision, from when a run leaves them behind to when they are solved for and run.

use crate::frontier::Item;
use crate::pair::ways;
use crate::run::{Run, values_of};
use crate::strategy::Flip;
use crate::summary::Left;
use crate::task::{ObjectValue, Task, What};
use crate::tracker::{Knowledge, Possible};
use crate::worker::Worker;
use rift_env::{Process, StartError};
use rift_expr::{Model, TermId};
use rift_ir::Site;
use rift_solver::{Assignment, Context, Effort, Query, SetId, Verdict, WhyUnknown};
use rift_vm::concolic::{Decision, DecisionKind, Side};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Of two versions, most flips are never taken: a run has to be so long before it is kept at each of its decisions.
const WORTH_A_SNAPSHOT: u64 = 500_000;
/// Of one run of two versions: a loop over a number of the input decides millions of times.
const MOST_SNAPSHOTS: usize = 4096;
/// Flips of one such run: beyond, they would fill the memory, and what is to be looked at of a run that ended takes longer than
/// all the others.
const MOST_HELD: usize = 1 << 14;

/// Whether a decision can go another way.
enum Solved {
    Found(Assignment),
    /// It cannot, or it was not decided.
    No,
    /// The search ended first.
    Interrupted,
    /// To find out takes long.
    Later,
}

impl Worker<'_> {
    /// Solves for a flip and runs what comes out.
    pub(crate) fn flip(&mut self, mut item: Item) -> Result<(), StartError> {
        if self.was_there(&item) {
            return Ok(());
        }
        if item.process.is_none() && item.is_pin {
            self.taken(&item.flip);
            let task = self.portable(&item);
            return self.task(task, None);
        }
        let found = match item.found.take().map_or_else(|| self.solve(&item), Solved::Found) {
            Solved::Found(found) => found,
            Solved::Interrupted => {
                self.frontier.put_off(item);
                return Ok(());
            }
            Solved::No => return self.relax(&item).map_or(Ok(()), |task| self.task(task, None)),
            Solved::Later => {
                self.frontier.put_off(Item { effort: Effort::Full, ..item });
                return Ok(());
            }
        };
        self.taken(&item.flip);
        let lead = self.lead(Some(&item.flip));
        let Item { space, mut trail, is_pin, goal, model, process, flip: Flip { edge, .. }, .. } = item;
        let mut next = Model::clone(&model);
        found.apply(&mut next);
        let Some(process) = process else {
            let (values, shared) = (values_of(&trail, &next), trail.decisions + 1);
            return self.task(Task { space, values, shared, what: What::Run }, lead);
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
            new_coverage = self.knowledge.coverage[trail.stage()].add(edge);
        }
        let shared = trail.decisions;
        let run = Run::new(space, process, trail, next);
        self.run(Run { shared, new_coverage, lead, ..run })
    }

    pub(crate) fn refresh(&mut self, process: &mut Process, model: &Model) {
        let Knowledge { evaluator, .. } = &mut self.knowledge;
        let terms = &self.terms;
        evaluator.reset(model);
        process.machine_mut().refresh(&mut |term| evaluator.value(terms, term));
    }

    /// Asks what the quick layers left open.
    fn solve(&mut self, item: &Item) -> Solved {
        self.knowledge.totals.queries += u64::from(self.subject.changes.is_some());
        let verdict = self.check(item.effort, item.set, item.goal, &item.model);
        match verdict {
            Verdict::Sat(found) => Solved::Found(found),
            Verdict::Unsat => Solved::No,
            Verdict::Unknown(WhyUnknown::Deferred) if item.effort < Effort::Full => Solved::Later,
            Verdict::Unknown(WhyUnknown::Interrupted) => Solved::Interrupted,
            Verdict::Unknown(_) => {
                self.strategy.undecided(&item.flip);
                let Flip { stage, edge, .. } = item.flip;
                self.knowledge.leave(stage, Some(edge.site), Left::Undecided);
                Solved::No
            }
        }
    }

    pub(crate) fn check(&mut self, effort: Effort, set: SetId, goal: TermId, hint: &Model) -> Verdict {
        let knowledge = &mut self.knowledge;
        let mut context = Context {
            terms: &mut self.terms,
            sets: &mut knowledge.sets,
            evaluator: &mut knowledge.evaluator,
            hint,
            effort,
            deadline: &self.shared.deadline,
        };
        knowledge.solver.check(&mut context, Query { set, goal })
    }

    /// Puts the other ways of a decision into the frontier.
    pub(crate) fn leave_flips(&mut self, run: &mut Run, decision: &Decision, possible: SmallVec<[Possible; 2]>) {
        if run.held.len() >= MOST_HELD {
            self.knowledge.leave(run.trail.stage(), Some(decision.site), Left::Many);
            return;
        }
        let mut outer = None;
        let mut ranked: SmallVec<[_; 2]> = SmallVec::new();
        for Possible { side, set, found } in possible {
            let flip = self.describe(run, decision, side, &mut outer);
            if let Some(rank) = self.strategy.rank(&flip, self.knowledge.covered(&flip)) {
                ranked.push((rank, flip, side, (set, found)));
            }
        }
        if ranked.is_empty() {
            return;
        }
        let worth = match self.subject.changes {
            None => true,
            Some(_) => run.process.machine().steps() > WORTH_A_SNAPSHOT && run.held.len() < MOST_SNAPSHOTS,
        };
        let process = worth.then(|| Rc::new(RefCell::new(run.process.snapshot())));
        let model = run.shared_model();
        for (rank, flip, side, answer) in ranked {
            let item = item(run, flip, side, answer, &process, &model);
            match self.subject.changes.is_some() {
                true => run.held.push(item),
                false => self.frontier.push(item, rank),
            }
        }
    }

    /// How often a run is twice as long as the shortest one that came as far.
    fn how_long(&mut self, run: &Run) -> u32 {
        let before = run.trail.before.as_ref().map_or(0, |ended| ended.process.machine().steps());
        let steps = 1 + before + run.process.machine().steps();
        let shortest = &mut self.shortest[usize::from(run.trail.touched.any())];
        *shortest = steps.min(*shortest);
        (steps / *shortest).ilog2()
    }

    /// Lets go of the flips that waited.
    pub(crate) fn release(&mut self, run: &mut Run) {
        let led = run.trail.touched.any();
        let long = self.how_long(run);
        for mut item in run.held.drain(..) {
            item.flip.led = led;
            item.flip.long = long;
            if let Some(rank) = self.strategy.rank(&item.flip, self.knowledge.covered(&item.flip)) {
                self.frontier.push(item, rank);
            }
        }
    }

    /// What a strategy is told about a flip. `outer` are the calls under way, once they are known.
    fn describe(&self, run: &Run, decision: &Decision, side: Side, outer: &mut Option<Vec<Site>>) -> Flip {
        let stage = run.trail.stage();
        let touched = run.trail.touched.any();
        let target = ways(&self.subject.programs[stage].module, decision, side.index);
        let (distance, control, way) = match &self.subject.changes {
            Some(changes) if !touched => {
                let calls = || run.process.machine().call_stack().iter().skip(1).map(|entry| entry.site).collect();
                let module = &self.subject.programs[stage].module;
                let distance = changes.distance(module, decision, side.index, outer.get_or_insert_with(calls));
                let way = &changes.targets.way;
                let control = target.and_then(|ways| way.control(decision.site, ways));
                (distance, control, target.and_then(|ways| way.distance(decision.site, ways)))
            }
            _ => (Some(0), None, None),
        };
        let mut flip = Flip {
            edge: crate::Edge { site: decision.site, side: side.index },
            goal: side.condition,
            kind: decision.kind,
            stage,
            touched,
            distance,
            control,
            way,
            affected: false,
            foreign: self
                .subject
                .changes
                .as_ref()
                .is_some_and(|all| all.foreign[stage].contains(&decision.site.function)),
            led: false,
            wanted: None,
            toward: None,
            alive: true,
            target,
            unreached: None,
            opens: None,
            settled: false,
            reopens: false,
            long: 0,
        };
        self.unreached.describe(&mut flip, &run.trail);
        flip
    }

    /// A task came to the decision it is to flip.
    pub(crate) fn make_flip(&mut self, mut run: Run, decision: &Decision, side: u32, before: Vec<Vec<ObjectValue>>) {
        let wanted = match decision.kind {
            DecisionKind::Pin(_) => decision.others.first(),
            _ => decision.others.iter().find(|other| other.index == side),
        };
        let Some(wanted) = wanted.copied() else {
            self.knowledge.leave(run.trail.stage(), Some(decision.site), Left::Undecided);
            return;
        };
        for values in &before {
            self.turn_down(&mut run, decision, values);
        }
        let set = run.trail.condition.relevant(&mut self.knowledge.sets, &self.terms, wanted.condition);
        let model = Rc::new(run.model.clone());
        let process = Rc::new(RefCell::new(run.process.snapshot()));
        let flip = self.describe(&run, decision, wanted, &mut None);
        let item = item(&run, flip, wanted, (set, None), &Some(process), &model);
        drop(run);
        self.frontier.push(item, 0);
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
            let same = self.terms.compare(rift_ir::IntPredicate::Eq, pinned, value);
            let other = self.terms.not(same);
            run.trail.condition.assume(&mut self.knowledge.sets, &self.terms, other);
            Rc::make_mut(&mut run.trail.turned_down).push(Rc::new(model));
        }
    }
}

fn item(
    run: &Run,
    flip: Flip,
    side: Side,
    (set, found): (SetId, Option<Assignment>),
    process: &Option<Rc<RefCell<Process>>>,
    model: &Rc<Model>,
) -> Item {
    Item {
        space: run.space,
        trail: run.trail.clone(),
        flip,
        is_pin: matches!(flip.kind, DecisionKind::Pin(_)),
        goal: side.condition,
        set,
        model: Rc::clone(model),
        found,
        effort: Effort::Brief,
        process: process.clone(),
    }
}
