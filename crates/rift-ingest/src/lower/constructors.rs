//! What runs before `main` and after it, in the order that linker and C startup code would give it.

use super::Lowering;
use crate::llvm::{SourceModule, Value, array_section};
use rift_ir::{
    Block, CallArg, Callee, Const, FuncId, Function, GlobalInit, Inst, InstKind, Linkage, Module, Operand, Param,
    RelocTarget, Type, ValueData,
};

/// Both for constructors without priority and for `.init_array` without number.
const DEFAULT_PRIORITY: i64 = 65535;

impl<'m> Lowering<'m> {
    pub(super) fn collect_constructors(&mut self, source: &'m SourceModule<'_>) {
        let mut constructors = self.table(source, "llvm.global_ctors");
        let mut destructors = self.table(source, "llvm.global_dtors");
        for global in source.globals() {
            let Some(section) = array_section(global) else { continue };
            let number = global.section()[section.len()..].trim_start_matches('.').parse::<i64>().ok();
            let functions = self.functions_in(global);
            let keyed = |priority: i64, functions: Vec<FuncId>| functions.into_iter().map(move |f| (priority, f));
            match section {
                ".preinit_array" => constructors.extend(keyed(-1, functions)),
                ".init_array" => constructors.extend(keyed(number.unwrap_or(DEFAULT_PRIORITY), functions)),
                ".fini_array" => destructors.extend(keyed(number.unwrap_or(DEFAULT_PRIORITY), functions)),
                // The older sections count priorities down and run the other way round.
                old => {
                    let priority = DEFAULT_PRIORITY - number.unwrap_or(0);
                    let list = if old == ".ctors" { &mut constructors } else { &mut destructors };
                    list.extend(keyed(priority, functions.into_iter().rev().collect()));
                }
            }
        }
        constructors.sort_by_key(|(priority, _)| *priority);
        destructors.sort_by_key(|(priority, _)| *priority);
        self.module.constructors = constructors.into_iter().map(|(_, f)| f).collect();
        self.module.destructors = destructors.into_iter().rev().map(|(_, f)| f).collect();
    }

    /// `llvm.global_ctors` and `llvm.global_dtors`: arrays of { priority, function, data }.
    fn table(&mut self, source: &'m SourceModule<'_>, name: &str) -> Vec<(i64, FuncId)> {
        let Some(list) = source.globals().find(|g| g.name() == name).and_then(Value::initializer) else {
            return Vec::new();
        };
        let count = self.element_count(list).unwrap_or(0);
        let entries = (0..count).filter_map(|i| {
            let entry = list.element(i)?;
            let priority = self.address(entry.element(0)?)?.addend;
            match self.address(entry.element(1)?)?.plus? {
                RelocTarget::Function(function) => Some((priority, function)),
                RelocTarget::Global(_) | RelocTarget::Block { .. } => None,
            }
        });
        entries.collect()
    }

    /// The function pointers in a global, in order.
    fn functions_in(&self, global: Value<'m>) -> Vec<FuncId> {
        let Some(id) = self.globals.get(&global) else { return Vec::new() };
        let GlobalInit::Bytes { relocs, .. } = &self.module.globals[*id].init else { return Vec::new() };
        let functions = relocs.iter().filter_map(|reloc| match reloc.target {
            RelocTarget::Function(f) => Some(f),
            RelocTarget::Global(_) | RelocTarget::Block { .. } => None,
        });
        functions.collect()
    }
}

/// Gives bodies to the two functions that the runtime only declares.
pub(super) fn synthesize(module: &mut Module) {
    for (name, called) in
        [("__rift_constructors", module.constructors.clone()), ("__rift_destructors", module.destructors.clone())]
    {
        if let Some(id) = module.function_named(name)
            && !module.functions[id].is_defined()
        {
            call_each(module, id, &called);
        }
    }
}

/// Each callee gets as many of the caller's parameters as it has itself.
fn call_each(module: &mut Module, caller: FuncId, called: &[FuncId]) {
    let signature = module.functions[caller].signature.clone();
    let mut body = Function {
        linkage: Linkage::Internal,
        params: Vec::new(),
        values: Default::default(),
        insts: Default::default(),
        blocks: Default::default(),
        ..module.functions[caller].clone()
    };
    for (ty, name) in signature.params.iter().zip(["argc", "argv", "envp"]) {
        let value = body.values.push(ValueData { ty: *ty });
        body.params.push(Param { value, name: name.to_owned() });
    }
    let mut block = Block::default();
    let mut push = |kind, result| {
        let result = Option::into(result);
        block.insts.push(body.insts.push(Inst { kind, result, position: Default::default() }));
    };
    for callee in called {
        let callee_signature = module.functions[*callee].signature.clone();
        let args = callee_signature.params.iter().enumerate().map(|(i, ty)| {
            let passed = body.params.get(i).filter(|_| signature.params.get(i) == Some(ty));
            let value = match passed {
                Some(param) => Operand::Value(param.value),
                None => Operand::Const(module.consts.intern(Const::Zero(*ty))),
            };
            CallArg { value, by_value: None }
        });
        let args = args.collect();
        let returns = *module.types.get(callee_signature.result) != Type::Void;
        let result = returns.then(|| body.values.push(ValueData { ty: callee_signature.result }));
        push(InstKind::Call { callee: Callee::Direct(*callee), signature: callee_signature, args }, result);
    }
    let value = match module.types.get(signature.result) {
        Type::Void => None,
        _ => Some(Operand::Const(module.consts.intern(Const::Zero(signature.result)))),
    };
    push(InstKind::Return { value }, None);
    body.blocks.push(block);
    module.functions[caller] = body;
}
