use std::hint::black_box as b;
use std::num::*;
fn main() {
    for x in [7i32, -7, 0, i32::MAX, i32::MIN] {
        for y in [2i32, -2, 3, 1] {
            let (x, y) = (b(x), b(y));
            println!(
                "{x} {y}: {} {} {} {} {} {}",
                x / y,
                x % y,
                x.wrapping_div(y),
                x.div_euclid(y),
                x.rem_euclid(y),
                x.wrapping_mul(y) ^ y
            );
        }
    }
    let mut w = Wrapping(250u8);
    w += Wrapping(10);
    w = w * Wrapping(100) - Wrapping(7);
    w <<= 3;
    println!("{w} {:?}", !w);
    let s = Saturating(i8::MAX) + Saturating(1);
    println!("{s} {}", Saturating(i8::MIN) - Saturating(5));
    let n = NonZeroU32::new(b(12)).unwrap();
    println!("{n} {:?} {} {}", NonZeroU8::new(0), n.trailing_zeros(), std::mem::size_of::<Option<NonZeroU32>>());
    println!("{:?} {:?}", n.checked_mul(n), n.get() / NonZeroU32::new(5).unwrap());
    let mut a = 5i64;
    a += 3;
    a -= 10;
    a *= -7;
    a /= 2;
    a %= 4;
    a <<= 10;
    a |= 5;
    a &= !4;
    a ^= 0xff;
    a >>= 1;
    println!("{a}");
    println!("{} {} {}", b(-5i32) >> 1, b(5u8) << 7, b(-1i64) as u64 >> 60);
    println!("{} {}", b(3.7f32) % 1.5, -b(0.0f64));
    println!("{:?} {:?}", b(10u32).checked_sub(11), b(200u8).carrying_(100));
    println!("{} {}", u64::MAX.wrapping_mul(u64::MAX), b(i64::MAX).wrapping_add(2));
    println!("{:?} {:?} {:?}", 1u8.cmp(&2), 1.0.partial_cmp(&f64::NAN), (1, "b").cmp(&(1, "a")));
    println!("{} {} {}", 5.min(3), 2.5f64.max(1.0), std::cmp::max("a", "b"));
    println!("{} {}", (1..=20u64).product::<u64>(), (1..=100u8).map(u32::from).sum::<u32>());
    let t = b(true);
    println!("{} {} {} {}", t & false, t | false, t ^ true, !t);
    println!("{:?}", i32::try_from(b(3_000_000_000u32)).map_err(|e| e.to_string()));
    println!("{:?}", b(255u8).overflowing_add(1));
    println!("{:?}", usize::MAX.checked_add_signed(-1));
}
trait Cr {
    fn carrying_(self, o: u8) -> (u8, bool);
}
impl Cr for u8 {
    fn carrying_(self, o: u8) -> (u8, bool) { self.overflowing_add(o) }
}
