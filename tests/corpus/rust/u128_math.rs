fn powmod(mut b: u128, mut e: u128, m: u128) -> u128 {
    let mut r = 1;
    b %= m;
    while e > 0 {
        if e & 1 == 1 {
            r = mulmod(r, b, m);
        }
        b = mulmod(b, b, m);
        e >>= 1;
    }
    r
}
fn mulmod(mut a: u128, mut b: u128, m: u128) -> u128 {
    if a < 1 << 64 && b < 1 << 64 {
        return a * b % m;
    }
    let mut r = 0;
    while b > 0 {
        if b & 1 == 1 {
            r = (r + a) % m;
        }
        a = (a << 1) % m;
        b >>= 1;
    }
    r
}
fn gcd(a: u128, b: u128) -> u128 { if b == 0 { a } else { gcd(b, a % b) } }
fn isqrt(n: u128) -> u128 {
    let mut x = n;
    let mut y = x.div_ceil(2);
    while y < x {
        x = y;
        y = (x + n / x) / 2;
    }
    x
}
fn main() {
    println!("{} {}", u128::MAX, i128::MIN);
    let mut f = 1u128;
    for i in 1..=34 {
        f *= i;
    }
    println!("{f} {:#x} {:b}", f, f >> 100);
    println!("{} {}", f / 1_000_000_007, f % 0xffff_ffff_ffff_ffc5);
    println!("{}", powmod(3, 1 << 100, (1 << 61) - 1));
    println!("{}", powmod(2, 126, (1 << 89) - 1));
    println!("{}", gcd(f, 1 << 90));
    println!("{} {}", isqrt(u64::MAX as u128 * 3), (1u128 << 120).isqrt());
    println!("{:?}", (-170141183460469231731687303715884105728i128).checked_div(-1));
    for d in [1i128, -1, 7, -13, 1 << 64, -(1 << 70)] {
        let a = -123456789012345678901234567890i128;
        println!("{} {} {} {}", a / d, a % d, a.div_euclid(d), a.rem_euclid(d));
    }
    println!("{:?} {:?}", "340282366920938463463374607431768211456".parse::<u128>().is_err(), "-5".parse::<i128>());
    println!("{:e} {:>45} {:<+41}|", 10u128.pow(30), u128::MAX, i128::MAX);
    println!("{} {}", u128::MAX as f64, 1e30f64 as u128);
    println!("{}", (0..64).map(|i| 1u128 << (2 * i)).sum::<u128>().count_ones());
    let (lo, hi) = (u128::MAX as u64, (u128::MAX >> 64) as u64);
    println!("{}", (hi as u128) << 64 | lo as u128 == u128::MAX);
    println!("{:?}", u128::from_str_radix("zz", 36));
}
