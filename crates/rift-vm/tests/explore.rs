//! Decisions: small programs are explored until no input is left, from snapshots that are given other inputs. Every
//! input must satisfy the conditions of exactly one path, and on every input the concrete machine must do what the
//! terms of that path say.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::Site;
use rift_vm::concolic::{ConcolicProgress, Decision, DecisionKind, Path, Pin, Ruling, SymbolicObject};
use rift_vm::{Fault, Host, HostFn, Limits, Machine, Memory, MemoryConfig, Program, Reply, Stop};
use std::sync::Arc;

const PROGRAMS: &str = include_str!("explore.rir");

/// Answers `square`, which knows nothing of terms, and `next`, which does.
#[derive(Clone)]
struct Numbers;

impl Host for Numbers {
    fn lookup(&self, name: &str) -> Option<HostFn<Numbers>> {
        match name {
            "square" => Some(|_, _, args| Ok(Reply::Value(args[0] * args[0]))),
            "peek" => Some(|_, guest, args| {
                let mut byte = [0];
                guest.memory.read(args[0], &mut byte)?;
                guest.memory.write(args[0], &[7])?;
                Ok(Reply::Value(u64::from(byte[0])))
            }),
            "next" => Some(|_, guest, args| {
                let tools = guest.tools.as_mut();
                if let Some(tools) = tools
                    && let Some(term) = tools.args[0]
                {
                    let (term, one) = (tools.terms.zext(term, 16), tools.terms.constant(16, 1));
                    tools.reply = Some(tools.terms.binary(rift_ir::BinaryOp::Add, term, one));
                }
                Ok(Reply::Value((args[0] + 1) & 0xFFFF))
            }),
            _ => None,
        }
    }

    fn takes_terms(&self, name: &str) -> bool {
        name == "next"
    }
}

/// Pauses at every decision.
#[derive(Default, Clone)]
struct Recorder {
    conditions: Vec<TermId>,
    kinds: Vec<DecisionKind>,
}

impl Path for Recorder {
    fn decide(&mut self, _: &mut Terms, _: &Decision) -> Ruling {
        Ruling::Pause
    }

    fn pin(&mut self, _: &mut Terms, _: Site, why: Pin, holds: TermId) {
        self.conditions.push(holds);
        self.kinds.push(DecisionKind::Pin(why));
    }

    fn assume(&mut self, _: &mut Terms, condition: TermId) {
        self.conditions.push(condition);
    }

    fn object(&mut self, _: &str, _: u32) -> SymbolicObject {
        unreachable!("nothing makes objects")
    }
}

/// A path that came to its end.
struct Leaf {
    conditions: Vec<TermId>,
    kinds: Vec<DecisionKind>,
    end: Stop,
    steps: u64,
    result: Vec<Option<TermId>>,
}

struct Exploration {
    terms: Terms,
    leaves: Vec<Leaf>,
    inputs: u32,
}

fn program() -> Arc<Program> {
    let module = rift_ir::parse(PROGRAMS).unwrap();
    rift_ir::verify(&module).unwrap();
    Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap())
}

fn machine(program: &Arc<Program>, function: &str, input: &[u8]) -> Machine<Numbers> {
    let entry = program.module.function_named(function).unwrap();
    let args: Vec<u64> = input.iter().map(|byte| u64::from(*byte)).collect();
    Machine::new(Arc::clone(program), program.initial_memory(), Numbers, Limits::default(), entry, &args).unwrap()
}

fn model(input: u32, bytes: u32) -> Model {
    Model { bytes: input.to_le_bytes()[..bytes as usize].to_vec() }
}

/// Runs every path of a function of as many `i8` as it has parameters.
fn explore(program: &Arc<Program>, function: &str) -> Exploration {
    let entry = program.module.function_named(function).unwrap();
    let bytes = program.module.functions[entry].signature.params.len() as u32;
    let inputs = 1u32 << (8 * bytes);
    let mut terms = Terms::new();
    let given: Vec<_> = (0..bytes).map(|at| Some(terms.read(at, 1))).collect();
    let mut first = machine(program, function, &vec![0; bytes as usize]);
    first.give_terms(&given);
    let mut pending = vec![(first, Recorder::default())];
    let mut leaves = Vec::new();
    while let Some((mut machine, mut path)) = pending.pop() {
        match machine.run_concolic(u64::MAX, &mut (), &mut terms, &mut path) {
            ConcolicProgress::Paused => panic!("paused for nothing"),
            ConcolicProgress::Decision(decision) => {
                for other in &decision.others {
                    let mut turned = path.clone();
                    turned.conditions.push(other.condition);
                    turned.kinds.push(decision.kind);
                    let Some(input) = first_input(&terms, &turned.conditions, inputs, bytes) else { continue };
                    let mut copy = machine.snapshot();
                    if let DecisionKind::Pin(_) = decision.kind {
                        copy.ask_again();
                    }
                    let mut evaluator = Evaluator::default();
                    evaluator.reset(&model(input, bytes));
                    copy.refresh(&mut |term| evaluator.value(&terms, term));
                    pending.push((copy, turned));
                }
                path.conditions.push(decision.holds.condition);
                path.kinds.push(decision.kind);
                pending.push((machine, path));
            }
            ConcolicProgress::Ended(end) => leaves.push(Leaf {
                conditions: path.conditions,
                kinds: path.kinds,
                end,
                steps: machine.steps(),
                result: machine.result_terms().to_vec(),
            }),
        }
    }
    Exploration { terms, leaves, inputs }
}

fn first_input(terms: &Terms, conditions: &[TermId], inputs: u32, bytes: u32) -> Option<u32> {
    let mut evaluator = Evaluator::default();
    (0..inputs).find(|input| {
        evaluator.reset(&model(*input, bytes));
        conditions.iter().rev().all(|condition| evaluator.holds(terms, *condition))
    })
}

/// Explores and checks against the concrete machine on every input.
fn check(function: &str) -> Exploration {
    let program = program();
    let exploration = explore(&program, function);
    let Exploration { terms, leaves, inputs } = &exploration;
    let bytes = inputs.trailing_zeros() / 8;
    let mut evaluator = Evaluator::default();
    for input in 0..*inputs {
        let model = model(input, bytes);
        evaluator.reset(&model);
        let holding: Vec<&Leaf> = leaves
            .iter()
            .filter(|leaf| leaf.conditions.iter().all(|condition| evaluator.holds(terms, *condition)))
            .collect();
        let [leaf] = holding.as_slice() else {
            panic!("@{function}({:?}) is on {} paths", model.bytes, holding.len());
        };
        let concrete = machine(&program, function, &model.bytes).run(&mut ());
        // Accesses outside of an object are one path, wherever they go: some of them land in another object.
        if let Stop::Fault(Fault::Access { .. }) = leaf.end {
            continue;
        }
        assert_eq!(leaf.steps, concrete.steps, "@{function}({:?})", model.bytes);
        match (&concrete.end, &leaf.end) {
            (Stop::Returned(values), Stop::Returned(known)) => {
                let terms_say = known.iter().zip(&leaf.result).map(|(value, term)| match term {
                    Some(term) => evaluator.value(terms, *term),
                    None => *value,
                });
                assert_eq!(terms_say.collect::<Vec<_>>(), *values, "@{function}({:?})", model.bytes);
            }
            (concrete, path) => assert_eq!(concrete, path, "@{function}({:?})", model.bytes),
        }
    }
    exploration
}

impl Exploration {
    fn count(&self, kind: DecisionKind) -> usize {
        self.leaves.iter().flat_map(|leaf| &leaf.kinds).filter(|k| **k == kind).count()
    }

    fn pins(&self) -> usize {
        self.leaves.iter().flat_map(|leaf| &leaf.kinds).filter(|k| matches!(k, DecisionKind::Pin(_))).count()
    }
}

#[test]
fn branches_part_the_inputs() {
    assert_eq!(check("sign").leaves.len(), 3);
    assert_eq!(check("larger").leaves.len(), 2);
    assert_eq!(check("both").leaves.len(), 3);
}

#[test]
fn a_selection_is_no_decision() {
    assert_eq!(check("maximum").leaves.len(), 1);
}

#[test]
fn loops_end_where_the_input_says() {
    assert_eq!(check("count_bits").leaves.len(), 1);
    assert_eq!(check("sum_to").leaves.len(), 8);
    assert_eq!(check("countdown").leaves.len(), 16);
}

#[test]
fn switches_have_a_side_for_each_target() {
    let dense = check("dense");
    assert_eq!(dense.leaves.len(), 4);
    assert!(dense.leaves.iter().all(|leaf| leaf.kinds == [DecisionKind::Switch]));
    assert_eq!(check("sparse").leaves.len(), 3);
    assert_eq!(check("wide").leaves.len(), 3);
    assert_eq!(check("phis").leaves.len(), 2);
}

#[test]
fn divisions_fault_by_decision() {
    let quotient = check("quotient");
    assert_eq!(quotient.leaves.len(), 2);
    assert_eq!(quotient.count(DecisionKind::Fault), 2);
    assert_eq!(check("signed_quotient").leaves.len(), 3);
    assert_eq!(check("odd_quotient").leaves.len(), 2);
}

#[test]
fn tables_are_looked_up() {
    // Inside of the table is one path, outside of it another.
    assert_eq!(check("table").leaves.len(), 2);
    assert_eq!(check("whole_table").leaves.len(), 1);
    assert_eq!(check("structs").pins(), 0);
    assert_eq!(check("rows").pins(), 0);
}

#[test]
fn stores_change_what_they_may_reach() {
    let swap = check("store_and_load");
    assert_eq!(swap.pins(), 0);
    assert_eq!(check("histogram").pins(), 0);
    assert_eq!(check("across_pages").pins(), 0);
    assert!(check("far_store").pins() > 0);
    assert_eq!(check("partial").pins(), 0);
}

#[test]
fn pointers_from_tables_lead_to_one_object_each() {
    let names = check("names");
    assert_eq!(names.pins(), 0);
    assert!(names.leaves.len() >= 3);
}

#[test]
fn targets_and_sizes_are_pinned() {
    let indirect = check("indirect");
    assert_eq!(indirect.leaves.len(), 3);
    assert!(indirect.count(DecisionKind::Pin(Pin::Target)) > 0);
    let copied = check("copy_some");
    assert!(copied.count(DecisionKind::Pin(Pin::Size)) > 0);
    let room = check("room");
    assert!(room.count(DecisionKind::Pin(Pin::Size)) > 0);
    assert_eq!(check("fill").pins(), 0);
}

#[test]
fn floats_convert_in_range_or_pinned() {
    let whole = check("to_small");
    assert!(whole.count(DecisionKind::Branch) > 0);
    assert!(whole.count(DecisionKind::Pin(Pin::Operation)) > 0);
    assert_eq!(check("half_up").pins(), 0);
    assert!(check("sine").count(DecisionKind::Pin(Pin::Operation)) > 0);
}

#[test]
fn hosts_get_values_or_terms() {
    let square = check("squared");
    assert_eq!(square.leaves.len(), 256);
    assert_eq!(check("next_of").leaves.len(), 1);
    // Read and then overwritten by the host: pinned, and concrete afterwards. Such pins cannot be turned down here.
    let program = program();
    let peeked = explore(&program, "peeked");
    assert_eq!(peeked.leaves.len(), 1);
    assert_eq!(peeked.leaves[0].kinds, [DecisionKind::Pin(Pin::Host)]);
    assert_eq!(peeked.leaves[0].end, Stop::Returned(vec![7]));
}

/// Lets everything go.
struct Onwards;

impl Path for Onwards {
    fn decide(&mut self, _: &mut Terms, _: &Decision) -> Ruling {
        Ruling::Go
    }

    fn pin(&mut self, _: &mut Terms, _: Site, _: Pin, _: TermId) {}

    fn assume(&mut self, _: &mut Terms, _: TermId) {}

    fn object(&mut self, _: &str, _: u32) -> SymbolicObject {
        unreachable!("nothing makes objects")
    }
}

#[test]
fn a_run_in_slices_goes_on_with_another_input() {
    let program = program();
    let mut terms = Terms::new();
    let input = Some(terms.read(0, 1));
    let mut sliced = machine(&program, "count_bits", &[0b1011]);
    sliced.give_terms(&[input]);
    // Anywhere on a path without decisions, the input can still be exchanged.
    for other in [0xFF, 0, 0b100] {
        let progress = sliced.run_concolic(10, &mut (), &mut terms, &mut Onwards);
        assert_eq!(progress, ConcolicProgress::Paused);
        let mut evaluator = Evaluator::default();
        evaluator.reset(&Model { bytes: vec![other] });
        sliced.refresh(&mut |term| evaluator.value(&terms, term));
    }
    let progress = sliced.run_concolic(u64::MAX, &mut (), &mut terms, &mut Onwards);
    assert_eq!(progress, ConcolicProgress::Ended(Stop::Returned(vec![1])));
}
