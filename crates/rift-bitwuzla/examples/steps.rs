//! How many steps (calls of the termination callback) a second of a check has, and where it has none.
//!
//!     cargo run --release -p rift-bitwuzla --example steps [SECONDS]
//!
//! For each query: its steps, how many there are in a second of processor time, the longest time between two of them
//! (rewriting, bit-blasting and encoding have none), and the gates that it became.

use rift_bitwuzla::{Answer, Binary, Bitwuzla, FloatFormat, Rounded, Signedness, Term};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

type Problem = fn(&mut Bitwuzla) -> Vec<Term>;

const PROBLEMS: [(&str, Problem); 12] = [
    ("factor 128 bits", |solver| factor(solver, 64)),
    ("factor 64 bits", |solver| factor(solver, 32)),
    ("FNV-1a of 8 bytes", |solver| fnv(solver, 8)),
    ("FNV-1a of 64 bytes", |solver| fnv(solver, 64)),
    ("CRC-32 of 16 letters", |solver| crc(solver, 16)),
    ("CRC-32 of 256 letters", |solver| crc(solver, 256)),
    ("CRC-32 of 2048 letters", |solver| crc(solver, 2048)),
    ("quotients of 64 bits", |solver| quotients(solver, 64, 2)),
    ("40 quotients of 64 bits", |solver| quotients(solver, 64, 40)),
    ("mean and variance, 4 doubles", |solver| variance(solver, 4)),
    ("mean and variance, 24 doubles", |solver| variance(solver, 24)),
    ("product of 1024 bits", |solver| factor(solver, 512)),
];

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(5.0);
    let names = ["query", "answer", "seconds", "steps", "steps a second", "longest gap s", "gates"];
    let [query, answer, taken, steps, rate, longest, gates] = names;
    println!("{query:30} {answer:7} {taken:>9} {steps:>9} {rate:>14} {longest:>13} {gates:>9}");
    for (name, problem) in PROBLEMS {
        measure(name, problem, Duration::from_secs_f64(seconds));
    }
}

fn measure(name: &str, problem: Problem, time: Duration) {
    let mut solver = Bitwuzla::new();
    let begin = processor_time();
    let assumptions = problem(&mut solver);
    let (mut steps, mut last, mut longest) = (0u64, begin, Duration::ZERO);
    let answer = solver.check(&assumptions, || {
        let now = processor_time();
        longest = longest.max(now - last);
        last = now;
        steps += 1;
        now - begin >= time
    });
    let (taken, gates) = ((processor_time() - begin).as_secs_f64(), solver.gates());
    let answer = match answer {
        Answer::Sat => "sat",
        Answer::Unsat => "unsat",
        Answer::Unknown => "unknown",
    };
    let (rate, longest) = (steps as f64 / taken, longest.as_secs_f64());
    println!("{name:30} {answer:7} {taken:9.3} {steps:9} {rate:14.0} {longest:13.4} {gates:9}");
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("processor time is not negative")
}

fn factor(solver: &mut Bitwuzla, width: u32) -> Vec<Term> {
    let (a, b) = (solver.unknown(width), solver.unknown(width));
    let (wide_a, wide_b) =
        (solver.extend(Signedness::Unsigned, a, width), solver.extend(Signedness::Unsigned, b, width));
    let product = solver.binary(Binary::BvMul, wide_a, wide_b);
    let limbs: Vec<u64> =
        (1..=u64::from(width / 32)).map(|limb| limb.wrapping_mul(0x9e37_79b9_7f4a_7c55) | 1).collect();
    let target = solver.value_limbs(2 * width, &limbs);
    let (one, equal) = (solver.value(width, 1), solver.binary(Binary::Equal, product, target));
    vec![equal, solver.binary(Binary::BvUlt, one, a), solver.binary(Binary::BvUlt, a, b)]
}

fn letters(solver: &mut Bitwuzla, count: usize, assumed: &mut Vec<Term>) -> Vec<Term> {
    let (first, last) = (solver.value(8, b'a'.into()), solver.value(8, b'z'.into()));
    (0..count)
        .map(|_| {
            let byte = solver.unknown(8);
            assumed.push(solver.binary(Binary::BvUle, first, byte));
            assumed.push(solver.binary(Binary::BvUle, byte, last));
            byte
        })
        .collect()
}

fn fnv(solver: &mut Bitwuzla, count: usize) -> Vec<Term> {
    let mut assumed = Vec::new();
    let prime = solver.value(64, 0x0000_0100_0000_01b3);
    let mut hash = solver.value(64, 0xcbf2_9ce4_8422_2325);
    for byte in letters(solver, count, &mut assumed) {
        let wide = solver.extend(Signedness::Unsigned, byte, 56);
        let mixed = solver.binary(Binary::BvXor, hash, wide);
        hash = solver.binary(Binary::BvMul, mixed, prime);
    }
    let target = solver.value(64, 0x1234_5678_9abc_def0);
    assumed.push(solver.binary(Binary::Equal, hash, target));
    assumed
}

fn crc(solver: &mut Bitwuzla, count: usize) -> Vec<Term> {
    let mut assumed = Vec::new();
    let (polynomial, zero, one) = (solver.value(32, 0xedb8_8320), solver.value(32, 0), solver.value(1, 1));
    let shift = solver.value(32, 1);
    let mut crc = solver.value(32, 0xffff_ffff);
    for byte in letters(solver, count, &mut assumed) {
        let wide = solver.extend(Signedness::Unsigned, byte, 24);
        crc = solver.binary(Binary::BvXor, crc, wide);
        for _ in 0..8 {
            let low = solver.extract(crc, 0, 0);
            let is_odd = solver.binary(Binary::Equal, low, one);
            let (half, mask) = (solver.binary(Binary::BvLshr, crc, shift), solver.ite(is_odd, polynomial, zero));
            crc = solver.binary(Binary::BvXor, half, mask);
        }
    }
    let target = solver.value(32, 0x1234_5678);
    assumed.push(solver.binary(Binary::Equal, crc, target));
    assumed
}

fn quotients(solver: &mut Bitwuzla, width: u32, count: u64) -> Vec<Term> {
    let (mut a, b) = (solver.unknown(width), solver.unknown(width));
    let mut assumed = Vec::new();
    for i in 1..=count {
        let more = solver.value(width, 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i));
        let other = solver.binary(Binary::BvXor, b, more);
        let product = solver.binary(Binary::BvMul, a, other);
        a = solver.binary(Binary::BvUrem, product, b);
        let quotient = solver.binary(Binary::BvUdiv, product, a);
        assumed.push(solver.binary(Binary::BvUlt, more, quotient));
    }
    assumed
}

fn variance(solver: &mut Bitwuzla, count: usize) -> Vec<Term> {
    let double = |solver: &mut Bitwuzla, value: f64| {
        let bits = solver.value(64, value.to_bits());
        solver.float_from_bits(bits, FloatFormat::Double)
    };
    let mut sum = double(solver, 0.0);
    let mut squares = double(solver, 0.0);
    for _ in 0..count {
        let bits = solver.unknown(64);
        let value = solver.float_from_bits(bits, FloatFormat::Double);
        sum = solver.rounded(Rounded::Add, sum, value);
        let square = solver.rounded(Rounded::Mul, value, value);
        squares = solver.rounded(Rounded::Add, squares, square);
    }
    let number = double(solver, count as f64);
    let mean = solver.rounded(Rounded::Div, sum, number);
    let mean_square = solver.rounded(Rounded::Div, squares, number);
    let square = solver.rounded(Rounded::Mul, mean, mean);
    let variance = solver.rounded(Rounded::Sub, mean_square, square);
    let (low, high, zero) = (double(solver, 1.1), double(solver, 1.2), double(solver, 0.0));
    vec![
        solver.binary(Binary::FpLt, low, mean),
        solver.binary(Binary::FpLt, mean, high),
        solver.binary(Binary::FpLt, variance, zero),
    ]
}
