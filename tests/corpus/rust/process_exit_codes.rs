// rift: args 0
// rift: args 3
// rift: args 255
// rift: args 256
// rift: args -1
struct D;
impl Drop for D {
    fn drop(&mut self) {
        println!("never");
    }
}
fn main() {
    let _d = D;
    let k: i32 = std::env::args().nth(1).unwrap().parse().unwrap();
    print!("exit {k} unflushed");
    std::process::exit(k)
}
