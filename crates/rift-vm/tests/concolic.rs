//! A concolic run is a concrete run: over the whole file-test corpus, with every argument symbolic, outcome and steps
//! are the same, and at every operation the terms have the values of what they stand for.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::filetest::directives;
use rift_ir::{FuncId, Site, Type};
use rift_vm::concolic::{ConcolicProgress, Decision, Path, Pin, Ruling, SymbolicObject};
use rift_vm::{Host, HostFn, Limits, Machine, Memory, MemoryConfig, Observer, Outcome, Program};
use std::fs;
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
    decisions: u64,
}

impl Path for Checked {
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling {
        self.decisions += 1;
        assert!(self.evaluator.holds(terms, decision.holds.condition), "does not hold: {decision:?}");
        for other in &decision.others {
            assert!(!self.evaluator.holds(terms, other.condition), "holds as well: {decision:?}");
        }
        Ruling::Go
    }

    fn pin(&mut self, terms: &mut Terms, _: Site, _: Pin, holds: TermId) {
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

/// Runs both ways and compares. Gives the number of decisions and of values checked.
fn check(program: &Arc<Program>, entry: FuncId, args: &[u64]) -> (u64, u64) {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let machine = || Machine::new(Arc::clone(program), program.initial_memory(), Nothing, limits, entry, args).unwrap();
    let concrete = machine().run(&mut ());

    let mut terms = Terms::new();
    let (model, given) = symbolic_arguments(program, entry, args, &mut terms);
    let evaluator = || {
        let mut evaluator = Evaluator::default();
        evaluator.reset(&model);
        evaluator
    };
    let mut path = Checked { evaluator: evaluator(), decisions: 0 };
    let mut inspector = Inspector { evaluator: evaluator(), last: None, checked: 0 };
    let mut concolic = machine();
    concolic.give_terms(&given);
    let progress = concolic.run_concolic(u64::MAX, &mut inspector, &mut terms, &mut path);
    let ConcolicProgress::Ended(stop) = progress else { panic!("came back with {progress:?}") };
    let outcome = concolic.outcome(stop);
    assert_eq!(outcome, concrete, "the same end after the same number of steps");
    check_result(&concolic, &outcome, &terms, &mut path.evaluator);
    (path.decisions, inspector.checked)
}

fn check_result(machine: &Machine<Nothing>, outcome: &Outcome, terms: &Terms, evaluator: &mut Evaluator) {
    let rift_vm::Stop::Returned(values) = &outcome.end else { return };
    for (value, term) in values.iter().zip(machine.result_terms()) {
        if let Some(term) = term {
            assert_eq!(evaluator.value(terms, *term), *value, "{}", terms.display(*term));
        }
    }
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
    let (mut decisions, mut checked, mut random) = (0, 0, Random(0x9E37_79B9_7F4A_7C15));
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let module = rift_ir::parse(&text).unwrap();
        rift_ir::verify(&module).unwrap();
        let program = Arc::new(Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap());
        let mut count = |function: &str, args: &[u64]| {
            let entry = program.module.function_named(function).unwrap();
            if !program.module.functions[entry].is_defined() {
                return;
            }
            let run = std::panic::AssertUnwindSafe(|| check(&program, entry, args));
            match std::panic::catch_unwind(run) {
                Ok((d, c)) => {
                    decisions += d;
                    checked += c;
                }
                Err(_) => panic!("{name}: @{function}({args:x?})"),
            }
        };
        let mut seen = Vec::new();
        for directive in directives(&text).unwrap() {
            let args: Vec<u64> = directive.args.iter().flat_map(|a| a.limbs.iter().copied()).collect();
            count(&directive.function, &args);
            if seen.contains(&directive.function) {
                continue;
            }
            let entry = program.module.function_named(&directive.function).unwrap();
            let widths = slot_widths(&program, entry);
            for _ in 0..if widths.is_empty() { 0 } else { 40 } {
                let args: Vec<u64> = widths.iter().map(|width| random.argument(*width)).collect();
                count(&directive.function, &args);
            }
            seen.push(directive.function);
        }
    }
    assert!(decisions > 1000, "only {decisions} decisions");
    assert!(checked > 100_000, "only {checked} values with terms");
}
