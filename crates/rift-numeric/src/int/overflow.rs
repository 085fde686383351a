//! The integer intrinsics: with overflow, saturating, extremes, and the entry points by [`Intrinsic`].

use super::wide::{add, clear_above, magnitude, mul, negate, shift_count, shl, sub};
use super::{
    bitreverse, bswap, compare_signed, compare_unsigned, ctlz, ctpop, cttz, fshl, fshr, is_negative, is_zero, limbs,
};
use rift_ir::Intrinsic;
use std::cmp::Ordering;

/// |a|; `INT_MIN` stays.
pub fn abs(bits: u32, a: &[u64], out: &mut [u64]) {
    out.copy_from_slice(a);
    if is_negative(bits, a) {
        negate(out);
        clear_above(bits, out);
    }
}

/// `llvm.{s,u}{add,sub,mul}.with.overflow`: the wrapped result, and whether it wrapped. `None`: another intrinsic.
pub fn overflow(which: &Intrinsic, bits: u32, a: &[u64], b: &[u64], out: &mut [u64]) -> Option<bool> {
    let overflowed = match which {
        Intrinsic::UaddOverflow | Intrinsic::UaddSat => {
            let carry = add(a, b, out);
            carry || exceeds(bits, out)
        }
        Intrinsic::UsubOverflow | Intrinsic::UsubSat => sub(a, b, out),
        Intrinsic::SaddOverflow | Intrinsic::SaddSat => {
            add(a, b, out);
            is_negative(bits, a) == is_negative(bits, b) && is_negative(bits, out) != is_negative(bits, a)
        }
        Intrinsic::SsubOverflow | Intrinsic::SsubSat => {
            sub(a, b, out);
            is_negative(bits, a) != is_negative(bits, b) && is_negative(bits, out) != is_negative(bits, a)
        }
        Intrinsic::UmulOverflow => {
            let mut product = vec![0; 2 * a.len()];
            mul(a, b, &mut product);
            out.copy_from_slice(&product[..a.len()]);
            exceeds(bits, &product)
        }
        Intrinsic::SmulOverflow => {
            let mut product = vec![0; 2 * a.len()];
            mul(&magnitude(bits, a), &magnitude(bits, b), &mut product);
            let negative = is_negative(bits, a) != is_negative(bits, b);
            out.copy_from_slice(&product[..a.len()]);
            if negative {
                negate(out);
            }
            clear_above(bits, out);
            exceeds(bits, &product) || !is_zero(out) && is_negative(bits, out) != negative
        }
        _ => return None,
    };
    clear_above(bits, out);
    Some(overflowed)
}

/// Any bit at or above `bits`.
fn exceeds(bits: u32, a: &[u64]) -> bool {
    let whole = (bits / 64) as usize;
    a.get(whole).is_some_and(|limb| limb >> (bits % 64) != 0) || a.iter().skip(whole + 1).any(|&limb| limb != 0)
}

/// `llvm.{s,u}{add,sub,shl}.sat`. A shift by the width or more saturates unless the value is zero. `None`: another
/// intrinsic.
pub fn saturating(which: &Intrinsic, bits: u32, a: &[u64], b: &[u64], out: &mut [u64]) -> Option<()> {
    let overflowed = match which {
        Intrinsic::UaddSat | Intrinsic::UsubSat | Intrinsic::SaddSat | Intrinsic::SsubSat => {
            overflow(which, bits, a, b, out)?
        }
        Intrinsic::UshlSat => {
            let count = shift_count(bits, b);
            shl(a, count, out);
            clear_above(bits, out);
            !is_zero(a) && count > ctlz(bits, a)
        }
        Intrinsic::SshlSat => {
            let count = shift_count(bits, b);
            shl(a, count, out);
            clear_above(bits, out);
            !is_zero(a) && count >= sign_bits(bits, a)
        }
        _ => return None,
    };
    if overflowed {
        match which {
            Intrinsic::UaddSat | Intrinsic::UshlSat => fill_unsigned_max(bits, out),
            Intrinsic::UsubSat => out.fill(0),
            _ => fill_signed_extreme(bits, is_negative(bits, a), out),
        }
    }
    Some(())
}

/// How many of the top bits equal the sign.
fn sign_bits(bits: u32, a: &[u64]) -> u32 {
    if !is_negative(bits, a) {
        return ctlz(bits, a);
    }
    let mut inverted: Vec<u64> = a.iter().map(|limb| !limb).collect();
    clear_above(bits, &mut inverted);
    ctlz(bits, &inverted)
}

/// 2^bits - 1.
pub fn fill_unsigned_max(bits: u32, out: &mut [u64]) {
    out.fill(u64::MAX);
    clear_above(bits, out);
}

/// `INT_MIN` or `INT_MAX`.
pub fn fill_signed_extreme(bits: u32, negative: bool, out: &mut [u64]) {
    let top = 1u64 << ((bits - 1) % 64);
    if negative {
        out.fill(0);
        out[limbs(bits) - 1] = top;
    } else {
        fill_unsigned_max(bits, out);
        out[limbs(bits) - 1] ^= top;
    }
}

/// `llvm.{s,u}{min,max}`: the one of the two. `None`: another intrinsic.
pub fn select_extreme<'a>(which: &Intrinsic, bits: u32, a: &'a [u64], b: &'a [u64]) -> Option<&'a [u64]> {
    let first = match which {
        Intrinsic::Smin => compare_signed(bits, a, b).is_le(),
        Intrinsic::Smax => compare_signed(bits, a, b).is_ge(),
        Intrinsic::Umin => compare_unsigned(a, b).is_le(),
        Intrinsic::Umax => compare_unsigned(a, b).is_ge(),
        _ => return None,
    };
    Some(if first { a } else { b })
}

/// `llvm.scmp` and `llvm.ucmp`, stored as -1, 0 or 1 of `out_bits` bits. `None`: another intrinsic.
pub fn three_way(
    which: &Intrinsic,
    bits: u32,
    a: &[u64],
    b: &[u64],
    out_bits: u32,
    out: &mut [u64],
) -> Option<Ordering> {
    let ordering = match which {
        Intrinsic::Scmp => compare_signed(bits, a, b),
        Intrinsic::Ucmp => compare_unsigned(a, b),
        _ => return None,
    };
    match ordering {
        Ordering::Less => fill_unsigned_max(out_bits, out),
        Ordering::Equal => out.fill(0),
        Ordering::Greater => {
            out.fill(0);
            out[0] = 1;
        }
    }
    Some(ordering)
}

/// Intrinsics of one integer (a second, constant i1 operand of `abs`, `ctlz` and `cttz` does not matter).
/// `None`: another intrinsic.
pub fn intrinsic1(which: &Intrinsic, bits: u32, a: &[u64], out: &mut [u64]) -> Option<()> {
    let mut count = |count: u32| {
        out.fill(0);
        out[0] = u64::from(count);
    };
    match which {
        Intrinsic::Ctpop => count(ctpop(a)),
        Intrinsic::Ctlz => count(ctlz(bits, a)),
        Intrinsic::Cttz => count(cttz(bits, a)),
        Intrinsic::Bswap => bswap(bits, a, out),
        Intrinsic::Bitreverse => bitreverse(bits, a, out),
        Intrinsic::Abs => abs(bits, a, out),
        _ => return None,
    }
    Some(())
}

/// Intrinsics of two integers whose result has their type: saturating, minimum and maximum. `None`: another one.
pub fn intrinsic2(which: &Intrinsic, bits: u32, a: &[u64], b: &[u64], out: &mut [u64]) -> Option<()> {
    if let Some(extreme) = select_extreme(which, bits, a, b) {
        out.copy_from_slice(extreme);
        return Some(());
    }
    saturating(which, bits, a, b, out)
}

/// `llvm.fshl` and `llvm.fshr`. `None`: another intrinsic.
pub fn intrinsic3(which: &Intrinsic, bits: u32, a: &[u64], b: &[u64], c: &[u64], out: &mut [u64]) -> Option<()> {
    match which {
        Intrinsic::Fshl => fshl(bits, a, b, c, out),
        Intrinsic::Fshr => fshr(bits, a, b, c, out),
        _ => return None,
    }
    Some(())
}
