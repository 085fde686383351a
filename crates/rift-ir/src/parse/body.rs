//! Bodies of functions: blocks, names of values, results.

use super::items::ParamText;
use super::lex::Tok;
use super::{Parsed, Parser};
use crate::{Block, BlockId, Function, Inst, Operand, PackedOption, Param, TypeId, ValueData, ValueId};
use std::collections::HashMap;

/// What is known about the function being read.
#[derive(Default)]
pub(super) struct BodyState<'t> {
    values: HashMap<&'t str, ValueId>,
    /// By value; none until it is defined.
    types: Vec<Option<TypeId>>,
    /// Types that uses gave to values, and where.
    claims: Vec<(ValueId, TypeId, usize)>,
}

/// The number in `v3`, if the name is a number that a printer would print.
fn numbered(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('v')?;
    let canonical = !digits.is_empty() && (digits == "0" || !digits.starts_with('0'));
    if canonical && digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// Words that are constants before they are values.
const CONSTANT_WORDS: [&str; 8] = ["true", "false", "null", "zero", "undef", "inf", "nan", "blockaddress"];

impl<'t> Parser<'t> {
    pub(super) fn body(&mut self, function: &mut Function, params: Vec<ParamText<'t>>) -> Parsed<()> {
        let start = self.at;
        self.expect("{")?;
        self.name_values(&params)?;
        for (i, param) in params.iter().enumerate() {
            let value = match param.value.and_then(|name| self.body.values.get(name)) {
                Some(value) => *value,
                None => self.fresh_value(),
            };
            self.define(value, param.ty, start)?;
            let from_value = || param.value.filter(|name| numbered(name).is_none()).unwrap_or_default().to_owned();
            let name = params[i].name.clone().unwrap_or_else(from_value);
            function.params.push(Param { value, name });
        }
        while !self.take("}") {
            self.line(function)?;
        }
        self.finish(function)
    }

    /// Gives numbers to all values that the body defines: `v3` is 3, the others take what is free.
    fn name_values(&mut self, params: &[ParamText<'t>]) -> Parsed<()> {
        let mut names: Vec<(&'t str, usize)> = params.iter().filter_map(|p| Some((p.value?, self.at))).collect();
        let mut depth = 1;
        let mut at = self.at;
        while depth > 0 && self.tokens[at].tok != Tok::End {
            match self.tokens[at].tok {
                Tok::Punct("{") => depth += 1,
                Tok::Punct("}") => depth -= 1,
                Tok::Ident(name) | Tok::Percent(name)
                    if self.tokens[at].first && self.tokens[at + 1].tok == Tok::Punct("=") =>
                {
                    names.push((name, at));
                }
                _ => {}
            }
            at += 1;
        }
        // A printed function may have numbers without values, but not arbitrarily many.
        let limit = names.len() as u32 * 8 + 64;
        let number = |name: &str| numbered(name).filter(|number| *number < limit);
        let highest = names.iter().filter_map(|(name, _)| number(name)).max();
        let mut used = vec![false; highest.map_or(0, |highest| highest as usize + 1)];
        names.iter().filter_map(|(name, _)| number(name)).for_each(|number| used[number as usize] = true);
        let mut free = 0u32;
        self.body = BodyState::default();
        for (name, at) in names {
            let id = number(name).unwrap_or_else(|| {
                while used.get(free as usize) == Some(&true) {
                    free += 1;
                }
                free += 1;
                free - 1
            });
            if self.body.values.insert(name, ValueId::from_u32(id)).is_some() {
                return self.error_at(at, format!("second definition of `{name}`"));
            }
            let needed = id as usize + 1;
            if self.body.types.len() < needed {
                self.body.types.resize(needed, None);
            }
        }
        Ok(())
    }

    fn fresh_value(&mut self) -> ValueId {
        self.body.types.push(None);
        ValueId::from_u32(self.body.types.len() as u32 - 1)
    }

    fn define(&mut self, value: ValueId, ty: TypeId, at: usize) -> Parsed<()> {
        if self.is_void(ty) {
            return self.error_at(at, "value of type void");
        }
        self.body.types[value.as_u32() as usize] = Some(ty);
        Ok(())
    }

    /// A label or an instruction.
    fn line(&mut self, function: &mut Function) -> Parsed<()> {
        if !self.token().first {
            return self.expected("end of line");
        }
        if let Tok::Ident(_) = self.peek()
            && *self.peek_at(1) == Tok::Punct(":")
        {
            self.advance();
            self.advance();
            function.blocks.push(Block::default());
            // An instruction may follow on the same line.
            if self.token().first || *self.peek() == Tok::End {
                return Ok(());
            }
        }
        let Some(block) = function.blocks.last().map(|(id, _)| id) else { return self.expected("label") };
        let inst = self.instruction()?;
        let id = function.insts.push(inst);
        function.blocks[block].insts.push(id);
        Ok(())
    }

    fn instruction(&mut self) -> Parsed<Inst> {
        let start = self.at;
        let name = match *self.peek() {
            Tok::Ident(name) | Tok::Percent(name) if *self.peek_at(1) == Tok::Punct("=") => {
                self.advance();
                self.advance();
                Some(name)
            }
            _ => None,
        };
        let (kind, mut ty) = self.operation()?;
        if !self.token().first && self.take("->") {
            ty = Some(self.ty()?);
        }
        let position = self.position()?;
        let ty = ty.filter(|ty| !self.is_void(*ty));
        let mut result = PackedOption::default();
        match (name, ty) {
            (None, None) => {}
            (Some(name), None) => return self.error_at(start, format!("`{name}` gets no value here")),
            (name, Some(ty)) => {
                let value = match name.and_then(|name| self.body.values.get(name)) {
                    Some(value) => *value,
                    // Only a name at the start of a line was seen in advance.
                    None if name.is_some() => return self.error_at(start, "definition inside of a line"),
                    None => self.fresh_value(),
                };
                self.define(value, ty, start)?;
                result = PackedOption::from(value);
            }
        }
        Ok(Inst { kind, result, position })
    }

    fn finish(&mut self, function: &mut Function) -> Parsed<()> {
        let body = std::mem::take(&mut self.body);
        for (value, claimed, at) in &body.claims {
            let actual = body.types[value.as_u32() as usize];
            if self.check_claims && actual.is_some_and(|actual| actual != *claimed) {
                return self.error_at(*at, "value of another type than the one said here");
            }
        }
        // Numbers without a value still need a type.
        let filler = self.bool_type()?;
        for ty in body.types {
            function.values.push(ValueData { ty: ty.unwrap_or(filler) });
        }
        Ok(())
    }

    pub(super) fn label(&mut self) -> Parsed<BlockId> {
        let name = match *self.peek() {
            Tok::Ident(name) => name,
            _ => return self.expected("label"),
        };
        // Functions are pushed when complete: the current one is the next.
        let labels = self.labels.get(self.module.functions.len());
        let Some(block) = labels.and_then(|labels| labels.get(name)).copied() else {
            return self.error(format!("no block `{name}` in this function"));
        };
        self.advance();
        Ok(block)
    }

    /// An operand whose type is known.
    pub(super) fn operand(&mut self, ty: TypeId) -> Parsed<Operand> {
        let at = self.at;
        let name = match *self.peek() {
            Tok::Percent(name) => name,
            Tok::Ident(name) if !CONSTANT_WORDS.contains(&name) => name,
            Tok::Punct("(") => {
                self.advance();
                let (_, operand) = self.typed_constant()?;
                self.expect(")")?;
                return Ok(operand);
            }
            _ => return self.constant(ty).map(Operand::Const),
        };
        let Some(value) = self.body.values.get(name).copied() else {
            return self.error(format!("`{name}` is not defined"));
        };
        self.advance();
        self.body.claims.push((value, ty, at));
        Ok(Operand::Value(value))
    }

    fn typed_constant(&mut self) -> Parsed<(TypeId, Operand)> {
        let ty = self.ty()?;
        Ok((ty, Operand::Const(self.constant(ty)?)))
    }

    pub(super) fn typed(&mut self) -> Parsed<(TypeId, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    pub(super) fn pointer(&mut self) -> Parsed<Operand> {
        let ty = self.ptr_type()?;
        self.operand(ty)
    }
}
