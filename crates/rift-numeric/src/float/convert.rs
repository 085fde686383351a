//! Between floating-point kinds, and from integers.

use super::format::{Number, default_nan, format, infinity, nan, round_pack, unpack, zero};
use crate::int::{self, wide};
use rift_ir::FloatKind;

/// `fptrunc` and `fpext`: one rounding; NaNs become quiet and keep the top of their payload.
#[inline]
pub fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => {
            let value = f32::from_bits(bits as u32);
            if !value.is_nan() {
                return u128::from(f64::from(value).to_bits());
            }
        }
        (FloatKind::Double, FloatKind::Single) => {
            let value = f64::from_bits(bits as u64);
            if !value.is_nan() {
                return u128::from((value as f32).to_bits());
            }
        }
        // Native code shifts the bits into place: signaling NaNs stay.
        (FloatKind::BFloat, FloatKind::Single) => return bits << 16,
        _ => {}
    }
    convert_any(from, to, bits)
}

fn convert_any(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    let value = unpack(from, bits);
    match value.number {
        Number::Zero => zero(to, value.negative),
        Number::Infinity => infinity(to, value.negative),
        Number::Nan { payload } => nan(to, value.negative, payload),
        Number::Invalid => default_nan(to),
        Number::Finite { exponent, significand } => round_pack(to, value.negative, exponent, significand, false),
    }
}

/// `sitofp` and `uitofp`, correctly rounded except where native code rounds twice: half and bfloat go through f32
/// (but half from 65 to 128 bits), x87 from more than 128 bits goes through quad. Also native, not correct: results of
/// more than 128 bits beyond the range of the kind.
pub fn from_int(kind: FloatKind, bits: u32, signed: bool, limbs: &[u64]) -> u128 {
    let through = match kind {
        FloatKind::Half if bits <= 64 || bits > 128 => FloatKind::Single,
        FloatKind::BFloat => FloatKind::Single,
        FloatKind::X87 if bits > 128 => FloatKind::Quad,
        _ => kind,
    };
    if through != kind {
        return convert(through, kind, from_int(through, bits, signed, limbs));
    }
    let negative = signed && int::is_negative(bits, limbs);
    if limbs.len() <= 2 {
        let value = int::load128(limbs);
        let magnitude = if negative { int::signed128(bits, value).unsigned_abs() } else { value };
        return super::format::round_pack_integer(kind, negative, magnitude);
    }
    let magnitude = if negative { wide::magnitude(bits, limbs) } else { limbs.to_vec() };
    // LLVM 22's inline expansion copies the top bit of unsigned integers into the sign of a quad.
    let top_is_sign = kind == FloatKind::Quad && int::is_negative(bits, limbs);
    from_magnitude(kind, negative || top_is_sign, &magnitude)
}

fn from_magnitude(kind: FloatKind, negative: bool, limbs: &[u64]) -> u128 {
    let width = limbs.len() as u32 * 64;
    let zeros = int::ctlz(width, limbs);
    if zeros == width {
        return zero(kind, negative);
    }
    let mut aligned = vec![0; limbs.len()];
    wide::shl(limbs, zeros, &mut aligned);
    let (rest, top) = aligned.split_at(limbs.len() - 2);
    let exponent = (width - 1 - zeros) as i32;
    let (significand, sticky) = (int::load128(top), !int::is_zero(rest));
    let result = round_pack(kind, negative, exponent, significand, sticky);
    if result != infinity(kind, negative) {
        return result;
    }
    // LLVM's inline expansion adds the exponent without looking whether it fits: the field overflows into the sign.
    let one_to_two = round_pack(kind, false, 0, significand, sticky);
    let overflowed = one_to_two.wrapping_add((exponent as u128) << format(kind).stored);
    (overflowed | zero(kind, negative)) & (u128::MAX >> (128 - kind.bits()))
}
