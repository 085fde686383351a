//! What strategies needed for the same changes, compared: the ratios that the papers promise, that `auto` is a good choice
//! where one has to be made, and what single subjects may take. A target of strategies that were not measured is left out.

use super::attempt::{Attempt, Total};
use super::subject::{Change, Subject};
use crate::half::Half;
use crate::tally::Verdict;
use std::collections::BTreeMap;
use std::time::Duration;

/// `express` on the replacer: at most so many of the runs that `dse` needs to differ. The paper: 75 % fewer.
const EXPRESS_TARGET: f64 = 0.4;
const EXPRESS_PAPER_TARGET: f64 = 0.25;
const EXPRESS_SUBJECT: &str = "replacer";
/// `reach`: at most so many of the runs that `express` needs to reach the change. The paper: 32 against 95.
const REACH_TARGET: f64 = 1.0 / 3.0;
const REACH_PAPER_TARGET: f64 = 32.0 / 95.0;
/// Processor time of `auto`, at most so many times that of the cheapest strategy that finds as many.
const AUTO_TARGET: f64 = 1.3;
/// All differences of the replacer, by `auto`: runs in total.
const REPLACER_RUNS: u64 = 600;
/// The difference of TestMe, by `auto` from the test.
const TESTME: &str = "papers-testme";
const TESTME_RUNS: u64 = 60;
const AUTO: &str = "auto";
/// Our compositions, which are to beat those of the papers by runs (to reach or to differ) and by processor time.
const OURS: [(&str, &str, Needed); 3] = [
    ("reach", "reach-paper", |attempt| attempt.to_reach),
    ("propagate", "propagate-paper", |attempt| attempt.to_differ),
    ("express", "express-paper", |attempt| attempt.to_differ),
];

/// Runs to what is compared, if the search came to it.
type Needed = fn(&Attempt) -> Option<u64>;

/// Two strategies on the changes that the first came to an end with. Errs against the first: where the second did not, it
/// needs more runs than those that it spent, and these are counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub changes: usize,
    /// The runs that the first needed.
    pub first: u64,
    /// The runs that the second needed, at least.
    pub second: u64,
    /// Of the changes, those that the second did not come to an end with.
    pub only_first: usize,
    /// Beside them; no ratio makes good for these.
    pub only_second: usize,
}

impl Compared {
    /// The runs of the first are at most so many times those of the second; `None`: there is nothing to compare.
    pub fn ratio(&self) -> Option<f64> {
        (self.changes + self.only_second > 0).then(|| self.first as f64 / self.second.max(1) as f64)
    }

    pub fn meets(&self, most: f64) -> bool {
        self.only_second == 0 && self.ratio().is_some_and(|ratio| ratio <= most)
    }
}

pub fn compare(pairs: impl Iterator<Item = (Attempt, Attempt)>, needed: impl Fn(&Attempt) -> Option<u64>) -> Compared {
    let mut compared = Compared::default();
    for (first, second) in pairs {
        match (needed(&first), needed(&second)) {
            (Some(runs), other) => {
                compared.changes += 1;
                compared.first += runs;
                compared.second += other.unwrap_or(second.runs);
                compared.only_first += usize::from(other.is_none());
            }
            (None, Some(_)) => compared.only_second += 1,
            (None, None) => {}
        }
    }
    compared
}

/// What was aimed at, and how it came out.
#[derive(Debug)]
pub struct Target {
    pub what: String,
    /// For people; nothing if there is nothing to compare.
    pub figures: String,
    pub verdict: Verdict,
}

/// All targets of the strategies that were measured. `of` is what a strategy needed for a change, if it was tried.
pub fn judge(
    subjects: &[Subject],
    strategies: &[String],
    of: impl Fn(&Change, &str) -> Option<Attempt>,
) -> Vec<Target> {
    let is_measured = |strategy: &str| strategies.iter().any(|name| name == strategy);
    let both = |first: &str, second: &str| is_measured(first) && is_measured(second);
    let mut targets = Vec::new();
    for (express, most) in [("express", EXPRESS_TARGET), ("express-paper", EXPRESS_PAPER_TARGET)] {
        if both(express, "dse") {
            targets.push(to_differ(subjects, &of, express, most));
        }
    }
    for (reach, express, most) in
        [("reach", "express", REACH_TARGET), ("reach-paper", "express-paper", REACH_PAPER_TARGET)]
    {
        if both(reach, express) {
            targets.push(to_reach(subjects, &of, [reach, express], most));
        }
    }
    for (ours, paper, needed) in OURS {
        if both(ours, paper) {
            targets.push(better(subjects, &of, [ours, paper], needed));
        }
    }
    if is_measured(AUTO) {
        targets.extend(Half::BOTH.into_iter().filter_map(|half| good_choice(subjects, strategies, &of, half)));
        targets.extend(replacer(subjects, &of));
        targets.extend(testme(subjects, &of));
    }
    targets
}

/// What two strategies needed for the changes that both were tried on.
fn pairs<'a>(
    changes: impl Iterator<Item = &'a Change>,
    of: &impl Fn(&Change, &str) -> Option<Attempt>,
    [first, second]: [&str; 2],
) -> Vec<(Attempt, Attempt)> {
    changes.filter_map(|change| Some((of(change, first)?, of(change, second)?))).collect()
}

fn to_differ(subjects: &[Subject], of: &impl Fn(&Change, &str) -> Option<Attempt>, express: &str, most: f64) -> Target {
    let replacer = subjects.iter().filter(|subject| subject.name == EXPRESS_SUBJECT).flat_map(|s| &s.changes);
    let pairs = pairs(replacer, of, [express, "dse"]);
    let what = format!("{EXPRESS_SUBJECT}: runs to differ of {express}, beside dse");
    target(what, &compare(pairs.into_iter(), |attempt| attempt.to_differ), most)
}

fn to_reach(
    subjects: &[Subject],
    of: &impl Fn(&Change, &str) -> Option<Attempt>,
    [reach, express]: [&str; 2],
    most: f64,
) -> Target {
    // Where a test reaches the change, there is no search to compare.
    let searched = |subject: &Subject, attempt: &Attempt| {
        attempt.to_reach.is_none_or(|runs| runs > subject.seeds.len().max(1) as u64)
    };
    let pairs = subjects.iter().flat_map(|subject| {
        let pairs = pairs(subject.changes.iter(), of, [reach, express]).into_iter();
        pairs.filter(move |(reach, express)| searched(subject, reach) || searched(subject, express))
    });
    let what = format!("all subjects: runs to reach of {reach}, beside {express}");
    target(what, &compare(pairs, |attempt| attempt.to_reach), most)
}

/// Ours beside that of the paper: fewer runs and less processor time.
fn better(
    subjects: &[Subject],
    of: &impl Fn(&Change, &str) -> Option<Attempt>,
    [ours, paper]: [&str; 2],
    needed: Needed,
) -> Target {
    let pairs = pairs(subjects.iter().flat_map(|subject| &subject.changes), of, [ours, paper]);
    let cpu = |of: fn(&(Attempt, Attempt)) -> Duration| pairs.iter().map(of).sum::<Duration>().as_secs_f64();
    let (cpu_of_ours, cpu_of_paper) = (cpu(|(ours, _)| ours.cost()), cpu(|(_, paper)| paper.cost()));
    let what = format!("all subjects: runs and processor time of {ours}, beside {paper}");
    let by_runs = target(what, &compare(pairs.iter().copied(), needed), 1.0);
    let figures = format!("{}; {cpu_of_ours:.1} and {cpu_of_paper:.1} CPU s", by_runs.figures);
    let verdict = match by_runs.verdict {
        Verdict::Pass if cpu_of_ours <= cpu_of_paper => Verdict::Pass,
        Verdict::Skip(why) => Verdict::Skip(why),
        _ => Verdict::Fail(figures.clone()),
    };
    Target { figures, verdict, ..by_runs }
}

/// `auto` finds at least as many as every other strategy, and takes little more than the cheapest that finds as many.
fn good_choice(
    subjects: &[Subject],
    strategies: &[String],
    of: &impl Fn(&Change, &str) -> Option<Attempt>,
    half: Half,
) -> Option<Target> {
    let changes = || subjects.iter().flat_map(|subject| &subject.changes).filter(|change| change.half == half);
    // What rift does not have was tried on nothing.
    let tried: Vec<&str> = strategies
        .iter()
        .map(String::as_str)
        .filter(|name| changes().any(|change| of(change, name).is_some()))
        .collect();
    let by_all = || changes().filter(|change| tried.iter().all(|name| of(change, name).is_some()));
    let totals: BTreeMap<&str, Total> =
        tried.iter().map(|name| (*name, by_all().filter_map(|change| of(change, name)).sum())).collect();
    let auto = totals.get(AUTO)?;
    let (best, most) = totals.iter().filter(|(name, _)| **name != AUTO).max_by_key(|(_, total)| total.found)?;
    let as_many = totals.iter().filter(|(_, total)| total.found >= auto.found);
    let (cheapest, least) = as_many.min_by_key(|(_, total)| total.cost)?;
    let ratio = auto.cost.as_secs_f64() / least.cost.as_secs_f64().max(1e-3);
    let figures = format!(
        "{} of {} found, to be at least the {} of {best}; {:.1} CPU s, {ratio:.2} times the {:.1} of {cheapest}, to be at \
         most {AUTO_TARGET} times",
        auto.found,
        auto.searches,
        most.found,
        auto.cost.as_secs_f64(),
        least.cost.as_secs_f64(),
    );
    let is_met = auto.found >= most.found && ratio <= AUTO_TARGET;
    Some(decided(format!("{half} half: auto beside every other strategy"), figures, is_met))
}

/// If all of its changes were tried.
fn replacer(subjects: &[Subject], of: &impl Fn(&Change, &str) -> Option<Attempt>) -> Option<Target> {
    let subject = subjects.iter().find(|subject| subject.name == EXPRESS_SUBJECT)?;
    let total: Total = subject.changes.iter().filter_map(|change| of(change, AUTO)).sum();
    let Total { found, searches, runs, .. } = total;
    let figures = format!("{found} of {searches} found in {runs} runs, to be all in at most {REPLACER_RUNS}");
    let is_met = found == searches && runs <= REPLACER_RUNS;
    let what = format!("{EXPRESS_SUBJECT}: runs of auto in total");
    (searches == subject.differing).then(|| decided(what, figures, is_met))
}

/// If it begins with the test.
fn testme(subjects: &[Subject], of: &impl Fn(&Change, &str) -> Option<Attempt>) -> Option<Target> {
    let subject = subjects.iter().find(|subject| subject.name == TESTME && !subject.seeds.is_empty())?;
    let attempt = subject.changes.iter().find_map(|change| of(change, AUTO))?;
    let needed = attempt.to_differ.map_or(format!("not in {} runs", attempt.runs), |runs| format!("in {runs} runs"));
    let is_met = attempt.to_differ.is_some_and(|runs| runs <= TESTME_RUNS);
    let figures = format!("found {needed}, to be in at most {TESTME_RUNS}");
    Some(decided(format!("{TESTME}: runs to differ of auto, from the test"), figures, is_met))
}

fn decided(what: String, figures: String, is_met: bool) -> Target {
    let verdict = if is_met { Verdict::Pass } else { Verdict::Fail(figures.clone()) };
    Target { what, figures, verdict }
}

fn target(what: String, compared: &Compared, most: f64) -> Target {
    let Compared { changes, first, second, only_first, only_second } = compared;
    let Some(ratio) = compared.ratio() else {
        let verdict = Verdict::Skip(format!("{what}: nothing to compare"));
        return Target { what, figures: String::new(), verdict };
    };
    let figures = format!(
        "{first} and {}{second} on {changes} changes ({only_first} by the first alone), {}{:.0} %, to be at most {:.0} %; \
         {only_second} more by the second alone",
        if *only_first > 0 { "at least " } else { "" },
        if *only_first > 0 { "at most " } else { "" },
        ratio * 100.0,
        most * 100.0
    );
    decided(what, figures, compared.meets(most))
}

#[cfg(test)]
mod tests {
    use super::super::subject::Space;
    use super::*;
    use crate::directives::Run;
    use std::path::PathBuf;

    fn attempt(to_differ: Option<u64>, runs: u64) -> Attempt {
        Attempt { to_differ, runs, ..Attempt::default() }
    }

    fn compared(pairs: &[(Attempt, Attempt)]) -> Compared {
        compare(pairs.iter().copied(), |attempt| attempt.to_differ)
    }

    #[test]
    fn a_ratio_is_of_sums() {
        let both = compared(&[
            (attempt(Some(1), 1), attempt(Some(50), 50)),
            (attempt(Some(39), 39), attempt(Some(50), 50)),
            (attempt(None, 7), attempt(None, 9)),
        ]);
        assert_eq!(both, Compared { changes: 2, first: 40, second: 100, ..Compared::default() });
        assert!(both.meets(0.4) && !both.meets(0.39));
    }

    #[test]
    fn what_only_the_second_found_fails_the_target() {
        let good = (attempt(Some(1), 1), attempt(Some(90), 90));
        let more = compared(&[good, (attempt(Some(30), 30), attempt(None, 2))]);
        assert_eq!(more, Compared { changes: 2, first: 31, second: 92, only_first: 1, only_second: 0 });
        assert!(more.meets(0.4));
        // It would have taken more than two runs; how many is not known, and the first is given no credit for it.
        assert!(!compared(&[(attempt(Some(30), 30), attempt(None, 2))]).meets(0.4));
        let less = compared(&[good, (attempt(None, 5), attempt(Some(5), 5))]);
        assert_eq!((less.changes, less.only_second), (1, 1));
        assert!(!less.meets(0.4));
        assert_eq!(compared(&[(attempt(None, 1), attempt(None, 5))]).ratio(), None);
        let nothing_but_a_miss = compared(&[(attempt(None, 5), attempt(Some(5), 5))]);
        assert!(nothing_but_a_miss.ratio().is_some() && !nothing_but_a_miss.meets(0.4));
    }

    /// One subject, its changes in the training half; strategies by name, with what they needed for each change.
    fn judged(name: &str, seeds: usize, made: &[(&str, &[Attempt])]) -> Vec<(String, String, bool)> {
        let count = made[0].1.len();
        let change = |index: usize| Change {
            name: format!("{name}/{index}"),
            patch: PathBuf::new(),
            different: true,
            half: Half::Training,
            witness: None,
        };
        let subject = Subject {
            name: name.to_owned(),
            dir: PathBuf::new(),
            space: Space { shapes_in_words: vec![], shapes: vec![vec![]], stdin: 0 },
            tests: None,
            seeds: vec![Run::default(); seeds],
            changes: (0..count).map(change).collect(),
            differing: count,
        };
        let strategies: Vec<String> = made.iter().map(|(name, _)| (*name).to_owned()).collect();
        let of = |change: &Change, strategy: &str| {
            let index: usize = change.name.rsplit('/').next()?.parse().ok()?;
            made.iter().find(|(name, _)| *name == strategy)?.1.get(index).copied()
        };
        let targets = judge(&[subject], &strategies, of);
        targets.into_iter().map(|target| (target.what, target.figures, target.verdict == Verdict::Pass)).collect()
    }

    fn costing(to_differ: Option<u64>, millis: u64) -> Attempt {
        Attempt { cpu: Duration::from_millis(millis), ..attempt(to_differ, to_differ.unwrap_or(200)) }
    }

    #[test]
    fn auto_finds_as_many_as_any_other_at_little_more_cost() {
        let verdict = |auto: &[Attempt], dse: &[Attempt], express: &[Attempt]| {
            let made = judged("s", 0, &[("auto", auto), ("dse", dse), ("express", express)]);
            let (what, figures, is_met) = made.iter().find(|(what, ..)| what.contains("auto")).unwrap().clone();
            assert!(what.starts_with("training half"), "{what}");
            (figures, is_met)
        };
        let both = |millis| [costing(Some(3), millis), costing(Some(5), millis)];
        let one = |millis| [costing(Some(3), millis), costing(None, millis)];
        assert!(verdict(&both(1300), &one(100), &both(1000)).1, "the cheapest that finds as many is express");
        let (figures, is_met) = verdict(&both(1400), &one(100), &both(1000));
        assert!(!is_met && figures.contains("2.8 CPU s, 1.40 times the 2.0 of express"), "{figures}");
        let (figures, is_met) = verdict(&one(100), &one(100), &both(1000));
        assert!(!is_met && figures.starts_with("1 of 2 found, to be at least the 2 of express"), "{figures}");
        assert!(verdict(&both(9000), &one(100), &one(100)).1, "none that finds as many is cheaper");
        // What rift does not have is no competitor.
        assert!(verdict(&both(9000), &[], &one(100)).1);
    }

    #[test]
    fn the_replacer_is_judged_as_a_whole_and_testme_from_its_test() {
        let runs = |runs: &[u64]| -> Vec<Attempt> { runs.iter().map(|runs| attempt(Some(*runs), *runs)).collect() };
        assert!(judged("replacer", 0, &[("auto", &runs(&[500, 100]))])[0].2);
        assert!(!judged("replacer", 0, &[("auto", &runs(&[500, 101]))])[0].2);
        assert!(!judged("replacer", 0, &[("auto", &[attempt(None, 200)])])[0].2);
        assert!(judged("papers-testme", 1, &[("auto", &runs(&[60]))])[0].2);
        let missed = judged("papers-testme", 1, &[("auto", &[attempt(None, 200)])]);
        assert!(!missed[0].2 && missed[0].1.contains("not in 200 runs"), "{missed:?}");
        assert!(judged("papers-testme", 0, &[("auto", &runs(&[60]))]).is_empty(), "without its test");
    }

    #[test]
    fn ours_beats_the_paper_by_runs_and_by_time() {
        let verdict = |ours: Attempt, paper: Attempt| {
            let made = judged("s", 0, &[("express", &[ours]), ("express-paper", &[paper])]);
            made[0].2
        };
        assert!(verdict(costing(Some(5), 100), costing(Some(9), 100)));
        assert!(!verdict(costing(Some(5), 101), costing(Some(9), 100)));
        assert!(!verdict(costing(Some(9), 100), costing(Some(5), 100)));
    }

    #[test]
    fn targets_of_what_was_not_measured_are_left_out() {
        let found: &[Attempt] = &[attempt(Some(1), 1)];
        assert!(judged("s", 0, &[("dse", found)]).is_empty());
        assert_eq!(judged("s", 0, &[("dse", found), ("express", found)]).len(), 1);
    }
}
