//! Constraints of instructions and intrinsics.

use super::generate::{Generator, Nodes};
use super::shape::leaves_at;
use super::solve::Rule;
use rift_ir::{BinaryOp, CastOp, Clause, EntityRef, FuncId, Inst, InstKind, Intrinsic, Operand, Site, TypeId};

impl Generator<'_> {
    pub(super) fn inst(&mut self, site: Site, inst: &Inst) {
        let f = site.function;
        let module = self.module;
        let result = inst.result.expand().map(|value| self.value(f, value)).unwrap_or_default();
        let result_type = inst.result.expand().map(|value| module.functions[f].value_type(value));
        match &inst.kind {
            InstKind::Alloca { .. } => {
                let location = self.sites[&site];
                result.iter().for_each(|node| self.solver.add_location(node, location));
            }
            InstKind::Load { address, align, .. } => {
                let address = self.operand(f, *address);
                let leaves = result_type.map(|ty| self.leaves(ty)).unwrap_or_default();
                self.load(result, &leaves, address, u64::from(*align));
            }
            InstKind::Store { address, value, align, .. } => {
                let (address, from) = (self.operand(f, *address), self.operand(f, *value));
                let leaves = self.type_of(f, *value).map_or(vec![(0, 8)], |ty| self.leaves(ty));
                self.store(from, &leaves, address, u64::from(*align));
            }
            InstKind::AtomicRmw { address, value, .. } => {
                let (address, from) = (self.operand(f, *address), self.operand(f, *value));
                self.load(result, &[(0, 8)], address, 8);
                self.store(from, &[(0, 8)], address, 8);
                // Adding to a pointer in memory keeps it in its object.
                self.assign(result, from);
            }
            InstKind::CompareExchange { address, replacement, .. } => {
                let (address, from) = (self.operand(f, *address), self.operand(f, *replacement));
                self.load(result.part(0, result.len.min(1) as usize), &[(0, 8)], address, 8);
                self.store(from, &[(0, 8)], address, 8);
            }
            InstKind::Offset { base, offset, terms, .. } => {
                let base = self.operand(f, *base);
                let gcd = |a: u64, b: u64| greatest_common_divisor(a, b);
                let step = terms.iter().map(|term| term.scale.unsigned_abs()).reduce(gcd);
                for node in base.iter() {
                    for to in result.iter() {
                        let rule = Rule::Offset { to, bytes: *offset, step, uses: 0 };
                        self.solver.add_rule(node, rule);
                    }
                }
            }
            InstKind::Binary { op, lhs, rhs, .. } => {
                let followed: &[Operand] = match op {
                    BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => &[*lhs, *rhs],
                    // A difference of pointers is no pointer.
                    BinaryOp::Sub => &[*lhs],
                    _ => &[],
                };
                for operand in followed.iter().filter(|_| result.len > 0) {
                    self.moved(f, result, *operand);
                }
            }
            InstKind::Cast { op, value } => {
                let from = self.operand(f, *value);
                self.assign(result, from);
                if *op == CastOp::IntToPtr && matches!(value, Operand::Value(_)) {
                    self.from_integers.push((from, result));
                }
            }
            InstKind::Select { if_true, if_false, .. } => {
                for operand in [if_true, if_false] {
                    let from = self.operand(f, *operand);
                    self.assign(result, from);
                }
            }
            InstKind::ExtractValue { aggregate, path } => {
                let from = self.operand(f, *aggregate);
                let part = self.part_of(f, *aggregate, from, path);
                self.assign(result, part);
            }
            InstKind::InsertValue { aggregate, value, path } => {
                let whole = self.operand(f, *aggregate);
                let from = self.operand(f, *value);
                self.assign(result, whole);
                let part = self.part_of(f, *aggregate, result, path);
                self.assign(part, from);
            }
            InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => {
                self.call(site, callee, args, result);
            }
            InstKind::Intrinsic { which, args } => self.intrinsic(f, which, args, result, result_type),
            InstKind::VaArg { list } => {
                let list = self.operand(f, *list);
                let area = self.add_nodes(1);
                self.load(area, &[(0, 32)], list, 8);
                self.load(result, &[(0, 8)], area, 8);
            }
            InstKind::LandingPad { clauses, .. } => {
                result.iter().for_each(|node| self.solver.add_copy(self.thrown, node));
                let infos = clauses.iter().flat_map(|clause| match clause {
                    Clause::Catch(info) => std::slice::from_ref(info),
                    Clause::Filter(infos) => infos.as_slice(),
                });
                for info in infos {
                    let from = self.operand(f, *info);
                    from.iter().for_each(|node| self.solver.add_copy(node, self.thrown));
                }
            }
            InstKind::Resume { value } => {
                let from = self.operand(f, *value);
                from.iter().for_each(|node| self.solver.add_copy(node, self.thrown));
                // The machine has the program's own unwinder go on with it.
                for to in self.unwinder_params.clone() {
                    self.assign(to, Nodes { first: self.thrown, len: 1 });
                }
            }
            InstKind::Return { value: Some(value) } => {
                let from = self.operand(f, *value);
                self.assign(self.returned[f.index()], from);
            }
            kind => {
                let mut operands = Vec::new();
                kind.visit_operands(|operand| operands.push(operand));
                for operand in operands.into_iter().filter(|_| result.len > 0) {
                    let from = self.operand(f, operand);
                    self.assign(result, from);
                }
            }
        }
    }

    /// Pointers that arithmetic moves stay in their objects.
    fn moved(&mut self, f: FuncId, result: Nodes, operand: Operand) {
        let from = self.operand(f, operand);
        for node in from.iter() {
            for to in result.iter() {
                self.solver.add_rule(node, Rule::Offset { to, bytes: 0, step: Some(0), uses: 0 });
            }
        }
    }

    fn part_of(&self, f: FuncId, aggregate: Operand, nodes: Nodes, path: &[u32]) -> Nodes {
        match self.type_of(f, aggregate) {
            Some(ty) if !self.shapes.of(ty).lump => {
                let (start, len) = leaves_at(self.module, ty, path);
                nodes.part(start, len)
            }
            _ => nodes,
        }
    }

    fn intrinsic(
        &mut self,
        f: FuncId,
        which: &Intrinsic,
        args: &[Operand],
        result: Nodes,
        result_type: Option<TypeId>,
    ) {
        let mut arg = |i: usize| args.get(i).map(|arg| self.operand(f, *arg)).unwrap_or_default();
        match which {
            Intrinsic::Memcpy | Intrinsic::MemcpyInline | Intrinsic::Memmove => {
                let (to, from) = (arg(0), arg(1));
                let size = args.get(2).and_then(|size| self.integer(*size));
                self.copy_memory(to, from, size);
            }
            Intrinsic::VaStart => {
                let list = arg(0);
                let area = self.add_nodes(1);
                if let Some(location) = self.variadic[f.index()] {
                    self.solver.add_location(area.first, location);
                }
                self.store(area, &[(0, 24)], list, 8);
            }
            Intrinsic::VaCopy => {
                let (to, from) = (arg(0), arg(1));
                self.copy_memory(to, from, Some(24));
            }
            Intrinsic::MaskedLoad | Intrinsic::LoadRelative => {
                let address = arg(0);
                let leaves = result_type.map(|ty| self.leaves(ty)).unwrap_or_default();
                // A relative address is stored as its distance from the table: the target is in the table's words.
                let through = self.add_nodes(1);
                for node in address.iter() {
                    let rule = Rule::Offset { to: through.first, bytes: 0, step: Some(0), uses: 0 };
                    self.solver.add_rule(node, rule);
                }
                self.load(result, &leaves, through, 1);
            }
            Intrinsic::MaskedStore => {
                let (from, address) = (arg(0), arg(1));
                let leaves = args.first().and_then(|value| self.type_of(f, *value)).map(|ty| self.leaves(ty));
                self.store(from, &leaves.unwrap_or_default(), address, 1);
            }
            _ => {
                for operand in args.iter().filter(|_| result.len > 0) {
                    let from = self.operand(f, *operand);
                    self.assign(result, from);
                }
            }
        }
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
