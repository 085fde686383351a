//! `tokenizer.c`: compares single bytes, and a few with each other.

use crate::engine::{Engine, Value};
use rift_ir::IntPredicate::{Eq, Sge, Sle, Slt};

struct Lexer {
    at: u32,
    length: u32,
}

enum Token {
    End,
    Error,
    Other,
}

pub fn run<const N: u32>(e: &mut Engine) {
    let mut lexer = Lexer { at: 0, length: N };
    while let Token::Other = next(e, &mut lexer) {}
}

fn peek(e: &mut Engine, l: &Lexer, k: u32) -> Value {
    if l.at + k < l.length {
        let byte = e.byte(l.at + k);
        e.zext(byte)
    } else {
        Value::int(-1)
    }
}

fn within(e: &mut Engine, c: Value, first: u8, last: u8) -> Value {
    let above = e.is(Sge, c, first.into());
    e.and_then(above, |e| e.is(Sle, c, last.into()))
}

fn is_digit(e: &mut Engine, c: Value) -> Value {
    within(e, c, b'0', b'9')
}

fn is_xdigit(e: &mut Engine, c: Value) -> Value {
    let digit = is_digit(e, c);
    if e.branch(digit) {
        return Value::bool(true);
    }
    let lower = within(e, c, b'a', b'f');
    if e.branch(lower) {
        return Value::bool(true);
    }
    within(e, c, b'A', b'F')
}

fn is_alpha(e: &mut Engine, c: Value) -> Value {
    for (first, last) in [(b'a', b'z'), (b'A', b'Z')] {
        let inside = within(e, c, first, last);
        if e.branch(inside) {
            return Value::bool(true);
        }
    }
    e.is(Eq, c, b'_'.into())
}

fn is_space(e: &mut Engine, c: Value) -> Value {
    let blank = e.is(Eq, c, b' '.into());
    let blank = e.or_else(blank, |e| e.is(Eq, c, b'\t'.into()));
    let blank = e.or_else(blank, |e| e.is(Eq, c, b'\n'.into()));
    if e.branch(blank) { Value::bool(true) } else { e.is(Eq, c, b'\r'.into()) }
}

fn is(e: &mut Engine, c: Value, byte: u8) -> bool {
    let same = e.is(Eq, c, byte.into());
    e.branch(same)
}

fn keyword(e: &mut Engine, start: u32, n: u32) {
    for word in ["if", "do", "for"] {
        if n == word.len() as u32 {
            for (i, &byte) in word.as_bytes().iter().enumerate() {
                let c = e.byte(start + i as u32);
                let c = e.zext(c);
                if !is(e, c, byte) {
                    break;
                }
                if i + 1 == word.len() {
                    return;
                }
            }
        }
    }
}

fn next(e: &mut Engine, l: &mut Lexer) -> Token {
    loop {
        let c = peek(e, l, 0);
        let space = is_space(e, c);
        if !e.branch(space) {
            break;
        }
        l.at += 1;
    }
    let c = peek(e, l, 0);
    let end = e.is(Slt, c, 0);
    let end = e.or_else(end, |e| e.is(Eq, c, 0));
    if e.branch(end) {
        return Token::End;
    }
    let alpha = is_alpha(e, c);
    if e.branch(alpha) {
        return identifier(e, l);
    }
    if is(e, c, b'0') {
        let c = peek(e, l, 1);
        let hex = is(e, c, b'x') || {
            let c = peek(e, l, 1);
            is(e, c, b'X')
        };
        if hex {
            return hexadecimal(e, l);
        }
    }
    let digit = is_digit(e, c);
    if e.branch(digit) {
        return number(e, l);
    }
    let quote = e.is(Eq, c, b'"'.into());
    let quote = e.or_else(quote, |e| e.is(Eq, c, b'\''.into()));
    if e.branch(quote) {
        return quoted(e, l, c);
    }
    if is(e, c, b'/') {
        let c = peek(e, l, 1);
        if is(e, c, b'*') {
            return comment(e, l);
        }
    }
    operator(e, l, c)
}

fn identifier(e: &mut Engine, l: &mut Lexer) -> Token {
    let start = l.at;
    loop {
        let c = peek(e, l, 0);
        let alpha = is_alpha(e, c);
        let more = e.branch(alpha) || {
            let c = peek(e, l, 0);
            let digit = is_digit(e, c);
            e.branch(digit)
        };
        if !more {
            break;
        }
        l.at += 1;
    }
    keyword(e, start, l.at - start);
    Token::Other
}

fn hexadecimal(e: &mut Engine, l: &mut Lexer) -> Token {
    l.at += 2;
    let c = peek(e, l, 0);
    let digit = is_xdigit(e, c);
    if !e.branch(digit) {
        return Token::Error;
    }
    loop {
        let c = peek(e, l, 0);
        let digit = is_xdigit(e, c);
        if !e.branch(digit) {
            return Token::Other;
        }
        l.at += 1;
    }
}

fn number(e: &mut Engine, l: &mut Lexer) -> Token {
    loop {
        let c = peek(e, l, 0);
        let digit = is_digit(e, c);
        if !e.branch(digit) {
            break;
        }
        l.at += 1;
    }
    let c = peek(e, l, 0);
    let alpha = is_alpha(e, c);
    if e.branch(alpha) { Token::Error } else { Token::Other }
}

fn quoted(e: &mut Engine, l: &mut Lexer, quote: Value) -> Token {
    let mut n = 0;
    l.at += 1;
    loop {
        let c = peek(e, l, 0);
        let end = e.is(Sle, c, 0);
        let end = e.or_else(end, |e| e.is(Eq, c, b'\n'.into()));
        if e.branch(end) {
            return Token::Error;
        }
        l.at += 1;
        let same = e.compare(Eq, c, quote);
        if e.branch(same) {
            break;
        }
        if is(e, c, b'\\') {
            let c = peek(e, l, 0);
            let end = e.is(Sle, c, 0);
            if e.branch(end) {
                return Token::Error;
            }
            l.at += 1;
        }
        n += 1;
    }
    if is(e, quote, b'\'') && n != 1 { Token::Error } else { Token::Other }
}

fn comment(e: &mut Engine, l: &mut Lexer) -> Token {
    l.at += 2;
    loop {
        let c = peek(e, l, 0);
        if is(e, c, b'*') {
            let c = peek(e, l, 1);
            if is(e, c, b'/') {
                break;
            }
        }
        let c = peek(e, l, 0);
        let end = e.is(Slt, c, 0);
        if e.branch(end) {
            return Token::Error;
        }
        l.at += 1;
    }
    l.at += 2;
    Token::Other
}

/// A switch: one side for each target, in which the cases are joined.
fn operator(e: &mut Engine, l: &mut Lexer, c: Value) -> Token {
    let one_of = |e: &mut Engine, cases: &[u8]| {
        let any = cases.iter().fold(Value::bool(false), |any, &case| {
            let same = e.is(Eq, c, case.into());
            e.or(any, same)
        });
        e.branch(any)
    };
    if one_of(e, b"+-&|") {
        l.at += 1;
        let next = peek(e, l, 0);
        let same = e.compare(Eq, next, c);
        if e.branch(same) || is(e, next, b'=') {
            l.at += 1;
        }
        return Token::Other;
    }
    if one_of(e, b"<>=!") {
        l.at += 1;
        let next = peek(e, l, 0);
        if is(e, next, b'=') {
            l.at += 1;
        }
        return Token::Other;
    }
    if one_of(e, b"(){}[];,*/%~?:") {
        l.at += 1;
        return Token::Other;
    }
    Token::Error
}
