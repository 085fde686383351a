//! Loads a program through the cache and says how long it took:
//! `load [-n] [-r RUNTIME]... [-b BUILD] [-p PROGRAM] [-e ENTRY] PATH... [-- FLAG...]`
//! `-n` also makes the native build.

use rift_ingest::{Bitcode, BuildOptions, Hints, LoadOptions, Source, load};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    if let Err(message) = run() {
        eprintln!("load: {message}");
        std::process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let (mut paths, mut hints, mut runtime) = (Vec::new(), Hints::default(), Vec::new());
    let mut build = BuildOptions::default();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-n" => build.want_native = true,
            "-r" => {
                let name = args.next().ok_or("-r needs a file")?;
                let bytes = std::fs::read(&name).map_err(|e| format!("cannot read `{name}`: {e}"))?;
                runtime.push(Bitcode { name, bytes });
            }
            "-b" => hints.build = args.next(),
            "-p" => hints.program = args.next(),
            "-e" => hints.entry = args.next(),
            "--" => hints.flags.extend(args.by_ref()),
            path => paths.push(PathBuf::from(path)),
        }
    }
    let source = Source::detect(&paths, &hints).map_err(|e| e.to_string())?;
    let started = Instant::now();
    let options = LoadOptions { build, runtime: &runtime, keep: &["main"], ..LoadOptions::default() };
    let loaded = load(&source, &options).map_err(|e| e.to_string())?;
    let took = started.elapsed();
    let insts: usize = loaded.module.functions.values().map(|f| f.insts.len()).sum();
    println!(
        "{} functions, {insts} instructions, from cache: {}, {took:.1?}",
        loaded.module.functions.len(),
        loaded.from_cache
    );
    println!("native: {:?}", loaded.native);
    for note in &loaded.notes {
        println!("note: {note}");
    }
    Ok(())
}
