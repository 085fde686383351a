//! Effects that wait in memory, and runs that are led to where they would be used.
//!
//! A program that keeps state (a queue, a table, a mode) may hold other values than the other version and show nothing of
//! it before its input ends. Qi, Roychoudhury, Liang (ASE 2010) call a definition that nothing uses `PropNouse`, and want a
//! way to a use of it. Repairs of single branches (crate::tactics::repairs) come there decision by decision; here the
//! same input is run once more and led on from the effect (crate::tactics::leading): the rest of the input becomes one that asks
//! for the value. Adds runs, and takes none away.

use super::leading::Steering;
use super::{Context, Readiness, RunTask, Tactic, Work};
use crate::engine::{Finished, Possibles, Run, Task, What};
use crate::tactics::follow::FollowedRuns;
use crate::targets::{Lead, Target, Want};
use rift_align::Version;
use rift_env::StartError;
use rift_ir::Site;
use rift_trace::{Action, Alignment, Effects, Occurrence, Pointer, Trace, Value};
use rift_vm::concolic::Decision;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Effects of one pair of runs that are looked at.
const MAX_EFFECTS: usize = 16;
/// Runs that wait to be led. The latest know most.
const MAX_DUE_RUNS: usize = 8;
/// Uses one after the other, each of what the one before left, to which a run is led without waiting for its turn.
const MAX_CHAINED_USES: u32 = 4;

/// A store that only one version makes so: in that version.
type Place = (Version, Site);

/// What a store left, and where it was in the run of the new version.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PendingEffect {
    place: Place,
    value: Value,
    after: Occurrence,
}

#[derive(Default)]
pub(crate) struct Uses {
    /// Where what is stored there may be used in the new version. `None`: nowhere.
    targets: HashMap<Place, Option<Rc<Target>>>,
    /// How often runs were led to a use of which value.
    led: HashMap<(Place, Value), u32>,
    due: Vec<Due>,
    steering: Steering,
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
        self.led == 0 && (2..=MAX_CHAINED_USES).contains(&self.lead.depth)
    }
}

impl Uses {
    /// Notes which effects wait at the end of a pair of runs that showed nothing of them.
    fn wait(&mut self, run: &Run, followed: &FollowedRuns, cx: &mut Context<'_, '_>) {
        let mut best: Option<(u32, PendingEffect, Rc<Target>)> = None;
        for effect in &followed.pending_effects {
            // To find the route to a use takes long in a program of some size.
            if cx.engine.is_over() {
                return;
            }
            let target = self.target(effect.place, cx);
            let led = self.led.get(&(effect.place, effect.value)).copied().unwrap_or(0);
            if let Some(target) = target
                && best.as_ref().is_none_or(|(least, ..)| led < *least)
            {
                best = Some((led, *effect, target));
            }
        }
        let Some((led, PendingEffect { place, value, after }, target)) = best else { return };
        let Some(new) = followed.versions.first() else { return };
        *self.led.entry((place, value)).or_default() += 1;
        let from = new.decisions.partition_point(|met| met.at.is_none_or(|at| at <= after)) as u32;
        let task = Task { space: run.space, values: run.all_values(), shared: from, what: What::Run };
        let depth = 1 + run.lead.as_ref().map_or(0, |lead| lead.depth);
        self.due.push(Due { led, task, lead: Lead { target: Some(target), from, depth, ..Lead::default() } });
        if self.due.len() > MAX_DUE_RUNS {
            self.due.remove(0);
        }
    }

    /// Where something is used that a version stores.
    fn target(&mut self, place: Place, cx: &mut Context<'_, '_>) -> Option<Rc<Target>> {
        if let Some(known) = self.targets.get(&place) {
            return known.clone();
        }
        let changes = cx.engine.subject.changes.as_ref()?;
        // Later there may be work to spend on it.
        let (version, site) = place;
        let users = cx.slices(version)?.dependence().users(site);
        let users: Vec<Site> = match version {
            Version::New => users.into_iter().collect(),
            Version::Old => users.iter().filter_map(|user| changes.map.counterpart(Version::Old, *user)).collect(),
        };
        let is_used = !users.is_empty();
        let found = is_used.then(|| cx.board.targets.target(changes.targets, Want::Use, users));
        self.targets.insert(place, found.clone());
        found
    }
}

impl Tactic for Uses {
    fn name(&self) -> &'static str {
        "uses"
    }

    fn on_run(&mut self, finished: &mut Finished, cx: &mut Context<'_, '_>) {
        if let Some(followed) = cx.board.followed.take() {
            self.wait(&finished.run, &followed, cx);
            cx.board.followed = Some(followed);
        }
    }

    fn on_decision(
        &mut self,
        run: &mut Run,
        decision: &Decision,
        possible: Possibles,
        cx: &mut Context<'_, '_>,
    ) -> Result<Decision, Possibles> {
        match run.lead.as_ref().is_some_and(Lead::is_to_use) {
            true => self.steering.steer(run, decision, possible, cx),
            false => Err(possible),
        }
    }

    fn readiness(&self, cx: &Context<'_, '_>) -> Readiness {
        // Where nothing is pending, no decision can go otherwise, and a run that is led does what it did before.
        if self.due.is_empty() || cx.board.frontier.len() == 0 {
            return Readiness::Nothing;
        }
        match self.due.iter().any(Due::is_chain) {
            true => Readiness::First,
            false => Readiness::Turn,
        }
    }

    fn propose(&mut self, _: &mut Context<'_, '_>) -> Result<Work, StartError> {
        let best = |(place, one): &(usize, &Due)| (!one.is_chain(), one.led, Reverse(*place));
        let Some((place, _)) = self.due.iter().enumerate().min_by_key(best) else { return Ok(Work::Done) };
        let Due { task, lead, .. } = self.due.remove(place);
        Ok(Work::Run(RunTask { lead: Some(lead), ..RunTask::new(task) }))
    }
}

/// What was left in memory that the other version did not leave there, the last first.
pub(crate) fn pending_effects(alignment: &Alignment<'_>, effects: &Effects) -> Vec<PendingEffect> {
    let mut found: Vec<PendingEffect> = Vec::new();
    for (version, differing) in [(Version::New, &effects.new), (Version::Old, &effects.old)] {
        let trace = alignment.trace(version);
        let last = last_stores(trace);
        for one in differing.iter().rev().filter(|one| last.contains(one)).take(MAX_EFFECTS) {
            let after = match version {
                Version::New => Some(*one),
                Version::Old => in_new(alignment, *one),
            };
            let (place, value) = ((version, trace.site(*one)), trace.value(*one));
            found.extend(after.map(|after| PendingEffect { place, value, after }));
        }
    }
    found.sort_by_key(|effect| Reverse(effect.after));
    let mut known = HashSet::new();
    found.retain(|effect| known.insert((effect.place, effect.value)));
    found.truncate(MAX_EFFECTS);
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

#[cfg(test)]
mod tests {
    use crate::testing::{OTHER, Versions, gates, noise, switched};

    /// Keeps something, and shows it where a word asks for it.
    fn keeps(kept: u32) -> String {
        let (noise, gates) = (noise(0..3), gates(3, "show", ("show", "out")));
        format!(
            "global @kept size 4 align 4 = i32 0\n{OTHER}function @main(ptr word) -> i32 {{\nentry:\n  \
             store i32 {kept}, @kept\n  jump n0\n{noise}n3:\n  jump w3\n{gates}\
             show:\n  k = load i32, @kept\n  return i32 k\nout:\n  return i32 0\n}}\n"
        )
    }

    #[test]
    fn a_search_ends_though_an_effect_is_used_nowhere_else() {
        let versions = Versions::new(
            &keeps(1).replace("return i32 k", "return i32 0"),
            &keeps(2).replace("return i32 k", "return i32 0"),
        );
        assert!(versions.search(7, &switched("auto", "")).exhausted());
    }

    #[test]
    fn what_waits_in_memory_is_asked_for_in_one_run() {
        let runs = Versions::new(&keeps(1), &keeps(2)).compare(7, "auto", "uses");
        assert!(runs.is_sooner(|totals| totals.runs_to_differ));
    }
}
