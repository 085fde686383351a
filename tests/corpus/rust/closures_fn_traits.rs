fn call<F: Fn(i32) -> i32>(f: F) -> i32 { f(1) + f(2) }
fn callm(mut f: impl FnMut() -> u32) -> u32 {
    f();
    f();
    f()
}
fn once<F: FnOnce() -> String>(f: F) -> String { f() }
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C { move |x| g(f(x)) }
fn adder(n: i32) -> Box<dyn Fn(i32) -> i32> { Box::new(move |x| x + n) }
fn ptr(f: fn(i32) -> i32, x: i32) -> i32 { f(f(x)) }
fn sq(x: i32) -> i32 { x * x }
fn main() {
    let k = 10;
    println!("{}", call(|x| x * k));
    let mut n = 0;
    println!(
        "{}",
        callm(|| {
            n += 5;
            n
        })
    );
    println!("{n}");
    let s = String::from("moved");
    println!("{}", once(move || s + "!"));
    println!("{}", compose(|x: i32| x + 1, |y| format!("[{y}]"))(4));
    let fs: Vec<Box<dyn Fn(i32) -> i32>> = (0..4).map(adder).collect();
    println!("{:?}", fs.iter().map(|f| f(100)).collect::<Vec<_>>());
    println!("{} {}", ptr(sq, 3), ptr(|x| x - 1, 3));
    let mut v = vec![1, 2];
    let mut push = |x| v.push(x);
    push(3);
    push(4);
    println!("{v:?}");
    let mut c = {
        let mut i = 0;
        move || {
            i += 1;
            i
        }
    };
    let mut d = c.clone();
    println!("{} {} {}", c(), c(), d());
    fn fact(n: u64) -> u64 { if n < 2 { 1 } else { n * fact(n - 1) } }
    println!("{}", fact(15));
    let table: [(&str, fn(f64) -> f64); 3] = [("sqrt", f64::sqrt), ("neg", |x| -x), ("half", |x| x / 2.0)];
    for (n, f) in table {
        print!("{n}={} ", f(16.0));
    }
    println!();
    let o = Some(3).map(sq).filter(|x| *x > 5).unwrap_or_else(|| -1);
    println!("{o}");
    println!("{}", std::mem::size_of_val(&|| 1));
    let mut memo = std::collections::HashMap::new();
    fn fib(n: u64, m: &mut std::collections::HashMap<u64, u64>) -> u64 {
        if n < 2 {
            return n;
        }
        if let Some(&v) = m.get(&n) {
            return v;
        }
        let r = fib(n - 1, m) + fib(n - 2, m);
        m.insert(n, r);
        r
    }
    println!("{}", fib(80, &mut memo));
    println!("{:?}", ["a", "b"].map(str::to_uppercase));
    println!("{:?}", (1..4).map(Some).collect::<Vec<_>>());
    let y = Box::new(7);
    let take = || drop(y);
    take();
    let r#fn = |(a, b): (i32, i32), [c, d]: [i32; 2]| a * c + b * d;
    println!("{}", r#fn((1, 2), [3, 4]));
}
