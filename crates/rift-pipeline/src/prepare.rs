//! Two versions, built and aligned: what every search of them begins with.

use crate::error::{Context as _, PipelineError, Result};
use crate::program::{ProgramSource, Ready, has_main};
use rift_align::{ChangeMap, align};
use rift_confirm::STACK_FILLS;
use rift_deadline::Deadline;
use rift_ingest::{Branches, Language};
use rift_ir::{Origin, Pair, Version};
use rift_report::Root;
use rift_search::{SourceCoverage, Summary, Targets};
use rift_vm::Program;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How compilers are asked for each sanitizer. Apart, and with recovery, so that a harmless report does not keep anybody
/// from seeing what comes behind it.
const SANITIZERS: [[&str; 4]; 2] = [
    ["-fsanitize=address", "-fsanitize-recover=address", "-fno-omit-frame-pointer", "-g"],
    ["-fsanitize=undefined", "-fsanitize-recover=undefined", "-fno-omit-frame-pointer", "-g"],
];
/// How long the build of a variant of a project or package may take.
const VARIANT_TIME: Duration = Duration::from_secs(120);

pub struct Prepared {
    pub sources: Pair<ProgramSource>,
    pub programs: Pair<Arc<Program>>,
    /// The native builds.
    pub natives: Pair<PathBuf>,
    pub language: Language,
    pub map: ChangeMap,
    /// As the user names the versions.
    pub names: Pair<String>,
    /// Where the sources are, as the user names them.
    pub roots: Pair<Root>,
    /// For the user: what building the new version brought up, which as a rule is true of the old one.
    pub notes: Vec<String>,
    /// What building and aligning took.
    pub build: Duration,
    align: Duration,
}

/// Builds both versions side by side, in the machine's form and natively.
pub fn prepare(sources: Pair<ProgramSource>, names: Pair<String>, roots: Pair<Root>) -> Result<Prepared> {
    let started = Instant::now();
    let (old, new) = thread::scope(|scope| {
        let old = scope.spawn(|| build(&sources.old, "old"));
        let new = build(&sources.new, "new");
        (old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), new)
    });
    let ((old, old_native), (new, new_native)) = (old?, new?);
    let (notes, language) = (new.notes, new.language);
    let (old, new) = (old.program, new.program);
    let natives = Pair { old: old_native, new: new_native };
    let build = started.elapsed();
    let map = align(Pair { old: &*old.module, new: &*new.module });
    let align = started.elapsed() - build;
    Ok(Prepared { sources, programs: Pair { old, new }, natives, language, map, names, roots, notes, build, align })
}

fn build(source: &ProgramSource, version: &str) -> Result<(Ready, PathBuf)> {
    let unusable = || format!("the {version} version cannot be used");
    let ready = source.ready(Branches::Merged).with_context(unusable)?;
    // Said before a linker says it in its own words.
    if !has_main(&ready.program) {
        return Err(PipelineError::NoMain { version: version.to_owned() });
    }
    Ok((ready, source.load_native().with_context(unusable)?))
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

    /// Both versions with sanitizers, a build for each that both can be built with.
    pub fn sanitized(&self, deadline: &Deadline) -> Pair<Vec<PathBuf>> {
        let mut all = Pair { old: vec![], new: vec![] };
        if !self.has_c() {
            return all;
        }
        for flags in SANITIZERS {
            if let (Some(old), Some(new)) = self.variants(&flags, deadline) {
                all.old.push(old);
                all.new.push(new);
            }
        }
        all
    }

    /// Two builds of each version that differ in what uninitialised variables begin with. Where they cannot be made, it
    /// is the plain build twice.
    pub fn filled(&self, deadline: &Deadline) -> Pair<[PathBuf; 2]> {
        let made = match self.has_c() {
            true => STACK_FILLS.map(|flag| self.variants(&[flag], deadline)),
            false => [(None, None), (None, None)],
        };
        let [zero, pattern] = made.map(|(old, new)| Pair { old, new });
        let filled = |version: Version| {
            let plain: &PathBuf = version.of(&self.natives);
            let [zero, pattern] = [&zero, &pattern].map(|pair| version.of::<Option<PathBuf>>(pair).clone());
            zero.zip(pattern).map_or_else(|| [plain.clone(), plain.clone()], |(zero, pattern)| [zero, pattern])
        };
        Pair { old: filled(Version::Old), new: filled(Version::New) }
    }

    /// Whether there is C or C++ to build otherwise: a package of Rust alone has none.
    pub fn has_c(&self) -> bool {
        let is_c = |file: &str| {
            let end = Path::new(file).extension().and_then(|end| end.to_str()).unwrap_or_default();
            ["c", "cc", "cpp", "cxx"].contains(&end) && Origin::of_file(file) != Origin::Runtime
        };
        self.language != Language::Rust || self.programs.new.module.files.iter().any(|(_, file)| is_c(file))
    }

    /// Both versions, side by side, with more flags. Building is not paid from the budget: the deadline moves by what it
    /// takes.
    fn variants(&self, flags: &[&str], deadline: &Deadline) -> (Option<PathBuf>, Option<PathBuf>) {
        if deadline.is_over() {
            return (None, None);
        }
        let begun = Instant::now();
        let built = thread::scope(|scope| {
            let old = scope.spawn(|| with_flags(&self.sources.old, flags));
            let new = with_flags(&self.sources.new, flags);
            (old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), new)
        });
        deadline.extend(begun.elapsed());
        built
    }
}

/// A variant of a program. That of a project is given up sooner than the project itself: the search waits for it.
fn with_flags(source: &ProgramSource, flags: &[&str]) -> Option<PathBuf> {
    let mut source = source.clone();
    match source.has_own_build() {
        true => {
            source.how.extra_flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
            source.how.timeout = source.how.timeout.min(VARIANT_TIME);
        }
        false => source.how.cflags = format!("{} {}", source.how.cflags, flags.join(" ")),
    }
    source.load_native().ok()
}
