//! `harness OLD NEW DIRECTORY`: writes the harnesses of two versions and lists their entries.

use rift_harness::{Features, Limits, Package, prepare};
use rift_ingest::{BuildOptions, Guard};
use rift_ir::Pair;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [old, new, directory] = arguments.as_slice() else { return Err("harness OLD NEW DIRECTORY".into()) };
    let packages =
        Pair { old: Package::read(old, Features::default())?, new: Package::read(new, Features::default())? };
    let directories = Pair { old: directory.join("old"), new: directory.join("new") };
    let guard = Guard { time: Duration::from_secs(600), interrupted: Arc::default() };
    let options = BuildOptions { guard: Some(guard), ..BuildOptions::default() };
    let shared =
        prepare(packages.as_ref(), Pair { old: &directories.old, new: &directories.new }, Limits::default(), &options)?;
    for (number, entry) in shared.entries.iter().enumerate() {
        let call = entry.new.call(&vec![0; entry.new.input_size()]).unwrap_or_default();
        println!("{number} {} ({} bytes) {call} -> {}", entry.new.path, entry.new.input_size(), entry.new.returns);
    }
    for one in &shared.unmatched {
        println!("- {}: {}", one.path, one.reason);
    }
    for note in &shared.notes {
        println!("note: {note}");
    }
    Ok(())
}
