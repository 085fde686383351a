//! Times every analysis of a module in textual form: `measure FILE.rir`. Without a file, of a made-up module of more
//! than 20,000 instructions with pointers, recursion and indirect calls.

#[path = "../tests/common/mod.rs"]
mod common;

use rift_graph::{ControlDistances, Distances, ProgramGraph};
use rift_ir::{EntityRef, FuncId, Module, Site};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = match std::env::args().nth(1) {
        Some(path) => rift_ir::parse(&std::fs::read_to_string(path)?)?,
        None => common::large_module(400),
    };
    measure(&module);
    Ok(())
}

fn measure(module: &Module) {
    let instructions: usize = module.functions.values().map(|function| function.insts.len()).sum();
    println!("{} functions, {instructions} instructions", module.functions.len());
    let graph = ProgramGraph::new(module);
    let defined: Vec<FuncId> = module.functions.iter().filter(|(_, f)| f.is_defined()).map(|(id, _)| id).collect();
    timed("points-to", || graph.points_to().gave_up());
    timed("calls", || graph.calls().components().len());
    let indirect = |id: &FuncId| graph.calls().sites(*id).iter().map(|call| (*id, call.inst)).collect::<Vec<_>>();
    let sizes =
        defined.iter().flat_map(indirect).map(|(function, inst)| graph.calls().callees(Site { function, inst }).len());
    println!("  largest set of callees: {:?}", sizes.max());
    println!("  functions known to the host: {}", graph.calls().known_to_host().len());
    timed("effects", || graph.effects().of(defined[0]));
    timed("control dependence", || {
        defined.iter().map(|id| graph.control_dependence(*id).unconditional().len()).sum::<usize>()
    });
    let last = defined[defined.len() / 2];
    let target = Site { function: last, inst: module.functions[last].insts.keys().next_back().expect("it is defined") };
    let distances = timed("distances", || Distances::new(&graph, &[target]));
    let reaching = defined.iter().filter(|id| distances.to_target(**id, rift_ir::BlockId::new(0)).is_some()).count();
    println!("  functions that reach the target: {reaching}");
    timed("control distances", || ControlDistances::new(&graph, &[target]));
    timed("dependence", || graph.dependence().users(target).len());
    println!("  forward slice: {}", timed("slice", || graph.dependence().forward_slice(&[target]).len()));
    println!("  backward slice: {}", timed("slice", || graph.dependence().backward_slice(&[target]).len()));
}

fn timed<T: std::fmt::Debug>(what: &str, compute: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = compute();
    println!("{what}: {:.0?}", start.elapsed());
    result
}
