//! One wrong module per rule. Where the text cannot say it, a right module is spoiled by hand.

use super::verify;
use crate::parse::parse_loosely;
use crate::{
    BlockId, Const, ConstId, Field, FileId, FuncId, GlobalId, GlobalInit, InstId, InstKind, Intrinsic, Linkage, Module,
    Operand, PackedOption, PosId, Position, Reloc, RelocTarget, Type, TypeId, ValueData, ValueId,
};

#[track_caller]
fn rejected(module: &Module, because: &str) {
    let errors = verify(module).expect_err("should be rejected");
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(texts.iter().any(|text| text.contains(because)), "{texts:#?} do not say `{because}`");
}

fn read(text: &str) -> Module {
    parse_loosely(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// A function around some lines, with things of many types at hand.
fn with_body(body: &str) -> Module {
    read(&format!(
        "global @g size 16 align 8 = \"\"\ndeclare @callee(i32, ptr) -> i32\ndeclare @nothing()\n\
         function @f(i1 c, i8 a, i32 b, i64 d, f32 x, f64 y, ptr p, <4 x i32> v, {{i32, i64}} s) -> i32 {{\n{body}\n}}"
    ))
}

#[test]
fn wrong_instructions_are_rejected() {
    let cases = [
        ("r = add i32 b, d", "i64 where i32 is needed"),
        ("r = add f32 x, x", "integer arithmetic on something that is no integer"),
        ("r = fadd i32 b, b", "float arithmetic on something that is no float"),
        ("r = add {i32, i64} s, s", "where a scalar or vector is needed"),
        ("r = add i32 b, b -> i64", "the result is i64, not i32"),
        ("r = fneg i32 b", "fneg of something that is no float"),
        ("r = freeze i32 b -> i8", "the result is i8, not i32"),
        ("r = icmp eq f32 x, x", "icmp of something that is no integer"),
        ("r = icmp eq i32 b, b -> i8", "the result is i8, not i1"),
        ("r = icmp eq <4 x i32> v, v -> i1", "the result is i1, not <4 x i1>"),
        ("r = fcmp oeq i32 b, b", "fcmp of something that is no float"),
        ("r = trunc i32 b to i32", "a cast between types"),
        ("r = zext i32 b to i8", "a cast between types"),
        ("r = fpext f64 y to f32", "a cast between types"),
        ("r = fptrunc f32 x to f64", "a cast between types"),
        ("r = fptosi i32 b to i32", "a cast between types"),
        ("r = sitofp f32 x to f32", "a cast between types"),
        ("r = ptrtoint i32 b to i64", "a cast between types"),
        ("r = inttoptr ptr p to ptr", "a cast between types"),
        ("r = zext <4 x i32> v to <2 x i64>", "different numbers of lanes"),
        ("r = bitcast i32 b to f64", "a bitcast between different sizes"),
        ("r = bitcast {i32, i64} s to i128", "where a scalar or vector is needed"),
        ("r = select i8 a, i32 b, b", "a condition that is not i1"),
        ("r = select i1 c, i32 b, d", "i64 where i32 is needed"),
        ("k = bitcast i8 a to <8 x i1>\nr = select <8 x i1> k, <4 x i32> v, v", "a condition of other lanes"),
        ("r = alloca 4 count f32 x", "an index that is no integer"),
        ("r = alloca 4 align 3", "alignment 3 is not a power of two"),
        ("r = alloca 4 align 0", "alignment 0 is not a power of two"),
        ("r = alloca 1000000000000000000", "larger than the address space"),
        ("r = load i32, d", "i64 where ptr is needed"),
        ("r = load i32, p align 12", "alignment 12"),
        ("store i32 b, d", "i64 where ptr is needed"),
        ("r = offset i64 d, 4", "a base that is no pointer"),
        ("r = offset ptr p, 4, f32 x * 4", "an index that is no integer"),
        ("r = offset ptr p, 4, <4 x i32> v * 4 -> ptr", "the result is ptr, not <4 x ptr>"),
        ("q = offset ptr p, 0, <2 x i32> zero * 1\nr = offset <2 x ptr> q, 0, <4 x i32> v * 1", "different lengths"),
        ("r = atomicrmw add p, f32 x", "integer operation"),
        ("r = atomicrmw fadd p, i32 b", "float operation"),
        ("r = atomicrmw add d, i32 b", "i64 where ptr is needed"),
        ("r = cmpxchg p, f32 x, x", "neither an integer nor a pointer"),
        ("r = cmpxchg p, i32 b, d", "i64 where i32 is needed"),
        ("r = cmpxchg p, i32 b, b -> {i64, i1}", "an old value of another type"),
        ("r = cmpxchg p, i32 b, b -> {i32, i8}", "a success that is not i1"),
        ("r = cmpxchg p, i32 b, b -> {i32}", "not two parts"),
        ("r = cmpxchg p, i32 b, b -> i32", "where a struct is needed"),
        ("r = extractvalue {i32, i64} s, 2 -> i32", "field 2 of 2"),
        ("r = extractvalue {i32, i64} s, 1, 0 -> i32", "no struct and no array"),
        ("r = extractvalue [2 x i32] zero, 2 -> i32", "element 2 of 2"),
        ("r = extractvalue {i32, i64} s, 1 -> i32", "the result is i32, not i64"),
        ("r = extractvalue <4 x i32> v, 1 -> i32", "no struct and no array"),
        ("r = insertvalue {i32, i64} s, i32 b, 1", "i32 where i64 is needed"),
        ("r = extractelement i32 b, i32 b -> i32", "a scalar where a vector is needed"),
        ("r = extractelement <4 x i32> v, f32 x", "an index that is no integer"),
        ("r = insertelement <4 x i32> v, i64 d, i32 b", "another type than the vector's"),
        ("r = shuffle <4 x i32> v, v, [0, 8]", "lane 8 of 8"),
        ("r = shuffle i32 b, b, [0] -> i32", "no vector"),
        ("r = shuffle <4 x i32> v, v, [] -> i32", "a shuffle to no lanes"),
        ("r = call @callee(i32 b) -> i32", ""),
        ("r = call @callee(i32 b) as (i32, ptr) -> i32", "1 arguments for 2 parameters"),
        ("r = call @callee(i32 b, ptr p, i32 b) as (i32, ptr) -> i32", "3 arguments for 2 parameters"),
        ("r = call @callee(i64 d, ptr p) as (i32, ptr) -> i32", "i64 where i32 is needed"),
        ("r = call @callee(i32 b, ptr p) -> i32 -> i64", "the result is i64, not i32"),
        ("r = call @nothing() -> i32 -> i64", "the result is i64"),
        ("call @callee(i32 byval(4, 4) b) -> i32", "i32 where ptr is needed"),
        ("call @callee(ptr byval(4, 3) p) -> i32", "alignment 3"),
        ("r = call indirect d() -> i32", "i64 where ptr is needed"),
        ("r = phi i32", "0 entries for 1 predecessor"),
        ("r = landingpad {ptr, i32} catch i32 b", "i32 where ptr is needed"),
        ("r = vaarg d -> i32", "i64 where ptr is needed"),
        ("branch a, next, next\nnext:", "i8 where i1 is needed"),
        ("switch f32 x, next []\nnext:", "a switch on something that is no integer"),
        ("switch i32 b, next [1 => next, 1 => next]\nnext:", "two cases of the same value"),
        ("switch i32 b, next [0 => next, zero => next]\nnext:", "two cases of the same value"),
        ("switch i32 b, next [undef => next]\nnext:", "is no number"),
        ("switch i32 b, next [(i8 1) => next]\nnext:", "another type than the switch"),
        ("indirectjump d, [next]\nnext:", "i64 where ptr is needed"),
        ("jump next -> i32\nnext:", "a result of something that has none"),
        ("r = fence -> i32", "a result of something that has none"),
        ("r = add i8388608 zero, zero", "integers in registers end at 4096 bits"),
        ("r = freeze [65537 x i8] zero", "more parts than a register may hold"),
    ];
    for (body, because) in cases {
        // Phis and landing pads must not be first in the entry block.
        let start = if because.contains("predecessor") { "e:\njump o\no:" } else { "e:" };
        let module = with_body(&format!("{start}\n{body}\nreturn i32 0"));
        match because {
            "" => verify(&module).unwrap_or_else(|e| panic!("{body}: {e:?}")),
            _ => rejected(&module, because),
        }
    }
}

#[test]
fn wrong_intrinsics_are_rejected() {
    let cases = [
        ("intrinsic memcpy(ptr p, ptr p, i64 d)", "3 operands, not 4"),
        ("intrinsic memcpy(ptr p, i64 d, i64 d, i1 c)", "i64 where ptr is needed"),
        ("r = intrinsic memcpy(ptr p, ptr p, i64 d, i1 c) -> i32", "a result of something that has none"),
        ("intrinsic memset(ptr p, i32 b, i64 d, i1 c)", "i32 where i8 is needed"),
        ("r = intrinsic sadd.with.overflow(i32 b, i32 b) -> i32", "where a struct is needed"),
        ("r = intrinsic sadd.with.overflow(i32 b, i32 b) -> {i32, i8}", "a result of other types"),
        ("r = intrinsic uadd.sat(i32 b, i64 d) -> i32", "i64 where i32 is needed"),
        ("r = intrinsic ctpop(f32 x) -> f32", "another kind of type"),
        ("intrinsic ctpop(i32 b)", "no result"),
        ("r = intrinsic ctlz(i32 b) -> i32", "1 operands, not 2"),
        ("r = intrinsic bswap(i8 a) -> i8", "an odd number"),
        ("r = intrinsic fshl(i32 b, i32 b) -> i32", "2 operands, not 3"),
        ("r = intrinsic scmp(i32 b, i32 b) -> i1", "fewer than two bits"),
        ("r = intrinsic sqrt(i32 b) -> i32", "another kind of type"),
        ("r = intrinsic fma(f32 x, f32 x, f64 y) -> f32", "f64 where f32 is needed"),
        ("r = intrinsic powi(f32 x, f32 x) -> f32", "a strange exponent"),
        ("r = intrinsic frexp(f32 x) -> {f64, i32}", "a result of other types"),
        ("r = intrinsic fptosi.sat(f32 x) -> f32", "no integer of as many lanes"),
        ("r = intrinsic is.fpclass(f32 x, i64 d) -> i1", "i64 where i32 is needed"),
        ("r = intrinsic stacksave() -> i64", "the result is i64, not ptr"),
        ("intrinsic lifetime.start(i32 b, ptr p)", "i32 where i64 is needed"),
        ("intrinsic assume(i8 a)", "i8 where i1 is needed"),
        ("intrinsic trap(i8 a)", "1 operands, not 0"),
        ("r = intrinsic ssa.copy(i32 b) -> i64", "the result is i64, not i32"),
        ("r = intrinsic ptrmask(ptr p, f32 x) -> ptr", "a mask that is no integer"),
        ("r = intrinsic vector.extract(<4 x i32> v, i64 3) -> <2 x i32>", "not inside the whole"),
        ("r = intrinsic vector.extract(<4 x i32> v, i64 d) -> <2 x i32>", "no constant"),
        ("r = intrinsic vector.insert(<4 x i32> v, <2 x i32> zero, i64 -1) -> <4 x i32>", "not inside the whole"),
        ("r = intrinsic vector.interleave2(<4 x i32> v, <4 x i32> v) -> <4 x i32>", "twice the lanes"),
        ("r = intrinsic vector.reduce.add(i32 b) -> i32", "another kind of type"),
        ("r = intrinsic vector.reduce.fadd(f64 y, <2 x f32> zero) -> f32", "f64 where f32 is needed"),
        ("r = intrinsic masked.load(ptr p, <2 x i1> zero, <4 x i32> v) -> <4 x i32>", "<2 x i1> where <4 x i1>"),
        ("r = intrinsic objectsize(ptr p) -> i64", "one to three flags"),
    ];
    for (body, because) in cases {
        rejected(&with_body(&format!("e:\n{body}\nreturn i32 0")), because);
    }
}

#[test]
fn every_intrinsic_has_a_rule() {
    for which in Intrinsic::ALL {
        let mut module = with_body("e:\nr = intrinsic llvm.other() -> i32\nreturn i32 r");
        let function = module.functions.values_mut().last().expect("the function");
        function.insts[InstId::from_u32(0)].kind = InstKind::Intrinsic { which: which.clone(), args: vec![] };
        if let Err(errors) = verify(&module) {
            assert!(!errors[0].message.contains("no rule"), "{errors:?}");
        }
    }
}

#[test]
fn wrong_shapes_of_functions_are_rejected() {
    let cases = [
        ("e:", "empty block"),
        ("e:\nr = add i32 b, 1", "no terminator"),
        ("e:\nreturn i32 0\nreturn i32 0", "terminator before the end"),
        ("e:\njump e", "goes to the entry block"),
        ("e:\nreturn", "no value returned"),
        ("e:\nreturn i64 d", "i64 where i32 is needed"),
        ("e:\njump n\nn:\nx1 = add i32 b, 1\nr = phi i32 [b, e]\nreturn i32 r", "phi after something else"),
        ("e:\njump n\nn:\nr = phi i32 [b, e], [b, n]\nreturn i32 r", "more entries for b1"),
        ("e:\nbranch c, n, n\nn:\nr = phi i32 [b, e]\nreturn i32 r", "1 entries for 2"),
        ("e:\nbranch c, n, n\nn:\nr = phi i32 [b, e], [0, e]\nreturn i32 r", "two values for b0"),
        ("e:\nbranch c, m, n\nm:\njump n\nn:\nr = phi i32 [b, e], [b, e]\nreturn i32 r", "more entries for b0"),
        ("e:\njump n\nn:\nr = phi i32 [d, e]\nreturn i32 r", "i64 where i32 is needed"),
        ("e:\nr = add i32 q, 1\nq = add i32 b, 1\nreturn i32 r", "v10 is not defined on every path"),
        ("e:\nr = add i32 r, 1\nreturn i32 r", "is not defined on every path"),
        ("e:\nbranch c, m, n\nm:\nq = add i32 b, 1\njump n\nn:\nreturn i32 q", "is not defined on every path"),
        (
            "e:\nbranch c, m, n\nm:\nq = add i32 b, 1\njump n\nn:\nr = phi i32 [q, e], [b, m]\nreturn i32 r",
            "to the end of b0",
        ),
        ("e:\nreturn i32 q\nu:\nq = add i32 b, 1\nreturn i32 q", "is not defined on every path"),
        ("e:\ninvoke @nothing() to n unwind n\nn:\nreturn i32 0", "which is no landing pad"),
        (
            "e:\ninvoke @nothing() to n unwind n\nn:\nl = landingpad {ptr, i32} cleanup\nreturn i32 0",
            "other than by unwinding",
        ),
        ("e:\njump n\nn:\nl = landingpad {ptr, i32} cleanup\nreturn i32 0", "other than by unwinding"),
        ("e:\nl = landingpad {ptr, i32} cleanup\nreturn i32 0", "in the entry block"),
        (
            "e:\nq = invoke @callee(i32 b, ptr p) -> i32 to n unwind u\nn:\nreturn i32 q\n\
             u:\nl = landingpad {ptr, i32} cleanup\nreturn i32 q",
            "is not defined on every path",
        ),
        (
            "e:\nbranch c, t, n\nt:\nq = invoke @callee(i32 b, ptr p) -> i32 to n unwind u\nn:\nreturn i32 q\n\
             u:\nl = landingpad {ptr, i32} cleanup\nreturn i32 0",
            "is not defined on every path",
        ),
        ("e:\ninvoke asm \"\", \"\" () to n unwind n\nn:\nreturn i32 0", "asm is not invoked"),
    ];
    for (body, because) in cases {
        rejected(&with_body(body), because);
    }
}

#[test]
fn what_llvm_allows_is_accepted() {
    let cases = [
        // Code that no path reaches may use anything, in any order.
        "e:\nreturn i32 0\nu:\nr = add i32 r, q\nq = add i32 b, 1\njump u",
        "e:\nreturn i32 0\nu:\nq = add i32 b, 1\njump n\nn:\nr = phi i32 [q, u]\nreturn i32 r",
        // A definition that dominates through a loop.
        "e:\nq = add i32 b, 1\njump h\nh:\nr = phi i32 [q, e], [t, h]\nt = add i32 r, q\nbranch c, h, o\no:\nreturn i32 t",
        // The result of an invoke on its normal edge, also into a loop header.
        "e:\nq = invoke @callee(i32 b, ptr p) -> i32 to n unwind u\nn:\nr = add i32 q, 1\nbranch c, n, o\n\
         o:\nreturn i32 q\nu:\nl = landingpad {ptr, i32} cleanup\nresume {ptr, i32} l",
        "e:\nbranch c, t, n\nt:\nq = invoke @callee(i32 b, ptr p) -> i32 to n unwind u\nn:\nr = phi i32 [q, t], [0, e]\n\
         return i32 r\nu:\nl = landingpad {ptr, i32} cleanup\nunreachable",
        // C without prototypes.
        "e:\nr = call @callee(f64 y) as (...) -> i32\nreturn i32 r",
        "e:\nunsupported \"the end\"",
        "e:\ninvoke @nothing() to n unwind u\nn:\nreturn i32 0\nu:\nr = unsupported \"catchswitch\" -> i32\nreturn i32 r",
    ];
    for body in cases {
        verify(&with_body(body)).unwrap_or_else(|e| panic!("{body}: {e:#?}"));
    }
}

#[test]
fn wrong_types_are_rejected() {
    let table = |types: Vec<Type>| {
        let mut module = Module::default();
        types.into_iter().for_each(|ty| {
            module.types.intern(ty);
        });
        module
    };
    let t = TypeId::from_u32;
    let field = |ty, offset| Field { ty: t(ty), offset };
    let cases = [
        (vec![Type::Int(0)], "integer of 0 bits"),
        (vec![Type::Int((1 << 23) + 1)], "integer of 8388609 bits"),
        (vec![Type::Array { elem: t(0), len: 2 }], "not an earlier valid type"),
        (vec![Type::Array { elem: t(7), len: 2 }], "not an earlier valid type"),
        (vec![Type::Struct { fields: vec![field(0, 0)], size: 8, align: 8 }], "not an earlier valid type"),
        (vec![Type::Void, Type::Array { elem: t(0), len: 2 }], "array of void"),
        (vec![Type::Int(8), Type::Vector { elem: t(0), len: 0 }], "vector without elements"),
        (
            vec![Type::Int(8), Type::Array { elem: t(0), len: 2 }, Type::Vector { elem: t(1), len: 2 }],
            "vector of something",
        ),
        (vec![Type::Int(64), Type::Array { elem: t(0), len: 1 << 60 }], "too large"),
        (vec![Type::Struct { fields: vec![], size: 4, align: 3 }], "not a power of two"),
        (vec![Type::Struct { fields: vec![], size: 6, align: 4 }], "not a multiple"),
        (
            vec![Type::Int(32), Type::Struct { fields: vec![field(0, 0), field(0, 3)], size: 8, align: 4 }],
            "overlaps the one before",
        ),
        (
            vec![Type::Int(32), Type::Struct { fields: vec![field(0, 4), field(0, 0)], size: 8, align: 4 }],
            "overlaps the one before",
        ),
        (
            vec![Type::Int(32), Type::Struct { fields: vec![field(0, u64::MAX - 1)], size: 8, align: 4 }],
            "does not fit into the struct's 8 bytes",
        ),
    ];
    for (types, because) in cases {
        rejected(&table(types), because);
    }
    let mut deep = table(vec![Type::Int(8)]);
    for i in 0..200_000 {
        deep.types.intern(Type::Array { elem: t(i), len: 1 });
    }
    rejected(&deep, "nested more than 1024 deep");
}

#[test]
fn wrong_tables_are_rejected() {
    let good = || with_body("e:\nreturn i32 0");
    let spoiled = |spoil: &dyn Fn(&mut Module), because: &str| {
        let mut module = good();
        spoil(&mut module);
        rejected(&module, because);
    };
    verify(&good()).expect("right before it is spoiled");
    let i32_type = |m: &mut Module| m.types.intern(Type::Int(32));
    type Make = fn(TypeId) -> Const;
    let constants: [(Make, &str); 9] = [
        (|ty| Const::Bits { ty, limbs: vec![1, 0] }, "2 limbs for 32 bits"),
        (|ty| Const::Bits { ty, limbs: vec![1 << 32] }, "bits are set above the width"),
        (|_| Const::Bits { ty: TypeId::from_u32(99), limbs: vec![0] }, "type t99 does not exist"),
        (|_| Const::Zero(TypeId::from_u32(99)), "type t99 does not exist"),
        (|_| Const::Global { global: GlobalId::from_u32(9), addend: 0 }, "global g9 does not exist"),
        (|_| Const::Function(FuncId::from_u32(9)), "function fn9 does not exist"),
        (
            |_| Const::Block { function: FuncId::from_u32(2), block: BlockId::from_u32(5) },
            "block b5 of function fn2 does not exist",
        ),
        (|ty| Const::Aggregate { ty, elems: vec![] }, "no struct, array or vector"),
        (|_| Const::Block { function: FuncId::from_u32(0), block: BlockId::from_u32(0) }, "does not exist"),
    ];
    for (constant, because) in constants {
        spoiled(
            &|m| {
                let ty = i32_type(m);
                m.consts.intern(constant(ty));
            },
            because,
        );
    }
    let aggregates: [(u32, &[u32], &str); 3] =
        [(1, &[0, 0], "2 elements for a type of 1"), (1, &[900], "not an earlier constant"), (1, &[1], "i8, not i32")];
    for (len, elems, because) in aggregates {
        spoiled(
            &|m| {
                let (elem, byte) = (i32_type(m), m.types.intern(Type::Int(8)));
                let consts = [Const::Zero(elem), Const::Zero(byte)].map(|c| m.consts.intern(c));
                let ty = m.types.intern(Type::Vector { elem, len });
                let pick = |i: &u32| consts.get(*i as usize).copied().unwrap_or(ConstId::from_u32(*i));
                m.consts.intern(Const::Aggregate { ty, elems: elems.iter().map(pick).collect() });
            },
            because,
        );
    }
    fn global(m: &mut Module) -> &mut crate::Global {
        &mut m.globals[GlobalId::from_u32(0)]
    }
    fn function(m: &mut Module) -> &mut crate::Function {
        &mut m.functions[FuncId::from_u32(2)]
    }
    let reloc = |offset, size, target| GlobalInit::Bytes {
        bytes: vec![1; 4],
        relocs: vec![Reloc { offset, size, target, minus: None, addend: 0 }],
    };
    let own = RelocTarget::Global(GlobalId::from_u32(0));
    spoiled(&|m| global(m).align = 24, "alignment 24 is not a power of two");
    spoiled(&|m| global(m).size = 1 << 50, "more than the address space");
    spoiled(&|m| global(m).linkage = Linkage::External, "external, and yet with an initial value");
    spoiled(&|m| global(m).init = GlobalInit::External, "no initial value, and not external");
    spoiled(
        &|m| global(m).init = GlobalInit::Bytes { bytes: vec![0; 17], relocs: vec![] },
        "17 initial bytes for a size of 16",
    );
    spoiled(&|m| global(m).init = reloc(9, 8, own), "relocation at 9 outside of 16 bytes");
    spoiled(&|m| global(m).init = reloc(u64::MAX, 8, own), "outside of 16 bytes");
    spoiled(&|m| global(m).init = reloc(8, 3, own), "relocation at 8 of 3 bytes");
    spoiled(&|m| global(m).init = reloc(0, 8, own), "over bytes that are not zero");
    spoiled(&|m| global(m).init = reloc(8, 8, RelocTarget::Function(FuncId::from_u32(9))), "fn9 does not exist");
    spoiled(
        &|m| {
            let at = |offset| Reloc { offset, size: 8, target: own, minus: None, addend: 0 };
            global(m).init = GlobalInit::Bytes { bytes: vec![], relocs: vec![at(4), at(0)] };
        },
        "relocations at 0 and 4 overlap",
    );
    spoiled(&|m| global(m).name = "f".to_owned(), "`f` names two things");
    spoiled(&|m| m.constructors.push(FuncId::from_u32(9)), "constructor fn9 does not exist");
    spoiled(&|m| function(m).linkage = Linkage::External, "external, and yet with a body");
    spoiled(&|m| function(m).position = PackedOption::from(PosId::from_u32(4)), "position pos4 does not exist");
    spoiled(&|m| drop(function(m).params.pop()), "8 parameters for a signature of 9");
    spoiled(&|m| function(m).params.swap(0, 1), "its value has another type");
    spoiled(&|m| function(m).params[0].value = ValueId::from_u32(77), "value v77 does not exist");
    spoiled(&|m| function(m).signature.result = TypeId::from_u32(77), "type t77 does not exist");
    spoiled(&|m| _ = function(m).values.push(ValueData { ty: TypeId::from_u32(77) }), "type t77 does not exist");
    let first = InstId::from_u32(0);
    spoiled(&|m| function(m).insts[first].result = PackedOption::from(ValueId::from_u32(2)), "v2 is defined twice");
    spoiled(&|m| function(m).insts[first].result = PackedOption::from(ValueId::from_u32(99)), "v99 does not exist");
    spoiled(&|m| function(m).insts[first].position = PackedOption::from(PosId::from_u32(4)), "pos4 does not exist");
    spoiled(
        &|m| function(m).insts[first].kind = InstKind::Return { value: Some(Operand::Value(ValueId::from_u32(99))) },
        "value v99 does not exist",
    );
    spoiled(
        &|m| function(m).insts[first].kind = InstKind::Return { value: Some(Operand::Const(ConstId::from_u32(99))) },
        "constant c99 does not exist",
    );
    spoiled(
        &|m| function(m).insts[first].kind = InstKind::Jump { target: BlockId::from_u32(99) },
        "b99, which does not exist",
    );
    spoiled(
        &|m| {
            let ret = function(m).insts[first].clone();
            function(m).insts.push(ret);
        },
        "instruction in no block",
    );
    spoiled(&|m| function(m).blocks[BlockId::from_u32(0)].insts.insert(0, first), "stands in two places");
    spoiled(
        &|m| function(m).blocks[BlockId::from_u32(0)].insts.insert(0, InstId::from_u32(9)),
        "i9 in b0 does not exist",
    );
}

#[test]
fn wrong_positions_are_rejected() {
    let position = |file, inlined_at| Position {
        file: FileId::from_u32(file),
        line: 1,
        column: 1,
        function: String::new(),
        inlined_at,
    };
    let at = |n| PackedOption::from(PosId::from_u32(n));
    let mut module = Module::default();
    module.files.push("a.c".to_owned());
    module.positions.push(position(0, at(1)));
    module.positions.push(position(0, PackedOption::default()));
    verify(&module).expect("later positions may be referred to");
    module.positions.push(position(0, at(3)));
    module.positions.push(position(0, at(2)));
    rejected(&module, "is inlined into itself");
    let mut module = Module::default();
    module.positions.push(position(0, at(9)));
    rejected(&module, "file file0 does not exist");
    rejected(&module, "which does not exist");
}

/// 60,000 instructions in one function with many blocks: far below what would take minutes if anything
/// were quadratic.
#[test]
fn large_functions_verify_quickly() {
    let mut text = String::from("function @f(i32 x, i1 c) -> i32 {\nb0:\n  v2 = add i32 x, 1\n  branch c, b1, b2\n");
    let blocks = 12_000;
    for b in 1..blocks {
        let (previous, next) = (b - 1, b + 1);
        let from =
            if b % 3 == 2 { format!("[v2, b{previous}], [v2, b{}]", b - 2) } else { format!("[v2, b{previous}]") };
        text += &format!("b{b}:\n  p{b} = phi i32 {from}\n  a{b} = add i32 p{b}, v2\n  m{b} = mul i32 a{b}, p{b}\n");
        text += &format!("  s{b} = sub i32 m{b}, v2\n");
        text += &match (b % 3, next < blocks) {
            (0, true) if b + 2 < blocks => format!("  branch c, b{next}, b{}\n", b + 2),
            (_, true) => format!("  jump b{next}\n"),
            (_, false) => format!("  return i32 s{b}\n"),
        };
    }
    let module = read(&(text + "}\n"));
    let start = std::time::Instant::now();
    verify(&module).unwrap_or_else(|e| panic!("{:?}", &e[0]));
    let took = start.elapsed();
    assert!(took < std::time::Duration::from_secs(2), "{took:?} even though this is only 60,000 instructions");
}
