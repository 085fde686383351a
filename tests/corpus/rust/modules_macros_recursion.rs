mod geo {
    pub mod shapes {
        #[derive(Debug, Default, Clone)]
        pub struct R {
            pub w: u32,
            h: u32,
        }
        impl R {
            pub fn new(w: u32, h: u32) -> Self { Self { w, h } }
            pub(in crate::geo) fn area(&self) -> u32 { self.w * self.h }
        }
    }
    pub fn total(v: &[shapes::R]) -> u32 { v.iter().map(|r| r.area()).sum() }
    pub use shapes::R as Rect;
}
use geo::{Rect, total};
macro_rules! hm { ($($k:expr => $v:expr),* $(,)?) => {{ let mut m = std::collections::BTreeMap::new(); $(m.insert($k, $v);)* m }}; }
macro_rules! maxm { ($x:expr) => { $x }; ($x:expr, $($r:expr),+) => {{ let a = $x; let b = maxm!($($r),+); if a > b { a } else { b } }}; }
macro_rules! strukt { ($n:ident { $($f:ident : $t:ty = $d:expr),* }) => { #[derive(Debug)] struct $n { $($f: $t),* } impl Default for $n { fn default() -> Self { $n { $($f: $d),* } } } }; }
strukt!(Cfg { port: u16 = 80, host: String = "h".into(), tags: Vec<&'static str> = vec!["a"] });
macro_rules! count { () => { 0 }; ($h:tt $($t:tt)*) => { 1 + count!($($t)*) }; }
enum List {
    Cons(i32, Box<List>),
    Nil,
}
use List::*;
impl List {
    fn sum(&self) -> i32 {
        match self {
            Cons(x, r) => x + r.sum(),
            Nil => 0,
        }
    }
    fn from(v: &[i32]) -> List { v.iter().rev().fold(Nil, |l, &x| Cons(x, Box::new(l))) }
    fn rev(self) -> List {
        let (mut a, mut b) = (self, Nil);
        while let Cons(x, r) = a {
            b = Cons(x, Box::new(b));
            a = *r;
        }
        b
    }
}
#[derive(Debug, Default)]
struct Tree {
    k: i32,
    l: Option<Box<Tree>>,
    r: Option<Box<Tree>>,
}
impl Tree {
    fn ins(t: &mut Option<Box<Tree>>, k: i32) {
        match t {
            None => *t = Some(Box::new(Tree { k, ..Default::default() })),
            Some(n) => Tree::ins(if k < n.k { &mut n.l } else { &mut n.r }, k),
        }
    }
    fn walk(t: &Option<Box<Tree>>, f: &mut impl FnMut(i32)) {
        if let Some(n) = t {
            Tree::walk(&n.l, f);
            f(n.k);
            Tree::walk(&n.r, f);
        }
    }
    fn depth(t: &Option<Box<Tree>>) -> usize { t.as_ref().map_or(0, |n| 1 + Tree::depth(&n.l).max(Tree::depth(&n.r))) }
}
fn ack(m: u64, n: u64) -> u64 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ack(m - 1, 1),
        (m, n) => ack(m - 1, ack(m, n - 1)),
    }
}
fn perms(v: &mut Vec<u8>, k: usize, o: &mut Vec<String>) {
    if k == v.len() {
        o.push(String::from_utf8_lossy(v).into());
        return;
    }
    for i in k..v.len() {
        v.swap(k, i);
        perms(v, k + 1, o);
        v.swap(k, i);
    }
}
fn deep(n: u32) -> u32 { if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 } }
fn main() {
    println!("{} {:?}", total(&[Rect::new(2, 3), Rect::new(4, 5)]), Rect::default());
    println!("{:?}", hm! { "a" => 1, "b" => 2, });
    println!("{} {}", maxm!(3, 9, 4), count!(a b c d));
    println!("{:?}", Cfg::default());
    println!("{:?}", Cfg { port: 8080, ..Default::default() });
    let l = List::from(&[1, 2, 3]);
    println!("{}", l.sum());
    if let Cons(x, _) = l.rev() {
        println!("{x}");
    }
    let mut t = None;
    for k in [50, 20, 70, 10, 30, 60, 80, 25, 20] {
        Tree::ins(&mut t, k);
    }
    let mut v = vec![];
    Tree::walk(&t, &mut |k| v.push(k));
    println!("{v:?} {}", Tree::depth(&t));
    println!("{} {}", ack(2, 3), ack(3, 4));
    let mut o = vec![];
    perms(&mut b"abc".to_vec(), 0, &mut o);
    println!("{o:?}");
    println!("{}", deep(5000));
}
