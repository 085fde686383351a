//! Tokens.

use super::ParseError;
use crate::print::is_name_byte;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tok<'t> {
    Ident(&'t str),
    /// `@name`
    Symbol(String),
    /// `%name`
    Percent(&'t str),
    /// `$name`
    Dollar(&'t str),
    /// As written, sign included.
    Number(&'t str),
    Str(Vec<u8>),
    Punct(&'static str),
    End,
}

#[derive(Debug, Clone)]
pub(crate) struct Token<'t> {
    pub tok: Tok<'t>,
    /// From 1.
    pub line: u32,
    pub column: u32,
    /// The first of its line.
    pub first: bool,
}

/// Longest first.
const PUNCTUATION: [&str; 18] =
    ["->", "=>", "(", ")", "[", "]", "{", "}", "<", ">", ",", "=", "*", "+", "-", ":", "!", "?"];

/// The last token is `End`.
pub(crate) fn lex(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, line: 1, line_start: 0 };
    let mut tokens: Vec<Token<'_>> = Vec::new();
    loop {
        lexer.skip_blank()?;
        let (line, column) = (lexer.line, lexer.column());
        let first = tokens.last().is_none_or(|last| last.line < line);
        let tok = lexer.token()?;
        let end = tok == Tok::End;
        tokens.push(Token { tok, line, column, first });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'t> Lexer<'t> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn column(&self) -> u32 {
        (self.at - self.line_start) as u32 + 1
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { line: self.line, column: self.column(), message: message.into() })
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at;
    }

    fn skip_blank(&mut self) -> Result<(), ParseError> {
        loop {
            match self.peek(0) {
                b'\n' => self.newline(),
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' => {
                    while self.at < self.bytes.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                }
                b'/' if self.peek(1) == b'*' => {
                    self.at += 2;
                    while !(self.peek(0) == b'*' && self.peek(1) == b'/') {
                        match self.peek(0) {
                            _ if self.at >= self.bytes.len() => return self.error("comment without end"),
                            b'\n' => self.newline(),
                            _ => self.at += 1,
                        }
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    fn token(&mut self) -> Result<Tok<'t>, ParseError> {
        if self.at >= self.bytes.len() {
            return Ok(Tok::End);
        }
        match self.peek(0) {
            b'"' => self.string().map(Tok::Str),
            b'@' => {
                self.at += 1;
                if self.peek(0) == b'"' {
                    let bytes = self.string()?;
                    return String::from_utf8(bytes).map(Tok::Symbol).or_else(|_| self.error("name that is not UTF-8"));
                }
                self.name().map(|name| Tok::Symbol(name.to_owned()))
            }
            b'%' => {
                self.at += 1;
                self.name().map(Tok::Percent)
            }
            b'$' => {
                self.at += 1;
                self.name().map(Tok::Dollar)
            }
            b'0'..=b'9' => Ok(Tok::Number(self.number())),
            b'-' if self.peek(1).is_ascii_digit() => Ok(Tok::Number(self.number())),
            byte if is_name_byte(byte) => self.name().map(Tok::Ident),
            _ => {
                let rest = &self.bytes[self.at..];
                match PUNCTUATION.iter().find(|p| rest.starts_with(p.as_bytes())) {
                    Some(found) => {
                        self.at += found.len();
                        Ok(Tok::Punct(found))
                    }
                    None => self.error("character that has no meaning here"),
                }
            }
        }
    }

    fn name(&mut self) -> Result<&'t str, ParseError> {
        let start = self.at;
        while is_name_byte(self.peek(0)) {
            self.at += 1;
        }
        if start == self.at { self.error("name expected") } else { Ok(&self.text[start..self.at]) }
    }

    /// `-12`, `0xff`, `1.5`, `2e-3`.
    fn number(&mut self) -> &'t str {
        let start = self.at;
        if self.peek(0) == b'-' {
            self.at += 1;
        }
        if self.peek(0) == b'0' && self.peek(1) == b'x' {
            self.at += 2;
            while self.peek(0).is_ascii_hexdigit() {
                self.at += 1;
            }
            return &self.text[start..self.at];
        }
        self.digits();
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.digits();
            }
        }
        &self.text[start..self.at]
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
    }

    /// `\n`, `\t`, `\\`, `\"` and `\hh` are escapes.
    fn string(&mut self) -> Result<Vec<u8>, ParseError> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let byte = self.peek(0);
            if self.at >= self.bytes.len() || byte == b'\n' {
                return self.error("string without end");
            }
            self.at += 1;
            match byte {
                b'"' => return Ok(bytes),
                b'\\' => {
                    let escape = self.peek(0);
                    self.at += 1;
                    match escape {
                        b'n' => bytes.push(b'\n'),
                        b't' => bytes.push(b'\t'),
                        b'\\' | b'"' => bytes.push(escape),
                        _ => match hex_digit(escape).zip(hex_digit(self.peek(0))) {
                            Some((high, low)) => {
                                self.at += 1;
                                bytes.push(high << 4 | low);
                            }
                            None => {
                                self.at -= 1;
                                return self.error("escape that is none of \\n \\t \\\\ \\\" \\hh");
                            }
                        },
                    }
                }
                _ => bytes.push(byte),
            }
        }
    }
}

pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}
