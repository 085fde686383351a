use std::fmt::{Debug, Display};
use std::ops::*;
trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String { "shape".into() }
    fn scale(&mut self, k: f64);
}
struct Sq(f64);
struct Ci {
    r: f64,
}
impl Shape for Sq {
    fn area(&self) -> f64 { self.0 * self.0 }
    fn name(&self) -> String { format!("sq{}", self.0) }
    fn scale(&mut self, k: f64) { self.0 *= k; }
}
impl Shape for Ci {
    fn area(&self) -> f64 { 3.0 * self.r * self.r }
    fn scale(&mut self, k: f64) { self.r *= k; }
}
impl Drop for Ci {
    fn drop(&mut self) {
        println!("drop ci {}", self.r);
    }
}
trait Animal {
    const LEGS: u32;
    type Food: Default + Debug;
    fn new() -> Self
    where
        Self: Sized;
    fn eat(&self) -> Self::Food { Default::default() }
}
struct Dog;
impl Animal for Dog {
    const LEGS: u32 = 4;
    type Food = Vec<u8>;
    fn new() -> Self { Dog }
}
trait Sup: Debug {
    fn id(&self) -> u32;
}
trait Sub: Sup {
    fn twice(&self) -> u32 { self.id() * 2 }
}
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
struct V2<T>(T, T);
impl<T: Add<Output = T>> Add for V2<T> {
    type Output = V2<T>;
    fn add(self, o: Self) -> Self { V2(self.0 + o.0, self.1 + o.1) }
}
impl<T: Mul<Output = T> + Copy> Mul<T> for V2<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self { V2(self.0 * k, self.1 * k) }
}
impl<T> Index<usize> for V2<T> {
    type Output = T;
    fn index(&self, i: usize) -> &T { if i == 0 { &self.0 } else { &self.1 } }
}
impl<T: AddAssign> AddAssign for V2<T> {
    fn add_assign(&mut self, o: Self) {
        self.0 += o.0;
        self.1 += o.1;
    }
}
impl<T: Neg<Output = T>> Neg for V2<T> {
    type Output = Self;
    fn neg(self) -> Self { V2(-self.0, -self.1) }
}
impl Sup for V2<i32> {
    fn id(&self) -> u32 { self.0 as u32 }
}
impl Sub for V2<i32> {}
fn pr<T: Display + ?Sized>(t: &T) -> String { format!("<{t}>") }
fn largest<T: PartialOrd + Copy>(v: &[T]) -> Option<T> {
    let mut i = v.iter();
    let mut m = *i.next()?;
    for &x in i {
        if x > m {
            m = x;
        }
    }
    Some(m)
}
trait Ext {
    fn double(&self) -> Self;
}
impl<T: Clone + Add<Output = T>> Ext for T {
    fn double(&self) -> T { self.clone() + self.clone() }
}
struct Stack<T, const N: usize> {
    d: [Option<T>; N],
    n: usize,
}
impl<T: Copy, const N: usize> Stack<T, N> {
    fn new() -> Self { Stack { d: [None; N], n: 0 } }
    fn push(&mut self, t: T) -> Result<(), T> {
        if self.n == N {
            Err(t)
        } else {
            self.d[self.n] = Some(t);
            self.n += 1;
            Ok(())
        }
    }
}
fn it() -> impl Iterator<Item = u32> { (1..4).map(|x| x * x) }
fn bx(k: bool) -> Box<dyn Iterator<Item = u32>> { if k { Box::new(it()) } else { Box::new(std::iter::once(9)) } }
fn main() {
    let mut v: Vec<Box<dyn Shape>> = vec![Box::new(Sq(2.0)), Box::new(Ci { r: 1.0 })];
    for s in v.iter_mut() {
        s.scale(1.5);
        println!("{} {}", s.name(), s.area());
    }
    println!("{}", v.iter().map(|s| s.area()).sum::<f64>());
    drop(v);
    println!("{} {:?}", Dog::LEGS, Dog::new().eat());
    let a = V2(1, 2);
    let mut b = a + V2(3, 4) * 2;
    b += -a;
    println!("{b:?} {} {:?}", b[1], a.partial_cmp(&b));
    let d: &dyn Sub = &a;
    println!("{} {:?} {}", d.twice(), d, d.id());
    let u: &dyn Sup = d;
    println!("{}", u.id());
    println!("{} {}", pr("str"), pr(&5));
    println!("{:?} {:?}", largest(&[1.5, 0.2]), largest::<i32>(&[]));
    println!("{} {}", 21.double(), 1.5f32.double());
    let mut s = Stack::<u8, 2>::new();
    println!("{:?} {:?} {:?}", s.push(1), s.push(2), s.push(3));
    println!("{:?} {:?}", bx(true).collect::<Vec<_>>(), bx(false).last());
    println!("{}", std::mem::size_of_val(&*bx(false)) > 0);
    println!("{} {}", std::any::type_name::<V2<i32>>().ends_with("V2<i32>"), std::mem::size_of::<&dyn Shape>());
    let an: Box<dyn std::any::Any> = Box::new(5i32);
    println!("{:?} {}", an.downcast_ref::<i32>(), an.is::<u8>());
}
