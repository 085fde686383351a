//! What is wrong is said where it is wrong; what is right is read as meant.

use super::{ParseError, parse};
use crate::{Const, GlobalInit, InstKind, Linkage, Type, print};

#[test]
fn errors_name_the_place() {
    let cases = [
        ("functoin @f() {", 1, 1, "found `functoin`"),
        ("function @f() {\nb0:\n  retrun\n}", 3, 3, "`retrun` is no instruction"),
        ("function @f() {\nb0:\n  jump b1\n}", 3, 8, "no block `b1`"),
        ("function @f() {\nb0:\n  r = add i32 x, 1\n}", 3, 15, "`x` is not defined"),
        ("function @f(i32 x) {\nb0:\n  r = add i64 x, 1\n}", 3, 15, "another type"),
        ("function @f() {\nb0:\n  r = add i8 256, 1\n}", 3, 14, "256 does not fit into 8 bits"),
        ("function @f() {\nb0:\n  r = add f32 0.1, 0x1ffffffff\n}", 3, 20, "does not fit into 32 bits"),
        ("function @f() {\nb0:\n  r = add f16 0.1, 1.0\n}", 3, 15, "not exact"),
        ("function @f() {\nb0:\n  r = return\n}", 3, 3, "`r` gets no value here"),
        ("function @f() {\nb0:\n  x = freeze i8 1\n  x = freeze i8 2\n}", 4, 3, "second definition of `x`"),
        ("function @f() {\nb0:\nb0:\n  return\n}", 3, 1, "second block `b0`"),
        ("function @f() {\n  return\n}", 2, 3, "label expected"),
        ("function @f() {\nb0:\n  return return\n}", 3, 10, "type expected"),
        ("function @f() {\nb0:\n  fence fence\n}", 3, 9, "end of line expected"),
        ("function @f() {\nb0:\n  return", 3, 9, "expected"),
        ("declare @f()\nglobal @f = \"\"", 2, 8, "second definition"),
        ("global @g = ptr @h", 1, 17, "`@h` is not defined"),
        ("global @g = hex \"abc\"", 1, 17, "pairs of hexadecimal digits"),
        ("global @g = \"abc", 1, 17, "string without end"),
        ("global @g = \"\\zz\"", 1, 15, "escape"),
        ("global @g size 99999999999999999999", 1, 16, "out of range"),
        ("type %t = [2 x %u]", 1, 16, "%u is not defined above"),
        ("type %t = <0 x i8>", 1, 19, "vector without elements"),
        ("type %t = i0", 1, 11, "integer of 0 bits"),
        ("const $c = [2 x i8] [1]", 1, 21, "1 elements of 2"),
        ("const $c = [1 x i8] [1, 2]", 1, 25, "more elements"),
        ("const $c = i32 null", 1, 16, "`null` is a pointer"),
        ("declare @f(..., i32)", 1, 17, "must be last"),
        ("/* never ends", 1, 14, "comment without end"),
        ("#", 1, 1, "no meaning"),
        ("!0 = \"a\":1:1\n!0 = \"a\":1:1", 2, 1, "second position"),
    ];
    for (text, line, column, message) in cases {
        let error = parse(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
    }
}

#[test]
fn hostile_nesting_and_sizes_are_errors() {
    let deep_types = format!("type %t = {}i8{}", "[1 x ".repeat(100_000), "]".repeat(100_000));
    assert!(parse(&deep_types).expect_err("too deep").message.contains("too deeply"));
    let chain: String = (1..3000).map(|i| format!("type %t{i} = [1 x %t{}]\n", i - 1)).collect();
    assert!(parse(&format!("type %t0 = i8\n{chain}")).expect_err("too deep").message.contains("1024 deep"));
    assert!(parse(&format!("const $c = {}", "<".repeat(100_000))).is_err());
    assert!(parse("type %t = [9223372036854775808 x [2 x i64]]").is_err());
    assert!(parse("const $c = i8388608 1").expect_err("too wide").message.contains("4096 bits"));
    assert!(parse(&format!("const $c = i4096 {}", "9".repeat(100_000))).is_err());
    // Numbers far apart do not make large tables.
    let module =
        parse("function @f() {\nb0:\n  v4294967294 = freeze i8 1\n  v9999 = freeze i8 v4294967294\n  return\n}");
    assert_eq!(module.expect("right").functions.values().map(|f| f.values.len()).sum::<usize>(), 2);
}

/// Types and constants that share parts: their text does not double with every level.
#[test]
fn shared_parts_print_once() -> Result<(), ParseError> {
    let mut text = String::from("type %t0 = {i32, i64}\nconst $c0 = %t0 {1, 2}\n");
    for i in 1..40 {
        let previous = i - 1;
        text += &format!("type %t{i} = {{%t{previous}, i8, %t{previous}}}\n");
        text += &format!("const $c{i} = %t{i} {{$c{previous}, 3, $c{previous}}}\n");
    }
    let printed = print(&parse(&text)?);
    assert!(printed.len() < 10_000, "{} bytes", printed.len());
    assert_eq!(printed, print(&parse(&printed)?));
    Ok(())
}

#[test]
fn shorthand_means_what_c_would() -> Result<(), ParseError> {
    let module = parse(
        "global @a = i16 -2, f32 1.0, ptr @b+4, \"x\"\nglobal internal @b size 8 = \"\"\nglobal @c\n\
         type %t = {i8, i32, i128, i8}\nfunction @f(ptr p) -> i32 {\nb0:\n  a = alloca 4\n  r = load i32, p\n  return i32 r\n}",
    )?;
    let [a, b, c] = [0, 1, 2].map(|i| &module.globals[crate::GlobalId::from_u32(i)]);
    let GlobalInit::Bytes { bytes, relocs } = &a.init else { panic!("no bytes") };
    assert_eq!(bytes[..], [0xfe, 0xff, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, b'x']);
    assert_eq!((relocs[0].offset, relocs[0].size, relocs[0].addend), (6, 8, 4));
    assert_eq!((a.size, a.align, a.linkage), (15, 16, Linkage::Exported));
    assert_eq!((b.size, b.linkage), (8, Linkage::Internal));
    assert_eq!((c.size, c.linkage, &c.init), (0, Linkage::External, &GlobalInit::External));
    let struct_type = module.types.iter().find_map(|(_, ty)| match ty {
        Type::Struct { fields, size, align } => {
            Some((fields.iter().map(|f| f.offset).collect::<Vec<_>>(), *size, *align))
        }
        _ => None,
    });
    assert_eq!(struct_type, Some((vec![0, 4, 16, 32], 48, 16)));
    let function = &module.functions[crate::FuncId::from_u32(0)];
    assert_eq!(function.params[0].name, "p");
    let kinds: Vec<&InstKind> = function.insts.values().map(|inst| &inst.kind).collect();
    assert!(matches!(kinds[0], InstKind::Alloca { elem_size: 4, align: 16, .. }));
    assert!(matches!(kinds[1], InstKind::Load { align: 4, volatile: false, atomic: false, .. }));
    Ok(())
}

/// Zero as bits and zero as such are two constants, and stay so.
#[test]
fn kinds_of_zero_are_kept_apart() -> Result<(), ParseError> {
    let text = "const $a = [5 x ptr] [null, 0x0, undef, 0x0, null]\nconst $b = [3 x i32] [0, zero, undef]\n";
    let module = parse(text)?;
    let zeros = module.consts.iter().filter(|(_, c)| matches!(c, Const::Zero(_))).count();
    let bits = module.consts.iter().filter(|(_, c)| matches!(c, Const::Bits { .. })).count();
    assert_eq!((zeros, bits), (2, 2));
    Ok(())
}
