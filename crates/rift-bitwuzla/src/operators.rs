//! The operators of terms, by the shape of their operands.

use bitwuzla_sys as sys;

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($operator:ident = $kind:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($operator,)* }

        impl $name {
            pub(crate) fn kind(self) -> sys::BitwuzlaKind {
                match self { $($name::$operator => sys::$kind,)* }
            }
        }
    };
}

operators! {
    Unary {
        Not = BITWUZLA_KIND_NOT,
        BvNot = BITWUZLA_KIND_BV_NOT,
        IsNan = BITWUZLA_KIND_FP_IS_NAN,
    }
}

operators! {
    /// Two operands of one sort.
    Binary {
        Equal = BITWUZLA_KIND_EQUAL,
        And = BITWUZLA_KIND_AND,
        Or = BITWUZLA_KIND_OR,
        Xor = BITWUZLA_KIND_XOR,
        BvAdd = BITWUZLA_KIND_BV_ADD,
        BvSub = BITWUZLA_KIND_BV_SUB,
        BvMul = BITWUZLA_KIND_BV_MUL,
        BvUdiv = BITWUZLA_KIND_BV_UDIV,
        BvSdiv = BITWUZLA_KIND_BV_SDIV,
        BvUrem = BITWUZLA_KIND_BV_UREM,
        BvSrem = BITWUZLA_KIND_BV_SREM,
        BvShl = BITWUZLA_KIND_BV_SHL,
        BvLshr = BITWUZLA_KIND_BV_SHR,
        BvAshr = BITWUZLA_KIND_BV_ASHR,
        BvAnd = BITWUZLA_KIND_BV_AND,
        BvOr = BITWUZLA_KIND_BV_OR,
        BvXor = BITWUZLA_KIND_BV_XOR,
        BvConcat = BITWUZLA_KIND_BV_CONCAT,
        BvUlt = BITWUZLA_KIND_BV_ULT,
        BvUle = BITWUZLA_KIND_BV_ULE,
        BvSlt = BITWUZLA_KIND_BV_SLT,
        BvSle = BITWUZLA_KIND_BV_SLE,
        FpEqual = BITWUZLA_KIND_FP_EQUAL,
        FpLt = BITWUZLA_KIND_FP_LT,
        FpLe = BITWUZLA_KIND_FP_LEQ,
    }
}

operators! {
    /// Float operations that round to nearest, ties to even.
    Rounded {
        Add = BITWUZLA_KIND_FP_ADD,
        Sub = BITWUZLA_KIND_FP_SUB,
        Mul = BITWUZLA_KIND_FP_MUL,
        Div = BITWUZLA_KIND_FP_DIV,
    }
}

/// An IEEE binary interchange format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    Single,
    Double,
}

impl FloatFormat {
    pub fn of_width(width: u32) -> Option<FloatFormat> {
        match width {
            32 => Some(FloatFormat::Single),
            64 => Some(FloatFormat::Double),
            _ => None,
        }
    }

    /// Bits of exponent and significand, the hidden one included.
    pub(crate) fn sizes(self) -> (u64, u64) {
        match self {
            FloatFormat::Single => (8, 24),
            FloatFormat::Double => (11, 53),
        }
    }
}

/// Whether an integer is read as signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signedness {
    Signed,
    Unsigned,
}
