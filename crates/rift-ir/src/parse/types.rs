//! Types.

use super::lex::Tok;
use super::{MAX_NESTING, Parsed, Parser};
use crate::infer::Inferred;
use crate::layout::{Packing, layout_of, natural_struct};
use crate::{Field, FloatKind, Type, TypeId};

pub(crate) fn float_kind(name: &str) -> Option<FloatKind> {
    let kinds = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double, FloatKind::X87];
    kinds.into_iter().chain([FloatKind::Quad]).find(|kind| crate::print::float_name(*kind) == name)
}

/// The width of `iN`.
pub(crate) fn int_bits(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('i')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

impl<'t> Parser<'t> {
    pub(super) fn intern(&mut self, ty: Type) -> Parsed<TypeId> {
        let layouts = &self.layouts;
        let layout = layout_of(&ty, |id| layouts.get(id.as_u32() as usize).copied().flatten());
        match layout {
            Ok(layout) => {
                let id = self.module.types.intern(ty);
                if id.as_u32() as usize == self.layouts.len() {
                    self.layouts.push(Some(layout));
                }
                Ok(id)
            }
            Err(message) => self.error(format!("type that cannot be: {message}")),
        }
    }

    pub(super) fn align_of(&self, ty: TypeId) -> u32 {
        self.layouts.get(ty.as_u32() as usize).copied().flatten().map_or(1, |layout| layout.align)
    }

    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        self.nested_type(0)
    }

    fn nested_type(&mut self, depth: u32) -> Parsed<TypeId> {
        if depth > MAX_NESTING {
            return self.error("types nested too deeply: name the inner ones");
        }
        match self.peek().clone() {
            Tok::Ident(name) => self.named_type(name),
            Tok::Percent(name) => match self.type_names.get(name) {
                Some(ty) => {
                    let ty = *ty;
                    self.advance();
                    Ok(ty)
                }
                None => self.error(format!("type %{name} is not defined above")),
            },
            Tok::Punct("[") => {
                self.advance();
                let len = self.number()?;
                self.expect_times()?;
                let elem = self.nested_type(depth + 1)?;
                self.expect("]")?;
                self.intern(Type::Array { elem, len })
            }
            Tok::Punct("{") => {
                self.advance();
                match self.peek() {
                    Tok::Number(_) | Tok::Ident("size") => self.explicit_struct(depth),
                    _ => self.natural(depth, Packing::Natural),
                }
            }
            Tok::Punct("<") => {
                self.advance();
                if self.take("{") {
                    let ty = self.natural(depth, Packing::Packed)?;
                    self.expect(">")?;
                    return Ok(ty);
                }
                let len = self.number()?;
                self.expect_times()?;
                let elem = self.nested_type(depth + 1)?;
                self.expect(">")?;
                self.intern(Type::Vector { elem, len })
            }
            _ => self.expected("type"),
        }
    }

    fn expect_times(&mut self) -> Parsed<()> {
        match self.peek() {
            Tok::Ident("x") => {
                self.advance();
                Ok(())
            }
            _ => self.expected("`x`"),
        }
    }

    fn named_type(&mut self, name: &str) -> Parsed<TypeId> {
        let ty = match name {
            "void" => Type::Void,
            "ptr" => Type::Ptr,
            _ => match (int_bits(name), float_kind(name)) {
                (Some(bits), _) => Type::Int(bits),
                (_, Some(kind)) => Type::Float(kind),
                _ => return self.expected("type"),
            },
        };
        let id = self.intern(ty)?;
        self.advance();
        Ok(id)
    }

    fn natural(&mut self, depth: u32, packing: Packing) -> Parsed<TypeId> {
        let fields = self.list("}", |p| p.nested_type(depth + 1))?;
        let layouts = &self.layouts;
        match natural_struct(&fields, packing, |id| layouts.get(id.as_u32() as usize).copied().flatten()) {
            Some(ty) => self.intern(ty),
            None => self.error("struct that is too large"),
        }
    }

    /// `0: i32, 8: ptr, size 16, align 8}`
    fn explicit_struct(&mut self, depth: u32) -> Parsed<TypeId> {
        let mut fields = Vec::new();
        while let Tok::Number(_) = self.peek() {
            let offset = self.number()?;
            self.expect(":")?;
            fields.push(Field { ty: self.nested_type(depth + 1)?, offset });
            self.expect(",")?;
        }
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect(",")?;
        self.expect_word("align")?;
        let align = self.number()?;
        self.expect("}")?;
        self.intern(Type::Struct { fields, size, align })
    }

    pub(super) fn bool_type(&mut self) -> Parsed<TypeId> {
        self.intern(Type::Int(1))
    }

    pub(super) fn ptr_type(&mut self) -> Parsed<TypeId> {
        self.intern(Type::Ptr)
    }

    pub(super) fn void_type(&mut self) -> Parsed<TypeId> {
        self.intern(Type::Void)
    }

    pub(super) fn is_void(&self, ty: TypeId) -> bool {
        *self.module.types.get(ty) == Type::Void
    }

    /// Makes a type of what an instruction lets one infer.
    pub(super) fn resolve(&mut self, inferred: Inferred) -> Parsed<Option<TypeId>> {
        let (elem, lanes) = match inferred {
            Inferred::Unknown => return Ok(None),
            Inferred::Type(ty) => (ty, None),
            Inferred::Bool(lanes) => (self.bool_type()?, lanes),
            Inferred::Ptr(lanes) => (self.ptr_type()?, lanes),
            Inferred::Vector(elem, lanes) => (elem, Some(lanes)),
        };
        match lanes {
            None => Ok(Some(elem)),
            Some(len) => self.intern(Type::Vector { elem, len }).map(Some),
        }
    }
}
