//! `rift diff`: inputs on which two versions of a program behave differently.

mod options;
mod watch;

pub use options::DiffArguments;

use crate::explore::load;
use crate::inputs::Inputs;
use crate::program::ProgramArguments;
use crate::search::{Display, Solvers, interruptible};
use anyhow::Context;
use rift_align::{Version, align};
use rift_graph::{Distances, ProgramGraph};
use rift_ingest::Branches;
use rift_ir::{Pair, Site};
use rift_search::{Makings, Start, Subject};
use std::sync::Arc;
use std::time::Instant;

pub fn diff(arguments: DiffArguments) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    let named = arguments.inputs.read()?;
    let sources = Pair { old: &arguments.old, new: &arguments.new }.map(|path| ProgramArguments {
        program: vec![path.clone()],
        cflags: arguments.cflags.clone(),
        build: arguments.build.clone(),
        bin: arguments.bin.clone(),
        rebuild: false,
        entry: arguments.entry.clone(),
    });
    let (old, _) = load(&sources.old, Branches::Merged, true).context("the old version")?;
    let (new, language) = load(&sources.new, Branches::Merged, arguments.quiet).context("the new version")?;
    let map = align(Pair { old: &*old.module, new: &*new.module });
    for change in &map.changes {
        println!("change {}: {}", change.id, change.summary);
    }
    let graph = ProgramGraph::new(&new.module);
    let targets: Vec<Site> = map.touched(Version::New).collect();
    let distances = Distances::new(&graph, &targets);
    eprintln!("ready after {:?}", started.elapsed());
    let name = arguments.inputs.name(sources.new.name());
    let Inputs { spaces, tasks, notes } = named.many_inputs(&new.module, language, &name);
    notes.iter().for_each(|note| eprintln!("rift: {note}"));
    let subject = Subject::pair(Pair { old: &old, new: &new }, &spaces, &map, &distances);
    let config = arguments.search.config();
    let solvers =
        Solvers { config: config.solver.clone(), disagreements: "disagreements".into(), findings: Arc::default() };
    let watcher = watch::Watcher { display: Display::new(arguments.quiet), jobs: config.jobs, interrupted };
    let make = || Makings { strategy: arguments.strategy.make(), solver: solvers.make() };
    let (summary, _) = rift_search::explore(&subject, Start::New(tasks), &config, &make, &watcher)?;
    watcher.display.finish();
    println!("{:?} {:?} {:?} reached {:?}", summary.stopped, summary.totals, summary.incomplete, summary.reached);
    println!("exhausted {} {:?}", summary.exhausted(), started.elapsed());
    Ok(u8::from(summary.totals.differences > 0))
}
