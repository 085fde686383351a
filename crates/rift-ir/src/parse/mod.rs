//! The textual form of modules: reading it. [`crate::print`] writes it; what it writes is read back the same.
//!
//! Newlines end instructions and start labels; otherwise white space means nothing. `;` comments to the end
//! of the line, `/* */` anywhere. Anything may be used before it is defined. In the grammar, `[x]` is optional
//! and `x,*` a list with commas.
//!
//! ```text
//! module:    source STRING                                 a source file (also made by positions that name it)
//!            !N = STRING:LINE:COLUMN [in STRING] [inlined !N]
//!            type %NAME = TYPE
//!            const $NAME = TYPE CONST
//!            global [constant] [thread_local] [LINKAGE] @NAME [size N] [align N] [= DATA,*] [POS]
//!            constructors @NAME,*      destructors @NAME,*
//!            declare [LINKAGE] @NAME(TYPE,* [...]) [-> TYPE] [display STRING] [POS]
//!            function [LINKAGE] @NAME(TYPE VALUE [STRING],* [...]) [-> TYPE] [display STRING] [POS] { BLOCK... }
//! LINKAGE:   exported | internal | external | weak         as usual when left out
//! DATA:      STRING | hex STRING | iN NUMBER | FLOAT NUMBER | ptr TARGET | at N size N TARGET [- TARGET]
//! TARGET:    (@NAME | blockaddress(@NAME, LABEL)) [+N | -N]
//! TYPE:      void | iN | f16 | bf16 | f32 | f64 | x87 | f128 | ptr | <N x TYPE> | [N x TYPE] | %NAME
//!            {TYPE,*}                                      laid out as C does
//!            <{TYPE,*}>                                    without padding
//!            {N: TYPE,* , size N, align N}                 laid out as it says
//! CONST:     NUMBER | true | false | null | zero | undef | [-]inf | nan | TARGET | $NAME
//!            {CONST,*} | [CONST,*] | <CONST,*>             struct, array, vector
//! VALUE:     v3 | any name | %any.name                     v3 is value number 3, others take free numbers
//! OP:        VALUE | CONST | (TYPE OP)                     the last where the text says no type of its own
//! POS:       !N | !STRING:LINE:COLUMN [in STRING] [inlined !N]
//! BLOCK:     LABEL: INST...
//! INST:      [VALUE =] one of the following [-> TYPE] [POS]      `-> TYPE` overrules the type of the result
//!   BINARY [nuw] [nsw] [exact] TYPE OP, OP          add sub mul udiv sdiv urem srem shl lshr ashr and or xor f...
//!   fneg TYPE OP      freeze TYPE OP      icmp PREDICATE TYPE OP, OP      fcmp PREDICATE TYPE OP, OP
//!   CAST TYPE OP to TYPE      select TYPE OP, TYPE OP, OP
//!   alloca N [align N] [count TYPE OP]              16 and `i32 1` when left out
//!   load [volatile] [atomic] TYPE, OP [align N]     the type's own alignment when left out
//!   store [volatile] [atomic] TYPE OP, OP [align N]
//!   offset [inbounds] TYPE OP, N [, TYPE OP * N]... atomicrmw OPERATION OP, TYPE OP
//!   cmpxchg OP, TYPE OP, OP      fence      vaarg OP -> TYPE
//!   extractvalue TYPE OP, N,*      insertvalue TYPE OP, TYPE OP, N,*
//!   extractelement TYPE OP, TYPE OP      insertelement TYPE OP, TYPE OP, TYPE OP
//!   shuffle TYPE OP, OP, [(N | _),*]
//!   call CALLEE(ARG,*) [as (TYPE,* [...])] [-> TYPE]       CALLEE: @NAME | indirect OP | asm STRING, STRING
//!   invoke CALLEE(ARG,*) [as ..] [-> TYPE] to LABEL unwind LABEL      ARG: TYPE [byval(N, N)] OP
//!   intrinsic NAME(TYPE OP,*) [-> TYPE]             the name as in LLVM, without `llvm.` and overload suffix
//!   phi TYPE [OP, LABEL],*      landingpad TYPE [cleanup] [catch TYPE OP]... [filter [TYPE OP,*]]...
//!   jump LABEL      branch OP, LABEL, LABEL      switch TYPE OP, LABEL [CONST => LABEL,*]
//!   indirectjump OP, [LABEL,*]      return [TYPE OP]      resume TYPE OP      unreachable      unsupported STRING
//! ```
//!
//! Floats are bits in hexadecimal (`0x3ff0000000000000`) or, where exact, decimal numbers.

mod body;
mod consts;
mod control;
mod inst;
mod items;
pub(crate) mod lex;
pub(crate) mod number;
pub(crate) mod types;

#[cfg(test)]
mod tests;

use crate::layout::Layout;
use crate::{BlockId, ConstId, FileId, FuncId, GlobalId, Module, PosId, Position, TypeId};
use body::BodyState;
use lex::{Tok, Token, lex};
use std::collections::HashMap;

/// Where the text is wrong, and how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    pub column: u32,
    pub message: String,
}

pub(crate) type Parsed<T> = Result<T, ParseError>;

/// The module that a text describes. It is not verified.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    Parser::new(text)?.module()
}

/// As [`parse`], but a value may be given another type at its use than at its definition: for tests of the
/// verifier.
#[cfg(test)]
pub(crate) fn parse_loosely(text: &str) -> Result<Module, ParseError> {
    let mut parser = Parser::new(text)?;
    parser.check_claims = false;
    parser.module()
}

#[derive(Debug, Clone, Copy)]
enum Symbol {
    Function(FuncId),
    Global(GlobalId),
}

pub(crate) struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    module: Module,
    layouts: Vec<Option<Layout>>,
    type_names: HashMap<&'t str, TypeId>,
    const_names: HashMap<&'t str, ConstId>,
    symbols: HashMap<String, Symbol>,
    /// By function.
    labels: Vec<HashMap<&'t str, BlockId>>,
    files: HashMap<String, FileId>,
    position_names: HashMap<&'t str, PosId>,
    inline_positions: HashMap<Position, PosId>,
    body: BodyState<'t>,
    check_claims: bool,
}

/// How deep types and constants may be nested in the text.
const MAX_NESTING: u32 = 64;

/// Moving over tokens.
impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Parsed<Parser<'t>> {
        Ok(Parser {
            tokens: lex(text)?,
            at: 0,
            module: Module::default(),
            layouts: Vec::new(),
            type_names: HashMap::new(),
            const_names: HashMap::new(),
            symbols: HashMap::new(),
            labels: Vec::new(),
            files: HashMap::new(),
            position_names: HashMap::new(),
            inline_positions: HashMap::new(),
            body: BodyState::default(),
            check_claims: true,
        })
    }

    fn token(&self) -> &Token<'t> {
        // The last token is `End`, and nobody moves past it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &Tok<'t> {
        &self.token().tok
    }

    fn peek_at(&self, ahead: usize) -> &Tok<'t> {
        self.tokens.get(self.at + ahead).map_or(&Tok::End, |token| &token.tok)
    }

    fn advance(&mut self) -> Tok<'t> {
        let tok = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        tok
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.error_at(self.at, message)
    }

    fn error_at<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        let token = &self.tokens[at.min(self.tokens.len() - 1)];
        Err(ParseError { line: token.line, column: token.column, message: message.into() })
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Tok::Ident(name) => format!("`{name}`"),
            Tok::Symbol(name) => format!("`@{name}`"),
            Tok::Percent(name) => format!("`%{name}`"),
            Tok::Dollar(name) => format!("`${name}`"),
            Tok::Number(text) => format!("`{text}`"),
            Tok::Str(_) => "a string".to_owned(),
            Tok::Punct(text) => format!("`{text}`"),
            Tok::End => "the end".to_owned(),
        };
        self.error(format!("{what} expected, found {found}"))
    }

    fn is(&self, punct: &str) -> bool {
        matches!(self.peek(), Tok::Punct(found) if *found == punct)
    }

    fn take(&mut self, punct: &str) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.take(punct) { Ok(()) } else { self.expected(&format!("`{punct}`")) }
    }

    /// A keyword that belongs to what stands before it on the line.
    fn take_word(&mut self, word: &str) -> bool {
        let found = !self.token().first && matches!(self.peek(), Tok::Ident(found) if *found == word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn ident(&mut self, what: &str) -> Parsed<&'t str> {
        match *self.peek() {
            Tok::Ident(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.expected(what),
        }
    }

    fn symbol(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            Tok::Symbol(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.expected("@name"),
        }
    }

    fn string(&mut self) -> Parsed<Vec<u8>> {
        match self.peek().clone() {
            Tok::Str(bytes) => {
                self.advance();
                Ok(bytes)
            }
            _ => self.expected("string"),
        }
    }

    fn text(&mut self) -> Parsed<String> {
        let at = self.at;
        let bytes = self.string()?;
        String::from_utf8(bytes).or_else(|_| self.error_at(at, "text that is not UTF-8"))
    }

    fn number<N: std::str::FromStr>(&mut self) -> Parsed<N> {
        match *self.peek() {
            Tok::Number(text) => match text.parse() {
                Ok(number) => {
                    self.advance();
                    Ok(number)
                }
                Err(_) => self.error(format!("{text} is out of range here")),
            },
            _ => self.expected("number"),
        }
    }

    /// `x, x, x` up to a closing mark, which is taken too.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.take(",") {
                self.expect(close)?;
                return Ok(items);
            }
        }
    }
}
