use std::hash::{DefaultHasher, Hash, Hasher};
#[derive(Hash)]
struct K {
    a: u32,
    b: String,
    c: Option<u8>,
}
fn h<T: Hash>(t: &T) -> u64 {
    let mut s = DefaultHasher::new();
    t.hash(&mut s);
    s.finish()
}
fn fnv(b: &[u8]) -> u64 { b.iter().fold(0xcbf29ce484222325, |h, x| (h ^ *x as u64).wrapping_mul(0x100000001b3)) }
fn main() {
    println!("{:016x} {:016x} {:016x}", h(&1u8), h(&1u64), h(&"abc"));
    println!("{:016x}", h(&K { a: 7, b: "key".into(), c: None }));
    println!("{}", h(&K { a: 7, b: "key".into(), c: Some(0) }) == h(&(7u32, "key".to_string(), Some(0u8))));
    println!("{:016x} {:016x}", h(&vec![1, 2, 3]), h(&[1, 2, 3]));
    println!("{:016x}", fnv(b"hello"));
    println!("{:?} {:?} {:?}", 0x1234u16.to_be_bytes(), 1.5f32.to_le_bytes(), (-1i128).to_ne_bytes());
    println!("{} {}", u32::from_le_bytes([1, 0, 0, 128]), i32::from_be_bytes([255, 255, 255, 254]));
    println!("{:#x} {:#x}", 0x12u8.to_be(), 0x1234u16.to_be());
    let mut st = 0x853c49e6748fea9bu64;
    let v: Vec<u32> = (0..5)
        .map(|_| {
            let o = st;
            st = o.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((((o >> 18) ^ o) >> 27) as u32).rotate_right((o >> 59) as u32)
        })
        .collect();
    println!("{v:08x?}");
}
