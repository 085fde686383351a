//! Counting, reversing and rotating bits.

use super::wide::{clear_above, divide_by_limb, lshr, shl};
use super::{limbs, load128, mask128, store128};

#[inline]
pub fn ctpop(a: &[u64]) -> u32 {
    a.iter().map(|limb| limb.count_ones()).sum()
}

/// Leading zeros; the width for zero.
#[inline]
pub fn ctlz(bits: u32, a: &[u64]) -> u32 {
    match a.iter().rposition(|&limb| limb != 0) {
        Some(top) => bits - (top as u32 * 64 + 64 - a[top].leading_zeros()),
        None => bits,
    }
}

/// Trailing zeros; the width for zero.
#[inline]
pub fn cttz(bits: u32, a: &[u64]) -> u32 {
    match a.iter().position(|&limb| limb != 0) {
        Some(low) => low as u32 * 64 + a[low].trailing_zeros(),
        None => bits,
    }
}

/// LLVM allows it for whole numbers of 16-bit units only; any whole number of bytes works here.
pub fn bswap(bits: u32, a: &[u64], out: &mut [u64]) {
    reverse(bits, a, out, u64::swap_bytes);
}

pub fn bitreverse(bits: u32, a: &[u64], out: &mut [u64]) {
    reverse(bits, a, out, u64::reverse_bits);
}

fn reverse(bits: u32, a: &[u64], out: &mut [u64], within_limb: impl Fn(u64) -> u64) {
    let reversed: Vec<u64> = a.iter().rev().map(|&limb| within_limb(limb)).collect();
    lshr(&reversed, limbs(bits) as u32 * 64 - bits, out);
}

/// The high half of `high:low << (count mod bits)`.
pub fn fshl(bits: u32, high: &[u64], low: &[u64], count: &[u64], out: &mut [u64]) {
    match count_modulo(bits, count) {
        0 => out.copy_from_slice(high),
        count => funnel(bits, high, low, count, out),
    }
}

/// The low half of `high:low >> (count mod bits)`.
pub fn fshr(bits: u32, high: &[u64], low: &[u64], count: &[u64], out: &mut [u64]) {
    match count_modulo(bits, count) {
        0 => out.copy_from_slice(low),
        count => funnel(bits, high, low, bits - count, out),
    }
}

fn count_modulo(bits: u32, count: &[u64]) -> u32 {
    if count.len() <= 2 {
        return (load128(count) % u128::from(bits)) as u32;
    }
    divide_by_limb(count, u64::from(bits), &mut vec![0; count.len()]) as u32
}

/// `0 < left < bits`.
fn funnel(bits: u32, high: &[u64], low: &[u64], left: u32, out: &mut [u64]) {
    if bits <= 128 {
        let value = load128(high) << left | load128(low) >> (bits - left);
        return store128(value & mask128(bits), out);
    }
    shl(high, left, out);
    let mut rest = vec![0; low.len()];
    lshr(low, bits - left, &mut rest);
    for (o, r) in out.iter_mut().zip(rest) {
        *o |= r;
    }
    clear_above(bits, out);
}
