//! `rift-fuzz`: a bounded run of the fuzz targets. `cargo fuzz` has no end and no need of this.

use anyhow::{Context, bail};
use clap::Parser;
use rift_fuzz::{TARGETS, Target, bounded, target};
use std::process::ExitCode;

/// Runs fuzz targets over their corpus and a fixed number of mutations.
#[derive(Parser)]
#[command(name = "rift-fuzz", after_help = "Exit codes: 0 all went well, 1 a target failed, 2 cannot run.")]
struct Arguments {
    /// Which targets; all when left out.
    targets: Vec<String>,
    /// How many mutations of each corpus; what is usual for the target when left out.
    #[arg(long, value_name = "N")]
    mutations: Option<u64>,
    /// The first mutation's number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = match words.as_slice() {
        [worker, rest @ ..] if worker == bounded::WORKER => work(rest),
        _ => run(&Arguments::parse()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("rift-fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let named = |name: &String| target(name).with_context(|| format!("there is no target `{name}`"));
    let chosen: Vec<&Target> = match arguments.targets.is_empty() {
        true => TARGETS.iter().collect(),
        false => arguments.targets.iter().map(named).collect::<anyhow::Result<_>>()?,
    };
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut is_well = true;
    for target in chosen {
        let started = std::time::Instant::now();
        let mutations = arguments.mutations.unwrap_or(target.mutations);
        match bounded::check(&program, target, arguments.first, mutations) {
            Ok(()) => println!("{}: {mutations} mutations, {:.1} s", target.name, started.elapsed().as_secs_f64()),
            Err(error) => {
                println!("FAIL {error:#}");
                is_well = false;
            }
        }
    }
    Ok(is_well)
}

fn work(words: &[String]) -> anyhow::Result<bool> {
    let [name, first, mutations, note] = words else { bail!("{} is for this program alone", bounded::WORKER) };
    let target = target(name).with_context(|| format!("there is no target `{name}`"))?;
    bounded::work(target, first.parse()?, mutations.parse()?, note.parse()?)
}
