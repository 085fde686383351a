//! What one search for one change took, and what several took together.

use super::tool::Answered;
use std::iter::Sum;
use std::time::Duration;

/// One search for one change.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Attempt {
    /// Runs until one executed the change, until the versions computed something else, until one showed a difference.
    pub to_reach: Option<u64>,
    pub to_infect: Option<u64>,
    pub to_differ: Option<u64>,
    /// All of them.
    pub runs: u64,
    /// Processor time of rift and all that it starts.
    pub cpu: Duration,
    /// Of it, that of the search alone, where the report tells it.
    pub search_cpu: Option<Duration>,
    /// Time of the search alone, by the clock.
    pub search: Option<Duration>,
}

impl Attempt {
    pub fn of(answered: &Answered) -> Attempt {
        let stats = &answered.report.stats;
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds).ok();
        // The run that differed is the last one, where it is not told.
        let found = (!answered.report.differences.is_empty()).then_some(stats.runs);
        Attempt {
            to_reach: stats.runs_to_reach,
            to_infect: stats.runs_to_infect,
            to_differ: found.map(|runs| stats.runs_to_differ.unwrap_or(runs)),
            runs: stats.runs,
            cpu: answered.measured.cpu,
            search_cpu: stats.search_cpu_seconds.and_then(time),
            search: stats.seconds.search.and_then(time),
        }
    }

    /// What strategies are compared by: the search alone where that is told. Building and confirming cost every strategy
    /// the same, but only for what it found.
    pub fn cost(&self) -> Duration {
        self.search_cpu.unwrap_or(self.cpu)
    }
}

/// Searches for several changes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Total {
    pub searches: usize,
    pub found: usize,
    pub runs: u64,
    /// As `Attempt::cost`.
    pub cost: Duration,
}

impl Sum<Attempt> for Total {
    fn sum<I: Iterator<Item = Attempt>>(attempts: I) -> Total {
        attempts.fold(Total::default(), |total, attempt| Total {
            searches: total.searches + 1,
            found: total.found + usize::from(attempt.to_differ.is_some()),
            runs: total.runs + attempt.runs,
            cost: total.cost + attempt.cost(),
        })
    }
}
