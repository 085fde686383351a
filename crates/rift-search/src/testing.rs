//! Programs in the textual form, to be searched and followed in tests.

use crate::engine::{
    BranchId, Budget, Compared, Config, Edge, Events, Found, ObjectValue, Origin, PendingBranch, Place, Progress,
    Subject, Summary, Task, Totals, Trail, What,
};
use crate::explore::{Makings, Start, explore, fresh};
use crate::strategies::Strategy;
use crate::targets::Targets;
use rift_align::{ChangeMap, align};
use rift_deadline::Deadline;
use rift_env::{Input, Part, Space};
use rift_expr::Terms;
use rift_ir::{EntityRef, FuncId, InstId, IntPredicate, Module, Pair, Site};
use rift_solver::{NoBackend, SetId, Solver};
use rift_trace::{MAX_OCCURRENCES, Trace};
use rift_vm::concolic::DecisionKind;
use rift_vm::{Limits, Memory, MemoryConfig, Program};
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

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

    /// Searches arguments, and says what came of it.
    pub fn search<'s>(&self, setting: impl Into<Setting<'s>>, strategy: &Strategy) -> Summary {
        self.search_and_tell(&setting.into(), strategy, &Nobody)
    }

    /// Searches arguments: the differences that are found, in their order.
    pub fn differences<'s>(&self, setting: impl Into<Setting<'s>>, strategy: &Strategy) -> Vec<Shown> {
        let shown = Differences::default();
        self.search_and_tell(&setting.into(), strategy, &shown);
        shown.0.into_inner().expect("no search panicked")
    }

    fn search_and_tell(&self, setting: &Setting<'_>, strategy: &Strategy, events: &dyn Events) -> Summary {
        let argument = Part::Symbolic { max: setting.bytes };
        let spaces = [Space { argv: vec![Part::Fixed(b"p".to_vec()), argument], ..Space::default() }];
        let targets = Targets::new(self.modules(), &self.map);
        let subject = Subject::pair(self.programs.as_ref(), &spaces, &self.map, &targets);
        let tasks = match setting.given {
            [] => fresh(&spaces),
            given => given.iter().map(|(what, argument)| task(&spaces[0], what.clone(), argument)).collect(),
        };
        let budget = Budget { runs: Some(setting.runs), ..Budget::default() };
        search_from(&subject, tasks, strategy, (budget, setting.backend), events)
    }
}

/// Which arguments a search is about, what it begins with and what it may use.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    /// How long an argument may be.
    pub bytes: u32,
    /// Inputs to begin with, and how each is to be run. None: the empty one, which nobody gave.
    pub given: &'s [(What, &'s str)],
    pub runs: u64,
    /// What is asked where no layer has an answer.
    pub backend: fn() -> Box<dyn Solver>,
}

impl From<u32> for Setting<'_> {
    /// All arguments of up to so many bytes.
    fn from(bytes: u32) -> Self {
        Setting { bytes, given: &[], runs: MAX_RUNS, backend: || Box::new(NoBackend::default()) }
    }
}

/// A search has no more runs if nothing else is said.
const MAX_RUNS: u64 = 1000;

/// A difference: the runs when it was found, and the changes that it executed.
pub(crate) struct Shown {
    pub runs: u64,
    pub changes: Vec<u32>,
}

/// What searches come to with one of their tactics, and without it.
pub(crate) struct WithAndWithout {
    pub with: Summary,
    pub without: Summary,
}

impl WithAndWithout {
    /// Whether the search with the tactic comes to something in fewer runs: the other one may not come to it at all.
    pub fn is_sooner(&self, runs_to: fn(&Totals) -> u64) -> bool {
        // None is zero.
        let [with, without] =
            [&self.with, &self.without].map(|summary| Some(runs_to(&summary.totals)).filter(|runs| *runs > 0));
        with.is_some_and(|with| without.is_none_or(|without| with < without))
    }
}

impl Versions {
    /// Searches arguments with a tactic and without it. Both have to find the same in the end.
    pub fn compare<'s>(&self, setting: impl Into<Setting<'s>>, strategy: &str, tactic: &str) -> WithAndWithout {
        let runs = self.contrast(setting, strategy, tactic);
        assert_eq!(runs.with.reached, runs.without.reached, "tactics change when something is found, not what");
        assert_eq!(runs.with.totals.differences > 0, runs.without.totals.differences > 0);
        runs
    }

    /// Searches arguments with a tactic and without it: one of them may find what the other does not.
    pub fn contrast<'s>(&self, setting: impl Into<Setting<'s>>, strategy: &str, tactic: &str) -> WithAndWithout {
        self.between(setting, strategy, (&format!("+{tactic}"), &format!("-{tactic}")))
    }

    /// Searches arguments with a strategy, some of whose tactics are switched in one way and in another one.
    pub fn between<'s>(
        &self,
        setting: impl Into<Setting<'s>>,
        strategy: &str,
        (with, without): (&str, &str),
    ) -> WithAndWithout {
        let setting = setting.into();
        let [with, without] = [with, without].map(|switches| self.search(setting, &switched(strategy, switches)));
        WithAndWithout { with, without }
    }
}

/// A strategy with some tactics switched.
pub(crate) fn switched(strategy: &str, switches: &str) -> Strategy {
    Strategy::named(strategy).expect("there is one of that name").switch(switches).expect("there are such tactics")
}

/// An argument as a search is given it.
fn task(space: &Space, what: What, argument: &str) -> Task {
    let input = Input { argv: vec![b"p".to_vec(), argument.into()], ..Input::default() };
    let values = space.values(&input).expect("it is not too long").into_iter();
    let values = values.map(|(name, bytes)| ObjectValue { name, nth: 0, bytes }).collect();
    Task { space: 0, values, shared: 0, what }
}

/// Searches from the empty input.
pub(crate) fn search(subject: &Subject<'_>, strategy: &Strategy, events: &dyn Events) -> Summary {
    let Setting { runs, backend, .. } = Setting::from(0);
    let budget = Budget { runs: Some(runs), ..Budget::default() };
    search_from(subject, fresh(subject.spaces), strategy, (budget, backend), events)
}

fn search_from(
    subject: &Subject<'_>,
    tasks: Vec<Task>,
    strategy: &Strategy,
    (budget, backend): (Budget, fn() -> Box<dyn Solver>),
    events: &dyn Events,
) -> Summary {
    let config = Config { budget, ..Config::default() };
    let make = || Makings {
        strategy: strategy.clone(),
        solver: rift_solver::chain(backend(), &rift_solver::Config::default()),
    };
    explore(subject, Start::New(tasks), &config, &make, events).expect("it starts").0
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

/// Keeps what differs.
#[derive(Default)]
struct Differences(Mutex<Vec<Shown>>);

impl Events for Differences {
    fn found(&self, _: &Found) -> std::io::Result<()> {
        Ok(())
    }

    fn different(&self, compared: &Compared) -> std::io::Result<()> {
        let shown = Shown { runs: compared.runs, changes: compared.changes.clone() };
        self.0.lock().expect("no search panicked").push(shown);
        Ok(())
    }

    fn progress(&self, _: &Progress) {}

    fn is_interrupted(&self) -> bool {
        false
    }
}

/// Decisions about some letters of the argument that nothing depends on: `n1` to `n3` for the letters 1 to 3, and then to
/// `n4`. Needs [`OTHER`].
pub(crate) fn noise(letters: Range<u32>) -> String {
    let about = |at: u32| {
        let next = at + 1;
        format!(
            "n{at}:\n  p{at} = offset ptr word, {at}\n  c{at} = load i8, p{at}\n  t{at} = icmp eq i8 c{at}, 120\n  \
             branch t{at}, x{at}, n{next}\nx{at}:\n  store i32 {at}, @other\n  jump n{next}\n"
        )
    };
    letters.map(about).collect()
}

/// What [`noise`] writes to, and nothing reads.
pub(crate) const OTHER: &str = "global @other size 4 align 4 = i32 0\n";

/// Gates behind each other, `w1` and so on from the letter `first` on, each about a letter of a word: behind the last one
/// `found`, else `missed`.
pub(crate) fn gates(first: u32, word: &str, (found, missed): (&str, &str)) -> String {
    let last = first + word.len() as u32 - 1;
    let gate = |(at, letter): (u32, u8)| {
        let next = if at == last { found.to_owned() } else { format!("w{}", at + 1) };
        format!(
            "w{at}:\n  g{at} = offset ptr word, {at}\n  l{at} = load i8, g{at}\n  e{at} = icmp eq i8 l{at}, {letter}\n  \
             branch e{at}, {next}, {missed}\n"
        )
    };
    (first..).zip(word.bytes()).map(gate).collect()
}

/// A gate that asks a flag, which the first letter sets. Those after it have nothing to do with it.
pub(crate) fn gated(result: u32) -> String {
    let noise = noise(1..GATED_LETTERS);
    format!(
        "global @flag size 4 align 4 = i32 0\n{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  c = load i8, word\n  \
         t = icmp eq i8 c, 97\n  branch t, set, n1\nset:\n  store i32 1, @flag\n  jump n1\n\
         {noise}n{GATED_LETTERS}:\n  f = load i32, @flag\n  g = icmp ne i32 f, 0\n  branch g, there, out\n\
         there:\n  return i32 {result}\nout:\n  return i32 0\n}}\n"
    )
}

/// Letters that [`gated`] asks for.
pub(crate) const GATED_LETTERS: u32 = 6;

/// Computes something and shows it times a factor: zero, unless a letter says something else, among others that have nothing
/// to do with it.
pub(crate) fn hidden(value: u32) -> String {
    let (before, after) = (noise(1..4), noise(5..HIDDEN_LETTERS));
    format!(
        "global @factor size 4 align 4 = i32 0\n{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  \
         x = add i32 0, {value}\n  jump n1\n{before}n4:\n  c = load i8, word\n  t = icmp eq i8 c, 97\n  branch t, set, n5\n\
         set:\n  store i32 1, @factor\n  jump n5\n{after}n{HIDDEN_LETTERS}:\n  f = load i32, @factor\n  r = mul i32 x, f\n  \
         return i32 r\n}}\n"
    )
}

/// Letters that [`hidden`] asks for.
pub(crate) const HIDDEN_LETTERS: u32 = 9;

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
