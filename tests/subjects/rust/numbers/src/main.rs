//! Numbers from text, between each other, and back to text.

use atoi::{FromRadix10Checked, FromRadix10SignedChecked, FromRadix16, atoi};
use fnv::{FnvHashMap, FnvHasher};
use num_integer::{Integer, Roots, binomial, lcm, multinomial};
use num_traits::{Bounded, CheckedMul, FromPrimitive, Num, Pow, PrimInt, Signed, ToPrimitive, Zero};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::hash::Hasher;

fn main() {
    let mut counts: FnvHashMap<String, u32> = FnvHashMap::default();
    let mut numbers: SmallVec<[i64; 3]> = SmallVec::new();
    for arg in std::env::args().skip(1) {
        *counts.entry(arg.clone()).or_default() += 1;
        parse(&arg);
        numbers.extend(atoi::<i64>(arg.as_bytes()));
        let mut hasher = FnvHasher::default();
        hasher.write(arg.as_bytes());
        println!("fnv {:016x}", hasher.finish());
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort();
    println!("{counts:?} spilled {} {:?}", numbers.spilled(), numbers);
    for (i, &a) in numbers.iter().enumerate() {
        single(a);
        for &b in &numbers[i + 1..] {
            pair(a, b);
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|n| !n.is_zero());
    numbers.insert(0, 7);
    println!("{numbers:?} {:?}", numbers.drain(..1).collect::<Vec<_>>());
}

fn parse(text: &str) {
    let bytes = text.as_bytes();
    println!("{text}: {:?} {:?} {:?}", atoi::<i32>(bytes), atoi::<u8>(bytes), atoi::<i128>(bytes));
    println!("{:?} {:?}", u16::from_radix_10_checked(bytes), i16::from_radix_10_signed_checked(bytes));
    println!("{:?} {:?}", u32::from_radix_16(bytes), i64::from_str_radix(text, 36).ok());
    if let Ok(float) = text.parse::<f64>() {
        let mut buffer = ryu::Buffer::new();
        println!("{} {}", buffer.format(float), ryu::Buffer::new().format(float as f32));
        println!("{:?} {:?} {:?}", float.to_i8(), float.to_u64(), i32::from_f64(float));
    }
}

fn single(a: i64) {
    let mut buffer = itoa::Buffer::new();
    println!(
        "{} {} {}",
        buffer.format(a),
        itoa::Buffer::new().format(a as u8),
        itoa::Buffer::new().format(i128::from(a) << 50)
    );
    println!("even {} signum {} abs {} pow {}", a.is_even(), a.signum(), Signed::abs(&a), Pow::pow(a as i128, 3u32));
    if a >= 0 {
        println!("sqrt {} cbrt {} root5 {}", a.sqrt(), a.cbrt(), a.nth_root(5));
        println!("{:?}", (0..=a.min(8)).map(|k| binomial(a.min(60), k)).collect::<Vec<_>>());
    }
    println!("{} {} {}", a.leading_zeros(), PrimInt::count_ones(a), PrimInt::swap_bytes(a));
}

fn pair(a: i64, b: i64) {
    println!("gcd {} lcm {:?} ext {:?}", a.gcd(&b), a.checked_mul(b).map(|_| lcm(a, b)), small_gcd(a, b));
    if b != 0 {
        println!(
            "{:?} {:?} {} {}",
            a.div_mod_floor(&b),
            a.div_rem(&b),
            Integer::div_ceil(&a, &b),
            a.is_multiple_of(&b)
        );
        println!("{} {}", a.next_multiple_of(&b), a.prev_multiple_of(&b));
    }
    describe(CheckedMul::checked_mul(&a, &b));
    println!(
        "{} {}",
        multinomial(&[3u64, (a.unsigned_abs() % 4), (b.unsigned_abs() % 4)]),
        <i16 as Bounded>::max_value()
    );
}

fn small_gcd(a: i64, b: i64) -> impl Debug {
    let e = (a % 10_000).extended_gcd(&(b % 10_000));
    (e.gcd, e.x, e.y)
}

fn describe<T: Debug + Num>(value: Option<T>) {
    println!("{value:?} {}", value.as_ref().is_some_and(Zero::is_zero));
}
