//! Numbers of any width from their text.

use crate::{FloatKind, floats};

/// Decimal digits are read in quadratic time: enough for every integer a register may hold.
const MAX_DECIMAL_DIGITS: usize = 1300;

/// The limbs of an integer of `bits` bits, which may be written signed or unsigned.
pub(crate) fn int_limbs(text: &str, bits: u32) -> Result<Vec<u64>, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut limbs = magnitude(digits)?;
    let count = bits.div_ceil(64) as usize;
    let significant =
        limbs.iter().rposition(|limb| *limb != 0).map_or(0, |top| top as u32 * 64 + 64 - limbs[top].leading_zeros());
    let is_power = limbs.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
    let fits = if negative { significant < bits || (significant == bits && is_power) } else { significant <= bits };
    if !fits {
        return Err(format!("{text} does not fit into {bits} bits"));
    }
    limbs.resize(count, 0);
    if negative {
        negate(&mut limbs);
        mask(&mut limbs, bits);
    }
    Ok(limbs)
}

fn magnitude(digits: &str) -> Result<Vec<u64>, String> {
    let wrong = || format!("`{digits}` is no integer");
    if let Some(hex) = digits.strip_prefix("0x") {
        if hex.is_empty() || !hex.is_ascii() {
            return Err(wrong());
        }
        return hex
            .as_bytes()
            .rchunks(16)
            .map(|chunk| {
                let chunk = std::str::from_utf8(chunk).map_err(|_| wrong())?;
                u64::from_str_radix(chunk, 16).map_err(|_| wrong())
            })
            .collect();
    }
    if digits.len() > MAX_DECIMAL_DIGITS {
        return Err(format!("more than {MAX_DECIMAL_DIGITS} decimal digits: write it in hexadecimal"));
    }
    let mut limbs = vec![0u64];
    for digit in digits.bytes() {
        if !digit.is_ascii_digit() {
            return Err(wrong());
        }
        let mut carry = u128::from(digit - b'0');
        for limb in &mut limbs {
            let wide = u128::from(*limb) * 10 + carry;
            *limb = wide as u64;
            carry = wide >> 64;
        }
        if carry != 0 {
            limbs.push(carry as u64);
        }
    }
    Ok(limbs)
}

fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
}

fn mask(limbs: &mut [u64], bits: u32) {
    let spare = limbs.len() as u32 * 64 - bits;
    if let Some(top) = limbs.last_mut() {
        *top &= u64::MAX >> spare;
    }
}

/// The limbs of a float: exact bits in hexadecimal, or a decimal number.
pub(crate) fn float_limbs(text: &str, kind: FloatKind) -> Result<Vec<u64>, String> {
    if text.starts_with("0x") {
        return int_limbs(text, kind.bits());
    }
    let wrong = || format!("`{text}` is no number");
    if kind == FloatKind::Single {
        let value: f32 = text.parse().map_err(|_| wrong())?;
        return Ok(vec![u64::from(value.to_bits())]);
    }
    let value: f64 = text.parse().map_err(|_| wrong())?;
    floats::from_f64(kind, value).ok_or_else(|| format!("{text} is not exact in this format: write its bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_width() {
        assert_eq!(int_limbs("-1", 7), Ok(vec![0x7f]));
        assert_eq!(int_limbs("127", 7), Ok(vec![0x7f]));
        assert_eq!(int_limbs("-64", 7), Ok(vec![0x40]));
        assert!(int_limbs("-65", 7).is_err());
        assert!(int_limbs("128", 7).is_err());
        assert_eq!(int_limbs("-1", 65), Ok(vec![u64::MAX, 1]));
        assert_eq!(int_limbs("0", 200), Ok(vec![0; 4]));
        assert_eq!(int_limbs("340282366920938463463374607431768211455", 128), Ok(vec![u64::MAX; 2]));
        assert!(int_limbs("340282366920938463463374607431768211456", 128).is_err());
        assert_eq!(int_limbs("0x10000000000000000", 65), Ok(vec![0, 1]));
        assert!(int_limbs("0x", 8).is_err());
        assert!(int_limbs("1.5", 8).is_err());
    }
}
