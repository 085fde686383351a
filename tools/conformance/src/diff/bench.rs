//! `bench diff`: how many runs and how much processor time strategies of `rift diff` need for the first difference, on
//! all changes of `subjects/` that make one, beside a random tester on native builds. Prints one table, then the targets.
//! Its time is bounded: what does not begin in time is left out of the table, and counted.

use super::attempt::Attempt;
use super::budget::{Budget, seconds};
use super::subject::{self, Change, Subject};
use super::table::{self, Table};
use super::targets::{Target, judge};
use super::tester;
use super::tool::{self, Answer, Asked, SLACK, Until};
use super::verify::{self, Kept};
use super::versions::versions;
use crate::explore::tool::Rift;
use crate::half::Halves;
use crate::tally::{Tally, Verdict, each, say};
use anyhow::bail;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct DiffBench {
    /// Only changes with this in their name, which is SUBJECT/CHANGE.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only changes of this half (subjects/README.md says which are in it).
    #[arg(long, value_name = "HALF", default_value = "all")]
    half: Halves,
    /// The strategies, with commas; `random` is always beside them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "auto,dse,reach,express,propagate")]
    strategies: Vec<String>,
    /// What one search may take: `200runs`, `10s`, or both with a comma; runs alone end after 60s. Time is of the clock
    /// for rift, of the processor for the random tester.
    #[arg(long, value_name = "BUDGET", default_value = "10s")]
    budget: Budget,
    /// No search begins later than this.
    #[arg(long, value_name = "TIME", default_value = "60m", value_parser = seconds)]
    within: Duration,
    /// Begin with nothing instead of the tests of the subjects, which reach most changes by themselves.
    #[arg(long)]
    without_tests: bool,
    /// Have every difference exported, and run its scripts on plain builds of both versions.
    #[arg(long)]
    verify: bool,
    /// Write the table to FILE as well, as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write what every search took to FILE: a line each, with tabs.
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
    /// The rift that is measured, if not the one beside this program.
    #[arg(long, value_name = "FILE")]
    rift: Option<PathBuf>,
    /// Of everything that is drawn at random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

const RANDOM: &str = "random";

/// What became of all searches, by change and strategy.
#[derive(Default)]
struct Results {
    /// Where there is nothing, rift failed, which was told, or has no such strategy, or there was no time.
    attempts: BTreeMap<(String, String), Attempt>,
    /// Those for which no time was left.
    not_begun: BTreeSet<(String, String)>,
    /// Strategies that rift does not have.
    missing: BTreeSet<String>,
    /// Searches that their time ended, though the budget is in runs.
    by_the_clock: BTreeSet<(String, String)>,
    /// To be verified.
    findings: Vec<Kept>,
}

pub fn bench(arguments: &DiffBench, jobs: usize) -> anyhow::Result<bool> {
    let subjects = chosen(arguments)?;
    for file in arguments.markdown.iter().chain(&arguments.tsv) {
        table::writable(file)?;
    }
    let cases: Vec<(&Subject, &Change)> =
        subjects.iter().flat_map(|subject| subject.changes.iter().map(move |change| (subject, change))).collect();
    say(&start(arguments, cases.len(), jobs));
    let deadline = Instant::now() + arguments.within;
    let rift = Rift::chosen(arguments.rift.as_deref())?;
    let results = Mutex::new(Results::default());
    let one = |(subject, change): &(&Subject, &Change)| match measure(&rift, subject, change, arguments, deadline) {
        Err(error) => Verdict::Fail(format!("{error:#}")),
        Ok((measured, failures)) => {
            let is_cut = !measured.not_begun.is_empty();
            results.lock().unwrap_or_else(|e| e.into_inner()).extend(measured);
            match failures.is_empty() {
                true if is_cut => Verdict::Skip("no time was left for all searches of a change".to_owned()),
                true => Verdict::Pass,
                false => Verdict::Fail(failures),
            }
        }
    };
    let mut total = each("bench diff", &cases, jobs, |(_, change)| change.name.clone(), one);
    let mut results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    if results.attempts.is_empty() && total.failed == 0 {
        bail!("nothing was measured: no search began in time, or rift has none of the strategies");
    }
    results.findings.sort_by(|a, b| a.name.cmp(&b.name));
    let table = tabled(&subjects, &arguments.strategies, &results);
    say(&format!("\n{}\n", table.text()));
    let notes = notes(&subjects, arguments, &results, jobs, &mut total);
    if let Some(file) = &arguments.markdown {
        table::write(file, &table.markdown(&measured_how(arguments), &notes))?;
    }
    if let Some(file) = &arguments.tsv {
        table::write(file, &table::tsv(cases.iter().map(|(_, change)| *change), &results.attempts))?;
    }
    Ok(total.finish())
}

/// What is to be said below the table: what it leaves out, what was verified, and the targets. Says and counts it.
fn notes(
    subjects: &[Subject],
    arguments: &DiffBench,
    results: &Results,
    jobs: usize,
    total: &mut Tally,
) -> Vec<String> {
    for strategy in &results.missing {
        total.add(strategy, Verdict::Skip(format!("rift has no strategy `{strategy}`")));
    }
    let mut notes = Vec::from_iter(clock_note(results, arguments));
    if !results.not_begun.is_empty() {
        let (count, seconds) = (results.not_begun.len(), arguments.within.as_secs());
        notes.push(format!("{count} searches did not begin within {seconds} s, and are left out."));
    }
    if arguments.verify {
        let (verified, told) = verify::verify_all(&results.findings, jobs);
        total.merge(verified);
        notes.push(told + ".");
    }
    for note in &notes {
        say(note);
    }
    for Target { what, figures, verdict } in
        judge(subjects, &arguments.strategies, |change, strategy| results.of(change, strategy))
    {
        match verdict {
            Verdict::Skip(_) => total.add(&what, verdict),
            Verdict::Pass => {
                say(&format!("PASS {what}: {figures}"));
                notes.push(format!("Met: {what}: {figures}."));
                total.passed += 1;
            }
            // One line each, as those that are met.
            Verdict::Fail(_) => {
                say(&format!("FAIL {what}: {figures}"));
                notes.push(format!("Missed: {what}: {figures}."));
                total.failed += 1;
            }
        }
    }
    notes
}

/// The subjects with changes that make a difference.
fn chosen(arguments: &DiffBench) -> anyhow::Result<Vec<Subject>> {
    let mut subjects = subject::subjects(arguments.filter.as_deref(), arguments.half)?;
    for subject in &mut subjects {
        subject.changes.retain(|change| change.different);
        if arguments.without_tests {
            subject.tests = None;
            subject.seeds.clear();
        }
    }
    subjects.retain(|subject| !subject.changes.is_empty());
    match subjects.is_empty() {
        true => bail!("no change with that name makes a difference"),
        false => Ok(subjects),
    }
}

/// What will be done, and how long that can take.
fn start(arguments: &DiffBench, changes: usize, jobs: usize) -> String {
    let DiffBench { budget, within, strategies, .. } = arguments;
    format!(
        "changes: {changes}; searches: {}, {jobs} at a time, of at most {budget} each; none begins later than {} s from now, \
         and none takes longer than {} s with building and confirming",
        changes * (strategies.len() + 1),
        within.as_secs(),
        (budget.time + SLACK).as_secs()
    )
}

/// All strategies on one change, one after the other; also what failed.
fn measure(
    rift: &Rift,
    subject: &Subject,
    change: &Change,
    arguments: &DiffBench,
    deadline: Instant,
) -> anyhow::Result<(Results, String)> {
    let (mut results, mut failures) = (Results::default(), String::new());
    let is_late = || Instant::now() >= deadline;
    let key = |strategy: &str| (change.name.clone(), strategy.to_owned());
    if is_late() {
        results.not_begun.extend(arguments.strategies.iter().map(|strategy| key(strategy)).chain([key(RANDOM)]));
        return Ok((results, failures));
    }
    let versions = Arc::new(versions(subject, change)?);
    tool::warm(rift, subject, change, &versions)?;
    for strategy in &arguments.strategies {
        if is_late() {
            results.not_begun.insert(key(strategy));
            continue;
        }
        let (budget, seed, until) = (arguments.budget, arguments.seed, Until::FirstDifference);
        let asked = Asked { strategy, budget, seed, until, limits: 1, options: &[] };
        match tool::diff(rift, subject, &versions, &asked) {
            Err(error) => failures += &format!("{strategy}: {error:#}\n"),
            Ok(Answer::Unknown) => _ = results.missing.insert(strategy.clone()),
            Ok(Answer::Answered(answered)) => {
                results.attempts.insert(key(strategy), Attempt::of(&answered));
                if arguments.budget.runs.is_some() && answered.report.is_ended_by_the_clock() {
                    results.by_the_clock.insert(key(strategy));
                }
                if arguments.verify {
                    results.findings.extend(verify::kept(
                        &format!("{} by {strategy}", change.name),
                        &answered,
                        &versions,
                    )?);
                }
            }
        }
    }
    if is_late() {
        results.not_begun.insert(key(RANDOM));
        return Ok((results, failures));
    }
    let seed = seed(arguments.seed, &change.name);
    let tried = tester::search(&versions.programs, &subject.space, &subject.seeds, seed, &arguments.budget)?;
    let to_differ = tried.witness.is_some().then_some(tried.runs);
    let attempt = Attempt { to_differ, runs: tried.runs, cpu: tried.cpu, ..Attempt::default() };
    results.attempts.insert(key(RANDOM), attempt);
    Ok((results, failures))
}

/// Another one for every change, so that luck with one sequence of inputs does not decide them all.
fn seed(seed: u64, change: &str) -> u64 {
    let hash = blake3::hash(format!("{seed} {change}").as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |word, byte| word << 8 | u64::from(*byte))
}

impl Results {
    fn of(&self, change: &Change, strategy: &str) -> Option<Attempt> {
        self.attempts.get(&(change.name.clone(), strategy.to_owned())).copied()
    }

    fn extend(&mut self, other: Results) {
        self.attempts.extend(other.attempts);
        self.not_begun.extend(other.not_begun);
        self.missing.extend(other.missing);
        self.by_the_clock.extend(other.by_the_clock);
        self.findings.extend(other.findings);
    }
}

/// Rows for every subject, for each half if there are changes of both, and for all together if there are several subjects.
fn tabled(subjects: &[Subject], strategies: &[String], results: &Results) -> Table {
    let mut table = Table::default();
    let mut groups: Vec<(&str, Vec<&Change>)> =
        subjects.iter().map(|subject| (subject.name.as_str(), subject.changes.iter().collect())).collect();
    let of = |halves: Halves| -> Vec<&Change> {
        subjects.iter().flat_map(|subject| &subject.changes).filter(|change| halves.has(change.half)).collect()
    };
    let (training, held_out) = (of(Halves::Training), of(Halves::HeldOut));
    if !training.is_empty() && !held_out.is_empty() {
        groups.extend([("training half", training), ("held-out half", held_out)]);
    }
    if subjects.len() > 1 {
        groups.push(("all", of(Halves::All)));
    }
    for (name, changes) in groups {
        for strategy in strategies.iter().map(String::as_str).chain([RANDOM]) {
            let is_begun = |change: &&&Change| !results.not_begun.contains(&(change.name.clone(), strategy.to_owned()));
            let begun: Vec<&Change> = changes.iter().filter(is_begun).copied().collect();
            let made: Vec<Attempt> = begun.iter().filter_map(|change| results.of(change, strategy)).collect();
            match made.as_slice() {
                _ if results.missing.contains(strategy) => table.add_empty(name, strategy, "missing"),
                [] if begun.is_empty() => table.add_empty(name, strategy, "no time"),
                [] => table.add_empty(name, strategy, "failed"),
                made => table.add(name, strategy, made, begun.len()),
            }
        }
    }
    table
}

/// What of the results depends on the machine, though they are in runs.
fn clock_note(results: &Results, arguments: &DiffBench) -> Option<String> {
    let names: Vec<String> =
        results.by_the_clock.iter().map(|(change, strategy)| format!("{change} by {strategy}")).collect();
    let seconds = arguments.budget.time.as_secs();
    (!names.is_empty())
        .then(|| format!("Ended after {seconds} s, before their runs were used up: {}.", names.join(", ")))
}

/// The command, in words that can stand in a document.
fn measured_how(arguments: &DiffBench) -> String {
    let mut command =
        format!("bench diff --budget {} --strategies {}", arguments.budget, arguments.strategies.join(","));
    if let Some(filter) = &arguments.filter {
        command += &format!(" --filter {filter}");
    }
    if arguments.half != Halves::All {
        command += &format!(" --half {}", arguments.half);
    }
    if arguments.seed != 0 {
        command += &format!(" --seed {}", arguments.seed);
    }
    if arguments.without_tests {
        command += " --without-tests";
    }
    format!("`{command}`:")
}

#[cfg(test)]
mod tests {
    use super::super::subject::Space;
    use super::*;
    use crate::half::Half;

    fn subject(name: &str, changes: &[&str]) -> Subject {
        let change = |id: &&str| {
            let name = format!("{name}/{id}");
            Change { half: Half::Training, name, patch: PathBuf::new(), different: true, witness: None }
        };
        Subject {
            name: name.to_owned(),
            dir: PathBuf::new(),
            space: Space { shapes_in_words: vec![], shapes: vec![vec![]], stdin: 0 },
            tests: None,
            seeds: vec![],
            changes: changes.iter().map(change).collect(),
            differing: changes.len(),
        }
    }

    #[test]
    fn searches_that_failed_count_as_not_found_and_those_without_time_do_not_count() {
        let subjects = [subject("a", &["1", "2"]), subject("b", &["3"])];
        let key = |change: &str, strategy: &str| (change.to_owned(), strategy.to_owned());
        let found = Attempt { to_reach: Some(1), to_differ: Some(2), runs: 2, ..Attempt::default() };
        let mut results = Results::default();
        results.attempts.insert(key("a/1", "auto"), found);
        results.attempts.insert(key("a/1", RANDOM), found);
        results.not_begun.extend([key("a/2", RANDOM), key("b/3", RANDOM), key("b/3", "auto")]);
        results.missing.insert("odd".to_owned());
        let text = tabled(&subjects, &["auto".to_owned(), "odd".to_owned()], &results).text();
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().take(3).collect()).collect();
        assert_eq!(
            rows,
            [
                ["a", "auto", "1/2"],
                ["a", "odd", "missing"],
                ["a", RANDOM, "1/1"],
                ["b", "auto", "no"],
                ["b", "odd", "missing"],
                ["b", RANDOM, "no"],
                ["all", "auto", "1/2"],
                ["all", "odd", "missing"],
                ["all", RANDOM, "1/1"],
            ]
        );
    }

    #[test]
    fn every_change_has_a_seed_of_its_own() {
        assert_eq!(seed(0, "a"), seed(0, "a"));
        assert_ne!(seed(0, "a"), seed(0, "b"));
        assert_ne!(seed(0, "a"), seed(1, "a"));
    }
}
