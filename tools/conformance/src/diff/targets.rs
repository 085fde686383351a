//! What strategies needed for the same changes, compared: the ratios that the papers promise.

use super::subject::{Change, Subject};
use crate::tally::Verdict;
use std::time::Duration;

/// `express` on the replacer: at most so many of the runs that `dse` needs to differ.
const EXPRESS_TARGET: f64 = 0.4;
const EXPRESS_SUBJECT: &str = "replacer";
/// `reach`: at most so many of the runs that `express` needs to reach the change.
const REACH_TARGET: f64 = 1.0 / 3.0;

/// One search for one change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attempt {
    /// Runs until one came to the change, until the versions computed something else, until one showed a difference.
    pub to_reach: Option<u64>,
    pub to_infect: Option<u64>,
    pub to_differ: Option<u64>,
    /// All of them.
    pub runs: u64,
    pub cpu: Duration,
}

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

/// All targets. `of` is what a strategy needed for a change, if it was tried.
pub fn judge(subjects: &[Subject], of: impl Fn(&Change, &str) -> Option<Attempt>) -> Vec<Target> {
    let both = |change: &Change, first: &str, second: &str| Some((of(change, first)?, of(change, second)?));
    let replacer = subjects.iter().filter(|subject| subject.name == EXPRESS_SUBJECT).flat_map(|s| &s.changes);
    let pairs = replacer.filter_map(|change| both(change, "express", "dse"));
    let what = format!("{EXPRESS_SUBJECT}: runs to differ of express, beside dse");
    let express = target(what, &compare(pairs, |attempt| attempt.to_differ), EXPRESS_TARGET);

    // Where a test reaches the change, there is no search to compare.
    let searched = |subject: &Subject, attempt: &Attempt| {
        attempt.to_reach.is_none_or(|runs| runs > subject.seeds.len().max(1) as u64)
    };
    let pairs = subjects.iter().flat_map(|subject| {
        let pairs = subject.changes.iter().filter_map(|change| both(change, "reach", "express"));
        pairs.filter(move |(reach, express)| searched(subject, reach) || searched(subject, express))
    });
    let what = "all subjects: runs to reach of reach, beside express".to_owned();
    vec![express, target(what, &compare(pairs, |attempt| attempt.to_reach), REACH_TARGET)]
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
    let verdict = if compared.meets(most) { Verdict::Pass } else { Verdict::Fail(figures.clone()) };
    Target { what, figures, verdict }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(to_differ: Option<u64>, runs: u64) -> Attempt {
        Attempt { to_reach: None, to_infect: None, to_differ, runs, cpu: Duration::ZERO }
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
}
