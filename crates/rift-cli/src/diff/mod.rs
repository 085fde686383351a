//! `rift diff`: inputs on which two versions of a program behave differently.

mod compare;
mod explain;
mod keep;
mod library;
mod natives;
mod options;
mod prepare;
mod report;
mod revision;
mod versions;
mod watch;

pub use compare::{Comparison, Differences, How};
pub use keep::{Keeper, Places, SoFar};
pub use natives::Natives;
pub use options::DiffArguments;
pub use prepare::{Prepared, prepare};
use versions::Located;
pub use versions::baseline;
pub use watch::Goal;

use crate::exit;
use crate::explore::{absolute, absolute_unless_stdout};
use crate::inputs::Inputs;
use crate::program::ProgramArguments;
use crate::search::{Deadlines, Display, interruptible};
use anyhow::Context;
use library::{ALL, Versions, compare_all};
use prepare::NoMain;
use report::{Reporting, Results};
use rift_confirm::{Budget as MinimiseBudget, Confirmed};
use rift_env::Input;
use rift_ingest::Cache;
use rift_report::diff::Given;
use rift_report::{DiffReport, Verdict, plural};
use rift_search::{Config, Start, StopReason};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use versions::locate;

/// Without a budget, a search that finds nothing ends then.
pub const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Solver steps of one query, about a second: there is always something else to try than to wait for a hard query.
pub const QUERY_STEPS: u64 = rift_solver::STEPS_PER_SECOND;

pub fn diff(mut arguments: DiffArguments) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupted = interruptible()?;
    arguments.how.interrupted = Some(Arc::clone(&interrupted));
    arguments.out = arguments.out.as_deref().map(absolute).transpose()?;
    arguments.json = arguments.json.as_deref().map(absolute_unless_stdout).transpose()?;
    arguments.sandbox.isolation.announce()?;
    arguments.how.confinement.follow(arguments.sandbox);
    let places = Places::new(arguments.out.as_deref(), arguments.json.as_deref())?;
    let named = arguments.inputs.read()?;
    let trees = Cache::open(None)?.root().join("trees");
    let located = locate(&arguments.versions, arguments.path.as_deref(), &trees)?;
    let roots = located.as_ref().map(|version| version.root.clone());
    let sources = located.as_ref().map(|version| source(&arguments, version, &located.new.path));
    let entry = arguments.how.entry.entry.clone();
    let all = |sources, located| {
        let interrupted = Arc::clone(&interrupted);
        compare_all(&arguments, Versions { located, sources, started, interrupted, places: &places })
    };
    if entry.as_deref() == Some(ALL) {
        return all(sources, located);
    }
    let prepared = match prepare(sources.clone(), roots, arguments.quiet) {
        // A library: what it exports is called instead.
        Err(error) if error.is::<NoMain>() && entry.is_none() && sources.old.is_c() && sources.new.is_c() => {
            return all(sources, located).context(error);
        }
        prepared => prepared?,
    };
    let (targets, aligned) = prepared.targets();

    let modules = prepared.programs.as_ref().map(|program| &*program.module);
    let name = arguments.inputs.name(prepared.sources.new.name_of(&prepared.natives.new));
    let Inputs { spaces, tasks, given, notes } = named.many_inputs(&prepared.map, modules, prepared.language, &name);
    // Where nothing changed, nothing is tried.
    if !arguments.quiet && !prepared.map.is_empty() {
        notes.iter().for_each(|note| eprintln!("rift: {note}"));
    }
    let deadlines = Deadlines::begin(&configured(&arguments).budget, &interrupted);
    let config = deadlines.searching(Config { resumable: false, ..configured(&arguments) });
    let natives =
        Natives::new(&prepared, arguments.native_limits(), arguments.sandbox.isolation, deadlines.finish.clone())
            .context("native programs cannot be run")?;
    let display = Display::new(arguments.quiet);
    let reporting = Reporting {
        arguments: &arguments,
        names: located.map(|version| version.name),
        prepared: &prepared,
        natives: &natives,
        spaces: &spaces,
        given,
        started,
        aligned,
    };
    let keeper = Keeper::begin(&places, &display, Box::new(|so_far: &SoFar| Ok(reporting.partial(so_far))));
    let how = How {
        strategy: arguments.strategy.strategy()?,
        goal: Goal {
            first: arguments.first,
            most: arguments.max_differences as usize,
            settle: arguments.search.budget.is_none(),
        },
        interrupted,
        display: &display,
        disagreements: arguments.out.clone().unwrap_or_else(|| PathBuf::from(".")).join("disagreements"),
        keeper: &keeper,
    };
    let begun = Instant::now();
    let comparison = Comparison::new(&prepared, &targets, &natives, &spaces, &how, 0, String::new());
    // Nothing was changed: no run can show a difference.
    let tasks = if prepared.map.is_empty() { vec![] } else { tasks };
    let searched = comparison.turn(Start::New(tasks), &config);
    display.finish();
    let (summary, _) = searched?;
    let search = begun.elapsed();
    // Who states inputs wants to see one of them.
    let is_allowed = |input: &Input| given != Given::Inputs || spaces.iter().any(|space| space.contains(input));
    let smaller =
        |found: &Confirmed, budget: &MinimiseBudget, _: &dyn Fn(&Input) -> bool| match natives.confirmer_of(found) {
            Some(confirmer) if !arguments.no_minimise => {
                let smaller = confirmer.minimise_within(&is_allowed, found, budget);
                let is_steady = matches!(natives.depends_on_time(smaller.input()), Ok(None));
                if is_steady && natives.is_told(&smaller, found) { smaller } else { found.clone() }
            }
            _ => found.clone(),
        };
    let finishing = Instant::now();
    let Differences { findings, unconfirmed, trouble, confirming, unfinished, .. } =
        comparison.finish(&deadlines.finishing(&config), &smaller);
    let finishing = finishing.elapsed();
    let mut report = reporting.report(&Results {
        summary: &summary,
        findings: &findings,
        unconfirmed: &unconfirmed,
        search: search.saturating_sub(confirming),
        confirm: confirming + finishing,
    });
    note_unfinished(&mut report, unfinished, arguments.quiet);
    publish(&arguments, &places, &report)?;
    if let Some(trouble) = trouble {
        return Err(trouble).context("the search was stopped");
    }
    Ok(code(&arguments, &report, summary.stopped))
}

fn configured(arguments: &DiffArguments) -> Config {
    let mut config = arguments.search.config();
    config.budget.time = config.budget.time.or((arguments.search.budget.is_none()).then_some(DEFAULT_TIME));
    config.solver.steps = arguments.search.solver_limit.unwrap_or(QUERY_STEPS);
    config
}

/// What is built for one version, under the name of `new`.
fn source(arguments: &DiffArguments, version: &Located, new: &Path) -> ProgramArguments {
    let mut how = arguments.how.clone();
    how.cflags.push_str(&same_names(&version.path, new));
    ProgramArguments { program: vec![version.path.clone()], how }
}

/// `__FILE__` is to be the same in both versions, wherever they are and whatever they are called.
fn same_names(path: &Path, new: &Path) -> String {
    let is_c = path.extension().is_some_and(|end| ["c", "cc", "cpp", "cxx", "C"].iter().any(|known| end == *known));
    if !is_c || !path.is_file() {
        return String::new();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map(|folder| format!("-fmacro-prefix-map={}/=", folder.display()));
    let other = new.file_name().filter(|name| Some(*name) != path.file_name());
    let other = other.map(|name| format!("-fmacro-prefix-map={}={}", path.display(), name.display()));
    // Of several that fit, some compilers take the longest, and others the last.
    folder.into_iter().chain(other).map(|flag| format!(" {}", shell_words::quote(&flag))).collect()
}

/// Says what there was no time for: it changes how findings read, and whether one may rest on uninitialised memory.
pub fn note_unfinished(report: &mut DiffReport, count: usize, quiet: bool) {
    report.unfinished = count as u64;
    if count > 0 && !quiet {
        let which = plural(count as u64, "difference was", "differences were");
        eprintln!(
            "rift: the budget ended before {which} made smaller, explained and checked for uninitialised memory; --budget gives more time"
        );
    }
}

/// What could not be written is printed all the same.
fn publish(arguments: &DiffArguments, places: &Places, report: &DiffReport) -> anyhow::Result<()> {
    let written = places.finish(report);
    let to_stdout = arguments.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if to_stdout {
        let text = serde_json::to_string_pretty(report)? + "\n";
        io::stdout().write_all(text.as_bytes()).context("cannot write the report")?;
    }
    if !arguments.quiet {
        let text = report.text(arguments.verbose);
        // A closed pipe is no reason to fail.
        let _ = match to_stdout {
            true => write!(io::stderr(), "{text}"),
            false => write!(io::stdout(), "{text}"),
        };
    }
    written.context("the report could not be written")
}

fn code(arguments: &DiffArguments, report: &DiffReport, stopped: StopReason) -> u8 {
    match report.verdict() {
        Verdict::Different => exit::DIFFERENT,
        _ if stopped == StopReason::Interrupted => exit::INTERRUPTED,
        Verdict::NoneFound if arguments.strict => exit::UNDECIDED,
        _ => 0,
    }
}
