//! Arithmetic on limb slices: what [`super::binary`] uses above 128 bits. All operands of one operation have the
//! same number of limbs; results wrap at that number of limbs unless a width is given.

use super::{compare_unsigned, is_negative, is_zero, limbs};
use rift_ir::BinaryOp;

/// Clears the bits of the last limb above `bits`.
#[inline]
pub fn clear_above(bits: u32, out: &mut [u64]) {
    let used = bits % 64;
    if used != 0 {
        out[limbs(bits) - 1] &= u64::MAX >> (64 - used);
    }
}

/// Never faults: see the module above for division by zero.
pub(super) fn binary(op: BinaryOp, bits: u32, a: &[u64], b: &[u64], out: &mut [u64]) {
    match op {
        BinaryOp::Add => {
            add(a, b, out);
        }
        BinaryOp::Sub => {
            sub(a, b, out);
        }
        BinaryOp::Mul => mul(a, b, out),
        BinaryOp::UDiv => divide(a, b, Some(out), None),
        BinaryOp::URem => divide(a, b, None, Some(out)),
        BinaryOp::SDiv => {
            let negate_result = is_negative(bits, a) != is_negative(bits, b);
            divide(&magnitude(bits, a), &magnitude(bits, b), Some(out), None);
            if negate_result {
                negate(out);
            }
        }
        BinaryOp::SRem => {
            divide(&magnitude(bits, a), &magnitude(bits, b), None, Some(out));
            if is_negative(bits, a) {
                negate(out);
            }
        }
        BinaryOp::Shl => shl(a, shift_count(bits, b), out),
        BinaryOp::LShr => lshr(a, shift_count(bits, b), out),
        BinaryOp::AShr => ashr(bits, a, shift_count(bits, b), out),
        BinaryOp::And => zip(a, b, out, |x, y| x & y),
        BinaryOp::Or => zip(a, b, out, |x, y| x | y),
        BinaryOp::Xor => zip(a, b, out, |x, y| x ^ y),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => super::not_integer(op),
    }
    clear_above(bits, out);
}

fn zip(a: &[u64], b: &[u64], out: &mut [u64], f: impl Fn(u64, u64) -> u64) {
    for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
        *o = f(x, y);
    }
}

/// The count of a shift, at most `bits`.
pub fn shift_count(bits: u32, count: &[u64]) -> u32 {
    match count {
        [low, rest @ ..] if is_zero(rest) && *low < u64::from(bits) => *low as u32,
        _ => bits,
    }
}

/// Returns the carry out of the last limb.
pub fn add(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    let mut carry = false;
    for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
        (*o, carry) = x.carrying_add(y, carry);
    }
    carry
}

/// Returns the borrow out of the last limb.
pub fn sub(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    let mut borrow = false;
    for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
        (*o, borrow) = x.borrowing_sub(y, borrow);
    }
    borrow
}

pub fn negate(a: &mut [u64]) {
    let mut carry = true;
    for limb in a {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
}

/// |a|, which fits `bits` unsigned.
pub fn magnitude(bits: u32, a: &[u64]) -> Vec<u64> {
    let mut result = a.to_vec();
    if is_negative(bits, a) {
        negate(&mut result);
        clear_above(bits, &mut result);
    }
    result
}

/// The low `out.len()` limbs of the product; `out` may be longer than the operands.
pub fn mul(a: &[u64], b: &[u64], out: &mut [u64]) {
    out.fill(0);
    for (i, &x) in a.iter().enumerate().take(out.len()) {
        if x == 0 {
            continue;
        }
        let mut carry = 0u64;
        for (o, &y) in out[i..].iter_mut().zip(b) {
            let sum = u128::from(x) * u128::from(y) + u128::from(*o) + u128::from(carry);
            *o = sum as u64;
            carry = (sum >> 64) as u64;
        }
        // Row i - 1 ended one limb earlier, so this limb is still zero.
        if let Some(o) = out.get_mut(i + b.len()) {
            *o = carry;
        }
    }
}

/// Unsigned quotient and remainder. By zero: 0 and `a`.
pub fn divide(a: &[u64], b: &[u64], quotient: Option<&mut [u64]>, remainder: Option<&mut [u64]>) {
    let (a_len, b_len) = (significant(a), significant(b));
    let mut q = vec![0; a.len()];
    let mut r;
    if b_len == 0 || compare_unsigned(a, b).is_lt() {
        r = a.to_vec();
    } else if b_len == 1 {
        r = vec![0; a.len()];
        r[0] = divide_by_limb(&a[..a_len], b[0], &mut q);
    } else {
        r = divide_knuth(&a[..a_len], &b[..b_len], &mut q);
        r.resize(a.len(), 0);
    }
    if let Some(out) = quotient {
        out.copy_from_slice(&q);
    }
    if let Some(out) = remainder {
        out.copy_from_slice(&r);
    }
}

fn significant(a: &[u64]) -> usize {
    a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)
}

/// Returns the remainder. `quotient` has at least the limbs of `a`.
pub(super) fn divide_by_limb(a: &[u64], b: u64, quotient: &mut [u64]) -> u64 {
    let mut rest = 0u64;
    for (i, &x) in a.iter().enumerate().rev() {
        let value = u128::from(rest) << 64 | u128::from(x);
        quotient[i] = (value / u128::from(b)) as u64;
        rest = (value % u128::from(b)) as u64;
    }
    rest
}

/// Algorithm D. `a` ≥ `b`, both without leading zero limbs, `b` of at least two limbs. Returns the remainder.
fn divide_knuth(a: &[u64], b: &[u64], quotient: &mut [u64]) -> Vec<u64> {
    let n = b.len();
    let shift = b[n - 1].leading_zeros();
    // D1: normalize, so that the first limb of the divisor has its top bit set.
    let mut v = vec![0; n];
    shl(b, shift, &mut v);
    let mut u = vec![0; a.len() + 1];
    shl(&[a, &[0]].concat(), shift, &mut u);
    let (v1, v2) = (u128::from(v[n - 1]), u128::from(v[n - 2]));
    for j in (0..=a.len() - n).rev() {
        // D3: estimate the digit from the top limbs; at most one too large afterwards.
        let top = u128::from(u[j + n]) << 64 | u128::from(u[j + n - 1]);
        let (mut digit, mut rest) = (top / v1, top % v1);
        while digit >> 64 != 0 || digit * v2 > (rest << 64 | u128::from(u[j + n - 2])) {
            digit -= 1;
            rest += v1;
            if rest >> 64 != 0 {
                break;
            }
        }
        // D4 to D6: subtract, and add back when the estimate was too large.
        if subtract_multiple(&mut u[j..=j + n], &v, digit as u64) {
            digit -= 1;
            add_back(&mut u[j..=j + n], &v);
        }
        quotient[j] = digit as u64;
    }
    let mut remainder = vec![0; n];
    lshr(&u[..n], shift, &mut remainder);
    if shift != 0 {
        remainder[n - 1] |= u[n] << (64 - shift);
    }
    remainder
}

/// u -= v * digit, returning the borrow. `u` is one limb longer than `v`.
fn subtract_multiple(u: &mut [u64], v: &[u64], digit: u64) -> bool {
    let (mut carry, mut borrow) = (0u64, false);
    for (x, &y) in u.iter_mut().zip(v) {
        let product = u128::from(y) * u128::from(digit) + u128::from(carry);
        carry = (product >> 64) as u64;
        (*x, borrow) = x.borrowing_sub(product as u64, borrow);
    }
    let top = v.len();
    (u[top], borrow) = u[top].borrowing_sub(carry, borrow);
    borrow
}

fn add_back(u: &mut [u64], v: &[u64]) {
    let mut carry = false;
    for (x, &y) in u.iter_mut().zip(v) {
        (*x, carry) = x.carrying_add(y, carry);
    }
    let top = v.len();
    u[top] = u[top].wrapping_add(u64::from(carry));
}

/// Any count; bits shifted past the last limb are lost.
pub fn shl(a: &[u64], count: u32, out: &mut [u64]) {
    let (skip, shift) = ((count / 64) as usize, count % 64);
    for (i, o) in out.iter_mut().enumerate() {
        let at = |k: usize| i.checked_sub(skip + k).map_or(0, |j| a[j]);
        *o = at(0) << shift;
        if shift != 0 {
            *o |= at(1) >> (64 - shift);
        }
    }
}

/// Any count.
pub fn lshr(a: &[u64], count: u32, out: &mut [u64]) {
    shr_filled(a, count, 0, out);
}

/// Any count; beyond the width everything is sign.
pub fn ashr(bits: u32, a: &[u64], count: u32, out: &mut [u64]) {
    if !is_negative(bits, a) {
        return lshr(a, count, out);
    }
    let mut extended = a.to_vec();
    if !bits.is_multiple_of(64) {
        extended[limbs(bits) - 1] |= u64::MAX << (bits % 64);
    }
    shr_filled(&extended, count, u64::MAX, out);
    clear_above(bits, out);
}

fn shr_filled(a: &[u64], count: u32, fill: u64, out: &mut [u64]) {
    let (skip, shift) = ((count / 64) as usize, count % 64);
    for (i, o) in out.iter_mut().enumerate() {
        let at = |k: usize| a.get(i + skip + k).copied().unwrap_or(fill);
        *o = at(0) >> shift;
        if shift != 0 {
            *o |= at(1) << (64 - shift);
        }
    }
}
