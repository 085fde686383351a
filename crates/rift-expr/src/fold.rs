//! What each operation computes, once: constant folding and evaluation both come here.
//!
//! Total: division by zero is as in SMT-LIB (all ones; -1 or 1 by the sign of the dividend when signed; the dividend
//! for remainders), signed overflow wraps, a shift by the width or more gives 0 or copies of the sign. Floats are
//! rift-numeric's, so what x86-64 computes.

use crate::{Node, TermId, Terms};
use rift_ir::{BinaryOp, FloatKind};
use rift_numeric::float;
use rift_numeric::int::{self, mask64, signed64, wide};
use smallvec::SmallVec;

/// Canonical limbs, lowest first.
pub(crate) type Limbs = SmallVec<[u64; 4]>;

/// The kind of the floats that have `width` bits.
pub(crate) fn float_kind(width: u32) -> FloatKind {
    match width {
        32 => FloatKind::Single,
        64 => FloatKind::Double,
        _ => panic!("floats are f32 or f64, not {width} bits"),
    }
}

/// Whether a node of this width and all its operands have at most 64 bits.
#[inline]
pub(crate) fn is_narrow(terms: &Terms, node: Node, width: u32) -> bool {
    let narrow = |term: TermId| terms.width(term) <= 64;
    match node {
        // The other operand, or the result, is as wide.
        Node::Compare { a, .. } | Node::Extract { a, .. } | Node::Lookup { index: a, .. } => narrow(a) && width <= 64,
        Node::SignedToFloat(a) | Node::UnsignedToFloat(a) => narrow(a),
        _ => width <= 64,
    }
}

/// Integer operations on widths up to 64.
#[inline]
pub(crate) fn binary64(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed64(width, a), signed64(width, b));
    let in_range = b < u64::from(width);
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BinaryOp::SDiv => sa.wrapping_div(sb) as u64,
        BinaryOp::SRem if b == 0 => a,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u64,
        BinaryOp::Shl => {
            if in_range {
                a << b
            } else {
                0
            }
        }
        BinaryOp::LShr => {
            if in_range {
                a >> b
            } else {
                0
            }
        }
        BinaryOp::AShr => (sa >> b.min(63)) as u64,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => not_integer(op),
    };
    result & mask64(width)
}

pub(crate) fn not_integer(op: BinaryOp) -> ! {
    panic!("{op:?} is not an integer operation")
}

/// Integer operations on any width.
pub(crate) fn binary(op: BinaryOp, width: u32, a: &[u64], b: &[u64], out: &mut [u64]) {
    if width <= 64 {
        out[0] = binary64(op, width, a[0], b[0]);
        return;
    }
    let count = wide::shift_count(width, b);
    match op {
        BinaryOp::UDiv if int::is_zero(b) => int::fill_unsigned_max(width, out),
        BinaryOp::SDiv if int::is_zero(b) => {
            out.fill(0);
            match int::is_negative(width, a) {
                true => out[0] = 1,
                false => int::fill_unsigned_max(width, out),
            }
        }
        BinaryOp::URem | BinaryOp::SRem if int::is_zero(b) => out.copy_from_slice(a),
        BinaryOp::Shl | BinaryOp::LShr if count == width => out.fill(0),
        BinaryOp::AShr if count == width => match int::is_negative(width, a) {
            true => int::fill_unsigned_max(width, out),
            false => out.fill(0),
        },
        _ => int::binary(op, width, a, b, out).expect("division by zero was handled, and nothing else faults"),
    }
}

/// The value of a node whose operands and result have at most 64 bits, given those of its operands.
#[inline]
pub(crate) fn node64(terms: &Terms, node: Node, width: u32, operand: impl Fn(TermId) -> u64) -> u64 {
    let mask = mask64(width);
    match node {
        Node::Const(value) => value,
        Node::Binary { op, a, b } => binary64(op, width, operand(a), operand(b)),
        Node::Compare { predicate, a, b } => {
            u64::from(int::compare64(predicate, terms.width(a), operand(a), operand(b)))
        }
        Node::Not(a) => !operand(a) & mask,
        Node::Ite { condition, yes, no } => {
            if operand(condition) != 0 {
                operand(yes)
            } else {
                operand(no)
            }
        }
        Node::Extract { a, low } => operand(a) >> low & mask,
        Node::Concat { high, low } => operand(high) << terms.width(low) | operand(low),
        Node::ZExt(a) => operand(a),
        Node::SExt(a) => signed64(terms.width(a), operand(a)) as u64 & mask,
        Node::Lookup { table, index } => {
            let at = usize::try_from(operand(index)).ok();
            at.and_then(|at| terms.table(table).get(at)).copied().unwrap_or(0)
        }
        Node::Float { op, a, b } => match float_kind(width) {
            FloatKind::Single => u64::from(float::single(op, operand(a) as u32, operand(b) as u32)),
            _ => float::double(op, operand(a), operand(b)),
        },
        Node::FloatSqrt(a) => float::sqrt(float_kind(width), u128::from(operand(a))) as u64,
        Node::FloatCompare { predicate, a, b } => {
            let kind = float_kind(terms.width(a));
            u64::from(float::compare(predicate, kind, u128::from(operand(a)), u128::from(operand(b))))
        }
        Node::FloatToFloat(a) => {
            float::convert(float_kind(terms.width(a)), float_kind(width), u128::from(operand(a))) as u64
        }
        Node::SignedToFloat(a) => float::from_int(float_kind(width), terms.width(a), true, &[operand(a)]) as u64,
        Node::UnsignedToFloat(a) => float::from_int(float_kind(width), terms.width(a), false, &[operand(a)]) as u64,
        Node::FloatToSigned(a) => float_to_int64(terms.width(a), operand(a), width, true),
        Node::FloatToUnsigned(a) => float_to_int64(terms.width(a), operand(a), width, false),
        Node::Wide(_) | Node::Read { .. } => unreachable!("{node:?} has no operands"),
    }
}

fn float_to_int64(from: u32, value: u64, width: u32, signed: bool) -> u64 {
    let value = match from {
        32 => f64::from(f32::from_bits(value as u32)),
        _ => f64::from_bits(value),
    };
    float::double_to_int(value, width, signed)
}

/// The value of any node but a read, given those of its operands.
pub(crate) fn node_limbs<'a>(terms: &'a Terms, node: Node, width: u32, operand: impl Fn(TermId) -> &'a [u64]) -> Limbs {
    let mut out: Limbs = smallvec::smallvec![0; int::limbs(width)];
    match node {
        Node::Binary { op, a, b } => binary(op, width, operand(a), operand(b), &mut out),
        Node::Compare { predicate, a, b } => {
            out[0] = u64::from(int::compare(predicate, terms.width(a), operand(a), operand(b)));
        }
        Node::Not(a) => {
            out.iter_mut().zip(operand(a)).for_each(|(out, limb)| *out = !limb);
            wide::clear_above(width, &mut out);
        }
        Node::Ite { condition, yes, no } => {
            out.copy_from_slice(operand(if operand(condition)[0] != 0 { yes } else { no }));
        }
        Node::Extract { a, low } => return slice(operand(a), low, width),
        Node::Concat { high, low } => return join(terms.width(high), operand(high), terms.width(low), operand(low)),
        Node::ZExt(a) => int::zero_extend(operand(a), &mut out),
        Node::SExt(a) => int::sign_extend(terms.width(a), width, operand(a), &mut out),
        Node::Lookup { table, index } => {
            let [at, above @ ..] = operand(index) else { unreachable!("every value has a limb") };
            let at = usize::try_from(*at).ok().filter(|_| int::is_zero(above));
            out[0] = at.and_then(|at| terms.table(table).get(at)).copied().unwrap_or(0);
        }
        Node::SignedToFloat(a) => {
            out[0] = float::from_int(float_kind(width), terms.width(a), true, operand(a)) as u64;
        }
        Node::UnsignedToFloat(a) => {
            out[0] = float::from_int(float_kind(width), terms.width(a), false, operand(a)) as u64;
        }
        Node::FloatToSigned(a) => {
            float::to_int(float_kind(terms.width(a)), u128::from(operand(a)[0]), width, true, &mut out);
        }
        Node::FloatToUnsigned(a) => {
            float::to_int(float_kind(terms.width(a)), u128::from(operand(a)[0]), width, false, &mut out);
        }
        _ => out[0] = node64(terms, node, width, |term| operand(term)[0]),
    }
    out
}

/// Bits `low .. low + width`.
pub(crate) fn slice(a: &[u64], low: u32, width: u32) -> Limbs {
    let mut shifted: Limbs = smallvec::smallvec![0; a.len()];
    wide::lshr(a, low, &mut shifted);
    shifted.truncate(int::limbs(width));
    wide::clear_above(width, &mut shifted);
    shifted
}

pub(crate) fn join(high_width: u32, high: &[u64], low_width: u32, low: &[u64]) -> Limbs {
    let count = int::limbs(high_width + low_width);
    let mut widened: Limbs = SmallVec::from_slice(high);
    widened.resize(count, 0);
    let mut out: Limbs = smallvec::smallvec![0; count];
    wide::shl(&widened, low_width, &mut out);
    out.iter_mut().zip(low).for_each(|(out, limb)| *out |= limb);
    out
}
