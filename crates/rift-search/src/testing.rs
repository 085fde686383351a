//! Programs in the textual form, to be searched and followed in tests.

use crate::engine::{
    BranchId, Budget, Config, Edge, Events, Found, Origin, PendingBranch, Place, Progress, Subject, Summary, Trail,
};
use crate::explore::{Makings, Start, explore, fresh};
use crate::strategies::Strategy;
use crate::targets::Targets;
use rift_align::{ChangeMap, align};
use rift_deadline::Deadline;
use rift_env::{Input, Part, Space};
use rift_expr::Terms;
use rift_ir::{EntityRef, FuncId, InstId, IntPredicate, Module, Pair, Site};
use rift_solver::{NoBackend, SetId};
use rift_trace::{MAX_OCCURRENCES, Trace};
use rift_vm::concolic::DecisionKind;
use rift_vm::{Limits, Memory, MemoryConfig, Program};
use std::rc::Rc;
use std::sync::Arc;

/// What hands the first argument to `main` and exits with what that returns.
const START: &str = "
declare @__rift_exit(i32)
function @__rift_start(i32 argc, ptr argv, ptr envp) {
entry:
  place = offset ptr argv, 8
  word = load ptr, place
  status = call @main(ptr word) -> i32
  call @__rift_exit(i32 status)
  return
}
";

/// A program whose `main` takes its first argument.
pub(crate) fn program(text: &str) -> Arc<Program> {
    let module = rift_ir::parse(&format!("{text}{START}")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    rift_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).expect("it fits"))
}

/// What the program does on an argument.
pub(crate) fn trace(program: &Arc<Program>, argument: &str) -> Trace {
    let input = Input { argv: vec![b"p".to_vec(), argument.into()], ..Input::default() };
    let deadline = Deadline::never();
    let trace = Trace::record(program, &input, &Default::default(), Limits::default(), MAX_OCCURRENCES, &deadline);
    trace.expect("it starts").expect("there is time for it")
}

pub(crate) struct Versions {
    pub programs: Pair<Arc<Program>>,
    pub map: ChangeMap,
}

impl Versions {
    pub fn new(old: &str, new: &str) -> Versions {
        let programs = Pair { old: program(old), new: program(new) };
        let map = align(programs.as_ref().map(|program| &*program.module));
        Versions { programs, map }
    }

    pub fn modules(&self) -> Pair<&Module> {
        self.programs.as_ref().map(|program| &*program.module)
    }

    /// Searches all arguments of up to `bytes` bytes, beginning with the empty one.
    pub fn search(&self, bytes: u32, strategy: &Strategy) -> Summary {
        let spaces =
            [Space { argv: vec![Part::Fixed(b"p".to_vec()), Part::Symbolic { max: bytes }], ..Space::default() }];
        let targets = Targets::new(self.modules(), &self.map);
        let subject = Subject::pair(self.programs.as_ref(), &spaces, &self.map, &targets);
        search(&subject, strategy, &Nobody)
    }
}

/// Runs that a strategy takes to a difference, or to execute a change, with one of its tactics and without it.
pub(crate) struct WithAndWithout {
    pub with: Summary,
    pub without: Summary,
}

impl Versions {
    /// Searches all arguments of up to `bytes` bytes, with a tactic and without it. Both have to find the same in the end.
    pub fn compare(&self, bytes: u32, strategy: &str, tactic: &str) -> WithAndWithout {
        let strategy = Strategy::named(strategy).expect("there is one of that name");
        assert!(strategy.has(tactic), "it has no {tactic}");
        let with = self.search(bytes, &strategy);
        let without = self.search(bytes, &strategy.switch(&format!("-{tactic}")).expect("others are left"));
        assert_eq!(with.reached, without.reached, "tactics change when something is found, not what");
        assert_eq!(with.totals.differences > 0, without.totals.differences > 0);
        WithAndWithout { with, without }
    }
}

/// Searches from the empty input.
pub(crate) fn search(subject: &Subject<'_>, strategy: &Strategy, events: &dyn Events) -> Summary {
    let config = Config { budget: Budget { runs: Some(1000), ..Budget::default() }, ..Config::default() };
    let make = || Makings {
        strategy: strategy.clone(),
        solver: rift_solver::chain(Box::new(NoBackend::default()), &rift_solver::Config::default()),
    };
    explore(subject, Start::New(fresh(subject.spaces)), &config, &make, events).expect("it starts").0
}

/// Is told everything and wants nothing.
struct Nobody;

impl Events for Nobody {
    fn found(&self, _: &Found) -> std::io::Result<()> {
        Ok(())
    }

    fn progress(&self, _: &Progress) {}

    fn is_interrupted(&self) -> bool {
        false
    }
}

/// A site of no program.
pub(crate) fn site(inst: usize) -> Site {
    Site { function: FuncId::new(0), inst: InstId::new(inst) }
}

/// A branch behind a change, of a decision about a byte of its own.
pub(crate) fn branch(number: u32) -> PendingBranch {
    let mut terms = Terms::new();
    for at in 0..number {
        terms.read(at, 1);
    }
    let (read, zero) = (terms.read(number, 1), terms.constant(8, 0));
    let mut trail = Trail::new(0);
    trail.executed = [0].into_iter().collect();
    PendingBranch {
        id: BranchId(u64::from(number)),
        space: 0,
        trail,
        edge: Edge { site: site(number as usize), side: 0 },
        goal: terms.compare(IntPredicate::Eq, read, zero),
        kind: DecisionKind::Branch,
        place: Place::UNKNOWN,
        origin: Origin { reached_change: true, doublings: 0 },
        set: SetId::EMPTY,
        model: Rc::default(),
        found: None,
        process: None,
    }
}
