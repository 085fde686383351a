//! Which words of memory an instruction reads and writes.
//!
//! Over-approximates as [`PointsTo`] does. Not followed: what goes through the host, such as a file that is written
//! and read back, and that a named allocator prepares the memory it hands out (the call counts as its first write).

use crate::ProgramGraph;
use crate::external::{self, External};
use crate::points_to::{Bits, PointsTo};
use rift_ir::{CallArg, Const, FuncId, InstKind, Intrinsic, Operand, OperandType, Site};

#[derive(Debug, Default)]
pub(super) struct Accesses {
    pub reads: Bits,
    pub writes: Bits,
}

pub(super) struct Memory<'g> {
    graph: &'g ProgramGraph<'g>,
    points_to: &'g PointsTo,
}

impl<'g> Memory<'g> {
    pub fn new(graph: &'g ProgramGraph<'g>) -> Memory<'g> {
        Memory { graph, points_to: graph.points_to() }
    }

    pub fn accesses(&self, site: Site) -> Accesses {
        let module = self.graph.module();
        let f = site.function;
        let function = &module.functions[f];
        let inst = &function.insts[site.inst];
        let mut accesses = Accesses::default();
        let result_size = inst.result.expand().map(|value| module.types.store_size(function.value_type(value)));
        match &inst.kind {
            InstKind::Load { address, .. } => self.touch(f, *address, result_size, &mut accesses.reads),
            InstKind::Store { address, value, .. } => {
                self.touch(f, *address, self.size_of(f, *value), &mut accesses.writes);
            }
            InstKind::AtomicRmw { address, value, .. } | InstKind::CompareExchange { address, expected: value, .. } => {
                let size = self.size_of(f, *value);
                self.touch(f, *address, size, &mut accesses.reads);
                self.touch(f, *address, size, &mut accesses.writes);
            }
            InstKind::VaArg { list } => {
                self.touch(f, *list, None, &mut accesses.reads);
                self.touch(f, *list, None, &mut accesses.writes);
                let all = self.reachable(f, *list);
                accesses.reads.add(&all);
            }
            InstKind::Intrinsic { which, args } => self.intrinsic(f, which, args, result_size, &mut accesses),
            InstKind::Call { args, .. } | InstKind::Invoke { args, .. } => self.call(site, args, &mut accesses),
            _ => {}
        }
        accesses
    }

    fn size_of(&self, f: FuncId, operand: Operand) -> Option<u64> {
        let module = self.graph.module();
        match module.operand_type(&module.functions[f], operand) {
            OperandType::Type(ty) => Some(module.types.store_size(ty)),
            OperandType::Address => Some(8),
        }
    }

    fn touch(&self, f: FuncId, address: Operand, size: Option<u64>, into: &mut Bits) {
        match self.points_to.touched(f, address, size) {
            Some(touched) => drop(into.add(&touched)),
            None => drop(into.insert(PointsTo::OUTSIDE)),
        }
    }

    /// Everything that can be got at from an operand.
    fn reachable(&self, f: FuncId, operand: Operand) -> Bits {
        match self.points_to.locations(f, operand) {
            Some(locations) => self.points_to.reachable(&locations),
            None => [PointsTo::OUTSIDE].into_iter().collect(),
        }
    }

    fn length(&self, operand: Option<&Operand>) -> Option<u64> {
        let Operand::Const(id) = operand? else { return None };
        match self.graph.module().consts.get(*id) {
            Const::Bits { limbs, .. } if limbs.len() == 1 => Some(limbs[0]),
            _ => None,
        }
    }

    fn intrinsic(
        &self,
        f: FuncId,
        which: &Intrinsic,
        args: &[Operand],
        result_size: Option<u64>,
        accesses: &mut Accesses,
    ) {
        let touch = |i: usize, size, into: &mut Bits| {
            if let Some(address) = args.get(i) {
                self.touch(f, *address, size, into);
            }
        };
        match which {
            Intrinsic::Memcpy | Intrinsic::MemcpyInline | Intrinsic::Memmove => {
                let size = self.length(args.get(2));
                touch(0, size, &mut accesses.writes);
                touch(1, size, &mut accesses.reads);
            }
            Intrinsic::Memset | Intrinsic::MemsetInline => touch(0, self.length(args.get(2)), &mut accesses.writes),
            Intrinsic::VaStart => touch(0, Some(24), &mut accesses.writes),
            Intrinsic::VaCopy => {
                touch(0, Some(24), &mut accesses.writes);
                touch(1, Some(24), &mut accesses.reads);
            }
            Intrinsic::MaskedLoad => touch(0, result_size, &mut accesses.reads),
            Intrinsic::LoadRelative => touch(0, None, &mut accesses.reads),
            Intrinsic::MaskedStore => touch(1, None, &mut accesses.writes),
            _ => {}
        }
    }

    fn call(&self, site: Site, args: &[CallArg], accesses: &mut Accesses) {
        let module = self.graph.module();
        if let Some(words) = self.points_to.allocated(site) {
            accesses.writes.extend(words);
        }
        for callee in self.graph.calls().callees(site) {
            let function = &module.functions[*callee];
            if function.is_defined() {
                if let Some(area) = self.points_to.variable_arguments(*callee) {
                    accesses.writes.insert(area);
                }
                continue;
            }
            if external::copies(&function.name) {
                let length = args.get(2).map(|arg| arg.value);
                let size = self.length(length.as_ref()).filter(|_| function.name.starts_with("mem"));
                args.first().into_iter().for_each(|a| self.touch(site.function, a.value, size, &mut accesses.writes));
                args.get(1).into_iter().for_each(|a| self.touch(site.function, a.value, size, &mut accesses.reads));
                continue;
            }
            for arg in args {
                let reached = self.reachable(site.function, arg.value);
                accesses.reads.add(&reached);
                if !external::only_reads(&function.name) {
                    accesses.writes.add(&reached);
                }
            }
            if external::external(function) == External::Unknown {
                accesses.reads.insert(PointsTo::OUTSIDE);
                accesses.writes.insert(PointsTo::OUTSIDE);
            }
        }
        // What a by-value argument points to is copied at the call.
        for arg in args {
            if let Some((size, _)) = arg.by_value {
                self.touch(site.function, arg.value, Some(size), &mut accesses.reads);
            }
        }
    }
}
