const fn fib(n: usize) -> u64 {
    let mut a = 0;
    let mut b = 1;
    let mut i = 0;
    while i < n {
        let t = a + b;
        a = b;
        b = t;
        i += 1;
    }
    a
}
const N: usize = 12;
const TAB: [u64; N] = {
    let mut t = [0; N];
    let mut i = 0;
    while i < N {
        t[i] = fib(i);
        i += 1;
    }
    t
};
const fn crc() -> [u32; 256] {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut c = i as u32;
        let mut k = 0;
        while k < 8 {
            c = if c & 1 == 1 { c >> 1 ^ 0xedb88320 } else { c >> 1 };
            k += 1;
        }
        t[i] = c;
        i += 1;
    }
    t
}
static CRC: [u32; 256] = crc();
const S: &str = concat!("a", 1, 2.5, true);
static NAMES: &[&str] = &["x", "yy"];
const fn len(s: &str) -> usize { s.len() }
struct M<const R: usize, const C: usize>([[i32; C]; R]);
impl<const R: usize, const C: usize> M<R, C> {
    const SIZE: usize = R * C;
    fn t(&self) -> M<C, R> {
        let mut o = [[0; R]; C];
        for i in 0..R {
            for j in 0..C {
                o[j][i] = self.0[i][j];
            }
        }
        M(o)
    }
}
const _: () = assert!(fib(10) == 55);
const BIG: u128 = 1 << 100;
const F: f64 = 1.0 / 3.0;
const fn max(a: i32, b: i32) -> i32 { if a > b { a } else { b } }
trait K {
    const V: i32;
}
impl K for u8 {
    const V: i32 = max(3, 8);
}
impl K for i8 {
    const V: i32 = <u8 as K>::V * 2;
}
fn main() {
    println!("{TAB:?} {}", fib(50));
    let s = b"123456789";
    println!("{:08x}", !s.iter().fold(!0u32, |c, b| CRC[((c ^ *b as u32) & 255) as usize] ^ c >> 8));
    println!("{S} {} {}", NAMES[1], len(S));
    let m = M([[1, 2, 3], [4, 5, 6]]);
    println!("{:?} {}", m.t().0, M::<2, 3>::SIZE);
    println!("{BIG} {F} {} {}", u8::V, i8::V);
    const { assert!(N > 3) };
    println!("{}", const { N * 2 });
    println!("{:?}", [const { String::new() }; 2]);
    println!("{}", include_str!("const_eval_statics.rs").len() > 100);
    println!("{} {}", stringify!(a + b), file!().ends_with(".rs"));
}
