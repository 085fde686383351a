//! Bits of floats for people: between `f64` and every kind, for literals and comments. No arithmetic here.

use crate::FloatKind;

/// (exponent bits, explicit fraction bits) with an implicit leading one; x87 keeps its leading one.
fn shape(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Single => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::X87 => (15, 63),
        FloatKind::Quad => (15, 112),
    }
}

/// The bits of `value` in a kind of float; none when that kind cannot hold it exactly. A NaN is the quiet one.
pub(crate) fn from_f64(kind: FloatKind, value: f64) -> Option<Vec<u64>> {
    let (exponent_bits, fraction_bits) = shape(kind);
    let max_exponent = (1i64 << exponent_bits) - 1;
    let bias = max_exponent >> 1;
    let sign = value.is_sign_negative() && !value.is_nan();
    let (exponent, fraction) = if value.is_nan() {
        (max_exponent, 1u128 << (fraction_bits - 1))
    } else if value.is_infinite() {
        (max_exponent, 0)
    } else if value == 0.0 {
        (0, 0)
    } else {
        // value = significand * 2^power, significand odd.
        let bits = value.to_bits();
        let (raw, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let (significand, power) = if raw == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raw - 1075) };
        let zeros = significand.trailing_zeros();
        let (significand, power) = (significand >> zeros, power + i64::from(zeros));
        let width = i64::from(64 - significand.leading_zeros());
        let exponent = power + width - 1 + bias;
        // Subnormals share the exponent of the smallest normal number.
        let shift = i64::from(fraction_bits) - if exponent >= 1 { width - 1 } else { width - exponent };
        if shift < 0 || exponent >= max_exponent {
            return None;
        }
        let scaled = u128::from(significand) << shift;
        (exponent.max(0), scaled & ((1u128 << fraction_bits) - 1))
    };
    Some(assemble(kind, sign, exponent as u64, fraction))
}

fn assemble(kind: FloatKind, sign: bool, exponent: u64, fraction: u128) -> Vec<u64> {
    let (exponent_bits, fraction_bits) = shape(kind);
    let top = u128::from(exponent | u64::from(sign) << exponent_bits);
    if kind == FloatKind::X87 {
        let leading = u64::from(exponent != 0) << 63;
        return vec![leading | fraction as u64, top as u64];
    }
    let all = top << fraction_bits | fraction;
    match kind {
        FloatKind::Quad => vec![all as u64, (all >> 64) as u64],
        _ => vec![all as u64],
    }
}

/// The nearest `f64`, more or less: for comments.
pub(crate) fn to_f64(kind: FloatKind, limbs: &[u64]) -> f64 {
    let (exponent_bits, fraction_bits) = shape(kind);
    let all = limbs.iter().take(2).rev().fold(0u128, |all, limb| all << 64 | u128::from(*limb));
    let explicit_one = kind == FloatKind::X87;
    let stored = fraction_bits + u32::from(explicit_one);
    let max_exponent = (1i64 << exponent_bits) - 1;
    let exponent = (all >> stored) as i64 & max_exponent;
    let negative = all >> (stored + exponent_bits) & 1 == 1;
    let fraction = all & ((1u128 << fraction_bits) - 1);
    let magnitude = if exponent == max_exponent {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        let significand = match (explicit_one, exponent) {
            (true, _) => all & ((1u128 << stored) - 1),
            (false, 0) => fraction,
            (false, _) => fraction | 1u128 << fraction_bits,
        };
        let power = exponent.max(1) - (max_exponent >> 1) - i64::from(fraction_bits);
        scale(significand as f64, power)
    };
    if negative { -magnitude } else { magnitude }
}

/// `value * 2^power`, in steps so that neither factor leaves the range.
fn scale(mut value: f64, mut power: i64) -> f64 {
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.clamp(-1000, 1000);
        value *= 2f64.powi(step as i32);
        power -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_survive_every_kind() {
        let kinds = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double, FloatKind::X87];
        for kind in kinds.into_iter().chain([FloatKind::Quad]) {
            for value in [0.0, -0.0, 1.0, -1.5, 0.25, 96.0, f64::INFINITY, f64::NEG_INFINITY] {
                let bits = from_f64(kind, value).expect("exact");
                assert_eq!(to_f64(kind, &bits).to_bits(), value.to_bits(), "{kind:?} {value}");
            }
            assert!(to_f64(kind, &from_f64(kind, f64::NAN).expect("a NaN")).is_nan());
        }
        for value in [5e-324, f64::MIN_POSITIVE, f64::MAX, 1.0 / 3.0, -123.456e-200] {
            assert_eq!(from_f64(FloatKind::Double, value), Some(vec![value.to_bits()]));
            assert_eq!(to_f64(FloatKind::X87, &from_f64(FloatKind::X87, value).expect("exact")), value);
            assert_eq!(to_f64(FloatKind::Quad, &from_f64(FloatKind::Quad, value).expect("exact")), value);
        }
        for value in [1e-45f32, f32::MIN_POSITIVE, f32::MAX, 0.1] {
            assert_eq!(from_f64(FloatKind::Single, f64::from(value)), Some(vec![u64::from(value.to_bits())]));
        }
        assert_eq!(from_f64(FloatKind::Half, 5.960464477539063e-8), Some(vec![1]));
        assert_eq!(from_f64(FloatKind::Half, 65504.0), Some(vec![0x7bff]));
        assert_eq!(from_f64(FloatKind::Half, 65536.0), None);
        assert_eq!(from_f64(FloatKind::Single, 0.1), None);
        assert_eq!(from_f64(FloatKind::X87, 1.0), Some(vec![1 << 63, 0x3fff]));
    }
}
