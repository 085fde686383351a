//! Where in a value there may be pointers: registers are followed leaf by leaf.

use rift_ir::{EntityRef, Module, Type, TypeId};

/// Aggregates with more leaves are one.
const MAX_LEAVES: usize = 8;
/// Nothing smaller can hold an address.
pub(super) const ADDRESS_SIZE: u64 = 8;

/// The scalars of a type with their places in memory. Empty for a scalar that cannot hold an address.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    /// Offset and size in bytes.
    pub leaves: Vec<(u64, u64)>,
    /// All leaves are in one.
    pub lump: bool,
}

#[derive(Debug)]
pub(super) struct Shapes {
    shapes: Vec<Shape>,
}

impl Shapes {
    pub fn new(module: &Module) -> Shapes {
        Shapes { shapes: module.types.iter().map(|(id, _)| shape(module, id)).collect() }
    }

    pub fn of(&self, ty: TypeId) -> &Shape {
        &self.shapes[ty.index()]
    }
}

fn shape(module: &Module, ty: TypeId) -> Shape {
    let types = &module.types;
    let size = types.store_size(ty);
    match types.get(ty) {
        Type::Void | Type::Float(_) => Shape::default(),
        Type::Int(_) | Type::Ptr | Type::Vector { .. } => {
            Shape { leaves: (size >= ADDRESS_SIZE).then_some((0, size)).into_iter().collect(), lump: false }
        }
        Type::Array { .. } | Type::Struct { .. } => {
            let mut leaves = Vec::new();
            if flatten(module, ty, 0, &mut leaves) {
                Shape { leaves, lump: false }
            } else {
                Shape { leaves: vec![(0, size)], lump: true }
            }
        }
    }
}

/// False when there are too many.
fn flatten(module: &Module, ty: TypeId, offset: u64, leaves: &mut Vec<(u64, u64)>) -> bool {
    match module.types.get(ty) {
        Type::Void => true,
        Type::Struct { fields, .. } => {
            fields.iter().all(|field| flatten(module, field.ty, offset.saturating_add(field.offset), leaves))
        }
        Type::Array { elem, len } => {
            let size = module.types.size(*elem);
            *len <= MAX_LEAVES as u64 && (0..*len).all(|i| flatten(module, *elem, offset + i * size, leaves))
        }
        Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
            leaves.push((offset, module.types.store_size(ty)));
            leaves.len() <= MAX_LEAVES
        }
    }
}

/// The first leaf and the number of leaves at a path into an aggregate of few leaves.
pub(super) fn leaves_at(module: &Module, ty: TypeId, path: &[u32]) -> (usize, usize) {
    let Some((index, rest)) = path.split_first() else { return (0, count(module, ty)) };
    let (before, part) = match module.types.get(ty) {
        Type::Struct { fields, .. } => {
            let before = fields.iter().take(*index as usize).map(|field| count(module, field.ty)).sum();
            (before, fields[*index as usize].ty)
        }
        Type::Array { elem, .. } => (count(module, *elem) * *index as usize, *elem),
        _ => return (0, 1),
    };
    let (inner, len) = leaves_at(module, part, rest);
    (before + inner, len)
}

fn count(module: &Module, ty: TypeId) -> usize {
    let mut leaves = Vec::new();
    flatten(module, ty, 0, &mut leaves);
    leaves.len()
}
