//! Instructions that compute or access memory.

use super::lex::Tok;
use super::{Parsed, Parser};
use crate::infer::{Inferred, inferred};
use crate::layout::Packing;
use crate::{
    AtomicOp, BinaryOp, CastOp, Const, FloatPredicate, InstKind, IntPredicate, Intrinsic, OffsetTerm, Operand, Type,
    TypeId, UnaryOp, WrapFlags,
};

/// An instruction and the type of its result, if it has one.
pub(super) type Operation = (InstKind, Option<TypeId>);

impl<'t> Parser<'t> {
    pub(super) fn operation(&mut self) -> Parsed<Operation> {
        let at = self.at;
        let name = self.ident("instruction")?;
        if let Some(op) = BinaryOp::from_name(name) {
            let flags = self.wrap_flags();
            let (ty, lhs, rhs) = self.pair()?;
            return Ok((InstKind::Binary { op, flags, lhs, rhs }, Some(ty)));
        }
        if let Some(op) = CastOp::from_name(name) {
            let (_, value) = self.typed()?;
            self.expect_word("to")?;
            return Ok((InstKind::Cast { op, value }, Some(self.ty()?)));
        }
        match name {
            "fneg" | "freeze" => {
                let (ty, value) = self.typed()?;
                let op = if name == "fneg" { UnaryOp::FNeg } else { UnaryOp::Freeze };
                Ok((InstKind::Unary { op, value }, Some(ty)))
            }
            "icmp" => {
                let Some(predicate) = IntPredicate::from_name(self.ident("predicate")?) else {
                    return self.error_at(at + 1, "predicate of icmp expected");
                };
                let (ty, lhs, rhs) = self.pair()?;
                self.compared(InstKind::CompareInt { predicate, lhs, rhs }, ty)
            }
            "fcmp" => {
                let Some(predicate) = FloatPredicate::from_name(self.ident("predicate")?) else {
                    return self.error_at(at + 1, "predicate of fcmp expected");
                };
                let (ty, lhs, rhs) = self.pair()?;
                self.compared(InstKind::CompareFloat { predicate, lhs, rhs }, ty)
            }
            "select" => {
                let (_, condition) = self.typed()?;
                self.expect(",")?;
                let (ty, if_true, if_false) = self.pair()?;
                Ok((InstKind::Select { condition, if_true, if_false }, Some(ty)))
            }
            "alloca" | "load" | "store" | "offset" | "atomicrmw" | "cmpxchg" | "fence" | "vaarg" => self.memory(name),
            "extractvalue" | "insertvalue" | "extractelement" | "insertelement" | "shuffle" => self.parts(name),
            "intrinsic" => self.intrinsic(),
            "unsupported" => Ok((InstKind::Unsupported { what: self.text()? }, None)),
            _ => self.control(name, at),
        }
    }

    fn wrap_flags(&mut self) -> WrapFlags {
        let mut flags = WrapFlags::default();
        loop {
            if self.take_word("nuw") {
                flags.nuw = true;
            } else if self.take_word("nsw") {
                flags.nsw = true;
            } else if self.take_word("exact") {
                flags.exact = true;
            } else {
                return flags;
            }
        }
    }

    /// `TYPE OP, OP`
    pub(super) fn pair(&mut self) -> Parsed<(TypeId, Operand, Operand)> {
        let (ty, lhs) = self.typed()?;
        self.expect(",")?;
        Ok((ty, lhs, self.operand(ty)?))
    }

    fn compared(&mut self, kind: InstKind, ty: TypeId) -> Parsed<Operation> {
        let inferred = inferred(&self.module.types, &kind, |_| Some(ty));
        let result = self.resolve(inferred)?;
        Ok((kind, result))
    }

    fn intrinsic(&mut self) -> Parsed<Operation> {
        let name = match self.peek() {
            Tok::Str(_) => self.text()?,
            _ => self.ident("name of an intrinsic")?.to_owned(),
        };
        self.expect("(")?;
        let args = self.list(")", |p| p.typed().map(|(_, arg)| arg))?;
        Ok((InstKind::Intrinsic { which: Intrinsic::from_name(&name), args }, None))
    }

    fn align(&mut self, usual: u32) -> Parsed<u32> {
        if self.take_word("align") { self.number() } else { Ok(usual) }
    }

    fn memory(&mut self, name: &str) -> Parsed<Operation> {
        match name {
            "alloca" => {
                let elem_size = self.number()?;
                let align = self.align(16)?;
                let count = if self.take_word("count") {
                    self.typed()?.1
                } else {
                    let ty = self.intern(Type::Int(32))?;
                    Operand::Const(self.module.consts.intern(Const::Bits { ty, limbs: vec![1] }))
                };
                let ptr = self.ptr_type()?;
                Ok((InstKind::Alloca { elem_size, count, align }, Some(ptr)))
            }
            "load" => {
                let (volatile, atomic) = (self.take_word("volatile"), self.take_word("atomic"));
                let ty = self.ty()?;
                self.expect(",")?;
                let address = self.pointer()?;
                let align = self.align(self.align_of(ty))?;
                Ok((InstKind::Load { address, align, volatile, atomic }, Some(ty)))
            }
            "store" => {
                let (volatile, atomic) = (self.take_word("volatile"), self.take_word("atomic"));
                let (ty, value) = self.typed()?;
                self.expect(",")?;
                let address = self.pointer()?;
                let align = self.align(self.align_of(ty))?;
                Ok((InstKind::Store { address, value, align, volatile, atomic }, None))
            }
            "offset" => self.offset(),
            "atomicrmw" => {
                let at = self.at;
                let Some(op) = AtomicOp::from_name(self.ident("operation")?) else {
                    return self.error_at(at, "operation of atomicrmw expected");
                };
                let address = self.pointer()?;
                self.expect(",")?;
                let (ty, value) = self.typed()?;
                Ok((InstKind::AtomicRmw { op, address, value }, Some(ty)))
            }
            "cmpxchg" => {
                let address = self.pointer()?;
                self.expect(",")?;
                let (ty, expected, replacement) = self.pair()?;
                let flag = self.bool_type()?;
                let layouts = &self.layouts;
                let known = |id: TypeId| layouts.get(id.as_u32() as usize).copied().flatten();
                let pair = crate::layout::natural_struct(&[ty, flag], Packing::Natural, known);
                let Some(pair) = pair else { return self.error("type that is too large") };
                let result = self.intern(pair)?;
                Ok((InstKind::CompareExchange { address, expected, replacement }, Some(result)))
            }
            "vaarg" => Ok((InstKind::VaArg { list: self.pointer()? }, None)),
            _ => Ok((InstKind::Fence, None)),
        }
    }

    fn offset(&mut self) -> Parsed<Operation> {
        let in_bounds = self.take_word("inbounds");
        let (base_type, base) = self.typed()?;
        self.expect(",")?;
        let offset = self.number()?;
        let (mut terms, mut types) = (Vec::new(), vec![base_type]);
        while self.take(",") {
            let (ty, index) = self.typed()?;
            self.expect("*")?;
            terms.push(OffsetTerm { index, scale: self.number()? });
            types.push(ty);
        }
        let lanes = types.iter().find_map(|ty| match self.module.types.get(*ty) {
            Type::Vector { len, .. } => Some(*len),
            _ => None,
        });
        let result = self.resolve(Inferred::Ptr(lanes))?;
        Ok((InstKind::Offset { base, offset, terms, in_bounds }, result))
    }

    fn parts(&mut self, name: &str) -> Parsed<Operation> {
        let (ty, first) = self.typed()?;
        self.expect(",")?;
        let kind = match name {
            "extractvalue" => InstKind::ExtractValue { aggregate: first, path: self.path()? },
            "insertvalue" => {
                let (_, value) = self.typed()?;
                self.expect(",")?;
                InstKind::InsertValue { aggregate: first, value, path: self.path()? }
            }
            "extractelement" => InstKind::ExtractElement { vector: first, index: self.typed()?.1 },
            "insertelement" => {
                let (_, value) = self.typed()?;
                self.expect(",")?;
                InstKind::InsertElement { vector: first, value, index: self.typed()?.1 }
            }
            _ => {
                let rhs = self.operand(ty)?;
                self.expect(",")?;
                self.expect("[")?;
                let mask = self.list("]", |p| match p.peek() {
                    Tok::Ident("_") => {
                        p.advance();
                        Ok(None)
                    }
                    _ => p.number().map(Some),
                })?;
                InstKind::Shuffle { lhs: first, rhs, mask }
            }
        };
        // What the result depends on is only ever the first operand.
        let inferred = inferred(&self.module.types, &kind, |_| Some(ty));
        let result = self.resolve(inferred)?;
        Ok((kind, result))
    }

    fn path(&mut self) -> Parsed<Vec<u32>> {
        let mut path = vec![self.number()?];
        while self.take(",") {
            path.push(self.number()?);
        }
        Ok(path)
    }
}
