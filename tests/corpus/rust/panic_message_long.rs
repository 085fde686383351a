// A message that is itself computed, over many lines, longer than the buffer that std formats it into.
use std::fmt;

struct Lines(usize);

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.0).try_for_each(|i| writeln!(f, "line {i} of {}: {}", self.0, "=".repeat(i)))
    }
}

struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

fn main() {
    let _kept = Loud("never, the process aborts");
    drop(Loud("early"));
    let result: Result<u8, String> = Err(format!("{}", Lines(40)));
    print!("not flushed?");
    let value = result.unwrap_or_else(|e| panic!("{}\n{}", e, Lines(3)));
    println!("{value}");
}
