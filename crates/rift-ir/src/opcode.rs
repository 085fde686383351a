//! Names of operations, as they are in LLVM. One table each: the printer, the parser and the exporter read it.

use crate::{AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate};

macro_rules! names {
    ($($ty:ident { $($variant:ident $name:literal)* })*) => {$(
        impl $ty {
            pub const ALL: &[$ty] = &[$($ty::$variant),*];

            pub fn name(self) -> &'static str {
                match self {
                    $($ty::$variant => $name,)*
                }
            }

            pub fn from_name(name: &str) -> Option<$ty> {
                match name {
                    $($name => Some($ty::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

names! {
    BinaryOp {
        Add "add" Sub "sub" Mul "mul" UDiv "udiv" SDiv "sdiv" URem "urem" SRem "srem" Shl "shl" LShr "lshr"
        AShr "ashr" And "and" Or "or" Xor "xor" FAdd "fadd" FSub "fsub" FMul "fmul" FDiv "fdiv" FRem "frem"
    }
    IntPredicate {
        Eq "eq" Ne "ne" Ugt "ugt" Uge "uge" Ult "ult" Ule "ule" Sgt "sgt" Sge "sge" Slt "slt" Sle "sle"
    }
    FloatPredicate {
        False "false" Oeq "oeq" Ogt "ogt" Oge "oge" Olt "olt" Ole "ole" One "one" Ord "ord" Uno "uno" Ueq "ueq"
        Ugt "ugt" Uge "uge" Ult "ult" Ule "ule" Une "une" True "true"
    }
    CastOp {
        Trunc "trunc" ZExt "zext" SExt "sext" FpToUi "fptoui" FpToSi "fptosi" UiToFp "uitofp" SiToFp "sitofp"
        FpTrunc "fptrunc" FpExt "fpext" PtrToInt "ptrtoint" IntToPtr "inttoptr" BitCast "bitcast"
    }
    AtomicOp {
        Xchg "xchg" Add "add" Sub "sub" And "and" Nand "nand" Or "or" Xor "xor" Max "max" Min "min" UMax "umax"
        UMin "umin" FAdd "fadd" FSub "fsub" FMax "fmax" FMin "fmin" UIncWrap "uinc_wrap" UDecWrap "udec_wrap"
        USubCond "usub_cond" USubSat "usub_sat"
    }
}
