//! `conformance diff`: `rift diff` on the changes of `subjects/`, of which it is known whether they can be seen from
//! outside. What can must be found, and every reported input is run once more on native builds of our own, as are the
//! scripts that rift exports for it; what cannot must never be called different. A difference that is not found in the
//! budget is a failure here, though rift says nothing wrong then.

pub mod ablate;
mod attempt;
pub mod bench;
mod budget;
mod cheap;
pub mod faults;
mod gates;
pub mod real;
mod report;
mod subject;
mod table;
mod targets;
mod tester;
mod toml;
mod tool;
mod verify;
mod versions;

use crate::directives::Run;
use crate::explore::tool::Rift;
use crate::half::{Half, Halves};
use crate::limits::ProcessLimits;
use crate::native;
use crate::seen::{End, Seen};
use crate::tally::{Verdict, each, say};
use budget::Budget;
use clap::Args;
use report::{Difference, Exit, Kind, Observation};
use rift_ir::Pair;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use subject::{Change, Space, Subject};
use tool::{Answer, Answered, Asked, Until};
use verify::Kept;
use versions::Versions;

#[derive(Args)]
pub struct DiffArguments {
    /// Only changes with this in their name, which is SUBJECT/CHANGE (with --gate, SUBJECT/STRATEGY).
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Instead of `auto` on all changes: every strategy must find as many changes of a subject as subjects/gates.toml says,
    /// in the number of runs that it says.
    #[arg(long, conflicts_with_all = ["half", "budget", "every", "limits_doubled", "verbose"])]
    gate: bool,
    /// Only changes of this half (subjects/README.md says which are in it).
    #[arg(long, value_name = "HALF", default_value = "all")]
    half: Halves,
    /// What the search for one change may take: `200runs`, `10s`, or both with a comma; runs alone end after 60s.
    #[arg(long, value_name = "BUDGET", default_value = "10s")]
    budget: Budget,
    /// Go on after the first difference, and check all of them.
    #[arg(long)]
    every: bool,
    /// Compare once more with all limits of native runs doubled: the same differences must be found. With a budget in
    /// runs, or searches on a busy machine find different ones.
    #[arg(long)]
    limits_doubled: bool,
    /// Say what each change took.
    #[arg(long)]
    verbose: bool,
}

/// What was said about one change.
struct Outcome {
    name: String,
    half: Half,
    different: bool,
    verdict: report::Verdict,
    runs_to_reach: Option<u64>,
    wall: Duration,
}

pub fn diff(arguments: &DiffArguments, jobs: usize) -> anyhow::Result<bool> {
    if arguments.gate {
        return gates::gate(arguments.filter.as_deref(), jobs);
    }
    let subjects = subject::subjects(arguments.filter.as_deref(), arguments.half)?;
    let cases: Vec<(&Subject, &Change)> =
        subjects.iter().flat_map(|subject| subject.changes.iter().map(move |change| (subject, change))).collect();
    let until = if arguments.every { Until::BudgetIsUsedUp } else { Until::FirstDifference };
    let asked = Asked { strategy: "auto", budget: arguments.budget, seed: 0, until, limits: 1, options: &[] };
    let rift = Rift::chosen(None)?;
    let results = Mutex::new((Vec::new(), Vec::new()));
    let one = |(subject, change): &(&Subject, &Change)| {
        let result = compare(&rift, subject, change, &asked, arguments.limits_doubled);
        let result = result.map(|Checked { outcome, findings, mut wrong, missed, .. }| {
            if arguments.verbose {
                say(&line(&outcome));
            }
            let mut results = results.lock().unwrap_or_else(|e| e.into_inner());
            results.0.push(outcome);
            results.1.extend(findings);
            wrong.extend(missed);
            if wrong.is_empty() { Ok(()) } else { Err(wrong) }
        });
        Verdict::of(result)
    };
    let mut tally = each("diff", &cases, jobs, |(_, change)| change.name.clone(), one);
    let (outcomes, mut findings) = results.into_inner().unwrap_or_else(|e| e.into_inner());
    findings.sort_by(|a, b| a.name.cmp(&b.name));
    let (verified, told) = verify::verify_all(&findings, jobs);
    tally.merge(verified);
    let changes: Vec<&Change> = cases.iter().map(|(_, change)| *change).collect();
    for line in summaries(&outcomes, &changes) {
        say(&line);
    }
    say(&told);
    Ok(tally.finish())
}

/// What rift said, what of it is still to be verified, and what is wrong with it.
struct Checked {
    report: report::Report,
    outcome: Outcome,
    findings: Vec<Kept>,
    wrong: String,
    /// That a difference was not found, and what the search took: nothing wrong was said then.
    missed: Option<String>,
}

fn compare(
    rift: &Rift,
    subject: &Subject,
    change: &Change,
    asked: &Asked,
    limits_doubled: bool,
) -> anyhow::Result<Checked> {
    let versions = Arc::new(versions::versions(subject, change)?);
    let mut checked = check(rift, subject, change, &versions, asked)?;
    if limits_doubled {
        checked.wrong += &with_doubled_limits(rift, subject, &versions, asked, &checked.report)?;
    }
    Ok(checked)
}

fn check(
    rift: &Rift,
    subject: &Subject,
    change: &Change,
    versions: &Arc<Versions>,
    asked: &Asked,
) -> anyhow::Result<Checked> {
    let Answer::Answered(answered) = tool::diff(rift, subject, versions, asked)? else {
        anyhow::bail!("rift has no strategy `{}`", asked.strategy);
    };
    let Answered { report, measured, .. } = &*answered;
    let outcome = Outcome {
        name: change.name.clone(),
        half: change.half,
        different: change.different,
        verdict: report.verdict,
        runs_to_reach: report.stats.runs_to_reach,
        wall: measured.wall,
    };
    let mut wrong = String::new();
    match (change.different, report.verdict) {
        (true, report::Verdict::Equal) => wrong += "said to be equal, and is not\n",
        (false, report::Verdict::Different) => wrong += "said to be different, and is equal\n",
        (false, report::Verdict::Equal) if !report.is_closed() => wrong += "said to be equal, and not exhausted\n",
        _ => {}
    }
    // What only sanitizers see does not show in plain builds.
    for difference in report.differences.iter().filter(|difference| difference.kind == Kind::Plain) {
        wrong += &confirm(difference, &difference.input.run(), Some(&subject.space), &versions.programs)?;
    }
    let findings = verify::kept(&change.name, &answered, versions)?;
    let is_missed = change.different && report.verdict == report::Verdict::NoneFound;
    let missed = is_missed.then(|| format!("not found: {}\n", effort(&answered)));
    Ok(Checked { report: answered.report, outcome, findings, wrong, missed })
}

/// Searches once more with all limits of native runs doubled. Empty if the same is found.
fn with_doubled_limits(
    rift: &Rift,
    subject: &Subject,
    versions: &Versions,
    asked: &Asked,
    first: &report::Report,
) -> anyhow::Result<String> {
    let doubled = Asked { limits: 2 * asked.limits, ..*asked };
    let Answer::Answered(answered) = tool::diff(rift, subject, versions, &doubled)? else {
        anyhow::bail!("rift has no strategy `{}`", asked.strategy);
    };
    Ok(found_once(first, &answered.report))
}

/// What one of two searches with different limits found and the other did not. Empty if nothing is.
fn found_once(one: &report::Report, other: &report::Report) -> String {
    let ids = |report: &report::Report| -> BTreeSet<String> {
        report.differences.iter().map(|difference| difference.id.clone()).collect()
    };
    let is_cut_off = one.is_ended_by_the_clock() || other.is_ended_by_the_clock();
    let (one, other) = (ids(one), ids(other));
    let changed: Vec<&str> = one.symmetric_difference(&other).map(String::as_str).collect();
    let hint = if is_cut_off { " (a search ended by the clock: --budget with more time)" } else { "" };
    match changed.is_empty() {
        true => String::new(),
        false => format!("found with one set of limits only: {}{hint}\n", changed.join(", ")),
    }
}

fn effort(answered: &Answered) -> String {
    let stats = &answered.report.stats;
    let reached = stats.runs_to_reach.map_or("not reached".to_owned(), |run| format!("reached in run {run}"));
    format!("{} runs in {:.1} s, {reached}", stats.runs, answered.measured.wall.as_secs_f64())
}

/// Whether both versions do what was reported, and not the same, on an input of the space. Empty if so.
fn confirm(
    difference: &Difference,
    input: &Run,
    space: Option<&Space>,
    programs: &Pair<PathBuf>,
) -> anyhow::Result<String> {
    let mut wrong = String::new();
    if space.is_some_and(|space| space.shape_of(input).is_none()) {
        wrong += &format!("not in the space: {}\n", shown(input));
    }
    let run = |program: &PathBuf| native::run(program, "program", input, &ProcessLimits::default());
    let (old, new) = (run(&programs.old)?, run(&programs.new)?);
    if old == new {
        wrong += &format!("both versions do the same on {}\n", shown(input));
    }
    for (version, reported, seen) in [("old", &difference.old, &old), ("new", &difference.new, &new)] {
        if !is_reported(reported, seen.as_ref()) {
            wrong += &format!("the {version} version on {}: reported {reported:?}, seen {seen:?}\n", shown(input));
        }
    }
    Ok(wrong)
}

/// `None` was seen when the program had not ended in time.
fn is_reported(reported: &Observation, seen: Option<&Seen>) -> bool {
    let Some(seen) = seen else { return matches!(reported.exit, Exit::Timeout(_)) };
    let end = match &seen.end {
        End::Exit(code) => Exit::Code(*code),
        End::Signal(number) => Exit::Signal(*number),
        End::Other(_) => return false,
    };
    (&reported.exit, &reported.stdout.0, &reported.stderr.0) == (&end, &seen.stdout, &seen.stderr)
}

fn shown(input: &Run) -> String {
    let quoted = |bytes: &[u8]| format!("\"{}\"", bytes.escape_ascii());
    let arguments: Vec<_> = input.args.iter().map(|argument| quoted(argument)).collect();
    format!("[{}] and standard input {}", arguments.join(", "), quoted(&input.stdin))
}

fn line(outcome: &Outcome) -> String {
    let reached = outcome.runs_to_reach.map_or("not reached".to_owned(), |run| format!("reached in run {run}"));
    format!("{}: {:?}, {reached}, {:.2} s", outcome.name, outcome.verdict, outcome.wall.as_secs_f64())
}

/// A line for each half, if changes of both were compared, and one for all.
fn summaries(outcomes: &[Outcome], changes: &[&Change]) -> Vec<String> {
    let line = |halves: Halves| {
        let outcomes: Vec<&Outcome> = outcomes.iter().filter(|outcome| halves.has(outcome.half)).collect();
        let changes = || changes.iter().filter(|change| halves.has(change.half));
        let expected = changes().filter(|change| change.different).count();
        summary(&outcomes, expected, changes().count() - expected)
    };
    let is_in = |half: Half| changes.iter().any(|change| change.half == half);
    let mut lines = Vec::new();
    if Half::BOTH.into_iter().all(is_in) {
        lines.push(format!("training half: {}", line(Halves::Training)));
        lines.push(format!("held-out half: {}", line(Halves::HeldOut)));
    }
    lines.push(line(Halves::All));
    lines
}

/// Of changes on which rift failed there is no outcome.
fn summary(outcomes: &[&Outcome], expected: usize, equal: usize) -> String {
    let count = |different: bool, verdict: report::Verdict| {
        outcomes.iter().filter(|outcome| outcome.different == different && outcome.verdict == verdict).count()
    };
    let reached: Vec<u64> = outcomes.iter().filter_map(|outcome| outcome.runs_to_reach).collect();
    let mean = reached.iter().sum::<u64>() as f64 / reached.len().max(1) as f64;
    let slowest = outcomes.iter().max_by_key(|outcome| outcome.wall);
    let slowest = slowest.map_or(String::new(), |o| format!("; slowest {} ({:.1} s)", o.name, o.wall.as_secs_f64()));
    format!(
        "{} of {expected} differing changes found; of {equal} equal ones {} closed, {} without a finding; \
         {mean:.1} runs to reach a change on average (of {} reached){slowest}",
        count(true, report::Verdict::Different),
        count(false, report::Verdict::Equal),
        count(false, report::Verdict::NoneFound),
        reached.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn programs(dir: &Path) -> Pair<PathBuf> {
        let build = |name: &str, text: &str| {
            let (source, program) = (dir.join(format!("{name}.c")), dir.join(name));
            fs::write(&source, text).unwrap();
            native::clang(&[source], &[], "-O0", &program).unwrap();
            program
        };
        let text = |limit: &str| {
            format!("#include <stdio.h>\nint main(void) {{ int c = getchar(); puts(\"x\"); return c > {limit}; }}\n")
        };
        Pair { old: build("old", &text("'a'")), new: build("new", &text("'b'")) }
    }

    fn difference(old: i32, new: i32) -> Difference {
        let observation = |code| {
            let text = format!(r#"{{ "stdout": "x\n", "stderr": "", "exit": {{ "code": {code} }} }}"#);
            serde_json::from_str(&text).unwrap()
        };
        let input = serde_json::from_str("{}").unwrap();
        Difference { id: "d".to_owned(), kind: Kind::Plain, input, old: observation(old), new: observation(new) }
    }

    #[test]
    fn only_what_both_builds_do_is_confirmed() {
        let dir = tempfile::tempdir().unwrap();
        let programs = programs(dir.path());
        let space = Space { shapes_in_words: vec![], shapes: vec![vec![]], stdin: 1 };
        let on = |stdin: &str, difference: Difference| {
            let input = Run { stdin: stdin.into(), ..Run::default() };
            confirm(&difference, &input, Some(&space), &programs).unwrap()
        };
        assert_eq!(on("b", difference(1, 0)), "");
        assert!(on("a", difference(0, 0)).contains("both versions do the same"));
        assert!(on("b", difference(0, 0)).contains("the old version"));
        assert!(on("b", difference(1, 1)).contains("the new version"));
        assert!(on("bb", difference(1, 0)).contains("not in the space"));
    }

    #[test]
    fn the_summary_counts_by_what_was_expected() {
        let outcome = |different, verdict, runs_to_reach, seconds| Outcome {
            name: format!("s/{seconds}"),
            half: Half::Training,
            different,
            verdict,
            runs_to_reach,
            wall: Duration::from_secs(seconds),
        };
        let outcomes = [
            outcome(true, report::Verdict::Different, Some(1), 2),
            outcome(true, report::Verdict::NoneFound, None, 9),
            outcome(false, report::Verdict::Equal, Some(4), 1),
            outcome(false, report::Verdict::NoneFound, None, 3),
            outcome(false, report::Verdict::Different, None, 3),
        ];
        let text = summary(&outcomes.iter().collect::<Vec<_>>(), 3, 3);
        assert!(
            text.starts_with("1 of 3 differing changes found; of 3 equal ones 1 closed, 1 without a finding; 2.5 runs")
        );
        assert!(text.ends_with("slowest s/9 (9.0 s)"), "{text}");
    }

    #[test]
    fn halves_are_summed_up_apart_if_both_were_compared() {
        let name = |id: u32| format!("s/{id}");
        let change = |id, half| Change { name: name(id), patch: PathBuf::new(), different: true, half, witness: None };
        let outcome = |id, half, verdict| Outcome {
            name: name(id),
            half,
            different: true,
            verdict,
            runs_to_reach: None,
            wall: Duration::ZERO,
        };
        let changes = [change(1, Half::Training), change(2, Half::HeldOut), change(3, Half::HeldOut)];
        let outcomes = [
            outcome(1, Half::Training, report::Verdict::NoneFound),
            outcome(2, Half::HeldOut, report::Verdict::Different),
            outcome(3, Half::HeldOut, report::Verdict::Different),
        ];
        let lines = summaries(&outcomes, &changes.iter().collect::<Vec<_>>());
        for (line, begins) in
            lines.iter().zip(["training half: 0 of 1 differing", "held-out half: 2 of 2 differing", "2 of 3 differing"])
        {
            assert!(line.starts_with(begins), "{line}");
        }
        assert_eq!((lines.len(), summaries(&outcomes, &[&changes[1]]).len()), (3, 1));
    }
}
