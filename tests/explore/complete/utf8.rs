// UTF-8 decoding and number parsing around a byte of input.
// rift: explore --stdin 1

use std::io::Read;

fn main() {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("standard input can be read");
    let lead: Vec<u8> = [&input[..], &[0x9f, 0x80]].concat();
    match std::str::from_utf8(&lead) {
        Ok(text) if text.chars().count() == 1 => println!("one character"),
        Ok(_) => println!("more characters"),
        Err(error) if error.valid_up_to() > 0 => println!("bad end"),
        Err(error) if error.error_len().is_none() => println!("cut off"),
        Err(_) => println!("bad"),
    }
    let number = String::from_utf8_lossy(&input) + "7";
    match number.parse::<i8>() {
        Ok(value) if value < 0 => println!("negative"),
        Ok(value) if value > 50 => println!("large"),
        Ok(_) => println!("small"),
        Err(_) => println!("no number"),
    }
}
