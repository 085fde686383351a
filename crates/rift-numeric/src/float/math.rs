//! Square roots, fused multiplication, powers and the functions of libm, for every kind; and the entry points by
//! [`Intrinsic`].
//!
//! f32 and f64 go to glibc's function for that kind (`sinf` is not `sin` rounded), x87 to the `long double` one, quad
//! to the `_Float128` one; half and bfloat are computed in f32, as clang does.

use super::format::{Number, unpack, zero};
use super::round::{Rounding, round_to_integral};
use super::x87::AnyFn;
use super::{binary, canonicalize, convert, copysign, fabs, minmax, propagate_nan, quad, x87};
use crate::libm::host;
use rift_ir::{BinaryOp, FloatKind, Intrinsic};
use std::hint::black_box;

/// One function of libm in all its kinds.
struct Unary {
    single: unsafe extern "C" fn(f32) -> f32,
    double: unsafe extern "C" fn(f64) -> f64,
    long: AnyFn,
    quad: AnyFn,
}

struct Binary {
    single: unsafe extern "C" fn(f32, f32) -> f32,
    double: unsafe extern "C" fn(f64, f64) -> f64,
    long: AnyFn,
    quad: AnyFn,
}

/// LLVM knows these functions by name and rewrites calls it can see: `black_box` keeps it to glibc's own.
macro_rules! host {
    ($shape:ident, $single:ident, $double:ident, $long:ident, $quad:ident) => {
        black_box($shape { single: host::$single, double: host::$double, long: host::$long, quad: host::$quad })
    };
}

fn unary_of(which: &Intrinsic) -> Option<Unary> {
    Some(match which {
        Intrinsic::Sin => host!(Unary, sinf, sin, sinl, sinf128),
        Intrinsic::Cos => host!(Unary, cosf, cos, cosl, cosf128),
        Intrinsic::Tan => host!(Unary, tanf, tan, tanl, tanf128),
        Intrinsic::Asin => host!(Unary, asinf, asin, asinl, asinf128),
        Intrinsic::Acos => host!(Unary, acosf, acos, acosl, acosf128),
        Intrinsic::Atan => host!(Unary, atanf, atan, atanl, atanf128),
        Intrinsic::Sinh => host!(Unary, sinhf, sinh, sinhl, sinhf128),
        Intrinsic::Cosh => host!(Unary, coshf, cosh, coshl, coshf128),
        Intrinsic::Tanh => host!(Unary, tanhf, tanh, tanhl, tanhf128),
        Intrinsic::Exp => host!(Unary, expf, exp, expl, expf128),
        Intrinsic::Exp2 => host!(Unary, exp2f, exp2, exp2l, exp2f128),
        Intrinsic::Exp10 => host!(Unary, exp10f, exp10, exp10l, exp10f128),
        Intrinsic::Log => host!(Unary, logf, log, logl, logf128),
        Intrinsic::Log2 => host!(Unary, log2f, log2, log2l, log2f128),
        Intrinsic::Log10 => host!(Unary, log10f, log10, log10l, log10f128),
        _ => return None,
    })
}

impl Unary {
    fn call(&self, kind: FloatKind, a: u128) -> u128 {
        // SAFETY: pure functions of libm, each with the prototype of its field.
        unsafe {
            match kind {
                FloatKind::Single => u128::from((self.single)(f32::from_bits(a as u32)).to_bits()),
                FloatKind::Double => u128::from((self.double)(f64::from_bits(a as u64)).to_bits()),
                FloatKind::X87 => x87::call1(self.long, a),
                FloatKind::Quad => quad::call1(self.quad, a),
                FloatKind::Half | FloatKind::BFloat => {
                    let result = self.call(FloatKind::Single, convert(kind, FloatKind::Single, a));
                    convert(FloatKind::Single, kind, result)
                }
            }
        }
    }
}

impl Binary {
    fn call(&self, kind: FloatKind, a: u128, b: u128) -> u128 {
        // SAFETY: pure functions of libm, each with the prototype of its field.
        unsafe {
            match kind {
                FloatKind::Single => {
                    u128::from((self.single)(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
                }
                FloatKind::Double => {
                    u128::from((self.double)(f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits())
                }
                FloatKind::X87 => x87::call2(self.long, a, b),
                FloatKind::Quad => quad::call2(self.quad, a, b),
                FloatKind::Half | FloatKind::BFloat => {
                    let widen = |x| convert(kind, FloatKind::Single, x);
                    convert(FloatKind::Single, kind, self.call(FloatKind::Single, widen(a), widen(b)))
                }
            }
        }
    }
}

pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    let result = match kind {
        FloatKind::Single => u128::from(f32::from_bits(a as u32).sqrt().to_bits()),
        FloatKind::Double => u128::from(f64::from_bits(a as u64).sqrt().to_bits()),
        FloatKind::X87 => return x87::sqrt(a),
        // SAFETY: sqrtf128 takes one.
        FloatKind::Quad => return unsafe { quad::call1(host::sqrtf128, a) },
        FloatKind::Half | FloatKind::BFloat => {
            return convert(FloatKind::Single, kind, sqrt(FloatKind::Single, convert(kind, FloatKind::Single, a)));
        }
    };
    if super::is_nan(kind, result) { propagate_nan(kind, a, a) } else { result }
}

/// a * b + c, rounded once; as clang does it, half goes through f64 and bfloat through f32.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    let through = |wide: FloatKind| {
        let widen = |x| convert(kind, wide, x);
        convert(wide, kind, fma(wide, widen(a), widen(b), widen(c)))
    };
    let single = |x: u128| f32::from_bits(x as u32);
    let double = |x: u128| f64::from_bits(x as u64);
    // SAFETY: pure functions of libm with these prototypes.
    unsafe {
        match kind {
            FloatKind::Single => u128::from(host::fmaf(single(a), single(b), single(c)).to_bits()),
            FloatKind::Double => u128::from(host::fma(double(a), double(b), double(c)).to_bits()),
            FloatKind::X87 => x87::call3(host::fmal, a, b, c),
            FloatKind::Quad => quad::call3(host::fmaf128, a, b, c),
            FloatKind::Half => through(FloatKind::Double),
            FloatKind::BFloat => through(FloatKind::Single),
        }
    }
}

/// a * b + c, rounded twice: the baseline x86-64 has no fused instruction.
pub fn fmuladd(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    binary(BinaryOp::FAdd, kind, binary(BinaryOp::FMul, kind, a, b), c)
}

/// `__powidf2` and its kin, multiplication by multiplication.
pub fn powi(kind: FloatKind, value: u128, exponent: i32) -> u128 {
    if matches!(kind, FloatKind::Half | FloatKind::BFloat) {
        let result = powi(FloatKind::Single, convert(kind, FloatKind::Single, value), exponent);
        return convert(FloatKind::Single, kind, result);
    }
    let one = super::from_int(kind, 64, false, &[1]);
    let mut n = exponent.unsigned_abs();
    let mut x = value;
    let mut result = if n & 1 == 1 { x } else { one };
    loop {
        n >>= 1;
        if n == 0 {
            break;
        }
        x = binary(BinaryOp::FMul, kind, x, x);
        if n & 1 == 1 {
            result = binary(BinaryOp::FMul, kind, result, x);
        }
    }
    if exponent < 0 { binary(BinaryOp::FDiv, kind, one, result) } else { result }
}

/// The fractional and the integral part, both with the sign of the value.
pub fn modf(kind: FloatKind, value: u128) -> (u128, u128) {
    let whole = round_to_integral(Rounding::Trunc, kind, value);
    let number = unpack(kind, value);
    let fraction = match number.number {
        Number::Infinity | Number::Zero => zero(kind, number.negative),
        Number::Finite { .. } => copysign(kind, binary(BinaryOp::FSub, kind, value, whole), value),
        Number::Nan { .. } | Number::Invalid => whole,
    };
    (fraction, whole)
}

/// Sine and cosine.
pub fn sincos(kind: FloatKind, value: u128) -> (u128, u128) {
    let sine = host!(Unary, sinf, sin, sinl, sinf128);
    let cosine = host!(Unary, cosf, cos, cosl, cosf128);
    (sine.call(kind, value), cosine.call(kind, value))
}

/// Intrinsics of one number whose result has its type. `None`: another intrinsic.
pub fn unary_intrinsic(which: &Intrinsic, kind: FloatKind, a: u128) -> Option<u128> {
    let mode = match which {
        Intrinsic::Floor => Rounding::Floor,
        Intrinsic::Ceil => Rounding::Ceil,
        Intrinsic::Trunc => Rounding::Trunc,
        Intrinsic::Round => Rounding::NearestAway,
        Intrinsic::Rint | Intrinsic::Nearbyint | Intrinsic::RoundEven => Rounding::NearestEven,
        Intrinsic::Sqrt => return Some(sqrt(kind, a)),
        Intrinsic::Fabs => return Some(fabs(kind, a)),
        Intrinsic::Canonicalize => return Some(canonicalize(kind, a)),
        _ => return Some(unary_of(which)?.call(kind, a)),
    };
    Some(round_to_integral(mode, kind, a))
}

/// Intrinsics of two numbers of one type. `None`: another intrinsic.
pub fn binary_intrinsic(which: &Intrinsic, kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    Some(match which {
        Intrinsic::Copysign => copysign(kind, a, b),
        Intrinsic::MinNum => minmax::minnum(kind, a, b),
        Intrinsic::MaxNum => minmax::maxnum(kind, a, b),
        Intrinsic::Minimum => minmax::minimum(kind, a, b),
        Intrinsic::Maximum => minmax::maximum(kind, a, b),
        Intrinsic::MinimumNum => minmax::minimum_num(kind, a, b),
        Intrinsic::MaximumNum => minmax::maximum_num(kind, a, b),
        Intrinsic::Pow => host!(Binary, powf, pow, powl, powf128).call(kind, a, b),
        Intrinsic::Atan2 => host!(Binary, atan2f, atan2, atan2l, atan2f128).call(kind, a, b),
        _ => return None,
    })
}
