#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Copy)]
enum Op {
    Add,
    Sub,
    Neg = 50,
    Big = 1000,
}
#[derive(Debug, Clone)]
enum Ex {
    Num(f64),
    Bin(Box<Ex>, char, Box<Ex>),
    Un { op: char, e: Box<Ex> },
    Var(String),
}
use Ex::*;
fn ev(e: &Ex) -> Result<f64, String> {
    Ok(match e {
        Num(n) => *n,
        Bin(a, '+', b) => ev(a)? + ev(b)?,
        Bin(a, '*', b) => ev(a)? * ev(b)?,
        Bin(_, '/', b) if ev(b)? == 0.0 => return Err("div0".into()),
        Bin(a, '/', b) => ev(a)? / ev(b)?,
        Bin(_, c, _) => return Err(format!("op {c}")),
        Un { op: '-', e } => -ev(e)?,
        Un { op, .. } => return Err(format!("un {op}")),
        Var(v) if v == "x" => 7.0,
        Var(v) => return Err(format!("var {v}")),
    })
}
fn cl(n: i64) -> &'static str {
    match n {
        i64::MIN..=-1 => "neg",
        0 => "zero",
        1 | 2 | 3 => "small",
        x if x % 2 == 0 => "even",
        5..10 => "mid",
        i64::MAX => "max",
        _ => "odd",
    }
}
fn tup(t: (i32, Option<&str>, [u8; 3])) -> String {
    match t {
        (0, None, _) => "a".into(),
        (n @ 1..=9, Some(s), [1, .., z]) => format!("b{n}{s}{z}"),
        (_, Some(s @ ("x" | "y")), _) => format!("c{s}"),
        (n, _, [a, b, c]) => format!("d{}", n + (a + b + c) as i32),
    }
}
fn main() {
    println!("{:?} {} {} {}", Op::Sub, Op::Sub as i32, Op::Neg as u8, Op::Big as i16);
    println!("{} {:?}", Op::Add < Op::Big, Op::Neg.cmp(&Op::Sub));
    let b = |a, c, d| Bin(Box::new(a), c, Box::new(d));
    for e in [
        b(Num(2.0), '+', b(Var("x".into()), '*', Num(3.0))),
        b(Num(1.0), '/', Num(0.0)),
        b(Num(1.0), '%', Num(2.0)),
        Un { op: '-', e: Box::new(Num(4.0)) },
        Un { op: '!', e: Box::new(Num(4.0)) },
        Var("q".into()),
    ] {
        println!("{:?} {e:?}", ev(&e));
    }
    for n in [i64::MIN, -1, 0, 2, 4, 5, 9, 10, 11, i64::MAX] {
        print!("{} ", cl(n));
    }
    println!();
    println!(
        "{} {} {} {}",
        tup((0, None, [0; 3])),
        tup((5, Some("q"), [1, 2, 3])),
        tup((50, Some("y"), [0; 3])),
        tup((7, None, [1, 2, 3]))
    );
    let o: Option<Option<i32>> = Some(None);
    println!("{} {}", std::mem::size_of::<Option<Box<i32>>>(), matches!(o, Some(None)));
    let Some(x) = Some(5) else { panic!() };
    println!("{x}");
    if let Some(y) = Some(3)
        && y > 2
    {
        println!("chain {y}");
    }
    let mut st = vec![1, 2, 3];
    while let Some(t) = st.pop() {
        if t == 2 {
            continue;
        }
        print!("{t} ");
    }
    println!();
    let r = 'o: loop {
        for i in 0.. {
            if i * i > 50 {
                break 'o i;
            }
        }
    };
    println!("{r}");
    let v = 'b: {
        if r > 5 {
            break 'b "big";
        }
        "small"
    };
    println!("{v}");
    let ref z = 5;
    let &w = z;
    println!("{w}");
    let (mut a, mut c) = (1, 2);
    (a, c) = (c, a + c);
    [a, _] = [a * 10, 0];
    println!("{a} {c}");
    match "slice".as_bytes() {
        [b's', rest @ .., b'e'] => println!("{}", rest.len()),
        _ => {}
    }
    println!(
        "{:?}",
        match 5u8 {
            n @ (1 | 5) => Ok(n),
            n => Err(n),
        }
    );
}
