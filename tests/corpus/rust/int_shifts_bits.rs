use std::hint::black_box;
fn main() {
    for s in [0u32, 1, 7, 8, 31, 32, 33, 63, 64, 100, 127, 128] {
        let (a, b, c, d) =
            (black_box(0x81u8), black_box(-2i32), black_box(0x8000_0000_0000_0001u64), black_box(-3i128));
        println!(
            "{s}: {:?} {} {:?} | {:?} {} {:?} | {:?} {} | {:?} {} {}",
            a.checked_shl(s),
            a.wrapping_shl(s),
            a.overflowing_shr(s),
            b.checked_shr(s),
            b.wrapping_shr(s),
            b.overflowing_shl(s),
            c.checked_shl(s),
            c.wrapping_shr(s),
            d.checked_shr(s),
            d.wrapping_shl(s),
            c.rotate_left(s)
        );
    }
    for v in [0u32, 1, 0x80000000, 0xffffffff, 0x12345678] {
        let v = black_box(v);
        println!(
            "{v:#010x} {} {} {} {} {} {:#x} {:#x} {}",
            v.count_ones(),
            v.leading_zeros(),
            v.trailing_zeros(),
            v.leading_ones(),
            v.trailing_ones(),
            v.swap_bytes(),
            v.reverse_bits(),
            v.is_power_of_two()
        );
    }
    println!(
        "{:?} {:?} {:?}",
        0x12345678u32.to_be_bytes(),
        (-2i16).to_le_bytes(),
        u64::from_be_bytes([1, 2, 3, 4, 5, 6, 7, 8])
    );
    println!("{} {}", !0u8, !5i32);
    println!("{}", (1u128 << 100).leading_zeros());
    println!("{:b} {:o} {:x}", -5i8, -5i8, -5i16);
    println!("{} {}", i32::from_str_radix("-7f", 16).unwrap(), u8::from_str_radix("101", 2).unwrap());
    let mut x = 0xdeadbeefu32;
    for i in 0..10 {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        print!("{:08x}{}", x, if i == 9 { "\n" } else { " " });
    }
    println!("{}", 5i32 & -4 | 1 ^ 8);
    println!("{}", (-17i64) >> 2);
}
