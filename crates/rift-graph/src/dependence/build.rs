//! Nodes and data edges of the graph of dependences.

use super::control::add_control;
use super::memory::Memory;
use super::{Dependence, Parts, parts};
use crate::ProgramGraph;
use crate::digraph::{Digraph, Node};
use crate::points_to::{Bits, Location, Object, PointsTo};
use rift_ir::{BlockId, CallArg, EntityRef, FuncId, Function, InstId, InstKind, Module, Operand, Site, ValueId};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Sets of words larger than this are nodes of their own.
const SMALL_SET: usize = 4;
/// Pairs of accesses of one object that are looked at one by one.
const MAX_PAIRS: usize = 10_000;

pub(super) struct Builder<'g> {
    pub graph: &'g ProgramGraph<'g>,
    pub edges: Digraph,
    first: Vec<u32>,
    /// Of each function: the first of its parameters' nodes, then one for the returned value.
    params: Vec<Node>,
    words: Node,
    /// Something that the host may read was written.
    shared: Node,
}

impl Builder<'_> {
    fn module(&self) -> &Module {
        self.graph.module()
    }

    pub fn parts(&self, function: FuncId, inst: InstId) -> Parts {
        parts(self.first[function.index()] + inst.as_u32())
    }

    pub fn add_node(&mut self) -> Node {
        self.add_nodes(1)
    }

    pub fn add_nodes(&mut self, count: usize) -> Node {
        let first = self.edges.len();
        self.edges.successors.resize_with(first + count, Vec::new);
        first as Node
    }

    pub fn edge(&mut self, from: Node, to: Node) {
        self.edges.add_edge(from, to);
    }

    fn returned(&self, function: FuncId) -> Node {
        self.params[function.index()] + self.module().functions[function].params.len() as Node
    }
}

pub(super) fn build(graph: &ProgramGraph<'_>) -> Dependence {
    let module = graph.module();
    let mut first = vec![0];
    for function in module.functions.values() {
        first.push(first[first.len() - 1] + function.insts.len() as u32);
    }
    let first_data = first[first.len() - 1] * super::NODES_PER_INST;
    let mut builder =
        Builder { graph, edges: Digraph::new(first_data as usize), first, params: Vec::new(), words: 0, shared: 0 };
    for function in module.functions.values() {
        let params = builder.add_nodes(function.params.len() + 1);
        builder.params.push(params);
    }
    builder.words = builder.add_nodes(graph.points_to().location_count());
    builder.shared = builder.add_node();
    for (id, function) in &module.functions {
        add_registers(&mut builder, id, function);
    }
    add_memory(&mut builder);
    let first_control = builder.edges.len() as Node;
    add_control(&mut builder);
    for successors in &mut builder.edges.successors {
        successors.sort_unstable();
        successors.dedup();
    }
    let Builder { edges, first, .. } = builder;
    Dependence { causes: OnceLock::new(), effects: edges, first, first_data, first_control }
}

/// Where each value of a function comes from.
fn definitions(builder: &Builder<'_>, id: FuncId, function: &Function) -> HashMap<ValueId, Node> {
    let params = function.params.iter().enumerate();
    let mut nodes: HashMap<ValueId, Node> =
        params.map(|(i, param)| (param.value, builder.params[id.index()] + i as Node)).collect();
    for (inst, data) in &function.insts {
        if let Some(value) = data.result.expand() {
            nodes.insert(value, builder.parts(id, inst).yields);
        }
    }
    nodes
}

fn add_registers(builder: &mut Builder<'_>, id: FuncId, function: &Function) {
    let definitions = definitions(builder, id, function);
    let node_of = |operand: Operand| match operand {
        Operand::Value(value) => definitions.get(&value).copied(),
        Operand::Const(_) => None,
    };
    for (inst, data) in &function.insts {
        let own = builder.parts(id, inst);
        builder.edge(own.executed, own.reads);
        builder.edge(own.executed, own.yields);
        data.kind.visit_operands(|operand| {
            if let Some(from) = node_of(operand) {
                builder.edges.add_edge(from, own.reads);
            }
        });
        match &data.kind {
            InstKind::Call { args, .. } | InstKind::Invoke { args, .. } => {
                add_call(builder, Site { function: id, inst }, args, &node_of);
            }
            InstKind::Return { .. } => {
                let returned = builder.returned(id);
                builder.edge(own.yields, returned);
                builder.edge(own.reads, own.yields);
            }
            _ => builder.edge(own.reads, own.yields),
        }
    }
}

fn add_call(builder: &mut Builder<'_>, site: Site, args: &[CallArg], node_of: &impl Fn(Operand) -> Option<Node>) {
    let graph = builder.graph;
    let own = builder.parts(site.function, site.inst);
    let callees = graph.calls().callees(site);
    for callee in callees {
        let function = &graph.module().functions[*callee];
        if !function.is_defined() {
            builder.edge(own.reads, own.yields);
            continue;
        }
        for (i, arg) in args.iter().enumerate() {
            // A variable argument goes by memory, which the call writes.
            let to = match i < function.params.len() {
                true => builder.params[callee.index()] + i as Node,
                false => own.yields,
            };
            if let Some(from) = node_of(arg.value) {
                builder.edge(from, to);
            }
            builder.edge(own.executed, to);
        }
        let returned = builder.returned(*callee);
        builder.edge(returned, own.yields);
    }
    if callees.is_empty() {
        builder.edge(own.reads, own.yields);
    }
    // The host hands what it was given to those it calls back.
    for entered in graph.calls().entered(site).iter().filter(|id| !callees.contains(id)) {
        for i in 0..graph.module().functions[*entered].params.len() {
            let param = builder.params[entered.index()] + i as Node;
            builder.edge(own.reads, param);
        }
        let returned = builder.returned(*entered);
        builder.edge(returned, own.yields);
    }
}

/// Who reads and writes a word.
#[derive(Default)]
struct Word {
    readers: Vec<Site>,
    writers: Vec<Site>,
}

fn add_memory(builder: &mut Builder<'_>) {
    let graph = builder.graph;
    let memory = Memory::new(graph);
    let mut local: HashMap<Location, Word> = HashMap::new();
    let mut read_sets: HashMap<Bits, Node> = HashMap::new();
    let mut write_sets: HashMap<Bits, Node> = HashMap::new();
    let outside = graph.points_to().outside().cloned().unwrap_or_default();
    let private = private_words(graph, &memory, &outside);
    for (id, function) in &graph.module().functions {
        for inst in function.insts.keys() {
            let site = Site { function: id, inst };
            let accesses = memory.accesses(site);
            let own = builder.parts(id, inst);
            let (mine, reads) = split(&accesses.reads, &private);
            mine.iter().for_each(|word| local.entry(*word).or_default().readers.push(site));
            connect(builder, &reads, &outside, Direction::Read, own.reads, &mut read_sets);
            let (mine, writes) = split(&accesses.writes, &private);
            mine.iter().for_each(|word| local.entry(*word).or_default().writers.push(site));
            connect(builder, &writes, &outside, Direction::Write, own.yields, &mut write_sets);
        }
    }
    let mut words: Vec<(Location, Word)> = local.into_iter().collect();
    words.sort_by_key(|(location, _)| *location);
    let mut order = Order { graph, reaches: HashMap::new() };
    for (location, word) in words {
        add_local(builder, location, &word, &mut order);
    }
}

fn split(words: &Bits, private: &Bits) -> (Vec<Location>, Bits) {
    let (mine, others): (Vec<Location>, Vec<Location>) = words.iter().partition(|word| private.contains(*word));
    (mine, others.into_iter().collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Read,
    Write,
}

/// Words that only the function of their alloca accesses, when that is never active twice.
fn private_words(graph: &ProgramGraph<'_>, memory: &Memory<'_>, outside: &Bits) -> Bits {
    let mut shared = outside.clone();
    let mut candidates = Bits::default();
    for (id, function) in &graph.module().functions {
        let alone = !graph.calls().is_recursive(id) && graph.calls().returns_twice(id).is_empty();
        for (inst, data) in &function.insts {
            let site = Site { function: id, inst };
            if let (true, InstKind::Alloca { .. }, Some(words)) = (alone, &data.kind, graph.points_to().allocated(site))
            {
                candidates.extend(words);
            }
            let accesses = memory.accesses(site);
            let foreign = |word: &Location| match graph.points_to().object_at(*word) {
                Object::Stack(owner) => owner.function != id,
                _ => true,
            };
            shared.extend(accesses.reads.iter().chain(accesses.writes.iter()).filter(foreign));
        }
    }
    candidates.iter().filter(|word| !shared.contains(*word)).collect()
}

/// Between an instruction's node and words: a word that the host knows may also be meant by an unknown address.
fn connect(
    builder: &mut Builder<'_>,
    words: &Bits,
    outside: &Bits,
    direction: Direction,
    own: Node,
    sets: &mut HashMap<Bits, Node>,
) {
    let link = |builder: &mut Builder<'_>, carrier: Node, to: Node| match direction {
        Direction::Read => builder.edge(carrier, to),
        Direction::Write => builder.edge(to, carrier),
    };
    if words.is_empty() {
        return;
    }
    let mut own = own;
    if words.iter().count() > SMALL_SET {
        if let Some(set) = sets.get(words) {
            return link(builder, *set, own);
        }
        let set = builder.add_node();
        sets.insert(words.clone(), set);
        link(builder, set, own);
        own = set;
    }
    let (base, shared) = (builder.words, builder.shared);
    let mut known = false;
    for word in words.iter() {
        link(builder, base + word, own);
        known |= word == PointsTo::OUTSIDE || outside.contains(word);
        if word == PointsTo::OUTSIDE && direction == Direction::Read {
            link(builder, shared, own);
        }
    }
    match direction {
        Direction::Read if known => link(builder, base + PointsTo::OUTSIDE, own),
        Direction::Write if known => link(builder, shared, own),
        _ => {}
    }
}

/// Within one invocation a write is read only by what can come after it.
fn add_local(builder: &mut Builder<'_>, location: Location, word: &Word, order: &mut Order<'_>) {
    let carrier = builder.words + location;
    if word.readers.len() * word.writers.len() > MAX_PAIRS {
        for site in &word.readers {
            let to = builder.parts(site.function, site.inst).reads;
            builder.edge(carrier, to);
        }
        for site in &word.writers {
            let from = builder.parts(site.function, site.inst).yields;
            builder.edge(from, carrier);
        }
        return;
    }
    for writer in &word.writers {
        for reader in &word.readers {
            if order.may_follow(*writer, *reader) {
                let (from, to) =
                    (builder.parts(writer.function, writer.inst), builder.parts(reader.function, reader.inst));
                builder.edge(from.yields, to.reads);
            }
        }
    }
}

/// Which blocks can come after which.
struct Order<'g> {
    graph: &'g ProgramGraph<'g>,
    reaches: HashMap<(FuncId, BlockId), Vec<bool>>,
}

impl Order<'_> {
    fn may_follow(&mut self, earlier: Site, later: Site) -> bool {
        let cfg = self.graph.cfg(earlier.function);
        let (Some(from), Some(to)) = (cfg.block_of(earlier.inst), cfg.block_of(later.inst)) else { return true };
        if from == to {
            let insts = &self.graph.module().functions[earlier.function].blocks[from].insts;
            let place = |inst| insts.iter().position(|one| *one == inst);
            if place(earlier.inst) < place(later.inst) {
                return true;
            }
        }
        let reached = self
            .reaches
            .entry((earlier.function, from))
            .or_insert_with(|| cfg.graph().reachable(cfg.successors(from).iter().map(|edge| edge.target.as_u32())));
        reached[to.index()]
    }
}
