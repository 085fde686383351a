//! `rift`: the command line. Reads arguments, calls the library crates, prints, and chooses the exit code.

mod doctor;
mod exit;
mod program;
mod run;
mod sizes;
mod trace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Finds the inputs on which two versions of a program behave differently.
#[derive(Parser)]
#[command(name = "rift", version, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a program in rift's machine, exactly as its native build would run.
    Run(Box<run::RunArguments>),
    /// Say what is installed and what is missing; with PROGRAM, what it calls that rift cannot run.
    Doctor(doctor::DoctorArguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers; everything else is a wrong command line.
            let code = if error.use_stderr() { exit::TROUBLE } else { 0 };
            // A closed pipe is no reason to fail.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let result = match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("rift: {error:#}");
            ExitCode::from(exit::TROUBLE)
        }
    }
}
