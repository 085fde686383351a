//! Intrinsics on scalars. Vectors arrive here lane by lane.

use crate::code::Place;
use crate::layout::Scalar;
use crate::outcome::Stop;
use crate::slow::{Limbs, limbs, one, put_wide, slots_mut, wide};
use rift_ir::{FloatKind, Intrinsic};
use rift_numeric::{float, int};
use std::cmp::Ordering;

/// The result goes to `d` on; a second part (flag, exponent) follows the first.
pub(crate) fn run(frame: &mut [u64], which: &Intrinsic, d: Place, args: &[Place]) -> Result<(), Stop> {
    let known = match args.first().map(|a| a.scalar) {
        Some(Scalar::Int(bits)) => on_integers(frame, which, d, args, bits),
        Some(Scalar::Float(kind)) => on_floats(frame, which, d, args, kind),
        None => None,
    };
    known.ok_or_else(|| Stop::Unsupported(format!("the intrinsic llvm.{}", which.name())))
}

fn on_integers(frame: &mut [u64], which: &Intrinsic, d: Place, args: &[Place], bits: u32) -> Option<()> {
    use Intrinsic::*;
    let a = limbs(frame, args[0].slot, bits);
    let second = || args.get(1).map(|b| limbs(frame, b.slot, b.scalar.bits()));
    match which {
        Ctpop | Ctlz | Cttz | Bswap | Bitreverse | Abs => {
            int::intrinsic1(which, bits, &a, slots_mut(frame, d.slot, bits))
        }
        SaddOverflow | UaddOverflow | SsubOverflow | UsubOverflow | SmulOverflow | UmulOverflow => {
            let b = second()?;
            let overflowed = int::overflow(which, bits, &a, &b, slots_mut(frame, d.slot, bits))?;
            frame[(d.slot.0 + bits.div_ceil(64)) as usize] = u64::from(overflowed);
            Some(())
        }
        Scmp | Ucmp => {
            let b = second()?;
            let ordering = match which {
                Scmp => int::compare_signed(bits, &a, &b),
                _ => int::compare_unsigned(&a, &b),
            };
            // -1, 0 or 1 at the result's own width, which is not the operands'.
            let wanted = d.scalar.bits();
            let value = Limbs::from_elem(ordering as i8 as i64 as u64, wanted.div_ceil(64) as usize);
            let value = match ordering {
                Ordering::Greater => one(value.len()),
                _ => value,
            };
            int::truncate(wanted, &value, slots_mut(frame, d.slot, wanted));
            Some(())
        }
        Fshl | Fshr => {
            let (b, c) = (second()?, limbs(frame, args.get(2)?.slot, bits));
            int::intrinsic3(which, bits, &a, &b, &c, slots_mut(frame, d.slot, bits))
        }
        ConvertFromFp16 => {
            let Scalar::Float(kind) = d.scalar else { return None };
            let value = float::convert(FloatKind::Half, kind, u128::from(a[0]));
            put_wide(frame, d.slot, kind.bits(), value);
            Some(())
        }
        _ => {
            let b = second()?;
            int::intrinsic2(which, bits, &a, &b, slots_mut(frame, d.slot, bits))
        }
    }
}

fn on_floats(frame: &mut [u64], which: &Intrinsic, d: Place, args: &[Place], kind: FloatKind) -> Option<()> {
    use Intrinsic::*;
    let bits = kind.bits();
    let a = wide(frame, args[0].slot, bits);
    let float_arg = |i: usize| args.get(i).map(|p| wide(frame, p.slot, bits));
    let int_arg = |i: usize| args.get(i).map(|p| limbs(frame, p.slot, p.scalar.bits())[0]);
    let value = match which {
        Fma => float::fma(kind, a, float_arg(1)?, float_arg(2)?),
        Fmuladd => float::fmuladd(kind, a, float_arg(1)?, float_arg(2)?),
        Powi => float::powi(kind, a, int_arg(1)? as i32),
        Ldexp => float::ldexp(kind, a, int_arg(1)? as i32),
        IsFpClass => {
            frame[d.slot.0 as usize] = u64::from(float::is_fpclass(kind, a, int_arg(1)? as u32));
            return Some(());
        }
        FpToSiSat | FpToUiSat => {
            let wanted = d.scalar.bits();
            float::to_int_saturating(kind, a, wanted, *which == FpToSiSat, slots_mut(frame, d.slot, wanted));
            return Some(());
        }
        Lrint | Llrint => {
            float::lrint(kind, a, d.scalar.bits(), slots_mut(frame, d.slot, d.scalar.bits()));
            return Some(());
        }
        Lround | Llround => {
            float::lround(kind, a, d.scalar.bits(), slots_mut(frame, d.slot, d.scalar.bits()));
            return Some(());
        }
        ConvertToFp16 => float::convert(kind, FloatKind::Half, a),
        Frexp => {
            let (fraction, exponent) = float::frexp(kind, a);
            frame[(d.slot.0 + bits.div_ceil(64)) as usize] = u64::from(exponent as u32);
            fraction
        }
        Modf | Sincos => {
            let (first, second) = if *which == Modf { float::modf(kind, a) } else { float::sincos(kind, a) };
            put_wide(frame, d.slot.plus(bits.div_ceil(64)), bits, second);
            first
        }
        _ if args.len() == 1 => float::unary_intrinsic(which, kind, a)?,
        _ => float::binary_intrinsic(which, kind, a, float_arg(1)?)?,
    };
    let width = if *which == ConvertToFp16 { 16 } else { bits };
    put_wide(frame, d.slot, width, value);
    Some(())
}
