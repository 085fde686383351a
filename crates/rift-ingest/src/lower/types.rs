//! Types of values, interned once per distinct LLVM type. Types that only describe memory never get here: sizes and
//! offsets are computed from LLVM's own.

use super::{Lowering, Unsupported};
use crate::llvm::{Ty, TyKind};
use rift_ir::verify::{MAX_OBJECT_SIZE, MAX_REGISTER_INT_BITS, MAX_REGISTER_LEAVES, MAX_REGISTER_NODES};
use rift_ir::{Field, Type, TypeId};
use std::rc::Rc;

/// A type as far as values are concerned.
#[derive(Clone)]
pub(super) struct Shape {
    /// The empty struct when there is a problem.
    id: TypeId,
    problem: Option<Rc<str>>,
    leaves: u64,
    nodes: u64,
}

impl<'m> Lowering<'m> {
    /// A type that no register can hold becomes the empty struct; [`Lowering::supported`] tells them apart, and
    /// whatever touches such a value is lowered to `Unsupported`.
    pub(super) fn ty(&mut self, ty: Ty<'m>) -> TypeId {
        self.shape(ty).id
    }

    pub(super) fn supported(&mut self, ty: Ty<'m>) -> Result<(), Unsupported> {
        self.shape(ty).problem.map_or(Ok(()), |problem| Err(problem.to_string()))
    }

    fn shape(&mut self, ty: Ty<'m>) -> Shape {
        if let Some(known) = self.types.get(&ty) {
            return known.clone();
        }
        let shape = self.compute_shape(ty).unwrap_or_else(|problem| Shape {
            id: self.module.types.intern(Type::Struct { fields: Vec::new(), size: 0, align: 1 }),
            problem: Some(problem),
            leaves: 0,
            nodes: 0,
        });
        self.types.insert(ty, shape.clone());
        shape
    }

    fn compute_shape(&mut self, ty: Ty<'m>) -> Result<Shape, Rc<str>> {
        let unsupported = || -> Rc<str> { format!("type {}", ty.text()).into() };
        let part = |lowering: &mut Self, part: Ty<'m>| {
            let shape = lowering.shape(part);
            shape.problem.clone().map_or(Ok(shape), Err)
        };
        let (lowered, leaves, nodes) = match ty.kind() {
            TyKind::Void => (Type::Void, 0, 1),
            TyKind::Int(bits) if bits <= MAX_REGISTER_INT_BITS => (Type::Int(bits), 1, 1),
            TyKind::Float(kind) => (Type::Float(kind), 1, 1),
            TyKind::Ptr { space: 0 } => (Type::Ptr, 1, 1),
            TyKind::Vector { elem, len } => {
                let elem = part(self, elem)?;
                (Type::Vector { elem: elem.id, len }, u64::from(len), u64::from(len) + 1)
            }
            TyKind::Array { elem, len } => {
                let elem = part(self, elem)?;
                let nodes = elem.nodes.saturating_mul(len).saturating_add(1);
                (Type::Array { elem: elem.id, len }, elem.leaves.saturating_mul(len), nodes)
            }
            TyKind::Struct if ty.is_sized() => {
                let (mut fields, mut leaves, mut nodes) = (Vec::new(), 0_u64, 1_u64);
                for (index, field) in (0..).zip(ty.fields()) {
                    let shape = part(self, field)?;
                    leaves = leaves.saturating_add(shape.leaves);
                    nodes = nodes.saturating_add(shape.nodes);
                    fields.push(Field { ty: shape.id, offset: self.layout.offset(ty, index) });
                }
                let (size, align) = (self.layout.size(ty), self.layout.align(ty));
                (Type::Struct { fields, size, align }, leaves, nodes)
            }
            // Metadata is an operand of intrinsics only, and dropped there.
            TyKind::Metadata => (Type::Struct { fields: Vec::new(), size: 0, align: 1 }, 0, 0),
            TyKind::Int(_) | TyKind::Ptr { .. } | TyKind::Struct | TyKind::Other => return Err(unsupported()),
        };
        let too_large = leaves > MAX_REGISTER_LEAVES || nodes > MAX_REGISTER_NODES;
        if too_large || self.layout.size(ty) > MAX_OBJECT_SIZE {
            return Err(unsupported());
        }
        Ok(Shape { id: self.module.types.intern(lowered), problem: None, leaves, nodes })
    }
}
