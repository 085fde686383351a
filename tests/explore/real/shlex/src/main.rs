//! Words of a shell's command line on standard input, split and quoted again.

use shlex::bytes::{Shlex, try_quote};
use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let mut words = Shlex::new(&input);
    let mut out = std::io::stdout().lock();
    for word in words.by_ref() {
        match try_quote(&word) {
            Ok(quoted) => out.write_all(&quoted)?,
            Err(error) => write!(out, "({error})")?,
        }
        out.write_all(b"\n")?;
    }
    writeln!(out, "line {}, {}", words.line_no, if words.had_error { "unfinished" } else { "good" })
}
