//! Two versions, built and aligned: what every search of them begins with.

use crate::explore::load;
use crate::program::{ProgramArguments, has_main};
use anyhow::{Context, bail};
use rift_align::{ChangeMap, align};
use rift_confirm::STACK_FILLS;
use rift_deadline::Deadline;
use rift_ingest::{Branches, Language};
use rift_ir::{Pair, Version};
use rift_report::Root;
use rift_search::{SourceCoverage, Summary, Targets};
use rift_vm::Program;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

pub struct Prepared {
    pub sources: Pair<ProgramArguments>,
    pub programs: Pair<Arc<Program>>,
    /// The native builds.
    pub natives: Pair<PathBuf>,
    pub language: Language,
    pub map: ChangeMap,
    /// Where the sources are, as the user names them.
    pub roots: Pair<Root>,
    /// What building and aligning took.
    pub build: Duration,
    align: Duration,
}

/// There is nothing to begin with.
#[derive(Debug)]
pub struct NoMain {
    version: String,
}

impl fmt::Display for NoMain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = &self.version;
        write!(f, "the {version} version has no function `main`; --entry names a function to call instead")
    }
}

impl std::error::Error for NoMain {}

/// Builds both versions side by side, in the machine's form and natively.
pub fn prepare(sources: Pair<ProgramArguments>, roots: Pair<Root>, quiet: bool) -> anyhow::Result<Prepared> {
    let started = Instant::now();
    let (old, new) = thread::scope(|scope| {
        let old = scope.spawn(|| build(&sources.old, "old", true));
        let new = build(&sources.new, "new", quiet);
        (old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), new)
    });
    let ((old, old_native, _), (new, new_native, language)) = (old?, new?);
    let natives = Pair { old: old_native, new: new_native };
    let build = started.elapsed();
    let map = align(Pair { old: &*old.module, new: &*new.module });
    let align = started.elapsed() - build;
    Ok(Prepared { sources, programs: Pair { old, new }, natives, language, map, roots, build, align })
}

fn build(source: &ProgramArguments, version: &str, quiet: bool) -> anyhow::Result<(Arc<Program>, PathBuf, Language)> {
    let unusable = || format!("the {version} version cannot be used");
    let (program, language) = load(source, Branches::Merged, quiet).with_context(unusable)?;
    // Said before a linker says it in its own words.
    if !has_main(&program) {
        bail!(NoMain { version: version.to_owned() });
    }
    Ok((program, source.load_native().with_context(unusable)?, language))
}

impl Prepared {
    pub fn programs(&self) -> Pair<&Arc<Program>> {
        self.programs.as_ref()
    }

    /// The way to the changes, and what aligning took with it.
    pub fn targets(&self) -> (Targets<'_>, Duration) {
        let started = Instant::now();
        let targets = Targets::new(self.programs.as_ref().map(|program| &*program.module), &self.map);
        (targets, self.align + started.elapsed())
    }

    /// The lines that were executed.
    pub fn covered(&self, summary: &Summary) -> Pair<SourceCoverage> {
        Pair {
            old: summary.other_coverage.code.of_source(&self.programs.old, &|_| true),
            new: summary.coverage.code.of_source(&self.programs.new, &|_| true),
        }
    }

    /// Both versions with sanitizers, if they can be built so before the deadline.
    pub fn sanitized(&self, deadline: &Deadline) -> Option<Pair<PathBuf>> {
        let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g";
        Some(Pair {
            old: with_flags(&self.sources.old, flags, deadline)?,
            new: with_flags(&self.sources.new, flags, deadline)?,
        })
    }

    /// Two builds of each version that differ in what uninitialised variables begin with. Projects are not built once
    /// more: it is the plain build twice then.
    pub fn filled(&self, deadline: &Deadline) -> Pair<[PathBuf; 2]> {
        let filled = |version: Version| {
            let source = version.of(&self.sources);
            let [zero, pattern] =
                STACK_FILLS.map(|flag| source.is_c().then(|| with_flags(source, flag, deadline)).flatten());
            let plain: &PathBuf = version.of(&self.natives);
            zero.zip(pattern).map_or_else(|| [plain.clone(), plain.clone()], |(zero, pattern)| [zero, pattern])
        };
        Pair { old: filled(Version::Old), new: filled(Version::New) }
    }
}

fn with_flags(source: &ProgramArguments, flags: &str, deadline: &Deadline) -> Option<PathBuf> {
    let mut source = source.clone();
    source.how.build_timeout = deadline.clip(source.how.build_timeout);
    if deadline.is_over() {
        return None;
    }
    source.how.cflags = format!("{} {flags}", source.how.cflags);
    source.load_native().ok()
}
