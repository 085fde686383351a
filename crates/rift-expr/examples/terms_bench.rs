//! How long terms take: `cargo run --release -p rift-expr --example terms_bench`.

use rift_expr::{Evaluator, Model, TermId, Terms};
use rift_ir::BinaryOp::{Add, Mul, Sub, Xor};
use rift_ir::IntPredicate::{Eq, Slt, Ult};
use std::hint::black_box;
use std::time::Instant;

/// Prints the time per call, the best of many rounds: other programs may be running.
fn report(what: &str, calls: usize, mut round: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..40 {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{:>9.1} ns  {what}", best * 1e9 / calls as f64);
}

/// h = (h ^ byte) * 31 + i over many bytes: three or four new terms each.
fn hash(terms: &mut Terms, bytes: u32) -> TermId {
    let (mut h, factor) = (terms.constant(32, 7), terms.constant(32, 31));
    for at in 0..bytes {
        let byte = terms.read(at, 1);
        let byte = terms.zext(byte, 32);
        let mixed = terms.binary(Xor, h, byte);
        h = terms.binary(Mul, mixed, factor);
    }
    h
}

/// `(int)c - '0' < 10` and `c == '-'`, as C asks for them.
fn classify(terms: &mut Terms, at: u32) -> [TermId; 2] {
    let byte = terms.read(at, 1);
    let int = terms.sext(byte, 32);
    let (zero, ten, dash) = (terms.constant(32, 48), terms.constant(32, 10), terms.constant(32, 45));
    let offset = terms.binary(Sub, int, zero);
    [terms.compare(Ult, offset, ten), terms.compare(Eq, int, dash)]
}

fn main() {
    const N: u32 = 20_000;
    let mut terms = Terms::new();
    report("new term (xor, mul, zext, read)", 4 * N as usize, || {
        terms.clear();
        black_box(hash(&mut terms, N));
    });
    report("known term (xor, mul, zext, read)", 4 * N as usize, || {
        black_box(hash(&mut terms, N));
    });
    let (x, y) = (terms.read(0, 4), terms.read(4, 4));
    report("known sum of two reads", N as usize, || {
        for _ in 0..N {
            black_box(terms.binary(Add, black_box(x), black_box(y)));
        }
    });
    report("known order of two reads", N as usize, || {
        for _ in 0..N {
            black_box(terms.compare(Slt, black_box(x), black_box(y)));
        }
    });
    let (char_int, dash) = (terms.read(9, 1), terms.constant(32, 45));
    let char_int = terms.sext(char_int, 32);
    report("known comparison of a character with a constant", N as usize, || {
        for _ in 0..N {
            black_box(terms.compare(Eq, black_box(char_int), black_box(dash)));
        }
    });
    report("a digit test and a comparison, new for each byte (8 calls)", N as usize, || {
        terms.clear();
        for at in 0..N {
            black_box(classify(&mut terms, at));
        }
    });
    terms.clear();
    let h = hash(&mut terms, N);
    println!("{:>9.1} bytes per term", terms.memory_bytes() as f64 / terms.len() as f64);
    let mut evaluator = Evaluator::default();
    let mut model = Model { bytes: (0..N).map(|i| i as u8).collect() };
    report("evaluation of one term", terms.len(), || {
        model.set(0, model.byte(0).wrapping_add(1));
        evaluator.reset(&model);
        black_box(evaluator.value(&terms, h));
    });
    domains(&mut terms, &mut evaluator);
}

fn domains(terms: &mut Terms, evaluator: &mut Evaluator) {
    let [digit, dash] = classify(terms, 3);
    let either = terms.or(digit, dash);
    let byte = terms.read(3, 1);
    let wide = terms.zext(byte, 32);
    let factor = terms.constant(32, 0x9e37_79b1);
    let product = terms.binary(Mul, wide, factor);
    let mixed = terms.extract(product, 13, 8);
    let limit = terms.constant(8, 100);
    let hashed = terms.compare(Ult, mixed, limit);
    for (what, term) in [("a digit or a dash", either), ("a hash of the byte below a limit", hashed)] {
        report(&format!("domain: {what}"), 1000, || {
            for _ in 0..1000 {
                black_box(evaluator.byte_domain(terms, black_box(term), 3));
            }
        });
    }
}
