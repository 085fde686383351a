//! Agreement with clang's code for `_BitInt` and `__int128`.

use super::*;
use crate::testing::{Random, hex, integers, run_native};
use std::fmt::Write;

const PRELUDE: &str = r#"
#include <stdio.h>
#include <string.h>
typedef unsigned long u64;
static void show(const void *p, int limbs) {
    u64 v[8] = {0}; memcpy(v, p, limbs * 8);
    for (int i = limbs - 1; i >= 0; i--) printf("%016lx", v[i]);
    printf("\n");
}
"#;

const OPS: [(BinaryOp, &str, &str); 10] = [
    (BinaryOp::Add, "U", "+"),
    (BinaryOp::Sub, "U", "-"),
    (BinaryOp::Mul, "U", "*"),
    (BinaryOp::UDiv, "U", "/"),
    (BinaryOp::URem, "U", "%"),
    (BinaryOp::SDiv, "S", "/"),
    (BinaryOp::SRem, "S", "%"),
    (BinaryOp::Shl, "U", "<<"),
    (BinaryOp::LShr, "U", ">>"),
    (BinaryOp::AShr, "S", ">>"),
];

/// Every operation on every pair of a table; the result is shown zero-extended to whole limbs.
fn program(bits: u32, values: &[Vec<u64>], ops: &[(BinaryOp, &str, &str)]) -> String {
    let n = limbs(bits);
    let mut c = PRELUDE.to_owned();
    let _ = writeln!(c, "typedef unsigned _BitInt({bits}) U; typedef _BitInt({bits}) S;");
    let _ = writeln!(c, "typedef unsigned _BitInt({}) W;", n * 64);
    let _ = writeln!(c, "static const u64 table[][{n}] = {{");
    for value in values {
        let row: Vec<String> = value.iter().map(|limb| format!("{limb:#x}")).collect();
        let _ = writeln!(c, "{{{}}},", row.join(","));
    }
    let _ = writeln!(c, "}};\nstatic void run(W wa, W wb) {{ W r;");
    for (_, ty, op) in ops {
        // Counts out of range are shown by the table of undefined results, not here.
        let guard = match *op {
            "/" | "%" => "wb != 0 && !(wb == (W)(U)-1 && wa == (W)((U)1 << (BITS - 1)))",
            "<<" | ">>" => "wb < BITS",
            _ => "1",
        };
        let guard = guard.replace("BITS", &bits.to_string());
        let _ = writeln!(c, "if ({guard}) {{ r = (W)(U)(({ty})wa {op} ({ty})wb); show(&r, {n}); }}");
    }
    let _ = writeln!(
        c,
        "}}\nint main() {{ int count = sizeof table / sizeof *table;
        for (int i = 0; i < count; i++) for (int j = 0; j < count; j++) {{
            W a = 0, b = 0; memcpy(&a, table[i], {0}); memcpy(&b, table[j], {0}); run(a, b); }}
        return 0; }}",
        n * 8
    );
    c
}

fn agrees_natively(bits: u32) {
    let mut values = integers(bits, &mut Random(u64::from(bits)), 14);
    for count in [1, 5, bits / 2, bits - 1] {
        let mut value = vec![0; limbs(bits)];
        value[0] = u64::from(count);
        values.push(value);
    }
    let native = run_native(&format!("int{bits}"), &[("int.c", &program(bits, &values, &OPS))], &[]);
    let mut lines = native.lines();
    let minimum = values[2].clone();
    let minus_one = values[3].clone();
    for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
        for (op, _, _) in OPS {
            let skipped = match op {
                BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                    is_zero(b) || *a == minimum && *b == minus_one
                }
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => wide::shift_count(bits, b) == bits,
                _ => false,
            };
            if skipped {
                continue;
            }
            let mut out = vec![0; limbs(bits)];
            binary(op, bits, a, b, &mut out).unwrap();
            assert_eq!(hex(&out), lines.next().unwrap(), "{op:?} i{bits} {} {}", hex(a), hex(b));
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn bit_int_7() {
    agrees_natively(7);
}

#[test]
fn bit_int_40() {
    agrees_natively(40);
}

#[test]
fn int128() {
    agrees_natively(128);
}

#[test]
fn bit_int_200() {
    agrees_natively(200);
}

#[test]
fn bit_int_256() {
    agrees_natively(256);
}

#[test]
fn undefined_results_are_the_ones_of_native_code() {
    let c = r#"
#include <stdio.h>
int main() {
    volatile unsigned char c = 0x81; volatile int n8 = 33, n32 = 37, n64 = 70;
    volatile unsigned u = 0x80000001; volatile unsigned long l = 0x8000000000000001;
    volatile unsigned __int128 w = 5; volatile int n128 = 130;
    volatile signed char m8 = -128, minus8 = -1; volatile __int128 m = (__int128)1 << 127, minus = -1;
    volatile _BitInt(256) z = 12345, zero = 0;
    printf("%x %x %x %lx %lx %lx %lx\n", (unsigned char)(c << n8), u << n32, (int)u >> n32, l << n64, l >> n64,
        (long)l >> n64, (unsigned long)(w << n128));
    printf("%x %x ", (unsigned char)(m8 / minus8), (unsigned char)(m8 % minus8));
    printf("%lx %lx %lx ", (long)((m / minus) >> 64), (long)(m / minus), (long)(m % minus));
    _BitInt(256) q = z / zero, r = z % zero;
    printf("%ld %ld\n", (long)q, (long)r);
    return 0;
}"#;
    let one = |op, bits, a: u64, b: u64| binary64(op, bits, a, b).unwrap();
    let minimum = 1u128 << 127;
    let mut wide = [[0; 4]; 2];
    for (op, out) in [BinaryOp::SDiv, BinaryOp::SRem].into_iter().zip(&mut wide) {
        binary(op, 256, &[12345, 0, 0, 0], &[0; 4], out).unwrap();
    }
    let quotient = binary128(BinaryOp::SDiv, 128, minimum, u128::MAX).unwrap();
    let expected = format!(
        "{:x} {:x} {:x} {:x} {:x} {:x} {:x}\n{:x} {:x} {:x} {:x} {:x} {} {}\n",
        one(BinaryOp::Shl, 8, 0x81, 33),
        one(BinaryOp::Shl, 32, 0x8000_0001, 37),
        one(BinaryOp::AShr, 32, 0x8000_0001, 37),
        one(BinaryOp::Shl, 64, 0x8000_0000_0000_0001, 70),
        one(BinaryOp::LShr, 64, 0x8000_0000_0000_0001, 70),
        one(BinaryOp::AShr, 64, 0x8000_0000_0000_0001, 70),
        binary128(BinaryOp::Shl, 128, 5, 130).unwrap() as u64,
        one(BinaryOp::SDiv, 8, 0x80, 0xff),
        one(BinaryOp::SRem, 8, 0x80, 0xff),
        (quotient >> 64) as u64,
        quotient as u64,
        binary128(BinaryOp::SRem, 128, minimum, u128::MAX).unwrap() as u64,
        wide[0][0],
        wide[1][0],
    );
    assert_eq!(run_native("undefined", &[("undefined.c", c)], &[]), expected);
}
