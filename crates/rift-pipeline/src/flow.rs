//! The one flow from two versions that are built to a report: search, confirm, minimise, explain, report.

use crate::comparison::Common;
use crate::confirming::State;
use crate::deadlines::Deadlines;
use crate::entries::{Entries, EntryPoint, Presented, Results, together};
use crate::error::{Context as _, Result};
use crate::events::Events;
use crate::keep::{Keeper, Places, SoFar};
use crate::natives::Natives;
use crate::prepare::Prepared;
use crate::rounds::{Resumed, Rounds, Searched, Searches, searched_so_far};
use crate::settings::Settings;
use crate::state::{SavedEntry, StateDirectory};
use rift_deadline::Deadline;
use rift_env::Space;
use rift_report::{DiffReport, DiffRun, Finding, Phases, Usage, plural};
use rift_search::StopReason;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often it is kept how far a search is, where there is a place for it.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// The share of the memory that a search has whose state is kept: to put that together takes the rest.
const MEMORY_BESIDE_STATE: f64 = 0.6;

/// What came of comparing two versions.
pub struct Outcome {
    pub report: DiffReport,
    /// Whether the user ended the search.
    pub is_interrupted: bool,
    /// What went wrong beside it: the report or the tests could not be written, or native runs do not work.
    pub result: Result<()>,
}

/// Where a comparison reports to, and since when it is under way.
pub struct Flow<'a> {
    pub settings: &'a Settings,
    pub events: &'a dyn Events,
    pub places: Places,
    /// Where queries are left that a second solver decides otherwise.
    pub disagreements: PathBuf,
    started: Instant,
}

impl<'a> Flow<'a> {
    /// Checks that everything can be written, before anything is built.
    pub fn begin(settings: &'a Settings, events: &'a dyn Events) -> Result<Flow<'a>> {
        let places = Places::new(settings.out.as_deref(), settings.json.as_deref())?;
        let disagreements = settings.out.clone().unwrap_or_else(|| PathBuf::from(".")).join("disagreements");
        Ok(Flow { settings, events, places, disagreements, started: Instant::now() })
    }

    /// Since it began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Searches two versions that are ready, and reports.
    pub fn compare(&self, prepared: &Prepared, entries: &dyn Entries) -> Result<Outcome> {
        let Flow { settings, events, .. } = *self;
        let (targets, aligned) = prepared.targets();
        let points = entries.points();
        let states = settings.out.as_deref().map(|out| StateDirectory::new(out, prepared, settings, events));
        let resumed = self.resume(prepared, points, states.as_ref().filter(|_| settings.resume))?;
        let deadlines = Deadlines::begin(&settings.search.budget, &settings.interrupted);
        let mut config = deadlines.searching(settings.search.clone());
        // Those who take turns go on with what they put aside.
        config.resumable = points.len() > 1 || states.is_some();
        config.checkpoint_every = CHECKPOINT_EVERY;
        if states.is_some() {
            config.budget.memory = config.budget.memory.map(|bytes| (bytes as f64 * MEMORY_BESIDE_STATE) as u64);
        }
        let natives = Natives::new(prepared, settings.natives, deadlines.finish.clone(), events)
            .context("native programs cannot be run")?;
        let reporting = Reporting { flow: self, prepared, natives: &natives, entries, aligned, begun: Instant::now() };
        let before = points.iter().zip(&resumed).map(|(point, resumed)| (point.number, resumed.state.findings.clone()));
        let partial = Box::new(|so_far: &SoFar| reporting.partial(so_far));
        let keeper = Keeper::begin(&self.places, events, partial, before.collect());
        if let Some(states) = states.as_ref().filter(|_| !settings.resume) {
            states.clear();
        }
        let common = Common {
            prepared,
            targets: &targets,
            natives: &natives,
            settings,
            keeper: &keeper,
            events,
            states: states.as_ref(),
            disagreements: self.disagreements.clone(),
        };
        let rounds = Rounds { common: &common, entries, config: &config, deadlines: &deadlines };
        let searches = rounds.search(points, resumed)?;
        reporting.outcome(searches)
    }
}

impl Flow<'_> {
    /// What all entries go on with. What was found before is confirmed once more; that is not paid from the budget.
    fn resume(
        &self,
        prepared: &Prepared,
        points: &[EntryPoint],
        states: Option<&StateDirectory<'_>>,
    ) -> Result<Vec<Resumed>> {
        let Flow { settings, events, .. } = *self;
        let Some(states) = states else { return Ok(points.iter().map(|_| Resumed::default()).collect()) };
        let saved = states.load(points, prepared.map.changes.len())?;
        let count: usize = saved.iter().filter_map(|entry| Some(entry.candidates.as_ref()?.count())).sum();
        if count > 0 {
            let were = plural(count as u64, "difference was", "differences were");
            events.note(&format!("{were} found before; confirming again"));
        }
        let deadline = Deadline::never().interruptible(&settings.interrupted);
        let natives =
            Natives::new(prepared, settings.natives, deadline, events).context("native programs cannot be run")?;
        let restore = |SavedEntry { search, candidates }: SavedEntry| {
            let state = candidates.map(|candidates| State::restored(candidates, &natives)).transpose()?;
            Ok(Resumed { search, state: state.unwrap_or_default() })
        };
        saved.into_iter().map(restore).collect()
    }
}

/// What is known before the search.
struct Reporting<'a> {
    flow: &'a Flow<'a>,
    prepared: &'a Prepared,
    natives: &'a Natives<'a>,
    entries: &'a dyn Entries,
    /// What aligning took.
    aligned: Duration,
    begun: Instant,
}

/// What parts of the work took.
#[derive(Clone, Copy)]
struct Times {
    search: Duration,
    confirm: Duration,
}

impl Reporting<'_> {
    /// The last report, written wherever it goes.
    fn outcome(&self, searches: Searches) -> Result<Outcome> {
        let Flow { events, places, .. } = self.flow;
        let Searches { mut searched, searching, finishing } = searches;
        let trouble = searched.iter_mut().find_map(|search| search.differences.trouble.take());
        let presented = self.entries.present(&mut searched, self.natives)?;
        let confirming: Duration = searched.iter().map(|search| search.differences.confirming).sum();
        let times = Times { search: searching, confirm: confirming + finishing };
        let mut report = self.report(&searched, &presented, times);
        let unfinished: usize = searched.iter().map(|search| search.differences.unfinished).sum();
        note_unfinished(&mut report, unfinished as u64, *events);
        // Whatever happens to the tests, there is a report.
        let tests = self.entries.write_tests(&mut report, &presented, self.natives, *events);
        let written = places.finish(&report).context("the report could not be written");
        let worked = trouble.map_or(Ok(()), |trouble| Err(trouble).context("the search was stopped"));
        let is_interrupted = searched.iter().any(|search| search.summary.stopped == StopReason::Interrupted);
        Ok(Outcome { report, is_interrupted, result: written.and(tests).and(worked) })
    }

    /// While the search goes on.
    fn partial(&self, so_far: &SoFar) -> Result<DiffReport> {
        let mut searched = searched_so_far(so_far, self.entries.points());
        let presented = self.entries.present(&mut searched, self.natives)?;
        let times = Times { search: self.begun.elapsed(), confirm: Duration::ZERO };
        Ok(self.report(&searched, &presented, times))
    }

    fn report(&self, searched: &[Searched], presented: &Presented, times: Times) -> DiffReport {
        let Reporting { flow, prepared, natives, entries, .. } = self;
        let settings = flow.settings;
        let built_meanwhile = natives.built_meanwhile();
        let summary = together(searched);
        let spaces: Vec<Space> = entries.points().iter().flat_map(|point| point.spaces.clone()).collect();
        let findings: Vec<Finding> = presented.found.iter().map(|found| found.finding.clone()).collect();
        let mut report = DiffReport::new(&DiffRun {
            sources: prepared.names.clone(),
            roots: prepared.roots.clone(),
            entry: prepared.sources.new.entry_in_words(),
            modules: prepared.programs().map(|program| &*program.module),
            covered: prepared.covered(&summary),
            map: &prepared.map,
            spaces: &spaces,
            given: entries.given(),
            summary: &summary,
            findings: &findings,
            unconfirmed: &presented.unconfirmed,
            strategy: settings.strategy_name.clone(),
            sandbox: natives.sandbox_in_words(),
            phases: Phases {
                build: (prepared.build + built_meanwhile).as_secs_f64(),
                align: self.aligned.as_secs_f64(),
                search: times.search.as_secs_f64(),
                confirm: times.confirm.saturating_sub(built_meanwhile).as_secs_f64(),
            },
            usage: Usage::now(),
            elapsed: flow.elapsed(),
        });
        report.directory.clone_from(&settings.out);
        report.set_time_limit(settings.natives.limits.time);
        report.builds = Some(prepared.natives.as_ref().map(|program| program.display().to_string()));
        entries.complete(&mut report, &Results { presented, searched, begun: self.begun });
        report
    }
}

/// Says what there was no time for: it changes how findings read, and whether one may rest on uninitialised memory.
fn note_unfinished(report: &mut DiffReport, count: u64, events: &dyn Events) {
    report.unfinished = count;
    if count > 0 {
        let which = plural(count, "difference was", "differences were");
        events.note(&format!(
            "the budget ended before {which} made smaller, explained and checked for uninitialised memory; --budget gives more time"
        ));
    }
}
