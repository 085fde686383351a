//! `bench diff`: how many runs and how much processor time strategies of `rift diff` need for the first difference, on
//! all changes of `subjects/` that make one, beside a random tester on native builds. Prints a table, then the targets.

use super::subject::{self, Change, Subject};
use super::targets::{Attempt, Compared, compare};
use super::tester;
use super::tool::{self, Answer, Asked, Until};
use super::versions::versions;
use crate::tally::{Tally, Verdict, each, say};
use anyhow::bail;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

#[derive(Args)]
pub struct DiffBench {
    /// Only changes with this in their name, which is SUBJECT/CHANGE.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// The strategies, with commas; `random` is always beside them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "auto,dse,reach,express,propagate")]
    strategies: Vec<String>,
    /// What one search may take: of the clock for rift, of processor time for the random tester.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = tool::seconds)]
    budget: Duration,
    /// Begin with nothing instead of the tests of the subjects, which reach most changes by themselves.
    #[arg(long)]
    without_tests: bool,
    /// Of everything that is drawn at random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

const RANDOM: &str = "random";
/// `express` on the replacer: at most so many of the runs that `dse` needs to differ.
const EXPRESS_TARGET: f64 = 0.4;
const EXPRESS_SUBJECT: &str = "replacer";
/// `reach`: at most so many of the runs that `express` needs to reach the change.
const REACH_TARGET: f64 = 1.0 / 3.0;

/// What became of all searches.
#[derive(Default)]
struct Results {
    /// By change and strategy. Where there is nothing, rift failed, which was told, or has no such strategy.
    attempts: BTreeMap<(String, String), Attempt>,
    /// Strategies that rift does not have.
    missing: BTreeSet<String>,
}

pub fn bench(arguments: &DiffBench, jobs: usize) -> anyhow::Result<bool> {
    let mut subjects = subject::subjects(arguments.filter.as_deref())?;
    for subject in &mut subjects {
        subject.changes.retain(|change| change.different);
        if arguments.without_tests {
            subject.tests = None;
            subject.seeds.clear();
        }
    }
    subjects.retain(|subject| !subject.changes.is_empty());
    if subjects.is_empty() {
        bail!("no change with that name makes a difference");
    }
    let results = Mutex::new(Results::default());
    let mut total = Tally::default();
    head(arguments.budget);
    for subject in &subjects {
        let one = |change: &Change| match measure(subject, change, arguments) {
            Err(error) => Verdict::Fail(format!("{error:#}")),
            Ok((Results { attempts, missing }, failures)) => {
                let mut results = results.lock().unwrap_or_else(|e| e.into_inner());
                results.attempts.extend(attempts);
                results.missing.extend(missing);
                if failures.is_empty() { Verdict::Pass } else { Verdict::Fail(failures) }
            }
        };
        let tally = each("bench diff", &subject.changes, jobs, |change| change.name.clone(), one);
        total.passed += tally.passed;
        total.failed += tally.failed;
        let results = results.lock().unwrap_or_else(|e| e.into_inner());
        rows(&subject.name, std::slice::from_ref(&subject), arguments, &results);
    }
    let results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    if subjects.len() > 1 {
        rows("all", &subjects.iter().collect::<Vec<_>>(), arguments, &results);
    }
    say("");
    for strategy in &results.missing {
        total.add(strategy, Verdict::Skip(format!("rift has no strategy `{strategy}`")));
    }
    judge(&subjects, &results, &mut total);
    Ok(total.finish())
}

/// All strategies on one change, one after the other; also what failed.
fn measure(subject: &Subject, change: &Change, arguments: &DiffBench) -> anyhow::Result<(Results, String)> {
    let versions = versions(subject, change)?;
    let (mut results, mut failures) = (Results::default(), String::new());
    tool::warm(subject, &versions)?;
    for strategy in &arguments.strategies {
        let asked = Asked { strategy, budget: arguments.budget, seed: arguments.seed, until: Until::FirstDifference };
        match tool::diff(subject, &versions, &asked) {
            Err(error) => failures += &format!("{strategy}: {error:#}\n"),
            Ok(Answer::Unknown) => _ = results.missing.insert(strategy.clone()),
            Ok(Answer::Answered(answered)) => {
                let stats = &answered.report.stats;
                // The run that differed is the last one, where it is not told.
                let found = (!answered.report.differences.is_empty()).then_some(stats.runs);
                let attempt = Attempt {
                    to_reach: stats.runs_to_reach,
                    to_differ: found.map(|runs| stats.runs_to_differ.unwrap_or(runs)),
                    runs: stats.runs,
                    cpu: answered.measured.cpu,
                };
                results.attempts.insert((change.name.clone(), strategy.clone()), attempt);
            }
        }
    }
    let seed = seed(arguments.seed, &change.name);
    let tried = tester::search(&versions.programs, &subject.space, &subject.seeds, seed, arguments.budget)?;
    let to_differ = tried.witness.is_some().then_some(tried.runs);
    let attempt = Attempt { to_reach: None, to_differ, runs: tried.runs, cpu: tried.cpu };
    results.attempts.insert((change.name.clone(), RANDOM.to_owned()), attempt);
    Ok((results, failures))
}

/// Another one for every change, so that luck with one sequence of inputs does not decide them all.
fn seed(seed: u64, change: &str) -> u64 {
    let hash = blake3::hash(format!("{seed} {change}").as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn head(budget: Duration) {
    say(&format!(
        "{} s for each change; a mean is over what was reached or found, a total is all that was spent",
        budget.as_secs()
    ));
    say(&format!(
        "{:<20} {:<10} {:>9} {:>9} {:>13} {:>14} {:>10} {:>7} {:>11}",
        "subject",
        "strategy",
        "found",
        "reached",
        "runs to reach",
        "runs to differ",
        "total runs",
        "CPU s",
        "total CPU s"
    ));
}

fn rows(name: &str, subjects: &[&Subject], arguments: &DiffBench, results: &Results) {
    let changes: Vec<&Change> = subjects.iter().flat_map(|subject| &subject.changes).collect();
    for strategy in arguments.strategies.iter().map(String::as_str).chain([RANDOM]) {
        let made: Vec<Attempt> = changes.iter().filter_map(|change| results.of(change, strategy)).collect();
        let row = match made.as_slice() {
            [] if results.missing.contains(strategy) => format!("{:>9}", "missing"),
            [] => format!("{:>9}", "failed"),
            made => row(made, changes.len()),
        };
        say(&format!("{name:<20} {strategy:<10} {row}"));
    }
}

impl Results {
    fn of(&self, change: &Change, strategy: &str) -> Option<Attempt> {
        self.attempts.get(&(change.name.clone(), strategy.to_owned())).copied()
    }
}

fn row(attempts: &[Attempt], changes: usize) -> String {
    let found: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.to_differ.is_some()).collect();
    let reached: Vec<u64> = attempts.iter().filter_map(|attempt| attempt.to_reach).collect();
    let mean = |sum: f64, count: usize, digits: usize| match count {
        0 => "-".to_owned(),
        _ => format!("{:.digits$}", sum / count as f64),
    };
    let to_differ: u64 = found.iter().filter_map(|attempt| attempt.to_differ).sum();
    let cpu_of_found: f64 = found.iter().map(|attempt| attempt.cpu.as_secs_f64()).sum();
    format!(
        "{:>9} {:>9} {:>13} {:>14} {:>10} {:>7} {:>11.1}",
        format!("{}/{changes}", found.len()),
        if reached.is_empty() { "-".to_owned() } else { reached.len().to_string() },
        mean(reached.iter().sum::<u64>() as f64, reached.len(), 1),
        mean(to_differ as f64, found.len(), 1),
        attempts.iter().map(|attempt| attempt.runs).sum::<u64>(),
        mean(cpu_of_found, found.len(), 3),
        attempts.iter().map(|attempt| attempt.cpu.as_secs_f64()).sum::<f64>(),
    )
}

fn judge(subjects: &[Subject], results: &Results, tally: &mut Tally) {
    let both =
        |change: &Change, first: &str, second: &str| Some((results.of(change, first)?, results.of(change, second)?));
    let replacer = subjects.iter().filter(|subject| subject.name == EXPRESS_SUBJECT).flat_map(|s| &s.changes);
    let pairs = replacer.filter_map(|change| both(change, "express", "dse"));
    let what = format!("{EXPRESS_SUBJECT}: runs to differ of express, beside dse");
    target(&what, &compare(pairs, |attempt| attempt.to_differ), EXPRESS_TARGET, tally);

    // Where a test reaches the change, there is no search to compare.
    let searched = |subject: &Subject, attempt: &Attempt| {
        attempt.to_reach.is_none_or(|runs| runs > subject.seeds.len().max(1) as u64)
    };
    let pairs = subjects.iter().flat_map(|subject| {
        let pairs = subject.changes.iter().filter_map(|change| both(change, "reach", "express"));
        pairs.filter(move |(reach, express)| searched(subject, reach) || searched(subject, express))
    });
    let what = "all subjects: runs to reach of reach, beside express".to_owned();
    target(&what, &compare(pairs, |attempt| attempt.to_reach), REACH_TARGET, tally);
}

fn target(what: &str, compared: &Compared, most: f64, tally: &mut Tally) {
    let Some(ratio) = compared.ratio() else {
        tally.add(what, Verdict::Skip(format!("{what}: nothing to compare")));
        return;
    };
    let Compared { changes, first, second, missed } = compared;
    let figures = format!(
        "{first} and {second} on {changes} changes, {:.0} %, at most {:.0} %; {missed} that only the other has",
        ratio * 100.0,
        most * 100.0
    );
    if compared.meets(most) {
        say(&format!("PASS {what}: {figures}"));
        tally.add(what, Verdict::Pass);
    } else {
        tally.add(what, Verdict::Fail(figures));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_what_came_to_an_end_and_totals_over_all() {
        let attempt = |to_reach, to_differ, runs, millis| Attempt {
            to_reach,
            to_differ,
            runs,
            cpu: Duration::from_millis(millis),
        };
        let made = [
            attempt(Some(1), Some(3), 3, 500),
            attempt(Some(4), Some(8), 8, 1500),
            attempt(Some(7), None, 100, 9000),
            attempt(None, None, 50, 1000),
        ];
        let columns: Vec<String> = row(&made, 5).split_whitespace().map(str::to_owned).collect();
        assert_eq!(columns, ["2/5", "3", "4.0", "5.5", "161", "1.000", "12.0"]);
    }

    #[test]
    fn every_change_has_a_seed_of_its_own() {
        assert_eq!(seed(0, "a"), seed(0, "a"));
        assert_ne!(seed(0, "a"), seed(0, "b"));
        assert_ne!(seed(0, "a"), seed(1, "a"));
    }
}
