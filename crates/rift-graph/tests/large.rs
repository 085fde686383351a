//! A program of the size of a real one is analysed completely, without giving up.

mod common;

use common::large_module;
use rift_graph::{ControlDistances, Distances, ProgramGraph};
use rift_ir::{BlockId, EntityRef, InstId, Site};

#[test]
fn tens_of_thousands_of_instructions_are_no_reason_to_give_up() {
    let module = large_module(300);
    assert!(module.functions.values().map(|function| function.insts.len()).sum::<usize>() > 20_000);
    let graph = ProgramGraph::new(&module);
    assert!(!graph.points_to().gave_up());
    let main = common::function(&module, "main");
    let target = Site { function: common::function(&module, "f8"), inst: InstId::new(3) };
    assert!(Distances::new(&graph, &[target]).to_target(main, BlockId::new(0)).is_some());
    let branch = Site { function: target.function, inst: InstId::new(3) };
    assert!(
        ControlDistances::new(&graph, &[Site { inst: InstId::new(4), ..target }]).control_distance(branch, 0).is_some()
    );
    assert!(graph.dependence().backward_slice(&[target]).len() > 1000);
}

/// Graphs are shared between the workers of a search.
#[test]
fn graphs_are_shared_between_threads() {
    let module = large_module(8);
    let graph = ProgramGraph::new(&module);
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let count = || module.functions.keys().map(|id| graph.control_dependence(id).unconditional().len()).sum();
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(count)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    assert!(counts.iter().all(|count| *count == counts[0] && *count > 0));
}
