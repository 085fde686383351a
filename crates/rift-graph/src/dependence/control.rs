//! Control edges of the graph of dependences: within functions, from calls to entries, and from what decides about
//! coming back to what follows a call.

use super::build::Builder;
use crate::cfg::EarlyExit;
use crate::control::Decision;
use crate::digraph::Node;
use rift_ir::{BlockId, EntityRef, FuncId, Function, InstKind, Site};

/// The nodes that carry control in a function.
#[derive(Clone, Copy)]
struct Carriers {
    /// The function is entered; it returns; it is left otherwise.
    entry: Node,
    returning: Node,
    stopping: Node,
    /// For each block: it is executed, and calls in it have come back.
    blocks: Node,
}

impl Carriers {
    fn block(self, block: BlockId) -> Node {
        self.blocks + block.as_u32() * 2
    }

    fn rest(self, block: BlockId) -> Node {
        self.blocks + block.as_u32() * 2 + 1
    }
}

pub(super) fn add_control(builder: &mut Builder<'_>) {
    let module = builder.graph.module();
    let carriers: Vec<Carriers> = module
        .functions
        .values()
        .map(|function| {
            let entry = builder.add_nodes(3 + function.blocks.len() * 2);
            Carriers { entry, returning: entry + 1, stopping: entry + 2, blocks: entry + 3 }
        })
        .collect();
    for (id, function) in &module.functions {
        if function.is_defined() {
            within(builder, id, function, carriers[id.index()]);
            between(builder, id, function, &carriers);
        }
    }
}

fn within(builder: &mut Builder<'_>, id: FuncId, function: &Function, own: Carriers) {
    let graph = builder.graph;
    let (cfg, control) = (graph.cfg(id), graph.control_dependence(id));
    for block in control.unconditional() {
        builder.edge(own.entry, own.block(*block));
    }
    let decide = |builder: &mut Builder<'_>, decisions: &[Decision], carrier: Node| {
        for decision in decisions {
            let from = deciding(builder, id, function, own, decision.block);
            builder.edge(from, carrier);
        }
    };
    decide(builder, control.of_returning(), own.returning);
    decide(builder, control.of_stopping(), own.stopping);
    for block in control.early_of_returning() {
        builder.edge(own.rest(*block), own.returning);
    }
    for (block, data) in &function.blocks {
        decide(builder, control.of(block), own.block(block));
        for early in control.early(block) {
            builder.edge(own.rest(*early), own.block(block));
        }
        let after = match cfg.early_exit(block) {
            EarlyExit::Never => usize::MAX,
            EarlyExit::Maybe(position) | EarlyExit::Always(position) => position,
        };
        for (position, inst) in data.insts.iter().enumerate() {
            let executed = builder.parts(id, *inst).executed;
            builder.edge(own.block(block), executed);
            if position > after {
                builder.edge(own.rest(block), executed);
            }
            // Which value a phi takes is decided by how control comes to it.
            if let InstKind::Phi { incoming } = &function.insts[*inst].kind {
                let yields = builder.parts(id, *inst).yields;
                for (from, _) in incoming {
                    builder.edge(own.block(*from), yields);
                    if cfg.successors(*from).len() > 1 {
                        let deciding = deciding(builder, id, function, own, *from);
                        builder.edge(deciding, yields);
                    }
                }
            }
        }
    }
}

/// The node that stands for a decision: what a branch reads; of an invoke, whether it comes back.
fn deciding(builder: &Builder<'_>, id: FuncId, function: &Function, own: Carriers, block: BlockId) -> Node {
    let last = *function.blocks[block].insts.last().expect("verified: a block ends in a terminator");
    match function.insts[last].kind {
        InstKind::Invoke { .. } => own.rest(block),
        _ => builder.parts(id, last).reads,
    }
}

fn between(builder: &mut Builder<'_>, id: FuncId, function: &Function, carriers: &[Carriers]) {
    let graph = builder.graph;
    let own = carriers[id.index()];
    for call in graph.calls().sites(id) {
        let site = Site { function: id, inst: call.inst };
        let parts = builder.parts(id, call.inst);
        let effect = graph.effects().of_inst(graph.module(), graph.calls(), id, call.inst);
        let invoked = matches!(function.insts[call.inst].kind, InstKind::Invoke { .. });
        let indirect = graph.calls().callees(site).len() > 1;
        for entered in graph.calls().entered(site) {
            let callee = carriers[entered.index()];
            builder.edge(parts.executed, callee.entry);
            // Whom it calls is decided by the pointer it reads.
            if indirect || !graph.calls().callees(site).contains(entered) {
                builder.edge(parts.reads, callee.entry);
            }
            if effect.stops() {
                builder.edge(callee.returning, own.rest(call.block));
                builder.edge(callee.stopping, if invoked { own.rest(call.block) } else { own.stopping });
            }
        }
        let host = graph.calls().callees(site).iter().any(|callee| !graph.module().functions[*callee].is_defined());
        if host && effect.stops() && effect.returns {
            builder.edge(parts.reads, own.rest(call.block));
        }
    }
}
