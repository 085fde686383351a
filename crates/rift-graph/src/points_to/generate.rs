//! Objects, nodes and the constraints that all instructions are made of. The instructions themselves are in `insts.rs`,
//! calls in `calls.rs`.

use super::bits::Bits;
use super::objects::{Location, Object, Objects, UNKNOWN};
use super::shape::{ADDRESS_SIZE, Shapes, leaves_at};
use super::solve::{Node, Rule, Solver};
use crate::external;
use rift_ir::{
    Callee, Const, ConstId, EntityRef, FuncId, GlobalInit, InstKind, Linkage, Module, Operand, OperandType,
    RelocTarget, Site, TypeId, ValueId,
};
use std::collections::HashMap;

/// The nodes of a value, leaf by leaf.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nodes {
    pub first: Node,
    pub len: u32,
}

impl Nodes {
    pub fn iter(self) -> impl Iterator<Item = Node> {
        self.first..self.first + self.len
    }

    pub fn part(self, start: usize, len: usize) -> Nodes {
        Nodes { first: self.first + start as Node, len: len as u32 }
    }
}

/// An indirect call that is resolved while solving.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndirectCall {
    pub site: Site,
}

pub(super) struct Generator<'m> {
    pub module: &'m Module,
    pub solver: Solver,
    pub objects: Objects,
    pub shapes: Shapes,
    /// Of each function, of each value.
    pub values: Vec<Vec<Nodes>>,
    pub constants: HashMap<ConstId, Nodes>,
    pub returned: Vec<Nodes>,
    globals: Vec<Location>,
    pub functions: Vec<Location>,
    /// What one instruction allocates.
    pub sites: HashMap<Site, Location>,
    pub variadic: Vec<Option<Location>>,
    arguments: Location,
    strings: Location,
    /// Exceptions under way.
    pub thrown: Node,
    /// Where they go on after a cleanup.
    pub unwinder_params: Vec<Nodes>,
    /// Nodes that never point anywhere.
    nothing: Nodes,
    pub calls: Vec<IndirectCall>,
    /// Integers that become pointers.
    pub from_integers: Vec<(Nodes, Nodes)>,
}

impl<'m> Generator<'m> {
    pub fn new(module: &'m Module) -> Generator<'m> {
        let mut generator = Generator {
            module,
            solver: Solver::default(),
            objects: Objects::new(),
            shapes: Shapes::new(module),
            values: Vec::new(),
            constants: HashMap::new(),
            returned: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            sites: HashMap::new(),
            variadic: Vec::new(),
            arguments: 0,
            strings: 0,
            thrown: 0,
            unwinder_params: Vec::new(),
            nothing: Nodes::default(),
            calls: Vec::new(),
            from_integers: Vec::new(),
        };
        generator.add_objects();
        // Contents of locations have the numbers of the locations.
        generator.solver.add_nodes(generator.objects.len());
        generator.nothing = generator.add_nodes(8);
        generator.thrown = generator.solver.add_nodes(1);
        for function in module.functions.values() {
            let values = function.values.values().map(|value| generator.shapes.of(value.ty).leaves.len());
            let values: Vec<usize> = values.collect();
            let values = values.into_iter().map(|len| generator.add_nodes(len)).collect();
            generator.values.push(values);
            let returned = generator.shapes.of(function.signature.result).leaves.len();
            let returned = generator.add_nodes(returned);
            generator.returned.push(returned);
        }
        if let Some(id) = module.function_named(external::UNWINDER) {
            let params = module.functions[id].params.iter();
            generator.unwinder_params = params.map(|param| generator.value(id, param.value)).collect();
        }
        generator.add_contents();
        for (id, _) in module.consts.iter() {
            generator.constant(id);
        }
        for (id, function) in &module.functions {
            for (inst, data) in &function.insts {
                generator.inst(Site { function: id, inst }, data);
            }
        }
        generator
    }

    pub fn add_nodes(&mut self, len: usize) -> Nodes {
        Nodes { first: self.solver.add_nodes(len), len: len as u32 }
    }

    fn add_objects(&mut self) {
        let module = self.module;
        for (id, global) in &module.globals {
            self.globals.push(self.objects.add(Object::Global(id), Some(global.size)));
        }
        self.arguments = self.objects.add(Object::Arguments, Some(8));
        self.strings = self.objects.add(Object::Strings, Some(8));
        let taken = crate::calls::address_taken(module);
        let allocates = |id: &FuncId| external::allocator(&module.functions[*id].name).is_some();
        let indirectly = taken.iter().any(allocates);
        for (id, function) in &module.functions {
            self.functions.push(self.objects.add(Object::Function(id), Some(1)));
            let variadic = function.is_defined() && function.signature.variadic;
            let variadic = variadic.then(|| self.objects.add(Object::Variadic(id), Some(8)));
            self.variadic.push(variadic);
            for (inst, data) in &function.insts {
                let site = Site { function: id, inst };
                let (object, size) = match &data.kind {
                    InstKind::Alloca { elem_size, count, .. } => {
                        let size = self.integer(*count).and_then(|count| count.checked_mul(*elem_size));
                        (Object::Stack(site), size)
                    }
                    InstKind::Call { callee: Callee::Direct(callee), args, .. }
                    | InstKind::Invoke { callee: Callee::Direct(callee), args, .. }
                        if allocates(callee) =>
                    {
                        let size = match external::allocator(&module.functions[*callee].name) {
                            Some(external::Allocator::Result(sizes)) if !sizes.is_empty() => {
                                let arg = |i: &usize| args.get(*i).and_then(|arg| self.integer(arg.value));
                                sizes.iter().map(arg).try_fold(1u64, |size, arg| size.checked_mul(arg?))
                            }
                            _ => None,
                        };
                        (Object::Heap(site), size)
                    }
                    InstKind::Call { callee: Callee::Indirect(_), .. }
                    | InstKind::Invoke { callee: Callee::Indirect(_), .. }
                        if indirectly =>
                    {
                        (Object::Heap(site), None)
                    }
                    _ => continue,
                };
                let location = self.objects.add(object, size);
                self.sites.insert(site, location);
            }
        }
    }

    pub fn integer(&self, operand: Operand) -> Option<u64> {
        let Operand::Const(id) = operand else { return None };
        match self.module.consts.get(id) {
            Const::Bits { limbs, .. } if limbs.len() == 1 => Some(limbs[0]),
            Const::Zero(_) => Some(0),
            _ => None,
        }
    }

    /// What memory holds before the program starts, and what the outside has.
    fn add_contents(&mut self) {
        self.solver.add_location(UNKNOWN, UNKNOWN);
        let module = self.module;
        for (id, global) in &module.globals {
            let first = self.globals[id.index()];
            let GlobalInit::Bytes { relocs, .. } = &global.init else {
                self.solver.add_location(UNKNOWN, first);
                continue;
            };
            for reloc in relocs {
                let Some(target) = self.reloc_target(reloc.target) else { continue };
                let (mut cells, mut addresses) = (Bits::default(), Bits::default());
                self.objects.shifted(first, reloc.offset as i64, &mut cells);
                self.objects.shifted(target, reloc.addend, &mut addresses);
                cells.iter().for_each(|cell| self.solver.add_locations(cell, &addresses));
            }
        }
        self.solver.add_location(self.arguments, self.strings);
        for (id, function) in &module.functions {
            // These are called with (argc, argv, envp).
            let starts = module.constructors.contains(&id) || matches!(function.name.as_str(), "main" | "__rift_start");
            for param in &function.params {
                let nodes = self.value(id, param.value);
                if starts {
                    nodes.iter().for_each(|node| self.solver.add_location(node, self.arguments));
                } else if function.linkage == Linkage::Exported {
                    self.hand_over(nodes);
                }
            }
        }
    }

    fn reloc_target(&self, target: RelocTarget) -> Option<Location> {
        match target {
            RelocTarget::Global(id) => Some(self.globals[id.index()]),
            RelocTarget::Function(id) => Some(self.functions[id.index()]),
            RelocTarget::Block { .. } => None,
        }
    }

    /// Whatever the outside may hand over.
    pub fn hand_over(&mut self, nodes: Nodes) {
        for node in nodes.iter() {
            self.solver.add_location(node, UNKNOWN);
            self.solver.add_copy(UNKNOWN, node);
        }
    }

    /// Integers that were not made from pointers, as far as was seen, may become any pointer. False when there are none.
    pub fn hand_over_integers(&mut self) -> bool {
        let casts = std::mem::take(&mut self.from_integers);
        let (made, unknown): (Vec<_>, Vec<_>) =
            casts.into_iter().partition(|(from, _)| from.iter().any(|node| !self.solver.points(node).is_empty()));
        self.from_integers = made;
        unknown.iter().for_each(|(_, to)| self.hand_over(*to));
        !unknown.is_empty()
    }

    pub fn value(&self, function: FuncId, value: ValueId) -> Nodes {
        self.values[function.index()][value.index()]
    }

    pub fn operand(&mut self, function: FuncId, operand: Operand) -> Nodes {
        match operand {
            Operand::Value(value) => self.value(function, value),
            Operand::Const(id) => self.constant(id),
        }
    }

    fn constant(&mut self, id: ConstId) -> Nodes {
        if let Some(nodes) = self.constants.get(&id) {
            return *nodes;
        }
        let module = self.module;
        let nodes = match module.consts.get(id) {
            Const::Bits { ty, .. } | Const::Zero(ty) | Const::Undef(ty) => {
                self.nothing.part(0, self.shapes.of(*ty).leaves.len())
            }
            Const::Global { global, addend } => {
                let nodes = self.add_nodes(1);
                let mut addresses = Bits::default();
                self.objects.shifted(self.globals[global.index()], *addend, &mut addresses);
                self.solver.add_locations(nodes.first, &addresses);
                nodes
            }
            Const::Function(function) => {
                let nodes = self.add_nodes(1);
                self.solver.add_location(nodes.first, self.functions[function.index()]);
                nodes
            }
            Const::Block { .. } => self.nothing.part(0, 1),
            Const::Aggregate { ty, elems } => {
                let nodes = self.add_nodes(self.shapes.of(*ty).leaves.len());
                let lump = self.shapes.of(*ty).lump;
                for (i, elem) in elems.iter().enumerate() {
                    let part = self.constant(*elem);
                    let to = if lump || nodes.len < 2 {
                        nodes
                    } else {
                        let (start, len) = leaves_at(module, *ty, &[i as u32]);
                        nodes.part(start, len)
                    };
                    self.assign(to, part);
                }
                nodes
            }
        };
        self.constants.insert(id, nodes);
        nodes
    }

    /// Leaf by leaf when both have the same, else each to each.
    pub fn assign(&mut self, to: Nodes, from: Nodes) {
        if to.len == from.len {
            to.iter().zip(from.iter()).for_each(|(to, from)| self.solver.add_copy(from, to));
            return;
        }
        for from in from.iter() {
            to.iter().for_each(|to| self.solver.add_copy(from, to));
        }
    }

    pub fn type_of(&self, function: FuncId, operand: Operand) -> Option<TypeId> {
        match self.module.operand_type(&self.module.functions[function], operand) {
            OperandType::Type(ty) => Some(ty),
            OperandType::Address => None,
        }
    }

    pub fn load(&mut self, to: Nodes, leaves: &[(u64, u64)], address: Nodes, align: u64) {
        for (to, (offset, size)) in to.iter().zip(leaves).filter(|(_, (_, size))| *size >= ADDRESS_SIZE) {
            let aligned = align.is_multiple_of(8) && offset.is_multiple_of(8);
            for address in address.iter() {
                let rule = Rule::Load { to, bytes: *offset as i64, size: *size, aligned };
                self.solver.add_rule(address, rule);
            }
        }
    }

    pub fn store(&mut self, from: Nodes, leaves: &[(u64, u64)], address: Nodes, align: u64) {
        for (from, (offset, size)) in from.iter().zip(leaves).filter(|(_, (_, size))| *size >= ADDRESS_SIZE) {
            let aligned = align.is_multiple_of(8) && offset.is_multiple_of(8);
            for address in address.iter() {
                let rule = Rule::Store { from, bytes: *offset as i64, size: *size, aligned };
                self.solver.add_rule(address, rule);
            }
        }
    }

    /// Contents of what `from` points to become contents of what `to` points to, word by word.
    pub fn copy_memory(&mut self, to: Nodes, from: Nodes, size: Option<u64>) {
        let words = match size {
            Some(size) if size <= 32 * 8 => size.div_ceil(8),
            _ => {
                // Any word to any word.
                let through = self.add_nodes(1);
                let (all_to, all_from) = (self.add_nodes(1), self.add_nodes(1));
                for (side, all) in [(to, all_to), (from, all_from)] {
                    for node in side.iter() {
                        let rule = Rule::Offset { to: all.first, bytes: 0, step: Some(0), uses: 0 };
                        self.solver.add_rule(node, rule);
                    }
                }
                self.load(through, &[(0, 8)], all_from, 8);
                self.store(through, &[(0, 8)], all_to, 8);
                return;
            }
        };
        for word in 0..words {
            let through = self.add_nodes(1);
            self.load(through, &[(word * 8, 8)], from, 8);
            self.store(through, &[(word * 8, 8)], to, 8);
        }
    }

    pub fn leaves(&self, ty: TypeId) -> Vec<(u64, u64)> {
        self.shapes.of(ty).leaves.clone()
    }
}
