// rift: args any
// rift: args nounwind
// rift: args nested
// rift: args drop
// rift: args abort
// rift: args oom
// rift: args capacity
// rift: args resume
// rift: args catch
// rift: args exit
// rift: args unreachable
// rift: args borrow
// rift: args utf8
// rift: args long
// Ways to die that are not a plain `panic!`.
use std::cell::RefCell;
use std::fmt;
use std::panic;

struct Bad;

impl fmt::Display for Bad {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("inside the message")
    }
}

struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        println!("dropping");
        panic!("inside drop");
    }
}

extern "C" fn cannot_unwind(n: u32) -> u32 {
    if n > 0 {
        panic!("in extern C {n}");
    }
    n
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_default();
    println!("{what}");
    match what.as_str() {
        "any" => panic::panic_any(42),
        "nounwind" => println!("{}", cannot_unwind(what.len() as u32)),
        "nested" => panic!("{}", Bad),
        "drop" => drop(Dropped),
        "abort" => std::process::abort(),
        "oom" => {
            let layout = std::alloc::Layout::from_size_align(48, 8).unwrap();
            std::alloc::handle_alloc_error(layout)
        }
        "capacity" => println!("{}", Vec::<u64>::with_capacity(usize::MAX - what.len()).capacity()),
        "resume" => panic::resume_unwind(Box::new("quietly")),
        "catch" => println!("{:?}", panic::catch_unwind(|| panic!("nobody catches")).is_err()),
        "exit" => {
            print!("no newline");
            std::process::exit(300)
        }
        "unreachable" => unreachable!("case {}", what.len()),
        "borrow" => {
            let cell = RefCell::new(1);
            let _first = cell.borrow_mut();
            println!("{}", cell.borrow());
        }
        "utf8" => println!("{}", &"größe"[..3 + what.len() - 4]),
        _ => {
            let text = "é".repeat(400);
            println!("{}", text[..what.len()].parse::<i32>().expect(&text));
        }
    }
}
