//! `exercise PACKAGE DIRECTORY [SEEDS]`: runs the harness of a library on seeds, exports tests, and runs these.

#[path = "../tests/common/mod.rs"]
mod common;

use rift_harness::{Features, Limits, Package, literals, prepare};
use rift_ingest::{BuildOptions, Guard};
use rift_ir::Pair;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, directory, rest @ ..] = arguments.as_slice() else { return Err("exercise PACKAGE DIRECTORY".into()) };
    let seeds = rest.first().and_then(|text| text.to_str()?.parse().ok()).unwrap_or(6);
    let package = Package::read(root, Features::default())?;
    let directories = Pair { old: directory.join("old"), new: directory.join("new") };
    let packages = Pair { old: &package, new: &package };
    let guard = Guard { time: Duration::from_secs(600), interrupted: Arc::default() };
    let options = BuildOptions { guard: Some(guard), ..BuildOptions::default() };
    let shared = prepare(packages, Pair { old: &directories.old, new: &directories.new }, Limits::default(), &options)?;
    let entries: Vec<_> = shared.entries.iter().map(|entry| &entry.new).collect();
    let result = common::exercise(&package, directory, &entries, &literals(&package), seeds);
    println!(
        "{}: {} entries, {} undriven, {} seen, {} panics, {} rejected, {} other, {} tests, {} failed",
        package.name,
        entries.len(),
        shared.unmatched.len(),
        result.returned,
        result.panicked,
        result.rejected,
        result.other,
        result.exported,
        result.failed.len()
    );
    print!("{}", result.output);
    Ok(())
}
