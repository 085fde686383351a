//! Interned types with explicit layout.
//!
//! Struct offsets, sizes and alignments come from the producer's data layout, because producers differ
//! (clang 14 aligns i128 to 8, clang 18 and later to 16). Everything else follows the x86-64 rules.

use crate::TypeId;
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    /// The 80-bit x87 format: 16 bytes in memory of which 10 are stored.
    X87,
    Quad,
}

impl FloatKind {
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    pub ty: TypeId,
    pub offset: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    Void,
    /// An integer of 1 to 2^23 bits.
    Int(u32),
    Float(FloatKind),
    /// All pointers are 64 bits and untyped.
    Ptr,
    Vector {
        elem: TypeId,
        len: u32,
    },
    Array {
        elem: TypeId,
        len: u64,
    },
    Struct {
        fields: Vec<Field>,
        size: u64,
        align: u32,
    },
}

/// Every distinct type of a module, once.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TypeTable {
    types: IndexSet<Type>,
}

impl TypeTable {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId::from_u32(u32::try_from(self.types.insert_full(ty).0).expect("fewer than 2^32 types"))
    }

    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get_index(id.as_u32() as usize).expect("a type id of this module")
    }

    pub fn contains(&self, id: TypeId) -> bool {
        (id.as_u32() as usize) < self.types.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter().enumerate().map(|(i, t)| (TypeId::from_u32(i as u32), t))
    }

    /// Bits of a first-class scalar or vector value; `None` for aggregates and void.
    pub fn bits(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Int(bits) => Some(u64::from(*bits)),
            Type::Float(kind) => Some(u64::from(kind.bits())),
            Type::Ptr => Some(64),
            Type::Vector { elem, len } => self.bits(*elem)?.checked_mul(u64::from(*len)),
            Type::Void | Type::Array { .. } | Type::Struct { .. } => None,
        }
    }

    /// Bytes that a store of this type writes.
    pub fn store_size(&self, id: TypeId) -> u64 {
        match self.bits(id) {
            Some(bits) => bits.div_ceil(8),
            None => self.size(id),
        }
    }

    /// Bytes from one array element of this type to the next.
    pub fn size(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void => 0,
            Type::Array { elem, len } => self.size(*elem).saturating_mul(*len),
            Type::Struct { size, .. } => *size,
            Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
                self.store_size(id).next_multiple_of(u64::from(self.align(id)))
            }
        }
    }

    /// The ABI alignment in bytes.
    pub fn align(&self, id: TypeId) -> u32 {
        match self.get(id) {
            Type::Void => 1,
            Type::Int(_) => (self.store_size(id).next_power_of_two() as u32).min(16),
            Type::Float(FloatKind::X87) => 16,
            Type::Float(kind) => kind.bits() / 8,
            Type::Ptr => 8,
            Type::Vector { .. } => {
                u32::try_from(self.store_size(id).next_power_of_two()).unwrap_or(u32::MAX / 2 + 1).max(1)
            }
            Type::Array { elem, .. } => self.align(*elem),
            Type::Struct { align, .. } => *align,
        }
    }
}
