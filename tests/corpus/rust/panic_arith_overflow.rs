// rift: flags -Coverflow-checks=on
// rift: args add 200
// rift: args sub 3
// rift: args mul 20
// rift: args neg 0
// rift: args shl 40
// rift: args div 0
// rift: args rem 0
// rift: args mindiv 255
// rift: args abs 0
// rift: args add 50
fn main() {
    std::panic::set_hook(Box::new(|i| eprintln!("{}", i.payload_as_str().unwrap())));
    let a: Vec<String> = std::env::args().collect();
    let n: u8 = a[2].parse().unwrap();
    println!("{} {n}", a[1]);
    let r = match a[1].as_str() {
        "add" => (100u8 + n) as i64,
        "sub" => (2u8 - n) as i64,
        "mul" => (n * n) as i64,
        "neg" => -(i32::MIN + n as i32) as i64,
        "shl" => (1i32 << n) as i64,
        "div" => (10 / n) as i64,
        "rem" => (10 % n) as i64,
        "mindiv" => (i8::MIN / n as i8) as i64,
        _ => (i16::MIN + n as i16).abs() as i64,
    };
    println!("{r}");
}
