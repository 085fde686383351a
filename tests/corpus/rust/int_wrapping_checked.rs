use std::fmt::Debug;
macro_rules! ops {
    ($($t:ident),*) => {$({
        let v: [$t; 6] = [$t::MIN, $t::MAX, 0, 1, 7, $t::MAX / 2 + 1];
        for &a in &v {
            for &b in &v {
                println!("{} {a} {b}: {:?} {:?} {:?} | {} {} {} | {:?} {:?} {:?} | {} {} {}", stringify!($t),
                    a.checked_add(b), a.checked_sub(b), a.checked_mul(b), a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b),
                    a.overflowing_add(b), a.overflowing_sub(b), a.overflowing_mul(b), a.saturating_add(b), a.saturating_sub(b), a.saturating_mul(b));
                println!("   {:?} {:?} {:?} {:?}", a.checked_div(b), a.checked_rem(b), a.checked_div_euclid(b), a.checked_rem_euclid(b));
            }
        }
    })*};
}
fn show<T: Debug>(t: T) {
    println!("{t:?}");
}
fn main() {
    ops!(i8, u8, i16, u16, i32, u32, i64, u64, i128, u128, isize, usize);
    show(i32::MIN.checked_neg());
    show(i32::MIN.wrapping_abs());
    show((-5i32).unsigned_abs());
    show(5u8.checked_neg());
    show(i64::MIN.overflowing_neg());
    show(2i32.checked_pow(31));
    show(3u64.wrapping_pow(50));
    show(10i8.saturating_pow(3));
    show(7u32.abs_diff(10));
    show((-7i32).rem_euclid(3));
    show((-7i32).div_euclid(3));
    show(255u8.checked_add_signed(-3));
    show(10u32.isqrt());
    show(1000u32.ilog2());
    show(1000u32.ilog10());
    show(0u32.checked_ilog2());
    show(7u32.next_multiple_of(4));
    show(5u32.next_power_of_two());
    show(u8::MAX.checked_next_power_of_two());
    show(i32::MAX.midpoint(0));
    show(7i32.signum());
    show(9u32.div_ceil(2));
}
