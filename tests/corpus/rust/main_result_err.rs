// rift: args 5
// rift: args x
// rift: args 7
use std::process::{ExitCode, Termination};
#[derive(Debug)]
enum E {
    Parse(std::num::ParseIntError),
    Odd(i32),
}
impl From<std::num::ParseIntError> for E {
    fn from(e: std::num::ParseIntError) -> E { E::Parse(e) }
}
impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            E::Parse(e) => write!(f, "parse: {e}"),
            E::Odd(n) => write!(f, "odd {n}"),
        }
    }
}
impl std::error::Error for E {}
fn get(s: &str) -> Result<i32, E> {
    let n: i32 = s.parse()?;
    if n == 7 {
        return Err(E::Odd(n));
    }
    Ok(n * 2)
}
fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let a = std::env::args().nth(1).ok_or("no arg")?;
    let n = get(&a)?;
    println!("{n}");
    let _ = n.to_string().report_len();
    Ok(ExitCode::from(n as u8))
}
trait R {
    fn report_len(&self) -> usize;
}
impl R for String {
    fn report_len(&self) -> usize { self.len() }
}
fn _t<T: Termination>() {}
