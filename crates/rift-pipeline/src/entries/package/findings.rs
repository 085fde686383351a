//! From differences of two harness programs to differences of calls.
//!
//! Both builds are run once more on the input, to show their results to people. What differs only in the raw form and
//! looks the same when shown is kept apart: nobody could make sense of it. Of findings that differ in the same way, one
//! is kept.

use super::driver::Driver;
use super::shape::identity;
use crate::entries::{Found, Presented, ShownCall};
use crate::error::{Context as _, Result};
use crate::natives::Natives;
use crate::rounds::Searched;
use rift_confirm::{Confirmed, NativeError};
use rift_env::Input;
use rift_harness::Shown;
use rift_ir::Pair;
use rift_report::diff::{Call, Example};
use rift_report::{Finding, Unconfirmed};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// So many other calls are shown of one difference.
const EXAMPLES: usize = 3;

/// What calls look like when they are shown. Each is run once, although a report is made whenever something is found.
#[derive(Default)]
pub struct Shows {
    known: Mutex<HashMap<Input, Pair<Shown>>>,
}

/// Shows what was found, and takes it out of the searches.
pub fn present(searched: &mut [Searched], shows: &Shows, driver: &Driver, natives: &Natives<'_>) -> Result<Presented> {
    let mut presented = Presented::default();
    for search in searched {
        presented.unconfirmed.append(&mut search.differences.unconfirmed);
        for finding in std::mem::take(&mut search.differences.findings) {
            let results = match shows.show(&finding.confirmed, driver, natives) {
                Ok(results) => results,
                // Only the raw results are known, which nobody can read.
                Err(error @ NativeError::OutOfTime) => {
                    presented.unconfirmed.push(unshown(&finding, &error.to_string()));
                    continue;
                }
                Err(error) => return Err(error).context("a native run failed"),
            };
            match described(search.entry, &finding.confirmed, &results, driver) {
                Ok(call) => {
                    let Pair { old, new } = results.as_ref().map(without_place);
                    let old = old.as_deref().unwrap_or(&call.shown.old);
                    let new = new.as_deref().unwrap_or(&call.shown.new);
                    let id = identity(&call.entry, old, new);
                    keep(&mut presented.found, search.entry, finding, call, ShownCall { id, results, others: vec![] });
                }
                Err(reason) => presented.unconfirmed.push(unshown(&finding, reason)),
            }
        }
    }
    Ok(presented)
}

/// A difference that cannot be shown as one of calls.
fn unshown(finding: &Finding, reason: &str) -> Unconfirmed {
    Unconfirmed {
        input: finding.confirmed.input().clone(),
        reason: reason.to_owned(),
        predicted: finding.confirmed.seen().as_ref().map(|seen| seen.end.short()),
    }
}

impl Shows {
    /// What both versions show of a call.
    fn show(&self, confirmed: &Confirmed, driver: &Driver, natives: &Natives<'_>) -> Result<Pair<Shown>, NativeError> {
        let input = driver.to_show(confirmed.input());
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = known().get(&input) {
            return Ok(shown.clone());
        }
        let sandbox = natives.confirmer().sandbox();
        let run = |program| {
            let seen = sandbox.run(program, &input)?;
            Ok::<Shown, NativeError>(driver.shown(&seen))
        };
        let programs = natives.programs();
        let shown = Pair { old: run(&programs.old)?, new: run(&programs.new)? };
        known().insert(input, shown.clone());
        Ok(shown)
    }
}

/// The call as people read it, or why there is nothing to read.
fn described(entry: usize, confirmed: &Confirmed, shown: &Pair<Shown>, driver: &Driver) -> Result<Call, &'static str> {
    let bytes = &confirmed.input().stdin;
    if shown.old == Shown::Rejected || shown.new == Shown::Rejected {
        return Err("one version refuses to make the arguments; what makes them is an entry of its own");
    }
    // A type that gained `Debug` says more than it did, and does the same.
    if let (Shown::Returned { how: one, .. }, Shown::Returned { how: other, .. }) = (&shown.old, &shown.new)
        && one != other
    {
        return Err(
            "the versions cannot show their results alike: one has `Debug` or `Display` where the other has not",
        );
    }
    let call = driver.call(entry, bytes).ok_or("the input is none of the entry's")?;
    let seen = confirmed.seen();
    let mut texts = Pair {
        old: in_words(&shown.old, || seen.old.end.to_string()),
        new: in_words(&shown.new, || seen.new.end.to_string()),
    };
    if let Some(by) = confirmed.sanitizers() {
        let errors = &by.difference.reports;
        for (text, error) in [(&mut texts.old, &errors.old), (&mut texts.new, &errors.new)] {
            if let Some(error) = error {
                *text = format!("{} in C inside (seen by a sanitizer)", error.kind);
            }
        }
    }
    let is_same = confirmed.sanitizers().is_none()
        && match (without_place(&shown.old), without_place(&shown.new)) {
            (Some(old), Some(new)) => old == new,
            _ => texts.old == texts.new,
        };
    if is_same {
        return Err("the results differ, but look the same when they are printed");
    }
    let params = driver.params(entry, bytes);
    Ok(Call {
        entry: driver.path(entry).to_owned(),
        call,
        params,
        shown: texts,
        also: vec![],
        accepted: None,
        test: None,
    })
}

fn in_words(shown: &Shown, end: impl FnOnce() -> String) -> String {
    match shown {
        Shown::Returned { text, .. } => text.clone(),
        Shown::Panicked { message, place: Some(place) } => format!("panic: {message} at {}", in_sources(place)),
        Shown::Panicked { message, place: None } => format!("panic: {message}"),
        Shown::Rejected => "rejected".to_owned(),
        Shown::Other => end(),
    }
}

/// A place of the standard library without the name that its build has for the sources' directory.
fn in_sources(place: &str) -> &str {
    let below = place.strip_prefix("/rustc/").and_then(|rest| rest.split_once('/'));
    below.map_or(place, |(_, path)| path)
}

/// Of a panic, its message alone: places move with every edit.
fn without_place(shown: &Shown) -> Option<String> {
    match shown {
        Shown::Panicked { message, .. } => Some(format!("panic: {message}")),
        _ => None,
    }
}

/// One of each name, that with the shortest call; a few others are examples.
fn keep(all: &mut Vec<Found>, entry: usize, mut finding: Finding, mut call: Call, mut shown: ShownCall) {
    let is_same = |known: &&mut Found| known.shown.as_ref().is_some_and(|known| known.id == shown.id);
    let same = all.iter_mut().find(is_same);
    let Some(Found { finding: best, call: Some(best_call), shown: Some(best_shown), entry: best_entry }) = same else {
        all.push(Found { entry, finding, call: Some(call), shown: Some(shown) });
        return;
    };
    if call.call.len() < best_call.call.len() {
        std::mem::swap(best, &mut finding);
        std::mem::swap(best_call, &mut call);
        std::mem::swap(best_shown, &mut shown);
        *best_entry = entry;
    }
    best.similar += finding.similar + 1;
    best.found_as.append(&mut finding.found_as);
    best_shown.others.push((finding.confirmed.input().stdin.clone(), shown.results.new));
    best_shown.others.append(&mut shown.others);
    let Call { call, params, shown, mut also, .. } = call;
    best_call.also.push(Example { call, params, shown });
    best_call.also.append(&mut also);
    best_call.also.truncate(EXAMPLES);
    best_shown.others.truncate(EXAMPLES);
}
