//! The report of two versions for people.
//!
//! What programs under test have printed is shown without what a terminal would act on.

use super::data::version;
use super::data::{
    Channel, DiffReport, Difference, Exit, Observed, ReportedChange, SanitizerError, Status, UnconfirmedCandidate,
    Verdict,
};
use super::run::Step;
use super::{lines, shell};
use crate::text::{grouped, plural, write_unreproducible};
use rift_ir::Pair;
use std::collections::BTreeSet;
use std::fmt::{Result, Write};

/// Columns of one step of an explanation: the text of its line is cut there, or left out if nothing much remains.
const STEP_WIDTH: usize = 96;
const SHORTEST_TEXT: usize = 24;
/// Lines of one output that are shown.
const MOST_LINES: usize = 30;
/// Places that are listed; the rest is counted.
pub(super) const SHOWN: usize = 10;
const SIGNALS: [(i32, &str); 15] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
];

impl DiffReport {
    /// Each difference, each change, the bounds, and one line that sums it up. With `verbose`, nothing is left out of
    /// lists, and candidates that were not confirmed are shown with their inputs.
    pub fn text(&self, verbose: bool) -> String {
        let mut out = String::new();
        self.write(&mut out, verbose).expect("a string takes everything");
        // Names of functions and files come from the programs, too.
        lines::harmless(&out)
    }

    fn write(&self, out: &mut String, verbose: bool) -> Result {
        for (place, difference) in self.differences.iter().enumerate() {
            let same = |before: &&Difference| !verbose && before.changes == difference.changes;
            match (&difference.call, self.differences[..place].iter().find(same)) {
                (Some(call), _) => self.write_call(out, difference, call)?,
                (None, before) => self.write_difference(out, difference, before, verbose)?,
            }
            writeln!(out)?;
        }
        self.write_builds(out)?;
        self.write_changes(out, verbose)?;
        match self.entries.is_empty() {
            true => self.write_bounds(out, verbose)?,
            false => self.write_entries(out, verbose)?,
        }
        self.write_unconfirmed(out, verbose)?;
        let gaps = self.unsupported.iter().map(|gap| format!("{} ({})", gap.what, times(gap.count)));
        list(out, "runs that ended because rift does not support", gaps, if verbose { usize::MAX } else { SHOWN })?;
        if verbose {
            self.write_statistics(out)?;
        }
        write_unreproducible(out, self.stats.solver_unreproducible)?;
        writeln!(out, "{}", self.summary())
    }

    /// `before` is one of the same changes that was written before: what is the same is not said again.
    fn write_difference(
        &self,
        out: &mut String,
        difference: &Difference,
        before: Option<&Difference>,
        verbose: bool,
    ) -> Result {
        let Difference { id, input, why, similar, everywhere, .. } = difference;
        let differs: Vec<&str> = difference.differs.iter().map(|channel| channel_name(*channel)).collect();
        writeln!(out, "difference {id}: {}", differs.join(", "))?;
        match before {
            Some(before) => writeln!(out, "  change: as in {} (--verbose says why)", before.id)?,
            None => self.write_passed(out, difference, verbose)?,
        }
        writeln!(out, "  input:")?;
        indented(out, 4, shell::typed(input))?;
        writeln!(out, "  old (-) and new (+):")?;
        indented(out, 4, observations(difference))?;
        if !why.is_empty() && before.is_none() {
            writeln!(out, "  why:")?;
            indented(out, 4, why.iter().map(step).collect())?;
        }
        write_uninitialised(out, difference)?;
        if let Some(seconds) = difference.time_limit {
            writeln!(out, "  needs: time limit {seconds} s (several times that is not enough either)")?;
        }
        if *everywhere {
            writeln!(out, "  every input that takes the same branches shows a difference")?;
        }
        if *similar > 0 {
            writeln!(out, "  {} more like it", grouped(*similar))?;
        }
        if let Some(directory) = &self.directory {
            let directory = directory.display().to_string();
            self.write_replay(out, difference, &format!("{directory}/differences/{id}.sh"))?;
            writeln!(out, "  as a test: rift export {} {id}", shell::word(directory.as_bytes()))?;
        }
        Ok(())
    }

    /// As one can type it.
    fn write_replay(&self, out: &mut String, difference: &Difference, script: &str) -> Result {
        let script = shell::word(script.as_bytes());
        let builds = if difference.is_sanitizers() { &difference.sanitized } else { &self.builds };
        let Some(Pair { old, new }) =
            builds.as_ref().map(|builds| builds.as_ref().map(|path| shell::word(path.as_bytes())))
        else {
            return writeln!(out, "  replay: sh {script} PROGRAM");
        };
        writeln!(out, "  replay (what new did is expected, so that old fails):")?;
        indented(out, 4, [new, old].map(|build| format!("sh {script} {build}")).to_vec())
    }

    /// Where to run the inputs by hand, if there are no scripts that do.
    fn write_builds(&self, out: &mut String) -> Result {
        let Some(builds) = self.builds.as_ref().filter(|_| self.directory.is_none() && self.entries.is_empty()) else {
            return Ok(());
        };
        if self.differences.is_empty() {
            return Ok(());
        }
        writeln!(out, "to replay, run the inputs on the builds, or --out DIR for a script for each:")?;
        writeln!(out, "  old {}\n  new {}", shell::word(builds.old.as_bytes()), shell::word(builds.new.as_bytes()))
    }

    fn write_unconfirmed(&self, out: &mut String, verbose: bool) -> Result {
        let mut left: Vec<&UnconfirmedCandidate> = self.unconfirmed.iter().collect();
        if left.is_empty() {
            return Ok(());
        }
        writeln!(out, "unconfirmed, not reported as a difference:")?;
        let mut shown = 0;
        while let Some(first) = left.first().copied() {
            let (alike, others): (Vec<_>, Vec<_>) =
                left.iter().partition(|one| (&one.reason, &one.predicted) == (&first.reason, &first.predicted));
            left = others;
            if !verbose && shown == SHOWN {
                let more: usize = alike.len() + left.len();
                return writeln!(out, "  .. and {more} more (--verbose lists them)");
            }
            shown += 1;
            let [reason, old, new] = [&first.reason, &first.predicted.old, &first.predicted.new]
                .map(|text| lines::printable(text.as_bytes()));
            let count = if alike.len() > 1 { format!(" ({} inputs, such as)", alike.len()) } else { String::new() };
            writeln!(out, "  {reason}; rift's own runs: {old} in old, {new} in new{count}")?;
            let inputs = if verbose { alike.len() } else { 1 };
            for candidate in alike.iter().take(inputs) {
                indented(out, 4, shell::typed(&candidate.input))?;
            }
        }
        Ok(())
    }

    fn write_statistics(&self, out: &mut String) -> Result {
        let stats = &self.stats;
        let seconds = &stats.seconds;
        writeln!(
            out,
            "{:.2} s to build, {:.2} s to align, {:.2} s to search, {:.2} s to confirm; {:.2} s of CPU, {} MiB",
            seconds.build,
            seconds.align,
            seconds.search,
            seconds.confirm,
            stats.cpu_seconds,
            stats.memory >> 20
        )?;
        let [paths, untouched, queries, asked, instructions] =
            [stats.paths, stats.untouched, stats.queries, stats.solver_queries, stats.instructions].map(grouped);
        writeln!(
            out,
            "{paths} paths, {untouched} of them past no change; {queries} queries, {asked} to the solver; {instructions} instructions"
        )?;
        let known =
            |runs: Option<u64>| runs.map_or_else(|| "never".to_owned(), |runs| format!("after run {}", grouped(runs)));
        let [reached, infected, differed] =
            [stats.runs_to_reach, stats.runs_to_infect, stats.runs_to_differ].map(known);
        writeln!(
            out,
            "first change {reached}, first effect {infected}, first difference {differed}; {}, {}",
            self.strategy, self.sandbox
        )
    }

    /// Such as `2 differences in 1 of 3 changes; 14 runs, 0.4 s`.
    fn summary(&self) -> String {
        let changes = plural(self.changes.len() as u64, "change", "changes");
        let result = match self.verdict {
            Verdict::Different => {
                let differing = self.changes.iter().filter(|change| change.status == Status::Differs).count();
                let accepted = self.differences.iter().filter(|difference| difference.is_accepted()).count();
                let found = plural((self.differences.len() - accepted) as u64, "difference", "differences");
                let accepted = if accepted == 0 { String::new() } else { format!(", {accepted} more accepted,") };
                format!("{found}{accepted} in {differing} of {changes}")
            }
            Verdict::Equal => format!("equal: {}", self.because),
            Verdict::NoneFound => {
                let is_reached = |change: &&ReportedChange| change.status != Status::NotReached;
                let reached = self.changes.iter().filter(is_reached).count();
                format!("no difference found: {}; {reached} of {changes} reached", self.because)
            }
        };
        let runs = plural(self.stats.runs, "run", "runs");
        let partial = if self.complete { "" } else { "partial, written while rift was still at work: " };
        format!("{partial}{result}; {runs}, {:.1} s", self.stats.seconds.total)
    }
}

pub(super) fn write_uninitialised(out: &mut String, difference: &Difference) -> Result {
    let Difference { uninitialised, .. } = difference;
    if uninitialised.is_empty() {
        return Ok(());
    }
    let versions = uninitialised.join(" and ");
    writeln!(out, "  depends on uninitialised memory in {versions}: other contents of it give other results")
}

/// Only what differs.
fn observations(difference: &Difference) -> Vec<String> {
    let (old, new) = (&difference.old, &difference.new);
    let mut shown = Vec::new();
    for channel in &difference.differs {
        match channel {
            Channel::Exit => shown.extend([format!("- {}", exit(&old.exit)), format!("+ {}", exit(&new.exit))]),
            Channel::Stdout => stream(&mut shown, "stdout", &old.stdout.0, &new.stdout.0),
            Channel::Stderr => stream(&mut shown, "stderr", &old.stderr.0, &new.stderr.0),
            Channel::Files => files(&mut shown, old, new),
            Channel::Sanitizer => {
                shown.push(format!("both builds: {}, with the same output", exit(&new.exit)));
                shown.push("built with sanitizers:".to_owned());
                shown.extend(
                    [('-', old), ('+', new)].map(|(mark, seen)| format!("  {mark} {}", sanitizer(&seen.sanitizer))),
                );
            }
        }
    }
    shown
}

fn stream(shown: &mut Vec<String>, title: &str, old: &[u8], new: &[u8]) {
    shown.push(format!("{title}:"));
    shown.extend(lines::difference(old, new, MOST_LINES).into_iter().map(|line| format!("  {line}")));
}

fn files(shown: &mut Vec<String>, old: &Observed, new: &Observed) {
    let (old, new) = (&old.files, &new.files);
    let names: BTreeSet<&String> = old.written.keys().chain(new.written.keys()).collect();
    for name in names {
        let (a, b) = (old.written.get(name), new.written.get(name));
        if a == b {
            continue;
        }
        let title = format!("file {}", lines::printable(name.as_bytes()));
        match (a, b) {
            (Some(a), Some(b)) => stream(shown, &title, &a.0, &b.0),
            (Some(a), None) => stream(shown, &format!("{title}, written by old only"), &a.0, b""),
            (None, b) => stream(shown, &format!("{title}, written by new only"), b"", b.map_or(b"", |b| &b.0)),
        }
    }
    let sets = [("removes", &old.removed, &new.removed), ("makes the directory", &old.directories, &new.directories)];
    for (what, old, new) in sets {
        let one = |mark: char, name: &String| format!("{mark} {what} {}", lines::printable(name.as_bytes()));
        shown.extend(old.difference(new).map(|name| one('-', name)));
        shown.extend(new.difference(old).map(|name| one('+', name)));
    }
}

fn exit(exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exit status {code}"),
        Exit::Signal(signal) => match SIGNALS.iter().find(|(number, _)| number == signal) {
            Some((_, name)) => format!("dies of signal {signal} ({name})"),
            None => format!("dies of signal {signal}"),
        },
        Exit::Timeout(_) => "does not end in time".to_owned(),
        Exit::Other(what) => lines::printable(what.as_bytes()),
    }
}

fn sanitizer(error: &Option<SanitizerError>) -> String {
    match error {
        None => "no such error".to_owned(),
        Some(SanitizerError { kind, place, count }) => {
            let kind = lines::printable(kind.as_bytes());
            let kind = if *count > 1 { format!("{kind} in {count} places, such as") } else { kind };
            let place = place.as_ref().map(|place| format!(" at {}", lines::printable(place.as_bytes())));
            kind + &place.unwrap_or_default()
        }
    }
}

pub(super) fn step(step: &Step) -> String {
    let Step { version, file, line, function, what, text } = step;
    let place = match line {
        0 => file.clone(),
        line => format!("{file}:{line}"),
    };
    let place = if place.is_empty() { String::new() } else { format!(" {place}") };
    let what = lines::printable(what.as_bytes());
    let function = if function.is_empty() { String::new() } else { format!(" in {function}") };
    let step = format!("{}{place}{function}: {what}", version::name(*version));
    match text.as_ref().map(|text| format!("{step}: {}", lines::printable(text.as_bytes()))) {
        Some(step) if step.chars().count() <= STEP_WIDTH => step,
        Some(long) if step.chars().count() + SHORTEST_TEXT < STEP_WIDTH => {
            long.chars().take(STEP_WIDTH - 2).chain("..".chars()).collect()
        }
        _ => step,
    }
}

pub(super) fn channel_name(channel: Channel) -> &'static str {
    match channel {
        Channel::Exit => "exit",
        Channel::Stdout => "stdout",
        Channel::Stderr => "stderr",
        Channel::Files => "files",
        Channel::Sanitizer => "sanitizer",
    }
}

pub(super) fn indented(out: &mut String, by: usize, lines: Vec<String>) -> Result {
    lines.iter().try_for_each(|line| writeln!(out, "{:by$}{line}", ""))
}

pub(super) fn list(
    out: &mut String,
    title: &str,
    lines: impl ExactSizeIterator<Item = String>,
    shown: usize,
) -> Result {
    let count = lines.len();
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "{title}:")?;
    for line in lines.take(shown) {
        writeln!(out, "  {line}")?;
    }
    match count.saturating_sub(shown) {
        0 => Ok(()),
        more => writeln!(out, "  .. and {more} more (--verbose lists them)"),
    }
}

pub(super) fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{} times", grouped(count)),
    }
}
