//! `rift doctor`: what is installed, and what a program needs that rift does not have.

use crate::exit;
use crate::program::OtherBuildArguments;
use clap::Args;
use rift_ingest::Branches;
use rift_pipeline::{missing, ready_module};
use rift_vm::MemoryConfig;
use std::path::PathBuf;

#[derive(Args)]
pub struct DoctorArguments {
    /// A program to examine; without one, the tools that rift uses.
    #[arg(value_name = "PROGRAM")]
    program: Vec<PathBuf>,
    #[command(flatten)]
    building: OtherBuildArguments,
}

pub fn doctor(arguments: &DoctorArguments) -> anyhow::Result<u8> {
    if arguments.program.is_empty() {
        return Ok(tools());
    }
    let loaded = arguments.building.source(&arguments.program).load(Branches::Kept)?;
    for note in &loaded.notes {
        println!("note: {note}");
    }
    let program = ready_module(loaded, &MemoryConfig::default())?;
    let module = &program.module;
    let defined = module.functions.values().filter(|f| f.is_defined()).count();
    let instructions: usize = module.functions.values().map(|f| f.insts.len()).sum();
    println!("{defined} functions, {instructions} instructions, {} globals", module.globals.len());
    let missing = missing(&program)?;
    if missing.is_empty() {
        println!("everything it calls is supported");
        return Ok(0);
    }
    for line in &missing {
        println!("not supported: {line}");
    }
    Ok(exit::UNSUPPORTED)
}

fn tools() -> u8 {
    let checks = rift_ingest::examine();
    let width = checks.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let mut code = 0;
    println!("{:width$}  Bitwuzla 0.8.0, part of rift", "solver");
    let sandbox = rift_confirm::Sandbox::new(rift_confirm::SandboxConfig::default());
    match sandbox.as_ref().map(|sandbox| (sandbox.kind(), sandbox.why_plain())) {
        Ok((rift_confirm::Kind::Bubblewrap, _)) => println!("{:width$}  bubblewrap", "sandbox"),
        Ok((rift_confirm::Kind::Plain, why)) => {
            println!("{:width$}  limits only, see docs/THREAT_MODEL.md: {}", "sandbox", why.unwrap_or("no bubblewrap"));
        }
        Err(error) => println!("{:width$}  none: {error}", "sandbox"),
    }
    for check in &checks {
        match &check.found {
            Some(found) => println!("{:width$}  {found}", check.name),
            None => {
                println!("{:width$}  missing: needed for {}; {}", check.name, check.needed_for, check.install);
                if check.required {
                    code = exit::TROUBLE;
                }
            }
        }
    }
    code
}
