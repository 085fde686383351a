//! What the checks ask about types and operands.

use super::Report;
use crate::layout::{Layout, layouts};
use crate::{Const, FloatKind, Function, Module, Operand, Type, TypeId};

pub(super) struct Facts<'m> {
    pub module: &'m Module,
    layouts: Vec<Layout>,
    ptr: Option<TypeId>,
}

/// The type of an operand. `Address` only when the module has not interned the pointer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    Id(TypeId),
    Address,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elem {
    Int(u32),
    Float(FloatKind),
    Ptr,
}

/// A scalar (`lanes` is none) or a vector. Equal flats are equal types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Flat {
    pub elem: Elem,
    pub lanes: Option<u32>,
}

impl Flat {
    pub const BOOL: Flat = Flat::int(1);
    pub const PTR: Flat = Flat { elem: Elem::Ptr, lanes: None };

    pub const fn int(bits: u32) -> Flat {
        Flat { elem: Elem::Int(bits), lanes: None }
    }

    pub fn is_int(self) -> bool {
        matches!(self.elem, Elem::Int(_))
    }

    pub fn is_float(self) -> bool {
        matches!(self.elem, Elem::Float(_))
    }

    pub fn is_ptr(self) -> bool {
        self.elem == Elem::Ptr
    }

    pub fn with(self, elem: Elem) -> Flat {
        Flat { elem, ..self }
    }

    pub fn scalar(self) -> Flat {
        Flat { lanes: None, ..self }
    }

    pub fn bits(self) -> u64 {
        let elem = match self.elem {
            Elem::Int(bits) => bits,
            Elem::Float(kind) => kind.bits(),
            Elem::Ptr => 64,
        };
        u64::from(elem) * u64::from(self.lanes.unwrap_or(1))
    }
}

impl<'m> Facts<'m> {
    /// None when a type is wrong: then nothing else can be asked.
    pub fn new(module: &'m Module, report: &mut Report) -> Option<Facts<'m>> {
        let found = layouts(&module.types, |id, message| report.error(format!("type {id}: {message}")));
        let layouts = found.into_iter().collect::<Option<Vec<Layout>>>()?;
        let ptr = module.types.iter().find(|(_, ty)| **ty == Type::Ptr).map(|(id, _)| id);
        Some(Facts { module, layouts, ptr })
    }

    pub fn layout(&self, ty: TypeId) -> &Layout {
        &self.layouts[ty.as_u32() as usize]
    }

    pub fn kind(&self, ty: Ty) -> &Type {
        match ty {
            Ty::Id(id) => self.module.types.get(id),
            Ty::Address => &Type::Ptr,
        }
    }

    pub fn ptr(&self) -> Ty {
        self.ptr.map_or(Ty::Address, Ty::Id)
    }

    pub fn flat(&self, ty: Ty) -> Option<Flat> {
        let scalar = |ty: &Type| match ty {
            Type::Int(bits) => Some(Elem::Int(*bits)),
            Type::Float(kind) => Some(Elem::Float(*kind)),
            Type::Ptr => Some(Elem::Ptr),
            _ => None,
        };
        match self.kind(ty) {
            Type::Vector { elem, len } => Some(Flat { elem: scalar(self.module.types.get(*elem))?, lanes: Some(*len) }),
            ty => Some(Flat { elem: scalar(ty)?, lanes: None }),
        }
    }

    /// Why no register may have this type: out of range, void or too large.
    pub fn register_problem(&self, ty: TypeId) -> Option<String> {
        if !self.module.types.contains(ty) {
            return Some(format!("type {ty} does not exist"));
        }
        let layout = self.layout(ty);
        if layout.depth == 0 {
            return Some("void is no type of a value".to_owned());
        }
        layout.register_problem().map(|why| format!("type {ty} {why}"))
    }

    /// The type of a constant that exists.
    pub fn const_type(&self, constant: &Const) -> Ty {
        match constant {
            Const::Bits { ty, .. } | Const::Zero(ty) | Const::Undef(ty) | Const::Aggregate { ty, .. } => Ty::Id(*ty),
            Const::Global { .. } | Const::Function(_) | Const::Block { .. } => self.ptr(),
        }
    }

    /// The type of an operand; the message says why it has none.
    pub fn operand(&self, function: &Function, operand: Operand) -> Result<Ty, String> {
        match operand {
            Operand::Value(value) => match function.values.get(value) {
                Some(data) => Ok(Ty::Id(data.ty)),
                None => Err(format!("value {value} does not exist")),
            },
            Operand::Const(id) => {
                if !self.module.consts.contains(id) {
                    return Err(format!("constant {id} does not exist"));
                }
                let ty = self.const_type(self.module.consts.get(id));
                if let Ty::Id(ty) = ty
                    && let Some(problem) = self.register_problem(ty)
                {
                    return Err(format!("constant {id}: {problem}"));
                }
                Ok(ty)
            }
        }
    }

    /// The type's text for messages.
    pub fn name(&self, ty: Ty) -> String {
        match ty {
            Ty::Id(id) => crate::print::type_text(self.module, id),
            Ty::Address => "ptr".to_owned(),
        }
    }
}
