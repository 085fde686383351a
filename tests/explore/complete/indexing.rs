// Slices and vectors at an index that is input: panics when it is out of range.
// rift: explore --stdin 1

use std::io::Read;

fn main() {
    let mut input = [0; 1];
    let got = std::io::stdin().read(&mut input).expect("standard input can be read");
    let index = usize::from(input[0]);
    let squares: Vec<u32> = (0..100).map(|n| n * n % 83).collect();
    let square = squares[index];
    println!("{}", if square > 40 { "high" } else { "low" });
    let tail = &squares[index..];
    match tail.iter().position(|&value| value == square + 1) {
        Some(0..5) => println!("near"),
        Some(_) => println!("far"),
        None => println!("nowhere"),
    }
    let word = &"abcdefgh"[index % 10..];
    println!("{} {got}", if word.len() > 4 { "long" } else { "short" });
}
