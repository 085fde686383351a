//! What follows from an instruction's operands about its result: the text leaves it out then.

use crate::{InstKind, Operand, Type, TypeId, TypeTable};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inferred {
    /// The text must say it.
    Unknown,
    Type(TypeId),
    /// i1, or a vector of it.
    Bool(Option<u32>),
    Ptr(Option<u32>),
    Vector(TypeId, u32),
}

pub(crate) fn inferred(
    types: &TypeTable,
    kind: &InstKind,
    operand_type: impl Fn(Operand) -> Option<TypeId>,
) -> Inferred {
    let kind_of = |operand: Operand| operand_type(operand).filter(|ty| types.contains(*ty)).map(|ty| types.get(ty));
    let lanes = |operand: Operand| match kind_of(operand) {
        Some(Type::Vector { len, .. }) => Some(*len),
        _ => None,
    };
    let same = |operand: Operand| operand_type(operand).map_or(Inferred::Unknown, Inferred::Type);
    match kind {
        InstKind::Binary { lhs, .. } => same(*lhs),
        InstKind::Unary { value, .. } | InstKind::AtomicRmw { value, .. } => same(*value),
        InstKind::CompareInt { lhs, .. } | InstKind::CompareFloat { lhs, .. } => Inferred::Bool(lanes(*lhs)),
        InstKind::Select { if_true, .. } => same(*if_true),
        InstKind::Alloca { .. } => Inferred::Ptr(None),
        InstKind::Offset { base, terms, .. } => {
            Inferred::Ptr(lanes(*base).or_else(|| terms.iter().find_map(|term| lanes(term.index))))
        }
        InstKind::ExtractValue { aggregate, path } => {
            let part = path.iter().try_fold(operand_type(*aggregate), |ty, index| part(types, ty?, *index).map(Some));
            part.flatten().map_or(Inferred::Unknown, Inferred::Type)
        }
        InstKind::InsertValue { aggregate, .. } => same(*aggregate),
        InstKind::ExtractElement { vector, .. } => match kind_of(*vector) {
            Some(Type::Vector { elem, .. }) => Inferred::Type(*elem),
            _ => Inferred::Unknown,
        },
        InstKind::InsertElement { vector, .. } => same(*vector),
        InstKind::Shuffle { lhs, mask, .. } => match (kind_of(*lhs), u32::try_from(mask.len())) {
            (Some(Type::Vector { elem, .. }), Ok(len)) if len > 0 => Inferred::Vector(*elem, len),
            _ => Inferred::Unknown,
        },
        _ => Inferred::Unknown,
    }
}

/// The type of one part of a struct or array.
pub(crate) fn part(types: &TypeTable, ty: TypeId, index: u32) -> Option<TypeId> {
    match types.contains(ty).then(|| types.get(ty))? {
        Type::Struct { fields, .. } => fields.get(index as usize).map(|field| field.ty),
        Type::Array { elem, len } if u64::from(index) < *len => Some(*elem),
        _ => None,
    }
}
