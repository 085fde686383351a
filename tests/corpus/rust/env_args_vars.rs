// rift: args
// rift: args one "two words" ünï
// rift: env RIFT_V=value
use std::env;
fn main() {
    let a: Vec<String> = env::args().skip(1).collect();
    println!("{} {a:?}", a.len());
    for (i, s) in a.iter().enumerate() {
        println!("{i} {} {}", s.len(), s.chars().rev().collect::<String>());
    }
    println!("{:?} {:?}", env::var("RIFT_V"), env::var("RIFT_NONE"));
    println!("{:?}", env::vars().filter(|(k, _)| k.starts_with("RIFT")).collect::<Vec<_>>());
    println!("{:?}", env::args_os().nth(1));
    println!("{}", env::current_dir().is_ok());
    println!("{:?}", option_env!("RIFT_NOT_AT_BUILD"));
    println!("{} {}", module_path!(), line!());
}
