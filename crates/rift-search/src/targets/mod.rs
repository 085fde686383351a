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

use rift_align::{ChangeMap, Version};
use rift_graph::{Distances, ProgramGraph, Through};
use rift_ir::{Module, Pair, Site};
use rift_vm::concolic::{Decision, DecisionKind};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

/// A program of more instructions is large: what depends on what is not asked of all of it.
const LARGE_INSTRUCTIONS: usize = 20_000;

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
    /// The target of these sites in the program of the graph. To compute its route takes long in a program of some size.
    pub fn target(&mut self, graph: &ProgramGraph<'_>, want: Want, sites: Vec<Site>) -> Rc<Target> {
        if let Some(known) = self.known.get(&(want, sites.clone())) {
            return Rc::clone(known);
        }
        let through = match want {
            Want::Execute => Through::Memory,
            Want::Use => Through::Registers,
        };
        let target = Rc::new(Target { want, route: Route::new(graph, &sites, through) });
        self.known.insert((want, sites), Rc::clone(&target));
        target
    }
}

/// What depends on what in both versions, and how far everything in the new one is from what is changed there.
pub struct Targets<'m> {
    pub(crate) graphs: Pair<ProgramGraph<'m>>,
    /// Whether slices would take longer than what they help to find.
    pub(crate) is_large: bool,
    pub(crate) instructions: usize,
    distances: Distances,
    /// To all changes.
    pub(crate) route: Route,
}

impl<'m> Targets<'m> {
    pub fn new(modules: Pair<&'m Module>, map: &ChangeMap) -> Targets<'m> {
        let graphs = modules.map(ProgramGraph::new);
        let (module, graph) = (modules.new, &graphs.new);
        let changed: Vec<Site> = map.touched(Version::New).collect();
        let (distances, route) = (Distances::new(graph, &changed), Route::new(graph, &changed, Through::Memory));
        let instructions: usize = module.functions.values().map(|function| function.insts.len()).sum();
        Targets { graphs, is_large: instructions > LARGE_INSTRUCTIONS, instructions, distances, route }
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
