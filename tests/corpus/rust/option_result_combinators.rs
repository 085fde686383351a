use std::num::ParseIntError;
fn p(s: &str) -> Result<i32, ParseIntError> { s.trim().parse::<i32>() }
fn sum(a: &str, b: &str) -> Result<i32, Box<dyn std::error::Error>> {
    let x = p(a)?;
    let y = p(b)?;
    x.checked_add(y).ok_or_else(|| "overflow".into())
}
fn first(v: &[Option<i32>]) -> Option<i32> {
    let a = (*v.first()?)?;
    Some(a * 2)
}
fn main() {
    println!(
        "{:?} {:?} {:?}",
        sum("1", " 2 ").ok(),
        sum("x", "1").map_err(|e| e.to_string()),
        sum("2147483647", "1").map_err(|e| e.to_string())
    );
    println!("{:?} {:?} {:?}", first(&[Some(4)]), first(&[None]), first(&[]));
    let s = Some(3);
    let n: Option<i32> = None;
    println!(
        "{:?} {:?} {:?} {:?}",
        s.map(|x| x + 1),
        s.and_then(|x| if x > 5 { Some(x) } else { None }),
        n.or(Some(9)),
        n.xor(s)
    );
    println!("{} {} {:?}", s.unwrap_or(0), n.unwrap_or_default(), s.zip(Some('c')));
    println!("{:?} {:?} {:?}", s.ok_or("none"), n.ok_or("none"), s.filter(|x| x % 2 == 0));
    let mut m = Some(1);
    println!("{:?} {:?}", m.take(), m);
    println!("{:?}", m.get_or_insert(7));
    println!("{:?}", m.replace(8));
    println!("{:?}", m.insert(10));
    if let Some(x) = m.as_mut() {
        *x += 1;
    }
    println!("{m:?} {:?}", m.is_some_and(|x| x > 5));
    let r: Result<i32, String> = Ok(5);
    let e: Result<i32, String> = Err("bad".into());
    println!("{:?} {:?} {:?}", r.as_ref().map(|x| x * 2), e.as_ref().map_err(|s| s.len()), e.as_ref().unwrap_or(&0));
    println!(
        "{:?} {:?} {:?}",
        r.clone().and_then(|x| if x > 9 { Ok(x) } else { Err(format!("{x}")) }),
        e.clone().or_else(|s| if s.len() == 3 { Ok::<i32, ()>(1) } else { Err(()) }),
        e.clone().err()
    );
    println!("{:?} {:?}", Some(Ok::<i32, i32>(1)).transpose(), Some(Some(4)).flatten());
    println!(
        "{:?} {:?}",
        ["1", "2"].iter().map(|s| p(s)).sum::<Result<i32, _>>(),
        ["1", "z"].iter().map(|s| p(s).ok()).sum::<Option<i32>>()
    );
    println!("{} {}", r.is_ok_and(|x| x == 5), e.is_err());
    println!("{:?}", Some(5).into_iter().chain(None).chain([6]).collect::<Vec<_>>());
    println!("{:?} {:?}", Some(1) < None, Some(2) > Some(1));
    println!("{:?}", Some("abc").map_or(0, str::len));
    println!("{:?}", Some(4).map_or_else(|| -1, |x| x * x));
    println!("{:?}", Some(3).inspect(|x| print!("<{x}>")).copied_());
}
trait C {
    fn copied_(self) -> Self;
}
impl C for Option<i32> {
    fn copied_(self) -> Self { self }
}
