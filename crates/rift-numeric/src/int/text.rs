//! Decimal text.

use super::wide::{clear_above, divide_by_limb, magnitude, negate};
use super::{is_negative, is_zero, limbs};

/// 10^19, the largest power of ten in a limb.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: usize = 19;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseIntegerError {
    #[error("not a decimal integer")]
    NotDecimal,
    #[error("integer does not fit {0} bits")]
    TooLarge(u32),
}

pub fn to_decimal_unsigned(a: &[u64]) -> String {
    let mut rest = a.to_vec();
    let mut chunks = Vec::new();
    while !is_zero(&rest) {
        let dividend = rest.clone();
        chunks.push(divide_by_limb(&dividend, CHUNK, &mut rest));
    }
    let mut text = chunks.pop().unwrap_or(0).to_string();
    for chunk in chunks.iter().rev() {
        text.push_str(&format!("{chunk:0CHUNK_DIGITS$}"));
    }
    text
}

pub fn to_decimal_signed(bits: u32, a: &[u64]) -> String {
    let text = to_decimal_unsigned(&magnitude(bits, a));
    if is_negative(bits, a) { format!("-{text}") } else { text }
}

/// Reads what either printer writes: from -2^(bits-1) up to 2^bits - 1.
pub fn from_decimal(bits: u32, text: &str) -> Result<Vec<u64>, ParseIntegerError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseIntegerError::NotDecimal);
    }
    let mut value = vec![0u64; limbs(bits)];
    for digit in digits.bytes() {
        let mut carry = u64::from(digit - b'0');
        for limb in &mut value {
            let sum = u128::from(*limb) * 10 + u128::from(carry);
            *limb = sum as u64;
            carry = (sum >> 64) as u64;
        }
        let mut fitting = value.clone();
        clear_above(bits, &mut fitting);
        if carry != 0 || fitting != value {
            return Err(ParseIntegerError::TooLarge(bits));
        }
    }
    if negative {
        negate(&mut value);
        clear_above(bits, &mut value);
        if !is_negative(bits, &value) && !is_zero(&value) {
            return Err(ParseIntegerError::TooLarge(bits));
        }
    }
    Ok(value)
}
