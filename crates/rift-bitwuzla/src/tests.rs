use crate::{Answer, Binary, Bitwuzla, FloatFormat, Rounded, Signedness, Unary};
use std::time::{Duration, Instant};

fn check(solver: &mut Bitwuzla, assumptions: &[crate::Term]) -> Answer {
    solver.check(assumptions, || false)
}

#[test]
fn finds_the_only_factors() {
    let mut solver = Bitwuzla::new();
    let (a, b) = (solver.unknown(8), solver.unknown(8));
    let (wide_a, wide_b) = (solver.extend(Signedness::Unsigned, a, 8), solver.extend(Signedness::Unsigned, b, 8));
    let (product, one) = (solver.binary(Binary::BvMul, wide_a, wide_b), solver.value(8, 1));
    let (target, ordered) = (solver.value(16, 221), solver.binary(Binary::BvUlt, a, b));
    let (equal, above) = (solver.binary(Binary::Equal, product, target), solver.binary(Binary::BvUlt, one, a));
    assert_eq!(check(&mut solver, &[equal, ordered, above]), Answer::Sat);
    assert_eq!((solver.value_of(a), solver.value_of(b)), (13, 17));
    let even = solver.extract(a, 0, 0);
    let (zero, not_ordered) = (solver.value(1, 0), solver.unary(Unary::Not, ordered));
    let even = solver.binary(Binary::Equal, even, zero);
    assert_eq!(check(&mut solver, &[equal, even]), Answer::Unsat);
    assert_eq!(check(&mut solver, &[ordered, not_ordered]), Answer::Unsat);
    assert_eq!(check(&mut solver, &[equal, ordered, above]), Answer::Sat, "assumptions hold for one check only");
}

#[test]
fn wide_values_keep_all_their_bits() {
    let mut solver = Bitwuzla::new();
    let wide = solver.value_limbs(100, &[0x1122_3344_5566_7788, 0xf_0000_0001]);
    let high = solver.extract(wide, 99, 64);
    let expected = solver.value(36, 0xf_0000_0001);
    let equal = solver.binary(Binary::Equal, high, expected);
    assert_eq!(check(&mut solver, &[equal]), Answer::Sat);
}

#[test]
fn floats_are_ieee() {
    let mut solver = Bitwuzla::new();
    let mut float = |value: f64| {
        let bits = solver.value(64, value.to_bits());
        solver.float_from_bits(bits, FloatFormat::Double)
    };
    let (a, b, sum) = (float(0.1), float(0.2), float(0.1 + 0.2));
    let computed = solver.rounded(Rounded::Add, a, b);
    let equal = solver.binary(Binary::FpEqual, computed, sum);
    assert_eq!(check(&mut solver, &[equal]), Answer::Sat);
}

#[test]
fn stops_when_told_and_goes_on_after() {
    let mut solver = Bitwuzla::new();
    let (a, b) = (solver.unknown(64), solver.unknown(64));
    let product = solver.binary(Binary::BvMul, a, b);
    let target = solver.value(64, 0xffff_fffb_0000_0011);
    let small = solver.value(64, 1 << 33);
    let equal = solver.binary(Binary::Equal, product, target);
    let (a_small, b_small) = (solver.binary(Binary::BvUlt, a, small), solver.binary(Binary::BvUlt, b, small));
    let begin = Instant::now();
    let end = begin + Duration::from_millis(100);
    assert_eq!(solver.check(&[equal, a_small, b_small], || Instant::now() >= end), Answer::Unknown);
    assert!(begin.elapsed() < Duration::from_secs(5), "took {:?}", begin.elapsed());
    assert_eq!(check(&mut solver, &[a_small]), Answer::Sat);
}
