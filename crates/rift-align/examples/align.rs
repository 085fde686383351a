//! Aligns two modules in their textual form and says what changed: `align [-s] OLD.rir NEW.rir`
//! `-s` also lists the touched sites.

use rift_align::{ChangeMap, Version, align};
use rift_ir::{Module, Pair, Site};
use std::time::Instant;

fn main() {
    if let Err(message) = run() {
        eprintln!("align: {message}");
        std::process::exit(2);
    }
}

fn run() -> Result<(), String> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let with_sites = files.first().is_some_and(|first| first == "-s");
    if with_sites {
        files.remove(0);
    }
    let [old, new] = &files[..] else { return Err("expected OLD.rir and NEW.rir".to_owned()) };
    let (old, new) = (read(old)?, read(new)?);
    let pair = Pair { old: &old, new: &new };
    let started = Instant::now();
    let map = align(pair);
    let took = started.elapsed();
    for change in &map.changes {
        println!("{}", change.summary);
        for version in Version::BOTH {
            let Some(place) = change.place(version) else { continue };
            println!("    {version:?} lines {}-{}, {} sites", place.line, place.last_line, place.sites.len());
            if with_sites {
                let module = *version.of(&pair);
                place.sites.iter().for_each(|site| print_site(module, &map, version, *site));
            }
        }
    }
    let insts: usize = old.functions.values().chain(new.functions.values()).map(|f| f.insts.len()).sum();
    eprintln!("{} changes, {insts} instructions, {took:.1?}", map.changes.len());
    Ok(())
}

fn print_site(module: &Module, map: &ChangeMap, version: Version, site: Site) {
    let function = &module.functions[site.function];
    let inst = &function.insts[site.inst];
    let counterpart = map.counterpart(version, site).map_or("none".to_owned(), |site| site.inst.to_string());
    let at = module.describe(inst.position);
    println!("        {} {} ({counterpart}) {at} {:?}", function.display, site.inst, inst.kind);
}

fn read(file: &str) -> Result<Module, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot read `{file}`: {e}"))?;
    let module = rift_ir::parse(&text).map_err(|e| format!("cannot parse `{file}`: {e}"))?;
    match rift_ir::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => Err(format!("`{file}` is no valid module: {} errors", errors.len())),
    }
}
