//! The canonical forms, one family of rewrites after the other: each of these fails when its rewrite is gone.

mod build;

use build::{Build, check};
use rift_expr::TermId;
use rift_ir::BinaryOp::{AShr, Add, And, FDiv, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
use rift_ir::FloatPredicate;
use rift_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
use rift_ir::{BinaryOp, FloatKind, IntPredicate};

/// An operation on two words.
fn words(op: BinaryOp) -> impl FnOnce(&mut Build) -> TermId {
    move |b| {
        let (x, y) = (b.word(0), b.word(4));
        b.op2(op, x, y)
    }
}

/// Operations on a word, one after the other, each with a constant.
fn chain(steps: &'static [(BinaryOp, i64)]) -> impl FnOnce(&mut Build) -> TermId {
    move |b| {
        let x = b.word(0);
        steps.iter().fold(x, |term, &(op, c)| b.op(op, term, c))
    }
}

#[test]
fn what_cannot_be_simplified_stays() {
    check("in[0..4] + in[4..8]", words(Add));
    check("in[0..4] - in[4..8]", words(Sub));
    check("in[0..4] * in[4..8]", words(Mul));
    check("in[0..4] /u in[4..8]", words(UDiv));
    check("in[0..4] %s in[4..8]", words(SRem));
    check("in[0..4] << in[4..8]", words(Shl));
    check("in[0..4] >>s in[4..8]", words(AShr));
    check("in[0..4] & in[4..8]", words(And));
    check("in[0..4] /u 10", chain(&[(UDiv, 10)]));
    check("in[0..4] %u 10", chain(&[(URem, 10)]));
    check("in[0..4] /s 10", chain(&[(SDiv, 10)]));
}

#[test]
fn sums() {
    check("concat(bits(in[0..4], 0..31), 0:1)", |b| {
        let x = b.word(0);
        b.op2(Add, x, x)
    });
    check("-1", |b| {
        let x = b.word(0);
        let y = b.0.not(x);
        b.op2(Add, x, y)
    });
    check("0 - in[0..4]", |b| {
        let x = b.word(0);
        let y = b.0.not(x);
        b.op(Add, y, 1)
    });
    check("~in[0..4]", |b| {
        let (x, ones) = (b.word(0), b.0.constant(32, u64::MAX));
        b.op2(Sub, ones, x)
    });
    check("in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let sum = b.op2(Add, x, y);
        b.op2(Sub, sum, x)
    });
    check("0 - in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let sum = b.op2(Add, x, y);
        b.op2(Sub, x, sum)
    });
    check("in[0..4]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let difference = b.op2(Sub, x, y);
        b.op2(Add, difference, y)
    });
    check("5 - in[0..4]", |b| {
        let (x, seven) = (b.word(0), b.0.constant(32, 7));
        let difference = b.op2(Sub, seven, x);
        b.op(Sub, difference, 2)
    });
    check("in[0..4] - in[4..8] + 3", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let (x, y) = (b.op(Add, x, 5), b.op(Add, y, 2));
        b.op2(Sub, x, y)
    });
}

#[test]
fn products_and_quotients() {
    check("concat(bits(in[0..4], 0..29), 0:3)", chain(&[(Mul, 8)]));
    check("0 - in[0..4]", chain(&[(Mul, -1)]));
    check("in[0..4] * 12", chain(&[(Mul, 3), (Shl, 2)]));
    check("in[0..4] * 5 + 10", chain(&[(Add, 2), (Mul, 5)]));
    check("zext32(bits(in[0..4], 4..32))", chain(&[(UDiv, 16)]));
    check("zext32(bits(in[0], 0..4))", chain(&[(URem, 16)]));
    check("in[0..4] /u 21", chain(&[(UDiv, 3), (UDiv, 7)]));
    check("-1", chain(&[(UDiv, 0)]));
    check("in[0..4]", chain(&[(URem, 0)]));
    check("bit(in[3], 7) ? 1 : -1", chain(&[(SDiv, 0)]));
    check("0 - in[0..4]", chain(&[(SDiv, -1)]));
    check("in[0..4] %s 10", chain(&[(SRem, -10)]));
    check("0", chain(&[(SRem, -1)]));
    // No overflow is possible: a product divides by its factor.
    for op in [UDiv, SDiv] {
        check(if op == UDiv { "zext64(in[0..4])" } else { "sext64(in[0..4])" }, |b| {
            let x = b.word(0);
            let x = if op == UDiv { b.zext(x, 64) } else { b.sext(x, 64) };
            let product = b.op(Mul, x, 24);
            b.op(op, product, 24)
        });
    }
    // The least number of eight bits times 300 does not fit in 16, the largest negative one does.
    check("concat(511:9, bits(in[0], 0..7)) * 300 /s 300", |b| {
        let x = b.byte(0);
        let x = b.op(Or, x, 0x80);
        let low = b.0.extract(x, 0, 7);
        let ones = b.0.constant(9, 0x1ff);
        let x = b.0.concat(ones, low);
        let product = b.op(Mul, x, 300);
        b.op(SDiv, product, 300)
    });
    // Without the common factor of two the quotient by -1 could overflow.
    check("concat(bits(in[0..4], 0..30), 0:2) /s -4", chain(&[(Shl, 2), (SDiv, -4)]));
    check("sext32(bits(in[0..4], 0..30) /s 3)", chain(&[(Shl, 2), (SDiv, 12)]));
    check("zext32(bits(in[0..4], 0..30) /u 3)", chain(&[(Shl, 2), (UDiv, 12)]));
    check("zext32(in[0] /u 10)", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 32);
        b.op(SDiv, x, 10)
    });
    check("sext32(in[0] /s 10)", |b| {
        let x = b.byte(0);
        let x = b.sext(x, 32);
        b.op(SDiv, x, 10)
    });
    check("sext32(in[0] %s 10)", |b| {
        let x = b.byte(0);
        let x = b.sext(x, 32);
        b.op(SRem, x, 10)
    });
    check("0", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 32);
        b.op(UDiv, x, 300)
    });
    check("zext32(in[0])", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 32);
        b.op(URem, x, 300)
    });
}

#[test]
fn bits() {
    check("zext32(in[0] & 129)", chain(&[(And, 0x8000_0081), (And, 0xff)]));
    check("in[0..4] & 0x80000001", chain(&[(And, 0x8000_0081), (And, 0xf000_000f)]));
    check("in[0..4] | 3", chain(&[(Or, 1), (Or, 2)]));
    check("~in[0..4]", chain(&[(Xor, -1)]));
    check("in[0..4] ^ -6", chain(&[(Xor, 5), (Xor, -1)]));
    check("in[0..4] + 0x80000000", chain(&[(Xor, 0x8000_0000)]));
    check("zext32(in[0] | 32)", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 32);
        b.op(Or, x, 32)
    });
    check("sext32(in[0] & in[1])", |b| {
        let (x, y) = (b.byte(0), b.byte(1));
        let (x, y) = (b.sext(x, 32), b.sext(y, 32));
        b.op2(And, x, y)
    });
    check("0", |b| {
        let x = b.word(0);
        let y = b.0.not(x);
        b.op2(And, x, y)
    });
    check("in[0..4] & in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let both = b.op2(And, x, y);
        b.op2(And, y, both)
    });
    check("in[0..4]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let differ = b.op2(Xor, x, y);
        b.op2(Xor, y, differ)
    });
    check("~(in[0..4] ^ in[4..8])", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let y = b.0.not(y);
        b.op2(Xor, x, y)
    });
    // A mask that masks nothing.
    check("zext32(in[0]) * 3", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 32);
        let x = b.op(Mul, x, 3);
        b.op(And, x, 0x3ff)
    });
    // Bits that are masked out again.
    check("in[0..4] & 0xa0000005", chain(&[(Or, 0xa0), (Xor, 0x10), (And, 0xa000_0005)]));
}

#[test]
fn shifts() {
    check("0", chain(&[(Shl, 32)]));
    check("sext32(bit(in[3], 7))", chain(&[(AShr, 40)]));
    check("zext32(bits(in[0..4], 3..32))", chain(&[(LShr, 3)]));
    check("concat(bits(in[0..4], 3..32), 0:3)", chain(&[(LShr, 3), (Shl, 3)]));
    check("zext32(in[0]) >>u in[4..8]", |b| {
        let (x, y) = (b.byte(0), b.word(4));
        let x = b.zext(x, 32);
        b.op2(AShr, x, y)
    });
    check("0", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let y = b.op(Or, y, 32);
        b.op2(Shl, x, y)
    });
}

/// A comparison of two words that were extended alike.
fn extended(predicate: IntPredicate, signed: bool) -> impl FnOnce(&mut Build) -> TermId {
    move |b| {
        let (x, y) = (b.word(0), b.word(4));
        let (x, y) = match signed {
            true => (b.sext(x, 128), b.sext(y, 128)),
            false => (b.zext(x, 128), b.zext(y, 128)),
        };
        b.is2(predicate, x, y)
    }
}

#[test]
fn orders() {
    check("in[0..4] <s in[4..8]", extended(Slt, true));
    check("in[0..4] <u in[4..8]", extended(Slt, false));
    check("in[4..8] <=u in[0..4]", extended(Uge, false));
    check("in[0..4] <=u in[4..8]", extended(Ule, true));
    check("in[0] <u in[4]", |b| {
        let (x, y) = (b.byte(0), b.byte(4));
        let (x, y) = (b.0.not(x), b.0.not(y));
        b.is2(Ugt, x, y)
    });
    check("bits(in[0..8], 0..62) <u bits(in[8..16], 0..62)", |b| {
        let (x, y) = (b.long(0), b.long(8));
        let (x, y) = (b.op(Mul, x, 4), b.op(Mul, y, 4));
        b.is2(Ult, x, y)
    });
    check("in[0..4] == -1", |b| {
        let x = b.word(0);
        let next = b.op(Add, x, 1);
        b.is2(Ult, next, x)
    });
    check("in[0..4] != 0x7fffffff", |b| {
        let x = b.word(0);
        let next = b.op(Add, x, 1);
        b.is2(Sgt, next, x)
    });
    check("in[0..4] == 0x7fffffff", |b| {
        let x = b.word(0);
        let x = b.sext(x, 64);
        let next = b.op(Add, x, 1);
        let low = b.0.extract(next, 0, 32);
        let back = b.sext(low, 64);
        b.is2(Ne, back, next)
    });
    check("in[0..4] <=s in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let greater = b.is2(Sgt, x, y);
        b.0.not(greater)
    });
    check("true", |b| {
        let (x, y) = (b.byte(0), b.word(4));
        let (x, y) = (b.zext(x, 32), b.op(Or, y, 256));
        b.is2(Ult, x, y)
    });
}

#[test]
fn comparisons_with_wide_constants() {
    let compare = |predicate, high: u64, low: u64, signed: bool| {
        move |b: &mut Build| {
            let x = b.byte(0);
            let x = if signed { b.sext(x, 128) } else { b.zext(x, 128) };
            let c = b.0.constant_limbs(128, &[low, high]);
            b.is2(predicate, x, c)
        }
    };
    check("in[0] == 7", compare(Eq, 0, 7, false));
    check("false", compare(Eq, 1, 7, false));
    check("in[0] <u 7", compare(Slt, 0, 7, false));
    check("true", compare(Slt, 1, 0, false));
    check("false", compare(Slt, u64::MAX, 0, false));
    check("in[0] <s -1", compare(Slt, u64::MAX, u64::MAX, true));
    check("true", compare(Slt, 0, 128, true));
    check("!bit(in[0], 7)", compare(Ult, 1, 0, true));
    check("bit(in[0], 7)", compare(Sle, u64::MAX, u64::MAX, true));
    check("in[0..8] == 2 && in[8..16] == 1", |b| {
        let (high, low) = (b.long(8), b.long(0));
        let swapped = b.0.concat(low, high);
        let c = b.0.constant_limbs(128, &[1, 2]);
        b.is2(Eq, swapped, c)
    });
}

#[test]
fn equalities() {
    check("in[4..8] == 0", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let sum = b.op2(Add, x, y);
        b.is2(Eq, sum, x)
    });
    // The same from either side.
    for side in [0, 4] {
        check("in[4..8] == in[0..4] + 3", |b| {
            let (x, y) = (b.word(0), b.word(4));
            if side == 0 {
                let x = b.op(Add, x, 3);
                return b.is2(Eq, x, y);
            }
            let y = b.op(Sub, y, 3);
            b.is2(Eq, y, x)
        });
    }
    check("in[0..4] == in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let differ = b.op2(Xor, x, y);
        b.is(Eq, differ, 0)
    });
    check("in[4..8] == 0 && in[0..4] == 0", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let either = b.op2(Or, x, y);
        b.is(Eq, either, 0)
    });
    check("in[1] == 5 && in[2] == in[3]", |b| {
        let (x, y, z) = (b.byte(1), b.byte(2), b.byte(3));
        let five = b.0.constant(8, 5);
        let (left, right) = (b.0.concat(x, y), b.0.concat(five, z));
        b.is2(Eq, left, right)
    });
    check("in[0..4] == in[4..8]", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let (x, y) = (b.op(Mul, x, 1), b.op(Add, y, 0));
        b.is2(Eq, x, y)
    });
}

#[test]
fn memberships() {
    let range = |low: i64, high: i64| {
        move |b: &mut Build| {
            let x = b.word(0);
            let (above, below) = (b.is(Sge, x, low), b.is(Sle, x, high));
            b.0.and(above, below)
        }
    };
    check("in[0..4] - 10 <u 11", range(10, 20));
    check("in[0..4] == 10", range(10, 10));
    check("in[0..4] + 5 <u 11", range(-5, 5));
    check("false", range(20, 10));
    check("in[0..4] != 3", |b| {
        let x = b.word(0);
        let (less, greater) = (b.is(Slt, x, 3), b.is(Sgt, x, 3));
        b.0.or(less, greater)
    });
    check("in[0] == 32 || in[0] - 9 <u 5", |b| {
        let x = b.byte(0);
        [32, 9, 10, 11, 12, 13].iter().fold(b.0.truth(false), |any, &c| {
            let same = b.is(Eq, x, c);
            b.0.or(any, same)
        })
    });
    check("in[0..4] - 30 <u 10", |b| {
        let x = b.word(0);
        let quotient = b.op(SDiv, x, 10);
        b.is(Eq, quotient, 3)
    });
    check("in[0..4] + 9 <u 19", |b| {
        let x = b.word(0);
        let quotient = b.op(SDiv, x, 10);
        b.is(Eq, quotient, 0)
    });
    check("bit(in[0], 0) && !bit(in[3], 7)", |b| {
        let x = b.word(0);
        let rest = b.op(SRem, x, 2);
        b.is(Eq, rest, 1)
    });
    for value in [5, -5] {
        check("false", |b| {
            let x = b.word(0);
            let rest = b.op(SRem, x, 4);
            b.is(Eq, rest, value)
        });
    }
    check("in[0] <u 20", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 64);
        let scaled = b.op(Mul, x, 12);
        let address = b.op(Add, scaled, 0x1000);
        b.is(Ult, address, 0x1000 + 240)
    });
    check("in[0..8] - 9 <u 8", |b| {
        let x = b.long(0);
        let padded = b.op(Add, x, 7);
        let aligned = b.op(And, padded, -8);
        b.is(Eq, aligned, 16)
    });
    check("in[0] - 48 <u 16", |b| {
        let x = b.byte(0);
        let high = b.op(LShr, x, 4);
        b.is(Eq, high, 3)
    });
    check("in[0] - 97 <u 26 ? in[0] == 107 : in[0] == 75", |b| {
        let x = b.byte(0);
        let (int, is_lower) = (b.sext(x, 32), b.op(Sub, x, 97));
        let (is_lower, upper) = (b.is(Ult, is_lower, 26), b.op(Sub, int, 32));
        let chosen = b.0.ite(is_lower, upper, int);
        b.is(Eq, chosen, 75)
    });
}

#[test]
fn choices() {
    let arms = |b: &mut Build| {
        let (c, d) = (b.byte(0), b.byte(1));
        (b.is(Eq, c, 1), b.is(Ult, d, 9), b.word(4), b.word(8))
    };
    check("in[0] == 1 ? in[8..12] : in[4..8]", |b| {
        let (p, _, x, y) = arms(b);
        let p = b.0.not(p);
        b.0.ite(p, x, y)
    });
    check("in[1] <u 9 ? in[8..12] : in[4..8]", |b| {
        let (_, q, x, y) = arms(b);
        let q = b.0.not(q);
        b.0.ite(q, x, y)
    });
    check("in[0] == 1 || in[1] <u 9 ? in[4..8] : in[8..12]", |b| {
        let (p, q, x, y) = arms(b);
        let inner = b.0.ite(q, x, y);
        b.0.ite(p, x, inner)
    });
    check("in[0] == 1 && in[1] <u 9 ? in[4..8] : in[8..12]", |b| {
        let (p, q, x, y) = arms(b);
        let inner = b.0.ite(q, x, y);
        b.0.ite(p, inner, y)
    });
    check("sext64(in[0] == 1 ? in[4..8] : in[8..12])", |b| {
        let (p, _, x, y) = arms(b);
        let (x, y) = (b.sext(x, 64), b.sext(y, 64));
        b.0.ite(p, x, y)
    });
    check("zext64(in[0] == 1 ? in[4..8] : 7)", |b| {
        let (p, _, x, _) = arms(b);
        let (x, seven) = (b.zext(x, 64), b.0.constant(64, 7));
        b.0.ite(p, x, seven)
    });
    check("in[4..8]", |b| {
        let x = b.word(4);
        let same = b.is(Eq, x, 3);
        let three = b.0.constant(32, 3);
        b.0.ite(same, three, x)
    });
    check("sext32(in[0] == 1)", |b| {
        let (p, ..) = arms(b);
        b.choose(p, -1, 0, 32)
    });
    check("in[0] == 1 ? 12 : 6", |b| {
        let (p, ..) = arms(b);
        let chosen = b.choose(p, 10, 4, 8);
        let wide = b.zext(chosen, 32);
        b.op(Add, wide, 2)
    });
    check("in[0] == 1 && in[1] <u 9", |b| {
        let (p, q, ..) = arms(b);
        let no = b.0.truth(false);
        b.0.ite(p, q, no)
    });
    check("in[1] <u 9 || in[0] != 1", |b| {
        let (p, q, ..) = arms(b);
        let yes = b.0.truth(true);
        b.0.ite(p, q, yes)
    });
}

#[test]
fn booleans_as_numbers_of_one_bit() {
    let bits = |op: BinaryOp| {
        move |b: &mut Build| {
            let (x, y) = (b.byte(0), b.byte(1));
            let (x, y) = (b.0.extract(x, 0, 1), b.0.extract(y, 0, 1));
            b.op2(op, x, y)
        }
    };
    check("bit(in[0], 0) ^ bit(in[1], 0)", bits(Sub));
    check("bit(in[0], 0) && bit(in[1], 0)", bits(Mul));
    check("bit(in[0], 0) || !bit(in[1], 0)", bits(UDiv));
    check("bit(in[0], 0) && !bit(in[1], 0)", bits(Shl));
    check("bit(in[0], 0)", bits(AShr));
    for (predicate, expected) in [
        (Eq, "!(bit(in[0], 0) ^ bit(in[1], 0))"),
        (Ult, "bit(in[1], 0) && !bit(in[0], 0)"),
        (Slt, "bit(in[0], 0) && !bit(in[1], 0)"),
        (Ule, "bit(in[1], 0) || !bit(in[0], 0)"),
        (Sle, "bit(in[0], 0) || !bit(in[1], 0)"),
    ] {
        check(expected, move |b| {
            let (x, y) = (b.byte(0), b.byte(1));
            let (x, y) = (b.0.extract(x, 0, 1), b.0.extract(y, 0, 1));
            b.is2(predicate, x, y)
        });
    }
}

#[test]
fn floats() {
    let compare = |predicate| {
        move |b: &mut Build| {
            let (x, y) = (b.long(0), b.long(8));
            b.0.float_compare(predicate, x, y)
        }
    };
    check("olt(in[8..16], in[0..8])", compare(FloatPredicate::Ogt));
    check("ule(in[8..16], in[0..8])", compare(FloatPredicate::Uge));
    check("ule(in[8..16], in[0..8])", |b| {
        let less = compare(FloatPredicate::Olt)(b);
        b.0.not(less)
    });
    check("false", compare(FloatPredicate::False));
    check("uno(in[0..8], in[0..8])", |b| {
        let x = b.long(0);
        b.0.float_compare(FloatPredicate::Une, x, x)
    });
    check("ord(in[0..8], in[0..8])", |b| {
        let (x, one) = (b.long(0), b.0.constant(64, 1f64.to_bits()));
        b.0.float_compare(FloatPredicate::Ord, one, x)
    });
    check("f32_from_unsigned(in[0])", |b| {
        let x = b.byte(0);
        let x = b.zext(x, 64);
        b.0.int_to_float(x, true, FloatKind::Single)
    });
    check("f64_from_signed(in[0])", |b| {
        let x = b.byte(0);
        let x = b.sext(x, 64);
        b.0.int_to_float(x, true, FloatKind::Double)
    });
    check("0x3fe0000000000000", |b| {
        let (one, two) = (b.0.constant(64, 1f64.to_bits()), b.0.constant(64, 2f64.to_bits()));
        b.0.float(FDiv, one, two)
    });
    check("f32(in[0..8])", |b| {
        let x = b.long(0);
        b.0.float_to_float(x, FloatKind::Single)
    });
}
