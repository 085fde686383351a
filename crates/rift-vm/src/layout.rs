//! How typed values lie in frame slots and in memory.

use rift_ir::{FloatKind, Type, TypeId, TypeTable};

/// What a leaf of a value is. Pointers are 64-bit integers here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    Int(u32),
    Float(FloatKind),
}

impl Scalar {
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }

    pub fn slots(self) -> u32 {
        self.bits().div_ceil(64)
    }
}

/// One scalar of a value: its first slot relative to the value's, and its byte offset in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    pub scalar: Scalar,
    pub slot: u32,
    pub offset: u64,
}

pub fn scalar(types: &TypeTable, ty: TypeId) -> Option<Scalar> {
    match types.get(ty) {
        Type::Int(bits) => Some(Scalar::Int(*bits)),
        Type::Float(kind) => Some(Scalar::Float(*kind)),
        Type::Ptr => Some(Scalar::Int(64)),
        _ => None,
    }
}

/// The scalar type of a scalar or of a vector's lanes, and how many lanes (1 for scalars).
pub fn lanes(types: &TypeTable, ty: TypeId) -> Option<(Scalar, u32)> {
    match types.get(ty) {
        Type::Vector { elem, len } => Some((scalar(types, *elem)?, *len)),
        _ => Some((scalar(types, ty)?, 1)),
    }
}

/// Slots that a value of this type takes in a frame.
pub fn slots(types: &TypeTable, ty: TypeId) -> u32 {
    match types.get(ty) {
        Type::Void => 0,
        Type::Int(_) | Type::Float(_) | Type::Ptr => scalar(types, ty).map_or(0, Scalar::slots),
        Type::Vector { elem, len } => slots(types, *elem).saturating_mul(*len),
        Type::Array { elem, len } => slots(types, *elem).saturating_mul(u32::try_from(*len).unwrap_or(u32::MAX)),
        Type::Struct { fields, .. } => fields.iter().fold(0u32, |n, f| n.saturating_add(slots(types, f.ty))),
    }
}

/// Every scalar of a value, in slot order. Vector lanes of whole bytes only: see [`is_bit_packed`].
pub fn leaves(types: &TypeTable, ty: TypeId) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect(types, ty, 0, &mut 0, &mut out);
    out
}

fn collect(types: &TypeTable, ty: TypeId, offset: u64, slot: &mut u32, out: &mut Vec<Leaf>) {
    match types.get(ty) {
        Type::Void => {}
        Type::Int(_) | Type::Float(_) | Type::Ptr => {
            if let Some(scalar) = scalar(types, ty) {
                out.push(Leaf { scalar, slot: *slot, offset });
                *slot += scalar.slots();
            }
        }
        Type::Vector { elem, len } => {
            let stride = types.bits(*elem).unwrap_or(0).div_ceil(8);
            (0..u64::from(*len)).for_each(|i| collect(types, *elem, offset + i * stride, slot, out));
        }
        Type::Array { elem, len } => {
            let stride = types.size(*elem);
            (0..*len).for_each(|i| collect(types, *elem, offset + i * stride, slot, out));
        }
        Type::Struct { fields, .. } => {
            fields.iter().for_each(|f| collect(types, f.ty, offset + f.offset, slot, out));
        }
    }
}

/// Vectors whose lanes are not whole bytes (`<8 x i1>`) lie in memory as one packed bit string.
pub fn is_bit_packed(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Vector { elem, .. } => types.bits(*elem).is_some_and(|bits| bits % 8 != 0),
        _ => false,
    }
}

/// The type and first slot of the part of an aggregate that `path` names.
pub fn part(types: &TypeTable, ty: TypeId, path: &[u32]) -> Option<(TypeId, u32)> {
    let Some((&first, rest)) = path.split_first() else { return Some((ty, 0)) };
    let (elem, before) = match types.get(ty) {
        Type::Struct { fields, .. } => {
            let before = fields.get(..first as usize)?.iter().map(|f| slots(types, f.ty)).sum();
            (fields.get(first as usize)?.ty, before)
        }
        Type::Array { elem, .. } | Type::Vector { elem, .. } => (*elem, slots(types, *elem) * first),
        _ => return None,
    };
    let (ty, slot) = part(types, elem, rest)?;
    Some((ty, before + slot))
}
