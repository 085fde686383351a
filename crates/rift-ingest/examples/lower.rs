//! Lowers bitcode or LLVM text and prints what came out: `lower [-r RUNTIME]... [-k KEEP]... [-i] [-p] FILE...`
//! `-i` reads in a child process, `-p` prints the module.

use rift_ingest::{Bitcode, LinkOptions, extract_embedded, ingest_isolated, link_and_lower, llvm_library};
use rift_ir::{InstKind, Module};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

fn main() {
    if let Err(message) = run() {
        eprintln!("lower: {message}");
        std::process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let (mut inputs, mut runtime, mut keep) = (Vec::new(), Vec::new(), vec!["main".to_owned()]);
    let (mut isolated, mut print) = (false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-r" => runtime.extend(read(&args.next().ok_or("-r needs a file")?)?),
            "-k" => keep.push(args.next().ok_or("-k needs a symbol")?),
            "-i" => isolated = true,
            "-p" => print = true,
            file => inputs.extend(read(file)?),
        }
    }
    let started = Instant::now();
    let library = llvm_library().map_err(|e| e.to_string())?;
    println!("libLLVM {:?} {} in {:.0?}", library.version, library.path.display(), started.elapsed());
    let keep: Vec<&str> = keep.iter().map(String::as_str).collect();
    let options = LinkOptions { runtime: &runtime, keep: &keep, ..LinkOptions::default() };
    let started = Instant::now();
    let lower = if isolated { ingest_isolated } else { link_and_lower };
    let module = lower(&inputs, &options).map_err(|e| e.to_string())?;
    println!("lowered {} modules in {:.0?}", inputs.len() + runtime.len(), started.elapsed());
    statistics(&module);
    if let Err(errors) = rift_ir::verify(&module) {
        let shown: Vec<String> = errors.iter().take(20).map(|e| e.to_string()).collect();
        return Err(format!("{} errors in the lowered module:\n{}", errors.len(), shown.join("\n")));
    }
    if print {
        print!("{}", rift_ir::print(&module));
    }
    Ok(())
}

fn read(file: &str) -> Result<Vec<Bitcode>, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("cannot read `{file}`: {e}"))?;
    if bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"!<arch>") {
        return extract_embedded(Path::new(file)).map_err(|e| e.to_string());
    }
    Ok(vec![Bitcode { name: file.to_owned(), bytes }])
}

fn statistics(module: &Module) {
    let defined = module.functions.values().filter(|f| f.is_defined()).count();
    let insts: usize = module.functions.values().map(|f| f.insts.len()).sum();
    let placed: usize =
        module.functions.values().flat_map(|f| f.insts.values()).filter(|i| i.position.is_some()).count();
    println!(
        "{defined} functions, {} declared, {} globals, {} types, {} constants, {insts} instructions, {placed} with \
         position, {} files, {} positions, {} constructors, {} destructors",
        module.functions.len() - defined,
        module.globals.len(),
        module.types.iter().count(),
        module.consts.iter().count(),
        module.files.len(),
        module.positions.len(),
        module.constructors.len(),
        module.destructors.len(),
    );
    let mut unsupported: BTreeMap<&str, usize> = BTreeMap::new();
    let mut intrinsics: BTreeMap<&str, usize> = BTreeMap::new();
    for inst in module.functions.values().flat_map(|f| f.insts.values()) {
        match &inst.kind {
            InstKind::Unsupported { what } => *unsupported.entry(what).or_default() += 1,
            InstKind::Intrinsic { which, .. } => *intrinsics.entry(which.name()).or_default() += 1,
            _ => {}
        }
    }
    println!("intrinsics: {intrinsics:?}");
    println!("unsupported: {unsupported:?}");
    let external: Vec<_> =
        module.globals.values().filter(|g| g.init == rift_ir::GlobalInit::External).map(|g| g.name.as_str()).collect();
    println!("undefined globals: {external:?}");
    for (name, callers) in module.undefined_functions() {
        println!("undefined: {name} <- {}", callers.join(", "));
    }
}
