//! Nanoseconds of processor time for each query: of typical shapes through the whole chain, and of the queries that
//! exploring four small programs asks, by the layer that answers them.

#[path = "../tests/peers/advisory.rs"]
mod advisory;
#[path = "../tests/peers/engine.rs"]
mod engine;
#[path = "../tests/peers/rangelist.rs"]
mod rangelist;
#[path = "../tests/peers/regex.rs"]
mod regex;
#[path = "../tests/peers/tokenizer.rs"]
mod tokenizer;

use engine::Engine;
use rift_deadline::Deadline;
use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{
    Cache, Config, Context, Domains, Effort, Models, NoBackend, PathCondition, Query, Ranges, Sets, Solver, Verdict,
    chain,
};

/// Processor time, since other things run on the machine.
fn nanoseconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

struct Bench {
    terms: Terms,
    sets: Sets,
    evaluator: Evaluator,
}

impl Bench {
    fn ask(&mut self, solver: &mut dyn Solver, query: Query, hint: &Model) -> Verdict {
        let Bench { terms, sets, evaluator } = self;
        solver.check(
            &mut Context { terms, sets, evaluator, hint, effort: Effort::Full, deadline: &Deadline::never() },
            query,
        )
    }

    /// Prints the time of each of some queries, asked again and again.
    fn measure(&mut self, name: &str, solver: &mut dyn Solver, queries: &[(Query, Model)]) {
        let rounds = (200_000 / queries.len().max(1)).clamp(1, 200_000);
        let (mut sat, mut unsat) = (0, 0);
        for (query, hint) in queries {
            match self.ask(solver, *query, hint) {
                Verdict::Sat(_) => sat += 1,
                Verdict::Unsat => unsat += 1,
                Verdict::Unknown(_) => {}
            }
        }
        let started = nanoseconds();
        for _ in 0..rounds {
            for (query, hint) in queries {
                std::hint::black_box(self.ask(solver, *query, hint));
            }
        }
        let each = (nanoseconds() - started) / (rounds * queries.len().max(1)) as f64;
        println!("  {name:28} {:7} queries {sat:7} sat {unsat:7} unsat {each:9.0} ns", queries.len());
    }
}

fn compare(terms: &mut Terms, predicate: IntPredicate, a: TermId, b: u64) -> TermId {
    let b = terms.constant(terms.width(a), b);
    terms.compare(predicate, a, b)
}

/// `10 * a + b` of two digits, as a program computes it.
fn two_digits(terms: &mut Terms, at: u32) -> TermId {
    let (ten, zero) = (terms.constant(32, 10), terms.constant(32, 48));
    let digit = |terms: &mut Terms, at| {
        let byte = terms.read(at, 1);
        let wide = terms.sext(byte, 32);
        terms.binary(BinaryOp::Sub, wide, zero)
    };
    let (high, low) = (digit(terms, at), digit(terms, at + 1));
    let tens = terms.binary(BinaryOp::Mul, high, ten);
    terms.binary(BinaryOp::Add, tens, low)
}

fn shapes() {
    let mut terms = Terms::new();
    let mut sets = Sets::new();
    let mut path = PathCondition::default();
    let hint = Model { bytes: b"12345678\0\0\0\0\0\0\0\0".to_vec() };
    for at in 0..4 {
        let byte = terms.read(at, 1);
        for (predicate, value) in [(IntPredicate::Uge, b'0'), (IntPredicate::Ule, b'9'), (IntPredicate::Ne, b'7')] {
            let term = compare(&mut terms, predicate, byte, value.into());
            path.assume(&mut sets, &terms, term);
        }
    }
    let byte = terms.read(0, 1);
    let bytes: Vec<TermId> =
        (b'0'..=b'@').map(|value| compare(&mut terms, IntPredicate::Eq, byte, value.into())).collect();
    let (a, b) = (two_digits(&mut terms, 0), two_digits(&mut terms, 2));
    let digits = vec![
        compare(&mut terms, IntPredicate::Ugt, a, 54),
        compare(&mut terms, IntPredicate::Ugt, a, 200),
        terms.compare(IntPredicate::Ult, b, a),
        terms.compare(IntPredicate::Eq, b, a),
    ];
    let (x, y) = (terms.read(8, 4), terms.read(12, 4));
    let less = terms.compare(IntPredicate::Sle, x, y);
    path.assume(&mut sets, &terms, less);
    let hundred = terms.constant(32, 100);
    let more = terms.binary(BinaryOp::Add, x, hundred);
    let words = vec![
        terms.compare(IntPredicate::Slt, y, x),
        terms.compare(IntPredicate::Slt, more, y),
        compare(&mut terms, IntPredicate::Sgt, x, 5000),
    ];
    let mut bench = Bench { terms, sets, evaluator: Evaluator::default() };
    println!("shapes, through the whole chain without its cache");
    for (name, goals) in [("one byte", bytes), ("digits", digits), ("words", words)] {
        let mut queries = Vec::new();
        for goal in goals {
            queries.push((Query { set: path.relevant(&mut bench.sets, &bench.terms, goal), goal }, hint.clone()));
        }
        let config = Config { cache: false, ..Config::default() };
        bench.measure(name, &mut chain(Box::new(NoBackend::default()), &config), &queries);
    }
}

/// Records the queries of a program, then asks each layer for those that the layers before it leave.
fn program(name: &str, program: fn(&mut Engine), length: usize) {
    let mut engine = Engine::new(chain(Box::new(NoBackend::default()), &Config::default()));
    engine.log = Some(Vec::new());
    let started = nanoseconds();
    engine.explore(Model { bytes: vec![0; length] }, program);
    let seconds = (nanoseconds() - started) / 1e9;
    println!("{name}: {} paths, {} queries, {seconds:.3} s", engine.summary.paths, engine.summary.queries);
    let mut queries = engine.log.take().expect("it was set before");
    let mut bench = Bench { terms: engine.terms, sets: engine.sets, evaluator: engine.evaluator };
    bench.measure("chain, all remembered", &mut engine.solver, &queries);
    let mut seen = std::collections::HashSet::new();
    let none = NoBackend::default;
    let mut layers: Vec<(&str, Box<dyn Solver>)> = vec![
        ("domains", Box::new(Domains::new(none()))),
        ("cache, hits", Box::new(Cache::new(Ranges::new(none())))),
        ("projected", Box::new(Domains::projected(none()))),
        ("models", Box::new(Models::new(none()))),
        ("ranges", Box::new(Ranges::new(none()))),
        ("last models", Box::new(Models::last(none()))),
    ];
    for (name, layer) in &mut layers {
        bench.measure(name, layer, &queries);
        if *name == "cache, hits" {
            queries.retain(|(query, _)| seen.insert(*query));
            continue;
        }
        if ["models", "ranges"].contains(name) {
            continue;
        }
        queries.retain(|(query, hint)| matches!(bench.ask(layer, *query, hint), Verdict::Unknown(_)));
    }
}

fn main() {
    shapes();
    program("advisory", advisory::run, 48);
    program("tokenizer 4", tokenizer::run::<4>, 4);
    program("rangelist 4", rangelist::run::<4>, 4);
    program("rangelist 5", rangelist::run::<5>, 5);
    program("regex 4", regex::run::<4>, 4);
}
