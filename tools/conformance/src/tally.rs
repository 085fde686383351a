//! Many cases over a few workers, with progress and one last line.

use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How one case ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    /// Why, in lines for people.
    Fail(String),
    /// A reason that is counted: the same text for the same reason.
    Skip(String),
}

impl Verdict {
    /// A difference, or trouble on the way to finding one.
    pub fn of(result: anyhow::Result<Result<(), String>>) -> Verdict {
        match result {
            Ok(Ok(())) => Verdict::Pass,
            Ok(Err(difference)) => Verdict::Fail(difference),
            Err(error) => Verdict::Fail(format!("{error:#}")),
        }
    }
}

#[derive(Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    skipped: Vec<(String, usize)>,
}

impl Tally {
    pub fn add(&mut self, name: &str, verdict: Verdict) {
        match verdict {
            Verdict::Pass => self.passed += 1,
            Verdict::Fail(why) => {
                self.failed += 1;
                say(&format!("FAIL {name}\n  {}", why.trim_end().replace('\n', "\n  ")));
            }
            Verdict::Skip(why) => match self.skipped.iter_mut().find(|(text, _)| *text == why) {
                Some((_, count)) => *count += 1,
                None => self.skipped.push((why, 1)),
            },
        }
    }

    /// Counts what was counted elsewhere, and told there.
    pub fn merge(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (why, count) in other.skipped {
            match self.skipped.iter_mut().find(|(text, _)| *text == why) {
                Some((_, known)) => *known += count,
                None => self.skipped.push((why, count)),
            }
        }
    }

    /// Prints the summary; whether nothing failed.
    pub fn finish(&self) -> bool {
        for (why, count) in &self.skipped {
            say(&format!("skipped {count}: {why}"));
        }
        let skipped: usize = self.skipped.iter().map(|(_, count)| count).sum();
        say(&format!("{} passed, {} failed, {skipped} skipped", self.passed, self.failed));
        self.failed == 0
    }
}

/// A line on standard output. A reader that has gone is no reason to fail.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Runs `check` on every case. A panic of the machine is the failure of its case. Results are told in the order
/// of the cases, whichever worker was first.
pub fn each<T: Sync>(
    what: &str,
    cases: &[T],
    jobs: usize,
    name: impl Fn(&T) -> String + Sync,
    check: impl Fn(&T) -> Verdict + Sync,
) -> Tally {
    let next = AtomicUsize::new(0);
    let state = Mutex::new((Tally::default(), vec![None; cases.len()], 0));
    let progress = Mutex::new(Progress::new(what, cases.len()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(cases.len()) {
            scope.spawn(|| {
                while let Some((index, case)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?)))
                {
                    let verdict = catch_unwind(AssertUnwindSafe(|| check(case)))
                        .unwrap_or_else(|panic| Verdict::Fail(format!("panic: {}", panic_text(panic.as_ref()))));
                    let mut state = state.lock().unwrap_or_else(|e| e.into_inner());
                    let (tally, waiting, told) = &mut *state;
                    waiting[index] = Some(verdict);
                    while let Some(verdict) = waiting.get_mut(*told).and_then(Option::take) {
                        tally.add(&name(&cases[*told]), verdict);
                        *told += 1;
                    }
                    let (done, failed) = (*told, tally.failed);
                    drop(state);
                    let next = || cases.get(done).map(&name).unwrap_or_default();
                    progress.lock().unwrap_or_else(|e| e.into_inner()).tell(done, failed, next);
                }
            });
        }
    });
    state.into_inner().unwrap_or_else(|e| e.into_inner()).0
}

pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// A line on standard error every few seconds: often for a person, seldom for a log.
struct Progress<'a> {
    what: &'a str,
    total: usize,
    started: Instant,
    last: Instant,
    pause: Duration,
}

impl Progress<'_> {
    fn new(what: &str, total: usize) -> Progress<'_> {
        let pause = Duration::from_secs(if std::io::stderr().is_terminal() { 2 } else { 20 });
        Progress { what, total, started: Instant::now(), last: Instant::now(), pause }
    }

    /// `next` names the first case that is not told yet: where a run that is interrupted now would continue.
    fn tell(&mut self, done: usize, failed: usize, next: impl Fn() -> String) {
        if self.last.elapsed() >= self.pause && done < self.total {
            self.last = Instant::now();
            let (what, total, seconds) = (self.what, self.total, self.started.elapsed().as_secs());
            eprintln!("{what}: {done} of {total}, {failed} failed, {seconds} s; next: {}", next());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_counted_once_and_a_panic_is_a_failure() {
        let cases: Vec<usize> = (0..100).collect();
        let tally = each("test", &cases, 3, ToString::to_string, |case| match case % 10 {
            0 => Verdict::Fail("zero".to_owned()),
            1 => Verdict::Skip("one".to_owned()),
            2 => panic!("two"),
            _ => Verdict::Pass,
        });
        assert_eq!((tally.passed, tally.failed), (70, 20));
        assert_eq!(tally.skipped, [("one".to_owned(), 10)]);
        let mut all = Tally::default();
        all.add("a", Verdict::Skip("one".to_owned()));
        all.add("b", Verdict::Pass);
        all.merge(tally);
        assert_eq!((all.passed, all.failed, all.skipped), (71, 20, vec![("one".to_owned(), 11)]));
    }
}
