//! Constraints of calls: arguments to parameters, results back, and what declared functions do to pointers.

use super::bits::Bits;
use super::generate::{Generator, IndirectCall, Nodes};
use super::objects::{Object, UNKNOWN};
use super::solve::Rule;
use crate::external::{self, Allocator, External};
use rift_ir::{CallArg, Callee, Const, EntityRef, FuncId, InstKind, Operand, Site};

impl Generator<'_> {
    pub(super) fn call(&mut self, site: Site, callee: &Callee, args: &[CallArg], result: Nodes) {
        match callee {
            Callee::Direct(callee) => self.connect(site, *callee),
            Callee::Indirect(pointer) => {
                let number = self.calls.len() as u32;
                self.calls.push(IndirectCall { site });
                let pointer = self.operand(site.function, *pointer);
                pointer.iter().for_each(|node| self.solver.add_rule(node, Rule::Call(number)));
            }
            // Assembly may do anything to what it is given.
            Callee::Asm(_) => {
                for arg in args {
                    let from = self.operand(site.function, arg.value);
                    from.iter().for_each(|node| self.solver.add_copy(node, UNKNOWN));
                    self.assign(result, from);
                }
                self.hand_over(result);
            }
        }
    }

    fn parts(&mut self, site: Site) -> (Vec<Nodes>, Nodes) {
        let inst = &self.module.functions[site.function].insts[site.inst];
        let result = inst.result.expand().map(|value| self.value(site.function, value)).unwrap_or_default();
        let (InstKind::Call { args, .. } | InstKind::Invoke { args, .. }) = &inst.kind else {
            return (Vec::new(), result);
        };
        (args.iter().map(|arg| self.operand(site.function, arg.value)).collect(), result)
    }

    /// The call at `site` may be to `callee`.
    fn connect(&mut self, site: Site, callee: FuncId) {
        let (args, result) = self.parts(site);
        let function = &self.module.functions[callee];
        let allocator = external::allocator(&function.name);
        if function.is_defined() {
            for (param, arg) in function.params.iter().zip(&args) {
                let param = self.value(callee, param.value);
                self.assign(param, *arg);
            }
            if let Some(area) = self.variadic[callee.index()] {
                for arg in args.iter().skip(function.params.len()) {
                    arg.iter().for_each(|node| self.solver.add_copy(node, area));
                }
            }
            if allocator.is_none() {
                self.assign(result, self.returned[callee.index()]);
            }
        } else if allocator.is_none() {
            self.connect_declared(site, callee, &args, result);
        }
        if let Some(allocator) = allocator {
            self.allocate(site, allocator, &args, result);
        }
    }

    fn allocate(&mut self, site: Site, allocator: Allocator, args: &[Nodes], result: Nodes) {
        let Some(location) = self.sites.get(&site).copied() else { return self.hand_over(result) };
        match allocator {
            Allocator::Stored => {
                let address = self.add_nodes(1);
                self.solver.add_location(address.first, location);
                let to = args.first().copied().unwrap_or_default();
                self.store(address, &[(0, 8)], to, 8);
            }
            Allocator::Result(_) => result.iter().for_each(|node| self.solver.add_location(node, location)),
            Allocator::Moved => {
                // An object that was moved is the same object.
                let old = args.first().copied().unwrap_or_default();
                self.assign(result, old);
                result.iter().for_each(|node| self.solver.add_location(node, location));
            }
        }
    }

    fn connect_declared(&mut self, site: Site, callee: FuncId, args: &[Nodes], result: Nodes) {
        let name = self.module.functions[callee].name.as_str();
        let arg = |i: usize| args.get(i).copied().unwrap_or_default();
        if external::copies(name) {
            let size = self.constant_arg(site, 2).filter(|_| name.starts_with("mem"));
            self.copy_memory(arg(0), arg(1), size);
        }
        if external::returns_first_argument(name) {
            // Somewhere in it.
            for node in arg(0).iter() {
                for to in result.iter() {
                    self.solver.add_rule(node, Rule::Offset { to, bytes: 0, step: Some(0), uses: 0 });
                }
            }
        }
        match name {
            "strtol" | "strtoul" | "strtod" => self.store(arg(0), &[(0, 8)], arg(1), 1),
            "getenv" => self.hand_over(result),
            // Descriptions of landing pads, that is, the type_infos they mention.
            "__rift_landing_pad" => {
                let infos = Nodes { first: self.thrown, len: 1 };
                let all = self.add_nodes(1);
                for node in arg(1).iter() {
                    let rule = Rule::Offset { to: all.first, bytes: 0, step: Some(0), uses: 0 };
                    self.solver.add_rule(node, rule);
                }
                self.store(infos, &[(0, 8)], all, 8);
            }
            _ => {}
        }
        match external::external(&self.module.functions[callee]) {
            External::Jumps => {
                for arg in args {
                    arg.iter().for_each(|node| self.solver.add_copy(node, self.thrown));
                }
            }
            External::Unknown => {
                for arg in args {
                    arg.iter().for_each(|node| self.solver.add_copy(node, UNKNOWN));
                }
                self.hand_over(result);
            }
            External::Plain
            | External::Ends
            | External::ReturnsTwice
            | External::Constructors
            | External::Destructors => {}
        }
    }

    fn constant_arg(&self, site: Site, index: usize) -> Option<u64> {
        let inst = &self.module.functions[site.function].insts[site.inst];
        let (InstKind::Call { args, .. } | InstKind::Invoke { args, .. }) = &inst.kind else { return None };
        let Operand::Const(id) = args.get(index)?.value else { return None };
        match self.module.consts.get(id) {
            Const::Bits { limbs, .. } if limbs.len() == 1 => Some(limbs[0]),
            _ => None,
        }
    }

    /// New addresses have come to a called pointer.
    pub(super) fn resolve(&mut self, number: u32, addresses: &Bits) {
        let site = self.calls[number as usize].site;
        for location in addresses.iter() {
            match self.objects.object(location) {
                Object::Function(callee) => self.connect(site, callee),
                Object::Unknown => {
                    let (args, result) = self.parts(site);
                    for arg in args {
                        arg.iter().for_each(|node| self.solver.add_copy(node, UNKNOWN));
                    }
                    self.hand_over(result);
                }
                _ => {}
            }
        }
    }

    /// The outside has got hold of these addresses: of whole objects, and of functions to call.
    pub(super) fn escape(&mut self, addresses: &Bits) {
        for location in addresses.iter() {
            match self.objects.object(location) {
                Object::Unknown => {}
                Object::Function(id) => {
                    let function = &self.module.functions[id];
                    for param in &function.params {
                        let param = self.value(id, param.value);
                        self.hand_over(param);
                    }
                    for node in self.returned[id.index()].iter() {
                        self.solver.add_copy(node, UNKNOWN);
                    }
                }
                _ => {
                    for cell in self.objects.siblings(location) {
                        self.solver.unify(UNKNOWN, cell);
                    }
                }
            }
        }
    }
}
