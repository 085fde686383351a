use super::wide::clear_above;
use super::*;
use crate::testing::{Random, integers};
use rift_ir::Intrinsic;

const OPS: [BinaryOp; 13] = [
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

const WIDTHS: [u32; 20] = [1, 2, 7, 8, 13, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 191, 192, 200, 320];

/// Bits, least significant first: the definitions below are the ones of primary school.
type Bits = Vec<bool>;

fn to_bits(bits: u32, a: &[u64]) -> Bits {
    (0..bits).map(|i| a[(i / 64) as usize] >> (i % 64) & 1 == 1).collect()
}

fn to_limbs(a: &[bool]) -> Vec<u64> {
    let mut out = vec![0; a.len().div_ceil(64)];
    for (i, &bit) in a.iter().enumerate() {
        out[i / 64] |= u64::from(bit) << (i % 64);
    }
    out
}

fn naive_add(a: &Bits, b: &Bits) -> Bits {
    let mut carry = false;
    a.iter()
        .zip(b)
        .map(|(&x, &y)| {
            let sum = x ^ y ^ carry;
            carry = x & y | x & carry | y & carry;
            sum
        })
        .collect()
}

fn naive_negate(a: &Bits) -> Bits {
    let one = (0..a.len()).map(|i| i == 0).collect();
    naive_add(&a.iter().map(|bit| !bit).collect(), &one)
}

fn naive_shl(a: &Bits, count: usize) -> Bits {
    (0..a.len()).map(|i| i >= count && a[i - count]).collect()
}

fn naive_mul(a: &Bits, b: &Bits) -> Bits {
    let mut sum = vec![false; a.len()];
    for (i, &bit) in b.iter().enumerate() {
        if bit {
            sum = naive_add(&sum, &naive_shl(a, i));
        }
    }
    sum
}

fn naive_less(a: &Bits, b: &Bits) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn naive_divide(a: &Bits, b: &Bits) -> (Bits, Bits) {
    let n = a.len();
    let (mut quotient, mut rest) = (vec![false; n], vec![false; n + 1]);
    let wide_b: Bits = b.iter().copied().chain([false]).collect();
    for i in (0..n).rev() {
        rest = naive_shl(&rest, 1);
        rest[0] = a[i];
        if !naive_less(&rest, &wide_b) {
            rest = naive_add(&rest, &naive_negate(&wide_b));
            quotient[i] = true;
        }
    }
    rest.truncate(n);
    (quotient, rest)
}

fn naive_magnitude(a: &Bits) -> Bits {
    if a[a.len() - 1] { naive_negate(a) } else { a.clone() }
}

/// `None` where LLVM defines nothing; shifts are in range.
fn naive(op: BinaryOp, a: &Bits, b: &Bits) -> Option<Bits> {
    let n = a.len();
    let zip = |f: fn(bool, bool) -> bool| a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect::<Bits>();
    let power = |(i, &bit): (usize, &bool)| if bit { 1usize.checked_shl(i as u32) } else { Some(0) };
    let in_range = b.iter().enumerate().map(power).sum::<Option<usize>>().filter(|&count| count < n);
    let sign = a[n - 1];
    Some(match op {
        BinaryOp::Add => naive_add(a, b),
        BinaryOp::Sub => naive_add(a, &naive_negate(b)),
        BinaryOp::Mul => naive_mul(a, b),
        BinaryOp::And => zip(|x, y| x & y),
        BinaryOp::Or => zip(|x, y| x | y),
        BinaryOp::Xor => zip(|x, y| x ^ y),
        BinaryOp::Shl => naive_shl(a, in_range?),
        BinaryOp::LShr => in_range.map(|c| (0..n).map(|i| i + c < n && a[i + c]).collect())?,
        BinaryOp::AShr => in_range.map(|c| (0..n).map(|i| if i + c < n { a[i + c] } else { sign }).collect())?,
        _ if !b.contains(&true) => return None,
        BinaryOp::UDiv => naive_divide(a, b).0,
        BinaryOp::URem => naive_divide(a, b).1,
        BinaryOp::SDiv => {
            let quotient = naive_divide(&naive_magnitude(a), &naive_magnitude(b)).0;
            if sign != b[n - 1] { naive_negate(&quotient) } else { quotient }
        }
        BinaryOp::SRem => {
            let rest = naive_divide(&naive_magnitude(a), &naive_magnitude(b)).1;
            if sign { naive_negate(&rest) } else { rest }
        }
        _ => unreachable!(),
    })
}

fn run(op: BinaryOp, bits: u32, a: &[u64], b: &[u64]) -> Result<Vec<u64>, ArithmeticFault> {
    let mut out = vec![0xdead; limbs(bits)];
    binary(op, bits, a, b, &mut out)?;
    Ok(out)
}

#[test]
fn binary_operations_agree_with_bit_by_bit_definitions() {
    let mut random = Random(1);
    for bits in WIDTHS {
        let values = integers(bits, &mut random, 12);
        for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            for op in OPS {
                let Some(expected) = naive(op, &to_bits(bits, a), &to_bits(bits, b)) else { continue };
                match run(op, bits, a, b) {
                    Ok(result) => assert_eq!(result, to_limbs(&expected), "{op:?} i{bits} {a:x?} {b:x?}"),
                    Err(fault) => {
                        assert_eq!(fault, ArithmeticFault::DivisionOverflow);
                        assert!(bits == 32 || bits == 64);
                    }
                }
            }
        }
    }
}

#[test]
fn in_range_shifts_agree_at_every_count() {
    let mut random = Random(2);
    for bits in WIDTHS {
        for count in 0..bits {
            let a = random.integer(bits);
            let mut b = vec![0; limbs(bits)];
            b[0] = u64::from(count);
            clear_above(bits, &mut b);
            for op in [BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr] {
                let expected = naive(op, &to_bits(bits, &a), &to_bits(bits, &b)).unwrap();
                assert_eq!(run(op, bits, &a, &b).unwrap(), to_limbs(&expected), "{op:?} i{bits} {a:x?} {count}");
            }
        }
    }
}

#[test]
fn knuth_division_corrects_its_estimate() {
    // From Hacker's Delight: operands that take the add-back step, scaled to 64-bit limbs.
    let a = [3, 0, 1 << 63, 0];
    let b = [1, 0, 1 << 61, 0];
    let mut expected = naive_divide(&to_bits(256, &a), &to_bits(256, &b));
    assert_eq!(run(BinaryOp::UDiv, 256, &a, &b).unwrap(), to_limbs(&expected.0));
    assert_eq!(run(BinaryOp::URem, 256, &a, &b).unwrap(), to_limbs(&expected.1));
    let a = [0, u64::MAX - 1, 1 << 63, 0];
    let b = [u64::MAX, 1 << 63, 0, 0];
    expected = naive_divide(&to_bits(256, &a), &to_bits(256, &b));
    assert_eq!(run(BinaryOp::UDiv, 256, &a, &b).unwrap(), to_limbs(&expected.0));
    assert_eq!(run(BinaryOp::URem, 256, &a, &b).unwrap(), to_limbs(&expected.1));
}

#[test]
fn undefined_divisions_do_what_x86_does() {
    for bits in WIDTHS {
        let values = integers(bits, &mut Random(0), 0);
        let [zero, _, minimum, minus_one, _] = &values[..] else { unreachable!() };
        let quotient = run(BinaryOp::SDiv, bits, minimum, minus_one);
        let remainder = run(BinaryOp::SRem, bits, minimum, minus_one);
        if bits == 32 || bits == 64 {
            assert_eq!(quotient, Err(ArithmeticFault::DivisionOverflow));
            assert_eq!(remainder, Err(ArithmeticFault::DivisionOverflow));
        } else {
            assert_eq!(quotient.as_ref(), Ok(minimum));
            assert_eq!(remainder.as_ref(), Ok(zero));
        }
        for op in [BinaryOp::UDiv, BinaryOp::SDiv, BinaryOp::URem, BinaryOp::SRem] {
            let result = run(op, bits, minimum, zero);
            match op {
                _ if bits <= 128 => assert_eq!(result, Err(ArithmeticFault::DivisionByZero)),
                BinaryOp::UDiv | BinaryOp::SDiv => assert_eq!(result.as_ref(), Ok(zero)),
                _ => assert_eq!(result.as_ref(), Ok(minimum)),
            }
        }
    }
}

#[test]
fn too_large_shift_counts_are_taken_modulo_the_register() {
    let one = |op, bits, a: u64, b: u64| run(op, bits, &[a], &[b]).unwrap()[0];
    assert_eq!(one(BinaryOp::Shl, 8, 0x81, 8), 0);
    assert_eq!(one(BinaryOp::Shl, 8, 0x81, 33), 2);
    assert_eq!(one(BinaryOp::AShr, 8, 0x81, 30), 0xff);
    assert_eq!(one(BinaryOp::LShr, 16, 0x8000, 32), 0x8000);
    assert_eq!(one(BinaryOp::Shl, 32, 3, 33), 6);
    assert_eq!(one(BinaryOp::LShr, 64, 8, 66), 2);
    assert_eq!(run(BinaryOp::Shl, 128, &[1, 0], &[129, 0]).unwrap(), [2, 0]);
    assert_eq!(run(BinaryOp::Shl, 192, &[1, 0, 0], &[192, 0, 0]).unwrap(), [0, 0, 0]);
    assert_eq!(run(BinaryOp::AShr, 192, &[1, 0, 1 << 63], &[0, 1, 0]).unwrap(), [u64::MAX; 3]);
}

#[test]
fn comparisons_agree_with_i128() {
    let mut random = Random(3);
    for bits in WIDTHS.into_iter().filter(|&bits| bits <= 128) {
        let values = integers(bits, &mut random, 10);
        for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            let (ua, ub) = (load128(a), load128(b));
            let (sa, sb) = (signed128(bits, ua), signed128(bits, ub));
            let cases = [
                (IntPredicate::Eq, ua == ub),
                (IntPredicate::Ne, ua != ub),
                (IntPredicate::Ugt, ua > ub),
                (IntPredicate::Uge, ua >= ub),
                (IntPredicate::Ult, ua < ub),
                (IntPredicate::Ule, ua <= ub),
                (IntPredicate::Sgt, sa > sb),
                (IntPredicate::Sge, sa >= sb),
                (IntPredicate::Slt, sa < sb),
                (IntPredicate::Sle, sa <= sb),
            ];
            for (predicate, expected) in cases {
                assert_eq!(compare(predicate, bits, a, b), expected, "{predicate:?} i{bits} {a:x?} {b:x?}");
                if bits <= 64 {
                    assert_eq!(compare64(predicate, bits, a[0], b[0]), expected);
                }
            }
        }
    }
}

#[test]
fn widening_and_narrowing_keep_the_bits() {
    let mut random = Random(4);
    for from in WIDTHS {
        for to in WIDTHS {
            let a = random.integer(from);
            let source = to_bits(from, &a);
            let mut out = vec![0xdead; limbs(to)];
            if to <= from {
                truncate(to, &a, &mut out);
                assert_eq!(out, to_limbs(&source[..to as usize]));
                continue;
            }
            let mut expected = source.clone();
            expected.resize(to as usize, false);
            zero_extend(&a, &mut out);
            assert_eq!(out, to_limbs(&expected));
            expected.truncate(from as usize);
            expected.resize(to as usize, source[from as usize - 1]);
            sign_extend(from, to, &a, &mut out);
            assert_eq!(out, to_limbs(&expected));
        }
    }
}

#[test]
fn bit_intrinsics_agree_with_their_definitions() {
    let mut random = Random(5);
    for bits in WIDTHS {
        for a in integers(bits, &mut random, 20) {
            let source = to_bits(bits, &a);
            assert_eq!(ctpop(&a) as usize, source.iter().filter(|&&bit| bit).count());
            assert_eq!(ctlz(bits, &a) as usize, source.iter().rev().take_while(|&&bit| !bit).count());
            assert_eq!(cttz(bits, &a) as usize, source.iter().take_while(|&&bit| !bit).count());
            let mut out = vec![0xdead; limbs(bits)];
            bitreverse(bits, &a, &mut out);
            assert_eq!(out, to_limbs(&source.iter().rev().copied().collect::<Bits>()));
            if bits % 8 == 0 {
                bswap(bits, &a, &mut out);
                assert_eq!(out, to_limbs(&source.rchunks(8).flatten().copied().collect::<Bits>()));
            }
            let (b, count) = (random.integer(bits), random.integer(bits));
            let modulo = (0..bits)
                .rev()
                .fold(0u64, |rest, i| (rest * 2 + u64::from(to_bits(bits, &count)[i as usize])) % u64::from(bits))
                as usize;
            let both: Bits = to_bits(bits, &b).into_iter().chain(source.iter().copied()).collect();
            let n = bits as usize;
            fshl(bits, &a, &b, &count, &mut out);
            assert_eq!(out, to_limbs(&both[n - modulo..2 * n - modulo]), "fshl i{bits}");
            fshr(bits, &a, &b, &count, &mut out);
            assert_eq!(out, to_limbs(&both[modulo..n + modulo]), "fshr i{bits}");
        }
    }
}

/// The exact result, in a width where nothing overflows.
fn exact(which: &Intrinsic, bits: u32, a: &[u64], b: &[u64]) -> (Bits, bool) {
    use Intrinsic::*;
    let signed = matches!(which, SaddOverflow | SaddSat | SsubOverflow | SsubSat | SmulOverflow);
    let n = bits as usize;
    let widen = |x: &[u64]| {
        let mut x = to_bits(bits, x);
        let fill = signed && x[n - 1];
        x.resize(2 * n + 1, fill);
        x
    };
    let (a, b) = (widen(a), widen(b));
    let result = match which {
        SaddOverflow | UaddOverflow | SaddSat | UaddSat => naive_add(&a, &b),
        SsubOverflow | UsubOverflow | SsubSat | UsubSat => naive_add(&a, &naive_negate(&b)),
        _ => naive_mul(&a, &b),
    };
    let fits = if signed { result[n - 1..].iter().all(|&x| x == result[n - 1]) } else { !result[n..].contains(&true) };
    (result, !fits)
}

#[test]
fn overflowing_and_saturating_operations_agree_with_exact_ones() {
    use Intrinsic::*;
    let mut random = Random(6);
    for bits in WIDTHS {
        let n = bits as usize;
        let values = integers(bits, &mut random, 7);
        for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            let mut out = vec![0xdead; limbs(bits)];
            for which in [SaddOverflow, UaddOverflow, SsubOverflow, UsubOverflow, SmulOverflow, UmulOverflow] {
                let (expected, overflowed) = exact(&which, bits, a, b);
                assert_eq!(overflow(&which, bits, a, b, &mut out), Some(overflowed), "{which:?} i{bits} {a:x?} {b:x?}");
                assert_eq!(out, to_limbs(&expected[..n]));
            }
            for which in [SaddSat, UaddSat, SsubSat, UsubSat] {
                let (expected, overflowed) = exact(&which, bits, a, b);
                let negative = expected[2 * n];
                let clamped: Bits = match which {
                    _ if !overflowed => expected[..n].to_vec(),
                    UaddSat | UsubSat => vec![!negative; n],
                    _ => (0..n).map(|i| (i == n - 1) == negative).collect(),
                };
                intrinsic2(&which, bits, a, b, &mut out).unwrap();
                assert_eq!(out, to_limbs(&clamped), "{which:?} i{bits} {a:x?} {b:x?}");
            }
        }
    }
}

#[test]
fn saturating_shifts_saturate_when_shifting_back_loses() {
    let mut random = Random(7);
    for bits in WIDTHS.into_iter().filter(|&bits| bits <= 64) {
        for _ in 0..200 {
            let a = random.integer(bits)[0];
            let count = random.below(u64::from(bits)) & mask64(bits);
            let mut out = [0];
            intrinsic2(&Intrinsic::UshlSat, bits, &[a], &[count], &mut out).unwrap();
            let wide = u128::from(a) << count;
            assert_eq!(u128::from(out[0]), wide.min(u128::from(mask64(bits))));
            intrinsic2(&Intrinsic::SshlSat, bits, &[a], &[count], &mut out).unwrap();
            let wide = i128::from(signed64(bits, a)) << count;
            let limit = 1i128 << (bits - 1);
            assert_eq!(i128::from(signed64(bits, out[0])), wide.clamp(-limit, limit - 1), "i{bits} {a:x} {count}");
        }
    }
}

#[test]
fn extremes_and_three_way_comparison() {
    let (a, b) = ([5, 0, 0], [7, 0, 1 << 63]);
    let pick = |which: Intrinsic| select_extreme(&which, 192, &a, &b).unwrap();
    assert_eq!(pick(Intrinsic::Smin), b);
    assert_eq!(pick(Intrinsic::Smax), a);
    assert_eq!(pick(Intrinsic::Umin), a);
    assert_eq!(pick(Intrinsic::Umax), b);
    let mut out = [0];
    assert_eq!(three_way(&Intrinsic::Scmp, 192, &a, &b, 8, &mut out), Some(Ordering::Greater));
    assert_eq!(out, [1]);
    assert_eq!(three_way(&Intrinsic::Ucmp, 192, &a, &b, 8, &mut out), Some(Ordering::Less));
    assert_eq!(out, [0xff]);
    let mut out = [0; 3];
    abs(192, &b, &mut out);
    assert_eq!(out, [u64::MAX - 6, u64::MAX, (1 << 63) - 1]);
    assert_eq!(intrinsic1(&Intrinsic::Sqrt, 192, &a, &mut out), None);
}

#[test]
fn decimal_text_goes_both_ways() {
    let mut random = Random(8);
    for bits in WIDTHS {
        for a in integers(bits, &mut random, 20) {
            let (unsigned, signed) = (to_decimal_unsigned(&a), to_decimal_signed(bits, &a));
            if bits <= 128 {
                assert_eq!(unsigned, load128(&a).to_string());
                assert_eq!(signed, signed128(bits, load128(&a)).to_string());
            }
            assert_eq!(from_decimal(bits, &unsigned).as_ref(), Ok(&a));
            assert_eq!(from_decimal(bits, &signed).as_ref(), Ok(&a));
        }
    }
    assert_eq!(from_decimal(8, "256"), Err(ParseIntegerError::TooLarge(8)));
    assert_eq!(from_decimal(8, "-129"), Err(ParseIntegerError::TooLarge(8)));
    assert_eq!(from_decimal(8, "-128"), Ok(vec![128]));
    assert_eq!(from_decimal(8, "-"), Err(ParseIntegerError::NotDecimal));
    assert_eq!(from_decimal(64, "1x"), Err(ParseIntegerError::NotDecimal));
}
