//! `rangelist.c`: numbers read digit by digit, compared with limits, constants and each other.

use crate::engine::{Engine, Value};
use rift_ir::BinaryOp::UDiv;
use rift_ir::IntPredicate::{Eq, Sge, Sle, Uge, Ugt, Ule, Ult};

const UNBOUNDED: u64 = 0xffff_ffff;
const MOST: usize = 8;

#[derive(Clone, Copy)]
struct Interval {
    low: Value,
    high: Value,
}

fn unsigned(value: u64) -> Value {
    Value::new(32, value)
}

fn is(e: &mut Engine, c: Value, byte: u8) -> bool {
    let same = e.is(Eq, c, byte.into());
    e.branch(same)
}

fn is_zero(e: &mut Engine, value: Value) -> bool {
    let zero = e.compare(Eq, value, unsigned(0));
    e.branch(zero)
}

pub fn run<const N: u32>(e: &mut Engine) {
    let mut ranges = Vec::new();
    if fields(e, N, &mut ranges).is_none() || ranges.is_empty() {
        return;
    }
    sort(e, &mut ranges);
    merge(e, &mut ranges);
    cut(e, &ranges, 16);
}

fn add(ranges: &mut Vec<Interval>, low: Value, high: Value) -> Option<()> {
    (ranges.len() < MOST).then(|| ranges.push(Interval { low, high }))
}

fn fields(e: &mut Engine, n: u32, ranges: &mut Vec<Interval>) -> Option<()> {
    let (mut initial, mut value) = (unsigned(1), unsigned(0));
    let (mut left, mut right, mut dash) = (false, false, false);
    let mut at = 0;
    loop {
        let c = if at < n { e.byte(at) } else { Value::new(8, 0) };
        let c = e.sext(c);
        if is(e, c, b'-') {
            if dash {
                return None;
            }
            dash = true;
            at += 1;
            if left && is_zero(e, value) {
                return None;
            }
            initial = if left { value } else { unsigned(1) };
            value = unsigned(0);
        } else if b", \t\0".iter().any(|&byte| is(e, c, byte)) {
            if dash {
                dash = false;
                if !left && !right {
                    return None;
                }
                if !right {
                    add(ranges, initial, unsigned(UNBOUNDED))?;
                } else {
                    let decreasing = e.compare(Ult, value, initial);
                    if e.branch(decreasing) {
                        return None;
                    }
                    add(ranges, initial, value)?;
                }
            } else {
                if is_zero(e, value) {
                    return None;
                }
                add(ranges, value, value)?;
            }
            value = unsigned(0);
            if is(e, c, 0) {
                return Some(());
            }
            at += 1;
            (left, right) = (false, false);
        } else {
            value = digit(e, c, value)?;
            if dash {
                right = true
            } else {
                left = true
            }
            at += 1;
        }
    }
}

fn digit(e: &mut Engine, c: Value, value: Value) -> Option<Value> {
    let above = e.is(Sge, c, b'0'.into());
    if !e.branch(above) {
        return None;
    }
    let below = e.is(Sle, c, b'9'.into());
    if !e.branch(below) {
        return None;
    }
    let digit = e.sub(c, Value::int(b'0'.into()));
    let room = e.sub(unsigned(UNBOUNDED - 1), digit);
    let most = e.binary(UDiv, room, unsigned(10));
    let too_large = e.compare(Ugt, value, most);
    if e.branch(too_large) {
        return None;
    }
    let tens = e.mul(value, unsigned(10));
    Some(e.add(tens, digit))
}

fn sort(e: &mut Engine, ranges: &mut [Interval]) {
    for i in 1..ranges.len() {
        let key = ranges[i];
        let mut j = i;
        while j > 0 {
            let after = e.compare(Ugt, ranges[j - 1].low, key.low);
            if !e.branch(after) {
                break;
            }
            ranges[j] = ranges[j - 1];
            j -= 1;
        }
        ranges[j] = key;
    }
}

fn merge(e: &mut Engine, ranges: &mut Vec<Interval>) {
    let mut out = 0;
    for i in 1..ranges.len() {
        let touches = e.compare(Ule, ranges[i].low, ranges[out].high);
        if e.branch(touches) {
            let longer = e.compare(Ugt, ranges[i].high, ranges[out].high);
            if e.branch(longer) {
                ranges[out].high = ranges[i].high;
            }
        } else {
            out += 1;
            ranges[out] = ranges[i];
        }
    }
    ranges.truncate(out + 1);
}

fn cut(e: &mut Engine, ranges: &[Interval], n: u64) {
    let mut current = 0;
    for i in 1..=n {
        while current < ranges.len() {
            let behind = e.compare(Ugt, unsigned(i), ranges[current].high);
            if !e.branch(behind) {
                break;
            }
            current += 1;
        }
        if current == ranges.len() {
            break;
        }
        let inside = e.compare(Uge, unsigned(i), ranges[current].low);
        e.branch(inside);
    }
}
