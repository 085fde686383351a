//! Both versions in both forms: for the machine, and native.

use crate::explore::load;
use crate::program::ProgramArguments;
use anyhow::{Context, anyhow, bail};
use rift_ingest::{Branches, Language};
use rift_ir::Pair;
use rift_vm::Program;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

pub struct Built {
    pub program: Arc<Program>,
    pub language: Language,
    pub native: PathBuf,
}

/// Side by side: most of the time is the compilers'. What there is to say is said of the new version only.
pub fn both(sources: &Pair<ProgramArguments>, quiet: bool) -> anyhow::Result<Pair<Built>> {
    thread::scope(|scope| {
        let old = scope.spawn(|| built(&sources.old, "old", true));
        let new = built(&sources.new, "new", quiet);
        let old = old.join().unwrap_or_else(|_| Err(anyhow!("internal error: building the old version failed")));
        Ok(Pair { old: old?, new: new? })
    })
}

fn built(source: &ProgramArguments, version: &str, quiet: bool) -> anyhow::Result<Built> {
    let unusable = || format!("the {version} version cannot be used");
    let (program, language) = load(source, Branches::Merged, quiet).with_context(unusable)?;
    let module = &program.module;
    if module.function_named("main").is_none_or(|main| !module.functions[main].is_defined()) {
        bail!("the {version} version has no function `main`; --entry names a function to call instead");
    }
    let native = source.load_native().with_context(unusable)?;
    Ok(Built { program, language, native })
}
