//! Many modules to one: parse, check, link, drop what cannot be reached, promote locals to registers.
//!
//! Only `globaldce` and `sroa` run: everything stronger loses source lines and branches.

use super::Bitcode;
use super::isolate::{Stage, note_stage};
use super::module::{Context, SourceModule};
use super::value::{Value, ValueKind};
use crate::ModuleError;
use crate::lower::{display_name, lower, rust_models};
use llvm_sys::LLVMLinkage as L;
use rift_ir::Module;
use std::collections::{HashMap, HashSet};

/// What clang-22 writes for x86-64 Linux; given to modules that name no target.
const TRIPLE: &str = "x86_64-unknown-linux-gnu";
const LAYOUT: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

#[derive(Debug, Clone, Copy, Default)]
pub struct LinkOptions<'a> {
    /// The libc and friends. Their definitions yield to the program's and come along only where they are used.
    pub runtime: &'a [Bitcode],
    /// Symbols that stay visible and alive: `main`, `__rift_start`, the entries of a library.
    pub keep: &'a [&'a str],
}

/// Links everything into one module and lowers it, in this process: for bitcode that can be trusted not to crash
/// libLLVM. [`super::ingest_isolated`] is the same for any other.
pub fn link_and_lower(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Result<Module, ModuleError> {
    let _shared = super::isolate::share_library();
    link_and_lower_here(inputs, options)
}

/// Links modules that always go together, the runtime's, into one: reading it back is several times faster than
/// reading its parts. For trusted bitcode.
pub fn prelink(name: &str, inputs: &[Bitcode]) -> Result<Bitcode, ModuleError> {
    let _shared = super::isolate::share_library();
    let context = Context::new()?;
    let linked = link_all(&context, inputs, Stage::ReadingRuntime)?;
    Ok(Bitcode { name: name.to_owned(), bytes: linked.write() })
}

pub(super) fn link_and_lower_here(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Result<Module, ModuleError> {
    let context = Context::new()?;
    let mut program = link_all(&context, inputs, Stage::ReadingInput)?;
    if !options.runtime.is_empty() {
        let runtime = link_all(&context, options.runtime, Stage::ReadingRuntime)?;
        replace_rust_functions(&program, &runtime);
        make_optional(&runtime, options.keep);
        note_stage(Stage::Linking, 0);
        program.link(runtime).map_err(|reason| ModuleError::Link { file: whole(inputs), reason })?;
    }
    note_stage(Stage::Linking, 0);
    prepare(&program, options.keep);
    let broken = |reason| ModuleError::Invalid { file: whole(inputs), reason };
    program.run_passes("globaldce").map_err(broken)?;
    name_parameters(&program);
    program.run_passes("function(sroa<preserve-cfg>),globaldce").map_err(broken)?;
    program.verify().map_err(broken)?;
    note_stage(Stage::Lowering, 0);
    let module = lower(&program, options.keep);
    // The machine trusts what passed; beyond its limits are only modules made to be.
    match rift_ir::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            Err(broken(format!("{} problems after lowering, the first: {first}", errors.len())))
        }
    }
}

/// What to call all inputs together.
pub(super) fn whole(inputs: &[Bitcode]) -> String {
    match inputs {
        [] => "(nothing)".to_owned(),
        [only] => only.name.clone(),
        [first, rest @ ..] => format!("{} and {} more", first.name, rest.len()),
    }
}

fn link_all<'c>(context: &'c Context, inputs: &[Bitcode], stage: Stage) -> Result<SourceModule<'c>, ModuleError> {
    let mut linked: Option<SourceModule<'c>> = None;
    for (index, input) in inputs.iter().enumerate() {
        note_stage(stage, index);
        let file = || input.name.clone();
        let mut module = SourceModule::parse(context, &input.name, &input.bytes)
            .map_err(|reason| ModuleError::Parse { file: file(), reason })?;
        check_target(&mut module, input)?;
        module.verify().map_err(|reason| ModuleError::Invalid { file: file(), reason })?;
        plain_names(&module);
        match &mut linked {
            None => linked = Some(module),
            Some(linked) => linked.link(module).map_err(|reason| ModuleError::Link { file: file(), reason })?,
        }
    }
    linked.ok_or_else(|| ModuleError::Parse { file: whole(inputs), reason: "no modules given".to_owned() })
}

fn check_target(module: &mut SourceModule<'_>, input: &Bitcode) -> Result<(), ModuleError> {
    let triple = module.triple();
    if triple.is_empty() && module.layout_text().is_empty() {
        module.set_target(TRIPLE, LAYOUT);
        return Ok(());
    }
    let system = triple.is_empty() || (triple.starts_with("x86_64") && triple.contains("linux"));
    if system && module.layout().is_64_bit_little_endian() {
        return Ok(());
    }
    let triple = if triple.is_empty() { format!("with layout {}", module.layout_text()) } else { triple };
    Err(ModuleError::WrongTarget { file: input.name.clone(), triple })
}

/// `\01` before a name tells the assembler printer to leave the name alone; the symbol is what follows.
fn plain_names(module: &SourceModule<'_>) {
    let escaped: Vec<Value<'_>> =
        module.functions().chain(module.globals()).filter(|v| v.name().starts_with('\u{1}')).collect();
    for value in escaped {
        let name = value.name();
        let plain = name.trim_start_matches('\u{1}');
        match module.function_named(plain) {
            Some(twin) if twin.is_declaration() => {
                twin.replace_uses(value);
                twin.set_name("");
                value.set_name(plain);
            }
            Some(twin) if value.is_declaration() => value.replace_uses(twin),
            _ => value.set_name(plain),
        }
    }
}

/// Turns the runtime's definitions into ones that the linker takes only where the program lacks its own and
/// something asks for them.
fn make_optional(runtime: &SourceModule<'_>, keep: &[&str]) {
    for value in runtime.functions().chain(runtime.globals()).chain(runtime.aliases()) {
        if value.is_declaration() || is_local(value) || is_special(&value.name()) || array_section(value).is_some() {
            continue;
        }
        let kept = keep.contains(&value.name().as_str());
        value.set_linkage(if kept { L::LLVMWeakAnyLinkage } else { L::LLVMLinkOnceAnyLinkage });
        if value.kind() != ValueKind::Alias {
            value.leave_comdat();
        }
    }
}

fn is_local(value: Value<'_>) -> bool {
    value.has_linkage(L::LLVMInternalLinkage) || value.has_linkage(L::LLVMPrivateLinkage)
}

/// Tables for LLVM itself, and intrinsics.
fn is_special(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// The section of a variable whose pointers the C startup code calls, without its priority.
pub(crate) fn array_section(value: Value<'_>) -> Option<&'static str> {
    if value.kind() != ValueKind::GlobalVariable {
        return None;
    }
    let section = value.section();
    [".preinit_array", ".init_array", ".ctors", ".fini_array", ".dtors"]
        .into_iter()
        .find(|name| section.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// Panics, backtraces and the start of Rust programs become calls of the runtime, where it has them.
fn replace_rust_functions(program: &SourceModule<'_>, runtime: &SourceModule<'_>) {
    let models: HashMap<&str, &str> = rust_models::MODELS.iter().copied().collect();
    let replaced: Vec<(Value<'_>, &str)> = program
        .functions()
        .filter(|f| !f.is_declaration())
        .filter_map(|f| Some((f, *models.get(rust_models::plain_name(&display_name(&f.name())))?)))
        .filter(|(_, model)| runtime.function_named(model).is_some_and(|m| !m.is_declaration()))
        .collect();
    for (function, model) in replaced {
        let declared = program.declare_like(model, function);
        function.replace_uses(declared);
        function.delete_function();
    }
}

/// Hides everything but `keep`, so that dead code can go, and removes what would keep passes away.
fn prepare(program: &SourceModule<'_>, keep: &[&str]) {
    let keep: HashSet<&str> = keep.iter().copied().collect();
    name_after_aliases(program, &keep);
    for value in program.functions().chain(program.globals()).chain(program.aliases()) {
        let name = value.name();
        if value.is_declaration() || is_special(&name) {
            continue;
        }
        // `available_externally` bodies that nobody replaced become ordinary functions here.
        let alive = keep.contains(name.as_str()) || array_section(value).is_some();
        value.set_linkage(if alive { L::LLVMExternalLinkage } else { L::LLVMInternalLinkage });
        if value.kind() != ValueKind::Alias {
            value.leave_comdat();
        }
    }
    for function in program.functions() {
        // clang -O0 marks everything so; sroa would skip it.
        function.remove_function_attribute("optnone");
        function.remove_function_attribute("noinline");
    }
}

/// Aliases do not survive lowering: what a kept one stands for takes its name, unless that is to be kept itself.
fn name_after_aliases(program: &SourceModule<'_>, keep: &HashSet<&str>) {
    let kept: Vec<Value<'_>> = program.aliases().filter(|alias| keep.contains(alias.name().as_str())).collect();
    for alias in kept {
        let object = alias.aliasee();
        let named = matches!(object.kind(), ValueKind::Function | ValueKind::GlobalVariable);
        if named && !object.is_declaration() && !keep.contains(object.name().as_str()) {
            let name = alias.name();
            alias.replace_uses(object);
            alias.set_name("");
            object.set_name(&name);
        }
    }
}

/// Release builds of clang drop the names of parameters; the debug information still has them, attached to the stack
/// slots that sroa is about to remove.
fn name_parameters(program: &SourceModule<'_>) {
    for function in program.functions() {
        let Some(entry) = function.blocks().next() else { continue };
        if function.params().all(|p| !p.name().is_empty()) {
            continue;
        }
        let mut slots: HashMap<Value<'_>, Value<'_>> = function.params().map(|p| (p, p)).collect();
        for inst in entry.insts() {
            if inst.opcode() == Some(llvm_sys::LLVMOpcode::LLVMStore) && inst.operand(0).kind() == ValueKind::Argument {
                slots.entry(inst.operand(1)).or_insert(inst.operand(0));
            }
        }
        for variable in entry.insts().flat_map(|inst| inst.dbg_variables()) {
            let Some(param) = slots.get(&variable.address) else { continue };
            if let (true, Some(name)) = (param.name().is_empty(), variable.name()) {
                param.set_name(&name);
            }
        }
    }
}
