// rift: stdin the quick brown fox\njumps over the lazy dog\n\nThe end, the END!\n
use std::collections::BTreeMap;
use std::io::{self, BufRead};
fn main() {
    let (mut lines, mut words, mut chars) = (0, 0, 0);
    let mut freq: BTreeMap<String, usize> = BTreeMap::new();
    let mut longest = String::new();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        lines += 1;
        chars += line.chars().count() + 1;
        for w in line.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            words += 1;
            *freq.entry(w.to_lowercase()).or_default() += 1;
            if w.len() > longest.len() {
                longest = w.to_string();
            }
        }
    }
    println!("{lines} {words} {chars} {longest}");
    let mut v: Vec<_> = freq.into_iter().collect();
    v.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (w, n) in v.iter().take(4) {
        println!("{w:>8} {n:<3}{}", "*".repeat(*n));
    }
    std::process::exit((words % 256) as i32);
}
