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
    /// Changes on which both came to their end, and the runs that they needed. Others cannot be weighed: how many runs
    /// it would have taken is not known, and how many fit into the budget says nothing about it.
    pub changes: usize,
    pub first: u64,
    pub second: u64,
    pub only_first: usize,
    /// No ratio makes good for them.
    pub only_second: usize,
}

impl Compared {
    /// The runs of the first, with those of the second as 1; `None`: there is nothing to compare.
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
            (Some(first), Some(second)) => {
                compared.changes += 1;
                compared.first += first;
                compared.second += second;
            }
            (Some(_), None) => compared.only_first += 1,
            (None, Some(_)) => compared.only_second += 1,
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
        assert_eq!(both, Compared { changes: 2, first: 40, second: 100, ..Compared::default() });
        assert!(both.meets(0.4) && !both.meets(0.39));
    }

    #[test]
    fn what_only_the_second_found_fails_the_target() {
        let good = (attempt(Some(1), 1), attempt(Some(90), 90));
        let more = compared(&[good, (attempt(Some(30), 30), attempt(None, 2))]);
        assert_eq!((more.changes, more.only_first), (1, 1));
        assert!(more.meets(0.4));
        let less = compared(&[good, (attempt(None, 5), attempt(Some(5), 5))]);
        assert_eq!((less.changes, less.only_second), (1, 1));
        assert!(!less.meets(0.4));
        assert_eq!(compared(&[(attempt(Some(1), 1), attempt(None, 5))]).ratio(), None);
        let nothing_but_a_miss = compared(&[(attempt(None, 5), attempt(Some(5), 5))]);
        assert!(nothing_but_a_miss.ratio().is_some() && !nothing_but_a_miss.meets(0.4));
    }
}
