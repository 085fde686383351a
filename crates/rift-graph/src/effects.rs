//! Which functions return, end the program or jump out, found from the bottom of the call graph up.
//!
//! A function none of whose paths comes to a return never returns, and neither do calls of it. Errs on the side of
//! more: paths need not be feasible.

use crate::calls::{CallGraph, CallSite};
use crate::cfg::{CallEffect, Cfg};
use crate::external::{self, External};
use rift_ir::{FuncId, Function, InstId, InstKind, Module, SecondaryMap};

#[derive(Debug, Clone)]
pub struct Effects {
    functions: SecondaryMap<FuncId, CallEffect>,
    /// What calling any function that the host knows of would do besides returning.
    callbacks: CallEffect,
}

impl Effects {
    pub(crate) fn new(module: &Module, calls: &CallGraph) -> Effects {
        let mut effects = Effects { functions: SecondaryMap::new(), callbacks: CallEffect::NONE };
        for (id, function) in &module.functions {
            if !function.is_defined() {
                effects.functions[id] = declared(function);
            }
        }
        // Facts only grow, so that this ends; callees first, so that it ends soon.
        loop {
            let mut changed = false;
            for component in calls.components() {
                changed |= effects.settle(module, calls, component);
            }
            let callbacks = effects.of_any(calls.known_to_host());
            changed |= std::mem::replace(&mut effects.callbacks, callbacks) != callbacks;
            if !changed {
                return effects;
            }
        }
    }

    fn settle(&mut self, module: &Module, calls: &CallGraph, component: &[FuncId]) -> bool {
        let mut ever = false;
        loop {
            let mut changed = false;
            for id in component {
                let function = &module.functions[*id];
                if function.is_defined() {
                    let effect = self.summary(module, calls, *id, function);
                    changed |= std::mem::replace(&mut self.functions[*id], effect) != effect;
                }
            }
            ever |= changed;
            if !changed || component.len() == 1 && !calls.is_recursive(component[0]) {
                return ever;
            }
        }
    }

    fn summary(&self, module: &Module, calls: &CallGraph, id: FuncId, function: &Function) -> CallEffect {
        let cfg = Cfg::new(function, |inst| self.of_inst(module, calls, id, inst));
        let mut effect = CallEffect::NONE;
        for block in cfg.reverse_postorder() {
            for inst in &function.blocks[*block].insts {
                match &function.insts[*inst].kind {
                    InstKind::Return { .. } => effect.returns = true,
                    InstKind::Resume { .. } => effect.jumps = true,
                    InstKind::Call { .. } | InstKind::Intrinsic { .. } | InstKind::Invoke { .. } => {
                        let call = self.of_inst(module, calls, id, *inst);
                        effect = effect.or(CallEffect { returns: false, ..call });
                        // What follows is never executed; an invoke is last anyway.
                        if !call.returns {
                            break;
                        }
                    }
                    _ => {}
                }
            }
        }
        effect
    }

    /// Of a call, an invoke or an intrinsic.
    pub(crate) fn of_inst(&self, module: &Module, calls: &CallGraph, id: FuncId, inst: InstId) -> CallEffect {
        match &module.functions[id].insts[inst].kind {
            InstKind::Intrinsic { which, .. } if external::ends_program(which) => {
                CallEffect { ends: true, ..CallEffect::NONE }
            }
            kind => match calls.site(id, inst) {
                Some(site) => {
                    let invoked = matches!(kind, InstKind::Invoke { .. });
                    self.of_site(module, calls, site, invoked)
                }
                None => CallEffect::RETURNS,
            },
        }
    }

    fn of_site(&self, module: &Module, calls: &CallGraph, site: &CallSite, invoked: bool) -> CallEffect {
        let callees = calls.callees_of(site);
        if callees.is_empty() {
            // Nobody is known who could be called: assembly, or an address from elsewhere.
            return CallEffect { returns: true, ends: false, jumps: invoked };
        }
        let mut sum = CallEffect::NONE;
        for callee in callees {
            sum = sum.or(self.functions[*callee]);
            let function = &module.functions[*callee];
            if function.is_defined() {
                continue;
            }
            let called_back = match external::external(function) {
                External::Unknown => CallEffect { jumps: invoked || self.callbacks.jumps, ..self.callbacks },
                External::Constructors => self.of_any(&module.constructors),
                External::Destructors => self.of_any(&module.destructors),
                _ => CallEffect::NONE,
            };
            sum = sum.or(CallEffect { returns: false, ..called_back });
        }
        sum
    }

    fn of_any(&self, functions: &[FuncId]) -> CallEffect {
        functions.iter().fold(CallEffect::NONE, |sum, id| sum.or(self.functions[*id]))
    }

    /// What a call of the function may do.
    pub fn of(&self, function: FuncId) -> CallEffect {
        self.functions[function]
    }
}

fn declared(function: &Function) -> CallEffect {
    match external::external(function) {
        External::Ends => CallEffect { ends: true, ..CallEffect::NONE },
        External::Jumps => CallEffect { jumps: true, ..CallEffect::NONE },
        External::Unknown => CallEffect { jumps: external::is_mangled(&function.name), ..CallEffect::RETURNS },
        External::Plain | External::ReturnsTwice | External::Constructors | External::Destructors => {
            CallEffect::RETURNS
        }
    }
}
