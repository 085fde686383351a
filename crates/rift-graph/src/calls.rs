//! The call graph, with indirect calls resolved and calls back from the host.
//!
//! An indirect call may go to what its pointer may point to ([`crate::PointsTo`]); where that is unknown, to every
//! function whose address is taken and whose parameters fit. A declared function that is not known by name may call
//! every function whose address was handed to such a function. Over-approximates, but for handlers of signals: they
//! are taken to run when the host is called, not between any two instructions.

use crate::digraph::Digraph;
use crate::external::{self, External};
use crate::points_to::PointsTo;
use rift_ir::{
    BlockId, CallArg, Callee, Const, ConstId, EntityRef, FuncId, Function, GlobalInit, InstId, InstKind, Module,
    Operand, OperandType, RelocTarget, Site, Type, TypeId,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A set of functions that call sites share.
type Functions = Arc<[FuncId]>;

#[derive(Debug, Clone)]
pub struct CallSite {
    pub inst: InstId,
    pub block: BlockId,
    callees: Functions,
    entered: Functions,
}

#[derive(Debug, Clone)]
pub struct CallGraph {
    /// Of each function, by instruction.
    sites: Vec<Vec<CallSite>>,
    callers: Vec<Vec<Site>>,
    components: Vec<Vec<FuncId>>,
    component_of: Vec<u32>,
    recursive: Vec<bool>,
    known_to_host: Vec<FuncId>,
    at_exit: Vec<FuncId>,
    returns_twice: Vec<Vec<BlockId>>,
}

impl CallGraph {
    pub(crate) fn new(module: &Module, points_to: Option<&PointsTo>) -> CallGraph {
        let known_to_host = points_to.map(|p| p.functions_known_to_host()).unwrap_or_default();
        let mut builder = Builder {
            module,
            points_to,
            address_taken: OnceAddressTaken::default(),
            known_to_host: known_to_host.clone(),
            sets: HashMap::new(),
        };
        let sites: Vec<Vec<CallSite>> = module.functions.iter().map(|(id, f)| builder.sites(id, f)).collect();
        let count = module.functions.len();
        let mut callers = vec![Vec::new(); count];
        let mut graph = Digraph::new(count);
        for (caller, sites) in sites.iter().enumerate() {
            let function = FuncId::new(caller);
            let mut targets = BTreeSet::new();
            for site in sites {
                let of_site: BTreeSet<FuncId> = site.callees.iter().chain(site.entered.iter()).copied().collect();
                for callee in &of_site {
                    callers[callee.index()].push(Site { function, inst: site.inst });
                }
                targets.extend(of_site);
            }
            targets.iter().for_each(|callee| graph.add_edge(caller as u32, callee.as_u32()));
        }
        let mut component_of = vec![0; count];
        let mut recursive: Vec<bool> =
            graph.successors.iter().enumerate().map(|(i, to)| to.contains(&(i as u32))).collect();
        let mut components = Vec::new();
        for (i, component) in graph.components().into_iter().enumerate() {
            for member in &component {
                component_of[*member as usize] = i as u32;
                recursive[*member as usize] |= component.len() > 1;
            }
            components.push(component.into_iter().map(FuncId::from_u32).collect());
        }
        let returns_twice = sites.iter().map(|sites| returning_twice(module, sites)).collect();
        let at_exit = module.destructors.iter().chain(&known_to_host).copied();
        let at_exit = at_exit.collect::<BTreeSet<_>>().into_iter().collect();
        CallGraph { sites, callers, components, component_of, recursive, known_to_host, at_exit, returns_twice }
    }

    /// The calls and invokes of a function, by instruction.
    pub fn sites(&self, function: FuncId) -> &[CallSite] {
        &self.sites[function.index()]
    }

    pub(crate) fn site(&self, function: FuncId, inst: InstId) -> Option<&CallSite> {
        let sites = self.sites(function);
        sites.binary_search_by_key(&inst, |site| site.inst).ok().map(|at| &sites[at])
    }

    pub(crate) fn callees_of<'g>(&'g self, site: &'g CallSite) -> &'g [FuncId] {
        &site.callees
    }

    /// The functions, defined or declared, that a call may be to. Empty when it is no call.
    pub fn callees(&self, site: Site) -> &[FuncId] {
        self.site(site.function, site.inst).map_or(&[], |site| &site.callees)
    }

    /// The defined functions that may start to run because of a call: callees, and what declared callees call back.
    pub fn entered(&self, site: Site) -> &[FuncId] {
        self.site(site.function, site.inst).map_or(&[], |site| &site.entered)
    }

    /// The calls that may be to `function` or make the host call it, in order.
    pub fn callers(&self, function: FuncId) -> &[Site] {
        &self.callers[function.index()]
    }

    /// Strongly connected components, callees before callers.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The place of the function's component in [`CallGraph::components`].
    pub fn component_of(&self, function: FuncId) -> usize {
        self.component_of[function.index()] as usize
    }

    /// Whether a call of the function may lead to another one of it.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.recursive[function.index()]
    }

    /// The functions whose addresses the host may have.
    pub fn known_to_host(&self) -> &[FuncId] {
        &self.known_to_host
    }

    /// The functions that may run when the program ends: destructors, and what the host knows of.
    pub fn at_exit(&self) -> &[FuncId] {
        &self.at_exit
    }

    /// The blocks of a function where `setjmp` is called: where a jump may land.
    pub fn returns_twice(&self, function: FuncId) -> &[BlockId] {
        &self.returns_twice[function.index()]
    }
}

fn returning_twice(module: &Module, sites: &[CallSite]) -> Vec<BlockId> {
    let twice = |id: &FuncId| {
        let function = &module.functions[*id];
        !function.is_defined() && external::external(function) == External::ReturnsTwice
    };
    let blocks = sites.iter().filter(|site| site.callees.iter().any(twice)).map(|site| site.block);
    blocks.collect::<BTreeSet<_>>().into_iter().collect()
}

#[derive(Default)]
struct OnceAddressTaken(Option<Vec<FuncId>>);

struct Builder<'m> {
    module: &'m Module,
    points_to: Option<&'m PointsTo>,
    address_taken: OnceAddressTaken,
    known_to_host: Vec<FuncId>,
    sets: HashMap<Vec<FuncId>, Functions>,
}

impl Builder<'_> {
    fn sites(&mut self, id: FuncId, function: &Function) -> Vec<CallSite> {
        let mut sites = Vec::new();
        for (block, data) in &function.blocks {
            for inst in &data.insts {
                let (InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. }) =
                    &function.insts[*inst].kind
                else {
                    continue;
                };
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Asm(_) => Vec::new(),
                    Callee::Indirect(pointer) => self.indirect(Site { function: id, inst: *inst }, *pointer, args),
                };
                let entered = self.entered(&callees);
                let (callees, entered) = (self.intern(callees), self.intern(entered));
                sites.push(CallSite { inst: *inst, block, callees, entered });
            }
        }
        sites.sort_by_key(|site| site.inst);
        sites
    }

    fn indirect(&mut self, site: Site, pointer: Operand, args: &[CallArg]) -> Vec<FuncId> {
        let module = self.module;
        let fits = |id: &FuncId| fits(module, &module.functions[site.function], &module.functions[*id], args);
        let mut callees: BTreeSet<FuncId> = BTreeSet::new();
        if let Some(points_to) = self.points_to {
            let (known, complete) = points_to.callees(site.function, pointer);
            callees.extend(known);
            if !complete {
                callees.extend(self.known_to_host.iter().filter(|id| fits(id)));
            }
        }
        // Where nothing is known, the address is from where points-to sets do not look.
        if callees.is_empty() {
            callees.extend(self.address_taken().iter().filter(|id| fits(id)));
        }
        callees.into_iter().collect()
    }

    fn address_taken(&mut self) -> &[FuncId] {
        self.address_taken.0.get_or_insert_with(|| address_taken(self.module))
    }

    fn entered(&self, callees: &[FuncId]) -> Vec<FuncId> {
        let mut entered = BTreeSet::new();
        for callee in callees {
            let function = &self.module.functions[*callee];
            if function.is_defined() {
                entered.insert(*callee);
                continue;
            }
            match external::external(function) {
                External::Constructors => entered.extend(&self.module.constructors),
                External::Destructors => entered.extend(&self.module.destructors),
                External::Unknown => entered.extend(&self.known_to_host),
                // The machine's own way to end runs nothing any more.
                External::Ends if !function.name.starts_with("__rift_") => {
                    entered.extend(self.module.destructors.iter().chain(&self.known_to_host));
                }
                _ => {}
            }
        }
        entered.into_iter().filter(|id| self.module.functions[*id].is_defined()).collect()
    }

    fn intern(&mut self, functions: Vec<FuncId>) -> Functions {
        self.sets.entry(functions).or_insert_with_key(|key| key.as_slice().into()).clone()
    }
}

/// Every function whose address is in an instruction, a constant of one, or the initial value of a global.
pub(crate) fn address_taken(module: &Module) -> Vec<FuncId> {
    let mut taken = BTreeSet::new();
    for function in module.functions.values() {
        for inst in function.insts.values() {
            inst.kind.visit_operands(|operand| {
                if let Operand::Const(id) = operand {
                    functions_in(module, id, &mut taken);
                }
            });
        }
    }
    for global in module.globals.values() {
        let GlobalInit::Bytes { relocs, .. } = &global.init else { continue };
        for reloc in relocs {
            if let RelocTarget::Function(id) = reloc.target {
                taken.insert(id);
            }
        }
    }
    taken.into_iter().collect()
}

fn functions_in(module: &Module, constant: ConstId, taken: &mut BTreeSet<FuncId>) {
    match module.consts.get(constant) {
        Const::Function(id) => {
            taken.insert(*id);
        }
        Const::Aggregate { elems, .. } => elems.iter().for_each(|elem| functions_in(module, *elem, taken)),
        _ => {}
    }
}

/// Whether a call with these arguments could work: enough of them, and in registers of the right kind.
fn fits(module: &Module, caller: &Function, callee: &Function, args: &[CallArg]) -> bool {
    let params = &callee.signature.params;
    params.len() <= args.len()
        && params.iter().zip(args).all(|(param, arg)| {
            let arg = match module.operand_type(caller, arg.value) {
                OperandType::Type(ty) => register_kind(module, ty),
                OperandType::Address => Some(false),
            };
            let (Some(param), Some(arg)) = (register_kind(module, *param), arg) else { return true };
            param == arg
        })
}

/// Whether a scalar is passed as a float; `None` for anything else.
fn register_kind(module: &Module, ty: TypeId) -> Option<bool> {
    match module.types.get(ty) {
        Type::Int(_) | Type::Ptr => Some(false),
        Type::Float(_) => Some(true),
        _ => None,
    }
}
