use std::mem::{self, MaybeUninit};
use std::ptr;
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct C {
    a: u8,
    b: u32,
    c: u16,
}
#[repr(C, packed)]
struct P {
    a: u8,
    b: u32,
}
#[repr(u8)]
#[derive(Debug, PartialEq)]
enum E {
    A = 1,
    B = 2,
}
union U {
    f: f32,
    u: u32,
}
#[repr(align(64))]
struct Al(u8);
#[repr(transparent)]
struct W(u64);
struct RawVec {
    p: *mut i32,
    cap: usize,
    len: usize,
}
impl RawVec {
    fn new() -> Self { RawVec { p: ptr::null_mut(), cap: 0, len: 0 } }
    fn push(&mut self, x: i32) {
        use std::alloc::*;
        unsafe {
            if self.len == self.cap {
                let n = (self.cap * 2).max(2);
                self.p = if self.cap == 0 {
                    alloc(Layout::array::<i32>(n).unwrap())
                } else {
                    realloc(self.p.cast(), Layout::array::<i32>(self.cap).unwrap(), n * 4)
                }
                .cast();
                self.cap = n;
            }
            self.p.add(self.len).write(x);
        }
        self.len += 1;
    }
}
impl Drop for RawVec {
    fn drop(&mut self) {
        unsafe { std::alloc::dealloc(self.p.cast(), std::alloc::Layout::array::<i32>(self.cap).unwrap()) }
    }
}
extern "C" fn cb(x: i32, y: f64) -> f64 { x as f64 * y }
unsafe extern "C" {
    fn strlen(s: *const std::ffi::c_char) -> usize;
    fn abs(x: i32) -> i32;
}
fn main() {
    let (mut a, mut b) = (1, 2);
    mem::swap(&mut a, &mut b);
    println!("{a} {b} {} {}", mem::replace(&mut a, 9), mem::take(&mut b));
    println!(
        "{} {} {} {} {}",
        size_of::<C>(),
        size_of::<P>(),
        align_of::<Al>(),
        size_of::<Option<&u8>>(),
        size_of::<W>()
    );
    println!("{} {}", mem::offset_of!(C, b), mem::offset_of!(C, c));
    let mut arr: [MaybeUninit<String>; 3] = [const { MaybeUninit::uninit() }; 3];
    for (i, s) in arr.iter_mut().enumerate() {
        s.write(format!("s{i}"));
    }
    let arr: [String; 3] = unsafe { mem::transmute(arr) };
    println!("{arr:?}");
    let f: f32 = unsafe { mem::transmute(0x40490fdbu32) };
    println!("{f}");
    let u = U { f: 1.0 };
    println!("{:#x}", unsafe { u.u });
    let p = P { a: 1, b: 0xdeadbeef };
    println!("{:x} {}", { p.b }, p.a);
    println!("{:?}", unsafe { mem::transmute::<u8, E>(2) });
    let mut v = [1, 2, 3, 4, 5];
    unsafe {
        let p = v.as_mut_ptr();
        *p.add(2) *= 10;
        ptr::swap(p, p.add(4));
        ptr::copy(p, p.add(1), 3);
        println!("{v:?} {}", p.add(4).offset_from(p));
    }
    let mut r = RawVec::new();
    for i in 0..100 {
        r.push(i * i);
    }
    println!("{} {}", r.cap, unsafe { std::slice::from_raw_parts(r.p, r.len) }.iter().sum::<i32>());
    let b = Box::into_raw(Box::new(7));
    unsafe {
        *b += 1;
        println!("{}", Box::from_raw(b));
    }
    println!("{} {} {}", cb(3, 1.5), unsafe { strlen(c"four".as_ptr()) }, unsafe { abs(-6) });
    let fp: extern "C" fn(i32, f64) -> f64 = cb;
    println!("{}", fp(2, 2.0));
    println!("{}", mem::discriminant(&Some(1)) == mem::discriminant(&Some(2)));
    println!("{}", mem::needs_drop::<String>());
    let c: C = unsafe { mem::zeroed() };
    println!("{c:?}");
    let s = std::ffi::CString::new("c str").unwrap();
    println!("{:?} {}", s, s.as_bytes_with_nul().len());
    let nn = ptr::NonNull::<u64>::dangling();
    println!("{}", nn.as_ptr() as usize % 8);
    let x = unsafe { ptr::read_unaligned([0u8, 1, 2, 3, 4].as_ptr().add(1) as *const u32) };
    println!("{x:#x}");
    let pin = std::pin::pin!(5);
    println!("{pin}");
    println!("{}", unsafe { v.get_unchecked(1) });
}
