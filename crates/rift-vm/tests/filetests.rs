//! Runs every `filetests/*.rir` in the machine and holds it to what the file itself expects.
//! The same expectations are held against native builds by `rift-ir/tests/native.rs`.

use rift_ir::filetest::{Directive, Expect, directives};
use rift_vm::{Host, HostFn, Limit, Limits, Machine, Memory, MemoryConfig, Program, Stop};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// File tests call nothing but themselves.
#[derive(Clone)]
struct Nothing;

impl Host for Nothing {
    fn lookup(&self, _: &str) -> Option<HostFn<Nothing>> {
        None
    }
}

#[test]
fn every_file_test_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "rir"));
    files.sort();
    assert!(files.len() >= 60, "only {} file tests", files.len());
    let mut failures = Vec::new();
    let mut checked = 0;
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let module = rift_ir::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        rift_ir::verify(&module).unwrap_or_else(|e| panic!("{name}: {:?}", e.first()));
        let program = Program::new(Arc::new(module), Memory::new(&MemoryConfig::default())).unwrap();
        let program = Arc::new(program);
        for directive in directives(&text).unwrap_or_else(|e| panic!("{name}: {e}")) {
            checked += 1;
            if let Err(got) = check(&program, &directive) {
                failures.push(format!("{name}:{}: expected {:?}, got {got}", directive.line, directive.expect));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {checked} fail:\n{}", failures.len(), failures.join("\n"));
}

fn check(program: &Arc<Program>, directive: &Directive) -> Result<(), String> {
    let entry = program.module.function_named(&directive.function).ok_or("no such function")?;
    let args: Vec<u64> = directive.args.iter().flat_map(|a| a.limbs.iter().copied()).collect();
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let machine = Machine::new(Arc::clone(program), program.initial_memory(), Nothing, limits, entry, &args);
    let end = match machine {
        Ok(mut machine) => machine.run(&mut ()).end,
        Err(stop) => stop,
    };
    let holds = match (&directive.expect, &end) {
        (Expect::Returns(value), Stop::Returned(slots)) => *slots == value.limbs,
        (Expect::ReturnsNan(kind), Stop::Returned(slots)) => {
            let bits = slots.iter().rev().fold(0u128, |bits, limb| bits << 64 | u128::from(*limb));
            rift_numeric::float::is_nan(*kind, bits)
        }
        (Expect::ReturnsVoid, Stop::Returned(slots)) => slots.is_empty(),
        (Expect::Faults(name), Stop::Fault(fault)) => fault.name() == name,
        (Expect::Unsupported, Stop::Unsupported(_)) => true,
        (Expect::Limit(name), Stop::Limit(limit)) => limit_name(*limit) == name,
        _ => false,
    };
    if holds { Ok(()) } else { Err(format!("{end:x?}")) }
}

fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "steps",
        Limit::Memory => "memory",
        Limit::CallDepth => "call-depth",
        Limit::Output => "output",
    }
}
