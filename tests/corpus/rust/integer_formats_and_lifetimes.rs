struct Parser<'a> {
    src: &'a str,
    pos: usize,
}
impl<'a> Parser<'a> {
    fn word(&mut self) -> Option<&'a str> {
        let r = &self.src[self.pos..];
        let r2 = r.trim_start();
        if r2.is_empty() {
            return None;
        }
        let st = self.pos + r.len() - r2.len();
        let e = r2.find(char::is_whitespace).map_or(self.src.len(), |i| st + i);
        self.pos = e;
        Some(&self.src[st..e])
    }
}
impl<'a> Iterator for Parser<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> { self.word() }
}
fn longest<'a>(a: &'a str, b: &'a str) -> &'a str { if a.len() >= b.len() { a } else { b } }
fn split_first<'a, 'b>(s: &'a str, _d: &'b str) -> (&'a str, &'a str) { s.split_at(s.len() / 2) }
use std::borrow::Cow;
fn clean(s: &str) -> Cow<'_, str> { if s.contains(' ') { Cow::Owned(s.replace(' ', "_")) } else { Cow::Borrowed(s) } }
struct Grid {
    w: usize,
    d: Vec<u8>,
}
impl Grid {
    fn row_mut(&mut self, y: usize) -> &mut [u8] {
        let w = self.w;
        &mut self.d[y * w..(y + 1) * w]
    }
    fn rows(&self) -> impl Iterator<Item = &[u8]> + '_ { self.d.chunks(self.w) }
}
fn main() {
    println!("{:?}", Parser { src: "  the  quick\tfox ", pos: 0 }.collect::<Vec<_>>());
    println!("{} {:?}", longest("abc", "de"), split_first("abcdef", ""));
    for s in ["a b", "ab"] {
        let c = clean(s);
        println!("{c} {}", matches!(c, Cow::Borrowed(_)));
    }
    let mut g = Grid { w: 4, d: vec![0; 12] };
    g.row_mut(1).fill(7);
    g.row_mut(2)[3] = 9;
    for r in g.rows() {
        println!("{r:?}");
    }
    for n in [0i32, 1, -1, i32::MAX, i32::MIN] {
        println!("{n:5}|{n:<5}|{n:^5}|{n:+}|{n:05}|{n:x}|{n:#X}|{n:o}|{n:b}|{n:#034b}|{n:e}");
    }
    println!("{:>20}|{:<20}|{:^20}|{:020}", u64::MAX, i64::MIN, i8::MIN, -5i64);
    println!("{:?} {:?}", u8::MAX, [i16::MIN; 2]);
    println!("{:e} {:.2e} {:E}", 1234567, 1299, 100u8);
    let mut c = Cow::Borrowed("x");
    c.to_mut().push('y');
    println!("{}", c.into_owned());
    let v: Vec<i32> = Vec::new();
    println!("{:?} {:#?}", v, v);
    let mut a = [1, 2, 3];
    {
        let [x, _, z] = &mut a;
        std::mem::swap(x, z);
    }
    println!("{a:?}");
    let r;
    {
        let s = String::leak(String::from("leaked"));
        r = s;
    }
    println!("{r}");
    let bx: Box<str> = "boxed".into();
    println!("{} {}", bx, bx.len());
}
