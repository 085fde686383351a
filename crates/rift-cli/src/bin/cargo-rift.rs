//! `cargo rift`: what cargo starts for it. Hands everything to `rift cargo`, which is installed beside it.

use std::env;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// As `rift` exits when nothing was run.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // Cargo gives the sub-command's own name first.
    if arguments.first().is_some_and(|first| first == "rift") {
        arguments.remove(0);
    }
    let beside = env::current_exe().ok().map(|own| own.with_file_name("rift")).filter(|rift| rift.is_file());
    let rift = beside.unwrap_or_else(|| "rift".into());
    let error = Command::new(&rift).arg("cargo").args(arguments).exec();
    eprintln!("cargo-rift: cannot run `{}`: {error}", rift.display());
    ExitCode::from(TROUBLE)
}
