//! Prime factors of the numbers up to the first argument, and what they have in common.

use std::collections::BTreeMap;

fn factors(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut candidate = 2;
    while candidate * candidate <= n {
        while n.is_multiple_of(candidate) {
            found.push(candidate);
            n /= candidate;
        }
        candidate += 1;
    }
    if n > 1 {
        found.push(n);
    }
    found
}

fn main() {
    let limit: u64 = match std::env::args().nth(1).map(|text| text.parse()) {
        Some(Ok(limit)) => limit,
        Some(Err(error)) => {
            eprintln!("primes: not a number: {error}");
            std::process::exit(2);
        }
        None => 20,
    };
    let mut uses: BTreeMap<u64, usize> = BTreeMap::new();
    for n in 2..=limit {
        let parts = factors(n);
        for part in &parts {
            *uses.entry(*part).or_default() += 1;
        }
        let text: Vec<String> = parts.iter().map(u64::to_string).collect();
        println!("{n:>4} = {}{}", text.join(" * "), if parts.len() == 1 { "  (prime)" } else { "" });
    }
    let (most, count) = uses.iter().max_by_key(|(_, count)| **count).expect("2 is a factor of something");
    println!("most frequent factor: {most}, {count} times");
}
