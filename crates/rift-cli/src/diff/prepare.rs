//! Two versions, built and aligned: what every search of them begins with.

use crate::explore::load;
use crate::program::ProgramArguments;
use anyhow::{Context, bail};
use rift_align::{ChangeMap, align};
use rift_ingest::{Branches, Language};
use rift_ir::Pair;
use rift_search::Targets;
use rift_vm::Program;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub struct Prepared {
    pub sources: Pair<ProgramArguments>,
    pub programs: Pair<Arc<Program>>,
    /// The native builds.
    pub natives: Pair<PathBuf>,
    pub language: Language,
    pub map: ChangeMap,
    pub targets: Targets,
    /// What building and aligning took.
    pub build: Duration,
    pub align: Duration,
}

/// Builds both versions, in the machine's form and natively.
pub fn prepare(sources: Pair<ProgramArguments>, quiet: bool) -> anyhow::Result<Prepared> {
    let started = Instant::now();
    let (old, _) = load(&sources.old, Branches::Merged, true).context("the old version cannot be used")?;
    let (new, language) = load(&sources.new, Branches::Merged, quiet).context("the new version cannot be used")?;
    for (version, program) in [("old", &old), ("new", &new)] {
        if program.module.function_named("main").is_none_or(|main| !program.module.functions[main].is_defined()) {
            bail!("the {version} version has no function `main`; --entry names a function to call instead");
        }
    }
    let natives = Pair {
        old: sources.old.load_native().context("the old version cannot be used")?,
        new: sources.new.load_native().context("the new version cannot be used")?,
    };
    let build = started.elapsed();
    let map = align(Pair { old: &*old.module, new: &*new.module });
    let targets = Targets::new(&new.module, &map);
    let align = started.elapsed() - build;
    Ok(Prepared { sources, programs: Pair { old, new }, natives, language, map, targets, build, align })
}

impl Prepared {
    pub fn programs(&self) -> Pair<&Arc<Program>> {
        self.programs.as_ref()
    }

    /// Both versions with sanitizers, if they can be built so.
    pub fn sanitized(&self) -> Option<Pair<PathBuf>> {
        let build = |source: &ProgramArguments| {
            let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g";
            let mut source = source.clone();
            source.how.cflags = format!("{} {flags}", source.how.cflags);
            source.load_native().ok()
        };
        Some(Pair { old: build(&self.sources.old)?, new: build(&self.sources.new)? })
    }
}
