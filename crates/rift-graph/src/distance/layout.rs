//! Blocks as distances see them: the targets and calls in them in order, and the ways out.

use crate::ProgramGraph;
use crate::calls::CallGraph;
use crate::external::{self, External};
use rift_ir::{BlockId, EntityRef, FuncId, InstKind, Module, Site};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A block of the module: functions one after the other.
pub(super) type NodeId = usize;
pub(super) type SetId = usize;

#[derive(Debug, Clone)]
pub(super) struct CallShape {
    /// The functions it may start, on whatever way.
    pub entered: SetId,
    /// The defined functions it may be to: they must return for it to return.
    pub called: SetId,
    /// It may return without any of them.
    pub host_returns: bool,
    /// An exception or longjmp may come out of it.
    pub jumps: bool,
    /// Without a defined function.
    pub host_jumps: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Event {
    Target,
    Call(CallShape),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// `unwinding`: the invoke at the end does not return.
    Block {
        node: NodeId,
        unwinding: bool,
    },
    Return,
    Jump,
}

#[derive(Debug, Clone)]
pub(super) struct BlockShape {
    pub events: Vec<(usize, Event)>,
    pub ways: Vec<Way>,
    /// 1 when the terminator chooses.
    pub decision: u32,
    /// Where a jump out of a call in this block may land in this function: after `setjmp`.
    pub jump_landings: Vec<NodeId>,
}

#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub blocks: Vec<BlockShape>,
    pub predecessors: Vec<Vec<NodeId>>,
    /// What goes on with an exception after a cleanup.
    unwinder: Option<FuncId>,
    /// The first node of each function.
    first: Vec<NodeId>,
    /// Of each function, where its instructions are.
    places: Vec<Vec<Option<(NodeId, u32)>>>,
    pub sets: Vec<Vec<FuncId>>,
    /// The blocks whose calls use a set.
    pub users: Vec<Vec<NodeId>>,
    pub sets_of_entry: HashMap<NodeId, Vec<SetId>>,
}

impl Layout {
    pub fn new(graph: &ProgramGraph<'_>, targets: &[Site]) -> Layout {
        let module = graph.module();
        let mut first = Vec::with_capacity(module.functions.len() + 1);
        let mut total = 0;
        for function in module.functions.values() {
            first.push(total);
            total += function.blocks.len();
        }
        first.push(total);
        let mut layout = Layout {
            blocks: Vec::with_capacity(total),
            predecessors: vec![Vec::new(); total],
            unwinder: module.function_named(external::UNWINDER).filter(|id| module.functions[*id].is_defined()),
            places: Vec::with_capacity(module.functions.len()),
            first,
            sets: Vec::new(),
            users: Vec::new(),
            sets_of_entry: HashMap::new(),
        };
        let targets: HashSet<Site> = targets.iter().copied().collect();
        let mut interned = HashMap::new();
        for id in module.functions.keys() {
            layout.add_function(graph, id, &targets, &mut interned);
        }
        layout.connect();
        layout
    }

    pub fn node(&self, function: FuncId, block: BlockId) -> Option<NodeId> {
        let first = *self.first.get(function.index())?;
        let node = first + block.index();
        (node < *self.first.get(function.index() + 1)?).then_some(node)
    }

    pub fn position(&self, site: Site) -> Option<(NodeId, usize)> {
        let place = *self.places.get(site.function.index())?.get(site.inst.index())?;
        place.map(|(node, position)| (node, position as usize))
    }

    /// The place after the first call in the block that may have led to `inner`; its start when there is none.
    pub fn after_call_to(&self, node: NodeId, inner: FuncId) -> usize {
        let may_enter = |event: &Event| match event {
            Event::Call(call) => self.sets[call.entered].binary_search(&inner).is_ok(),
            Event::Target => false,
        };
        let call = self.blocks[node].events.iter().find(|(_, event)| may_enter(event));
        call.map_or(0, |(position, _)| position + 1)
    }

    /// Where a jump that comes out of a call in the block may go on in its function. Which call is not asked: the
    /// stack may say less than that.
    pub fn landings(&self, node: NodeId) -> Vec<NodeId> {
        let shape = &self.blocks[node];
        let pads = shape.ways.iter().filter_map(|way| match way {
            Way::Block { node, unwinding: true } => Some(*node),
            _ => None,
        });
        shape.jump_landings.iter().copied().chain(pads).collect()
    }

    fn add_function(
        &mut self,
        graph: &ProgramGraph<'_>,
        id: FuncId,
        targets: &HashSet<Site>,
        interned: &mut HashMap<Vec<FuncId>, SetId>,
    ) {
        let (module, calls) = (graph.module(), graph.calls());
        let function = &module.functions[id];
        let base = self.first[id.index()];
        let landings: Vec<NodeId> = calls.returns_twice(id).iter().map(|block| base + block.index()).collect();
        let mut places = vec![None; function.insts.len()];
        for (block, data) in &function.blocks {
            let mut shape =
                BlockShape { events: Vec::new(), ways: Vec::new(), decision: 0, jump_landings: landings.clone() };
            for (position, inst) in data.insts.iter().enumerate() {
                places[inst.index()] = Some((base + block.index(), position as u32));
                let site = Site { function: id, inst: *inst };
                if targets.contains(&site) {
                    shape.events.push((position, Event::Target));
                }
                match &function.insts[*inst].kind {
                    InstKind::Call { .. } | InstKind::Invoke { .. } => {
                        let call = self.call(graph, site, interned);
                        shape.events.push((position, Event::Call(call)));
                    }
                    InstKind::Return { .. } => shape.ways.push(Way::Return),
                    InstKind::Resume { .. } => {
                        shape.ways.push(Way::Jump);
                        let entered = self.intern(self.unwinder.into_iter().collect(), interned);
                        let called = self.intern(Vec::new(), interned);
                        let call = CallShape { entered, called, host_returns: true, jumps: true, host_jumps: true };
                        shape.events.push((position, Event::Call(call)));
                    }
                    InstKind::Branch { .. } | InstKind::Switch { .. } | InstKind::IndirectJump { .. } => {
                        shape.decision = 1;
                    }
                    _ => {}
                }
            }
            let invokes = data.insts.last().is_some_and(|i| matches!(function.insts[*i].kind, InstKind::Invoke { .. }));
            for edge in graph.cfg(id).successors(block) {
                let node = base + edge.target.index();
                shape.ways.push(Way::Block { node, unwinding: invokes && edge.index == 1 });
            }
            self.blocks.push(shape);
        }
        self.places.push(places);
    }

    fn call(&mut self, graph: &ProgramGraph<'_>, site: Site, interned: &mut HashMap<Vec<FuncId>, SetId>) -> CallShape {
        let (module, calls) = (graph.module(), graph.calls());
        let callees = calls.callees(site);
        let (called, declared): (Vec<FuncId>, Vec<FuncId>) =
            callees.iter().partition(|id| module.functions[**id].is_defined());
        let host_returns = callees.is_empty() || declared.iter().any(|id| graph.effects().of(*id).returns);
        let effect = graph.effects().of_inst(module, calls, site.function, site.inst);
        CallShape {
            entered: self.intern(calls.entered(site).to_vec(), interned),
            called: self.intern(called, interned),
            host_returns,
            jumps: effect.jumps,
            host_jumps: effect.jumps && jumps_by_itself(module, calls, site, &declared),
        }
    }

    fn intern(&mut self, set: Vec<FuncId>, interned: &mut HashMap<Vec<FuncId>, SetId>) -> SetId {
        let next = self.sets.len();
        let id = *interned.entry(set.clone()).or_insert(next);
        if id == next {
            self.sets.push(set);
            self.users.push(Vec::new());
        }
        id
    }

    fn connect(&mut self) {
        for (node, shape) in self.blocks.iter().enumerate() {
            for way in &shape.ways {
                if let Way::Block { node: to, .. } = way {
                    self.predecessors[*to].push(node);
                }
            }
            let mut used = BTreeSet::new();
            for (_, event) in &shape.events {
                let Event::Call(call) = event else { continue };
                used.extend([call.entered, call.called]);
                if call.jumps {
                    shape.jump_landings.iter().for_each(|landing| self.predecessors[*landing].push(node));
                }
            }
            used.iter().for_each(|set| self.users[*set].push(node));
        }
        for (set, members) in self.sets.iter().enumerate() {
            for member in members {
                let entry = self.first[member.index()];
                self.sets_of_entry.entry(entry).or_default().push(set);
            }
        }
    }
}

/// Whether a jump may come out of the call though no function of the module throws.
fn jumps_by_itself(module: &Module, calls: &CallGraph, site: Site, declared: &[FuncId]) -> bool {
    let invoked = matches!(module.functions[site.function].insts[site.inst].kind, InstKind::Invoke { .. });
    calls.callees(site).is_empty()
        || declared.iter().any(|id| {
            let function = &module.functions[*id];
            match external::external(function) {
                External::Jumps => true,
                External::Unknown => invoked || external::is_mangled(&function.name),
                _ => false,
            }
        })
}
