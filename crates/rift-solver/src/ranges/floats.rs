//! What bounds on floats say about the results of their operations, and about what was compared or converted.
//!
//! A float's pattern without its sign grows with its magnitude, so a [`Range`] of patterns is an interval of numbers
//! that are not negative and one of those that are, with the NaNs at the far end of either. Rounding to nearest
//! keeps the order, so an operation carried out on the ends of two intervals gives the ends of the results. Patterns
//! are numbered in the order of the numbers, -0 before +0 ([`key`]): signs of zeros are kept apart. Only comparisons and
//! conversions from integers narrow their operands. Over-approximates, as all bounds do.

use super::value::{Half, Range, mask};
use rift_ir::{BinaryOp, FloatKind, FloatPredicate};
use rift_numeric::float;
use std::cmp::Ordering;

/// The float of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Sqrt,
    ToFloat,
    FromSigned,
    FromUnsigned,
    ToSigned,
    ToUnsigned,
}

fn kind(width: u32) -> FloatKind {
    if width == 32 { FloatKind::Single } else { FloatKind::Double }
}

fn infinity(width: u32) -> u64 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
}

/// The number of a pattern in the order of the numbers: -1 is -0, 0 is +0.
fn key(width: u32, bits: u64) -> i64 {
    let magnitude = (bits & mask(width - 1)) as i64;
    if bits > mask(width - 1) { -magnitude - 1 } else { magnitude }
}

/// The value of a pattern that is no NaN.
fn value(width: u32, bits: u64) -> f64 {
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

fn bits(width: u32, key: i64) -> u64 {
    if key < 0 { (-(key + 1)) as u64 | 1 << (width - 1) } else { key as u64 }
}

/// Numbers from one key to another, none of them a NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    least: i64,
    most: i64,
}

impl Span {
    fn range(self, width: u32) -> Range {
        let limit = infinity(width) as i64;
        let (least, most) = (self.least.max(-limit - 1), self.most.min(limit));
        let none = Half { first: 1, last: 0 };
        let low = if most < 0 { none } else { Half { first: least.max(0) as u64, last: most as u64 } };
        let high = if least >= 0 { none } else { Half { first: bits(width, most.min(-1)), last: bits(width, least) } };
        let range = Range { low, high };
        if least > most { Range::NONE } else { range }
    }

    fn values(self, width: u32) -> (f64, f64) {
        (value(width, bits(width, self.least)), value(width, bits(width, self.most)))
    }

    /// Without sign; of a span of one sign.
    fn magnitudes(self) -> (i64, i64) {
        if self.least < 0 { (-(self.most + 1), -(self.least + 1)) } else { (self.least, self.most) }
    }

    fn of_magnitudes(negative: bool, least: i64, most: i64) -> Span {
        if negative { Span { least: -most - 1, most: -least - 1 } } else { Span { least, most } }
    }
}

/// The numbers of a range by sign.
fn spans(width: u32, range: Range) -> impl Iterator<Item = Span> + Clone {
    let infinity = infinity(width);
    let top = 1 << (width - 1);
    let low = Half { last: range.low.last.min(infinity), ..range.low };
    let high = Half { last: range.high.last.min(infinity | top), ..range.high };
    let positive = (!low.is_empty()).then_some(Span { least: low.first as i64, most: low.last as i64 });
    let negative = (!high.is_empty()).then(|| Span { least: key(width, high.last), most: key(width, high.first) });
    [negative, positive].into_iter().flatten()
}

/// All numbers of a range, as if they were adjacent.
fn hull(width: u32, range: Range) -> Option<Span> {
    spans(width, range).reduce(|a, b| Span { least: a.least.min(b.least), most: a.most.max(b.most) })
}

fn nans(width: u32) -> Range {
    let infinity = infinity(width);
    let top = 1 << (width - 1);
    Range {
        low: Half { first: infinity + 1, last: top - 1 },
        high: Half { first: (infinity | top) + 1, last: mask(width) },
    }
}

fn may_be_nan(width: u32, range: Range) -> bool {
    !range.meet(nans(width)).is_empty()
}

fn numbers(width: u32, range: Range) -> Range {
    spans(width, range).fold(Range::NONE, |all, span| all.join(span.range(width)))
}

/// Bounds of `a op b`. `is_same`: both operands are one step.
pub(crate) fn binary(op: BinaryOp, width: u32, a: Range, b: Range, is_same: bool) -> Range {
    let mut all = Range::NONE;
    if may_be_nan(width, a) || may_be_nan(width, b) {
        all = nans(width);
    }
    for x in spans(width, a) {
        for y in spans(width, b).filter(|y| !is_same || (y.least < 0) == (x.least < 0)) {
            all = all.join(spans_binary(op, width, x, y, is_same));
        }
    }
    all
}

/// Of numbers of one sign each.
fn spans_binary(op: BinaryOp, width: u32, x: Span, y: Span, is_same: bool) -> Range {
    match op {
        BinaryOp::FAdd => sum(width, x, y),
        BinaryOp::FSub if is_same => sum(width, Span { least: 0, most: 0 }, Span { least: 0, most: 0 })
            .join(if is_infinite(width, x) { nans(width) } else { Range::NONE }),
        // The order of keys turns around with the sign.
        BinaryOp::FSub => sum(width, x, Span { least: -y.most - 1, most: -y.least - 1 }),
        BinaryOp::FMul | BinaryOp::FDiv => product(op, width, x, y),
        _ => Range::full(width),
    }
}

fn is_infinite(width: u32, span: Span) -> bool {
    span.magnitudes().1 == infinity(width) as i64
}

fn compute(op: BinaryOp, width: u32, a: i64, b: i64) -> Option<i64> {
    let (a, b) = (u128::from(bits(width, a)), u128::from(bits(width, b)));
    let result = float::binary(op, kind(width), a, b);
    (!float::is_nan(kind(width), result)).then(|| key(width, result as u64))
}

fn sum(width: u32, x: Span, y: Span) -> Range {
    let limit = infinity(width) as i64;
    let least = compute(BinaryOp::FAdd, width, x.least, y.least);
    let most = compute(BinaryOp::FAdd, width, x.most, y.most);
    let range = Span { least: least.unwrap_or(-limit - 1), most: most.unwrap_or(limit) }.range(width);
    let opposite = (x.least < 0) != (y.least < 0);
    let invalid = opposite && is_infinite(width, x) && is_infinite(width, y);
    if invalid { range.join(nans(width)) } else { range }
}

/// Products and quotients: magnitudes grow with those of the factors, and fall with that of the divisor.
fn product(op: BinaryOp, width: u32, x: Span, y: Span) -> Range {
    let limit = infinity(width) as i64;
    let ((a, a_most), (b, b_most)) = (x.magnitudes(), y.magnitudes());
    let (ends, invalid) = match op {
        BinaryOp::FMul => ([(a, b), (a_most, b_most)], (a == 0 && b_most == limit) || (b == 0 && a_most == limit)),
        _ => ([(a, b_most), (a_most, b)], (a == 0 && b == 0) || (a_most == limit && b_most == limit)),
    };
    let [least, most] = ends.map(|(a, b)| compute(op, width, a, b));
    let negative = (x.least < 0) != (y.least < 0);
    let range = Span::of_magnitudes(negative, least.unwrap_or(0), most.unwrap_or(limit)).range(width);
    if invalid { range.join(nans(width)) } else { range }
}

/// Bounds of what a step of one operand gives.
pub(crate) fn unary(op: Unary, width: u32, from: u32, a: Range) -> Range {
    match op {
        Unary::Sqrt | Unary::ToFloat => {
            let start = if may_be_nan(from, a) { nans(width) } else { Range::NONE };
            spans(from, a).fold(start, |all, span| {
                let [least, most] = [span.least, span.most].map(|end| rounded(op, width, from, end));
                let may_be_nan = op == Unary::Sqrt && span.least < -1;
                let numbers = match (least, most) {
                    (Some(least), Some(most)) => Span { least, most }.range(width),
                    // Of numbers below zero, only -0 has a root.
                    (None, Some(most)) => Span { least: most, most }.range(width),
                    _ => Range::NONE,
                };
                all.join(numbers).join(if may_be_nan { nans(width) } else { Range::NONE })
            })
        }
        Unary::FromSigned => {
            let end = |integer: i128| {
                let pattern = integer as u64 & mask(from);
                key(width, float::from_int(kind(width), from, true, &[pattern]) as u64)
            };
            a.pieces(from).fold(Range::NONE, |all, (least, most)| {
                all.join(Span { least: end(least), most: end(most) }.range(width))
            })
        }
        Unary::FromUnsigned => {
            let (least, most) = a.unsigned_bounds();
            let end = |integer| key(width, float::from_int(kind(width), from, false, &[integer]) as u64);
            Span { least: end(least), most: end(most) }.range(width)
        }
        Unary::ToSigned | Unary::ToUnsigned => {
            let Some((least, most)) = hull(from, a).map(|span| span.values(from)) else { return Range::full(width) };
            let signed = op == Unary::ToSigned;
            let limit = (1i128 << if signed { width - 1 } else { width }) as f64;
            let start = if signed { -limit } else { 0.0 };
            // What is out of range is the machine's affair.
            if may_be_nan(from, a) || least < start || most >= limit {
                return Range::full(width);
            }
            let (least, most) = (least as i128, most as i128);
            match signed {
                true => Range::signed(width, least, most),
                false => Range::unsigned(width, least as u64, most as u64),
            }
        }
    }
}

fn rounded(op: Unary, width: u32, from: u32, end: i64) -> Option<i64> {
    let pattern = u128::from(bits(from, end));
    let result = match op {
        Unary::Sqrt => float::sqrt(kind(width), pattern),
        _ => float::convert(kind(from), kind(width), pattern),
    };
    (!float::is_nan(kind(width), result)).then(|| key(width, result as u64))
}

/// The operand, narrowed to what can give `result`.
pub(crate) fn unary_back(op: Unary, width: u32, from: u32, result: Range, a: Range) -> Range {
    if !matches!(op, Unary::FromSigned | Unary::FromUnsigned) {
        return a;
    }
    let Some((least, most)) = hull(width, result).map(|span| span.values(width)) else { return Range::NONE };
    // Below this, each integer is a float of its own, and those beyond are not rounded to below.
    let exact = if width == 32 { 2f64.powi(24) } else { 2f64.powi(53) };
    let first = if least.abs() < exact { least.ceil() as i128 } else { i128::MIN };
    let last = if most.abs() < exact { most.floor() as i128 } else { i128::MAX };
    let narrowed = match op {
        Unary::FromSigned => Range::signed(from, first, last),
        _ if last < 0 || first > last => Range::NONE,
        _ => Range::unsigned(from, first.max(0) as u64, last.min(mask(from).into()) as u64),
    };
    a.meet(narrowed)
}

/// How two floats may compare.
fn orders(width: u32, a: Range, b: Range, is_same: bool) -> impl Iterator<Item = Option<Ordering>> + Clone {
    let unordered = may_be_nan(width, a) || may_be_nan(width, b);
    let ends = hull(width, a).zip(hull(width, b)).map(|(a, b)| (a.values(width), b.values(width)));
    let (less, equal, greater) = ends.map_or((false, false, false), |((a, a_most), (b, b_most))| {
        (!is_same && a < b_most, a <= b_most && b <= a_most, !is_same && a_most > b)
    });
    let possible = [
        (less, Some(Ordering::Less)),
        (equal, Some(Ordering::Equal)),
        (greater, Some(Ordering::Greater)),
        (unordered, None),
    ];
    possible.into_iter().filter(|(possible, _)| *possible).map(|(_, order)| order)
}

/// What is known about a comparison.
pub(crate) fn compare(predicate: FloatPredicate, width: u32, a: Range, b: Range, is_same: bool) -> Range {
    orders(width, a, b, is_same).fold(Range::NONE, |all, order| {
        all.join(if float::holds(predicate, order) { Range::TRUE } else { Range::FALSE })
    })
}

/// The operands of a comparison, narrowed to what can give `result`.
pub(crate) fn compare_back(
    predicate: FloatPredicate,
    width: u32,
    result: Range,
    a: Range,
    b: Range,
    is_same: bool,
) -> (Range, Range) {
    let Some(truth) = result.value() else { return (a, b) };
    let left = orders(width, a, b, is_same).filter(|order| float::holds(predicate, *order) == (truth != 0));
    let has = |wanted| left.clone().any(|order| order == wanted);
    if left.clone().next().is_none() {
        return (Range::NONE, Range::NONE);
    }
    if has(None) {
        return (a, b);
    }
    let (a, b) = (numbers(width, a), numbers(width, b));
    let Some((x, y)) = hull(width, a).zip(hull(width, b)) else { return (Range::NONE, Range::NONE) };
    let strict = i64::from(!has(Some(Ordering::Equal)));
    // Both zeros are equal: a bound that is one is the other, too.
    let last_of = |key: i64| if key == -1 { 0 } else { key };
    let first_of = |key: i64| if key == 0 { -1 } else { key };
    let at_most = |key: i64| if strict == 1 { first_of(key) - 1 } else { last_of(key) };
    let at_least = |key: i64| if strict == 1 { last_of(key) + 1 } else { first_of(key) };
    let (mut to_a, mut to_b) = (Span { least: i64::MIN, most: i64::MAX }, Span { least: i64::MIN, most: i64::MAX });
    if !has(Some(Ordering::Greater)) {
        (to_a.most, to_b.least) = (at_most(y.most), at_least(x.least));
    }
    if !has(Some(Ordering::Less)) {
        (to_a.least, to_b.most) = (to_a.least.max(at_least(y.least)), to_b.most.min(at_most(x.most)));
    }
    (a.meet(to_a.range(width)), b.meet(to_b.range(width)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::Random;
    use super::*;
    use rift_expr::Terms;

    /// A range with patterns that it has: its ends, what is next to them, and others.
    fn draw(random: &mut Random, width: u32) -> (Range, Vec<u64>) {
        let special = [0.0, 1.0, 1.5, 3.0, 48.0, 1e9, 1e300, 5e-324, 1e-310, f64::MAX, f64::INFINITY];
        let mut pattern = || {
            let bits = match random.below(3) {
                0 => (random.below(1 << 31) << 33) ^ (random.below(1 << 31) << 10),
                1 => (random.below(100) as f64 / 4.0).to_bits(),
                _ => special[random.below(special.len() as u64) as usize].to_bits() + random.below(2),
            };
            let sign = random.below(2) << 63;
            let bits = bits ^ sign;
            if width == 64 { bits } else { u64::from((f64::from_bits(bits) as f32).to_bits()) }
        };
        let (a, b) = (pattern(), pattern());
        let (a, b) = (a.min(b), a.max(b));
        let range = Range::unsigned(width, a, b);
        let mut values = vec![a, b, a + (b - a) / 2, a + (b - a) / 3];
        values.extend([a.wrapping_add(1), b.wrapping_sub(1), 0, 1 << (width - 1), infinity(width)]);
        values.extend((0..6).map(|_| pattern()));
        values.retain(|&value| range.contains(value));
        (range, values)
    }

    #[test]
    fn operations_lose_no_value() {
        let mut random = Random(5);
        for op in [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FDiv] {
            for round in 0..20_000 {
                let width = if round % 3 == 0 { 32 } else { 64 };
                let ((a, xs), (b, ys)) = (draw(&mut random, width), draw(&mut random, width));
                let (apart, same) = (binary(op, width, a, b, false), binary(op, width, a, a, true));
                let compute = |x: u64, y: u64| float::binary(op, kind(width), x.into(), y.into()) as u64;
                for &x in &xs {
                    assert!(same.contains(compute(x, x)), "{op:?} {x:#x} {x:#x} in {a:?}: {same:?}");
                    for &y in &ys {
                        let value = compute(x, y);
                        assert!(apart.contains(value), "{op:?} {x:#x} {y:#x} = {value:#x}: {a:?} {b:?} gave {apart:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_lose_no_value() {
        let (mut random, mut terms) = (Random(6), Terms::new());
        for round in 0..20_000 {
            let width = if round % 3 == 0 { 32 } else { 64 };
            let from = [8, 32, 64][round % 3];
            let (limit, _) = draw(&mut random, width);
            let (first, last) = (random.below(1 << 31) << 33, random.below(1 << 31) << 33);
            let shift = 64 - from + random.below(u64::from(from)) as u32;
            let (first, last) = ((first >> shift) & mask(from), (last >> shift) & mask(from));
            let integers =
                Range::wrapped(from, first.into(), i128::from(last) + i128::from(last < first) * (1 << from));
            for (op, signed) in [(Unary::FromSigned, true), (Unary::FromUnsigned, false)] {
                let forward = unary(op, width, from, integers);
                let result = forward.meet(limit);
                let back = if result.is_empty() { integers } else { unary_back(op, width, from, result, integers) };
                for x in [first, last, first.wrapping_add(1) & mask(from), last / 2, first | last] {
                    let value = float::from_int(kind(width), from, signed, &[x]) as u64;
                    if integers.contains(x) {
                        assert!(forward.contains(value), "{op:?} {x} of {integers:?} in {forward:?}");
                        assert!(!result.contains(value) || back.contains(x), "{op:?} {x} for {result:?}: {back:?}");
                    }
                }
            }
            let (floats, values) = draw(&mut random, width);
            for x in values {
                let term = terms.constant(width, x);
                for (op, to, signed) in [(Unary::ToSigned, 32, true), (Unary::ToUnsigned, 16, false)] {
                    let value = terms.float_to_int(term, signed, to);
                    let value = terms.as_const(value).expect("constants fold");
                    assert!(unary(op, to, width, floats).contains(value), "{op:?} {x:#x} of {floats:?} = {value}");
                }
                let root = terms.float_sqrt(term);
                let root = terms.as_const(root).expect("constants fold");
                assert!(unary(Unary::Sqrt, width, width, floats).contains(root), "root of {x:#x} of {floats:?}");
                let to = 96 - width;
                let other = terms.float_to_float(term, kind(to));
                let other = terms.as_const(other).expect("constants fold");
                assert!(unary(Unary::ToFloat, to, width, floats).contains(other), "{x:#x} of {floats:?} as {to}");
            }
        }
    }

    #[test]
    fn comparisons_lose_no_value() {
        use FloatPredicate::{Oeq, Ole, Olt, One, Ord, Ueq, Ule, Ult, Une, Uno};
        let mut random = Random(7);
        for round in 0..30_000 {
            let width = if round % 3 == 0 { 32 } else { 64 };
            let ((a, xs), (b, ys)) = (draw(&mut random, width), draw(&mut random, width));
            let predicate = [Oeq, Ole, Olt, One, Ord, Ueq, Ule, Ult, Une, Uno][round % 10];
            let forward = compare(predicate, width, a, b, false);
            for &x in &xs {
                let own = u64::from(float::compare(predicate, kind(width), x.into(), x.into()));
                assert!(compare(predicate, width, a, a, true).contains(own), "{predicate:?} {x:#x} of {a:?}");
                for &y in &ys {
                    let value = u64::from(float::compare(predicate, kind(width), x.into(), y.into()));
                    assert!(forward.contains(value), "{predicate:?} {x:#x} {y:#x}: {a:?} {b:?}");
                    let result = if value == 1 { Range::TRUE } else { Range::FALSE };
                    let (left, right) = compare_back(predicate, width, result, a, b, false);
                    let kept = left.contains(x) && right.contains(y);
                    assert!(kept, "{predicate:?} {x:#x} {y:#x} is {value}: {a:?} {b:?} became {left:?} {right:?}");
                }
            }
        }
    }

    #[test]
    fn quotients_of_counts_are_finite_and_not_negative() {
        let count = |first: u64, last: u64| unary(Unary::FromSigned, 64, 32, Range::unsigned(32, first, last));
        let quotient = binary(BinaryOp::FDiv, 64, count(0, 100_000), count(1, 64), false);
        assert_eq!(quotient, Range::unsigned(64, 0, 100_000f64.to_bits()));
        let away = binary(BinaryOp::FSub, 64, count(0, 9), quotient, false);
        let square = binary(BinaryOp::FMul, 64, away, away, true);
        assert!(square.high.is_empty() && square.low.last == 1e10f64.to_bits(), "{square:?}");
    }
}
