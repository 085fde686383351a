//! Small modules in LLVM's text, and lines that the lowered module must contain.

use crate::{Bitcode, LinkOptions, ModuleError, link_and_lower};
use rift_ir::{Module, print};

fn text(name: &str, ll: &str) -> Bitcode {
    Bitcode { name: name.to_owned(), bytes: ll.as_bytes().to_owned() }
}

fn lowered(inputs: &[Bitcode], options: &LinkOptions<'_>) -> Module {
    link_and_lower(inputs, options).unwrap_or_else(|e| panic!("{e}"))
}

/// Each of `expected` occurs in the printed form of `ll`, kept whole by the symbol `f`.
fn check(ll: &str, expected: &[&str]) -> Module {
    let module = lowered(&[text("t.ll", ll)], &LinkOptions { keep: &["f"], runtime: &[], ..LinkOptions::default() });
    let printed = print(&module);
    for line in expected {
        assert!(printed.contains(line), "`{line}` is missing in\n{printed}");
    }
    module
}

fn refused(ll: &str) -> ModuleError {
    link_and_lower(&[text("t.ll", ll)], &LinkOptions::default()).expect_err("a module that must be refused")
}

#[test]
fn arithmetic_keeps_flags_and_widths() {
    check(
        "define i65 @f(i65 %x, i32 %y) {
           %a = add nsw i65 %x, -1
           %b = zext i32 %y to i65
           %c = lshr exact i65 %a, 3
           %d = mul nuw i65 %c, %b
           ret i65 %d
         }",
        &["add nsw i65 v0, ", "zext i32 v1 to i65", "lshr exact i65", "mul nuw i65", "return i65"],
    );
}

#[test]
fn constrained_arithmetic_is_ordinary() {
    check(
        "define i1 @f(double %x, i32 %i) strictfp {
           %a = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp
           %b = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp
           %c = call double @llvm.experimental.constrained.rint.f64(double %b, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp
           %d = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %c, metadata !\"ult\", metadata !\"fpexcept.strict\") strictfp
           ret i1 %d
         }
         declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
         declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
         declare double @llvm.experimental.constrained.rint.f64(double, metadata, metadata)
         declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)",
        &["fadd f64 v0, v0", "sitofp i32 v1 to f64", "rint", "ult f64"],
    );
}

#[test]
fn float_constants_are_exact() {
    check(
        "@h = global half 0xH3C00
         @x = global x86_fp80 0xK3FFFC000000000000000
         @d = global double 1.5
         @q = global fp128 0xL00000000000000003FFF000000000000
         define ptr @f(ptr %p) {
           store ptr @h, ptr %p
           store ptr @x, ptr %p
           store ptr @d, ptr %p
           store ptr @q, ptr %p
           ret ptr %p
         }",
        &[
            "@h size 2 align 2 = \"\\00<\"",
            "@x size 16 align 16 = hex \"00000000000000c0ff3f\"",
            "@d size 8 align 8 = hex \"000000000000f83f\"",
            "@q size 16 align 16 = hex \"0000000000000000000000000000ff3f\"",
        ],
    );
}

#[test]
fn addresses_are_offsets_in_bytes() {
    check(
        "%s = type { i32, [4 x { i8, i64 }] }
         define ptr @f(ptr %p, i64 %i, i32 %j) {
           %a = getelementptr inbounds %s, ptr %p, i64 %i, i32 1, i32 %j, i32 1
           %b = getelementptr %s, ptr %a, i64 -1
           ret ptr %b
         }",
        &["offset inbounds ptr v0, 16, i64 v1 * 72, i32 v2 * 16", "offset ptr v3, -72"],
    );
}

#[test]
fn vectors_of_pointers_stay_vectors() {
    check(
        "define <2 x ptr> @f(ptr %p, <2 x i64> %i) {
           %a = getelementptr i32, ptr %p, <2 x i64> %i
           %b = getelementptr i32, <2 x ptr> %a, <2 x i64> <i64 1, i64 2>
           ret <2 x ptr> %b
         }",
        &["offset ptr v0, 0, <2 x i64> v1 * 4", "* 4"],
    );
}

#[test]
fn initialisers_become_bytes_and_relocations() {
    check(
        "@a = internal global [3 x i16] [i16 1, i16 2, i16 0]
         @b = global { i8, ptr, i32 } { i8 7, ptr getelementptr (i8, ptr @a, i64 4),
              i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @a to i64)) to i32) }
         @same = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 6) to i64), i64 ptrtoint (ptr @a to i64))
         define ptr @f() {
           store ptr @same, ptr @b
           ret ptr @b
         }",
        &[
            "@a size 6 align 2 = hex \"010002\"",
            "@b size 24 align 8 = hex \"07\", at 8 size 8 @a+4, at 16 size 4 @f - @a",
            "@same size 8 align 8 = hex \"06\"",
        ],
    );
}

#[test]
fn an_initialiser_beyond_relocations_leaves_the_global_undefined() {
    let module = check(
        "@a = global i8 1
         @b = global i64 xor (i64 ptrtoint (ptr @a to i64), i64 5)
         define ptr @f() { ret ptr @b }",
        &[],
    );
    let b = module.global_named("b").expect("b is used");
    assert_eq!(module.globals[b].linkage, rift_ir::Linkage::External);
}

#[test]
fn constant_expressions_become_instructions() {
    check(
        "@a = global [4 x i8] zeroinitializer
         define i64 @f(i1 %c) {
           br i1 %c, label %l, label %r
         l:
           br label %r
         r:
           %p = phi i64 [ ptrtoint (ptr getelementptr (i8, ptr @a, i64 2) to i64), %l ], [ 1, %0 ]
           %q = add i64 %p, ptrtoint (ptr @f to i64)
           ret i64 %q
         }",
        &["ptrtoint ptr @a+2 to i64\n  jump b2", "ptrtoint ptr @f to i64\n"],
    );
}

#[test]
fn an_aggregate_with_a_computed_part_is_assembled() {
    check(
        "@a = global i8 0
         define { i64, ptr } @f() { ret { i64, ptr } { i64 ptrtoint (ptr @a to i64), ptr @a } }",
        &["ptrtoint ptr @a to i64", "insertvalue", "return {i64, ptr} v"],
    );
}

#[test]
fn aliases_are_resolved() {
    let module = check(
        "@g = global [8 x i8] zeroinitializer
         @inside = alias i8, getelementptr (i8, ptr @g, i64 3)
         @also = alias i32 (i32), ptr @real
         define internal i32 @real(i32 %x) { ret i32 %x }
         define i32 @f() {
           store i8 1, ptr @inside
           %r = call i32 @also(i32 4)
           ret i32 %r
         }",
        &["store i8 1, @g+3", "call @real(i32 4) -> i32"],
    );
    assert_eq!(module.function_named("also"), None);
}

#[test]
fn a_kept_alias_names_what_it_stands_for() {
    let module = check(
        "@f = alias i32 (i32), ptr @real
         define internal i32 @real(i32 %x) { %r = call i32 @f(i32 %x) ret i32 %r }",
        &["function @f(i32 v0 \"x\")", "call @f(i32 v0)"],
    );
    assert_eq!(module.functions.len(), 1);
}

#[test]
fn unnamed_things_get_unique_names() {
    check(
        "@0 = internal global i8 1
         @.unnamed.0 = internal global i8 2
         define internal ptr @1() { ret ptr @0 }
         define ptr @f() { %r = call ptr @1() store ptr @.unnamed.0, ptr %r ret ptr %r }",
        &["@.unnamed.1 size 1", "@.unnamed.0 size 1", "call @.unnamed.2()"],
    );
}

#[test]
fn calls_carry_by_value_sizes_and_assembly() {
    check(
        "%s = type { i64, i64, i64 }
         declare void @g(ptr byval(%s) align 8, ...)
         define void @f(ptr %p, ptr %callee) {
           call void (ptr, ...) @g(ptr byval(%s) align 16 %p, i32 1)
           call void %callee(ptr %p)
           call void asm sideeffect \"nop $0\", \"r,~{memory}\"(ptr %p)
           ret void
         }",
        &["call @g(ptr byval(24, 16) v0, i32 1)", "call indirect v1(ptr v0)", "asm \"nop $0\""],
    );
}

#[test]
fn intrinsics_lose_metadata_and_invokes_of_them_become_jumps() {
    let module = check(
        "declare void @llvm.donothing()
         declare i32 @personality(...)
         declare void @llvm.experimental.noalias.scope.decl(metadata)
         define i32 @f() personality ptr @personality {
           call void @llvm.experimental.noalias.scope.decl(metadata !0)
           invoke void @llvm.donothing() to label %ok unwind label %bad
         ok:
           ret i32 1
         bad:
           %x = phi i32 [ 3, %0 ]
           %e = landingpad { ptr, i32 } cleanup
           resume { ptr, i32 } %e
         }
         !0 = !{!1}
         !1 = distinct !{!1, !2}
         !2 = distinct !{!2}",
        &["intrinsic experimental.noalias.scope.decl()", "intrinsic donothing()", "jump b1"],
    );
    assert_eq!(module.undefined_functions(), []);
}

#[test]
fn exceptions_keep_their_clauses() {
    check(
        "@type = external constant ptr
         declare i32 @__gxx_personality_v0(...)
         declare i32 @g()
         define i32 @f() personality ptr @__gxx_personality_v0 {
           %r = invoke i32 @g() to label %ok unwind label %bad
         ok:
           ret i32 %r
         bad:
           %e = landingpad { ptr, i32 } cleanup catch ptr @type catch ptr null filter [1 x ptr] [ptr @type]
           resume { ptr, i32 } %e
         }",
        &["invoke @g()", "landingpad", "cleanup", "catch", "filter", "resume"],
    );
}

#[test]
fn what_has_no_form_is_unsupported_where_it_stands() {
    check(
        "declare i32 @personality(...)
         declare void @g()
         define <vscale x 4 x i32> @h(<vscale x 4 x i32> %v) { ret <vscale x 4 x i32> %v }
         define i32 @f(i32 %n, ptr addrspace(257) %seg) personality ptr @personality {
           %s = load i32, ptr addrspace(257) %seg
           call void @h(i32 0)
           invoke void @g() to label %ok unwind label %bad
         ok:
           ret i32 %s
         bad:
           %p = cleanuppad within none []
           cleanupret from %p unwind to caller
         }",
        &[
            "unsupported \"type ptr addrspace(257)\"",
            "unsupported \"type token\"",
            "unsupported \"cleanupret\"",
            "return i32",
        ],
    );
}

#[test]
fn lost_edges_are_forgotten_by_phis() {
    check(
        "define i32 @f(i32 %n) {
           callbr void asm sideeffect \"\", \"!i\"() to label %a [label %b]
         a:
           br label %b
         b:
           %p = phi i32 [ 1, %0 ], [ 2, %a ]
           ret i32 %p
         }",
        &["unsupported \"callbr\"", "phi i32 [2, b1]"],
    );
}

#[test]
fn constructors_run_by_priority_and_destructors_backwards() {
    let module = lowered(
        &[text(
            "t.ll",
            "@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }]
               [{ i32, ptr, ptr } { i32 65535, ptr @c3, ptr null }, { i32, ptr, ptr } { i32 200, ptr @c2, ptr null },
                { i32, ptr, ptr } { i32 65535, ptr @c4, ptr null }]
             @llvm.global_dtors = appending global [2 x { i32, ptr, ptr }]
               [{ i32, ptr, ptr } { i32 65535, ptr @d1, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @d2, ptr null }]
             @early = internal global ptr @c1, section \".init_array.00099\"
             @llvm.used = appending global [1 x ptr] [ptr @early]
             declare void @__rift_constructors(i32, ptr, ptr)
             declare void @__rift_destructors()
             define internal void @c1(i32 %argc, ptr %argv, ptr %envp) { store ptr %argv, ptr @early ret void }
             define internal void @c2() { store i8 1, ptr @early ret void }
             define internal void @c3() { store i8 1, ptr @early ret void }
             define internal void @c4() { store i8 1, ptr @early ret void }
             define internal void @d1() { store i8 1, ptr @early ret void }
             define internal void @d2() { store i8 1, ptr @early ret void }
             define void @f() {
               call void @__rift_constructors(i32 0, ptr null, ptr null)
               call void @__rift_destructors()
               ret void
             }",
        )],
        &LinkOptions { keep: &["f"], runtime: &[], ..LinkOptions::default() },
    );
    let names = |ids: &[rift_ir::FuncId]| ids.iter().map(|f| module.functions[*f].name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&module.constructors), ["c1", "c2", "c3", "c4"]);
    assert_eq!(names(&module.destructors), ["d2", "d1"]);
    assert_eq!(module.global_named("llvm.used"), None);
    let printed = print(&module);
    let body = printed.split("@__rift_constructors(i32 v0").nth(1).expect("a body was made");
    assert!(body.contains("call @c1(i32 v0, ptr v1, ptr v2) -> void\n  call @c2() -> void"), "{printed}");
    assert_eq!(module.undefined_functions(), []);
}

#[test]
fn the_programs_definitions_win_over_the_runtimes() {
    let program = text(
        "program.ll",
        "declare i64 @strlen(ptr)
         declare i32 @used()
         define i32 @getline() { ret i32 1 }
         define available_externally i32 @atoi(ptr %p) { ret i32 10 }
         define available_externally i32 @inlined(ptr %p) { ret i32 11 }
         define i32 @f() {
           %a = call i32 @getline()
           %b = call i32 @used()
           %c = call i32 @atoi(ptr null)
           %d = call i32 @inlined(ptr null)
           ret i32 %a
         }",
    );
    // `helper` is defined before, and `getline` used after, its user's module: order must not matter.
    let runtime = [
        text("r1.ll", "define i32 @helper() { ret i32 20 } define i32 @getline() { ret i32 2 }"),
        text(
            "r2.ll",
            "declare i32 @helper() declare i32 @getline()
             define i32 @used() { %a = call i32 @helper() %b = call i32 @getline() ret i32 %a }
             define i32 @atoi(ptr %p) { ret i32 30 } define void @unused() { ret void }",
        ),
    ];
    let module = lowered(&[program], &LinkOptions { keep: &["f"], runtime: &runtime, ..LinkOptions::default() });
    let printed = print(&module);
    let returned = |name: &str| {
        let body =
            printed.split(&format!("internal @{name}(")).nth(1).unwrap_or_else(|| panic!("no `{name}`: {printed}"));
        body.split("return i32 ").nth(1).and_then(|text| text.lines().next()).expect("a result")
    };
    assert_eq!(returned("getline"), "1");
    assert_eq!(returned("helper"), "20");
    assert!(printed.contains("call @helper()"));
    assert_eq!(returned("atoi"), "30");
    assert_eq!(returned("inlined"), "11");
    assert_eq!(module.function_named("unused"), None);
}

#[test]
fn rust_functions_are_replaced_where_the_runtime_has_a_model() {
    let program = "
        declare void @huge()
        define i32 @_ZN7__rustc18__rust_start_panic17h0123456789abcdefE(ptr %a) { call void @huge() ret i32 1 }
        define i32 @rust_eh_personality(ptr %a) { ret i32 2 }
        define void @f(ptr %p) {
          call i32 @_ZN7__rustc18__rust_start_panic17h0123456789abcdefE(ptr %p)
          call i32 @rust_eh_personality(ptr %p)
          ret void
        }";
    let runtime = "define i32 @__rift_rust_start_panic(ptr %a) { unreachable }";
    let module = lowered(
        &[text("program.ll", program)],
        &LinkOptions { keep: &["f"], runtime: &[text("runtime.ll", runtime)], ..LinkOptions::default() },
    );
    let printed = print(&module);
    assert!(printed.contains("call @__rift_rust_start_panic(ptr v0)"), "{printed}");
    assert!(printed.contains("call @rust_eh_personality(ptr v0)"), "{printed}");
    assert_eq!(module.undefined_functions(), []);
}

#[test]
fn block_addresses_name_blocks_by_number() {
    check(
        "@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
         define i32 @f(i64 %i) {
           %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
           %t = load ptr, ptr %p
           indirectbr ptr %t, [label %a, label %b]
         a:
           ret i32 1
         b:
           ret i32 2
         }",
        &["at 0 size 8 blockaddress(@f, b1), at 8 size 8 blockaddress(@f, b2)", "indirectjump v2, [b1, b2]"],
    );
}

#[test]
fn undefined_functions_are_listed_with_their_users() {
    let module = check(
        "declare void @called()
         declare void @taken()
         @table = global [1 x ptr] [ptr @taken]
         define internal void @_ZN1a1bEv() { call void @called() ret void }
         define ptr @f(ptr %p) { call void @_ZN1a1bEv() call void @called() store ptr @taken, ptr %p ret ptr @table }",
        &[],
    );
    let called = ("called".to_owned(), vec!["a::b()".to_owned(), "f".to_owned()]);
    let taken = ("taken".to_owned(), vec!["f".to_owned(), "global table".to_owned()]);
    assert_eq!(module.undefined_functions(), [called, taken]);
}

#[test]
fn refusals_name_file_and_reason() {
    let wrong = refused("target triple = \"aarch64-unknown-linux-gnu\"\ndefine void @f() { ret void }");
    let expected = "cannot use `t.ll`: wrong target aarch64-unknown-linux-gnu, only x86-64 linux is supported";
    assert_eq!(wrong.to_string(), expected);
    let syntax = refused("define void @f( { ret void }").to_string();
    assert!(syntax.starts_with("cannot read `t.ll`: "), "{syntax}");
    let invalid = refused("define i32 @f() { %x = add i32 %y, 1\n %y = add i32 %x, 1\n ret i32 %y }").to_string();
    assert!(invalid.starts_with("cannot use `t.ll`: not a valid module: Instruction does not dominate"), "{invalid}");
    let junk = link_and_lower(
        &[Bitcode { name: "x.bc".to_owned(), bytes: b"BC\xC0\xDEjunk".to_vec() }],
        &LinkOptions::default(),
    );
    assert!(junk.expect_err("junk").to_string().starts_with("cannot read `x.bc`: "));
    let twice = [text("a.ll", "define void @f() { ret void }"), text("b.ll", "define void @f() { ret void }")];
    let error = link_and_lower(&twice, &LinkOptions::default()).expect_err("two definitions").to_string();
    assert!(error.starts_with("cannot link `b.ll`: ") && error.contains("multiply defined"), "{error}");
}
