//! A linked, verified LLVM module to rift's own form.
//!
//! What has no form becomes an `Unsupported` instruction (or a declaration without definition, for a global with an
//! initialiser beyond relocations) at its place: a module as a whole is never refused here. Type arithmetic is done
//! with the module's own data layout, constant expressions become instructions, metadata becomes positions.

mod address;
mod body;
mod calls;
mod constants;
mod constructors;
mod display;
mod initializers;
mod insts;
mod positions;
pub(crate) mod rust_models;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use display::display_name;

use crate::llvm::{BasicBlock, Layout, SourceModule, Ty, Value};
use llvm_sys::LLVMLinkage;
use positions::Positions;
use rift_ir::verify::MAX_OBJECT_SIZE;
use rift_ir::{
    BlockId, EntityRef, FuncId, Function, Global, GlobalId, GlobalInit, Linkage, Module, PackedOption, PrimaryMap,
    Signature,
};
use std::collections::{HashMap, HashSet};

/// Why something has no form of its own.
type Unsupported = String;

pub(crate) fn lower<'m>(source: &'m SourceModule<'_>, keep: &'m [&'m str]) -> Module {
    let mut lowering = Lowering {
        layout: source.layout(),
        module: Module::default(),
        types: HashMap::new(),
        functions: HashMap::new(),
        globals: HashMap::new(),
        blocks: HashMap::new(),
        positions: Positions::default(),
        names: Names::new(source),
        keep: keep.iter().copied().collect(),
    };
    lowering.declare_globals(source);
    lowering.declare_functions(source);
    let defined: Vec<_> = source.functions().filter(|f| !f.is_declaration()).collect();
    for function in defined {
        body::lower_body(&mut lowering, function);
    }
    lowering.initialize_globals(source);
    lowering.collect_constructors(source);
    constructors::synthesize(&mut lowering.module);
    lowering.module
}

/// The state of lowering one module.
struct Lowering<'m> {
    layout: Layout<'m>,
    module: Module,
    types: HashMap<Ty<'m>, types::Shape>,
    functions: HashMap<Value<'m>, FuncId>,
    globals: HashMap<Value<'m>, GlobalId>,
    /// Block numbers of the functions that were asked for.
    blocks: HashMap<Value<'m>, HashMap<BasicBlock<'m>, BlockId>>,
    positions: Positions<'m>,
    names: Names,
    keep: HashSet<&'m str>,
}

/// Unique names, also for what has none.
struct Names {
    taken: HashSet<String>,
    unnamed: u32,
}

impl Names {
    fn new(source: &SourceModule<'_>) -> Names {
        let all = source.globals().chain(source.functions()).chain(source.ifuncs());
        Names { taken: all.map(Value::name).collect(), unnamed: 0 }
    }

    fn of(&mut self, value: Value<'_>) -> String {
        let name = value.name();
        if !name.is_empty() {
            return name;
        }
        loop {
            let candidate = format!(".unnamed.{}", self.unnamed);
            self.unnamed += 1;
            if !self.taken.contains(&candidate) {
                return candidate;
            }
        }
    }
}

/// What becomes an operation rather than a call. The jumps of `__builtin_setjmp` are calls, as those of `setjmp` are.
fn is_intrinsic(name: &str) -> bool {
    name.starts_with("llvm.") && !matches!(name, "llvm.eh.sjlj.setjmp" | "llvm.eh.sjlj.longjmp")
}

/// Tables for LLVM itself, not data of the program.
fn is_table(name: &str) -> bool {
    matches!(name, "llvm.used" | "llvm.compiler.used" | "llvm.global_ctors" | "llvm.global_dtors")
}

impl<'m> Lowering<'m> {
    fn declare_globals(&mut self, source: &'m SourceModule<'_>) {
        for value in source.globals().filter(|g| !is_table(&g.name())) {
            let name = self.names.of(value);
            let ty = value.value_type();
            let align = match value.alignment() {
                0 => self.layout.align(ty),
                explicit => explicit,
            };
            // What fits into no address space is as good as missing.
            let size = Some(self.layout.size(ty)).filter(|size| *size <= MAX_OBJECT_SIZE);
            let global = Global {
                size: size.unwrap_or(0),
                align,
                constant: value.is_constant_global(),
                thread_local: value.is_thread_local(),
                linkage: size.map_or(Linkage::External, |_| self.linkage(value, &name)),
                init: GlobalInit::External,
                position: self.positions.of_global(&mut self.module, value).into(),
                name,
            };
            self.globals.insert(value, self.module.globals.push(global));
        }
    }

    fn declare_functions(&mut self, source: &'m SourceModule<'_>) {
        // An ifunc's resolver would have to run first: calling one is calling something undefined.
        for value in source.functions().chain(source.ifuncs()).filter(|f| !is_intrinsic(&f.name())) {
            let name = self.names.of(value);
            let position = match value.kind() {
                crate::llvm::ValueKind::Function => self.positions.of_function(&mut self.module, value),
                _ => None,
            };
            let function = Function {
                display: match position {
                    // A name that only its compiler can demangle: the debug information has a shorter one.
                    Some(position) if display::is_unreadable(&name) => self.module.positions[position].function.clone(),
                    _ => display_name(&name),
                },
                linkage: self.linkage(value, &name),
                signature: self.signature(value.value_type()),
                params: Vec::new(),
                values: PrimaryMap::new(),
                insts: PrimaryMap::new(),
                blocks: PrimaryMap::new(),
                position: PackedOption::from(position),
                name,
            };
            self.functions.insert(value, self.module.functions.push(function));
        }
    }

    fn linkage(&self, value: Value<'m>, name: &str) -> Linkage {
        let declared = value.is_declaration() || value.kind() == crate::llvm::ValueKind::IFunc;
        match declared {
            true if value.has_linkage(LLVMLinkage::LLVMExternalWeakLinkage) => Linkage::ExternalWeak,
            true => Linkage::External,
            false if self.keep.contains(name) => Linkage::Exported,
            false => Linkage::Internal,
        }
    }

    /// Of a function type.
    fn signature(&mut self, ty: Ty<'m>) -> Signature {
        Signature {
            params: ty.params().into_iter().map(|p| self.ty(p)).collect(),
            result: self.ty(ty.result()),
            variadic: ty.is_variadic(),
        }
    }

    /// Blocks are numbered as they stand.
    fn block_of(&mut self, function: Value<'m>, block: BasicBlock<'m>) -> Option<BlockId> {
        let numbers = self
            .blocks
            .entry(function)
            .or_insert_with(|| function.blocks().enumerate().map(|(i, b)| (b, BlockId::new(i))).collect());
        numbers.get(&block).copied()
    }
}
