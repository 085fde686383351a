// A hook of the program's own sees message and place; the process still aborts.
use std::panic;

fn main() {
    panic::set_hook(Box::new(|info| {
        let message = info.payload().downcast_ref::<&str>().map(|s| s.to_string());
        let message = message.or_else(|| info.payload().downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = info.location().expect("a place is always known");
        eprintln!("hook: {message:?} at line {} column {}", place.line(), place.column());
        println!("on {:?}", std::thread::current().name());
    }));
    let n: usize = std::env::args().count();
    println!("before");
    panic!("number {n} of {}", n + 1);
}
