//! A concolic run is a concrete run: over the whole file-test corpus, with every argument symbolic, outcome and steps
//! are the same, and at every operation the terms have the values of what they stand for. And it is right about other
//! inputs: those that satisfy its conditions end as its terms say.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::filetest::directives;
use rift_ir::{FuncId, Site, Type};
use rift_vm::concolic::{ConcolicProgress, Decision, Path, Pin, Ruling, SymbolicObject};
use rift_vm::{
    AccessFault, Fault, Host, HostFn, Limits, Machine, Memory, MemoryConfig, Observer, Outcome, Program, Stop,
};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// File tests call nothing but themselves.
#[derive(Clone)]
struct Nothing;

impl Host for Nothing {
    fn lookup(&self, _: &str) -> Option<HostFn<Nothing>> {
        None
    }
}

/// Holds every condition against the input.
struct Checked {
    evaluator: Evaluator,
    conditions: Vec<TermId>,
}

impl Path for Checked {
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling {
        self.conditions.push(decision.holds.condition);
        assert!(self.evaluator.holds(terms, decision.holds.condition), "does not hold: {decision:?}");
        for other in &decision.others {
            assert!(!self.evaluator.holds(terms, other.condition), "holds as well: {decision:?}");
        }
        Ruling::Go
    }

    fn pin(&mut self, terms: &mut Terms, _: Site, _: Pin, holds: TermId) {
        self.conditions.push(holds);
        assert!(self.evaluator.holds(terms, holds));
    }

    fn assume(&mut self, _: &mut Terms, _: TermId) {
        unreachable!("file tests assume nothing")
    }

    fn object(&mut self, _: &str, _: u32) -> SymbolicObject {
        unreachable!("file tests make no objects")
    }
}

/// Compares every slot with its term, before every operation.
struct Inspector {
    evaluator: Evaluator,
    last: Option<Site>,
    checked: u64,
}

impl Observer for Inspector {
    const ACTIVE: bool = false;
    const INSPECTS: bool = true;

    fn step(&mut self, _: &Program, _: Site, _: usize) {}

    fn inspect(&mut self, site: Site, values: &[u64], shadow: &[Option<TermId>], terms: &Terms) {
        for (slot, (value, term)) in values.iter().zip(shadow).enumerate() {
            let Some(term) = term else { continue };
            self.checked += 1;
            let expected = self.evaluator.value(terms, *term);
            assert_eq!(
                *value,
                expected,
                "slot {slot} after {:?}, before {site:?}: {}",
                self.last,
                terms.display(*term)
            );
        }
        self.last = Some(site);
    }
}

/// Arguments as input bytes: 8 for each slot.
fn symbolic_arguments(
    program: &Program,
    entry: FuncId,
    args: &[u64],
    terms: &mut Terms,
) -> (Model, Vec<Option<TermId>>) {
    let model = Model { bytes: args.iter().flat_map(|value| value.to_le_bytes()).collect() };
    let mut widths = Vec::new();
    let signature = &program.module.functions[entry].signature;
    for ty in &signature.params {
        let bits = match program.module.types.get(*ty) {
            Type::Int(bits) => *bits,
            Type::Float(kind) => kind.bits(),
            _ => 64,
        };
        widths.extend((0..bits.div_ceil(64)).map(|limb| (bits - 64 * limb).min(64)));
    }
    let inputs = (0..).zip(widths).take(args.len());
    let given = inputs.map(|(slot, width)| {
        let read = terms.read(8 * slot, 8);
        Some(terms.extract(read, 0, width))
    });
    (model, given.collect())
}

/// A function on some arguments.
struct Run {
    args: Vec<u64>,
    concrete: Outcome,
}

fn machine(program: &Arc<Program>, entry: FuncId, args: &[u64]) -> Machine<Nothing> {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    Machine::new(Arc::clone(program), program.initial_memory(), Nothing, limits, entry, args).unwrap()
}

#[derive(Default)]
struct Counts {
    decisions: usize,
    values: u64,
    others: usize,
}

/// Runs concolically and compares: with the concrete run, and with those of all other arguments on the same path.
fn check(program: &Arc<Program>, entry: FuncId, run: &Run, runs: &[Run], counts: &mut Counts) {
    let mut terms = Terms::new();
    let (model, given) = symbolic_arguments(program, entry, &run.args, &mut terms);
    let evaluator = || {
        let mut evaluator = Evaluator::default();
        evaluator.reset(&model);
        evaluator
    };
    let mut path = Checked { evaluator: evaluator(), conditions: Vec::new() };
    let mut inspector = Inspector { evaluator: evaluator(), last: None, checked: 0 };
    let mut concolic = machine(program, entry, &run.args);
    concolic.give_terms(&given);
    let progress = concolic.run_concolic(u64::MAX, &mut inspector, &mut terms, &mut path);
    let ConcolicProgress::Ended(stop) = progress else { panic!("came back with {progress:?}") };
    let outcome = concolic.outcome(stop);
    assert_eq!(outcome, run.concrete, "the same end after the same number of steps");
    counts.decisions += path.conditions.len();
    counts.values += inspector.checked;
    let mut evaluator = path.evaluator;
    for other in runs {
        let (model, _) = symbolic_arguments(program, entry, &other.args, &mut terms);
        evaluator.reset(&model);
        if path.conditions.iter().all(|condition| evaluator.holds(&terms, *condition)) {
            counts.others += 1;
            let expected = predicted(&outcome, concolic.result_terms(), &terms, &mut evaluator);
            let actual = other.concrete.clone();
            assert_eq!(anywhere(expected), anywhere(actual), "on the same path: {:x?}", other.args);
        }
    }
}

/// Accesses outside of an object are one path, wherever they go.
fn anywhere(mut outcome: Outcome) -> Outcome {
    if let Stop::Fault(Fault::Access { kind, address, .. }) = &mut outcome.end {
        (*kind, *address) = (AccessFault::Wild, 0);
    }
    outcome
}

/// What the terms say about the input that `evaluator` was reset to.
fn predicted(outcome: &Outcome, result: &[Option<TermId>], terms: &Terms, evaluator: &mut Evaluator) -> Outcome {
    let mut outcome = outcome.clone();
    if let Stop::Returned(values) = &mut outcome.end {
        for (value, term) in values.iter_mut().zip(result) {
            if let Some(term) = term {
                *value = evaluator.value(terms, *term);
            }
        }
    }
    outcome
}

/// A deterministic source of arguments: small numbers, powers of two, all bits.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn argument(&mut self, width: u32) -> u64 {
        let mask = u64::MAX >> (64 - width);
        let any = self.next();
        let value = match self.next() % 8 {
            0..=2 => any % 20,
            3 => 1u64.wrapping_shl(any as u32).wrapping_sub(any >> 32 & 1),
            4 => (any % 20).wrapping_neg(),
            // Doubles and floats of moderate size.
            5 => ((any % 4000) as f64 / 16.0 - 100.0).to_bits(),
            6 => u64::from(((any % 4000) as f32 / 16.0 - 100.0).to_bits()),
            _ => any,
        };
        value & mask
    }
}

fn slot_widths(program: &Program, entry: FuncId) -> Vec<u32> {
    let mut terms = Terms::new();
    let count = program.module.functions[entry].signature.params.len() * 64;
    let (_, given) = symbolic_arguments(program, entry, &vec![0; count], &mut terms);
    given.into_iter().flatten().map(|term| terms.width(term)).collect()
}

#[test]
fn concolic_runs_are_concrete_runs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "rir"));
    files.sort();
    let (mut counts, mut random) = (Counts::default(), Random(0x9E37_79B9_7F4A_7C15));
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let module = rift_ir::parse(&text).unwrap();
        rift_ir::verify(&module).unwrap();
        let program = Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap());
        let mut functions: BTreeMap<String, Vec<Vec<u64>>> = BTreeMap::new();
        for directive in directives(&text).unwrap() {
            let args = directive.args.iter().flat_map(|a| a.limbs.iter().copied()).collect();
            functions.entry(directive.function).or_default().push(args);
        }
        for (function, mut arguments) in functions {
            let entry = program.module.function_named(&function).unwrap();
            if !program.module.functions[entry].is_defined() {
                continue;
            }
            let widths = slot_widths(&program, entry);
            for _ in 0..if widths.is_empty() { 0 } else { 40 } {
                arguments.push(widths.iter().map(|width| random.argument(*width)).collect());
            }
            let runs: Vec<Run> = arguments
                .into_iter()
                .map(|args| Run { concrete: machine(&program, entry, &args).run(&mut ()), args })
                .collect();
            for run in &runs {
                let checked = AssertUnwindSafe(|| check(&program, entry, run, &runs, &mut counts));
                if catch_unwind(checked).is_err() {
                    panic!("{name}: @{function}({:x?})", run.args);
                }
            }
        }
    }
    assert!(counts.decisions > 1000, "only {} decisions", counts.decisions);
    assert!(counts.values > 100_000, "only {} values with terms", counts.values);
    assert!(counts.others > 100_000, "only {} other inputs", counts.others);
}
