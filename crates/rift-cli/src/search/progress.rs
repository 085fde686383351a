//! What is shown while a search runs: a line that changes on a terminal, a line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rift_pipeline::Events;
use rift_report::grouped;
use rift_search::Progress;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Between two lines where nothing can be overwritten.
const LINE_EVERY: Duration = Duration::from_secs(10);

pub enum Display {
    Silent,
    Live(ProgressBar),
    /// When the last line was printed, from the beginning of the search.
    Lines(Mutex<Duration>),
}

impl Display {
    pub fn new(quiet: bool) -> Display {
        if quiet {
            return Display::Silent;
        }
        if !io::stderr().is_terminal() {
            return Display::Lines(Mutex::new(Duration::ZERO));
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Display::Live(bar.with_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        ))
    }

    pub fn show(&self, progress: &Progress, jobs: usize) {
        self.say(progress.elapsed, || line(progress, jobs));
    }

    fn say(&self, elapsed: Duration, line: impl FnOnce() -> String) {
        match self {
            Display::Silent => {}
            Display::Live(bar) => {
                bar.set_message(line());
                bar.tick();
            }
            Display::Lines(last) => {
                let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
                if elapsed >= *last + LINE_EVERY {
                    *last = elapsed;
                    say(&line());
                }
            }
        }
    }

    /// Says something that stays.
    fn line(&self, text: &str) {
        match self {
            Display::Silent => {}
            Display::Live(bar) => bar.suspend(|| say(text)),
            Display::Lines(_) => say(text),
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Display::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Events for Display {
    fn note(&self, text: &str) {
        self.line(text);
    }

    fn warn(&self, text: &str) {
        match self {
            Display::Silent => say(text),
            _ => self.line(text),
        }
    }

    fn status(&self, text: &str) {
        match self {
            Display::Live(bar) => {
                bar.set_message(text.to_owned());
                bar.tick();
            }
            _ => self.line(text),
        }
    }

    fn progress(&self, entry: &str, progress: &Progress, confirmed: usize) {
        let about = if entry.is_empty() { String::new() } else { format!("{entry}: ") };
        self.say(progress.elapsed, || format!("{about}{}", line_of_versions(progress, confirmed)));
    }

    fn found(&self, line: &str) {
        self.line(line);
    }

    fn search_ended(&self) {
        self.finish();
    }
}

/// Says something on standard error. One that is closed, or is a file on a full disk, is no reason to end.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "rift: {text}");
}

fn line(progress: &Progress, jobs: usize) -> String {
    let totals = &progress.totals;
    let time = progress.elapsed.as_secs_f64();
    let share = 100.0 * totals.solver_seconds / (time * jobs.max(1) as f64).max(1e-3);
    format!(
        "{} paths, {} to look at, {} queries, {} to the solver ({share:.0}% of the time), {} sides covered, {time:.0} s",
        grouped(totals.paths),
        grouped(progress.frontier),
        grouped(totals.queries),
        grouped(totals.solver_queries),
        grouped(progress.edges),
    )
}

fn line_of_versions(progress: &Progress, confirmed: usize) -> String {
    let totals = &progress.totals;
    let reached = totals.paths - totals.untouched;
    format!(
        "{} paths, {} came to a change, {} differ, {confirmed} confirmed; {} to look at, {} queries to the solver, {:.0} s",
        grouped(totals.paths),
        grouped(reached),
        grouped(totals.differences),
        grouped(progress.frontier),
        grouped(totals.solver_queries),
        progress.elapsed.as_secs_f64(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rift_search::Totals;

    #[test]
    fn a_line_has_everything() {
        let totals =
            Totals { paths: 1234, queries: 99_999, solver_queries: 12, solver_seconds: 1.5, ..Totals::default() };
        let progress = Progress { totals, frontier: 7, edges: 50, elapsed: Duration::from_secs(10) };
        assert_eq!(
            line(&progress, 1),
            "1,234 paths, 7 to look at, 99,999 queries, 12 to the solver (15% of the time), 50 sides covered, 10 s"
        );
    }
}
