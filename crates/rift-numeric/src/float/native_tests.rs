//! Agreement with clang's code, bit by bit, NaNs and results that C leaves undefined included.

use super::*;
use crate::int;
use crate::testing::{Random, hex, integers, run_native};
use std::fmt::Write;

pub(super) const PRELUDE: &str = r#"
#include <stdio.h>
#include <string.h>
typedef unsigned long u64;
typedef _Float16 Half; typedef __bf16 BFloat; typedef float Single; typedef double Double;
typedef long double X87; typedef __float128 Quad;
static void show(const void *p, int bytes) {
    u64 v[8] = {0}; memcpy(v, p, bytes);
    for (int i = (bytes + 7) / 8 - 1; i >= 0; i--) printf("%016lx", v[i]);
    printf("\n");
}
"#;

/// What the native programs store of a kind.
pub(super) fn bytes(kind: FloatKind) -> u32 {
    kind.bits() / 8
}

pub(super) fn name(kind: FloatKind) -> String {
    format!("{kind:?}")
}

/// The kinds that link against libgcc 12, which has no bfloat routines.
pub(super) const KINDS: [FloatKind; 5] =
    [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad];

/// Zeros, infinities, NaNs of both sorts and signs, the borders of normal and subnormal numbers and of integer types.
pub(super) fn values(kind: FloatKind, random: &mut Random, count: usize) -> Vec<u128> {
    let f = format::format(kind);
    let one = from_int(kind, 8, false, &[1]);
    let smallest_normal = if kind == FloatKind::X87 { 1 << 63 | 1 << 64 } else { 1u128 << (f.precision - 1) };
    let infinity = format::infinity(kind, false);
    let quiet_bit = 1u128 << (f.precision - 2);
    let mut all = vec![0, 1, 3, smallest_normal - 1, smallest_normal, one, one + 1, one - 1, infinity, infinity - 1];
    if kind == FloatKind::X87 {
        // The largest number, and the smallest normal one, with their leading ones.
        all[3] = (1 << 63) - 1;
        all[7] = 0x3ffe_ffff_ffff_ffff_ffff;
        all[9] = 0x7ffe_ffff_ffff_ffff_ffff;
    }
    all.extend([infinity | quiet_bit, infinity | quiet_bit | 5, infinity | quiet_bit | quiet_bit >> 1, infinity | 5]);
    all.push(infinity | quiet_bit >> 1);
    let exact = |x: f64| convert(FloatKind::Double, kind, u128::from(x.to_bits()));
    all.extend([0.5, 1.5, 2.5, 3.5, 0.1, 0.99, 100.7, 1e5, 65504.0, 65519.0, 65520.0].map(exact));
    for power in [7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 199, 200, 256] {
        let border = exact(2f64.powi(power));
        all.extend([border, border.wrapping_sub(1), border + 1]);
    }
    for _ in 0..count {
        let field = random.below(1 << f.exponent_bits);
        let near = u64::try_from(f.bias()).unwrap() + random.below(80) - 8.min(f.bias() as u64);
        let field = if random.below(3) == 0 { field } else { near.min((1 << f.exponent_bits) - 2) };
        let fraction = (u128::from(random.next()) << 64 | u128::from(random.next())) & ((1 << f.stored) - 1);
        let leading = if kind == FloatKind::X87 && field != 0 { 1 << 63 } else { 0 };
        all.push(u128::from(field) << f.stored | fraction | leading);
    }
    let valid = |bits: &u128| kind != FloatKind::X87 || !matches!(unpack(kind, *bits).number, Number::Invalid);
    all.retain(valid);
    all.iter().flat_map(|&bits| [bits, negate(kind, bits)]).collect()
}

fn limbs_of(value: u128) -> [u64; 2] {
    [value as u64, (value >> 64) as u64]
}

pub(super) fn shown(kind: FloatKind, value: u128) -> String {
    hex(&limbs_of(value)[..int::limbs(kind.bits())])
}

pub(super) fn table(c: &mut String, name: &str, values: &[u128]) {
    let _ = writeln!(c, "static const u64 {name}[][2] = {{");
    for value in values {
        let [low, high] = limbs_of(*value);
        let _ = writeln!(c, "{{{low:#x},{high:#x}}},");
    }
    let _ = writeln!(c, "}};");
}

pub(super) fn check(native: &str, expected: impl IntoIterator<Item = (String, String)>) {
    let mut lines = native.lines();
    for (ours, what) in expected {
        assert_eq!(ours, lines.next().unwrap(), "{what}");
    }
    assert_eq!(lines.next(), None);
}

const ARITHMETIC: [(BinaryOp, &str); 4] =
    [(BinaryOp::FAdd, "+"), (BinaryOp::FSub, "-"), (BinaryOp::FMul, "*"), (BinaryOp::FDiv, "/")];

fn arithmetic_agrees(kind: FloatKind, flags: &[&str]) {
    let values = values(kind, &mut Random(11), 12);
    let mut c = PRELUDE.to_owned();
    table(&mut c, "t", &values);
    let n = values.len();
    let (ty, size) = (name(kind), bytes(kind));
    let _ = writeln!(c, "int main() {{ for (int i = 0; i < {n}; i++) for (int j = 0; j < {n}; j++) {{");
    let _ = writeln!(c, "{ty} a, b, r; memcpy(&a, t[i], {size}); memcpy(&b, t[j], {size});");
    for (_, op) in ARITHMETIC {
        let _ = writeln!(c, "r = a {op} b; show(&r, {size});");
    }
    let _ = writeln!(c, "printf(\"%d%d%d%d%d%d\\n\", a < b, a <= b, a == b, a != b, a > b, a >= b); }} }}");
    let native = run_native(&format!("arithmetic-{ty}"), &[("a.c", &c)], flags);
    let expected = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).flat_map(|(a, b)| {
        let what = format!("{ty} {a:x} {b:x}");
        let mut rows: Vec<(String, String)> =
            ARITHMETIC.map(|(op, _)| (shown(kind, binary(op, kind, a, b)), format!("{op:?} {what}"))).into();
        use FloatPredicate::*;
        let flag = |predicate| if compare(predicate, kind, a, b) { '1' } else { '0' };
        rows.push(([Olt, Ole, Oeq, Une, Ogt, Oge].map(flag).iter().collect(), what));
        rows
    });
    check(&native, expected);
}

#[test]
fn arithmetic() {
    for kind in KINDS {
        arithmetic_agrees(kind, &[]);
    }
    arithmetic_agrees(FloatKind::BFloat, &["--rtlib=compiler-rt"]);
}

fn conversions_agree(kinds: &[FloatKind], flags: &[&str]) {
    let mut c = PRELUDE.to_owned();
    let mut tables: Vec<Vec<u128>> = kinds.iter().map(|&kind| values(kind, &mut Random(12), 300)).collect();
    if kinds.contains(&FloatKind::BFloat) {
        // compiler-rt leaves signaling NaNs signaling, libgcc (from 13 on) does not: we follow libgcc.
        for (&kind, values) in kinds.iter().zip(&mut tables) {
            values.retain(|&bits| !is_signaling_nan(kind, bits));
        }
    }
    let mut body = String::new();
    for (&from, values) in kinds.iter().zip(&tables) {
        table(&mut c, &format!("t{from:?}"), values);
        let _ = writeln!(
            body,
            "for (int i = 0; i < {}; i++) {{ {from:?} a; memcpy(&a, t{from:?}[i], {});",
            values.len(),
            bytes(from)
        );
        for &to in kinds.iter().filter(|&&to| to != from) {
            let _ = writeln!(body, "{{ {to:?} r = ({to:?})a; show(&r, {}); }}", bytes(to));
        }
        body.push_str("}\n");
    }
    let _ = writeln!(c, "int main() {{ {body} }}");
    let native = run_native(&format!("convert-{}", kinds.len()), &[("a.c", &c)], flags);
    let mut expected = Vec::new();
    for (&from, values) in kinds.iter().zip(&tables) {
        for &value in values {
            for &to in kinds.iter().filter(|&&to| to != from) {
                expected.push((shown(to, convert(from, to, value)), format!("{from:?} {value:x} to {to:?}")));
            }
        }
    }
    check(&native, expected);
}

#[test]
fn conversions_between_kinds() {
    conversions_agree(&KINDS, &[]);
}

#[test]
fn conversions_of_bfloat() {
    conversions_agree(&[FloatKind::BFloat, FloatKind::Single, FloatKind::Double], &["--rtlib=compiler-rt"]);
}

/// C type, width, signedness.
fn integer_types() -> Vec<(String, u32, bool)> {
    let mut types = Vec::new();
    for bits in [8, 16, 32, 64] {
        types.push((format!("__INT{bits}_TYPE__"), bits, true));
        types.push((format!("__UINT{bits}_TYPE__"), bits, false));
    }
    types.push(("__int128".to_owned(), 128, true));
    types.push(("unsigned __int128".to_owned(), 128, false));
    for bits in [7, 12, 20, 40, 100, 200, 256] {
        types.push((format!("_BitInt({bits})"), bits, true));
        types.push((format!("unsigned _BitInt({bits})"), bits, false));
    }
    types
}

#[test]
fn to_integers() {
    for kind in KINDS {
        let values = values(kind, &mut Random(13), 100);
        let mut c = PRELUDE.to_owned();
        table(&mut c, "t", &values);
        let _ = writeln!(c, "int main() {{ for (int i = 0; i < {}; i++) {{", values.len());
        let _ = writeln!(c, "{kind:?} a; memcpy(&a, t[i], {});", bytes(kind));
        for (ty, bits, _) in integer_types() {
            let whole = int::limbs(bits) * 64;
            let _ = writeln!(c, "{{ {ty} r = ({ty})a; unsigned _BitInt({whole}) w = (unsigned _BitInt({bits}))r;");
            let _ = writeln!(c, "show(&w, {}); }}", whole / 8);
        }
        let _ = writeln!(c, "}} }}");
        let native = run_native(&format!("to-int-{kind:?}"), &[("a.c", &c)], &[]);
        let mut expected = Vec::new();
        for &value in &values {
            for (ty, bits, signed) in integer_types() {
                let mut out = vec![0; int::limbs(bits)];
                to_int(kind, value, bits, signed, &mut out);
                let wide = convert(kind, FloatKind::Double, value) as u64;
                if bits <= 64 && matches!(kind, FloatKind::Single | FloatKind::Double) {
                    assert_eq!(double_to_int(f64::from_bits(wide), bits, signed), out[0], "{value:x} to {ty}");
                }
                expected.push((hex(&out), format!("{kind:?} {value:x} to {ty}")));
            }
        }
        check(&native, expected);
    }
}

#[test]
fn from_integers() {
    for (ty, bits, signed) in integer_types() {
        let mut random = Random(14);
        let mut values = integers(bits, &mut random, 150);
        // Halfway cases: a few bits at the top, one far below.
        for _ in 0..60 {
            let (mut value, shift) = (random.integer(bits), random.below(u64::from(bits)) as u32);
            let source = value.clone();
            int::wide::lshr(&source, shift, &mut value);
            let source = value.clone();
            int::wide::shl(&source, shift, &mut value);
            value[0] |= random.below(2);
            int::wide::clear_above(bits, &mut value);
            values.push(value);
        }
        let n = int::limbs(bits);
        let mut c = PRELUDE.to_owned();
        let _ = writeln!(c, "static const u64 t[][{n}] = {{");
        for value in &values {
            let row: Vec<String> = value.iter().map(|limb| format!("{limb:#x}")).collect();
            let _ = writeln!(c, "{{{}}},", row.join(","));
        }
        let _ = writeln!(c, "}};\nint main() {{ for (int i = 0; i < {}; i++) {{", values.len());
        let _ = writeln!(c, "unsigned _BitInt({}) w; memcpy(&w, t[i], {}); {ty} a = ({ty})w;", n * 64, n * 8);
        for kind in KINDS {
            let _ = writeln!(c, "{{ {kind:?} r = ({kind:?})a; show(&r, {}); }}", bytes(kind));
        }
        let _ = writeln!(c, "}} }}");
        let native = run_native(&format!("from-int-{bits}-{signed}"), &[("a.c", &c)], &[]);
        let mut expected = Vec::new();
        for value in &values {
            for kind in KINDS {
                let ours = from_int(kind, bits, signed, value);
                expected.push((shown(kind, ours), format!("{ty} {} to {kind:?}", hex(value))));
            }
        }
        check(&native, expected);
    }
}
