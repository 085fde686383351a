//! One search for each entry, in turns: the budget is shared fairly, and nobody waits for the slowest.
//!
//! The budget is spent in rounds, each with twice the pot of the one before. In a round, everybody who is still
//! searching gets an equal part of what is left in the pot, nearest to a change first. Who has come to an end, or has
//! found something, leaves; what they did not use goes to the others.

use crate::comparison::{Common, Comparison, Differences, Turn};
use crate::confirming::State;
use crate::deadlines::Deadlines;
use crate::entries::{Entries, EntryPoint};
use crate::error::Result;
use crate::keep::SoFar;
use rift_deadline::Deadline;
use rift_search::{Budget, Config, Coverage, SavedState, Start, StopReason, Summary};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// At most so many rounds.
const ROUNDS: u32 = 4;
/// Less time than this is spent on getting started.
const LEAST_TURN: Duration = Duration::from_millis(300);

/// The share of the time that samples may take, and the most of it. Without a budget in time this many are tried of all entries
/// together, about as long: the result must not depend on the clock.
const SAMPLING_SHARE: u32 = 5;
const MOST_SAMPLING: Duration = Duration::from_secs(12);
const MOST_SAMPLES: usize = 600;

/// What came of one entry.
pub struct Searched {
    pub entry: usize,
    /// Of all turns together.
    pub summary: Summary,
    pub differences: Differences,
    pub seconds: f64,
}

/// How the searches are carried out.
pub struct Rounds<'a> {
    pub common: &'a Common<'a>,
    pub entries: &'a dyn Entries,
    /// With the budget of all entries together.
    pub config: &'a Config,
    pub deadlines: &'a Deadlines,
}

/// What an entry goes on with: nothing, if its search begins.
#[derive(Default)]
pub struct Resumed {
    pub search: Option<SavedState>,
    pub state: State,
}

/// What came of all entries.
pub struct Searches {
    pub searched: Vec<Searched>,
    /// What searching took.
    pub searching: Duration,
    /// What was done with what it had found: judging the rest of it, making it smaller, explaining it.
    pub finishing: Duration,
}

struct Turns<'a> {
    entry: &'a EntryPoint,
    comparison: Comparison<'a>,
    state: Option<Box<SavedState>>,
    summary: Option<Summary>,
    reached: BTreeSet<u32>,
    time: Duration,
}

impl Rounds<'_> {
    /// Nearest first, as given.
    pub fn search<'a>(&'a self, points: &'a [EntryPoint], resumed: Vec<Resumed>) -> Result<Searches> {
        let begin = |(entry, Resumed { search, state })| Turns {
            entry,
            comparison: Comparison::new(self.common, entry, state),
            state: search.map(Box::new),
            summary: None,
            reached: BTreeSet::new(),
            time: Duration::ZERO,
        };
        let mut all: Vec<Turns<'_>> = points.iter().zip(resumed).map(begin).collect();
        self.take_turns(&mut all)?;
        self.common.events.search_ended();
        let searching = all.iter().map(|turns| turns.time).sum();
        all.sort_by_key(|turns| turns.entry.number);
        let begun = Instant::now();
        let searched = self.finish(all);
        Ok(Searches { searched, searching, finishing: begun.elapsed() })
    }

    fn take_turns(&self, all: &mut [Turns<'_>]) -> Result<()> {
        let mut left = self.sample(all);
        let mut waiting: Vec<&mut Turns<'_>> = all.iter_mut().collect();
        // One alone makes room for nobody.
        let is_alone = waiting.len() == 1;
        let rounds = if is_alone { 1 } else { rounds(&left, waiting.len()) };
        let goal = self.common.settings.goal;
        let mut is_over = goal.first && waiting.iter().any(|turns| turns.comparison.found() > 0);
        for round in 0..rounds {
            // Each round has twice as much as the one before.
            let mut pot = part(&left, 1.0 / (f64::from(1 << (rounds - round)) - 1.0));
            let mut still = Vec::new();
            let count = waiting.len();
            for (place, turns) in waiting.into_iter().enumerate() {
                is_over |= self.deadlines.search.is_over();
                if is_over || (is_used_up(&pot) && !is_alone) {
                    still.push(turns);
                    continue;
                }
                let slice = part(&pot, 1.0 / (count - place) as f64);
                let used = turns.take(slice, self.config, &self.deadlines.search)?;
                (pot, left) = (without(&pot, &used), without(&left, &used));
                let found = turns.comparison.found() > 0;
                let stopped = turns.summary.as_ref().map(|summary| summary.stopped);
                is_over |= stopped == Some(StopReason::Interrupted)
                    || turns.comparison.is_in_trouble()
                    || (goal.first && found);
                let is_done = matches!(stopped, Some(StopReason::Finished | StopReason::Enough | StopReason::Output));
                let leaves = is_done || (goal.settle && found);
                if !leaves {
                    still.push(turns);
                }
            }
            waiting = still;
        }
        Ok(())
    }

    /// Makes findings smaller and explains them, each entry in an equal part of the time that is left.
    fn finish(&self, all: Vec<Turns<'_>>) -> Vec<Searched> {
        let mut unfinished = all.iter().filter(|turns| turns.comparison.has_any()).count();
        let finish = |turns: Turns<'_>| {
            let config = self.deadlines.finishing(self.config);
            let deadline = config.deadline.share(self.entries.finishing_share() / unfinished.max(1) as f64);
            unfinished -= usize::from(turns.comparison.has_any());
            let config = Config { deadline, ..config };
            let entry = turns.entry.number;
            let summary = turns.summary.unwrap_or_else(|| not_searched(self.deadlines, turns.state));
            Searched {
                entry,
                summary: Summary { reached: turns.reached, ..summary },
                differences: turns.comparison.finish(&config, &|finding| self.entries.smaller(finding)),
                seconds: turns.time.as_secs_f64(),
            }
        };
        all.into_iter().map(finish).collect()
    }

    /// Tries the samples of everybody, for a part of the time. Comes back with the budget that is left.
    fn sample(&self, all: &[Turns<'_>]) -> Budget {
        let begun = Instant::now();
        let time = self.config.budget.time.map(|time| time.min(MOST_SAMPLING * SAMPLING_SHARE) / SAMPLING_SHARE);
        let most = if time.is_some() { usize::MAX } else { MOST_SAMPLES.div_ceil(all.len().max(1)) };
        for (place, turns) in all.iter().enumerate() {
            let others = u32::try_from(all.len() - place).unwrap_or(u32::MAX);
            let until = time.map(|time| Instant::now() + time.saturating_sub(begun.elapsed()) / others);
            if turns.state.is_none() {
                let samples = &turns.entry.samples;
                turns.comparison.try_natively(&samples[..samples.len().min(most)], until, self.config);
            }
            if self.common.settings.goal.first && turns.comparison.found() > 0 {
                break;
            }
        }
        let used = Budget { runs: None, steps: None, time: Some(begun.elapsed()), memory: None };
        without(&self.config.budget, &used)
    }
}

impl Turns<'_> {
    /// Searches on for a part of the budget. Comes back with what it took.
    fn take(&mut self, slice: Budget, config: &Config, end: &Deadline) -> Result<Budget> {
        let begun = Instant::now();
        let start = match self.state.take() {
            Some(state) => Start::Resumed(state),
            None => Start::New(self.entry.tasks.clone()),
        };
        let before = self.summary.as_ref().map(|summary| summary.totals.clone()).unwrap_or_default();
        // To judge what was found may take as long as the turn, and no longer than the search of all.
        let judging = || slice.time.map_or_else(|| end.clone(), |time| end.within(time));
        let config = Config { budget: slice.clone(), ..config.clone() };
        let Turn { summary, state, searching } = self.comparison.turn(start, &config, judging)?;
        self.reached.extend(&summary.reached);
        let used = Budget {
            runs: Some(summary.totals.runs.saturating_sub(before.runs)),
            steps: Some(summary.totals.instructions.saturating_sub(before.instructions)),
            time: Some(begun.elapsed()),
            memory: None,
        };
        self.time += searching;
        (self.state, self.summary) = (Some(Box::new(state)), Some(summary));
        Ok(used)
    }
}

/// As if all searches had been cut off here.
pub fn searched_so_far(so_far: &SoFar, points: &[EntryPoint]) -> Vec<Searched> {
    let searched = |entry: &EntryPoint| Searched {
        entry: entry.number,
        summary: so_far.summary(entry.number),
        differences: Differences {
            findings: so_far.findings(entry.number).to_vec(),
            unconfirmed: vec![],
            foretold: 0,
            trouble: None,
            first_found: None,
            confirming: Duration::ZERO,
            unfinished: 0,
        },
        seconds: 0.0,
    };
    points.iter().map(searched).collect()
}

/// There was no time for any run of it, or for none since it was resumed.
fn not_searched(deadlines: &Deadlines, state: Option<Box<SavedState>>) -> Summary {
    let SavedState { tasks, totals, incomplete, unsupported, coverage, .. } =
        state.map(|state| *state).unwrap_or_default();
    Summary {
        stopped: if deadlines.search.is_interrupted() { StopReason::Interrupted } else { StopReason::Time },
        totals,
        incomplete,
        unsupported,
        coverage,
        other_coverage: Coverage::default(),
        reached: BTreeSet::new(),
        layers: vec![],
        frontier: tasks.len() as u64,
    }
}

/// Fewer where turns would become too short.
fn rounds(budget: &Budget, count: usize) -> u32 {
    let Some(time) = budget.time else { return ROUNDS };
    let each = time / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    (1..=ROUNDS).rev().find(|rounds| each / ((1 << rounds) - 1) >= LEAST_TURN).unwrap_or(1)
}

/// Of everything but memory, which is there for each in turn.
fn part(budget: &Budget, share: f64) -> Budget {
    let count = |all: u64| ((all as f64 * share).round() as u64).max(1).min(all);
    Budget {
        runs: budget.runs.map(count),
        steps: budget.steps.map(count),
        time: budget.time.map(|time| time.mul_f64(share.clamp(0.0, 1.0))),
        memory: budget.memory,
    }
}

fn without(budget: &Budget, used: &Budget) -> Budget {
    let less = |all: Option<u64>, used: Option<u64>| all.map(|all| all.saturating_sub(used.unwrap_or(0)));
    Budget {
        runs: less(budget.runs, used.runs),
        steps: less(budget.steps, used.steps),
        time: budget.time.map(|time| time.saturating_sub(used.time.unwrap_or_default())),
        memory: budget.memory,
    }
}

fn is_used_up(budget: &Budget) -> bool {
    budget.runs == Some(0) || budget.steps == Some(0) || budget.time.is_some_and(|time| time < LEAST_TURN / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Budget {
        Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() }
    }

    #[test]
    fn rounds_double_and_use_everything() {
        let (mut left, mut pots) = (seconds(60), Vec::new());
        let all = rounds(&left, 4);
        for round in 0..all {
            let pot = part(&left, 1.0 / (f64::from(1 << (all - round)) - 1.0));
            left = without(&left, &pot);
            pots.push(pot.time.unwrap().as_secs_f64().round());
        }
        assert_eq!(pots, [4.0, 8.0, 16.0, 32.0]);
        assert!(is_used_up(&left));
    }

    #[test]
    fn turns_do_not_become_too_short() {
        assert_eq!((rounds(&seconds(60), 1), rounds(&seconds(60), 20), rounds(&seconds(60), 500)), (4, 3, 1));
        let runs = Budget { runs: Some(10), ..Budget::default() };
        assert_eq!(part(&runs, 0.01).runs, Some(1));
    }
}
