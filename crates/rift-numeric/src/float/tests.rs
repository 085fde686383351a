use super::*;
use crate::testing::Random;
use rift_ir::Intrinsic;

fn of(value: f64) -> u128 {
    u128::from(value.to_bits())
}

fn random_double(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => f64::from_bits(random.next()),
        1 => random.next() as i64 as f64 / 64.0,
        _ => (random.below(2000) as f64 - 1000.0) / 4.0,
    }
}

/// Doubles through the generic code of another kind that holds them exactly.
fn through(kind: FloatKind, value: f64) -> u128 {
    convert(FloatKind::Double, kind, of(value))
}

#[test]
fn wider_kinds_hold_doubles_exactly() {
    let mut random = Random(31);
    for _ in 0..5000 {
        let value = random_double(&mut random);
        for kind in [FloatKind::X87, FloatKind::Quad] {
            let back = convert(kind, FloatKind::Double, through(kind, value)) as u64;
            assert_eq!(back, if value.is_nan() { value.to_bits() | 1 << 51 } else { value.to_bits() }, "{value}");
        }
    }
}

#[test]
fn rounding_agrees_with_the_standard_library() {
    let mut random = Random(32);
    let halves = (-12..=12).map(|n| f64::from(n) / 4.0);
    let values: Vec<f64> =
        halves.chain((0..5000).map(|_| random_double(&mut random))).filter(|x| !x.is_nan()).collect();
    for value in values {
        let cases = [
            (Rounding::Floor, value.floor()),
            (Rounding::Ceil, value.ceil()),
            (Rounding::Trunc, value.trunc()),
            (Rounding::NearestAway, value.round()),
            (Rounding::NearestEven, value.round_ties_even()),
        ];
        for (mode, expected) in cases {
            assert_eq!(round_to_integral(mode, FloatKind::Double, of(value)), of(expected), "{mode:?} {value}");
            for kind in [FloatKind::X87, FloatKind::Quad] {
                assert_eq!(round_to_integral(mode, kind, through(kind, value)), through(kind, expected));
            }
        }
    }
}

#[test]
fn frexp_and_ldexp_undo_each_other() {
    let mut random = Random(33);
    for _ in 0..5000 {
        let value = f64::from_bits(random.next());
        if !value.is_finite() {
            continue;
        }
        let (fraction, exponent) = frexp(FloatKind::Double, of(value));
        let magnitude = f64::from_bits(fraction as u64).abs();
        assert!(value == 0.0 || (0.5..1.0).contains(&magnitude), "{value}");
        assert_eq!(ldexp(FloatKind::Double, fraction, exponent), of(value));
    }
    assert_eq!(frexp(FloatKind::Double, of(-0.0)), (of(-0.0), 0));
    assert_eq!(frexp(FloatKind::Double, of(f64::INFINITY)), (of(f64::INFINITY), 0));
}

#[test]
fn modf_splits_with_the_sign_of_the_value() {
    for (value, fraction, whole) in [
        (3.75, 0.75, 3.0),
        (-3.75, -0.75, -3.0),
        (-2.0, -0.0, -2.0),
        (-0.25, -0.25, -0.0),
        (f64::NEG_INFINITY, -0.0, f64::NEG_INFINITY),
    ] {
        assert_eq!(modf(FloatKind::Double, of(value)), (of(fraction), of(whole)), "{value}");
        let kind = FloatKind::X87;
        assert_eq!(modf(kind, through(kind, value)), (through(kind, fraction), through(kind, whole)));
    }
}

#[test]
fn nans_follow_sse() {
    let quiet = |payload: u64| 0x7ff8_0000_0000_0000 | payload;
    let signaling = |payload: u64| 0xfff0_0000_0000_0000 | payload;
    assert_eq!(double(BinaryOp::FAdd, quiet(1), quiet(2)), quiet(1));
    assert_eq!(double(BinaryOp::FSub, signaling(3), quiet(2)), signaling(3) | 1 << 51);
    assert_eq!(double(BinaryOp::FMul, 1f64.to_bits(), quiet(2)), quiet(2));
    assert_eq!(double(BinaryOp::FDiv, 0, 0), 0xfff8_0000_0000_0000);
    assert_eq!(single(BinaryOp::FSub, f32::INFINITY.to_bits(), f32::INFINITY.to_bits()), 0xffc0_0000);
    assert_eq!(sqrt(FloatKind::Double, of(-1.0)), 0xfff8_0000_0000_0000);
    assert_eq!(x87::binary(BinaryOp::FDiv, 0, 0), 0xffff_c000_0000_0000_0000);
    assert_eq!(negate(FloatKind::Double, u128::from(quiet(1))), u128::from(quiet(1) | 1 << 63));
}

#[test]
fn remainders_are_exact() {
    let mut random = Random(34);
    for _ in 0..3000 {
        let (a, b) = (random_double(&mut random), random_double(&mut random));
        let expected = a % b;
        if expected.is_nan() {
            continue;
        }
        assert_eq!(binary(BinaryOp::FRem, FloatKind::Double, of(a), of(b)), of(expected));
        for kind in [FloatKind::X87, FloatKind::Quad] {
            let result = binary(BinaryOp::FRem, kind, through(kind, a), through(kind, b));
            assert_eq!(result, through(kind, expected), "{kind:?} {a} {b}");
        }
    }
}

#[test]
fn invalid_x87_encodings_are_nans() {
    let unnormal = 0x4000_0000_0000_0000_0001;
    let pseudo_infinity = 0x7fff_0000_0000_0000_0000;
    for bits in [unnormal, pseudo_infinity] {
        assert!(is_nan(FloatKind::X87, bits));
        assert_eq!(order(FloatKind::X87, bits, bits), None);
        assert_eq!(convert(FloatKind::X87, FloatKind::Double, bits), default_nan(FloatKind::Double));
        assert_eq!(x87::binary(BinaryOp::FAdd, bits, 0), default_nan(FloatKind::X87));
    }
    // A pseudo-denormal is the smallest normal number.
    let (pseudo, normal) = (0x8000_0000_0000_0000, 0x1_8000_0000_0000_0000);
    assert_eq!(order(FloatKind::X87, pseudo, normal), Some(Ordering::Equal));
}

#[test]
fn predicates_split_by_ordering() {
    use FloatPredicate::*;
    let all = [False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True];
    // Bits of LLVM's encoding of the predicates: equal, greater, less, unordered.
    let encoded = [0u32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let orders = [(1, Some(Ordering::Equal)), (2, Some(Ordering::Greater)), (4, Some(Ordering::Less)), (8, None)];
    for (predicate, code) in all.into_iter().zip(encoded) {
        for (bit, order) in orders {
            assert_eq!(holds(predicate, order), code & bit != 0, "{predicate:?} {order:?}");
        }
    }
}

#[test]
fn sincos_is_sin_and_cos() {
    for kind in [FloatKind::Single, FloatKind::Double, FloatKind::X87] {
        let value = through(kind, 1.25);
        let expected = (
            unary_intrinsic(&Intrinsic::Sin, kind, value).unwrap(),
            unary_intrinsic(&Intrinsic::Cos, kind, value).unwrap(),
        );
        assert_eq!(sincos(kind, value), expected);
    }
    assert_eq!(unary_intrinsic(&Intrinsic::Ctpop, FloatKind::Single, 0), None);
    assert_eq!(binary_intrinsic(&Intrinsic::Umax, FloatKind::Single, 0, 0), None);
}

#[test]
fn saturating_conversion_clamps_at_every_width() {
    let mut out = [0; 4];
    to_int_saturating(FloatKind::Double, of(1e300), 200, true, &mut out);
    assert_eq!(out, [u64::MAX, u64::MAX, u64::MAX, 0x7f]);
    to_int_saturating(FloatKind::Double, of(-1e300), 200, true, &mut out);
    assert_eq!(out, [0, 0, 0, 0x80]);
    to_int_saturating(FloatKind::Double, of(1e300), 200, false, &mut out);
    assert_eq!(out, [u64::MAX, u64::MAX, u64::MAX, 0xff]);
    to_int_saturating(FloatKind::Double, of(2f64.powi(150)), 200, false, &mut out);
    assert_eq!(out, [0, 0, 1 << 22, 0]);
    to_int_saturating(FloatKind::Double, of(-1.0), 200, false, &mut out);
    assert_eq!(out, [0; 4]);
    let mut out = [0];
    to_int_saturating(FloatKind::Double, of(-128.9), 8, true, &mut out);
    assert_eq!(out, [0x80]);
    to_int_saturating(FloatKind::Double, of(f64::NAN), 8, true, &mut out);
    assert_eq!(out, [0]);
}
