//! What is wanted somewhere, and how far everything is from it.
//!
//! A [`Target`] is a set of sites and what is wanted there. A [`Route`] measures how far the ways of a decision are from a
//! target's sites, by dependence; [`Targets::distance`] how far by decisions, which proves that a way cannot lead there. Which
//! targets there are changes while a search runs: all changes at first, then those that no run has executed (`remaining`), then
//! uses of values that a change has an effect on. A run that is led carries its own list ([`Lead`]).
//!
//! Distances over-approximate as rift-graph does. They order what is searched; only [`Targets::distance`] excludes anything.

mod lead;
mod remaining;
mod route;

pub(crate) use lead::{Lead, Turn};
pub(crate) use remaining::Remaining;
pub(crate) use route::{Route, Successors, successors};

use crate::tuning::Tuning;
use rift_align::{ChangeMap, Version};
use rift_graph::{Distances, ProgramGraph, Through};
use rift_ir::{Module, Pair, Site};
use rift_vm::concolic::{Decision, DecisionKind};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

/// What it takes to find out what depends on what in a program, for each instruction of it, in instructions of a run: points-to sets
/// and the graph took 1 to 8 microseconds (`cargo run --release -p rift-graph --example measure`), and a run takes about 0.02.
const SLICES_WORK_PER_INSTRUCTION: u64 = 400;

/// What is wanted at the sites of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Want {
    /// That they are executed.
    Execute,
    /// That a value is used there, which a change has an effect on.
    Use,
}

/// Sites, and what is wanted there.
pub(crate) struct Target {
    pub want: Want,
    pub route: Route,
}

/// Routes to targets that were asked for, each computed once.
#[derive(Default)]
pub(crate) struct TargetBook {
    known: HashMap<(Want, Vec<Site>), Rc<Target>>,
}

impl TargetBook {
    /// The target of these sites in the new version. To compute its route takes long in a program of some size.
    pub fn target(&mut self, targets: &Targets<'_>, want: Want, sites: Vec<Site>) -> Rc<Target> {
        if let Some(known) = self.known.get(&(want, sites.clone())) {
            return Rc::clone(known);
        }
        let through = match want {
            Want::Execute => targets.through,
            Want::Use => Through::Registers,
        };
        let target = Rc::new(Target { want, route: Route::new(&targets.graphs.new, &sites, through) });
        self.known.insert((want, sites), Rc::clone(&target));
        target
    }
}

/// What depends on what in both versions, and how far everything in the new one is from what is changed there.
pub struct Targets<'m> {
    pub(crate) graphs: Pair<ProgramGraph<'m>>,
    pub(crate) instructions: Pair<usize>,
    /// What routes go through: memory, unless to find out what is stored where would take longer than the first runs.
    through: Through,
    distances: Distances,
    /// To all changes.
    pub(crate) route: Route,
}

impl<'m> Targets<'m> {
    pub fn new(modules: Pair<&'m Module>, map: &ChangeMap) -> Targets<'m> {
        let graphs = modules.map(ProgramGraph::new);
        let instructions = modules.map(|module| module.functions.values().map(|function| function.insts.len()).sum());
        let graph = &graphs.new;
        let work = Tuning::default().analysis_credit_instructions;
        let through = match slices(graph, instructions.new, work) {
            Some(_) => Through::Memory,
            None => Through::Registers,
        };
        let changed: Vec<Site> = map.touched(Version::New).collect();
        let (distances, route) = (Distances::new(graph, &changed), Route::new(graph, &changed, through));
        Targets { graphs, instructions, through, distances, route }
    }

    /// A version whose slices may be asked for by who has so much work to spend: to find out what depends on what takes long in a
    /// large program.
    pub(crate) fn slices(&self, version: Version, work: u64) -> Option<&ProgramGraph<'m>> {
        slices(version.of(&self.graphs), *version.of(&self.instructions), work)
    }

    /// Decisions from a way of a decision to the nearest change, at least. `outer` are the calls under way, innermost first.
    /// `None`: no change is ever executed that way.
    pub(crate) fn distance(&self, module: &Module, decision: &Decision, side: u32, outer: &[Site]) -> Option<u32> {
        let mut stack: SmallVec<[Site; 16]> = SmallVec::from_slice(&[decision.site]);
        stack.extend(outer.iter().copied());
        match decision.kind {
            DecisionKind::Branch | DecisionKind::Switch => match route::successor(module, decision, side) {
                Some(block) => {
                    let function = decision.site.function;
                    stack[0] = Site { function, inst: *module.functions[function].blocks[block].insts.first()? };
                    self.distances.from_sites(&stack)
                }
                None => self.distances.from_sites(&stack),
            },
            // The run ends there.
            DecisionKind::Fault if side == 1 => None,
            DecisionKind::Fault | DecisionKind::Pin(_) => self.distances.from_sites(&stack),
        }
    }
}

/// Where every pointer may point anywhere, everything depends on everything, and that says nothing.
fn slices<'g, 'm>(graph: &'g ProgramGraph<'m>, instructions: usize, work: u64) -> Option<&'g ProgramGraph<'m>> {
    let takes = instructions as u64 * SLICES_WORK_PER_INSTRUCTION;
    (takes <= work && !graph.points_to().gave_up()).then_some(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Versions;

    #[test]
    fn slices_are_to_be_had_for_as_much_work_as_they_take() {
        let text = |result: u32| format!("function @main(ptr word) -> i32 {{\ne:\n  return i32 {result}\n}}\n");
        let versions = Versions::new(&text(1), &text(2));
        let targets = Targets::new(versions.modules(), &versions.map);
        let takes = targets.instructions.old as u64 * SLICES_WORK_PER_INSTRUCTION;
        assert!(targets.slices(Version::Old, takes).is_some());
        assert!(targets.slices(Version::Old, takes - 1).is_none());
    }
}
