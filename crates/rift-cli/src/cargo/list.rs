//! `cargo rift list`: what of a package can be called, and what cannot.

use super::options::PackageArguments;
use crate::search::interruptible;
use rift_harness::{Limits, read_api};
use rift_ingest::{BuildOptions, Guard};
use std::io::{self, Write};
use std::time::Duration;

/// For each run of cargo.
const PATIENCE: Duration = Duration::from_secs(600);

pub fn list(arguments: &PackageArguments) -> anyhow::Result<u8> {
    let package = rift_pipeline::package(&arguments.choice())?;
    let scratch = rift_pipeline::api_place(&package.root)?;
    std::fs::create_dir_all(&scratch)?;
    let guard = Guard { time: PATIENCE, interrupted: interruptible()? };
    let confinement = arguments.features.confinement.confinement();
    let options = BuildOptions { guard: Some(guard), confinement, ..BuildOptions::default() };
    let api = read_api(&package, &scratch, Limits::default(), &options)?;
    let mut text = String::new();
    for note in &api.notes {
        text += &format!("note: {note}\n");
    }
    text += &format!("called ({}):\n", api.entries.len());
    for entry in &api.entries {
        let parameters: Vec<&str> = entry.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let returns = if entry.returns == "()" { String::new() } else { format!(" -> {}", entry.returns) };
        let place = entry.source.as_ref().map(|(file, line)| format!("  {}:{line}", file.display()));
        text += &format!("  {}({}){returns}{}\n", entry.path, parameters.join(", "), place.unwrap_or_default());
    }
    if !api.undriven.is_empty() {
        text += &format!("not called ({}):\n", api.undriven.len());
    }
    for not in &api.undriven {
        text += &format!("  {}: {}\n", not.path, not.reason);
    }
    // A closed pipe is no reason to fail.
    let _ = write!(io::stdout(), "{text}");
    Ok(0)
}
