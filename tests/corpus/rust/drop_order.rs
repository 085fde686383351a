struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        print!("{} ", self.0);
    }
}
struct Pair {
    a: D,
    b: D,
}
fn mk(s: &'static str) -> D {
    print!("+{s} ");
    D(s)
}
fn ret() -> D {
    let _x = D("x");
    let y = D("y");
    let _z = D("z");
    y
}
fn arg(_: D, _b: D) {
    print!("body ");
}
fn early(k: bool) -> i32 {
    let _a = D("a");
    if k {
        return 1;
    }
    let _b = D("b");
    2
}
fn main() {
    {
        let _a = D("a");
        let _b = D("b");
    }
    println!("|");
    {
        let _ = mk("ignored");
        let _k = mk("kept");
        print!("end ");
    }
    println!("|");
    {
        let p = Pair { a: D("pa"), b: D("pb") };
        let Pair { a, .. } = p;
        print!("moved ");
        drop(a);
    }
    println!("|");
    {
        let _r = ret();
        print!("got ");
    }
    println!("|");
    arg(D("1"), D("2"));
    println!("|");
    {
        let v = vec![D("v1"), D("v2"), D("v3")];
        let mut it = v.into_iter();
        it.next();
        print!("rest ");
    }
    println!("|");
    {
        let mut x = D("old");
        print!("assign ");
        x = D("new");
        let _ = &x;
    }
    println!("|");
    {
        let b: Box<dyn std::any::Any> = Box::new(D("boxed"));
        let _o = Some(b);
    }
    println!("|");
    {
        let t = (D("t1"), D("t2"));
        let (ref _a, _) = t;
    }
    println!("|");
    match mk("scrut").0.len() {
        5 => print!("arm "),
        _ => {}
    }
    println!("|");
    {
        let f = D("cap");
        let c = move || {
            let _ = &f;
        };
        c();
        print!("called ");
    }
    println!("|");
    print!("{} {} ", early(true), early(false));
    println!("|");
    {
        let m = std::mem::ManuallyDrop::new(D("manual"));
        let _ = &m;
    }
    std::mem::forget(D("forgot"));
    println!("|");
    {
        let mut a = [D("a0"), D("a1")];
        let o = std::mem::replace(&mut a[0], D("a0b"));
        print!("<{}> ", o.0);
    }
    println!("|");
    {
        let x;
        {
            let _y = D("inner");
            x = D("outer");
        }
        print!("mid ");
        let _ = &x;
    }
    println!("|");
    for s in [D("l1"), D("l2")] {
        print!("it{} ", s.0);
    }
    println!("|");
    let o = Some(D("opt"));
    if let Some(ref d) = o {
        print!("has {} ", d.0);
    }
    drop(o);
    println!("|");
    {
        let mut v = vec![D("k1"), D("k2"), D("k3")];
        v.retain(|d| d.0 == "k2");
        v.truncate(0);
        v.push(D("k4"));
    }
    println!("|");
    let _last = D("last\n");
    println!("main end");
}
