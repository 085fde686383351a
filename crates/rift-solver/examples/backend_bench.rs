//! How many queries a second the backend answers, in the thread and in a process.
//!
//! The queries are those of a search through small programs without any layer before the backend. Each path is led by
//! an input; at every branch the other side is asked for, with all conditions before it.
//!
//!     cargo run --release -p rift-solver --example backend_bench [QUERIES]

use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};
use rift_solver::{
    Backend, Context, Effort, Limits, Query, STEPS_PER_SECOND, SetId, Sets, Solver, Verdict, WorkerCommand, worker_main,
};
use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const INPUT: u32 = 24;

/// What the machine takes for an instruction: work is counted in instructions.
const INSTRUCTION: Duration = Duration::from_nanos(3);

/// The conditions that a program branches on, in order.
type Program = fn(&mut Terms) -> Vec<TermId>;

const PROGRAMS: [(&str, Program); 4] =
    [("parser", parser), ("checksum", checksum), ("arithmetic", arithmetic), ("floats", floats)];

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("solver-worker") {
        return worker_main();
    }
    match run(argument.and_then(|count| count.parse().ok()).unwrap_or(500)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot start a worker: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(queries: usize) -> io::Result<()> {
    let limits = Limits::with_steps(2 * STEPS_PER_SECOND);
    println!(
        "program    where    queries  a second   median ms     p95 ms     max ms   cpu ms each  work ms each   sat/unsat/unknown"
    );
    for (name, program) in PROGRAMS {
        measure(&format!("{name:10} thread "), program, Backend::in_thread(limits.clone()), queries);
        let backend = Backend::in_process(WorkerCommand::this_program(["solver-worker"]), limits.clone())?;
        measure(&format!("{name:10} process"), program, backend, queries);
    }
    Ok(())
}

fn measure(name: &str, program: Program, mut backend: Backend, queries: usize) {
    let mut bench = Bench::default();
    let branches = program(&mut bench.terms);
    let mut times = Vec::new();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for seed in 1.. {
        for query in bench.path(&branches, seed) {
            let begin = Instant::now();
            let verdict = bench.ask(&mut backend, query);
            times.push(begin.elapsed());
            match verdict {
                Verdict::Sat(_) => sat += 1,
                Verdict::Unsat => unsat += 1,
                Verdict::Unknown(_) => unknown += 1,
            }
        }
        if times.len() >= queries {
            break;
        }
    }
    let count = times.len();
    let per_second = count as f64 / times.iter().sum::<Duration>().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((count - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let (median, late, last) = (at(0.5), at(0.95), at(1.0));
    let processor = backend.processor_time().as_secs_f64() * 1e3 / count as f64;
    let work = backend.work() as f64 * INSTRUCTION.as_secs_f64() * 1e3 / count as f64;
    println!(
        "{name} {count:8} {per_second:9.0} {median:11.2} {late:10.2} {last:10.1} {processor:13.2} {work:13.2}   {sat}/{unsat}/{unknown}"
    );
}

#[derive(Default)]
struct Bench {
    terms: Terms,
    sets: Sets,
    evaluator: Evaluator,
}

impl Bench {
    fn ask(&mut self, backend: &mut Backend, query: Query) -> Verdict {
        let Bench { terms, sets, evaluator } = self;
        backend.check(
            &mut Context {
                terms,
                sets,
                evaluator,
                hint: &Model::default(),
                effort: Effort::Full,
                deadline: &Deadline::never(),
            },
            query,
        )
    }

    /// The questions of one run: the conditions so far, and the branch that was not taken.
    fn path(&mut self, branches: &[TermId], seed: u64) -> Vec<Query> {
        self.evaluator.reset(&input(seed));
        let mut questions = Vec::new();
        let mut set = SetId::EMPTY;
        for &branch in branches {
            let other = self.terms.not(branch);
            let is_taken = self.evaluator.holds(&self.terms, branch);
            let (taken, goal) = if is_taken { (branch, other) } else { (other, branch) };
            questions.push(Query { set, goal });
            set = self.sets.extend(&self.terms, set, taken);
        }
        questions
    }
}

/// Mostly digits, then mostly letters.
fn input(seed: u64) -> Model {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound) as u8
    };
    let byte = |at: u32| match at {
        ..8 if next(8) > 0 => b'0' + next(10),
        8.. if next(8) > 0 => b'a' + next(26),
        _ => next(255),
    };
    Model { bytes: (0..INPUT).map(byte).collect() }
}

/// The number that `digits` bytes are in decimal.
fn decimal(terms: &mut Terms, at: u32, digits: u32) -> TermId {
    let (ten, zero) = (terms.constant(32, 10), terms.constant(32, b'0'.into()));
    (at..at + digits).fold(terms.constant(32, 0), |number, at| {
        let byte = terms.read(at, 1);
        let wide = terms.zext(byte, 32);
        let digit = terms.binary(BinaryOp::Sub, wide, zero);
        let scaled = terms.binary(BinaryOp::Mul, number, ten);
        terms.binary(BinaryOp::Add, scaled, digit)
    })
}

/// Classifies bytes by a table, reads numbers and compares a word.
fn parser(terms: &mut Terms) -> Vec<TermId> {
    let class = |c: u8| if c.is_ascii_digit() { 1 } else { 2 * u64::from(c.is_ascii_alphabetic()) };
    let classes: Vec<u64> = (0..=255).map(class).collect();
    let mut branches = Vec::new();
    for at in 0..INPUT {
        let byte = terms.read(at, 1);
        let (class, wanted) = (terms.lookup(&classes, 8, byte), terms.constant(8, if at < 8 { 1 } else { 2 }));
        branches.push(terms.compare(IntPredicate::Eq, class, wanted));
        if at < 8 {
            let (number, bound) = (decimal(terms, 0, at + 1), terms.constant(32, 10u64.pow(at + 1) / 3));
            branches.push(terms.compare(IntPredicate::Slt, number, bound));
        }
    }
    let (word, key) = (terms.read(8, 4), terms.constant(32, u32::from_le_bytes(*b"rift").into()));
    branches.push(terms.compare(IntPredicate::Eq, word, key));
    branches
}

/// FNV-1a over ever more bytes, of which some bits must be right.
fn checksum(terms: &mut Terms) -> Vec<TermId> {
    let prime = terms.constant(32, 0x0100_0193);
    let mut hash = terms.constant(32, 0x811c_9dc5);
    let mut branches = Vec::new();
    for at in 0..8 {
        let byte = terms.read(at, 1);
        let wide = terms.zext(byte, 32);
        let mixed = terms.binary(BinaryOp::Xor, hash, wide);
        hash = terms.binary(BinaryOp::Mul, mixed, prime);
        let (low, value) = (terms.extract(hash, 3, 6), terms.constant(6, u64::from(at) * 7));
        branches.push(terms.compare(IntPredicate::Eq, low, value));
    }
    branches
}

/// Products, quotients and remainders of numbers that are written in the input.
fn arithmetic(terms: &mut Terms) -> Vec<TermId> {
    let (a, b) = (decimal(terms, 0, 4), decimal(terms, 4, 4));
    let mut branches = Vec::new();
    let product = terms.binary(BinaryOp::Mul, a, b);
    for divisor in [7, 60, 97, 1000] {
        let divisor = terms.constant(32, divisor);
        for op in [BinaryOp::UDiv, BinaryOp::URem] {
            let (result, value) = (terms.binary(op, product, divisor), terms.constant(32, 5));
            branches.push(terms.compare(IntPredicate::Eq, result, value));
        }
        branches.push(terms.compare(IntPredicate::Ult, a, divisor));
    }
    branches
}

/// Computes with a number as a double.
fn floats(terms: &mut Terms) -> Vec<TermId> {
    let number = decimal(terms, 0, 6);
    let mut value = terms.int_to_float(number, true, FloatKind::Double);
    let mut branches = Vec::new();
    for (op, factor, bound) in [(BinaryOp::FMul, 0.1, 5000.0), (BinaryOp::FAdd, 1.5, 700.5), (BinaryOp::FDiv, 3.0, 1e3)]
    {
        let (factor, bound) = (terms.constant(64, f64::to_bits(factor)), terms.constant(64, f64::to_bits(bound)));
        value = terms.float(op, value, factor);
        branches.push(terms.float_compare(FloatPredicate::Olt, value, bound));
    }
    branches
}
