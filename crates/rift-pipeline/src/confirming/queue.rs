//! Candidates in the order in which they were found, between the search and those who judge them.
//!
//! What is judged, and what is only counted with another one, depends on the order alone: never on how far the judge is
//! behind the search. So a search with a budget in runs has the same findings on a busy machine.

use super::candidate::{Candidate, Looks};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// Of candidates that look alike, this many confirmed ones are enough; the others are counted.
const CONFIRMED_OF_ONE_LOOK: u64 = 2;
/// This many that look alike and do not show natively end the trying.
const FUTILE_OF_ONE_LOOK: u64 = 8;
/// However they are judged, no more of one look are tried.
const TRIED_OF_ONE_LOOK: u64 = CONFIRMED_OF_ONE_LOOK + FUTILE_OF_ONE_LOOK - 1;

#[derive(Debug, Default)]
pub struct Queue {
    items: VecDeque<Item>,
    tries: BTreeMap<Looks, Tries>,
    /// How many candidates are to be judged.
    waiting: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Item {
    Judge(Candidate),
    /// Candidates that will not be judged, and how many of them came one after the other.
    Count(Looks, u64),
}

/// What became of candidates that look alike.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Tries {
    confirmed: u64,
    futile: u64,
    /// Put into the queue to be judged.
    queued: u64,
    /// The finding that stands for them.
    pub finding: Option<usize>,
}

impl Tries {
    fn is_worth_another(&self) -> bool {
        self.confirmed < CONFIRMED_OF_ONE_LOOK && self.futile < FUTILE_OF_ONE_LOOK
    }
}

/// What to do next.
pub enum Next {
    Judge(Candidate),
    /// Another candidate looked like this finding, or several.
    Similar {
        finding: usize,
        count: u64,
    },
}

impl Item {
    pub fn candidate(&self) -> Option<&Candidate> {
        match self {
            Item::Judge(candidate) => Some(candidate),
            Item::Count(..) => None,
        }
    }

    pub fn looks(&self) -> &Looks {
        match self {
            Item::Judge(candidate) => &candidate.looks,
            Item::Count(looks, _) => looks,
        }
    }
}

impl Queue {
    /// As another one was.
    pub fn new(tries: Vec<(Looks, Tries)>, items: Vec<Item>) -> Queue {
        let waiting = items.iter().filter_map(Item::candidate).count();
        Queue { items: items.into(), tries: tries.into_iter().collect(), waiting }
    }

    /// In order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    pub fn tries(&self) -> Vec<(Looks, Tries)> {
        self.tries.iter().map(|(looks, tries)| (looks.clone(), *tries)).collect()
    }

    pub fn push(&mut self, candidate: Candidate) {
        let tries = self.tries.entry(candidate.looks.clone()).or_default();
        if tries.is_worth_another() && tries.queued < TRIED_OF_ONE_LOOK {
            tries.queued += 1;
            self.waiting += 1;
            self.items.push_back(Item::Judge(candidate));
            return;
        }
        match self.items.back_mut() {
            Some(Item::Count(looks, count)) if *looks == candidate.looks => *count += 1,
            _ => self.items.push_back(Item::Count(candidate.looks, 1)),
        }
    }

    /// `None` if there is nothing to do now.
    pub fn pop(&mut self) -> Option<Next> {
        while let Some(item) = self.items.pop_front() {
            let (looks, count) = match item {
                Item::Judge(candidate) => {
                    self.waiting -= 1;
                    if self.tries.get(&candidate.looks).is_none_or(Tries::is_worth_another) {
                        return Some(Next::Judge(candidate));
                    }
                    (candidate.looks, 1)
                }
                Item::Count(looks, count) => (looks, count),
            };
            if let Some(finding) = self.tries.get(&looks).and_then(|tries| tries.finding) {
                return Some(Next::Similar { finding, count });
            }
        }
        None
    }

    /// How many are to be judged.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn clear(&mut self) {
        self.items.clear();
        self.waiting = 0;
    }

    /// A candidate that looks like this was confirmed, as this finding.
    pub fn confirmed(&mut self, looks: Looks, finding: usize) {
        let tries = self.tries.entry(looks).or_default();
        tries.confirmed += 1;
        tries.finding = Some(finding);
    }

    pub fn futile(&mut self, looks: Looks) {
        self.tries.entry(looks).or_default().futile += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_env::Input;

    fn candidate(number: u64) -> Candidate {
        let looks = Looks::of_changes(vec![u32::try_from(number % 3).unwrap()]);
        let input = Input { stdin: number.to_le_bytes().to_vec(), ..Input::default() };
        Candidate { input, looks, everywhere: false, runs: number, is_fault: false }
    }

    /// Which were judged, and how many were counted with each, when the judge takes one of `lag` at a time.
    fn judged(count: u64, lag: u64, is_different: impl Fn(u64) -> bool) -> (Vec<u64>, Vec<u64>) {
        let mut queue = Queue::default();
        let (mut judged, mut similar) = (Vec::new(), Vec::new());
        let mut judge = |queue: &mut Queue| match queue.pop() {
            Some(Next::Judge(candidate)) => {
                judged.push(candidate.runs);
                match is_different(candidate.runs) {
                    true => {
                        similar.push(0);
                        queue.confirmed(candidate.looks, similar.len() - 1);
                    }
                    false => queue.futile(candidate.looks),
                }
                true
            }
            Some(Next::Similar { finding, count }) => {
                similar[finding] += count;
                true
            }
            None => false,
        };
        for number in 0..count {
            queue.push(candidate(number));
            if number % lag == 0 {
                judge(&mut queue);
            }
        }
        while judge(&mut queue) {}
        assert!(queue.is_empty() && queue.waiting() == 0);
        (judged, similar)
    }

    #[test]
    fn what_is_judged_does_not_depend_on_how_far_the_judge_is_behind() {
        let outcomes: [fn(u64) -> bool; 4] =
            [|_| true, |_| false, |number| number % 5 == 4, |number| number % 3 == 1 && number > 10];
        for is_different in outcomes {
            let at_once = judged(100, 1, is_different);
            for lag in [2, 3, 7, 50, 1000] {
                assert_eq!(judged(100, lag, is_different), at_once, "{lag}");
            }
        }
    }

    #[test]
    fn few_of_those_that_look_alike_are_judged_and_the_others_counted() {
        let (tried, similar) = judged(90, 1000, |_| true);
        assert_eq!((tried.len(), similar.len()), (6, 6), "two of each look");
        assert_eq!(similar.iter().sum::<u64>(), 84, "the others are counted");
        let (tried, similar) = judged(90, 1, |_| false);
        assert_eq!((tried.len(), similar), (24, vec![]), "eight of each look");
    }
}
