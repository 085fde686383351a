//! Minima and maxima, by the sequences that clang emits for `llvm.minnum` and its kin.

use super::format::sign_mask;
use super::{is_nan, order, quad, x87};
use crate::float::convert;
use crate::libm::host;
use rift_ir::FloatKind;
use std::cmp::Ordering;

/// Called through a pointer that LLVM cannot see through: it would put its own `llvm.minnum` in place of `fminf`.
type Single2 = unsafe extern "C" fn(f32, f32) -> f32;

/// `minsd`/`maxsd`: the first operand if it is strictly beyond the second, else the second.
fn instruction(kind: FloatKind, wanted: Ordering, first: u128, second: u128) -> u128 {
    if order(kind, first, second) == Some(wanted) { first } else { second }
}

/// Half and bfloat are widened and rounded back, which makes NaNs quiet.
fn in_register(kind: FloatKind, a: u128, b: u128, f: impl Fn(FloatKind, u128, u128) -> u128) -> u128 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => {
            let widen = |x| convert(kind, FloatKind::Single, x);
            convert(FloatKind::Single, kind, f(FloatKind::Single, widen(a), widen(b)))
        }
        _ => f(kind, a, b),
    }
}

fn num(kind: FloatKind, wanted: Ordering, a: u128, b: u128) -> u128 {
    in_register(kind, a, b, |kind, a, b| if is_nan(kind, a) { b } else { instruction(kind, wanted, b, a) })
}

/// C's `fmin`: a number wins over a NaN.
pub fn minnum(kind: FloatKind, a: u128, b: u128) -> u128 {
    match kind {
        // SAFETY: the functions have the signature of the shim that calls them.
        FloatKind::X87 => unsafe { x87::call2(host::fminl, a, b) },
        // SAFETY: as above.
        FloatKind::Quad => unsafe { quad::call2(host::fminf128, a, b) },
        FloatKind::Half => in_register(kind, a, b, |_, a, b| {
            // SAFETY: a pure function of libm.
            let result = unsafe {
                host::own("fminf", host::fminf as Single2)(f32::from_bits(a as u32), f32::from_bits(b as u32))
            };
            u128::from(result.to_bits())
        }),
        _ => num(kind, Ordering::Less, a, b),
    }
}

/// C's `fmax`: a number wins over a NaN.
pub fn maxnum(kind: FloatKind, a: u128, b: u128) -> u128 {
    match kind {
        // SAFETY: the functions have the signature of the shim that calls them.
        FloatKind::X87 => unsafe { x87::call2(host::fmaxl, a, b) },
        // SAFETY: as above.
        FloatKind::Quad => unsafe { quad::call2(host::fmaxf128, a, b) },
        FloatKind::Half => in_register(kind, a, b, |_, a, b| {
            // SAFETY: a pure function of libm.
            let result = unsafe {
                host::own("fmaxf", host::fmaxf as Single2)(f32::from_bits(a as u32), f32::from_bits(b as u32))
            };
            u128::from(result.to_bits())
        }),
        _ => num(kind, Ordering::Greater, a, b),
    }
}

/// The operands in the order in which the instruction takes them so that -0 is less than +0.
fn zero_order(kind: FloatKind, wanted: Ordering, a: u128, b: u128) -> (u128, u128) {
    let negative = a & sign_mask(kind) != 0;
    if negative == (wanted == Ordering::Greater) { (a, b) } else { (b, a) }
}

fn strict(kind: FloatKind, wanted: Ordering, a: u128, b: u128) -> u128 {
    in_register(kind, a, b, |kind, a, b| {
        let (first, second) = zero_order(kind, wanted, a, b);
        if is_nan(kind, first) { first } else { instruction(kind, wanted, first, second) }
    })
}

fn strict_num(kind: FloatKind, wanted: Ordering, a: u128, b: u128) -> u128 {
    in_register(kind, a, b, |kind, a, b| {
        let (first, second) = zero_order(kind, wanted, a, b);
        let result = instruction(kind, wanted, first, second);
        if is_nan(kind, result) { first } else { result }
    })
}

/// IEEE 754-2019 minimum: a NaN wins, -0 is less than +0.
pub fn minimum(kind: FloatKind, a: u128, b: u128) -> u128 {
    strict(kind, Ordering::Less, a, b)
}

/// IEEE 754-2019 maximum: a NaN wins, -0 is less than +0.
pub fn maximum(kind: FloatKind, a: u128, b: u128) -> u128 {
    strict(kind, Ordering::Greater, a, b)
}

/// IEEE 754-2019 minimumNumber: a number wins over a NaN, -0 is less than +0.
pub fn minimum_num(kind: FloatKind, a: u128, b: u128) -> u128 {
    strict_num(kind, Ordering::Less, a, b)
}

/// IEEE 754-2019 maximumNumber: a number wins over a NaN, -0 is less than +0.
pub fn maximum_num(kind: FloatKind, a: u128, b: u128) -> u128 {
    strict_num(kind, Ordering::Greater, a, b)
}
