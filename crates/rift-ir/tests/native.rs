//! Holds the file tests' expectations against native code: every `run: .. == ..` of every file is compiled by
//! clang and executed. What the machine is measured by is thereby measured itself.

mod common;

use rift_ir::filetest::{Directive, Expect, Scalar, ScalarType, Scope, directives};
use rift_ir::{
    Block, CallArg, Callee, CastOp, Const, Function, Inst, InstKind, Linkage, Module, Operand, PackedOption, Param,
    PrimaryMap, Signature, Type, ValueData, ValueId, parse, to_llvm, verify,
};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

struct Case {
    /// `file:line`
    place: String,
    symbol: String,
    bytes: usize,
    directive: Directive,
}

#[test]
fn native_code_agrees_with_the_file_tests() {
    let dir = std::env::temp_dir().join(format!("rift-ir-native-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for the files");
    let (cases, texts) = export();
    let program = build(&dir, &cases, &texts);
    let output = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut wrong = String::new();
    let results: Vec<&str> = text.lines().collect();
    for (case, result) in cases.iter().zip(&results) {
        if !agrees(&case.directive.expect, result) {
            let _ = writeln!(wrong, "{}: {:x?} but natively 0x{result}", case.place, case.directive.expect);
        }
    }
    if let Some(case) = cases.get(results.len()) {
        let _ = writeln!(wrong, "{}: the native program ended with {}", case.place, output.status);
    }
    assert!(wrong.is_empty(), "\n{wrong}");

    std::fs::remove_dir_all(&dir).expect("the directory is ours");
}

/// The files as LLVM assembly, with a wrapper for each directive that stores the result's bytes.
fn export() -> (Vec<Case>, Vec<String>) {
    let (mut cases, mut texts) = (Vec::new(), Vec::new());
    for file in common::files() {
        let mut module = parse(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        verify(&module).unwrap_or_else(|e| panic!("{}: {e:#?}", file.name));
        let found = directives(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.name));
        prefix(&mut module, &file.name);
        let mut any = false;
        for directive in found {
            let ty = match (&directive.expect, directive.scope) {
                (Expect::Returns(scalar), Scope::Everywhere) => scalar.ty,
                (Expect::ReturnsNan(kind), Scope::Everywhere) => ScalarType::Float(*kind),
                _ => continue,
            };
            let symbol = format!("run.{}.{}", file.name, directive.line);
            wrap(&mut module, &symbol, &format!("{}.{}", file.name, directive.function), &directive.args, ty);
            let bytes = ty.bits().div_ceil(8) as usize;
            cases.push(Case { place: format!("{}.rir:{}", file.name, directive.line), symbol, bytes, directive });
            any = true;
        }
        if any {
            verify(&module).unwrap_or_else(|e| panic!("{} with wrappers: {e:#?}", file.name));
            texts.push(to_llvm(&module).unwrap_or_else(|e| panic!("{}: {e}", file.name)));
        }
    }
    (cases, texts)
}

/// Keeps the names of different files apart.
fn prefix(module: &mut Module, file: &str) {
    for function in module.functions.values_mut().filter(|f| f.is_defined()) {
        function.name = format!("{file}.{}", function.name);
    }
    for global in module.globals.values_mut().filter(|g| g.linkage != Linkage::External) {
        global.name = format!("{file}.{}", global.name);
    }
}

/// `function @symbol(ptr out) { r = call @callee(args); store r as an integer of whole bytes }`
fn wrap(module: &mut Module, symbol: &str, callee: &str, args: &[Scalar], result: ScalarType) {
    let callee = module.function_named(callee).unwrap_or_else(|| panic!("no function `{callee}`"));
    let type_of = |module: &mut Module, ty: ScalarType| {
        module.types.intern(match ty {
            ScalarType::Int(bits) => Type::Int(bits),
            ScalarType::Float(kind) => Type::Float(kind),
            ScalarType::Ptr => Type::Ptr,
        })
    };
    let ptr = module.types.intern(Type::Ptr);
    let void = module.types.intern(Type::Void);
    let mut params = Vec::new();
    let mut values: PrimaryMap<ValueId, ValueData> = PrimaryMap::new();
    let out = values.push(ValueData { ty: ptr });
    let mut call_args = Vec::new();
    for arg in args {
        let ty = type_of(module, arg.ty);
        params.push(ty);
        let value = Operand::Const(module.consts.intern(Const::Bits { ty, limbs: arg.limbs.clone() }));
        call_args.push(CallArg { value, by_value: None });
    }
    let mut insts = PrimaryMap::new();
    let mut block = Block::default();
    let mut add = |kind, result: Option<ValueId>| {
        let inst = Inst { kind, result: PackedOption::from(result), position: PackedOption::default() };
        block.insts.push(insts.push(inst));
    };
    let ty = type_of(module, result);
    let mut value = values.push(ValueData { ty });
    let signature = Signature { params, result: ty, variadic: false };
    add(InstKind::Call { callee: Callee::Direct(callee), signature, args: call_args }, Some(value));
    let bits = result.bits();
    let whole = module.types.intern(Type::Int(bits.next_multiple_of(8)));
    let cast = match result {
        ScalarType::Int(bits) => (bits % 8 != 0).then_some(CastOp::ZExt),
        ScalarType::Float(_) => Some(CastOp::BitCast),
        ScalarType::Ptr => Some(CastOp::PtrToInt),
    };
    if let Some(op) = cast {
        let cast = values.push(ValueData { ty: whole });
        add(InstKind::Cast { op, value: Operand::Value(value) }, Some(cast));
        value = cast;
    }
    let (address, value) = (Operand::Value(out), Operand::Value(value));
    add(InstKind::Store { address, value, align: 1, volatile: false, atomic: false }, None);
    add(InstKind::Return { value: None }, None);
    module.functions.push(Function {
        name: symbol.to_owned(),
        display: symbol.to_owned(),
        linkage: Linkage::Exported,
        signature: Signature { params: vec![ptr], result: void, variadic: false },
        params: vec![Param { value: out, name: String::new() }],
        values,
        insts,
        blocks: [block].into_iter().collect(),
        position: PackedOption::default(),
    });
}

/// Compiles all files as two, at once, then links.
fn build(dir: &Path, cases: &[Case], texts: &[String]) -> std::path::PathBuf {
    let mut main = String::from("#include <stdio.h>\n#include <string.h>\nstatic unsigned char b[1024];\n");
    main.push_str("static void show(void (*f)(void *), int n) {\n  memset(b, 0, sizeof b); f(b);\n");
    main.push_str("  while (n-- > 0) printf(\"%02x\", b[n]);\n  puts(\"\"); fflush(stdout);\n}\n");
    for (i, case) in cases.iter().enumerate() {
        let _ = writeln!(main, "void f{i}(void *) __asm__(\"{}\");", case.symbol);
    }
    main.push_str("int main(void) {\n");
    for (i, case) in cases.iter().enumerate() {
        let _ = writeln!(main, "  show(f{i}, {});", case.bytes);
    }
    main.push_str("}\n");
    std::fs::write(dir.join("main.c"), main).expect("written");
    let halves: Vec<_> = texts
        .chunks(texts.len().div_ceil(2))
        .enumerate()
        .map(|(i, half)| {
            let (source, object) = (format!("{i}.ll"), format!("{i}.o"));
            std::fs::write(dir.join(&source), concatenated(half)).expect("written");
            let mut clang = Command::new("clang-22");
            clang.current_dir(dir).args(["-c", "-O0", "-w", "-mcx16", &source, "-o", &object]);
            (clang.spawn().expect("clang-22 is installed"), object)
        })
        .collect();
    let mut link = Command::new("clang-22");
    link.current_dir(dir).args(["-w", "-no-pie", "-o", "tests", "main.c", "-lm"]);
    for (mut half, object) in halves {
        assert!(half.wait().expect("clang ends").success(), "clang-22 failed: see its messages");
        link.arg(object);
    }
    assert!(link.status().expect("clang-22 is installed").success(), "linking failed");
    dir.join("tests")
}

/// Several modules as one: names differ, but for what none of them defines.
fn concatenated(texts: &[String]) -> String {
    let mut seen = HashSet::new();
    let shared = |line: &str| line.starts_with("declare ") || line.starts_with("target ") || line.contains(" = extern");
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.filter(|line| !shared(line) || seen.insert(*line)).map(|line| format!("{line}\n")).collect()
}

fn agrees(expect: &Expect, hex: &str) -> bool {
    match expect {
        Expect::Returns(scalar) => {
            let all: String = scalar.limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
            all.trim_start_matches('0') == hex.trim_start_matches('0')
        }
        Expect::ReturnsNan(kind) => {
            let bits = u128::from_str_radix(hex, 16).expect("hexadecimal");
            // Drop the sign; a NaN is above infinity, also with x87's leading one.
            let magnitude = bits & ((1 << (kind.bits() - 1)) - 1);
            let infinity: u128 = match kind {
                rift_ir::FloatKind::Half => 0x7c00,
                rift_ir::FloatKind::BFloat => 0x7f80,
                rift_ir::FloatKind::Single => 0x7f80_0000,
                rift_ir::FloatKind::Double => 0x7ff0_0000_0000_0000,
                rift_ir::FloatKind::X87 => 0x7fff_8000_0000_0000_0000,
                rift_ir::FloatKind::Quad => 0x7fff << 112,
            };
            magnitude > infinity
        }
        _ => false,
    }
}
