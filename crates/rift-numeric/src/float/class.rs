//! Classes of numbers, as `llvm.is.fpclass` names them.

use super::format::{Number, format, unpack};
use rift_ir::FloatKind;

/// The bit of `llvm.is.fpclass`' mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum FloatClass {
    SignalingNan = 0x1,
    QuietNan = 0x2,
    NegativeInfinity = 0x4,
    NegativeNormal = 0x8,
    NegativeSubnormal = 0x10,
    NegativeZero = 0x20,
    PositiveZero = 0x40,
    PositiveSubnormal = 0x80,
    PositiveNormal = 0x100,
    PositiveInfinity = 0x200,
}

/// Invalid x87 encodings count as signaling NaNs: using them is an invalid operation.
pub fn classify(kind: FloatKind, bits: u128) -> FloatClass {
    use FloatClass::*;
    let value = unpack(kind, bits);
    let by_sign = |negative, positive| if value.negative { negative } else { positive };
    match value.number {
        Number::Zero => by_sign(NegativeZero, PositiveZero),
        Number::Infinity => by_sign(NegativeInfinity, PositiveInfinity),
        Number::Nan { payload } if payload >> 127 == 1 => QuietNan,
        Number::Nan { .. } | Number::Invalid => SignalingNan,
        Number::Finite { exponent, .. } if exponent < format(kind).min_exponent() => {
            by_sign(NegativeSubnormal, PositiveSubnormal)
        }
        Number::Finite { .. } => by_sign(NegativeNormal, PositiveNormal),
    }
}

#[inline]
pub fn is_fpclass(kind: FloatKind, bits: u128, mask: u32) -> bool {
    classify(kind, bits) as u32 & mask != 0
}

#[inline]
pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    matches!(classify(kind, bits), FloatClass::SignalingNan | FloatClass::QuietNan)
}

#[inline]
pub fn is_signaling_nan(kind: FloatKind, bits: u128) -> bool {
    classify(kind, bits) == FloatClass::SignalingNan
}

#[inline]
pub fn is_infinite(kind: FloatKind, bits: u128) -> bool {
    matches!(classify(kind, bits), FloatClass::NegativeInfinity | FloatClass::PositiveInfinity)
}

#[inline]
pub fn is_zero(kind: FloatKind, bits: u128) -> bool {
    matches!(classify(kind, bits), FloatClass::NegativeZero | FloatClass::PositiveZero)
}
