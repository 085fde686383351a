//! When work is to end: at a time, or as soon as the user wants it.
//!
//! One budget, one deadline: the search, the solver, native runs and what is done about findings all look at it, so that
//! none of them has a clock of its own. Without a time and without an interrupt it never ends anything: budgets in runs or
//! steps give the same result on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Cheap to copy and to ask: a look costs about as much as reading the clock.
#[derive(Debug, Clone, Default)]
pub struct Deadline {
    /// `None`: there is no end. Without what it was extended by.
    at: Option<Instant>,
    /// Nanoseconds by which this deadline, and all that were made from it, are later.
    extended: Arc<AtomicU64>,
    interrupted: Option<Arc<AtomicBool>>,
}

impl Deadline {
    /// Work that ends by itself.
    pub fn never() -> Deadline {
        Deadline::default()
    }

    /// So much time from now; `None` is no limit.
    pub fn after(time: Option<Duration>) -> Deadline {
        Deadline { at: time.and_then(|time| Instant::now().checked_add(time)), ..Deadline::default() }
    }

    /// The same, but later. Both are extended together.
    pub fn plus(&self, more: Duration) -> Deadline {
        Deadline { at: self.at.and_then(|at| at.checked_add(more)), ..self.clone() }
    }

    /// Makes it later, for work that is not paid from the budget, such as a build. So are all that were made from it.
    pub fn extend(&self, by: Duration) {
        self.extended.fetch_add(u64::try_from(by.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// By how much it was extended so far.
    pub fn extended(&self) -> Duration {
        Duration::from_nanos(self.extended.load(Ordering::Relaxed))
    }

    fn end(&self) -> Option<Instant> {
        self.at.and_then(|at| at.checked_add(self.extended()))
    }

    /// The same, but over as soon as the flag is set.
    pub fn interruptible(self, flag: &Arc<AtomicBool>) -> Deadline {
        Deadline { interrupted: Some(Arc::clone(flag)), ..self }
    }

    /// The same, but at most so much time from now.
    pub fn within(&self, time: Duration) -> Deadline {
        let sooner = Instant::now().checked_add(time).and_then(|at| at.checked_sub(self.extended()));
        let at = match (self.at, sooner) {
            (Some(at), Some(sooner)) => Some(at.min(sooner)),
            (at, sooner) => at.or(sooner),
        };
        Deadline { at, ..self.clone() }
    }

    /// A share of the time that is left, between 0 and 1. Nothing of no limit is no limit.
    pub fn share(&self, share: f64) -> Deadline {
        match self.left() {
            Some(left) => self.within(left.mul_f64(share.clamp(0.0, 1.0))),
            None => self.clone(),
        }
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_interrupted() || self.end().is_some_and(|at| Instant::now() >= at)
    }

    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// `None` is no limit. Nothing is left once it was interrupted.
    pub fn left(&self) -> Option<Duration> {
        if self.is_interrupted() {
            return Some(Duration::ZERO);
        }
        self.end().map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// A time limit of somebody's own, as far as there is time for it.
    pub fn clip(&self, time: Duration) -> Duration {
        self.left().map_or(time, |left| left.min(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn without_a_time_it_is_never_over() {
        let never = Deadline::never();
        assert!(!never.is_over() && never.left().is_none() && never.share(0.0).left().is_none());
        assert_eq!(never.clip(HOUR), HOUR);
        assert!(!Deadline::after(Some(Duration::MAX)).is_over(), "more than the clock can say");
    }

    #[test]
    fn it_is_over_at_its_time() {
        let over = Deadline::after(Some(Duration::ZERO));
        assert!(over.is_over() && !over.is_interrupted());
        assert_eq!((over.left(), over.clip(HOUR)), (Some(Duration::ZERO), Duration::ZERO));
        assert!(over.within(HOUR).is_over(), "nothing makes it later");
    }

    #[test]
    fn what_was_made_from_it_is_extended_with_it() {
        let deadline = Deadline::after(Some(HOUR));
        let (sooner, later) = (deadline.within(HOUR / 2), deadline.plus(HOUR));
        deadline.extend(HOUR);
        let hours = |deadline: &Deadline| deadline.left().map(|left| (left.as_secs_f64() / 1800.0).round() / 2.0);
        assert_eq!((hours(&deadline), hours(&sooner), hours(&later)), (Some(2.0), Some(1.5), Some(3.0)));
        assert_eq!(hours(&deadline.within(HOUR / 2)), Some(0.5), "from now");
    }

    #[test]
    fn an_interrupt_ends_it_and_all_that_were_made_from_it() {
        let flag = Arc::new(AtomicBool::new(false));
        let deadline = Deadline::after(Some(HOUR)).interruptible(&flag);
        let parts = [deadline.share(0.5), deadline.within(HOUR * 2), deadline.clone()];
        assert!(parts.iter().all(|part| !part.is_over() && part.left().is_some_and(|left| left <= HOUR)));
        assert!(parts[0].left() <= Some(HOUR / 2));
        flag.store(true, Ordering::Relaxed);
        assert!(parts.iter().all(|part| part.is_over() && part.left() == Some(Duration::ZERO)));
    }
}
