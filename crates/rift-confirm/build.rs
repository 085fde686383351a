//! Compiles the launcher, which is embedded: a static program if the C library allows it, because that starts faster.

use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "src/sandbox/launcher.c";
const FILTER: &str = "src/sandbox/filter.h";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={SOURCE}");
    println!("cargo:rerun-if-changed={FILTER}");
    println!("cargo:rerun-if-env-changed=RIFT_CLANG");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it")).join("launcher");
    let named = std::env::var("RIFT_CLANG").ok();
    let compilers: Vec<&str> = named.as_deref().into_iter().chain(["clang-22", "clang", "cc"]).collect();
    let mut said = String::new();
    for compiler in compilers {
        for linked in [&["-static"][..], &[]] {
            let mut command = Command::new(compiler);
            command.args(["-std=gnu17", "-O2", "-Wall", "-Wextra", "-s"]).args(linked).arg(SOURCE).arg("-o").arg(&out);
            match command.output() {
                Ok(output) if output.status.success() => return,
                Ok(output) => said += &format!("{compiler}: {}\n", String::from_utf8_lossy(&output.stderr)),
                Err(error) => said += &format!("{compiler}: {error}\n"),
            }
        }
    }
    eprintln!("cannot compile {SOURCE}; install clang-22 or set RIFT_CLANG\n{said}");
    std::process::exit(1);
}
