// rift: args 3
// rift: args 7
fn main() {
    std::panic::set_hook(Box::new(|i| eprintln!("{}", i.payload_as_str().unwrap())));
    let k: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let a = [1, 2, 3, 4, 5];
    println!("{}", a[k]);
}
