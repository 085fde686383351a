//! Effects that wait in memory, and runs that are led to where they would be used.
//!
//! A program that keeps state (a queue, a table, a mode) may hold other values than the other version and show nothing of
//! it before its input ends. Qi, Roychoudhury, Liang (ASE 2010) call a definition that nothing uses `PropNouse`, and want a
//! way to a use of it. Marks on single flips (crates/rift-search/src/correlate) come there decision by decision; here the
//! same input is run once more and led on from the effect ([`crate::steer`]): the rest of the input becomes one that asks
//! for the value.
//!
//! Errs towards nothing: such a run is one more, and what it leaves aside stays in the frontier.

use crate::follow::Followed;
use crate::pair::{Subject, Way};
use crate::run::Run;
use crate::steer::Lead;
use crate::task::{Task, What};
use crate::worker::Worker;
use rift_align::Version;
use rift_env::StartError;
use rift_graph::Through;
use rift_ir::Site;
use rift_trace::{Action, Alignment, Effects, Occurrence, Pointer, Trace, Value};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Effects that wait which are looked at, of one pair of runs.
const MOST_EFFECTS: usize = 16;
/// Runs that wait to be led. The latest know most.
const MOST_DUE: usize = 8;
/// One run in this many is led to a use, unless it goes on from another use: so many, one after the other, at most.
const EVERY: u64 = 3;
const MOST_CHAINED: u32 = 4;

/// A store that only one version makes so: in that version.
type Place = (Version, Site);

/// What it left, and where it was in the run of the new version.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effect {
    place: Place,
    value: Value,
    after: Occurrence,
}

#[derive(Default)]
pub(crate) struct Waiting {
    /// Where what is stored there may be used in the new version. `None`: nowhere.
    ways: HashMap<Place, Option<Rc<Way>>>,
    /// How often runs were led to a use of which value.
    led: HashMap<(Place, Value), u32>,
    due: Vec<Due>,
    /// How often runs were led which way.
    pub turned: HashMap<(Site, u32), u32>,
    /// Not again before this many runs.
    not_before: u64,
}

/// A run that waits to be led.
struct Due {
    /// How often others were led to a use of the same.
    led: u32,
    task: Task,
    lead: Lead,
}

impl Due {
    /// Whether it goes on from a use that nobody had led to: what one command left, the next one may show.
    fn is_chain(&self) -> bool {
        self.led == 0 && (2..=MOST_CHAINED).contains(&self.lead.depth())
    }
}

impl Worker<'_> {
    /// Leads a run to where an effect would be used, if one waits and it is time.
    pub(crate) fn lead_to_use(&mut self) -> Option<Result<(), StartError>> {
        let runs = self.knowledge.totals.runs;
        let Waiting { due, not_before, .. } = &mut self.waiting;
        let best = |(place, one): &(usize, &Due)| (!one.is_chain(), one.led, Reverse(*place));
        let (place, next) = due.iter().enumerate().min_by_key(best)?;
        if runs < *not_before && !next.is_chain() {
            return None;
        }
        let Due { task, lead, .. } = due.remove(place);
        *not_before = runs + EVERY;
        Some(self.task(task, Some(lead)))
    }

    /// Notes which effects wait at the end of a pair of runs that showed nothing of them.
    pub(crate) fn wait_for_use(&mut self, run: &Run, new: &Followed, effects: Vec<Effect>) {
        let mut best: Option<(u32, Effect, Rc<Way>)> = None;
        for effect in effects {
            // To find the way to a use takes long in a program of some size.
            if self.shared.deadline.is_over() {
                return;
            }
            let way = self.waiting.ways.entry(effect.place).or_insert_with(|| way(self.subject, effect.place));
            let led = self.waiting.led.get(&(effect.place, effect.value)).copied().unwrap_or(0);
            if let Some(way) = way
                && best.as_ref().is_none_or(|(least, ..)| led < *least)
            {
                best = Some((led, effect, Rc::clone(way)));
            }
        }
        let Some((led, Effect { place, value, after }, way)) = best else { return };
        *self.waiting.led.entry((place, value)).or_default() += 1;
        let from = new.decisions.partition_point(|met| met.at.is_none_or(|at| at <= after)) as u32;
        let task = Task { space: run.space, values: run.all_values(), shared: from, what: What::Run };
        let depth = 1 + run.lead.as_ref().map_or(0, Lead::depth);
        let due = &mut self.waiting.due;
        due.push(Due { led, task, lead: Lead::to_use(way, from, depth) });
        if due.len() > MOST_DUE {
            due.remove(0);
        }
    }
}

/// What was left in memory that the other version did not leave there, the last first.
pub(crate) fn left_behind(alignment: &Alignment<'_>, effects: &Effects) -> Vec<Effect> {
    let mut found: Vec<Effect> = Vec::new();
    for (version, differing) in [(Version::New, &effects.new), (Version::Old, &effects.old)] {
        let trace = alignment.trace(version);
        let last = last_stores(trace);
        for one in differing.iter().rev().filter(|one| last.contains(one)).take(MOST_EFFECTS) {
            let after = match version {
                Version::New => Some(*one),
                Version::Old => in_new(alignment, *one),
            };
            let (place, value) = ((version, trace.site(*one)), trace.value(*one));
            found.extend(after.map(|after| Effect { place, value, after }));
        }
    }
    found.sort_by_key(|effect| Reverse(effect.after));
    let mut known = HashSet::new();
    found.retain(|effect| known.insert((effect.place, effect.value)));
    found.truncate(MOST_EFFECTS);
    found
}

/// Those that nothing was stored over.
fn last_stores(trace: &Trace) -> HashSet<Occurrence> {
    let mut last: HashMap<Pointer, Occurrence> = HashMap::new();
    for one in trace.occurrences() {
        if let Action::Stored(pointer @ (Pointer::Object { .. } | Pointer::Global { .. })) = trace.action(one) {
            last.insert(pointer, one);
        }
    }
    last.into_values().collect()
}

/// What comes last before an occurrence of the old version that the new one has as well.
fn in_new(alignment: &Alignment<'_>, one: Occurrence) -> Option<Occurrence> {
    let before = alignment.trace(Version::Old).occurrences().rev().skip_while(|other| *other >= one);
    before.filter_map(|one| alignment.counterpart(Version::Old, one)).next()
}

/// The way to where something is used that a version stores.
fn way(subject: &Subject<'_>, (version, site): Place) -> Option<Rc<Way>> {
    let changes = subject.changes.as_ref()?;
    let targets = changes.targets;
    let graph = version.of(&targets.graphs);
    if targets.is_large {
        return None;
    }
    let users = graph.dependence().users(site);
    let users: Vec<Site> = match version {
        Version::New => users.into_iter().collect(),
        Version::Old => users.iter().filter_map(|user| changes.map.counterpart(Version::Old, *user)).collect(),
    };
    (!users.is_empty()).then(|| Rc::new(Way::new(&targets.graphs.new, &users, Through::Registers)))
}
