use super::*;
use crate::testing::run_native;
use std::fmt::Write;

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

fn long_double(value: f64) -> [u64; 2] {
    let bits = float::convert(FloatKind::Double, FloatKind::X87, u128::from(value.to_bits()));
    [bits as u64, (bits >> 64) as u64]
}

/// The argument values in each prototype's shape.
fn slots(prototype: &[Slot], floats: &[f64], integer: i64) -> Vec<u64> {
    let mut floats = floats.iter().copied();
    let mut next = || floats.next().unwrap();
    prototype
        .iter()
        .flat_map(|slot| match slot {
            Slot::Float => vec![u64::from((next() as f32).to_bits())],
            Slot::Double => vec![next().to_bits()],
            Slot::LongDouble => long_double(next()).to_vec(),
            Slot::Int | Slot::Long => vec![integer as u64],
            Slot::Pointer | Slot::Void => vec![0xdead],
        })
        .collect()
}

fn names() -> Vec<String> {
    let bases = "acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp exp2 exp10 expm1 log log2 log10 \
        log1p logb sqrt cbrt fabs ceil floor trunc round roundeven rint nearbyint erf erfc tgamma j0 j1 y0 y1 \
        significand nextup nextdown lgamma gamma atan2 pow hypot fmod remainder drem copysign nextafter fdim fmax \
        fmin scalb fma ldexp scalbn scalbln jn yn ilogb isnan isinf finite __isnan __isinf __finite __fpclassify \
        __signbit __issignaling lrint llrint lround llround llogb frexp remquo modf sincos nexttoward";
    let mut all: Vec<String> =
        bases.split_whitespace().flat_map(|base| ["", "f", "l"].map(|suffix| format!("{base}{suffix}"))).collect();
    all.extend(["lgamma_r", "lgammaf_r", "lgammal_r"].map(str::to_owned));
    all
}

#[test]
fn every_name_has_the_type_its_suffix_says() {
    for name in names() {
        let f = libm(&name).unwrap_or_else(|| panic!("{name} is missing"));
        let (params, _) = f.prototype();
        let base = name.strip_suffix("_r").unwrap_or(&name);
        let is = |suffix: char| base.strip_suffix(suffix).is_some_and(|stem| libm(stem).is_some());
        let float = match name {
            _ if is('l') => Slot::LongDouble,
            _ if is('f') => Slot::Float,
            _ => Slot::Double,
        };
        assert!(params.contains(&float), "{name}: {params:?}");
    }
    assert!(libm("printf").is_none());
}

const ARGUMENTS: [[f64; 3]; 9] = [
    [0.5, 0.75, 2.0],
    [1.5, -2.25, 0.0],
    [-0.0, 0.0, 1.0],
    [700.0, 3.0, 1e300],
    [-3.5, 0.5, 7.0],
    [1e18, 1e-5, 2.0],
    [f64::INFINITY, 0.0, 1.0],
    [2.0, 11000.0, -1.0],
    [1e30, f64::NEG_INFINITY, 1.0],
];
const INTEGERS: [i64; 3] = [0, 3, -70];

/// A C expression that calls `name` on the given arguments and shows result, stores and errno.
fn call_in_c(name: &str, f: LibmFn, floats: &[f64; 3], integer: i64) -> String {
    let (params, result) = f.prototype();
    let mut floats = floats.iter();
    let mut pointers = 0;
    let outs_are_int = matches!(
        f,
        LibmFn::FOutInt(_)
            | LibmFn::DOutInt(_)
            | LibmFn::LOutInt(_)
            | LibmFn::F2OutInt(_)
            | LibmFn::D2OutInt(_)
            | LibmFn::L2OutInt(_)
    );
    let out_type = match params[0] {
        _ if outs_are_int => ("int", 4),
        Slot::Float => ("float", 4),
        Slot::LongDouble => ("long double", 10),
        _ => ("double", 8),
    };
    let literal = |slot: &Slot, value: f64| {
        let bits = value.to_bits();
        match slot {
            Slot::Float => format!("(float)D({bits:#x})"),
            Slot::LongDouble => format!("(long double)D({bits:#x})"),
            _ => format!("D({bits:#x})"),
        }
    };
    let mut args = Vec::new();
    for slot in params {
        args.push(match slot {
            Slot::Int | Slot::Long => integer.to_string(),
            Slot::Pointer => {
                pointers += 1;
                format!("&o{pointers}")
            }
            slot => literal(slot, *floats.next().unwrap()),
        });
    }
    let (ty, size) = match result {
        Slot::Float => ("float", 4),
        Slot::Double => ("double", 8),
        Slot::LongDouble => ("long double", 10),
        Slot::Int => ("int", 4),
        _ => ("long", 8),
    };
    let call = format!("{name}({})", args.join(","));
    let assign = if result == Slot::Void {
        format!("long r = 0; errno = 0; {call};")
    } else {
        format!("{ty} r; errno = 0; r = {call};")
    };
    let mut text = format!("{{ {0} o1 = 0, o2 = 0; {assign} int e = errno; show(&r, {size});", out_type.0);
    for pointer in 1..=pointers {
        let _ = write!(text, "show(&o{pointer}, {});", out_type.1);
    }
    text.push_str("printf(\" %d\\n\", e); }\n");
    text
}

fn shown(f: LibmFn, result: &LibmResult) -> String {
    let mut text = match f.prototype().1 {
        Slot::LongDouble => format!("{:016x}{:016x}", result.value[1], result.value[0]),
        _ => format!("{:016x}", result.value[0]),
    };
    for stored in result.stored.iter().flatten() {
        let value = u128::from_le_bytes(stored.bytes);
        text += &if stored.len > 8 { format!("{value:032x}") } else { format!("{value:016x}") };
    }
    format!("{text} {}", result.errno)
}

#[test]
fn every_function_agrees_with_native_calls() {
    let mut functions = String::new();
    let (mut expected, mut count) = (Vec::new(), 0);
    for name in names() {
        let f = libm(&name).unwrap();
        let _ = writeln!(functions, "static void c{count}(void) {{");
        count += 1;
        for floats in &ARGUMENTS {
            let has_integer = f.prototype().0.iter().any(|slot| matches!(slot, Slot::Int | Slot::Long));
            for integer in &INTEGERS[..if has_integer { 3 } else { 1 }] {
                functions.push_str(&call_in_c(&name, f, floats, *integer));
                let result = call_libm(f, &slots(f.prototype().0, floats, *integer));
                expected.push((shown(f, &result), format!("{name} {floats:?} {integer}")));
            }
        }
        functions.push_str("}\n");
    }
    let calls: String = (0..count).map(|i| format!("c{i}();")).collect();
    let c = format!(
        r#"
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#undef isnan
#undef isinf
#undef finite
int __fpclassifyf(float), __fpclassify(double), __fpclassifyl(long double), __signbitf(float), __signbit(double),
    __signbitl(long double), __issignalingf(float), __issignaling(double), __issignalingl(long double),
    __isnanf(float), __isnan(double), __isnanl(long double), __isinff(float), __isinf(double), __isinfl(long double),
    __finitef(float), __finite(double), __finitel(long double), isnan(double), isinf(double);
static double D(unsigned long bits) {{ double d; memcpy(&d, &bits, 8); return d; }}
static void show(const void *p, int size) {{
    unsigned long v[2] = {{0}}; memcpy(v, p, size);
    if (size > 8) printf("%016lx", v[1]);
    printf("%016lx", v[0]);
}}
{functions}
int main() {{ {calls} return 0; }}"#
    );
    let native = run_native("libm", &[("libm.c", &c)], &["-fno-builtin", "-ffp-contract=off"]);
    let mut lines = native.lines();
    for (ours, what) in expected {
        assert_eq!(ours, lines.next().unwrap(), "{what}");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn errno_reports_domain_and_range_errors() {
    let log = libm("log").unwrap();
    assert_eq!(call_libm(log, &[(-1f64).to_bits()]).errno, EDOM);
    assert_eq!(call_libm(log, &[0f64.to_bits()]).errno, ERANGE);
    assert_eq!(call_libm(log, &[2f64.to_bits()]).errno, 0);
    let expl = libm("expl").unwrap();
    assert_eq!(call_libm(expl, &long_double(1e6)).errno, ERANGE);
}

#[test]
fn lgamma_reports_the_sign_of_gamma() {
    let lgamma = libm("lgamma").unwrap();
    assert_eq!(call_libm(lgamma, &[(-0.5f64).to_bits()]).signgam, Some(-1));
    assert_eq!(call_libm(lgamma, &[2.5f64.to_bits()]).signgam, Some(1));
    assert_eq!(call_libm(libm("lgammal").unwrap(), &long_double(-0.5)).signgam, Some(-1));
}

#[test]
fn nan_tags_become_payloads_as_in_c() {
    let tags =
        ["", "1", "0x123", "0x", "0", "+1", "0x+1", "017", "0xfffffffffffff", "x", "12z", "18446744073709551616"];
    let calls: String = tags.iter().map(|tag| format!("n(\"{tag}\");")).collect();
    let c = format!(
        r#"
#include <math.h>
#include <stdio.h>
#include <string.h>
static void n(const char *t) {{
    double d = nan(t); float f = nanf(t); long double l = nanl(t);
    unsigned long a = 0, b = 0, c[2] = {{0}}; memcpy(&a, &d, 8); memcpy(&b, &f, 4); memcpy(c, &l, 10);
    printf("%lx %lx %lx%016lx\n", a, b, c[1], c[0]);
}}
int main() {{ {calls} return 0; }}"#
    );
    let native = run_native("nan", &[("nan.c", &c)], &["-fno-builtin"]);
    let ours: String = tags
        .iter()
        .map(|tag| {
            let nan = |kind| nan_from_tag(kind, tag.as_bytes());
            format!("{:x} {:x} {:x}\n", nan(FloatKind::Double), nan(FloatKind::Single), nan(FloatKind::X87))
        })
        .collect();
    assert_eq!(ours, native);
}
