//! Operations that LLVM spells as calls of `llvm.*`. One table: the machine, the printer and ingest read it.

use serde::{Deserialize, Serialize};

macro_rules! intrinsics {
    ($($variant:ident $name:literal)*) => {
        /// Overloads are told apart by the types of operands and result.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Intrinsic {
            $($variant,)*
            /// Known to LLVM, not to us: running it is Unsupported. The full name, overload suffix included.
            Other(String),
        }

        impl Intrinsic {
            /// All but [`Intrinsic::Other`].
            pub const ALL: &[Intrinsic] = &[$(Intrinsic::$variant),*];

            /// The name without `llvm.` and without overload suffix; the full name for [`Intrinsic::Other`].
            pub fn name(&self) -> &str {
                match self {
                    $(Intrinsic::$variant => $name,)*
                    Intrinsic::Other(name) => name,
                }
            }

            fn by_base_name(name: &str) -> Option<Intrinsic> {
                match name {
                    $($name => Some(Intrinsic::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

intrinsics! {
    Memcpy "memcpy" MemcpyInline "memcpy.inline" Memmove "memmove" Memset "memset" MemsetInline "memset.inline"
    SaddOverflow "sadd.with.overflow" UaddOverflow "uadd.with.overflow"
    SsubOverflow "ssub.with.overflow" UsubOverflow "usub.with.overflow"
    SmulOverflow "smul.with.overflow" UmulOverflow "umul.with.overflow"
    SaddSat "sadd.sat" UaddSat "uadd.sat" SsubSat "ssub.sat" UsubSat "usub.sat" SshlSat "sshl.sat" UshlSat "ushl.sat"
    Ctpop "ctpop" Ctlz "ctlz" Cttz "cttz" Bswap "bswap" Bitreverse "bitreverse" Fshl "fshl" Fshr "fshr"
    Abs "abs" Smin "smin" Smax "smax" Umin "umin" Umax "umax" Scmp "scmp" Ucmp "ucmp"
    Sqrt "sqrt" Fabs "fabs" Copysign "copysign" Floor "floor" Ceil "ceil" Trunc "trunc" Rint "rint"
    Nearbyint "nearbyint" Round "round" RoundEven "roundeven" Fma "fma" Fmuladd "fmuladd"
    MinNum "minnum" MaxNum "maxnum" Minimum "minimum" Maximum "maximum" MinimumNum "minimumnum" MaximumNum "maximumnum"
    Sin "sin" Cos "cos" Tan "tan" Asin "asin" Acos "acos" Atan "atan" Atan2 "atan2" Sinh "sinh" Cosh "cosh" Tanh "tanh"
    Exp "exp" Exp2 "exp2" Exp10 "exp10" Log "log" Log2 "log2" Log10 "log10" Pow "pow" Powi "powi"
    Ldexp "ldexp" Frexp "frexp" Modf "modf" Sincos "sincos"
    Lrint "lrint" Llrint "llrint" Lround "lround" Llround "llround"
    IsFpClass "is.fpclass" FpToSiSat "fptosi.sat" FpToUiSat "fptoui.sat" Canonicalize "canonicalize"
    FltRounds "get.rounding" ConvertFromFp16 "convert.from.fp16" ConvertToFp16 "convert.to.fp16"
    VaStart "va_start" VaEnd "va_end" VaCopy "va_copy"
    StackSave "stacksave" StackRestore "stackrestore" LifetimeStart "lifetime.start" LifetimeEnd "lifetime.end"
    InvariantStart "invariant.start" InvariantEnd "invariant.end" LaunderInvariantGroup "launder.invariant.group"
    StripInvariantGroup "strip.invariant.group" Expect "expect" ExpectWithProbability "expect.with.probability"
    Assume "assume" ObjectSize "objectsize" IsConstant "is.constant" Prefetch "prefetch" Trap "trap"
    UbsanTrap "ubsantrap" DebugTrap "debugtrap" DoNothing "donothing" SideEffect "sideeffect" NoAliasScope
    "experimental.noalias.scope.decl" Annotation "annotation" PtrAnnotation "ptr.annotation" VarAnnotation
    "var.annotation" SsaCopy "ssa.copy" PtrMask "ptrmask" ThreadlocalAddress "threadlocal.address" ReturnAddress
    "returnaddress" FrameAddress "frameaddress" AddressOfReturnAddress "addressofreturnaddress"
    ReadCycleCounter "readcyclecounter" EhTypeidFor "eh.typeid.for" LoadRelative "load.relative" TypeTest "type.test"
    MaskedLoad "masked.load" MaskedStore "masked.store" VectorInsert "vector.insert" VectorExtract "vector.extract"
    VectorReverse "vector.reverse" VectorInterleave2 "vector.interleave2" VectorDeinterleave2 "vector.deinterleave2"
    ReduceAdd "vector.reduce.add" ReduceMul "vector.reduce.mul" ReduceAnd "vector.reduce.and"
    ReduceOr "vector.reduce.or" ReduceXor "vector.reduce.xor" ReduceSmax "vector.reduce.smax"
    ReduceSmin "vector.reduce.smin" ReduceUmax "vector.reduce.umax" ReduceUmin "vector.reduce.umin"
    ReduceFadd "vector.reduce.fadd" ReduceFmul "vector.reduce.fmul" ReduceFmax "vector.reduce.fmax"
    ReduceFmin "vector.reduce.fmin" ReduceFmaximum "vector.reduce.fmaximum" ReduceFminimum "vector.reduce.fminimum"
}

impl Intrinsic {
    /// Finds `llvm.memcpy.p0.p0.i64` under `memcpy`: the longest known prefix that ends at a dot.
    pub fn from_llvm_name(name: &str) -> Intrinsic {
        let base = name.strip_prefix("llvm.").unwrap_or(name);
        // Not an overload: an operation of its own, with an element size where the others have a flag.
        if base.contains(".element.unordered.atomic") {
            return Intrinsic::Other(name.to_owned());
        }
        let mut prefix = base;
        loop {
            if let Some(found) = Intrinsic::by_base_name(prefix) {
                return found;
            }
            match prefix.rfind('.') {
                Some(dot) => prefix = &prefix[..dot],
                None => return Intrinsic::Other(name.to_owned()),
            }
        }
    }

    /// The inverse of [`Intrinsic::name`]: an unknown name is [`Intrinsic::Other`].
    pub fn from_name(name: &str) -> Intrinsic {
        Intrinsic::by_base_name(name).unwrap_or_else(|| Intrinsic::Other(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Intrinsic;

    #[test]
    fn overload_suffixes_are_ignored() {
        assert_eq!(Intrinsic::from_llvm_name("llvm.memcpy.p0.p0.i64"), Intrinsic::Memcpy);
        assert_eq!(Intrinsic::from_llvm_name("llvm.memcpy.inline.p0.p0.i64"), Intrinsic::MemcpyInline);
        assert_eq!(Intrinsic::from_llvm_name("llvm.round.f64"), Intrinsic::Round);
        assert_eq!(Intrinsic::from_llvm_name("llvm.roundeven.f64"), Intrinsic::RoundEven);
        assert_eq!(Intrinsic::from_llvm_name("llvm.trap"), Intrinsic::Trap);
        let other = Intrinsic::from_llvm_name("llvm.x86.sse2.pause");
        assert_eq!(other, Intrinsic::Other("llvm.x86.sse2.pause".to_owned()));
    }
}
