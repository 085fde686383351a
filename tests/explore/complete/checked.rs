// Checked, wrapping and saturating arithmetic on a byte; division by zero panics.
// rift: explore --stdin 1

use std::io::Read;

fn main() {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("standard input can be read");
    let Some(&byte) = input.first() else {
        println!("empty");
        return;
    };
    let signed = byte as i8;
    println!("{}", if signed.checked_mul(3).is_some() { "fits" } else { "too much" });
    if signed.checked_abs().is_none() {
        println!("least");
    }
    if byte.saturating_add(100) == u8::MAX && byte.wrapping_add(100) < 10 {
        println!("just over");
    }
    if 1000 / (i32::from(byte) - 77) > 100 {
        println!("close");
    }
}
