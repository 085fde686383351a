// rift: stdin 3\n10 20 30\nhello world\n\nlast without newline é
use std::io::{self, BufRead, Read, Write};
fn main() -> io::Result<()> {
    let mut l = String::new();
    let n = io::stdin().read_line(&mut l)?;
    println!("{n} {:?}", l);
    let c: usize = l.trim().parse().unwrap();
    l.clear();
    io::stdin().read_line(&mut l)?;
    let v: Vec<i32> = l.split_whitespace().map(|x| x.parse().unwrap()).collect();
    println!("{} {}", v.iter().sum::<i32>(), v.len() == c);
    let si = io::stdin();
    let mut h = si.lock();
    let mut b = vec![];
    h.read_until(b' ', &mut b)?;
    println!("{:?}", String::from_utf8_lossy(&b));
    let mut one = [0u8; 2];
    h.read_exact(&mut one)?;
    println!("{one:?}");
    let rest: Vec<String> = h.lines().collect::<Result<_, _>>()?;
    println!("{rest:?}");
    let mut s = String::new();
    println!("{}", io::stdin().read_to_string(&mut s)?);
    let mut o = io::stdout().lock();
    writeln!(o, "locked {}", 5)?;
    o.write_all(b"bytes\n")?;
    o.flush()?;
    writeln!(io::stderr(), "err")?;
    Ok(())
}
