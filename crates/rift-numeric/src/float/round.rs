//! Rounding to integral values, and taking exponents off and on. Exact for every kind.

use super::format::{Number, Unpacked, default_nan, nan, round_pack, round_pack_integer, unpack};
use super::to_int;
use rift_ir::FloatKind;

/// `rint` and `nearbyint` are `NearestEven`: the rounding mode is never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    Floor,
    Ceil,
    Trunc,
    /// Halves away from zero: C's `round`.
    NearestAway,
    NearestEven,
}

/// NaNs become quiet; the sign of zero is kept, also of a result that becomes zero.
pub fn round_to_integral(mode: Rounding, kind: FloatKind, bits: u128) -> u128 {
    let Unpacked { negative, number } = unpack(kind, bits);
    let (exponent, significand) = match number {
        Number::Finite { exponent, significand } if exponent < 127 => (exponent, significand),
        Number::Nan { payload } => return nan(kind, negative, payload),
        Number::Invalid => return default_nan(kind),
        Number::Zero | Number::Infinity | Number::Finite { .. } => return bits,
    };
    // The fraction is left-aligned: bit 127 is worth one half.
    let (whole, fraction, below) = match exponent {
        0.. => (significand >> (127 - exponent), significand << (exponent + 1), false),
        -1 => (0, significand, false),
        _ => (0, 0, true),
    };
    let half = 1u128 << 127;
    let up = match mode {
        Rounding::Trunc => false,
        Rounding::Floor => negative && (fraction != 0 || below),
        Rounding::Ceil => !negative && (fraction != 0 || below),
        Rounding::NearestAway => fraction >= half,
        Rounding::NearestEven => fraction > half || fraction == half && whole & 1 == 1,
    };
    round_pack_integer(kind, negative, whole + u128::from(up))
}

/// `llvm.lrint` and `llvm.llrint`; out of range as the conversion instruction of that width.
pub fn lrint(kind: FloatKind, value: u128, bits: u32, out: &mut [u64]) {
    to_int(kind, round_to_integral(Rounding::NearestEven, kind, value), bits, true, out);
}

/// `llvm.lround` and `llvm.llround`.
pub fn lround(kind: FloatKind, value: u128, bits: u32, out: &mut [u64]) {
    to_int(kind, round_to_integral(Rounding::NearestAway, kind, value), bits, true, out);
}

/// value * 2^exponent, rounded once.
pub fn ldexp(kind: FloatKind, value: u128, exponent: i32) -> u128 {
    let Unpacked { negative, number } = unpack(kind, value);
    match number {
        Number::Finite { exponent: own, significand } => {
            round_pack(kind, negative, own.saturating_add(exponent), significand, false)
        }
        Number::Nan { payload } => nan(kind, negative, payload),
        Number::Invalid => default_nan(kind),
        Number::Zero | Number::Infinity => value,
    }
}

/// A fraction in [1/2, 1) and an exponent; exponent 0 for zero, infinity and NaN, as glibc has it.
pub fn frexp(kind: FloatKind, value: u128) -> (u128, i32) {
    let Unpacked { negative, number } = unpack(kind, value);
    match number {
        Number::Finite { exponent, significand } => {
            (round_pack(kind, negative, -1, significand, false), exponent.saturating_add(1))
        }
        Number::Nan { payload } => (nan(kind, negative, payload), 0),
        Number::Invalid => (default_nan(kind), 0),
        Number::Zero | Number::Infinity => (value, 0),
    }
}
