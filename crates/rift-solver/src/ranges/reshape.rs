//! Bounds through comparisons and changes of width, in both directions: like [`super::arithmetic`].

use super::value::{Range, low_bits, mask, signed};
use rift_ir::IntPredicate;

pub(crate) fn not(width: u32, a: Range) -> Range {
    let mut all = Range::NONE;
    for (first, last) in a.pieces(width) {
        all = all.join(Range::wrapped(width, -1 - last, -1 - first));
    }
    all
}

/// To `width` from `from` bits.
pub(crate) fn zext(width: u32, from: u32, a: Range) -> Range {
    if width == from {
        return a;
    }
    let (first, last) = a.unsigned_bounds();
    Range::unsigned(width, first, last)
}

pub(crate) fn zext_back(from: u32, result: Range, a: Range) -> Range {
    let (first, last) = result.unsigned_bounds();
    if first > mask(from) {
        return Range::NONE;
    }
    a.meet(Range::unsigned(from, first, last.min(mask(from))))
}

pub(crate) fn sext(width: u32, from: u32, a: Range) -> Range {
    let (first, last) = a.signed_bounds(from);
    let mut all = Range::signed(width, first, last);
    // Nothing between the halves.
    if !a.low.is_empty() {
        all.low = a.low;
    }
    if !a.high.is_empty() {
        all.high = Range::signed(width, first, signed(from, a.high.last)).high;
    }
    all
}

pub(crate) fn sext_back(width: u32, from: u32, result: Range, a: Range) -> Range {
    let mut all = Range::NONE;
    for (first, last) in result.pieces(width) {
        all = all.join(Range::signed(from, first, last));
    }
    a.meet(all)
}

/// Bits `low .. low + width` of `a`, which has `from` bits.
pub(crate) fn extract(width: u32, from: u32, low: u32, a: Range) -> Range {
    let mut all = Range::NONE;
    for (first, last) in a.pieces(from) {
        all = all.join(Range::wrapped(width, first >> low, last >> low));
    }
    all
}

pub(crate) fn extract_back(width: u32, from: u32, low: u32, result: Range, a: Range) -> Range {
    // Only where the bits above are all clear, so that the shifted value is the result.
    if a.unsigned_bounds().1 >> low > mask(width) {
        return a;
    }
    let (first, last) = result.unsigned_bounds();
    a.meet(Range::unsigned(from, first << low, last << low | low_bits(low)))
}

pub(crate) fn concat(width: u32, low_width: u32, high: Range, low: Range) -> Range {
    let (first, last) = low.unsigned_bounds();
    let mut all = Range::NONE;
    for (from, to) in high.pieces(width - low_width) {
        all = all.join(Range::wrapped(
            width,
            (from << low_width) + i128::from(first),
            (to << low_width) + i128::from(last),
        ));
    }
    all
}

/// The high and the low part, narrowed.
pub(crate) fn concat_back(width: u32, low_width: u32, result: Range, high: Range, low: Range) -> (Range, Range) {
    let high = high.meet(extract(width - low_width, width, low_width, result));
    let low = match high.value() {
        // The value of the high part leaves the result in one of its halves.
        Some(value) => {
            let first = u128::from(value) << low_width;
            let inside = Range::unsigned(width, first as u64, first as u64 | mask(low_width)).meet(result);
            if inside.is_empty() {
                return (Range::NONE, Range::NONE);
            }
            let (from, to) = inside.unsigned_bounds();
            low.meet(Range::unsigned(low_width, from & mask(low_width), to & mask(low_width)))
        }
        None => low,
    };
    (high, low)
}

/// Bounds of a comparison of operands with `width` bits.
pub(crate) fn compare(predicate: IntPredicate, width: u32, a: Range, b: Range) -> Range {
    let both = Range { low: Range::FALSE.low, high: Range::TRUE.high };
    let decide = |always: bool, never: bool| {
        if always {
            Range::TRUE
        } else if never {
            Range::FALSE
        } else {
            both
        }
    };
    match predicate {
        IntPredicate::Eq => decide(a.value().is_some() && a.value() == b.value(), a.meet(b).is_empty()),
        IntPredicate::Ult | IntPredicate::Ule => {
            let ((a_first, a_last), (b_first, b_last)) = (a.unsigned_bounds(), b.unsigned_bounds());
            match predicate {
                IntPredicate::Ult => decide(a_last < b_first, a_first >= b_last),
                _ => decide(a_last <= b_first, a_first > b_last),
            }
        }
        IntPredicate::Slt | IntPredicate::Sle => {
            let ((a_first, a_last), (b_first, b_last)) = (a.signed_bounds(width), b.signed_bounds(width));
            match predicate {
                IntPredicate::Slt => decide(a_last < b_first, a_first >= b_last),
                _ => decide(a_last <= b_first, a_first > b_last),
            }
        }
        // Not canonical: terms have none of these.
        _ => both,
    }
}

/// The operands of a comparison that is true, or false, narrowed.
pub(crate) fn compare_back(predicate: IntPredicate, width: u32, result: Range, a: Range, b: Range) -> (Range, Range) {
    let Some(truth) = result.value() else { return (a, b) };
    match (predicate, truth != 0) {
        (IntPredicate::Eq, true) => (a.meet(b), b.meet(a)),
        (IntPredicate::Eq, false) => {
            let without = |x: Range, y: Range| y.value().map_or(x, |value| x.without(value));
            (without(a, b), without(b, a))
        }
        (IntPredicate::Ult, true) => unsigned_less(width, 1, a, b),
        (IntPredicate::Ule, true) => unsigned_less(width, 0, a, b),
        (IntPredicate::Ult, false) => swap(unsigned_less(width, 0, b, a)),
        (IntPredicate::Ule, false) => swap(unsigned_less(width, 1, b, a)),
        (IntPredicate::Slt, true) => signed_less(width, 1, a, b),
        (IntPredicate::Sle, true) => signed_less(width, 0, a, b),
        (IntPredicate::Slt, false) => swap(signed_less(width, 0, b, a)),
        (IntPredicate::Sle, false) => swap(signed_less(width, 1, b, a)),
        _ => (a, b),
    }
}

fn swap((a, b): (Range, Range)) -> (Range, Range) {
    (b, a)
}

/// `a + gap <= b`.
fn unsigned_less(width: u32, gap: u64, a: Range, b: Range) -> (Range, Range) {
    let (least, most) = (a.unsigned_bounds().0, b.unsigned_bounds().1);
    if least.checked_add(gap).is_none_or(|least| least > mask(width)) || most < gap {
        return (Range::NONE, Range::NONE);
    }
    (a.meet(Range::unsigned(width, 0, most - gap)), b.meet(Range::unsigned(width, least + gap, mask(width))))
}

fn signed_less(width: u32, gap: i128, a: Range, b: Range) -> (Range, Range) {
    let limit = 1i128 << (width - 1);
    let (least, most) = (a.signed_bounds(width).0, b.signed_bounds(width).1);
    (a.meet(Range::signed(width, -limit, most - gap)), b.meet(Range::signed(width, least + gap, limit - 1)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, WIDTH, values};
    use super::*;
    use rift_expr::Terms;

    #[test]
    fn comparisons_lose_no_value() {
        let predicates = [IntPredicate::Eq, IntPredicate::Ult, IntPredicate::Ule, IntPredicate::Slt, IntPredicate::Sle];
        let (mut terms, mut random) = (Terms::new(), Random(2));
        for predicate in predicates {
            for _ in 0..3_000 {
                let (a, b) = (random.range(WIDTH), random.range(WIDTH));
                let forward = compare(predicate, WIDTH, a, b);
                let backs = [Range::FALSE, Range::TRUE].map(|truth| compare_back(predicate, WIDTH, truth, a, b));
                for x in values(WIDTH, a) {
                    for y in values(WIDTH, b) {
                        let (s, t) = (terms.constant(WIDTH, x), terms.constant(WIDTH, y));
                        let value = terms.compare(predicate, s, t);
                        let value = terms.as_const(value).expect("constants fold");
                        assert!(forward.contains(value), "{predicate:?} {x} {y}");
                        let back = backs[value as usize];
                        assert!(back.0.contains(x) && back.1.contains(y), "{predicate:?} {x} {y}: {back:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn changes_of_width_lose_no_value() {
        let (mut terms, mut random) = (Terms::new(), Random(3));
        for _ in 0..5_000 {
            let (a, b) = (random.range(WIDTH), random.range(3));
            let wide = random.range(7);
            let low = random.below(2) as u32;
            for x in values(WIDTH, a) {
                let s = terms.constant(WIDTH, x);
                let (longer, signed) = (terms.zext(s, 7), terms.sext(s, 7));
                let (inverted, part) = (terms.not(s), terms.extract(s, low, 3));
                let check = |term, forward: Range, back: &dyn Fn(Range) -> Range, limit: Range| {
                    let value = terms.as_const(term).expect("constants fold");
                    assert!(forward.contains(value), "{x} = {value}: {a:?} gave {forward:?}");
                    let result = forward.meet(limit);
                    assert!(!result.contains(value) || back(result).contains(x), "{x} = {value} in {result:?}");
                };
                check(longer, zext(7, WIDTH, a), &|r| zext_back(WIDTH, r, a), wide);
                check(signed, sext(7, WIDTH, a), &|r| sext_back(7, WIDTH, r, a), wide);
                check(inverted, not(WIDTH, a), &|r| a.meet(not(WIDTH, r)), a);
                check(part, extract(3, WIDTH, low, a), &|r| extract_back(3, WIDTH, low, r, a), b);
                for y in values(3, b) {
                    let t = terms.constant(3, y);
                    let value = terms.concat(s, t);
                    let value = terms.as_const(value).expect("constants fold");
                    let forward = concat(7, 3, a, b);
                    assert!(forward.contains(value));
                    let result = forward.meet(wide);
                    if result.contains(value) {
                        let back = concat_back(7, 3, result, a, b);
                        assert!(back.0.contains(x) && back.1.contains(y), "{x} {y} in {result:?}: {back:?}");
                    }
                }
            }
        }
    }
}
