//! Calls, phis and terminators.

use super::inst::Operation;
use super::lex::Tok;
use super::{Parsed, Parser};
use crate::{AsmText, CallArg, Callee, Clause, InstKind, Signature, TypeId};

impl<'t> Parser<'t> {
    pub(super) fn control(&mut self, name: &str, at: usize) -> Parsed<Operation> {
        match name {
            "call" => {
                let (callee, signature, args) = self.call()?;
                let result = signature.result;
                Ok((InstKind::Call { callee, signature, args }, Some(result)))
            }
            "invoke" => {
                let (callee, signature, args) = self.call()?;
                let result = signature.result;
                self.expect_word("to")?;
                let normal = self.label()?;
                self.expect_word("unwind")?;
                let unwind = self.label()?;
                Ok((InstKind::Invoke { callee, signature, args, normal, unwind }, Some(result)))
            }
            "phi" => self.phi(),
            "landingpad" => self.landing_pad(),
            _ => self.terminator(name, at).map(|kind| (kind, None)),
        }
    }

    fn call(&mut self) -> Parsed<(Callee, Signature, Vec<CallArg>)> {
        let callee = if self.take_word("indirect") {
            Callee::Indirect(self.pointer()?)
        } else if self.take_word("asm") {
            let text = self.text()?;
            self.expect(",")?;
            Callee::Asm(AsmText { text, constraints: self.text()? })
        } else {
            Callee::Direct(self.function_name()?)
        };
        self.expect("(")?;
        let (params, args): (Vec<TypeId>, Vec<CallArg>) = self.list(")", Self::arg)?.into_iter().unzip();
        let (params, variadic) = if self.take_word("as") { self.signature()? } else { (params, false) };
        let result = if self.take("->") { self.ty()? } else { self.void_type()? };
        Ok((callee, Signature { params, result, variadic }, args))
    }

    fn arg(&mut self) -> Parsed<(TypeId, CallArg)> {
        let ty = self.ty()?;
        let mut by_value = None;
        if matches!(self.peek(), Tok::Ident("byval")) && *self.peek_at(1) == Tok::Punct("(") {
            self.advance();
            self.advance();
            let size = self.number()?;
            self.expect(",")?;
            by_value = Some((size, self.number()?));
            self.expect(")")?;
        }
        Ok((ty, CallArg { value: self.operand(ty)?, by_value }))
    }

    fn signature(&mut self) -> Parsed<(Vec<TypeId>, bool)> {
        self.expect("(")?;
        let mut variadic = false;
        let params = self.list(")", |p| match p.peek() {
            _ if variadic => p.error("`...` must be last"),
            Tok::Ident("...") => {
                p.advance();
                variadic = true;
                Ok(None)
            }
            _ => p.ty().map(Some),
        })?;
        Ok((params.into_iter().flatten().collect(), variadic))
    }

    fn phi(&mut self) -> Parsed<Operation> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        while !self.token().first && self.take("[") {
            let value = self.operand(ty)?;
            self.expect(",")?;
            incoming.push((self.label()?, value));
            self.expect("]")?;
            if !self.take(",") {
                break;
            }
        }
        Ok((InstKind::Phi { incoming }, Some(ty)))
    }

    fn landing_pad(&mut self) -> Parsed<Operation> {
        let ty = self.ty()?;
        let cleanup = self.take_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.take_word("catch") {
                clauses.push(Clause::Catch(self.typed()?.1));
            } else if self.take_word("filter") {
                self.expect("[")?;
                clauses.push(Clause::Filter(self.list("]", |p| p.typed().map(|(_, info)| info))?));
            } else {
                return Ok((InstKind::LandingPad { clauses, cleanup }, Some(ty)));
            }
        }
    }

    fn terminator(&mut self, name: &str, at: usize) -> Parsed<InstKind> {
        match name {
            "jump" => Ok(InstKind::Jump { target: self.label()? }),
            "branch" => {
                let ty = self.bool_type()?;
                let condition = self.operand(ty)?;
                self.expect(",")?;
                let if_true = self.label()?;
                self.expect(",")?;
                Ok(InstKind::Branch { condition, if_true, if_false: self.label()? })
            }
            "switch" => {
                let (ty, value) = self.typed()?;
                self.expect(",")?;
                let default = self.label()?;
                self.expect("[")?;
                let cases = self.list("]", |p| {
                    let case = p.case(ty)?;
                    p.expect("=>")?;
                    Ok((case, p.label()?))
                })?;
                Ok(InstKind::Switch { value, default, cases })
            }
            "indirectjump" => {
                let address = self.pointer()?;
                self.expect(",")?;
                self.expect("[")?;
                Ok(InstKind::IndirectJump { address, targets: self.list("]", Self::label)? })
            }
            "return" => {
                let bare = self.token().first || matches!(self.peek(), Tok::Punct("!" | "}") | Tok::End);
                Ok(InstKind::Return { value: if bare { None } else { Some(self.typed()?.1) } })
            }
            "resume" => Ok(InstKind::Resume { value: self.typed()?.1 }),
            "unreachable" => Ok(InstKind::Unreachable),
            _ => self.error_at(at, format!("`{name}` is no instruction")),
        }
    }

    /// A case of a switch: a constant, which says its own type if that is another one.
    fn case(&mut self, ty: TypeId) -> Parsed<crate::ConstId> {
        if !self.take("(") {
            return self.constant(ty);
        }
        let ty = self.ty()?;
        let case = self.constant(ty)?;
        self.expect(")")?;
        Ok(case)
    }
}
