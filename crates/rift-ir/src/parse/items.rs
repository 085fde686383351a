//! Files, positions, named types and constants, globals, and the headers of functions.

use super::lex::{Tok, hex_digit};
use super::number::{float_limbs, int_limbs};
use super::{Parsed, Parser, Symbol};
use crate::layout::MAX_REGISTER_INT_BITS;
use crate::{
    BlockId, FileId, FuncId, Function, Global, GlobalId, GlobalInit, Linkage, Module, PackedOption, PosId, Position,
    PrimaryMap, Reloc, Signature, Type, TypeId,
};
use std::collections::HashMap;

/// A parameter as written: its type, and its name in the text and in the source.
pub(super) struct ParamText<'t> {
    pub ty: TypeId,
    pub value: Option<&'t str>,
    pub name: Option<String>,
}

impl<'t> Parser<'t> {
    pub(super) fn module(mut self) -> Parsed<Module> {
        let places = self.survey()?;
        for at in places {
            self.at = at;
            self.file_or_position()?;
        }
        self.at = 0;
        while *self.peek() != Tok::End {
            self.item()?;
        }
        Ok(self.module)
    }

    /// Finds every name that may be used before its definition; returns where files and positions are.
    fn survey(&mut self) -> Parsed<Vec<usize>> {
        let mut places = Vec::new();
        let (mut functions, mut globals, mut positions) = (0, 0, 0);
        while *self.peek() != Tok::End {
            // Inside of functions these words may be names.
            let first = self.token().first && *self.peek_at(1) != Tok::Punct("=");
            match self.peek().clone() {
                Tok::Ident("source") if first => places.push(self.at),
                Tok::Punct("!") if first => {
                    places.push(self.at);
                    if let (Tok::Number(name) | Tok::Ident(name), Tok::Punct("=")) = (self.peek_at(1), self.peek_at(2))
                    {
                        if self.position_names.insert(name, PosId::from_u32(positions)).is_some() {
                            return self.error("second position of this name");
                        }
                        positions += 1;
                    }
                }
                Tok::Ident("global") if first => {
                    self.declare(Symbol::Global(GlobalId::from_u32(globals)))?;
                    globals += 1;
                }
                Tok::Ident("declare" | "function") if first => {
                    self.declare(Symbol::Function(FuncId::from_u32(functions)))?;
                    functions += 1;
                    self.labels.push(HashMap::new());
                }
                Tok::Ident(label) if first && *self.peek_at(1) == Tok::Punct(":") => {
                    let Some(labels) = self.labels.last_mut() else { return self.error("label outside of a function") };
                    let block = BlockId::from_u32(labels.len() as u32);
                    if labels.insert(label, block).is_some() {
                        return self.error(format!("second block `{label}`"));
                    }
                }
                _ => {}
            }
            self.advance();
        }
        Ok(places)
    }

    /// Enters the next `@name` of the line.
    fn declare(&mut self, symbol: Symbol) -> Parsed<()> {
        let mut ahead = 1;
        loop {
            match self.peek_at(ahead).clone() {
                Tok::Symbol(name) => {
                    return match self.symbols.insert(name, symbol) {
                        None => Ok(()),
                        Some(_) => self.error_at(self.at + ahead, "second definition of this name"),
                    };
                }
                Tok::Ident(_) => ahead += 1,
                _ => return self.error_at(self.at + ahead, "@name expected"),
            }
        }
    }

    fn file_or_position(&mut self) -> Parsed<()> {
        if self.take("!") {
            self.advance();
            self.expect("=")?;
            let position = self.position_text()?;
            self.module.positions.push(position);
        } else {
            self.advance();
            let path = self.text()?;
            let id = self.module.files.push(path.clone());
            self.files.entry(path).or_insert(id);
        }
        Ok(())
    }

    /// `"file":3:5 in "function" inlined !2`
    fn position_text(&mut self) -> Parsed<Position> {
        let path = self.text()?;
        let file = self.file(path);
        self.expect(":")?;
        let line = self.number()?;
        self.expect(":")?;
        let column = self.number()?;
        let function = if self.take_word("in") { self.text()? } else { String::new() };
        let mut inlined_at = PackedOption::default();
        if self.take_word("inlined") {
            self.expect("!")?;
            inlined_at = PackedOption::from(self.position_name()?);
        }
        Ok(Position { file, line, column, function, inlined_at })
    }

    fn file(&mut self, path: String) -> FileId {
        let files = &mut self.module.files;
        *self.files.entry(path).or_insert_with_key(|path| files.push(path.clone()))
    }

    fn position_name(&mut self) -> Parsed<PosId> {
        if let Tok::Number(name) | Tok::Ident(name) = *self.peek()
            && let Some(id) = self.position_names.get(name)
        {
            let id = *id;
            self.advance();
            return Ok(id);
        }
        self.error("position that is not defined")
    }

    /// A position at the end of a line, if there is one.
    pub(super) fn position(&mut self) -> Parsed<PackedOption<PosId>> {
        if self.token().first || !self.take("!") {
            return Ok(PackedOption::default());
        }
        if !matches!(self.peek(), Tok::Str(_)) {
            return self.position_name().map(PackedOption::from);
        }
        let position = self.position_text()?;
        let positions = &mut self.module.positions;
        let id = *self.inline_positions.entry(position).or_insert_with_key(|p| positions.push(p.clone()));
        Ok(PackedOption::from(id))
    }

    fn item(&mut self) -> Parsed<()> {
        if !self.token().first {
            return self.expected("end of line");
        }
        match *self.peek() {
            Tok::Punct("!") | Tok::Ident("source") => {
                self.advance();
                while !self.token().first && *self.peek() != Tok::End {
                    self.advance();
                }
                Ok(())
            }
            Tok::Ident("type") => {
                self.advance();
                let Tok::Percent(name) = *self.peek() else { return self.expected("%name") };
                self.advance();
                self.expect("=")?;
                let ty = self.ty()?;
                self.type_names.insert(name, ty);
                Ok(())
            }
            Tok::Ident("const") => {
                self.advance();
                let Tok::Dollar(name) = *self.peek() else { return self.expected("$name") };
                self.advance();
                self.expect("=")?;
                let ty = self.ty()?;
                let id = self.constant(ty)?;
                self.const_names.insert(name, id);
                Ok(())
            }
            Tok::Ident("constructors") => {
                let list = self.function_list()?;
                self.module.constructors.extend(list);
                Ok(())
            }
            Tok::Ident("destructors") => {
                let list = self.function_list()?;
                self.module.destructors.extend(list);
                Ok(())
            }
            Tok::Ident("global") => self.global(),
            Tok::Ident("declare") => self.function(|_, _, _| Ok(())),
            Tok::Ident("function") => self.function(Self::body),
            _ => self.expected("source, type, const, global, declare, function, constructors or destructors"),
        }
    }

    fn function_list(&mut self) -> Parsed<Vec<FuncId>> {
        self.advance();
        let mut list = Vec::new();
        loop {
            list.push(self.function_name()?);
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    pub(super) fn function_name(&mut self) -> Parsed<FuncId> {
        let at = self.at;
        let name = self.symbol()?;
        match self.symbols.get(&name) {
            Some(Symbol::Function(id)) => Ok(*id),
            Some(Symbol::Global(_)) => self.error_at(at, format!("`@{name}` is no function")),
            None => self.error_at(at, format!("`@{name}` is not defined")),
        }
    }

    fn linkage(&mut self) -> Option<Linkage> {
        let words = [
            ("exported", Linkage::Exported),
            ("internal", Linkage::Internal),
            ("external", Linkage::External),
            ("weak", Linkage::ExternalWeak),
        ];
        words.into_iter().find(|(word, _)| self.take_word(word)).map(|(_, linkage)| linkage)
    }

    fn global(&mut self) -> Parsed<()> {
        self.advance();
        let (mut constant, mut thread_local, mut linkage) = (false, false, None);
        loop {
            if self.take_word("constant") {
                constant = true;
            } else if self.take_word("thread_local") {
                thread_local = true;
            } else if let Some(word) = self.linkage() {
                linkage = Some(word);
            } else {
                break;
            }
        }
        let name = self.symbol()?;
        let size = if self.take_word("size") { Some(self.number()?) } else { None };
        let align = if self.take_word("align") { self.number()? } else { 16 };
        let init = if self.take("=") { Some(self.data()?) } else { None };
        let position = self.position()?;
        let usual = if init.is_some() { Linkage::Exported } else { Linkage::External };
        let linkage = linkage.unwrap_or(usual);
        let size = size.unwrap_or(init.as_ref().map_or(0, |(bytes, _)| bytes.len() as u64));
        let init = init.map_or(GlobalInit::External, |(bytes, relocs)| GlobalInit::Bytes { bytes, relocs });
        self.module.globals.push(Global { name, size, align, constant, thread_local, linkage, init, position });
        Ok(())
    }

    fn data(&mut self) -> Parsed<(Vec<u8>, Vec<Reloc>)> {
        let (mut bytes, mut relocs) = (Vec::new(), Vec::new());
        loop {
            self.datum(&mut bytes, &mut relocs)?;
            if !self.take(",") {
                return Ok((bytes, relocs));
            }
        }
    }

    fn datum(&mut self, bytes: &mut Vec<u8>, relocs: &mut Vec<Reloc>) -> Parsed<()> {
        match self.peek().clone() {
            Tok::Str(text) => {
                self.advance();
                bytes.extend(text);
            }
            Tok::Ident("hex") => {
                self.advance();
                let at = self.at;
                let digits: Option<Vec<u8>> = self.string()?.into_iter().map(hex_digit).collect();
                let Some(digits) = digits.filter(|digits| digits.len() % 2 == 0) else {
                    return self.error_at(at, "pairs of hexadecimal digits expected");
                };
                bytes.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
            }
            Tok::Ident("at") => {
                self.advance();
                let offset = self.number()?;
                self.expect_word("size")?;
                let size = self.number()?;
                let target = self.target()?;
                let minus = if self.take("-") { Some(self.target()?) } else { None };
                relocs.push(Reloc { offset, size, target, minus, addend: self.addend()? });
            }
            Tok::Ident("ptr") => {
                self.advance();
                let offset = bytes.len() as u64;
                let target = self.target()?;
                relocs.push(Reloc { offset, size: 8, target, minus: None, addend: self.addend()? });
                bytes.extend([0; 8]);
            }
            _ => {
                let ty = self.ty()?;
                let Tok::Number(text) = *self.peek() else { return self.expected("number") };
                let limbs = match self.module.types.get(ty) {
                    Type::Int(bits) if bits % 8 == 0 && *bits <= MAX_REGISTER_INT_BITS => int_limbs(text, *bits),
                    Type::Float(kind) => float_limbs(text, *kind),
                    _ => Err("whole bytes expected".to_owned()),
                };
                let limbs = limbs.or_else(|message| self.error(message))?;
                self.advance();
                let size = self.module.types.store_size(ty) as usize;
                bytes.extend(limbs.iter().flat_map(|limb| limb.to_le_bytes()).take(size));
            }
        }
        Ok(())
    }

    /// A header, then what `body` makes of it.
    fn function(
        &mut self,
        body: impl FnOnce(&mut Self, &mut Function, Vec<ParamText<'t>>) -> Parsed<()>,
    ) -> Parsed<()> {
        let usual = if self.advance() == Tok::Ident("declare") { Linkage::External } else { Linkage::Exported };
        let linkage = self.linkage().unwrap_or(usual);
        let name = self.symbol()?;
        self.expect("(")?;
        let mut variadic = false;
        let params = self.list(")", |p| p.param(&mut variadic))?;
        let params: Vec<ParamText<'t>> = params.into_iter().flatten().collect();
        let result = if self.take("->") { self.ty()? } else { self.void_type()? };
        let display = if self.take_word("display") { self.text()? } else { name.clone() };
        let position = self.position()?;
        let signature = Signature { params: params.iter().map(|p| p.ty).collect(), result, variadic };
        let mut function = Function {
            name,
            display,
            linkage,
            signature,
            params: Vec::new(),
            values: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            position,
        };
        body(self, &mut function, params)?;
        self.module.functions.push(function);
        Ok(())
    }

    /// `i32 v0 "name"`, or `...`.
    fn param(&mut self, variadic: &mut bool) -> Parsed<Option<ParamText<'t>>> {
        if *variadic {
            return self.error("`...` must be last");
        }
        if let Tok::Ident("...") = self.peek() {
            self.advance();
            *variadic = true;
            return Ok(None);
        }
        let ty = self.ty()?;
        let value = match *self.peek() {
            Tok::Ident(name) | Tok::Percent(name) => {
                self.advance();
                Some(name)
            }
            _ => None,
        };
        let name = if matches!(self.peek(), Tok::Str(_)) { Some(self.text()?) } else { None };
        Ok(Some(ParamText { ty, value, name }))
    }
}
