//! How far the ways of a decision are from a set of sites, by dependence.

use rift_graph::{ControlDistances, Guide, ProgramGraph, Through};
use rift_ir::{BlockId, Const, ConstId, InstKind, Module, Site};
use rift_vm::concolic::Decision;

/// Steps of dependence to a set of sites. A missing distance proves nothing.
pub(crate) struct Route {
    /// Of control alone.
    pub control: ControlDistances,
    /// Of control and through values.
    guide: Guide,
}

impl Route {
    pub fn new(graph: &ProgramGraph<'_>, sites: &[Site], through: Through) -> Route {
        let control = ControlDistances::new(graph, sites);
        Route { guide: Guide::new(graph, &control, through), control }
    }

    /// From a decision that takes one of these successors, of control and through values.
    pub fn distance(&self, site: Site, taken: Successors) -> Option<u32> {
        taken.indices().filter_map(|index| self.guide.distance(site, index)).min()
    }

    /// The same, of control alone; 1 is a site that depends on this very decision.
    pub fn control_distance(&self, site: Site, taken: Successors) -> Option<u32> {
        taken.indices().filter_map(|index| self.control.control_distance(site, index)).min()
    }
}

/// The successors of a decision that lead to the same block, by number: a bit for each of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Successors(pub u64);

impl Successors {
    fn indices(self) -> impl Iterator<Item = u32> {
        (0..u64::BITS).filter(move |index| self.contains(*index))
    }

    pub fn contains(self, index: u32) -> bool {
        index < u64::BITS && self.0 >> index & 1 != 0
    }
}

/// Which successors a side of a decision takes. `None` if that cannot be told.
pub(crate) fn successors(module: &Module, decision: &Decision, side: u32) -> Option<Successors> {
    let block = successor(module, decision, side)?;
    let Site { function, inst } = decision.site;
    let all = module.functions[function].insts[inst].kind.successors();
    let bits = (0..u64::BITS).zip(&all).filter(|(_, successor)| **successor == block);
    Some(Successors(bits.fold(0, |bits, (index, _)| bits | 1 << index)))
}

/// The block that a side of a decision leads to. `None` if that cannot be told.
pub(super) fn successor(module: &Module, decision: &Decision, side: u32) -> Option<BlockId> {
    let function = &module.functions[decision.site.function];
    match &function.insts[decision.site.inst].kind {
        InstKind::Branch { if_true, if_false, .. } => Some(if side == 1 { *if_true } else { *if_false }),
        InstKind::Switch { default, cases, .. } => {
            let mut sorted: Vec<_> = cases.iter().filter(|(_, block)| block != default).collect();
            sorted.sort_by_key(|(value, _)| case_value(module, *value));
            let mut targets: Vec<BlockId> = Vec::new();
            for (_, block) in sorted {
                if !targets.contains(block) {
                    targets.push(*block);
                }
            }
            targets.push(*default);
            (targets.len() == decision.others.len() + 1).then(|| targets.get(side as usize).copied())?
        }
        _ => None,
    }
}

/// The most significant limb first.
fn case_value(module: &Module, value: ConstId) -> Vec<u64> {
    match module.consts.get(value) {
        Const::Bits { limbs, .. } => limbs.iter().rev().copied().collect(),
        _ => vec![],
    }
}
