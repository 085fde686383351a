//! One budget, and when what it pays for has to end.
//!
//! The search has all of the budget. What was found is then made smaller and explained: in what a search that ended early left,
//! and in a little more, so that a difference that was found in the last moment is worth reading. Native runs may take that as
//! well. An interrupt ends all of it. Building, aligning and writing tests down are not paid from the budget: builds that
//! turn out to be needed during the search (sanitizers) extend the time for findings. The search goes on beside them.

use rift_deadline::Deadline;
use rift_search::{Budget, Config};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The share of the budget, and the time, that finishing may take beyond it. A second less than what is promised: the last
/// step is bounded, and the report is written.
const FINISHING_SHARE: f64 = 0.1;
const FINISHING_TIME: Duration = Duration::from_secs(1);

/// The deadlines of one comparison, from now on.
#[derive(Debug, Clone)]
pub struct Deadlines {
    pub search: Deadline,
    /// Of native runs, and of whatever is done about findings.
    pub finish: Deadline,
}

impl Deadlines {
    /// A budget of runs or steps has none: only an interrupt ends it.
    pub fn begin(budget: &Budget, interrupted: &Arc<AtomicBool>) -> Deadlines {
        let search = Deadline::after(budget.time).interruptible(interrupted);
        let more = budget.time.map_or(Duration::ZERO, |time| time.mul_f64(FINISHING_SHARE)) + FINISHING_TIME;
        let finish = Deadline::after(budget.time.map(|time| time + more)).interruptible(interrupted);
        Deadlines { finish, search }
    }

    /// A configuration whose deadline is that of the search.
    pub fn searching(&self, config: Config) -> Config {
        Config { deadline: self.search.clone(), ..config }
    }

    /// The same for what is done about findings.
    pub fn finishing(&self, config: &Config) -> Config {
        Config { deadline: self.finish.clone(), ..config.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finishing_has_a_tenth_and_a_second_more() {
        let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
        let deadlines = Deadlines::begin(&budget, &Arc::default());
        let seconds = |deadline: &Deadline| deadline.left().map(|left| left.as_secs_f64().round());
        assert_eq!((seconds(&deadlines.search), seconds(&deadlines.finish)), (Some(60.0), Some(67.0)));
    }

    #[test]
    fn runs_and_steps_have_no_deadline_but_an_interrupt_ends_them() {
        let (budget, flag) = (Budget { runs: Some(9), ..Budget::default() }, Arc::new(AtomicBool::new(false)));
        let Deadlines { search, finish } = Deadlines::begin(&budget, &flag);
        assert!(search.left().is_none() && finish.left().is_none());
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(search.is_over() && finish.is_over());
    }
}
