//! Graph analyses of one module: control flow, calls, points-to sets, dependences, slices and distances.
//!
//! Everything is asked of a [`ProgramGraph`], which computes what is asked for when it is first asked for, and keeps
//! it. All of it is static and over-approximates: what it calls impossible does not happen, but for the exceptions
//! that [`CallGraph`] and [`PointsTo`] name. What it calls possible need not be.
//!
//! Architecture invariant: a module is all that is looked at; nothing here knows versions, inputs or runs.

mod calls;
mod cfg;
mod control;
mod dependence;
mod digraph;
mod distance;
mod dominators;
mod effects;
mod external;
mod points_to;

pub use calls::{CallGraph, CallSite};
pub use cfg::{BlockEnd, CallEffect, Cfg, Dominators, EarlyExit, Edge};
pub use control::{ControlDependence, Decision, Postdominators};
pub use dependence::Dependence;
pub use distance::{ControlDistances, Distances, Guide, Through};
pub use effects::Effects;
pub use points_to::{Object, PointsTo};

use rift_ir::{BlockId, Callee, EntityRef, FuncId, InstKind, Module, Site};
use std::sync::OnceLock;

/// Analyses of one module, each computed once. Shared between threads by reference.
#[derive(Debug)]
pub struct ProgramGraph<'m> {
    module: &'m Module,
    points_to: OnceLock<PointsTo>,
    calls: OnceLock<CallGraph>,
    effects: OnceLock<Effects>,
    dependence: OnceLock<Dependence>,
    functions: Vec<OfFunction>,
}

#[derive(Debug, Default)]
struct OfFunction {
    cfg: OnceLock<Cfg>,
    dominators: OnceLock<Dominators>,
    control: OnceLock<(Postdominators, ControlDependence)>,
}

impl<'m> ProgramGraph<'m> {
    /// The module must have passed the verifier.
    pub fn new(module: &'m Module) -> ProgramGraph<'m> {
        let functions = module.functions.keys().map(|_| OfFunction::default()).collect();
        ProgramGraph {
            module,
            points_to: OnceLock::new(),
            calls: OnceLock::new(),
            effects: OnceLock::new(),
            dependence: OnceLock::new(),
            functions,
        }
    }

    pub fn module(&self) -> &'m Module {
        self.module
    }

    pub fn points_to(&self) -> &PointsTo {
        self.points_to.get_or_init(|| PointsTo::new(self.module))
    }

    pub fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| {
            let points_to = calls_need_pointers(self.module).then(|| self.points_to());
            CallGraph::new(self.module, points_to)
        })
    }

    /// Which functions return, end the program or jump out.
    pub fn effects(&self) -> &Effects {
        self.effects.get_or_init(|| Effects::new(self.module, self.calls()))
    }

    pub fn cfg(&self, function: FuncId) -> &Cfg {
        self.functions[function.index()].cfg.get_or_init(|| {
            let (effects, calls) = (self.effects(), self.calls());
            Cfg::new(&self.module.functions[function], |inst| effects.of_inst(self.module, calls, function, inst))
        })
    }

    pub fn dominators(&self, function: FuncId) -> &Dominators {
        self.functions[function.index()].dominators.get_or_init(|| Dominators::new(self.cfg(function)))
    }

    pub fn postdominators(&self, function: FuncId) -> &Postdominators {
        &self.control(function).0
    }

    pub fn control_dependence(&self, function: FuncId) -> &ControlDependence {
        &self.control(function).1
    }

    fn control(&self, function: FuncId) -> &(Postdominators, ControlDependence) {
        self.functions[function.index()].control.get_or_init(|| control::analyse(self.cfg(function)))
    }

    /// Data and control dependence between all instructions, and slices.
    pub fn dependence(&self) -> &Dependence {
        self.dependence.get_or_init(|| Dependence::new(self))
    }

    /// `None` when the instruction is in no block.
    pub fn block_of(&self, site: Site) -> Option<BlockId> {
        self.cfg(site.function).block_of(site.inst)
    }
}

/// Whether anything but direct calls of known functions happens: only then is it worth knowing what points where.
fn calls_need_pointers(module: &Module) -> bool {
    let unknown = |callee: &Callee| match callee {
        Callee::Direct(id) => {
            let function = &module.functions[*id];
            !function.is_defined() && external::external(function) == external::External::Unknown
        }
        Callee::Indirect(_) => true,
        Callee::Asm(_) => false,
    };
    let mut insts = module.functions.values().flat_map(|function| function.insts.values());
    insts.any(|inst| match &inst.kind {
        InstKind::Call { callee, .. } | InstKind::Invoke { callee, .. } => unknown(callee),
        _ => false,
    })
}
