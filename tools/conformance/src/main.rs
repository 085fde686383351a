//! `rift-conformance`: is the machine the native build? Runs the same programs in both and compares all that can
//! be seen. Every subcommand ends with a line `N passed, N failed, N skipped`; the exit code is 0 when nothing
//! failed, 1 when something did, 2 when the comparison could not be made at all.

mod bench;
mod bench_explore;
mod corpus;
mod crates;
mod csmith;
mod diff;
mod directives;
mod explore;
mod fetch;
mod formats;
mod half;
mod limits;
mod machine;
mod mutate;
mod native;
mod peers;
mod place;
mod runs;
mod rust;
mod seen;
mod subjects;
mod tally;
mod tool;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Compares rift's machine with native builds.
#[derive(Parser)]
#[command(name = "conformance", version, after_help = "Exit codes: 0 all equal, 1 a difference, 2 cannot compare.")]
struct Arguments {
    /// How many programs are worked on at a time.
    #[arg(long, global = true, value_name = "N", default_value_t = 2)]
    jobs: usize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The programs of tests/corpus: output, exit status and files equal to native; faults named.
    Corpus(corpus::CorpusArguments),
    /// Random C programs by csmith, against the native build at several levels.
    Csmith(csmith::CsmithArguments),
    /// Random Rust programs, against the native build.
    Rust(rust::RustArguments),
    /// Formatted output and input, number conversion and more against glibc, on generated cases.
    Formats(formats::FormatsArguments),
    /// Programs nobody here wrote, out of crates fetched by name.
    Subjects(subjects::SubjectsArguments),
    /// Broken modules: no panic, no hang, no crash.
    Mutate(mutate::MutateArguments),
    /// `rift explore` on spaces that are enumerated natively: every behaviour, and every path once.
    Explore(explore::ExploreArguments),
    /// `rift explore` on programs of real size, for a while each.
    ExploreReal(explore::real::RealArguments),
    /// `rift explore` when the solver dies, memory or disk run out, or it is interrupted or killed.
    ExploreFaults(explore::faults::FaultsArguments),
    /// `rift diff` on the changes of subjects: what differs is found and holds natively, what is equal is never different.
    Diff(diff::DiffArguments),
    /// `rift diff` on versions of libraries out of crates: what it says holds, and can be read.
    DiffReal(diff::real::RealArguments),
    /// `rift diff` when it is killed, when the solver dies or hangs, and when memory or disk run out: what was shown is in
    /// the report.
    DiffFaults(diff::faults::FaultsArguments),
    /// `cargo rift diff` on released versions of crates: what is known to differ is found.
    Crates(crates::CratesArguments),
    /// How fast the machine is, and how fast `rift explore` and `rift diff`.
    Bench(bench::BenchArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let jobs = arguments.jobs.max(1);
    let result = match &arguments.command {
        Command::Corpus(a) => corpus::corpus(a, jobs),
        Command::Csmith(a) => csmith::csmith(a, jobs),
        Command::Rust(a) => rust::rust(a, jobs),
        Command::Formats(a) => formats::formats(a, jobs),
        Command::Subjects(a) => subjects::subjects(a, jobs),
        Command::Mutate(a) => mutate::mutate(a, jobs),
        Command::Explore(a) => explore::explore(a, jobs),
        Command::ExploreReal(a) => explore::real::real(a, jobs),
        Command::ExploreFaults(a) => explore::faults::faults(a, jobs),
        Command::Diff(a) => diff::diff(a, jobs),
        Command::DiffReal(a) => diff::real::real(a),
        Command::DiffFaults(a) => diff::faults::faults(a, jobs),
        Command::Crates(a) => crates::crates(a),
        Command::Bench(a) => bench::bench(a, jobs),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("conformance: {error:#}");
            ExitCode::from(2)
        }
    }
}
