//! Constants, whose type is always known before.

use super::lex::Tok;
use super::number::{float_limbs, int_limbs};
use super::{MAX_NESTING, Parsed, Parser, Symbol};
use crate::layout::MAX_REGISTER_INT_BITS;
use crate::{Const, ConstId, RelocTarget, Type, TypeId};

impl<'t> Parser<'t> {
    pub(super) fn constant(&mut self, ty: TypeId) -> Parsed<ConstId> {
        self.nested_constant(ty, 0)
    }

    fn nested_constant(&mut self, ty: TypeId, depth: u32) -> Parsed<ConstId> {
        if depth > MAX_NESTING {
            return self.error("constants nested too deeply: name the inner ones");
        }
        let constant = match self.peek().clone() {
            Tok::Dollar(name) => return self.named_constant(name),
            Tok::Number(text) => self.bits(ty, text)?,
            Tok::Punct("-") => {
                self.advance();
                match *self.peek() {
                    Tok::Ident(word @ ("inf" | "nan")) => self.bits(ty, if word == "inf" { "-inf" } else { "nan" })?,
                    _ => return self.expected("`inf`"),
                }
            }
            Tok::Ident(word) => match word {
                "true" => self.bits(ty, "1")?,
                "false" => self.bits(ty, "0")?,
                "inf" | "nan" => self.bits(ty, word)?,
                "zero" | "undef" | "null" => {
                    if self.is_void(ty) {
                        return self.error("void has no constants");
                    }
                    if word == "null" && *self.module.types.get(ty) != Type::Ptr {
                        return self.error("`null` is a pointer");
                    }
                    self.advance();
                    if word == "undef" { Const::Undef(ty) } else { Const::Zero(ty) }
                }
                "blockaddress" => self.address(ty)?,
                _ => return self.expected("constant"),
            },
            Tok::Symbol(_) => self.address(ty)?,
            Tok::Punct("{" | "[" | "<") => self.aggregate(ty, depth)?,
            _ => return self.expected("constant"),
        };
        Ok(self.module.consts.intern(constant))
    }

    fn named_constant(&mut self, name: &str) -> Parsed<ConstId> {
        match self.const_names.get(name) {
            Some(id) => {
                let id = *id;
                self.advance();
                Ok(id)
            }
            None => self.error(format!("constant ${name} is not defined above")),
        }
    }

    fn bits(&mut self, ty: TypeId, text: &str) -> Parsed<Const> {
        let limbs = match self.module.types.get(ty) {
            Type::Int(bits) if *bits > MAX_REGISTER_INT_BITS => {
                Err(format!("constants end at {MAX_REGISTER_INT_BITS} bits"))
            }
            Type::Int(bits) => int_limbs(text, *bits),
            Type::Float(kind) => float_limbs(text, *kind),
            Type::Ptr => int_limbs(text, 64),
            _ => Err("number where something else is needed".to_owned()),
        };
        match limbs {
            Ok(limbs) => {
                self.advance();
                Ok(Const::Bits { ty, limbs })
            }
            Err(message) => self.error(message),
        }
    }

    fn address(&mut self, ty: TypeId) -> Parsed<Const> {
        if *self.module.types.get(ty) != Type::Ptr {
            return self.error("address where no pointer is needed");
        }
        match self.target()? {
            RelocTarget::Global(global) => Ok(Const::Global { global, addend: self.addend()? }),
            RelocTarget::Function(function) => Ok(Const::Function(function)),
            RelocTarget::Block { function, block } => Ok(Const::Block { function, block }),
        }
    }

    /// `@name` or `blockaddress(@name, label)`.
    pub(super) fn target(&mut self) -> Parsed<RelocTarget> {
        if matches!(self.peek(), Tok::Ident("blockaddress")) {
            self.advance();
            self.expect("(")?;
            let at = self.at;
            let RelocTarget::Function(function) = self.named_target()? else {
                return self.error_at(at, "function expected");
            };
            self.expect(",")?;
            let label = self.ident("label")?;
            let labels = self.labels.get(function.as_u32() as usize);
            let Some(block) = labels.and_then(|labels| labels.get(label)).copied() else {
                return self.error(format!("no block `{label}` in that function"));
            };
            self.expect(")")?;
            return Ok(RelocTarget::Block { function, block });
        }
        self.named_target()
    }

    fn named_target(&mut self) -> Parsed<RelocTarget> {
        let at = self.at;
        let name = self.symbol()?;
        match self.symbols.get(&name) {
            Some(Symbol::Function(id)) => Ok(RelocTarget::Function(*id)),
            Some(Symbol::Global(id)) => Ok(RelocTarget::Global(*id)),
            None => self.error_at(at, format!("`@{name}` is not defined")),
        }
    }

    /// `+8`, `-8` or nothing.
    pub(super) fn addend(&mut self) -> Parsed<i64> {
        if self.token().first {
            return Ok(0);
        }
        if self.take("+") {
            return self.number();
        }
        match self.peek() {
            Tok::Number(text) if text.starts_with('-') => self.number(),
            _ => Ok(0),
        }
    }

    fn aggregate(&mut self, ty: TypeId, depth: u32) -> Parsed<Const> {
        let start = self.at;
        let close = match self.module.types.get(ty) {
            Type::Vector { .. } if self.is("<") => ">",
            Type::Array { .. } if self.is("[") => "]",
            Type::Struct { .. } if self.is("{") => "}",
            _ => return self.error("elements of another kind of type than this"),
        };
        self.advance();
        let mut index = 0u64;
        let elems = self.list(close, |p| {
            let elem = match p.module.types.get(ty) {
                Type::Vector { elem, len } if index < u64::from(*len) => *elem,
                Type::Array { elem, len } if index < *len => *elem,
                Type::Struct { fields, .. } if index < fields.len() as u64 => fields[index as usize].ty,
                _ => return p.error("more elements than the type has"),
            };
            index += 1;
            p.nested_constant(elem, depth + 1)
        })?;
        let needed = match self.module.types.get(ty) {
            Type::Vector { len, .. } => u64::from(*len),
            Type::Array { len, .. } => *len,
            Type::Struct { fields, .. } => fields.len() as u64,
            _ => 0,
        };
        if elems.len() as u64 != needed {
            return self.error_at(start, format!("{} elements of {needed}", elems.len()));
        }
        Ok(Const::Aggregate { ty, elems })
    }
}
