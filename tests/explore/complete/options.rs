// Option and Result chains, strings built at run time, a map, and a panic with a message.
// rift: explore --env LEVEL=?1

use std::collections::BTreeMap;

fn level(text: &str) -> Result<u32, String> {
    let first = text.chars().next().ok_or("no level")?;
    let digit = first.to_digit(16).ok_or_else(|| "no digit".to_owned())?;
    if digit > 12 { Err(format!("{} is too high", if digit == 15 { "f" } else { "it" })) } else { Ok(digit) }
}

fn main() {
    let names: BTreeMap<u32, &str> = [(0, "off"), (3, "low"), (10, "high"), (12, "highest")].into();
    let text = std::env::var("LEVEL").unwrap_or_else(|_| "none".to_owned());
    match level(&text) {
        Ok(7) => panic!("seven is not allowed"),
        Ok(level) => println!("{}", names.get(&level).copied().unwrap_or("between")),
        Err(why) => {
            println!("{why}");
            std::process::exit(1);
        }
    }
}
