//! What programs compiled at -O0 ask for, and what it becomes: comparisons on the input, as narrow as they can be.

mod build;

use build::{Build, check};
use rift_expr::Terms;
use rift_ir::BinaryOp::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
use rift_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Ugt, Ule, Ult};

#[test]
fn a_boolean_widened_and_tested_is_the_boolean() {
    for (predicate, c, expected) in
        [(Ne, 0, "in[0] == 65"), (Eq, 1, "in[0] == 65"), (Eq, 0, "in[0] != 65"), (Sgt, 0, "in[0] == 65")]
    {
        check(expected, |b| {
            let c0 = b.byte(0);
            let same = b.is(Eq, c0, 65);
            let wide = b.zext(same, 32);
            b.is(predicate, wide, c)
        });
    }
    check("in[0] == 65", |b| {
        let c0 = b.byte(0);
        let same = b.is(Eq, c0, 65);
        let wide = b.sext(same, 32);
        b.is(Eq, wide, -1)
    });
    check("false", |b| {
        let c0 = b.byte(0);
        let same = b.is(Eq, c0, 65);
        let wide = b.zext(same, 32);
        b.is(Eq, wide, 2)
    });
}

#[test]
fn characters_are_compared_as_bytes() {
    let compared = |predicate, c| {
        move |b: &mut Build| {
            let c0 = b.byte(0);
            let int = b.sext(c0, 32);
            b.is(predicate, int, c)
        }
    };
    check("in[0] == 45", compared(Eq, 45));
    check("in[0] != 45", compared(Ne, 45));
    check("in[0] == -1", compared(Eq, -1));
    check("false", compared(Eq, 200));
    check("true", compared(Slt, 128));
    check("bit(in[0], 7)", compared(Slt, 0));
    check("!bit(in[0], 7)", compared(Sge, 0));
    check("48 <=s in[0]", compared(Sge, 48));
    check("in[0] <s 58", compared(Sle, 57));
    check("!bit(in[0], 7)", compared(Ult, 1000));
    let unsigned = |predicate, c| {
        move |b: &mut Build| {
            let c0 = b.byte(0);
            let int = b.zext(c0, 32);
            b.is(predicate, int, c)
        }
    };
    check("in[0] <u 58", unsigned(Slt, 58));
    check("in[0] <u 58", unsigned(Ule, 57));
    check("in[0] == 0", unsigned(Ult, 1));
    check("in[0] != 0", unsigned(Ugt, 0));
    check("false", unsigned(Slt, 0));
    check("48 <=u in[0]", unsigned(Sgt, 47));
}

#[test]
fn the_two_ways_to_test_for_a_digit_are_one() {
    let expected = "in[0] - 48 <u 10";
    check(expected, |b| {
        let c0 = b.byte(0);
        let int = b.sext(c0, 32);
        let offset = b.op(Sub, int, 48);
        b.is(Ult, offset, 10)
    });
    check(expected, |b| {
        let c0 = b.byte(0);
        let int = b.zext(c0, 32);
        let offset = b.op(Add, int, -48);
        b.is(Ule, offset, 9)
    });
    check(expected, |b| {
        let c0 = b.byte(0);
        let int = b.sext(c0, 32);
        let (low, high) = (b.is(Sge, int, 48), b.is(Sle, int, 57));
        b.0.and(low, high)
    });
    check("10 <=u in[0] - 48", |b| {
        let c0 = b.byte(0);
        let int = b.zext(c0, 64);
        let (low, high) = (b.is(Slt, int, 48), b.is(Sgt, int, 57));
        b.0.or(low, high)
    });
    check("false", |b| {
        let c0 = b.byte(0);
        let (low, high) = (b.is(Ult, c0, 48), b.is(Ugt, c0, 57));
        b.0.and(low, high)
    });
}

#[test]
fn assembled_bytes_are_one_read() {
    for op in [Or, Add, Xor] {
        check("in[4..8]", |b| {
            let mut sum = b.0.constant(32, 0);
            for i in 0..4 {
                let byte = b.byte(4 + i);
                let wide = b.zext(byte, 32);
                let shifted = b.op(Shl, wide, 8 * i64::from(i));
                sum = b.op2(op, sum, shifted);
            }
            sum
        });
    }
    check("in[0..8] == 0x123456789abcdef0", |b| {
        let (low, high) = (b.word(0), b.word(4));
        let (low, high) = (b.zext(low, 64), b.zext(high, 64));
        let high = b.op(Mul, high, 1 << 32);
        let whole = b.op2(Add, high, low);
        b.is(Eq, whole, 0x1234_5678_9abc_def0)
    });
    // Most significant first: the bytes stay apart.
    check("in[0] == 1 && in[1] == 2", |b| {
        let (high, low) = (b.byte(0), b.byte(1));
        let (high, low) = (b.zext(high, 32), b.zext(low, 32));
        let high = b.op(Shl, high, 8);
        let whole = b.op2(Or, high, low);
        b.is(Eq, whole, 0x102)
    });
    // Signed bytes, masked.
    check("in[0..2]", |b| {
        let (low, high) = (b.byte(0), b.byte(1));
        let (low, high) = (b.sext(low, 32), b.sext(high, 32));
        let low = b.op(And, low, 0xff);
        let high = b.op(Shl, high, 8);
        let whole = b.op2(Or, low, high);
        b.0.extract(whole, 0, 16)
    });
}

#[test]
fn parts_of_reads_are_reads() {
    check("in[2]", |b| {
        let word = b.word(0);
        let shifted = b.op(LShr, word, 16);
        b.0.extract(shifted, 0, 8)
    });
    check("zext32(in[1..4])", |b| {
        let word = b.word(0);
        b.op(LShr, word, 8)
    });
    check("sext32(in[3])", |b| {
        let word = b.word(0);
        b.op(AShr, word, 24)
    });
    check("bits(in[1], 4..7)", |b| {
        let word = b.word(0);
        b.0.extract(word, 12, 3)
    });
    check("bits(in[0..2], 4..12)", |b| {
        let (low, high) = (b.byte(0), b.byte(1));
        let (low, high) = (b.0.extract(low, 4, 4), b.0.extract(high, 0, 4));
        b.0.concat(high, low)
    });
    check("zext32(in[0])", |b| {
        let word = b.word(0);
        b.op(And, word, 0xff)
    });
    check("zext32(concat(bit(in[0], 5), 0:5))", |b| {
        let word = b.word(0);
        b.op(And, word, 0x20)
    });
    check("bit(in[0], 5)", |b| {
        let word = b.word(0);
        let masked = b.op(And, word, 0x20);
        b.is(Ne, masked, 0)
    });
    check("zext32(in[0] & 0x81)".replace("0x81", "129").as_str(), |b| {
        let word = b.word(0);
        b.op(And, word, 0x81)
    });
    check("in[0..4]", |b| {
        let word = b.word(0);
        let wide = b.sext(word, 64);
        let wider = b.zext(wide, 128);
        b.0.extract(wider, 0, 32)
    });
    check("sext64(in[0..4])", |b| {
        let word = b.word(0);
        let sign = b.op(AShr, word, 31);
        b.0.concat(sign, word)
    });
}

#[test]
fn pointers_differ_by_their_indices() {
    check("in[0..8] == in[8..16]", |b| {
        let (i, n, base) = (b.long(0), b.long(8), b.long(16));
        let (p, end) = (b.op2(Add, base, i), b.op2(Add, base, n));
        b.is2(Eq, p, end)
    });
    check("in[0..4] == 10", |b| {
        let i = b.word(0);
        let i = b.sext(i, 64);
        let scaled = b.op(Mul, i, 4);
        let p = b.op(Add, scaled, 0x1000);
        b.is(Eq, p, 0x1000 + 40)
    });
    check("false", |b| {
        let i = b.long(0);
        let scaled = b.op(Mul, i, 4);
        let p = b.op(Add, scaled, 0x1000);
        b.is(Eq, p, 0x1002)
    });
    // (p + 4 * i - p) / 4
    check("sext64(in[0..4])", |b| {
        let (i, base) = (b.word(0), b.long(8));
        let i = b.sext(i, 64);
        let scaled = b.op(Shl, i, 2);
        let p = b.op2(Add, base, scaled);
        let difference = b.op2(Sub, p, base);
        b.op(SDiv, difference, 4)
    });
    check("in[0..4] <s in[4..8]", |b| {
        let (i, n) = (b.word(0), b.word(4));
        let (i, n) = (b.sext(i, 64), b.sext(n, 64));
        b.is2(Slt, i, n)
    });
    // 8 * i + 13, either way.
    let expected = "concat(bits(in[0..8], 0..61) + 1, 5:3)";
    check(expected, |b| {
        let i = b.long(0);
        let scaled = b.op(Mul, i, 8);
        let first = b.op(Add, scaled, 4);
        b.op(Add, first, 9)
    });
    check(expected, |b| {
        let i = b.long(0);
        let next = b.op(Add, i, 1);
        let scaled = b.op(Shl, next, 3);
        b.op(Add, scaled, 5)
    });
}

#[test]
fn constants_are_collected() {
    check("in[0..4] + 7", |b| {
        let x = b.word(0);
        let y = b.op(Add, x, 9);
        b.op(Sub, y, 2)
    });
    check("in[0..4] == 3", |b| {
        let x = b.word(0);
        let y = b.op(Add, x, 5);
        b.is(Eq, y, 8)
    });
    check("in[0..4] + in[4..8] + 12", |b| {
        let (x, y) = (b.word(0), b.word(4));
        let (x, y) = (b.op(Add, x, 5), b.op(Add, y, 7));
        b.op2(Add, x, y)
    });
    check("in[0..4] * 15", |b| {
        let x = b.word(0);
        let y = b.op(Mul, x, 3);
        b.op(Mul, y, 5)
    });
    check("in[0..4] == 7", |b| {
        let x = b.word(0);
        let y = b.op(Mul, x, 3);
        b.is(Eq, y, 21)
    });
    check("in[0..4]", |b| {
        let x = b.word(0);
        let y = b.op(Xor, x, 0x1234);
        b.op(Xor, y, 0x1234)
    });
    check("in[0..4] - 30 <u 10", |b| {
        let x = b.word(0);
        let y = b.op(UDiv, x, 10);
        b.is(Eq, y, 3)
    });
    check("!bit(in[0], 0)", |b| {
        let x = b.word(0);
        let y = b.op(SRem, x, 2);
        b.is(Eq, y, 0)
    });
    check("bits(in[0], 0..3)", |b| {
        let x = b.word(0);
        let y = b.op(URem, x, 8);
        b.0.extract(y, 0, 3)
    });
}

#[test]
fn differences_of_characters_are_comparisons() {
    let compared = |predicate| {
        move |b: &mut Build| {
            let (x, y) = (b.byte(0), b.byte(1));
            let (x, y) = (b.zext(x, 32), b.zext(y, 32));
            let difference = b.op2(Sub, x, y);
            b.is(predicate, difference, 0)
        }
    };
    check("in[0] == in[1]", compared(Eq));
    check("in[0] <u in[1]", compared(Slt));
    check("in[1] <u in[0]", compared(Sgt));
    check("in[0] <=u in[1]", compared(Sle));
    check("in[1] <=u in[0]", compared(Sge));
}

#[test]
fn choices_between_constants_are_conditions() {
    let positive = |b: &mut Build| {
        let c0 = b.byte(0);
        b.is(Eq, c0, 7)
    };
    for (predicate, c, expected) in
        [(Eq, 5, "in[0] == 7"), (Eq, 9, "in[0] != 7"), (Eq, 6, "false"), (Slt, 10, "true"), (Ugt, 5, "in[0] != 7")]
    {
        check(expected, |b| {
            let condition = positive(b);
            let chosen = b.choose(condition, 5, 9, 32);
            b.is(predicate, chosen, c)
        });
    }
    check("zext32(in[0] == 7)", |b| {
        let condition = positive(b);
        b.choose(condition, 1, 0, 32)
    });
    check("zext32(in[0] != 7)", |b| {
        let condition = positive(b);
        b.choose(condition, 0, 1, 32)
    });
    // strcmp's -1, 0, 1
    check("in[0] == in[1]", |b| {
        let (x, y) = (b.byte(0), b.byte(1));
        let (less, same) = (b.is2(Ult, x, y), b.is2(Eq, x, y));
        let other = b.choose(less, -1, 1, 32);
        let zero = b.0.constant(32, 0);
        let order = b.0.ite(same, zero, other);
        b.is(Eq, order, 0)
    });
    check("in[0] == 7 ? in[1] : in[2]", |b| {
        let condition = positive(b);
        let (x, y, z) = (b.byte(1), b.byte(2), b.byte(3));
        let inner = b.0.ite(condition, x, z);
        b.0.ite(condition, inner, y)
    });
}

#[test]
fn booleans_are_simplified() {
    let pair = |b: &mut Build| {
        let (x, y) = (b.byte(0), b.word(4));
        (b.is(Eq, x, 1), b.is(Slt, y, 2))
    };
    check("false", |b| {
        let (p, _) = pair(b);
        let q = b.0.not(p);
        b.0.and(p, q)
    });
    check("true", |b| {
        let (_, p) = pair(b);
        let q = b.0.not(p);
        b.0.or(p, q)
    });
    check("2 <=s in[4..8]", |b| {
        let (_, p) = pair(b);
        b.0.not(p)
    });
    check("in[0] == 1 && in[4..8] <s 2", |b| {
        let (p, q) = pair(b);
        let not_p = b.0.not(p);
        let either = b.0.or(not_p, q);
        b.0.and(p, either)
    });
    check("in[0] == 1", |b| {
        let (p, q) = pair(b);
        let either = b.0.or(p, q);
        b.0.and(p, either)
    });
    check("2 <=s in[4..8] && in[0] != 1", |b| {
        let (p, q) = pair(b);
        let either = b.0.or(p, q);
        b.0.not(either)
    });
    check("in[0] == 1", |b| {
        let (p, _) = pair(b);
        let truth = b.0.truth(true);
        b.is2(Eq, p, truth)
    });
}

#[test]
fn tables_of_few_runs_are_comparisons() {
    let table: Vec<u64> = (0..256).map(|c: u64| if (48..58).contains(&c) { 0x804 } else { 0x200 }).collect();
    check("in[0] - 48 <u 10", |b| {
        let index = b.byte(0);
        let index = b.zext(index, 64);
        let class = b.0.lookup(&table, 16, index);
        let class = b.zext(class, 32);
        let digit = b.op(And, class, 0x800);
        b.is(Ne, digit, 0)
    });
    check("in[0] - 48 <u 10", |b| {
        let index = b.byte(0);
        let class = b.0.lookup(&table, 16, index);
        let either = b.op(And, class, 0x804);
        b.is(Eq, either, 0x804)
    });
    let lower: Vec<u64> = (0..256).map(|c: u64| if (65..91).contains(&c) { c + 32 } else { c }).collect();
    check("in[0] - 65 <u 26 ? in[0] + 32 : in[0]", |b| {
        let index = b.byte(0);
        b.0.lookup(&lower, 8, index)
    });
    let squares: Vec<u64> = (0..256).map(|c: u64| c * c).collect();
    check("table0[in[0]]", |b| {
        let index = b.byte(0);
        b.0.lookup(&squares, 16, index)
    });
    check("in[0] == 12", |b| {
        let index = b.byte(0);
        let square = b.0.lookup(&squares, 16, index);
        b.is(Eq, square, 144)
    });
    // A table of a table's elements is a table.
    let ranks: Vec<u64> = (0..65536).map(|square: u64| square.count_ones().into()).collect();
    check("table1[in[0]]", |b| {
        let index = b.byte(0);
        let square = b.0.lookup(&squares, 16, index);
        b.0.lookup(&ranks, 8, square)
    });
    check("7", |b| {
        let index = b.byte(0);
        let index = b.op(URem, index, 4);
        b.0.lookup(&[7, 7, 7, 7, 1, 2, 3], 8, index)
    });
}

#[test]
fn shared_terms_are_printed_once() {
    check("let t1 = in[0..4] * 3; t1 ^ t1 /u 7", |b| {
        let x = b.word(0);
        let y = b.op(Mul, x, 3);
        let z = b.op(UDiv, y, 7);
        b.op2(Xor, y, z)
    });
    let mut b = Build(Terms::new());
    let mut x = b.word(0);
    for i in 0..10_000 {
        let y = b.word(i);
        let z = b.op2(Mul, x, y);
        x = b.op2(Xor, z, x);
    }
    let text = b.0.display(x).to_string();
    assert!(text.len() < 1_000_000, "{} characters", text.len());
}
