//! `rift`: the command line. Reads arguments, calls the library crates, prints, and chooses the exit code.

mod cargo;
mod compare;
mod diff;
mod doctor;
mod exit;
mod explore;
mod export;
mod inputs;
mod program;
mod replay;
mod run;
mod sandbox;
mod search;
mod sizes;
mod trace;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use rift_ingest::IngestError;
use rift_pipeline::PipelineError;
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
    /// Find inputs on which two versions of a program behave differently.
    Diff(Box<diff::DiffArguments>),
    /// Find calls of a Rust library that two versions answer differently; `cargo rift` is the same.
    Cargo(Box<cargo::CargoArguments>),
    /// Say that a difference that `cargo rift` found is meant: `cargo rift accept` is the same.
    Accept(cargo::AcceptArguments),
    /// Explore all paths of a program, and write a test for each.
    Explore(Box<explore::ExploreArguments>),
    /// Run tests that `rift explore` wrote, in the machine and natively.
    Replay(Box<replay::ReplayArguments>),
    /// Write the differences that `rift diff` found as tests, or as a fuzzer's corpus.
    Export(export::ExportArguments),
    /// Say what is installed and what is missing; with PROGRAM, what it calls that rift cannot run.
    Doctor(doctor::DoctorArguments),
    /// A solver that answers on its standard output. Started by `rift explore`.
    #[command(name = search::SOLVER_WORKER, hide = true)]
    SolverWorker,
    /// Print the tactics and numbers that a search has, as JSON.
    #[command(hide = true)]
    Tactics,
}

fn main() -> ExitCode {
    let command = Arguments::command().mut_subcommand("explore", explore::command);
    // In a repository, there is one thing to do that needs no words.
    let words: Vec<_> = std::env::args_os().collect();
    let words = if words.len() == 1 { vec!["rift".into(), "diff".into()] } else { words };
    let parsed = command.try_get_matches_from(words).and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
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
        Command::Diff(arguments) => diff::diff(*arguments),
        Command::Cargo(arguments) => cargo::cargo(*arguments),
        Command::Accept(arguments) => cargo::accept(&arguments),
        Command::Explore(arguments) => explore::explore(*arguments),
        Command::Replay(arguments) => replay::replay(*arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::SolverWorker => return rift_solver::worker_main(),
        Command::Tactics => {
            search::print_tactics();
            Ok(0)
        }
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // What failed may have been named by whoever wrote the program.
            search::say(&rift_report::harmless(&format!("{error:#}")));
            let is_interrupt = |cause: &(dyn std::error::Error + 'static)| {
                matches!(cause.downcast_ref(), Some(IngestError::Interrupted { .. }))
                    || cause.downcast_ref::<PipelineError>().is_some_and(PipelineError::is_interrupted)
            };
            ExitCode::from(if error.chain().any(is_interrupt) { exit::INTERRUPTED } else { exit::TROUBLE })
        }
    }
}
