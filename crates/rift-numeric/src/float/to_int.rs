//! To integers. In range every way agrees; out of range and for NaN each width has its own native sequence, and
//! these functions give what it gives (clang 22, -O0, baseline x86-64, libgcc).

use super::format::{Number, Unpacked, format, unpack};
use crate::int::{self, wide};
use rift_ir::FloatKind;
use std::arch::x86_64::{_mm_cvttsd_si32, _mm_cvttsd_si64, _mm_set_sd};

/// "Integer indefinite": what the conversion instructions yield when the result does not fit.
const INDEFINITE: u64 = 1 << 63;

/// `fptosi` and `fptoui`.
pub fn to_int(kind: FloatKind, value: u128, bits: u32, signed: bool, out: &mut [u64]) {
    let value = unpack(kind, value);
    if bits > 128 {
        return match kind {
            FloatKind::Half => through_32_bits(value, bits, signed, out),
            _ => expanded(kind, value, bits, out),
        };
    }
    let result = match kind {
        FloatKind::Quad => library(value, promoted(bits), signed || is_promoted(bits)),
        FloatKind::Half if bits > 64 => library(value, 128, signed),
        _ if bits > 64 => libgcc128(kind, value, signed),
        FloatKind::X87 => u128::from(x87(value, bits, signed)),
        _ => u128::from(sse(value, bits, signed)),
    };
    int::store128(result & int::mask128(bits), out);
}

/// [`to_int`] of an f64 (or an f32, widened) to at most 64 bits, by the instructions themselves.
#[inline]
pub fn double_to_int(value: f64, bits: u32, signed: bool) -> u64 {
    // SAFETY: every x86-64 processor has SSE2.
    let convert64 = |value| unsafe { _mm_cvttsd_si64(_mm_set_sd(value)) };
    // SAFETY: as above.
    let convert32 = |value| unsafe { _mm_cvttsd_si32(_mm_set_sd(value)) };
    let result = match bits {
        64 if !signed => {
            let low = convert64(value);
            low | convert64(value - 9_223_372_036_854_775_808.0) & low >> 63
        }
        32 if !signed => convert64(value),
        0..=32 => i64::from(convert32(value)),
        _ => convert64(value),
    };
    result as u64 & int::mask64(bits)
}

/// `llvm.fptosi.sat` and `llvm.fptoui.sat`: clamped, NaN gives 0.
pub fn to_int_saturating(kind: FloatKind, value: u128, bits: u32, signed: bool, out: &mut [u64]) {
    let value = unpack(kind, value);
    if matches!(value.number, Number::Nan { .. } | Number::Invalid) || value.negative && !signed {
        return out.fill(0);
    }
    // A signed value has one bit less, and one more value below zero: its magnitude needs the sign bit.
    let fits = magnitude_into(value.number, out).is_some_and(|used| used < bits || !signed && used == bits);
    if !fits {
        return match signed {
            true => int::fill_signed_extreme(bits, value.negative, out),
            false => int::fill_unsigned_max(bits, out),
        };
    }
    if value.negative {
        wide::negate(out);
        wide::clear_above(bits, out);
    }
}

/// Below 64 bits, widths without an unsigned conversion of their own are promoted and converted as signed.
fn is_promoted(bits: u32) -> bool {
    bits < 64 && bits != 32
}

/// The width of the library routine that converts.
fn promoted(bits: u32) -> u32 {
    match bits {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

/// The truncated absolute value; `None` from 2^128 up and for what is no number.
fn magnitude(number: Number) -> Option<u128> {
    match number {
        Number::Zero => Some(0),
        Number::Finite { exponent, .. } if exponent < 0 => Some(0),
        Number::Finite { exponent, significand } if exponent < 128 => Some(significand >> (127 - exponent)),
        _ => None,
    }
}

/// The truncated absolute value, and how many bits it has; `None` when `out` cannot hold it.
fn magnitude_into(number: Number, out: &mut [u64]) -> Option<u32> {
    out.fill(0);
    if let Some(magnitude) = magnitude(number) {
        let used = 128 - magnitude.leading_zeros();
        if used > out.len() as u32 * 64 {
            return None;
        }
        int::store128(magnitude, out);
        return Some(used);
    }
    let Number::Finite { exponent, significand } = number else { return None };
    let used = exponent as u32 + 1;
    if used > out.len() as u32 * 64 {
        return None;
    }
    let mut source = vec![0; out.len()];
    int::store128(significand, &mut source);
    wide::shl(&source, used - 128, out);
    Some(used)
}

/// `cvttsd2si` and `fistp` with the given operand size, sign-extended.
fn instruction(value: Unpacked, size: u32) -> u64 {
    let limit = 1u128 << (size - 1);
    match magnitude(value.number) {
        Some(magnitude) if value.negative && magnitude <= limit => (magnitude as u64).wrapping_neg(),
        Some(magnitude) if !value.negative && magnitude < limit => magnitude as u64,
        _ => int::signed64(size, 1 << (size - 1)) as u64,
    }
}

fn sse(value: Unpacked, bits: u32, signed: bool) -> u64 {
    match bits {
        // Converts x and x - 2^63 and joins the two: out of range both are indefinite.
        64 if !signed => unsigned64(value).unwrap_or(INDEFINITE),
        32 if !signed => instruction(value, 64),
        0..=32 => instruction(value, 32),
        _ => instruction(value, 64),
    }
}

fn x87(value: Unpacked, bits: u32, signed: bool) -> u64 {
    match bits {
        // Subtracts 2^63 unless x is below it, and flips the top bit in again: out of range gives zero.
        64 if !signed => unsigned64(value).unwrap_or(if value.negative && !is_nan(value) { INDEFINITE } else { 0 }),
        32 if !signed => instruction(value, 64),
        16 if !signed => instruction(value, 32),
        0..=16 => instruction(value, 16),
        17..=32 => instruction(value, 32),
        _ => instruction(value, 64),
    }
}

fn is_nan(value: Unpacked) -> bool {
    matches!(value.number, Number::Nan { .. } | Number::Invalid)
}

/// From -2^63 up to 2^64; negative numbers wrap.
fn unsigned64(value: Unpacked) -> Option<u64> {
    let magnitude = magnitude(value.number)?;
    if value.negative {
        (magnitude <= 1 << 63).then(|| (magnitude as u64).wrapping_neg())
    } else {
        u64::try_from(magnitude).ok()
    }
}

/// libgcc's soft-fp (`__fixtfsi`, `__fixhfti` and their kin): clamps, and a NaN counts as an infinity of its sign.
fn library(value: Unpacked, size: u32, signed: bool) -> u128 {
    let magnitude = magnitude(value.number);
    if !signed {
        let maximum = int::mask128(size);
        return if value.negative { 0 } else { magnitude.map_or(maximum, |m| m.min(maximum)) };
    }
    let limit = 1u128 << (size - 1);
    match (value.negative, magnitude) {
        (true, Some(magnitude)) if magnitude <= limit => magnitude.wrapping_neg(),
        (true, _) => limit.wrapping_neg(),
        (false, Some(magnitude)) if magnitude < limit => magnitude,
        (false, _) => limit - 1,
    }
}

/// libgcc's `__fixdfti`, `__fixunsdfti` and their kin for f32 and x87: two 64-bit conversions, each of which yields
/// zero from 2^64 up. Negative numbers are negated first, or (unsigned) reach the low half only.
fn libgcc128(kind: FloatKind, value: Unpacked, signed: bool) -> u128 {
    if is_nan(value) {
        return u128::from(INDEFINITE) << 64 | u128::from(INDEFINITE);
    }
    let unsigned = magnitude(value.number).unwrap_or(0);
    match (value.negative, signed) {
        (false, _) => unsigned,
        (true, true) => unsigned.wrapping_neg(),
        (true, false) if kind == FloatKind::X87 => 0,
        (true, false) => libgcc_unsigned_of_negative(value),
    }
}

/// The high half is the 64-bit conversion of x / 2^64, the low half that of what remains.
fn libgcc_unsigned_of_negative(value: Unpacked) -> u128 {
    let Some(magnitude) = magnitude(value.number) else {
        return u128::from(INDEFINITE) << 64 | u128::from(INDEFINITE);
    };
    let part = |x: u128| if x <= 1 << 63 { (x as u64).wrapping_neg() } else { INDEFINITE };
    let high = part(magnitude >> 64);
    // The high half is converted back as an unsigned number: the remainder is far below any 64-bit integer.
    let low = if high == 0 { part(magnitude) } else { INDEFINITE };
    u128::from(high) << 64 | u128::from(low)
}

/// LLVM converts half to i32 and extends, above 128 bits.
fn through_32_bits(value: Unpacked, bits: u32, signed: bool, out: &mut [u64]) {
    let narrow = [sse(value, 32, signed) & int::mask64(32)];
    match signed {
        true => int::sign_extend(32, bits, &narrow, out),
        false => int::zero_extend(&narrow, out),
    }
}

/// LLVM's inline expansion above 128 bits: beyond 2^bits it saturates as signed, below it wraps. It does not know
/// infinities and NaNs: their exponent field counts like any other.
fn expanded(kind: FloatKind, value: Unpacked, bits: u32, out: &mut [u64]) {
    let exponent = format(kind).bias() + 1;
    let number = match value.number {
        Number::Infinity | Number::Invalid => Number::Finite { exponent, significand: 1 << 127 },
        Number::Nan { payload } => Number::Finite { exponent, significand: 1 << 127 | payload >> 1 },
        number => number,
    };
    match magnitude_into(number, out) {
        Some(used) if used <= bits => {}
        _ => return int::fill_signed_extreme(bits, value.negative, out),
    }
    if value.negative {
        wide::negate(out);
    }
    wide::clear_above(bits, out);
}
