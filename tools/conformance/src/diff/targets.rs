//! What strategies needed for the same changes, compared: the ratios that the papers promise.

use std::time::Duration;

/// One search for one change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attempt {
    /// Runs until one came to the change, and until one showed a difference.
    pub to_reach: Option<u64>,
    pub to_differ: Option<u64>,
    /// All of them.
    pub runs: u64,
    pub cpu: Duration,
}

/// Two strategies on the same changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Changes on which the first came to its end, and the runs of both on these. Where the second did not, all its
    /// runs count: more would have been needed, so the ratio errs against the first.
    pub changes: usize,
    pub first: u64,
    pub second: u64,
    /// Changes on which only the second came to its end. No ratio makes good for them.
    pub missed: usize,
}

impl Compared {
    /// The runs of the first, with those of the second as 1; `None`: there is nothing to compare.
    pub fn ratio(&self) -> Option<f64> {
        (self.changes + self.missed > 0).then(|| self.first as f64 / self.second.max(1) as f64)
    }

    pub fn meets(&self, most: f64) -> bool {
        self.missed == 0 && self.ratio().is_some_and(|ratio| ratio <= most)
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
            }
            (None, Some(_)) => compared.missed += 1,
            (None, None) => {}
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(to_differ: Option<u64>, runs: u64) -> Attempt {
        Attempt { to_reach: None, to_differ, runs, cpu: Duration::ZERO }
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
        assert_eq!(both, Compared { changes: 2, first: 40, second: 100, missed: 0 });
        assert!(both.meets(0.4) && !both.meets(0.39));
    }

    #[test]
    fn what_only_one_found_counts_against_the_first() {
        let lower_bound = compared(&[(attempt(Some(30), 30), attempt(None, 60))]);
        assert_eq!((lower_bound.ratio(), lower_bound.missed), (Some(0.5), 0));
        let missed = compared(&[(attempt(Some(1), 1), attempt(Some(90), 90)), (attempt(None, 5), attempt(Some(5), 5))]);
        assert_eq!(missed.missed, 1);
        assert!(!missed.meets(0.4));
        assert_eq!(compared(&[(attempt(None, 5), attempt(None, 5))]).ratio(), None);
    }
}
