//! File tests: a module in textual form that says in comments what running it must yield.
//!
//! ```text
//! ; run: @name(ARG, ARG) == RESULT        returns this value, in the machine and natively
//! ; run: @name(ARG) faults NAME           ends in the program's fault of this name (`division`, `trap`, ..)
//! ; run: @name(ARG) unsupported           the engine says that it cannot
//! ; run: @name(ARG) limit NAME            ends at a limit (`steps`, `call-depth`, `memory`)
//! ; vm: ...                               the same, but only the machine is bound to it
//! ```
//!
//! ARG is a typed scalar as in the textual form: `i7 -1`, `f64 1.5`, `x87 0x3fff8000000000000000`,
//! `ptr null`. RESULT is one too, or `void`, or `TYPE nan` for any NaN. Integers may be written signed or
//! unsigned. A directive stands alone on its line. `vm:` is for what LLVM leaves open (poison, undef) and
//! the machine decides.

use crate::layout::MAX_REGISTER_INT_BITS;
use crate::parse::lex::{Tok, Token, lex};
use crate::parse::number::{float_limbs, int_limbs};
use crate::parse::types::{float_kind, int_bits};
use crate::{FloatKind, ParseError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// In the file, from 1.
    pub line: u32,
    pub scope: Scope,
    pub function: String,
    pub args: Vec<Scalar>,
    pub expect: Expect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The native build must agree.
    Everywhere,
    MachineOnly,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    Returns(Scalar),
    /// Any NaN of this kind.
    ReturnsNan(FloatKind),
    ReturnsVoid,
    /// The stable name of the fault.
    Faults(String),
    Unsupported,
    Limit(String),
}

/// A value as in [`crate::Const::Bits`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    pub ty: ScalarType,
    pub limbs: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    Int(u32),
    Float(FloatKind),
    Ptr,
}

impl ScalarType {
    pub fn bits(self) -> u32 {
        match self {
            ScalarType::Int(bits) => bits,
            ScalarType::Float(kind) => kind.bits(),
            ScalarType::Ptr => 64,
        }
    }
}

/// The directives of a file, in order. One that cannot be read is an error, never skipped.
pub fn directives(text: &str) -> Result<Vec<Directive>, ParseError> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let Some(comment) = line.trim_start().strip_prefix(';') else { continue };
        let comment = comment.trim_start();
        let (scope, rest) = match (comment.strip_prefix("run:"), comment.strip_prefix("vm:")) {
            (Some(rest), _) => (Scope::Everywhere, rest),
            (_, Some(rest)) => (Scope::MachineOnly, rest),
            _ => continue,
        };
        // Columns are counted in the rest: move them to where it stands.
        let shift = (line.len() - rest.len()) as u32;
        let moved = |e: ParseError| ParseError { line: number, column: e.column + shift, message: e.message };
        let mut cursor = Cursor { tokens: lex(rest).map_err(moved)?, at: 0 };
        found.push(cursor.directive(number, scope).map_err(moved)?);
    }
    Ok(found)
}

struct Cursor<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn next(&mut self) -> Tok<'t> {
        let tok = self.tokens[self.at].tok.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        tok
    }

    fn peek(&self) -> &Tok<'t> {
        &self.tokens[self.at].tok
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        let token = &self.tokens[self.at];
        Err(ParseError { line: token.line, column: token.column, message: message.into() })
    }

    fn expect(&mut self, punct: &'static str) -> Result<(), ParseError> {
        if *self.peek() != Tok::Punct(punct) {
            return self.error(format!("`{punct}` expected in directive"));
        }
        self.next();
        Ok(())
    }

    fn directive(&mut self, line: u32, scope: Scope) -> Result<Directive, ParseError> {
        let Tok::Symbol(function) = self.peek().clone() else { return self.error("@name expected in directive") };
        self.next();
        self.expect("(")?;
        let mut args = Vec::new();
        while *self.peek() != Tok::Punct(")") {
            match self.value()? {
                Expect::Returns(arg) => args.push(arg),
                _ => return self.error("argument that is no value"),
            }
            if *self.peek() != Tok::Punct(")") {
                self.expect(",")?;
            }
        }
        self.expect(")")?;
        let expect = self.outcome()?;
        match self.peek() {
            Tok::End => Ok(Directive { line, scope, function, args, expect }),
            _ => self.error("end of directive expected"),
        }
    }

    fn outcome(&mut self) -> Result<Expect, ParseError> {
        match self.peek().clone() {
            Tok::Punct("=") => {
                self.next();
                self.expect("=")?;
                self.value()
            }
            Tok::Ident("unsupported") => {
                self.next();
                Ok(Expect::Unsupported)
            }
            Tok::Ident("faults") => {
                self.next();
                self.name().map(Expect::Faults)
            }
            Tok::Ident("limit") => {
                self.next();
                self.name().map(Expect::Limit)
            }
            _ => self.error("`==`, `faults`, `unsupported` or `limit` expected in directive"),
        }
    }

    /// `use-after-free`
    fn name(&mut self) -> Result<String, ParseError> {
        let mut name = String::new();
        loop {
            match self.peek().clone() {
                Tok::Ident(word) => name.push_str(word),
                _ => return self.error("name expected in directive"),
            }
            self.next();
            if *self.peek() != Tok::Punct("-") {
                return Ok(name);
            }
            self.next();
            name.push('-');
        }
    }

    fn value(&mut self) -> Result<Expect, ParseError> {
        let Tok::Ident(word) = self.peek().clone() else { return self.error("type expected in directive") };
        let ty = match (word, int_bits(word), float_kind(word)) {
            ("void", ..) => {
                self.next();
                return Ok(Expect::ReturnsVoid);
            }
            ("ptr", ..) => ScalarType::Ptr,
            (_, Some(bits), _) if (1..=MAX_REGISTER_INT_BITS).contains(&bits) => ScalarType::Int(bits),
            (_, _, Some(kind)) => ScalarType::Float(kind),
            _ => return self.error("type of a scalar expected in directive"),
        };
        self.next();
        let mut sign = "";
        if *self.peek() == Tok::Punct("-") {
            self.next();
            sign = "-";
        }
        let text = match (self.peek().clone(), ty) {
            (Tok::Ident("nan"), ScalarType::Float(kind)) => {
                self.next();
                return Ok(Expect::ReturnsNan(kind));
            }
            (Tok::Ident("inf"), ScalarType::Float(_)) => format!("{sign}inf"),
            (Tok::Ident("true"), ScalarType::Int(1)) => "1".to_owned(),
            (Tok::Ident("false"), ScalarType::Int(1)) | (Tok::Ident("null"), ScalarType::Ptr) => "0".to_owned(),
            (Tok::Number(text), _) => text.to_owned(),
            _ => return self.error("number expected in directive"),
        };
        let limbs = match ty {
            ScalarType::Float(kind) => float_limbs(&text, kind),
            ScalarType::Int(_) | ScalarType::Ptr => int_limbs(&text, ty.bits()),
        };
        let limbs = limbs.or_else(|message| self.error(message))?;
        self.next();
        Ok(Expect::Returns(Scalar { ty, limbs }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let text = "; run: @f(i7 -1, f64 1.5, ptr null) == i65 -1\n\
                    x ; run: @not() at the start\n\
                    ;vm: @g() faults use-after-free\n\
                    ; run: @g() == x87 nan\n\
                    ; run: @g() == void\n\
                    ; run: @g() unsupported\n\
                    ; run: @g() limit steps\n\
                    ; run: @g(f32 -inf) == i1 true\n";
        let found = directives(text).expect("all are right");
        let expects: Vec<&Expect> = found.iter().map(|d| &d.expect).collect();
        let minus_one = Scalar { ty: ScalarType::Int(65), limbs: vec![u64::MAX, 1] };
        let one = Scalar { ty: ScalarType::Int(1), limbs: vec![1] };
        let expected = [
            &Expect::Returns(minus_one),
            &Expect::Faults("use-after-free".to_owned()),
            &Expect::ReturnsNan(FloatKind::X87),
            &Expect::ReturnsVoid,
            &Expect::Unsupported,
            &Expect::Limit("steps".to_owned()),
            &Expect::Returns(one),
        ];
        assert_eq!(expects, expected);
        assert_eq!(found[0].args.len(), 3);
        assert_eq!(found[0].args[0].limbs, [0x7f]);
        assert_eq!(found[1].scope, Scope::MachineOnly);
        assert_eq!(found[6].args[0].limbs, [0xff80_0000]);
    }

    #[test]
    fn a_wrong_directive_is_an_error_at_its_place() {
        for (text, column) in [
            ("; run: f()", 8),
            ("; run: @f(i8 256) == i8 0", 14),
            ("; run: @f() = i8 0", 15),
            ("; run: @f() == i8 0 0", 21),
            ("; run: @f() faults", 19),
        ] {
            let error = directives(&format!("\n{text}")).expect_err(text);
            assert_eq!((error.line, error.column), (2, column), "{text}: {error}");
        }
    }
}
