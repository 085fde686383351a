use std::hint::black_box;
fn main() {
    let fs = [
        0.0f64,
        -0.0,
        0.99,
        -0.99,
        1.5,
        -1.5,
        127.9,
        128.0,
        255.5,
        256.0,
        -1.0,
        2147483647.5,
        2147483648.0,
        -2147483649.0,
        4294967296.0,
        9.3e18,
        -9.3e18,
        1.9e19,
        1e39,
        -1e39,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
    ];
    for f in fs {
        let f = black_box(f);
        println!(
            "{f:?}: {} {} {} {} {} {} {} {} {} {} | {:?} {}",
            f as i8,
            f as u8,
            f as i16,
            f as u16,
            f as i32,
            f as u32,
            f as i64,
            f as u64,
            f as i128,
            f as u128,
            f as f32,
            f as f32 as u8
        );
    }
    for i in [0i64, -1, 16777217, i64::MAX, i64::MIN, 9007199254740993] {
        let i = black_box(i);
        println!(
            "{} {} {} {} {} {:?} {:?} {:?}",
            i as i8, i as u8, i as i32, i as u64, i as i128 as u128, i as f32, i as f64, i as u64 as f32
        );
    }
    println!("{:?} {:?}", black_box(u128::MAX) as f32, black_box(i128::MIN) as f64);
    println!("{} {} {}", 'a' as u32, 97u8 as char, true as i32);
    println!("{:?} {:?}", u8::try_from(300i32).is_err(), i8::try_from(-128i64));
    println!("{:?} {:?}", char::from_u32(0x1F600), char::from_u32(0xD800));
    println!("{}", black_box(-1i8) as u32);
    println!("{:#x} {:#x}", 1.5f32.to_bits(), f64::from_bits(0x3ff8000000000000).to_bits());
    println!("{}", i64::from(7i32) + i64::from(true));
}
