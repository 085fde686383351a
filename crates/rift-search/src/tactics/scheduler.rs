//! Deals turns to tactics by the work that they did and by what it brought.
//!
//! Work is counted in instructions and in steps of the solver, never by the clock, so the same search takes the same turns on any
//! machine. Stride scheduling (Waldspurger & Weihl 1995): each tactic has a *pass* that grows with its work, slower for those
//! with a larger share; the lowest pass is next. The share grows with what a tactic brought lately.

use super::Readiness;
use crate::engine::News;
use crate::tuning::Tuning;

pub(crate) struct Scheduler {
    accounts: Vec<Account>,
    /// The pass of who had the last turn: who was not ready for long begins there, and has no turns to make up for.
    now: f64,
}

#[derive(Debug, Clone, Copy)]
struct Account {
    pass: f64,
    /// Of all work, beside others that are ready.
    share: f64,
    /// What it brought, less and less with the work that it did since.
    merit: f64,
    work: u64,
}

impl Scheduler {
    pub fn new(shares: impl IntoIterator<Item = f64>) -> Scheduler {
        let account = |share| Account { pass: 0.0, share, merit: 0.0, work: 0 };
        Scheduler { accounts: shares.into_iter().map(account).collect(), now: 0.0 }
    }

    /// Whose turn it is, by number.
    pub fn next(&mut self, readiness: impl Fn(usize) -> Readiness) -> Option<usize> {
        let all: Vec<Readiness> = (0..self.accounts.len()).map(readiness).collect();
        if let Some(first) = all.iter().position(|one| *one == Readiness::First) {
            return Some(first);
        }
        let by_pass = |number: &usize| self.accounts[*number].pass.max(self.now);
        let ready = (0..all.len()).filter(|number| all[*number] == Readiness::Turn);
        let next = ready.min_by(|a, b| by_pass(a).total_cmp(&by_pass(b)).then(a.cmp(b)));
        if let Some(next) = next {
            self.now = by_pass(&next);
            return Some(next);
        }
        all.iter().position(|one| *one == Readiness::Last)
    }

    /// A tactic did some work, and it brought something, or nothing.
    pub fn charge(&mut self, number: usize, work: u64, news: News, tuning: &Tuning) {
        let account = &mut self.accounts[number];
        account.work += work;
        account.merit *= (-(work as f64) / tuning.merit_instructions as f64).exp2();
        account.merit = (account.merit + merit(news)).min(tuning.most_merit);
        account.pass = account.pass.max(self.now) + work as f64 / (account.share * (1.0 + account.merit));
    }

    /// Work of each tactic so far.
    pub fn work(&self) -> impl Iterator<Item = u64> {
        self.accounts.iter().map(|account| account.work)
    }
}

/// What it is worth that something new came of a piece of work. Only their order matters much: a difference and a change that none
/// had executed are what is looked for; the others are steps on the way.
fn merit(news: News) -> f64 {
    let worth = [
        (news.difference, 4.0),
        (news.change_executed, 4.0),
        (news.first_effect, 2.0),
        (news.nearer, 1.0),
        (news.new_code, 0.5),
    ];
    worth.iter().filter(|(is, _)| *is).map(|(_, worth)| worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: News =
        News { new_code: false, change_executed: false, first_effect: false, nearer: false, difference: false };

    /// How many of so many turns, each of the same work, each tactic gets.
    fn turns(scheduler: &mut Scheduler, count: usize, news: impl Fn(usize) -> News) -> Vec<usize> {
        let (mut turns, tuning) = (vec![0; scheduler.accounts.len()], Tuning::default());
        for _ in 0..count {
            let next = scheduler.next(|_| Readiness::Turn).expect("all are ready");
            turns[next] += 1;
            scheduler.charge(next, 1_000_000, news(next), &tuning);
        }
        turns
    }

    #[test]
    fn turns_are_dealt_by_share() {
        let mut scheduler = Scheduler::new([1.0, 0.5, 0.25]);
        let turns = turns(&mut scheduler, 70, |_| NOTHING);
        assert_eq!(turns, [40, 20, 10]);
    }

    #[test]
    fn who_brings_something_has_more_turns() {
        let mut scheduler = Scheduler::new([1.0, 1.0]);
        let turns = turns(&mut scheduler, 60, |number| News { new_code: number == 1, ..NOTHING });
        assert!(turns[1] > 2 * turns[0], "{turns:?}");
    }

    #[test]
    fn what_is_first_waits_for_nobody_and_what_is_last_for_all() {
        let mut scheduler = Scheduler::new([1.0, 1.0, 1.0]);
        let ready = |all: [Readiness; 3]| move |number: usize| all[number];
        use Readiness::{First, Last, Nothing, Turn};
        assert_eq!(scheduler.next(ready([Turn, Last, First])), Some(2));
        assert_eq!(scheduler.next(ready([Last, Turn, Nothing])), Some(1));
        assert_eq!(scheduler.next(ready([Last, Nothing, Nothing])), Some(0));
        assert_eq!(scheduler.next(ready([Nothing; 3])), None);
    }

    /// Who was not ready for long has no turns to make up for.
    #[test]
    fn who_comes_late_begins_with_the_others() {
        let (mut scheduler, tuning) = (Scheduler::new([1.0, 1.0]), Tuning::default());
        for _ in 0..100 {
            let next = scheduler.next(|number| if number == 0 { Readiness::Turn } else { Readiness::Nothing });
            scheduler.charge(next.expect("one is ready"), 1_000_000, NOTHING, &tuning);
        }
        let late = turns(&mut scheduler, 20, |_| NOTHING);
        assert!((9..=11).contains(&late[1]), "{late:?}");
    }
}
