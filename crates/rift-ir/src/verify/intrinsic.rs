//! Operands and results of intrinsics (LLVM Language Reference, "Intrinsic Functions").
//!
//! Where LLVM versions differ (lifetime markers with or without size, masked accesses with or without
//! alignment) every known form is accepted; metadata operands have no form here and are left out.

use super::facts::{Elem, Flat, Ty};
use super::inst::{Checked, Subject, need};
use crate::Intrinsic::{self, *};
use crate::{Const, Operand};

const I8: Flat = Flat::int(8);
const I16: Flat = Flat::int(16);
const I32: Flat = Flat::int(32);
const I64: Flat = Flat::int(64);

pub(super) fn check(s: &Subject<'_, '_>, which: &Intrinsic, args: &[Operand]) -> Checked {
    match which {
        Memcpy | MemcpyInline | Memmove => {
            pattern(s, args, &[Is(Flat::PTR), Is(Flat::PTR), AnyInt, Is(Flat::BOOL)])?;
            s.no_result()
        }
        Memset | MemsetInline => {
            pattern(s, args, &[Is(Flat::PTR), Is(I8), AnyInt, Is(Flat::BOOL)])?;
            s.no_result()
        }
        SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow => {
            let t = uniform(s, args, 2, Flat::is_int)?;
            result_pair(s, t, t.with(Elem::Int(1)))
        }
        SaddSat | UaddSat | SsubSat | UsubSat | SshlSat | UshlSat | Smin | Smax | Umin | Umax => {
            result_uniform(s, args, 2, Flat::is_int)
        }
        Ctpop | Bitreverse => result_uniform(s, args, 1, Flat::is_int),
        Bswap => {
            let t = uniform(s, args, 1, Flat::is_int)?;
            need(t.scalar().bits() % 16 == 0, "bytes of an odd number swapped")?;
            s.result_flat(t)
        }
        Ctlz | Cttz | Abs => {
            let t = first(s, args, Flat::is_int)?;
            pattern(s, args, &[Is(t), Is(Flat::BOOL)])?;
            s.result_flat(t)
        }
        Fshl | Fshr => result_uniform(s, args, 3, Flat::is_int),
        Scmp | Ucmp => {
            let t = uniform(s, args, 2, Flat::is_int)?;
            let r = result(s)?;
            need(r.is_int() && r.lanes == t.lanes && r.scalar().bits() >= 2, "a result of fewer than two bits")
        }
        Sqrt | Fabs | Floor | Ceil | Trunc | Rint | Nearbyint | Round | RoundEven | Sin | Cos | Tan | Asin | Acos
        | Atan | Sinh | Cosh | Tanh | Exp | Exp2 | Exp10 | Log | Log2 | Log10 | Canonicalize => {
            result_uniform(s, args, 1, Flat::is_float)
        }
        Copysign | MinNum | MaxNum | Minimum | Maximum | MinimumNum | MaximumNum | Pow | Atan2 => {
            result_uniform(s, args, 2, Flat::is_float)
        }
        Fma | Fmuladd => result_uniform(s, args, 3, Flat::is_float),
        _ => check_rest(s, which, args),
    }
}

fn check_rest(s: &Subject<'_, '_>, which: &Intrinsic, args: &[Operand]) -> Checked {
    match which {
        Powi | Ldexp => {
            let t = first(s, args, Flat::is_float)?;
            count(args, 2)?;
            let exponent = s.flat(args[1])?;
            need(exponent.is_int() && (exponent.lanes.is_none() || exponent.lanes == t.lanes), "a strange exponent")?;
            s.result_flat(t)
        }
        Frexp => {
            let t = uniform(s, args, 1, Flat::is_float)?;
            let (mantissa, exponent) = result_fields(s)?;
            need(mantissa == t && exponent.is_int() && exponent.lanes == t.lanes, "a result of other types")
        }
        Modf | Sincos => {
            let t = uniform(s, args, 1, Flat::is_float)?;
            result_pair(s, t, t)
        }
        Lrint | Llrint | Lround | Llround | FpToSiSat | FpToUiSat => {
            let t = uniform(s, args, 1, Flat::is_float)?;
            let r = result(s)?;
            need(r.is_int() && r.lanes == t.lanes, "a result that is no integer of as many lanes")
        }
        IsFpClass => {
            let t = first(s, args, Flat::is_float)?;
            pattern(s, args, &[Is(t), Is(I32)])?;
            s.result_flat(t.with(Elem::Int(1)))
        }
        FltRounds => plain(s, args, &[], Some(I32)),
        ConvertFromFp16 => {
            pattern(s, args, &[Is(I16)])?;
            need(result(s)?.is_float(), "a result that is no float")
        }
        ConvertToFp16 => {
            uniform(s, args, 1, Flat::is_float)?;
            s.result_flat(I16)
        }
        VaStart | VaEnd | StackRestore => plain(s, args, &[Is(Flat::PTR)], None),
        VaCopy => plain(s, args, &[Is(Flat::PTR), Is(Flat::PTR)], None),
        StackSave | AddressOfReturnAddress => plain(s, args, &[], Some(Flat::PTR)),
        LifetimeStart | LifetimeEnd => match args.len() {
            1 => plain(s, args, &[Is(Flat::PTR)], None),
            _ => plain(s, args, &[Is(I64), Is(Flat::PTR)], None),
        },
        InvariantStart => plain(s, args, &[Is(I64), Is(Flat::PTR)], Some(Flat::PTR)),
        InvariantEnd => plain(s, args, &[Is(Flat::PTR), Is(I64), Is(Flat::PTR)], None),
        LaunderInvariantGroup | StripInvariantGroup | ThreadlocalAddress => {
            plain(s, args, &[Is(Flat::PTR)], Some(Flat::PTR))
        }
        Expect => result_uniform(s, args, 2, Flat::is_int),
        ExpectWithProbability => {
            let t = first(s, args, Flat::is_int)?;
            pattern(s, args, &[Is(t), Is(t), AnyFloat])?;
            s.result_flat(t)
        }
        Assume => plain(s, args, &[Is(Flat::BOOL)], None),
        ObjectSize => {
            let flags = [Is(Flat::PTR), Is(Flat::BOOL), Is(Flat::BOOL), Is(Flat::BOOL)];
            need((2..=4).contains(&args.len()), "other than one to three flags")?;
            pattern(s, args, &flags[..args.len()])?;
            let r = result(s)?;
            need(r.is_int() && r.lanes.is_none(), "a size that is no integer")
        }
        IsConstant => {
            count(args, 1)?;
            s.result_flat(Flat::BOOL)
        }
        Prefetch => plain(s, args, &[Is(Flat::PTR), Is(I32), Is(I32), Is(I32)], None),
        Trap | DebugTrap | DoNothing | SideEffect | NoAliasScope => plain(s, args, &[], None),
        UbsanTrap => plain(s, args, &[Is(I8)], None),
        Annotation | PtrAnnotation | SsaCopy => {
            need(!args.is_empty(), "no operand")?;
            s.result_is(s.ty(args[0]))
        }
        VarAnnotation => {
            need(!args.is_empty(), "no operand")?;
            s.pointer(args[0])?;
            s.no_result()
        }
        PtrMask => {
            let t = first(s, args, Flat::is_ptr)?;
            count(args, 2)?;
            let mask = s.flat(args[1])?;
            need(mask.is_int() && mask.lanes == t.lanes, "a mask that is no integer of as many lanes")?;
            s.result_flat(t)
        }
        ReturnAddress | FrameAddress => plain(s, args, &[Is(I32)], Some(Flat::PTR)),
        ReadCycleCounter => plain(s, args, &[], Some(I64)),
        EhTypeidFor => plain(s, args, &[Is(Flat::PTR)], Some(I32)),
        LoadRelative => plain(s, args, &[Is(Flat::PTR), AnyInt], Some(Flat::PTR)),
        TypeTest => {
            need(!args.is_empty(), "no operand")?;
            s.pointer(args[0])?;
            s.result_flat(Flat::BOOL)
        }
        Other(_) => Ok(()),
        _ => check_vector(s, which, args),
    }
}

fn check_vector(s: &Subject<'_, '_>, which: &Intrinsic, args: &[Operand]) -> Checked {
    match which {
        MaskedLoad => {
            let t = result(s)?;
            need(t.lanes.is_some(), "a masked load of no vector")?;
            let mask = t.with(Elem::Int(1));
            match args.len() {
                3 => pattern(s, args, &[Is(Flat::PTR), Is(mask), Is(t)]),
                _ => pattern(s, args, &[Is(Flat::PTR), Is(I32), Is(mask), Is(t)]),
            }
        }
        MaskedStore => {
            let t = first(s, args, |t| t.lanes.is_some())?;
            let mask = t.with(Elem::Int(1));
            s.no_result()?;
            match args.len() {
                3 => pattern(s, args, &[Is(t), Is(Flat::PTR), Is(mask)]),
                _ => pattern(s, args, &[Is(t), Is(Flat::PTR), Is(I32), Is(mask)]),
            }
        }
        VectorInsert => {
            count(args, 3)?;
            let (whole, part) = (s.vector(args[0])?, s.vector(args[1])?);
            sub_vector(s, whole, part, args[2])?;
            s.result_flat(whole)
        }
        VectorExtract => {
            count(args, 2)?;
            let part = result(s)?;
            sub_vector(s, s.vector(args[0])?, part, args[1])
        }
        VectorReverse => result_uniform(s, args, 1, |t| t.lanes.is_some()),
        VectorInterleave2 => {
            let t = uniform(s, args, 2, |t| t.lanes.is_some())?;
            let r = result(s)?;
            need(r.elem == t.elem && r.lanes.map(u64::from) == doubled(t), "a result of other than twice the lanes")
        }
        VectorDeinterleave2 => {
            let t = uniform(s, args, 1, |t| t.lanes.is_some())?;
            let (even, odd) = result_fields(s)?;
            let halves = even == odd && even.elem == t.elem && doubled(even) == t.lanes.map(u64::from);
            need(halves, "a result of other than half the lanes, twice")
        }
        ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSmax | ReduceSmin | ReduceUmax
        | ReduceUmin => {
            let t = uniform(s, args, 1, |t| t.is_int() && t.lanes.is_some())?;
            s.result_flat(t.scalar())
        }
        ReduceFmax | ReduceFmin | ReduceFmaximum | ReduceFminimum => {
            let t = uniform(s, args, 1, |t| t.is_float() && t.lanes.is_some())?;
            s.result_flat(t.scalar())
        }
        ReduceFadd | ReduceFmul => {
            count(args, 2)?;
            let t = s.vector(args[1])?;
            need(t.is_float(), "floats reduced that are none")?;
            s.expect_flat(args[0], t.scalar())?;
            s.result_flat(t.scalar())
        }
        _ => Err(format!("`{}` has no rule in the verifier", which.name())),
    }
}

/// What an operand must be.
enum Slot {
    Is(Flat),
    AnyInt,
    AnyFloat,
}
use Slot::{AnyFloat, AnyInt, Is};

fn count(args: &[Operand], needed: usize) -> Checked {
    match args.len() == needed {
        true => Ok(()),
        false => Err(format!("{} operands, not {needed}", args.len())),
    }
}

fn pattern(s: &Subject<'_, '_>, args: &[Operand], slots: &[Slot]) -> Checked {
    count(args, slots.len())?;
    args.iter().zip(slots).try_for_each(|(arg, slot)| match slot {
        Is(flat) => s.expect_flat(*arg, *flat),
        AnyInt => s.index(*arg),
        AnyFloat => need(s.flat(*arg)?.is_float(), "an operand that is no float"),
    })
}

fn plain(s: &Subject<'_, '_>, args: &[Operand], slots: &[Slot], result: Option<Flat>) -> Checked {
    pattern(s, args, slots)?;
    result.map_or_else(|| s.no_result(), |flat| s.result_flat(flat))
}

fn first(s: &Subject<'_, '_>, args: &[Operand], kind: impl Fn(Flat) -> bool) -> Result<Flat, String> {
    let flat = s.flat(*args.first().ok_or("no operands")?)?;
    need(kind(flat), "a first operand of another kind of type")?;
    Ok(flat)
}

/// `n` operands of one type.
fn uniform(s: &Subject<'_, '_>, args: &[Operand], n: usize, kind: impl Fn(Flat) -> bool) -> Result<Flat, String> {
    count(args, n)?;
    let flat = first(s, args, kind)?;
    args.iter().try_for_each(|arg| s.expect_flat(*arg, flat))?;
    Ok(flat)
}

fn result_uniform(s: &Subject<'_, '_>, args: &[Operand], n: usize, kind: impl Fn(Flat) -> bool) -> Checked {
    let flat = uniform(s, args, n, kind)?;
    s.result_flat(flat)
}

fn result(s: &Subject<'_, '_>) -> Result<Flat, String> {
    s.result.and_then(|ty| s.facts.flat(ty)).ok_or_else(|| "no result that is a scalar or vector".to_owned())
}

fn result_fields(s: &Subject<'_, '_>) -> Result<(Flat, Flat), String> {
    let [a, b] = s.fields(s.result.ok_or("no result")?)?[..] else {
        return Err("a result of not two parts".to_owned());
    };
    let pair = s.facts.flat(Ty::Id(a)).zip(s.facts.flat(Ty::Id(b)));
    pair.ok_or_else(|| "a result of parts that are no scalars or vectors".to_owned())
}

fn result_pair(s: &Subject<'_, '_>, a: Flat, b: Flat) -> Checked {
    need(result_fields(s)? == (a, b), "a result of other types")
}

fn doubled(t: Flat) -> Option<u64> {
    t.lanes.map(|lanes| 2 * u64::from(lanes))
}

/// `part` lies inside `whole` from a constant lane on.
fn sub_vector(s: &Subject<'_, '_>, whole: Flat, part: Flat, start: Operand) -> Checked {
    s.expect_flat(start, I64)?;
    let Operand::Const(start) = start else { return Err("a lane that is no constant".to_owned()) };
    let start = match s.facts.module.consts.get(start) {
        Const::Bits { limbs, .. } => limbs[0],
        Const::Zero(_) => 0,
        _ => return Err("a lane that is no number".to_owned()),
    };
    let (Some(whole_lanes), Some(part_lanes)) = (whole.lanes, part.lanes) else {
        return Err("no vector".to_owned());
    };
    let inside = start.checked_add(u64::from(part_lanes)).is_some_and(|end| end <= u64::from(whole_lanes));
    need(whole.elem == part.elem && inside, "a part that is not inside the whole")
}
