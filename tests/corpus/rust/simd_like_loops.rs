use std::hint::black_box;
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = a * x + *y;
    }
}
fn sum(v: &[i32]) -> i64 { v.iter().map(|&x| x as i64).sum() }
fn maxi(v: &[i32]) -> i32 { v.iter().copied().fold(i32::MIN, i32::max) }
fn cnt(v: &[u8], b: u8) -> usize { v.iter().filter(|&&x| x == b).count() }
fn xor(v: &[u8]) -> u8 { v.iter().fold(0, |a, b| a ^ b) }
fn clampb(v: &[i16]) -> Vec<u8> { v.iter().map(|&x| x.clamp(0, 255) as u8).collect() }
fn blend(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(&x, &y)| ((x as u16 * 3 + y as u16) / 4) as u8).collect()
}
fn sat(a: &[u8], k: u8) -> Vec<u8> { a.iter().map(|x| x.saturating_add(k)).collect() }
fn up(s: &mut [u8]) { s.make_ascii_uppercase(); }
fn conv(a: &[i32]) -> Vec<f32> { a.iter().map(|&x| x as f32 * 0.5).collect() }
fn rev(a: &mut [u32]) {
    for x in a {
        *x = x.swap_bytes().rotate_left(3);
    }
}
fn pop(v: &[u64]) -> u32 { v.iter().map(|x| x.count_ones()).sum() }
fn pre(v: &mut [u32]) {
    for i in 1..v.len() {
        v[i] = v[i].wrapping_add(v[i - 1]);
    }
}
fn eq(a: &[u8], b: &[u8]) -> bool { a == b }
fn main() {
    let n = black_box(1003);
    let x: Vec<f32> = (0..n).map(|i| (i % 17) as f32).collect();
    let mut y: Vec<f32> = (0..n).map(|i| (i % 5) as f32).collect();
    saxpy(2.5, &x, &mut y);
    println!("{} {}", y[1002], y.iter().sum::<f32>());
    let v: Vec<i32> = (0..n).map(|i| (i as i32).wrapping_mul(1103515245) >> 8).collect();
    println!("{} {} {}", sum(&v), maxi(&v), v.iter().min().unwrap());
    let b: Vec<u8> = v.iter().map(|x| *x as u8).collect();
    println!("{} {}", cnt(&b, 7), xor(&b));
    let w: Vec<i16> = v.iter().map(|x| *x as i16).collect();
    println!("{}", clampb(&w).iter().map(|x| *x as u32).sum::<u32>());
    let mut r = b.clone();
    r.reverse();
    println!("{:?} {:?}", &blend(&b, &r)[..6], &sat(&b, 100)[990..]);
    up(&mut r);
    println!("{}", r.iter().map(|x| *x as u64).sum::<u64>());
    println!("{:?}", &conv(&v)[..3]);
    let mut u: Vec<u32> = v.iter().map(|x| *x as u32).collect();
    rev(&mut u);
    pre(&mut u);
    println!("{:x} {:x}", u[500], u[1002]);
    println!("{}", pop(&v.iter().map(|x| (*x as u64).wrapping_mul(77)).collect::<Vec<_>>()));
    println!("{} {}", eq(&b, &b.clone()), eq(&b, &r));
    let f: f64 = (1..=1000).map(|i| 1.0 / i as f64).sum();
    println!("{f}");
    println!("{:?}", x.iter().zip(&y).map(|(a, b)| a.max(*b)).fold(0f32, |a, b| a + b));
}
