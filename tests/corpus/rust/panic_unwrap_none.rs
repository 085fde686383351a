use std::panic;
fn main() {
    panic::set_hook(Box::new(|i| {
        let l = i.location().unwrap();
        eprintln!(
            "hook {}:{}: {}",
            l.line(),
            l.column(),
            i.payload()
                .downcast_ref::<String>()
                .map(|s| s.as_str())
                .or(i.payload().downcast_ref::<&str>().copied())
                .unwrap_or("?")
        );
    }));
    let v: Vec<i32> = vec![];
    println!("before");
    let x = v.iter().max().unwrap();
    println!("{x}");
}
