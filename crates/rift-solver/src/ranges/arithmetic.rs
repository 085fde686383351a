//! What bounds on operands say about the result of an operation, and the other way round (HC4: Benhamou et al. 1999).
//!
//! Each operation has a forward part, the bounds of its result, and where it pays a backward part, which narrows the
//! operands to what can give the result. Wrapping arithmetic is done on integers and cut to the width afterwards, and
//! inverted only where the bounds leave no doubt how often it wrapped. What is not handled stays as it is: that is
//! sound, since bounds only ever over-approximate.

use super::reshape::not;
use super::value::{Range, low_bits, mask, signed};
use rift_ir::BinaryOp;

/// Bounds of `a op b`.
pub(crate) fn binary(op: BinaryOp, width: u32, a: Range, b: Range) -> Range {
    match op {
        BinaryOp::Add => add(width, a, b),
        BinaryOp::Sub => sub(width, a, b),
        BinaryOp::Mul => mul(width, a, b),
        BinaryOp::UDiv => udiv(width, a, b),
        BinaryOp::URem => urem(width, a, b),
        BinaryOp::SDiv => sdiv(width, a, b),
        BinaryOp::SRem => srem(width, a, b),
        BinaryOp::Shl => shl(width, a, b),
        BinaryOp::LShr => lshr(width, a, b),
        BinaryOp::AShr => ashr(width, a, b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bitwise(op, width, a, b),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => Range::full(width),
    }
}

/// The operands of `a op b`, narrowed to what can give `result`.
pub(crate) fn binary_back(op: BinaryOp, width: u32, result: Range, a: Range, b: Range) -> (Range, Range) {
    match op {
        BinaryOp::Add => (a.meet(sub(width, result, b)), b.meet(sub(width, result, a))),
        BinaryOp::Sub => (a.meet(add(width, result, b)), b.meet(sub(width, a, result))),
        BinaryOp::Mul => (mul_back(width, result, a, b), mul_back(width, result, b, a)),
        BinaryOp::Shl => match b.value() {
            Some(count) if count < u64::from(width) - 1 => {
                (mul_back(width, result, a, Range::single(width, 1 << count)), b)
            }
            _ => (a, b),
        },
        BinaryOp::UDiv => (udiv_back(width, result, a, b), b),
        BinaryOp::LShr => match b.value() {
            Some(count) if count < u64::from(width) => {
                let (first, last) = result.unsigned_bounds();
                if first > mask(width) >> count {
                    return (Range::NONE, b);
                }
                let last = (u128::from(last) << count | u128::from(low_bits(count as u32))).min(mask(width).into());
                (a.meet(Range::unsigned(width, first << count, last as u64)), b)
            }
            _ => (a, b),
        },
        BinaryOp::URem => match b.value() {
            Some(divisor) if a.unsigned_bounds().1 < divisor => (a.meet(result), b),
            _ => (a, b),
        },
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bitwise_back(op, width, result, a, b),
        _ => (a, b),
    }
}

/// Joins what `f` says about each pair of pieces.
fn piecewise(width: u32, a: Range, b: Range, f: impl Fn((i128, i128), (i128, i128)) -> Range) -> Range {
    let mut all = Range::NONE;
    for x in a.pieces(width) {
        for y in b.pieces(width) {
            all = all.join(f(x, y));
        }
    }
    all
}

fn add(width: u32, a: Range, b: Range) -> Range {
    piecewise(width, a, b, |x, y| Range::wrapped(width, x.0 + y.0, x.1 + y.1))
}

fn sub(width: u32, a: Range, b: Range) -> Range {
    piecewise(width, a, b, |x, y| Range::wrapped(width, x.0 - y.1, x.1 - y.0))
}

/// Pieces have at most 64 bits and a sign, so products fit.
fn mul(width: u32, a: Range, b: Range) -> Range {
    piecewise(width, a, b, |x, y| {
        let corners = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
        let [first, .., last] = sorted(corners);
        Range::wrapped(width, first, last)
    })
}

fn sorted(mut corners: [i128; 4]) -> [i128; 4] {
    corners.sort_unstable();
    corners
}

/// Narrows `a` of `a * factor`, where it is sure that the product does not wrap.
fn mul_back(width: u32, result: Range, a: Range, factor: Range) -> Range {
    let Some(factor) = factor.value().filter(|&factor| factor != 0) else { return a };
    let limit = 1i128 << (width - 1);
    let by = signed(width, factor);
    let (first, last) = a.signed_bounds(width);
    if (first * by).min(last * by) >= -limit && (first * by).max(last * by) < limit {
        let (low, high) = result.signed_bounds(width);
        let (low, high) = if by > 0 { (low, high) } else { (high, low) };
        return a.meet(Range::signed(width, ceil_div(low, by), floor_div(high, by)));
    }
    let last = a.unsigned_bounds().1;
    if u128::from(last) * u128::from(factor) <= u128::from(mask(width)) {
        let (low, high) = result.unsigned_bounds();
        return a.meet(Range::unsigned(width, low.div_ceil(factor), high / factor));
    }
    a
}

fn floor_div(a: i128, b: i128) -> i128 {
    let (quotient, rest) = (a / b, a % b);
    if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil_div(a: i128, b: i128) -> i128 {
    -floor_div(-a, b)
}

fn udiv(width: u32, a: Range, b: Range) -> Range {
    let ((a_first, a_last), (b_first, b_last)) = (a.unsigned_bounds(), b.unsigned_bounds());
    let by_zero = if b_first == 0 { Range::single(width, mask(width)) } else { Range::NONE };
    if b_last == 0 {
        return by_zero;
    }
    by_zero.join(Range::unsigned(width, a_first / b_last, a_last / b_first.max(1)))
}

fn udiv_back(width: u32, result: Range, a: Range, b: Range) -> Range {
    let Some(by) = b.value().filter(|&by| by != 0).map(u128::from) else { return a };
    let (first, last) = result.unsigned_bounds();
    let all = u128::from(mask(width));
    let low = u128::from(first) * by;
    if low > all {
        return Range::NONE;
    }
    let high = (u128::from(last) * by + by - 1).min(all);
    a.meet(Range::unsigned(width, low as u64, high as u64))
}

fn urem(width: u32, a: Range, b: Range) -> Range {
    let ((a_first, a_last), (b_first, b_last)) = (a.unsigned_bounds(), b.unsigned_bounds());
    if a_last < b_first {
        return a;
    }
    if b_first == 0 {
        // By zero, the dividend is what remains.
        return Range::unsigned(width, 0, a_last);
    }
    if b_first == b_last && a_first / b_first == a_last / b_first {
        return Range::unsigned(width, a_first % b_first, a_last % b_first);
    }
    Range::unsigned(width, 0, a_last.min(b_last - 1))
}

fn is_positive(range: Range) -> bool {
    range.high.is_empty() && range.low.first > 0
}

fn sdiv(width: u32, a: Range, b: Range) -> Range {
    if a.high.is_empty() && is_positive(b) {
        return udiv(width, a, b);
    }
    // By -1, the least number overflows; by zero, it is what the dividend's sign says.
    match b.value().map(|by| signed(width, by)) {
        Some(by) if !(-1..=0).contains(&by) => piecewise(width, a, Range::single(width, 0), |x, _| {
            let (first, last) = (x.0 / by, x.1 / by);
            Range::signed(width, first.min(last), first.max(last))
        }),
        _ => Range::full(width),
    }
}

fn srem(width: u32, a: Range, b: Range) -> Range {
    if a.high.is_empty() && is_positive(b) {
        return urem(width, a, b);
    }
    let Some(by) = b.value().filter(|&by| by != 0).map(|by| signed(width, by).abs()) else { return Range::full(width) };
    let (first, last) = a.signed_bounds(width);
    Range::signed(width, first.min(0).max(1 - by), last.max(0).min(by - 1))
}

fn shl(width: u32, a: Range, b: Range) -> Range {
    match b.value() {
        Some(count) if count >= u64::from(width) => Range::single(width, 0),
        Some(count) => piecewise(width, a, b, |x, _| {
            let (first, last) = (x.0 << count, x.1 << count);
            if last - first >= 1 << width { Range::full(width) } else { Range::wrapped(width, first, last) }
        }),
        None => Range::full(width),
    }
}

fn lshr(width: u32, a: Range, b: Range) -> Range {
    let shift = |value: u64, count: u64| if count >= u64::from(width) { 0 } else { value >> count };
    let ((a_first, a_last), (b_first, b_last)) = (a.unsigned_bounds(), b.unsigned_bounds());
    Range::unsigned(width, shift(a_first, b_last), shift(a_last, b_first))
}

fn ashr(width: u32, a: Range, b: Range) -> Range {
    let (first, last) = a.signed_bounds(width);
    match b.value() {
        Some(count) => {
            let count = count.min(u64::from(width) - 1);
            Range::signed(width, first >> count, last >> count)
        }
        // Towards 0 or -1.
        None => Range::signed(width, first.min(0), last.max(-1)),
    }
}

/// The bits that are 1 in all values of an interval, and those that differ.
fn bits((first, last): (u64, u64)) -> (u64, u64) {
    let differ = low_bits(64 - (first ^ last).leading_zeros());
    (first & !differ, differ)
}

fn bitwise(op: BinaryOp, width: u32, a: Range, b: Range) -> Range {
    let pattern = |value: i128| value as u64 & mask(width);
    piecewise(width, a, b, |x, y| {
        let (x, y) = ((pattern(x.0), pattern(x.1)), (pattern(y.0), pattern(y.1)));
        let ((x_ones, x_maybe), (y_ones, y_maybe)) = (bits(x), bits(y));
        let (x_most, y_most) = (x_ones | x_maybe, y_ones | y_maybe);
        let (first, last) = match op {
            BinaryOp::And => (x_ones & y_ones, (x_most & y_most).min(x.1).min(y.1)),
            BinaryOp::Or => ((x_ones | y_ones).max(x.0).max(y.0), x_most | y_most),
            _ => {
                let maybe = x_maybe | y_maybe;
                let ones = (x_ones ^ y_ones) & !maybe;
                (ones, ones | maybe)
            }
        };
        Range::unsigned(width, first, last)
    })
}

fn bitwise_back(op: BinaryOp, width: u32, result: Range, a: Range, b: Range) -> (Range, Range) {
    match op {
        BinaryOp::Xor => (a.meet(bitwise(op, width, result, b)), b.meet(bitwise(op, width, result, a))),
        BinaryOp::And if width == 1 => (and_back(result, a, b), and_back(result, b, a)),
        BinaryOp::Or if width == 1 => {
            let (result, x, y) = (not(1, result), not(1, a), not(1, b));
            (not(1, and_back(result, x, y)), not(1, and_back(result, y, x)))
        }
        BinaryOp::And => {
            let least = Range::unsigned(width, result.unsigned_bounds().0, mask(width));
            (a.meet(least), b.meet(least))
        }
        _ => {
            let most = Range::unsigned(width, 0, result.unsigned_bounds().1);
            (a.meet(most), b.meet(most))
        }
    }
}

/// Narrows `a` of the boolean `a & b`.
fn and_back(result: Range, a: Range, b: Range) -> Range {
    if result == Range::TRUE {
        a.meet(Range::TRUE)
    } else if result == Range::FALSE && b == Range::TRUE {
        a.meet(Range::FALSE)
    } else {
        a
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, WIDTH, values};
    use super::*;
    use rift_expr::Terms;

    #[test]
    fn binary_operations_lose_no_value() {
        let operations = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::UDiv,
            BinaryOp::SDiv,
            BinaryOp::URem,
            BinaryOp::SRem,
            BinaryOp::Shl,
            BinaryOp::LShr,
            BinaryOp::AShr,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
        ];
        let (mut terms, mut random) = (Terms::new(), Random(1));
        for op in operations {
            for round in 0..3_000 {
                let width = if round % 5 == 0 { 1 } else { WIDTH };
                let (a, b, limit) = (random.range(width), random.range(width), random.range(width));
                let forward = binary(op, width, a, b);
                let result = forward.meet(limit);
                let back = if result.is_empty() { (a, b) } else { binary_back(op, width, result, a, b) };
                for x in values(width, a) {
                    for y in values(width, b) {
                        let (s, t) = (terms.constant(width, x), terms.constant(width, y));
                        let value = terms.binary(op, s, t);
                        let value = terms.as_const(value).expect("constants fold");
                        assert!(forward.contains(value), "{op:?} {x} {y} = {value}: {a:?} {b:?} gave {forward:?}");
                        if result.contains(value) {
                            assert!(back.0.contains(x) && back.1.contains(y), "{op:?} {x} {y} in {result:?}: {back:?}");
                        }
                    }
                }
            }
        }
    }
}
