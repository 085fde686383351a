//! A duration on standard input, parsed and formatted again.

use std::io::Read;

fn main() {
    let mut input = Vec::new();
    let got = std::io::stdin().read_to_end(&mut input);
    let text = String::from_utf8_lossy(&input);
    match (got, humantime::parse_duration(&text)) {
        (Err(_), _) => std::process::exit(2),
        (_, Ok(duration)) => println!("{} s, {}", duration.as_secs(), humantime::format_duration(duration)),
        (_, Err(error)) => {
            println!("{error}");
            std::process::exit(1);
        }
    }
}
