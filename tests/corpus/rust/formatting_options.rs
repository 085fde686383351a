use std::fmt;
#[derive(Debug, Clone, PartialEq, Default)]
struct P {
    x: i32,
    y: Option<String>,
    t: (u8, char),
}
#[derive(Debug)]
struct Unit;
#[derive(Debug)]
struct Tup(i32, Vec<u8>);
#[derive(Debug)]
enum E {
    A,
    B(i32),
    C { v: f64, n: Box<Option<E>> },
}
struct Hex(u32);
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if f.alternate() { write!(f, "alt:{:x}", self.0) } else { f.pad(&format!("h{:X}", self.0)) }
    }
}
impl fmt::LowerHex for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { fmt::LowerHex::fmt(&self.0, f) }
}
fn main() {
    let p = P { x: -5, y: Some("q\"\n".into()), t: (7, '\'') };
    println!("{p:?}");
    println!("{p:#?}");
    println!("{:?} {:?} {:#?}", Unit, Tup(1, vec![1, 2]), Tup(2, vec![]));
    println!("{:?}", E::C { v: 1.0, n: Box::new(Some(E::B(3))) });
    println!("{:#?}", [Some(E::A), None]);
    println!("[{:5}][{:<5}][{:^5}][{:>5}][{:*^7}][{:05}][{:+}]", 42, 42, 42, 42, 42, -42, 42);
    println!("[{:5}][{:<5}][{:^5}][{:>5}][{:.2}][{:-^9.3}]", "ab", "ab", "ab", "ab", "abcdef", "abcdef");
    println!("{:x} {:X} {:o} {:b} {:#x} {:#b} {:#o} {:#010x} {:08b}", 255, 255, 8, 5, 255, 5, 8, 255, 5);
    println!("{:x} {:b}", -1i8, -2i16);
    println!("{:e} {:E} {:+.3e}", 1234.5, 0.00012, 12345.678);
    println!("{0} {1} {0} {name} {name:?}", 1, 2, name = "n");
    let w = 8;
    println!("[{:w$}][{:>1$}][{:>width$.prec$}]", 7, 6, 3.14159, width = 9, prec = 2);
    println!("{{}} {:?} {:?} {:?}", "tab\t\u{1F600}\u{7f}é\0", 'a', '\u{301}');
    println!("[{:6}][{:<6}][{:#}][{:#x}][{:06x}]", Hex(0xab), Hex(1), Hex(5), Hex(255), Hex(16));
    println!("{:?} {:5}|{:<5}|{:?}", true, true, false, ());
    println!("{:#?}", (1, "a"));
    println!("{:02x?} {:#X?}", [1u8, 171], vec![10]);
    println!("{:>8?}|{:<8?}|{:08.2?}", Some(1), "x", 1.5);
    println!("{:?}", P::default());
    eprintln!("stderr {:>4}", 1);
    print!("no newline");
    println!();
    assert_eq!(format!("{:3}", 'x'), "x  ");
    println!("{:p}", std::ptr::null::<u8>());
    println!("{}", format_args!("{} {}", 1, "two"));
}
