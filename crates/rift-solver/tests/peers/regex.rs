//! `regex.c`: compares single bytes with constants, again and again.

use crate::engine::{Engine, Value};
use rift_ir::IntPredicate::{Eq, Sge, Sle};

const TEXT: &[u8] = b"hello\0";

struct Matcher {
    length: u32,
    bad: bool,
}

pub fn run<const N: u32>(e: &mut Engine) {
    let mut m = Matcher { length: N, bad: false };
    if b"*+?".iter().any(|&byte| is(e, &m, 0, byte)) {
        return;
    }
    if is(e, &m, 0, b'^') {
        match_here(e, &mut m, 1, 0);
        return;
    }
    for t in 0..TEXT.len() {
        if match_here(e, &mut m, 0, t) || m.bad {
            return;
        }
    }
}

fn at(e: &mut Engine, m: &Matcher, p: u32) -> Value {
    if p >= m.length {
        return Value::int(0);
    }
    let byte = e.byte(p);
    e.sext(byte)
}

fn is(e: &mut Engine, m: &Matcher, p: u32, byte: u8) -> bool {
    let c = at(e, m, p);
    let same = e.is(Eq, c, byte.into());
    e.branch(same)
}

fn element_length(e: &mut Engine, m: &mut Matcher, p: u32) -> u32 {
    if is(e, m, p, b'\\') {
        if is(e, m, p + 1, 0) {
            m.bad = true;
            return 1;
        }
        return 2;
    }
    if is(e, m, p, b'[') {
        let mut i = 1;
        if is(e, m, p + i, b'^') {
            i += 1;
        }
        if is(e, m, p + i, b']') {
            i += 1;
        }
        while !is(e, m, p + i, 0) && !is(e, m, p + i, b']') {
            i += 1;
        }
        if is(e, m, p + i, 0) {
            m.bad = true;
            return i;
        }
        return i + 1;
    }
    1
}

fn element_match(e: &mut Engine, m: &Matcher, p: u32, length: u32, c: u8) -> Value {
    if c == 0 {
        return Value::bool(false);
    }
    if is(e, m, p, b'.') {
        return Value::bool(true);
    }
    if is(e, m, p, b'\\') {
        let own = at(e, m, p + 1);
        return e.is(Eq, own, c.into());
    }
    if is(e, m, p, b'[') {
        return Value::bool(class_match(e, m, p, length, c));
    }
    let own = at(e, m, p);
    e.is(Eq, own, c.into())
}

fn class_match(e: &mut Engine, m: &Matcher, p: u32, length: u32, c: u8) -> bool {
    let (mut i, mut negated, mut hit) = (1, false, false);
    if is(e, m, p + i, b'^') {
        negated = true;
        i += 1;
    }
    while i + 1 < length {
        if is(e, m, p + i + 1, b'-') && i + 2 < length - 1 {
            let first = at(e, m, p + i);
            let above = e.is(Sle, first, c.into());
            if e.branch(above) {
                let last = at(e, m, p + i + 2);
                let below = e.is(Sge, last, c.into());
                hit |= e.branch(below);
            }
            i += 2;
        } else {
            hit |= is(e, m, p + i, c);
        }
        i += 1;
    }
    hit != negated
}

fn matches(e: &mut Engine, m: &Matcher, p: u32, n: u32, c: u8) -> bool {
    let same = element_match(e, m, p, n, c);
    e.branch(same)
}

fn match_here(e: &mut Engine, m: &mut Matcher, p: u32, t: usize) -> bool {
    if m.bad {
        return false;
    }
    if is(e, m, p, 0) {
        return true;
    }
    if is(e, m, p, b'$') && is(e, m, p + 1, 0) {
        return TEXT[t] == 0;
    }
    let n = element_length(e, m, p);
    if m.bad {
        return false;
    }
    if is(e, m, p + n, b'*') || is(e, m, p + n, b'+') {
        let mut q = t;
        if is(e, m, p + n, b'+') {
            if !matches(e, m, p, n, TEXT[q]) {
                return false;
            }
            q += 1;
        }
        loop {
            if match_here(e, m, p + n + 1, q) {
                return true;
            }
            if m.bad || !matches(e, m, p, n, TEXT[q]) {
                return false;
            }
            q += 1;
        }
    }
    if is(e, m, p + n, b'?') {
        return matches(e, m, p, n, TEXT[t]) && match_here(e, m, p + n + 1, t + 1) || match_here(e, m, p + n + 1, t);
    }
    matches(e, m, p, n, TEXT[t]) && match_here(e, m, p + n, t + 1)
}
