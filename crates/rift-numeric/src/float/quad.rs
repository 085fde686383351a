//! The 128-bit format: arithmetic by `rustc_apfloat`, with the NaNs of libgcc's soft-fp; functions by glibc.
//!
//! System V ABI: `_Float128` arguments and results are in xmm registers.

use super::format::{Number, quiet, unpack};
use super::x87::AnyFn;
use super::{default_nan, not_float};
use crate::libm::host;
use rift_ir::{BinaryOp, FloatKind};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;
use std::arch::asm;
use std::arch::x86_64::__m128i;

pub fn binary(op: BinaryOp, a: u128, b: u128) -> u128 {
    let (x, y) = (Quad::from_bits(a), Quad::from_bits(b));
    let result = match op {
        BinaryOp::FAdd => (x + y).value,
        BinaryOp::FSub => (x - y).value,
        BinaryOp::FMul => (x * y).value,
        BinaryOp::FDiv => (x / y).value,
        // SAFETY: fmodf128 takes two.
        BinaryOp::FRem => return unsafe { call2(host::fmodf128, a, b) },
        _ => not_float(op),
    };
    if result.is_nan() { propagate_nan(op, a, b) } else { result.to_bits() }
}

/// Of two NaNs the one with the larger fraction; of equal ones the first for commutative operations, else the second.
fn propagate_nan(op: BinaryOp, a: u128, b: u128) -> u128 {
    let payload = |bits| match unpack(FloatKind::Quad, bits).number {
        Number::Nan { payload } => Some(payload),
        _ => None,
    };
    let commutative = matches!(op, BinaryOp::FAdd | BinaryOp::FMul);
    match (payload(a), payload(b)) {
        (None, None) => default_nan(FloatKind::Quad),
        (Some(_), None) => quiet(FloatKind::Quad, a),
        (None, Some(_)) => quiet(FloatKind::Quad, b),
        (Some(x), Some(y)) if x > y || x == y && commutative => quiet(FloatKind::Quad, a),
        (Some(_), Some(_)) => quiet(FloatKind::Quad, b),
    }
}

fn to_register(bits: u128) -> __m128i {
    // SAFETY: both are 16 bytes without invalid patterns.
    unsafe { std::mem::transmute::<u128, __m128i>(bits) }
}

/// # Safety
/// `f` must be `_Float128 f(_Float128, _Float128, _Float128)`, or take fewer.
pub unsafe fn call3(f: AnyFn, a: u128, b: u128, c: u128) -> u128 {
    let result: __m128i;
    // SAFETY: the stack pointer is aligned to 16 on entry; everything the call may change is clobbered; the caller
    // vouches for `f`.
    unsafe {
        asm!(
            "call r12",
            in("r12") f,
            inout("xmm0") to_register(a) => result,
            inout("xmm1") to_register(b) => _,
            inout("xmm2") to_register(c) => _,
            clobber_abi("C"),
        );
    }
    // SAFETY: both are 16 bytes without invalid patterns.
    unsafe { std::mem::transmute::<__m128i, u128>(result) }
}

/// # Safety
/// `f` must be `_Float128 f(_Float128)`.
pub unsafe fn call1(f: AnyFn, a: u128) -> u128 {
    // SAFETY: the caller's promise; further registers are ignored.
    unsafe { call3(f, a, 0, 0) }
}

/// # Safety
/// `f` must be `_Float128 f(_Float128, _Float128)`.
pub unsafe fn call2(f: AnyFn, a: u128, b: u128) -> u128 {
    // SAFETY: the caller's promise; further registers are ignored.
    unsafe { call3(f, a, b, 0) }
}
