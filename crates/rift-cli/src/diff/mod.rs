//! `rift diff`: inputs on which two versions of a program behave differently.

mod builds;
mod explain;
mod options;
mod versions;
mod watch;

pub use options::DiffArguments;

use crate::exit;
use crate::explore::{absolute, absolute_unless_stdout};
use crate::inputs::Inputs;
use crate::program::ProgramArguments;
use crate::search::{Display, Solvers, interruptible};
use anyhow::Context;
use rift_align::align;
use rift_confirm::{
    Budget as MinimiseBudget, Build, ConfirmOptions, Confirmer, Kind, NativeError, NativeLimits, Sandbox, SandboxConfig,
};
use rift_ingest::Cache;
use rift_ir::Pair;
use rift_report::{DiffDirectory, DiffReport, DiffRun, Existing, Finding, Phases, Usage, Verdict};
use rift_search::{Makings, Start, StopReason, Subject, Targets};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use versions::{Located, locate};
use watch::{Goal, State, Watcher};

/// Without a budget, a search that finds nothing ends then.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// There is always another way to try than to wait for a hard query.
const QUERY_TIME: Duration = Duration::from_secs(1);
/// Checks that making one input smaller may cost.
const MINIMISE_CHECKS: usize = 120;

pub fn diff(mut arguments: DiffArguments) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    arguments.how.interrupted = Some(Arc::clone(&interrupted));
    arguments.out = arguments.out.as_deref().map(absolute).transpose()?;
    arguments.json = arguments.json.as_deref().map(absolute_unless_stdout).transpose()?;
    let named = arguments.inputs.read()?;
    let trees = Cache::open(None)?.root().join("trees");
    let located = locate(&arguments.versions, arguments.path.as_deref(), &trees)?;
    let roots = located.as_ref().map(|version| version.root.display().to_string());
    let sources = located.as_ref().map(|version| source(&arguments, version));

    let Pair { old, new } = builds::both(&sources, arguments.quiet)?;
    let language = new.language;
    let programs = Pair { old: old.native, new: new.native };
    let (old, new) = (old.program, new.program);
    let build = started.elapsed();
    let map = align(Pair { old: &*old.module, new: &*new.module });
    let targets = Targets::new(&new.module, &map);
    let aligned = started.elapsed() - build;

    let name = arguments.inputs.name(sources.new.name_of(&programs.new));
    let Inputs { spaces, tasks, notes } = named.many_inputs(&new.module, language, &name);
    if !arguments.quiet {
        notes.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    let mut config = arguments.search.config();
    config.budget.time = config.budget.time.or((arguments.search.budget.is_none()).then_some(DEFAULT_TIME));
    config.solver.time = arguments.search.solver_timeout.unwrap_or(QUERY_TIME);
    let sandbox = sandbox(&arguments).context("native programs cannot be run")?;
    let sandbox_in_words = match (sandbox.kind(), sandbox.why_plain()) {
        (Kind::Bubblewrap, _) => "bubblewrap".to_owned(),
        (Kind::Plain, why) => format!("limits only: {}", why.unwrap_or("bubblewrap was not asked for")),
    };
    let builds = programs.clone().map(|program| Build { program, sanitized: None });
    let sanitize = || Some((sanitized(&sources)?, self::sandbox(&arguments).ok()?));
    let watcher = Watcher {
        display: Display::new(arguments.quiet),
        interrupted,
        confirmer: Confirmer::new(builds, sandbox, ConfirmOptions { normalise: true, ..ConfirmOptions::default() }),
        programs: programs.clone(),
        sanitize: &sanitize,
        sanitizers: OnceLock::new(),
        goal: Goal {
            first: arguments.first,
            most: arguments.max_differences as usize,
            settle: arguments.search.budget.is_none(),
        },
        started: Instant::now(),
        state: Mutex::default(),
    };
    let subject = Subject::pair(Pair { old: &old, new: &new }, &spaces, &map, &targets);
    let disagreements = arguments.out.clone().unwrap_or_else(|| PathBuf::from(".")).join("disagreements");
    let solvers = Solvers { config: config.solver.clone(), disagreements, findings: Arc::default() };
    let make = || Makings { strategy: arguments.strategy.make(), solver: solvers.make() };
    // Nothing was changed: no run can show a difference.
    let tasks = if map.is_empty() { vec![] } else { tasks };
    let searched = rift_search::explore(&subject, Start::New(tasks), &config, &make, &watcher);
    watcher.display.finish();
    let (summary, _) = searched.context("the versions cannot be run")?;
    let search = watcher.started.elapsed();
    let finishing = Instant::now();
    minimise(&arguments, &watcher);
    let State { mut findings, unconfirmed, trouble, confirming, .. } =
        watcher.state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for finding in &mut findings {
        // A smaller input need not come past every change that the first one did.
        let input = finding.confirmed.input();
        if let Ok(changes) = subject.changes_on(input, &config)
            && !changes.is_empty()
        {
            finding.changes = changes;
        }
        let programs = Pair { old: &old, new: &new };
        finding.why = explain::explain(programs, &map, &roots, input, &config.world, config.limits);
    }
    let findings = distinct(findings);
    let finishing = finishing.elapsed();
    let mut report = DiffReport::new(&DiffRun {
        sources: located.map(|version| version.name),
        roots,
        entry: sources.new.entry_in_words(),
        modules: Pair { old: &*old.module, new: &*new.module },
        covered: Pair {
            old: summary.other_coverage.code.of_source(&old, &|_| true),
            new: summary.coverage.code.of_source(&new, &|_| true),
        },
        map: &map,
        spaces: &spaces,
        summary: &summary,
        findings: &findings,
        unconfirmed: &unconfirmed,
        strategy: arguments.strategy.name(),
        sandbox: sandbox_in_words,
        phases: Phases {
            build: build.as_secs_f64(),
            align: aligned.as_secs_f64(),
            search: search.saturating_sub(confirming).as_secs_f64(),
            confirm: (confirming + finishing).as_secs_f64(),
        },
        usage: Usage::now(),
        elapsed: started.elapsed(),
    });
    report.directory.clone_from(&arguments.out);
    report.builds = Some(programs.map(|program| program.display().to_string()));
    publish(&arguments, &report)?;
    if let Some(trouble) = trouble {
        return Err(trouble).context("the search was stopped");
    }
    Ok(code(&arguments, &report, summary.stopped))
}

fn sandbox(arguments: &DiffArguments) -> Result<Sandbox, NativeError> {
    let limits = NativeLimits { time: arguments.native_timeout, ..NativeLimits::default() };
    Sandbox::new(SandboxConfig { limits, kind: None })
}

/// One for each way to differ: smaller inputs may show the same.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |known: &&mut Finding| {
            known.changes == finding.changes && known.confirmed.signature() == finding.confirmed.signature()
        };
        match kept.iter_mut().find(same) {
            Some(known) => known.similar += 1 + finding.similar,
            None => kept.push(finding),
        }
    }
    kept
}

/// What is built for one version.
fn source(arguments: &DiffArguments, version: &Located) -> ProgramArguments {
    let mut how = arguments.how.clone();
    how.cflags.push_str(&same_names(&version.path));
    ProgramArguments { program: vec![version.path.clone()], how }
}

/// `__FILE__` is to be the same in both versions, wherever they are.
fn same_names(path: &Path) -> String {
    let is_c = path.extension().is_some_and(|end| ["c", "cc", "cpp", "cxx", "C"].iter().any(|known| end == *known));
    match path.parent() {
        Some(folder) if is_c && path.is_file() && !folder.as_os_str().is_empty() => {
            format!(" {}", shell_words::quote(&format!("-fmacro-prefix-map={}/=", folder.display())))
        }
        _ => String::new(),
    }
}

/// Both versions with sanitizers, if they can be built so.
fn sanitized(sources: &Pair<ProgramArguments>) -> Option<Pair<PathBuf>> {
    let build = |source: &ProgramArguments| {
        let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g";
        let mut source = source.clone();
        source.how.cflags = format!("{} {flags}", source.how.cflags);
        source.load_native().ok()
    };
    Some(Pair { old: build(&sources.old)?, new: build(&sources.new)? })
}

/// Replaces the inputs of findings by simpler ones that show the same.
fn minimise(arguments: &DiffArguments, watcher: &Watcher<'_>) {
    if arguments.no_minimise {
        return;
    }
    let mut findings = std::mem::take(&mut watcher.state().findings);
    let time = Duration::from_secs(5) / findings.len().max(1) as u32;
    for finding in &mut findings {
        let confirmer = match finding.confirmed.kind() {
            rift_confirm::DifferenceKind::Sanitizer => watcher.sanitizers.get().and_then(Option::as_ref),
            rift_confirm::DifferenceKind::Behaviour => Some(&watcher.confirmer),
        };
        if let Some(confirmer) = confirmer {
            let budget = MinimiseBudget { checks: MINIMISE_CHECKS, time };
            finding.confirmed = confirmer.minimise(&finding.confirmed, &budget);
        }
    }
    watcher.state().findings = findings;
}

fn publish(arguments: &DiffArguments, report: &DiffReport) -> anyhow::Result<()> {
    if let Some(out) = &arguments.out {
        DiffDirectory::create(out, Existing::Own)?.write(report)?;
    }
    let to_stdout = arguments.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(report)? + "\n";
        match to_stdout {
            true => io::stdout().write_all(text.as_bytes()).context("cannot write the report")?,
            false => std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))?,
        }
    }
    if !arguments.quiet {
        let text = report.text(arguments.verbose);
        // A closed pipe is no reason to fail.
        let _ = match to_stdout {
            true => write!(io::stderr(), "{text}"),
            false => write!(io::stdout(), "{text}"),
        };
    }
    Ok(())
}

fn code(arguments: &DiffArguments, report: &DiffReport, stopped: StopReason) -> u8 {
    match report.verdict() {
        Verdict::Different => exit::DIFFERENT,
        _ if stopped == StopReason::Interrupted => exit::INTERRUPTED,
        Verdict::NoneFound if arguments.strict => exit::UNDECIDED,
        _ => 0,
    }
}
