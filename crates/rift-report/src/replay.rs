//! Runs tests again, in the machine and natively.

use crate::case::TestCase;
use crate::compare::{Against, compare};
use rift_confirm::{NativeError, Sandbox, Seen};
use rift_env::{Config, Process, StartError};
use rift_vm::{Limits, Program};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What became of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replayed {
    Equal,
    /// Nothing can be said about it there.
    Skipped(String),
    Different(Vec<String>),
}

pub fn replay_native(sandbox: &Sandbox, program: &Path, case: &TestCase) -> Result<Replayed, NativeError> {
    if !case.expected.end.is_native() {
        return Ok(Replayed::Skipped(format!("{}: a native build need not notice", case.expected.end)));
    }
    match sandbox.run(program, &case.input) {
        Ok(seen) => Ok(replayed(&case.expected, &seen, Against::Native)),
        Err(error @ NativeError::AbsoluteFile(_)) => Ok(Replayed::Skipped(error.to_string())),
        Err(error) => Err(error),
    }
}

pub fn replay_machine(
    program: &Arc<Program>,
    case: &TestCase,
    config: &Config,
    limits: Limits,
) -> Result<Replayed, StartError> {
    let process = Process::start(program, case.input.clone(), config.clone(), limits)?;
    let seen = Seen::of(&program.module, &process.run());
    Ok(replayed(&case.expected, &seen, Against::Machine))
}

fn replayed(expected: &Seen, seen: &Seen, against: Against) -> Replayed {
    let differences = compare(expected, seen, against);
    if differences.is_empty() { Replayed::Equal } else { Replayed::Different(differences) }
}

/// Does something for all items, several at a time; the results are in the items' order.
pub fn in_parallel<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(items.len()) {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(in_parallel(4, &items, |item| item * 2), (0..100).map(|item| item * 2).collect::<Vec<u64>>());
        assert_eq!(in_parallel(4, &[] as &[u64], |item| *item), Vec::<u64>::new());
    }
}
