//! The six formats, taken apart into one common form and put together again with one rounding.

use rift_ir::FloatKind;
use std::cmp::Ordering;

/// IEEE 754 parameters: significant bits (the leading one included) and exponent bits.
#[derive(Clone, Copy)]
pub struct Format {
    pub precision: u32,
    pub exponent_bits: u32,
    /// Bits below the exponent field: the x87 format stores the leading one too.
    pub stored: u32,
}

impl Format {
    #[inline]
    pub fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Of the smallest normal number.
    #[inline]
    pub fn min_exponent(self) -> i32 {
        1 - self.bias()
    }

    #[inline]
    fn max_field(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }
}

#[inline]
pub fn format(kind: FloatKind) -> Format {
    let (precision, exponent_bits, stored) = match kind {
        FloatKind::Half => (11, 5, 10),
        FloatKind::BFloat => (8, 8, 7),
        FloatKind::Single => (24, 8, 23),
        FloatKind::Double => (53, 11, 52),
        FloatKind::X87 => (64, 15, 64),
        FloatKind::Quad => (113, 15, 112),
    };
    Format { precision, exponent_bits, stored }
}

#[inline]
pub fn sign_mask(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Zero,
    /// `significand * 2^(exponent - 127)`, bit 127 set.
    Finite {
        exponent: i32,
        significand: u128,
    },
    Infinity,
    /// The fraction, left-aligned: bit 127 is the quiet bit.
    Nan {
        payload: u128,
    },
    /// An x87 encoding (unnormal, pseudo-infinity, pseudo-NaN) that is an invalid operand.
    Invalid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpacked {
    pub negative: bool,
    pub number: Number,
}

const QUIET: u128 = 1 << 127;

pub fn unpack(kind: FloatKind, bits: u128) -> Unpacked {
    let f = format(kind);
    let negative = bits & sign_mask(kind) != 0;
    let field = bits >> f.stored & f.max_field();
    let stored = bits & ((1 << f.stored) - 1);
    let leading = 1u128 << (f.precision - 1);
    let number = if field == f.max_field() {
        match stored & !leading {
            _ if kind == FloatKind::X87 && stored & leading == 0 => Number::Invalid,
            0 => Number::Infinity,
            fraction => Number::Nan { payload: fraction << (129 - f.precision) },
        }
    } else if field == 0 {
        finite(f.min_exponent(), stored, f)
    } else if kind == FloatKind::X87 && stored & leading == 0 {
        Number::Invalid
    } else {
        finite(field as i32 - f.bias(), stored | leading, f)
    };
    Unpacked { negative, number }
}

/// Normalizes `value * 2^(exponent - (precision - 1))`.
fn finite(exponent: i32, value: u128, f: Format) -> Number {
    if value == 0 {
        return Number::Zero;
    }
    let zeros = value.leading_zeros();
    Number::Finite { exponent: exponent + 128 - f.precision as i32 - zeros as i32, significand: value << zeros }
}

/// Of the absolute values; `None` when one is no number.
pub fn magnitude_order(a: &Number, b: &Number) -> Option<Ordering> {
    let key = |number: &Number| match *number {
        Number::Zero => Some((0, 0, 0)),
        Number::Finite { exponent, significand } => Some((1, exponent, significand)),
        Number::Infinity => Some((2, 0, 0)),
        Number::Nan { .. } | Number::Invalid => None,
    };
    Some(key(a)?.cmp(&key(b)?))
}

fn assemble(kind: FloatKind, negative: bool, field: u128, significand: u128) -> u128 {
    let f = format(kind);
    let sign = if negative { sign_mask(kind) } else { 0 };
    sign | field << f.stored | significand & ((1 << f.stored) - 1)
}

#[inline]
pub fn zero(kind: FloatKind, negative: bool) -> u128 {
    if negative { sign_mask(kind) } else { 0 }
}

pub fn infinity(kind: FloatKind, negative: bool) -> u128 {
    let f = format(kind);
    assemble(kind, negative, f.max_field(), 1 << (f.precision - 1))
}

/// A quiet NaN with the left-aligned `payload`.
pub fn nan(kind: FloatKind, negative: bool, payload: u128) -> u128 {
    let f = format(kind);
    let fraction = (payload | QUIET) >> (129 - f.precision);
    assemble(kind, negative, f.max_field(), fraction | 1 << (f.precision - 1))
}

/// What an invalid operation yields: "real indefinite".
#[inline]
pub fn default_nan(kind: FloatKind) -> u128 {
    nan(kind, true, 0)
}

/// The NaN `bits`, made quiet.
#[inline]
pub fn quiet(kind: FloatKind, bits: u128) -> u128 {
    match unpack(kind, bits) {
        Unpacked { negative, number: Number::Nan { payload } } => nan(kind, negative, payload),
        _ => default_nan(kind),
    }
}

/// `significand * 2^(exponent - 127)`, rounded to nearest even. Bit 127 of the significand is set; `sticky` stands for
/// a further, smaller amount.
pub fn round_pack(kind: FloatKind, negative: bool, exponent: i32, significand: u128, sticky: bool) -> u128 {
    let f = format(kind);
    let below = f.min_exponent().saturating_sub(exponent).max(0) as u32;
    let drop = (128 - f.precision).saturating_add(below);
    if drop > 128 {
        return zero(kind, negative);
    }
    let (mut kept, half) = match drop {
        128 => (0, significand),
        _ => (significand >> drop, significand << (128 - drop)),
    };
    // `half` holds what is dropped, left-aligned: bit 127 is worth half a unit.
    if half > QUIET || half == QUIET && (sticky || kept & 1 == 1) {
        kept += 1;
    }
    let leading = 1u128 << (f.precision - 1);
    let mut field = if below > 0 { i32::from(kept >= leading) } else { exponent.saturating_add(f.bias()) };
    if kept >> f.precision != 0 {
        kept >>= 1;
        field = field.saturating_add(1);
    }
    if field as u128 >= f.max_field() {
        return infinity(kind, negative);
    }
    assemble(kind, negative, field as u128, kept)
}

/// [`round_pack`] of an integer.
pub fn round_pack_integer(kind: FloatKind, negative: bool, magnitude: u128) -> u128 {
    if magnitude == 0 {
        return zero(kind, negative);
    }
    let zeros = magnitude.leading_zeros();
    round_pack(kind, negative, 127 - zeros as i32, magnitude << zeros, false)
}
