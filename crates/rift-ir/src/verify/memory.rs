//! Instructions that make, compute or use addresses.

use super::facts::{Elem, Flat, Ty};
use super::inst::{Checked, Subject, need};
use crate::layout::MAX_OBJECT_SIZE;
use crate::{AtomicOp, InstKind, OffsetTerm, Operand};

pub(super) fn check(subject: &Subject<'_, '_>, kind: &InstKind) -> Checked {
    match kind {
        InstKind::Alloca { elem_size, count, align } => {
            subject.index(*count)?;
            check_align(*align)?;
            check_size(*elem_size)?;
            subject.result_flat(Flat::PTR)
        }
        InstKind::Load { address, align, .. } => {
            subject.pointer(*address)?;
            check_align(*align)?;
            need(subject.result.is_some(), "a load without result")
        }
        InstKind::Store { address, align, .. } => {
            subject.pointer(*address)?;
            check_align(*align)?;
            subject.no_result()
        }
        InstKind::Offset { base, terms, .. } => offset(subject, *base, terms),
        InstKind::AtomicRmw { op, address, value } => {
            subject.pointer(*address)?;
            atomic(*op, subject.flat(*value)?)?;
            subject.result_is(subject.ty(*value))
        }
        InstKind::CompareExchange { address, expected, replacement } => {
            subject.pointer(*address)?;
            let flat = subject.same(*expected, *replacement)?;
            need(flat.lanes.is_none() && !flat.is_float(), "neither an integer nor a pointer is exchanged")?;
            let result = subject.result.ok_or("no result")?;
            let [old, success] = subject.fields(result)?[..] else {
                return Err("a result of not two parts".to_owned());
            };
            need(Ty::Id(old) == subject.ty(*expected), "an old value of another type")?;
            need(subject.facts.flat(Ty::Id(success)) == Some(Flat::BOOL), "a success that is not i1")
        }
        InstKind::VaArg { list } => {
            subject.pointer(*list)?;
            need(subject.result.is_some(), "an argument without type")
        }
        _ => Ok(()),
    }
}

fn offset(subject: &Subject<'_, '_>, base: Operand, terms: &[OffsetTerm]) -> Checked {
    let base = subject.flat(base)?;
    need(base.is_ptr(), "a base that is no pointer")?;
    let mut lanes = base.lanes;
    for term in terms {
        let index = subject.flat(term.index)?;
        need(index.is_int(), "an index that is no integer")?;
        need(lanes.is_none() || index.lanes.is_none() || lanes == index.lanes, "vectors of different lengths")?;
        lanes = lanes.or(index.lanes);
    }
    subject.result_flat(Flat { elem: Elem::Ptr, lanes })
}

fn atomic(op: AtomicOp, flat: Flat) -> Checked {
    match op {
        AtomicOp::Xchg => need(flat.lanes.is_none(), "a vector exchanged"),
        AtomicOp::FAdd | AtomicOp::FSub | AtomicOp::FMax | AtomicOp::FMin => {
            need(flat.is_float(), "a float operation on something that is no float")
        }
        AtomicOp::Add
        | AtomicOp::Sub
        | AtomicOp::And
        | AtomicOp::Nand
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Max
        | AtomicOp::Min
        | AtomicOp::UMax
        | AtomicOp::UMin
        | AtomicOp::UIncWrap
        | AtomicOp::UDecWrap
        | AtomicOp::USubCond
        | AtomicOp::USubSat => {
            need(flat.is_int() && flat.lanes.is_none(), "an integer operation on something that is no integer")
        }
    }
}

pub(super) fn check_align(align: u32) -> Checked {
    match align.is_power_of_two() {
        true => Ok(()),
        false => Err(format!("alignment {align} is not a power of two")),
    }
}

pub(super) fn check_size(size: u64) -> Checked {
    need(size <= MAX_OBJECT_SIZE, "an object larger than the address space")
}
