// rift: args 0
// rift: args 1
// rift: args 2
// rift: args 3
// rift: args 4
// rift: args 5
// rift: args 6
// rift: args 7
// rift: args 8
// rift: args 9
// rift: args 10
// rift: args 11
use std::cell::RefCell;
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}
fn main() {
    std::panic::set_hook(Box::new(|i| {
        eprintln!("panic: {} at line {}", i.payload_as_str().unwrap_or("non-string"), i.location().unwrap().line())
    }));
    let k: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let _d = D("not run when aborting");
    let s = String::from("héllo");
    let v = vec![1, 2, 3];
    match k {
        0 => panic!("explicit {} {:?}", 5, "msg"),
        1 => assert_eq!(v.len(), 4, "len of {v:?}"),
        2 => assert!(v.is_empty()),
        3 => {
            let c = RefCell::new(1);
            let _a = c.borrow_mut();
            let _b = c.borrow_mut();
        }
        4 => println!("{:?}", &v[2..1 + k - 4]),
        5 => println!("{:?}", &v[1..k]),
        6 => println!("{}", &s[0..2]),
        7 => {
            let r: Result<i32, String> = Err("bad".into());
            r.expect("expected ok");
        }
        8 => unreachable!("state {k}"),
        9 => todo!(),
        10 => assert_ne!(1, k / 10),
        _ => {
            let r: Result<u8, _> = "300".parse::<u8>();
            r.unwrap();
        }
    }
}
