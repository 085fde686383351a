//! Runs as a whole: slices, snapshots, limits, observers.

use rift_ir::{FuncId, Site};
use rift_vm::{
    Fault, Host, HostFn, Limit, Limits, Machine, Memory, MemoryConfig, Observer, Program, Progress, Reply, Stop,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A host with state of its own: hands out 1, 2, 3, ...
#[derive(Clone, Default)]
struct Counter {
    given: u64,
}

impl Host for Counter {
    fn lookup(&self, name: &str) -> Option<HostFn<Counter>> {
        (name == "next").then_some(|host, _, _| {
            host.given += 1;
            Ok(Reply::Value(host.given))
        })
    }
}

/// Adds up what `next` gives, n times, through memory.
const SUM: &str = "
declare @next() -> i64
global @total = i64 0
function @sum(i64 n) -> i64 {
entry:
  jump loop
loop:
  i = phi i64 [0, entry], [j, loop]
  x = call @next() -> i64
  old = load i64, @total
  new = add i64 old, x
  store i64 new, @total
  j = add i64 i, 1
  more = icmp ult i64 j, n
  branch more, loop, done
done:
  r = load i64, @total
  return i64 r
}
function @deep(i64 n) -> i64 {
entry:
  m = add i64 n, 1
  r = call @deep(i64 m) -> i64
  return i64 r
}
function @lost() -> i64 {
entry:
  r = call @nobody() -> i64
  return i64 r
}
declare @nobody() -> i64
";

fn machine(function: &str, args: &[u64], limits: Limits) -> Machine<Counter> {
    let module = rift_ir::parse(SUM).unwrap();
    rift_ir::verify(&module).unwrap();
    let program = Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap());
    let entry = program.module.function_named(function).unwrap();
    let memory = program.initial_memory();
    Machine::new(program, memory, Counter::default(), limits, entry, args).unwrap()
}

#[test]
fn slices_add_up_to_the_whole_run() {
    let whole = machine("sum", &[1000], Limits::default()).run(&mut ());
    assert_eq!(whole.end, Stop::Returned(vec![500_500]));
    let mut sliced = machine("sum", &[1000], Limits::default());
    let mut pauses = 0;
    let end = loop {
        match sliced.run_slice(100, &mut ()) {
            Progress::Paused => pauses += 1,
            Progress::Ended(stop) => break sliced.outcome(stop),
        }
    };
    assert_eq!(end, whole, "the same end after the same number of steps");
    assert!(pauses > 10);
}

#[test]
fn a_snapshot_goes_its_own_way() {
    let mut first = machine("sum", &[1000], Limits::default());
    assert_eq!(first.run_slice(2000, &mut ()), Progress::Paused);
    let mut second = first.snapshot();
    // The host's state is part of the snapshot, so the other run may go elsewhere without being seen.
    second.host.given += 1_000_000;
    assert_eq!(first.run(&mut ()).end, Stop::Returned(vec![500_500]));
    let Stop::Returned(other) = second.run(&mut ()).end else { panic!("the copy did not return") };
    assert!(other[0] > 500_500, "{}", other[0]);
}

#[test]
fn limits_are_outcomes_with_names() {
    let steps = Limits { steps: 500, ..Limits::default() };
    assert_eq!(machine("sum", &[1000], steps).run(&mut ()).end, Stop::Limit(Limit::Steps));
    let depth = Limits { call_depth: Some(100), ..Limits::default() };
    let outcome = machine("deep", &[0], depth).run(&mut ());
    assert_eq!(outcome.end, Stop::Limit(Limit::CallDepth));
    assert_eq!(outcome.stack.len(), 100);
    let endless = machine("deep", &[0], Limits::default()).run(&mut ());
    assert_eq!(endless.end, Stop::Fault(Fault::StackOverflow));
}

#[test]
fn what_nobody_answers_is_unsupported_by_name() {
    let outcome = machine("lost", &[], Limits::default()).run(&mut ());
    assert_eq!(outcome.end, Stop::Unsupported("the function `nobody`".to_owned()));
    assert_eq!(outcome.stack.len(), 1);
}

#[test]
fn observers_see_every_instruction_in_order() {
    struct Path(Vec<Site>);
    impl Observer for Path {
        const ACTIVE: bool = true;
        fn step(&mut self, _: &Program, site: Site, _: usize) {
            if self.0.last() != Some(&site) {
                self.0.push(site);
            }
        }
    }
    let mut path = Path(Vec::new());
    let mut machine = machine("sum", &[3], Limits::default());
    let calls = machine.program().module.functions[machine.program().module.function_named("sum").unwrap()].clone();
    assert_eq!(machine.run(&mut path).end, Stop::Returned(vec![6]));
    let called = path.0.iter().filter(|s| matches!(calls.insts[s.inst].kind, rift_ir::InstKind::Call { .. })).count();
    assert_eq!(called, 3, "one call for each round of the loop");
}

#[test]
fn comparisons_are_told_with_their_operands() {
    struct Told(Vec<(u64, u64)>);
    impl Observer for Told {
        const ACTIVE: bool = false;
        const COMPARES: bool = true;
        fn step(&mut self, _: &Program, _: Site, _: usize) {}
        fn compare(&mut self, _: FuncId, _: u32, a: u64, b: u64) {
            self.0.push((a, b));
        }
    }
    let mut told = Told(Vec::new());
    machine("sum", &[3], Limits::default()).run(&mut told);
    assert_eq!(told.0, [(1, 3), (2, 3), (3, 3)]);
}

#[test]
fn edges_tell_what_was_executed() {
    #[derive(Default)]
    struct Sites(BTreeSet<Site>);
    impl Observer for Sites {
        const ACTIVE: bool = true;
        fn step(&mut self, _: &Program, site: Site, _: usize) {
            self.0.insert(site);
        }
    }
    #[derive(Default)]
    struct Places(BTreeSet<(FuncId, u32)>);
    impl Observer for Places {
        const ACTIVE: bool = false;
        const EDGES: bool = true;
        fn step(&mut self, _: &Program, _: Site, _: usize) {}
        fn edge(&mut self, function: FuncId, pc: u32) {
            self.0.insert((function, pc));
        }
    }
    for n in [1, 3] {
        let (mut sites, mut places) = (Sites::default(), Places::default());
        machine("sum", &[n], Limits::default()).run(&mut sites);
        let mut machine = machine("sum", &[n], Limits::default());
        while machine.run_slice(5, &mut places) == Progress::Paused {}
        let program = machine.program();
        let executed = places.0.iter().flat_map(|(function, pc)| program.sites_from(*function, *pc));
        assert_eq!(executed.collect::<BTreeSet<_>>(), sites.0);
    }
}
