//! Integers of any width from 1 to 2^23 bits, as canonical little-endian limbs.
//!
//! Widths up to 64 and up to 128 go through `u64` and `u128`; the rest through [`wide`] (schoolbook
//! multiplication, division by Knuth, TAOCP vol. 2, 4.3.1, algorithm D).
//!
//! Where LLVM says poison or undefined behaviour, the result is that of x86-64 code:
//!
//! * A shift by the width or more happens in the register that holds the type (32 bits for widths up to 32,
//!   then 64, then 128), which takes the count modulo its size; the result is truncated. Above 128 bits, where
//!   no register does, all bits are shifted out.
//! * `INT_MIN / -1` and `INT_MIN % -1` fault at 32 and 64 bits, where `idiv` does. Elsewhere the quotient is
//!   computed in a wider register or by a library routine and wraps: `INT_MIN`, remainder 0.
//! * Division by zero faults up to 128 bits. Above, LLVM expands the division into a loop which yields
//!   quotient 0 and the dividend as remainder.

mod bits;
mod overflow;
mod text;
pub mod wide;

pub use bits::{bitreverse, bswap, ctlz, ctpop, cttz, fshl, fshr};
pub use overflow::{
    abs, fill_signed_extreme, fill_unsigned_max, intrinsic1, intrinsic2, intrinsic3, overflow, saturating,
    select_extreme, three_way,
};
pub use text::{ParseIntegerError, from_decimal, to_decimal_signed, to_decimal_unsigned};

use rift_ir::{BinaryOp, IntPredicate};
use std::cmp::Ordering;

/// What the processor raises as a divide error: the program gets SIGFPE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ArithmeticFault {
    #[error("division by zero")]
    DivisionByZero,
    #[error("division overflow")]
    DivisionOverflow,
}

/// Limbs of a value of `bits` bits.
#[inline]
pub const fn limbs(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

/// The ones of a value of `bits` bits, 1 to 64.
#[inline]
pub const fn mask64(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

#[inline]
pub const fn mask128(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// The value of `a` read as a signed integer of `bits` bits, 1 to 64.
#[inline]
pub const fn signed64(bits: u32, a: u64) -> i64 {
    ((a << (64 - bits)) as i64) >> (64 - bits)
}

#[inline]
pub const fn signed128(bits: u32, a: u128) -> i128 {
    ((a << (128 - bits)) as i128) >> (128 - bits)
}

/// A value of at most 128 bits from its limbs.
#[inline]
pub fn load128(a: &[u64]) -> u128 {
    match a {
        [low] => u128::from(*low),
        [low, high, ..] => u128::from(*low) | u128::from(*high) << 64,
        [] => 0,
    }
}

/// The low limbs of `value`; limbs above the second become zero.
#[inline]
pub fn store128(value: u128, out: &mut [u64]) {
    for (i, limb) in out.iter_mut().enumerate() {
        *limb = match i {
            0 => value as u64,
            1 => (value >> 64) as u64,
            _ => 0,
        };
    }
}

#[inline]
pub fn is_zero(a: &[u64]) -> bool {
    a.iter().all(|&limb| limb == 0)
}

#[inline]
pub fn is_negative(bits: u32, a: &[u64]) -> bool {
    let top = bits - 1;
    a[(top / 64) as usize] >> (top % 64) & 1 == 1
}

/// Integer operations only; see the module for shifts and divisions that LLVM leaves undefined.
///
/// # Panics
/// On a floating-point operation.
#[inline]
pub fn binary(op: BinaryOp, bits: u32, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<(), ArithmeticFault> {
    if bits <= 64 {
        out[0] = binary64(op, bits, a[0], b[0])?;
    } else if bits <= 128 {
        store128(binary128(op, bits, load128(a), load128(b))?, out);
    } else {
        wide::binary(op, bits, a, b, out);
    }
    Ok(())
}

/// [`binary`] for widths 1 to 64.
#[inline]
pub fn binary64(op: BinaryOp, bits: u32, a: u64, b: u64) -> Result<u64, ArithmeticFault> {
    let (sa, sb) = (signed64(bits, a), signed64(bits, b));
    let register = if bits <= 32 { 32 } else { 64 };
    let count = (b % register) as u32;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or(ArithmeticFault::DivisionByZero)?,
        BinaryOp::URem => a.checked_rem(b).ok_or(ArithmeticFault::DivisionByZero)?,
        BinaryOp::SDiv => {
            check_division64(bits, sa, sb)?;
            sa.wrapping_div(sb) as u64
        }
        BinaryOp::SRem => {
            check_division64(bits, sa, sb)?;
            sa.wrapping_rem(sb) as u64
        }
        BinaryOp::Shl => a << count,
        BinaryOp::LShr => a >> count,
        BinaryOp::AShr => (sa >> count) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => not_integer(op),
    };
    Ok(result & mask64(bits))
}

#[inline]
fn check_division64(bits: u32, a: i64, b: i64) -> Result<(), ArithmeticFault> {
    if b == 0 {
        return Err(ArithmeticFault::DivisionByZero);
    }
    let minimum = match bits {
        32 => i64::from(i32::MIN),
        64 => i64::MIN,
        _ => return Ok(()),
    };
    if b == -1 && a == minimum { Err(ArithmeticFault::DivisionOverflow) } else { Ok(()) }
}

/// [`binary`] for widths 65 to 128.
pub fn binary128(op: BinaryOp, bits: u32, a: u128, b: u128) -> Result<u128, ArithmeticFault> {
    let (sa, sb) = (signed128(bits, a), signed128(bits, b));
    let count = (b % 128) as u32;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).ok_or(ArithmeticFault::DivisionByZero)?,
        BinaryOp::URem => a.checked_rem(b).ok_or(ArithmeticFault::DivisionByZero)?,
        BinaryOp::SDiv | BinaryOp::SRem if b == 0 => return Err(ArithmeticFault::DivisionByZero),
        BinaryOp::SDiv => sa.wrapping_div(sb) as u128,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u128,
        BinaryOp::Shl => a << count,
        BinaryOp::LShr => a >> count,
        BinaryOp::AShr => (sa >> count) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => not_integer(op),
    };
    Ok(result & mask128(bits))
}

fn not_integer(op: BinaryOp) -> ! {
    panic!("{op:?} is not an integer operation")
}

#[inline]
pub fn compare_unsigned(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

#[inline]
pub fn compare_signed(bits: u32, a: &[u64], b: &[u64]) -> Ordering {
    // Of two numbers of the same sign, two's complement orders as unsigned.
    is_negative(bits, b).cmp(&is_negative(bits, a)).then_with(|| compare_unsigned(a, b))
}

#[inline]
pub fn compare(predicate: IntPredicate, bits: u32, a: &[u64], b: &[u64]) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => compare_unsigned(a, b).is_gt(),
        IntPredicate::Uge => compare_unsigned(a, b).is_ge(),
        IntPredicate::Ult => compare_unsigned(a, b).is_lt(),
        IntPredicate::Ule => compare_unsigned(a, b).is_le(),
        IntPredicate::Sgt => compare_signed(bits, a, b).is_gt(),
        IntPredicate::Sge => compare_signed(bits, a, b).is_ge(),
        IntPredicate::Slt => compare_signed(bits, a, b).is_lt(),
        IntPredicate::Sle => compare_signed(bits, a, b).is_le(),
    }
}

/// [`compare`] for widths 1 to 64.
#[inline]
pub fn compare64(predicate: IntPredicate, bits: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed64(bits, a), signed64(bits, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}

/// The low `to_bits` bits.
#[inline]
pub fn truncate(to_bits: u32, a: &[u64], out: &mut [u64]) {
    let n = limbs(to_bits);
    out[..n].copy_from_slice(&a[..n]);
    wide::clear_above(to_bits, out);
}

#[inline]
pub fn zero_extend(a: &[u64], out: &mut [u64]) {
    out[..a.len()].copy_from_slice(a);
    out[a.len()..].fill(0);
}

#[inline]
pub fn sign_extend(from_bits: u32, to_bits: u32, a: &[u64], out: &mut [u64]) {
    zero_extend(a, out);
    if is_negative(from_bits, a) {
        let top = a.len() - 1;
        out[top] = signed64((from_bits - 1) % 64 + 1, a[top]) as u64;
        out[top + 1..].fill(u64::MAX);
        wide::clear_above(to_bits, out);
    }
}

#[cfg(test)]
mod native_tests;
#[cfg(test)]
mod tests;
