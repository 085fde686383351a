//! What is written down of candidates and findings, and taken over by who goes on with it.
//!
//! A finding is its input here, and who takes it over confirms it once more: a file is no proof.

use super::State;
use super::candidate::Looks;
use super::queue::{Item, Queue, Tries};
use crate::error::{PipelineError, Result};
use crate::natives::Natives;
use rift_confirm::{Check, NativeError};
use rift_env::{Input, is_plain_path};
use rift_ir::Pair;
use rift_report::{Finding, Unconfirmed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Instant;

/// Of one entry.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SavedCandidates {
    findings: Vec<SavedFinding>,
    unconfirmed: Vec<SavedUnconfirmed>,
    tries: Vec<(Looks, Tries)>,
    /// What is to be judged or counted, in order.
    waiting: Vec<Item>,
    /// Fingerprints of inputs that were judged or are waiting.
    known: BTreeSet<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct SavedFinding {
    input: Input,
    changes: Vec<u32>,
    everywhere: bool,
    runs: u64,
    similar: u64,
    found_as: Vec<String>,
    /// Whether only sanitizers show it.
    is_sanitizers: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct SavedUnconfirmed {
    input: Input,
    reason: String,
    predicted: (String, String),
}

/// The same for the same input.
pub fn fingerprint(input: &Input) -> u64 {
    let bytes = postcard::to_stdvec(input).expect("an input is made of bytes");
    let hash = blake3::hash(&bytes);
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"))
}

impl SavedCandidates {
    /// What is wrong with a state of a map with so many changes, that anyone may have written.
    pub fn problem(&self, changes: usize) -> Option<&'static str> {
        let candidates = || self.waiting.iter().filter_map(Item::candidate);
        let inputs = self.findings.iter().map(|finding| &finding.input);
        let inputs = inputs.chain(self.unconfirmed.iter().map(|one| &one.input));
        let mut inputs = inputs.chain(candidates().map(|candidate| &candidate.input));
        let looks = self.tries.iter().map(|(looks, _)| looks).chain(self.waiting.iter().map(Item::looks));
        let mut numbers = looks.flat_map(|looks| &looks.changes).chain(self.findings.iter().flat_map(|f| &f.changes));
        let mut finds = self.tries.iter().filter_map(|(_, tries)| tries.finding);
        match () {
            () if inputs.any(|input| input.files.keys().any(|name| !is_plain_path(name))) => {
                Some("the name of an input's file leads out of its directory")
            }
            () if numbers.any(|change| *change as usize >= changes) => Some("it names a change that there is not"),
            () if finds.any(|finding| finding >= self.findings.len()) => Some("it names a finding that there is not"),
            () => None,
        }
    }

    /// How many findings there are.
    pub fn count(&self) -> usize {
        self.findings.len()
    }
}

impl State {
    pub fn saved(&self) -> SavedCandidates {
        let finding = |finding: &Finding| SavedFinding {
            input: finding.confirmed.input().clone(),
            changes: finding.changes.clone(),
            everywhere: finding.everywhere,
            runs: finding.runs,
            similar: finding.similar,
            found_as: finding.found_as.clone(),
            is_sanitizers: finding.confirmed.sanitizers().is_some(),
        };
        let unconfirmed = |one: &Unconfirmed| SavedUnconfirmed {
            input: one.input.clone(),
            reason: one.reason.clone(),
            predicted: (one.predicted.old.clone(), one.predicted.new.clone()),
        };
        let first = self.late.iter().chain(&self.judging).cloned().map(Item::Judge);
        SavedCandidates {
            findings: self.findings.iter().map(finding).collect(),
            unconfirmed: self.unconfirmed.iter().map(unconfirmed).collect(),
            tries: self.queue.tries(),
            waiting: first.chain(self.queue.items().cloned()).collect(),
            known: self.known.clone(),
        }
    }

    /// Goes on with what was saved.
    pub fn restored(saved: SavedCandidates, natives: &Natives<'_>) -> Result<State> {
        let SavedCandidates { findings, unconfirmed, mut tries, waiting, known } = saved;
        let mut state = State { known_before: known.clone(), known, ..State::default() };
        state.unconfirmed = unconfirmed.into_iter().map(SavedUnconfirmed::restored).collect();
        let mut places = Vec::new();
        for finding in findings {
            let place = match natives.check_again(&finding.input, finding.is_sanitizers) {
                Ok(Check::Different(confirmed)) => {
                    let SavedFinding { changes, everywhere, runs, similar, found_as, .. } = finding;
                    let (why, uninitialised) = (vec![], vec![]);
                    let confirmed = *confirmed;
                    let finding =
                        Finding { confirmed, changes, why, uninitialised, similar, everywhere, runs, found_as };
                    state.findings.push(finding);
                    Some(state.findings.len() - 1)
                }
                Ok(check) => {
                    let reason = format!("was confirmed before, and is not any more: {}", in_words(&check));
                    let predicted = Pair { old: String::new(), new: String::new() };
                    state.unconfirmed.push(Unconfirmed { input: finding.input, reason, predicted });
                    None
                }
                Err(NativeError::OutOfTime) => return Err(PipelineError::Interrupted),
                Err(error) => return Err(error.into()),
            };
            places.push(place);
        }
        for (_, tries) in &mut tries {
            tries.finding = tries.finding.and_then(|place| places.get(place).copied().flatten());
        }
        state.last_news = (!state.findings.is_empty()).then(Instant::now);
        state.queue = Queue::new(tries, waiting);
        Ok(state)
    }
}

impl SavedUnconfirmed {
    fn restored(self) -> Unconfirmed {
        let (old, new) = self.predicted;
        Unconfirmed { input: self.input, reason: self.reason, predicted: Pair { old, new } }
    }
}

fn in_words(check: &Check) -> &'static str {
    match check {
        Check::Same(_) => "both native builds do the same",
        Check::Unstable { .. } => "a version does not do the same twice",
        Check::Limited { .. } => "it depends on a limit of rift's",
        Check::Different(_) | Check::Unrepeatable { .. } => "it cannot be repeated",
    }
}

#[cfg(test)]
mod tests {
    use super::super::Candidate;
    use super::*;

    fn candidate(number: u8) -> Candidate {
        let input = Input { stdin: vec![number], ..Input::default() };
        let looks = Looks::of_changes(vec![u32::from(number)]);
        Candidate { input, looks, everywhere: true, runs: 3, is_fault: false }
    }

    /// What is being judged, or could not be in time, comes before what is waiting.
    #[test]
    fn nothing_that_is_not_judged_is_left_out() {
        let mut state = State { late: vec![candidate(1)], judging: Some(candidate(2)), ..State::default() };
        (3..6).for_each(|number| state.queue.push(candidate(number)));
        state.known = (1..6).map(|number| fingerprint(&candidate(number).input)).collect();
        let bytes = postcard::to_stdvec(&state.saved()).unwrap();
        let saved: SavedCandidates = postcard::from_bytes(&bytes).unwrap();
        let waiting: Vec<Candidate> = saved.waiting.iter().filter_map(Item::candidate).cloned().collect();
        assert_eq!(waiting, (1..6).map(candidate).collect::<Vec<_>>());
        assert_eq!((saved.known.len(), saved.tries.len(), saved.count()), (5, 3, 0));
        assert_eq!(saved.problem(6), None);
        assert!(saved.problem(5).unwrap().contains("a change"));
    }

    #[test]
    fn files_that_lead_elsewhere_and_findings_that_are_not_there_are_refused() {
        let mut outside = candidate(0);
        outside.input.files.insert("../x".to_owned(), vec![]);
        let saved = SavedCandidates { waiting: vec![Item::Judge(outside)], ..SavedCandidates::default() };
        assert!(saved.problem(9).unwrap().contains("leads out"));
        let mut tries = Tries::default();
        tries.finding = Some(0);
        let saved = SavedCandidates { tries: vec![(candidate(0).looks, tries)], ..SavedCandidates::default() };
        assert!(saved.problem(9).unwrap().contains("a finding"));
    }
}
