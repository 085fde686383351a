//! Floating point of every kind, on raw bits in the low [`FloatKind::bits`] bits of a `u128`.
//!
//! Results are those of x86-64 code, NaNs included:
//!
//! * f32 and f64 follow SSE: a NaN operand is made quiet and returned, the first one when both are; an invalid
//!   operation gives the default NaN, which is negative and quiet without payload.
//! * half and bfloat are computed in f32 and rounded back, once per operation.
//! * x87 runs on the host's x87 unit ([`x87`]); of two NaNs it returns the one with the larger significand.
//! * quad follows libgcc's soft-fp, which chooses NaNs as the x87 unit does ([`quad`]).
//!
//! Absent: rounding modes other than to nearest even, exception flags, flushing of subnormals.

mod class;
mod convert;
mod format;
mod math;
mod minmax;
mod quad;
mod round;
mod to_int;
pub mod x87;

pub use class::{FloatClass, classify, is_fpclass, is_infinite, is_nan, is_signaling_nan, is_zero};
pub use convert::{convert, from_int};
pub use format::default_nan;
pub use math::{binary_intrinsic, fma, fmuladd, modf, powi, sincos, sqrt, unary_intrinsic};
pub use minmax::{maximum, maximum_num, maxnum, minimum, minimum_num, minnum};
pub use round::{Rounding, frexp, ldexp, lrint, lround, round_to_integral};
pub use to_int::{double_to_int, to_int, to_int_saturating};

use format::{Number, magnitude_order, quiet, sign_mask, unpack};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate};
use std::cmp::Ordering;

/// `FAdd` to `FRem`.
///
/// # Panics
/// On an integer operation.
#[inline]
pub fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::Single => u128::from(single(op, a as u32, b as u32)),
        FloatKind::Double => u128::from(double(op, a as u64, b as u64)),
        FloatKind::Half | FloatKind::BFloat => {
            let widen = |x| convert(kind, FloatKind::Single, x) as u32;
            convert(FloatKind::Single, kind, u128::from(single(op, widen(a), widen(b))))
        }
        FloatKind::X87 => x87::binary(op, a, b),
        FloatKind::Quad => quad::binary(op, a, b),
    }
}

macro_rules! sse {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $float:ty, $kind:expr, $remainder:path) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(op: BinaryOp, a: $bits, b: $bits) -> $bits {
            let (x, y) = (<$float>::from_bits(a), <$float>::from_bits(b));
            let result = match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                // SAFETY: a pure function of libm.
                BinaryOp::FRem => unsafe { $remainder(x, y) },
                _ => not_float(op),
            };
            // The compiler may swap operands or fold: which NaN comes out of Rust's operators is not defined.
            if result.is_nan() { propagate_nan($kind, u128::from(a), u128::from(b)) as $bits } else { result.to_bits() }
        }
    };
}

sse!(
    /// [`binary`] for f32.
    single, u32, f32, FloatKind::Single, super::libm::host::fmodf
);
sse!(
    /// [`binary`] for f64.
    double, u64, f64, FloatKind::Double, super::libm::host::fmod
);

/// The NaN that an SSE operation yields for these operands, when it yields one.
#[cold]
pub fn propagate_nan(kind: FloatKind, a: u128, b: u128) -> u128 {
    if is_nan(kind, a) {
        quiet(kind, a)
    } else if is_nan(kind, b) {
        quiet(kind, b)
    } else {
        default_nan(kind)
    }
}

fn not_float(op: BinaryOp) -> ! {
    panic!("{op:?} is not a floating-point operation")
}

/// Flips the sign, of NaNs too.
#[inline]
pub fn negate(kind: FloatKind, a: u128) -> u128 {
    a ^ sign_mask(kind)
}

#[inline]
pub fn fabs(kind: FloatKind, a: u128) -> u128 {
    a & !sign_mask(kind)
}

#[inline]
pub fn copysign(kind: FloatKind, magnitude: u128, sign: u128) -> u128 {
    fabs(kind, magnitude) | sign & sign_mask(kind)
}

/// `llvm.canonicalize`: makes NaNs quiet (clang multiplies by one).
#[inline]
pub fn canonicalize(kind: FloatKind, a: u128) -> u128 {
    if is_nan(kind, a) { quiet(kind, a) } else { a }
}

/// `None` when unordered.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::Single => return f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        FloatKind::Double => return f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        _ => {}
    }
    let (a, b) = (unpack(kind, a), unpack(kind, b));
    let magnitudes = magnitude_order(&a.number, &b.number)?;
    let zeros = matches!((&a.number, &b.number), (Number::Zero, Number::Zero));
    Some(match (a.negative, b.negative) {
        _ if zeros => Ordering::Equal,
        (false, false) => magnitudes,
        (true, true) => magnitudes.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    })
}

#[inline]
pub fn compare(predicate: FloatPredicate, kind: FloatKind, a: u128, b: u128) -> bool {
    holds(predicate, order(kind, a, b))
}

/// Whether operands in this order (`None`: unordered) satisfy the predicate.
#[inline]
pub fn holds(predicate: FloatPredicate, order: Option<Ordering>) -> bool {
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => order.is_some_and(Ordering::is_eq),
        FloatPredicate::Ogt => order.is_some_and(Ordering::is_gt),
        FloatPredicate::Oge => order.is_some_and(Ordering::is_ge),
        FloatPredicate::Olt => order.is_some_and(Ordering::is_lt),
        FloatPredicate::Ole => order.is_some_and(Ordering::is_le),
        FloatPredicate::One => order.is_some_and(Ordering::is_ne),
        FloatPredicate::Ord => order.is_some(),
        FloatPredicate::Uno => order.is_none(),
        FloatPredicate::Ueq => order.is_none_or(Ordering::is_eq),
        FloatPredicate::Ugt => order.is_none_or(Ordering::is_gt),
        FloatPredicate::Uge => order.is_none_or(Ordering::is_ge),
        FloatPredicate::Ult => order.is_none_or(Ordering::is_lt),
        FloatPredicate::Ule => order.is_none_or(Ordering::is_le),
        FloatPredicate::Une => order.is_none_or(Ordering::is_ne),
        FloatPredicate::True => true,
    }
}

#[cfg(test)]
mod intrinsic_tests;
#[cfg(test)]
mod native_tests;
#[cfg(test)]
mod tests;
