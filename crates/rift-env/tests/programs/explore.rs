//! A search without a solver: every path that some input of a list takes is followed once, from the snapshots at its
//! decisions, and what the run shows for each of its inputs is compared with a concrete run on that input.

use rift_env::{Config, Input, KEPT_SYMBOLS, ObjectUse, Observation, Process, Space};
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ingest::{Bitcode, BuildOptions, LoadOptions, Loaded, Source, Support, load};
use rift_ir::Site;
use rift_vm::concolic::{ConcolicProgress, Decision, DecisionKind, Path, Pin, Ruling, SymbolicObject};
use rift_vm::{Limits, Memory, MemoryConfig, Program};
use std::path::PathBuf;
use std::sync::Arc;

/// Compiles a C program, or a Rust one if the file is called so.
pub fn program(name: &str, text: &str) -> Arc<Program> {
    machine_program(built(name, text, false))
}

/// The same, with its native build.
pub fn program_and_native(name: &str, text: &str) -> (Arc<Program>, PathBuf) {
    let mut loaded = built(name, text, true);
    let native = loaded.native.take().expect("it was wanted");
    (machine_program(loaded), native)
}

fn built(name: &str, text: &str, want_native: bool) -> Loaded {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join(name);
    // An unchanged file is answered by the cache.
    if std::fs::read_to_string(&file).ok().as_deref() != Some(text) {
        std::fs::write(&file, text).expect("a place for tests");
    }
    let bitcode = |(name, bytes): &(&str, &[u8])| Bitcode { name: (*name).to_owned(), bytes: bytes.to_vec() };
    let runtime: Vec<Bitcode> = rift_env::runtime().iter().map(bitcode).collect();
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let support = Support {
        headers: vec![owned(&("klee/klee.h", rift_env::klee_header()))],
        native: rift_env::klee_native_sources().iter().map(owned).collect(),
        prefix: "klee_".to_owned(),
    };
    let build = BuildOptions { cache: Some(dir.join("cache")), want_native, support, ..BuildOptions::default() };
    let options = LoadOptions { build, runtime: &runtime, keep: &KEPT_SYMBOLS, ..LoadOptions::default() };
    let source = match name.ends_with(".rs") {
        true => Source::RustFile { file, edition: "2024".to_owned(), flags: vec![] },
        false => Source::Files { files: vec![file], flags: vec![] },
    };
    load(&source, &options).unwrap_or_else(|error| panic!("{error}"))
}

fn machine_program(loaded: Loaded) -> Arc<Program> {
    let module = Arc::new(loaded.module);
    rift_ir::verify(&module).expect("a good module");
    Arc::new(Program::new(module, Memory::new(&MemoryConfig::default())).expect("it fits"))
}

/// What exploring found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explored {
    pub paths: usize,
    /// Inputs that a pin of the host cut off.
    pub lost: usize,
}

/// The path of one run: pauses at every decision, and remembers what the host pins.
struct Explorer<'a> {
    space: &'a Space,
    inputs: &'a [Input],
    /// Objects of any run: which of its name, first input byte, bytes.
    table: Vec<(String, usize, ObjectUse)>,
    next: u32,
    /// The input that the run is on, and the objects that it has made.
    current: usize,
    made: Vec<String>,
    pinned: Vec<TermId>,
}

impl Explorer<'_> {
    /// The bytes of the object of this name that is asked for the n-th time.
    fn values(&self, input: usize, name: &str, nth: usize, size: u32) -> Vec<u8> {
        let input = &self.inputs[input];
        let of_space = self.space.values(&Input { objects: vec![], ..input.clone() }).expect("inputs of the space");
        let mut all: Vec<&Vec<u8>> = of_space.get(name).into_iter().collect();
        all.extend(input.objects.iter().filter(|(other, _)| other == name).map(|(_, bytes)| bytes));
        let mut bytes = all.get(nth).map(|bytes| bytes.to_vec()).unwrap_or_default();
        bytes.resize(size as usize, 0);
        bytes
    }

    fn model(&self, input: usize) -> Model {
        let mut model = Model::default();
        for (name, nth, object) in &self.table {
            let bytes = self.values(input, name, *nth, object.bytes);
            (object.first..).zip(bytes).for_each(|(at, byte)| model.set(at, byte));
        }
        model
    }

    fn holds(&self, terms: &Terms, input: usize, condition: TermId) -> bool {
        let mut evaluator = Evaluator::default();
        evaluator.reset(&self.model(input));
        evaluator.holds(terms, condition)
    }
}

impl Path for Explorer<'_> {
    fn decide(&mut self, terms: &mut Terms, decision: &Decision) -> Ruling {
        assert!(self.holds(terms, self.current, decision.holds.condition), "{decision:?}");
        Ruling::Pause
    }

    fn pin(&mut self, terms: &mut Terms, _: Site, _: Pin, holds: TermId) {
        assert!(self.holds(terms, self.current, holds), "what is pinned holds");
        self.pinned.push(holds);
    }

    fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        assert!(self.holds(terms, self.current, condition), "what is assumed holds");
    }

    fn object(&mut self, name: &str, size: u32) -> SymbolicObject {
        let nth = self.made.iter().filter(|other| *other == name).count();
        self.made.push(name.to_owned());
        let known = self.table.iter().find(|(other, n, object)| other == name && *n == nth && object.bytes == size);
        let first = known.map(|(_, _, object)| object.first).unwrap_or_else(|| {
            let first = self.next;
            self.next += size;
            let object = ObjectUse { name: name.to_owned(), first, bytes: size };
            self.table.push((name.to_owned(), nth, object));
            first
        });
        SymbolicObject { first, values: self.values(self.current, name, nth, size) }
    }
}

/// A run that is not at its end, and the inputs that go with it; it is on the first of them.
struct Waiting {
    process: Process,
    inputs: Vec<usize>,
    made: Vec<String>,
}

/// Follows all inputs; panics when a run shows something else than a concrete run on the same input.
pub fn explore(program: &Arc<Program>, space: &Space, inputs: &[Input]) -> Explored {
    let concrete: Vec<Observation> = inputs.iter().map(|input| run_concretely(program, input)).collect();
    let (table, made, pinned) = (vec![], vec![], vec![]);
    let mut path = Explorer { space, inputs, table, next: 0, current: 0, made, pinned };
    let mut terms = Terms::new();
    let process = Process::start_concolic(program, space, Config::default(), Limits::default(), &mut terms, &mut path)
        .expect("it starts");
    let mut waiting = vec![Waiting { process, inputs: (0..inputs.len()).collect(), made: path.made.clone() }];
    let mut explored = Explored { paths: 0, lost: 0 };
    while let Some(mut run) = waiting.pop() {
        path.current = run.inputs[0];
        path.made = std::mem::take(&mut run.made);
        loop {
            path.pinned.clear();
            let progress = run.process.machine_mut().run_concolic(u64::MAX, &mut (), &mut terms, &mut path);
            let before = run.inputs.len();
            run.inputs.retain(|&input| path.pinned.iter().all(|&pin| path.holds(&terms, input, pin)));
            explored.lost += before - run.inputs.len();
            match progress {
                ConcolicProgress::Paused => {}
                ConcolicProgress::Decision(decision) => {
                    waiting.extend(others(&mut run, &decision, &terms, &path));
                }
                ConcolicProgress::Ended(end) => {
                    for &input in &run.inputs {
                        let (mut evaluator, model) = (Evaluator::default(), path.model(input));
                        evaluator.reset(&model);
                        let shown = run.process.observation(end.clone(), &terms, &mut evaluator);
                        assert_eq!(shown, concrete[input], "{:?}", inputs[input]);
                        let found = space.input(run.process.objects(), &model);
                        assert_eq!(parts(&found), parts(&inputs[input]));
                        assert_eq!(run_concretely(program, &found), concrete[input], "{found:?}");
                    }
                    explored.paths += 1;
                    break;
                }
            }
        }
    }
    explored
}

/// Splits off the inputs for which the decision goes another way.
fn others(run: &mut Waiting, decision: &Decision, terms: &Terms, path: &Explorer) -> Vec<Waiting> {
    let mut found = vec![];
    let (stay, go): (Vec<usize>, Vec<usize>) =
        run.inputs.iter().partition(|&&input| path.holds(terms, input, decision.holds.condition));
    run.inputs = stay;
    for side in &decision.others {
        let inputs: Vec<usize> = go.iter().copied().filter(|&i| path.holds(terms, i, side.condition)).collect();
        let Some(&first) = inputs.first() else { continue };
        let mut process = run.process.snapshot();
        let mut evaluator = Evaluator::default();
        evaluator.reset(&path.model(first));
        process.machine_mut().refresh(&mut |term| evaluator.value(terms, term));
        if matches!(decision.kind, DecisionKind::Pin(_)) {
            process.machine_mut().ask_again();
        }
        found.push(Waiting { process, inputs, made: path.made.clone() });
    }
    assert_eq!(go.len(), found.iter().map(|waiting| waiting.inputs.len()).sum::<usize>(), "{decision:?}");
    found
}

/// Without the objects: a run need not have asked for all of them.
fn parts(input: &Input) -> Input {
    Input { objects: vec![], ..input.clone() }
}

/// What a run on one input shows.
pub fn run_concretely(program: &Arc<Program>, input: &Input) -> Observation {
    Process::start(program, input.clone(), Config::default(), Limits::default()).expect("it starts").run()
}
