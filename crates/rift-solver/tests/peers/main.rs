//! Four small programs, as the layers see them: all paths without a backend.
//!
//! The numbers of paths are facts about the programs; a query that is answered wrongly or not at all changes them.

mod advisory;
mod engine;
mod rangelist;
mod regex;
mod tokenizer;

use engine::Engine;
use rift_expr::Model;
use rift_solver::{Config, NoBackend, chain};

fn explore(program: fn(&mut Engine), length: usize) -> Engine {
    let config = Config { check_all: true, ..Config::default() };
    let mut engine = Engine::new(chain(Box::new(NoBackend::default()), &config));
    engine.explore(Model { bytes: vec![0; length] }, program);
    engine
}

#[test]
fn advisory() {
    let engine = explore(advisory::run, 48);
    assert_eq!((engine.summary.paths, engine.summary.undecided), (2771, 0));
}

#[test]
fn tokenizer() {
    let engine = explore(tokenizer::run::<4>, 4);
    assert_eq!((engine.summary.paths, engine.summary.undecided), (20765, 0));
}

#[test]
fn rangelist() {
    let engine = explore(rangelist::run::<4>, 4);
    assert_eq!((engine.summary.paths, engine.summary.undecided), (2315, 0));
}

#[test]
fn regex() {
    let engine = explore(regex::run::<3>, 3);
    assert_eq!((engine.summary.paths, engine.summary.undecided), (403, 0));
    let engine = explore(regex::run::<4>, 4);
    assert_eq!((engine.summary.paths, engine.summary.undecided), (2116, 0));
}
