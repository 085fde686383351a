//! Explores four small programs without a backend and prints what each layer did.

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
use rift_expr::Model;
use rift_solver::{Config, Effort, NoBackend, Stats, chain};
use std::time::Instant;

fn explore(name: &str, program: fn(&mut Engine), length: usize) {
    let set = |name: &str| std::env::var_os(name).is_some();
    let config = Config { check_all: set("CHECK"), models: !set("NO_MODELS"), ..Config::default() };
    let mut engine = Engine::new(chain(Box::new(NoBackend::default()), &config));
    engine.joins = !set("SPLIT");
    engine.effort = if set("QUICK") { Effort::Quick } else { Effort::Full };
    let started = Instant::now();
    engine.explore(Model { bytes: vec![0; length] }, program);
    let seconds = started.elapsed().as_secs_f64();
    let summary = &engine.summary;
    println!(
        "{name}: {} paths, {} queries, {} undecided, {seconds:.3} s, {} terms, {} sets",
        summary.paths,
        summary.queries,
        summary.undecided,
        engine.terms.len(),
        engine.sets.len()
    );
    let mut stats = Stats::default();
    engine.solver.report(&mut stats);
    for layer in stats.layers {
        println!(
            "  {:12} asked {:9} sat {:9} unsat {:9} unknown {:9} {:9.0} ns each",
            layer.name,
            layer.asked,
            layer.sat,
            layer.unsat,
            layer.unknown,
            layer.nanoseconds as f64 / layer.asked.max(1) as f64
        );
    }
}

fn main() {
    explore("advisory", advisory::run, 48);
    explore("tokenizer 4", tokenizer::run::<4>, 4);
    explore("rangelist 4", rangelist::run::<4>, 4);
    explore("rangelist 5", rangelist::run::<5>, 5);
    explore("regex 3", regex::run::<3>, 3);
    explore("regex 4", regex::run::<4>, 4);
    if std::env::var_os("LONG").is_some() {
        explore("rangelist 6", rangelist::run::<6>, 6);
        explore("tokenizer 5", tokenizer::run::<5>, 5);
        explore("regex 6", regex::run::<6>, 6);
    }
}
