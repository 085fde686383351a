//! Agreement of the intrinsics with the code that clang emits for them: functions in LLVM IR, driven from C.

use super::native_tests::*;
use super::*;
use crate::testing::{Random, hex, run_native};
use rift_ir::Intrinsic;
use std::fmt::Write;

fn ir_type(kind: FloatKind) -> (&'static str, &'static str) {
    match kind {
        FloatKind::Half => ("half", "f16"),
        FloatKind::BFloat => ("bfloat", "bf16"),
        FloatKind::Single => ("float", "f32"),
        FloatKind::Double => ("double", "f64"),
        FloatKind::X87 => ("x86_fp80", "f80"),
        FloatKind::Quad => ("fp128", "f128"),
    }
}

/// One IR function `@f<index>_<kind>` per case, called from C on the rows of the table.
struct Cases {
    ir: String,
    declarations: String,
    body: String,
    expected: Vec<(String, String)>,
}

impl Cases {
    fn new() -> Cases {
        Cases { ir: String::new(), declarations: PRELUDE.to_owned(), body: String::new(), expected: Vec::new() }
    }

    /// `intrinsic` of `arity` operands of the kind, and of the constants in `suffix`.
    fn add(&mut self, which: &str, kind: FloatKind, rows: &[Vec<u128>], suffix: &str, ours: impl Fn(&[u128]) -> u128) {
        let id = self.ir.lines().count();
        let ((ty, overload), arity) = (ir_type(kind), rows[0].len());
        let params: Vec<String> = (0..arity).map(|i| format!("{ty} %a{i}")).collect();
        // The integer is passed in, or LLVM would specialize the call for the constant.
        let (extra, c_extra, c_type) = match suffix {
            "" => (String::new(), String::new(), ""),
            _ => (", i32 %n".to_owned(), format!(", {suffix}"), ", int"),
        };
        let overload = if suffix.is_empty() { overload.to_owned() } else { format!("{overload}.i32") };
        let _ = writeln!(
            self.ir,
            "define {ty} @f{id}({0}{extra}) {{ %r = call {ty} @llvm.{which}.{overload}({0}{extra}) ret {ty} %r }}",
            params.join(", ")
        );
        let size = bytes(kind);
        let _ = writeln!(self.declarations, "extern {kind:?} f{id}({}{c_type});", vec![name(kind); arity].join(","));
        let flat: Vec<u128> = rows.concat();
        table(&mut self.declarations, &format!("t{id}"), &flat);
        let _ = writeln!(self.body, "for (int i = 0; i < {}; i += {arity}) {{ {kind:?} a[{arity}], r;", flat.len());
        let _ = writeln!(self.body, "for (int j = 0; j < {arity}; j++) memcpy(&a[j], t{id}[i + j], {size});");
        let args: Vec<String> = (0..arity).map(|i| format!("a[{i}]")).collect();
        let _ = writeln!(self.body, "r = f{id}({}{c_extra}); show(&r, {size}); }}", args.join(","));
        for row in rows {
            self.expected.push((shown(kind, ours(row)), format!("{which} {suffix} {kind:?} {row:x?}")));
        }
    }

    fn run(self, test: &str, flags: &[&str]) {
        let c = format!("{}\nint main() {{ {} }}", self.declarations, self.body);
        check(&run_native(test, &[("main.c", &c), ("functions.ll", &self.ir)], flags), self.expected);
    }
}

fn singles(values: &[u128]) -> Vec<Vec<u128>> {
    values.iter().map(|&value| vec![value]).collect()
}

fn pairs(values: &[u128]) -> Vec<Vec<u128>> {
    values.iter().flat_map(|&a| values.iter().map(move |&b| vec![a, b])).collect()
}

#[test]
fn unary_intrinsics() {
    use Intrinsic::*;
    let mut cases = Cases::new();
    for kind in KINDS {
        let rows = singles(&values(kind, &mut Random(21), 60));
        for which in [Sqrt, Fabs, Floor, Ceil, Trunc, Rint, Nearbyint, Round, RoundEven] {
            cases.add(which.name(), kind, &rows, "", |row| unary_intrinsic(&which, kind, row[0]).unwrap());
        }
        for which in [Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Exp, Exp2, Exp10, Log, Log2, Log10] {
            cases.add(which.name(), kind, &rows, "", |row| unary_intrinsic(&which, kind, row[0]).unwrap());
        }
        if kind != FloatKind::Quad && kind != FloatKind::X87 {
            let which = Canonicalize;
            cases.add(which.name(), kind, &rows, "", |row| unary_intrinsic(&which, kind, row[0]).unwrap());
        }
        for exponent in [0, 1, -1, 2, 7, -5, 30, i32::MIN] {
            cases.add("powi", kind, &rows, &exponent.to_string(), |row| powi(kind, row[0], exponent));
        }
        for exponent in [0, 1, -1, 10, -10, 130, -140, 1060, -1080, 16400, -16500, i32::MIN, i32::MAX] {
            cases.add("ldexp", kind, &rows, &exponent.to_string(), |row| ldexp(kind, row[0], exponent));
        }
    }
    cases.run("unary", &[]);
}

#[test]
fn binary_intrinsics() {
    use Intrinsic::*;
    let mut cases = Cases::new();
    for kind in KINDS {
        let rows = pairs(&values(kind, &mut Random(22), 3));
        let strict = [Minimum, Maximum, MinimumNum, MaximumNum];
        // clang cannot compile the strict ones for x87, and calls functions for quad that this glibc has not.
        let strict = if matches!(kind, FloatKind::X87 | FloatKind::Quad) { &[][..] } else { &strict[..] };
        for which in [Copysign, MinNum, MaxNum, Pow, Atan2].iter().chain(strict) {
            cases.add(which.name(), kind, &rows, "", |row| binary_intrinsic(which, kind, row[0], row[1]).unwrap());
        }
    }
    cases.run("binary", &[]);
}

#[test]
fn ternary_intrinsics() {
    let mut cases = Cases::new();
    let mut random = Random(23);
    for kind in KINDS {
        let values = values(kind, &mut random, 40);
        let mut pick = || values[random.below(values.len() as u64) as usize];
        let rows: Vec<Vec<u128>> = (0..2000).map(|_| vec![pick(), pick(), pick()]).collect();
        cases.add("fma", kind, &rows, "", |row| fma(kind, row[0], row[1], row[2]));
        cases.add("fmuladd", kind, &rows, "", |row| fmuladd(kind, row[0], row[1], row[2]));
    }
    cases.run("ternary", &[]);
}

#[test]
fn integer_results() {
    let (mut ir, mut c, mut body) = (String::new(), PRELUDE.to_owned(), String::new());
    let mut expected = Vec::new();
    for kind in KINDS {
        let values = values(kind, &mut Random(24), 40);
        let (ty, overload) = ir_type(kind);
        table(&mut c, &format!("t{kind:?}"), &values);
        let _ = writeln!(body, "for (int i = 0; i < {}; i++) {{ {kind:?} a; u64 r = 0;", values.len());
        let _ = writeln!(body, "memcpy(&a, t{kind:?}[i], {});", bytes(kind));
        let mut functions = Vec::new();
        for width in [8, 16, 19, 32, 50, 64] {
            for sign in ['s', 'u'] {
                let call = format!("llvm.fpto{sign}i.sat.i{width}.{overload}");
                functions.push((call, width, format!("{sign}sat"), String::new()));
            }
        }
        if kind != FloatKind::Quad {
            functions.push((format!("llvm.lrint.i64.{overload}"), 64, "lrint".to_owned(), String::new()));
            functions.push((format!("llvm.lround.i64.{overload}"), 64, "lround".to_owned(), String::new()));
        }
        for bit in 0..10 {
            functions.push((
                format!("llvm.is.fpclass.{overload}"),
                1,
                "class".to_owned(),
                format!(", i32 {}", 1 << bit),
            ));
        }
        for (i, (call, width, _, extra)) in functions.iter().enumerate() {
            let id = format!("g{kind:?}{i}");
            let widen = if *width == 64 { String::new() } else { format!("%w = zext i{width} %r to i64 ") };
            let result = if *width == 64 { "%r" } else { "%w" };
            let _ = writeln!(
                ir,
                "define i64 @{id}({ty} %a) {{ %r = call i{width} @{call}({ty} %a{extra}) {widen}ret i64 {result} }}"
            );
            let _ = writeln!(c, "extern u64 {id}({kind:?});");
            let _ = writeln!(body, "r = {id}(a); show(&r, 8);");
        }
        body.push_str("}\n");
        for &value in &values {
            for (call, width, what, extra) in &functions {
                let mut out = [0];
                match what.as_str() {
                    "ssat" => to_int_saturating(kind, value, *width, true, &mut out),
                    "usat" => to_int_saturating(kind, value, *width, false, &mut out),
                    "lrint" => lrint(kind, value, *width, &mut out),
                    "lround" => lround(kind, value, *width, &mut out),
                    _ => {
                        let mask = extra.trim_start_matches(", i32 ").parse().unwrap();
                        out[0] = u64::from(is_fpclass(kind, value, mask));
                    }
                }
                expected.push((hex(&out), format!("{call} {extra} {value:x}")));
            }
        }
    }
    let c = format!("{c}\nint main() {{ {body} }}");
    check(&run_native("integer-results", &[("main.c", &c), ("functions.ll", &ir)], &[]), expected);
}
