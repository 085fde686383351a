//! Many modules to one: parse, check, link, drop what cannot be reached, promote locals to registers.
//!
//! Only `globaldce` and `sroa` run, and `simplifycfg` where it is asked for: everything stronger loses source lines
//! and branches.

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

/// What unwinding code goes on to.
const UNWINDER: &str = "_Unwind_Resume";

#[derive(Debug, Clone, Copy, Default)]
pub struct LinkOptions<'a> {
    /// The libc and friends. Their definitions yield to the program's and come along only where they are used.
    pub runtime: &'a [Bitcode],
    /// Symbols that stay visible and alive: `main`, `__rift_start`, the entries of a library.
    pub keep: &'a [&'a str],
    pub branches: Branches,
}

/// What becomes of branches that only choose between values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Branches {
    /// Every branch of the source stays one.
    #[default]
    Kept,
    /// `a && b`, `c ? x : y` and their like become selections where computing both sides is cheap and harmless: one
    /// path instead of two. KLEE does the same to every program before it runs it. Some source lines lose their
    /// instructions.
    Merged,
}

/// Links everything into one module and lowers it, in this process: for bitcode that can be trusted not to crash
/// libLLVM. [`super::ingest_isolated`] is the same for any other.
pub fn link_and_lower(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Result<Module, ModuleError> {
    let _shared = super::isolate::share_library();
    link_and_lower_here(inputs, options)
}

pub(super) fn link_and_lower_here(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Result<Module, ModuleError> {
    let context = Context::new()?;
    let inputs_in_order: Vec<(usize, &Bitcode)> = inputs.iter().enumerate().collect();
    let mut program = link_all(&context, &inputs_in_order, Stage::ReadingInput)?;
    let members = members(&context, &program, options)?;
    if !members.is_empty() {
        let runtime = link_all(&context, &members, Stage::ReadingRuntime)?;
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
    if options.branches == Branches::Merged {
        merge_branches(&mut program).map_err(broken)?;
    }
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

/// Inputs come with their places, for [`note_stage`].
fn link_all<'c>(
    context: &'c Context,
    inputs: &[(usize, &Bitcode)],
    stage: Stage,
) -> Result<SourceModule<'c>, ModuleError> {
    let mut linked: Option<SourceModule<'c>> = None;
    for (index, input) in inputs {
        note_stage(stage, *index);
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
    linked.ok_or_else(|| ModuleError::Parse { file: whole(&[]), reason: "no modules given".to_owned() })
}

/// Which symbols a module has, and which it expects of others.
struct Symbols {
    defined: Vec<String>,
    /// Among them inline functions and the like: every module that uses them has them too.
    inline: HashSet<String>,
    expected: Vec<String>,
}

fn symbols(module: &SourceModule<'_>) -> Symbols {
    let mut symbols = Symbols { defined: Vec::new(), inline: HashSet::new(), expected: Vec::new() };
    for value in module.functions().chain(module.globals()).chain(module.aliases()).filter(|v| !is_local(*v)) {
        let name = value.name().trim_start_matches('\u{1}').to_owned();
        if !value.is_declaration() {
            if value.has_linkage(L::LLVMLinkOnceODRLinkage) {
                symbols.inline.insert(name.clone());
            }
            symbols.defined.push(name);
        } else if !value.has_linkage(L::LLVMExternalWeakLinkage) {
            symbols.expected.push(name);
        }
    }
    symbols
}

/// What of the runtime the program needs, with its place there: as a linker takes members of an archive, each has a
/// symbol that the program, or a member already taken, expects. Few programs need all of libc, and fewer all of
/// libstdc++.
fn members<'a>(
    context: &Context,
    program: &SourceModule<'_>,
    options: &LinkOptions<'a>,
) -> Result<Vec<(usize, &'a Bitcode)>, ModuleError> {
    let mut offered: Vec<Symbols> = Vec::new();
    for (index, member) in options.runtime.iter().enumerate() {
        note_stage(Stage::ReadingRuntime, index);
        let module = SourceModule::open(context, &member.name, &member.bytes)
            .map_err(|reason| ModuleError::Parse { file: member.name.clone(), reason })?;
        offered.push(symbols(&module));
    }
    let mut providers: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, member) in offered.iter().enumerate() {
        let own = member.defined.iter().filter(|name| !member.inline.contains(*name));
        own.for_each(|name| providers.entry(name).or_default().push(index));
    }
    let Symbols { defined, expected, .. } = symbols(program);
    let mut known: HashSet<&str> = defined.iter().map(String::as_str).collect();
    // Code that unwinds names a personality function; its provider also has the unwinder.
    let roots = options.keep.iter().copied().filter(|name| *name != UNWINDER);
    let models = rust_functions(program).into_iter().map(|(_, model)| model);
    let mut wanted: Vec<&str> = expected.iter().map(String::as_str).chain(roots).chain(models).collect();
    let mut taken = vec![false; offered.len()];
    while let Some(name) = wanted.pop() {
        if !known.insert(name) {
            continue;
        }
        let Some(&first) = providers.get(name).and_then(|of| of.iter().find(|i| taken[**i]).or(of.first())) else {
            continue;
        };
        if !std::mem::replace(&mut taken[first], true) {
            wanted.extend(offered[first].expected.iter().map(String::as_str));
        }
    }
    Ok(options.runtime.iter().enumerate().filter(|(index, _)| taken[*index]).collect())
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

/// The functions of Rust's standard library that have a model.
fn rust_functions<'p>(program: &'p SourceModule<'_>) -> Vec<(Value<'p>, &'static str)> {
    let models: HashMap<&str, &'static str> = rust_models::MODELS.iter().copied().collect();
    program
        .functions()
        .filter(|f| !f.is_declaration())
        .filter_map(|f| Some((f, *models.get(rust_models::plain_name(&display_name(&f.name())))?)))
        .collect()
}

/// They become calls of the runtime, where it has the model.
fn replace_rust_functions(program: &SourceModule<'_>, runtime: &SourceModule<'_>) {
    let mut replaced = rust_functions(program);
    replaced.retain(|(_, model)| runtime.function_named(model).is_some_and(|m| !m.is_declaration()));
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

/// The pass takes undefined behaviour as a promise that it does not happen; the machine is to show what does happen. So
/// null is an address like any other to it, and functions that divide by a choice, which it would take for never zero,
/// are left alone.
fn merge_branches(program: &mut SourceModule<'_>) -> Result<(), String> {
    for function in program.functions() {
        function.add_function_attribute("null_pointer_is_valid");
        let divides = function.blocks().flat_map(|block| block.insts()).any(|inst| divides_by_choice(inst));
        if divides {
            function.add_function_attribute("noinline");
            function.add_function_attribute("optnone");
        }
    }
    let result = program.run_passes("function(simplifycfg)");
    for function in program.functions() {
        for name in ["null_pointer_is_valid", "noinline", "optnone"] {
            function.remove_function_attribute(name);
        }
    }
    result
}

fn divides_by_choice(inst: Value<'_>) -> bool {
    use llvm_sys::LLVMOpcode::{LLVMPHI, LLVMSDiv, LLVMSRem, LLVMUDiv, LLVMURem};
    matches!(inst.opcode(), Some(LLVMSDiv | LLVMSRem | LLVMUDiv | LLVMURem))
        && inst.operand(1).opcode() == Some(LLVMPHI)
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
