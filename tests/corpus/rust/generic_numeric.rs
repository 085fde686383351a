use std::ops::*;
trait Num:
    Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> + PartialOrd + Default + std::fmt::Display
{
    const ONE: Self;
    fn f(self) -> f64;
}
macro_rules! num { ($($t:ty),*) => {$(impl Num for $t { const ONE: Self = 1 as $t; fn f(self) -> f64 { self as f64 } })*}; }
num!(i32, i64, u8, f32, f64, u128);
fn pw<T: Num>(b: T, n: u32) -> T {
    if n == 0 {
        T::ONE
    } else {
        let h = pw(b, n / 2);
        if n % 2 == 0 { h * h } else { h * h * b }
    }
}
fn dot<T: Num>(a: &[T], b: &[T]) -> T { a.iter().zip(b).fold(T::default(), |s, (x, y)| s + *x * *y) }
#[derive(Clone, Debug, PartialEq)]
struct Mat<T, const N: usize>([[T; N]; N]);
impl<T: Num, const N: usize> Mul for &Mat<T, N> {
    type Output = Mat<T, N>;
    fn mul(self, o: Self) -> Mat<T, N> {
        let mut r = [[T::default(); N]; N];
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    r[i][j] = r[i][j] + self.0[i][k] * o.0[k][j];
                }
            }
        }
        Mat(r)
    }
}
fn poly<T: Num>(c: &[T], x: T) -> T { c.iter().rev().fold(T::default(), |a, &k| a * x + k) }
fn bub<T: PartialOrd>(v: &mut [T]) {
    for i in 0..v.len() {
        for j in 1..v.len() - i {
            if v[j] < v[j - 1] {
                v.swap(j, j - 1);
            }
        }
    }
}
fn main() {
    println!("{} {} {} {}", pw(3i32, 13), pw(2u128, 100), pw(1.5f32, 7), pw(0.5f64, 20));
    println!("{} {}", dot(&[1u8, 2, 3], &[4, 5, 6]), dot(&[0.1f64; 10], &[0.2; 10]));
    let m = Mat([[1i64, 1], [1, 0]]);
    let mut r = m.clone();
    for _ in 0..60 {
        r = &r * &m;
    }
    println!("{r:?}");
    println!("{} {}", poly(&[1, -2, 3], 5i32), poly(&[0.5f32, 0.25, 2.0], 1.5));
    let mut v = [3.5, -1.0, 2.0];
    bub(&mut v);
    println!("{v:?}");
    let mut s = ["q", "a", "m"];
    bub(&mut s);
    println!("{s:?}");
    println!("{}", 7u8.f() / 2i32.f());
}
