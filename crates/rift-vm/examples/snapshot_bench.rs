//! What a fork of a run and symbolic bytes cost: prints nanoseconds.
//!
//! `cargo run --release -p rift-vm --example snapshot_bench`

use rift_expr::{TermId, Terms};
use rift_vm::{Host, HostFn, Limits, Machine, Memory, MemoryConfig, Program};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const ROUNDS: u32 = 1000;
const BATCHES: usize = 100;

#[derive(Clone)]
struct Nobody;

impl Host for Nobody {
    fn lookup(&self, _name: &str) -> Option<HostFn<Nobody>> {
        None
    }
}

const PROGRAM: &str = "
global @total = i64 0
function @main() -> i64 {
entry:
  jump loop
loop:
  old = load i64, @total
  new = add i64 old, 1
  store i64 new, @total
  jump loop
}
";

/// The state of a small program: some globals, a heap of a few hundred objects, a few stack frames, one map.
struct Small {
    machine: Machine<Nobody>,
    heap: Vec<u64>,
    stack: u64,
    global: u64,
}

fn small() -> Small {
    let module = rift_ir::parse(PROGRAM).expect("a program");
    rift_ir::verify(&module).expect("verified");
    let program = Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).expect("all symbols");
    let program = Arc::new(program);
    let entry = program.module.function_named("main").expect("main");
    let mut memory = program.initial_memory();
    let global = (0..300).map(|_| memory.allocate_global(40, 8, false).expect("room")).last().expect("some");
    (0..300).for_each(|_| _ = memory.allocate_global(40, 8, true).expect("room"));
    memory.allocate_global(4 << 20, 16, false).expect("room");
    memory.map(1 << 16).expect("room");
    memory.heap_allocate(1 << 16, 16, true).expect("room");
    let heap: Vec<u64> = (0..400).map(|i| memory.heap_allocate(16 + i % 90, 16, true).expect("room")).collect();
    let stack = (0..50).map(|_| memory.stack_allocate(64, 16).expect("room")).last().expect("some");
    heap.iter().for_each(|&object| memory.store::<8>(object, object).expect("inside"));
    let machine = Machine::new(program, memory, Nobody, Limits::default(), entry, &[]).expect("a body");
    Small { machine, heap, stack, global }
}

/// The fastest of many batches: the machine may be busy with other things.
fn report(name: &str, mut body: impl FnMut()) {
    let batch = || {
        let start = Instant::now();
        (0..ROUNDS).for_each(|_| body());
        start.elapsed().as_nanos() as f64 / f64::from(ROUNDS)
    };
    let best = std::iter::repeat_with(batch).take(BATCHES).fold(f64::INFINITY, f64::min);
    println!("{name:50} {best:8.0} ns");
}

struct Places {
    heap: u64,
    stack: u64,
    global: u64,
}

fn write_three(memory: &mut Memory, places: &Places) {
    memory.store::<8>(places.heap, 1).expect("inside");
    memory.store::<8>(places.stack, 2).expect("inside");
    memory.store::<8>(places.global, 3).expect("inside");
}

fn snapshots(machine: &mut Machine<Nobody>, places: &Places) {
    report("memory: snapshot", || drop(black_box(machine.memory.snapshot())));
    report("memory: snapshot, write to 3 pages of it", || {
        let mut copy = machine.memory.snapshot();
        write_three(&mut copy, places);
        black_box(copy);
    });
    report("memory: snapshot, write to 3 pages of both", || {
        let mut copy = machine.memory.snapshot();
        write_three(&mut copy, places);
        write_three(&mut machine.memory, places);
        black_box(copy);
    });
    report("machine: snapshot", || drop(black_box(machine.snapshot())));
    report("machine: snapshot, write to 3 pages of it", || {
        let mut copy = machine.snapshot();
        write_three(&mut copy.memory, places);
        black_box(copy);
    });
}

/// 50 spans on several pages of the heap, and one on the stack that the program changes all the time.
fn symbols(memory: &mut Memory, heap: &[u64], stack: u64) {
    let mut terms = Terms::new();
    let spans: Vec<TermId> = (0..50).map(|i| terms.read(8 * i, 8)).collect();
    for (&object, &term) in heap.iter().step_by(4).zip(&spans) {
        memory.store::<8>(object, 0).expect("inside");
        memory.set_term(object, 8, term);
    }
    report("term_at: page without symbols", || _ = black_box(memory.term_at(&mut terms, stack, 8)));
    report("term_at: concrete bytes of a page with symbols", || _ = black_box(memory.term_at(&mut terms, heap[1], 8)));
    report("term_at: what was stored", || _ = black_box(memory.term_at(&mut terms, heap[40], 8)));
    report("term_at: four bytes of a term", || _ = black_box(memory.term_at(&mut terms, heap[40] + 4, 4)));
    report("set_term: over another of the same size", || memory.set_term(black_box(heap[40]), 8, spans[3]));
    report("set_term and clear_terms", || {
        memory.set_term(black_box(heap[1]), 8, spans[3]);
        memory.clear_terms(heap[1], 8);
    });
    report("refresh: 50 spans, no change", || memory.refresh(&mut |_| black_box(0)));
    let mut value = 0;
    report("refresh: 50 spans, all change", || {
        value += 1;
        memory.refresh(&mut |_| black_box(value));
    });
    report("snapshot, refresh: 50 spans, all change", || {
        let mut copy = memory.snapshot();
        copy.refresh(&mut |_| black_box(value + 1));
        black_box(copy);
    });
    report("snapshot, refresh: 50 spans, one changes", || {
        let mut copy = memory.snapshot();
        copy.refresh(&mut |term| if term == spans[20] { value + 1 } else { value });
        black_box(copy);
    });
}

fn main() {
    let Small { mut machine, heap, stack, global } = small();
    snapshots(&mut machine, &Places { heap: heap[200], stack, global });
    symbols(&mut machine.memory, &heap, stack);
}
