//! A solver process for the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    rift_solver::worker_main()
}
